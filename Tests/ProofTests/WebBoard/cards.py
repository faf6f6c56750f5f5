"""The cards: their facts in order, how much of them is shown, colours, and texts that could mislead."""

import datetime

from board import *

address, folder = start()
day = lambda number: (datetime.date.today() + datetime.timedelta(number)).isoformat()


def write(code, front, body=""):
    folder.write("todo", f"card-{code}.md", f"---\n{front}\nrank: a{code}\n---\n{body}")


write("b2c3d4", f"title: All of it\ndue: {day(0)}\npriority: high\ntags: [a1, b2, c3, d4, e5, f6]\nassignees: [ann, bob, cho, dan, eve]\nproject: home.garden",
      "- [x] one\n- [ ] two\n\n| Tiles | *140* |\n|---|---|\n| Nails | 9 |\n\n```sh\n  make *all*\n```\n")
write("b2c3d5", "title: Only people\nassignees: [ann]")
write("b2c3d6", f"title: Late\ndue: {day(-2)}\npriority: low\nassignees: [ann]")
write("b2c3d7", "title: " + "A very long title about the roof, " * 12)
write("b2c3d8", "title: اتصل بالبنك قبل الظهر\ntags: [بنك]", "اسأل عن القرض.\nAsk about the loan.\n")
write("b2c3d9", 'title: "photo\\u202Egnp.exe and \\u2066more"\ntags: ["x\\u202Ey"]')

with Board(width=1280, height=900) as board:
    board.open(address)
    board.until(lambda: board.id("Late") and board.id("Only people"))
    of = lambda code, script: board.js(f"const card = document.querySelector('[data-task={code}]'); {script}")
    style = lambda code, selector, name: of(code, f"return getComputedStyle(card.querySelector('{selector}')).{name}")

    # The facts.
    kinds = of("b2c3d4", "return [...card.querySelectorAll('.marks > .mark')].map((each) => each.dataset.kind ?? 'rest')")
    check("the facts are in a fixed order, with the date first", kinds == ["due", "priority", "checklist", "project", "tag", "tag", "tag", "tag", "rest"], kinds)
    check("a task that is due today is bold, and not red", int(style("b2c3d4", "[data-kind=due]", "fontWeight")) > 600
          and style("b2c3d4", "[data-kind=due]", "color") != style("b2c3d6", "[data-kind=due]", "color"))
    check("a late task has a mark", of("b2c3d6", "return card.querySelector('[data-kind=due]').textContent").startswith("!"))
    others = board.js("""const late = getComputedStyle(document.querySelector('.mark.overdue')).color;
        return [...document.querySelectorAll('.card .mark:not(.overdue), .card .excerpt, .card .card-title')].filter((each) => getComputedStyle(each).color === late).map((each) => each.textContent)""")
    check("nothing else on a card has the colour of late tasks", others == [], others)
    ticks = lambda code: of(code, "return card.querySelectorAll('.tick:not(.off)').length")
    check("a priority is one to three ticks", (ticks("b2c3d4"), ticks("b2c3d6")) == (3, 1), (ticks("b2c3d4"), ticks("b2c3d6")))
    rest = of("b2c3d4", "return [...card.querySelectorAll('[data-rest]')].map((each) => [each.title, each.firstChild.textContent])")
    check("the tags and people without room are counted and named", rest == [["+e5, +f6", "+2"], ["@dan, @eve", "+2"]], rest)
    line = lambda code: of(code, "return card.querySelector('.people').parentElement.className")
    check("people are on the line of the title if nothing else is below it", line("b2c3d5") == "card-head", line("b2c3d5"))
    check("people are otherwise at the end of the facts", line("b2c3d6") == "facts" and line("b2c3d4") == "facts", line("b2c3d6"))
    described = of("b2c3d4", "return card.querySelector('.card-title').getAttribute('aria-describedby').split(' ').map((id) => document.getElementById(id).textContent).join(' ')")
    check("the facts describe the card to screen readers", all(word in described for word in ("high", "+a1", "+f6", "@ann", "@eve", "1/2")), described)

    # The texts.
    lines = of("b2c3d7", "const title = card.querySelector('.card-title'); return title.clientHeight / parseFloat(getComputedStyle(title).lineHeight)")
    check("a title has at most three lines", 2.5 < lines < 3.2, lines)
    excerpt = of("b2c3d4", "return card.querySelector('.excerpt').textContent")
    check("tables and code are excerpted as words", excerpt == "Tiles · 140\nNails · 9\nmake *all*", excerpt)
    check("a title has its own direction", style("b2c3d8", ".card-title", "direction") == "rtl" and style("b2c3d7", ".card-title", "direction") == "ltr")
    title = of("b2c3d9", "return card.querySelector('.card-title').textContent")
    check("a title cannot reverse its text", title == "photognp.exe and more", title)
    left = board.js("return [...document.querySelectorAll('body *')].some((each) => [each.title, each.ariaLabel, each.textContent].some((text) => /[\\u202a-\\u202e\\u2066-\\u2069]/.test(text ?? '')))")
    check("no text of the page has characters that reverse others", not left)
    board.js("location.hash = '#/task/b2c3d9'")
    board.until(lambda: board.find("#panel .panel-title"))
    left = board.js("return /[\\u202a-\\u202e\\u2066-\\u2069]/.test(document.querySelector('#panel').textContent)")
    check("neither has the page of the task", not left)
    board.keys(Keys.ESCAPE)

    # The colours of tags, on each background of a card.
    measure = """const canvas = new OffscreenCanvas(1, 1).getContext('2d', { willReadFrequently: true });
        const light = (colour) => { canvas.fillStyle = colour; canvas.fillRect(0, 0, 1, 1);
            const [r, g, b] = [...canvas.getImageData(0, 0, 1, 1).data].slice(0, 3).map((each) => each / 255).map((c) => c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4);
            return 0.2126 * r + 0.7152 * g + 0.0722 * b; };
        const root = getComputedStyle(document.documentElement); const value = (name) => root.getPropertyValue(name).trim();
        const ratios = [];
        for (const back of ['--card', '--tint', '--note-tint', '--raised', '--column']) for (let tag = 0; tag < 5; tag += 1) {
            const [a, b] = [light(value(`--tag${tag}`)), light(value(back))];
            ratios.push((Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05));
        }
        return Math.min(...ratios)"""
    for theme in ("light", "dark"):
        board.media("prefers-color-scheme", theme)
        ratio = board.until(lambda: board.js(measure))
        check(f"the colours of tags have contrast in the {theme} theme", ratio >= 4.5, ratio)
    board.media("forced-colors", "active")
    colours = board.js("return [...new Set([...document.querySelectorAll('.card .mark[data-tone=tag]')].map((each) => getComputedStyle(each).color))]")
    check("forced colours replace those of tags", len(colours) == 1, colours)
    log = board.log()
    check("the page logs no errors", not log, log)
end()

"""A large board: columns load as they are scrolled."""

from board import *

TASKS = 450

address, folder = start()
for number in range(TASKS):
    path = os.path.join(folder.path, "ideas", f"many-{number:04}.md")
    with open(path, "w", encoding="utf-8") as file:
        file.write(f"---\ntitle: Idea {number:04}\nrank: t{number:04}m\n---\nThe body of it.\n")
run("git", "add", "-A", cwd=folder.path)
run("git", "commit", "-qm", "Add many ideas", cwd=folder.path)
with Board() as board:
    board.open(address)
    shown = lambda: len(board.titles("ideas"))
    check("the column shows the count of all its tasks", board.until(lambda: board.texts('[data-state="ideas"] .count')[0] == str(TASKS + 11)), board.texts('[data-state="ideas"] .count'))
    time.sleep(1)
    check("the column shows the first 100 tasks", shown() == 100, shown())
    asked = board.js("return performance.getEntriesByType('resource').map((each) => each.name).filter((name) => name.includes('/api/'))")
    limits = [name.split("limit=")[1].split("&")[0] for name in asked if "/api/board?" in name]
    check("the cards of one screen are requested before the others", int(limits[0]) < 20 and limits[1] == "100", limits)
    check("a browser that has just signed in asks for no proof of the server", not any("/session/proof" in name for name in asked), asked)
    paint = board.js("return performance.getEntriesByName('first-contentful-paint')[0]?.startTime")
    check(f"the first paint comes after {paint:.0f} ms", paint < 3000, paint)

    # More cards are loaded while one is dragged towards the end of the column.
    moved = board.titles("ideas")[0]
    bottom = board.edge(board.find('[data-state="ideas"] .cards'), 1)
    board.drag_mouse(board.middle(board.card(moved)), (bottom[0], bottom[1] - 12), release=False)
    seen = """const list = document.querySelector('[data-state=ideas] .cards');
        return [...list.querySelectorAll('.card:not(.lifted)')].filter((card) => card.offsetTop < list.scrollTop + list.clientHeight).length"""
    check("cards are loaded while one is dragged", board.until(lambda: board.js(seen) > 130, seconds=30), [shown(), board.js(seen)])
    board.mouse("mouseMoved", bottom[0], bottom[1] - 160, buttons=1)
    gap = """const gap = document.querySelector('[data-state=ideas] .gap');
        const near = (element, next) => { do element = element[next]; while (element?.classList.contains('lifted')); return element?.querySelector('.card-title').textContent; };
        return [near(gap, 'previousElementSibling'), near(gap, 'nextElementSibling')]"""
    beside = board.until(lambda: board.js(gap))
    board.mouse("mouseReleased", bottom[0], bottom[1] - 160)
    around = lambda: (lambda titles, at: [titles[at - 1], titles[at + 1]])(board.titles("ideas"), board.titles("ideas").index(moved))
    check("the card is where it was dropped, below the first 100", board.until(lambda: around() == beside) and board.titles("ideas").index(moved) > 100, [around(), beside])
    rank = lambda title: folder.text(title).split("rank: ")[1].split("\n")[0]
    check("its file has that place", board.until(lambda: rank(beside[0]) < rank(moved) < rank(beside[1])), [rank(each) for each in (beside[0], moved, beside[1])])

    scroll = "document.querySelector('[data-state=ideas] .cards').scrollTop = 1e6"
    for _ in range(8):
        board.js(scroll)
        time.sleep(0.25)
    check("scrolling shows the rest", board.until(lambda: (board.js(scroll), shown() == TASKS + 11)[1]), shown())
    top = board.js("return document.querySelector('[data-state=ideas] .cards').scrollTop")
    folder.replace("Idea 0449", "title: Idea 0449", "title: The last idea")
    check("a change at the end of the column appears", board.until(lambda: "The last idea" in board.titles("ideas")))
    check("loaded cards stay loaded", shown() == TASKS + 11, shown())
    check("the column does not scroll", abs(board.js("return document.querySelector('[data-state=ideas] .cards').scrollTop") - top) < 2)

    # A drop at an exact position far down. Positions are found by halving, since each takes a while.
    board.js("""window.positions = 0;
        for (const [owner, name] of [[HTMLElement.prototype, 'offsetTop'], [Element.prototype, 'getBoundingClientRect']]) {
            const own = Object.getOwnPropertyDescriptor(owner, name);
            const counting = own.get ? { get() { window.positions += 1; return own.get.call(this); } }
                : { value() { window.positions += 1; return own.value.call(this); } };
            Object.defineProperty(owner, name, { ...own, ...counting });
        }""")
    steps = 8
    board.drag_mouse(board.middle(board.card("The last idea")), board.edge(board.card("Idea 0446"), 0.3), steps=steps)
    positions = board.js("return window.positions")
    check("a step of a drag looks at few of the cards", positions < 150 * steps, positions)
    check("a card can be dropped between two others far down", board.until(lambda: ["Idea 0445", "The last idea", "Idea 0446"] == board.titles("ideas")[-6:-3]), board.titles("ideas")[-6:])

    # The top and bottom of a partly loaded column.
    board.driver.get(board.origin)
    board.driver.refresh()
    board.settle()
    first = board.titles("ideas")[0]
    board.js("document.querySelector(`[data-task=\"${arguments[0]}\"] a`).focus()", board.id(first))
    board.keys(">")
    time.sleep(0.5)
    ids = board.api("/api/board?limit=1000")[1]
    last = next(column for column in ids["columns"] if column["state"] == "ideas")["tasks"][-1]["title"]
    check("> moves a card below all others, even those not loaded", board.until(lambda: next(column for column in board.api("/api/board?limit=1000")[1]["columns"] if column["state"] == "ideas")["tasks"][-1]["title"] == first), last)
    # A long body: its beginning appears first.
    items = 3000
    folder.write("ideas", "long-body-b2b2b2.md", "---\ntitle: Long body\n---\n" + "".join(f"- [ ] item {number}\n" for number in range(items)))
    board.until(lambda: "b2b2b2" in str(board.api("/api/board?limit=1000")[1]))
    board.js("""window.least = Infinity;
        const look = () => { const count = document.querySelectorAll('#panel .body li').length; if (count) window.least = Math.min(window.least, count); requestAnimationFrame(look); };
        look(); location.hash = '#/task/b2b2b2';""")
    count = lambda: board.js("return document.querySelectorAll('#panel .body li').length")
    check("a long body is shown completely", board.until(lambda: count() == items), count())
    least = board.js("return window.least")
    check("the beginning of a long body is shown first", least < items, least)
    log = board.log()
    check("the page logs no errors", not log, log)
end()

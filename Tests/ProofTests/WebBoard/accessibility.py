"""Checks each screen of the page with axe-core, and what axe-core does not check: field borders, touch
targets, visible focus, forced colours, reduced motion, text spacing, narrow and zoomed screens.

AXE is the path of axe-core's script; without it, the axe checks fail.
"""

from board import *

TAGS = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]

HELPERS = r"""
const seen = (element) => element.checkVisibility({ visibilityProperty: true }) && element.getClientRects().length > 0;
const describe = (element) => element.tagName.toLowerCase() + (element.id ? '#' + element.id : '') + [...element.classList].map((each) => '.' + each).join('');
const root = [...document.querySelectorAll('dialog[open]')].at(-1) ?? document.body;
"""

CONTRAST = r"""
const parse = (color) => { const [r, g, b, a = 1] = color.match(/[\d.]+/g).map(Number); return { r, g, b, a }; };
const over = (top, below) => ({ r: top.r * top.a + below.r * (1 - top.a), g: top.g * top.a + below.g * (1 - top.a), b: top.b * top.a + below.b * (1 - top.a), a: 1 });
const background = (element) => {
    const layers = [];
    for (let each = element; each; each = each.parentElement) {
        const color = parse(getComputedStyle(each).backgroundColor);
        if (color.a > 0) layers.push(color);
        if (color.a === 1) break;
    }
    return layers.reverse().reduce((below, top) => over(top, below), { r: 255, g: 255, b: 255, a: 1 });
};
const luminance = ({ r, g, b }) => [r, g, b].map((part) => part / 255).map((part) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4)).reduce((sum, part, index) => sum + part * [0.2126, 0.7152, 0.0722][index], 0);
const contrast = (a, b) => { const [x, y] = [luminance(a), luminance(b)].sort((p, q) => q - p); return (x + 0.05) / (y + 0.05); };
"""

# Computes the contrast of text that is partly covered or scrolled away, which axe reports as incomplete.
RUN_AXE = HELPERS + CONTRAST + r"""
const [tags, done] = arguments;
const listed = (rules) => rules.flatMap(({ id, nodes }) => nodes.map(
    (node) => `${id}: ${node.target.join(' ')}: ${node.failureSummary.split('\n').slice(1).join(';').trim()}`));
const low = (rules) => rules.filter(({ id }) => id === 'color-contrast').flatMap(({ nodes }) => nodes).flatMap(({ target }) => {
    const element = document.querySelector(target.at(-1));
    const below = background(element);
    const ratio = contrast(over(parse(getComputedStyle(element).color), below), below);
    return ratio < 4.5 ? [`contrast ${ratio.toFixed(2)}: ${describe(element)}`] : [];
});
axe.run(document, { runOnly: { type: 'tag', values: tags }, resultTypes: ['violations', 'incomplete'] }).then(
    ({ violations, incomplete }) => done([...listed(violations), ...low(incomplete)]),
    (error) => done([`axe failed: ${error}`]));
"""

# The contrast of field borders (WCAG 1.4.11), and touch targets of 44 by 44 pixels.
EDGES_AND_TARGETS = HELPERS + CONTRAST + r"""
const problems = [];
for (const element of root.querySelectorAll('.field')) {
    if (!seen(element)) continue;
    const ratio = contrast(parse(getComputedStyle(element).borderTopColor), background(element.parentElement));
    if (ratio < 3) problems.push(`edge ${ratio.toFixed(2)}: ${describe(element)}`);
}
if (matchMedia('(pointer: coarse)').matches) {
    for (const element of root.querySelectorAll('button, input:not([type=hidden]), select, textarea, [role=menuitem], [role=option]')) {
        if (!seen(element) || element.closest('[inert]')) continue;
        const box = (element.matches('[type=checkbox]') ? element.closest('label') ?? element : element).getBoundingClientRect();
        if (box.height < 43.5 || box.width < 43.5) problems.push(`target ${Math.round(box.width)}x${Math.round(box.height)}: ${describe(element)}`);
    }
}
return [...new Set(problems)];
"""

# Whether the focused element shows its focus, and is not covered (WCAG 2.4.7 and 2.4.11). Scrolling
# elements, and cards that are not drawn until scrolled to, clip whatever is outside them.
FOCUS = HELPERS + r"""
const element = document.activeElement;
if (!element || element === document.body) return 'nothing';
const outlined = (each) => { const style = getComputedStyle(each); return style.outlineStyle !== 'none' && parseFloat(style.outlineWidth) >= 2; };
const face = element.closest('.card')?.querySelector('.card-face');
if (!outlined(element) && !(face && outlined(face))) return 'not shown: ' + describe(element);
const shown = outlined(element) ? element : face;
const reach = parseFloat(getComputedStyle(shown).outlineOffset) + 2;
const { left, top: above, right, bottom } = shown.getBoundingClientRect();
for (let each = shown.parentElement; each && each !== document.body; each = each.parentElement) {
    const style = getComputedStyle(each);
    if (style.overflowY === 'visible' && style.contentVisibility === 'visible') continue;
    const edge = each.getBoundingClientRect();
    if (left - reach < edge.left - 0.5 || right + reach > edge.right + 0.5 || above - reach < edge.top - 0.5 || bottom + reach > edge.bottom + 0.5) return `cut off by ${describe(each)}: ${describe(shown)}`;
}
const box = element.getBoundingClientRect();
const top = document.elementFromPoint(box.left + box.width / 2, box.top + box.height / 2);
return top && (element.contains(top) || top.contains(element) || element.labels?.[0]?.contains(top)) ? '' : 'covered: ' + describe(element);
"""

# Text that is cut off, and elements that overflow the screen without a way to scroll there.
# Cards and calendar entries cut long titles on purpose: the task page shows them in full.
CUT = HELPERS + r"""
const problems = [];
const scrolls = (element) => /auto|scroll/.test(getComputedStyle(element).overflowX);
for (const element of root.querySelectorAll('*')) {
    if (!seen(element) || element.closest('.visually-hidden, .card-title, .chip-task, .excerpt, .menu-title, [inert], svg, option')) continue;
    const style = getComputedStyle(element);
    if (style.clipPath !== 'none' || element.closest('.column-head') && innerWidth <= 640) continue;
    if (/hidden|clip/.test(style.overflowY) && element.scrollHeight > element.clientHeight + 1 && element.textContent.trim()) problems.push('cut below: ' + describe(element));
    if (/hidden|clip/.test(style.overflowX) && element.scrollWidth > element.clientWidth + 1 && element.textContent.trim()) problems.push('cut at the side: ' + describe(element));
    let within = false;
    for (let each = element.parentElement; each && each !== document.body; each = each.parentElement) within ||= scrolls(each) && each.matches('#board, #views, #segments, pre, .table');
    const box = element.getBoundingClientRect();
    if (!within && box.width && (box.right > innerWidth + 1 || box.left < -1) && element.id !== 'skip') problems.push(`over the side by ${Math.round(box.right - innerWidth)}: ${describe(element)}`);
    if (scrolls(element) && element.scrollWidth > element.clientWidth + 1 && !element.matches('#board, #views, #segments, pre, .table, input, textarea, select')) problems.push('scrolls sideways: ' + describe(element));
}
if (document.documentElement.scrollWidth > innerWidth) problems.push('the page scrolls sideways');
return [...new Set(problems)];
"""

# The text spacing of WCAG 1.4.12. A style sheet that a script adopts is not subject to the page's
# content security policy.
SPACED = r"""
const sheet = new CSSStyleSheet();
sheet.replaceSync('* { line-height: 1.5 !important; letter-spacing: 0.12em !important; word-spacing: 0.16em !important } p { margin-bottom: 2em !important }');
document.adoptedStyleSheets = [sheet];
"""

address, folder = start()
token = open(os.path.join(folder.path, ".git", "pmd", "token"), encoding="utf-8").read().strip()
origin = "/".join(address.split("/")[:3])
axe = ""
if os.path.isfile(os.environ.get("AXE", "")):
    axe = open(os.environ["AXE"], encoding="utf-8").read()
check("axe-core is installed, so that axe can run", axe)


def audit(board, place):
    """Runs axe, which the driver injects past the page's policy, and checks borders and targets."""
    time.sleep(0.25)
    if axe:
        if not board.js("return Boolean(window.axe)"):
            board.js(axe)
        found = board.driver.execute_async_script(RUN_AXE, TAGS)
        check(f"{place}: axe", not found, found)
    problems = board.js(EDGES_AND_TARGETS)
    check(f"{place}: borders and targets", not problems, problems)


def reach(board, condition, seconds=8):
    """Waits until a screen is open: a missing screen would pass every check."""
    if not board.until(condition, seconds=seconds):
        check("the screen opens", False, [board.texts("dialog[open] h2"), board.texts("#banner"), board.toasts()])


def act(board, name):
    """Presses the key of an action, wherever the focus is."""
    board.driver.execute_async_script(
        """const [name, done] = arguments;
        fetch('/api/words').then((answer) => answer.json()).then(({ actions }) => {
            const { key } = actions.find((each) => each.name === name);
            document.body.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }));
            done();
        })""", name)


def places(board):
    """Opens each screen in turn, and yields its name."""
    show = lambda hash: board.js("location.hash = arguments[0]", hash)
    board.js("document.activeElement.blur()")
    yield "the board"
    show("#/task/" + board.id("Oil the stairs"))
    board.open_part("details")
    board.open_part("history")
    reach(board, lambda: board.find("#panel .conflicts") and board.find("#panel .history"))
    yield "a task with a conflict"
    show("#/task/" + board.id("Fix the roof"))
    reach(board, lambda: "Fix the roof" in board.texts("#panel .panel-title") and board.find("#panel .history"))
    yield "a task"
    show("#/task/" + board.id("Fix the roof") + "/edit")
    reach(board, lambda: board.find(".task-form"))
    board.js("document.querySelector('.form-more').open = true")
    yield "the form"
    for name in ("due", "tags"):
        board.js("document.querySelector(`.task-form #chip-${arguments[0]}`).click()", name)
        reach(board, lambda: board.find(".popover"))
        yield f"the picker of {name}"
        board.keys(Keys.ESCAPE)
        reach(board, lambda: not board.find(".popover"))
    show("#/")
    reach(board, lambda: not board.visible("#panel"))
    for name, ready in (("settings", "dialog.settings"), ("help", "dialog.help"), ("palette", "dialog.palette li"), ("board-history", "dialog .history"), ("past", "dialog.prompt"), ("calendar", ".calendar [data-day]"), ("add", ".quick-add")):
        act(board, name)
        reach(board, lambda: board.find(ready))
        yield name
        board.keys(Keys.ESCAPE)
        reach(board, lambda: not board.find("dialog[open], .quick-add"))
    act(board, "palette")
    reach(board, lambda: board.find("dialog.palette li"))
    board.js("[...document.querySelectorAll('dialog.palette li')].find((each) => /Statistics|통계/.test(each.textContent)).click()")
    reach(board, lambda: board.find(".stats-table"))
    yield "the statistics"
    board.keys(Keys.ESCAPE)
    reach(board, lambda: not board.find("dialog[open]"))
    board.js("document.querySelector('.card-menu').click()")
    reach(board, lambda: board.find("[role=menu]"))
    yield "the menu"
    board.js("[...document.querySelectorAll('[role=menu] [aria-haspopup]')].find((each) => /Tag|태그/.test(each.textContent)).click()")
    reach(board, lambda: board.find(".menu-back, [role=menu] + [role=menu]"))
    yield "a submenu"
    board.keys(Keys.ESCAPE, Keys.ESCAPE)
    reach(board, lambda: not board.find("[role=menu]"))
    board.js("document.querySelector('.card .mark[data-kind=tag][data-value]').click()")
    reach(board, lambda: board.visible("#filters"))
    yield "a filter"
    board.js("document.querySelector('#filters .icon-button').click()")
    reach(board, lambda: not board.visible("#filters"))


def close_toasts(board):
    board.js("document.querySelectorAll('.toast .icon-button').forEach((each) => each.click())")


def states(board):
    """Brings the board into each state that shows a message, and yields the state's name."""
    search = lambda words: board.js(
        "const field = document.querySelector('#search'); document.documentElement.classList.add('searching'); field.focus(); field.value = arguments[0]; field.dispatchEvent(new Event('input'))", words)
    search("+hou")
    reach(board, lambda: board.visible(".search-box [role=option]"))
    yield "completions of a search"
    search("+house")
    reach(board, lambda: any(word in board.texts(".column-head .count")[0] for word in (" of ", "중")))
    board.js("document.activeElement.blur()")
    yield "search results"
    search("due:nonsense")
    reach(board, lambda: board.visible("#query-problem"))
    board.js("document.activeElement.blur()")
    yield "a search with an error"
    search("")
    board.js("document.activeElement.blur()")
    reach(board, lambda: board.id("Take the boots to the cobbler"))

    act(board, "past")
    reach(board, lambda: board.find("dialog.prompt input"))
    board.keys("yesterday", Keys.ENTER)
    reach(board, lambda: board.find("#banner .past"))
    yield "the board as of another day"
    board.click("#banner .past button")
    reach(board, lambda: not board.find("#banner .past") and board.id("Take the boots to the cobbler"))

    title = "Take the boots to the cobbler"
    board.js("document.querySelector(`[data-task=\"${arguments[0]}\"] a`).focus()", board.id(title))
    act(board, "delete")
    reach(board, lambda: board.find(".toast-act"))
    yield "a toast"
    board.click(".toast-act")
    reach(board, lambda: board.id(title))
    board.driver.execute_async_script("""const edition = new URL(document.querySelector('script[src]').src).pathname.split('/').at(-2);
        import(`/${edition}/early.js`).then(({ $modules }) => { $modules['core/toasts.js'].fail('The disk is full.'); arguments[0](); })""")
    yield "an error"
    close_toasts(board)

    # Both sides change a title while the server is unreachable.
    board.network(False)
    board.js("location.hash = `#/task/${arguments[0]}/edit`", board.id(title))
    reach(board, lambda: board.find(".task-form [name=title]"))
    field = board.find(".task-form [name=title]")
    field.send_keys(Keys.CONTROL, "a")
    field.send_keys("My boots")
    board.chord(Keys.CONTROL, Keys.ENTER)
    reach(board, lambda: board.id("My boots") and not board.find(".task-form"))
    board.js("location.hash = ''")
    reach(board, lambda: board.find("#banner .offline") and not board.visible("#panel"))
    yield "without the server"
    folder.replace(title, f"title: {title}", "title: Their boots")
    board.network(True)
    board.js("dispatchEvent(new Event('online'))")
    reach(board, lambda: board.find("#banner .needs-you"), seconds=30)
    yield "a rejected change"
    board.js("document.querySelector('#banner .needs-you button').click()")
    reach(board, lambda: board.find("dialog.needs-you .sides"))
    yield "the list of rejected changes"
    board.js("document.querySelector('dialog.needs-you .buttons button:last-child').click()")
    reach(board, lambda: not board.find("dialog[open]") and board.id("Their boots"))
    folder.replace("Their boots", "title: Their boots", f"title: {title}")
    reach(board, lambda: board.id(title))
    close_toasts(board)


def tour(board, kind):
    for place in places(board):
        audit(board, f"{kind}, {place}")
    for state in states(board):
        audit(board, f"{kind}, {state}")


def sign_in(board, kind=None):
    """Signs in with the token: the address's code works for one browser only."""
    board.driver.get(origin)
    reach(board, lambda: board.find("#sign-in"))
    if kind:
        audit(board, f"{kind}, the sign-in page")
    board.find("#sign-in input").send_keys(token, Keys.ENTER)
    reach(board, lambda: not board.find("#sign-in"))
    board.settle()


def focus_is_seen(board, place, stops):
    """Walks through a screen with Tab."""
    hidden, count = [], 0
    for _ in range(stops):
        board.keys(Keys.TAB)
        seen = board.js(FOCUS)
        if seen == "nothing":
            break
        count += 1
        if seen:
            hidden.append(seen)
    check(f"{place}: the focus is visible at each of {count} stops", count > 2 and not hidden, hidden)


def screen(board, width, height, scale=1):
    board.cdp("Emulation.setDeviceMetricsOverride", {"width": width, "height": height, "deviceScaleFactor": scale, "mobile": False})
    time.sleep(0.2)


def nothing_is_cut(board, kind):
    for place in places(board):
        time.sleep(0.25)
        problems = board.js(CUT)
        check(f"{kind}, {place}: nothing is cut", not problems, problems)


with Board(width=1280, height=900) as board:
    sign_in(board, "light")
    tour(board, "light")

    # The structure that screen readers use.
    roles = {}
    for node in board.cdp("Accessibility.getFullAXTree")["nodes"]:
        if not node.get("ignored"):
            roles.setdefault(node.get("role", {}).get("value"), []).append(node.get("name", {}).get("value"))
    lists = roles.get("list", [])
    check("each column is a list with its name and count", all(any(f"{state}, " in (each or "") for each in lists) for state in ("ideas", "todo", "doing", "done")), lists)
    check("each card has a menu whose name includes its title", "Actions: Fix the roof" in roles.get("button", []), roles.get("button", [])[:9])
    check("the page declares its language", board.js("return document.documentElement.lang") == "en")

    # The focus.
    board.js("document.querySelector('#skip').focus()")
    focus_is_seen(board, "the board", 30)
    board.js("location.hash = arguments[0]", "#/task/" + board.id("Oil the stairs"))
    board.open_part("details")
    board.open_part("history")
    reach(board, lambda: board.find("#panel .conflicts") and board.find("#panel .history"))
    focus_is_seen(board, "a task", 10)
    board.js("location.hash = arguments[0]", "#/task/" + board.id("Fix the roof") + "/edit")
    reach(board, lambda: board.find(".task-form"))
    focus_is_seen(board, "the form", 12)
    board.js("location.hash = ''")
    reach(board, lambda: not board.visible("#panel"))
    act(board, "settings")
    reach(board, lambda: board.find("dialog.settings"))
    focus_is_seen(board, "the settings", 24)
    board.keys(Keys.ESCAPE)
    reach(board, lambda: not board.find("dialog[open]"))

    # Preferences of the system or the browser.
    board.media("forced-colors", "active")
    time.sleep(0.2)
    check("cards keep their borders with forced colours", board.js("return getComputedStyle(document.querySelector('.card-face')).borderTopStyle") == "solid")
    board.media("prefers-reduced-motion", "reduce")
    moves = lambda: board.js("return document.getAnimations().map((each) => each.animationName ?? each.transitionProperty)")
    for place in places(board):
        moving = moves()
        check(f"reduced motion, {place}: nothing moves", not moving, moving)
    board.media("prefers-color-scheme", "light")
    screen(board, 320, 640)
    nothing_is_cut(board, "320 pixels wide")
    screen(board, 640, 450, 2)
    nothing_is_cut(board, "zoomed to 200 %")
    screen(board, 1280, 900)
    board.js(SPACED)
    nothing_is_cut(board, "spaced text")

for kind, options in (
    ("dark", {"dark": True}), ("Korean", {"language": "ko"}), ("phone", {"width": 390, "height": 844, "touch": True}),
):
    with Board(**options) as board:
        sign_in(board, kind)
        tour(board, kind)
end()

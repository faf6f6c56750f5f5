"""Names, roles, contrast, sizes of targets and visible focus, over the document as it is drawn."""

from board import *

AUDIT = r"""
const problems = [];
const seen = (element) => element.checkVisibility({ opacityProperty: false, visibilityProperty: true }) && element.getClientRects().length > 0;
const describe = (element) => element.tagName.toLowerCase() + (element.id ? '#' + element.id : '') + (element.className && typeof element.className === 'string' ? '.' + element.className.split(' ').join('.') : '');
const name = (element) => {
    const by = element.getAttribute('aria-labelledby');
    if (by) return by.split(' ').map((id) => document.getElementById(id)?.textContent ?? '').join(' ').trim();
    const own = element.getAttribute('aria-label') ?? (element.labels?.length ? [...element.labels].map((each) => each.textContent).join(' ') : '');
    return (own || element.textContent || element.title || '').trim();
};
const roots = [...document.querySelectorAll('dialog[open]')].slice(-1);
const root = roots[0] ?? document.body;

// Names.
for (const element of root.querySelectorAll('button, a[href], input, select, textarea, [role=menuitem], [role=option], dialog, nav, main, aside, ul[role=list], table')) {
    if (!seen(element) || element.matches('table')) continue;
    if (!name(element)) problems.push('no name: ' + describe(element));
}
// IDs that are named exist, and none is there twice.
for (const element of document.querySelectorAll('[aria-controls], [aria-labelledby], [aria-describedby], [aria-activedescendant]')) {
    for (const attribute of ['aria-controls', 'aria-labelledby', 'aria-describedby', 'aria-activedescendant']) {
        for (const id of (element.getAttribute(attribute) ?? '').split(' ').filter(Boolean)) {
            if (!document.getElementById(id)) problems.push(`${attribute} of ${describe(element)} names nothing: ${id}`);
        }
    }
}
const ids = [...document.querySelectorAll('[id]')].map((each) => each.id);
for (const id of new Set(ids.filter((id, index) => ids.indexOf(id) !== index))) problems.push('twice: #' + id);

// Contrast of text, against the background that is below it.
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
const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
const bad = new Set();
while (walker.nextNode()) {
    const element = walker.currentNode.parentElement;
    if (!walker.currentNode.textContent.trim() || !seen(element) || element.closest('[disabled], .visually-hidden, script, style, noscript, [inert]')) continue;
    const style = getComputedStyle(element);
    if (style.clipPath !== 'none' || element.offsetWidth <= 1) continue;
    const below = background(element);
    const ratio = contrast(over(parse(style.color), below), below);
    const size = parseFloat(style.fontSize);
    const isLarge = size >= 24 || size >= 18.66 && Number(style.fontWeight) >= 700;
    if (ratio < (isLarge ? 3 : 4.5)) bad.add(`contrast ${ratio.toFixed(2)}: ${describe(element)}`);
}
problems.push(...bad);
// Edges of fields.
for (const element of root.querySelectorAll('.field')) {
    if (!seen(element)) continue;
    const ratio = contrast(parse(getComputedStyle(element).borderTopColor), background(element.parentElement));
    if (ratio < 3) problems.push(`edge ${ratio.toFixed(2)}: ${describe(element)}`);
}
// Sizes of targets: 44 by 44 on touch screens, 24 by 24 elsewhere (WCAG 2.2, 2.5.8).
const least = matchMedia('(pointer: coarse)').matches ? 44 : 24;
for (const element of root.querySelectorAll('button, input:not([type=hidden]), select, textarea, [role=menuitem], [role=option]')) {
    if (!seen(element) || element.closest('[inert]')) continue;
    const box = (element.matches('[type=checkbox]') ? element.closest('label') ?? element : element).getBoundingClientRect();
    if (box.height < least - 0.5 || box.width < Math.min(least, 44) - 0.5) problems.push(`target ${Math.round(box.width)}x${Math.round(box.height)}: ${describe(element)}`);
}
// Nothing is focusable and hidden.
for (const element of root.querySelectorAll('[aria-hidden=true] :is(a[href], button, input), [aria-hidden=true]:is(a[href], button, input)')) {
    if (seen(element) && !element.closest('[inert]')) problems.push('hidden but focusable: ' + describe(element));
}
// Headings in order.
let level = 0;
for (const heading of root.querySelectorAll('h1, h2, h3, h4, h5, h6')) {
    if (!seen(heading) || heading.closest('.body')) continue;
    const own = Number(heading.tagName[1]);
    if (level && own > level + 1) problems.push(`heading ${level} to ${own}: ${describe(heading)}`);
    level = own;
}
return [...new Set(problems)];
"""

FOCUS = r"""
const element = document.activeElement;
if (!element || element === document.body) return 'nothing';
const shown = (each) => { const style = getComputedStyle(each); return style.outlineStyle !== 'none' && parseFloat(style.outlineWidth) >= 2; };
const card = element.closest('.card')?.querySelector('.card-face');
return shown(element) || card && shown(card) ? '' : element.outerHTML.slice(0, 120);
"""

address, folder = start()


def audit(board, place):
    time.sleep(0.3)
    problems = board.js(AUDIT)
    check(f"{place}: names, contrast, targets", not problems, problems)


def tour(board, kind):
    """Looks at each thing that can be open."""
    audit(board, f"{kind}, the board")
    show = lambda hash: board.js("location.hash = arguments[0]", hash)
    show("#/task/" + board.id("Oil the stairs"))
    board.until(lambda: board.find("#panel .fields"))
    audit(board, f"{kind}, a task with a conflict")
    show("#/task/" + board.id("Fix the roof"))
    board.until(lambda: "Fix the roof" in board.texts("#panel .panel-title") and board.find("#panel .history"))
    audit(board, f"{kind}, a task")
    show("#/task/" + board.id("Fix the roof") + "/edit")
    board.until(lambda: board.find(".task-form"))
    audit(board, f"{kind}, the form")
    show("#/")
    board.until(lambda: not board.visible("#panel"))
    for name, ready in (("settings", "dialog.settings"), ("help", "dialog.help"), ("palette", "dialog.palette li"), ("board-history", "dialog .history"), ("add", ".quick-add")):
        board.js("document.dispatchEvent(new CustomEvent('pmd-action', { detail: { name: arguments[0] } }))", name)
        board.until(lambda: board.find(ready))
        audit(board, f"{kind}, {name}")
        board.keys(Keys.ESCAPE)
        board.until(lambda: not board.find("dialog[open], .quick-add"))
    board.js("document.querySelector('.card-menu').click()")
    board.until(lambda: board.find("[role=menu]"))
    audit(board, f"{kind}, the menu")
    board.keys(Keys.ESCAPE)


with Board(width=1280, height=900) as board:
    board.open(address)
    tour(board, "light")
    board.media("prefers-color-scheme", "dark")
    tour(board, "dark")

    # The structure that a screen reader reads.
    tree = board.cdp("Accessibility.getFullAXTree")["nodes"]
    roles = {}
    for node in tree:
        if not node.get("ignored"):
            roles.setdefault(node.get("role", {}).get("value"), []).append(node.get("name", {}).get("value"))
    check("there is one main part and one banner", len(roles.get("main", [])) == 1 and len(roles.get("banner", [])) == 1, sorted(roles))
    lists = roles.get("list", [])
    check("each column is a list with its name and count", all(any(f"{state}, " in (each or "") for each in lists) for state in ("ideas", "todo", "doing", "done")), lists)
    check("each card has a menu that names it", any(each == "Actions: Fix the roof" for each in roles.get("button", [])), roles.get("button", [])[:9])
    check("the language is told", board.js("return document.documentElement.lang") == "en")

    # By Tab through the page: each stop shows the focus.
    board.js("document.querySelector('#skip').focus()")
    hidden, stops = [], 0
    for _ in range(30):
        board.keys(Keys.TAB)
        seen = board.js(FOCUS)
        if seen == "nothing":
            break
        stops += 1
        if seen:
            hidden.append(seen)
    check(f"the focus is seen at each of {stops} stops", stops > 15 and not hidden, hidden)
    board.media("forced-colors", "active")
    time.sleep(0.2)
    check("forced colours keep the edges of cards", board.js("return getComputedStyle(document.querySelector('.card-face')).borderTopStyle") == "solid")

with Board(width=390, height=844, touch=True) as board:
    board.driver.get("about:blank")
    # The code of the address was used: the token signs in too.
    token = open(os.path.join(folder.path, ".git", "pmd", "token")).read().strip()
    origin = "/".join(address.split("/")[:3])
    board.driver.get(origin)
    board.driver.execute_async_script("""fetch('/api/session', { method: 'POST', headers: { 'Content-Type': 'application/json' },
        body: JSON.stringify({ token: arguments[0] }) }).then((answer) => arguments[1](answer.status))""", token)
    board.open(origin)
    tour(board, "phone")
end()

"""The page executes and loads nothing from a file, and parses none of it as HTML."""

from board import *

ATTACKS = [
    "<img src=x onerror=hit()>",
    "<script>hit()</script>",
    "<svg onload=hit()>",
    "\"><iframe src=javascript:hit()>",
    "{{hit()}} ${hit()} <b>bold</b>",
    "\u202egnp.exe <a href=javascript:hit()>x</a>",
    "</title></style></textarea><img src=x onerror=hit()>",
]
BODY = """# <img src=x onerror=hit()>

<script>hit()</script>

[a link](javascript:hit()) [another](data:text/html,hit) [third]( JaVaScRiPt:hit())
![a picture](http://example.org/x.png) <http://example.org/> <img src="http://example.org/y.png">

| a | b |
|---|---|
| <img src=x onerror=hit()> | `<script>hit()</script>` |

- [ ] <img src=x onerror=hit()>

```html
<script>hit()</script>
```

<style>* { display: none !important }</style>
<form action=http://example.org><input name=x><button>send</button></form>
"""

address, folder = start()
with Board() as board:
    board.open(address)
    board.cdp("Page.addScriptToEvaluateOnNewDocument", {"source": """
        window.hits = 0; window.hit = () => { window.hits += 1; };
        for (const name of ['alert', 'confirm', 'prompt']) window[name] = window.hit;
        window.violations = [];
        addEventListener('securitypolicyviolation', (event) => violations.push(event.violatedDirective + ' ' + event.blockedURI));"""})
    for index, attack in enumerate(ATTACKS):
        quoted = attack.replace("'", "''")
        folder.write("todo", f"attack-h{index + 2}k3p{index + 2}.md", f"---\ntitle: '{quoted}'\ntags: ['{quoted}']\nassignees: ['{quoted}']\nown: '{quoted}'\n---\n{BODY}")
    names = "menu, dialog, card, column, toast, field, visually-hidden, tab, problem, overdue, high"
    folder.write("todo", "named-t4g5k3.md", f"---\ntitle: Named like the page\ntags: [{names}]\nassignees: [menu]\n---\n")
    # Words longer than any line, so long that a browser could take minutes to lay them out. The
    # file is just small enough: 64 KiB of front matter, 1 MiB in all.
    folder.write("todo", "long-w3d7f5.md", f"---\ntitle: {'T' * 40_000}\ntags: [{'g' * 10_000}]\nassignees: [{'n' * 10_000}]\n---\n{'B' * 800_000}\n\n<{'h' * 100_000}>\n")
    begin = time.monotonic()
    board.driver.get(board.origin)
    board.settle()
    board.until(lambda: board.id("Named like the page"))
    took = time.monotonic() - begin
    check("endless words do not delay the board", took < 10, took)
    begin = time.monotonic()
    board.js("location.hash = '#/task/w3d7f5'")
    board.until(lambda: len(board.texts("#panel .body")) == 1, seconds=20)
    took = time.monotonic() - begin
    check("endless words do not delay the task page", took < 10, took)
    board.keys(Keys.ESCAPE)
    board.until(lambda: not board.visible("#panel"))
    os.remove(os.path.join(folder.path, "todo", "long-w3d7f5.md"))
    def marks():
        return board.js(
            "return [...document.querySelectorAll(`[data-task=\"${arguments[0]}\"] .mark`)].map((each) => each.className)", board.id("Named like the page"))

    # The removal of the file may arrive just now.
    board.until(marks)
    classes = marks()
    check("a tag is never a CSS class of the page", classes and set(classes) == {"mark"}, classes)
    loaded = []
    check("hostile titles are shown as text", board.until(lambda: sum(attack in board.titles("todo") for attack in ATTACKS) >= len(ATTACKS) - 1), board.titles("todo")[:9])
    for attack in ATTACKS[:5]:
        board.js("location.hash = `#/task/${arguments[0]}`", board.id(attack))
        board.until(lambda: board.find("#panel .body"))
        time.sleep(0.15)
    check("the task page contains no elements from a file", board.js(
        "return document.querySelectorAll('#panel .body :is(script, style, img, iframe, form, svg, object, embed, link, meta)').length") == 0)
    check("raw HTML is shown as text", board.js("return document.querySelector('#panel .body').textContent.includes('<script>hit()</script>')"))
    addresses = board.js("return [...document.querySelectorAll('#panel .body a')].map((link) => link.protocol)")
    check("only web and mail addresses are links", all(each in ("http:", "https:", "mailto:") for each in addresses), addresses)
    check("links open in a new tab without a referrer or opener", board.js(
        "return [...document.querySelectorAll('#panel .body a[href^=http]')].every((link) => link.target === '_blank' && link.rel.includes('noopener') && link.rel.includes('noreferrer'))"))
    board.js("location.hash += '/edit'")
    board.until(lambda: board.find(".task-form"))
    board.keys(Keys.ESCAPE)
    board.until(lambda: not board.find(".task-form"))
    board.keys(Keys.ESCAPE)
    board.until(lambda: not board.visible("#panel"))
    board.js("document.querySelector(`[data-task=\"${arguments[0]}\"] a`).focus()", board.id(ATTACKS[0]))
    board.keys("m")
    board.until(lambda: board.find("[role=menu]"))
    board.keys(Keys.ESCAPE, "3")
    check("a toast shows a hostile title as text", board.until(lambda: any("<img src=x" in words for words in board.toasts())), board.toasts())
    board.keys("L")
    check("the history shows a hostile title as text", board.until(lambda: any("<img src=x" in words for words in board.texts("dialog .history li"))))
    board.keys(Keys.ESCAPE, "a")
    board.until(lambda: board.find(".quick-add input"))
    board.keys("<img src=x onerror=hit()> +<script>hit()</script>")
    time.sleep(0.5)
    check("nothing was executed", board.js("return window.hits") == 0, board.js("return window.hits"))
    requests = board.js("return performance.getEntriesByType('resource').map((entry) => entry.name).filter((name) => !name.startsWith(location.origin))")
    check("nothing was loaded from elsewhere", requests == [], requests)
    check("the page does not violate its own policy", board.js("return window.violations") == [], board.js("return window.violations"))

    # The policy itself.
    board.js("""const script = document.createElement('script'); script.textContent = 'window.hit()'; document.body.append(script);
        document.body.insertAdjacentHTML('beforeend', '<img src=x onerror="window.hit()">');""")
    time.sleep(0.3)
    check("even injected HTML executes nothing", board.js("return window.hits") == 0)
    check("injected HTML is reported as a violation", board.until(lambda: len(board.js("return window.violations")) >= 2), board.js("return window.violations"))
    policy = board.driver.execute_async_script("fetch('/').then((answer) => arguments[0](answer.headers.get('content-security-policy')))")
    check("the policy allows nothing inline", "unsafe" not in policy and "default-src 'none'" in policy, policy)
    page = board.driver.execute_async_script("fetch('/').then((answer) => answer.text()).then(arguments[0])")
    check("the page has no inline scripts or styles", "<style" not in page and "style=" not in page and "onclick" not in page and page.count("<script") == page.count("<script type=\"module\" src="))
end()

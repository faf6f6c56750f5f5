"""Offline, the board shows what it will be: changes, views, queries, the calendar, and undo."""

import urllib.parse

from board import *

address, folder = start()
with Board(width=1280, height=900) as board:
    board.open(address)
    kept = lambda: board.driver.execute_async_script(
        """const done = arguments[0]; const request = indexedDB.open('pmd', 1);
        request.onsuccess = () => { const all = request.result.transaction('boards').objectStore('boards').getAll();
            all.onsuccess = () => { request.result.close(); done(all.result[0]?.tasks?.length ?? 0); }; }""")
    count = int(run("pmd", "list", "-C", folder.path, "is:any", "--json").count('"id":'))
    check("all tasks are stored", board.until(lambda: kept() == count, seconds=20), [kept(), count])
    columns = lambda: board.js("return [...document.querySelectorAll('.column[data-state]')].map((column) => [column.dataset.state, [...column.querySelectorAll('[data-task]')].map((card) => card.dataset.task)])")
    shown = lambda: sorted(each for _, ids in columns() for each in ids)
    tab = lambda index: board.js("document.querySelectorAll('#views button')[arguments[0]].click()", index)
    problem = lambda: board.js("return document.querySelector('#query-problem').textContent")

    def search(text):
        board.js("""const box = document.querySelector('#search'); box.value = arguments[0];
            box.dispatchEvent(new Event('input', { bubbles: true }))""", text)
        time.sleep(0.4)

    # What the server finds.
    queries = ["+house", "@ann", "roof", "-roof +house", "fence,roof", "!high", "view:today", "is:waiting", "view:next -@ann"]
    answer = lambda words: [[each["state"], [task["id"] for task in each["tasks"]]] for each in board.api("/api/board?q=" + urllib.parse.quote(words))[1]["columns"]]
    expected = {words: answer(words) for words in queries}
    names = board.texts("#views button")
    online = {}
    for index in range(len(names)):
        tab(index)
        time.sleep(0.6)
        online[index] = columns()
    tab(0)
    board.until(lambda: columns() == online[0])
    board.network(False)
    board.js("dispatchEvent(new Event('offline'))")
    board.until(lambda: board.find("#banner .offline"))
    for index, name in enumerate(names):
        tab(index)
        check(f"the view '{name}' shows the same tasks offline", board.until(lambda: columns() == online[index], seconds=3), [online[index], columns()])
    tab(0)
    board.js("document.querySelector('#search').focus()")
    check("the box says which queries need the server, before one types", board.until(lambda: problem().startswith("Without the server: words, +tag")), problem())
    check("that is no error", not board.find("#search[aria-invalid]"))
    board.js("document.querySelector('#search').blur()")
    check("the hint leaves with the focus", board.until(lambda: not problem()), problem())
    for words in queries:
        search(words)
        check(f"'{words}' finds the same tasks offline", columns() == expected[words] and not problem(), [problem(), columns(), expected[words]])
    search("due.before:2w")
    check("another query needs the server, and the page says so", "needs the server" in problem(), problem())
    search("")
    check("the whole board returns", board.until(lambda: columns() == online[0]) and not problem(), problem())

    # What is typed appears as it will be.
    focus = lambda title: board.js("document.querySelector(`[data-task=\"${arguments[0]}\"] a`).focus()", board.id(title))
    marks = lambda title: board.js("return [...document.querySelectorAll(`[data-task=\"${arguments[0]}\"] [data-kind]`)].map((each) => [each.dataset.kind, each.dataset.value ?? ''])", board.id(title))
    focus("Paint the fence")
    board.keys("a")
    board.until(lambda: board.find(".quick-add input"))
    board.keys("Buy nails +offline @bob !high due:2027-02-03", Keys.ENTER)
    board.keys("Buy wood +offline", Keys.ENTER)
    board.keys(Keys.ESCAPE)
    check("a new task is shown with its fields", board.until(lambda: board.id("Buy nails")), board.titles("doing"))
    check("a new task has its marks", {"due", "priority"} <= {kind for kind, _ in marks("Buy nails")} and ["tag", "offline"] in marks("Buy nails"), marks("Buy nails"))
    search("+offline")
    check("a query finds tasks that were not sent", shown() == sorted([board.id("Buy nails"), board.id("Buy wood")]), shown())
    search("")
    board.js("location.hash = `#/task/${arguments[0]}`", board.id("Buy nails"))
    check("a new task has a page", board.until(lambda: board.texts("#panel .panel-title") == ["Buy nails"]), board.texts("#panel .panel-title"))
    board.js("location.hash = ''")
    board.until(lambda: not board.visible("#panel"))

    def edit(named, **texts):
        board.js("location.hash = `#/task/${arguments[0]}/edit`", board.id(named))
        board.until(lambda: board.find(".task-form [name=title]"))
        for name, text in texts.items():
            board.js("""const field = document.querySelector(`.task-form [name="${arguments[0]}"]`); field.value = arguments[1];
                field.dispatchEvent(new Event('input', { bubbles: true }))""", name, text)
        board.chord(Keys.CONTROL, Keys.ENTER)
        board.until(lambda: not board.find(".task-form"))
        board.js("location.hash = ''")
        board.until(lambda: not board.visible("#panel"))

    edit("Paint the fence", repeat="every week", body="Two zinc coats, *no less*.\n\n- [ ] first coat\n- [x] sand it\n")
    check("a changed field is shown", board.until(lambda: "repeats" in dict(marks("Paint the fence"))), marks("Paint the fence"))
    check("a changed body is shown on its card", "Two zinc coats" in board.texts(f'[data-task="{board.id("Paint the fence")}"] .excerpt')[0])
    check("a changed checklist is counted", "1/2" in " ".join(board.texts(f'[data-task="{board.id("Paint the fence")}"] [data-kind=checklist]')))
    search("zinc")
    check("a query searches an unsent body", shown() == [board.id("Paint the fence")], shown())
    search("")

    # The calendar.
    board.keys("C")
    board.until(lambda: board.find(".calendar-grid"))
    chips = lambda: board.js("return [...document.querySelectorAll('.chip-task')].map((each) => [each.closest('[data-day]').dataset.day, each.dataset.task])")
    check("the calendar works offline", board.until(chips), chips())
    day, moved = chips()[-1]
    board.js("document.querySelector(`.chip-task[data-task=\"${arguments[0]}\"]`).focus()", moved)
    board.keys(" ", Keys.ARROW_LEFT, " ")
    check("a task is moved to another day offline", board.until(lambda: dict(map(reversed, chips())).get(moved) not in (None, day)), chips())
    board.keys(Keys.ESCAPE)
    board.until(lambda: not board.find(".calendar-grid"))
    due = board.js("return document.querySelector(`[data-task=\"${arguments[0]}\"] [data-kind=due]`)?.textContent", moved)

    # Undo.
    focus("Fix the roof")
    state = board.state("Fix the roof")
    board.keys("x")
    board.until(lambda: board.state("Fix the roof") == "done")
    board.keys("u")
    check("an unsent move can be undone", board.until(lambda: board.state("Fix the roof") == state), board.state("Fix the roof"))
    board.keys("u")
    check("so can the change before it", board.until(lambda: board.js("return document.querySelector(`[data-task=\"${arguments[0]}\"] [data-kind=due]`)?.textContent", moved) != due), due)

    board.chord(Keys.CONTROL, "y")
    check("an undone change can be made again", board.until(lambda: board.js("return document.querySelector(`[data-task=\"${arguments[0]}\"] [data-kind=due]`)?.textContent", moved) == due), due)
    board.chord(Keys.CONTROL, "y")
    check("so can the change after it", board.until(lambda: board.state("Fix the roof") == "done"), board.state("Fix the roof"))
    check("redo is over", board.until(lambda: board.js("return document.querySelector('[data-action=redo]').disabled")))
    board.keys("u")
    board.until(lambda: board.state("Fix the roof") == state)

    # Changes that block other tasks, or free them.
    kinds = lambda title: [kind for kind, _ in marks(title)]
    check("a blocked task is marked", "blocked" in kinds("Paint the ceiling"), marks("Paint the ceiling"))
    focus("Fix the roof")
    board.keys("x")
    check("finishing the blocker offline frees it", board.until(lambda: "blocked" not in kinds("Paint the ceiling")), marks("Paint the ceiling"))
    board.keys("u")
    check("it is blocked again after an undo", board.until(lambda: "blocked" in kinds("Paint the ceiling")), marks("Paint the ceiling"))
    focus("Paint the ceiling")
    board.keys("x")
    check("a finished task is not blocked", board.until(lambda: board.state("Paint the ceiling") == "done" and "blocked" not in kinds("Paint the ceiling")), marks("Paint the ceiling"))
    board.keys("2")
    check("a reopened one is", board.until(lambda: board.state("Paint the ceiling") == "todo" and "blocked" in kinds("Paint the ceiling")), marks("Paint the ceiling"))

    # A new task with later edits.
    edit("Buy wood", title="Buy oak", body="Four planks.\n")
    check("a new task can be edited", board.until(lambda: board.id("Buy oak")), board.titles("doing"))

    # The order of typing.
    todo = [each for each in board.titles("todo")][:3]
    for title in todo:
        focus(title)
        board.keys("3")
        board.until(lambda: board.state(title) == "doing")
    focus(todo[0])
    board.keys("a")
    board.until(lambda: board.find(".quick-add input"))
    for title in ["Typed fourth", "Typed fifth"]:
        board.keys(title, Keys.ENTER)
    board.keys(Keys.ESCAPE)
    focus(todo[1])
    board.chord(Keys.ALT, Keys.ARROW_UP)
    time.sleep(0.3)
    placed = columns()
    head = run("git", "rev-parse", "HEAD", cwd=folder.path).strip()
    board.network(True)
    board.js("dispatchEvent(new Event('online'))")
    queued = lambda: board.driver.execute_async_script(
        """const done = arguments[0]; const request = indexedDB.open('pmd');
        request.onsuccess = () => { const all = request.result.transaction('queue').objectStore('queue').getAll();
            all.onsuccess = () => { request.result.close(); done(all.result.length); }; }""")
    check("everything is sent", board.until(lambda: not queued(), seconds=40), queued())
    time.sleep(1)
    check("the board stays as it was shown", board.until(lambda: columns() == placed), [placed, columns()])
    subjects = run("git", "log", "--reverse", "--format=%s", f"{head}..HEAD", cwd=folder.path).splitlines()
    places = [next((index for index, subject in enumerate(subjects) if title in subject), -1) for title in ["Buy nails", "Buy oak", todo[0], todo[2], "Typed fourth", "Typed fifth", todo[1]]]
    check("changes are sent in the order of typing", places == sorted(places) and -1 not in places, [places, subjects])
    check("the body arrives", "Two zinc coats, *no less*." in folder.text("Paint the fence"), folder.text("Paint the fence"))
    check("the fields of a new task arrive", all(each in folder.text("Buy nails") for each in ["2027-02-03", "high", "offline", "bob"]), folder.text("Buy nails"))
    check("a new task and its later edits are one change", sum("Buy oak" in subject or "Buy wood" in subject for subject in subjects) == 1 and "Four planks." in folder.text("Buy oak"), subjects)
    log = [each for each in board.log() if "ERR_INTERNET_DISCONNECTED" not in each]
    check("the page logs no errors", not log, log)
end()

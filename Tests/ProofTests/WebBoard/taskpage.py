"""The page of a task: beside the board, with chips that change in place, closed parts, and links."""

from board import *

address, folder = start()
with Board(width=1440, height=900) as board:
    board.open(address)
    title = "Fix the roof"
    task = board.id(title)
    size = lambda width, height: board.cdp("Emulation.setDeviceMetricsOverride", {"width": width, "height": height, "deviceScaleFactor": 1, "mobile": False})
    # The elements of the board that the panel covers.
    covered = """const panel = document.querySelector('#panel').getBoundingClientRect();
        return [...document.querySelectorAll('#add, [data-action=undo], #search, #board')].filter((each) => {
            const box = each.getBoundingClientRect();
            return box.width && box.right > panel.left + 1 && box.left < panel.right && box.bottom > panel.top + 1 && box.top < panel.bottom }).map((each) => each.id || each.dataset.action)"""
    for width, height in ((1440, 900), (1024, 768)):
        size(width, height)
        board.js("location.hash = ''")
        board.until(lambda: not board.visible("#panel"))
        before = board.js("return document.querySelector('#board').clientWidth")
        board.js("location.hash = `#/task/${arguments[0]}`", task)
        board.until(lambda: board.find("#panel .chips"))
        check(f"at {width} pixels the page of a task covers neither Add nor Undo nor the board", board.js(covered) == [], board.js(covered))
        check(f"at {width} pixels it pushes the board aside", board.js("return document.querySelector('#board').clientWidth + document.querySelector('#panel').offsetWidth") == before and not board.js("return document.querySelector('#board').inert"))
        check(f"at {width} pixels its card is in view and marked", board.js("""const card = document.querySelector('.card.open').getBoundingClientRect(); const panel = document.querySelector('#panel').getBoundingClientRect();
            return card.left >= 0 && card.right <= panel.left + 1"""))
        if width == 1440:
            # Cards that are not rendered keep no column wide.
            columns = board.js("""const panel = document.querySelector('#panel').getBoundingClientRect();
                return [...document.querySelectorAll('.column')].slice(0, 3).map((each) => [each.offsetWidth, each.getBoundingClientRect().right <= panel.left])""")
            check("three columns of the same width are whole beside it", len({each[0] for each in columns}) == 1 and all(each[1] for each in columns), columns)
    for width, height in ((768, 1024), (390, 844)):
        size(width, height)
        check(f"at {width} pixels it fills the window", board.until(lambda: board.js("const box = document.querySelector('#panel').getBoundingClientRect(); return box.left === 0 && box.top === 0 && box.right === innerWidth && box.bottom === innerHeight")))
        check(f"at {width} pixels the board below it is inert", board.until(lambda: board.js("return document.querySelector('#board').inert")))
        check(f"at {width} pixels nothing overflows it", board.js("const panel = document.querySelector('#panel'); return panel.scrollWidth <= panel.clientWidth"))
    size(1440, 900)
    board.until(lambda: not board.js("return document.querySelector('#board').inert"))

    # The parts.
    parts = board.js("return [...document.querySelectorAll('#panel > *')].map((each) => each.dataset.part ?? each.className.split(' ')[0])")
    check("title, chips, body, details and history are in order", [each for each in parts if each in ("panel-title", "chips", "body", "details", "history")] == ["panel-title", "chips", "body", "details", "history"], parts)
    check("details and history are closed", board.js("return document.querySelectorAll('#panel details:not([open])').length") == 2)
    board.click("#panel [data-part=history] summary")
    file = board.js("return document.querySelector('#panel [data-field=file] dd').textContent")
    check("details name the file, without a path", file == os.path.basename(folder.find(title)[1]), file)
    check("the history loads when it is opened", board.until(lambda: board.find("#panel .history li")))
    opacity = lambda: board.js("return getComputedStyle(document.querySelector('#panel .history button')).opacity")
    board.mouse("mouseMoved", 200, 700)
    check("an entry offers no undo at first", opacity() == "0", opacity())
    board.mouse("mouseMoved", *board.middle("#panel .history li"))
    check("under the mouse, it does", board.until(lambda: opacity() == "1"), opacity())
    board.mouse("mouseMoved", 200, 700)
    board.js("document.querySelector('#panel .history button').focus()")
    check("with the focus, too", board.until(lambda: opacity() == "1"), opacity())

    # Chips change in place.
    text = lambda: folder.text(title) or ""
    toast = lambda: " ".join(board.toasts())
    board.pick("#panel #chip-due", "2027-05-06")
    check("a date is changed in place", board.until(lambda: "due: 2027-05-06" in text()), text())
    check("a message says so, and offers to undo it", board.until(lambda: board.find(".toast .toast-act")), toast())
    check("the chip shows the new date", board.until(lambda: "2027" in board.texts("#panel #chip-due")[0]), board.texts("#panel #chip-due"))
    board.click(".toast:last-child .toast-act")
    check("undo restores the date", board.until(lambda: "due: 2027-05-06" not in text()), text())
    board.pick("#panel #chip-priority", "low")
    check("a priority is changed in place", board.until(lambda: "priority: low" in text()), text())
    board.pick("#panel #chip-assignees", "new-person")
    board.keys(Keys.ENTER)
    check("a person is added in place", board.until(lambda: "new-person" in text()), text())
    board.pick("#panel #chip-project", "home.roof")
    check("a project is set in place", board.until(lambda: "project: home.roof" in text()), text())
    board.until(lambda: "home.roof" in " ".join(board.texts("#panel #chip-project")))
    board.click("#panel #chip-tags")
    board.until(lambda: board.find(".value-picker input"))
    before = text()
    board.keys("never", Keys.ENTER, Keys.ESCAPE)
    time.sleep(0.4)
    check("Escape in a picker changes nothing", text() == before and not board.find(".popover") and board.visible("#panel"), text())
    state = folder.state(title)
    board.pick("#panel #chip-state", "ideas")
    check("the state is changed in place", board.until(lambda: folder.state(title) == "ideas"), folder.state(title))
    board.until(lambda: "ideas" in board.toasts()[-1])
    board.js("document.querySelector('.toast:last-child .toast-act').click()")
    check("undo moves the task back", board.until(lambda: folder.state(title) == state), folder.state(title))

    # A tick is answered with the task, so that only the board is loaded again.
    board.until(lambda: board.find("#panel input[type=checkbox]"))
    time.sleep(2.5)
    board.js("performance.clearResourceTimings()")
    requests = lambda: board.js("return performance.getEntriesByType('resource').map((each) => new URL(each.name).pathname).filter((path) => path.startsWith('/api/'))")
    ticked = text().count("- [x]")
    board.js("document.querySelector('#panel input[type=checkbox]:not(:checked)').click()")
    check("an item is ticked", board.until(lambda: text().count("- [x]") == ticked + 1 and len(board.texts("#panel li.box.done")) == ticked + 1), text())
    time.sleep(1.5)
    # The history is open. Once a minute, the tasks are loaded for the time without a server.
    check("a tick loads the board once, and the task not at all", sorted(path for path in requests() if path != "/api/tasks") == ["/api/board", f"/api/tasks/{task}/history", f"/api/tasks/{task}/tick"], requests())

    # Links.
    folder.write("todo", "links-b3c4d5.md", "---\ntitle: Links\n---\n" + "\n\n".join(
        ["[moved](../doing/anything-%s.md)" % task, "[code](%s)" % task, "[notes](../attachments/roof.md)", "[gone](../attachments/gone.md)", "[web](https://example.org)"]) + "\n")
    board.until(lambda: board.id("Links"))
    board.js("location.hash = '#/task/b3c4d5'")
    board.until(lambda: len(board.texts("#panel .body a")) >= 4)
    named = board.js("return [...document.querySelectorAll('#panel .body .task-link')].map((link) => link.getAttribute('href'))")
    check("links to files and codes of tasks open the tasks", named == [f"#/task/{task}"] * 2, named)
    board.click("#panel .body .no-link")
    check("a link to no file of the board says so", board.until(lambda: "gone.md" in toast()), toast())
    board.click("#panel .body .task-link")
    check("the task opens", board.until(lambda: board.texts("#panel .panel-title") == [title]), board.texts("#panel .panel-title"))

    # A table has the direction of its first words.
    folder.write("todo", "tables-b3c4d6.md", "---\ntitle: Tables\n---\n| البند | السعر |\n|---|---|\n| رسوم | 120 |\n\nText\n\n| Part | Price |\n|---|---|\n| Door | 45 |\n")
    board.until(lambda: board.id("Tables"))
    board.js("location.hash = '#/task/b3c4d6'")
    board.until(lambda: len(board.texts("#panel .body th")) == 4)
    left = board.js("return [...document.querySelectorAll('#panel .body th')].map((each) => each.getBoundingClientRect().left)")
    check("the columns of a table are in the direction of its words", left[0] > left[1] and left[2] < left[3], left)
    board.js("location.hash = `#/task/${arguments[0]}`", task)
    board.until(lambda: board.texts("#panel .panel-title") == [title])

    # Print.
    board.cdp("Emulation.setEmulatedMedia", {"media": "print"})
    check("print shows all of the task and nothing else", board.js("const panel = document.querySelector('#panel'); return panel.scrollHeight <= panel.clientHeight && !document.querySelector('#board').checkVisibility()"))
    closed = "return !document.querySelector('#panel [data-part=details][open]')"
    check("print opens the details", not board.js("dispatchEvent(new Event('beforeprint')); " + closed))
    check("after printing they are closed again", board.js("dispatchEvent(new Event('afterprint')); " + closed))
    board.cdp("Emulation.setEmulatedMedia", {"media": ""})
    log = board.log()
    check("the page logs no errors", not log, log)
end()

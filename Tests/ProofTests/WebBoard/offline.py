"""Offline: the board stays usable, and its changes are sent when the server is back."""

from board import *

address, folder = start()
with Board(width=1280, height=900) as board:
    board.open(address)
    kept = lambda: board.driver.execute_async_script(
        """const done = arguments[0]; const request = indexedDB.open('pmd', 1);
        request.onsuccess = async () => { const counts = [];
            for (const name of ['queue', 'boards', 'tasks']) counts.push(await new Promise((next) => {
                const count = request.result.transaction(name).objectStore(name).count(); count.onsuccess = () => next(count.result); }));
            request.result.close();
            done(counts); }""")
    shown = board.js("return document.querySelectorAll('[data-task]').length")
    check("the board and its tasks are cached", board.until(lambda: kept()[1] == 1 and kept()[2] >= shown, seconds=20), kept())
    time.sleep(0.5)
    head = run("git", "rev-parse", "HEAD", cwd=folder.path).strip()
    commits = lambda: int(run("git", "rev-list", "--count", f"{head}..HEAD", cwd=folder.path))
    focus = lambda title: board.js("document.querySelector(`[data-task=\"${arguments[0]}\"] a`).focus()", board.id(title))
    banner = lambda: board.js("return document.querySelector('#banner').textContent")

    board.network(False)
    focus("Paint the fence")
    board.keys("2")
    check("a move appears at once", board.until(lambda: board.state("Paint the fence") == "todo"))
    check("the page reports that it is offline", board.until(lambda: "is not responding" in banner(), seconds=6), banner())
    check("the page shows the number of queued changes", board.until(lambda: "1 change" in banner()), banner())
    # The page adjusts the facts on which the actions depend.
    def menu(title):
        board.js("document.querySelector(`[data-task=\"${arguments[0]}\"] .card-menu`).click()", board.id(title))
        board.until(lambda: board.find("[role=menu]"))
        items = board.texts("[role=menuitem] span")
        board.keys(Keys.ESCAPE)
        board.until(lambda: not board.find("[role=menu]"))
        return items
    begun = menu("Paint the fence")
    focus("Paint the fence")
    board.keys("x")
    board.until(lambda: board.state("Paint the fence") == "done")
    ended = menu("Paint the fence")
    check("a task finished offline cannot be finished again", "finish" in str(begun).lower() and "finish" not in str(ended).lower(), [begun, ended])
    focus("Paint the fence")
    board.keys("2")
    board.until(lambda: board.state("Paint the fence") == "todo")
    check("a task reopened offline can be finished", menu("Paint the fence") == begun, menu("Paint the fence"))

    focus("Paint the fence")
    board.chord(Keys.ALT, Keys.ARROW_UP)
    board.chord(Keys.ALT, Keys.ARROW_UP)
    time.sleep(0.3)
    place = board.titles("todo")

    board.keys("a")
    board.until(lambda: board.find(".quick-add input"))
    board.keys("Made offline +house due:2027-02-03", Keys.ENTER)
    check("a new task is shown as it will be", board.until(lambda: "Made offline" in board.titles("todo")), board.titles("todo"))
    board.keys(Keys.ESCAPE)

    # Reading, ticking and editing a task.
    board.js("location.hash = `#/task/${arguments[0]}`", board.id("Put up the shelf 🪛"))
    check("a task can be read", board.until(lambda: board.find("#panel input[type=checkbox]")))
    board.js("document.querySelector('#panel input[type=checkbox]:not(:checked)').click()")
    check("checklist boxes can be ticked", board.until(lambda: board.js("return document.querySelectorAll('#panel input:checked').length") == 3))
    marks = lambda title: board.js("return [...document.querySelectorAll(`[data-task=\"${arguments[0]}\"] .mark`)].map((each) => each.textContent.trim())", board.id(title))
    check("the card counts the ticked box", board.until(lambda: "3/3" in marks("Put up the shelf 🪛")), marks("Put up the shelf 🪛"))
    check("a moved card is marked as not sent", any("not sent" in each for each in marks("Paint the fence")), marks("Paint the fence"))
    folder.replace("Put up the shelf 🪛", "- [x] measure", "- [ ] unpack\n- [x] measure")
    board.js("location.hash = `#/task/${arguments[0]}/edit`", board.id("Draft the yearly report with the numbers of all three houses"))
    board.until(lambda: board.find(".task-form [name=title]"))
    field = board.find(".task-form [name=title]")
    field.send_keys(Keys.CONTROL, "a")
    field.send_keys("The yearly report")
    board.pick(".task-form #chip-due", "2027-03-04")
    board.chord(Keys.CONTROL, Keys.ENTER)
    check("a task's title and date can be changed", board.until(lambda: board.id("The yearly report")))
    board.until(lambda: not board.find(".task-form"))
    board.keys(Keys.ESCAPE)
    board.until(lambda: not board.visible("#panel"))
    board.js("location.hash = `#/task/${arguments[0]}/edit`", board.id("우유 사기"))
    board.until(lambda: board.find(".task-form [name=body]"))
    board.find(".task-form [name=body]").send_keys("Two bottles, typed before the deletion.")
    board.chord(Keys.CONTROL, Keys.ENTER)
    board.until(lambda: not board.find(".task-form"))
    board.keys(Keys.ESCAPE)
    board.until(lambda: not board.visible("#panel"))
    focus("우유 사기")
    board.keys("d")
    check("a task can be deleted", board.until(lambda: not board.id("우유 사기")))
    focus("Replace the lamp in the hall 💡")
    board.keys("d")
    board.until(lambda: "Replace the lamp" in board.toasts()[-1])
    board.js("document.querySelector('.toast:last-child .toast-act').click()")
    check("a deletion can be undone", board.until(lambda: board.id("Replace the lamp in the hall 💡")))

    # A task that someone else changes meanwhile.
    focus("Take the boots to the cobbler")
    board.js("location.hash = `#/task/${arguments[0]}/edit`", board.id("Take the boots to the cobbler"))
    board.until(lambda: board.find(".task-form [name=title]"))
    field = board.find(".task-form [name=title]")
    field.send_keys(Keys.CONTROL, "a")
    field.send_keys("My boots")
    board.chord(Keys.CONTROL, Keys.ENTER)
    board.until(lambda: board.id("My boots"))
    board.js("location.hash = ''")
    folder.replace("Take the boots to the cobbler", "title: Take the boots to the cobbler", "title: Their boots")
    folder.replace("The yearly report" if folder.state("The yearly report") else "Draft the yearly report with the numbers of all three houses", "Jo has", "Jo still has")

    # A reload without the server.
    board.driver.refresh()
    check("the page opens without the server", board.until(lambda: len(board.titles("todo")) > 5, seconds=6), board.titles("todo"))
    check("the queued changes survive a reload", board.id("The yearly report") and board.state("Paint the fence") == "todo" and "Made offline" in board.titles("todo"), board.titles("todo"))
    check("the page reports the queued changes", "changes to send" in banner(), banner())
    check("no change has reached the board yet", folder.state("Paint the fence") == "doing")

    # The server is back.
    board.network(True)
    board.js("dispatchEvent(new Event('online'))")
    check("a move arrives", board.until(lambda: folder.state("Paint the fence") == "todo", seconds=15), folder.state("Paint the fence"))
    check("a new task arrives with its words parsed", board.until(lambda: folder.state("Made offline") == "todo" and "2027-02-03" in folder.text("Made offline")), folder.text("Made offline"))
    check("a tick arrives", board.until(lambda: "- [x] hang" in folder.text("Put up the shelf 🪛")), folder.text("Put up the shelf 🪛"))
    check("an edit arrives", board.until(lambda: folder.state("The yearly report") == "doing" and "2027-03-04" in folder.text("The yearly report")))
    check("the edit is merged with an editor's change", "Jo still has" in folder.text("The yearly report"), folder.text("The yearly report"))
    check("a deletion arrives", board.until(lambda: folder.state("우유 사기") is None))
    history = lambda: run("git", "log", "-p", "--format=%s", "-30", cwd=folder.path)
    check("what was typed before it is in the history", board.until(lambda: "Two bottles, typed before" in history()))
    check("an undone deletion does not arrive", folder.state("Replace the lamp in the hall 💡") == "todo")
    check("the moved card arrives in the position that the page showed", board.until(lambda: [each for each in board.titles("todo") if each in place] == [each for each in place if each in board.titles("todo")]), board.titles("todo")[:6])

    check("the server agrees on the facts of the moved card", menu("Paint the fence") == begun, menu("Paint the fence"))

    # A field that both sides changed needs a decision, and delays nothing else.
    check("a field that both sides changed is not overwritten", folder.state("Their boots") == "todo")
    check("the page asks for a decision", board.until(lambda: "a decision" in banner()), banner())
    board.click("#banner .needs-you button")
    check("both values are shown", board.until(lambda: "My boots" in " ".join(board.texts(".needs-you .sides pre")) and "Their boots" in " ".join(board.texts(".needs-you .sides pre"))), board.texts(".needs-you .sides pre"))
    board.click("dialog.needs-you .primary")
    check("the user can keep their own value", board.until(lambda: folder.state("My boots") == "todo"), folder.state("Their boots"))
    check("no queued changes are left", board.until(lambda: board.js("return document.querySelector('#banner').hidden")), banner())
    check("each task was sent once", commits() <= 10, commits())
    check("the service worker caches no data", board.driver.execute_async_script(
        """const done = arguments[0];
        (async () => { const paths = [];
            for (const name of await caches.keys()) for (const each of await (await caches.open(name)).keys()) paths.push(new URL(each.url).pathname);
            done(paths.some((path) => path.endsWith('/page.js')) && paths.every((path) => !path.startsWith('/api/'))); })()"""))

    # Signing out clears what is stored.
    board.keys(",")
    board.until(lambda: board.find("dialog.settings"))
    board.js("[...document.querySelectorAll('dialog.settings button')].at(-1).click()")
    check("signing out shows the sign-in page", board.until(lambda: board.find("#sign-in")))
    left = kept()
    check("signing out clears the cache", left == [0, 0, 0], left)
end()

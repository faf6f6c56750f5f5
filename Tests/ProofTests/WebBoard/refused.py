"""Offline changes that the server rejects: the user can correct them, and nothing is lost."""

from board import *

address, folder = start()
with Board(width=1280, height=900) as board:
    board.open(address)
    board.until(lambda: board.id("Fix the roof"))
    time.sleep(1.2)
    focus = lambda title: board.js("document.querySelector(`[data-task=\"${arguments[0]}\"] a`).focus()", board.id(title))
    banner = lambda: board.js("return document.querySelector('#banner').textContent")

    board.network(False)
    focus("Paint the fence")
    board.keys("2")
    board.until(lambda: "is not responding" in banner(), seconds=6)
    board.js("document.querySelector('[data-state=todo] .column-add').click()")
    board.until(lambda: board.find(".quick-add input"))
    board.keys("Sweep the chimney due:fryday", Keys.ENTER)
    check("a task with an invalid date is kept as it was typed", board.until(lambda: "Sweep the chimney due:fryday" in board.titles("todo")), board.titles("todo"))
    board.keys(Keys.ESCAPE)
    board.keys("s")
    check("an action that needs the server reports that", board.until(lambda: any("server" in words for words in board.toasts())), board.toasts())

    # Someone deletes the task that was moved.
    os.remove(folder.find("Paint the fence")[1])
    run("git", "commit", "-qam", "Remove the fence", cwd=folder.path)
    board.network(True)
    board.js("dispatchEvent(new Event('online'))")
    check("rejected changes are reported", board.until(lambda: "a decision" in banner(), seconds=15), banner())
    check("the offline message disappears", board.until(lambda: not any("needs the server" in words for words in board.toasts())), board.toasts())
    board.click("#banner .needs-you button")
    board.until(lambda: board.find("dialog.needs-you"))
    words = lambda: board.find("dialog.needs-you input[name=words]")
    check("the text of a rejected new task can be edited", board.until(words) and words().get_attribute("value") == "Sweep the chimney due:fryday")
    check("the error in the text is shown", "fryday" in " ".join(board.texts("dialog.needs-you .problem")), board.texts("dialog.needs-you .problem"))
    field = words()
    field.send_keys(Keys.CONTROL, "a")
    field.send_keys("Sweep the chimney due:2027-01-15")
    # Another task changes meanwhile, and the typed text stays.
    folder.replace("Fix the roof", "title: Fix the roof\n", "title: Fix the roof\nextra: 1\n")
    time.sleep(0.6)
    check("the typed text stays while the board changes", words() and words().get_attribute("value").endswith("2027-01-15"))
    words().send_keys(Keys.ENTER)
    check("the corrected task is created", board.until(lambda: folder.state("Sweep the chimney") == "todo" and "2027-01-15" in folder.text("Sweep the chimney")), folder.text("Sweep the chimney"))
    check("a deleted task can be restored", board.until(lambda: "Restore" in board.texts("dialog.needs-you button")), board.texts("dialog.needs-you button"))
    board.js("[...document.querySelectorAll('dialog.needs-you button')].find((each) => each.textContent === 'Restore').click()")
    check("the restored task gets the move", board.until(lambda: folder.state("Paint the fence") == "todo"), folder.state("Paint the fence"))
    check("no rejected changes are left", board.until(lambda: board.js("return document.querySelector('#banner').hidden") and not board.find("dialog.needs-you")), banner())

    # An added card is visible, and undo removes the Undo buttons of older messages.
    board.js("document.querySelector('[data-state=todo] .column-add').click()")
    board.until(lambda: board.find(".quick-add input"))
    board.keys("At the very end", Keys.ENTER)
    inside = """const card = [...document.querySelectorAll('[data-state=todo] .card')].find((each) => each.querySelector('.card-title').textContent === arguments[0]);
        if (!card) return false; const [a, b] = [card.getBoundingClientRect(), card.parentElement.getBoundingClientRect()];
        return a.top >= b.top - 4 && a.bottom <= b.bottom + 4"""
    check("an added card is scrolled into view", board.until(lambda: board.js(inside, "At the very end")))
    board.keys(Keys.ESCAPE)
    board.until(lambda: board.find(".toast .toast-act"))
    board.keys("u")
    check("u undoes the addition", board.until(lambda: folder.state("At the very end") is None))
    check("no message offers to undo it again", board.until(lambda: not board.find(".toast:not(.stays) .toast-act")), board.toasts())
    log = [each for each in board.log() if "ERR_INTERNET_DISCONNECTED" not in each and "status of 4" not in each]
    check("the page logs no errors", not log, log)
end()

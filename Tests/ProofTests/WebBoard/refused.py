"""What the server refuses of what was done without it: the person mends it, and loses nothing."""

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
    board.until(lambda: "does not answer" in banner(), seconds=6)
    board.js("document.querySelector('[data-state=todo] .column-add').click()")
    board.until(lambda: board.find(".quick-add input"))
    board.keys("Sweep the chimney due:fryday", Keys.ENTER)
    check("a task with a bad date is kept as it was typed", board.until(lambda: "Sweep the chimney due:fryday" in board.titles("todo")), board.titles("todo"))
    board.keys(Keys.ESCAPE)
    board.keys("s")
    check("what needs the server says so", board.until(lambda: any("server" in words for words in board.toasts())), board.toasts())

    # Somebody deletes the task that was moved.
    os.remove(folder.find("Paint the fence")[1])
    run("git", "commit", "-qam", "Remove the fence", cwd=folder.path)
    board.network(True)
    board.js("dispatchEvent(new Event('online'))")
    check("what was refused is told", board.until(lambda: "could not be sent" in banner(), seconds=15), banner())
    check("the message that the server is away is gone", board.until(lambda: not any("needs the server" in words for words in board.toasts())), board.toasts())
    board.click("#banner .needs-you button")
    board.until(lambda: board.find("dialog.needs-you"))
    words = lambda: board.find("dialog.needs-you input[name=words]")
    check("the words of a new task can be mended", board.until(words) and words().get_attribute("value") == "Sweep the chimney due:fryday")
    check("with what is wrong in them", "fryday" in " ".join(board.texts("dialog.needs-you .problem")), board.texts("dialog.needs-you .problem"))
    field = words()
    field.send_keys(Keys.CONTROL, "a")
    field.send_keys("Sweep the chimney due:2027-01-15")
    # Another entry changes meanwhile; what is typed stays.
    folder.replace("Fix the roof", "title: Fix the roof\n", "title: Fix the roof\nextra: 1\n")
    time.sleep(0.6)
    check("what is typed stays while the board changes", words() and words().get_attribute("value").endswith("2027-01-15"))
    words().send_keys(Keys.ENTER)
    check("then it is made", board.until(lambda: folder.state("Sweep the chimney") == "todo" and "2027-01-15" in folder.text("Sweep the chimney")), folder.text("Sweep the chimney"))
    check("a task that was deleted can be restored", board.until(lambda: "Restore" in board.texts("dialog.needs-you button")), board.texts("dialog.needs-you button"))
    board.js("[...document.querySelectorAll('dialog.needs-you button')].find((each) => each.textContent === 'Restore').click()")
    check("and gets the move", board.until(lambda: folder.state("Paint the fence") == "todo"), folder.state("Paint the fence"))
    check("then nothing is left", board.until(lambda: board.js("return document.querySelector('#banner').hidden") and not board.find("dialog.needs-you")), banner())

    # A card that is added is in sight, and an undo takes the offers of older ones away.
    board.js("document.querySelector('[data-state=todo] .column-add').click()")
    board.until(lambda: board.find(".quick-add input"))
    board.keys("At the very end", Keys.ENTER)
    inside = """const card = [...document.querySelectorAll('[data-state=todo] .card')].find((each) => each.querySelector('.card-title').textContent === arguments[0]);
        if (!card) return false; const [a, b] = [card.getBoundingClientRect(), card.parentElement.getBoundingClientRect()];
        return a.top >= b.top - 4 && a.bottom <= b.bottom + 4"""
    check("a card that is added is in sight", board.until(lambda: board.js(inside, "At the very end")))
    board.keys(Keys.ESCAPE)
    board.until(lambda: board.find(".toast .toast-act"))
    board.keys("u")
    check("it is undone", board.until(lambda: folder.state("At the very end") is None))
    check("and nothing offers to undo it once more", board.until(lambda: not board.find(".toast:not(.stays) .toast-act")), board.toasts())
    log = [each for each in board.log() if "ERR_INTERNET_DISCONNECTED" not in each and "status of 4" not in each]
    check("nothing failed in the page", not log, log)
end()

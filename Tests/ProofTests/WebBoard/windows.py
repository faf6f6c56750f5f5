"""Two windows, and an editor, on one board."""

from board import *

address, folder = start()
with Board(width=1280, height=800) as board:
    board.open(address)
    driver = board.driver
    first = driver.current_window_handle
    driver.switch_to.new_window("window")
    board.cdp("Emulation.setDeviceMetricsOverride", {"width": 1280, "height": 800, "deviceScaleFactor": 1, "mobile": False})
    driver.get(board.origin)
    board.settle()
    second = driver.current_window_handle

    # A change in one shows in the other.
    title = board.titles("todo")[0]
    board.js("document.querySelector(`[data-task=\"${arguments[0]}\"] a`).focus()", board.id(title))
    board.keys("3")
    check("a move is carried out", board.until(lambda: folder.state(title) == "doing"))
    driver.switch_to.window(first)
    check("the other window shows it", board.until(lambda: board.state(title) == "doing", seconds=4), board.state(title))

    # An editor.
    begin = time.monotonic()
    folder.replace("Paint the fence", "Before the rain comes.", "Before the snow comes.")
    seen = board.until(lambda: "Before the snow comes." in board.texts(f'[data-task="{board.id("Paint the fence")}"] .excerpt'), seconds=4)
    took = time.monotonic() - begin
    check(f"a save in an editor shows after {took * 1000:.0f} ms", seen and took < 2, took)
    check("the card is marked", board.js("return document.querySelectorAll('.card.glowing').length") >= 1)
    check("the mark ends", board.until(lambda: not board.find(".card.glowing"), seconds=4))

    # Nothing moves but what was changed: focus, scroll position and elements stay.
    board.js("document.querySelector(`[data-task=\"${arguments[0]}\"] a`).focus()", board.id("Paint the fence"))
    board.js("""window.kept = document.querySelector(`[data-task="${arguments[0]}"]`);
        document.querySelector('[data-state=todo] .cards').scrollTop = 120""", board.id("Paint the fence"))
    folder.write("doing", "above-h4k6p3.md", "---\ntitle: Comes from outside\nrank: a\n---\n")
    check("a new file becomes a card", board.until(lambda: "Comes from outside" in board.titles("doing")))
    check("the focus stays", board.focused() == "Paint the fence", board.focused())
    check("the element stays", board.js("return window.kept === document.querySelector(`[data-task=\"${arguments[0]}\"]`)", board.id("Paint the fence")))
    check("the scroll position stays", board.js("return document.querySelector('[data-state=todo] .cards').scrollTop") == 120)

    # Undo is of this window only.
    board.keys("u")
    time.sleep(0.5)
    check("undo leaves alone what the other window did", folder.state(title) == "doing", folder.state(title))
    check("and what an editor did", folder.state("Comes from outside") == "doing", folder.state("Comes from outside"))
    driver.switch_to.window(second)
    time.sleep(0.3)
    board.chord(Keys.CONTROL, "z")
    check("the other window undoes its own", board.until(lambda: folder.state(title) == "todo"), folder.state(title))
    label = lambda name: board.js("return document.querySelector(`[data-action=${arguments[0]}]`).getAttribute('aria-label')", name)
    check("redo names what this window undid", board.until(lambda: label("redo").startswith("Redo: ")), label("redo"))
    board.keys("U")
    check("undo names it again once it is redone", board.until(lambda: label("undo").startswith("Undo: ") and label("redo") == "Redo"), [label("undo"), label("redo")])

    if not folder.state("Comes from outside"):
        folder.write("doing", "above-h4k6p3.md", "---\ntitle: Comes from outside\nrank: a\n---\n")

    # A task that is open follows, and one that is deleted closes.
    driver.get(board.origin + "#/task/" + board.until(lambda: board.id("Comes from outside")))
    board.until(lambda: board.visible("#panel .panel-title"))
    folder.replace("Comes from outside", "title: Comes from outside", "title: Comes from an editor")
    check("the page of a task follows", board.until(lambda: board.texts("#panel .panel-title") == ["Comes from an editor"]), board.texts("#panel .panel-title"))
    os.remove(folder.find("Comes from an editor")[1])
    check("and closes when the task is deleted", board.until(lambda: not board.visible("#panel")))
    check("with a word", any("deleted" in words for words in board.toasts()), board.toasts())
    log = board.log()
    check("nothing failed in the page", not log, log)
end()

"""Two windows and an editor on one board."""

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

    # A change in one window appears in the other.
    title = board.titles("todo")[0]
    board.js("document.querySelector(`[data-task=\"${arguments[0]}\"] a`).focus()", board.id(title))
    board.keys("3")
    check("a card can be moved", board.until(lambda: folder.state(title) == "doing"))
    driver.switch_to.window(first)
    check("the other window shows the move", board.until(lambda: board.state(title) == "doing", seconds=4), board.state(title))

    # An editor.
    begin = time.monotonic()
    folder.replace("Paint the fence", "Before the rain comes.", "Before the snow comes.")
    seen = board.until(lambda: "Before the snow comes." in board.texts(f'[data-task="{board.id("Paint the fence")}"] .excerpt'), seconds=4)
    took = time.monotonic() - begin
    check(f"a save in an editor appears after {took * 1000:.0f} ms", seen and took < 2, took)
    check("the changed card is highlighted", board.js("return document.querySelectorAll('.card.glowing').length") >= 1)
    check("the highlight ends", board.until(lambda: not board.find(".card.glowing"), seconds=4))

    # A change does not affect the focus, the scroll position or other elements.
    board.js("document.querySelector(`[data-task=\"${arguments[0]}\"] a`).focus()", board.id("Paint the fence"))
    board.js("""window.kept = document.querySelector(`[data-task="${arguments[0]}"]`);
        document.querySelector('[data-state=todo] .cards').scrollTop = 120""", board.id("Paint the fence"))
    folder.write("doing", "above-h4k6p3.md", "---\ntitle: Comes from outside\nrank: a\n---\n")
    check("a new file becomes a card", board.until(lambda: "Comes from outside" in board.titles("doing")))
    check("the focus does not change", board.focused() == "Paint the fence", board.focused())
    check("the card's element is not replaced", board.js("return window.kept === document.querySelector(`[data-task=\"${arguments[0]}\"]`)", board.id("Paint the fence")))
    check("the scroll position does not change", board.js("return document.querySelector('[data-state=todo] .cards').scrollTop") == 120)

    # Undo affects only this window's changes.
    board.keys("u")
    time.sleep(0.5)
    check("undo does not affect the other window's changes", folder.state(title) == "doing", folder.state(title))
    check("undo does not affect an editor's changes", folder.state("Comes from outside") == "doing", folder.state("Comes from outside"))
    driver.switch_to.window(second)
    time.sleep(0.3)
    board.chord(Keys.CONTROL, "z")
    check("the other window undoes its own change", board.until(lambda: folder.state(title) == "todo"), folder.state(title))
    label = lambda name: board.js("return document.querySelector(`[data-action=${arguments[0]}]`).getAttribute('aria-label')", name)
    check("the Redo button names the undone change", board.until(lambda: label("redo").startswith("Redo: ")), label("redo"))
    board.keys("U")
    check("after a redo, the Undo button names the change again", board.until(lambda: label("undo").startswith("Undo: ") and label("redo") == "Redo"), [label("undo"), label("redo")])

    if not folder.state("Comes from outside"):
        folder.write("doing", "above-h4k6p3.md", "---\ntitle: Comes from outside\nrank: a\n---\n")

    # An open task page follows changes, and closes if the task is deleted.
    driver.get(board.origin + "#/task/" + board.until(lambda: board.id("Comes from outside")))
    board.until(lambda: board.visible("#panel .panel-title"))
    folder.replace("Comes from outside", "title: Comes from outside", "title: Comes from an editor")
    check("an open task page shows changes", board.until(lambda: board.texts("#panel .panel-title") == ["Comes from an editor"]), board.texts("#panel .panel-title"))
    os.remove(folder.find("Comes from an editor")[1])
    check("the task page closes when the task is deleted", board.until(lambda: not board.visible("#panel")))
    check("a message reports the deletion", any("deleted" in words for words in board.toasts()), board.toasts())
    log = board.log()
    check("the page logs no errors", not log, log)

    # A window sends what another one has typed without the server, and shows it until then.
    def title_field():
        return board.js("return document.querySelector('.task-form [name=title]')?.value")

    def edit(task):
        board.js("location.hash = `#/task/${arguments[0]}/edit`", task)
        return board.until(title_field)

    def replace_title(text):
        field = board.find(".task-form [name=title]")
        board.js("const [field, text] = arguments; field.focus(); field.value = text; field.dispatchEvent(new Event('input', { bubbles: true }))", field, text)
        board.chord(Keys.CONTROL, Keys.ENTER)
        board.until(lambda: not board.find(".task-form"))
        board.js("location.hash = ''")

    task = board.id("Paint the fence")
    board.network(False)
    board.js("dispatchEvent(new Event('offline'))")
    edit(task)
    replace_title("Paint the gate")
    driver.switch_to.window(first)
    check("another window's unsent text is in the form", edit(task) == "Paint the gate", title_field())
    replace_title("Paint the doors")
    check("both texts are sent", board.until(lambda: folder.state("Paint the doors")), board.toasts())
    driver.switch_to.window(second)
    edit(board.id(title))
    replace_title("Paint the walls")
    driver.switch_to.window(first)
    check("the other window sends what was typed without the server", board.until(lambda: folder.state("Paint the walls")))
end()

"""The menu of cards: its order, its submenus, keys and phones."""

import tempfile

from board import *

address, folder = start()
today = run("date", "+%F").strip()


def level(board, number):
    """Returns the labels of a menu, counted from 0."""
    return board.js("""const menu = document.querySelectorAll('[role=menu]')[arguments[0]];
        return menu ? [...menu.querySelectorAll('[role^=menuitem]:not(.menu-back) > span')].map((each) => each.textContent) : []""", number)


def item(board, label):
    return board.js("""return [...document.querySelectorAll('[role=menu]:not([hidden]) [role^=menuitem]')]
        .findLast((each) => each.querySelector('span')?.textContent === arguments[0])""", label)


def focus(board, title):
    board.js("document.querySelector(`[data-task=\"${arguments[0]}\"] a`).focus()", board.id(title))


with Board(width=1440, height=900) as board:
    board.open(address)
    board.until(lambda: board.id("Fix the roof"))
    focus(board, "Fix the roof")
    board.keys("m")
    board.until(lambda: level(board, 0))
    wanted = ["Open", "Edit", "Move to", "Finish", "Due", "Snooze", "Tag", "Assign", "Duplicate", "More", "Delete"]
    check("the menu has the usual actions, and the rest under More", level(board, 0) == wanted, level(board, 0))
    check("a submenu is announced", board.js("return arguments[0].getAttribute('aria-haspopup') + arguments[0].getAttribute('aria-expanded')", item(board, "Due")) == "menufalse")

    # Keys.
    board.keys("D")
    check("an action's key opens its submenu", board.until(lambda: level(board, 1) == ["Today", "Tomorrow", "Next week", "Pick a day…", "No due date"]), level(board, 1))
    check("its first item has the focus", board.focused().startswith("Today"), board.focused())
    board.keys(Keys.ARROW_LEFT)
    check("ArrowLeft closes the submenu", not level(board, 1) and board.focused().startswith("Due"), board.focused())
    board.keys(Keys.ARROW_RIGHT)
    check("ArrowRight opens it", board.until(lambda: level(board, 1)))
    board.keys(Keys.ESCAPE)
    check("Escape closes the submenu first", level(board, 0) and not level(board, 1))
    board.keys("m")
    check("a letter goes to the next item that begins with it", board.focused() == "More", board.focused())
    board.keys("D", Keys.ARROW_DOWN, Keys.ENTER)
    tomorrow = run("date", "-d", f"{today} + 1 day", "+%F").strip()
    check("Enter sets the due date", board.until(lambda: f"due: {tomorrow}" in folder.text("Fix the roof")), folder.text("Fix the roof"))
    check("the menu is closed, and the card has the focus", board.until(lambda: not board.find("[role=menu]")) and board.focused() == "Fix the roof", board.focused())
    check("a message offers Undo", board.until(lambda: board.find(".toast-act")))
    board.keys("m", "D", "5")
    check("a number chooses the item: no due date", board.until(lambda: "due:" not in folder.text("Fix the roof")), folder.text("Fix the roof"))

    # The mouse.
    board.keys("m")
    board.until(lambda: level(board, 0))
    board.mouse("mouseMoved", *board.middle(item(board, "Tag")))
    check("a resting mouse opens a submenu", board.until(lambda: level(board, 1)))
    boxes = board.js("return [...document.querySelectorAll('[role=menu]')].map((each) => { const { left, right, top, bottom } = each.getBoundingClientRect(); return [left, right, top, bottom]; })")
    check("it is beside its item, on the screen", boxes[1][0] >= boxes[0][1] - 4 and boxes[1][1] <= 1440 and boxes[1][3] <= 900, boxes)
    board.look("menu-1440")
    check("the tags of the task are ticked", board.js("return [...document.querySelectorAll('[role=menuitemcheckbox][aria-checked=true] span')].map((each) => each.textContent)") == ["house"], level(board, 1))
    other = next(name for name in level(board, 1) if name not in ("house", "New tag…"))
    board.click(item(board, other))
    check("a tag is added", board.until(lambda: other in folder.text("Fix the roof").split("---")[1]), folder.text("Fix the roof"))
    board.keys("m", "+")
    board.until(lambda: level(board, 1))
    board.click(item(board, "house"))
    check("a tag is removed", board.until(lambda: "house" not in folder.text("Fix the roof").split("---")[1]), folder.text("Fix the roof"))

    # More.
    board.keys("m")
    board.until(lambda: level(board, 0))
    board.click(item(board, "More"))
    check("More has the rest", board.until(lambda: "Priority" in level(board, 1) and "Add a note" in level(board, 1)), level(board, 1))
    board.click(item(board, "Priority"))
    board.until(lambda: level(board, 2))
    board.keys("2")
    check("a submenu of a submenu sets the priority", board.until(lambda: "priority: medium" in folder.text("Fix the roof")), folder.text("Fix the roof"))
    board.keys("m", "y")
    check("Duplicate adds a copy below", board.until(lambda: board.titles("todo").count("Fix the roof") == 2), board.titles("todo")[:4])
    board.keys("u")
    check("one undo removes it", board.until(lambda: board.titles("todo").count("Fix the roof") == 1))

    # Attaching a file.
    path = os.path.join(tempfile.mkdtemp(), "plan.txt")
    with open(path, "w") as file:
        file.write("first the gutter\n")
    board.keys("m")
    board.until(lambda: level(board, 0))
    board.click(item(board, "More"))
    board.until(lambda: level(board, 1))
    board.click(item(board, "Attach a file"))
    chooser = lambda: board.driver.find_elements("id", "chooser")
    check("Attach a file opens the browser's chooser", board.until(chooser))
    chooser()[0].send_keys(path)
    check("the chosen file is attached", board.until(lambda: "[plan.txt](../attachments/plan-" in folder.text("Fix the roof")), folder.text("Fix the roof"))

    # A selection of several cards.
    names = board.titles("todo")[1:3]
    board.click(board.card(board.titles("todo")[0]))
    board.keys(Keys.ESCAPE)
    for name in names:
        focus(board, name)
        board.keys("v")
    focus(board, names[0])
    board.keys("m")
    board.until(lambda: level(board, 0))
    check("a menu of several cards has no action for one", "Open" not in level(board, 0) and "Due" in level(board, 0), level(board, 0))
    board.keys("D", "1")
    check("it changes all of them", board.until(lambda: all(f"due: {today}" in folder.text(name) for name in names)), [folder.text(name) for name in names])
    check("in one commit", run("git", "log", "-1", "--format=%s%n%b", cwd=folder.path).count("due") >= 1, run("git", "log", "-1", "--format=%B", cwd=folder.path))
    board.keys(Keys.ESCAPE)

    # The keys of tags, people and priorities, on several cards.
    def selected():
        for name in names:
            focus(board, name)
            board.keys("v")
        focus(board, names[0])

    head = lambda name: folder.text(name).split("---")[1]
    commits = lambda: int(run("git", "rev-list", "--count", "HEAD", cwd=folder.path))
    before = commits()
    selected()
    board.keys("+")
    check("the key of tags opens the picker", board.until(lambda: board.find(".value-picker input")) and not board.find("dialog.prompt"))
    board.look("tags-of-several")
    board.keys("two words", Keys.ENTER, "x1", Keys.ENTER)
    board.chord(Keys.CONTROL, Keys.ENTER)
    check("the tags are added to all", board.until(lambda: all("two words" in head(name) and "x1" in head(name) for name in names)), [head(name) for name in names])
    check("in one commit", commits() == before + 1, commits() - before)
    selected()
    board.keys("+")
    board.until(lambda: board.find(".value-picker input"))
    chosen = lambda: board.texts(".value-picker [aria-selected=true] bdi")
    check("the tags of all are chosen", {"+two words", "+x1"} <= set(chosen()), chosen())
    board.keys("two w", Keys.ENTER)
    board.chord(Keys.CONTROL, Keys.ENTER)
    check("one that is taken away is removed from all", board.until(lambda: all("two words" not in head(name) and "x1" in head(name) for name in names)), [head(name) for name in names])
    focus(board, names[0])
    board.keys("@")
    board.until(lambda: board.find(".value-picker input"))
    board.keys("zoe", Keys.ENTER)
    board.chord(Keys.CONTROL, Keys.ENTER)
    check("the key of people opens the picker", board.until(lambda: "zoe" in head(names[0]) and "zoe" not in head(names[1])), head(names[0]))
    focus(board, names[0])
    board.keys("p")
    board.until(lambda: board.find(".value-picker input"))
    board.keys("low", Keys.ENTER)
    check("so does the key of priorities", board.until(lambda: "priority: low" in head(names[0])), head(names[0]))
    # The page had asked for the copy's body.
    log = [each for each in board.log() if "404" not in each]
    check("the page logs no errors", not log, log)

# A code signs in one browser.
server = Server(folder.path)
with Board(width=390, height=844, touch=True) as board:
    board.open(server.address)
    board.until(lambda: board.titles("todo"))
    board.tap(board.middle('[data-segment="todo"]'))
    time.sleep(0.6)
    title = board.titles("todo")[0]
    board.touch("touchStart", board.middle(board.card(title)))
    check("holding a card lifts it", board.until(board.lifted, seconds=2))
    board.touch("touchEnd")
    check("letting go opens the menu", board.until(lambda: level(board, 0)))
    board.until(lambda: not board.js("return document.getAnimations().length"))
    board.tap(board.middle(item(board, "Due")))
    check("on a phone a submenu is a second page", board.until(lambda: len(board.js("return [...document.querySelectorAll('[role=menu]')].filter((each) => !each.hidden)")) == 1 and board.find(".menu-back")))
    board.until(lambda: not board.js("return document.getAnimations().length"))
    board.look("menu-390")
    check("its first line goes back", board.texts(".menu-back") == ["Due"], board.texts(".menu-back"))
    board.tap(board.middle(".menu-back"))
    check("Back shows the first page", board.until(lambda: not board.find(".menu-back") and board.visible("[role=menu]")))
    board.tap(board.middle(item(board, "Due")))
    board.until(lambda: board.find(".menu-back"))
    board.until(lambda: not board.js("return document.getAnimations().length"))
    board.tap(board.middle(item(board, "Tomorrow")))
    check("a tap sets the date", board.until(lambda: f"due: {tomorrow}" in folder.text(title)), folder.text(title))
    log = board.log()
    check("the page logs no errors", not log, log)
server.stop()
end()

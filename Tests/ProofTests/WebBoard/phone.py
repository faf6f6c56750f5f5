"""A narrow screen shows one column at a time."""

from board import *

address, folder = start()
with Board(width=390, height=844, touch=True) as board:
    board.open(address)
    width = board.js("return innerWidth")
    pressed = lambda: board.texts("#segments [aria-pressed=true]")[0].split()[0]
    check("the first column is shown", pressed() == "ideas", pressed())
    check("columns are as wide as the screen", board.js("return [...document.querySelectorAll('.column')].every((each) => each.offsetWidth === innerWidth)"))
    check("the page does not scroll sideways", board.js("return document.documentElement.scrollWidth <= innerWidth"))

    board.tap(board.middle('[data-segment="doing"]'))
    check("a tab shows its column", board.until(lambda: pressed() == "doing" and abs(board.js("return document.querySelector('[data-state=doing]').getBoundingClientRect().left")) < 2), pressed())

    title = board.titles("doing")[1]
    x, y = board.middle(board.card(title))
    board.swipe((x - 60, y), (x + 120, y), milliseconds=150)
    check("a swipe right on a card shows the previous column", board.until(lambda: pressed() == "todo"), pressed())
    time.sleep(0.6)
    board.swipe((320, 830), (60, 830), milliseconds=120)
    board.tap(board.middle('[data-segment="doing"]'))
    board.until(lambda: pressed() == "doing")
    time.sleep(0.6)

    # To another column, by holding a card at the screen's edge.
    point = board.middle(board.card(title))
    board.touch("touchStart", point)
    board.until(board.lifted, seconds=2)
    for x in range(int(point[0]), 6, -16):
        board.touch("touchMove", (x, point[1]))
        time.sleep(0.01)
    check("a card held at the screen's edge switches to the next column", board.until(lambda: pressed() == "todo", seconds=3), pressed())
    board.touch("touchMove", (200, point[1]))
    time.sleep(0.1)
    board.touch("touchEnd")
    check("the card can be dropped there", board.until(lambda: folder.state(title) == "todo"), folder.state(title))

    # The menu is a bottom sheet, and a task fills the screen.
    board.tap(board.middle('[data-state="todo"] .card:first-child .card-menu'))
    sheet = lambda: board.js("const menu = document.querySelector('[role=menu]'); return menu && [menu.offsetWidth, Math.round(menu.getBoundingClientRect().bottom)]")
    check("the menu is a bottom sheet", board.until(lambda: sheet() == [width, 844]), sheet())
    board.tap((200, 60))
    board.until(lambda: not board.find("[role=menu]"))
    check("the tap that closes the menu does nothing else", board.texts("#views [aria-pressed=true]") == ["All"], board.texts("#views [aria-pressed=true]"))
    board.tap(board.middle('[data-state="todo"] .card:nth-child(2) .card-title'))
    check("a task fills the screen", board.until(lambda: board.js("return document.querySelector('#panel').offsetWidth") == width))
    check("the board behind the task is inert", board.js("return document.querySelector('#board').inert"))
    board.driver.back()
    check("Back closes the task", board.until(lambda: not board.visible("#panel")))

    # Adding a task.
    board.tap(board.middle("#add"))
    check("the Add button opens quick add", board.until(lambda: board.visible(".quick-add input")))
    board.keys("From the phone")
    board.tap(board.middle(".quick-add [type=submit]"))
    check("the submit button adds the task", board.until(lambda: folder.state("From the phone") == "todo"), folder.state("From the phone"))
    log = board.log()
    check("the page logs no errors", not log, log)
end()

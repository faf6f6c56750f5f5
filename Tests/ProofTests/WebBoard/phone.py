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
    check("a swipe to the right on a card shows the column before", board.until(lambda: pressed() == "todo"), pressed())
    time.sleep(0.6)
    board.swipe((320, 830), (60, 830), milliseconds=120)
    board.tap(board.middle('[data-segment="doing"]'))
    board.until(lambda: pressed() == "doing")
    time.sleep(0.6)

    # To another column by resting at the side.
    point = board.middle(board.card(title))
    board.touch("touchStart", point)
    board.until(board.lifted, seconds=2)
    for x in range(int(point[0]), 6, -16):
        board.touch("touchMove", (x, point[1]))
        time.sleep(0.01)
    check("a card at the side of the screen turns to the next column", board.until(lambda: pressed() == "todo", seconds=3), pressed())
    board.touch("touchMove", (200, point[1]))
    time.sleep(0.1)
    board.touch("touchEnd")
    check("and drops there", board.until(lambda: folder.state(title) == "todo"), folder.state(title))

    # The menu is a sheet, and a task fills the screen.
    board.tap(board.middle('[data-state="todo"] .card:first-child .card-menu'))
    sheet = lambda: board.js("const menu = document.querySelector('[role=menu]'); return menu && [menu.offsetWidth, Math.round(menu.getBoundingClientRect().bottom)]")
    check("the menu is a sheet at the bottom", board.until(lambda: sheet() == [width, 844]), sheet())
    board.tap((200, 60))
    board.until(lambda: not board.find("[role=menu]"))
    check("the tap that closes it does nothing else", board.texts("#views [aria-pressed=true]") == ["All"], board.texts("#views [aria-pressed=true]"))
    board.tap(board.middle('[data-state="todo"] .card:nth-child(2) .card-title'))
    check("a task fills the screen", board.until(lambda: board.js("return document.querySelector('#panel').offsetWidth") == width))
    check("what is below it is out of reach", board.js("return document.querySelector('#board').inert"))
    board.driver.back()
    check("Back closes it", board.until(lambda: not board.visible("#panel")))

    # Adding.
    board.tap(board.middle("#add"))
    check("the line for a new task is shown", board.until(lambda: board.visible(".quick-add input")))
    board.keys("From the phone")
    board.tap(board.middle(".quick-add [type=submit]"))
    check("a task is added from the phone", board.until(lambda: folder.state("From the phone") == "todo"), folder.state("From the phone"))
    log = board.log()
    check("nothing failed in the page", not log, log)
end()

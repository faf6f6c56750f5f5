"""Touch: a long press picks up a card, and a pan scrolls."""

from board import *

address, folder = start()
with Board(width=1024, height=768, touch=True) as board:
    board.open(address)

    # A vertical pan scrolls the column and drags nothing.
    cards = board.find('[data-state="todo"] .cards')
    order = board.titles("todo")
    x, y = board.middle(board.card(order[3]))
    board.swipe((x, y), (x, y - 220), milliseconds=200)
    check("a vertical pan scrolls", board.until(lambda: board.js("return arguments[0].scrollTop", cards) > 50))
    check("a pan moves no card", board.titles("todo") == order and not board.find(".gap"))
    # The column keeps scrolling for a while after the finger is lifted.
    place = -1
    while place != (place := board.js("return arguments[0].scrollTop", cards)):
        time.sleep(0.15)
    board.js("arguments[0].scrollTop = 0", cards)
    time.sleep(0.2)
    check("the column is scrolled to the top again", board.js("return arguments[0].scrollTop", cards) == 0)

    # A long press picks up the card, which then follows the finger.
    start_point = board.middle(board.card(order[1]))
    goal = board.middle('[data-state="doing"] .card:first-child')
    board.touch("touchStart", start_point)
    check("a long press picks up the card", board.until(board.lifted, seconds=2))
    for step in range(1, 13):
        board.touch("touchMove", (start_point[0] + (goal[0] - start_point[0]) * step / 12, start_point[1] + (goal[1] - start_point[1]) * step / 12))
        time.sleep(0.015)
    check("the gap is in the other column", board.until(lambda: board.find('[data-state="doing"] .gap')))
    board.touch("touchEnd")
    check("lifting the finger drops the card", board.until(lambda: folder.state(order[1]) == "doing"), folder.state(order[1]))
    check("the page does not scroll", board.js("return document.scrollingElement.scrollTop") == 0)
    check("dragging opens no task", board.js("return location.hash") in ("", "#/"))

    # A long press without a move opens the menu.
    order = board.titles("todo")
    point = board.middle(board.card(order[0]))
    board.touch("touchStart", point)
    board.until(board.lifted, seconds=2)
    board.touch("touchEnd")
    items = board.until(lambda: board.texts("[role=menuitem] span"))
    check("lifting the finger without moving it opens the menu", items, items)
    board.tap((30, 740))
    check("a tap outside the menu closes it", board.until(lambda: not board.find("[role=menu]")))

    # A second finger cancels the drag.
    point = board.middle(board.card(order[0]))
    board.touch("touchStart", point)
    board.until(board.lifted, seconds=2)
    board.touch("touchMove", (point[0] + 200, point[1] + 60))
    # Messages may cover the lower part of the board.
    board.touch("touchStart", (point[0] + 200, point[1] + 60), board.middle('[data-state="ideas"] .card:first-child'))
    check("a second finger cancels the drag", board.until(lambda: not board.lifted()))
    board.touch("touchEnd")
    check("a cancelled drag moves nothing", board.titles("todo") == order, board.titles("todo")[:3])

    # A tap opens the task.
    board.tap(board.middle(board.card(order[0]).find_element(By.CSS_SELECTOR, ".card-title")))
    check("a tap opens the task", board.until(lambda: board.visible("#panel")))
    board.tap(board.middle("#panel-close"))
    board.until(lambda: not board.visible("#panel"))

    # The board is wider than the screen, so a finger pans it, also from a card.
    x, y = board.middle(board.card(order[2]))
    # The browser still takes touches for the closed panel for a moment, and a released board snaps to a column.
    time.sleep(0.4)
    board.swipe((x + 60, y), (x - 120, y), milliseconds=200, release=False)
    check("where the board pans, a swipe on a card pans it", board.until(lambda: board.js("return document.querySelector('#board').scrollLeft") > 40), board.js("return document.querySelector('#board').scrollLeft"))
    check("and reveals nothing", not board.find(".swipe-actions"))
    board.touch("touchEnd")
    time.sleep(0.3)
    board.js("document.querySelector('#board').scrollLeft = 0")
    time.sleep(0.3)

    # A card that another program deletes while it is dragged.
    order = board.titles("todo")
    point = board.middle(board.card(order[1]))
    board.touch("touchStart", point)
    board.until(board.lifted, seconds=2)
    board.touch("touchMove", (point[0] + 30, point[1] + 60))
    os.remove(folder.find(order[1])[1])
    board.until(lambda: order[1] not in str(board.api("/api/board")[1]))
    time.sleep(0.5)
    goal = board.middle('[data-state="doing"] .card:first-child')
    board.touch("touchMove", goal)
    time.sleep(0.1)
    board.touch("touchEnd")
    check("the drop of a deleted card names it", board.until(lambda: any(order[1] in words and "deleted meanwhile" in words for words in board.toasts())), board.toasts())
    log = board.log()
    check("the page logs no errors", not log, log)
end()

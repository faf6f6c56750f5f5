"""Touch: a long press picks up a card, a pan scrolls, and a swipe deletes."""

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
    check("the menu lists only the other states", items and not any("todo" in item for item in items), items)
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

    # Swipes.
    x, y = reveal_delete(board, folder, order[2], order[4])
    board.swipe((x, y), (x - 100, y))
    board.until(lambda: board.visible(".swipe-delete"))
    time.sleep(0.25)
    box = board.js("const box = document.querySelector('.swipe-delete').getBoundingClientRect(); return [box.right - 30, box.top + box.height / 2]")
    board.tap(box)
    check("the Delete button deletes the task", board.until(lambda: folder.state(order[2]) is None), folder.state(order[2]))
    undo = board.until(lambda: "Deleted" in board.toasts()[-1] and board.find(".toast:last-child .toast-act"))
    check("a message offers Undo", undo)
    time.sleep(0.2)
    board.tap(board.middle(undo))
    check("Undo restores the task", board.until(lambda: folder.state(order[2]) == "todo"))

    board.until(lambda: order[2] in board.titles("todo"))
    x, y = board.middle(board.card(order[3]))
    board.swipe((x + 90, y), (x - 170, y), milliseconds=220, steps=14)
    check("a full swipe deletes", board.until(lambda: folder.state(order[3]) is None), folder.state(order[3]))
    undo = board.until(lambda: "Deleted" in board.toasts()[-1] and board.find(".toast:last-child .toast-act"))
    time.sleep(0.2)
    board.tap(board.middle(undo))
    check("Undo restores that task, too", board.until(lambda: folder.state(order[3]) == "todo"))
    log = board.log()
    check("the page logs no errors", not log, log)
end()

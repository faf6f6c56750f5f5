"""Dragging with the mouse: to an exact position, within a column and between columns."""

from board import *

address, folder = start()
with Board() as board:
    board.open(address)

    # Within a column.
    before = board.titles("doing")
    first, third = board.card(before[0]), board.card(before[2])
    board.drag_mouse(board.middle(first), board.edge(third, 0.8), release=False)
    check("a ghost follows the mouse", board.find(".ghost"))
    check("a gap shows the insertion point", board.find('[data-state="doing"] .gap'))
    check("the gap is as high as the card", abs(board.js("return document.querySelector('.gap').offsetHeight - document.querySelector('.ghost').offsetHeight")) < 2)
    board.mouse("mouseReleased", *board.edge(board.find(".gap"), 0.5))
    expected = [before[1], before[2], before[0], *before[3:]]
    check("a card can be dropped below another one", board.until(lambda: board.titles("doing") == expected), board.titles("doing"))
    check("the drop is committed", board.until(lambda: before[0] in run("git", "log", "-1", "--format=%s", cwd=folder.path)), run("git", "log", "-1", "--format=%s", cwd=folder.path))
    check("the ghost is gone", board.until(lambda: not board.find(".ghost")))

    # To another column.
    target = board.titles("todo")
    card = board.card(expected[0])
    board.drag_mouse(board.middle(card), board.middle(board.card(target[1])), board.edge(board.card(target[1]), 0.2))
    check("a card can be dropped between two others", board.until(lambda: board.titles("todo")[:3] == [target[0], expected[0], target[1]]), board.titles("todo")[:3])
    check("its file moves to the other folder", board.until(lambda: folder.state(expected[0]) == "todo"), folder.state(expected[0]))
    check("a message reports the move and offers Undo", board.until(lambda: board.find(".toast .toast-act")), board.toasts())
    announced = lambda: board.js("return document.querySelector('#announcements').textContent")
    check("the move is announced with its position", board.until(lambda: "todo, 2 of" in announced()), announced())

    board.click(".toast:last-child .toast-act")
    check("Undo reverts the drop", board.until(lambda: folder.state(expected[0]) == "doing"), folder.state(expected[0]))
    check("the card is back in its old position", board.until(lambda: board.titles("doing") == expected), board.titles("doing"))

    # To the free space below a column. The screen must be taller than all columns, which WebKit's is not.
    if hasattr(board.driver, "execute_cdp_cmd"):
        screen = lambda height: board.cdp("Emulation.setDeviceMetricsOverride", {"width": 1280, "height": height, "deviceScaleFactor": 1, "mobile": False})
        screen(2400)
        time.sleep(0.2)
        x, bottom = board.edge(board.find('[data-state="todo"]'), 1)
        check("the column ends above the screen's edge", bottom < 2300, bottom)
        board.drag_mouse(board.middle(board.card(expected[0])), (x, bottom + 60))
        check("a card can be dropped below a column", board.until(lambda: folder.state(expected[0]) == "todo"), folder.state(expected[0]))
        check("the card lands at the end of the column", board.until(lambda: board.titles("todo")[-1] == expected[0]), board.titles("todo"))
        board.until(lambda: board.find(".toast:last-child .toast-act"))
        board.click(".toast:last-child .toast-act")
        check("that drop can be undone", board.until(lambda: board.titles("doing") == expected), board.titles("doing"))
        screen(860)
        time.sleep(0.2)

    # To a finished column, which has an order of its own.
    board.drag_mouse(board.middle(board.card(expected[1])), board.middle('[data-state="done"] .cards'))
    check("a card can be dropped anywhere in a finished column", board.until(lambda: folder.state(expected[1]) == "done"), folder.state(expected[1]))
    check("a finished column shows a new card first", board.until(lambda: board.titles("done")[0] == expected[1]), board.titles("done")[:2])

    # Drags that change nothing.
    order = board.titles("todo")
    head = run("git", "rev-parse", "HEAD", cwd=folder.path)
    board.drag_mouse(board.middle(board.card(order[0])), board.middle('[data-state="ideas"] .cards'), release=False)
    board.keys(Keys.ESCAPE)
    check("Escape cancels a drag", board.until(lambda: not board.find(".gap")) and board.titles("todo") == order)
    board.mouse("mouseReleased", 100, 300)
    board.drag_mouse(board.middle(board.card(order[0])), (600, 400), (600, 10))
    check("a drop outside the columns changes nothing", board.until(lambda: not board.find(".gap")) and board.titles("todo") == order)
    board.drag_mouse(board.middle(board.card(order[1])), board.middle(board.card(order[2])), board.middle(board.card(order[1])))
    check("a drop in the card's old position changes nothing", board.until(lambda: not board.find(".gap")) and board.titles("todo") == order)
    check("none of these drags makes a commit", run("git", "rev-parse", "HEAD", cwd=folder.path) == head)
    check("a drag opens no task", board.js("return location.hash") in ("", "#/"))

    # Auto-scroll.
    long = board.find('[data-state="todo"] .cards')
    bottom = board.js("const box = arguments[0].getBoundingClientRect(); return [box.left + box.width / 2, box.bottom - 10]", long)
    board.drag_mouse(board.middle(board.card(order[0])), bottom, release=False)
    scrolled = board.until(lambda: board.js("return arguments[0].scrollTop + arguments[0].clientHeight >= arguments[0].scrollHeight - 4", long), seconds=40)
    check("a column scrolls while the card is near its edge", scrolled)
    board.mouse("mouseReleased", *bottom)
    check("the card lands at the end of the scrolled column", board.until(lambda: board.titles("todo")[-1] == order[0] or board.titles("todo")[-2] == order[0]), board.titles("todo")[-3:])

    # An external change during a drag.
    order = board.titles("ideas")
    board.drag_mouse(board.middle(board.card(order[0])), board.middle(board.card(order[2])), release=False)
    folder.write("ideas", "meanwhile-h3k5p2.md", "---\ntitle: Meanwhile\n---\n")
    time.sleep(0.6)
    check("the board does not change during a drag", board.find(".gap") and "Meanwhile" not in board.titles("ideas"))
    board.mouse("mouseReleased", *board.middle(".gap"))
    check("the board shows the change after the drag", board.until(lambda: "Meanwhile" in board.titles("ideas")))

    # Clicks, and several cards.
    board.click(board.card(order[3]).find_element(By.CSS_SELECTOR, ".card-title"))
    check("a click opens the task", board.until(lambda: board.visible("#panel") and order[3] in board.js("return document.querySelector('#panel').textContent")))
    board.keys(Keys.ESCAPE)
    board.until(lambda: not board.visible("#panel"))
    names = [order[3], order[4]]
    for name in names:
        ActionChains(board.driver).key_down(Keys.CONTROL).click(board.card(name)).key_up(Keys.CONTROL).perform()
    check("Ctrl+click selects cards", board.js("return document.querySelectorAll('.card.selected').length") == 2)
    board.drag_mouse(board.middle(board.card(names[0])), board.middle('[data-state="doing"] .cards'))
    check("selected cards move together", board.until(lambda: all(folder.state(name) == "doing" for name in names)), [folder.state(name) for name in names])
    check("moving several cards makes one commit", run("git", "rev-list", "--count", head.strip() + "..HEAD", cwd=folder.path).strip() in ("3", "4"), run("git", "log", "--format=%an %s", head.strip() + "..HEAD", cwd=folder.path))

    board.js("arguments[0].scrollTop = 0", long)
    range_of = board.titles("todo")[1:5]
    board.click(board.card(range_of[0]))
    board.keys(Keys.ESCAPE)
    ActionChains(board.driver).key_down(Keys.SHIFT).click(board.card(range_of[-1])).key_up(Keys.SHIFT).perform()
    selected = lambda: board.texts(".card.selected .card-title")
    check("Shift+click selects a range of a column", selected() == range_of, selected())
    board.keys(Keys.ESCAPE)
    ActionChains(board.driver).context_click(board.card(board.titles("todo")[0])).perform()
    items = board.texts("[role=menuitem] span")
    check("a right click opens the menu", len(items) > 5, items)
    board.keys(Keys.ARROW_DOWN, Keys.ARROW_DOWN, Keys.ARROW_RIGHT)
    items = board.until(lambda: board.texts("[role=menu] + [role=menu] [role=menuitem] > span"))
    check("Move to lists only the other states", items == ["ideas", "doing", "done"], items)
    log = board.log()
    check("the page logs no errors", not log, log)
end()

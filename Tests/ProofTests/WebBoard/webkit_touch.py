"""Touch in WebKit, through a virtual touch screen."""

from board import *
from webkit import WebKitBoard

address, folder = start()


def drag(board, item, *stops, release=True):
    """Picks up a card with a long press on its center, and moves it to the given points."""
    at = board.middle(item)
    board.touch("touchStart", at)
    board.until(board.lifted, seconds=2)
    for stop in stops:
        for step in range(1, 13):
            part = step / 12
            board.touch("touchMove", (at[0] + (stop[0] - at[0]) * part, at[1] + (stop[1] - at[1]) * part))
            time.sleep(0.016)
        at = stop
    if release:
        board.touch("touchEnd")


def rank(title):
    lines = (folder.text(title) or "").splitlines()
    return next((line for line in lines if line.startswith("rank:")), None)


def tap_still(board, selector):
    """Taps an element once it has stopped moving."""
    place = None
    while place != (place := board.middle(selector)):
        time.sleep(0.2)
    board.tap(place)


def come_to_rest(board):
    """Waits until the columns of a narrow screen stop scrolling."""
    place = None
    while place != (place := board.js("return document.querySelector('#board').scrollLeft")):
        time.sleep(0.5)


def undo(board, word):
    """Taps Undo in the last message, which must contain the given word."""
    check(f"a message with {word!r} offers Undo", board.until(lambda: word in "".join(board.toasts()[-1:]) and board.find(".toast:last-child .toast-act")), board.toasts())
    tap_still(board, ".toast:last-child .toast-act")


with WebKitBoard(width=1024, height=768) as board:
    board.open(address)
    check("the printed address signs in and shows the board", len(board.titles("todo")) > 3 and "code" not in board.js("return location.href"), board.js("return location.href"))
    board.js("""
        window.kinds = new Set();
        for (const type of ["touchstart", "pointerdown", "pointerup", "pointercancel"])
            addEventListener(type, (event) => kinds.add(`${type} ${event.isTrusted ? "of WebKit" : "of the page"} ${event.pointerType ?? ""}`.trim()), true);
    """)

    # A pan gesture.
    cards = board.find('[data-state="todo"] .cards')
    order = board.titles("todo")
    files = {state: folder.files(state) for state in ("ideas", "todo", "doing", "done")}
    x, y = board.middle(board.card(order[3]))
    board.swipe((x, y), (x, y - 220), milliseconds=200)
    check("a vertical pan scrolls", board.until(lambda: board.js("return arguments[0].scrollTop", cards) > 50))
    time.sleep(0.6)
    check("a pan moves no card", board.titles("todo") == order and not board.find(".gap, .ghost"))
    check("a pan moves no file", files == {state: folder.files(state) for state in files})
    check("a pan opens nothing", not board.visible("#panel") and not board.find("[role=menu], .swipe-delete"))
    check("the touch events come from WebKit", "touchstart of WebKit" in board.js("return [...kinds]"), board.js("return [...kinds]"))
    place = -1
    while place != (place := board.js("return arguments[0].scrollTop", cards)):
        time.sleep(0.2)
    seen = next(title for title in order if board.middle(board.card(title))[1] > 120)
    before = board.middle(board.card(seen))
    board.api("/api/tasks", "POST", {"entry": "Before all others", "state": "todo", "top": True})
    check("a card is added above the visible ones", board.until(lambda: board.titles("todo")[0] == "Before all others"), board.titles("todo")[:2])
    after = board.middle(board.card(seen))
    check("the added card does not move the visible ones", abs(after[1] - before[1]) < 2, (before, after))
    order = board.titles("todo")
    board.js("arguments[0].scrollTop = 0", cards)
    time.sleep(0.3)

    # A long press.
    board.touch("touchStart", board.middle(board.card(order[0])))
    time.sleep(0.2)
    check("a short touch picks up nothing", not board.lifted())
    time.sleep(0.35)
    check("a long press of 400 ms picks up the card", board.lifted())
    check("no text is selected", board.js("return String(getSelection())") == "")
    board.touch("touchEnd")
    items = board.until(lambda: board.texts("[role=menuitem] span")) or []
    check("lifting the finger without moving it opens the menu", items)
    time.sleep(0.8)
    check("the menu stays open", board.find("[role=menu]"))
    board.tap((30, 740))
    check("a tap outside the menu closes it", board.until(lambda: not board.find("[role=menu]")))
    check("closing the menu moves nothing", board.titles("todo") == order and folder.state(order[0]) == "todo")

    # Moving a card from the menu.
    board.touch("touchStart", board.middle(board.card(order[0])))
    board.until(board.lifted, seconds=2)
    board.touch("touchEnd")
    board.until(lambda: board.find("[role=menuitem]"))
    time.sleep(0.3)
    tap_still(board, "[role=menuitem]:nth-of-type(3)")
    check("Move to lists only the other states", board.until(lambda: board.texts("[role=menu] + [role=menu] [role=menuitem] > span") == ["ideas", "doing", "done"]), board.texts("[role=menu] + [role=menu] [role=menuitem] > span"))
    time.sleep(0.3)
    tap_still(board, "[role=menu] + [role=menu] [role=menuitem]")
    check("a tap on a menu item moves the card to that state", board.until(lambda: folder.state(order[0]) == "ideas"), folder.state(order[0]))
    undo(board, "Moved")
    board.until(lambda: board.titles("todo") == order)
    check("Undo moves the card back", board.titles("todo") == order, board.titles("todo")[:3])

    # To another column.
    target = board.titles("doing")
    drag(board, board.card(order[1]), board.middle(board.card(target[1])), release=False)
    check("a gap shows the insertion point", board.until(lambda: board.find('[data-state="doing"] .gap')))
    ghost = board.js("const box = document.querySelector('.ghost').getBoundingClientRect(); return [box.left, box.right]")
    check("the card is under the finger", ghost[0] < board.middle(board.card(target[1]))[0] < ghost[1], ghost)
    board.touch("touchEnd")
    check("a drag moves the file", board.until(lambda: folder.state(order[1]) == "doing"), folder.state(order[1]))
    check("the card lands at the exact position", board.until(lambda: board.titles("doing")[:3] == [target[0], order[1], target[1]]), board.titles("doing")[:3])
    check("the page does not scroll", board.js("return [document.scrollingElement.scrollTop, document.querySelector('#board').scrollLeft]") == [0, 0])
    check("dragging opens no task", board.js("return location.hash") in ("", "#/") and not board.visible("#panel"))

    # Within a column.
    order = board.titles("todo")
    before, head = rank(order[0]), run("git", "rev-parse", "HEAD", cwd=folder.path)
    drag(board, board.card(order[0]), board.edge(board.card(order[2]), 0.8))
    expected = [order[1], order[2], order[0], *order[3:]]
    check("a card can be dragged within a column", board.until(lambda: board.titles("todo") == expected), board.titles("todo")[:4])
    check("the drag changes the file's rank", board.until(lambda: rank(order[0]) not in (None, before)), (before, rank(order[0])))
    check("the drag makes one commit", board.until(lambda: run("git", "rev-list", "--count", head.strip() + "..HEAD", cwd=folder.path).strip() == "1"))

    # A drag that changes nothing.
    order, head = board.titles("todo"), run("git", "rev-parse", "HEAD", cwd=folder.path)
    point = board.middle(board.card(order[0]))
    drag(board, board.card(order[0]), (point[0] + 200, point[1] + 60), release=False)
    board.touch("touchStart", (point[0] + 200, point[1] + 60), (600, 600))
    check("a second finger cancels a drag", board.until(lambda: not board.lifted()))
    board.touch("touchEnd")
    time.sleep(0.3)
    check("a cancelled drag moves nothing", board.titles("todo") == order and run("git", "rev-parse", "HEAD", cwd=folder.path) == head, board.titles("todo")[:3])

    # Taps.
    board.tap(board.middle(board.card(order[1]).find_element(By.CSS_SELECTOR, ".card-title")))
    check("a tap opens the task", board.until(lambda: board.visible("#panel") and order[1] in board.js("return document.querySelector('#panel').textContent")))
    tap_still(board, "#panel-close")
    check("a tap on the close button closes the task", board.until(lambda: not board.visible("#panel")))

    # A narrow screen shows one column at a time.
    board.resize(390, 960)
    shown = lambda: board.js("""return [...document.querySelectorAll('.column')].filter((each) => {
        const box = each.getBoundingClientRect();
        return box.right > 2 && box.left < innerWidth - 2;
    }).map((each) => each.dataset.state)""")
    pressed = lambda: board.texts("#segments [aria-pressed=true]")[0].split()[0]
    check("a narrow screen shows one column", board.until(lambda: shown() == ["ideas"]) and pressed() == "ideas", (shown(), pressed()))
    tap_still(board, '[data-segment="doing"]')
    check("a tap on a tab shows its column", board.until(lambda: shown() == ["doing"] and pressed() == "doing"), (shown(), pressed()))
    come_to_rest(board)
    tap_still(board, '[data-segment="done"]')
    check("a tap on the next tab shows that column", board.until(lambda: shown() == ["done"] and pressed() == "done"), (shown(), pressed()))
    come_to_rest(board)
    x, y = board.middle(board.card(board.titles("done")[1]))
    board.swipe((x - 60, y), (x + 120, y), milliseconds=150)
    check("a swipe right on a card shows the previous column", board.until(lambda: shown() == ["doing"] and pressed() == "doing"), (shown(), pressed()))
    come_to_rest(board)
    x, y = board.middle(board.card(board.titles("doing")[0]))
    board.swipe((x, y), (x - 100, y))
    check("a swipe left reveals Finish and Delete", board.until(lambda: board.visible(".swipe-finish") and board.visible(".swipe-delete")) and shown() == ["doing"], shown())
    board.tap(board.middle(board.card(board.titles("doing")[1])))
    check("a tap elsewhere hides them", board.until(lambda: not board.find(".swipe-delete")))
    title = board.titles("doing")[0]
    board.swipe((x + 90, y), (x - 170, y), milliseconds=220, steps=14)
    check("a swipe across the card changes nothing", board.until(lambda: board.visible(".swipe-delete")) and folder.state(title) == "doing", folder.state(title))
    time.sleep(0.25)
    board.tap(board.middle(".swipe-delete"))
    check("the Delete button deletes the task", board.until(lambda: folder.state(title) is None), folder.state(title))
    time.sleep(0.3)
    tap_still(board, ".trace-undo")
    check("Undo in its place restores the task", board.until(lambda: folder.state(title) == "doing"), folder.state(title))
    board.until(lambda: board.titles("doing")[0] == title)
    x, y = board.middle(board.card(title))
    drag(board, board.card(title), (6, y), release=False)
    check("a card held at the screen's edge moves to the previous column", board.until(lambda: shown() == ["todo"], seconds=3), shown())
    board.touch("touchMove", (200, y))
    time.sleep(0.1)
    board.touch("touchEnd")
    check("the card can be dropped there", board.until(lambda: folder.state(title) == "todo"), folder.state(title))
    board.tap(board.middle(board.card(title).find_element(By.CSS_SELECTOR, ".card-title")))
    check("a task fills the screen", board.until(lambda: board.js("return document.querySelector('#panel').offsetWidth === innerWidth")))
    tap_still(board, "#panel-close")
    board.until(lambda: not board.visible("#panel"))

    # At the end, and with a finger that rests before it lifts: WebKitGTK 2.50 throws a board that snaps
    # against the swipe, and moves it again at the next touch.
    come_to_rest(board)
    width = board.js("return innerWidth")
    board.swipe((width * 0.75, 940), (width * 0.1, 940), release=False)
    check("a finger below the cards moves the next column into view", board.until(lambda: "doing" in shown() and pressed() == "doing"), (shown(), pressed()))
    time.sleep(0.5)
    board.touch("touchEnd")

    log = board.log()
    check("the page logs no errors", not log, log)
end()

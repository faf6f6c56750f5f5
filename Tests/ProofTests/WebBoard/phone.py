"""A narrow screen shows one column at a time."""

from board import *

address, folder = start()
with Board(width=390, height=844, touch=True) as board:
    board.open(address)
    width = board.js("return innerWidth")
    pressed = lambda: board.texts("#segments [aria-pressed=true]")[0].split()[0]

    def show(state):
        """Taps the tab of a column, and waits until the column rests."""
        board.tap(board.middle(f'[data-segment="{state}"]'))
        at = f"return document.querySelector('[data-state={state}]').getBoundingClientRect().left"
        board.until(lambda: pressed() == state and abs(board.js(at)) < 1)
        time.sleep(0.3)

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
    show("doing")

    # Search looks at all columns.
    board.tap(board.middle("[data-action=filter]"))
    board.until(lambda: board.find("#search:focus"))
    board.keys("passport")
    check("a search shows the first column with a match", board.until(lambda: pressed() == "done"), [pressed(), board.texts("#segments")])
    counts = board.texts("#segments .count")
    check("its matches are not over a limit", "0" in counts and not board.find("#segments .over"), counts)
    board.js("const field = document.querySelector('#search'); field.value = ''; field.dispatchEvent(new Event('input')); field.blur()")
    board.until(lambda: len(board.texts("[data-state=doing] .card")) > 3)
    show("doing")

    # Swipes to the left.
    show("todo")
    order = board.titles("todo")
    x, y = reveal_delete(board, folder, order[1], order[3])
    trace = lambda: board.texts('[data-state="todo"] .trace span')
    board.swipe((x + 120, y), (x - 180, y), milliseconds=220, steps=14)
    check("a swipe across the whole card only reveals the buttons", board.until(lambda: board.visible(".swipe-delete")) and folder.state(order[1]) == "todo", folder.state(order[1]))
    time.sleep(0.3)
    board.look("swipe-390")
    board.tap(board.middle(".swipe-delete"))
    check("a tap on Delete deletes the task", board.until(lambda: folder.state(order[1]) is None), folder.state(order[1]))
    check("a line with Undo is where the card was", board.until(lambda: trace() == [f'Deleted "{order[1]}"']), trace())
    place = board.js("return [...document.querySelector('[data-state=todo] .cards').children].findIndex((each) => each.classList.contains('trace'))")
    check("in its place", place == 1, place)
    time.sleep(6.5)
    board.look("trace-390")
    check("it stays", trace() and board.visible(".trace-undo"))
    board.tap(board.middle(".trace-undo"))
    check("Undo restores the task in its place", board.until(lambda: board.titles("todo") == order and not trace()), board.titles("todo")[:3])
    x, y = board.middle(board.card(order[2]))
    board.swipe((x, y), (x - 140, y))
    board.until(lambda: board.visible(".swipe-finish"))
    time.sleep(0.3)
    board.tap(board.middle(".swipe-finish"))
    check("a tap on Finish finishes the task", board.until(lambda: folder.state(order[2]) == "done"), folder.state(order[2]))
    check("a line with Undo is there, too", board.until(lambda: trace() == [f'Finished "{order[2]}"']), trace())
    board.tap(board.middle('[data-segment="doing"]'))
    check("it is gone when the column is left", board.until(lambda: not board.find(".trace")))
    board.until(lambda: pressed() == "doing")
    time.sleep(0.6)

    # A tab takes a card to the end of its column.
    title = board.titles("doing")[0]
    point, tab = board.middle(board.card(title)), board.middle('[data-segment="todo"]')
    board.touch("touchStart", point)
    board.until(board.lifted, seconds=2)
    for step in range(1, 13):
        board.touch("touchMove", (point[0] + (tab[0] - point[0]) * step / 12, point[1] + (tab[1] - point[1]) * step / 12))
        time.sleep(0.015)
    check("a tab under a card is highlighted", board.until(lambda: board.find('[data-segment="todo"].target')))
    board.look("tab-390")
    board.touch("touchEnd")
    check("a drop on a tab goes to the end of its column", board.until(lambda: folder.state(title) == "todo" and board.titles("todo")[-1] == title), board.titles("todo")[-2:])
    title = board.titles("doing")[1]
    time.sleep(0.4)

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
    show("ideas")
    point = board.middle(board.card(board.titles("ideas")[0]))
    board.touch("touchStart", point)
    board.until(board.lifted, seconds=2)
    turned = lambda state: board.until(lambda: board.js("return performance.now()") if pressed() == state else None, seconds=5)
    board.js("""window.turns = []; const board = document.querySelector('#board'); let last = 0;
        board.addEventListener('scroll', () => { const index = Math.round(board.scrollLeft / innerWidth); if (index !== last) turns.push(performance.now()); last = index; })""")
    for x in range(int(point[0]), 385, 16):
        board.touch("touchMove", (x, point[1]))
        time.sleep(0.01)
    turns = board.until(lambda: board.js("return turns.length > 1 && turns"), seconds=5)
    check("a further column takes longer", turns and turns[1] - turns[0] > 800, turns)
    board.touch("touchCancel")
    board.until(lambda: not board.lifted())
    time.sleep(0.5)
    show("todo")

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

    # The help, which has no keys here.
    time.sleep(0.3)
    board.tap(board.middle("#more"))
    item = board.until(lambda: next((each for each in board.driver.find_elements(By.CSS_SELECTOR, "[role=menuitem]") if each.text.startswith("Help")), None))
    check("the menu offers help", item)
    board.tap(board.middle(item))
    words = board.until(lambda: board.texts("dialog.help h2, dialog.help p, dialog.help kbd")) or []
    check("the help of a phone has gestures and no keys", len(words) == 2 and words[0] == "Help" and "Swipe" in words[1], words)
    board.look("help-390")
    board.tap(board.middle("dialog.help .icon-button"))
    board.until(lambda: not board.find("dialog"))

    # Adding a task.
    time.sleep(0.3)
    box = board.js("const box = document.querySelector('#add').getBoundingClientRect(); return [box.top, box.right, box.width]")
    check("the Add button is at the thumb", box[0] > 760 and box[1] > 350 and box[2] >= 44, box)
    top = board.js("return document.querySelector('#segments').getBoundingClientRect().top")
    check("one row is above the tabs", top <= 64, top)
    board.tap(board.middle("#view-menu"))
    check("the views are in a menu", board.until(lambda: board.texts("[role=menuitemcheckbox]")[:2] == ["All", "today"]), board.texts("[role=menuitemcheckbox]"))
    board.keys(Keys.ESCAPE)
    board.until(lambda: not board.find("[role=menu]"))
    board.tap(board.middle("#add"))
    check("the Add button opens quick add", board.until(lambda: board.visible(".quick-add input")))
    board.keys("From the phone")
    board.tap(board.middle(".quick-add [type=submit]"))
    check("the submit button adds the task", board.until(lambda: folder.state("From the phone") == "todo"), folder.state("From the phone"))
    boxes = """const [form, toast] = ['.quick-add', '.toast'].map((each) => document.querySelector(each)?.getBoundingClientRect());
        return form && toast && [toast.bottom <= form.top || toast.top >= form.bottom, toast.top, toast.bottom, form.top, form.bottom]"""
    apart = lambda: board.js(boxes) or [False]
    check("its message covers no button of quick add", board.until(lambda: apart()[0], seconds=3), apart())
    board.look("added-390")
    board.cdp("Emulation.setDeviceMetricsOverride", {"width": 390, "height": 500, "deviceScaleFactor": 2, "mobile": True})
    board.find(".quick-add input").send_keys("Low", Keys.ENTER)
    check("nor above a keyboard", board.until(lambda: "Low" in "".join(board.toasts()) and apart()[0], seconds=3), [board.toasts(), apart()])
    board.look("added-500")
    board.cdp("Emulation.setDeviceMetricsOverride", {"width": 390, "height": 844, "deviceScaleFactor": 2, "mobile": True})
    board.find(".quick-add input").send_keys(Keys.ESCAPE)
    time.sleep(0.3)
    board.tap(board.middle(board.card("From the phone").find_element(By.CSS_SELECTOR, ".card-title")))
    board.until(lambda: board.visible("#panel .panel-title"))
    room = board.js("const panel = document.querySelector('#panel'); return parseFloat(getComputedStyle(panel).paddingBottom)")
    check("the end of a task's page has room for a message", room >= 84, room)

    # A refused form.
    board.cdp("Emulation.setDeviceMetricsOverride", {"width": 390, "height": 500, "deviceScaleFactor": 2, "mobile": True})
    board.js("location.hash += '/edit'")
    board.until(lambda: board.find("#field-remind"))
    field = board.find("#field-remind")
    board.js("document.querySelector('#panel .form-more').open = true")
    field.send_keys("in the evening")
    time.sleep(0.4)
    board.js("const panel = document.querySelector('#panel'); panel.scrollTop = panel.scrollHeight")
    check("the form is longer than the screen above a keyboard", board.js("return document.querySelector('#panel').scrollTop") > 50)
    board.tap(board.middle("#panel .save"))
    places = lambda: board.js("return ['#panel .panel-head', '#panel .form-problem'].map((each) => document.querySelector(each).getBoundingClientRect()).map(({ top, bottom, height }) => [top, bottom, height])")
    check("the reason of a refused form is below the buttons", board.until(lambda: places()[1][2] > 0 and places()[1][0] >= places()[0][1] - 1, seconds=3), places())
    board.look("refused-500")
    log = board.log()
    check("the page logs no errors", not [each for each in log if "422" not in each], log)
end()

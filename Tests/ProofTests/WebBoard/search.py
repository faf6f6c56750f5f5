"""Search and views on a phone, a tablet and a wide screen: nothing filters the board unseen."""

from board import *

address, folder = start()
yml = lambda: open(folder.path + "/pmd.yml", encoding="utf-8").read()
with Board(width=390, height=844, touch=True) as board:
    size = lambda width, height: board.cdp("Emulation.setDeviceMetricsOverride", {"width": width, "height": height, "deviceScaleFactor": 1, "mobile": True})
    board.open(address)
    board.until(lambda: board.id("Fix the roof"))
    all_titles = board.titles("todo")
    box = lambda: board.js("return document.querySelector('#search').value")
    isAll = lambda: board.titles("todo") == all_titles and not box() and not board.visible("#search")

    def search(words):
        board.tap(board.middle(".search-open"))
        board.until(lambda: board.find("#search:focus"))
        board.keys(words)
        return board.until(lambda: board.titles("todo") != all_titles)

    def choose(*words):
        """Chooses an item of the menu of views."""
        board.tap(board.middle("#view-menu"))
        board.until(lambda: board.find("[role=menu]"))
        time.sleep(0.3)
        item = next(each for each in board.driver.find_elements(By.CSS_SELECTOR, "[role=menu] button") if each.text in words)
        board.tap(board.middle(item))
        board.until(lambda: not board.find("[role=menu]"))

    search("fence")
    board.driver.refresh()
    board.settle()
    board.dismiss_reminders()
    check("after a reload, the box is shown with its words", board.until(lambda: board.visible("#search") and box() == "fence"), box())
    board.look("search-390")
    choose("All")
    check("All clears the words", board.until(isAll), box())
    search("fence")
    board.keys(Keys.ESCAPE)
    if box():
        # The first one has closed the suggestions.
        board.keys(Keys.ESCAPE)
    check("Escape clears the words", board.until(isAll), box())
    search("fence")
    board.tap(board.middle("#search-end"))
    check("the closing button clears the words", board.until(isAll), box())
    board.until(lambda: len(board.titles("todo")) == len(all_titles))

    # A search in a view.
    choose("next")
    board.until(lambda: board.texts("#view-menu .label") == ["next"])
    search("passport")
    check("a view without a match offers a search in all tasks", board.until(lambda: board.visible(".search-all")))
    board.look("search-all-390")
    offer = next(each for each in board.driver.find_elements(By.CSS_SELECTOR, ".search-all") if 0 <= each.location["x"] < 390)
    board.tap(board.middle(offer))
    check("which keeps the words", board.until(lambda: "Renew the passport" in board.titles("done") and box() == "passport"), [board.titles("done"), box()])
    choose("All")
    board.until(isAll)

    # A view is deleted.
    # The label comes first, since the driver sorts the members.
    answer = board.api("/api/settings", "PATCH", {"views.Ben-house": "+house @ben", "labels.Ben-house": "Ben house"})
    check("a view and its label are set in any order", answer[0] == 200, answer)
    board.until(lambda: board.texts("#views .tab")[-1] == "Ben house")
    size(768, 1000)
    check("a tablet has tabs or a menu", board.until(lambda: board.visible("#views") != board.visible("#view-menu")))
    for width in (700, 768, 900, 1024, 1100):
        size(width, 1000)
        time.sleep(0.2)
        board.look(f"header-{width}")
        wrong = board.js("""const all = [...document.querySelectorAll('#views .tab')].filter((each) => each.getClientRects().length);
            const boxes = ['#board-name', '#views', '#view-menu', '.search-box', '.tools'].map((each) => document.querySelector(each)).filter((each) => each.getClientRects().length).map((each) => each.getBoundingClientRect());
            return [...all.filter((each) => each.scrollWidth > each.clientWidth).map((each) => each.textContent),
                ...boxes.slice(1).filter((each, index) => each.left < boxes[index].right - 1 - 13).map((each) => each.left),
                ...(document.documentElement.scrollWidth > innerWidth ? ['wide'] : [])]""")
        check(f"at {width} px, no tab covers another", not wrong, wrong)
    size(390, 844)
    choose("Ben house")
    board.until(lambda: board.texts("#view-menu .label") == ["Ben house"])
    choose("Delete view", "deleteView")
    check("the menu of views deletes a view", board.until(lambda: "Ben-house" not in yml()), yml())
    check("the board is shown instead", board.until(isAll))
    board.until(lambda: board.visible(".toast-act"))
    board.tap(board.middle(".toast-act"))
    check("Undo restores it", board.until(lambda: "Ben-house: +house @ben" in yml() and "Ben house" in board.texts("#views .tab")), yml())

    size(1440, 900)
    places = "return ['#search', '#add'].map((each) => document.querySelector(each).getBoundingClientRect()).flatMap(({ left, right }) => [left, right])"
    board.until(lambda: board.visible("#remote"))
    board.look("header-1440")
    with_state = board.js(places)
    board.js("document.querySelector('#remote').hidden = true")
    without = board.js(places)
    check("the state of the remote moves nothing when it appears", with_state == without, [with_state, without])
    board.js("document.querySelector('#views .tab:last-child').dispatchEvent(new MouseEvent('contextmenu', { bubbles: true, cancelable: true, clientX: 300, clientY: 20 }))")
    check("a right click on a tab offers the same", board.until(lambda: any("Delete view" in words for words in board.texts("[role=menu] [role=menuitem]"))))
    log = board.log()
    check("the page logs no errors", not log, log)
end()

"""Light and dark, other zones, less movement, print, and widths."""

from board import *

address, folder = start()
with Board(width=1440, height=900, dark=True, zone="Asia/Seoul") as board:
    board.open(address)
    background = lambda: board.js("return getComputedStyle(document.body).backgroundColor")
    brightness = lambda: sum(int(part) for part in background()[4:-1].split(",")[:3])
    check("dark follows the system", brightness() < 150, background())
    board.media("prefers-color-scheme", "light")
    check("so does light", board.until(lambda: brightness() > 600), background())
    board.keys(",")
    board.until(lambda: board.find("[name=theme]"))
    choose = "const field = document.querySelector('[name=theme]'); field.value = arguments[0]; field.dispatchEvent(new Event('change'))"
    board.js(choose, "dark")
    check("the switch turns the page dark", board.until(lambda: brightness() < 150), background())
    board.driver.refresh()
    board.settle()
    check("and that stays", brightness() < 150, background())
    board.keys(",")
    board.until(lambda: board.find("[name=theme]"))
    board.js(choose, "auto")
    board.keys(Keys.ESCAPE)
    board.until(lambda: not board.find("dialog"))

    # Overdue, by mark and not only by colour, at the instant that the server tells.
    marks = board.texts(".mark.overdue")
    check("what is overdue is marked", marks and all(mark.startswith("!") for mark in marks), marks)

    # Columns.
    check("four columns stand side by side", board.js("const tops = [...document.querySelectorAll('.column')].map((each) => each.getBoundingClientRect().top); return new Set(tops).size === 1 && tops.length === 4"))
    check("a column over its limit says so", board.texts('[data-state="doing"] .count')[0].startswith("!"), board.texts('[data-state="doing"] .count'))
    for width, height in ((1440, 900), (1024, 768), (768, 1024), (390, 844), (320, 640)):
        board.cdp("Emulation.setDeviceMetricsOverride", {"width": width, "height": height, "deviceScaleFactor": 1, "mobile": False})
        time.sleep(0.2)
        check(f"at {width} nothing hangs over the side", board.js("return document.documentElement.scrollWidth <= innerWidth"), board.js("return document.documentElement.scrollWidth"))
        check(f"at {width} the header is whole", board.js(
            "return [...document.querySelectorAll('header.top button')].filter((each) => each.checkVisibility() && !each.closest('#views')).every((each) => { const box = each.getBoundingClientRect(); return box.left >= 0 && box.right <= innerWidth + 1 })"))
    board.cdp("Emulation.setDeviceMetricsOverride", {"width": 1440, "height": 900, "deviceScaleFactor": 1, "mobile": False})

    # Less movement.
    board.media("prefers-reduced-motion", "reduce")
    check("less movement means none", board.js("return getComputedStyle(document.querySelector('.card-face')).transitionDuration") in ("0s", "0s, 0s"))
    order = board.titles("doing")
    board.drag_mouse(board.middle(board.card(order[0])), board.edge(board.card(order[1]), 0.9), release=False)
    check("dragging slides nothing then", board.js("return document.getAnimations().length") == 0, board.js("return document.getAnimations().length"))
    board.keys(Keys.ESCAPE)
    board.mouse("mouseReleased", 700, 400)

    # Print.
    board.cdp("Emulation.setEmulatedMedia", {"media": "print"})
    check("print leaves the controls out", not board.visible("#add") and not board.visible("#search"))
    check("and has the columns below each other", board.js("const [a, b] = document.querySelectorAll('.column'); return b.getBoundingClientRect().top >= a.getBoundingClientRect().bottom"))
    check("with all cards that are shown", board.js("return [...document.querySelectorAll('.cards')].every((each) => each.scrollHeight <= each.clientHeight + 2)"))
    log = board.log()
    check("nothing failed in the page", not log, log)
end()

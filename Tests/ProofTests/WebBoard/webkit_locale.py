"""The C locale in WebKit, whose language `c` is not one of a person."""

import os

# WebKit takes its language from the environment of the browser.
for name in [each for each in os.environ if each == "LANGUAGE" or each.startswith("LC_")]:
    del os.environ[name]
os.environ["LANG"] = os.environ["LC_ALL"] = "C.UTF-8"

from board import *
from webkit import WebKitBoard

address, folder = start()
with WebKitBoard(width=1280, height=860) as board:
    board.open(address)
    print("note  the language of the browser:", board.js("return [navigator.language, ...navigator.languages]"))
    check("the page opens", len(board.titles("todo")) > 3, board.texts("body"))
    check("its texts are English", board.texts("#add .label") == ["Add"], board.texts("#add .label"))
    preferences = lambda words: board.of_page(f"modules['core/preferences.js'].{words}")
    check("the server receives a language", preferences("reader()").split(";")[0].startswith("en"), preferences("reader()"))
    check("weeks and clocks have the forms of no region in particular", preferences("firstWeekday()") in (0, 1), preferences("firstWeekday()"))
    status, answer = board.api("/api/session")
    check("the server accepts it", status == 200, [status, answer])
    board.keys("C")
    check("the calendar shows dates", board.until(lambda: board.find(".calendar-grid [data-day]")), board.texts("body")[:1])
    board.keys(Keys.ESCAPE)
    board.keys("a")
    board.until(lambda: board.find(".quick-add input"))
    board.keys("Repot the fig due:2027-02-03", Keys.ENTER)
    check("a date can be typed", board.until(lambda: "2027-02-03" in (folder.text("Repot the fig") or "")), folder.text("Repot the fig"))
    log = board.log()
    check("the page logs no errors", not log, log)
end()

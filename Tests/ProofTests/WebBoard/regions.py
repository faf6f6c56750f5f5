"""Dates, clocks and weeks in the form of the reader's region."""

import datetime
import re

from board import *

address, folder = start()
tomorrow = (datetime.date.today() + datetime.timedelta(days=1)).isoformat()
folder.write("todo", "dentist-k3f9m2.md", f"---\ntitle: Dentist\ndue: {tomorrow}T15:05\n---\n")
with open(run("pmd", "serve", "-C", folder.path, "--print-token").strip(), encoding="ascii") as file:
    token = file.read().strip()

# The clock, the first day of the week, and the form of a full date.
REGIONS = {
    "en-US": ("3:05", "Sun", r"\w+, \w+ 15, \d{4}"), "en-GB": ("15:05", "Mon", r"\w+,? 15 \w+ \d{4}"),
    "de-DE": ("15:05", "Mon", r"\w+,? 15 \w+ \d{4}"), "fr-FR": ("15:05", "Mon", r"\w+,? 15 \w+ \d{4}"),
    "ko-KR": ("오후 3:05", "일", r"\d{4}년 \d+월 15일 .요일"),
}
for locale, (clock, weekday, date) in REGIONS.items():
    with Board(language=locale) as board:
        board.driver.get(address.split("#")[0])
        board.until(lambda: board.find("#sign-in input"))
        board.find("#sign-in input").send_keys(token, Keys.ENTER)
        board.origin = board.js("return location.origin")
        board.settle()
        board.dismiss_reminders()
        mark = board.until(lambda: board.js("return document.querySelector('[data-task=k3f9m2]')?.textContent"))
        board.click("[data-action=calendar]")
        time_of = lambda: board.texts(".calendar [data-task=k3f9m2] time")
        board.until(time_of)
        if not time_of():
            board.js("document.querySelector('.calendar [data-turn=\"1\"]').click()")
            board.until(time_of)
        check(f"cards and the calendar have the clock of the region: {locale}", clock in mark and clock in (time_of() or [""])[0], [mark, time_of()])
        check(f"a week begins as in the region: {locale}", board.texts(".calendar .weekday")[0] == weekday, board.texts(".calendar .weekday"))
        full = board.js("return document.querySelector('.calendar [data-day$=\"-15\"]').getAttribute('aria-label')")
        check(f"dates have the order of the region: {locale}", re.fullmatch(date, full), full)
        log = [line for line in board.log() if "401" not in line]
        check(f"the page logs no errors: {locale}", not log, log)
end()

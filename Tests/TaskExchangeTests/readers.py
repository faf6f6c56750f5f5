"""Reads calendars of pmd with vobject and icalendar, and compares the dates of their rules.

Each line of the input is a JSON object: `ics`, a calendar with one event; `dates`, the seconds
of its dates since 1970, of local ones as if they were in UTC; `end`, a day after which nothing is
compared. Prints the differences, and on the last line the number of compared dates.
"""

import calendar
import datetime
import json
import sys

import icalendar
import vobject


def seconds(moment):
    if isinstance(moment, datetime.datetime):
        return calendar.timegm(moment.utctimetuple())
    return calendar.timegm(moment.timetuple())


def dates(text, end):
    """The dates of the event as vobject expands its rule with dateutil."""
    event = vobject.readOne(text).vevent
    start = event.dtstart.value
    if "rrule" not in event.contents:
        return [start]
    found = []
    for moment in event.getrruleset(addRDate=False):
        day = moment.date() if isinstance(moment, datetime.datetime) else moment
        if day > end:
            break
        found.append(moment)
    if not isinstance(start, datetime.datetime):
        found = [moment.date() for moment in found]
    return found


count = 0
for line in sys.stdin:
    case = json.loads(line)
    end = datetime.date.fromisoformat(case["end"])
    found = [seconds(moment) for moment in dates(case["ics"], end)]
    wanted = case["dates"]
    count += len(wanted)
    if found != wanted:
        at = next((i for i, pair in enumerate(zip(found, wanted)) if pair[0] != pair[1]),
                  min(len(found), len(wanted)))
        print(case["name"], "date", at, "is", found[at:at + 2], "in vobject and",
              wanted[at:at + 2], "in pmd")
    parsed = icalendar.Calendar.from_ical(case["ics"])
    event = next(part for part in parsed.walk("VEVENT"))
    if seconds(event.decoded("DTSTART")) != wanted[0]:
        print(case["name"], "starts at", event["DTSTART"].to_ical(), "in icalendar")
    if str(event["SUMMARY"]) != case["title"]:
        print(case["name"], "has the title", event["SUMMARY"], "in icalendar")
print("compared", count)

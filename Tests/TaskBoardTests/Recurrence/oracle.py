"""Computes the dates of rules with python-dateutil and says where pmd has others.

Each line of the input is a rule as pmd writes it, a zone, the due date, and the
dates that pmd finds within ten years, each with its moment: `TEXT=SECONDS`,
separated by blanks; the parts are separated by tabs.

    oracle.py zones ZONE...   prints the offsets of zones instead: a line for
                              each zone, with `SECONDS=OFFSET` for each change
"""
import re
import sys
from datetime import datetime, timedelta, timezone

from dateutil import rrule, tz
from dateutil.relativedelta import relativedelta

WEEKDAYS = "monday tuesday wednesday thursday friday saturday sunday".split()
MONTHS = (
    "january february march april may june july august september october november december"
).split()
EPOCH = datetime(1970, 1, 1)


def offset(zone, seconds):
    moment = datetime.fromtimestamp(seconds, timezone.utc)
    return int(moment.astimezone(zone).utcoffset().total_seconds())


def changes(zone):
    """Yields the first moment of each offset from 2020 to 2037."""
    before, at = None, 1_577_836_800
    while at < 2_114_380_800:
        now = offset(zone, at)
        if before is not None and now != before:
            low, high = at - 86_400, at
            while high - low > 1:
                middle = (low + high) // 2
                low, high = (middle, high) if offset(zone, middle) == before else (low, middle)
            yield high, now
        elif before is None:
            yield at, now
        before = now
        at += 86_400


def due_date(text):
    """Returns the local time, whether it is one or a day, and the offset in seconds."""
    found = re.fullmatch(r"(\d{4}-\d\d-\d\d)(?:T(\d\d:\d\d)(Z|[+-]\d\d:\d\d)?)?", text)
    day, time, sign = found.groups()
    local = datetime.fromisoformat(day + "T" + (time or "00:00"))
    if sign is None:
        return local, time is not None, None
    if sign == "Z":
        return local, True, 0
    hours, minutes = int(sign[1:3]), int(sign[4:6])
    return local, True, (hours * 3600 + minutes * 60) * (-1 if sign[0] == "-" else 1)


def last(text, has_time, shift):
    """Returns the last local time that UNTIL allows."""
    day = datetime.strptime(text[:8], "%Y%m%d")
    if len(text) == 8 or not has_time:
        return day + timedelta(days=1, seconds=-1)
    time = datetime.strptime(text[:15], "%Y%m%dT%H%M%S")
    return time + timedelta(seconds=shift or 0) if text.endswith("Z") else time


def of_calendar(rule, start, has_time, shift, end):
    """Yields the dates of an RRULE after its start."""
    parts = dict(part.split("=") for part in rule.split(";"))
    count = int(parts.pop("COUNT", 0))
    if "UNTIL" in parts:
        end = min(end, last(parts.pop("UNTIL"), has_time, shift))
    # dateutil wants both kinds of weekdays at once: those with a number and those without.
    days = parts.pop("BYDAY", "")
    kinds = [
        [day for day in days.split(",") if day and (len(day) > 2) == numbered]
        for numbered in (False, True)
    ]
    dates = rrule.rruleset()
    for kind in [kind for kind in kinds if kind] or [[]]:
        text = ";".join(f"{key}={value}" for key, value in parts.items())
        if kind:
            text += ";BYDAY=" + ",".join(kind)
        text += ";UNTIL=" + end.strftime("%Y%m%dT%H%M%S")
        dates.rrule(rrule.rrulestr(text, dtstart=start))
    found = [date for date in dates if date > start]
    return found[: count - 1] if count else found


def of_words(rule, start):
    """Yields the dates of a rule in words after its start, without an end."""
    words = rule.replace(",", "").split()[1:]
    if words == ["weekday"]:
        words = WEEKDAYS[:5]
    if words[0] in WEEKDAYS:
        weekdays = [WEEKDAYS.index(word) for word in words]
        dates = rrule.rrule(rrule.DAILY, byweekday=weekdays, dtstart=start)
        yield from (date for date in dates if date > start)
    number = int(words.pop(0)) if words[0].isdigit() else 1
    unit = words[0].rstrip("s") + "s"
    fixed = {}
    if "on" in words:
        fixed = {"day": int(words[2])}
        if unit == "years":
            fixed["month"] = MONTHS.index(words[3]) + 1
    steps = 0
    while True:
        # From the start each time, so that a short month changes no later date.
        date = start + relativedelta(**{unit: number * steps}, **fixed)
        if date > start:
            yield date
        steps += 1


def text(date, due, has_time):
    day = date.strftime("%Y-%m-%d")
    return day + due[10:] if has_time else day


def moment(date, zone, shift):
    if shift is not None:
        return int((date - EPOCH).total_seconds()) - shift
    # Of a time that clocks skip, the first minute after the gap.
    while not tz.datetime_exists(date, zone):
        date += timedelta(minutes=1)
    return int(date.replace(tzinfo=zone).timestamp())


def expected(rule, zone, due):
    start, has_time, shift = due_date(due)
    end = start + relativedelta(years=10)
    if "=" in rule:
        dates = of_calendar(rule, start, has_time, shift, end)
    else:
        dates = of_words(rule, start)
    for date in dates:
        if date > end:
            return
        yield f"{text(date, due, has_time)}={moment(date, zone, shift)}"


def main():
    if sys.argv[1:2] == ["zones"]:
        for name in sys.argv[2:]:
            print(*(f"{at}={shift}" for at, shift in changes(tz.gettz(name))))
        return
    compared = 0
    for line in sys.stdin:
        rule, zone, due, dates = line.rstrip("\n").split("\t")
        found, wanted = dates.split(), list(expected(rule, tz.gettz(zone), due))
        compared += len(wanted)
        if found == wanted:
            continue
        place = next(
            (at for at, pair in enumerate(zip(found, wanted)) if pair[0] != pair[1]),
            min(len(found), len(wanted)),
        )
        print(
            f"{rule} from {due} in {zone}: date {place + 1} is {found[place:place + 1]}, "
            f"dateutil has {wanted[place:place + 1]}"
        )
    print("compared", compared)


main()

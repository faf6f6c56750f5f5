"""A second reading of a board's history, which knows nothing of pmd's code: the tree of each commit
from `git log --raw`, texts from `git show`, and from them what `pmd stats --json` must print.

Each line of standard input has a case: the board's folder, the time, the zone, the first weekday
(Monday is 1), a tag that tasks must have or `-`, and the output. Prints the differences, and the
number of compared values on the last line.
"""

import collections
import datetime
import json
import math
import os
import re
import subprocess
import sys
import zoneinfo

STATES = ["todo", "doing", "review", "done", "dropped"]
# Of the current case.
FINISHED = set()
PROGRESS = set()


def read_settings(folder):
    """The finished states, which an undo may have changed; the start state is `doing`."""
    text = open(os.path.join(folder, "pmd.yml")).read()
    found = re.search(r"(?m)^finished: *\[?([^\]\n]*)", text)
    FINISHED.clear()
    FINISHED.update(each.strip() for each in found.group(1).split(",")) if found else FINISHED.add(STATES[-1])
    PROGRESS.clear()
    PROGRESS.update(set(STATES[1:]) - FINISHED)


def git(folder, *words):
    return subprocess.run(["git", "-C", folder, *words], check=True, capture_output=True).stdout.decode()


def task_of(path):
    """The ID and the state of a task's file; None for another file."""
    parts = path.split("/")
    if len(parts) < 2 or not parts[-1].endswith(".md") or parts[0] not in STATES:
        return None
    name = parts[-1][:-3]
    last = name.rsplit("-", 1)[-1]
    switches = sum(one.isdigit() != other.isdigit() for one, other in zip(last, last[1:]))
    return (last if len(last) == 6 and switches > 1 and "-" in name else name.lower()), parts[0]


class History:
    def __init__(self, folder):
        self.folder = folder
        self.parents, self.time, self.stamp, self.trees, order = {}, {}, {}, {}, []
        text = git(folder, "log", "--topo-order", "--reverse", "--format=%H %at %ct %P", "HEAD")
        for line in text.splitlines():
            commit, author, committer, *parents = line.split(" ")
            parents = [each for each in parents if each]
            order.append(commit)
            self.parents[commit], self.time[commit] = parents, int(author)
            stamps = [self.stamp[each] for each in parents]
            self.stamp[commit] = (
                max([int(committer)] + [each[0] for each in stamps]),
                max([0] + [each[1] for each in stamps]) + 1, commit)
        raw = git(folder, "log", "--topo-order", "--reverse", "--root", "--raw", "--no-renames", "--no-abbrev",
                  "--diff-merges=first-parent", "-z", "--format=%x01%H", "HEAD")
        for part in raw.split("\x01")[1:]:
            fields = [each.lstrip("\n") for each in part.split("\0")]
            commit, fields = fields[0], [each for each in fields[1:] if each]
            parents = self.parents[commit]
            tree = dict(self.trees[parents[0]]) if parents else {}
            for change, path in zip(fields[::2], fields[1::2]):
                if change.split(" ")[4][0] == "D":
                    del tree[path]
                else:
                    tree[path] = change.split(" ")[3]
            self.trees[commit] = tree
        self.order, self.head = order, order[-1]

    def states(self, commit):
        found = {}
        for path in self.trees[commit]:
            task = task_of(path)
            if task:
                found.setdefault(task[0], set()).add(task[1])
        return {task: min(states, key=STATES.index) for task, states in found.items()}

    def tracks(self):
        """Each task's changes of state as of HEAD: pairs of state (or None) and commit."""
        known = {}
        for commit in self.order:
            here, before = self.states(commit), [known[each] for each in self.parents[commit]]
            tracks = {}
            for task in set(here).union(*before) if before else set(here):
                state = here.get(task)
                olds = [each[task] for each in before if task in each]
                track = self.chosen(olds, state)
                if (track[-1][0] if track else None) != state:
                    track = track + [(state, commit)]
                tracks[task] = track
            known[commit] = tracks
        return known[self.head]

    def chosen(self, olds, state):
        """The parents' track that a commit continues."""
        if not olds:
            return []
        entered = lambda track: self.stamp[track[-1][1]]
        finished = [each for each in olds if each[-1][0] in FINISHED]
        if state in FINISHED and finished:
            return max(finished, key=lambda track: (self.stamp[track[run(track)][1]], entered(track)))
        same = [each for each in olds if each[-1][0] == state] if state not in FINISHED else []
        return max(same or olds, key=entered)

    def last_text(self, task):
        """The text of a task's file: in HEAD, or in any commit that had it."""
        for commit in [self.head] + self.order[::-1]:
            for path, blob in self.trees[commit].items():
                named = task_of(path)
                if named and named[0] == task:
                    return git(self.folder, "show", blob)
        return ""


def run(steps):
    """The place of the first of the finished states at the end."""
    place = len(steps)
    while place > 0 and steps[place - 1][0] in FINISHED:
        place -= 1
    return place


def stated(text, key):
    found = re.search(rf"(?m)^{key}: *[\"']?([^\"'\n]+)", text.split("\n---", 1)[0])
    return int(datetime.datetime.fromisoformat(found.group(1).replace("Z", "+00:00")).timestamp()) if found else None


def tags(text):
    found = re.search(r"(?m)^tags: *\[?([^\]\n]*)", text)
    return [each.strip() for each in found.group(1).split(",")] if found else []


class Task:
    def __init__(self, steps, text, on_board, now):
        steps = [(state, min(time, now)) for state, time in steps]
        first = steps[0][1]
        created = stated(text, "created") if on_board else None
        self.added = min(created if created is not None else first, first)
        self.removed = steps[-1][1] if steps[-1][0] is None else None
        live = steps[:-1] if self.removed is not None else steps
        place = run(live)
        isDone = place < len(live)
        if isDone and on_board and stated(text, "finished") is not None:
            steps[place] = (steps[place][0], min(stated(text, "finished"), now))
        self.finished = steps[place][1] if isDone else None
        self.started = next((time for state, time in steps if state in PROGRESS), None)
        if isDone and place == 0 and self.added < self.finished:
            steps = [("todo", self.added)] + steps
        elif not isDone or place > 0:
            steps[0] = (steps[0][0], self.added)
        self.steps, self.state, self.tags = steps, steps[-1][0], tags(text)

    def at(self, time):
        """The state at a time: that of the last step until then."""
        states = [state for state, when in self.steps if when <= time]
        return states[-1] if states else None


def durations(values):
    values = sorted(max(each, 0) for each in values)
    pick = lambda share: values[math.ceil(len(values) * share / 100) - 1] if values else None
    return {"count": len(values), "median": pick(50), "p85": pick(85)}


def summary(tasks, weeks, start, now, states):
    rows = []
    for index, (day, begin) in enumerate(weeks):
        end = weeks[index + 1][1] - 1 if index + 1 < len(weeks) else now
        within = lambda time: time is not None and begin <= time <= end
        counts = collections.Counter(task.at(end) for task in tasks)
        rows.append({
            "week": day.isoformat(), "added": sum(within(task.added) for task in tasks),
            "finished": sum(within(task.finished) for task in tasks),
            "removed": sum(within(task.removed) for task in tasks),
            "open": sum(count for state, count in counts.items() if state and state not in FINISHED),
            "states": {state: counts[state] for state in states}})
    done = [task for task in tasks if task.finished is not None and task.finished >= start]
    return {
        "weeks": rows, "lead": durations([task.finished - task.added for task in done]),
        "cycle": durations([task.finished - task.started for task in done if task.started is not None])}


def expected(folder, now, zone, weekday, tag, by):
    read_settings(folder)
    history = History(folder)
    files = [os.path.relpath(os.path.join(base, name), folder)
             for base, _, names in os.walk(folder) for name in names if "/.git" not in base]
    here = {}
    for path in files:
        task = task_of(path)
        if task:
            here.setdefault(task[0], []).append((STATES.index(task[1]), path))
    tracks = {task: [(state, history.time[commit]) for state, commit in steps]
              for task, steps in history.tracks().items()}
    tasks = {}
    for task in set(tracks) | set(here):
        steps = tracks.get(task, [])
        state = STATES[min(here[task])[0]] if task in here else None
        if (steps[-1][0] if steps else None) != state:
            steps = steps + [(state, now)]
        text = open(os.path.join(folder, min(here[task])[1])).read() if task in here else history.last_text(task)
        tasks[task] = Task(steps, text, task in here, now)
    if tag != "-":
        tasks = {name: task for name, task in tasks.items() if tag in task.tags}
    day_of = lambda time: datetime.datetime.fromtimestamp(time, zone).date()
    week_of = lambda day: day - datetime.timedelta((day.isoweekday() - weekday) % 7)
    today = day_of(now)
    events = [time for task in tasks.values() for time in (task.added, task.finished, task.removed) if time is not None]
    first = day_of(min(events, default=now))
    day, weeks = week_of(max(today - datetime.timedelta(84), first)), []
    while day <= today:
        weeks.append((day, int(datetime.datetime(day.year, day.month, day.day, tzinfo=zone).timestamp())))
        day += datetime.timedelta(7)
    start = weeks[0][1]
    points = [start + (now - start) * step // 120 for step in range(121)]
    result = summary(tasks.values(), weeks, start, now, STATES)
    result["inProgress"] = sorted(
        (task.started, name) for name, task in tasks.items() if task.removed is None and task.state in PROGRESS)
    result["flow"] = [
        [sum(task.at(point) == state for task in tasks.values()) for state in STATES] for point in points]
    if by:
        groups = collections.defaultdict(list)
        for task in tasks.values():
            for each in task.tags or [None]:
                groups[each].append(task)
        result["groups"] = [
            {"value": value, **summary(groups[value], weeks, start, now, STATES)}
            for value in sorted(groups, key=lambda value: (value is None, value or ""))]
    return result


def main():
    compared = 0
    for number, line in enumerate(sys.stdin):
        folder, now, zone, weekday, tag, output = line.rstrip("\n").split("\t")
        said = json.loads(output)
        wanted = expected(folder, int(now), zoneinfo.ZoneInfo(zone), int(weekday), tag, said["by"])
        time = lambda text: int(datetime.datetime.fromisoformat(text.replace("Z", "+00:00")).timestamp())
        said["inProgress"] = [(time(each["since"]), each["id"]) for each in said["inProgress"]]
        said["flow"] = [each["counts"] for each in said["flow"]]
        for key, value in wanted.items():
            values = list(zip(said[key], value)) if isinstance(value, list) else [(said[key], value)]
            if isinstance(value, list) and len(said[key]) != len(value):
                print(f"case {number}: {len(said[key])} {key} instead of {len(value)}")
            for one, other in values:
                compared += 1
                if one != other:
                    print(f"case {number}: {key} is {one} instead of {other}")
    print(f"compared {compared}")


main()

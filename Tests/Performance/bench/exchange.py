"""Rows that import and export a whole board."""
import json
import os

from .measure import ALONE, Command


def rows(bench):
    if bench.wants("import", "export"):
        exchange(bench)


def exchange(bench):
    """Each import goes to a board of its own, which is made before it."""
    boards = bench.boards
    board = boards.clone("export")
    path, empty = boards.at("import.json"), boards.at("importing")
    with open(path, "w", encoding="utf-8") as file:
        json.dump([record(number) for number in range(boards.count)], file)

    def make(_):
        boards.discard("importing")
        boards.run("pmd", "init", empty)

    bench.pair("import", "pmd import taskwarrior",
               Command(["pmd", "-C", empty, "import", "taskwarrior", path], boards.folder,
                       before=make),
               None, kind=ALONE, target={10_000: 3000}, rounds=3)
    bench.pair("export", "pmd export json",
               Command(["pmd", "export", "json"], board), None,
               kind=ALONE, target={10_000: 1000}, rounds=3)


def record(number):
    """A task as Taskwarrior exports it; every tenth depends on the one before."""
    task = {"id": number + 1, "uuid": uuid(number), "description": f"Task {number} of the board",
            "status": "completed" if number % 3 == 0 else "pending", "urgency": 1.5,
            "entry": "20261109T081000Z", "project": f"project{number % 20}",
            "tags": [f"tag{number % 7}"], "due": "20261201T150000Z",
            "annotations": [{"entry": "20261110T170000Z", "description": "A note"}]}
    if number % 10 == 9:
        task["depends"] = [uuid(number - 1)]
    return task


def uuid(number):
    return f"{number:08x}-0000-4000-8000-000000000000"

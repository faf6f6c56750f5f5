"""Rows of commands at 1,000 and 4,000 tasks: what grows with the square shows as 16, not as 4.

``Tests/ProofTests/Costs/GrowthTests.swift`` counts what the same commands read.
"""
import json
import os
import shutil

from .boards import Boards, code, task_files
from .measure import Command

SMALL, LARGE = 1_000, 4_000
TARGET = 5
#: The cases of --smoke, which differ most in what they read.
SMOKE = "check-chain edit undo-rm redo-import sync-moved".split()
ALL = ["where", "is:any", "--yes"]


def rows(bench):
    if not bench.wants("fourfold") or not bench.is_smallest:
        return
    folder, seed = bench.boards.at("fourfold"), bench.boards.seed
    boards = []
    for count in (SMALL, LARGE):
        made = Boards(os.path.join(folder, str(count)), count, seed, "open",
                      bench.boards.environment)
        # A sync of a copy must not reach the board that it is a copy of.
        made.run("git", "remote", "remove", "origin", folder=made.board)
        boards.append(made)
    for name, words, steps in cases():
        if bench.is_smoke and name not in SMOKE:
            continue
        small, large = (command(made, words, steps) for made in boards)
        bench.pair(f"fourfold-{name}", f"{name} : with a quarter of the tasks", large, small,
                   target=TARGET, rounds=1 if bench.is_quick else 3, grows=False, by="cpu")


def command(boards, words, steps):
    """A command on a fresh copy of a board, on which some steps were taken."""
    copy = boards.at("copy")

    def make(_):
        boards.discard("copy")
        shutil.copytree(boards.board, copy, symlinks=True)
        boards.run("git", "status", folder=copy)
        boards.run("pmd", "list", folder=copy)
        for step in steps:
            if callable(step):
                step(boards, copy)
            else:
                boards.run("pmd", "-q", *step, folder=copy)
    return Command(lambda _: ["pmd", *(words(boards) if callable(words) else words)], copy,
                   before=make)


def cases():
    """By name: the words of the command, and the steps before it."""
    found = [
        ("show", ["show", *ALL[:2]], []),
        ("log", ["log"], []),
        ("check-chain", ["check"], [chain]),
        ("tick", lambda boards: ["tick", first(boards), *map(str, range(1, boards.count + 1))],
         [items]),
        ("export", ["export", "json"], []),
        ("restore", ["restore", *ALL], [["rm", *ALL]]),
        ("resolve", ["resolve", *ALL, "--keep"], [conflicts]),
        ("rename", ["config", "states", "rename", "todo", "later"], []),
        ("sync-new", ["sync"], [new_files]),
        ("sync-moved", ["sync"], [moved]),
        ("sync-repeating", ["sync"], [repeating]),
        ("add-after-git", ["add", "Something"], [new_files, committed]),
    ]
    for name, words, steps in (
            ("edit", ["edit", *ALL, "--", "+new"], []), ("done", ["done", *ALL], []),
            ("move", ["move", "where", "is:any", "review", "--yes"], []), ("rm", ["rm", *ALL], []),
            ("archive", ["archive"], [["done", *ALL]]),
            ("import", ["import", "json", "../import.json"], [exported])):
        found += [(name, words, steps), (f"undo-{name}", ["undo"], [*steps, words]),
                  (f"redo-{name}", ["redo"], [*steps, words, ["undo"]])]
    return found


def first(boards):
    return code(task_files(boards.board)[0])


def each_task(copy, change):
    """Changes the text of each task as an editor would, and commits that."""
    def run(boards):
        for path in task_files(copy):
            with open(os.path.join(copy, path), encoding="utf-8") as file:
                text = file.read()
            with open(os.path.join(copy, path), "w", encoding="utf-8") as file:
                file.write(change(path, text))
        boards.run("pmd", "sync", "-q", folder=copy)
    return run


def with_keys(text, keys):
    return text.replace("\n---\n", f"\n{keys}---\n", 1)


def chain(boards, copy):
    codes = [code(path) for path in task_files(copy)]
    following = dict(zip(codes, codes[1:]))
    each_task(copy, lambda path, text: with_keys(
        text, f"blocked-by: [{following.get(code(path), 'gone')}]\n"))(boards)


def conflicts(boards, copy):
    record = "{key: note, value: other, by: Bob, at: 2026-11-21T00:14:00Z}"
    each_task(copy, lambda path, text: with_keys(text, f"conflicts:\n  - {record}\n"))(boards)


def items(boards, copy):
    path = os.path.join(copy, task_files(copy)[0])
    with open(path, "a", encoding="utf-8") as file:
        file.writelines(f"- [ ] item {number}\n" for number in range(boards.count))
    boards.run("pmd", "sync", "-q", folder=copy)


def new_files(boards, copy):
    for number in range(boards.count):
        with open(os.path.join(copy, f"todo/new-{number}.md"), "w", encoding="utf-8") as file:
            file.write(f"---\ntitle: New {number}\n---\n")


def committed(boards, copy):
    boards.run("git", "add", "-A", folder=copy)
    boards.run("git", "commit", "-qm", "all", folder=copy)


def moved(_, copy):
    paths = [path for path in task_files(copy) if path.startswith("todo/")]
    for path in paths[:len(paths) * 7 // 10]:
        os.rename(os.path.join(copy, path), os.path.join(copy, "doing", os.path.basename(path)))


def repeating(boards, copy):
    def change(_, text):
        lines = [line for line in text.split("\n") if not line.startswith("due:")]
        return with_keys("\n".join(lines), "due: 2026-12-01\nrepeat: every week\n")
    each_task(copy, change)(boards)
    for path in task_files(copy):
        os.rename(os.path.join(copy, path), os.path.join(copy, "done", os.path.basename(path)))


def exported(boards, copy):
    """As many tasks as the board has, in a file beside it."""
    with open(os.path.join(copy, "../import.json"), "w", encoding="utf-8") as file:
        json.dump([{"title": f"Task {number}", "tags": ["new"], "due": "2026-12-01"}
                   for number in range(boards.count)], file)

"""Rows of commands that change one task, each with its commit, against git's own.

pmd's commit is on the disk when the command returns. git's is not by its own settings:
loose objects are not waited for. Rows with ``durable`` ask git for the same promise.
"""
import os
import shutil

from .boards import code, short_codes, size, task_files, touch
from .measure import Command
from .peers import taskwarrior

#: git, waiting for the disk as pmd does.
DURABLE = ["git", "-c", "core.fsync=all", "-c", "core.fsyncMethod=fsync"]
TARGET = {10_000: 0.6, 100_000: 0.4}


def rows(bench):
    if bench.wants("add", "edit", "move", "done", "undo"):
        Changes(bench).rows()
    if bench.wants("growth"):
        growth(bench)


class Changes:
    """Hands out tasks that no row has changed before, the same ones to both sides."""

    def __init__(self, bench):
        self.bench = bench
        self.board = bench.boards.clone("writing")
        self.plain = bench.boards.plain("plain-writing")
        paths = task_files(self.plain)
        self.short = short_codes(paths)
        self.paths = [path for path in paths if not path.startswith(bench.boards.states[1])]
        self.taken = 0

    def take(self):
        """A function from rounds to paths."""
        first = self.taken
        self.taken += 200
        return lambda n: self.paths[(first + n) % len(self.paths)]

    def rows(self):
        self.add()
        self.edit("edit-short", "pmd edit, by the beginning of the code", ["git"], None,
                  lambda path: self.short[code(path)])
        self.edit("edit", "pmd edit : git add && git commit", ["git"], TARGET)
        self.edit("edit-durable", "pmd edit : git add && git commit (core.fsync=all)", DURABLE,
                  {10_000: 0.85})
        self.move()
        self.undo()

    def pair(self, name, what, pmd, peer, target, before=None):
        self.bench.pair(name, what, Command(pmd, self.board), Command(peer, self.plain, before),
                        target=target, grows=not name.endswith("-durable"))

    def add(self):
        for name, what, git, target in (
                ("add", "pmd add : git add && git commit", ["git"], TARGET),
                ("add-durable", "pmd add : git add && git commit (core.fsync=all)", DURABLE,
                 {10_000: 0.9})):
            def path(n, name=name):
                # Where pmd adds too: git stores that folder's list of names.
                return f"{self.bench.boards.states[0]}/something-for-{name}-{n}.md"

            def write(n, path=path):
                with open(os.path.join(self.plain, path(n)), "w", encoding="utf-8") as file:
                    file.write(f"---\ntitle: Something new {n}\n---\n")
            self.pair(name, what, lambda n: ["pmd", "add", f"Something new {n}"],
                      lambda n, git=git, path=path: commit(git, path(n)), target, write)
        what, target = "pmd add : task add", {10_000: 0.5}
        if self.bench.wants("add-task") and \
                not self.bench.without("add-task", what, "task", target):
            peer = taskwarrior(self.bench.boards, "add", "Something new")
            self.bench.pair("add-task", what, Command(["pmd", "add", "Something new"], self.board),
                            peer, target=target, grows=False)

    def edit(self, name, what, git, target, reference=code):
        path = self.take()
        self.pair(name, what,
                  lambda n: ["pmd", "edit", reference(path(n)), f"due:2028-01-{n % 28 + 1:02}"],
                  lambda n: commit(git, path(n)), target,
                  lambda n: touch(self.plain, path(n), n))

    def move(self):
        path, state = self.take(), self.bench.boards.states[1]
        self.pair("move", "pmd move : git mv && git commit",
                  lambda n: ["pmd", "move", code(path(n)), state],
                  lambda n: ["git", "mv", path(n), f"{state}/", "&&", "git", "commit", "-qm", "m"],
                  TARGET)

    def undo(self):
        for name, what, git, target in (
                ("undo", "pmd undo : git revert", ["git"], {10_000: 0.6, 100_000: 0.5}),
                ("undo-durable", "pmd undo : git revert (core.fsync=all)", DURABLE,
                 {10_000: 1.2})):
            self.undo_of_edit(name, what, git, target)

    def undo_of_edit(self, name, what, git, target):
        path = self.take()

        def edit(n):
            self.bench.boards.run("pmd", "edit", "-q", code(path(n)), "priority:high", "note=7",
                                  folder=self.board)

        def commit_edit(n):
            touch(self.plain, path(n), n)
            self.bench.boards.run("git", "commit", "-qm", "edit", path(n), folder=self.plain)
        self.bench.pair(name, what, Command(["pmd", "undo"], self.board, edit),
                        Command([*git, "revert", "--no-edit", "HEAD"], self.plain, commit_edit),
                        target=target)


def commit(git, path):
    return [*git, "add", path, "&&", *git, "commit", "-qm", "edit"]


def growth(bench):
    """How large the repository is after many commits of one task each, with what pmd packs
    in the background, against what git gc leaves of it."""
    boards = bench.boards
    commits = 1_000 if not bench.is_quick else 300 if boards.count < 10_000 else 100
    board = boards.clone("growing")
    codes = [code(path) for path in task_files(board)]
    for number in range(commits):
        boards.run("pmd", "edit", "-q", codes[number % len(codes)], f"note={number}", folder=board)
    bench.wait_for_packing(board)
    ours = size(os.path.join(board, ".git"))
    shutil.copytree(os.path.join(board, ".git"), boards.at("packed"), symlinks=True)
    boards.run("git", "gc", "-q", folder=boards.at("packed"))
    bench.count("growth", f".git after {commits:,} edits : after git gc", ours / 1e6,
                size(boards.at("packed")) / 1e6, unit="MB", target=2)

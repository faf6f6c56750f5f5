"""Rows of commands that meet another clone: sync, merge, clone."""
import time

from .boards import task_files, touch
from .measure import Command


def rows(bench):
    if bench.wants("sync", "sync-100"):
        pull_and_push(bench)
    if bench.wants("merge"):
        merge(bench)
    if bench.wants("clone", "first-sync", "first-add"):
        whole_boards(bench)
    if bench.wants("apart") and bench.is_smallest:
        apart(bench)


class Meeting:
    """A remote with a clone that is measured and another whose owner pushes first."""

    def __init__(self, bench, kind, changed):
        boards = bench.boards
        self.run, self.changed = boards.run, changed
        remote = boards.remote(f"{kind}-remote.git")
        clone = boards.clone if kind == "pmd" else boards.plain
        self.mine = clone(f"{kind}-mine", remote)
        self.theirs = boards.plain(f"{kind}-theirs", remote)
        # What was written in the second of the index is read at each look, by git too.
        time.sleep(1.1)
        self.run(kind, "sync" if kind == "pmd" else "status", folder=self.mine)
        paths = task_files(self.mine)
        self.paths = paths[:len(paths) // 2], paths[len(paths) // 2:]

    def prepare(self, number):
        """Other tasks change on each side, as one commit each; theirs is at the remote."""
        self.run("git", "pull", "-q", "--ff-only", folder=self.theirs)
        self._commit(self.theirs, self.paths[0], number)
        self.run("git", "push", "-q", folder=self.theirs)
        self._commit(self.mine, self.paths[1], number)

    def _commit(self, repository, paths, number):
        first = number * self.changed
        for path in (paths[(first + i) % len(paths)] for i in range(self.changed)):
            touch(repository, path, number)
        self.run("git", "commit", "-qam", f"Edit {self.changed} tasks", folder=repository)


def pull_and_push(bench):
    changed = min(100, bench.boards.count // 4)
    ours, theirs = Meeting(bench, "pmd", changed), Meeting(bench, "git", changed)
    bench.pair("sync", "pmd sync, nothing to do : git fetch", Command(["pmd", "sync"], ours.mine),
               Command(["git", "fetch"], theirs.mine), target=3)
    bench.pair("sync-100", f"pmd sync, {changed} changed on each side : git pull && git push",
               Command(["pmd", "sync"], ours.mine, ours.prepare),
               Command(["git", "pull", "--no-edit", "-q", "&&", "git", "push", "-q"], theirs.mine,
                       theirs.prepare),
               target={10_000: 1.2, 100_000: 1}, rounds=max(3, bench.rounds // 2))


def merge(bench):
    """Both sides change tasks that the other leaves alone; no work tree is written."""
    changed = min(1_000, bench.boards.count // 4)
    repository = bench.boards.plain("merging")

    def commit(paths, note):
        bench.boards.run("git", "checkout", "-q", "--detach", "origin/main", folder=repository)
        for path in paths:
            touch(repository, path, note)
        bench.boards.run("git", "commit", "-qam", f"Edit {note}", folder=repository)
        return bench.boards.run("git", "rev-parse", "HEAD", folder=repository).strip()
    paths = task_files(repository)
    sides = commit(paths[:changed], 1), commit(paths[changed:2 * changed], 2)
    bench.pair("merge", f"merge of {changed:,} + {changed:,}, in memory : git merge-tree",
               Command(["merge-timer", repository, *sides], repository),
               Command(["git", "merge-tree", "--write-tree", *sides], repository),
               target={10_000: 4})


def whole_boards(bench):
    """What is done once for a board: to clone it, and to sync it for the first time."""
    boards, base = bench.boards, bench.boards.base

    def fresh(name):
        def remove(_):
            boards.run("rm", "-rf", boards.at(name))
        return remove
    rounds = max(2, bench.rounds // 3)
    bench.pair("clone", "pmd clone : git clone",
               Command(["pmd", "clone", "-q", base, "new-board"], boards.at(), fresh("new-board")),
               Command(["git", "clone", "-q", "--no-local", base, "new-plain"], boards.at(),
                       fresh("new-plain")), rounds=rounds)

    def unpacked(name):
        """A folder of tasks that nobody has committed, and an empty remote."""
        def make(_):
            boards.run("rm", "-rf", name, f"{name}.git")
            boards.run("git", "init", "-q", "--bare", f"{name}.git")
            boards.run("pmd", "init", "-q", name, "--states", ",".join(boards.states), "--remote",
                       boards.at(f"{name}.git"))
            tree = "git -C ../base.git archive main | tar -x"
            boards.run("sh", "-c", tree, folder=boards.at(name))
        return make
    everything = ["git", "add", "-A", "&&", "git", "commit", "-qm", "all", "&&",
                  "git", "push", "-q", "-u", "origin", "HEAD"]
    bench.pair("first-sync", "first pmd sync : git add, commit, push",
               Command(["pmd", "sync"], boards.at("first"), unpacked("first")),
               Command(everything, boards.at("first-git"), unpacked("first-git")), rounds=rounds,
               target={10_000: 2.5})

    def committed(_):
        unpacked("first")(_)
        boards.run("git", "add", "-A", folder=boards.at("first"))
        boards.run("git", "commit", "-qm", "all", folder=boards.at("first"))
    bench.pair("first-add", "first pmd add after git's commit : git add, commit",
               Command(["pmd", "add", "Something"], boards.at("first"), committed),
               Command(everything[:8], boards.at("first-git"), unpacked("first-git")),
               rounds=rounds, target={10_000: 2.5})


def apart(bench):
    """Two clones of one board that were apart for 5,000 commits each."""
    count, commits = 2_000, 5_000
    boards = bench.boards
    name = "apart.git"
    tasks = boards.tasks(count)
    importer = boards.importer(name)
    importer.all(tasks)
    for side in ("near", "far"):
        importer.history(boards.seed + len(side), boards.tasks(count), boards.states, commits, side,
                         parent=":1")
    importer.finish()
    boards.run("git", "clone", "-q", "--bare", "--single-branch", "-b", "main", boards.at(name),
               "apart-remote.git")
    board = boards.clone("apart", boards.at("apart-remote.git"))
    boards.run("git", "pull", "-q", "--ff-only", boards.at(name), "near", folder=board)
    boards.run("git", "push", "-q", boards.at("apart-remote.git"), "far:main",
               folder=boards.at(name))
    cost = bench.watch.cost(Command(["pmd", "sync"], board))
    what = f"pmd sync, {commits:,} + {commits:,} commits apart, {count:,} tasks"
    bench.count("apart", what, cost.time(bench.by) / 1e3, unit="s", target=20)
    bench.count("apart-memory", "  its most memory", cost.mebibytes, unit="MiB", target=500)

"""Rows that look back."""
import shutil

from .boards import code, task_files
from .measure import ALONE, Command


def rows(bench):
    if bench.wants("log", "blame", "board-at"):
        looking_back(bench)
    if bench.wants("commits-") and bench.is_smallest and not bench.is_quick:
        many_commits(bench)
    if bench.wants("log-ref", "log-all", "blame-deep", "stats") and (
            bench.is_smallest or not bench.is_quick and bench.boards.count <= 10_000):
        deep(bench)


def looking_back(bench):
    board = bench.boards.clone("board")
    paths = task_files(board)
    path = paths[0]
    bench.pair("log", "pmd log -n 20 : git log -n 20 --stat",
               Command(["pmd", "log", "-n", "20"], board),
               Command(["git", "log", "-n", "20", "--stat"], board))
    bench.pair("blame", "pmd blame REF : git blame FILE",
               Command(["pmd", "blame", code(path)], board),
               Command(["git", "blame", path], board), kind=ALONE, target={10_000: 300})
    bench.pair("board-at", "pmd board --at, the whole board as it was",
               Command(["pmd", "board", "--at", "2026-06-01"], board), None, kind=ALONE,
               target={10_000: 300})


def deep(bench):
    """One task of a board whose history is long, packed.

    It has 10,000 tasks at most: as many trees of a larger one would take hours to make.
    """
    boards, commits = bench.boards, 10_000
    importer, tasks = boards.importer("deep.git"), boards.tasks(min(boards.count, 10_000))
    importer.all(tasks)
    importer.history(boards.seed, tasks, boards.states, commits, several=False)
    importer.finish()
    board = boards.clone("deep", boards.at("deep.git"))
    boards.run("git", "gc", "-q", folder=board)
    task = tasks[3]
    if bench.wants("log-ref"):
        bench.pair("log-ref", f"pmd log REF after {commits:,} commits : git log -- FILE",
                   Command(["pmd", "log", task.code], board),
                   Command(["git", "log", "--oneline", "--", task.path], board), target=1,
                   grows=False, rounds=max(3, bench.rounds // 2))
        bench.pair("log-all", "  pmd log : git log --name-status",
                   Command(["pmd", "log"], board), Command(["git", "log", "--name-status"], board),
                   grows=False, rounds=3)
        bench.pair("blame-deep", "  pmd blame REF : git blame FILE",
                   Command(["pmd", "blame", task.code], board),
                   Command(["git", "blame", task.path], board), grows=False, rounds=3)
    if bench.wants("stats"):
        bench.pair("stats", f"pmd stats after {commits:,} commits",
                   Command(["pmd", "stats"], board), None, kind=ALONE, target={10_000: 1_000},
                   grows=False)


#: The commits of a team in some years, and those that a clone has not pushed yet.
COMMITS, UNPUSHED = 40_000, 4_000


def many_commits(bench):
    """1,000 tasks with 40,000 commits. Each first command is one of a fresh copy."""
    boards = bench.boards
    importer, tasks = boards.importer("commits.git"), boards.tasks(1_000)
    importer.all(tasks)
    deleted = importer.history(boards.seed, tasks, boards.states, COMMITS, several=False,
                               deletions=200)
    importer.finish()
    base = boards.at("commits.git")
    board = boards.clone("commits", base)
    copy = boards.at("commits-copy")

    def fresh(_):
        boards.discard("commits-copy")
        shutil.copytree(board, copy, symlinks=True)
        boards.run("git", "status", folder=copy)
    few, path = max(3, bench.rounds // 3), tasks[3].path
    bench.pair("commits-blame", f"first pmd blame REF of {COMMITS:,} commits : git blame FILE",
               Command(["pmd", "blame", tasks[3].code], copy, fresh),
               Command(["git", "blame", path], board), target=4, rounds=few, grows=False)
    bench.pair("commits-finished", "  first pmd list sort:-finished : git log --name-status",
               Command(["pmd", "list", "sort:-finished"], copy, fresh),
               Command(["git", "log", "--no-renames", "--name-status"], board), target=2,
               rounds=few, grows=False)
    bench.pair("commits-finished-again", "  pmd list sort:-finished : git status",
               Command(["pmd", "list", "sort:-finished"], board),
               Command(["git", "status"], board), target=6, grows=False)
    bench.pair("commits-log", "  pmd log -n 20 : git log -n 20 --stat",
               Command(["pmd", "log", "-n", "20"], board),
               Command(["git", "log", "-n", "20", "--stat"], board), target=5, grows=False)
    restoring(bench, board, deleted[len(deleted) // 2], few)
    exchanging(bench, base, few)


def restoring(bench, board, task, rounds):
    """A task that was deleted in the middle of the history, for the second time."""
    boards, plain = bench.boards, bench.boards.plain("commits-plain", board)
    boards.run("pmd", "restore", task.code, folder=board)
    boards.run("pmd", "undo", folder=board)
    by_git = (f"last=$(git log -n 1 --diff-filter=D --format=%H -- '{task.path}') && "
              f"git checkout -q $last~ -- '{task.path}' && git commit -qm Restore")
    bench.pair("commits-restore", "  pmd restore REF : git log, checkout, commit",
               Command(["pmd", "restore", task.code], board,
                       after=lambda _: boards.run("pmd", "undo", folder=board)),
               Command(["sh", "-c", by_git], plain,
                       after=lambda _: boards.run("git", "reset", "-q", "--hard", "HEAD~",
                                                  folder=plain)),
               target=1.5, rounds=rounds, grows=False)


def exchanging(bench, base, rounds):
    boards = bench.boards
    for kind in ("pmd", "git"):
        clone = boards.clone if kind == "pmd" else boards.plain
        clone(f"commits-{kind}-mine", boards.remote(f"commits-{kind}.git", base))

    def behind(kind):
        """The remote lacks the newest commits."""
        def make(_):
            for folder, name in ((f"commits-{kind}.git", "refs/heads/main"),
                                 (f"commits-{kind}-mine", "refs/remotes/origin/main")):
                boards.run("git", "update-ref", name, f"main~{UNPUSHED}" if "origin" in name else
                           f"{name}~{UNPUSHED}", folder=boards.at(folder))
            boards.run("git", "gc", "-q", "--prune=now", folder=boards.at(f"commits-{kind}.git"))
        return make
    bench.pair("commits-sync", f"  pmd sync of {UNPUSHED:,} commits : git fetch && git push",
               Command(["pmd", "sync"], boards.at("commits-pmd-mine"), behind("pmd")),
               Command(["git", "fetch", "-q", "&&", "git", "push", "-q"],
                       boards.at("commits-git-mine"), behind("git")),
               target=5, rounds=rounds, grows=False)

    def gone(name):
        return lambda _: boards.discard(name)
    bench.pair("commits-clone", "  pmd clone : git clone",
               Command(["pmd", "clone", "-q", base, "commits-new"], boards.at(),
                       gone("commits-new")),
               Command(["git", "clone", "-q", "--no-local", base, "commits-new-git"], boards.at(),
                       gone("commits-new-git")), target=2, rounds=rounds, grows=False)

"""Rows that look back."""
from .boards import code, task_files
from .measure import ALONE, Command


def rows(bench):
    if bench.wants("log", "blame", "board-at"):
        looking_back(bench)
    if bench.wants("log-ref", "log-all", "blame-deep") and (
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

"""Rows that change nothing: start, lists, searches, one task, memory."""
import os
import subprocess

from . import corpus
from .boards import code, short_codes, task_files
from .measure import ALONE, EXTRA, Command, Failed
from .peers import taskwarrior, todo_txt


def rows(bench):
    if bench.is_smallest:
        start(bench)
    lists(bench)
    peers(bench)
    searches(bench)
    one_task(bench)


def start(bench):
    here = bench.boards.at()
    for words in (["--version"], ["--help"]):
        bench.pair("start" if words == ["--version"] else "help", f"pmd {words[0]} : git --version",
                   Command(["pmd", *words], here), Command(["git", "--version"], here), target=4,
                   rounds=bench.rounds * 4, grows=False)
    if bench.wants("binary"):
        size = os.path.getsize(bench.binary) / 1e6
        bench.count("binary", "the program's size", size, unit="MB")


def lists(bench):
    if not bench.wants("list", "cold", "memory", "board", "status"):
        return
    board = bench.boards.board
    floor = Command([bench.tools["floor"], "stat", board], board)
    listing = Command(["pmd", "list"], board)
    bench.pair("list", "pmd list : stat every file, in C", listing, floor,
               target={10_000: 2.2}, cpu_target={10_000: 3.5})
    showing = Command(["pmd", "board"], board)
    bench.pair("list-board", "pmd board : pmd list", showing, listing, target={10_000: 1.5})
    cold = Command(["pmd", "list"], board, before=lambda _: forget_cache(board))
    bench.pair("list-cold", "pmd list without its cache : read every file, in C", cold,
               Command([bench.tools["floor"], "read", board], board), target={10_000: 3},
               cpu_target={10_000: 4.5})
    bench.pair("status", "pmd status --short, for a prompt",
               Command(["pmd", "status", "--short"], board), None, kind=ALONE, target={10_000: 8})
    if bench.wants("board-memory"):
        most = max(bench.watch.cost(showing).mebibytes for _ in range(3))
        bench.count("board-memory", "pmd board, most memory", most, unit="MiB",
                    target={10_000: 50, 100_000: 150})
    if bench.wants("memory"):
        most = max(bench.watch.cost(listing).mebibytes for _ in range(3))
        bench.count("memory", "pmd list, most memory", most, unit="MiB",
                    target={10_000: 40, 100_000: 150})


def forget_cache(board):
    """As on the first run of all."""
    notes = os.path.join(board, ".git/pmd")
    for name in os.listdir(notes):
        if "cache" in name:
            os.unlink(os.path.join(notes, name))


def peers(bench):
    board = bench.boards.at("board")
    for name, words, program, make, target in (
            ("list-task", "list", "task", taskwarrior, {10_000: 1 / 8, 100_000: 1 / 15}),
            ("next", "next", "task next", lambda boards: taskwarrior(boards, "next"),
             {10_000: 0.25}),
            ("list-todo", "list", "todo-txt", todo_txt, None)):
        if not bench.wants(name):
            continue
        what = f"pmd {words} : {program}"
        if bench.without(name, what, program.split()[0], target):
            continue
        bench.boards.board
        bench.pair(name, what, Command(["pmd", words], board), make(bench.boards), target=target,
                   rounds=max(3, bench.rounds // 2), grows=False)
    if bench.wants("list-dstask"):
        bench.skip("list-dstask", "pmd list : dstask", "Debian has no package of it",
                   {10_000: 1 / 12, 100_000: 1 / 90})


def searches(bench):
    for name, word in (("search", corpus.RARE), ("search-hangul", corpus.RARE_HANGUL),
                       ("search-none", "xyzzyx")):
        what = f"pmd list {word} : rg"
        if not bench.wants(name) or bench.without(name, what, "rg", {10_000: 1.2}):
            continue
        board = bench.boards.board
        same_answers(bench, board, word)
        bench.pair(name, what, Command(["pmd", "list", "--all", word], board),
                   Command(rg(word), board, statuses=(0, 1)), target={10_000: 1.2})


def rg(word):
    return ["rg", "--files-with-matches", "--ignore-case", "--fixed-strings", "--glob", "*.md",
            word, "."]


def same_answers(bench, board, word):
    """The list must name exactly the files in which rg finds the word."""
    ours = bench.boards.run("pmd", "list", "--all", "--ids", word, folder=board).split()
    done = subprocess.run(rg(word), cwd=board, env=bench.boards.environment, capture_output=True,
                          text=True, stdin=subprocess.DEVNULL)
    theirs = [code(path) for path in done.stdout.splitlines()]
    if sorted(ours) != sorted(theirs):
        raise Failed(f"'{word}': pmd finds {len(ours)}, rg {len(theirs)}, not the same")


def one_task(bench):
    if not bench.wants("show"):
        return
    board = bench.boards.board
    codes = [code(path) for path in task_files(board)[:100]]
    short = short_codes(task_files(board))
    for name, what, words, target in (
            ("show", "pmd show REF : pmd --version", codes, {10_000: 10, 100_000: 25}),
            ("show-short", "pmd show, by the beginning of the code",
             [short[word] for word in codes], None)):
        bench.pair(name, what, Command(lambda n, words=words: ["pmd", "show", words[n % 100]], board),
                   Command(["pmd", "--version"], board), kind=EXTRA, target=target)
    many = codes + [code(path) for path in task_files(board)[100:500]]
    bench.pair("show-many", f"pmd show of {len(many)} tasks", Command(["pmd", "show", *many], board),
               None, kind=ALONE, target={10_000: 500}, rounds=3)

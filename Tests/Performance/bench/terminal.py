"""Rows of the board in the terminal: its first screen, keys, drags, filters, outside edits."""
import fcntl
import json
import os
import pty
import re
import select
import signal
import struct
import subprocess
import termios
import time

from .serving import listing

COMMAND = "ui"
COLUMNS, ROWS = 120, 40
#: What a frame ends with: the end of a synchronized update.
END = b"\x1b[?2026l"


def rows(bench):
    if not bench.wants("ui-"):
        return
    board = bench.boards.clone("terminal")
    lists = [listing(bench, board) for _ in range(4)][1:]
    starts = []
    for _ in range(4):
        with Board(bench, board) as shown:
            starts.append(shown.started)
    bench.count("ui-start", "first screen of pmd ui : pmd list", min(starts[1:]), min(lists),
                unit="ms", target={1_000: 1.5})
    with Board(bench, board) as shown:
        shown.rest(1.5)
        keys = [shown.echo(b"j" if number % 40 < 20 else b"k") for number in range(200)]
        bench.count("ui-key", "a key on the board, 99 of 100", late(keys), unit="ms",
                    target={1_000: 16, 100_000: 33})
        # A press draws nothing by itself.
        shown.send(mouse(0, 5, 5))
        drags = [shown.echo(mouse(32, 10 + number % 90, 6 + number % 25))
                 for number in range(120)]
        shown.echo(b"\x1b")
        bench.count("ui-drag", "a step of a drag, 99 of 100", late(drags), unit="ms",
                    target={1_000: 16, 100_000: 33})
        shown.echo(b"/")
        filters = [shown.echo(letter) for _ in range(20)
                   for letter in (b"t", b"a", b"s", b"\x7f", b"\x7f", b"\x7f")]
        bench.count("ui-filter", "a letter of a filter, 99 of 100", late(filters), unit="ms",
                    target={1_000: 16, 100_000: 33})
        bench.count("ui-memory", "pmd ui, memory after that", shown.memory(), unit="MiB",
                    target={1_000: 60, 100_000: 400})
    outside(bench, board)


def outside(bench, board):
    """An edit by another program, until the screen shows it."""
    if not bench.is_asked("ui-outside"):
        return
    times = []
    with Board(bench, board) as shown:
        shown.rest(2.5)
        # The first card of the first column is on the screen.
        top = json.loads(subprocess.run(
            ["pmd", "list", "--json"], cwd=board, env=bench.boards.environment, check=True,
            capture_output=True).stdout)[0]
        for number in range(9):
            mark = f"Outside{number}edit"
            times.append(shown.echo_of(mark, lambda: retitle(board, top["path"], mark)))
            shown.rest(1.2)
    bench.count("ui-outside", "an outside edit until the screen shows it, middle of 9",
                sorted(times)[4], unit="ms", target={1_000: 150, 100_000: 300})


def retitle(board, path, title):
    file = os.path.join(board, path)
    with open(file, encoding="utf-8") as old:
        text = re.sub(r"(?m)^title: .*$", "title: " + title, old.read(), count=1)
    with open(file, "w", encoding="utf-8") as new:
        new.write(text)


def late(times):
    """The time within which 99 of 100 are."""
    return sorted(times)[int(len(times) * 0.99) - 1]


def mouse(button, column, row):
    return f"\x1b[<{button};{column + 1};{row + 1}M".encode()


class Board:
    """`pmd ui` on a terminal of its own."""

    def __init__(self, bench, folder):
        environment = bench.boards.environment | {"TERM": "xterm-256color", "LANG": "C.UTF-8"}
        began = time.perf_counter()
        self._process, self._terminal = pty.fork()
        if self._process == 0:
            os.chdir(folder)
            os.execvpe("pmd", ["pmd", "ui"], environment)
        fcntl.ioctl(self._terminal, termios.TIOCSWINSZ, struct.pack("HHHH", ROWS, COLUMNS, 0, 0))
        # The rule below the titles is drawn with the first cards.
        self._read(lambda shown: "─".encode() * 10 in shown)
        self.started = (time.perf_counter() - began) * 1000

    def __enter__(self):
        return self

    def __exit__(self, *_):
        os.kill(self._process, signal.SIGTERM)
        os.close(self._terminal)
        os.waitpid(self._process, 0)

    def _read(self, is_enough, limit=60):
        shown, end = b"", time.monotonic() + limit
        while not is_enough(shown):
            if not select.select([self._terminal], [], [], end - time.monotonic())[0]:
                raise TimeoutError(f"the board shows {shown[-200:]!r}")
            shown += os.read(self._terminal, 1 << 16)
        return shown

    def rest(self, seconds):
        """Takes what comes until nothing has come for so long."""
        while select.select([self._terminal], [], [], seconds)[0]:
            os.read(self._terminal, 1 << 16)

    def send(self, keys):
        os.write(self._terminal, keys)

    def echo(self, keys):
        """The milliseconds from a key to the frame that answers it."""
        self.rest(0)
        began = time.perf_counter()
        self.send(keys)
        self._read(lambda shown: END in shown)
        return (time.perf_counter() - began) * 1000

    def echo_of(self, text, cause):
        """The milliseconds from a cause until the screen has a text."""
        self.rest(0)
        began = time.perf_counter()
        cause()
        self._read(lambda shown: text.encode() in shown)
        return (time.perf_counter() - began) * 1000

    def memory(self):
        with open(f"/proc/{self._process}/status", encoding="ascii") as status:
            line = next(line for line in status if line.startswith("VmRSS"))
        return int(line.split()[1]) / 1024

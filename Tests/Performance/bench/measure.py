"""Measures commands in pairs, one after the other, so that what else the machine does
falls on both.
"""
import fcntl
import os
import statistics
import subprocess
from dataclasses import dataclass, field


class Failed(Exception):
    """A command that was to be measured did not do its work."""


@dataclass
class Command:
    """What is measured: one command, or several that are counted as one.

    ``before`` is called, with the number of the round, ahead of each run, ``after``
    behind it; neither is measured. Words may be a function of the round too.
    """
    words: object
    folder: str
    before: object = None
    after: object = None
    environment: dict = field(default_factory=dict)
    #: What it may end with: rg says 1 where it finds nothing.
    statuses: tuple = (0,)

    def line(self, number):
        words = self.words(number) if callable(self.words) else self.words
        return [str(word) for word in words]


@dataclass
class Cost:
    """What one run took."""
    milliseconds: float
    processor: float
    mebibytes: float

    def time(self, by):
        return self.milliseconds if by == "wall" else self.processor


class Stopwatch:
    """Runs commands through ``launch`` and reads what they took."""

    def __init__(self, launch, folder, environment):
        self._launch = launch
        self._result, self._errors = os.path.join(folder, "result"), os.path.join(folder, "errors")
        self._environment = environment

    def cost(self, command, number=0):
        if command.before:
            command.before(number)
        wait_for_packing(command.folder)
        line = command.line(number)
        subprocess.run([self._launch, self._result, self._errors] + line, cwd=command.folder,
                       env=self._environment | command.environment, check=True)
        with open(self._result, encoding="ascii") as file:
            wall, processor, memory, status = map(int, file.read().split())
        if status not in command.statuses:
            with open(self._errors, encoding="utf-8", errors="replace") as file:
                raise Failed(f"'{' '.join(line)[:120]}' ended with {status}: {file.read()[-300:]}")
        if command.after:
            command.after(number)
        return Cost(wall / 1e6, processor / 1e3, memory / 1024)

    def pairs(self, ours, theirs, rounds):
        """So many rounds of both, whoever is first taking turns; one round more, ahead of
        them, warms up."""
        found = []
        for number in range(rounds + 1):
            order = (ours, theirs) if number % 2 else (theirs, ours)
            costs = [self.cost(command, number) if command else None for command in order]
            if number > 0:
                found.append(tuple(costs if order[0] is ours else reversed(costs)))
        return found


def wait_for_packing(folder):
    """What an earlier command left to do in the background is no part of the next."""
    try:
        with open(os.path.join(folder, ".git/pmd/packing"), "rb") as lock:
            fcntl.flock(lock, fcntl.LOCK_SH)
    except OSError:
        return


@dataclass
class Spread:
    """The least, the middle and the most of some numbers."""
    least: float
    middle: float
    most: float
    #: How far the middle may be off: twice the standard error of the median, by the
    #: distances of the numbers from it, so that one number far out does not count much.
    noise: float

    @staticmethod
    def of(numbers):
        middle = statistics.median(numbers)
        distance = statistics.median(abs(number - middle) for number in numbers)
        noise = 2 * 1.2533 * 1.4826 * distance / len(numbers) ** 0.5
        return Spread(min(numbers), middle, max(numbers), noise)


#: How a row is judged: by the ratio of each pair, by their difference in
#: milliseconds, or by what pmd took alone.
RATIO, EXTRA, ALONE = "ratio", "extra", "alone"


@dataclass
class Row:
    """One line of the table."""
    name: str
    what: str
    tasks: int
    unit: str = "ms"
    kind: str = RATIO
    target: float = None
    ours: Spread = None
    theirs: Spread = None
    judged: Spread = None
    #: The middles, ours and theirs, by the clock that does not judge.
    other_clock: list = None
    memory: float = None
    why_not: str = None
    #: Whether its growth from board to board is printed.
    grows: bool = True

    @property
    def verdict(self):
        if self.why_not:
            return "not run"
        if self.target is None:
            return "-"
        if self.judged.middle <= self.target:
            return "ok"
        return "SHORT" if self.judged.middle - self.judged.noise > self.target else "noise"

    def measured(self, pairs, by):
        """Fills the row in from what its pairs took.

        ``by`` is ``wall`` or ``cpu``; the other clock's middles are kept beside it.
        """
        ours, theirs = ([cost.time(by) for cost in side if cost] for side in zip(*pairs))
        self.ours = self.judged = Spread.of(ours)
        self.memory = max(cost.mebibytes for cost, _ in pairs)
        other = "cpu" if by == "wall" else "wall"
        self.other_clock = [statistics.median([cost.time(other) for cost in side])
                            for side in zip(*pairs) if side[0]]
        if not theirs:
            return self
        self.theirs = Spread.of(theirs)
        if self.kind == RATIO:
            self.judged = Spread.of([a / b for a, b in zip(ours, theirs)])
        elif self.kind == EXTRA:
            self.judged = Spread.of([a - b for a, b in zip(ours, theirs)])
        return self

    def counted(self, ours, theirs=None):
        """Fills the row in with numbers that are no times: sizes, of which one is enough."""
        self.ours = Spread(ours, ours, ours, 0)
        self.theirs = Spread(theirs, theirs, theirs, 0) if theirs else None
        ratio = ours / theirs if theirs else ours
        self.judged = Spread(ratio, ratio, ratio, 0)
        return self

"""Two versions of pmd by turns, row by row, each on boards of its own: so neither finds the
other's cache, and both do each step of a row once."""
import threading
from dataclasses import replace

from .measure import RATIO, Failed, Row


class Side:
    """What the rows of one version are made with: its ``Bench``, whose pairs are not held
    against a peer but against the other version's."""

    def __init__(self, bench, meeting):
        self._bench, self._meeting = bench, meeting

    def __getattr__(self, name):
        return getattr(self._bench, name)

    def pair(self, name, what, ours, _theirs, rounds=None, grows=True, **_):
        if self._bench.is_asked(name):
            row = Row(name, what.split(" : ")[0], self._bench.boards.count, kind=RATIO, grows=grows)
            # Versions differ by less than pmd does from a peer.
            self._meeting.meet(self, row, (ours, 2 * (rounds or self._bench.rounds)))

    def count(self, name, what, ours, _theirs=None, unit="", **_):
        if self._bench.is_asked(name):
            row = Row(name, what.split(" : ")[0], self._bench.boards.count, unit, RATIO)
            self._meeting.meet(self, row, ours)

    def skip(self, *_):
        """A row that a peer is missing for is none of this table."""

    def without(self, *_):
        return True


class Meeting:
    """Lets one version work at a time, until both have come to the same row; then measures."""

    def __init__(self, new, old):
        self._sides = Side(new, self), Side(old, self)
        self._turn = threading.Condition()
        self._offers, self._measured, self._failure = {}, 0, None

    def part(self, part):
        """All rows of a part; raises what went wrong with either version."""
        self._offers, self._failure = {}, None
        threads = [threading.Thread(target=self._run, args=(part, side)) for side in self._sides]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        if self._failure:
            raise self._failure

    def _run(self, part, side):
        with self._turn:
            try:
                part.rows(side)
            except Exception as failure:  # pylint: disable=broad-except
                self._failure = self._failure or failure
            self._turn.notify_all()

    def meet(self, side, row, offer):
        """Waits until the other version has its side of a row, which is then measured."""
        self._offers[side] = row, offer
        if len(self._offers) == 2:
            self._measure(*(self._offers[side] for side in self._sides))
            self._offers.clear()
            self._measured += 1
            self._turn.notify_all()
            return
        number = self._measured
        self._turn.wait_for(lambda: self._measured > number or self._failure)
        if self._measured == number:
            raise Failed("the other version failed")

    def _measure(self, new, old):
        (row, ours), (other, theirs) = new, old
        if row.name != other.name:
            raise Failed(f"the versions differ in their rows: {row.name}, {other.name}")
        bench, environment = self._sides[0], self._sides[1].boards.environment
        if isinstance(ours, tuple):
            command, rounds = ours
            older = replace(theirs[0], environment=environment | theirs[0].environment)
            row.measured(bench.watch.pairs(command, older, rounds), bench.by)
        else:
            row.counted(ours, theirs)
        bench.done(row)

"""The table that people read, and the file that programs read."""
import json
import math
from dataclasses import asdict

from .measure import ALONE, EXTRA, RATIO


def number(value):
    """Three digits, as far as they mean anything."""
    if value is None:
        return "-"
    if abs(value) >= 100:
        return f"{value:.0f}"
    return f"{value:.2g}" if abs(value) < 1 else f"{value:.1f}"


def spread(value):
    return f"{number(value.least)} {number(value.middle)} {number(value.most)}" if value else "-"


def target(row):
    if row.target is None:
        return "-"
    sign = {RATIO: "x", EXTRA: f" {row.unit} more", ALONE: f" {row.unit}"}[row.kind]
    return f"<= {row.target:.3g}{sign}"


HEADING = ["what", "pmd min med max", "other", "ratio min med max", "target", ""]
VERSIONS = ["what", "new min med max", "old", "ratio min med max", ""]


def change(row):
    """The verdict on two versions: further from each other than the pairs differ, and by
    a twentieth."""
    if row.judged.middle - row.judged.noise > 1.05:
        return "slower" if row.unit == "ms" else "more"
    if row.judged.middle + row.judged.noise < 0.95:
        return "faster" if row.unit == "ms" else "less"
    return "same"


def cells(row):
    if row.why_not:
        return [row.what, "-", "-", "-", target(row), f"not run: {row.why_not}"]
    unit = "" if row.unit == "ms" else f" {row.unit}"
    ratio = spread(row.judged) if row.kind == RATIO and row.theirs else \
        f"{spread(row.judged)} more" if row.kind == EXTRA else "-"
    return [row.what, spread(row.ours) + unit, number(row.theirs.middle) if row.theirs else "-",
            ratio, target(row), row.verdict]


def table(rows, is_of_versions=False):
    """A table whose columns line up; times are in milliseconds."""
    lines = [HEADING] + [cells(row) for row in rows]
    if is_of_versions:
        lines = [VERSIONS] + [cells(row)[:4] + [change(row)] for row in rows]
    widths = [max(len(line[i]) for line in lines) for i in range(len(lines[0]) - 1)]
    return "\n".join(
        "  ".join([line[0].ljust(widths[0])]
                  + [cell.rjust(width) for cell, width in zip(line[1:-1], widths[1:])]
                  + [line[-1]]).rstrip() for line in lines)


def growth(rows, sizes):
    """What a board of ten times as many tasks costs: by each step the exponent, which is
    0 where nothing grows, 1 where the cost is that of the tasks, 2 where it is quadratic."""
    by_name = {}
    for row in rows:
        if row.ours and row.unit == "ms" and row.grows:
            by_name.setdefault(row.name, {})[row.tasks] = row
    steps = list(zip(sizes, sizes[1:]))
    lines = []
    for name, found in by_name.items():
        parts = [exponent(found[a], found[b]) for a, b in steps if a in found and b in found]
        if parts:
            lines.append(f"{name:<18} " + "   ".join(parts))
    return "\n".join(lines)


def exponent(small, large):
    decades = math.log10(large.tasks / small.tasks)

    def of(a, b):
        return f"{math.log10(b.middle / a.middle) / decades:5.2f}"

    other = f" (other {of(small.theirs, large.theirs)})" if small.theirs and large.theirs else ""
    return f"{small.tasks:,} to {large.tasks:,}: {of(small.ours, large.ours)}{other}"


def write(path, rows, facts):
    found = [asdict(row) | {"verdict": row.verdict} for row in rows]
    with open(path, "w", encoding="utf-8") as file:
        json.dump(facts | {"rows": found}, file, ensure_ascii=False, indent=1)
        file.write("\n")

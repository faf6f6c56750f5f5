"""Counts the records of imports with Python's own parsers, and compares the counts with pmd's.

Each line of the input is a JSON object: `name`, `format`, `text` or `files` (paths to texts), and
`count`, the number of records for which pmd accounts. Prints the differences, and on the last line
the number of compared imports.
"""

import csv
import io
import json
import re
import sys

import yaml


def kanban_cards(text):
    """The list items without indentation below the first heading, up to the settings."""
    body = text.split("---\n", 2)[2]
    body = body.split("%% kanban:settings")[0]
    cards = 0
    for line in body.split("\n"):
        if len(line.replace(" ", "")) >= 3 and re.fullmatch(r"(\*+|-+|_+)", line.replace(" ", "")):
            continue
        if re.match(r" ?([-*+]|[0-9]{1,9}[.)])([ \t]|$)", line):
            cards += 1
    return cards


def csv_rows(text):
    text = text.replace("\r\n", "\n").replace("\r", "\n")
    header = text.split("\n")[0]
    delimiter = next((sign for sign in ",;\t" if sign in header), ",")
    rows = list(csv.reader(io.StringIO(text), delimiter=delimiter))
    return sum(1 for row in rows[1:] if row)


def front_matter(text):
    """The front matter of a file, to be sure that PyYAML reads what pmd reads."""
    match = re.match(r"---\n(.*?\n)---\n", text, re.S)
    return yaml.safe_load(match.group(1)) if match else None


def records(case):
    kind = case["format"]
    if "files" in case:
        for path, text in case["files"].items():
            if path.startswith("tasks/valid"):
                assert front_matter(text)["id"], path
        return len(case["files"])
    text = case["text"]
    if kind in ("taskwarrior", "json", "dstask"):
        return len(json.loads(text))
    if kind == "csv":
        return csv_rows(text)
    if kind == "obsidian-kanban":
        return kanban_cards(text)
    return sum(1 for line in re.split(r"\r\n|\n|\r", text) if line.strip())


count = 0
for line in sys.stdin:
    case = json.loads(line)
    found = records(case)
    if found != case["count"]:
        print(case["name"], "has", found, "records in Python, and pmd accounts for", case["count"])
    count += 1
print("compared", count)

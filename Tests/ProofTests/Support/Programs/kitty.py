"""Runs a program in a terminal that answers as kitty does, and prints the pictures it receives.

kitty.py MODE COLUMNSxROWS STEP… -- PROGRAM…

MODE is what the terminal does with the query for pictures: `answers`, `splits` (sends its answers
byte by byte, slowly) or `ignores`. A step is `wait:TEXT`, for a screen with that text, `press:KEYS`,
`resize:COLUMNSxROWS` or `note:WORDS`, which is printed. Printed are the commands, with the size and
the hash of the data, and at the end the number of cells that the program's text has written into a
picture: `over N`.
"""
import base64, fcntl, hashlib, os, pty, re, select, signal, struct, sys, termios, time, unicodedata

mode, size = sys.argv[1:3]
end = sys.argv.index("--")
steps, program = sys.argv[3:end], sys.argv[end + 1:]
CELL = (10, 20)


def sized(words):
    columns, rows = map(int, words.split("x"))
    return struct.pack("HHHH", rows, columns, columns * CELL[0], rows * CELL[1])


child, terminal = pty.fork()
if child == 0:
    time.sleep(0.1)
    os.environ.update(TERM="xterm-kitty", LC_ALL="C.UTF-8")
    os.environ.pop("TMUX", None)
    os.execvp(program[0], program)
fcntl.ioctl(terminal, termios.TIOCSWINSZ, sized(size))

buffer = b""  # What has not been interpreted.
screen = {}  # The characters of the screen, by row and column.
data, cursor, shown, over = [], (0, 0), {}, 0


def answer(text):
    if mode != "splits":
        return os.write(terminal, text)
    for byte in text:
        os.write(terminal, bytes([byte]))
        time.sleep(0.04)


def command(body):
    """Interprets a graphics command."""
    keys, _, payload = body.partition(b";")
    values = dict(pair.split("=", 1) for pair in keys.decode().split(","))
    if values.get("a") == "q":
        if mode != "ignores":
            answer(b"\x1b_Gi=31;OK\x1b\\")
        return
    assert len(payload) <= 4096 and values.get("q") == "2", body[:80]
    if "m" in values:
        data.append((values, payload))
        if values["m"] == "1":
            return
        first, whole = data[0][0], b"".join(part for _, part in data)
        content = base64.b64decode(whole, validate=True)
        data.clear()
        return say("sent", {"i": first["i"], "f": first["f"]}, len(content), hashlib.sha256(content).hexdigest()[:12])
    if values["a"] == "p":
        shown[values["i"]] = (*cursor, int(values["c"]), int(values["r"]))
        values["at"] = f"{cursor[0]},{cursor[1]}"
    elif values["d"] == "A":
        shown.clear()
    else:
        shown.pop(values.get("i"), None)
    say("command", values)


def say(*words):
    print(*(",".join(f"{key}={value}" for key, value in sorted(word.items())) if isinstance(word, dict) else word for word in words), flush=True)


PIECE = re.compile(
    rb"\x1b_G(?P<picture>[^\x1b]*)\x1b\\|\x1b\](?P<system>[^\x07\x1b]*)(?:\x07|\x1b\\)"
    rb"|\x1b\\|\x1b\[(?P<body>[0-?]*)[ -/]*(?P<final>[@-~])|(?P<text>[^\x1b]+)", re.S)


def interpret():
    global buffer, cursor
    while found := PIECE.match(buffer):
        # Text may continue in the next chunk.
        buffer = buffer[found.end():]
        body, (column, row) = found["body"], cursor
        if found["picture"] is not None:
            command(found["picture"])
        elif found["final"] == b"H":
            row, _, column = (body or b"1").partition(b";")
            cursor = (int(column or 1) - 1, int(row or 1) - 1)
        elif found["final"] == b"C":
            cursor = (column + int(body or 1), row)
        elif found["final"] == b"J":
            screen.clear()
        elif found["final"] == b"K":
            line = screen.get(row, {})
            for place in [place for place in line if body == b"2" or place >= column]:
                del line[place]
        elif found["final"] == b"c":
            answer(b"\x1b[?62;4c")
        elif found["text"]:
            draw(found["text"].decode(errors="replace"))


def draw(text):
    global cursor, over
    for character in text:
        column, row = cursor
        over += character != " " and any(
            left <= column < left + width and top <= row < top + height for left, top, width, height in shown.values())
        screen.setdefault(row, {})[column] = character
        cursor = (column + (2 if wide(character) else 1), row)


def rows():
    """Returns the rows as text. The cell after a wide character has none."""
    found = []
    for _, line in sorted(screen.items()):
        places = range(max(line, default=-1) + 1)
        found.append("".join(line.get(place, "" if wide(line.get(place - 1, "")) else " ") for place in places))
    return found


def wide(character):
    return bool(character) and unicodedata.east_asian_width(character) in "WF"


def read(seconds):
    global buffer
    if not select.select([terminal], [], [], seconds)[0]:
        return False
    try:
        chunk = os.read(terminal, 65536)
    except OSError:
        return False
    buffer += chunk
    interpret()
    return bool(chunk)


def settle(seconds=0.4):
    while read(seconds):
        pass


for step in steps:
    kind, _, words = step.partition(":")
    if kind == "wait":
        limit = time.time() + 60
        while not any(words in row for row in rows()):
            if not read(0.2) and time.time() > limit:
                sys.exit("\n".join([f"no {words!r} in", *rows()]))
        settle()
    elif kind == "press":
        os.write(terminal, words.encode().decode("unicode_escape").encode())
        settle()
    elif kind == "resize":
        fcntl.ioctl(terminal, termios.TIOCSWINSZ, sized(words))
        os.kill(child, signal.SIGWINCH)
        settle()
    else:
        say("note", words)
settle()
say("over", over)

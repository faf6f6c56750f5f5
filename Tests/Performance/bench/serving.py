"""Rows of `pmd serve`: the first board, reads, changes, other programs' edits, and memory."""
import http.client
import json
import re
import signal
import socket
import subprocess
import threading
import time

from .boards import task_files, touch
from .measure import Failed

COMMAND = "serve"
#: Reads go over so many connections at once.
CONNECTIONS = 4
WINDOWS = 20
WRITERS, ADDS = 8, 120
#: The changes that a team makes in a week.
WEEK = 3_000


def rows(bench):
    if not bench.wants("serve-"):
        return
    board = bench.boards.clone("served")
    starts(bench, board)
    with Server(bench, board) as server:
        server.get("/api/board")
        time.sleep(2)
        bench.count("serve-memory", "pmd serve, memory at rest", server.memory(), unit="MiB",
                    target={1_000: 80, 100_000: None})
        reads(bench, server)
        boards = sorted(server.timed("GET", "/api/board") for _ in range(20))
        bench.count("serve-board", "the board as JSON, middle of 20", boards[10], unit="ms",
                    target={1_000: 50, 100_000: None})
        outside(bench, server)
        patches(bench, server)
        history(bench, server)
        drags(bench, server)
        writers(bench, server)
        week(bench, server)
        if bench.is_asked("serve-attack"):
            attack(server)
            bench.count("serve-attack", "pmd serve, most memory under attack",
                        server.memory("VmHWM"), unit="MiB", target={1_000: 150, 100_000: None})


def starts(bench, board):
    """From the start of the process to the first board."""
    if not bench.is_asked("serve-start"):
        return
    times, lists = [], []
    for _ in range(4):
        with Server(bench, board) as server:
            times.append(server.started)
        lists.append(listing(bench, board))
    bench.count("serve-start", "start of pmd serve to the first board : pmd list", min(times[1:]),
                min(lists[1:]), unit="ms", target={10_000: 2})


def outside(bench, server):
    """An edit by another program, until a window is told."""
    if not bench.is_asked("serve-outside"):
        return
    stream, paths, times = server.events(), task_files(server.folder)[:9], []
    for number, path in enumerate(paths):
        time.sleep(0.7)
        began = time.perf_counter()
        touch(server.folder, path, number)
        stream.wait()
        times.append((time.perf_counter() - began) * 1000)
    stream.close()
    bench.count("serve-outside", "an outside edit until a window knows, middle of 9",
                sorted(times)[4], unit="ms", target={1_000: 100, 100_000: 150})


def patches(bench, server):
    """A new title over REST: the answer waits until its commit is on the disk."""
    if not bench.is_asked("serve-patch"):
        return
    task, times = server.tasks[0]["id"], []
    for number in range(9):
        version = server.answer("GET", "/api/tasks/" + task).headers["ETag"]
        time.sleep(0.7)
        began = time.perf_counter()
        server.answer("PATCH", "/api/tasks/" + task, {"title": f"Title {number}"},
                      {"If-Match": version})
        times.append((time.perf_counter() - began) * 1000)
    bench.count("serve-patch", "PATCH of a title : pmd edit", sorted(times)[4],
                edit(bench, server, task), unit="ms", target={1_000: 1})


def edit(bench, server, task):
    """The middle of nine edits by the command."""
    times = []
    for number in range(9):
        began = time.perf_counter()
        subprocess.run(["pmd", "edit", "-q", task, f"due:2027-01-0{number + 1}"], cwd=server.folder,
                       env=bench.boards.environment, check=True)
        times.append((time.perf_counter() - began) * 1000)
    return sorted(times)[4]


def history(bench, server):
    """The newest changes, which the page asks for after each one."""
    if not bench.is_asked("serve-history"):
        return
    ours, theirs = [], []
    for _ in range(9):
        ours.append(server.timed("GET", "/api/history?limit=20"))
        began = time.perf_counter()
        subprocess.run(["git", "log", "-n", "20", "--stat"], cwd=server.folder, check=True,
                       env=bench.boards.environment, stdout=subprocess.DEVNULL)
        theirs.append((time.perf_counter() - began) * 1000)
    bench.count("serve-history", "/api/history?limit=20 : git log -n 20 --stat", sorted(ours)[4],
                sorted(theirs)[4], unit="ms", target={10_000: 1})


def reads(bench, server):
    """One task, and an answer that has not changed since, by `wrk`."""
    task = server.tasks[0]["id"]
    version = server.answer("GET", "/api/tasks/" + task).headers["ETag"]
    for name, what, headers in (
            ("serve-read", "a task over REST, by 4 connections", ()),
            ("serve-same", "the same, unchanged since (304)", ("If-None-Match: " + version,))):
        if bench.without(name, what, "wrk", None):
            continue
        found = subprocess.run(
            ["wrk", "-t1", f"-c{CONNECTIONS}", "-d5s", "--latency", "-H",
             "Authorization: Bearer " + server.token]
            + [word for header in headers for word in ("-H", header)]
            + [server.origin + "/api/tasks/" + task],
            capture_output=True, text=True, check=True).stdout
        rate = float(re.search(r"Requests/sec:\s+([\d.]+)", found)[1])
        late = re.search(r"99%\s+(\S+)", found)[1]
        bench.count(name, f"{what}, p99 {late}", 1_000_000 / rate, unit="us",
                    target={1_000: 1_000})


def drags(bench, server):
    """Moves a card, while twenty windows are told of it."""
    if not bench.wants("serve-drag", "serve-live"):
        return
    streams = [server.events() for _ in range(WINDOWS)]
    try:
        task, times, tellings = server.tasks[0]["id"], [], []
        for number in range(15):
            # One drag: what follows the one before, such as a look at the remote's standing, is
            # over by then.
            time.sleep(1.2)
            # The task is at the top of the first state, where a move changes nothing.
            state = server.states[(number + 1) % 2]
            began = time.perf_counter()
            times.append(server.timed(
                "POST", f"/api/tasks/{task}/move", {"state": state, "end": "top"}))
            for stream in streams:
                stream.wait()
            tellings.append((time.perf_counter() - began) * 1000)
    finally:
        for stream in streams:
            stream.close()
    alone = []
    for number in range(20):
        began = time.perf_counter()
        subprocess.run(["pmd", "move", "-q", task, server.states[number % 2]], cwd=server.folder,
                       env=bench.boards.environment, check=True)
        alone.append((time.perf_counter() - began) * 1000)
    bench.count("serve-drag", "a drag over REST, beyond what pmd move takes",
                max(0.1, sorted(times)[7] - sorted(alone)[10]), unit="ms",
                target={1_000: 30, 100_000: None})
    bench.count("serve-live", "from a drag until the last of 20 windows knows",
                sorted(tellings)[7], unit="ms", target={1_000: 200, 100_000: None})


def writers(bench, server):
    """Adds tasks from several programs at once. Each answer waits until its commit is on the disk."""
    if not bench.is_asked("serve-writers"):
        return
    times = []

    def add(writer):
        for number in range(ADDS // WRITERS):
            times.append(server.timed(
                "POST", "/api/tasks", {"title": f"Writer {writer}, task {number}"}))

    threads = [threading.Thread(target=add, args=(writer,)) for writer in range(WRITERS)]
    began = time.perf_counter()
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    total = (time.perf_counter() - began) * 1000
    if len(times) != ADDS:
        raise Failed(f"{len(times)} of {ADDS} adds were answered")
    bench.count("serve-writers", f"{ADDS} adds by {WRITERS} writers at once, "
                f"middle {sorted(times)[ADDS // 2]:.0f} ms", total, unit="ms",
                target={1_000: 4_000, 100_000: None})


def week(bench, server):
    """What a team does in a week, and windows that come and go meanwhile."""
    if not bench.is_asked("serve-week") or not bench.is_smallest:
        return
    task, streams, sizes = server.tasks[0]["id"], [], []
    for number in range(WEEK):
        if number % 25 == 0:
            streams.append(server.events())
            for stream in streams[:-WINDOWS]:
                stream.close()
            streams = streams[-WINDOWS:]
        server.answer("POST", f"/api/tasks/{task}/move",
                      {"state": server.states[number % 2], "end": "top"})
        server.get("/api/board" if number % 5 == 0 else "/api/history?limit=20")
        if number in (WEEK // 3, WEEK - 1):
            time.sleep(1)
            sizes.append(server.memory())
    for stream in streams:
        stream.close()
    bench.count("serve-week", f"memory that {WEEK} changes and {WEEK // 25} windows leave",
                sizes[1] - sizes[0], unit="MiB", target={1_000: 10})


def attack(server):
    """Unfinished heads and bodies, large answers that nobody reads, and costly queries."""
    sockets = []
    for number in range(400):
        try:
            client = socket.create_connection(("127.0.0.1", server.port), timeout=2)
            client.settimeout(2)
            sockets.append(client)
            if number % 4 == 0:
                client.sendall(b"GET / HTTP/1.1\r\nHost: x\r\n" + b"A: " + b"a" * 20_000)
            elif number % 4 == 1:
                client.sendall(b"POST /api/tasks HTTP/1.1\r\nHost: 127.0.0.1:%d\r\n"
                               b"Content-Length: 1000000\r\n\r\n" % server.port + b"x" * 500_000)
            elif number % 4 == 2:
                for _ in range(20):
                    client.sendall(server.head("GET", "/api/tasks?limit=1000&body=true"))
            else:
                client.sendall(server.head("GET", "/api/tasks?q=" + "%28a+or+b%29+" * 40))
        except OSError:
            continue
    threads = [threading.Thread(target=lambda: [server.get("/api/tasks?q=a&limit=1000")
                                                for _ in range(20)]) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    for client in sockets:
        client.close()


def listing(bench, board):
    """The milliseconds of `pmd list`."""
    began = time.perf_counter()
    subprocess.run(["pmd", "list"], cwd=board, env=bench.boards.environment, check=True,
                   stdout=subprocess.DEVNULL)
    return (time.perf_counter() - began) * 1000


class Server:
    """`pmd serve` on a board."""

    def __init__(self, bench, folder):
        self.folder = folder
        began = time.perf_counter()
        self._process = subprocess.Popen(
            ["pmd", "serve", "-C", folder, "--port", "0"], env=bench.boards.environment,
            stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
        address = self._process.stdout.readline().split()[-1]
        self.origin = address.split("/#")[0]
        self.port = int(self.origin.rsplit(":", 1)[1])
        listening = time.perf_counter()
        path = subprocess.run(["pmd", "serve", "-C", folder, "--print-token"], check=True,
                              env=bench.boards.environment, capture_output=True, text=True).stdout
        with open(path.strip(), encoding="ascii") as file:
            self.token = file.read().strip()
        self._kept = threading.local()
        #: The milliseconds from the start of the process to its first board.
        self.started = (listening - began) * 1000 + self.timed("GET", "/api/board?limit=10")
        self.tasks = self.get("/api/tasks?limit=1")["tasks"]
        self.states = [column["state"] for column in self.get("/api/board")["columns"]][:2]

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self._process.send_signal(signal.SIGTERM)
        self._process.wait()

    def new_address(self):
        """Another address that signs in a browser, once."""
        self._process.send_signal(signal.SIGUSR1)
        return self._process.stdout.readline().split()[-1]

    @property
    def _headers(self):
        return {"Authorization": "Bearer " + self.token, "Content-Type": "application/json"}

    def head(self, method, path):
        return (f"{method} {path} HTTP/1.1\r\nHost: 127.0.0.1:{self.port}\r\n"
                f"Authorization: Bearer {self.token}\r\n\r\n").encode()

    def answer(self, method, path, body=None, headers=None):
        # The server closes a connection that rests for half a minute.
        if time.monotonic() - getattr(self._kept, "last", -60) > 20:
            self._kept.connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=60)
        self._kept.connection.request(
            method, path, json.dumps(body) if body else None, self._headers | (headers or {}))
        answer = self._kept.connection.getresponse()
        answer.text = answer.read()
        self._kept.last = time.monotonic()
        if answer.status >= 400:
            raise RuntimeError(f"{method} {path}: {answer.status} {answer.text[:300]}")
        return answer

    def get(self, path):
        return json.loads(self.answer("GET", path).text)

    def timed(self, *request):
        began = time.perf_counter()
        self.answer(*request)
        return (time.perf_counter() - began) * 1000

    def events(self):
        return Events(self.port, self.head("GET", "/api/events"))

    def memory(self, name="VmRSS"):
        """In mebibytes, now, or the most (``VmHWM``)."""
        with open(f"/proc/{self._process.pid}/status", encoding="ascii") as status:
            line = next(line for line in status if line.startswith(name))
        return int(line.split()[1]) / 1024


class Events:
    """One window's stream of events."""

    def __init__(self, port, head):
        self._socket = socket.create_connection(("127.0.0.1", port), timeout=60)
        self._socket.sendall(head)
        self._seen = b""
        self._socket.settimeout(0.3)
        try:
            while True:
                self._seen += self._socket.recv(1 << 16)
        except TimeoutError:
            self._seen = b""
        self._socket.settimeout(60)

    def wait(self):
        """Waits for the next event of the board."""
        while b"event: board" not in self._seen:
            self._seen += self._socket.recv(1 << 16)
        self._seen = self._seen.split(b"event: board", 1)[1]

    def close(self):
        self._socket.close()

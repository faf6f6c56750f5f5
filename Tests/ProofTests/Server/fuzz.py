"""Sends odd requests for everything in a server's openapi.json.

    fuzz.py ADDRESS TOKEN SEED COUNT OUTSIDE BOARD

Every response must be one that the description allows: no 5xx except 503, and from 400 on a
problem document. No file below OUTSIDE may change except those of BOARD. Prints each fault on a
line.
"""

import http.client
import json
import os
import random
import socket
import sys
from urllib.parse import quote, quote_from_bytes

ADDRESS, TOKEN, SEED, COUNT, OUTSIDE, BOARD = sys.argv[1:]
HOST, PORT = ADDRESS.removeprefix("http://").rstrip("/").rsplit(":", 1)
PROBLEM = ("type", "title", "status", "code", "detail")
ODD_TEXTS = [
    "", " ", "\0", "a\0b", "\n", "a\r\nSet-Cookie: x=1", "..", "../../etc/passwd", "/etc/passwd",
    ".git/config", "-", "--", "---\ntitle: x\n---", "key: value", "'\"`$(id)`", "\u202e", "\ufeff",
    "\u2028", "e\u0301", "한국어", "🤷🏽‍♀️", "todo", "doing", "done", "todo/x.md", "due:fri", "+house",
    "<script>alert(1)</script>", "[x](javascript:alert(1))", "- [ ] a\n- [x] b", "<<<<<<< ours",
    "%2e%2e", "null", "2026-02-30", "99999-01-01", "fri", "P1Y", "é" * 300, "x" * 5_000,
    "(" * 500, "is:" * 50, 'view:"today"', 'view:"' * 40, "or or or", "\x1b[2J",
]
ODD_NUMBERS = [0, -1, 1, 2**31, 2**63 - 1, 2**63, 10**30, -(10**30), 0.5, 1e308, 1.0]
ODD_SEGMENTS = [
    "%2e%2e", "..", ".", "%2E%2E%2F%2E%2E", "%00", "a%00b", "%c0%ae%c0%ae", "%ff", "%ed%a0%80",
    "%", "%zz", "%2", "x" * 3_000, "%0d%0aX: y", "+", "*", "{id}", "%25%32%65", ";", "~", "",
]
ODD_BODIES = [
    b"", b"{", b"[]", b"null", b'"x"', b"1e999999", b"-", b"\xff\xfe", b'{"a":"\xc0\xaf"}',
    b'{"title":"\\ud800"}', b"[" * 100_000, b'{"a":' * 20_000 + b"1" + b"}" * 20_000,
    b'{"title":"a","title":"b"}', b"{}" * 3, b"\xef\xbb\xbf{}", b"1" * 100_000, b" " * 10_000,
    b'{"due":1' + b"0" * 5_000 + b"}", b"{'title':1}", b"NaN", b'{"title":"x"}garbage',
]


class Fuzz:
    def __init__(self):
        self.random = random.Random(int(SEED))
        self.faults = []
        self.statuses = {}
        self.connection = None
        self.description = json.loads(self.send("GET", "/api/openapi.json")[2])
        self.operations = [
            (method.upper(), path, operation)
            for path, operations in self.description["paths"].items()
            for method, operation in operations.items()
        ]
        self.ids = []

    def send(self, method, target, headers=(), body=None):
        """Sends a request on the persistent connection. Returns the status, headers and body."""
        for attempt in (1, 2):
            if self.connection is None:
                self.connection = socket.create_connection((HOST, int(PORT)), timeout=20)
            lines = [method.encode() + b" " + target.encode("utf-8", "surrogateescape")
                     + b" HTTP/1.1", b"Host: " + f"{HOST}:{PORT}".encode(),
                     b"Authorization: Bearer " + TOKEN.encode()]
            lines += [f"{name}: {value}".encode("utf-8", "surrogateescape")
                      for name, value in headers]
            if body is not None:
                lines.append(b"Content-Length: %d" % len(body))
            try:
                self.connection.sendall(b"\r\n".join(lines) + b"\r\n\r\n" + (body or b""))
                answer = http.client.HTTPResponse(self.connection, method=method)
                answer.begin()
                isStream = answer.getheader("Content-Type") == "text/event-stream"
                content = b"" if isStream else answer.read()
                if isStream or answer.will_close:
                    self.close()
                return answer.status, answer.headers, content
            except (ConnectionError, http.client.BadStatusLine):
                # A persistent connection may be closed between two requests.
                self.close()
                if attempt == 2:
                    raise

    def close(self):
        self.connection.close()
        self.connection = None

    def text(self):
        if self.ids and self.random.random() < 0.3:
            return self.random.choice(self.ids)
        if self.random.random() < 0.8:
            return self.random.choice(ODD_TEXTS)
        return "".join(chr(self.random.choice([self.random.randrange(1, 128),
                                               self.random.randrange(160, 0xD800),
                                               self.random.randrange(0x10000, 0x11000)]))
                       for _ in range(self.random.randrange(20)))

    def anything(self, depth=0):
        kind = self.random.randrange(7 if depth < 3 else 5)
        if kind == 5:
            return [self.anything(depth + 1) for _ in range(self.random.randrange(4))]
        if kind == 6:
            return {self.text(): self.anything(depth + 1) for _ in range(self.random.randrange(4))}
        return [None, True, self.random.choice(ODD_NUMBERS), self.text(), self.text()][kind]

    def value(self, schema, depth=0):
        """Returns a value that mostly matches a schema."""
        if self.random.random() < 0.08 or depth > 6:
            return self.anything(depth)
        if "$ref" in schema:
            name = schema["$ref"].rsplit("/", 1)[1]
            return self.value(self.description["components"]["schemas"][name], depth + 1)
        if "anyOf" in schema:
            return self.value(self.random.choice(schema["anyOf"]), depth + 1)
        match schema.get("type"):
            case "string": return self.text()
            case "integer": return self.random.choice([0, 1, 2, 3] + ODD_NUMBERS)
            case "boolean": return self.random.random() < 0.5
            case "null": return None
            case "array":
                return [self.value(schema["items"], depth + 1)
                        for _ in range(self.random.randrange(4))]
            case "object": return self.object(schema, depth)
        return self.anything(depth)

    def object(self, schema, depth):
        required = schema.get("required", [])
        members = {
            name: self.value(member, depth + 1)
            for name, member in schema.get("properties", {}).items()
            if self.random.random() < (0.95 if name in required else 0.3)
        }
        if isinstance(schema.get("additionalProperties"), dict) or self.random.random() < 0.05:
            for _ in range(self.random.randrange(3)):
                members[self.text()] = self.anything(depth + 1)
        return members

    def segment(self):
        chance = self.random.random()
        if self.ids and chance < 0.6:
            return quote(self.random.choice(self.ids), safe="")
        if chance < 0.8:
            return self.random.choice(ODD_SEGMENTS)
        return quote(self.text(), safe="")

    def target(self, path, operation):
        segments = [self.segment() if part.startswith("{") else part for part in path.split("/")]
        if self.random.random() < 0.03:
            segments.insert(self.random.randrange(1, len(segments) + 1),
                            self.random.choice(ODD_SEGMENTS))
        members = []
        for parameter in operation.get("parameters", []):
            if parameter["in"] == "query" and self.random.random() < 0.4:
                value = self.value(parameter["schema"])
                text = value if isinstance(value, str) else json.dumps(value)
                members.append(parameter["name"] + "=" + quote(text))
        if self.random.random() < 0.05:
            members.append(quote_from_bytes(self.random.randbytes(4)) + "=%ff")
        return "/".join(segments) + ("?" + "&".join(members) if members else "")

    def headers(self, operation, task):
        headers = []
        for parameter in operation.get("parameters", []):
            if parameter["in"] != "header" or self.random.random() < 0.3:
                continue
            name = parameter["name"]
            value = self.random.choice(
                ["*", '"x"', "x", "", task, f'"{task}"', self.random.choice(ODD_TEXTS)])
            headers.append((name, "".join(c for c in value if c not in "\0\r\n\x1b")))
        if self.random.random() < 0.9:
            headers.append(("Content-Type", "application/json"))
        return headers + [("Pmd-Language", self.random.choice(["en", "ko", "xx", ""]))]

    def judge(self, method, target, body, status, headers, content):
        self.statuses[status] = self.statuses.get(status, 0) + 1
        what = f"{method} {target[:200]} {(body or b'')[:200]!r}: {status} {content[:300]!r}"
        if status >= 500 and status != 503:
            self.faults.append("server error: " + what)
        if method == "HEAD" or status < 400:
            return
        if headers.get("Content-Type") != "application/problem+json":
            self.faults.append("no problem document: " + what)
            return
        problem = json.loads(content); self.codes = getattr(self,"codes",{}); k=(status,problem.get("code")); self.codes[k]=self.codes.get(k,0)+1
        if any(name not in problem for name in PROBLEM) or problem["status"] != status:
            self.faults.append("incomplete problem: " + what)
        if BOARD in problem["detail"] and "/" in BOARD:
            self.faults.append("a path in the detail: " + what)

    def ask(self):
        method, path, operation = self.random.choice(self.operations)
        if self.random.random() < 0.03:
            method = self.random.choice(["GET", "HEAD", "OPTIONS", "TRACE", "PURGE", "POST"])
        body = None
        if "requestBody" in operation or self.random.random() < 0.03:
            if self.random.random() < 0.1:
                body = self.random.choice(ODD_BODIES)
            else:
                schema = operation.get("requestBody", {}).get("content", {}).get(
                    "application/json", {}).get("schema", {})
                body = json.dumps(self.value(schema)).encode()
        target = self.target(path, operation)
        version = "0" * 48
        if self.ids and "{id}" in path and self.random.random() < 0.8:
            _, _, content = self.send(
                "GET", "/api/tasks/" + quote(self.random.choice(self.ids), safe=""))
            version = json.loads(content).get("version", version)
        try:
            answer = self.send(method, target, self.headers(operation, version), body)
        except Exception as error:
            self.faults.append(f"{method} {target[:300]} {(body or b'')[:300]!r}: {error!r}")
            return self.connection and self.close()
        self.judge(method, target, body, *answer)

    def run(self):
        before = files()
        for number in range(int(COUNT)):
            if number % 50 == 0:
                # Refresh the list of existing tasks, and make sure that there is one.
                self.send("POST", "/api/tasks", [("Content-Type", "application/json")],
                          json.dumps({"entry": f"Task {number} +house",
                                      "state": "todo"}).encode())
                tasks = json.loads(self.send("GET", "/api/tasks?limit=30")[2])
                self.ids = [task["id"] for task in tasks.get("tasks", [])]
            self.ask()
        status, _, _ = self.send("GET", "/api/words")
        if status != 200:
            self.faults.append(f"at the end the server answers {status}")
        self.faults += ["changed outside of the board: " + path for path in before ^ files()]


def files():
    """Returns everything below OUTSIDE except BOARD, with its size and modification time."""
    found = set()
    for folder, folders, names in os.walk(OUTSIDE):
        folders[:] = [name for name in folders if os.path.join(folder, name) != BOARD]
        for name in names:
            path = os.path.join(folder, name)
            status = os.lstat(path)
            found.add(f"{path} {status.st_size} {status.st_mtime_ns}")
    return found


fuzz = Fuzz()
fuzz.run()
for fault in fuzz.faults:
    print(fault)
print(sorted(fuzz.codes.items()), file=sys.stderr)
sys.exit(1 if fuzz.faults else 0)

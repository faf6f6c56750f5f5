#!/usr/bin/env python3
"""Misbehaving servers for the tests. One process runs all of them. It reads commands as
lines of JSON on standard input, and replies to each with a line of JSON.

{"op": "cut", "to": PORT, "down": N, "reset": true}   forwards, and closes all connections after
     N bytes to the client ("down") or to the server ("up"), counted over all connections
     "records": true   records the bytes to the server
{"op": "stall", "to": PORT, "down": N}    the same, but falls silent instead of closing
{"op": "slow", "to": PORT}                forwards, and sends one byte per second to the client
{"op": "silent"}                          accepts connections and never sends a byte
{"op": "garbage", "seed": N, "prefix": TEXT}   sends random bytes endlessly
{"op": "refs", "kind": "http" | "ssh"}    lists refs endlessly
{"op": "answer", "status": "302 Found", "headers": [TEXT...], "login": BOOL}   an HTTP server
     that records requests; with "login", a request without Authorization gets a 401 first
{"op": "tls", "certificate": FILE, "key": FILE, "head": ID, "end": "close" | "cut" | "silent"}
     after the TLS handshake, lists one branch at that commit, and closes the connection as TLS
     requires; "cut" cuts it off before the last line, "silent" sends nothing
{"op": "proxy", "login": "user:password"} a forward proxy, with CONNECT, that records requests
{"op": "log", "port": PORT}               returns what a server has recorded
{"op": "count", "port": PORT}             returns the bytes that went up and down
{"op": "close", "port": PORT}             closes a server

All servers listen on 127.0.0.1, on a port that the system chooses. The process ends when its
input ends.
"""
import base64
import json
import random
import select
import socket
import ssl
import struct
import sys
import threading
import time

servers = {}


class Server:
    """A listening socket whose connections are each served by a thread."""

    def __init__(self, order):
        self.order = order
        self.lock = threading.Lock()
        self.log = []
        self.up = self.down = 0
        self.is_over = False
        self.open = set()
        self.socket = socket.create_server(("127.0.0.1", 0), backlog=64)
        self.port = self.socket.getsockname()[1]
        threading.Thread(target=self.accept, daemon=True).start()

    def accept(self):
        while True:
            try:
                client, _ = self.socket.accept()
            except OSError:
                return
            threading.Thread(target=self.serve, args=(client,), daemon=True).start()

    def serve(self, client):
        self.open.add(client)
        try:
            getattr(self, self.order["op"])(client)
        except (OSError, ValueError):
            pass
        finally:
            self.open.discard(client)
            client.close()

    def close(self):
        # Closing is not enough: a blocked accept keeps the socket alive.
        for one in [self.socket, *list(self.open)]:
            try:
                one.shutdown(socket.SHUT_RDWR)
            except OSError:
                pass
            one.close()

    def record(self, text):
        with self.lock:
            self.log.append(text)

    # Forwarding, with faults

    def cut_off(self, one, other):
        if self.order.get("reset"):
            for end in (one, other):
                end.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))

    def forward(self, client, fault, target=None):
        if self.is_over:
            return fault(client, client)
        server = target or socket.create_connection(("127.0.0.1", self.order["to"]))
        ends = {client: (server, "up"), server: (client, "down")}
        with server:
            while ends:
                for source in select.select(list(ends), [], [])[0]:
                    sink, way = ends[source]
                    data = source.recv(65536)
                    if not data:
                        ends.pop(source)
                        try:
                            sink.shutdown(socket.SHUT_WR)
                        except OSError:
                            return
                        continue
                    limit = self.order.get(way)
                    if way == "up" and self.order.get("records"):
                        self.record(data.decode("latin-1"))
                    with self.lock:
                        before = getattr(self, way)
                        part = data if limit is None else data[:max(0, limit - before)]
                        setattr(self, way, before + len(part))
                        if limit is not None and before + len(data) > limit:
                            self.is_over = True
                    if part:
                        sink.sendall(part)
                    if self.is_over:
                        return fault(client, server)

    def cut(self, client):
        self.forward(client, self.cut_off)

    def stall(self, client):
        self.forward(client, self.wait_for_end)

    def wait_for_end(self, one, other):
        one.settimeout(None)
        while one.recv(65536):
            pass

    def slow(self, client):
        server = socket.create_connection(("127.0.0.1", self.order["to"]))
        with server:
            ends = [client, server]
            while True:
                for source in select.select(ends, [], [])[0]:
                    data = source.recv(65536 if source is client else 1)
                    if not data:
                        return
                    if source is server:
                        time.sleep(1)
                    (server if source is client else client).sendall(data)

    # Silent and endless servers

    def silent(self, client):
        self.wait_for_end(client, client)

    def garbage(self, client):
        source = random.Random(self.order.get("seed", 1))
        client.sendall(self.order.get("prefix", "").encode())
        while True:
            client.sendall(source.randbytes(65536))

    def refs(self, client):
        if self.order["kind"] == "http":
            self.head(client)
            client.sendall(
                b"HTTP/1.1 200 OK\r\nContent-Type: application/x-git-upload-pack-advertisement\r\n"
                b"Transfer-Encoding: chunked\r\n\r\n")
            self.chunk(client, b"001e# service=git-upload-pack\n0000")
        number = 0
        while True:
            lines = b""
            for _ in range(1000):
                line = b"%040x refs/heads/%010d%s\n" % (
                    number + 1, number, b"\0side-band-64k ofs-delta" if number == 0 else b"")
                lines += b"%04x" % (len(line) + 4) + line
                number += 1
            if self.order["kind"] == "http":
                self.chunk(client, lines)
            else:
                client.sendall(lines)

    def chunk(self, client, data):
        client.sendall(b"%x\r\n" % len(data) + data + b"\r\n")

    # HTTP

    def head(self, client):
        """Returns the request line and headers of a request, without its body."""
        data = b""
        while b"\r\n\r\n" not in data:
            part = client.recv(65536)
            if not part:
                raise OSError("the client disconnected")
            data += part
        head, self.rest = data.split(b"\r\n\r\n", 1)
        return head.decode("latin-1")

    def answer(self, client):
        while True:
            head = self.head(client)
            self.record(head)
            status, headers = self.order["status"], self.order.get("headers", [])
            if self.order.get("login") and "\nauthorization:" not in head.lower():
                status, headers = "401 Unauthorized", ['WWW-Authenticate: Basic realm="x"']
            lines = ["HTTP/1.1 " + status, *headers, "Content-Length: 0", "", ""]
            client.sendall("\r\n".join(lines).encode())

    def tls(self, client):
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        context.load_cert_chain(self.order["certificate"], self.order["key"])
        with context.wrap_socket(client, server_side=True) as stream:
            self.record(stream.version())
            if self.order["end"] == "silent":
                return self.wait_for_end(stream, stream)
            self.head(stream)
            head = self.order["head"].encode()
            lines = [b"# service=git-upload-pack\n", None,
                     head + b" HEAD\0ofs-delta symref=HEAD:refs/heads/main\n",
                     head + b" refs/heads/main\n", None]
            if self.order["end"] == "cut":
                lines.pop()
            stream.sendall(
                b"HTTP/1.1 200 OK\r\nConnection: close\r\n"
                b"Content-Type: application/x-git-upload-pack-advertisement\r\n\r\n"
                + b"".join(b"0000" if one is None else b"%04x" % (len(one) + 4) + one
                           for one in lines))
            if self.order["end"] == "close":
                stream.unwrap()

    def proxy(self, client):
        login = self.order.get("login")
        while True:
            head = self.head(client)
            self.record(head)
            wanted = login and "basic " + base64.b64encode(login.encode()).decode()
            if not login or ("proxy-authorization: " + wanted).lower() in head.lower():
                break
            client.sendall(
                b'HTTP/1.1 407 Proxy Authentication Required\r\n'
                b'Proxy-Authenticate: Basic realm="p"\r\nContent-Length: 0\r\n\r\n')
        verb, target, rest = head.split(" ", 2)
        if verb == "CONNECT":
            host, port = target.rsplit(":", 1)
        else:
            host, port = target.split("/")[2].rsplit(":", 1)
        # Ignore the host name: a test has no other machine.
        server = socket.create_connection(("127.0.0.1", int(port)))
        if verb == "CONNECT":
            client.sendall(b"HTTP/1.1 200 Connection established\r\n\r\n")
        else:
            path = "/" + target.split("/", 3)[3]
            lines = [f"{verb} {path} {rest}".replace("keep-alive", "close"), "", ""]
            server.sendall("\r\n".join(lines).encode("latin-1"))
        if self.rest:
            server.sendall(self.rest)
        self.forward(client, self.cut_off, server)


def obey(order):
    if order["op"] == "log":
        return {"log": "\n\n".join(servers[order["port"]].log)}
    if order["op"] == "count":
        server = servers[order["port"]]
        return {"up": server.up, "down": server.down}
    if order["op"] == "close":
        servers.pop(order["port"]).close()
        return {}
    server = Server(order)
    servers[server.port] = server
    return {"port": server.port}


for line in sys.stdin:
    print(json.dumps(obey(json.loads(line))), flush=True)

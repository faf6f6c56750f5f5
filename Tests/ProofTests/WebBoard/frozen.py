"""Behind a proxy that freezes: its connections stay open, but nothing passes."""

import socket
import threading

from board import *

address, folder = start()


class Proxy:
    """Passes bytes on, unless it is frozen."""

    def __init__(self, port):
        self.target = ("127.0.0.1", port)
        self.listener = socket.create_server(("127.0.0.1", 0))
        self.port = self.listener.getsockname()[1]
        self.flowing = threading.Event()
        self.flowing.set()
        self.open = []
        threading.Thread(target=self.accept, daemon=True).start()

    def accept(self):
        while True:
            client, _ = self.listener.accept()
            server = socket.create_connection(self.target)
            self.open += [client, server]
            for source, target in [(client, server), (server, client)]:
                threading.Thread(target=self.pass_on, args=(source, target), daemon=True).start()

    def pass_on(self, source, target):
        try:
            while data := source.recv(65536):
                self.flowing.wait()
                target.sendall(data)
            target.shutdown(socket.SHUT_WR)
        except OSError:
            pass

    def drop(self):
        """Closes all connections."""
        for each in self.open:
            try:
                each.shutdown(socket.SHUT_RDWR)
            except OSError:
                pass
        self.open = []


listening = socket.create_server(("127.0.0.1", 0))
free = str(listening.getsockname()[1])
listening.close()
proxy = Proxy(int(free))
server = Server(folder.path, "--origin", f"http://127.0.0.1:{proxy.port}", port=free)
with Board(width=1280, height=900) as board:
    board.open(server.address)
    banner = lambda: board.js("return document.querySelector('#banner').textContent")
    streams = lambda: board.js("return performance.getEntriesByType('resource').filter((each) => each.name.includes('/api/events')).length")
    time.sleep(3)
    begun = streams()
    time.sleep(36)
    check("heartbeats keep the stream", streams() == begun and not banner(), [begun, streams(), banner()])

    proxy.flowing.clear()
    begin = time.monotonic()
    board.js("document.querySelector(`[data-task=\"${arguments[0]}\"] a`).focus()", board.id("Paint the fence"))
    board.keys("2")
    check("a move is drawn while the proxy is frozen", board.until(lambda: board.state("Paint the fence") == "todo"))
    seen = board.until(lambda: "is not responding" in banner(), seconds=40)
    took = time.monotonic() - begin
    check(f"a frozen proxy is noticed after {took:.0f} s", seen and took < 33, took)
    check("the move waits to be sent", board.until(lambda: "1 change" in banner()), banner())
    check("nothing has passed", folder.state("Paint the fence") == "doing")
    time.sleep(12)
    check("the board stays usable", board.state("Paint the fence") == "todo" and "is not responding" in banner(), banner())

    proxy.drop()
    proxy.flowing.set()
    check("the page recovers", board.until(lambda: not banner(), seconds=40), banner())
    check("the move arrives", board.until(lambda: folder.state("Paint the fence") == "todo"), folder.state("Paint the fence"))
    folder.write("doing", "outside-h4k6p3.md", "---\ntitle: Comes from outside\nrank: a\n---\n")
    check("events arrive again", board.until(lambda: board.id("Comes from outside"), seconds=5))
server.stop()
end()

"""Another program takes the server's port while the server is down. It learns and receives nothing."""

import signal
import socketserver
import threading
from http.server import BaseHTTPRequestHandler

from board import *

address, folder = start()
server = Server(folder.path)
received = []


class Squatter(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    answer = (200, {})

    def handle_any(self):
        body = self.rfile.read(int(self.headers.get("Content-Length") or 0)).decode()
        received.append((self.requestline, dict(self.headers), body))
        status, value = self.answer
        value = value(body) if callable(value) else value
        text = json.dumps(value).encode()
        self.send_response(status)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(text)))
        # Otherwise the browser would reuse this connection once the server is back.
        self.send_header("Connection", "close")
        self.end_headers()
        self.wfile.write(text)

    do_GET = do_POST = do_PUT = do_PATCH = do_DELETE = handle_any

    def log_message(self, *_):
        pass


class Squat:
    """A program that occupies the port for a while."""

    def __init__(self, port):
        socketserver.ThreadingTCPServer.allow_reuse_address = True
        self.server = socketserver.ThreadingTCPServer(("127.0.0.1", int(port)), Squatter)
        self.server.daemon_threads = True
        threading.Thread(target=self.server.serve_forever, daemon=True).start()

    def leave(self):
        self.server.shutdown()
        self.server.server_close()


with Board(width=1280, height=900) as board:
    board.open(server.address)
    board.until(lambda: board.id("Fix the roof"))
    session = board.session()[0]
    banner = lambda: board.js("return document.querySelector('#banner').textContent")
    focus = lambda title: board.js("document.querySelector(`[data-task=\"${arguments[0]}\"] a`).focus()", board.id(title))
    time.sleep(2.5)

    # The server stops, and another program takes its port. The page stays open and in use.
    server.stop()
    squat = Squat(server.port)
    check("the page detects the other program", board.until(lambda: "Another program" in banner(), seconds=15), banner())
    focus("Paint the fence")
    board.keys("2")
    board.keys("a")
    board.until(lambda: board.find(".quick-add input"))
    board.keys("A secret plan", Keys.ENTER)
    board.until(lambda: board.id("A secret plan"))
    board.keys(Keys.ESCAPE)
    for status, value in [
        (200, {}), (200, {"time": int(time.time() * 1000), "proof": "0" * 64}), (403, {"code": "other-user"}),
        (200, {"time": 0, "proof": None}), (500, {}), (302, {}), (204, {}), (200, []), (503, {}),
    ]:
        Squatter.answer = (status, value)
        board.js("dispatchEvent(new Event('online'))")
        time.sleep(0.7)
    board.driver.refresh()
    check("a reload shows the cached page", board.until(lambda: board.id("A secret plan"), seconds=10), board.titles("todo"))
    board.js("dispatchEvent(new Event('online'))")
    time.sleep(1.5)
    check("queued changes are still there", board.js("return document.querySelectorAll('[data-task]').length") > 10)
    asked = [line for line, _, _ in received]
    allowed = ("POST /api/session/proof ", "GET /api/words ", "GET /sw.js ")
    check("the page asks it for a proof, and sends no request that needs a session", asked and all(line.startswith(allowed) for line in asked), sorted(set(asked)))
    everything = json.dumps(received)
    check("no cookie, token or signature reaches it", not any(
        name.lower() in ("cookie", "authorization", "pmd-session", "pmd-token") for _, headers, _ in received for name in headers))
    check("no typed text reaches it", "secret plan" not in everything and "Paint" not in everything)
    bodies = [json.loads(body) for line, _, body in received if line.startswith("POST")]
    check("each request for a proof has a new nonce", len({body["nonce"] for body in bodies}) == len(bodies) > 3)

    # The other program pretends that the session has ended.
    Squatter.answer = (401, {"code": "not-signed-in"})
    board.js("dispatchEvent(new Event('online'))")
    check("a 401 response makes the page ask to sign in", board.until(lambda: board.find("#sign-in"), seconds=10))
    secret = open(run("pmd", "serve", "-C", folder.path, "--print-token").strip(), encoding="ascii").read().strip()
    board.find("#sign-in input").send_keys(secret, Keys.ENTER)
    time.sleep(1)
    check("a typed token does not reach it", secret not in json.dumps(received))
    kept = list(received)
    squat.leave()

    # The server is back. Requests that the other program recorded are useless.
    server.start()
    check("the session is the same after the restart", run("grep", "-c", session, folder.path + "/.git/pmd/sessions").strip() == "1")
    statuses = set()
    for line, headers, body in kept:
        method, path, _ = line.split(" ")
        if path.startswith("/api/words") or path == "/sw.js":
            continue
        words = [word for name, value in headers.items() if name.lower() not in ("content-length", "connection", "accept-encoding") for word in ("-H", f"{name}: {value}")]
        answer = run("curl", "-s", "-X", method, *words, "-d", body, "-w", "\n%{http_code}", server.origin + path)
        statuses.add(answer.rsplit("\n", 1)[1])
        if '"key"' in answer:
            check("a replayed token proof returns no key", json.loads(answer.rsplit("\n", 1)[0])["key"] is None, answer)
    check("replayed requests are proofs or are rejected", statuses <= {"200", "401"}, statuses)
    board.driver.refresh()
    check("the queued changes reach the server", board.until(lambda: folder.state("A secret plan") and folder.state("Paint the fence") == "todo", seconds=15), banner())
    check("the session continues without a new sign-in", not board.find("#sign-in") and board.session()[0] == session)

    # A server that hangs.
    board.until(lambda: board.js("return document.querySelector('#banner').hidden"))
    time.sleep(1)
    server.process.send_signal(signal.SIGSTOP)
    begin = time.monotonic()
    noticed = board.until(lambda: "is not responding" in banner(), seconds=50)
    took = time.monotonic() - begin
    check(f"a silent stream counts as dead after {took:.0f} s", noticed and 10 < took < 46, banner())
    server.process.send_signal(signal.SIGCONT)
    check("the page reconnects when the server continues", board.until(lambda: board.js("return document.querySelector('#banner').hidden"), seconds=20))
    log = board.log()
    check("the page logs no errors", not [line for line in log if "TypeError" in line or "Uncaught" in line], log)
server.stop()
end()

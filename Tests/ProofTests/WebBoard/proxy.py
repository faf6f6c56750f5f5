"""Behind a proxy that signs users in: only their own page acts for them, no other site's or user's."""

import base64
import http.client
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

from board import *

address, folder = start()
secret = "0123456789abcdef" * 2
path = os.path.join(os.path.dirname(folder.path), "secret")
with open(os.open(path, os.O_WRONLY | os.O_CREAT, 0o600), "w") as file:
    file.write(secret + "\n")
#: The user that the proxy reports for each login.
people = {}


class Proxy(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def handle_any(self):
        kind, _, given = (self.headers.get("Authorization") or "").partition(" ")
        if kind != "Basic":
            self.send_response(401)
            self.send_header("WWW-Authenticate", 'Basic realm="board"')
            self.send_header("Content-Length", "0")
            return self.end_headers()
        user = base64.b64decode(given).decode().split(":")[0]
        body = self.rfile.read(int(self.headers.get("Content-Length") or 0))
        headers = {name: value for name, value in self.headers.items() if name.lower() not in ("x-user", "pmd-proxy-secret", "connection")}
        headers |= {"X-User": people.get(user, user), "Pmd-Proxy-Secret": secret}
        upstream = http.client.HTTPConnection("127.0.0.1", int(server.port))
        try:
            upstream.request(self.command, self.path, body or None, headers)
            answer = upstream.getresponse()
            self.send_response(answer.status)
            for name, value in answer.getheaders():
                if name.lower() not in ("transfer-encoding", "content-length", "connection"):
                    self.send_header(name, value)
            self.send_header("Connection", "close")
            self.end_headers()
            while part := answer.read1(65536):
                self.wfile.write(part)
                self.wfile.flush()
        except OSError:
            pass
        self.close_connection = True
        upstream.close()

    do_GET = do_POST = do_PUT = do_PATCH = do_DELETE = handle_any

    def log_message(self, *_):
        pass


class Neighbour(BaseHTTPRequestHandler):
    def do_GET(self):
        self.send_response(200)
        self.send_header("Content-Type", "text/html")
        self.end_headers()
        self.wfile.write(b"<p>neighbour")

    def log_message(self, *_):
        pass


def serve(handler):
    running = ThreadingHTTPServer(("127.0.0.1", 0), handler)
    running.daemon_threads = True
    threading.Thread(target=running.serve_forever, daemon=True).start()
    return f"127.0.0.1:{running.server_port}"


host = serve(Proxy)
server = Server(folder.path, "--origin", f"http://{host}", "--user-header", "X-User", "--trusted-proxy", "127.0.0.1", "--proxy-secret", path)
with Board(width=1280, height=900) as board:
    driver = board.driver
    driver.get(f"http://bob:secret@{host}/manifest.webmanifest")
    board.open(f"http://{host}/")
    check("the page shows the board to the proxy's user", board.until(lambda: board.id("Fix the roof")) and not board.find("#sign-in"))
    check("the page needs no session", board.session() is None)
    author = lambda: run("git", "log", "-1", "--format=%an", cwd=folder.path).strip()
    head = lambda: run("git", "rev-parse", "HEAD", cwd=folder.path).strip()
    # Cards beyond the first screen follow a moment later.
    focus = lambda title: board.until(lambda: board.js(
        "const link = document.querySelector(`[data-task=\"${arguments[0]}\"] a`); link?.focus(); return Boolean(link)", board.id(title)))
    focus("Paint the fence")
    board.keys("2")
    check("a change succeeds", board.until(lambda: folder.state("Paint the fence") == "todo"), board.toasts())
    check("the change's author is the proxy's user", author() == "bob", author())
    folder.write("doing", "outside-h4k6p3.md", "---\ntitle: Comes from outside\nrank: a\n---\n")
    check("events pass through the proxy", board.until(lambda: board.id("Comes from outside"), seconds=5))
    check("the page is cached for offline use", board.until(lambda: driver.execute_async_script(
        "const done = arguments[0]; caches.keys().then(async (names) => done(names.length && (await (await caches.open(names[0])).keys()).length > 5))")))

    # The browser sends the name and password even for requests from pages of other ports.
    before, main = head(), driver.current_window_handle
    board.window(f"http://{serve(Neighbour)}/")
    answers = driver.execute_async_script(
        """const [origin, done] = arguments; (async () => { const seen = [];
        for (const path of ['/api/board', '/api/session', '/api/events', '/api/tasks', '/api/undo', '/api/sync']) for (const method of ['GET', 'POST'])
            for (const mode of ['cors', 'no-cors']) seen.push(await fetch(origin + path, { method, mode, credentials: 'include', body: method === 'POST' ? '{"entry":"x"}' : undefined })
                .then(async (answer) => answer.type === 'opaque' ? 'opaque' : [answer.status, await answer.text()], () => 'refused'));
        done(seen); })()""", f"http://{host}")
    check("a page on another port reads nothing", all(each in ("refused", "opaque") for each in answers), answers)
    board.js("""const form = document.createElement('form'); form.method = 'POST'; form.enctype = 'text/plain'; form.action = arguments[0] + '/api/tasks';
        const input = document.createElement('input'); input.name = '{"entry":"x","y":"'; input.value = '"}'; form.append(input); document.body.append(form); form.submit()""", f"http://{host}")
    time.sleep(1)
    check("a page on another port changes nothing", head() == before)
    driver.close()
    driver.switch_to.window(main)

    # Direct requests to the server, without the proxy.
    ask = lambda *words: run("curl", "-s", "-o", "/dev/null", "-w", "%{http_code}", "-H", "X-User: eve", "-H", "Pmd-User: eve", "-H", f"Origin: http://{host}", *words, f"{server.origin}/api/board")
    check("no request can set a user without the secret", ask() == "401" and ask("-H", f"Pmd-Proxy-Secret: {secret[1:]}x") == "401")

    # The proxy signs in another user, who must not get the first user's changes.
    people["bob"] = "ann"
    before = head()
    focus("Paint the fence")
    board.keys("3")
    check("one user's page does not act for another", board.until(lambda: board.js("return performance.getEntriesByType('navigation')[0].type") == "reload", seconds=8))
    check("nothing changes in the other user's name", head() == before)
    board.settle()
    focus("Paint the fence")
    board.keys("3")
    check("after a reload, the page acts for the new user", board.until(lambda: author() == "ann", seconds=8), author())
server.stop()
end()

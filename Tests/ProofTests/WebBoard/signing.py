"""Signing in and out: with a code, with the token, in several windows, and offline."""

import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

from board import *

address, folder = start()
seen = []


class Neighbour(BaseHTTPRequestHandler):
    """A page that another user serves on another port of this machine."""

    def do_GET(self):
        seen.append((self.requestline, dict(self.headers)))
        self.send_response(200)
        self.send_header("Content-Type", "text/html")
        for number in range(60):
            self.send_header("Set-Cookie", f"big{number}={'x' * 3500}; Path=/; Max-Age=3600")
        self.end_headers()
        self.wfile.write(b"<p>neighbour")

    def log_message(self, *_):
        pass


neighbour = ThreadingHTTPServer(("127.0.0.1", 0), Neighbour)
threading.Thread(target=neighbour.serve_forever, daemon=True).start()
elsewhere = f"http://127.0.0.1:{neighbour.server_port}/"

with Board(width=1280, height=900) as board:
    driver = board.driver
    board.open(address)
    board.until(lambda: board.id("Fix the roof"))
    cookies = lambda: board.cdp("Network.getCookies", {"urls": [board.origin]})["cookies"]
    check("a code signs in, without a cookie", board.session() and not cookies(), cookies())
    check("the key can be used but not read", board.session()[1] is False)
    check("the address bar does not show the code", board.js("return location.href") == board.origin + "/")
    check("the history does not contain the code", "code" not in board.js("return performance.getEntriesByType('navigation')[0].name.split('#')[0]"))
    first = board.session()[0]
    driver.refresh()
    board.settle()
    check("the page stays signed in after a reload", board.session()[0] == first)
    driver.get("about:blank")
    driver.get(address)
    board.settle()
    check("a used code does not end the session", board.session()[0] == first and not board.find("#sign-in"))

    # A page on another port of the same address, before, during and after signing in.
    script = """const [origin, done] = arguments; (async () => { const seen = [];
        for (const path of ['/api/board', '/api/session', '/api/session/proof', '/api/events']) for (const method of ['GET', 'POST'])
            for (const mode of ['cors', 'no-cors']) seen.push(await fetch(origin + path, { method, mode, credentials: 'include', body: method === 'POST' ? '{}' : undefined })
                .then(async (answer) => answer.type === 'opaque' ? 'opaque' : [answer.status, await answer.text()], () => 'refused'));
        done([seen, document.cookie, (await indexedDB.databases()).map((each) => each.name), Object.keys(localStorage)]); })()"""
    head = run("git", "rev-parse", "HEAD", cwd=folder.path)
    main = driver.current_window_handle
    time.sleep(2)
    other = board.window(elsewhere)
    answers, cookie, databases, storage = driver.execute_async_script(script, board.origin)
    check("a page on another port reads nothing", all(each in ("refused", "opaque") for each in answers), answers)
    check("a page on another port has no key", databases == [] and storage == [] and first not in cookie, [databases, storage])
    check("no cookie of the board reaches the other port", not any("pmd" in str(headers.get("Cookie", "")) for _, headers in seen), seen[-1:])
    check("a page on another port changes nothing", head == run("git", "rev-parse", "HEAD", cwd=folder.path))
    driver.close()
    driver.switch_to.window(main)
    check("the other port sets many cookies", len(cookies()) > 50, len(cookies()))
    driver.refresh()
    check("the cookies of other ports do not lock the page out", board.until(lambda: board.id("Fix the roof")), board.texts("body")[:1])
    board.cdp("Network.clearBrowserCookies")

    # A second window needs no code.
    second = board.window(board.origin)
    board.settle()
    check("a second window is signed in", board.until(lambda: board.id("Fix the roof")) and board.session()[0] == first)
    board.js("document.querySelector(`[data-task=\"${arguments[0]}\"] a`).focus()", board.id("Paint the fence"))
    board.keys("2")
    check("a second window can change the board", board.until(lambda: folder.state("Paint the fence") == "todo"), board.toasts())
    driver.switch_to.window(main)
    check("the first window shows the change", board.until(lambda: board.state("Paint the fence") == "todo", seconds=4))

    # Signing out loses a draft: the page warns about it first.
    board.js("location.hash = `#/task/${arguments[0]}/edit`", board.id("Fix the roof"))
    board.until(lambda: board.find(".task-form [name=title]"))
    board.find(".task-form [name=title]").send_keys(" today")
    board.keys(Keys.ESCAPE)
    board.until(lambda: not board.find(".task-form"))
    board.js("location.hash = ''")
    board.until(lambda: not board.visible("#panel"))
    board.of_page("localStorage.setItem(`pmd.reminders ${modules['state/queue.js'].owner()}`, '[]')")
    out = lambda: [each for each in driver.find_elements(By.CSS_SELECTOR, "dialog.settings button") if "ign out" in each.text][-1]
    board.keys(",")
    board.until(lambda: board.find("dialog.settings"))
    board.js("arguments[0].click()", out())
    check("signing out warns about lost changes", board.until(lambda: "lose 1 change" in out().text), out().text)
    check("signing out offers to show the drafts", board.js("return [...document.querySelectorAll('dialog.settings section:last-child button')].some((each) => each.textContent === 'Drafts')"))
    board.js("arguments[0].click()", out())
    check("signing out shows the sign-in page", board.until(lambda: board.find("#sign-in input")))
    check("signing out deletes the key", board.session() is None)
    check("signing out deletes the draft", not board.js("return Object.keys(localStorage).some((key) => key.startsWith('pmd.draft'))"))
    check("signing out deletes the reminders", not board.js("return Object.keys(localStorage).some((key) => key.startsWith('pmd.reminders'))"))
    stored = """const done = arguments[0]; const opening = indexedDB.open('pmd', 1); opening.onsuccess = async () => { const counts = [];
        for (const name of ['queue', 'boards', 'tasks']) counts.push(await new Promise((next) => { const count = opening.result.transaction(name).objectStore(name).count(); count.onsuccess = () => next(count.result); }));
        opening.result.close(); done(counts); }"""
    check("signing out clears the cached board", driver.execute_async_script(stored) == [0, 0, 0])
    driver.switch_to.window(second)
    check("the other window is signed out, too", board.until(lambda: board.find("#sign-in input")) and not board.titles("todo"))

    # The token from the file, which the page never sends.
    secret = open(run("pmd", "serve", "-C", folder.path, "--print-token").strip(), encoding="ascii").read().strip()
    board.find("#sign-in input").send_keys("0" * 64, Keys.ENTER)
    check("a wrong token is rejected", board.until(lambda: board.texts("#sign-in .problem")[0]), board.texts("#sign-in .problem"))
    board.js("""window.sent = []; const real = window.fetch;
        window.fetch = (...all) => { sent.push(JSON.stringify(all)); return real(...all); }""")
    board.find("#sign-in input").send_keys(Keys.CONTROL, "a")
    board.find("#sign-in input").send_keys(secret, Keys.ENTER)
    check("the token from the file signs in", board.until(lambda: not board.find("#sign-in") and board.id("Fix the roof")))
    check("the token is not sent", board.js("return sent.length > 1 && !sent.some((each) => each.includes(arguments[0]))", secret))
    driver.switch_to.window(main)
    check("the other window is signed in, too", board.until(lambda: not board.find("#sign-in") and board.id("Fix the roof")))

    # A new token.
    time.sleep(1.5)
    run("pmd", "serve", "-C", folder.path, "--new-token", "--print-token")
    check("a new token signs the page out", board.until(lambda: board.find("#sign-in"), seconds=6))
    check("a signed-out page shows no board", not board.titles("todo") and driver.execute_async_script(stored)[1:] == [0, 0], driver.execute_async_script(stored))
    driver.switch_to.window(second)
    check("a new token signs all windows out", board.until(lambda: board.find("#sign-in") and not board.titles("todo"), seconds=6))
    driver.close()
    driver.switch_to.window(main)

    # Offline.
    secret = open(run("pmd", "serve", "-C", folder.path, "--print-token").strip(), encoding="ascii").read().strip()
    board.find("#sign-in input").send_keys(secret, Keys.ENTER)
    board.until(lambda: board.id("Fix the roof"))
    time.sleep(1.5)
    board.network(False)
    board.keys(",")
    board.until(lambda: board.find("dialog.settings"))
    board.js("arguments[0].click()", out())
    check("signing out offline clears the board", board.until(lambda: not board.session() and not board.id("Fix the roof"), seconds=10))
    board.network(True)
    driver.refresh()
    check("when the server is back, the page asks to sign in", board.until(lambda: board.find("#sign-in"), seconds=10))
    check("no board is shown before signing in", not board.titles("todo"))

with Board() as board:
    # As at an address without TLS.
    board.cdp("Page.addScriptToEvaluateOnNewDocument", {"source": "Object.defineProperty(globalThis, 'isSecureContext', { value: false })"})
    board.driver.get(address.partition("#")[0])
    note = board.until(lambda: board.texts("#sign-in .note"))
    check("without TLS, the sign-in page shows a warning", note, note)
end()

"""Signing in and out, and what a cookie alone is good for."""

from board import *

address, folder = start()
with Board(width=1280, height=900) as board:
    board.open(address)
    board.until(lambda: board.id("Fix the roof"))
    cookies = lambda: {each["name"]: each["value"] for each in board.cdp("Network.getCookies", {"urls": [board.origin]})["cookies"]}
    token = lambda: board.js("return localStorage.getItem('pmd.token')")
    check("a code signs in, and leaves one cookie", board.until(lambda: len(cookies()) == 1 and token()), cookies())
    check("the address bar has no code", board.js("return location.search + location.hash") == "")
    [(name, value)] = cookies().items()

    # Whoever gets the cookie at another port of this machine.
    ask = lambda *words: run("curl", "-s", "-w", "\n%{http_code}", "-b", f"{name}={value}", "-H", f"Origin: {board.origin}", *words).rsplit("\n", 1)
    text, status = ask(f"{board.origin}/api/session")
    check("the cookie alone gets no token", status == "200" and json.loads(text)["token"] is None and token() not in text, text)
    head = run("git", "rev-parse", "HEAD", cwd=folder.path)
    text, status = ask("-H", "Content-Type: application/json", "-d", '{"entry":"x"}', f"{board.origin}/api/tasks")
    check("and changes nothing", status == "403" and run("git", "rev-parse", "HEAD", cwd=folder.path) == head, text)
    text, status = ask("-H", "Content-Type: application/json", "-d", "{}", f"{board.origin}/api/session")
    check("and cannot sign in again", status == "401", text)

    # Without its token the page asks.
    board.js("localStorage.removeItem('pmd.token')")
    board.driver.refresh()
    check("a page without its token asks to sign in", board.until(lambda: board.find("#sign-in input")))
    secret = open(run("pmd", "serve", "-C", folder.path, "--print-token").strip(), encoding="ascii").read().strip()
    board.find("#sign-in input").send_keys("0" * 64, Keys.ENTER)
    check("a wrong token is refused", board.until(lambda: board.texts("#sign-in .problem")[0]), board.texts("#sign-in .problem"))
    board.find("#sign-in input").send_keys(Keys.CONTROL, "a")
    board.find("#sign-in input").send_keys(secret, Keys.ENTER)
    check("the token of the file signs in", board.until(lambda: not board.find("#sign-in") and token()))
    check("and is not what the page keeps", token() != secret)
    board.until(lambda: board.id("Paint the fence"))
    board.js("document.querySelector(`[data-task=\"${arguments[0]}\"] a`).focus()", board.id("Paint the fence"))
    board.keys("2")
    check("then the board can be changed", board.until(lambda: folder.state("Paint the fence") == "todo"), board.toasts())

    # A draft is lost by signing out: that is asked about.
    board.js("location.hash = `#/task/${arguments[0]}/edit`", board.id("Fix the roof"))
    board.until(lambda: board.find(".task-form [name=title]"))
    board.find(".task-form [name=title]").send_keys(" today")
    board.keys(Keys.ESCAPE)
    board.until(lambda: not board.find(".task-form"))
    board.js("location.hash = ''")
    board.until(lambda: not board.visible("#panel"))
    out = lambda: board.driver.find_elements(By.CSS_SELECTOR, "dialog.settings button.grave")[-1]
    board.keys(",")
    board.until(lambda: board.find("dialog.settings"))
    board.js("arguments[0].click()", out())
    check("signing out names what it loses", board.until(lambda: "lose 1 change" in out().text), out().text)

    # The server is away.
    time.sleep(1)
    board.network(False)
    board.js("arguments[0].click()", out())
    check("signing out without the server keeps no board", board.until(lambda: not token() and not board.id("Fix the roof"), seconds=10))
    check("the cookie is still there", name in cookies())
    board.network(True)
    board.driver.refresh()
    check("when it is back, the page asks to sign in", board.until(lambda: board.find("#sign-in"), seconds=10))
    check("the cookie is gone", board.until(lambda: name not in cookies()), cookies())
    check("and no board is shown", not board.id("Fix the roof"))
    check("the draft is gone", not board.js("return Object.keys(localStorage).some((key) => key.startsWith('pmd.draft'))"))
end()

"""One window reads the event stream for all windows, and a session's pictures have their own addresses."""

from board import *

address, folder = start()
server = Server(folder.path)
with Board(width=1280, height=900) as board:
    driver = board.driver
    board.open(server.address)
    first = driver.current_window_handle
    port = server.port
    # The event streams that the browser has opened.
    streams = lambda: board.js("return performance.getEntriesByType('resource').filter((each) => each.name.includes('/api/events')).length")
    board.js("window.marked = true")
    windows = [first]
    for _ in range(8):
        windows.append(board.window(server.origin))
        board.cdp("Emulation.setDeviceMetricsOverride", {"width": 1280, "height": 800, "deviceScaleFactor": 1, "mobile": False})
        board.settle()
    check("nine windows show the board", all([driver.switch_to.window(each) or board.until(lambda: board.id("Fix the roof")) for each in windows]))
    held = driver.execute_async_script("const done = arguments[0]; navigator.locks.query().then(({ held }) => done(held.filter((each) => each.name === 'pmd.events').length))")
    check("only one window reads the event stream", held == 1, held)
    folder.write("doing", "outside-h4k6p3.md", "---\ntitle: Comes from outside\nrank: a\n---\n")
    shown = []
    for each in windows:
        driver.switch_to.window(each)
        shown.append(bool(board.until(lambda: board.id("Comes from outside"), seconds=5)))
    check("all nine windows show a change", all(shown), shown)
    # The reading window is closed, and another one takes over.
    leaders = []
    driver.switch_to.window(first)
    driver.close()
    windows = windows[1:]
    driver.switch_to.window(windows[-1])
    time.sleep(0.5)
    folder.write("doing", "later-h4k6p4.md", "---\ntitle: Comes later\nrank: b\n---\n")
    shown = []
    for each in windows:
        driver.switch_to.window(each)
        shown.append(bool(board.until(lambda: board.id("Comes later"), seconds=5)))
    check("another window takes over when the reader is closed", all(shown), shown)
    for each in windows[1:]:
        driver.switch_to.window(each)
        driver.close()
    driver.switch_to.window(windows[0])

    # After a restart of the server, the stream continues where it ended.
    server.stop()
    time.sleep(0.5)
    server.start()
    folder.write("doing", "again-h4k6p5.md", "---\ntitle: Comes again\nrank: c\n---\n")
    check("the session and the event stream survive a server restart", board.until(lambda: board.id("Comes again"), seconds=15) and not board.find("#sign-in"))

    # Pictures.
    import base64
    os.makedirs(folder.path + "/attachments", exist_ok=True)
    with open(folder.path + "/attachments/dot.png", "wb") as file:
        file.write(base64.b64decode("iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=="))
    with open(folder.path + "/attachments/plan.txt", "w") as file:
        file.write("the plan\n")
    folder.write("doing", "picture-h4k6p6.md", "---\ntitle: With a picture\nrank: d\n---\n![a dot](../attachments/dot.png) and [the plan](../attachments/plan.txt) and ![none](https://evil.example/x.png)\n")
    run("pmd", "-C", folder.path, "sync", "--offline-ok") if False else run("git", "add", "-A", cwd=folder.path)
    run("git", "commit", "-qm", "Add a picture", cwd=folder.path)
    board.until(lambda: board.id("With a picture"))
    board.js("location.hash = `#/task/${arguments[0]}`", board.id("With a picture"))
    source = lambda: board.js("const found = document.querySelector('#panel .body img'); return found?.complete && found.naturalWidth ? found.getAttribute('src') : null")
    check("a picture from the board is shown", board.until(source), board.texts("#panel .body"))
    check("its address contains a code for that picture only", source() and "?s=" in source() and "&k=" in source(), source())
    check("a picture from the web is not loaded", board.js("return document.querySelectorAll('#panel .body img').length") == 1)
    status = lambda path: run("curl", "-s", "-o", "/dev/null", "-w", "%{http_code}", server.origin + path)
    check("the address loads the picture", status(source()) == "200")
    blob = run("git", "rev-parse", "HEAD:attachments/plan.txt", cwd=folder.path).strip()
    check("the code does not load another file", status(f"/files/{blob}?" + source().split("?")[1]) == "401")
    address = driver.execute_async_script(
        """const done = arguments[1]; const edition = new URL(document.querySelector('script[src]').src).pathname.split('/').at(-2);
        import(`/${edition}/early.js`).then(({ $modules }) => $modules["core/transport.js"].fileAddress(arguments[0])).then(done)""", blob)
    check("a file loads with its own code", run("curl", "-s", server.origin + address) == "the plan\n")
    run("pmd", "serve", "-C", folder.path, "--new-token", "--print-token")
    check("a new token revokes the code", status(address) == "401")
server.stop()
end()

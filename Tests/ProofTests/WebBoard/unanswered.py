"""Requests without an answer: what was typed is still sent, once, and by any window."""

import signal

from board import *
from network import behind_proxy

address, folder = start()
proxy, server, place = behind_proxy(Server, folder.path)
commits = lambda since: int(run("git", "rev-list", "--count", f"{since}..HEAD", cwd=folder.path))
head = lambda: run("git", "rev-parse", "HEAD", cwd=folder.path).strip()

with Board(width=1280, height=900) as board:
    board.open(place)
    banner = lambda: board.js("return document.querySelector('#banner').textContent")
    first = board.driver.current_window_handle
    second = board.window(board.origin)
    board.cdp("Emulation.setDeviceMetricsOverride", {"width": 1280, "height": 900, "deviceScaleFactor": 1, "mobile": False})
    board.settle()
    take = board.driver.switch_to.window
    queued = lambda: board.driver.execute_async_script(
        """const done = arguments[0]; const request = indexedDB.open('pmd');
        request.onsuccess = () => { const all = request.result.transaction('queue').objectStore('queue').getAll();
            all.onsuccess = () => { request.result.close(); done(all.result.length); }; }""")

    def move(title, key):
        board.js("document.querySelector(`[data-task=\"${arguments[0]}\"] a`).focus()", board.id(title))
        board.keys(key)

    def network(window, is_there):
        take(window)
        board.network(is_there)
        board.js("dispatchEvent(new Event(arguments[0]))", "online" if is_there else "offline")

    def settles(seconds):
        """Returns the seconds until nothing waits; None after a timeout."""
        begin = time.monotonic()
        quiet = board.until(lambda: not queued() and "not responding" not in banner(), seconds=seconds)
        return round(time.monotonic() - begin) if quiet else None

    # The connection ends in place of the answer. Chromium sends such a request again by itself, and
    # the server refuses the copy.
    take(first)
    before = head()
    proxy.hangs_up = b"/move"
    move("Paint the fence", "2")
    board.until(lambda: commits(before) == 1)
    time.sleep(1)
    took = settles(80)
    check("after a connection ends in place of the answer, the page goes on", took is not None and folder.state("Paint the fence") == "todo", [took, banner(), queued()])
    check("no error is shown", not any("already sent" in words for words in board.toasts()), board.toasts())
    check("the change is made once", commits(before) == 1, run("git", "log", "--format=%s", f"{before}..HEAD", cwd=folder.path))
    network(first, False)
    move("Paint the fence", "3")
    board.until(lambda: queued() == 1)
    proxy.hangs_up = b"PATCH /api/"
    network(first, True)
    board.until(lambda: folder.state("Paint the fence") == "doing", seconds=40)
    check("the same happens to the queue", settles(40) is not None and folder.state("Paint the fence") == "doing", [banner(), queued()])
    check("nobody is signed out", not board.find("#sign-in") and board.js("return performance.getEntriesByType('navigation')[0].type") == "navigate", board.toasts())
    check("that change is made once, too", commits(before) == 2, run("git", "log", "--format=%s", f"{before}..HEAD", cwd=folder.path))

    # The answer is lost, and the connection stays open.
    before = head()
    proxy.swallows = b"/move"
    move("Fix the roof", "2" if board.state("Fix the roof") != "todo" else "3")
    wanted = board.state("Fix the roof")
    board.until(lambda: commits(before) == 1)
    begin = time.monotonic()
    check("a lost answer is noticed", board.until(lambda: "1 change" in banner(), seconds=60), banner())
    took = settles(40)
    check(f"a change whose answer is lost settles after {round(time.monotonic() - begin)} s", took is not None and folder.state("Fix the roof") == wanted, [banner(), queued()])
    check("it is made once", commits(before) == 1, run("git", "log", "--format=%s", f"{before}..HEAD", cwd=folder.path))

    # The server stops to answer for 40 s, while both windows work.
    for number, window in enumerate([first, second]):
        take(window)
        move(board.titles("doing")[0], "2")
    server.process.send_signal(signal.SIGSTOP)
    begin = time.monotonic()
    moved = []
    for number, window in enumerate([first, second]):
        take(window)
        moved.append(board.titles("todo")[number])
        move(moved[-1], "3")
    time.sleep(max(0, 40 - (time.monotonic() - begin)))
    server.process.send_signal(signal.SIGCONT)
    for window in [first, second]:
        take(window)
        check("a window settles after the server slept", settles(40) is not None, [banner(), queued()])
    check("the moves arrive", all(folder.state(title) == "doing" for title in moved), [folder.state(title) for title in moved])

    # A window is closed before it has an answer. The second move waits for the answer to the first.
    take(first)
    moved = board.titles("doing")[:2]
    proxy.swallows = b"/move"
    for title in moved:
        move(title, "2")
    board.until(lambda: folder.state(moved[0]) == "todo" and queued() == 2)
    board.driver.refresh()
    board.settle()
    check("changes without an answer survive a reload", settles(60) is not None and all(folder.state(title) == "todo" for title in moved), [[folder.state(title) for title in moved], banner(), queued()])

    # A window is frozen while it sends.
    network(second, False)
    frozen = board.titles("todo")[0]
    move(frozen, "3")
    board.until(lambda: queued() == 1)
    proxy.swallows = b"PATCH /api/"
    network(second, True)
    check("a window sends its queue", board.until(lambda: folder.state(frozen) == "doing") and queued() == 1, queued())
    board.cdp("Page.setWebLifecycleState", {"state": "frozen"})
    network(first, False)
    other = board.titles("todo")[1]
    move(other, "3")
    board.until(lambda: queued() == 2)
    network(first, True)
    begin = time.monotonic()
    # Chromium ends a transaction of a frozen window after a minute.
    took = settles(200)
    check(f"another window sends everything after {took} s", took is not None, [banner(), queued()])
    check("the moves of both windows arrive", all(folder.state(title) == "doing" for title in (frozen, other)), [folder.state(title) for title in (frozen, other)])
    take(second)
    board.cdp("Page.setWebLifecycleState", {"state": "active"})
    check("the frozen window comes back", settles(40) is not None, [banner(), queued()])
    # The request that Chromium sent again.
    log = [line for line in board.log() if "ERR_" not in line and "401" not in line]
    check("the page logs no errors", not log, log)
server.stop()
end()

"""Behind a proxy that freezes: its connections stay open, but nothing passes."""

from board import *
from network import behind_proxy

address, folder = start()
proxy, server, place = behind_proxy(Server, folder.path)
with Board(width=1280, height=900) as board:
    board.open(place)
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

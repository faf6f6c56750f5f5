"""At an address without TLS: offline use lasts while the tab is open, and no change is lost."""

import socket

from board import *

address, folder = start()
listening = socket.create_server(("127.0.0.1", 0))
free = str(listening.getsockname()[1])
listening.close()
server = Server(folder.path, "--origin", f"http://board.test:{free}", port=free)
with Board(arguments=["--host-resolver-rules=MAP board.test 127.0.0.1"]) as board:
    board.origin = f"http://board.test:{free}"
    # The server shows its local address, which counts as secure.
    board.driver.get(server.address.replace(server.origin, board.origin))
    check("a plain address shows the board", board.until(lambda: board.id("Fix the roof")))
    check("a plain address is not a secure context", board.js("return !isSecureContext"))
    check("a plain address has no service worker", board.js("return !navigator.serviceWorker"))
    time.sleep(2)
    server.stop()
    banner = lambda: board.js("return document.querySelector('#banner').textContent")
    check("the page says that it must stay open", board.until(lambda: "Keep this tab open" in banner(), seconds=40), banner())
    board.js("document.querySelector(`[data-task=\"${arguments[0]}\"] a`).focus()", board.id("Paint the fence"))
    board.keys("2")
    check("the board works while the tab is open", board.until(lambda: board.state("Paint the fence") == "todo"))
    time.sleep(0.5)
    try:
        board.driver.refresh()
    except WebDriverException:
        pass
    check("a reload without the server shows no board", board.until(lambda: board.js("return location.protocol === 'chrome-error:' || !document.querySelector('[data-task]')")))
    server.start()
    board.driver.get(board.origin)
    check("a change is sent when the page is opened again", board.until(lambda: folder.state("Paint the fence") == "todo", seconds=15), folder.state("Paint the fence"))
server.stop()
end()

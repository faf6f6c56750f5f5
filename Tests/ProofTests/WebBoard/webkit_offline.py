"""Offline use in WebKit. The script stops the server to go offline."""

import sys

from board import Server
from webkit import WebKitBoard, run_in_webkit

server = Server(sys.argv[2])
sys.argv[1] = server.address
WebKitBoard.network = lambda board, is_there: server.start() if is_there else server.stop()
try:
    run_in_webkit("offline")
finally:
    server.stop()

"""WebKit without the server, which is stopped for that."""

import re
import subprocess
import sys

from webkit import WebKitBoard, run_in_webkit


class Server:
    """A server of its own, at one address for as long as the script runs."""

    def __init__(self, folder):
        self.folder, self.port = folder, "0"
        self.start()

    def start(self):
        self.process = subprocess.Popen(
            ["pmd", "serve", "-C", self.folder, "--port", self.port], stdout=subprocess.PIPE, text=True)
        self.address = self.process.stdout.readline().split()[-1]
        self.port = re.search(r":(\d+)/", self.address)[1]

    def stop(self):
        self.process.terminate()
        self.process.wait()


server = Server(sys.argv[2])
sys.argv[1] = server.address
WebKitBoard.network = lambda board, is_there: server.start() if is_there else server.stop()
try:
    run_in_webkit("offline")
finally:
    server.stop()

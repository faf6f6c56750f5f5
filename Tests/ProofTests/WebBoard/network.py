"""A proxy that loses answers, freezes or hangs up, as bad networks do."""

import re
import socket
import threading


class Proxy:
    """Passes bytes between a browser and the server on a port."""

    def __init__(self, port):
        self.target = ("127.0.0.1", port)
        self.listener = socket.create_server(("127.0.0.1", 0))
        self.port = self.listener.getsockname()[1]
        #: Nothing passes while this is cleared.
        self.flowing = threading.Event()
        self.flowing.set()
        #: The next request that contains these bytes never gets an answer.
        self.swallows = None
        #: The connection of the next request that contains these bytes ends before the answer.
        self.hangs_up = None
        #: The changes that were sent, as `PATCH /api/tasks/k5f3m2`.
        self.changes = []
        self.open = []
        threading.Thread(target=self.accept, daemon=True).start()

    def accept(self):
        while True:
            client, _ = self.listener.accept()
            server = socket.create_connection(self.target)
            self.open += [client, server]
            # What happens to the answers of this connection: "" if they pass.
            fate = [""]
            threading.Thread(target=self.pass_requests, args=(client, server, fate), daemon=True).start()
            threading.Thread(target=self.pass_answers, args=(server, client, fate), daemon=True).start()

    def pass_requests(self, client, server, fate):
        def take(data):
            for name in ("swallows", "hangs_up"):
                if (words := getattr(self, name)) and words in data:
                    setattr(self, name, None)
                    fate[0] = name
            self.changes += re.findall(r"^(?:POST|PUT|PATCH|DELETE) /api/(?:tasks|move)\S*", data.decode("latin-1"), re.M)
            server.sendall(data)
        self.read(client, take)
        self.close(server)

    def pass_answers(self, server, client, fate):
        def take(data):
            if not fate[0]:
                client.sendall(data)
            elif fate[0] == "hangs_up":
                self.close(client)
        self.read(server, take)
        if not fate[0]:
            self.close(client)

    def read(self, source, take):
        try:
            while data := source.recv(65536):
                self.flowing.wait()
                take(data)
        except OSError:
            pass

    @staticmethod
    def close(*connections):
        for each in connections:
            try:
                each.shutdown(socket.SHUT_RDWR)
            except OSError:
                pass

    def drop(self):
        """Closes all connections."""
        self.close(*self.open)
        self.open = []


def behind_proxy(server_class, folder):
    """Starts a server behind a proxy. Returns the proxy, the server, and the proxy's address of the page."""
    with socket.create_server(("127.0.0.1", 0)) as listening:
        port = listening.getsockname()[1]
    proxy = Proxy(port)
    origin = f"http://127.0.0.1:{proxy.port}"
    server = server_class(folder, "--origin", origin, port=str(port))
    return proxy, server, server.address.replace(server.origin, origin)

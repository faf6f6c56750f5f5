"""Below a path: nginx serves two boards of one host, which share nothing in the browser."""

import socket
import subprocess
import tempfile

from board import *

address, folder = start()
place = tempfile.mkdtemp()
with socket.socket() as free:
    free.bind(("127.0.0.1", 0))
    host = f"127.0.0.1:{free.getsockname()[1]}"
run("pmd", "init", f"{place}/second")
second = Folder(f"{place}/second")
run("pmd", "add", "Only here", cwd=second.path)
run("pmd", "attach", "fence", f"{os.getcwd()}/docs/web-board-phone.png", cwd=folder.path)
servers = [Server(folder.path, "--origin", f"http://{host}/pmd"), Server(second.path, "--origin", f"http://{host}/team/two")]
code = lambda server: "#" + server.address.split("#")[1]
with open(f"{place}/conf", "w") as conf:
    # nginx passes on the path of the first board, and removes that of the second one.
    conf.write(f"""
{"user root;" if os.getuid() == 0 else ""}
daemon off; worker_processes 1; pid {place}/pid; error_log {place}/log;
events {{ worker_connections 64; }}
http {{
    access_log off; client_max_body_size 20m;
    client_body_temp_path {place}/body; proxy_temp_path {place}/proxy; fastcgi_temp_path {place}/fastcgi;
    uwsgi_temp_path {place}/uwsgi; scgi_temp_path {place}/scgi;
    proxy_http_version 1.1; proxy_set_header Host $http_host; proxy_set_header Connection ""; proxy_buffering off;
    server {{
        listen {host};
        location /pmd {{ proxy_pass http://127.0.0.1:{servers[0].port}; }}
        location /team/two/ {{ proxy_pass http://127.0.0.1:{servers[1].port}/; }}
        location / {{ default_type text/html; return 200 "<p>another program"; }}
    }}
}}
""")


def proxy():
    return subprocess.Popen(["/usr/sbin/nginx", "-e", f"{place}/log", "-c", f"{place}/conf"])


nginx = proxy()
with Board(width=1280, height=900) as board:
    path = lambda: board.js("return location.pathname")
    board.until(lambda: socket.create_connection(host.split(":"), 1))
    board.open(f"http://{host}/pmd{code(servers[0])}")
    check("the address without a slash leads to the page", path() == "/pmd/", path())
    check("the page shows the board below the path", board.until(lambda: board.id("Fix the roof")))
    focus = lambda title: board.until(lambda: board.js(
        "const link = document.querySelector(`[data-task=\"${arguments[0]}\"] a`); link?.focus(); return Boolean(link)", board.id(title)))
    focus("Paint the fence")
    board.keys("2")
    check("a change succeeds", board.until(lambda: folder.state("Paint the fence") == "todo"), board.toasts())
    folder.write("doing", "outside-h4k6p3.md", "---\ntitle: Comes from outside\nrank: a\n---\n")
    check("events arrive", board.until(lambda: board.id("Comes from outside"), seconds=10))
    focus("Paint the fence")
    board.keys(Keys.ENTER)
    source = board.until(lambda: board.js("const image = document.querySelector('#panel img'); return image?.naturalWidth ? image.getAttribute('src') : ''"))
    check("an attached picture has an address below the path", (source or "").startswith("/pmd/files/"), source)
    board.driver.get(f"http://{host}/pmd/?f=%2Bgarden")
    board.settle()
    check("filters are in the page's address", path() == "/pmd/" and not board.id("Fix the roof"), path())
    listed = lambda: board.driver.execute_async_script("const done = arguments[0]; caches.keys().then((names) => done(names.sort()))")
    check("the page is cached for offline use", board.until(lambda: len(listed()) == 1 and "pmd-page/pmd:" in listed()[0], seconds=20), listed())
    board.until(lambda: board.js("return Boolean(navigator.serviceWorker.controller)"))

    board.open(f"http://{host}/team/two/")
    check("the other board asks for its own sign-in", board.until(lambda: board.find("#sign-in") or board.find("dialog[open]")))
    board.open(f"http://{host}/team/two/{code(servers[1])}")
    check("a proxy that removes the path serves a board, too", board.until(lambda: board.id("Only here")) and path() == "/team/two/", path())
    check("the boards have caches of their own", board.until(lambda: len(listed()) == 2, seconds=20), listed())
    check("the manifest belongs to the path", board.driver.execute_async_script(
        """const done = arguments[0]; const address = document.querySelector('link[rel=manifest]').href;
        fetch(address).then((answer) => answer.json()).then(({ start_url }) => done(new URL(start_url, address).pathname))""") == "/team/two/")

    board.driver.get(f"http://{host}/")
    names = board.driver.execute_async_script("const done = arguments[0]; indexedDB.databases().then((all) => done(all.map(({ name }) => name)))")
    check("other pages of the host can reach the session", "pmd.session /pmd" in names, names)

    nginx.terminate()
    nginx.wait()
    board.open(f"http://{host}/pmd/")
    check("the board is there without the server", board.until(lambda: board.id("Fix the roof")) and not board.find("#sign-in"))
    focus("Fix the roof")
    board.keys("3")
    check("a change without the server is queued", board.until(lambda: "1 change" in board.js("return document.querySelector('#banner').textContent"), seconds=12))
    nginx = proxy()
    check("it is sent later", board.until(lambda: folder.state("Fix the roof") == "doing", seconds=40), folder.state("Fix the roof"))
    refused = [entry for entry in board.log() if "Content Security" in entry or "Refused" in entry]
    check("the policy of the page blocks nothing", not refused, refused)
nginx.terminate()
for server in servers:
    server.stop()
end()

"""The first minutes: an empty board, sample cards, a used address, and refused names of columns."""

import subprocess
import tempfile

from board import *

address, folder = start()
place = tempfile.mkdtemp()
run("pmd", "init", place + "/new")
# An origin that other devices can reach, although this machine cannot.
server = Server(place + "/new", "--origin", "http://192.0.2.7:7463")
with Board(width=1440, height=900) as board:
    board.open(server.address)
    empty = lambda: board.js("return [...document.querySelectorAll('.column:first-child .empty > *')].map((each) => each.textContent)")
    check("an empty board says how to begin", board.until(lambda: empty() == ["No tasks yet. Add the first one.", "Add a task", "Add three sample cards", "Press ? to see the keys"]), empty())
    board.look("empty-1440")
    board.click('.empty button:last-child')
    check("the keys open", board.until(lambda: board.find("dialog.help")))
    check("with a mouse, the help has keys and no gestures", board.texts("dialog.help kbd") and not board.find("dialog.help .gestures"))
    board.keys(Keys.ESCAPE)
    board.until(lambda: not board.find("dialog"))
    board.click('.empty button:nth-of-type(2)')
    titles = lambda: board.titles(board.js("return document.querySelector('.column').dataset.state"))
    check("sample cards are added on request", board.until(lambda: titles() == ["Drag this card to another column", "Buy milk", "Plan a trip"]), titles())
    commits = run("git", "rev-list", "--count", "HEAD", cwd=place + "/new").strip()
    check("in one commit", commits == "2", commits)
    board.keys("u")
    check("one undo removes them", board.until(lambda: not titles() and empty()), titles())

    # Columns in the settings.
    board.keys("a")
    board.until(lambda: board.find(".quick-add input"))
    board.keys("Boots", Keys.ENTER)
    board.until(lambda: "Boots" in titles())
    board.keys(Keys.ESCAPE)
    board.js("document.activeElement.blur()")
    board.keys(",")
    board.until(lambda: board.find("[name=new-state]"))
    board.find("[name=new-state]").send_keys("a/b", Keys.ENTER)
    problem = lambda: board.texts("#problem-new-state")[0]
    check("a refused name shows the error at its field", board.until(problem), board.texts(".problem"))
    check("the typed name stays", board.js("return document.querySelector('[name=new-state]').value") == "a/b")
    state = board.js("return document.querySelector('.column').dataset.state")
    board.click(f"[name=remove-{state}]")
    words = lambda: board.texts(f"#problem-name-{state}")[0]
    check("a column with tasks says what it needs", board.until(lambda: "Move the task of" in words()), words())
    check("without a command", "pmd" not in words() and "'" not in words(), words())
    board.look("settings-1440")

    # A code for a phone.
    board.js("[...document.querySelectorAll('dialog.settings button')].find((each) => each.textContent === 'Open on a phone').click()")
    shown = board.until(lambda: board.texts(".invitation .address"))
    check("the settings show an address for a phone", shown and shown[0].startswith("http://192.0.2.7:7463/#code="), shown)
    board.look("invitation-1440")
    picture = place + "/code.png"
    board.find(".invitation .qr").screenshot(picture)
    read = subprocess.run(["zbarimg", "--quiet", "--raw", picture], capture_output=True, text=True).stdout.strip()
    check("the QR code is that address", read == shown[0], read)
    code = shown[0].split("/")[-1]
    log = [each for each in board.log() if "422" not in each]
    check("the page logs no errors", not log, log)
with Board(width=390, height=844, touch=True) as board:
    board.open(server.origin + "/" + code)
    check("the code signs in a phone", board.until(lambda: board.titles("todo") == ["Boots"]), board.texts("body")[:1])
with Board(width=390, height=844, touch=True) as board:
    board.driver.get(server.address)
    used = lambda: board.texts("#sign-in .used-code")
    check("a used address says so, and what to do", board.until(lambda: used() and "used already" in used()[0] and "new one" in used()[0]), board.texts("#sign-in"))
    board.look("used-390")
server.stop()
end()

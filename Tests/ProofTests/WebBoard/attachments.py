"""Pictures and files: reduced before they are sent, queued while offline, and harmless when they are shown."""

import base64
import hashlib
import struct
import tempfile

from selenium.common.exceptions import WebDriverException

from board import *

address, folder = start()
outside = tempfile.mkdtemp()

# A photo as a phone makes it: on its side, with the place in its EXIF data.
DRAW = """const [width, height, type, done] = arguments;
const canvas = Object.assign(document.createElement('canvas'), { width, height });
const context = canvas.getContext('2d');
context.fillStyle = '#f00'; context.fillRect(0, 0, width / 2, height);
context.fillStyle = '#00f'; context.fillRect(width / 2, 0, width / 2, height);
canvas.toBlob((blob) => { const reader = new FileReader();
    reader.onload = () => done(reader.result.split(',')[1]); reader.readAsDataURL(blob); }, type, 0.95);"""


def exif(jpeg):
    """Adds EXIF data with the orientation 6 (its top is on the right) and a place."""
    gps = struct.pack("<H", 2) + struct.pack("<HHI4s", 1, 2, 2, b"N\0\0\0") + struct.pack("<HHII", 2, 5, 3, 80)
    first = struct.pack("<H", 2) + struct.pack("<HHIHH", 0x0112, 3, 1, 6, 0) + struct.pack("<HHII", 0x8825, 4, 1, 38)
    tiff = b"II*\0" + struct.pack("<I", 8) + first + struct.pack("<I", 0)
    tiff = tiff.ljust(38, b"\0") + gps + struct.pack("<I", 0)
    tiff = tiff.ljust(80, b"\0") + struct.pack("<IIIIII", 37, 1, 33, 1, 59, 1)
    data = b"Exif\0\0" + tiff + b"SECRET PLACE"
    return jpeg[:2] + b"\xff\xe1" + struct.pack(">H", len(data) + 2) + data + jpeg[2:]


def size(jpeg):
    """Returns the width and height in a JPEG file."""
    at = 2
    while at < len(jpeg):
        marker, length = jpeg[at + 1], struct.unpack(">H", jpeg[at + 2:at + 4])[0]
        if 0xC0 <= marker <= 0xC2:
            return struct.unpack(">HH", jpeg[at + 5:at + 9])[::-1]
        at += 2 + length
    return None


def save(name, data):
    path = os.path.join(outside, name)
    with open(path, "wb") as file:
        file.write(data)
    return path


def choose(path):
    """Chooses a file. The page may be drawn again meanwhile, when the end of a change arrives."""
    board.until(lambda: board.find("#panel .add-files input[multiple]").send_keys(path) or True)


def attached(start=""):
    """Returns the names of the attached files."""
    names = folder.files("attachments")
    return [name for name in names if name.startswith(start)]


def content(start):
    found = attached(start)
    return open(os.path.join(folder.path, "attachments", found[0]), "rb").read() if found else b""


def give(board, kind, selector, name, type, data):
    """Drops or pastes a file: its bytes, or how many zeros."""
    return board.js(
        """const [kind, selector, name, type, data] = arguments;
        const bytes = typeof data === 'number' ? new Uint8Array(data)
            : Uint8Array.from(atob(data), (sign) => sign.charCodeAt(0));
        const transfer = new DataTransfer();
        transfer.items.add(new File([bytes], name, { type }));
        const element = document.querySelector(selector);
        const all = { bubbles: true, cancelable: true };
        if (kind === 'paste') return element.dispatchEvent(new ClipboardEvent('paste', { ...all, clipboardData: transfer }));
        element.dispatchEvent(new DragEvent('dragover', { ...all, dataTransfer: transfer }));
        const marked = document.querySelector('.takes-files')?.className ?? '';
        element.dispatchEvent(new DragEvent('drop', { ...all, dataTransfer: transfer }));
        return marked;""", kind, selector, name, type,
        data if isinstance(data, int) else base64.b64encode(data).decode())


def commits():
    return int(run("git", "rev-list", "--count", "HEAD", cwd=folder.path))


with Board(width=1280, height=900) as board:
    board.open(address)
    draw = lambda *facts: base64.b64decode(board.driver.execute_async_script(DRAW, *facts))
    photo = exif(draw(3000, 2000, "image/jpeg"))
    title = "Paint the fence"
    show = lambda title: board.js("location.hash = `#/task/${arguments[0]}`", board.id(title))
    show(title)
    board.until(lambda: board.find("#panel .add-files input"))
    before = commits()
    original = "#panel .original"
    check("before a picture is added, nothing asks about originals", not board.visible(original))

    # A photo through the button.
    board.find("#panel .add-files input[multiple]").send_keys(save("Boots and all.jpg", photo))
    board.until(lambda: attached("boots-and-all"), seconds=20)
    sent = content("boots-and-all")
    check("a photo is attached", sent[:3] == b"\xff\xd8\xff", attached())
    check("it has at most 2,048 pixels, upright", size(sent) == (1365, 2048), size(sent))
    check("it has no EXIF data and no place", b"Exif" not in sent and b"SECRET" not in sent and b"\xff\xe1" not in sent[:200])
    digits = hashlib.sha1(b"blob %d\0" % len(sent) + sent).hexdigest()[:8]
    check("its name has the hash of its content", attached("boots-and-all") == [f"boots-and-all-{digits}.jpg"], attached())
    check("the body links it", f"![Boots and all](../attachments/boots-and-all-{digits}.jpg)" in folder.text(title), folder.text(title))
    check("the file and its link are one commit", commits() == before + 1, commits() - before)
    picture = "#panel .body img"
    check("the page shows it", board.until(lambda: board.js("const found = document.querySelector(arguments[0]); return found?.complete && found.naturalWidth", picture), seconds=10) == 1365)
    colours = board.js("""const image = document.querySelector(arguments[0]); const canvas = document.createElement('canvas');
        [canvas.width, canvas.height] = [20, 30]; const context = canvas.getContext('2d'); context.drawImage(image, 0, 0, 20, 30);
        const at = (y) => [...context.getImageData(10, y, 1, 1).data.slice(0, 3)]; return [at(3), at(27)];""", picture)
    check("it is turned as the camera says", colours[0][0] > 200 > 60 > colours[0][2] and colours[1][2] > 200 > 60 > colours[1][0], colours)
    check("then an original can be sent instead", board.until(lambda: board.visible(original)))
    check("a message offers to undo it", board.until(lambda: any("Attached boots-and-all" in words for words in board.toasts())), board.toasts())

    # Another clone.
    clone = os.path.join(outside, "clone")
    run("pmd", "-C", folder.path, "sync")
    run("pmd", "clone", "-q", run("git", "remote", "get-url", "origin", cwd=folder.path).strip(), clone)
    there = open(os.path.join(clone, "attachments", attached("boots-and-all")[0]), "rb").read()
    check("the photo arrives in another clone without its place", there == sent and b"SECRET" not in there)

    # Undo takes both.
    board.js("document.querySelector('#panel').focus()")
    board.keys("u")
    check("undo takes back the file and the link", board.until(lambda: not attached("boots") and "attachments" not in folder.text(title)), attached())

    # The original.
    board.until(lambda: board.find("#panel .original input"))
    board.click("#panel .original input")
    board.find("#panel .add-files input[multiple]").send_keys(save("As it is.jpg", photo))
    check("the original is sent as it is", board.until(lambda: content("as-it-is") == photo, seconds=20), attached())
    board.click("#panel .original input")

    # Drops and pastes.
    marked = give(board, "drop", "#panel", "notes.txt", "text/plain", b"Size 42\n")
    check("an open task is marked as the target", "takes-files" in marked, marked)
    check("a file dropped on an open task is attached", board.until(lambda: content("notes") == b"Size 42\n"), attached())
    board.js("location.hash = ''")
    card = f'[data-task="{board.id("Paint the fence")}"]'
    small = draw(400, 300, "image/png")
    give(board, "drop", card, "on card.png", "image/png", small)
    check("a picture dropped on a card is attached", board.until(lambda: attached("on-card")), attached())
    check("a small PNG stays a PNG", content("on-card")[:4] == b"\x89PNG")
    give(board, "drop", '[data-state="todo"] .cards', "due:fri +x Kitchen plan.pdf", "application/pdf", b"%PDF-1.7\n%x\n")
    check("a file dropped on a column makes a task there", board.until(lambda: "due fri x Kitchen plan" in board.titles("todo")), board.titles("todo"))
    check("its name is no quick entry", board.until(lambda: "\ndue:" not in (folder.text("due fri x Kitchen plan") or "\ndue:")), folder.text("due fri x Kitchen plan"))
    check("the file is attached to it", board.until(lambda: attached("due-fri-x-kitchen-plan")), attached())
    board.js("document.querySelector(arguments[0] + ' a').focus()", card)
    give(board, "paste", card + " a", "image.png", "image/png", draw(300, 200, "image/png"))
    check("a pasted picture is attached to the card under the cursor", board.until(lambda: attached("image-")), attached())

    # Covers.
    excerpt = lambda: board.texts(card + " .excerpt")[0]
    check("without a cover, the excerpt has the words of the first picture", board.until(lambda: "As it is" in excerpt()), excerpt())
    run("pmd", "-C", folder.path, "config", "covers", "true")
    check("a card shows the first picture of its task", board.until(lambda: board.js("return document.querySelector(arguments[0] + ' .card-cover')?.naturalWidth", card), seconds=15))
    check("covers are loaded when they are needed", board.js("return document.querySelector('.card-cover').loading") == "lazy")
    check("the excerpt beside it has the other lines", "As it is" not in excerpt() and "notes" in excerpt(), excerpt())
    run("pmd", "-C", folder.path, "config", "covers", "false")
    check("without the setting, cards have no covers", board.until(lambda: not board.find(".card-cover")))

    # Offline.
    show(title)
    board.until(lambda: board.find("#panel .add-files input"))
    board.network(False)
    names = ["first.txt", "second.txt", "third.txt"]
    for name in names:
        choose(save(name, f"{name}\n".encode()))
        board.until(lambda: name in str(board.texts(".waiting-files li")), seconds=15)
    check("files wait while the server is away", len(board.texts(".waiting-files li")) == 3, board.texts(".waiting-files li"))
    board.js("[...document.querySelectorAll('.waiting-files li')][1].querySelector('button').click()")
    check("a waiting file can be discarded", board.until(lambda: len(board.texts(".waiting-files li")) == 2))
    before = commits()
    board.network(True)
    check("the others are sent in their order when it is back", board.until(lambda: attached("first") and attached("third"), seconds=25) and not attached("second"), attached())
    subjects = run("git", "log", "--format=%s", f"-{commits() - before}", "--reverse", cwd=folder.path).split("\n")
    check("each is a commit of its own", [line.split(" ")[1].split("-")[0] for line in subjects if line] == ["first", "third"], subjects)
    check("nothing waits any more", board.until(lambda: not board.texts(".waiting-files li")))

    # A file that the server refuses needs a decision.
    board.network(False)
    for name in ["late.txt", "later.txt"]:
        choose(save(name, f"{name}\n".encode()))
        board.until(lambda: name in str(board.texts(".waiting-files li")), seconds=15)
    run("pmd", "-C", folder.path, "rm", board.id(title))
    board.network(True)
    board.js("dispatchEvent(new Event('online'))")
    check("a refused file is among the decisions", board.until(lambda: "2" in "".join(board.texts("#banner .needs-you")), seconds=25), board.texts("#banner"))
    board.click("#banner .needs-you button")
    rows = lambda: board.texts("dialog.needs-you h3")
    buttons = lambda: board.js("return [...document.querySelectorAll('dialog.needs-you li:first-child .buttons button')].map((each) => each.textContent)")
    check("the list has the files and what can be done", board.until(lambda: rows() == ["late.txt", "later.txt"]) and buttons() == ["Restore", "Try again", "Save the file", "Discard"], [rows(), buttons()])
    reasons = board.texts("dialog.needs-you .problem")
    check("it says that the task was deleted", "Paint the fence" in reasons[0] and "deleted" in reasons[0], reasons)
    board.look("refused-file")
    press = lambda row, button: board.js("document.querySelectorAll('dialog.needs-you li')[arguments[0]].querySelectorAll('.buttons button')[arguments[1]].click()", row, button)
    press(0, 2)
    check("a file that was saved stays in the list", rows() == ["late.txt", "later.txt"], rows())
    press(1, 3)
    check("a file can be discarded", board.until(lambda: rows() == ["late.txt"]), rows())
    # The list closes while nothing needs a decision.
    press(0, 1)
    time.sleep(1)
    board.until(lambda: "1" in "".join(board.texts("#banner .needs-you")), seconds=15)
    if not board.find("dialog.needs-you[open]"):
        board.click("#banner .needs-you button")
    check("it is refused again while the task is gone", board.until(lambda: rows() == ["late.txt"]) and not attached("late-"), rows())
    press(0, 0)
    check("its task can be restored, and the file is sent", board.until(lambda: attached("late-") and not board.find("dialog[open]"), seconds=15), [attached(), rows()])
    check("the discarded file is not sent", not attached("later"), attached())
    show(title)
    board.until(lambda: board.find("#panel .add-files input"))

    # What cannot be sent is said.
    give(board, "drop", "#panel", "huge.bin", "application/octet-stream", 10_000_001)
    check("a file over the limit is refused before it is sent", board.until(lambda: any("larger than 10 MB" in words for words in board.toasts())), board.toasts())
    give(board, "drop", "#panel", "empty.txt", "text/plain", b"")
    check("an empty file is refused", board.until(lambda: any("is empty" in words for words in board.toasts())), board.toasts())
    give(board, "drop", "#panel", "broken.jpg", "image/jpeg", b"\xff\xd8\xff broken")
    check("a picture that cannot be reduced is not sent with its place", board.until(lambda: any("cannot remove the place" in words for words in board.toasts())) and not attached("broken"), board.toasts())

    # Hostile files.
    script = b"document.documentElement.dataset.pwned = 'yes'"
    files = {
        "drawing.svg": b"<svg xmlns='http://www.w3.org/2000/svg' onload=\"" + script + b"\"><script>" + script + b"</script></svg>",
        "page.png": b"<html><script>" + script + b"</script>", "code.txt": script,
        "both.jpg": draw(20, 20, "image/jpeg") + b"/*" + script + b"*/",
    }
    for name, data in files.items():
        save(name, data)
        run("pmd", "-C", folder.path, "attach", title, os.path.join(outside, name))
    board.until(lambda: "both-" in str(board.js("return [...document.querySelectorAll('#panel .body img')].map((each) => each.alt)")) or attached("both"))
    time.sleep(1)
    pwned = lambda: board.js("return document.documentElement.dataset.pwned ?? ''")
    check("no attached file runs on the page", pwned() == "")
    blob = lambda start: run("git", "rev-parse", f"HEAD:attachments/{attached(start)[0]}", cwd=folder.path).strip()
    location = lambda start: board.driver.execute_async_script(
        """const done = arguments[1]; const edition = new URL(document.querySelector('script[src]').src).pathname.split('/').at(-2);
        import(`/${edition}/early.js`).then(({ $modules }) => $modules["core/transport.js"].fileAddress(arguments[0])).then(done)""", blob(start))
    for name in ["code", "both", "page"]:
        board.driver.execute_async_script(
            """const [source, done] = arguments; const script = document.createElement('script');
            script.onload = script.onerror = () => done(); script.src = source; document.head.append(script);""", location(name))
    check("the page runs no attached file as a script", pwned() == "")
    for name in ["drawing", "page", "code", "both"]:
        kind = run("curl", "-s", "-o", "/dev/null", "-w", "%{content_type}", board.origin + location(name))
        wanted = {"code": "text/plain; charset=utf-8", "both": "image/jpeg"}.get(name, "application/octet-stream")
        check(f"{name} is served as {wanted}", kind == wanted, kind)
    window = board.driver.current_window_handle
    other = board.js("return open('about:blank') && 1")
    board.driver.switch_to.window([each for each in board.driver.window_handles if each != window][0])
    for name in ["drawing", "page"]:
        board.driver.switch_to.window(window)
        target = board.origin + location(name)
        board.driver.switch_to.window([each for each in board.driver.window_handles if each != window][0])
        try:
            board.driver.get(target)
        except WebDriverException:
            pass
        check(f"{name} is a download, and no page", pwned() == "" and "svg" not in board.js("return document.documentElement.nodeName").lower() and board.js("return document.querySelectorAll('script').length") == 0)
    board.driver.close()
    board.driver.switch_to.window(window)
    errors = [line for line in board.log() if "Content Security Policy" not in line and "/files/" not in line and "ERR_INTERNET_DISCONNECTED" not in line and "net::ERR" not in line and "status of 404" not in line]
    check("the page logs no errors", not errors, errors)
end()

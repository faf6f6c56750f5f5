"""Rows of the page in Chromium, on a board of `pmd serve`."""
import math
import os
import re
import statistics
import sys
import time

from .boards import task_files
from .machine import ROOT
from .serving import Server

COMMAND = "serve"
#: Notes when the first cards are in the page.
FIRST_CARDS = """new MutationObserver((_, observer) => {
    if (!document.querySelector('.card:not(.outline)')) return;
    window.firstCards = performance.now();
    observer.disconnect();
}).observe(document, { childList: true, subtree: true });"""
#: Notes when a move is answered, in milliseconds since the mouse was released.
ANSWERS = """window.answers = [];
const send = window.fetch;
window.fetch = async (path, options) => {
    const answer = await send(path, options);
    if (/move/.test(String(path))) window.answers.push(performance.now() - window.released);
    return answer;
};
addEventListener('pointerup', () => (window.released = performance.now()), true);"""
#: Notes when a text appears on the board.
SEEN = """const [text] = arguments, board = document.querySelector('#board');
window.seen = 0;
new MutationObserver((_, observer) => {
    if (!board.textContent.includes(text)) return;
    window.seen = Date.now();
    observer.disconnect();
}).observe(board, { childList: true, subtree: true, characterData: true });"""
#: The milliseconds until an element is on the screen, from the change of the address.
PAINTED = """const [address, selector, done] = arguments;
const began = performance.now();
location.hash = address;
const look = () => {
    const found = document.querySelector(selector);
    if (!found || found.value === "") return setTimeout(look, 2);
    requestAnimationFrame(() => setTimeout(() => done(performance.now() - began)));
};
look();"""


def rows(bench):
    if not bench.wants("page-"):
        return
    if bench.without("page-start", "the page in Chromium", "chromedriver", None):
        return
    # Debian's selenium is there for Debian's Python only.
    sys.path.append("/usr/lib/python3/dist-packages")
    sys.path.append(os.path.join(ROOT, "Tests/ProofTests/WebBoard"))
    from board import Board
    with Server(bench, bench.boards.clone("paged")) as server:
        time.sleep(2)
        slow(bench, Board, server)
        with Board() as page:
            page.cdp("Page.addScriptToEvaluateOnNewDocument", {"source": FIRST_CARDS})
            page.driver.set_script_timeout(60)
            page.open(server.new_address())
            starts(bench, page, server)
            drops(bench, page)
            outside(bench, page, server)
            frames(bench, page, server)
            bodies(bench, page, server)


def first_cards(page):
    return page.until(lambda: page.js("return window.firstCards"), seconds=60)


def slow(bench, browser, server):
    """A first visit with an empty cache, over a line of 1.6 Mbit/s and 150 ms."""
    if not bench.is_asked("page-slow"):
        return
    times = []
    for _ in range(3):
        with browser() as page:
            page.cdp("Page.addScriptToEvaluateOnNewDocument", {"source": FIRST_CARDS})
            page.cdp("Network.enable")
            page.cdp("Network.emulateNetworkConditions", {
                "offline": False, "latency": 150, "downloadThroughput": 200_000,
                "uploadThroughput": 100_000})
            page.driver.get(server.new_address())
            times.append(first_cards(page))
    bench.count("page-slow", "first visit over a slow line to the first cards, middle of 3",
                sorted(times)[1], unit="ms", target={1_000: 1_200})


def starts(bench, page, server):
    """From the navigation of a warm browser to its first cards."""
    times = []
    for _ in range(12):
        page.driver.get(server.origin)
        times.append(first_cards(page))
        time.sleep(0.2)
    bench.count("page-start", "the page in a warm browser, middle of 9", sorted(times[3:])[4],
                unit="ms", target={1_000: 150, 10_000: 300, 100_000: None})


def drops(bench, page):
    """From a dropped card to the answer, whose commit is on the disk."""
    if not bench.is_asked("page-drop"):
        return
    page.js(ANSWERS)
    times = []
    for number in range(9):
        columns = page.js("""return [...document.querySelectorAll('.column .cards')].slice(0, 2)
            .map((list) => [...list.querySelectorAll('.card')].slice(0, 3).map((card) => {
                const box = card.getBoundingClientRect();
                return [box.left + box.width / 2, box.top + box.height / 2];
            }))""")
        page.js("window.answers.length = 0")
        page.drag_mouse(tuple(columns[number % 2][0]), tuple(columns[(number + 1) % 2][1]))
        times.append(page.until(lambda: page.js("return window.answers[0]"), seconds=30))
        time.sleep(0.9)
    bench.count("page-drop", "a drop until it is committed and answered, middle of 9",
                sorted(times)[4], unit="ms", target={1_000: 150, 100_000: None})


def outside(bench, page, server):
    """An edit by another program, until the screen shows it."""
    if not bench.is_asked("page-outside"):
        return
    card = page.js("return document.querySelector('.card').dataset.task")
    path = next(path for path in task_files(server.folder) if path.endswith(card + ".md"))
    path, times = os.path.join(server.folder, path), []
    for number in range(9):
        with open(path, encoding="utf-8") as file:
            text = re.sub(r"(?m)^title: .*$", f"title: Outside{number}edit", file.read(), count=1)
        page.js(SEEN, f"Outside{number}edit")
        began = time.time() * 1000
        with open(path, "w", encoding="utf-8") as file:
            file.write(text)
        times.append(page.until(lambda: page.js("return window.seen"), seconds=30) - began)
        time.sleep(0.9)
    bench.count("page-outside", "an outside edit until the page shows it, middle of 9",
                sorted(times)[4], unit="ms", target={1_000: 150, 100_000: None})


def frames(bench, page, server):
    """A drag in a column with 1,000 drawn cards."""
    if not bench.is_asked("page-frames") or bench.boards.count < 2_000:
        return
    state = max(server.get("/api/board?limit=1")["columns"], key=lambda it: it["count"])["state"]
    cards = f"""document.querySelector('[data-state="{state}"] .cards')"""
    page.until(lambda: page.js(
        f"const list = {cards}; list.scrollTop = 1e9; return list.children.length >= 1000"),
        seconds=60)
    page.js(f"{cards}.scrollTop = 20000")
    time.sleep(0.5)
    left, top, width, height = page.js(
        f"const box = {cards}.getBoundingClientRect(); "
        "return [box.left, box.top, box.width, box.height]")
    x, y, times = left + width / 2, top + height / 2, []
    page.mouse("mouseMoved", x, y)
    page.mouse("mousePressed", x, y, buttons=1)
    page.js("""window.frames = []; window.isDragging = true;
        const note = (time) => {
            window.frames.push(time);
            if (window.isDragging) requestAnimationFrame(note);
        };
        requestAnimationFrame(note);""")
    end, step = time.monotonic() + 8, 0
    while time.monotonic() < end:
        step += 1
        page.mouse("mouseMoved", x + 30 * math.sin(step / 5), y + 180 * math.sin(step / 11),
                   buttons=1)
    found = page.js("window.isDragging = false; return window.frames")
    times = sorted(late - early for early, late in zip(found, found[1:]))
    page.keys("\ue00c")
    page.mouse("mouseReleased", x, y)
    what = "a frame while dragging, 1,000 cards in the column"
    # A frame of a screen with 60 Hz takes 16.7 ms.
    bench.count("page-frames", what + ", median", statistics.median(times), unit="ms",
                target={1_000: 16.8})
    bench.count("page-frames-late", what + ", 95 of 100", times[int(len(times) * 0.95)], unit="ms",
                target={1_000: 24})


def bodies(bench, page, server):
    """A task with a body of 1 MB: its page, and its form."""
    if not bench.is_asked("page-body") or not bench.is_smallest:
        return
    parts = [f"## Part {number}\n\nSome words about **part** {number} and a `code`.\n\n"
             f"- [ ] item {number}\n- [x] another *item*\n\n" + "lorem ipsum dolor sit amet " * 12
             + "\n\n" for number in range(2_400)]
    path = os.path.join(server.folder, server.states[0], "large-body-b2b2b2.md")
    with open(path, "w", encoding="utf-8") as file:
        file.write("---\ntitle: Large body\nrank: a0\n---\n" + "".join(parts))
    page.driver.get(server.origin)
    first_cards(page)
    time.sleep(3)
    opened, forms = [], []
    for _ in range(5):
        opened.append(page.driver.execute_async_script(PAINTED, "#/task/b2b2b2", "#panel .body"))
        forms.append(page.driver.execute_async_script(
            PAINTED, "#/task/b2b2b2/edit", "#field-body"))
        page.js("location.hash = '#/'")
        time.sleep(1)
    bench.count("page-body", "a body of 1 MB opened in the page, middle of 5", sorted(opened)[2],
                unit="ms", target=1_000)
    bench.count("page-body-form", "  its form", sorted(forms)[2], unit="ms", target=1_000)

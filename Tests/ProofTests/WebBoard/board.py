"""The code shared by the scripts in this folder: a browser that shows the board of `pmd serve`.

Each script takes the address that `pmd serve` printed, and the board's folder:

    drag_mouse.py ADDRESS BOARD_FOLDER

It prints a line for each check, and exits with 0 if all checks pass.
"""

import json
import os
import subprocess
import sys
import time

from selenium import webdriver
from selenium.common.exceptions import (
    JavascriptException, StaleElementReferenceException, WebDriverException)
from selenium.webdriver.chrome.options import Options
from selenium.webdriver.chrome.service import Service
from selenium.webdriver.common.action_chains import ActionChains
from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys

MOUSE = (
    "primaryHoverType=2,availableHoverTypes=2,primaryPointerType=4,availablePointerTypes=4"
)
failures = []


def check(name, holds, seen=None):
    """Prints whether a check passes, and if not, the value seen instead."""
    holds = bool(holds)
    print(("ok    " if holds else "FAIL  ") + name + ("" if holds or seen is None else f": {seen!r}"), flush=True)
    if not holds:
        failures.append(name)
    return holds


def end():
    """Exits with 1 if a check failed, otherwise with 0."""
    sys.exit(1 if failures else 0)


def run(*command, cwd=None):
    """Runs a command and returns its output."""
    return subprocess.run(command, cwd=cwd, check=True, capture_output=True, text=True).stdout


class Folder:
    """The board's folder."""

    def __init__(self, path):
        self.path = path

    def files(self, state):
        folder = os.path.join(self.path, state)
        return sorted(os.listdir(folder)) if os.path.isdir(folder) else []

    @staticmethod
    def read(path):
        """Returns the text of a file, or "" if it was moved after the folder was listed."""
        try:
            with open(path, encoding="utf-8") as file:
                return file.read()
        except FileNotFoundError:
            return ""

    def find(self, title):
        """Returns the state and path of the task with the given title."""
        for state in sorted(os.listdir(self.path)):
            for name in self.files(state) if not state.startswith(".") else []:
                path = os.path.join(self.path, state, name)
                if name.endswith(".md") and f"title: {title}\n" in self.read(path):
                    return state, path
        return None, None

    def state(self, title):
        return self.find(title)[0]

    def text(self, title):
        path = self.find(title)[1]
        return open(path, encoding="utf-8").read() if path else None

    def write(self, state, name, text):
        os.makedirs(os.path.join(self.path, state), exist_ok=True)
        path = os.path.join(self.path, state, name)
        with open(path + ".new", "w", encoding="utf-8") as file:
            file.write(text)
        os.rename(path + ".new", path)
        return path

    def replace(self, title, old, new):
        """Replaces text in a task's file, and saves it as an editor does."""
        path = self.find(title)[1]
        text = open(path, encoding="utf-8").read()
        assert old in text, f"{old!r} is not in {text!r}"
        with open(path + ".new", "w", encoding="utf-8") as file:
            file.write(text.replace(old, new))
        os.rename(path + ".new", path)


class Board:
    """A browser that shows the board."""

    def __init__(self, width=1280, height=860, touch=False, language="en", dark=False, zone=None, arguments=()):
        options = Options()
        options.binary_location = os.environ.get("CHROMIUM", "/usr/bin/chromium")
        for argument in (
            "--headless=new", "--no-sandbox", "--disable-dev-shm-usage", "--hide-scrollbars",
            f"--window-size={width},{height}", f"--lang={language}", *arguments,
        ):
            options.add_argument(argument)
        options.add_experimental_option("prefs", {"intl.accept_languages": language})
        options.set_capability("goog:loggingPrefs", {"browser": "ALL"})
        if touch:
            metrics = {"width": width, "height": height, "pixelRatio": 2, "touch": True}
            options.add_experimental_option("mobileEmulation", {"deviceMetrics": metrics})
        else:
            # Headless Chromium assumes that there is no mouse.
            options.add_argument(f"--blink-settings={MOUSE}")
        self.driver = webdriver.Chrome(options=options, service=Service("/usr/bin/chromedriver"))
        if not touch:
            size = {"width": width, "height": height, "deviceScaleFactor": 1, "mobile": False}
            self.cdp("Emulation.setDeviceMetricsOverride", size)
        if dark:
            self.media("prefers-color-scheme", "dark")
        if zone:
            self.cdp("Emulation.setTimezoneOverride", {"timezoneId": zone})

    def __enter__(self):
        return self

    def __exit__(self, kind, error, trace):
        if kind:
            print("The page logged:", *self.log(), sep="\n    ", flush=True)
            self.picture("/tmp/pmd-web-failure.png")
        self.driver.quit()

    def cdp(self, command, arguments=None):
        return self.driver.execute_cdp_cmd(command, arguments or {})

    def media(self, name, value):
        self.cdp("Emulation.setEmulatedMedia", {"features": [{"name": name, "value": value}]})

    def open(self, address, has_reminders=False):
        self.driver.get(address)
        self.origin = self.js("return location.origin")
        self.settle()
        if not has_reminders:
            self.dismiss_reminders()
        return self

    def dismiss_reminders(self):
        """Dismisses reminders: from 9:00 on, their bar moves these boards down."""
        time.sleep(1)
        self.js("document.querySelector('#reminders > .icon-button')?.click()")

    def settle(self):
        self.until(lambda: self.js("return document.querySelectorAll('[data-state]').length > 0"), "the board appears")

    def js(self, script, *arguments):
        return self.driver.execute_script(script, *arguments)

    def until(self, condition, what="a condition", seconds=20):
        """Waits for a condition. Returns its value, or None after a timeout."""
        last = time.monotonic() + seconds
        while True:
            try:
                value = condition()
            except (JavascriptException, WebDriverException):
                value = None
            if value:
                return value
            if time.monotonic() > last:
                return None
            time.sleep(0.02)

    def log(self, level="SEVERE"):
        try:
            return [entry["message"] for entry in self.driver.get_log("browser") if entry["level"] == level]
        except WebDriverException:
            return []

    def picture(self, path):
        self.driver.save_screenshot(path)

    def look(self, name):
        """Keeps a picture in the folder PICTURES, if that is set, to look at."""
        if os.environ.get("PICTURES"):
            time.sleep(0.3)
            self.picture(os.path.join(os.environ["PICTURES"], f"{name}.png"))

    # The page's contents.

    def find(self, selector):
        found = self.driver.find_elements(By.CSS_SELECTOR, selector)
        return found[0] if found else None

    def texts(self, selector):
        return self.js(
            "return [...document.querySelectorAll(arguments[0])].map((each) => each.textContent.trim())", selector)

    def titles(self, state):
        return self.texts(f'[data-state="{state}"] .card:not(.ghost) .card-title')

    def id(self, title):
        return self.js(
            """const all = [...document.querySelectorAll('[data-task]')];
            return all.find((item) => item.querySelector('.card-title').textContent === arguments[0])?.dataset.task""", title)

    def card(self, title):
        return self.find(f'[data-task="{self.id(title)}"]')

    def state(self, title):
        return self.js(
            "return document.querySelector(`[data-task=\"${arguments[0]}\"]`)?.closest('[data-state]').dataset.state", self.id(title))

    def toasts(self):
        return self.texts(".toast-words")

    def focused(self):
        return self.js("return document.activeElement.textContent.trim()")

    def visible(self, selector):
        return self.js(
            "const found = document.querySelector(arguments[0]); return Boolean(found && found.checkVisibility() && found.getClientRects().length)", selector)

    def middle(self, selector_or_element):
        # In one step, since an element that was found may be redrawn before its place is known.
        box = self.js(
            """const found = typeof arguments[0] === 'string' ? document.querySelector(arguments[0]) : arguments[0];
            const box = found.getBoundingClientRect(); return [box.left, box.top, box.width, box.height]""", selector_or_element)
        return box[0] + box[2] / 2, box[1] + box[3] / 2

    def edge(self, element, part):
        """Returns a point of an element: centered horizontally, at a fraction of its height."""
        box = self.js("const box = arguments[0].getBoundingClientRect(); return [box.left, box.top, box.width, box.height]", element)
        return box[0] + box[2] / 2, box[1] + box[3] * part

    # Mouse and keyboard.

    def click(self, selector_or_element):
        """Clicks an element. If a selector finds one that is redrawn meanwhile, tries again."""
        for attempt in range(5):
            element = self.find(selector_or_element) if isinstance(selector_or_element, str) else selector_or_element
            try:
                return ActionChains(self.driver, duration=30).click(element).perform()
            except StaleElementReferenceException:
                if attempt == 4 or not isinstance(selector_or_element, str):
                    raise

    def pick(self, chip, *words):
        """Opens the picker of a chip, and types words into it, each ended by Enter."""
        self.js("document.querySelector(arguments[0]).scrollIntoView({ block: 'center' })", chip)
        self.click(chip)
        self.until(lambda: self.find(".popover input"))
        field = self.find(".popover input")
        for each in words:
            field.send_keys(Keys.CONTROL, "a")
            field.send_keys(each)
            field.send_keys(Keys.ENTER)

    def open_part(self, name):
        """Opens a closed part of the page of a task."""
        self.until(lambda: self.find(f"#panel [data-part={name}]"))
        self.js("const part = document.querySelector(`#panel [data-part=${arguments[0]}]`); part.open || part.querySelector('summary').click()", name)

    def mouse(self, kind, x, y, button="left", buttons=0):
        self.cdp("Input.dispatchMouseEvent", {
            "type": kind, "x": x, "y": y, "button": button if kind != "mouseMoved" else "none",
            "buttons": buttons, "clickCount": 0 if kind == "mouseMoved" else 1})

    def drag_mouse(self, start, *stops, release=True, steps=8):
        """Drags from one point to others."""
        self.mouse("mouseMoved", *start)
        self.mouse("mousePressed", *start, buttons=1)
        at = start
        for stop in stops:
            for step in range(1, steps + 1):
                part = step / steps
                self.mouse("mouseMoved", at[0] + (stop[0] - at[0]) * part, at[1] + (stop[1] - at[1]) * part, buttons=1)
            at = stop
        if release:
            self.mouse("mouseReleased", *at)
        return at

    def keys(self, *keys):
        for key in keys:
            ActionChains(self.driver, duration=0).send_keys(key).perform()

    def chord(self, *keys):
        chain = ActionChains(self.driver, duration=0)
        for key in keys[:-1]:
            chain.key_down(key)
        chain.send_keys(keys[-1])
        for key in reversed(keys[:-1]):
            chain.key_up(key)
        chain.perform()

    # Touch.

    def touch(self, kind, *points):
        named = [{"x": x, "y": y, "id": index} for index, (x, y) in enumerate(points)]
        self.cdp("Input.dispatchTouchEvent", {"type": kind, "touchPoints": named})

    def swipe(self, start, stop, milliseconds=160, hold=0, release=True, steps=10):
        """Holds a finger still, then moves it from one point to another."""
        self.touch("touchStart", start)
        time.sleep(hold / 1000)
        for step in range(1, steps + 1):
            part = step / steps
            self.touch("touchMove", (start[0] + (stop[0] - start[0]) * part, start[1] + (stop[1] - start[1]) * part))
            time.sleep(milliseconds / steps / 1000)
        if release:
            self.touch("touchEnd")

    def lifted(self):
        """Returns whether a card is being dragged. A ghost may remain from the last drag."""
        return self.find("html.dragging")

    def tap(self, point):
        self.touch("touchStart", point)
        self.touch("touchEnd")

    # Network.

    def network(self, is_there):
        self.cdp("Network.enable")
        self.cdp("Network.emulateNetworkConditions", {
            "offline": not is_there, "latency": 0, "downloadThroughput": -1, "uploadThroughput": -1})

    def api(self, path, method="GET", body=None, headers=None):
        """Sends a request as another window would. Returns the status and the value."""
        return self.driver.execute_async_script(
            """const [path, method, body, headers, done] = arguments;
            (async () => {
                const { send } = (await import(document.querySelector('script[src]').src)).$modules["core/transport.js"];
                const answer = await send(method, path, { body: body === null ? undefined : body,
                    headers: { 'Pmd-Window': 'another', ...headers } });
                done([answer.status, await answer.json().catch(() => null)]);
            })().catch((error) => done([0, String(error)]));""",
            path, method, body, headers or {})

    def of_page(self, expression):
        """Returns the value of an expression that uses the page's modules, such as `modules["state/store.js"].store.isOffline`."""
        return self.driver.execute_async_script(
            """const done = arguments[0];
            import(document.querySelector('script[src]').src).then(async ({ $modules: modules }) => done(await (%s))).catch((error) => done(String(error)));""" % expression)

    def session(self):
        """Returns the ID of the session in the browser's database, and whether its key is readable."""
        return self.driver.execute_async_script(
            """const done = arguments[0]; const opening = indexedDB.open('pmd.session', 1);
            opening.onupgradeneeded = () => opening.result.createObjectStore('session');
            opening.onsuccess = () => { const found = opening.result.transaction('session').objectStore('session').get('session');
                found.onsuccess = async () => { opening.result.close(); const { id, key } = found.result ?? {};
                    if (!id) return done(null);
                    const raw = await crypto.subtle.exportKey('raw', key).then(() => true, () => false);
                    done([id, key.extractable || raw]); }; }""")

    def window(self, address):
        """Opens another window and returns its handle."""
        self.driver.switch_to.new_window("window")
        self.driver.get(address)
        return self.driver.current_window_handle


class Server:
    """A separate server, which keeps one address while the script runs."""

    def __init__(self, folder, *options, port="0"):
        self.folder, self.options, self.port = folder, options, port
        self.start()

    def start(self, *more):
        self.process = subprocess.Popen(
            ["pmd", "serve", "-C", self.folder, "--port", self.port, *self.options, *more],
            stdout=subprocess.PIPE, text=True)
        self.address = self.process.stdout.readline().split()[-1]
        self.origin = self.address.split("/#")[0].rstrip("/")
        if self.port == "0":
            self.port = self.origin.rsplit(":", 1)[1]

    def stop(self):
        self.process.terminate()
        self.process.wait()


def reveal_delete(board, folder, title, other, rest=0.0):
    """Swipes a card left, then taps another card, which hides the Delete button again.

    Waits `rest` seconds before it checks that the tap opens no task. Returns the card's center.
    """
    x, y = board.middle(board.card(title))
    board.swipe((x, y), (x - 100, y))
    check("a swipe left reveals Finish and Delete", board.until(lambda: board.visible(".swipe-finish") and board.visible(".swipe-delete")))
    check("the swipe changes nothing yet", folder.state(title) == "todo")
    board.tap(board.middle(board.card(other).find_element(By.CSS_SELECTOR, ".card-title")))
    check("a tap elsewhere hides the buttons", board.until(lambda: not board.find(".swipe-delete")))
    time.sleep(rest)
    check("that tap opens nothing", not board.visible("#panel"))
    return x, y


def start():
    """Returns the address and folder from the command line."""
    if len(sys.argv) != 3:
        sys.exit(f"usage: {os.path.basename(sys.argv[0])} ADDRESS BOARD_FOLDER")
    return sys.argv[1], Folder(sys.argv[2])


__all__ = ["Board", "Folder", "Server", "ActionChains", "By", "Keys", "WebDriverException", "check", "end", "json", "os", "reveal_delete", "run", "start", "time"]

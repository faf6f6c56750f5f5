"""The board in WebKit, with a virtual touch screen.

WebKit's driver sends mouse events instead of touch events. So this script runs a headless X server
with an `inputtest` device, which reads touches from a socket. To GTK and WebKit, they come from a
real touch screen, so WebKit's own touch handling is tested.
"""

import glob
import os
import runpy
import shutil
import socket
import struct
import subprocess
import tempfile
import time

from selenium import webdriver
from selenium.webdriver.common.actions.action_builder import ActionBuilder
from selenium.webdriver.webkitgtk.options import Options

import board

SCREEN = (1280, 1024)
CONFIGURATION = """
Section "ServerFlags"
    Option "AutoAddDevices" "false"
    Option "AutoAddGPU" "false"
    Option "DontVTSwitch" "true"
EndSection
Section "Device"
    Identifier "card"
    Driver "dummy"
    VideoRam 32768
EndSection
Section "Monitor"
    Identifier "monitor"
    HorizSync 1-1000
    VertRefresh 1-1000
    Modeline "screen" 108 1280 1328 1440 1688 1024 1025 1028 1066
EndSection
Section "Screen"
    Identifier "screen"
    Device "card"
    Monitor "monitor"
    DefaultDepth 24
    SubSection "Display"
        Modes "screen"
    EndSubSection
EndSection
Section "InputDevice"
    Identifier "fingers"
    Driver "inputtest"
    Option "DeviceType" "Touch"
    Option "SocketPath" "{folder}/fingers"
EndSection
Section "InputDevice"
    Identifier "mouse"
    Driver "inputtest"
    Option "DeviceType" "PointerAbsolute"
    Option "SocketPath" "{folder}/mouse"
EndSection
Section "InputDevice"
    Identifier "keyboard"
    Driver "inputtest"
    Option "DeviceType" "Keyboard"
    Option "SocketPath" "{folder}/keyboard"
EndSection
Section "ServerLayout"
    Identifier "layout"
    Screen "screen"
    InputDevice "fingers"
    InputDevice "mouse" "CorePointer"
    InputDevice "keyboard" "CoreKeyboard"
EndSection
"""
NOTE_ERRORS = """
    window.failures = [];
    addEventListener("error", (event) => failures.push(`${event.message} ${event.filename}:${event.lineno}`));
    addEventListener("unhandledrejection", (event) => failures.push(String(event.reason?.stack ?? event.reason)));
    const { error } = console;
    console.error = (...words) => { failures.push(words.join(" ")); error(...words); };
"""


class TouchScreen:
    """An X server with a touch screen."""

    BEGIN, UPDATE, END = 18, 19, 20
    # Message types, and the number of axes in a message.
    VERSION, TOUCH, AXES = 0, 6, 64
    LARGEST = 0xFFFF

    def __init__(self):
        self.folder = tempfile.mkdtemp()
        configuration = os.path.join(self.folder, "xorg.conf")
        with open(configuration, "w", encoding="utf-8") as file:
            file.write(CONFIGURATION.format(folder=self.folder))
        reader, writer = os.pipe()
        # Run the binary directly: the Xorg wrapper only allows console users to start it.
        self.server = subprocess.Popen(
            ["/usr/lib/xorg/Xorg", "-displayfd", str(writer), "-config", configuration,
             "-logfile", os.path.join(self.folder, "log"), "-noreset", "-nolisten", "tcp", "-novtswitch", "-sharevts"],
            pass_fds=[writer], stderr=subprocess.DEVNULL)
        os.close(writer)
        with os.fdopen(reader) as file:
            number = file.readline().strip()
        if not number:
            log = open(os.path.join(self.folder, "log"), encoding="utf-8", errors="replace").read()
            raise RuntimeError("Xorg did not start:\n" + log[-2000:])
        self.display = f":{number}"
        self.socket = socket.socket(socket.AF_UNIX)
        self.socket.settimeout(5)
        self.socket.connect(os.path.join(self.folder, "fingers"))
        self.socket.sendall(struct.pack("=IIHH", 12, self.VERSION, 1, 1))
        self.socket.recv(12)

    def send(self, kind, finger, x, y):
        """Puts a finger on a point of the screen, moves it there, or lifts it."""
        places = [x / SCREEN[0] * self.LARGEST, y / SCREEN[1] * self.LARGEST]
        axes = [*places, *[0.0] * (2 * self.AXES - len(places))]
        self.socket.sendall(struct.pack(
            f"=5I8s4x{len(axes)}d", 1056, self.TOUCH, finger, kind, 0, bytes([0b11, *[0] * 7]), *axes))

    def close(self):
        self.socket.close()
        self.server.terminate()
        self.server.wait()
        shutil.rmtree(self.folder)


class WebKitBoard(board.Board):
    """The board in WebKit. Touches come from the touch screen, everything else from the driver."""

    def __init__(self, width=1280, height=860, touch=False):
        self.screen = TouchScreen()
        os.environ.update(DISPLAY=self.screen.display, GDK_BACKEND="x11", LIBGL_ALWAYS_SOFTWARE="1", NO_AT_BRIDGE="1")
        options = Options()
        options.binary_location = glob.glob("/usr/lib/*/webkit2gtk-4.1/MiniBrowser")[0]
        options.add_argument("--automation")
        options.add_argument("--enable-write-console-messages-to-stdout=true")
        self.fingers = {}
        try:
            self.driver = webdriver.WebKitGTK(
                options=options, executable_path="/usr/bin/WebKitWebDriver", service_log_path=os.devnull)
            self.resize(width, height)
        except Exception:
            self.screen.close()
            raise

    def __exit__(self, kind, error, trace):
        try:
            super().__exit__(kind, error, trace)
        finally:
            self.screen.close()

    def resize(self, width, height):
        """Sets the size of the page. The window is taller because of its title bar."""
        self.driver.set_window_rect(0, 0, width, height)
        bar = self.js("return outerHeight - innerHeight")
        self.driver.set_window_rect(0, 0, width, height + bar)
        self.until(lambda: self.js("return [innerWidth, innerHeight]") == [width, height])
        self.bar = self.js("return outerHeight - innerHeight")

    def open(self, address, has_reminders=False):
        super().open(address, has_reminders)
        self.js(NOTE_ERRORS)
        return self

    def log(self, level="SEVERE"):
        """Returns the page's errors since it was opened. The script collects them, as this driver has no log."""
        return self.js("return window.failures ?? []")

    def touch(self, kind, *points):
        """Sets the positions of all fingers, and lifts those that are no longer in the list."""
        for finger, (x, y) in enumerate(points):
            is_new = finger not in self.fingers
            self.fingers[finger] = (x, y + self.bar)
            self.screen.send(self.screen.BEGIN if is_new else self.screen.UPDATE, finger, *self.fingers[finger])
        for finger in [each for each in self.fingers if each >= len(points)]:
            self.screen.send(self.screen.END, finger, *self.fingers.pop(finger))

    def tap(self, point):
        self.touch("touchStart", point)
        time.sleep(0.05)
        self.touch("touchEnd")

    def mouse(self, kind, x, y, button="left", buttons=0):
        """Moves or clicks the mouse. The driver keeps its position between commands."""
        actions = ActionBuilder(self.driver, duration=10)
        if kind == "mousePressed":
            actions.pointer_action.pointer_down()
        elif kind == "mouseReleased":
            actions.pointer_action.pointer_up()
        else:
            actions.pointer_action.move_to_location(round(x), round(y))
        actions.perform()


def run_in_webkit(name):
    """Runs another script in WebKit instead of Chromium."""
    board.Board = WebKitBoard
    runpy.run_path(os.path.join(os.path.dirname(__file__), name + ".py"), run_name="__main__")


__all__ = ["WebKitBoard", "run_in_webkit"]

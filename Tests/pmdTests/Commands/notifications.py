"""A daemon of desktop notifications: writes each one to a file, as JSON on a line.

    notifications.py FILE     prints 'ready' once it can be called
"""
import json
import sys

import dbus
import dbus.mainloop.glib
import dbus.service
from gi.repository import GLib

NAME = "org.freedesktop.Notifications"


class Daemon(dbus.service.Object):
    count = 0

    @dbus.service.method(NAME, in_signature="susssasa{sv}i", out_signature="u")
    def Notify(self, app, replaces, icon, summary, body, actions, hints, timeout):
        with open(sys.argv[1], "a") as file:
            print(json.dumps({"app": app, "summary": summary, "body": body}), file=file)
        self.count += 1
        return self.count

    @dbus.service.method(NAME, out_signature="as")
    def GetCapabilities(self):
        return ["body", "body-markup"]

    @dbus.service.method(NAME, out_signature="ssss")
    def GetServerInformation(self):
        return ("test", "pmd", "1", "1.2")


dbus.mainloop.glib.DBusGMainLoop(set_as_default=True)
bus = dbus.SessionBus()
name = dbus.service.BusName(NAME, bus)
daemon = Daemon(bus, "/org/freedesktop/Notifications")
print("ready", flush=True)
GLib.MainLoop().run()

"""Typed text is neither lost nor shifted: drafts with conflicts, other time zones, offline entries."""

import datetime

from board import *

address, folder = start()
now = datetime.datetime.now(datetime.timezone.utc)
# A time zone whose current date differs from the server's.
zone, hours = ("Pacific/Kiritimati", 14) if now.hour >= 10 else ("Pacific/Pago_Pago", -11)
here = (now + datetime.timedelta(hours=hours)).date()
tomorrow = here + datetime.timedelta(days=1)


def open_form(board, title):
    board.js("location.hash = `#/task/${arguments[0]}/edit`", board.id(title))
    return board.until(lambda: board.find(".task-form [name=title]"))


def retype(field, text):
    field.send_keys(Keys.CONTROL, "a")
    field.send_keys(text)


with Board(zone=zone) as board:
    board.open(address)

    # The browser's date.
    board.keys("a")
    field = board.until(lambda: board.find(".quick-add input"))
    field.send_keys("Zoned due:tomorrow", Keys.ENTER)
    check("\"tomorrow\" is the browser's tomorrow", board.until(lambda: folder.text("Zoned") and f"due: {tomorrow}" in folder.text("Zoned")), folder.text("Zoned"))
    board.keys(Keys.ESCAPE)
    marks = lambda title: board.js("return [...document.querySelectorAll(`[data-task=\"${arguments[0]}\"] .mark`)].map((each) => each.textContent.trim())", board.id(title))
    check("the card shows the date as tomorrow", board.until(lambda: "tomorrow" in " ".join(marks("Zoned"))), marks("Zoned"))
    day = here.replace(day=10 if here.day > 15 else 20)
    folder.write("todo", "late-k3f9m2.md", f"---\ntitle: Late\ndue: {day}T12:00\n---\n")
    board.until(lambda: board.id("Late"))
    board.click("[data-action=calendar]")
    chip = lambda: board.find('.calendar [data-task="k3f9m2"]')
    board.until(chip)
    check("the calendar's today is the browser's", board.texts(".calendar .today .day-number") == [str(here.day)])
    target = day + datetime.timedelta(days=1)
    board.drag_mouse(board.middle(chip()), board.middle(f'.calendar [data-day="{target}"]'))
    check("a dropped task is due on that day", board.until(lambda: f"due: {target}T12:00" in folder.text("Late")), folder.text("Late"))
    board.keys(Keys.ESCAPE)
    board.until(lambda: not board.find("dialog[open]"))

    # A conflict survives closing its form.
    field = open_form(board, "Paint the fence")
    retype(field, "My fence")
    folder.replace("Paint the fence", "title: Paint the fence", "title: Their fence")
    clash = lambda: " ".join(board.texts(".clash-block .clash-theirs"))
    check("the form shows both values", board.until(lambda: "Their fence" in clash()), clash())
    board.js("location.hash = ''")
    board.until(lambda: not board.find(".task-form"))
    open_form(board, "Their fence")
    check("the conflict is shown when the form opens again", board.until(lambda: "Their fence" in clash()), clash())
    board.driver.refresh()
    check("the conflict is shown after a reload", board.until(lambda: "Their fence" in clash()), clash())
    board.chord(Keys.CONTROL, Keys.ENTER)
    time.sleep(0.5)
    check("saving overwrites nothing silently", folder.state("Their fence") is not None)
    board.click(".clash-block .buttons button:first-child")
    board.chord(Keys.CONTROL, Keys.ENTER)
    check("the user chooses a value", board.until(lambda: folder.state("My fence")), folder.state("Their fence"))
    board.until(lambda: not board.find(".task-form"))

    # A focused field takes an external change, or asks.
    field = open_form(board, "My fence")
    board.js("arguments[0].focus()", field)
    folder.replace("My fence", "title: My fence", "title: New fence")
    board.until(lambda: "New fence" in " ".join(board.texts("[data-field=title] .field-note")))
    body = board.find(".task-form [name=body]")
    board.js("arguments[0].value += '\\nOne more line.\\n'; arguments[0].dispatchEvent(new Event('input'))", body)
    board.chord(Keys.CONTROL, Keys.ENTER)
    check("the rest of the form is saved", board.until(lambda: "One more line." in (folder.text("New fence") or "")), folder.text("My fence"))
    check("the field keeps the newer title", folder.state("My fence") is None)
    board.js("location.hash = ''")
    board.until(lambda: not board.find("#panel form"))

    # Offline: relative dates count from the day they were typed. A tick and an edit of one item are merged.
    board.network(False)
    board.js("dispatchEvent(new Event('offline'))")
    board.until(lambda: "is not responding" in board.js("return document.querySelector('#banner').textContent"))
    board.js("const real = Date; window.Date = class extends real { constructor(...all) { super(...(all.length ? all : [real.now() - 3 * 86_400_000])); } }")
    board.keys("a")
    field = board.until(lambda: board.find(".quick-add input"))
    field.send_keys("Then due:tomorrow", Keys.ENTER)
    board.until(lambda: board.id("Then due:tomorrow"))
    board.keys(Keys.ESCAPE)
    shelf = "Put up the shelf 🪛"
    board.js("location.hash = `#/task/${arguments[0]}`", board.id(shelf))
    board.until(lambda: board.find("#panel input[type=checkbox]"))
    before = folder.text(shelf)
    item = next(line for line in before.split("\n") if "- [ ]" in line)
    words = item.split("] ", 1)[1]
    board.js("document.querySelector('#panel input[type=checkbox]:not(:checked)').click()")
    board.until(lambda: len(board.texts("#panel li.box.done")) == before.count("- [x]") + 1)
    board.js("location.hash += '/edit'")
    board.until(lambda: board.find(".task-form [name=body]"))
    typed = board.js("return document.querySelector('.task-form [name=body]').value")
    check("the form has the tick", f"[x] {words}" in typed, typed)
    board.js("const body = document.querySelector('.task-form [name=body]'); body.value = body.value.replace(arguments[0], 'reworded from scratch'); body.dispatchEvent(new Event('input'))", words)
    board.chord(Keys.CONTROL, Keys.ENTER)
    board.until(lambda: not board.find(".task-form"))
    check("the typed text is shown with its boxes ticked", board.until(lambda: "reworded from scratch" in " ".join(board.texts("#panel li.box.done"))), board.texts("#panel .body"))
    board.js("location.hash = ''")
    board.network(True)
    board.js("dispatchEvent(new Event('online'))")
    check("the tick and the edit both arrive", board.until(lambda: "[x] reworded from scratch" in folder.text(shelf), seconds=15), folder.text(shelf))
    check("no decision is needed", "a decision" not in board.js("return document.querySelector('#banner').textContent"))
    check("there is no conflict", "[!conflict]" not in folder.text(shelf), folder.text(shelf))
    then = here + datetime.timedelta(days=-2)
    check("\"tomorrow\" is the day after it was typed", board.until(lambda: folder.text("Then") and f"due: {then}" in folder.text("Then")), folder.text("Then"))


    # Several reminders share one message.
    codes = ["b2c3d4", "c3d4f5", "d4f5g6", "f5g6h7", "g6h7j8"]
    for number, code in enumerate(codes):
        folder.write("todo", f"alarm-{code}.md", f"---\ntitle: Alarm {number}\ndue: {tomorrow}\nremind: [-2d]\n---\n")
    message = lambda: board.texts("#reminders:not([hidden]) .reminder-words")
    check("five reminders share one message", board.until(lambda: len(message()) == 1 and "5 reminders" in message()[0], seconds=20), message())
    board.click("#reminders button")
    check("its button lists all of them", board.until(lambda: len(board.texts("dialog .reminders a")) == 5), board.texts("dialog .reminders a"))
    board.keys(Keys.ESCAPE)
    check("the message stays until it is dismissed", message(), message())
    board.dismiss_reminders()
    check("the message then disappears", board.until(lambda: not message()), message())
end()

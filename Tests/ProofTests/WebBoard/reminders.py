"""Reminders: shown once, in one window, as a message or a notification. The menu sets and snoozes them."""

import datetime

from board import *

address, folder = start()
tomorrow = (datetime.date.today() + datetime.timedelta(days=1)).isoformat()
NOTED = """window.noted = [];
    const Real = window.Notification;
    window.Notification = class extends Real {
        constructor(title, options) { super(title, options); window.noted.push([title, options.body, options.data.task]); window.latest = this; }
    };"""


def write(title, code):
    """Writes a task that is due tomorrow, and whose reminder was due yesterday."""
    name = title.lower().replace(" ", "-")
    folder.write("todo", f"{name}-{code}.md", f"---\ntitle: {title}\ndue: {tomorrow}\nremind: [-2d]\n---\n")


def reminders(board):
    return board.texts("#reminders:not([hidden]) .reminder-words")


def choose(board, words):
    """Clicks the button of the bar, or the item of the open menu, that begins with the words."""
    board.until(lambda: board.js("""const all = [...document.querySelectorAll(arguments[1])];
        const found = all.find((each) => each.textContent.startsWith(arguments[0]) && each.checkVisibility());
        found?.click(); return Boolean(found)""", words, "#reminders button, [role=menuitem], dialog[open] button"))


def menu_item(board, title, *path):
    """Chooses an item of a card's menu, through its submenus."""
    board.click(board.card(title).find_element(By.CSS_SELECTOR, ".card-menu"))
    for words in path:
        find = lambda: [item for item in board.driver.find_elements(By.CSS_SELECTOR, "[role=menuitem]") if item.text.startswith(words)]
        board.click(board.until(find)[-1])


with Board() as board:
    board.open(address, has_reminders=True)
    driver = board.driver
    # A channel shows only reminders that come after its first check.
    board.until(lambda: board.id("Fix the roof"))
    time.sleep(1)
    board.dismiss_reminders()
    first = driver.current_window_handle
    driver.switch_to.new_window("window")
    driver.get(board.origin)
    board.settle()
    second = driver.current_window_handle
    time.sleep(1)

    # One window shows the reminder, once.
    head = lambda: run("git", "rev-parse", "HEAD", cwd=folder.path)
    before = head()
    write("Call the bank", "k3f9m2")
    seen = {}
    for _ in range(20):
        for window in (first, second):
            driver.switch_to.window(window)
            seen[window] = reminders(board)
        if any(seen.values()):
            break
        time.sleep(0.2)
    time.sleep(1.5)
    for window in (first, second):
        driver.switch_to.window(window)
        seen[window] = reminders(board)
    shown = [words for each in seen.values() for words in each]
    check("a reminder is shown in one of two windows", len(shown) == 1 and "Call the bank" in shown[0], seen)
    holder = next((window for window, words in seen.items() if words), first)
    driver.switch_to.window(holder)
    driver.refresh()
    board.settle()
    check("a reload keeps the row until it is answered", board.until(lambda: len(reminders(board)) == 1), reminders(board))
    driver.close()
    rest = second if holder == first else first
    driver.switch_to.window(rest)
    driver.switch_to.new_window("window")
    driver.get(board.origin)
    board.settle()
    holder, first, second = driver.current_window_handle, rest, driver.current_window_handle
    check("a window opened after the first was closed shows it, too", board.until(lambda: len(reminders(board)) == 1), reminders(board))
    driver.switch_to.new_window("window")
    driver.get(board.origin)
    board.settle()
    other = driver.current_window_handle
    board.until(lambda: len(reminders(board)) == 1)
    driver.switch_to.window(holder)
    board.click("#reminders .reminder-words")
    check("the reminder's title opens the task", board.until(lambda: board.js("return location.hash") == "#/task/k3f9m2"))
    driver.switch_to.window(other)
    check("a reminder answered in one window leaves the other", board.until(lambda: not reminders(board)), reminders(board))
    driver.close()
    driver.switch_to.window(holder)
    driver.refresh()
    board.settle()
    time.sleep(1.5)
    check("the reminder is not shown again", not reminders(board), reminders(board))
    check("showing a reminder does not change the board", head() == before)
    driver.switch_to.window(second if holder == first else first)
    driver.close()
    driver.switch_to.window(holder)
    board.js("location.hash = ''")

    # A card's menu.
    menu_item(board, "Call the bank", "More", "Set reminders")
    board.until(lambda: board.find("dialog.prompt input"))
    check("the prompt contains the current reminders", board.find("dialog.prompt input").get_attribute("value").startswith("remind="), board.find("dialog.prompt input").get_attribute("value"))
    field = board.find("dialog.prompt input")
    field.send_keys(Keys.CONTROL, "a")
    field.send_keys("remind=-1h", Keys.ENTER)
    check("the prompt sets reminders", board.until(lambda: "-1h" in folder.text("Call the bank")), folder.text("Call the bank"))
    board.until(lambda: not board.find("dialog[open]"))
    menu_item(board, "Call the bank", "More", "Set reminders")
    field = board.until(lambda: board.find("dialog.prompt input"))
    field.send_keys(Keys.CONTROL, "a")
    field.send_keys("remind=", Keys.ENTER)
    check("the prompt removes reminders", board.until(lambda: "remind" not in folder.text("Call the bank")), folder.text("Call the bank"))
    field = None
    board.until(lambda: not board.find("dialog[open]"))
    before = head()
    menu_item(board, "Call the bank", "Snooze", "Another time")
    field = board.until(lambda: board.find("dialog.prompt input"))
    field.send_keys("soon", Keys.ENTER)
    check("the prompt rejects an invalid time", board.until(lambda: board.texts("dialog.prompt .problem")), board.texts("dialog.prompt .preview"))
    field.send_keys(Keys.CONTROL, "a")
    field.send_keys("2h", Keys.ENTER)
    check("a reminder can be snoozed", board.until(lambda: any("Call the bank" in words for words in board.toasts())), board.toasts())
    check("snoozing does not change the board", head() == before)
    board.until(lambda: not board.find("dialog[open]"))
    snoozed = lambda: board.texts("#panel [data-field=snoozed] dd")
    # The menu belonged to the other of two tasks with this title.
    board.js(f"location.hash = '#/task/{board.id('Call the bank')}'")
    check("the task page shows the snooze time", board.until(snoozed), board.texts("#panel dl"))
    menu_item(board, "Call the bank", "Snooze", "Another time")
    field = board.until(lambda: board.find("dialog.prompt input"))
    field.send_keys("none", Keys.ENTER)
    check("the task page does not show a cancelled snooze", board.until(lambda: not snoozed()), snoozed())
    board.js("location.hash = ''")
    board.until(lambda: not board.find("dialog[open]"))

    # The answers to a reminder, and many reminders at once.
    write("Water the plants", "w3t4r5")
    check("a reminder has a row of its own above the board", board.until(lambda: any("Water" in words for words in reminders(board))), reminders(board))
    below = "const [bar, board] = ['#reminders', '#board'].map((each) => document.querySelector(each).getBoundingClientRect()); return [bar.height, bar.bottom, board.top]"
    check("the row does not cover the board", board.js(below)[1] <= board.js(below)[2] + 1, board.js(below))
    choose(board, "Finish")
    check("Finish in the row finishes the task", board.until(lambda: folder.state("Water the plants") == "done"), folder.state("Water the plants"))
    check("an answered reminder leaves the row", board.until(lambda: not reminders(board)), reminders(board))
    write("Feed the cat", "c3t4c5")
    board.until(lambda: reminders(board))
    before = head()
    choose(board, "Snooze")
    choose(board, "Snooze for an hour")
    check("Snooze in the row snoozes the task", board.until(lambda: any("Feed the cat" in words for words in board.toasts())), board.toasts())
    check("a snoozed reminder leaves the row", board.until(lambda: not reminders(board)) and head() == before, reminders(board))
    for number in range(25):
        write(f"Task number {number + 10}", f"t3t4{'bcdfg'[number // 8]}{2 + number % 8}")
    check("many reminders are one row", board.until(lambda: any("25" in words for words in reminders(board)), seconds=15) and board.js(below)[0] < 60, [reminders(board), board.js(below)])
    choose(board, "Show")
    check("the list has each reminder with its answers", board.until(lambda: len(board.texts("dialog[open] .reminders li")) == 25), board.texts("dialog[open] .reminders li"))
    choose(board, "Finish")
    check("Finish in the list finishes that task", board.until(lambda: len(board.texts("dialog[open] .reminders li")) == 24))
    choose(board, "Snooze all")
    choose(board, "Snooze until tomorrow")
    check("all reminders are snoozed at once", board.until(lambda: not board.find("dialog[open]") and not reminders(board)), reminders(board))

    # Notifications, if the user allows them.
    board.keys(",")
    board.until(lambda: board.find("dialog.settings [name=notifications]"))
    board.cdp("Browser.setPermission", {"permission": {"name": "notifications"}, "setting": "denied", "origin": board.origin})
    board.click("dialog.settings [name=notifications]")
    check("without permission, a note explains why the switch stays off", board.until(lambda: "does not allow" in " ".join(board.texts(".notifications-note"))), board.texts(".notifications-note"))
    check("without permission, the switch is off", not board.js("return document.querySelector('[name=notifications]').checked"))
    board.cdp("Browser.setPermission", {"permission": {"name": "notifications"}, "setting": "granted", "origin": board.origin})
    board.click("dialog.settings [name=notifications]")
    check("with permission, the switch is on", board.until(lambda: board.js("return document.querySelector('[name=notifications]').checked && JSON.parse(localStorage.getItem('pmd.preferences')).notifications")))
    board.keys(Keys.ESCAPE)
    board.until(lambda: not board.find("dialog[open]"))
    board.js(NOTED)
    write("Renew the passport", "x7q2bd")
    check("a reminder is shown as a notification", board.until(lambda: board.js("return window.noted.length") == 1), [board.js("return window.noted"), reminders(board)])
    check("the notification has the task's title", board.js("return window.noted[0]?.[0]") == "Renew the passport", board.js("return window.noted"))
    check("no message is shown in addition", not reminders(board), reminders(board))
    board.js("window.latest.dispatchEvent(new Event('click'))")
    check("a click on the notification opens the task", board.until(lambda: board.js("return location.hash") == "#/task/x7q2bd"))
    log = board.log()
    check("the page logs no errors", not [each for each in log if "422" not in each], log)
end()

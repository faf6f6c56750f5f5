"""The calendar: days, and moving tasks between days by mouse, touch and keyboard."""

import datetime

from board import *

address, folder = start()
today = datetime.date.today()
# Two days of this month, in the same week if possible, and never days of the sample tasks.
first, second = today.replace(day=10).isoformat(), today.replace(day=12).isoformat()
folder.write("todo", "dentist-k3f9m2.md", f"---\ntitle: Dentist\ndue: {first}T15:00\n---\n")
folder.write("todo", "parcel-x7q2bd.md", f"---\ntitle: Parcel\ndue: {first}\n---\n")
folder.write("todo", "gift-h4n8rt.md", f"---\ntitle: شراء هدية للجدة\ndue: {first}T15:00\n---\n")

chip = lambda board, id: board.find(f'.calendar [data-task="{id}"]')
day_of = lambda board, id: board.js(
    "return document.querySelector(`.calendar [data-task=\"${arguments[0]}\"]`)?.closest('[data-day]').dataset.day", id)
due = lambda title: next((line[5:] for line in (folder.text(title) or "").split("\n") if line.startswith("due: ")), None)


def open_calendar(board):
    board.click("[data-action=calendar]")
    check("the calendar shows the days of the month", board.until(lambda: len(board.texts(".calendar [data-day]")) in (28, 35, 42)))
    check("tasks are on their due days", board.until(lambda: day_of(board, "k3f9m2") == first), day_of(board, "k3f9m2"))


with Board() as board:
    board.open(address)
    board.until(lambda: board.id("Dentist"))
    open_calendar(board)
    check("a time is shown in the reader's format", "3:00" in chip(board, "k3f9m2").text, chip(board, "k3f9m2").text)
    direction = lambda id: board.js("return getComputedStyle(arguments[0]).direction", chip(board, id))
    check("a task has the direction of its title", (direction("h4n8rt"), direction("k3f9m2")) == ("rtl", "ltr"), direction("h4n8rt"))
    check("today is marked", board.texts(".calendar .today .day-number") == [str(today.day)])

    # Mouse.
    board.drag_mouse(board.middle(chip(board, "k3f9m2")), board.middle(f'.calendar [data-day="{second}"]'))
    check("a dragged task is due on the new day, at the same time", board.until(lambda: due("Dentist") == second + "T15:00"), due("Dentist"))
    check("the task is shown on the new day", board.until(lambda: day_of(board, "k3f9m2") == second))
    board.until(lambda: board.find(".calendar .toast:last-child .toast-act"))
    board.click(".calendar .toast:last-child .toast-act")
    check("Undo in the calendar's message restores the day", board.until(lambda: due("Dentist") == first + "T15:00"), due("Dentist"))
    board.until(lambda: day_of(board, "k3f9m2") == first)
    board.keys("U")
    check("U in the calendar redoes the move", board.until(lambda: due("Dentist") == second + "T15:00"), due("Dentist"))
    board.until(lambda: day_of(board, "k3f9m2") == second)
    check("dragging opens no task", board.js("return location.hash") in ("", "#/"))
    board.drag_mouse(board.middle(chip(board, "x7q2bd")), board.middle(f'.calendar [data-day="{second}"]'), release=False)
    board.keys(Keys.ESCAPE)
    check("Esc cancels a drag, and the calendar stays open", board.until(lambda: day_of(board, "x7q2bd") == first) and board.find(".calendar"))
    board.mouse("mouseReleased", 5, 5)
    check("a cancelled drag changes nothing", due("Parcel") == first)

    # Keyboard.
    board.js("document.querySelector('.calendar h2').focus()")
    board.keys(Keys.ARROW_DOWN)
    check("an arrow key moves the focus to the tasks", board.until(lambda: board.js("return document.activeElement.classList.contains('chip-task')")), board.focused())
    board.js("arguments[0].focus()", chip(board, "x7q2bd"))
    board.keys(Keys.SPACE, Keys.ARROW_RIGHT, Keys.ARROW_RIGHT)
    check("the arrow keys move a picked-up task", day_of(board, "x7q2bd") == second, day_of(board, "x7q2bd"))
    announced = lambda: board.js("return document.querySelector('#announcements').textContent")
    check("the new day is announced", board.until(lambda: "12" in announced()), announced())
    board.keys(Keys.SPACE)
    check("Space drops the task", board.until(lambda: due("Parcel") == second), due("Parcel"))
    check("the dropped task has the focus", board.until(lambda: "Parcel" in board.focused()), board.focused())

    # Edges.
    box = board.js("const box = document.querySelector('.calendar').getBoundingClientRect(); return [box.left, box.top, box.right, box.bottom, innerWidth, innerHeight]")
    board.drag_mouse(board.middle(chip(board, "x7q2bd")), (box[4] - 2, box[5] - 2), release=False)
    ghost = lambda: board.js("const box = document.querySelector('.calendar .ghost')?.getBoundingClientRect(); return box && [box.left, box.top, innerWidth - box.right, innerHeight - box.bottom]")
    check("a dragged task stays visible at the edges of the screen", ghost() and all(each >= 0 for each in ghost()), ghost())
    month = lambda: board.texts(".calendar-head h3")[0]
    shown = month()
    board.mouse("mouseMoved", *board.middle(".calendar [data-turn='1']"), buttons=1)
    check("a drag that rests on a button turns the month", board.until(lambda: month() != shown, seconds=3), month())
    board.keys(Keys.ESCAPE)
    board.mouse("mouseReleased", 5, 5)
    board.until(lambda: day_of(board, "x7q2bd") == second)

    # A new task.
    third = today.replace(day=17).isoformat()
    board.click(f'.calendar [data-day="{third}"]')
    field = board.until(lambda: board.find("dialog.prompt input"))
    field.send_keys("Buy tiles +house")
    check("a click on an empty day shows what it adds", board.until(lambda: "Buy tiles" in " ".join(board.texts("dialog.prompt .preview"))), board.texts("dialog.prompt .preview"))
    field.send_keys(Keys.ENTER)
    check("a click on an empty day adds a task that is due then", board.until(lambda: due("Buy tiles") == third), due("Buy tiles"))
    board.until(lambda: not board.find("dialog.prompt"))
    check("the new task is in the calendar, which stays open", board.until(lambda: "Buy tiles" in " ".join(board.texts(f'.calendar [data-day="{third}"]'))))

    # A concurrent edit.
    folder.replace("Parcel", f"due: {second}", f"due: {first}")
    check("a save in an editor appears", board.until(lambda: day_of(board, "x7q2bd") == first))

    # Months and weeks.
    board.click(".calendar-head .icon-button:nth-of-type(2)")
    check("a button shows the next month", board.until(lambda: not chip(board, "x7q2bd") or day_of(board, "x7q2bd") == first))
    board.js("document.querySelectorAll('.calendar-head button.quiet')[0].click()")
    check("a button goes back to today", board.until(lambda: board.find(".calendar .today")))
    board.js("document.querySelectorAll('.calendar-head button.quiet')[1].click()")
    check("a week has seven days", board.until(lambda: len(board.texts(".calendar [data-day]")) == 7))
    board.js("document.querySelectorAll('.calendar-head button.quiet')[1].click()")
    board.until(lambda: chip(board, "x7q2bd"))
    board.click(f'.calendar [data-task="x7q2bd"]')
    check("a click opens the task", board.until(lambda: board.js("return location.hash") == "#/task/x7q2bd") and not board.find(".calendar"))

with Board(width=390, height=844, touch=True) as board:
    # The address's code works for one browser only.
    board.driver.get(address.split("#")[0])
    board.until(lambda: board.find("#sign-in input"))
    with open(run("pmd", "serve", "-C", folder.path, "--print-token").strip(), encoding="ascii") as file:
        board.find("#sign-in input").send_keys(file.read().strip(), Keys.ENTER)
    board.settle()
    board.until(lambda: board.id("Dentist"))
    first, second = second, first
    board.tap(board.middle("#more"))
    item = board.until(lambda: next((each for each in board.driver.find_elements(By.CSS_SELECTOR, "[role=menuitem]") if each.text.startswith("Calendar")), None))
    board.tap(board.middle(item))
    check("a narrow screen shows a week, with readable titles", board.until(lambda: len(board.texts(".calendar [data-day]")) == 7))
    board.tap(board.middle(board.driver.find_elements(By.CSS_SELECTOR, ".calendar-head button.quiet")[1]))
    board.until(lambda: day_of(board, "k3f9m2") == first)
    sizes = board.js("return [...document.querySelectorAll('.calendar-grid *')].map((each) => parseFloat(getComputedStyle(each).fontSize))")
    check("the text of a month has at least 12 pixels", len(sizes) > 28 and min(sizes) >= 12, min(sizes))
    point, goal = board.middle(chip(board, "k3f9m2")), board.middle(f'.calendar [data-day="{second}"]')
    board.touch("touchStart", point)
    check("a long press picks up the task", board.until(lambda: board.find(".chip-task.lifted"), seconds=2))
    for step in range(1, 9):
        board.touch("touchMove", (point[0] + (goal[0] - point[0]) * step / 8, point[1] + (goal[1] - point[1]) * step / 8))
        time.sleep(0.02)
    board.touch("touchEnd")
    check("lifting the finger drops it on another day", board.until(lambda: due("Dentist") == second + "T15:00"), due("Dentist"))
    check("the days fit on a phone", board.js("return document.documentElement.scrollWidth <= innerWidth && document.querySelector('.calendar').scrollWidth <= innerWidth"))
end()

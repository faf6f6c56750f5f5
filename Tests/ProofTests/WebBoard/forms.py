"""The task form: dates, drafts, external changes, and conflicts."""

from board import *

address, folder = start()


def edit(board, title):
    board.js("location.hash = `#/task/${arguments[0]}/edit`", board.id(title))
    board.until(lambda: board.find(".task-form [name=title]"))


def put(board, name, text):
    field = board.find(f".task-form [name={name}]")
    board.js("arguments[0].scrollIntoView()", field)
    field.click()
    field.send_keys(Keys.CONTROL, "a")
    field.send_keys(text)


with Board(width=1280, height=900) as board:
    board.open(address)
    title = "Call the bank"
    value = lambda name: board.js("return document.querySelector(`.task-form [name=${arguments[0]}]`)?.value", name)
    note = lambda name: board.texts(f'.task-form [data-field="{name}"] .field-note')[0]
    chip = lambda name: f".task-form #chip-{name}"

    # Editing is explicit, and saves only changed fields.
    board.js("location.hash = `#/task/${arguments[0]}`", board.id(title))
    board.until(lambda: board.visible("#panel-edit"))
    board.click("#panel-edit")
    check("Edit opens the form", board.until(lambda: board.find(".task-form")))
    check("the title has the focus", board.js("return document.activeElement.name") == "title")

    # The control for dates: words, the days chosen most, and a month.
    board.click(chip("due"))
    words = board.until(lambda: board.find(".date-control input"))
    check("the words have the focus", board.js("return document.activeElement === arguments[0]", words))
    preview = lambda: board.texts(".date-control .preview")[0]
    words.send_keys(Keys.CONTROL, "a")
    words.send_keys("in 40 days")
    check("the control shows the date that words mean", board.until(preview), preview())
    shown = lambda: board.js("return document.querySelector('.month td[aria-selected=true] button')?.dataset.day")
    check("the month shows that day", board.until(lambda: (shown() or "") > time.strftime("%Y-%m-%d")), shown())
    words.send_keys(Keys.CONTROL, "a")
    words.send_keys("nonsense")
    check("an invalid date is reported", board.until(lambda: "nonsense" in preview()), preview())
    words.send_keys(Keys.ENTER)
    check("an invalid date is not taken", board.find(".date-control"))
    words.send_keys(Keys.CONTROL, "a")
    words.send_keys("2027-01-14")
    board.until(lambda: shown() == "2027-01-14")
    board.js("document.querySelector('.month [data-day=\"2027-01-14\"]').focus()")
    board.keys(Keys.ARROW_RIGHT)
    check("arrow keys move in the month", board.until(lambda: board.js("return document.activeElement.dataset.day") == "2027-01-15"), board.focused())
    board.keys(Keys.ENTER)
    check("a day of the month is taken", board.until(lambda: value("due") == "2027-01-15"), value("due"))
    check("the focus returns to the chip", board.js("return document.activeElement.id") == "chip-due", board.js("return document.activeElement.id"))
    board.click(chip("due"))
    board.until(lambda: board.find(".date-control"))
    check("today, tomorrow, next week and none are one press away", len(board.texts(".date-words button")) == 4, board.texts(".date-words button"))
    board.keys(Keys.ESCAPE)
    check("Escape leaves the date as it was", board.until(lambda: not board.find(".popover")) and value("due") == "2027-01-15", value("due"))
    check("Escape in a picker does not close the form", board.find(".task-form"))

    # People and tags are suggested from the board.
    board.click(chip("tags"))
    board.until(lambda: board.find(".value-picker input"))
    board.keys("gard")
    check("tags of the board are suggested", board.until(lambda: "+garden" in " ".join(board.texts(".value-picker [role=option]"))), board.texts(".value-picker [role=option]"))
    board.keys(Keys.ENTER, "brand-new", Keys.ENTER)
    check("chosen tags have a mark", len(board.driver.find_elements(By.CSS_SELECTOR, ".value-picker [aria-selected=true]")) == 3, board.texts(".value-picker [role=option]"))
    board.keys(Keys.ENTER)
    check("Enter closes the picker and takes the tags", board.until(lambda: value("tags") == "money, garden, brand-new"), value("tags"))
    board.pick(chip("priority"), "high")
    check("a priority is chosen by typing", board.until(lambda: value("priority") == "high"), value("priority"))
    check("the other fields are below More", not board.visible(".task-form [name=remind]") and board.visible(".task-form #chip-due"))
    board.click(".form-more summary")
    put(board, "remind", "1d, 08:00")
    board.chord(Keys.CONTROL, Keys.ENTER)
    check("Ctrl-Enter saves", board.until(lambda: "due: 2027-01-15" in folder.text(title)), folder.text(title))
    check("a list is saved as a list", "tags: [money, garden, brand-new]" in folder.text(title), folder.text(title))
    check("the form saves reminders", "remind: [1d, '08:00']" in folder.text(title), folder.text(title))
    check("the card shows the reminder mark", board.until(lambda: board.find(f'[data-task="{board.id(title)}"] [data-kind=reminds]')))
    check("the rest of the file is unchanged", "Ask about the loan." in folder.text(title))
    check("the task page is shown again", board.until(lambda: board.visible("#panel-edit")))

    # External changes.
    edit(board, title)
    put(board, "title", "Call the bank again")
    folder.replace(title, "Ask about the loan.", "Ask about both loans.")
    check("an unedited field takes an external change", board.until(lambda: value("body").strip() == "Ask about both loans."), value("body"))
    check("a note reports the change", board.until(lambda: "loans" in note("body")), note("body"))
    board.pick(chip("assignees"), "zoe")
    board.keys(Keys.ENTER)
    folder.replace(title, "title: Call the bank\n", "title: Call my bank\n")
    check("a field that both sides changed shows both values", board.until(lambda: "Call my bank" in note("title")), note("title"))
    check("the typed value stays", value("title") == "Call the bank again", value("title"))
    board.chord(Keys.CONTROL, Keys.ENTER)
    check("saving requires a choice first", board.until(lambda: "choose" in board.texts(".form-problem")[0].lower()), board.texts(".form-problem"))
    board.click('[data-field="title"] .clash-block button')
    check("choosing a value ends the conflict", board.until(lambda: not board.find(".clash-block")))
    board.chord(Keys.CONTROL, Keys.ENTER)
    check("the chosen value is saved as one merge", board.until(lambda: folder.state("Call the bank again") == "todo"), folder.files("todo"))
    check("the merge contains the external change", "both loans" in (folder.text("Call the bank again") or ""))
    title = "Call the bank again"

    # A field does not change while it has the focus.
    board.until(lambda: board.visible("#panel-edit"))
    edit(board, title)
    body = board.find(".task-form [name=body]")
    body.click()
    before = value("body")
    folder.replace(title, "Ask about both loans.", "Ask about nothing.")
    time.sleep(0.8)
    check("the focused field does not change", value("body") == before, value("body"))
    board.js("document.querySelector('.task-form [name=title]').scrollIntoView()")
    board.find(".task-form [name=title]").click()
    check("it takes the change when it loses the focus", board.until(lambda: value("body").strip() == "Ask about nothing."), value("body"))

    # Lists in the body.
    put(board, "body", "- [x] eggs")
    board.find(".task-form [name=body]").send_keys(Keys.ENTER, "milk", Keys.ENTER, Keys.ENTER, "  2. two", Keys.ENTER, "three", Keys.ENTER, Keys.ENTER, "end")
    check("Enter continues a list, and ends it after an empty item", value("body") == "- [x] eggs\n- [ ] milk\n  2. two\n  3. three\nend", value("body"))
    put(board, "body", "Ask about nothing.")

    # Drafts.
    put(board, "title", "Call nobody")
    board.keys(Keys.ESCAPE)
    check("Escape closes the form", board.until(lambda: not board.find(".task-form")))
    check("a message says that the draft is kept", any("draft" in words for words in board.toasts()), board.toasts())
    board.driver.refresh()
    board.settle()
    board.until(lambda: board.visible("#panel-edit"))
    board.click("#panel-edit")
    check("the draft survives a reload", board.until(lambda: value("title") == "Call nobody"), value("title"))
    board.click(".form-problem button")
    check("a draft can be discarded", board.until(lambda: value("title") == title), value("title"))

    # Rejected changes keep the typed text.
    put(board, "title", "  ")
    board.chord(Keys.CONTROL, Keys.ENTER)
    check("a missing title is rejected", board.until(lambda: board.visible(".form-problem")), board.texts(".form-problem"))
    put(board, "title", "Still here")
    deleted = board.js("return location.hash.split('/')[2]")
    board.api("/api/tasks/" + board.js("return location.hash.split('/')[2]"), "DELETE")
    check("the form reports that its task was deleted", board.until(lambda: "deleted" in board.texts(".form-problem")[0]), board.texts(".form-problem"))
    check("the typed text is kept", value("title") == "Still here")
    board.click(".form-problem button")
    check("Restore restores the task and saves the form", board.until(lambda: folder.state("Still here") == "todo"), board.texts(".form-problem"))
    check("the restored task has the same ID and the rest of its text", folder.find("Still here")[1].endswith(f"{deleted}.md") and "Ask about nothing." in folder.text("Still here"), folder.text("Still here"))

    # Conflicts, side by side.
    board.js("location.hash = `#/task/${arguments[0]}`", board.id("Oil the stairs"))
    keep = lambda: board.texts("#panel .keep-current")
    check("the value of a conflict can be kept", board.until(lambda: keep() == ["Keep the current value"]), keep())
    check("a conflict shows both values", board.until(lambda: len(board.texts("#panel section.conflicts .sides pre")) == 2), board.texts("#panel section.conflicts pre"))
    board.click("#panel section.conflicts .buttons button")
    check("choosing a value resolves the conflict", board.until(lambda: "conflicts" not in folder.text("Oil the stairs")), folder.text("Oil the stairs"))
    check("the conflict block disappears", board.until(lambda: not board.find("#panel section.conflicts")))
    conflict = lambda key, value: f"  - {{key: {key}, value: {value}, by: Bob, at: 2026-11-20T10:00Z}}\n"
    folder.replace("Oil the stairs", "title: Oil the stairs\n", "title: Oil the stairs\nconflicts:\n" + conflict("due", "2026-12-05") + conflict("title", "Wax the stairs"))
    check("two conflicts have one button that keeps the current values", board.until(lambda: keep() == ["Keep all current values"]), keep())
    board.click("#panel .keep-current")
    check("it resolves both", board.until(lambda: "conflicts" not in folder.text("Oil the stairs")), folder.text("Oil the stairs"))
    log = [line for line in board.log() if not any(status in line for status in ("404", "409", "410", "422"))]
    check("the page logs no errors", not log, log)
end()

"""The fields that a board declares, and names that people read: the form, cards and pages."""

import re

from board import *

SETTINGS = """
labels: {todo: 할 일, doing: 진행 중, done: 완료, today: 오늘}
fields:
  estimate: {type: duration, card: true}
  effort: {type: number, card: true}
  scheduled: date
  stage: {type: choice, values: [idea, spec, build], default: idea, label: 단계, card: true}
  links: {type: text, many: true}
"""

address, folder = start()
settings = os.path.join(folder.path, "pmd.yml")


def declare(change):
    with open(settings, encoding="utf-8") as file:
        text = file.read()
    with open(settings + ".new", "w", encoding="utf-8") as file:
        file.write(change(text))
    os.rename(settings + ".new", settings)


def open_task(board, title, mode=""):
    board.js("location.hash = `#/task/${arguments[0]}${arguments[1]}`", board.id(title), mode)
    board.until(lambda: board.find(".task-form [name=title]" if mode else "#panel .fields"))
    board.js("for (const part of document.querySelectorAll('#panel details')) part.open = true")


def put(board, name, text):
    field = board.find(f'.task-form [name="fields.{name}"]')
    board.js("arguments[0].scrollIntoView({block: 'center'})", field)
    field.click()
    field.send_keys(Keys.CONTROL, "a")
    field.send_keys(text)


def marks(board, title):
    return board.js(
        "return [...document.querySelectorAll(`[data-task=\"${arguments[0]}\"] .mark`)].map((each) => each.textContent)", board.id(title))


def row(board, name):
    return (board.texts(f'#panel [data-field="{name}"] dd') or [""])[0]


title = "Call the bank"
with Board(width=1440, height=900) as board:
    board.open(address)
    check("a board without declared fields has none in its form", board.find('[name^="fields."]') is None)
    declare(lambda text: text + SETTINGS)
    check("columns take their labels", board.until(lambda: board.texts("[data-state=todo] .state") == ["할 일"]), board.texts(".state"))
    check("views take their labels", "오늘" in board.texts("#views .tab"), board.texts("#views .tab"))

    # The form.
    open_task(board, title, "/edit")
    check("the form has the five fields", len(board.texts('.task-form [name^="fields."]')) == 5, board.texts(".task-form label"))
    check("a label names its field", "단계" in board.texts(".task-form label"), board.texts(".task-form label"))
    put(board, "estimate", "1h 30min")
    put(board, "effort", "3")
    board.pick('[id="chip-fields.scheduled"]', "2027-01-15")
    board.js("""const field = document.querySelector('[name="fields.stage"]');
        field.value = 'spec'; field.dispatchEvent(new Event('input'))""")
    check("a choice lists its values", board.texts('[name="fields.stage"] option') == ["—", "idea", "spec", "build"], board.texts('[name="fields.stage"] option'))
    put(board, "links", "https://example.org/a, see notes")
    board.look("form-1440")
    board.chord(Keys.CONTROL, Keys.ENTER)
    check("the form saves the fields", board.until(lambda: "estimate: 1h30" in folder.text(title)), folder.text(title))
    text = folder.text(title)
    check("each has the spelling of its type", all(line in text for line in ("effort: 3\n", "scheduled: 2027-01-15\n", "stage: spec\n")), text)
    check("a list is saved as a list", re.search(r"links: \[.*https://example.org/a.*, see notes\]", text), text)

    # Cards and pages.
    check("the card shows the fields with 'card'", board.until(lambda: "1h30" in marks(board, title)), marks(board, title))
    check("a number has its name", "effort 3" in marks(board, title), marks(board, title))
    check("the page shows the fields", row(board, "estimate") == "1h30" and row(board, "stage") == "spec", board.texts("#panel dd"))
    check("a label names its row", "단계" in board.texts("#panel dt"), board.texts("#panel dt"))
    check("a date is in words", "Friday" in row(board, "scheduled"), row(board, "scheduled"))
    check("a URL is a link", board.js("return document.querySelector('#panel [data-field=links] a')?.href") == "https://example.org/a")
    check("the state has its label", board.texts("#panel #chip-state") == ["할 일"], board.texts("#panel #chip-state"))
    board.look("page-1440")

    # A value that does not fit.
    folder.replace(title, "estimate: 1h30", "estimate: sometime")
    check("a value that does not fit is marked", board.until(lambda: row(board, "estimate").startswith("! sometime")), row(board, "estimate"))
    reason = board.js("return document.querySelector('#panel .misfit').title")
    check("its title says why", "sometime" in reason, reason)
    check("its card marks it", board.until(lambda: "! sometime" in marks(board, title)), marks(board, title))
    open_task(board, title, "/edit")
    note = lambda: board.texts('[data-field="fields.estimate"] .field-note')[0]
    check("the form shows it as it is, with the reason", board.js("""return document.querySelector('[name="fields.estimate"]').value""") == "sometime" and "sometime" in note(), note())
    put(board, "estimate", "2 days")
    board.chord(Keys.CONTROL, Keys.ENTER)
    check("a wrong value is refused, and named", board.until(lambda: board.visible(".form-problem")), board.texts(".form-problem"))
    check("the typed value stays", board.js("""return document.querySelector('[name="fields.estimate"]').value""") == "2 days")
    put(board, "estimate", "2h")
    folder.replace(title, "stage: spec", "stage: build")
    check("a declared field takes an external change", board.until(lambda: board.js("""return document.querySelector('[name="fields.stage"]').value""") == "build"))
    board.chord(Keys.CONTROL, Keys.ENTER)
    check("a right one is saved", board.until(lambda: "estimate: 2h" in folder.text(title)), folder.text(title))

    # Children.
    parent = board.id(title)
    for name, state in (("Find the contract", "todo"), ("Compare rates", "done")):
        folder.write(state, f"{name.lower().replace(' ', '-')}.md", f"---\ntitle: {name}\nparent: {parent}\nestimate: 1h\n---\n")
    board.js("location.hash = `#/task/${arguments[0]}`", parent)
    check("the card shows the progress of its children", board.until(lambda: "↳ 1/2" in marks(board, title)), marks(board, title))
    check("the page lists the children", board.until(lambda: len(board.texts("#panel .children a")) == 2), board.texts("#panel .children"))
    check("the page sums their durations", "1/2, estimate 1h/2h" in row(board, "children"), row(board, "children"))
    board.look("children-1440")
    open_task(board, "Find the contract")
    check("the page of a child links to its parent", board.until(lambda: row(board, "parent") == title), row(board, "parent"))
    board.click("#panel [data-field=parent] a")
    check("the link opens the parent", board.until(lambda: board.texts("#panel .panel-title") == [title]), board.texts("#panel .panel-title"))

    # Labels in menus, and folder names in links.
    board.keys(Keys.ESCAPE)
    board.until(lambda: not board.visible("#panel"))
    board.js("document.querySelector(`[data-task=\"${arguments[0]}\"] a`).focus()", parent)
    board.keys("m", Keys.ARROW_DOWN, Keys.ARROW_DOWN, Keys.ARROW_RIGHT)
    check("the menu names states by their labels", board.until(lambda: any("진행 중" in item for item in board.texts("[role=menuitem]"))), board.texts("[role=menuitem]"))
    board.look("menu-1440")
    board.keys("2")
    board.keys(Keys.ESCAPE, Keys.ESCAPE)
    board.keys(",")
    board.until(lambda: board.find(".settings .states"))
    check("settings show the labels and the folders", "완료" in board.texts(".settings .state-name"), board.texts(".settings .state-name"))
    board.look("settings-1440")
    board.keys(Keys.ESCAPE)

    # Offline, and another declaration.
    open_task(board, title, "/edit")
    board.network(False)
    put(board, "effort", "5")
    board.chord(Keys.CONTROL, Keys.ENTER)
    check("an offline change of a declared field is shown", board.until(lambda: row(board, "effort") == "5"), row(board, "effort"))
    board.network(True)
    check("it is sent later", board.until(lambda: "effort: 5" in folder.text(title), seconds=25), folder.text(title))
    declare(lambda text: text.replace("  effort: {type: number, card: true}\n", "").replace("label: 단계", "label: Phase"))
    check("a page that is open takes a new declaration", board.until(lambda: "Phase" in board.texts("#panel dt")), board.texts("#panel dt"))
    open_task(board, title, "/edit")
    check("a form that is opened later, too", board.until(lambda: len(board.texts('.task-form [name^="fields."]')) == 4), board.texts(".task-form label"))
    board.keys(Keys.ESCAPE)
    log = [line for line in board.log() if not any(words in line for words in ("422", "ERR_INTERNET_DISCONNECTED"))]
    check("the page logs no errors", not log, log)

# A code signs in one browser.
server = Server(folder.path)
with Board(width=390, height=844, touch=True, language="ko-KR") as board:
    board.open(server.address)
    check("a narrow board names its columns by labels", board.until(lambda: any("할 일" in text for text in board.texts("#columns .segment, .segment"))), board.texts(".segment"))
    board.look("board-390")
    open_task(board, title)
    check("the parts are named in Korean", board.until(lambda: "하위 할 일" in board.texts("#panel dt")), board.texts("#panel dt"))
    check("a date is in Korean words", re.search(r"2027년 1월 15일", row(board, "scheduled")), row(board, "scheduled"))
    board.look("page-390")
    check("nothing is wider than the screen", board.js("return document.documentElement.scrollWidth <= innerWidth"))
    open_task(board, title, "/edit")
    board.js("""document.querySelector('[name="fields.links"]').focus()""")
    time.sleep(0.4)
    board.look("form-390")
    check("the form is not wider than the screen", board.js("return document.querySelector('.task-form').scrollWidth <= innerWidth"))
server.stop()
end()

"""The page in Korean, and the switch between languages."""

import re

from board import *

HANGUL = re.compile("[가-힣]")

address, folder = start()
with Board(language="ko-KR") as board:
    board.open(address)
    check("the page declares Korean as its language", board.js("return document.documentElement.lang") == "ko")
    check("the controls are in Korean", board.texts("#add .label") == ["추가"], board.texts("#add .label"))
    names = board.js("""return [...document.querySelectorAll('button, [role=search] input, nav, main')]
        .filter((each) => each.checkVisibility() && !each.closest('.card') && !each.dataset.segment)
        .map((each) => each.getAttribute('aria-label') ?? each.textContent.trim())""")
    # Users choose the names of columns and views.
    english = [name for name in names if not HANGUL.search(name) and name not in ("ideas", "todo", "doing", "done", "today", "next", "waiting")]
    check("every label is Korean", not english, english)
    marks = board.texts(".mark.overdue")
    check("marks are in Korean", marks and all(HANGUL.search(mark) for mark in marks), marks)
    label = board.js("return document.querySelector('[data-state=todo] .cards').getAttribute('aria-label')")
    check("column labels are in Korean", "할 일" in label, label)

    board.js("document.querySelector(`[data-task=\"${arguments[0]}\"] a`).focus()", board.id("Fix the roof"))
    # On a Korean keyboard, a letter key acts like the Latin letter on the same key.
    board.cdp("Input.dispatchKeyEvent", {"type": "keyDown", "key": "ㅡ", "code": "KeyM", "text": "ㅡ", "windowsVirtualKeyCode": 77})
    items = board.until(lambda: board.texts("[role=menuitem] span"))
    check("letter keys work with a Korean keyboard", items, items)
    check("the menu is in Korean", items and all(HANGUL.search(item) for item in items), items)
    board.keys(Keys.ESCAPE)
    board.keys(":")
    board.until(lambda: board.find("dialog.palette input"))
    board.keys("ㅅㅈ")
    found = board.until(lambda: board.texts(".palette [role=option] span")[:1] == ["삭제"])
    check("the palette finds an action by its initial consonants", found, board.texts(".palette [role=option] span")[:3])
    board.keys(Keys.ESCAPE)
    board.until(lambda: not board.find("dialog[open]"))
    board.keys("3")
    check("messages are in Korean", board.until(lambda: any(HANGUL.search(words) for words in board.toasts())), board.toasts())

    board.keys("a")
    board.until(lambda: board.find(".quick-add input"))
    board.keys("지붕 고치기 due:내일 +집")
    preview = lambda: board.texts(".quick-add .preview")[0]
    check("Korean dates are parsed", board.until(lambda: "내일" in preview() and "지붕 고치기" in preview()), preview())
    board.keys(Keys.ENTER)
    check("a Korean date is saved", board.until(lambda: "due: 2" in (folder.text("지붕 고치기") or "")), folder.text("지붕 고치기"))
    board.keys(Keys.ESCAPE)

    check("Korean lines break between words", board.js("return getComputedStyle(document.querySelector('.card-title')).wordBreak") == "keep-all")
    board.js("location.hash = `#/task/${arguments[0]}`", board.id("Fix the roof"))
    board.until(lambda: board.find("#panel .fields"))
    terms = board.texts("#panel .fields dt")
    check("field labels are in Korean", all(HANGUL.search(term) for term in terms), terms)
    due = board.texts("#panel [data-field=due] dd")[0]
    check("dates have the Korean format", re.search(r"\d+년 \d+월 \d+일", due), due)
    board.js("location.hash = `#/task/${arguments[0]}`", board.id("Oil the stairs"))
    sides = board.until(lambda: board.texts("#panel .conflicts pre"))
    check("the values of a conflict are in Korean", sides and all(HANGUL.search(side) for side in sides), sides)
    board.js("location.hash = ''")
    board.until(lambda: not board.visible("#panel"))

    # Statistics.
    settings = os.path.join(folder.path, "pmd.yml")
    with open(settings, "a", encoding="utf-8") as file:
        file.write("labels: {todo: 할 일, doing: 진행 중}\n")
    check("columns take their labels", board.until(lambda: board.find("[data-state=todo]") and "할 일" in board.texts("[data-state=todo] h2")[0]), board.texts("[data-state=todo] h2"))
    board.keys(":")
    board.until(lambda: board.find("dialog.palette input"))
    board.keys("통계")
    board.until(lambda: board.texts(".palette [role=option] span")[:1] == ["통계"])
    board.keys(Keys.ENTER)
    names = lambda: board.texts(".stats .flow-name > span")
    check("the picture of the statistics names the states by their labels", board.until(lambda: {"할 일", "진행 중"} <= set(names())), names())
    board.look("stats-labels-light")
    values = lambda: board.texts(".stats-table.by-value tbody th")
    choose = "const field = document.querySelector('.stats [name=by]'); field.value = arguments[0]; field.dispatchEvent(new Event('change'))"
    for key, wanted in (("state", {"할 일", "진행 중"}), ("priority", {"높음"})):
        board.js(choose, key)
        check(f"the statistics by {key} have the names of the values", board.until(lambda: wanted <= set(values())), values())
    oldest = board.texts(".stats-oldest .note")
    check("the oldest tasks in progress have the label of their state", oldest and all(note.startswith("진행 중") for note in oldest), oldest)
    board.media("prefers-color-scheme", "dark")
    board.look("stats-labels-dark")
    board.media("prefers-color-scheme", "light")
    board.keys(Keys.ESCAPE)
    board.until(lambda: not board.find("dialog[open]"))

    board.keys(",")
    board.until(lambda: board.find("[name=language]"))
    board.js("const field = document.querySelector('[name=language]'); field.value = 'en'; field.dispatchEvent(new Event('change'))")
    check("the language can be switched", board.until(lambda: board.texts("#add .label") == ["Add"]), board.texts("#add .label"))
    check("the chosen language is kept", board.js("return document.documentElement.lang") == "en")
    log = board.log()
    check("the page logs no errors", not log, log)
end()

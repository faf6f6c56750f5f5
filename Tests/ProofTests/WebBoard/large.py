"""A large board: columns are loaded as far as they are looked at."""

from board import *

TASKS = 450

address, folder = start()
for number in range(TASKS):
    path = os.path.join(folder.path, "ideas", f"many-{number:04}.md")
    with open(path, "w", encoding="utf-8") as file:
        file.write(f"---\ntitle: Idea {number:04}\nrank: t{number:04}m\n---\nThe body of it.\n")
run("git", "add", "-A", cwd=folder.path)
run("git", "commit", "-qm", "Add many ideas", cwd=folder.path)
with Board() as board:
    board.open(address)
    shown = lambda: len(board.titles("ideas"))
    check("the column counts all of its tasks", board.until(lambda: board.texts('[data-state="ideas"] .count')[0] == str(TASKS + 11)), board.texts('[data-state="ideas"] .count'))
    time.sleep(1)
    check("and shows the first of them", shown() == 100, shown())
    paint = board.js("return performance.getEntriesByName('first-contentful-paint')[0]?.startTime")
    check(f"something is seen after {paint:.0f} ms", paint < 3000, paint)
    scroll = "document.querySelector('[data-state=ideas] .cards').scrollTop = 1e6"
    for _ in range(8):
        board.js(scroll)
        time.sleep(0.25)
    check("scrolling shows the rest", board.until(lambda: (board.js(scroll), shown() == TASKS + 11)[1]), shown())
    top = board.js("return document.querySelector('[data-state=ideas] .cards').scrollTop")
    folder.replace("Idea 0449", "title: Idea 0449", "title: The last idea")
    check("a change at its end shows", board.until(lambda: "The last idea" in board.titles("ideas")))
    check("nothing that was loaded goes", shown() == TASKS + 11, shown())
    check("and nothing scrolls", abs(board.js("return document.querySelector('[data-state=ideas] .cards').scrollTop") - top) < 2)

    # To an exact place far down.
    board.drag_mouse(board.middle(board.card("The last idea")), board.edge(board.card("Idea 0446"), 0.3))
    check("a card drops between two others far down", board.until(lambda: ["Idea 0445", "The last idea", "Idea 0446"] == board.titles("ideas")[-6:-3]), board.titles("ideas")[-6:])

    # Top and bottom of a column that is not loaded whole.
    board.driver.get(board.origin)
    board.driver.refresh()
    board.settle()
    first = board.titles("ideas")[0]
    board.js("document.querySelector(`[data-task=\"${arguments[0]}\"] a`).focus()", board.id(first))
    board.keys(">")
    time.sleep(0.5)
    ids = board.api("/api/board?limit=1000")[1]
    last = next(column for column in ids["columns"] if column["state"] == "ideas")["tasks"][-1]["title"]
    check("a card moves to the bottom of all", board.until(lambda: next(column for column in board.api("/api/board?limit=1000")[1]["columns"] if column["state"] == "ideas")["tasks"][-1]["title"] == first), last)
    log = board.log()
    check("nothing failed in the page", not log, log)
end()

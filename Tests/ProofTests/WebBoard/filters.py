"""Filters by click: chips with addresses, Back and reload, the search text, and saving as a view."""

from board import *

address, folder = start()
with Board(width=1440, height=900) as board:
    driver = board.driver
    board.open(address)
    board.until(lambda: board.id("Fix the roof"))
    all_titles = board.titles("todo")
    chips = lambda: board.texts("#filters .filter a")
    house = lambda title: "house" in folder.text(title).split("---")[1]
    mark = lambda kind, value: board.find(f'.card .mark[data-kind="{kind}"][data-value="{value}"]')

    check("without filters there is no bar", not board.visible("#filters"))
    board.click(mark("tag", "house"))
    check("a click on a tag shows only its tasks", board.until(lambda: chips() == ["+house"] and board.titles("todo") and all(house(title) for title in board.titles("todo")) and board.titles("todo") != all_titles), [chips(), board.titles("todo")])
    check("the click opens no task", not board.visible("#panel"))
    check("the address has the filter", board.js("return location.search") == "?f=%2Bhouse", board.js("return location.href"))
    only_house = board.titles("todo")
    person = board.js("return document.querySelector('.card .mark[data-kind=assignee]')?.dataset.value")
    board.click(mark("assignee", person))
    check("a person is a second filter, and both must match", board.until(lambda: chips() == ["+house", f"@{person}"]), chips())
    check("a chip's address shows it alone", board.js("return document.querySelectorAll('#filters .filter a')[1].getAttribute('href')") == f"/?f=%40{person}", board.js("return document.querySelectorAll('#filters .filter a')[1].getAttribute('href')"))
    board.look("filters-1440")
    driver.back()
    check("Back removes the last filter", board.until(lambda: chips() == ["+house"] and board.titles("todo") == only_house), chips())
    driver.refresh()
    board.settle()
    check("a reload keeps the filter", board.until(lambda: chips() == ["+house"] and board.titles("todo") == only_house), [chips(), board.titles("todo")])
    first = only_house[0]
    board.keys("/")
    board.keys(first.split()[-1] + " or nothing")
    check("the search text is combined with the filter", board.until(lambda: board.titles("todo") == [first]), board.titles("todo"))
    check("the box has only the typed words", board.js("return document.querySelector('#search').value") == first.split()[-1] + " or nothing")
    board.keys(Keys.ENTER)
    board.keys(Keys.ESCAPE)
    check("Escape removes the words first", board.until(lambda: board.titles("todo") == only_house), board.titles("todo"))

    # On the page of a task.
    board.click(board.card(first).find_element(By.CSS_SELECTOR, ".card-title"))
    board.until(lambda: board.visible("#panel"))
    check("an open task keeps the filter in the address", board.js("return location.search + location.hash").startswith("?f=%2Bhouse#/task/"))
    board.keys(Keys.ESCAPE)
    board.until(lambda: not board.visible("#panel"))

    # From the menu, which also a task's page and the keys have.
    board.click("#filters .filter:last-of-type button")
    board.until(lambda: not board.visible("#filters"))
    board.js("document.querySelector(`[data-task=\"${arguments[0]}\"] a`).focus()", board.id(first))
    board.keys("m", Keys.END, Keys.ARROW_UP, Keys.ENTER, Keys.END, Keys.ENTER)
    check("the menu lists the filters of a task", board.until(lambda: "+house" in board.texts("[role=menu]:last-child [role=menuitem] > span")), board.texts("[role=menu]:last-child [role=menuitem] > span"))
    board.keys("+")
    board.keys(Keys.ENTER)
    check("and adds one", board.until(lambda: chips() == ["+house"]), chips())

    # A view.
    board.click("#filters button.quiet")
    board.until(lambda: board.find("dialog.prompt input"))
    board.keys("The house", Keys.ENTER)
    check("the filters are saved as a view", board.until(lambda: "The-house: +house" in open(folder.path + "/pmd.yml", encoding="utf-8").read()), open(folder.path + "/pmd.yml", encoding="utf-8").read())
    check("the view is shown instead of the filter", board.until(lambda: board.texts("#views [aria-pressed=true]") == ["The house"] and not board.visible("#filters")), board.texts("#views .tab"))
    check("with the same tasks", board.until(lambda: board.titles("todo") == only_house), board.titles("todo"))
    board.keys("u")
    check("one undo removes the view", board.until(lambda: "The-house" not in open(folder.path + "/pmd.yml", encoding="utf-8").read()))
    driver.get(board.origin + "/?f=%2Bhouse&f=" + "x" * 300 + "&f=%22%3Cb%3E")
    board.settle()
    check("an address of others is only words", board.until(lambda: chips() == ["+house", '"<b>']), chips())
    board.click("#filters .filter:last-of-type button")
    check("a chip is removed by its button", board.until(lambda: chips() == ["+house"]), chips())
    board.js("document.activeElement.blur()")
    board.keys(Keys.ESCAPE)
    check("Escape removes the last filter", board.until(lambda: not board.visible("#filters") and board.js("return location.search") == ""), board.js("return location.search"))
    log = [each for each in board.log() if "422" not in each and "404" not in each]
    check("the page logs no errors", not log, log)
end()

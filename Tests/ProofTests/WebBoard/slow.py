"""A slow server: a text that is being added is no draft, nothing is lost, and nothing is sent twice."""

from board import *
from network import behind_proxy

address, folder = start()
proxy, server, place = behind_proxy(Server, folder.path)
start_of_all = run("git", "rev-parse", "HEAD", cwd=folder.path).strip()

with Board(width=1280, height=900) as board:
    board.open(place)
    first = board.driver.current_window_handle
    second = board.window(board.origin)
    board.settle()
    board.driver.switch_to.window(first)
    field = lambda: board.find(".quick-add input")
    queued = lambda: board.of_page('modules["state/store.js"].store.queue.length')

    def add(title):
        board.keys("a")
        board.until(field)
        board.keys(title, Keys.ENTER)
        board.until(lambda: board.id(title))

    def draft():
        """Returns the text with which quick add opens."""
        if field():
            board.keys(Keys.ESCAPE)
        board.until(lambda: not field())
        board.keys("a")
        return board.until(field).get_attribute("value")

    def reopen():
        """Closes the window and its connections, and opens another one."""
        old = board.driver.current_window_handle
        new = board.window("about:blank")
        board.driver.switch_to.window(old)
        board.driver.close()
        board.driver.switch_to.window(new)
        proxy.drop()
        proxy.flowing.set()
        board.driver.get(board.origin)
        board.settle()

    proxy.flowing.clear()
    add("Sweep the yard")
    check("a text that is being added is no draft", (seen := draft()) == "", seen)
    board.keys("Rake")
    check("the next text is", (seen := draft()) == "Rake", seen)
    check("a slow change is stored", board.until(lambda: queued() == 1), queued())
    # Longer than another window waits before it sends what was queued.
    time.sleep(3)
    proxy.flowing.set()
    check("a slow change is made", board.until(lambda: folder.state("Sweep the yard") and not queued()), queued())
    check("only its own window has sent it", [change.rsplit("/", 1)[0] for change in proxy.changes] == ["PUT /api/tasks"], proxy.changes)
    check("the draft stays", (seen := draft()) == "Rake", seen)
    board.keys(" the leaves", Keys.ENTER)
    check("it can be added", board.until(lambda: folder.state("Rake the leaves")))

    # The window ends once the change is stored, and before.
    board.keys(Keys.ESCAPE)
    proxy.flowing.clear()
    add("Mow the lawn")
    board.until(lambda: queued() == 1)
    reopen()
    check("a stored task is added after its window has ended", board.until(lambda: folder.state("Mow the lawn") and not queued(), seconds=40), queued())
    check("its text is no draft", (seen := draft()) == "", seen)
    proxy.flowing.clear()
    board.js("IDBObjectStore.prototype.put = () => { throw new Error('full'); }")
    board.keys("Cut the hedge", Keys.ENTER, "Next")
    reopen()
    check("the text being typed is a draft after its window has ended", (seen := draft()) == "Next", seen)
    board.chord(Keys.CONTROL, "a")
    board.keys(Keys.BACKSPACE)
    check("then the text that could not be stored", (seen := draft()) == "Cut the hedge", seen)
    board.keys(Keys.ENTER)
    check("it can be added then", board.until(lambda: folder.state("Cut the hedge")))
    check("no text is left", (seen := draft()) == "", seen)
    titles = ["Sweep the yard", "Rake the leaves", "Mow the lawn", "Cut the hedge"]
    subjects = run("git", "log", "--format=%s", f"{start_of_all}..HEAD", cwd=folder.path)
    check("each task is added once", [subjects.count(title) for title in titles] == [1] * 4, subjects)

    # Another window does not offer the text either.
    proxy.flowing.clear()
    board.js("window.put = IDBObjectStore.prototype.put; IDBObjectStore.prototype.put = () => { throw new Error('full'); }")
    board.keys("Water the plants", Keys.ENTER)
    adder = board.driver.current_window_handle
    board.driver.switch_to.window(second)
    check("a text that one window is adding is no draft of another", (seen := draft()) == "", seen)
    board.keys(Keys.ESCAPE)
    board.driver.switch_to.window(adder)
    board.js("IDBObjectStore.prototype.put = window.put")
    proxy.flowing.set()
    check("it is added", board.until(lambda: folder.state("Water the plants")))
    check("it is no draft", (seen := draft()) == "", seen)

    # A text that is refused late is a draft again.
    proxy.flowing.clear()
    board.keys("Feed the cat due:fryday", Keys.ENTER)
    check("a text that may be refused is no draft", (seen := draft()) == "", seen)
    board.until(lambda: queued() == 1)
    proxy.flowing.set()
    check("the reason is shown", board.until(lambda: any("fryday" in words for words in board.toasts())), board.toasts())
    check("the refused text is a draft again", (seen := draft()) == "Feed the cat due:fryday", seen)
    check("nothing of it waits", queued() == 0, queued())
    board.keys(Keys.ESCAPE)

    # A change that was carried out leaves its entry, and what the entry got since stays.
    left = board.of_page("""(async () => {
        const { enqueue, takeBack, discard } = modules["state/queue.js"];
        const task = { id: "b2b2b2", title: "A", version: null };
        const first = await enqueue([{ task, patch: { priority: "high", project: "x" } }]);
        await enqueue([{ task, patch: { project: "y" }, place: { state: "todo", after: null, before: null } }]);
        await takeBack(first, null);
        const [entry] = modules["state/store.js"].store.queue;
        await discard(entry);
        return JSON.stringify([entry.patch, entry.place?.state]);
    })()""")
    check("an answered change leaves its entry, and later ones stay", left == '[{"project":"y"},"todo"]', left)
    log = [line for line in board.log() if "ERR_" not in line and "status of 4" not in line]
    check("the page logs no errors", not log, log)
server.stop()
end()

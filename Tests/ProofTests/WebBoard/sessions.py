"""Random offline sessions of two windows and a command line: nothing typed is lost or shifted.

    PMD_SEED=7 PMD_SESSIONS=200 sessions.py ADDRESS BOARD_FOLDER

Each session makes random changes in two windows and on the command line, while the server stops
and starts, and the windows lose their network. Then everything reconnects, and a list of what was
typed is compared with the files, their history and what the windows show.
"""

import random
import re
import subprocess

from board import *

address, folder = start()
seed = int(os.environ.get("PMD_SEED", "1"))
count = int(os.environ.get("PMD_SESSIONS", "4"))
server = Server(folder.path)
#: The seconds after which a change must have been sent; more than a page takes on a busy machine.
PATIENCE = 240
#: The cards of a column that are loaded at first. A window that has more shows its own changes to them.
LOADED = 100


class Typed:
    """What was typed in a session."""

    def __init__(self):
        #: The texts, each with its task and field, the actor that typed it, and the text it replaced.
        self.texts = []
        #: The last states of moved tasks by any actor.
        self.states = {}
        #: The last ticks: (task, item) to the values by any actor.
        self.ticks = {}
        self.deleted = set()

    def text(self, actor, task, field, token, replaced=""):
        self.texts.append((actor, task, field, token, replaced))

    def state(self, task, state):
        self.states.setdefault(task, set()).add(state)

    def is_replaced(self, index):
        """True if another text was typed over it, in the same window or in one that showed it.

        The windows of a browser share their unsent changes, and send the last text of a field.
        """
        actor, task, field, token, _ = self.texts[index]
        return any(later[:3] == (actor, task, field) or later[1:3] == (task, field) and token in later[4]
                   for later in self.texts[index + 1:])


class Window:
    def __init__(self, board, handle, name):
        self.board, self.handle, self.name = board, handle, name
        self.is_cut = False

    def take(self):
        self.board.driver.switch_to.window(self.handle)

    def cards(self):
        """Returns the columns with the IDs of their cards."""
        return self.board.js("return Object.fromEntries([...document.querySelectorAll('.column[data-state]')].map((column) => [column.dataset.state, [...column.querySelectorAll('[data-task]')].map((card) => card.dataset.task)]))")

    def focus(self, task):
        return self.board.js("const link = document.querySelector(`[data-task=\"${arguments[0]}\"] a`); link?.focus(); return document.activeElement === link", task)

    def cut(self, is_cut):
        self.take()
        self.is_cut = is_cut
        self.board.network(not is_cut)
        self.board.js(f"dispatchEvent(new Event('{'offline' if is_cut else 'online'}'))")


def words(chance):
    return "".join(chance.choice("bcdfghjklmnpqrstvwxz") for _ in range(7))


class Session:
    STATES = ["ideas", "todo", "doing", "done"]

    def __init__(self, number, windows):
        self.chance = random.Random(seed * 100_000 + number)
        self.windows, self.typed, self.log = windows, Typed(), []
        self.board = windows[0].board
        self.head = run("git", "rev-parse", "HEAD", cwd=folder.path).strip()
        self.is_stopped = False

    def run(self):
        for _ in range(self.chance.randint(8, 16)):
            act = self.chance.choices(
                [self.move, self.add, self.edit, self.body, self.tick, self.delete, self.by_command, self.stop, self.cut, self.place],
                [5, 4, 4, 4, 3, 1, 4, 3, 2, 4])[0]
            if act in (self.stop, self.by_command):
                act()
            else:
                window = self.chance.choice(self.windows)
                window.take()
                act(window)
        if self.is_stopped:
            self.stop()
        for window in self.windows:
            window.cut(False)

    def note(self, *what):
        self.log.append(what)

    def any_task(self, window, states=None):
        cards = [(state, task) for state, all in window.cards().items() for task in all if not states or state in states]
        return self.chance.choice(cards) if cards else (None, None)

    # What a person does.

    def move(self, window):
        state, task = self.any_task(window)
        target = self.chance.choice([each for each in self.STATES[1:] if each != state])
        if task and window.focus(task):
            self.board.keys(str(self.STATES.index(target) + 1))
            if self.board.until(lambda: task in window.cards()[target], seconds=3):
                self.typed.state(task, target)
                self.note(window.name, "move", task, target)

    def place(self, window):
        state, task = self.any_task(window, ["todo", "doing"])
        if task and window.focus(task):
            for _ in range(self.chance.randint(1, 3)):
                self.board.chord(Keys.ALT, self.chance.choice([Keys.ARROW_UP, Keys.ARROW_DOWN]))
            # This window may not know yet that the other one has moved the card to another column.
            self.typed.state(task, state)
            self.note(window.name, "place", task)

    def add(self, window):
        _, task = self.any_task(window, ["todo", "doing"])
        token = words(self.chance)
        if not task or not window.focus(task):
            return
        self.board.keys("a")
        if self.board.until(lambda: self.board.find(".quick-add input"), seconds=3):
            self.board.keys(f"New {token} +t{token}", Keys.ENTER)
            self.board.until(lambda: not self.board.find(".quick-add input") or self.board.js("return document.querySelector('.quick-add input').value === ''"), seconds=3)
            self.board.keys(Keys.ESCAPE)
            made = self.board.until(lambda: self.board.id(f"New {token}"), seconds=5)
            self.typed.text(window.name, made, "entry", token)
            self.note(window.name, "add", made, token)

    def form(self, window, task, name, text):
        """Types a text into a field of the form, and returns the text before it; None if there was no form."""
        self.board.js("location.hash = `#/task/${arguments[0]}/edit`", task)
        field = f'.task-form [name="{name}"]'
        is_open = self.board.until(lambda: self.board.find(field), seconds=5)
        before = is_open and self.board.js("return arguments[0].value", is_open)
        if is_open:
            self.board.js("const [field, text] = arguments; field.focus(); field.value = text(field.value); field.dispatchEvent(new Event('input', { bubbles: true }))".replace("text(field.value)", "text.replace('{}', field.value)"), is_open, text)
            self.board.chord(Keys.CONTROL, Keys.ENTER)
            self.board.until(lambda: not self.board.find(".task-form"), seconds=5)
        self.board.js("location.hash = ''")
        self.board.until(lambda: not self.board.visible("#panel"), seconds=3)
        return before if is_open else None

    def edit(self, window):
        _, task = self.any_task(window)
        token = words(self.chance)
        before = task and self.form(window, task, "title", f"Title {token}")
        if before is not None:
            self.typed.text(window.name, task, "title", token, before)
            self.note(window.name, "title", task, token)

    def body(self, window):
        _, task = self.any_task(window)
        token = words(self.chance)
        if task and self.form(window, task, "body", "{}" + f"\nLine {token}.\n\n- [ ] item {token}\n") is not None:
            self.typed.text(window.name, task, f"line {token}", token)
            self.note(window.name, "body", task, token)

    def tick(self, window):
        _, task = self.any_task(window)
        if not task:
            return
        self.board.js("location.hash = `#/task/${arguments[0]}`", task)
        box = self.board.until(lambda: self.board.find("#panel .body input[type=checkbox]"), seconds=2)
        if box:
            item, was = self.board.js("const all = [...document.querySelectorAll('#panel .body input[type=checkbox]')]; const box = all[arguments[0] % all.length]; const was = box.checked; const item = (box.closest('li') ?? box.parentElement).textContent.trim(); box.click(); return [item, was]", self.chance.randrange(1000))
            self.typed.ticks.setdefault((task, item.splitlines()[0].strip()), set()).add(not was)
            self.note(window.name, "tick", task, item, not was)
        self.board.js("location.hash = ''")
        self.board.until(lambda: not self.board.visible("#panel"), seconds=3)

    def delete(self, window):
        _, task = self.any_task(window, ["todo", "doing"])
        if task and window.focus(task):
            self.board.keys("d")
            self.board.until(lambda: task not in sum(window.cards().values(), []), seconds=3)
            self.typed.deleted.add(task)
            self.note(window.name, "delete", task)

    def by_command(self):
        tasks = json.loads(run("pmd", "list", "-C", folder.path, "--json", "is:any"))
        task = self.chance.choice(tasks)["id"]
        token = words(self.chance)
        kind = self.chance.choice(["title", "move", "add", "note", "delete"])
        command = {
            "title": ["edit", task, f"title:Command {token}"], "move": ["move", task, self.chance.choice(self.STATES[1:])],
            "add": ["add", f"New {token}"], "note": ["annotate", task, f"Note {token}"], "delete": ["rm", task],
        }[kind]
        done = subprocess.run(["pmd", command[0], "-C", folder.path, *command[1:]], capture_output=True, text=True, stdin=subprocess.DEVNULL)
        if done.returncode:
            return self.note("command", *command, done.stderr)
        if kind == "move":
            self.typed.state(task, command[2])
        elif kind == "delete":
            self.typed.deleted.add(task)
        else:
            self.typed.text("command", task if kind != "add" else None, f"{kind} {token}" if kind == "note" else kind if kind == "title" else token, token)
        self.note("command", *command)

    def stop(self):
        if self.is_stopped:
            server.start()
        else:
            server.stop()
        self.is_stopped = not self.is_stopped
        self.note("server", "stop" if self.is_stopped else "start")

    def cut(self, window):
        window.cut(not window.is_cut)
        self.note(window.name, "cut", window.is_cut)

    # What must be true afterwards.

    def check(self, number):
        problems = self.settle()
        problems += self.lost() + self.differences()
        check(f"session {number}: nothing typed is lost or shifted, and all show the same board", not problems, [problems, self.log])

    def settle(self):
        """Waits until every change has its answer, and nothing is left to send but what needs a decision.

        Returns the problems of those that still wait.
        """
        def is_quiet():
            for window in self.windows:
                window.take()
                words = self.board.js("return document.querySelector('#banner').textContent")
                is_busy = self.board.of_page("modules['commands/changes.js'].isUnderWay()")
                if "not responding" in words or is_busy or self.queue(False):
                    return False
            return True
        begin = time.monotonic()
        is_settled = self.board.until(is_quiet, seconds=PATIENCE)
        took = time.monotonic() - begin
        if took > 40:
            print(f"note  settled after {took:.0f} s" if is_settled else "note  not settled", flush=True)
        problems = [] if is_settled else ["the windows do not settle", *map(self.waiting, self.windows)]
        time.sleep(0.4)
        return problems

    def waiting(self, window):
        """Returns what a window is waiting for."""
        window.take()
        return [window.name, self.queue(False), self.board.of_page("""(async () => ({
            isOffline: modules['state/store.js'].store.isOffline, isUnderWay: modules['commands/changes.js'].isUnderWay(),
            isHidden: document.hidden, locks: await navigator.locks.query(),
            requests: performance.getEntriesByType('resource').slice(-12).map(({ name, startTime, duration, responseStatus }) => [name, startTime, duration, responseStatus]),
            now: performance.now() }))()""")]

    def queue(self, is_refused):
        """Returns the entries of the queue that were refused, or those that were not."""
        entries = self.board.driver.execute_async_script(
            """const done = arguments[0]; const request = indexedDB.open('pmd', 1);
            request.onsuccess = () => { const all = request.result.transaction('queue').objectStore('queue').getAll();
                all.onsuccess = () => { request.result.close(); done(all.result); }; }""")
        return [each for each in entries if bool(each["refused"]) == is_refused]

    def lost(self):
        """Returns the texts that are neither in their tasks, nor in their history, nor kept for a decision."""
        texts, paths = {}, {}
        for state in sorted(os.listdir(folder.path)):
            for name in folder.files(state) if not state.startswith(".") else []:
                if name.endswith(".md"):
                    task = name[:-3].rsplit("-", 1)[-1]
                    texts[task] = folder.read(os.path.join(folder.path, state, name))
                    paths[task] = state
        history = run("git", "log", "-p", "--format=%s%n%b", f"{self.head}..HEAD", cwd=folder.path)
        kept = {each["id"]: json.dumps(each, ensure_ascii=False) for each in self.queue(True)}
        problems = []
        for index, (actor, task, field, token, _) in enumerate(self.typed.texts):
            own = texts.get(task, "") if task else " ".join(texts.values())
            others = [other for other, text in texts.items() if token in text and task and other != task]
            if others:
                problems.append(f"{token} of {task} is in {others}")
            is_there = token in own or token in history or token in kept.get(task, "")
            if not is_there and not self.typed.is_replaced(index):
                problems.append(f"{actor} typed {token} in {field} of {task}, and it is lost")
        for task, states in self.typed.states.items():
            if task in paths and task not in kept and paths[task] not in states:
                problems.append(f"{task} is in {paths[task]}, not in {states}")
        for (task, item), values in self.typed.ticks.items():
            box = re.search(r"\[([ xX])\] " + re.escape(item) + r"\s*$", texts.get(task, ""), re.M)
            if box and task not in kept and (box.group(1) != " ") not in values:
                problems.append(f"'{item}' of {task} is {box.group(0)}, not {values}")
        for task in self.typed.deleted:
            if task in texts and task not in kept and f"{task}" not in history:
                problems.append(f"{task} is not deleted")
        return problems

    def differences(self):
        """Returns where the windows differ from a fresh one and from the command line."""
        shown = []
        for window in self.windows:
            window.take()
            shown.append(window.cards())
        self.windows[0].board.driver.switch_to.new_window("tab")
        self.board.driver.get(self.board.origin)
        self.board.settle()
        new = Window(self.board, None, "fresh")
        self.board.until(lambda: loaded(new.cards()) == loaded(shown[0]), seconds=PATIENCE / 4)
        fresh = new.cards()
        self.board.driver.close()
        self.windows[0].take()
        board = json.loads(run("pmd", "board", "-C", folder.path, "--json"))
        listed = {each["state"]: [task["id"] for task in each["tasks"]] for each in board}
        problems = []
        refused = {each["id"] for each in self.queue(True)}
        for window, cards in zip(self.windows, shown):
            if loaded(cards) != loaded(fresh):
                problems.append(f"{window.name} shows {difference(loaded(cards), loaded(fresh))}")
            longer = {state: ids for state, ids in cards.items() if len(ids) > LOADED}
            for state, ids in longer.items():
                if ids != listed.get(state, [])[:len(ids)] and not refused:
                    problems.append(f"{window.name} shows {difference({state: ids}, {state: listed.get(state, [])})}")
        for state, ids in fresh.items():
            if ids != listed.get(state, [])[:len(ids)] and not refused:
                problems.append(f"the page shows {difference({state: ids}, {state: listed.get(state, [])})}")
        return problems


def loaded(cards):
    """Returns the cards of each column that every window has loaded."""
    return {state: ids[:LOADED] for state, ids in cards.items()}


def difference(is_, wanted):
    return {state: [ids, wanted.get(state)] for state, ids in is_.items() if ids != wanted.get(state)}


with Board(width=1400, height=1000) as board:
    board.open(server.address)
    first = Window(board, board.driver.current_window_handle, "first")
    second = Window(board, board.window(server.origin), "second")
    board.cdp("Emulation.setDeviceMetricsOverride", {"width": 1400, "height": 1000, "deviceScaleFactor": 1, "mobile": False})
    board.settle()
    for number in range(count):
        session = Session(number, [first, second])
        session.run()
        session.check(number)
server.stop()
end()

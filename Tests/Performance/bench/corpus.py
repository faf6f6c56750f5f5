"""Boards to measure on: tasks and a history, the same bytes for the same seed.

A task depends on the seed and its number alone, so that a board of 10,000 begins with
the tasks of the board of 1,000. Titles and texts mix scripts; most files are of 1 KiB,
as people's are, and some are of many.
"""
import random
import re
import subprocess

CODE_LETTERS = "bcdfghjkmnpqrstvwxz"
CODE_DIGITS = "23456789"
VERBS = """Order Paint Repair Call Write Measure Sort Bake Plan Print Return Water Visit Sell
Fold Borrow Sketch Compare Answer Pack""".split()
THINGS = """the roof|a birthday cake|the tax form|bus tickets|the garden gate|winter tyres|the
school report|a thank-you card|the bicycle chain|old photographs|the kitchen shelf|library
books|the smoke alarm|a train to Busan|the insurance letter|tomato seedlings|the guest room|a
slow query|the login page|release notes""".replace("\n", " ").split("|")
OTHER_TITLES = """우유와 달걀 사기|회의록 정리하기|자전거 고치기|도서관에 책 반납|牛乳を買う|報告書を
送る|给妈妈打电话|Купить молоко|Réserver l'hôtel à Orléans|Größe der Tür messen|🎂 cake for
Jo|🚲 fix the brakes 🔧|👩‍👩‍👧 family photo|تجديد جواز السفر|לשלם חשבון|Ελιές από την
αγορά""".replace("\n", " ").split("|")
WORDS = """when the rain stops ask Jo for her ladder and bring back what was borrowed last year
before noon nobody answered so try again on Monday it costs less than expected but takes longer
two of them are missing one is broken see the list below""".split()
OTHER_WORDS = "내일 오전에 다시 전화하기 그리고 확인 über süß naïve 明日 までに ещё раз ✅ 📎 → …".split()
TAGS = "house garden errands work urgent waiting family money travel idea".split()
PEOPLE = [("Ann", "ann@example.org"), ("Bob", "bob@example.org"),
          ("Chloé", "chloe@example.org"), ("민준", "minjun@example.org")]
#: In about one body of a hundred each, and in nothing else.
RARE, RARE_HANGUL = "quincunx", "감나무"
START = 1_735_725_600  # 2025-01-01, in seconds since 1970

#: What share of the tasks each state has.
SHAPES = {
    "open": [("todo", 70), ("doing", 20), ("review", 10), ("done", 0)],
    "one-folder": [("todo", 100), ("doing", 0), ("done", 0)],
    "mostly-done": [("todo", 2), ("doing", 1), ("done", 97)],
    "fifty-states": [(f"step-{i:02}", 2) for i in range(1, 50)] + [("done", 2)],
    "large-bodies": [("todo", 70), ("doing", 30), ("done", 0)],
}


class Task:
    """One task, as the file that pmd, or a person, would have written."""

    def __init__(self, seed, number, shape):
        pick = random.Random(seed * 7_368_787 + number)
        self.number = number
        self.code = self._code(pick)
        self.title = self._title(pick)
        self.state = pick.choices([s for s, _ in SHAPES[shape]], [w for _, w in SHAPES[shape]])[0]
        self.keys = self._keys(pick)
        self.body = self._body(pick, shape)
        slug = re.sub(r"[^\w]+", "-", self.title.lower()).strip("-_")[:40].rstrip("-") or "task"
        self.name = f"{slug}-{self.code}.md"

    @staticmethod
    def _code(pick):
        code = "".join(pick.choice(s) for s in (CODE_LETTERS, CODE_DIGITS) * 3)
        return code

    def _title(self, pick):
        if self.number % 8 == 5:
            return f"{pick.choice(OTHER_TITLES)} {pick.randint(1, 99)}"
        number = pick.randint(1, 99)
        where = pick.choice(["", "", "", " again", " before Friday", f" for number {number}"])
        return f"{pick.choice(VERBS)} {pick.choice(THINGS)}{where}"

    @staticmethod
    def _keys(pick):
        keys = {}
        if pick.random() < 0.4:
            keys["due"] = f"2026-{pick.randint(1, 12):02}-{pick.randint(1, 28):02}"
        if pick.random() < 0.3:
            keys["priority"] = pick.choice(["high", "medium", "low"])
        if pick.random() < 0.6:
            keys["tags"] = "[" + ", ".join(pick.sample(TAGS, pick.randint(1, 3))) + "]"
        if pick.random() < 0.4:
            keys["assignees"] = "[" + pick.choice(["ann", "bob", "chloé", "민준"]) + "]"
        if pick.random() < 0.1:
            keys["estimate"] = f"{pick.randint(1, 8)}h  # a guess"
        keys["created"] = f"2025-{pick.randint(1, 12):02}-{pick.randint(1, 28):02}T09:00:00+09:00"
        return keys

    def _body(self, pick, shape):
        lines = []
        wanted = 4_000 if shape == "large-bodies" and self.number % 10 == 3 else \
            pick.choices([0, 4, 12, 40, 200], [10, 40, 35, 13, 2])[0]
        while len(lines) < wanted:
            kind = pick.random()
            script = OTHER_WORDS if pick.random() < 0.15 else WORDS
            words = pick.choices(script, k=pick.randint(5, 14))
            text = " ".join(words)
            lines.append(f"- [{pick.choice(' x')}] {text}" if kind < 0.2 else
                         f"## {text[:24]}" if kind < 0.25 else "" if kind < 0.35 else text)
        for word in (RARE, RARE_HANGUL):
            if lines and pick.random() < 0.01:
                lines.insert(len(lines) // 2, f"Nothing like a {word} in spring.")
        return lines

    @property
    def path(self):
        return f"{self.state}/{self.name}"

    def text(self):
        keys = "".join(f"{key}: {value}\n" for key, value in self.keys.items())
        title = self.title if re.match(r"\w", self.title) else f"'{self.title}'"
        body = "".join(line + "\n" for line in self.body)
        return f"---\ntitle: {title}\n{keys}---\n{body}".encode()


def tasks(seed, count, shape):
    """The tasks of a board, no two with one code."""
    codes, found, number = set(), [], 0
    while len(found) < count:
        task = Task(seed, number, shape)
        number += 1
        if task.code not in codes:
            codes.add(task.code)
            found.append(task)
    return found


def change(pick, task, states):
    """One thing that a person does to a task; says what in a commit's words."""
    kind = pick.random()
    if kind < 0.3:
        task.state = pick.choice(states)
        return f"Move '{task.title}' to {task.state}"
    if kind < 0.5:
        task.keys["due"] = f"2027-{pick.randint(1, 12):02}-{pick.randint(1, 28):02}"
        return f"Edit '{task.title}': due"
    if kind < 0.7:
        task.keys["priority"] = pick.choice(["high", "medium", "low"])
        return f"Edit '{task.title}': priority"
    task.body.append(" ".join(pick.choices(WORDS, k=8)))
    return f"Edit '{task.title}': text"


class Importer:
    """Writes a history into a bare repository by git's own fast lane.

    ``files`` are those that ``pmd init`` makes.
    """

    def __init__(self, repository, files, environment, compression=1):
        subprocess.run(["git", "init", "-q", "--bare", "-b", "main", repository], check=True,
                       env=environment)
        self._files = files
        self._git = subprocess.Popen(
            ["git", "-C", repository, "-c", f"core.compression={compression}", "-c",
             "fastimport.unpackLimit=0", "fast-import", "--quiet", "--depth=50"],
            stdin=subprocess.PIPE, env=environment)

    def _say(self, *parts):
        self._git.stdin.write(b"".join(p if isinstance(p, bytes) else p.encode() for p in parts))

    def _commit(self, branch, person, time, message, mark=None, parent=None):
        text = message.encode()
        name, address = person
        self._say(f"commit refs/heads/{branch}\n", f"mark {mark}\n" if mark else "",
                  f"committer {name} <{address}> {time} +0900\n",
                  f"data {len(text)}\n", text, "\n", f"from {parent}\n" if parent else "")

    def _file(self, path, text):
        self._say(f"M 100644 inline {path}\ndata {len(text)}\n", text, "\n")

    def all(self, board):
        """The first commit: every task at once, as an import makes it."""
        self._commit("main", PEOPLE[0], START, f"Import {len(board)} tasks", mark=":1")
        for path, text in self._files.items():
            self._file(path, text)
        for task in board:
            self._file(task.path, task.text())

    def history(self, seed, board, states, commits, branch="main", several=True, parent=None,
                deletions=0):
        """So many commits more, of one task each, now and then of several.

        ``parent``: where a branch begins, ``:1`` for the first commit of all. ``deletions``: so
        many commits, evenly spread, delete a task of the board.

        Returns the deleted tasks, oldest first.
        """
        pick = random.Random(seed + 1)
        time, deleted = START, []
        for number in range(commits):
            time += pick.randint(60, 3_600)
            if deletions and number % (commits // deletions) == 0:
                deleted.append(board.pop(pick.randrange(len(board))))
                self._commit(branch, PEOPLE[0], time, f"Delete '{deleted[-1].title}'")
                self._say(f"D {deleted[-1].path}\n")
                continue
            some = pick.randint(2, 12) if several and pick.random() < 0.1 else 1
            changed = [board[number // 500 % len(board)]] if number % 500 == 250 else \
                pick.sample(board, min(some, len(board)))
            before = [task.path for task in changed]
            said = [change(pick, task, states) for task in changed]
            words = said[0] if len(said) == 1 else f"Edit {len(said)} tasks"
            self._commit(branch, pick.choice(PEOPLE), time, words,
                         parent=parent if number == 0 else None)
            for old, task in zip(before, changed):
                if old != task.path:
                    self._say(f"D {old}\n")
                self._file(task.path, task.text())
        return deleted

    def finish(self):
        self._git.stdin.close()
        if self._git.wait() != 0:
            raise SystemExit("git fast-import failed: see above")

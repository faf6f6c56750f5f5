"""The repositories that rows work on, each made when the first row asks for it."""
import os
import random
import shutil
import subprocess
import tempfile

from . import corpus
from .measure import Failed


class Boards:
    """All that is made of one board of so many tasks.

    ``base.git`` has the tasks and a short history. Of it are cloned: ``board`` by pmd,
    ``plain`` by git, and whatever else a row wants for itself.
    """

    def __init__(self, folder, count, seed, shape, environment):
        self.folder, self.count, self.seed, self.shape = folder, count, seed, shape
        self.environment = environment
        self._files = None
        self._made = {}
        os.makedirs(folder, exist_ok=True)

    def at(self, *names):
        return os.path.join(self.folder, *names)

    def run(self, *words, folder=None, environment=None):
        """Runs a command that is no part of what is measured."""
        done = subprocess.run([str(word) for word in words], cwd=folder or self.folder,
                              env=self.environment | (environment or {}), capture_output=True,
                              stdin=subprocess.DEVNULL)
        if done.returncode != 0:
            raise Failed(f"'{' '.join(map(str, words))[:120]}' ended with {done.returncode}: "
                         + done.stderr.decode(errors="replace")[-300:])
        return done.stdout.decode(errors="replace")

    def discard(self, *names):
        """Puts a folder aside that is made again, until all is removed at the end of the run.

        ext4 looks at the inodes deleted within the last minutes for each new file, so
        whoever creates files after thousands were deleted waits for that.
        """
        if os.path.exists(self.at(*names)):
            os.rename(self.at(*names), tempfile.mkdtemp(prefix="discarded-", dir=self.folder))

    @property
    def states(self):
        return [state for state, _ in corpus.SHAPES[self.shape]]

    @property
    def files(self):
        """What ``pmd init`` makes a board of."""
        if self._files is None:
            self.run("pmd", "init", "-q", "empty", "--states", ",".join(self.states))
            self._files = {}
            for name in ["pmd.yml", ".gitattributes", ".gitignore"]:
                with open(self.at("empty", name), "rb") as file:
                    self._files[name] = file.read()
            self._files |= {f"{state}/.gitkeep": b"" for state in self.states}
            shutil.rmtree(self.at("empty"))
        return self._files

    def tasks(self, count=None):
        return corpus.tasks(self.seed, count or self.count, self.shape)

    def importer(self, name):
        return corpus.Importer(self.at(name), self.files, self.environment)

    def once(self, name, make):
        """The path of what is made by ``make``, for the first who asks."""
        if name not in self._made:
            make()
            self._made[name] = self.at(name)
        return self._made[name]

    @property
    def base(self):
        def make():
            importer, tasks = self.importer("base.git"), self.tasks()
            importer.all(tasks)
            # On a large board each commit is a tree of megabytes.
            importer.history(self.seed, tasks, self.states, min(300, 3_000_000 // self.count))
            importer.finish()
        return self.once("base.git", make)

    def remote(self, name, of=None):
        """A bare copy of a repository, to fetch from and to push to."""
        return self.once(name, lambda: self.git_clone(name, of, "--bare"))

    def clone(self, name, of=None):
        """Made by pmd, with its cache filled."""
        def make():
            self.run("pmd", "clone", "-q", of or self.base, name)
            self.run("pmd", "list", folder=self.at(name))
        return self.once(name, make)

    def plain(self, name, of=None):
        """Made by git alone."""
        return self.once(name, lambda: self.git_clone(name, of))

    def git_clone(self, name, of, *options):
        self.run("git", "clone", "-q", *options, of or self.base, name)

    @property
    def board(self):
        return self.clone("board")


def task_files(repository):
    """The paths of the tasks that git tracks, in an order that is no file system's."""
    done = subprocess.run(["git", "-C", repository, "ls-files", "-z", "*.md"], check=True,
                          capture_output=True)
    paths = [path.decode() for path in done.stdout.split(b"\0") if path]
    random.Random(1).shuffle(paths)
    return paths


def code(path):
    """The code that names a task."""
    return path.removesuffix(".md").rsplit("-", 1)[-1]


def short_codes(paths):
    """By each code the four or more characters that a person would type for it."""
    codes = sorted(code(path) for path in paths)
    short = {}
    for number, word in enumerate(codes):
        near = codes[max(0, number - 1):number] + codes[number + 1:number + 2]
        alike = max((len(os.path.commonprefix([word, other])) for other in near), default=0)
        short[word] = word[:max(4, alike + 1)]
    return short


def touch(repository, path, number):
    """Edits a task as an editor would: one key more, or another value for it."""
    file = os.path.join(repository, path)
    with open(file, "rb") as old:
        lines = old.read().split(b"\n")
    lines = [line for line in lines if not line.startswith(b"note: ")]
    lines.insert(1, b"note: %d" % number)
    with open(file + ".new", "wb") as new:
        new.write(b"\n".join(lines))
    os.replace(file + ".new", file)


def size(folder):
    """The bytes of all files below a folder, but for pmd's own notes."""
    total = 0
    for where, folders, names in os.walk(folder):
        if "pmd" in folders:
            folders.remove("pmd")
        total += sum(os.lstat(os.path.join(where, name)).st_size for name in names)
    return total

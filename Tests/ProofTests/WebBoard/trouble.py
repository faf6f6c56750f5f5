"""What goes wrong under an open form: a broken file, a held lock, a full disk. What was typed stays."""

import subprocess

from board import *

address, folder = start()
git = os.path.join(folder.path, ".git")


class Full:
    """A disk without room for the objects of the repository."""

    def __init__(self):
        self.objects = os.path.join(git, "objects")

    def __enter__(self):
        kept = self.objects + ".kept"
        run("cp", "-a", self.objects, kept)
        run("mount", "-t", "tmpfs", "-o", "size=8m", "none", self.objects)
        run("cp", "-a", kept + "/.", self.objects)
        run("rm", "-r", kept)
        subprocess.run(f"head -c 9000000 /dev/zero >'{self.objects}/filler'", shell=True, stderr=subprocess.DEVNULL)

    def __exit__(self, *error):
        os.remove(self.objects + "/filler")
        kept = self.objects + ".kept"
        run("cp", "-a", self.objects, kept)
        run("umount", self.objects)
        run("cp", "-a", kept + "/.", self.objects)
        run("rm", "-r", kept)


with Board(width=1280, height=900) as board:
    board.open(address)
    title = "Call the bank"
    value = lambda name: board.js("return document.querySelector(`.task-form [name=${arguments[0]}]`)?.value", name)
    problem = lambda: (board.texts(".form-problem") or [""])[0]

    def edit(new):
        board.js("location.hash = `#/task/${arguments[0]}/edit`", board.id(title))
        board.until(lambda: board.find(".task-form [name=title]"))
        field = board.find(".task-form [name=title]")
        field.click()
        field.send_keys(Keys.CONTROL, "a")
        field.send_keys(new)

    def save():
        board.chord(Keys.CONTROL, Keys.ENTER)

    # Another program holds the lock.
    edit("Call the bank today")
    holder = subprocess.Popen(["flock", "-F", git + "/pmd/lock", "sleep", "300"])
    time.sleep(0.3)
    save()
    check("a held lock is told in the form", board.until(lambda: "pmd" in problem() and "again" in problem().lower(), seconds=40), problem())
    check("what was typed stays", value("title") == "Call the bank today", value("title"))
    check("the file is as it was", folder.state(title) == "todo")
    holder.kill()
    holder.wait()
    save()
    check("once it is free, saving goes on", board.until(lambda: folder.state("Call the bank today") == "todo", seconds=40), problem())
    title = "Call the bank today"
    board.until(lambda: board.visible("#panel-edit"))

    # The disk is full.
    if os.getuid() == 0:
        edit("Call the bank now")
        with Full():
            save()
            check("a full disk is told in the form", board.until(lambda: "disk" in problem() or "space" in problem(), seconds=20), problem())
            check("what was typed stays then too", value("title") == "Call the bank now", value("title"))
            check("and the file is as it was", folder.state(title) == "todo")
            board.driver.refresh()
            board.settle()
            board.until(lambda: board.visible("#panel-edit") or board.find(".task-form"))
        if not board.find(".task-form"):
            board.click("#panel-edit")
        check("the draft is there after the page is loaded again", board.until(lambda: value("title") == "Call the bank now"), value("title"))
        save()
        check("with room, saving goes on", board.until(lambda: folder.state("Call the bank now") == "todo", seconds=20), problem())
        title = "Call the bank now"
        check("the repository is whole", not run("git", "-C", folder.path, "fsck", "--strict", "--no-dangling"))
        board.until(lambda: board.visible("#panel-edit"))
    else:
        print("note  a full disk was not tried: this user may not mount one")

    # An editor saves a file that is no task.
    edit("Call the bank at once")
    path = folder.find(title)[1]
    whole = open(path, encoding="utf-8").read()
    folder.write("todo", os.path.basename(path), whole.replace("---\n", "---\ntitle: [\n", 1))
    save()
    check("a broken file is told in the form", board.until(lambda: problem() and value("title"), seconds=20), problem())
    check("what was typed stays beside a broken file", value("title") == "Call the bank at once", value("title"))
    check("and the broken file is as it was saved", "title: [" in open(path, encoding="utf-8").read())
    folder.write("todo", os.path.basename(path), whole)
    board.until(lambda: board.id(title))
    save()
    check("once it is mended, saving goes on", board.until(lambda: folder.state("Call the bank at once") == "todo", seconds=20), problem())
    log = [line for line in board.log() if not any(status in line for status in ("409", "412", "422", "503", "507"))]
    check("nothing failed in the page", not log, log)
end()

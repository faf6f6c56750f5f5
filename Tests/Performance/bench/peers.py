"""The same tasks as other programs keep them."""
import json
import os
import uuid

from .measure import Command


def taskwarrior(boards, *words):
    """Titles, tags and dates, without texts: less than pmd has to look after."""
    folder = boards.at("taskwarrior")
    environment = {"TASKDATA": folder, "TASKRC": os.path.join(folder, "taskrc")}

    def make():
        os.makedirs(folder)
        with open(environment["TASKRC"], "w", encoding="utf-8") as file:
            file.write("confirmation=off\nverbose=nothing\ndefaultwidth=100\ngc=on\n")
        with open(os.path.join(folder, "pending.data"), "w", encoding="utf-8") as file:
            file.writelines(_line(boards.seed, task) for task in boards.tasks())
    boards.once("taskwarrior", make)
    return Command(["task", *(words or ["list"])], folder, environment=environment)


def _line(seed, task):
    keys = {"description": task.title, "status": "pending", "entry": "1735725600",
            "modified": "1735725600",
            "uuid": str(uuid.UUID(int=(seed << 64) + task.number, version=4))}
    if "tags" in task.keys:
        keys["tags"] = task.keys["tags"].strip("[]").replace(" ", "")
    words = [f"{key}:{json.dumps(value, ensure_ascii=False)}" for key, value in keys.items()]
    return f"[{' '.join(words)}]\n"


def todo_txt(boards):
    """A line a task."""
    folder = boards.at("todo-txt")
    settings = os.path.join(folder, "config")

    def make():
        os.makedirs(folder)
        with open(settings, "w", encoding="utf-8") as file:
            for key, name in (("TODO_DIR", ""), ("TODO_FILE", "todo.txt"),
                              ("DONE_FILE", "done.txt"), ("REPORT_FILE", "report.txt")):
                file.write(f'export {key}="{folder}/{name}"\n')
        with open(os.path.join(folder, "todo.txt"), "w", encoding="utf-8") as file:
            for task in boards.tasks():
                tags = task.keys.get("tags", "[]").strip("[]").split(", ")
                file.write(" ".join([task.title] + [f"+{tag}" for tag in tags if tag]) + "\n")
    boards.once("todo-txt", make)
    return Command(["todo-txt", "-p", "-d", settings, "ls"], folder)

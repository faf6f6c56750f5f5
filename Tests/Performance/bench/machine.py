"""The programs that the rows need, and the machine they run on."""
import os
import shutil
import subprocess
import sys

ROOT = os.path.realpath(os.path.join(os.path.dirname(__file__), "../../.."))
#: Programs by the Debian package that has them.
PEERS = {"git": "git", "rg": "ripgrep", "task": "taskwarrior", "todo-txt": "todotxt-cli",
         "wrk": "wrk", "chromedriver": "chromium-driver python3-selenium"}


def say(words):
    print(words, file=sys.stderr, flush=True)


def install_peers():
    """Installs what is missing; returns why, by program, for what stays missing."""
    missing = {program: package for program, package in PEERS.items() if not shutil.which(program)}
    if missing:
        done = subprocess.run([f"{ROOT}/examples/install-packages", *missing.values()],
                              capture_output=True, text=True, stdin=subprocess.DEVNULL)
        if done.returncode != 0:
            say(done.stderr.strip())
    return {program: f"{package} is not installed" for program, package in missing.items()
            if not shutil.which(program)}


def build():
    """The release build; returns the folder of what it made."""
    words = ["swift", "build", "-c", "release", "--static-swift-stdlib"]
    for product in ("pmd", "merge-timer"):
        say(f"building {product}")
        done = subprocess.run(words + ["--product", product], cwd=ROOT, capture_output=True,
                              text=True)
        if done.returncode != 0:
            say((done.stdout + done.stderr)[-4000:])
            raise SystemExit(1)
    found = subprocess.run(words + ["--show-bin-path"], cwd=ROOT, capture_output=True, text=True,
                           check=True)
    return found.stdout.strip()


def compile_tools(folder):
    """The programs in C beside this file."""
    tools = {}
    for name in ("launch", "floor"):
        tools[name] = os.path.join(folder, name)
        source = os.path.join(os.path.dirname(__file__), name + ".c")
        subprocess.run(["gcc", "-O2", "-Wall", "-o", tools[name], source], check=True)
    return tools


def environment(folder, binaries):
    """A home of its own: no settings of whoever runs this, and git without the upkeep
    that would run beside the next row."""
    home = os.path.join(folder, "home")
    os.makedirs(home, exist_ok=True)
    settings = os.path.join(home, ".gitconfig")
    with open(settings, "w", encoding="utf-8") as file:
        file.write("[user]\nname = Ann\nemail = ann@example.org\n[init]\ndefaultBranch = main\n"
                   "[maintenance]\nauto = false\n[receive]\nautogc = false\n[pull]\nrebase = false\n"
                   "[advice]\ndetachedHead = false\n")
    return {"HOME": home, "GIT_CONFIG_GLOBAL": settings, "GIT_CONFIG_SYSTEM": "/dev/null",
            "PATH": binaries + ":" + os.environ["PATH"], "LC_ALL": "C.UTF-8", "GIT_PAGER": "cat",
            "TASKRC": os.path.join(home, "taskrc"), "TZ": "UTC0", "GIT_EDITOR": "true"}


def has(pmd, command):
    """Whether a version of pmd has a command."""
    return subprocess.run([pmd, command, "--help"], capture_output=True,
                          stdin=subprocess.DEVNULL).returncode == 0


def first_line(words):
    try:
        done = subprocess.run(words, capture_output=True, text=True, stdin=subprocess.DEVNULL)
    except OSError:
        return "not installed"
    return (done.stdout.splitlines() or [""])[0]


def facts(folder):
    """The machine in words, as far as it tells."""
    with open("/proc/cpuinfo", encoding="utf-8") as file:
        models = [line.split(":")[1].strip() for line in file if line.startswith("model name")]
    with open("/proc/meminfo", encoding="ascii") as file:
        memory = int(file.readline().split()[1]) / 1024 / 1024
    kind = first_line(["stat", "-f", "-c", "%T", folder])
    return {
        "machine": f"{os.cpu_count()} x {models[0] if models else os.uname().machine}, "
                   f"{memory:.0f} GiB, Linux {os.uname().release}, files on {kind}",
        "load": " ".join(f"{load:.1f}" for load in os.getloadavg()),
        "programs": {"git": first_line(["git", "--version"]), "rg": first_line(["rg", "--version"]),
                     "task": first_line(["task", "--version"])},
    }

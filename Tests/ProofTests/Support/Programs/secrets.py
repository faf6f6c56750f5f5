#!/usr/bin/env python3
"""Runs a program, and meanwhile searches every process's command line and environment
for a secret. Also checks whether core dumps are disabled for the transfer process.

usage: secrets.py FILE PROGRAM [ARGUMENT]...      FILE contains the secret
Prints where the secret was seen. Exits with the program's exit status.
"""
import glob
import subprocess
import sys

secret = open(sys.argv[1], "rb").read().strip()
program = subprocess.Popen(sys.argv[2:], stdout=subprocess.DEVNULL)
seen, looks = set(), 0
while program.poll() is None:
    looks += 1
    for folder in glob.glob("/proc/[0-9]*"):
        try:
            line = open(folder + "/cmdline", "rb").read()
            if secret in line:
                seen.add("a command line: " + line.replace(b"\0", b" ").decode(errors="replace"))
            if secret in open(folder + "/environ", "rb").read():
                seen.add("the environment of " + line.replace(b"\0", b" ").decode(errors="replace"))
            if b"__transfer" in line:
                for limit in open(folder + "/limits"):
                    # The process sets its limits only after it has started.
                    if limit.startswith("Max core") and limit.split()[4] == "0":
                        seen.add("no core")
        except OSError:
            pass
print(looks, "looks")
print("\n".join(sorted(seen)))
sys.exit(program.returncode)

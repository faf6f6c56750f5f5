#!/usr/bin/env python3
"""Runs a program, and writes the peak memory of it or one of its children to FILE, in KiB.

usage: measure.py FILE PROGRAM [ARGUMENT]...
"""
import resource
import subprocess
import sys

status = subprocess.call(sys.argv[2:])
with open(sys.argv[1], "w") as file:
    file.write(str(resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss))
sys.exit(status if status >= 0 else 128 - status)

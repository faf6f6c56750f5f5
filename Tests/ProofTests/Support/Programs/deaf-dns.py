#!/usr/bin/env python3
"""Runs a program while a name server at 127.0.0.77 takes questions and answers none.

usage: deaf-dns.py PROGRAM [ARGUMENT]...    69 where that port is not to be had
"""
import socket
import subprocess
import sys

deaf = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
try:
    deaf.bind(("127.0.0.77", 53))
except OSError:
    sys.exit(69)
sys.exit(subprocess.call(sys.argv[1:]))

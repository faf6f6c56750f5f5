#!/usr/bin/env python3
"""Runs a program while a DNS server on 127.0.0.77 receives queries and never responds.

usage: deaf-dns.py PROGRAM [ARGUMENT]...    exits with 69 if the port is not available
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

#!/usr/bin/env python3
"""Replaces ssh: connects standard input and output to a local port.

usage: netcat.py PORT [SSH-ARGUMENT]...
"""
import os
import select
import socket
import sys

remote = socket.create_connection(("127.0.0.1", int(sys.argv[1])))
ends = [0, remote]
while remote in ends:
    for end in select.select(ends, [], [])[0]:
        data = os.read(0, 65536) if end == 0 else remote.recv(65536)
        if not data:
            ends.remove(end)
            if end == 0:
                remote.shutdown(socket.SHUT_WR)
        elif end == 0:
            remote.sendall(data)
        else:
            os.write(1, data)

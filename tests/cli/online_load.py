#!/usr/bin/env python3
"""Many connections and many games at once: moves are durable, and reach the other player in time.

    online_load.py PROGRAM LOADER

The usual form is small; LUDOTECA_TEST_LONG asks for all that a process can have here."""

import json
import resource
import sqlite3
import subprocess
import sys
import tempfile
import time

from harness import check, finish
from serve_driver import LONG, SANITIZED, Server, read_status

LOADER = sys.argv[2]
DESCRIPTORS = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
KILOBYTES_EACH = 16  # at most, for a connection
GAME_KILOBYTES = 24  # what a game in memory takes besides


def resident_kb(server):
    return int(read_status(server)["VmRSS"].split()[0])


def load(server, connections, games, rate, seconds):
    """(what the loader says, kilobytes for a connection)."""
    empty = resident_kb(server)
    loader = subprocess.Popen([LOADER, str(server.port), *map(str, (connections, games, rate, seconds))],
                              stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    ready = loader.stdout.readline().split()
    if not ready:
        return {"moves": 0, "refused": -1, "p99_ms": -1, "error": loader.stderr.read().decode()}, 0
    time.sleep(1)
    all_games = games + 1 + connections // 100
    each = (resident_kb(server) - empty - all_games * GAME_KILOBYTES) / int(ready[1])
    out, err = loader.communicate(b"\n", timeout=600)
    return (json.loads(out) if out else {"moves": 0, "refused": -1, "p99_ms": -1, "error": err.decode()}), each


def count_events(data):
    with sqlite3.connect(f"file:{data}/games.sqlite?mode=ro", uri=True) as base:
        return base.execute("SELECT count(*) FROM event WHERE body LIKE '%\"type\": \"move\"%'").fetchone()[0]


def try_load(connections, games, rate, seconds, most_ms):
    with tempfile.TemporaryDirectory() as data:
        with Server("--data", data, "--rate", 0) as server:
            said, each = load(server, connections, games, rate, seconds)
            check(f"{connections} connections, {games} games, {rate} moves a second: {said}",
                  said["moves"] >= 0.99 * rate * seconds and said["refused"] == 0 and 0 <= said["p99_ms"] < most_ms, said)
            if not SANITIZED:
                check(f"… {each:.1f} kB for a connection", each < KILOBYTES_EACH, each)
            server.process.kill()
            server.process.communicate()
        kept = count_events(data)
        check(f"… {kept} moves are in the file of a server that was killed", kept >= said["moves"] > 0, kept)


if LONG and not SANITIZED:
    most = min(19000, DESCRIPTORS - 1000)
    try_load(most, 2000, 2500, 20, 100)
    try_load(most, 2000, 5000, 20, 1000)
else:
    try_load(300, 100, 100 if SANITIZED else 500, 3, 2000 if SANITIZED else 500)
finish()

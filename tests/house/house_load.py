#!/usr/bin/env python3
"""Three servers of one house under load: moves are durable and reach the other player in time, whoever is asked; and one
game that very many watch, of whom nearly all see each move within a second.

    house_load.py PROGRAM LOADER

The usual form is small; with LUDOTECA_TEST_LONG ten thousand watch."""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "cli"))

from harness import check, finish  # noqa: E402
from loads import Shared, load, open_house  # noqa: E402
from serve_driver import LONG, SLOWNESS  # noqa: E402

PROGRAM, LOADER = sys.argv[1:3]
WITHIN_S = 1 * SLOWNESS


def try_moves(house, connections, games, rate, seconds):
    said, _, cost = load(LOADER, Shared(house), connections, games, rate, seconds)
    check(f"{connections} connections at three servers, {games} games, {rate} moves a second: {said}",
          said["moves"] >= 0.99 * rate * seconds and said["refused"] == 0 and 0 <= said["p99_ms"] < 1000 * WITHIN_S, said)
    kept = int(house.first.query("SELECT count(*) FROM event WHERE body LIKE '%\"type\": \"move\"%'")[0])
    check(f"… all {kept} of them are in the database", kept >= said["moves"] > 0, kept)
    check("… most were handed on by the server that was asked", cost.get("ludoteca_calls_forwarded_total", 0) > said["moves"] / 3, cost)
    return said


def try_watchers(house, watchers, seconds):
    """One player moves every second; nobody may miss a move, and 99 of 100 have it within a second."""
    said, _, _ = load(LOADER, Shared(house), watchers + 2, 1, 1, seconds, watchers)
    due = watchers * said["moves"]
    check(f"{watchers} watchers at three servers: {said}", said["moves"] >= seconds - 2 and said.get("watched") == due, said)
    check(f"… 99 of 100 have a move within {WITHIN_S} s", due > 0 and said["watched_p99_ms"] < 1000 * WITHIN_S, said)


with open_house(PROGRAM, 3) as house:
    try_moves(house, *((3000, 1000, 800, 20) if LONG else (300, 100, 150, 3)))
    try_watchers(house, *((10000, 20) if LONG else (600, 4)))
    for server in house.servers:
        status, err = server.stop()
        check(f"{server.name} ends well", status == 0 and "Sanitizer" not in err, (status, err[-2000:]))
finish()

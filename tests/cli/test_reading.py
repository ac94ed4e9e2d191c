#!/usr/bin/env python3
"""Every front door reads positions and moves alike: the program, the engine protocol, the server."""

import json

from engine_driver import Engine
from game_rows import START
from harness import check, finish, run
from serve_driver import Server

FEN = "4S,4S,4S,4S,4S,4S/4S,4S,4S,4S,4S,4S 0 0 S 1"
AFTER_C = "4-4-0-5-5-5-5-4-4-4-4-4-0-0-N"
# game, position, moves, and the position that they lead to (None: refused)
CASES = [
    ("oware", None, "F f", "5-5-5-5-4-0-5-5-5-5-4-0-0-0-S"),
    ("oware", START["oware"], "Ff", "5-5-5-5-4-0-5-5-5-5-4-0-0-0-S"),
    ("oware", START["oware"], "  C   c ", "5-4-0-5-5-5-5-4-0-5-5-5-0-0-S"),
    ("oware", FEN, None, START["oware"]),
    ("oware", FEN, "c1f2", AFTER_C),
    ("oware", START["oware"], "c1f2", AFTER_C),
    ("oware", START["oware"], "c1e2", None),
    ("oware", START["oware"], "CX", None),
    ("oware", START["oware"], "a", None),
    ("oware", START["oware"], "F F", None),
    ("oware", FEN.replace("4S 0 0", "3S 0 0"), None, None),
    ("oware", "1-0-0-0-0-0-1-0-0-0-0-0-0-0-S", None, None),
    ("pylos", None, "1b2 1c3", "..../.w../..b./....|.../.../...|../..|. w"),
    ("pylos", START["pylos"], "1b2 1b2", None),
    ("pylos", START["pylos"], "1b21c3", None),
    ("pylos", START["pylos"], "c1f2", None),
    ("pylos", FEN, None, None),
    ("six", START["six"], "2,0", "r:0,0;2,0 b:1,0 19-20 b"),
    ("six", START["six"], "0,0", None),
    ("dados", None, "8:c5", "....../..g.../....../....../....../...... 2 -"),
    ("dados", None, "8 c5", "....../..g.../....../....../....../...... 2 -"),
    ("dados", None, "8 b2", None),
]
SERVED = ("oware", "pylos")  # the server tells of positions only what tables know


def by_program(game, position, moves):
    words = (["--position", position] if position else []) + (["--moves", moves] if moves else [])
    answer = run("show", game, *words, "--json")
    return json.loads(answer.out)["position"] if answer.status == 0 else None


def by_engine(engine, game, position, moves):
    where = f"fen {position}" if position else "startpos"
    lines = engine.ask(f"setoption name Game value {game}",
                       f"position {where}" + (f" moves {moves}" if moves else ""), "d", until="Turn:")
    if any(line.startswith("info string error") for line in lines):
        return None
    return next(line for line in lines if line.startswith("Fen: ")).removeprefix("Fen: ")


def by_server(server, game, position, moves):
    given = {name: text for name, text in (("position", position), ("moves", moves)) if text}
    reply = server.api("tables/probe", game=game, **given)
    return reply.json()["position"] if reply.status == 200 else None


def main():
    engine = Engine()
    with Server("--rate", "0") as server:
        for game, position, moves, expected in CASES:
            found = {"show": by_program(game, position, moves), "engine": by_engine(engine, game, position, moves)}
            if game in SERVED:
                found["serve"] = by_server(server, game, position, moves)
            for door, after in found.items():
                check(f"{door}: {game} {position or 'start'}, {moves or 'no moves'}", after == expected, after)
    engine.send("quit")
    finish()


main()

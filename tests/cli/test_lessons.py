#!/usr/bin/env python3
"""The answers of the page's second lessons, proved again: by tables (oware's endings), by a search that
proves (pylos, six) and, where chance or a long game leaves no proof, by a shorter search than they were
measured with. A move that is missing from an answer fails as surely as one too many."""

import json
import os
import tempfile

from harness import ROOT, check, finish, run

LESSONS = ROOT / "web" / "src" / "learn" / "further"
SEEDS = 10          # on the board, in the endings that tables prove
CLEAR = {"oware": 2, "dados": 0.03}  # by how much the answers are better than anything else
PROOF_NODES = 2_000_000
MEASURE_NODES = 150_000
# Sanitizers look at the program, which is the same at every step.
STRIDE = 4 if os.environ.get("LUDOTECA_TEST_SHORT") else 1


def steps(game):
    return json.loads((LESSONS / f"{game}.json").read_text())


def lines(step, *words):
    """What a search says of every move."""
    answer = run("analyse", step["game"], "--position", step["start"], "--all", "--json", "--threads", 1,
                 "--no-tables", *words)
    return {line["move"]: line for line in json.loads(answer.out)["lines"]}


def worth(game, line):
    return line["chance"] if game == "dados" else line["value"]


def check_apart(step, values, clear):
    """The answers are together at the top, and everything else is clearly below."""
    worst = min(values[move] for move in step["moves"])
    rest = max(value for move, value in values.items() if move not in step["moves"])
    check(f"{step['game']} {step['id']}: its answers are better than all else", worst - rest >= clear, values)


def check_table(step, directory):
    answer = run("tables", "probe", step["game"], "--position", step["start"], "--dir", directory, "--json")
    moves = {move["move"]: move for move in json.loads(answer.out)["moves"]}
    check_apart(step, {name: move["value"] for name, move in moves.items()}, CLEAR["oware"])
    best = {moves[name]["value"] for name in step["moves"]}
    exact = all(move["low"] == move["high"] for move in moves.values())
    check(f"{step['game']} {step['id']}: they are worth what is said, whatever came before",
          exact and best == {step["proof"]["value"]}, moves)


def check_wins(step):
    """Exactly the answers win within so many plies; in pylos everything else is proved to lose."""
    within = step["proof"]["within"]
    is_pylos = step["game"].startswith("pylos")
    found = lines(step, "--nodes", PROOF_NODES) if is_pylos else lines(step, "--depth", within)
    wins = sorted(move for move, line in found.items() if line.get("wins_in", within + 1) <= within)
    check(f"{step['game']} {step['id']}: its answers win, and nothing else does", wins == sorted(step["moves"]), wins)
    if is_pylos:
        check(f"{step['game']} {step['id']}: all else loses",
              all("loses_in" in line for move, line in found.items() if move not in wins), found)


def check_holds(step):
    """Exactly the answers leave the other side no win at once."""
    found = lines(step, "--depth", 2)
    holds = sorted(move for move, line in found.items() if line.get("loses_in", 3) > 2)
    check(f"{step['game']} {step['id']}: its answers hold, and nothing else does", holds == sorted(step["moves"]), holds)


def check_measured(step):
    game = step["game"].split(":")[0]
    found = lines(step, "--nodes", MEASURE_NODES)
    check_apart(step, {move: worth(game, line) for move, line in found.items()}, CLEAR[game])


CHECKS = {"wins": check_wins, "holds": check_holds, "measured": check_measured}

with tempfile.TemporaryDirectory() as tables:
    run("tables", "build", "oware", "--seeds", SEEDS, "--dir", tables, "--columns", "value,low,high")
    for name in ("oware", "pylos", "six", "dados"):
        check(f"{name} has twelve steps or more", len(steps(name)) >= 12)
        for lesson in steps(name)[::STRIDE]:
            if lesson["proof"]["by"] == "table":
                check_table(lesson, tables)
            else:
                CHECKS[lesson["proof"]["by"]](lesson)
finish()

#!/usr/bin/env python3
"""Measures how far programs are from perfect play of Oware, on positions of which tables know all.

    scripts/measure_distance.py --tables DIR [--rules RULES] [--seeds 12-20] [--positions 5000]
                                [--go "movetime 100"] [--dir DIR] [--count N] NAME=PROGRAM…

Positions come from games of the first program with itself, 2,000 nodes a move: eight moves at random,
then one in ten; of each game at most one position for each number of seeds, with at least two legal
moves. Every program is asked for its move by `PROGRAM engine RULES`, without any tables, and each of
its games of one move begins without memory of others. The loss is what the final difference of
seeds is smaller than after the best move; besides, how often the move is a best one, and how often
it gives away the result (a win or a draw).

All is kept in DIR (build-distance): the run can be killed at any moment and goes on where it was. What
is there was drawn for its rules, seeds and draw; a run that asks for others is refused.
--count N stops after the first N positions, which are drawn from all numbers of seeds alike.
"""

import argparse
import json
import math
import os
import random
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
RANDOM_PLIES, SLIPS, GAME_NODES, PLIES_MOST = 8, 0.1, 2000, 300


class Engine:
    def __init__(self, program, rules):
        environment = dict(os.environ, LUDOTECA_TABLES="")
        self.process = subprocess.Popen([program, "engine", rules], stdin=subprocess.PIPE,
                                        stdout=subprocess.PIPE, text=True, env=environment)

    def say(self, line):
        self.process.stdin.write(line + "\n")
        self.process.stdin.flush()

    def until(self, word):
        lines = []
        for line in self.process.stdout:
            lines.append(line.rstrip("\n"))
            if line.startswith(word):
                return lines
        raise RuntimeError("the engine has ended")

    def move(self, position, moves, limits):
        self.say(f"position {position}" + (" moves " + " ".join(moves) if moves else ""))
        self.say(f"go {limits}")
        return self.until("bestmove")[-1].split()[1]

    def forget(self):
        self.say("ucinewgame")

    def end(self):
        self.say("quit")
        self.process.wait()


class Positions:
    """Asks a program for the legal moves and the notation of positions."""

    def __init__(self, program, rules):
        self.program, self.rules = program, rules

    def ask(self, verb, *options):
        answer = subprocess.run([self.program, verb, self.rules, *options, "--json"],
                                stdout=subprocess.PIPE, text=True, check=True)
        return json.loads(answer.stdout)


def seeds_of(notation):
    return sum(int(count) for count in notation.split("-")[:12])


def play_game(engine, positions, wanted, rng):
    """The positions of one game with a wanted number of seeds, one for each."""
    moves, found = [], {}
    engine.forget()
    while len(moves) < PLIES_MOST:
        options = ["--moves", " ".join(moves)] if moves else []
        answer = positions.ask("moves", *options)
        legal = [move["move"] for move in answer["moves"]]
        if not legal:
            break
        seeds = seeds_of(answer["position"])
        if seeds < min(wanted):
            break
        if seeds in wanted and len(legal) > 1:
            found.setdefault(seeds, []).append(answer["position"])
        if len(moves) < RANDOM_PLIES or rng.random() < SLIPS:
            moves.append(rng.choice(legal))
        else:
            moves.append(engine.move("startpos", moves, f"nodes {GAME_NODES}"))
    return [rng.choice(kept) for kept in found.values()]


def keep_to(arguments, path):
    """Ends if what is kept was drawn otherwise: it would be taken for what is asked now."""
    asked = f"{arguments.rules} seeds {arguments.seeds[0]}-{arguments.seeds[1]} seed {arguments.seed}\n"
    if not path.exists():
        path.write_text(asked)
    elif path.read_text() != asked:
        sys.exit(f"{path.parent} has positions of {path.read_text().strip()}; name another with --dir")


def collect(arguments, program, path):
    """Draws positions, as many of each number of seeds as there are of the others."""
    wanted = range(arguments.seeds[0], arguments.seeds[1] + 1)
    kept = path.read_text().split() if path.exists() else []
    most = math.ceil(arguments.positions / len(wanted))
    counts = {seeds: sum(seeds_of(p) == seeds for p in kept) for seeds in wanted}
    engine, positions = Engine(program, arguments.rules), Positions(program, arguments.rules)
    with path.open("a") as file:
        barren = 0  # games in a row that brought nothing
        while min(counts.values()) < most:
            rng = random.Random(f"{arguments.seed} {len(kept)} {barren}")
            barren += 1
            for position in play_game(engine, positions, wanted, rng):
                if counts[seeds_of(position)] < most and position not in kept:
                    counts[seeds_of(position)] += 1
                    barren = 0
                    kept.append(position)
                    file.write(position + "\n")
            file.flush()
    engine.end()
    return kept


def exact_values(arguments, program, positions, path):
    """For each position the final difference after every move."""
    known = [json.loads(line) for line in path.open()] if path.exists() else []
    if len(known) < len(positions):
        lines = "".join(p + "\n" for p in positions[len(known):])
        answer = subprocess.run([program, "tables", "probe", arguments.rules, "--dir", arguments.tables,
                                 "--batch", "--json"], input=lines, stdout=subprocess.PIPE, text=True,
                                check=True)
        with path.open("a") as file:
            for line in answer.stdout.splitlines():
                if not line.strip():
                    continue
                row = json.loads(line)
                moves = {m["move"]: m["final_least"] for m in row.get("moves", [])
                         if m.get("final_least") is not None and m["final_least"] == m["final_most"]}
                if not row.get("known") or len(moves) < len(row["moves"]):
                    moves = {}  # not exactly known: left out
                known.append(moves)
                file.write(json.dumps(moves) + "\n")
    return known


def ask_program(arguments, program, positions, exact, path):
    """The move of a program in every position; an empty word where tables say nothing."""
    kept = path.read_text().splitlines() if path.exists() else []
    engine = Engine(program, arguments.rules)
    with path.open("a") as file:
        for position, values in list(zip(positions, exact))[len(kept):]:
            move = "-"
            if values:
                engine.forget()
                move = engine.move(f"fen {position}", [], arguments.go)
            kept.append(move)
            file.write(move + "\n")
            file.flush()
    engine.end()
    return kept


def sign(number):
    return (number > 0) - (number < 0)


def print_rows(name, positions, exact, answers):
    by_seeds = {}
    for position, values, move in zip(positions, exact, answers):
        if values:
            best = max(values.values())
            row = (best - values[move], values[move] == best, sign(values[move]) < sign(best))
            by_seeds.setdefault(seeds_of(position), []).append(row)
            by_seeds.setdefault("all", []).append(row)
    for seeds in [*sorted(key for key in by_seeds if key != "all"), "all"]:
        rows = by_seeds.get(seeds, [])
        if not rows:
            continue
        count = len(rows)
        mean = sum(row[0] for row in rows) / count
        spread = math.sqrt(sum((row[0] - mean) ** 2 for row in rows) / count)
        print(f"| {name} | {seeds} | {count} | {mean:.3f} ± {1.96 * spread / math.sqrt(count):.3f} | "
              f"{100 * sum(row[1] for row in rows) / count:.1f} % | "
              f"{100 * sum(row[2] for row in rows) / count:.1f} % |")


def range_of(text):
    first, last = text.split("-")
    return int(first), int(last)


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--tables", required=True)
    parser.add_argument("--rules", default="oware:slam=nocapture,cycle=split")
    parser.add_argument("--seeds", type=range_of, default=(12, 20))
    parser.add_argument("--positions", type=int, default=5000)
    parser.add_argument("--count", type=int)
    parser.add_argument("--seed", type=int, default=2026)
    parser.add_argument("--go", default="movetime 100")
    parser.add_argument("--dir", type=Path, default=ROOT / "build-distance")
    parser.add_argument("programs", nargs="+", metavar="NAME=PROGRAM")
    arguments = parser.parse_args()
    programs = dict(text.split("=", 1) for text in arguments.programs)
    asker = next(iter(programs.values()))
    arguments.dir.mkdir(parents=True, exist_ok=True)
    keep_to(arguments, arguments.dir / "drawn")
    positions = collect(arguments, asker, arguments.dir / "positions")
    exact = exact_values(arguments, asker, positions, arguments.dir / "exact")
    positions = positions[:arguments.count]
    print("| program | seeds | positions | mean loss | best moves | results given away |")
    print("|---|---|---|---|---|---|")
    for name, program in programs.items():
        path = arguments.dir / f"{name}.{arguments.go.replace(' ', '-')}"
        print_rows(name, positions, exact, ask_program(arguments, program, positions, exact, path))
        sys.stdout.flush()


if __name__ == "__main__":
    main()

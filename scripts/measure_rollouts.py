#!/usr/bin/env python3
"""Measures how far `max` is from what rollouts find, on positions of its own games with dice.

    scripts/measure_rollouts.py PROGRAM RULES [--positions 200] [--depth 3] [--games 1296]
                                [--lines 4] [--plies 30] [--seed 1]

Each position is of a game of its own: `max` plays with itself, DEPTH plies deep, up to a ply that is
drawn, where a roll with at least two moves has to be played. There the chance that the search gives its
move is held against a rollout of that move; and of the LINES best moves by the search the one that a
first rollout finds best is held against the chosen one by a second rollout with other dice, so that
luck in the first makes no error out of nothing (a single difference may then be below 0).
Points are hundredths of a won game. Same seed, same numbers.
"""

import argparse
import json
import random
import subprocess
from statistics import mean, stdev

TOTALS = [first + second for first in range(1, 7) for second in range(1, 7)]


class Asker:
    def __init__(self, program, rules, depth):
        self.program, self.rules, self.depth = program, rules, depth

    def ask(self, verb, position, *options):
        done = subprocess.run([self.program, verb, self.rules, "--position", position, "--json", *map(str, options)],
                              stdout=subprocess.PIPE, text=True, check=True)
        return json.loads(done.stdout)

    def after(self, position):
        """The position after each legal move."""
        return {move["move"]: move["position"] for move in self.ask("moves", position)["moves"]}

    def values(self, position, lines):
        shape = self.ask("analyse", position, "--depth", self.depth, "--lines", lines, "--threads", 1, "--no-tables")
        return {line["move"]: line["chance"] for line in shape["lines"]}

    def rollout(self, position, lines, games, seed):
        shape = self.ask("analyse", position, "--depth", self.depth, "--lines", lines, "--rollout", games,
                         "--seed", seed, "--threads", 1)
        return {row["move"]: (row["chance"], row["error"]) for row in shape["rollout"]}


def rolled(position, rng):
    return f"{position.rsplit(' ', 1)[0]} {rng.choice(TOTALS)}"


def draw_position(asker, start, plies, rng):
    """With a roll to be played, and a choice how; None if the game was over before."""
    position = start
    for _ in range(plies):
        position = rolled(position, rng)
        after = asker.after(position)
        if not after:
            return None
        best = next(iter(asker.values(position, 1))) if len(after) > 1 else next(iter(after))
        position = after[best]
        if not asker.after(position):
            return None
    position = rolled(position, rng)
    return position if len(asker.after(position)) > 1 else None


def measure(asker, position, lines, games):
    """The chance's error and its own uncertainty, whether another move was better, and by how much."""
    values = asker.values(position, lines)
    chosen = max(values, key=values.get)
    first, second = (asker.rollout(position, lines, games, seed) for seed in (1, 2))
    if chosen not in first:
        return None
    better = max(first, key=lambda move: first[move][0])
    rolled_out = (first[chosen][0] + second[chosen][0]) / 2
    return values[chosen] - rolled_out, first[chosen][1], better != chosen, second[better][0] - second[chosen][0]


def spread(values):
    return 196 * stdev(values) / len(values) ** 0.5


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("program")
    parser.add_argument("rules")
    for option, usual in (("positions", 200), ("depth", 3), ("games", 1296), ("lines", 4), ("plies", 30), ("seed", 1)):
        parser.add_argument(f"--{option}", type=int, default=usual)
    words = parser.parse_args()
    asker, rng = Asker(words.program, words.rules, words.depth), random.Random(words.seed)
    start = json.loads(subprocess.run([words.program, "show", words.rules, "--json"], stdout=subprocess.PIPE,
                                      text=True, check=True).stdout)["position"]
    found = []
    while len(found) < words.positions:
        position = draw_position(asker, start, rng.randrange(words.plies), rng)
        row = position and measure(asker, position, words.lines, words.games)
        if row:
            found.append(row)
    errors, losses = [row[0] for row in found], [row[3] for row in found]
    sizes = [abs(error) for error in errors]
    print(f"{words.rules}, depth {words.depth}, {len(found)} positions, rollouts of {words.games} games "
          f"(standard error {100 * mean(row[1] for row in found):.2f} points)")
    print(f"chance off by {100 * mean(sizes):.2f} ± {spread(sizes):.2f} points, at most {100 * max(sizes):.1f}; "
          f"bias {100 * mean(errors):+.2f} ± {spread(errors):.2f}")
    print(f"another move better in {sum(row[2] for row in found)}; given away a move "
          f"{100 * mean(losses):.3f} ± {spread(losses):.3f} points, at worst {100 * max(losses):.2f}")


main()

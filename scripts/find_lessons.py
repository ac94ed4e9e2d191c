#!/usr/bin/env python3
"""Finds positions for the page's second lessons, web/src/learn/further/GAME.json.

    scripts/find_lessons.py PROGRAM GAME[:OPTIONS] [--games N] [--seed N] [--players P P] [--nodes N]

The program plays N games against itself; every position in which the first seat is to move is judged, by
the tables of perfect play (oware, built up to SEEDS seeds in a directory of their own), by a search that
proves (pylos, six) or by a long search (dados, and oware with more seeds). Where the best moves stand apart
from all others, it prints one line of JSON: the game, the position, the moves that are as good as the best,
how that is known (`by`), what they are worth and what the next best is, and `tags`, which tell what
there is to see in the position. All of it follows from the seed: players and searches are limited by
positions, not by time, and use one thread.

A person chooses among these and writes the words. tests/cli/test_lessons.py proves the chosen ones again.
Those of the page were found with

    oware --drawn --games 40000 --seed 4
    oware --games 200 --seed 3 --players level=3 level=4
    oware --games 6 --seed 9 --players level=6 level=6 --nodes 150000
    pylos --games 60 --seed 21 --players level=6 level=7 --nodes 150000, and --seed 31 with levels 2 and 3
    pylos:variant=child --games 20 --seed 5 --nodes 40000
    pylos:variant=expert --games 20 --seed 5 --nodes 40000, and --games 60 --seed 33 with levels 3 and 4
    six --games 30 --seed 3 --players level=3 level=4 --nodes 20000
    six --second --games 30 --seed 5 --players level=3 level=3 --nodes 15000, and --seed 6 and 8
    dados --games 16 --seed 3 --players level=5 level=5 --nodes 150000, and --seed 12 with levels 4 and 5
    (its break, safe and row were set up by hand)
"""

import argparse
import json
import os
import random
import subprocess
import sys
import tempfile

SEEDS = 12          # on the board, at most, where oware's tables are asked
CLEAR_SEEDS = 2     # how much better the best move is
CLEAR_CHANCE = 0.03  # the same in a game of dice
AS_GOOD = 0.01      # chances that differ by less are alike
SIX_DIRECTIONS = [(1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1), (1, -1)]


def run(program, *words, stdin=""):
    environment = {**os.environ, "LC_ALL": "C.UTF-8"}
    done = subprocess.run([program, *map(str, words)], input=stdin, text=True, stdout=subprocess.PIPE,
                          check=True, env=environment)
    return done.stdout


def answers(program, *words, positions):
    """What a command says of each position."""
    text = run(program, *words, "--batch", "--json", stdin="".join(f"{position}\n" for position in positions))
    return [json.loads(line) for line in text.splitlines() if line]


def games(program, wanted, openings=None):
    """Games of the program against itself, as lists of positions."""
    with tempfile.NamedTemporaryFile(suffix=".ludo") as records:
        words = ["match", wanted.game, "--games", wanted.games, "--seed", wanted.seed, "--records", records.name]
        for player in wanted.players:
            words += ["--player", player]
        if openings:
            words += ["--openings", openings]
        run(program, *words)
        text = run(program, "convert", records.name, "--to", "json")
    return [[record["start"], *(ply["position"] for ply in record["plies"])]
            for record in map(json.loads, text.splitlines())]


def to_move(played, is_readers):
    """Every position of these games that is the reader's, once."""
    return list(dict.fromkeys(position for game in played for position in game[:-1] if is_readers(position)))


def found(game, start, by, moves, best, following, tags):
    print(json.dumps({"game": game, "start": start, "moves": moves, "by": by, "value": best, "next": following,
                      "tags": tags}))


# Oware

def pits(position):
    return [int(word) for word in position.split("-")[:-1]]


def oware_tags(start, best, legal):
    """What is to be seen: captures now, captures that are a mistake, seeds to be fed or guarded."""
    before = pits(start)
    taken = {move["move"]: pits(move["position"])[12] - before[12] for move in legal}
    most = max(taken.values())
    closed = [letter for letter, seeds in zip("ABCDEF", before) if seeds and letter not in taken]
    tags = [f"takes {max(taken[move] for move in best)} of {most}"]
    tags += ["greed loses"] * (most > max(taken[move] for move in best))
    tags += ["feed"] * (sum(before[6:12]) == 0)
    tags += [f"not allowed {''.join(closed)}"] * (bool(closed) and sum(before[6:12]) > 0)
    tags += ["hoard"] * (max(before[:6]) >= 12)
    return tags + [f"{sum(before[:12])} seeds", f"{len(legal)} moves"]


def judge_oware(game, start, values, legal, by):
    if len(values) < 2:
        return
    top = max(values.values())
    best = [move for move, value in values.items() if top - value < (1 if by == "table" else 0.5)]
    rest = max((value for move, value in values.items() if move not in best), default=None)
    if rest is None or top - rest < CLEAR_SEEDS:
        return
    south, north = pits(start)[12:]
    tags = oware_tags(start, best, legal)
    tags += ["wins"] * (south - north + top > 0 >= south - north + rest)
    tags += ["saves the draw"] * (south - north + top == 0)
    found(game, start, by, best, top, rest, tags)


def oware_drawn(seed, count):
    """Endings of the tables, drawn by lot, with stores that are as even as can be."""
    chance = random.Random(seed)
    for _ in range(count):
        board = [0] * 12
        reach = chance.choice([6, 12, 12, 12])  # now and then North has nothing and must be fed
        for _ in range(chance.randint(6, SEEDS)):
            board[chance.randrange(reach)] += 1
        south = (48 - sum(board)) // 2
        yield "-".join(map(str, [*board, south, 48 - sum(board) - south, "S"]))


def with_close_stores(start, top):
    """The same board, with stores that the best move just wins with."""
    board = pits(start)[:12]
    south = (48 - sum(board) + 2 - top) // 2
    north = 48 - sum(board) - south
    return "-".join(map(str, [*board, south, north, "S"])) if max(south, north) < 25 else start


def find_oware_endings(program, wanted, starts):
    with tempfile.TemporaryDirectory() as tables:
        run(program, "tables", "build", wanted.game, "--seeds", SEEDS, "--dir", tables, "--threads", 1)
        judged = answers(program, "tables", "probe", wanted.game, "--dir", tables, positions=starts)
    legal = answers(program, "moves", wanted.game, positions=starts)
    for start, answer, moves in zip(starts, judged, legal):
        values = {move["move"]: move["value"] for move in answer["moves"]}
        if len(values) > 1 and all(move["low"] == move["high"] for move in answer["moves"]):
            even = with_close_stores(start, max(values.values())) if wanted.drawn else start
            shift = pits(even)[12] - pits(start)[12]
            for move in moves["moves"]:  # the same moves, told with the stores that are shown
                after = pits(move["position"])
                move["position"] = "-".join(map(str, [*after[:12], after[12] + shift, after[13] - shift, "N"]))
            judge_oware(wanted.game, even, values, moves["moves"], "table")


def find_oware(program, wanted):
    if wanted.drawn:
        return find_oware_endings(program, wanted, list(oware_drawn(wanted.seed, wanted.games)))
    starts = to_move(games(program, wanted), lambda position: position.endswith("S"))
    if wanted.nodes == 0:
        return find_oware_endings(program, wanted, [start for start in starts if sum(pits(start)[:12]) <= SEEDS])
    many = [start for start in starts if SEEDS < sum(pits(start)[:12]) <= 36]
    legal = answers(program, "moves", wanted.game, positions=many)
    for start, moves in zip(many, legal):
        south, north = pits(start)[12:]
        [answer] = answers(program, "analyse", wanted.game, "--all", "--threads", 1, "--nodes", wanted.nodes,
                           "--no-tables", positions=[start])
        if all(line["value"] is not None for line in answer["lines"]):
            judge_oware(wanted.game, start, {line["move"]: line["value"] - (south - north) for line in answer["lines"]},
                        moves["moves"], "measured")


# Pylos and six: who wins is proved, move by move

def proved(program, game, start, nodes):
    """Moves to what is proved of them: in how many moves they win, and a negative number for losing."""
    [answer] = answers(program, "analyse", game, "--all", "--threads", 1, "--nodes", nodes, "--no-tables",
                       positions=[start])
    known = {}
    for line in answer["lines"]:
        if line["proven"]:
            known[line["move"]] = line["wins_in"] if "wins_in" in line else -line.get("loses_in", 0)
    return known, [line["move"] for line in answer["lines"]]


def pylos_tags(start, best, moves):
    tags = ["raise"] * all(">" in move for move in best) + ["recover"] * all("-" in move for move in best)
    tags += ["other squares"] * any("-" in move for move in moves if move not in best)
    tags += ["other raises"] * any(">" in move for move in moves if move not in best)
    board = start.split()[0]
    return tags + [f"reserves {15 - board.count('w')}-{15 - board.count('b')}", f"{len(moves)} moves"]


def find_pylos(program, wanted):
    starts = to_move(games(program, wanted), lambda position: position.endswith(" w"))
    for start in starts:
        board = start.split()[0]
        if board.count("w") + board.count("b") < 17:
            continue
        known, moves = proved(program, wanted.game, start, wanted.nodes)
        best = [move for move in moves if known.get(move, 0) > 0]
        if best and len(best) <= 2 and len(moves) >= 4 and len(known) == len(moves):
            found(wanted.game, start, "search", best, min(known[move] for move in best),
                  min(known[move] for move in moves if move not in best), pylos_tags(start, best, moves))


def is_playable(program, game, position):
    try:
        [answer] = answers(program, "moves", game, positions=[position])
    except subprocess.CalledProcessError:
        return False  # shapes of both colours
    return len(answer["moves"]) > 0


def six_openings(seed, count):
    """Second rounds with few tiles, so that there is room to look around; some hold a shape already."""
    chance = random.Random(seed)
    lines = []
    for _ in range(count):
        red, black = [(0, 0)], [(1, 0)]
        while len(black) < 9:
            edge = {(q + dq, r + dr) for q, r in red + black for dq, dr in SIX_DIRECTIONS} - {*red, *black}
            (red if len(red) == len(black) else black).append(chance.choice(sorted(edge)))
        text = [";".join(f"{q},{r}" for q, r in sorted(tiles)) for tiles in (red, black)]
        lines.append(f"r:{text[0]} b:{text[1]} 0-0 r")
    return lines


def find_six(program, wanted):
    if wanted.second:
        with tempfile.NamedTemporaryFile("w", suffix=".txt") as openings:
            for line in six_openings(wanted.seed, wanted.games // 2):
                openings.write(f"{line}\n" * is_playable(program, wanted.game, line))
            openings.flush()
            played = games(program, wanted, openings.name)
    else:
        played = games(program, wanted)
    for start in to_move(played, lambda position: position.endswith(" r")):
        if ("0-0" in start.split()[2]) != wanted.second:
            continue
        known, moves = proved(program, wanted.game, start, wanted.nodes)
        wins = sorted(value for value in known.values() if value > 0)
        if wins:
            best = [move for move, value in known.items() if value == wins[0]]
            rest = [value for value in wins if value > wins[0]]
            kind = "search"
        else:  # whatever does not lose at once
            best = [move for move in moves if known.get(move) != -2]
            rest = [value for value in known.values() if value == -2]
            kind = "parry"
        is_cut = wanted.second and len({move.split(">")[0] for move in best}) == 1
        if (is_cut or len(best) <= 3) and best and len(best) < len(moves) and (wins or rest):
            tags = [f"{start.count(';') + 2} tiles", f"{len(moves)} moves", f"{len(best)} good"] + ["cut"] * is_cut
            found(wanted.game, start, kind, best, wins[0] if wins else 0, rest[0] if rest else None, tags)


# Secuencia de Dados

def find_dados(program, wanted):
    starts = to_move(games(program, wanted), lambda position: position.split()[1] == "1" and position.split()[2] != "-")
    for start in starts:
        [answer] = answers(program, "analyse", wanted.game, "--all", "--threads", 1, "--nodes", wanted.nodes,
                           positions=[start])
        chances = {line["move"]: line["chance"] for line in answer["lines"]}
        if len(chances) < 2:
            continue
        top = max(chances.values())
        best = [move for move, chance in chances.items() if top - chance < AS_GOOD]
        rest = max((chance for move, chance in chances.items() if move not in best), default=top)
        if top - rest >= CLEAR_CHANCE:
            board, _, roll = start.split()
            found(wanted.game, start, "measured", best, top, rest,
                  [f"roll {roll}", f"{board.count('g')}-{board.count('b')} chips", f"{len(chances)} moves",
                   f"depth {answer['depth']}"])


FINDERS = {"oware": find_oware, "pylos": find_pylos, "six": find_six, "dados": find_dados}


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("program")
    parser.add_argument("game")
    parser.add_argument("--games", type=int, default=40)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--players", nargs=2, default=["level=4", "level=5"])
    parser.add_argument("--nodes", type=int, default=0)
    parser.add_argument("--drawn", action="store_true", help="oware: N endings drawn by lot instead of games")
    parser.add_argument("--second", action="store_true", help="six: the second round, with few tiles")
    wanted = parser.parse_args()
    FINDERS[wanted.game.split(":")[0]](wanted.program, wanted)
    return 0


if __name__ == "__main__":
    sys.exit(main())

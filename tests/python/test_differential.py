"""Random plies through Python against the answers of the command line: every list of moves, every position, every end.

    test_differential.py PROGRAM
"""

import random
import subprocess
import sys

import ludoteca
from python_tap import chosen, main

BY_HISTORY = ("repetition", "no-capture")  # ends that a position alone does not tell


def random_plies(rules, count, seed):
    """(position, legal moves, move, position after it, score if the rules ended the game there)"""
    game, rng, plies = ludoteca.Game(rules, 100_000), random.Random(seed), []
    while len(plies) < count:
        state = game.new_initial_state()
        while not state.is_terminal() and len(plies) < count:
            before, moves = state.position(), state.legal_moves()
            move = rng.choice(moves)
            state.apply_move(move)
            is_end = state.is_terminal() and state.reason() not in BY_HISTORY
            plies.append((before, moves, move, state.position(), state.to_play().result()["score"] if is_end else None))
    return plies


def ask(program, rules, positions):
    """What `moves --batch` answers to each position: {move: (position after it, result or None)}."""
    done = subprocess.run([program, "moves", rules, "--batch"], input="\n".join(positions) + "\n", text=True, check=True,
                          capture_output=True)
    answers, rows = [], {}
    for line in done.stdout.split("\n"):
        if not line and rows:
            answers.append(rows)
            rows = {}
        elif line:
            move, after, *result = line.split("\t")
            rows[move] = (after, result[0] if result else None)
    return answers


def compare(rules, count, seed):
    plies = random_plies(rules, count, seed)
    answers = ask(sys.argv[1], rules, [ply[0] for ply in plies])
    assert len(answers) == len(plies)
    for (before, moves, move, after, score), rows in zip(plies, answers):
        assert sorted(moves, key=str.encode) == list(rows), (before, moves, list(rows))
        assert rows[move] == (after, score), (before, move, rows[move], after, score)


def each(game):
    rules = [game] + {"oware": ["oware:slam=nocapture", "oware:slam=awari", "oware:slam=forfeit,cycle=split"],
                      "pylos": ["pylos:variant=expert", "pylos:recovery=may,reserve=raise", "pylos:base=3"],
                      "six": ["six:first=b,opening=apart"], "dados": ["dados:players=3", "dados:players=4,line=5"]}[game]
    # A position of Six has hundreds of moves, each with its position, so that it takes a minute for 25,000.
    total = chosen(500, 1500 if game == "six" else 100_000, 100_000)
    compare(rules[0], total, 1)
    for seed, other in enumerate(rules[1:], 2):
        compare(other, total // 50, seed)


def test_oware():
    each("oware")


def test_pylos():
    each("pylos")


def test_six():
    each("six")


def test_dados():
    each("dados")


if __name__ == "__main__":
    main()

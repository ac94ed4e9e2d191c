#!/usr/bin/env python3
"""`ludoteca tables` of pylos, on the small pyramid: all layers come together."""

import json
import tempfile
from pathlib import Path

from harness import check, finish, run

GAME = "pylos:base=3"
NO_MORE = "wbw/bwb/bwb|wb/bw|. w"  # all but the summit, nobody's reserve but one


def test_build(folder):
    done = run("tables", "build", GAME, "--columns", "value", "--dir", folder)
    check("build builds the layers of a column", done.status == 0 and "15 tables built" in done.out, done)
    done = run("tables", "verify", GAME, "--dir", folder)
    check("… which can't be proven without distances", done.status == 1 and "distance" in done.err, done)
    done = run("tables", "probe", GAME, "--dir", folder)
    check("… but asked", done.status == 0 and done.out.split("\n")[0].strip() == "won", done)
    done = run("tables", "build", GAME, "--dir", folder)
    check("… and the rest is built later", done.status == 0 and "15 tables built" in done.out, done)
    files = sorted(path.name for path in Path(folder).iterdir() if path.suffix == ".ludt")
    check("… one file a column and number of balls", len(files) == 30, files)
    check("… named for their rules", "pylos.base=3.distance.14.ludt" in files, files)


def test_info(folder):
    done = run("tables", "info", GAME, "--dir", folder)
    lines = [[int(word) for word in line.split()] for line in done.out.splitlines()]
    check("info prints balls, won, drawn, lost", done.status == 0 and lines[:2] == [[0, 1, 0, 0], [1, 8, 0, 10]], done)
    check("… as long as both have a ball in reserve", [line[0] for line in lines] == list(range(13)), done)
    # One ball lies on any of nine cells, and belongs to either; two more to the next level, and so on.
    check("… of all positions, not only up to symmetry",
          [sum(line[1:]) for line in lines[:4]] == [1, 18, 144, 672], lines)
    shape = json.loads(run("tables", "info", GAME, "--dir", folder, "--json").out)
    layer = shape["layers"][1]
    check("… also as JSON", layer == {"balls": 1, "total": 18, "won": 8, "drawn": 0, "lost": 10,
                                      "plies": {"14": 10, "15": 8}}, layer)


def test_probe(folder):
    done = run("tables", "probe", GAME, "--dir", folder)
    lines = [line.split(maxsplit=1) for line in done.out.splitlines()[1:]]
    check("probe says who wins, and when", done.out.splitlines()[0].strip() == "won in 15", done)
    check("… and of every move", ["1b2", "won in 15"] in lines and ["1a1", "lost in 16"] in lines, done)
    shape = json.loads(run("tables", "probe", GAME, "--dir", folder, "--json").out)
    check("… also as JSON", shape["value"] == 1 and shape["plies"] == 15
          and {"move": "1b2", "value": 1, "plies": 15, "final_least": 1, "final_most": 1, "keeps_result": True} in shape["moves"]
          and shape["only_move"] == "1b2", shape)
    done = run("tables", "probe", GAME, "--position", NO_MORE, "--dir", folder)
    check("… and of the last move", done.out.splitlines()[0].strip() == "won in 1"
          and done.out.splitlines()[1].split(maxsplit=1) == ["3a1", "won in 1"], done)


def test_verify(folder):
    done = run("tables", "verify", GAME, "--dir", folder)
    check("verify proves", done.status == 0 and "14202" in done.out, done)
    done = run("tables", "verify", GAME, "--every", "10", "--dir", folder)
    check("… or a part of it", done.status == 0 and "Sound" in done.out and "14202" not in done.out, done)


def test_refusals(folder):
    for words in (["build", GAME, "--seeds", "4"], ["verify", GAME, "--seeds", "4"], ["build", GAME, "--layers", "4"],
                  ["info", GAME, "--seeds", "4"], ["remove", GAME, "--seeds", "4"], ["verify", GAME, "--from", "4"]):
        done = run("tables", *words, "--dir", folder)
        check(f"refused: {' '.join(words)}", done.status == 2 and "leave it out" in done.err, done)
    done = run("tables", "build", "pylos", "--memory", "1G", "--dir", folder)
    check("a build that can't fit is refused at once", done.status != 0 and "memory" in done.err, done)
    done = run("tables", "info", "pylos", "--dir", folder)
    check("what is missing can be built", done.status == 1 and "tables build pylos`" in done.err, done)


def test_remove(folder):
    saved = Path(folder) / "pylos.base=3.value.3.ludt.saved"
    saved.write_bytes(b"begun")
    done = run("tables", "remove", GAME, "--dir", folder)
    check("remove removes them", done.status == 0 and "30 tables removed" in done.out, done)
    left = [path.name for path in Path(folder).iterdir() if ".ludt" in path.name]
    check("… and what was kept of unfinished ones", not left, left)


def answer_at_once(**variables):
    """What the engine says to a first move, and whether it knows at once that it wins."""
    orders = "setoption name Game value pylos\nposition startpos moves 1a1\ngo nodes 2000\nquit\n"
    done = run("engine", stdin=orders, **variables)
    last = [line for line in done.lines if line.startswith("info depth")][-1:]
    return done, bool(last) and " score win " in last[0]


def test_strategy(folder):
    done, is_at_once = answer_at_once(LUDOTECA_DATA=None)
    check("a program that is not installed finds its strategy beside it", is_at_once, done)
    done, is_at_once = answer_at_once(LUDOTECA_DATA="")
    check("… without data it searches, and says nothing", not is_at_once and "damaged" not in done.out, done)
    (Path(folder) / "pylos.strategy").write_bytes(b"LUDS and then something else")
    done, is_at_once = answer_at_once(LUDOTECA_DATA=folder)
    check("… a damaged file is named", not is_at_once and "pylos.strategy is damaged" in done.out, done)


with tempfile.TemporaryDirectory() as directory:
    for test in (test_build, test_info, test_probe, test_verify, test_refusals, test_remove, test_strategy):
        test(directory)
finish()

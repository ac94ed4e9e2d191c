#!/usr/bin/env python3
"""`ludoteca train`: killed and taken up again it comes to the same weights; what it refuses, it explains."""

import signal
import subprocess
import tempfile
from pathlib import Path

from harness import PROGRAM, check, environment, finish, run

PLAN = ["dados:line=5", "--rounds", "4", "--turns", "5000", "--seed", "7"]
# A game without dice is learnt from games of a search.
SEARCHED = ["six", "--rounds", "3", "--turns", "1000", "--seed", "7", "--nodes", "20"]


def files(folder, name):
    return {ending: (folder / f"{name}{ending}").read_bytes() for ending in (".weights", ".csv")}


def killed_after_a_round(folder, plan):
    """Starts it and kills it, without a warning, when it has told of its first round."""
    process = subprocess.Popen([PROGRAM, "train", *plan, "--save", folder / "killed"], stdout=subprocess.PIPE,
                               text=True, env=environment())
    told = process.stdout.readline()
    process.send_signal(signal.SIGKILL)
    process.wait()
    return told


with tempfile.TemporaryDirectory() as scratch:
    place = Path(scratch)
    whole = run("train", *PLAN, "--save", place / "whole")
    check("it tells of every round", whole.status == 0 and len(whole.out.splitlines()) == 4, whole)
    check("a killed one had begun", "1 of 4 rounds" in killed_after_a_round(place, PLAN))
    again = run("train", *PLAN, "--save", place / "killed")
    check("it goes on from what was saved", again.status == 0 and len(again.out.splitlines()) in (3, 4), again)
    check("the weights and the curve are the same", files(place, "whole") == files(place, "killed"))
    curve = (place / "whole.csv").read_text().splitlines()
    check("the curve has a row for each round", curve[0] == "turns,surprise,length,share" and len(curve) == 5, curve)
    done = run("train", *PLAN, "--save", place / "whole")
    check("what is done is not done again", done.status == 0 and not done.out, done)
    other = run("train", *PLAN[:-1], "8", "--save", place / "whole")
    check("the state of another training is refused", other.status == 1 and "whole.state" in other.err, other)
    spanish = run("train", *PLAN[:-1], "8", "--save", place / "whole", "--lang", "es")
    check("in Spanish, too", "entrenamiento" in spanish.err, spanish)
    other = run("train", *SEARCHED[:-1], "30", "--save", place / "whole")
    check("that of another game, too", other.status == 1 and "whole.state" in other.err, other)
    for words in (["dados:line=5"], ["oware", "--save", place / "x"], ["chess", "--save", place / "x"],
                  ["dados", "--save", place / "x", "--rounds", "0"], ["dados", "--save", "/nowhere/x", *PLAN[1:]]):
        refused = run("train", *words)
        check(f"refused: train {' '.join(map(str, words))}", refused.status != 0 and refused.err and not refused.err.startswith("Usage"), refused)
with tempfile.TemporaryDirectory() as scratch:
    place = Path(scratch)
    whole = run("train", *SEARCHED, "--save", place / "whole")
    check("six: it tells of every round", whole.status == 0 and len(whole.out.splitlines()) == 3, whole)
    check("six: a killed one had begun", "1 of 3 rounds" in killed_after_a_round(place, SEARCHED))
    again = run("train", *SEARCHED, "--save", place / "killed")
    check("six: it goes on from what was saved", again.status == 0 and len(again.out.splitlines()) in (2, 3), again)
    check("six: the weights and the curve are the same", files(place, "whole") == files(place, "killed"))
    two = [run("train", *SEARCHED, "--threads", "2", "--save", place / name) for name in ("two", "again")]
    check("six: two threads do the same every time", two[0].out and files(place, "two") == files(place, "again"), two)
    other = run("train", *SEARCHED[:-1], "30", "--save", place / "whole")
    check("six: more nodes are another training", other.status == 1 and "whole.state" in other.err, other)
finish()

#!/usr/bin/env python3
"""`ludoteca solve` and `ludoteca verify-proof`: verdicts, exit statuses, certificates that somebody has changed."""

import json
import tempfile
from pathlib import Path

from harness import check, finish, run

WON = "r:-1,-1;-1,0;-1,1;0,0 b:-2,-1;-2,1;0,1;1,0 17-17 r"
LOST = "r:-1,-1;-1,0;-1,1;0,-1;0,0;0,-2;-1,-2 b:-2,-1;-2,1;0,1;1,0;1,-1;-2,0 14-15 b"


def solve(folder):
    proof = folder / "won.proof"
    done = run("solve", "six", "--position", WON, "--certificate", proof)
    check("a win is found", done.status == 0 and "Red wins, within 9 plies." in done.out, done.out + done.err)
    check("and not written over", run("solve", "six", "--position", WON, "--certificate", proof).status == 1)
    check("unless it is wanted", run("solve", "six", "--position", WON, "--certificate", proof, "--force").status == 0)
    done = run("solve", "six", "--position", WON, "--lang", "es")
    check("said in Spanish, numbers and all", "Posiciones: " in done.out and "Positions" not in done.out, done.out)
    done = run("verify-proof", "--lang", "es", proof)
    check("and so is what a proof shows", "posiciones jugadas: " in done.out, done.out)
    done = run("solve", "six", "--nodes", "300")
    check("what stays open has a status of its own", done.status == 3 and "Unknown" in done.out, done.out + done.err)
    check("no attack wins where there are no tiles", "no win by threats" in done.out, done.out)
    done = run("solve", "six", "--position", LOST, "--time", "5s", "--certificate", folder / "lost.proof")
    check("a loss is found", done.status == 0 and "Red wins" in done.out, done.out + done.err)
    check("and its proof holds", run("verify-proof", folder / "lost.proof").status == 0)
    done = run("solve", "pylos:base=3", "--certificate", folder / "pylos.proof", "--time", "30s")
    check("other games are solved by proof numbers", done.status == 0 and "Light wins" in done.out, done.out + done.err)
    check("and proved", run("verify-proof", folder / "pylos.proof").status == 0)
    check("games with dice are refused", run("solve", "dados").status == 2)
    check("a position that is over is refused",
          run("solve", "six", "--position", "r:0,0;0,1;0,2;0,3;0,4;0,5 b:1,0;1,1;1,2;1,3;1,4 15-16 b").status != 0)
    check("one certificate for many positions is refused",
          run("solve", "six", "--batch", "--certificate", folder / "x", stdin="").status == 2)
    check("JSON", json.loads(run("solve", "six", "--position", WON, "--json").out)["move"] is not None)
    check("JSON of the unknown", json.loads(run("solve", "six", "--nodes", "300", "--json").out)["solved"] == "unknown")
    return proof


def endings(folder):
    """A position that is won, but not after a past that ends the game where the winner would go on."""
    start, moves, after = "0-0-0-0-0-2-0-1-0-1-0-1-22-21-S", "F f A d B a", "0-0-1-0-0-0-0-1-0-0-1-0-24-21-S"
    done = run("solve", "oware", "--position", after, "--nodes", "100000", LUDOTECA_TABLES="")
    check("without a past the ending is won", "South wins." in done.out, done.out + done.err)
    done = run("solve", "oware", "--position", start, "--moves", moves, "--nodes", "100000", LUDOTECA_TABLES="")
    check("with its past it is drawn", done.status == 0 and "Drawn" in done.out, done.out + done.err)
    done = run("solve", "oware", "--position", after, "--nodes", "100000", "--json", LUDOTECA_TABLES="")
    check("it was solved as an ending", json.loads(done.out)["by"] == "ending", done.out)
    done = run("solve", "oware", "--position", after, "--nodes", "100000", "--certificate", folder / "ending.proof", LUDOTECA_TABLES="")
    check("of which there is no certificate", done.status == 1 and "a certificate can show none" in done.err, done.out + done.err)
    done = run("solve", "oware", "--position", "0-1-0-1-0-1-0-2-1-1-2-2-17-20-S", "--nodes", "40", "--json", LUDOTECA_TABLES="")
    check("what is excluded is told", json.loads(done.out)["excluded"] in (None, "win", "loss"), done.out)


def verify(folder, proof):
    done = run("verify-proof", proof)
    check("the proof holds", done.status == 0 and "The proof holds: Red wins, within 9 plies" in done.out, done.out + done.err)
    check("also as JSON", json.loads(run("verify-proof", proof, "--json").out)["winner"] == 1)
    text = proof.read_text()
    for what, changed, words in (
            ("a move", text.replace("4 0,-1 ", "4 5,5 "), "5,5 is not legal"),
            ("the replies", text.replace(" +1,-1 *=3", ""), "nothing is said about the reply"),
            ("a number", text.replace("*=3", "*=4"), "only lead to earlier ones"),
            ("the winner", text.replace("winner 1", "winner 2"), "does not hold"),
            ("its end", text[:-3], "cut off"),
            ("its beginning", text[1:], "This is no proof"),
            ("the rules", text.replace("rules six", "rules seven"), "seven"),
            ("all of it", "", "This is no proof")):
        path = folder / "changed.proof"
        path.write_text(changed)
        done = run("verify-proof", path)
        check(f"one with {what} changed is refused", done.status == 1 and words in done.err, done.err)
    check("in Spanish, too", "no es una demostración" in run("verify-proof", "--lang", "es", folder / "changed.proof").err)
    check("a file that is not there is said to be missing", run("verify-proof", folder / "none").status == 1)


with tempfile.TemporaryDirectory() as place:
    verify(Path(place), solve(Path(place)))
    endings(Path(place))
finish()

"""The tuning program: the same numbers every time, a smaller error, weights that read back."""

import os
import re
import sys
import tempfile
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "cli"))
from harness import check, finish, run  # noqa: E402

SHORT = bool(os.environ.get("LUDOTECA_TEST_SHORT"))
PLAN = ["--games", "8" if SHORT else "20", "--depth", "1", "--seed", "5", "--steps", "40"]


def errors(answer):
    """Bits in training before and after."""
    found = re.findall(r"^(?:as it was|fitted): ([\d.]+) bits", answer.out, re.M)
    return [float(bits) for bits in found]


with tempfile.TemporaryDirectory() as folder:
    games = ["pylos:base=3", "pylos"]
    for rules in games[:1] if SHORT else games:
        saved = Path(folder) / "weights.txt"
        first = run("fit", rules, *PLAN, "--save", saved)
        second = run("fit", rules, *PLAN)
        check(f"{rules}: fits", first.status == 0 and len(errors(first)) == 2, first)
        check(f"{rules}: fitted weights fit better", errors(first)[-1:] < errors(first)[:1], first)
        check(f"{rules}: the same every time", first.out == second.out, second)
        again = run("fit", rules, *PLAN, "--from", saved)
        check(f"{rules}: goes on from a file", again.status == 0, again)
        duel = run("duel", rules, saved, "compiled", "--games", "12", "--depth", "1")
        score = [int(n) for n in re.findall(r"\d+(?=[,: ])", duel.out)[:4]]
        check(f"{rules}: duels", duel.status == 0 and score[0] == 12 and sum(score[1:]) == 12, duel)
    # From nothing but the anchor: it keeps the weight of one unit, the others become known.
    lead = Path(folder) / "lead.txt"
    first = run("fit", "pylos", *PLAN, "--from", "anchor", "--save", lead)
    second = run("fit", "pylos", *PLAN, "--from", "anchor")
    check("pylos from its anchor: fits", first.status == 0 and errors(first)[1] < errors(first)[0], first)
    check("pylos from its anchor: the same every time", first.out == second.out, second)
    start, shown = run("show", "pylos", "anchor").out.splitlines(), run("show", "pylos", lead).out.splitlines()
    check("only the anchor has a weight to begin with",
          start[1] == "1600 reserve" and len(start) > 30 and all(line[:2] == "0 " for line in start[2:]), start)
    check("the anchor's stays, the others change", shown[1] == "1600 reserve" and "0 corner 1" not in shown, shown)
    check("weights are shown as they are saved", shown == lead.read_text().splitlines(), shown)
    longer = run("duel", "pylos", "compiled", "compiled", "--games", "2", "--depth", "0", "--random", "40-60",
                 "--limit", "5")
    check("openings beyond the limit of plies", longer.status == 0 and "2 games" in longer.out, longer)
    # From nothing, with late openings: weights of what comes late become known.
    scratch = Path(folder) / "scratch.txt"
    plan = ["--games", "30" if SHORT else "60", "--nodes", "40", "--late", "20-20", "--share", "40", "--seed", "3"]
    whole = ["--from", "zero", "--keep", "all", "--anchor", "-1", "--scale", "400", "--steps", "60"]
    first = run("fit", "pylos", *plan, *whole, "--save", scratch)
    second = run("fit", "pylos", *plan, *whole)
    check("pylos from nothing: fits", first.status == 0 and errors(first)[0] == 1 > errors(first)[1], first)
    check("pylos from nothing: the same every time", first.out == second.out, second)
    check("the scale is the one asked for", scratch.read_text().startswith("400.0000 scale\n"), first)
    known = {line.split(" ", 1)[1] for line in scratch.read_text().splitlines() if line[:2] != "0 "}
    check("weights of all phases are known", {"reserve", "tempo", "late reserve", "late level 3"} <= known, known)
    positions = [int(run("fit", "pylos", *plan, "--keep", keep, "--steps", "1").out.split("; ")[1].split()[0])
                 for keep in ["quiet", "open", "all"]]
    check("fewer positions are quiet than open, fewer open than all",
          0 < positions[0] < positions[1] < positions[2], positions)
    duel = run("duel", "pylos", "compiled", "zero", "--games", "40", "--nodes", "300" if SHORT else "1000")
    won = int(re.search(r"won (\d+)", duel.out)[1])
    check("the weights built in win against none", won > 25, duel)
    (Path(folder) / "bad.txt").write_text("1.0 scale\n5 nonsense\n")
    bad = run("duel", "pylos", Path(folder) / "bad.txt", "compiled")
    check("weights of another kind are refused", bad.status == 1 and "bad.txt" in bad.err, bad)

for words in [[], ["fit"], ["fit", "chess"], ["fit", "pylos", "--games"], ["fit", "pylos", "--speed", "9"],
              ["duel", "pylos", "compiled"], ["duel", "pylos", "compiled", "/nowhere"],
              ["fit", "pylos", "--anchor", "999"], ["fit", "pylos", "--from", "zero"],
              ["fit", "dados", "--from", "anchor"], ["fit", "six"], ["fit", "pylos", "--from", "anchor", "--anchor", "-1"],
              ["show", "pylos"], ["show", "pylos", "/nowhere"], ["show", "oware", "compiled"],
              ["fit", "pylos", "--keep", "some"], ["fit", "pylos", "--late", "9-3"], ["fit", "pylos", "--depth", "-1"]]:
    answer = run(*words)
    check("refused: tune " + " ".join(words), answer.status == 1 and answer.err and not answer.out, answer)
finish()

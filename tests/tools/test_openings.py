"""The programs that rank Oware's openings and bound its start: killed and gone on with, they come to
the same; a wrong line in what they keep is noticed."""

import os
import subprocess
import sys
import tempfile
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "cli"))
from harness import check, finish, run  # noqa: E402

BOUNDS = str(Path(sys.argv[2]).resolve())
RULES = "oware:slam=nocapture"
SHORT = bool(os.environ.get("LUDOTECA_TEST_SHORT"))
NODES = "500" if SHORT else "2000"
PROOF_NODES = "20000" if SHORT else "350000"


def kill_after(seconds, *words):
    program = subprocess.Popen([*map(str, words)], stdout=subprocess.DEVNULL)
    time.sleep(seconds)
    program.kill()
    program.wait()


def bounds(*words):
    return subprocess.run([BOUNDS, *map(str, words)], capture_output=True, text=True, timeout=100)


def rank(path, rows):
    """Goes on until every position of two moves has been searched, however busy the machine."""
    for _ in range(30):
        answer = run(RULES, 2, NODES, 0.05, path, rows)
        if rows.exists():
            break
    return answer


def answers(path):
    """Questions with their answers, without what finding them took."""
    return [line.split()[:3] for line in Path(path).read_text().splitlines()]


with tempfile.TemporaryDirectory() as folder:
    folder = Path(folder)
    kept, rows, killed = folder / "kept", folder / "rows", folder / "killed"
    first = rank(kept, rows)
    table = [line for line in first.lines if line.startswith("|")]
    check("openings: first moves and replies are ranked", first.status == 0 and len(table) == 6 + 36, first)
    values = [float(line.split("|")[2]) for line in table]
    check("openings: best first", values[:6] == sorted(values[:6], reverse=True)
          and values[6:12] == sorted(values[6:12]) and values[0] == max(values[:6]), first)
    check("openings: a first move is worth what the best reply leaves",
          all(min(values[6 + 6 * i:12 + 6 * i]) in values[:6] for i in range(6)), first)
    kill_after(0.3, sys.argv[1], RULES, 2, NODES, 0.05, killed, rows)
    with open(killed, "a") as file:
        file.write("0123456789abcdef 1")  # as a kill may leave it
    rank(killed, folder / "other rows")
    pairs = list(zip(kept.read_text().splitlines(), killed.read_text().splitlines()))
    check("openings: killed and gone on with, the same", len(pairs) > 36 and all(a == b for a, b in pairs),
          [pair for pair in pairs if pair[0] != pair[1]][:3])

    known = folder / "known"
    kill_after(0.2, BOUNDS, "search", RULES, known, 16, "-", PROOF_NODES, 1)
    with open(known, "a") as file:
        file.write("south 40 pro")
    said = bounds("search", RULES, known, 16, "-", PROOF_NODES, 1)
    check("bounds: proved", said.returncode == 0 and "South ends with at least" in said.stdout, said)
    lines = answers(known)
    proofs = [line[:2] for line in lines if line[2] == "proved"]
    check("bounds: no proof twice, none skipped", sorted(proofs) == sorted(
        [seat, str(n)] for seat in ("south", "north") for n in range(1, 1 + sum(p[0] == seat for p in proofs)))
        and len(proofs) > 1, lines)
    before = known.read_text()
    bounds("search", RULES, known, 16, "-", PROOF_NODES, 1)
    check("bounds: what is open is tried again with more positions only", known.read_text() == before, before)
    again = bounds("check", RULES, known, 16, "-", 20000)
    check("bounds: proved once more", again.returncode == 0 and ", 0 wrong" in again.stdout, again)
    with open(known, "a") as file:
        file.write("south 40 proved -1 2000 0\n")
    again = bounds("check", RULES, known, 16, "-", 20000)
    check("bounds: a planted proof is noticed", again.returncode == 1 and "wrong: south, 40 seeds" in again.stdout,
          again)

finish()

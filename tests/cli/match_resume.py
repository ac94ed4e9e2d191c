#!/usr/bin/env python3
"""A match goes on after it was killed, and ends as if nothing had happened."""

import subprocess
import time

from harness import PROGRAM, check, check_error, environment, finish, run
from match_driver import FOLDER, ask, match, misbehaving

PLAYERS = ["level=1", "max,nodes=100"]


def kill_after(words, path, lines):
    """Runs a match until its progress has so many lines, then kills it; how many there are then."""
    process = subprocess.Popen([PROGRAM, *map(str, words)], stdout=subprocess.DEVNULL, env=environment())
    deadline = time.monotonic() + 30
    while time.monotonic() < deadline and process.poll() is None:
        if path.exists() and len(path.read_text().splitlines()) >= lines:
            break
        time.sleep(0.002)
    process.kill()
    process.wait()
    return len(path.read_text().splitlines())


def games_of(records):
    """The records of a file as a set, for their order depends on the threads."""
    return sorted(text for text in records.read_text().split("[Game ")[1:])


def test_kill():
    whole = ask("oware", *PLAYERS, games=24, seed=3, records=FOLDER / "whole.ludo")
    state, records = FOLDER / "killed.state", FOLDER / "killed.ludo"
    words = match("oware", *PLAYERS, games=24, seed=3, concurrency=2, resume=state, records=records)
    lines = 0
    for _ in range(3):
        lines = kill_after(words, state, lines + 14 if lines == 0 else lines + 3)
    # What the end came in the middle of: half a line, half a record.
    with open(state, "a", encoding="utf-8") as file:
        file.write("24 2-0 majo")
    with open(records, "a", encoding="utf-8") as file:
        file.write('[Game "oware"]\n[Event "lud')
    told = ask("oware", *PLAYERS, games=24, seed=3, resume=state, records=records)
    check("killed three times: the same result", told == whole, f"{whole}\n{told}")
    check("… and the same records, each once", games_of(records) == games_of(FOLDER / "whole.ludo"),
          records.read_text()[-500:])
    before = state.read_text()
    numbers = sorted(int(line.split()[0]) for line in before.split("begin\n")[1].splitlines())
    check("every game was played once", numbers == list(range(1, 25)), numbers)
    again = ask("oware", *PLAYERS, games=24, seed=3, resume=state, records=records)
    check("a finished match only tells its result", again == whole
          and state.read_text() == before, again)
    longer = ask("oware", *PLAYERS, games=28, seed=3, resume=state, records=records)
    check("it can be made longer", longer == ask("oware", *PLAYERS, games=28, seed=3),
          longer)


def test_luck_is_kept():
    """With dice the file has every game's luck; those of earlier versions had none."""
    whole = ask("dados:line=5", "greedy", "random", games=12, seed=3)
    state = FOLDER / "luck.state"
    ask("dados:line=5", "greedy", "random", games=6, seed=3, resume=state)
    told = ask("dados:line=5", "greedy", "random", games=12, seed=3, resume=state)
    check("luck goes on", told == whole and told["players"][0]["share_without_luck"] is not None, told)
    head, games = state.read_text().split("begin\n")
    cut = ["\t".join([line.split("\t")[0].rsplit(" ", 1)[0], *line.split("\t")[1:]]) for line in games.splitlines()[:6]]
    state.write_text(f"{head}begin\n" + "\n".join(cut) + "\n")
    told = ask("dados:line=5", "greedy", "random", games=12, seed=3, resume=state)
    check("luck that was not kept is not made up", told["players"][0]["share_without_luck"] is None
          and told["players"][0]["share"] == whole["players"][0]["share"] and told["played"] == 12, told)
    state.write_text(f"{head}begin\n" + games.replace(",", ";", 1))
    check_error("damaged luck", run(*match("dados:line=5", "greedy", "random", games=12, seed=3, resume=state)), 2, "damaged")


def test_refusals():
    state = FOLDER / "state"
    first = {"games": 4, "resume": state}
    ask("pylos", "random", "greedy", **first)
    before = state.read_text()
    for name, words, part in (
            ("another player", match("pylos", "random", "random", **first), "player greedy"),
            ("another game", match("oware", "random", "greedy", **first), "game pylos"),
            ("another seed", match("pylos", "random", "greedy", seed=2, **first), "seed 1"),
            ("one player more", match("pylos", "random", "greedy", "random", **first), "another match"),
            ("other openings", match("pylos", "random", "greedy", plies=3, **first), "plies 4"),
            ("another time", match("pylos", "random", "greedy", time="1s", **first), "time 0"),
            ("now with records", match("pylos", "random", "greedy", records=FOLDER / "r", **first), "records no")):
        check_error(f"{name} is another match", run(*words), 2, part)
    check("a refused file stays as it is", state.read_text() == before)
    other = FOLDER / "letter.txt"
    other.write_text("Dear aunt,\n")
    check_error("a file of another kind", run(*match("pylos", "random", "greedy", resume=other)), 2,
                "not the progress")
    check("… stays as it is", other.read_text() == "Dear aunt,\n")
    lines = before.splitlines(keepends=True)
    state.write_text("".join(lines[:-2]) + "nonsense\n" + lines[-1])
    check_error("a damaged file", run(*match("pylos", "random", "greedy", **first)), 2, "damaged")
    state.write_text("".join(lines[:-1]) + "4 2-0\n")
    check("a damaged last line is played anew", ask("pylos", "random", "greedy", **first)["played"] == 4
          and state.read_text() == before, state.read_text())
    state.write_text("".join(lines[:2]))
    check("half a head begins anew", ask("pylos", "random", "greedy", **first)["played"] == 4)
    check_error("records are not written over",
                run(*match("pylos", "random", "greedy", games=2, records=other)), 1, "exists already")
    check_error("a folder that is not there",
                run(*match("pylos", "random", "greedy", resume="/proc/nowhere/state")), 1, "/proc/nowhere")


def test_two_at_once():
    state = FOLDER / "shared.state"
    words = match("oware", "max,time=2s", "max,time=2s", games=2, resume=state)
    process = subprocess.Popen([PROGRAM, *map(str, words)], stdout=subprocess.DEVNULL, env=environment())
    while not state.exists() or not state.read_text():
        time.sleep(0.01)
    check_error("a file that is in use", run(*words), 1, "in use")
    process.kill()
    process.wait()


def test_faults_are_kept():
    state = FOLDER / "faults.state"
    player = misbehaving("illegal")
    ask("oware", player, "random", games=2, resume=state)
    told = ask("oware", player, "random", games=2, resume=state)
    check("faults of earlier runs are told", told["players"][0]["faults"]["illegal-move"] == 2
          and "z9" in told["players"][0]["first_fault"], told)


test_kill()
test_luck_is_kept()
test_refusals()
test_two_at_once()
test_faults_are_kept()
finish()

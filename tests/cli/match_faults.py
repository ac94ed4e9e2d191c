#!/usr/bin/env python3
"""Programs as players of a match: good ones, and those that crash, cheat, hang or come late."""

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

from game_rows import rows_of
from harness import PROGRAM, check, check_error, environment, finish, run
from match_driver import FOLDER, ask, match, misbehaving

SHORT = bool(os.environ.get("LUDOTECA_TEST_SHORT"))


def processes_of(words):
    """Numbers and command lines of processes that contain the words: whatever a match started or left behind."""
    found = {}
    for path in Path("/proc").glob("[0-9]*/cmdline"):
        try:
            line = path.read_bytes().replace(b"\0", b" ").decode(errors="replace")
        except OSError:
            continue
        if words in line and not line.startswith(PROGRAM):
            found[int(path.parent.name)] = line
    return found


def children_of(words):
    return list(processes_of(words).values())


def test_good():
    engine = f"cmd=\"{PROGRAM}\" engine,nodes=50"
    told = ask("oware", engine, "random", games=4, concurrency=2)
    check("a program plays oware", told["players"][0]["share"] > 0.6
          and not any(told["players"][0]["faults"].values()), told)
    for game in rows_of("typed")[::3 if SHORT else 1]:
        told = ask(game, engine, "greedy", games=2, clock="60s+1s")
        check(f"a program plays {game} with a clock", told["played"] == 2
              and not any(told["players"][0]["faults"].values()), told)
    # It starts a program for every move, so the games are short.
    told = ask("oware", misbehaving("not"), "random", games=2, time="5s", move_limit=30)
    check("a program of another kind plays", told["played"] == 2
          and not any(told["players"][0]["faults"].values()), told)


def test_faults():
    for how, fault, words in (("crash", "crash", "status 1: division by cucumber"),
                              ("kill", "crash", "signal 9"), ("close", "crash", "closed its output"),
                              ("illegal", "illegal-move", "z9"), ("null", "illegal-move", "0000"),
                              ("hang", "time", "no move in time"), ("babble", "time", "no move in time"),
                              ("slow", "time", "no move in time")):
        path = FOLDER / f"{how}.ludo"
        # Only who is to be late gets little time: a busy machine must not make others late.
        limit = "100ms" if fault == "time" else "20s"
        told = ask("oware", f"{misbehaving(how)},time={limit}", "random", games=2, records=path,
                   margin="300ms", concurrency=2)
        bad, good = told["players"]
        check(f"{how}: both games lost, and counted", bad["losses"] == 2 and good["wins"] == 2
              and bad["faults"] == {**dict.fromkeys(bad["faults"], 0), fault: 2}
              and not any(good["faults"].values()), told)
        check(f"{how}: the reason is told", bad["first_fault"].startswith(f"game 1: {fault}: ")
              and words in bad["first_fault"], bad)
        text = path.read_text()
        check(f"{how}: … and in the records", text.count(f'Fault "{fault}: ') == 2
              and run("replay", path, "--all").status == 0, text)
    answer = run(*match("oware", misbehaving("crash"), "random", games=2))
    check("the table tells it, too", "1 lost by crash 2" in answer.out and "cucumber" in answer.out, answer)
    told = ask("dados:players=3", misbehaving("crash"), "greedy", "random", games=3)
    check("of three sides the others play on", told["players"][0]["faults"]["crash"]
          + told["players"][0]["faults"]["illegal-move"] == 3
          and told["players"][1]["wins"] + told["players"][2]["wins"] == 3, told)


def test_joined():
    for how, more in (("joined", ",moves=joined"), ("apart", "")):
        told = ask("oware", f"{misbehaving(how)}{more}", "random", games=1, time="20s", move_limit=14)
        check(f"moves are told {how}", told["played"] == 1 and told["players"][0]["player"].endswith(f'"{more}')
              and not any(told["players"][0]["faults"].values()), told)
    told = ask("oware", misbehaving("joined"), "random", games=1, time="20s", move_limit=14)
    check("… and only where that is asked for", told["players"][0]["faults"]["crash"] == 1, told)
    check_error("joined moves of six", run(*match("six", "cmd=x,moves=joined", "random")), 2, "moves=joined", "six")
    check_error("joined moves of our own", run(*match("oware", "max,moves=joined", "random")), 2, "moves", "max")
    check_error("moves in another way", run(*match("oware", "cmd=x,moves=apart", "random")), 2, "moves=joined")


def test_startup():
    check_error("a program that takes too long to begin",
                run(*match("oware", misbehaving("sleepy"), "random", games=1, startup="300ms")), 1, "no uciok in time")
    told = ask("oware", misbehaving("sleepy"), "random", games=1, startup="30s", time="20s", move_limit=8)
    check("… and one that is given more", told["played"] == 1
          and not any(told["players"][0]["faults"].values()), told)
    check_error("a time to begin that is none", run(*match("oware", "random", "greedy", startup="soon")), 2,
                "--startup", "30s")


def test_starting():
    check_error("no such program", run(*match("oware", "cmd=/nonexistent/engine -x", "random")), 1,
                "/nonexistent/engine", "Check the name")
    check_error("a program that ends at once", run(*match("oware", misbehaving("mute"), "random")), 1,
                "not today")
    check_error("a program that is none", run(*match("oware", f"cmd={FOLDER}", "random")), 1)
    check_error("an open quote", run(*match("oware", "cmd='x", "random")), 1)


def started(words, state):
    """A match that runs: its progress has begun, and its programs are under way."""
    process = subprocess.Popen([PROGRAM, *map(str, words)], stdout=subprocess.PIPE,
                               stderr=subprocess.PIPE, text=True, env=environment())
    while not state.exists() or "begin" not in state.read_text() or not children_of(str(FOLDER)):
        time.sleep(0.1)
    time.sleep(0.3)
    return process


def test_interrupt():
    state = FOLDER / "broken.state"
    words = match("oware", misbehaving("hang") + ",time=50s", "max,time=50s", games=4, concurrency=2,
                  resume=state)
    for number in (signal.SIGINT, signal.SIGTERM):
        process = started(words, state)
        process.send_signal(number)
        began = time.monotonic()
        out, err = process.communicate(timeout=30)
        check(f"signal {int(number)} ends it with the table so far", process.returncode == 128 + number
              and "0 of 4 games" in out and err == "" and time.monotonic() - began < 10,
              f"{process.returncode} {out} {err}")
    check("… and with all that it started", not children_of(str(FOLDER)), children_of(str(FOLDER)))
    process = started(words, state)
    process.kill()
    process.communicate()
    left = True
    for _ in range(50):
        left = [line for line in children_of(str(FOLDER)) if "misbehaving" in line]
        if not left:
            break
        time.sleep(0.1)
    check("when it is killed its programs end", not left or os.uname().sysname != "Linux", left)


def is_gone(words):
    """Whether all such processes end within moments."""
    for _ in range(50):
        if not children_of(words):
            return True
        time.sleep(0.1)
    return False


def test_strays():
    """What programs start must not outlive the match: neither in their group nor, if the match ends by itself or
    is asked to, in groups and sessions of their own."""
    stray, wrapper = FOLDER / "stray.py", FOLDER / "wrapper.sh"
    stray.write_text("import time\ntime.sleep(1000)\n")
    start = f"{sys.executable} {stray} &"
    wrapper.write_text(f"{start}\n'{PROGRAM}' engine\n")
    ways = {"a shell": f"sh -c \"{start} '{PROGRAM}' engine\"", "a wrapper": f"sh {wrapper}",
            "a group of its own": f"bash -c \"set -m; {start} '{PROGRAM}' engine\"",
            "a session of its own": f"sh -c \"setsid {start} '{PROGRAM}' engine\""}
    for way, command in list(ways.items())[::3 if SHORT else 1]:
        told = ask("oware", f"cmd={command},nodes=50", "random", games=2)
        check(f"{way}: nothing is left after the match", told["played"] == 2 and is_gone(str(stray)), told)
        state = FOLDER / "strays.state"
        for number in (signal.SIGINT, signal.SIGTERM, signal.SIGKILL):
            state.unlink(missing_ok=True)
            process = started(match("oware", f"cmd={command},time=50s", "random", games=2, resume=state), state)
            process.send_signal(number)
            process.communicate(timeout=30)
            if number == signal.SIGKILL and "its own" in way:
                for left in processes_of(str(stray)):  # nobody can know of these: docs/MATCH.md
                    os.kill(left, signal.SIGKILL)
                continue
            check(f"{way}: … nor after signal {int(number)}", is_gone(str(stray)), children_of(str(stray)))
    late = FOLDER / "late.sh"
    late.write_text(f"{start}\n{misbehaving('hang').removeprefix('cmd=')}\n")
    told = ask("oware", f"cmd=sh {late},time=100ms", "random", games=2, margin="200ms")
    check("… nor after a program that came late", told["players"][0]["faults"]["time"] == 2 and is_gone(str(stray)), told)


test_good()
test_faults()
test_joined()
test_startup()
test_starting()
test_interrupt()
test_strays()
finish()

#!/usr/bin/env python3
"""Commands that come while a search runs; pondering; ends of all kinds; how soon stop is heard."""

import os
import signal
import subprocess
import time

from engine_driver import SHORT, Engine, errors
from game_rows import ROWS
from harness import PROGRAM, check, environment, finish

STOP_MS = 20
ONE_MOVE = "0-0-0-0-0-1-4-4-4-4-4-4-12-11-S"


def bests(lines):
    return sum(line.startswith("bestmove") for line in lines)


def started(engine, go="go infinite"):
    engine.send(go)
    engine.until("info depth 3")


def test_busy(engine):
    started(engine)
    begun = time.monotonic()
    lines = engine.ask("isready", until="readyok")
    check("isready is answered during a search", bests(lines) == 0 and time.monotonic() - begun < 2)
    engine.send("d", "uci")
    check("so are d and uci", engine.until("Turn:") and engine.until("uciok"))
    lines = engine.ask("go depth 2") + engine.until("bestmove")
    check("a go during a go: two bestmoves", bests(lines) == 2, lines)
    for line in ("position startpos moves F", "setoption name Hash value 16", "ucinewgame",
                 "setoption name Game value oware", "perft 1", "go fast", "position nonsense"):
        engine.send("position startpos")
        started(engine)
        lines = engine.ask(line, "isready", until="readyok")
        check(f"{line}: the search ends first", bests(lines) == 1 + (line == "go fast")
              and bests(lines[:-1]) >= 1, lines)
    engine.send("position startpos")
    check("stop without a search says nothing", engine.ask("stop", "stop", "isready", until="readyok")
          == ["readyok"])
    engine.send("go depth 2", "stop", "isready")
    lines = engine.until("readyok")
    lines += [] if bests(lines) else engine.until("bestmove")
    check("stop right after go: one bestmove, and a move", bests(lines) == 1
          and "bestmove 0000" not in "".join(lines), lines)


def test_late_stop(engine):
    """A stop that comes when the search is just done must not cut the next one short."""
    engine.send("position startpos", "setoption name Clear Hash")
    shallow = 0
    for _ in range(5 if SHORT else 40):
        engine.ask("go depth 1")
        engine.send("stop", "go depth 5")
        shallow += not any(line.startswith("info depth 5 ") for line in engine.until("bestmove"))
    check("a late stop does not harm the next search", shallow == 0, shallow)


def test_only_move(engine):
    """What is forced is played at once, and told like any other move."""
    begun = time.monotonic()
    lines = engine.ask("position fen 1-0-0-0-0-0-3-2-1-0-2-1-19-19-S", "go movetime 20000")
    check("the only move is told", bests(lines) == 1 and lines[-1].startswith("bestmove A")
          and len(lines) > 1 and all(line.startswith("info depth ") and " pv A" in line for line in lines[:-1]), lines)
    check("… at once", time.monotonic() - begun < 10)


def test_ponder(engine):
    engine.send("position startpos", "go ponder movetime 50")
    engine.until("info depth 4")
    check("no bestmove while it ponders", not bests([engine.line() for _ in range(2)]))
    begun = time.monotonic()
    lines = engine.ask("ponderhit")
    check("ponderhit, then the limits count", time.monotonic() - begun < 2 and bests(lines) == 1, lines[-1])
    lines = engine.ask("go ponder movetime 20", "ponderhit")
    check("ponderhit right after go", not errors(lines) and "0000" not in lines[-1], lines)
    engine.send("go ponder depth 3")
    engine.until("info depth 3")
    lines = engine.ask("ponderhit")
    check("ponderhit after the depth was reached", bests(lines) == 1)
    started(engine, "go ponder wtime 1000 btime 1000")
    check("stop while it ponders", bests(engine.ask("stop")) == 1)
    started(engine)
    engine.send("ponderhit")
    lines = engine.until("info string error")
    check("ponderhit does not end an infinite search", bests(lines) == 0)
    check("… but stop does", bests(engine.ask("stop")) == 1)


def test_held_back(engine):
    engine.send("setoption name Game value oware:slam=nocapture")
    for name, position, go in (
            ("one move", f"fen {ONE_MOVE}", "go infinite"),
            ("no move", "fen 0-0-0-0-0-0-0-0-0-0-1-1-26-20-N", "go infinite"),
            ("no move", "fen 0-0-0-0-0-0-0-0-0-0-1-1-26-20-N", "go ponder"),
            ("a level", "startpos", "go infinite")):
        engine.send(f"setoption name Level value {1 if name == 'a level' else 'max'}")
        engine.send(f"position {position}", go, "isready")
        lines = engine.until("readyok")
        time.sleep(0.05)
        lines += engine.ask("isready", until="readyok")
        check(f"{name}, {go}: no bestmove before stop", bests(lines) == 0, lines)
        check("… and one after", bests(engine.ask("stop")) == 1)
    engine.send("setoption name Level value max")


def test_latency():
    for rows in ROWS.values():
        game, start = rows["brief"], " ".join(["startpos", *(["moves", *rows["before"]] if rows["before"] else [])])
        with Engine(game) as engine:
            engine.send("setoption name Threads value 2", f"position {start}")
            taken = []
            for _ in range(5):
                engine.send("go infinite")
                engine.until("info depth")
                time.sleep(0.03)
                begun = time.monotonic()
                engine.ask("stop")
                taken.append(1000 * (time.monotonic() - begun))
            # The machine may be busy with something else, so the quickest tells.
            check(f"{game}: stop is answered within {STOP_MS} ms", min(taken) < STOP_MS * (1 + 4 * SHORT)
                  and max(taken) < 2000, taken)
            print(f"# {game}: " + " ".join(f"{ms:.1f}" for ms in taken) + " ms")


def test_ends():
    with Engine() as engine:
        started(engine)
        status, rest, err = engine.quit()
        check("quit during a search", status == 0 and bests(rest.splitlines()) == 1 and not err,
              f"{status} {err}")
    with Engine() as engine:
        started(engine)
        begun = time.monotonic()
        engine.process.stdin.close()
        engine.process.stdin = None
        status, rest, err = engine.end()
        check("the end of input during a search", status == 0 and bests(rest.splitlines()) == 1
              and not err and time.monotonic() - begun < 2, f"{status} {err}")
    for go in ("go infinite", "isready"):
        with Engine() as engine:
            engine.send(go)
            engine.line()
            engine.process.stdout.close()
            begun = time.monotonic()
            status = engine.process.wait(timeout=8)
            complaint = engine.process.stderr.read()
            check(f"nobody listens any more, {go}: it ends by itself", status == 141
                  and complaint == b"" and time.monotonic() - begun < 2, f"{status} {complaint}")
    with Engine() as engine:
        started(engine)
        engine.process.terminate()
        check("a signal ends it", engine.end()[0] == -signal.SIGTERM)


def test_odd_streams():
    def plain(**streams):
        return subprocess.run([PROGRAM, "engine"], env=environment(), timeout=8, **streams)
    done = plain(stdin=subprocess.DEVNULL, capture_output=True)
    check("no input at all", done.returncode == 0 and done.stdout == done.stderr == b"", done)
    done = plain(input=b"go infinite\n", capture_output=True)
    check("go, and the input ends", done.returncode == 0 and done.stdout.count(b"bestmove ") == 1, done)
    with open("/dev/full", "wb") as full:
        done = plain(input=b"uci\n", stdout=full, stderr=subprocess.PIPE)
    check("a full disk", done.returncode == 1 and b"No space" in done.stderr, done)
    done = subprocess.run(["sh", "-c", f'"{PROGRAM}" engine <&-'], env=environment(), timeout=8,
                          capture_output=True)
    check("closed input", done.returncode == 1 and len(done.stderr.splitlines()) == 1, done)
    with Engine() as engine:
        reader, writer = os.pipe()
        done = subprocess.Popen([PROGRAM, "engine"], stdin=reader, stdout=subprocess.DEVNULL,
                                env=environment())
        os.close(reader)
        os.write(writer, b"go infinite\nposition startpos\nquit\n")
        check("output that nobody needs", done.wait(timeout=8) == 0)
        os.close(writer)


with Engine() as shared:
    for test in (test_busy, test_late_stop, test_only_move, test_ponder, test_held_back):
        test(shared)
    check("and it lives on", shared.quit() == (0, "", ""))
test_latency()
test_ends()
test_odd_streams()
finish()

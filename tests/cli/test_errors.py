#!/usr/bin/env python3
"""Bad input: one clear message, the right exit status, never a crash or a wait without end."""

import os
import signal
import subprocess
import tempfile
from pathlib import Path

from game_rows import GAMES, START
from harness import PROGRAM, check, check_error, environment, finish, run

USAGE, FAILURE = 2, 1


def test_usage():
    check_error("no command", run(), USAGE, "--help")
    check_error("unknown command", run("mvoes"), USAGE, "moves?", "games, rules")
    check("no far-fetched suggestion", "mean" not in run("foo").err and "play?" in run("paly").err)
    check_error("very long command", run("x" * 100000), USAGE)
    check_error("unknown option", run("moves", "oware", "--foo"), USAGE, "--foo", "--help")
    check_error("unknown short option", run("moves", "oware", "-q"), USAGE, "-q")
    check_error("option before its command", run("--position", "x", "moves", "oware"), USAGE)
    check_error("missing value at the end", run("moves", "oware", "--position"), USAGE, "--position")
    check_error("missing value before an option", run("moves", "oware", "--position", "--json"),
                USAGE, "--position")
    check_error("value for a switch", run("moves", "oware", "--json=yes"), USAGE, "--json")
    check_error("option twice", run("moves", "oware", "--json", "--json"), USAGE, "twice")
    check_error("missing operand", run("moves"), USAGE, "GAME")
    check_error("one operand too many", run("moves", "oware", "pylos"), USAGE, "pylos")
    check_error("--batch with --position", run("moves", "oware", "--batch", "--position", "x"), USAGE)
    check_error("--fragment elsewhere", run("moves", "six", "--fragment"), USAGE, "six")
    check_error("language", run("games", "--lang", "fr"), USAGE, "es")
    check_error("colour", run("show", "oware", "--color", "pink"), USAGE, "always")
    for depth in ("0", "-1", "100", "1x", "", "99999999999999999999", " 1", "+1"):
        check_error(f"depth {depth!r}", run("perft", "oware", depth), USAGE, "1", "99")
    check("-- ends the options", run("perft", "--", "oware", "1").status == 0)


def test_games_and_positions():
    for name in ("chess", "", "oware:", "oware:slam", "oware:slam=x", "oware:slam=", "oware:x=1",
                 "oware:slam=keep,slam=keep", "oware:slam=keep,", "o" * 100000, "oware:" + "s" * 100000,
                 "dados:players=5", "\xff\n"):
        check_error(f"game {name[:30]!r}", run("moves", name), USAGE)
    for game in GAMES:
        for text in ("", "x", START[game] + " ", START[game] + "x", START[game][:-1], "9" * 100000,
                     "\x01\x02", "é" * 100):
            answer = run("moves", game, "--position", text)
            check_error(f"{game} position {text[:30]!r}", answer, USAGE)
        answer = run("moves", game, "--moves", "nonsense")
        check_error(f"{game} move that is none", answer, USAGE, "move 1", "nonsense")
        check_error(f"{game} a move of 100,000 letters", run("moves", game, "--moves", "z" * 100000),
                    USAGE, "move 1")
    check_error("illegal move lists legal ones", run("moves", "oware", "--moves", "F F"), USAGE,
                "move 2", "a b c d e f")
    check_error("seeds that do not add up", run("show", "oware", "--position",
                                                "4-4-4-4-4-4-4-4-4-4-4-4-0-1-S"), USAGE)


def test_files(folder):
    check_error("no such file", run("replay", folder / "none"), FAILURE, "none")
    check_error("a folder as file", run("replay", folder), FAILURE)
    check_error("convert a folder", run("convert", folder, "--to", "ludo"), FAILURE)
    binary = folder / "binary"
    binary.write_bytes(bytes(range(256)) * 4000)
    long = folder / "long"
    long.write_bytes(b"[Game \"oware\"]\n\n" + b"F" * 1000000)
    empty = folder / "empty"
    empty.write_bytes(b"")
    for path in (binary, long, empty):
        for words in (["replay", path], ["convert", path, "--to", "json"],
                      ["convert", path, "--to", "ludo", "--from", "ogn"],
                      ["convert", path, "--to", "ludo", "--from", "playstrategy"],
                      ["convert", path, "--to", "ludo", "--from", "ludo"]):
            answer = run(*words)
            if path is empty and "playstrategy" in words:
                check("an empty PlayStrategy game is a game", answer.status == 0, answer)
            else:
                check_error(" ".join(map(str, words[:1] + words[2:])) + f" {path.name}", answer, USAGE,
                            path.name)
    check_error("endless file", run("replay", "/dev/zero"), FAILURE, "too large")
    check_error("convert without --to", run("convert", empty), USAGE, "--to")
    check_error("convert to nothing known", run("convert", empty, "--to", "pgn"), USAGE, "ludo")
    check_error("convert from nothing known", run("convert", empty, "--to", "ludo", "--from", "x"),
                USAGE, "ogn")


def test_streams(folder):
    with open("/dev/full", "wb") as full:
        for words in (["moves", "oware"], ["games"], ["rules", "six"], ["--help"],
                      ["perft", "oware", 3], ["moves", "oware", "--batch"]):
            answer = run(*words, stdin="x\n" * 10000, stdout=full)
            check(f"{' '.join(map(str, words))}: no room for the output", answer.status == FAILURE
                  and answer.err.startswith("ludoteca: ") and "No space left" in answer.err
                  and len(answer.err.splitlines()) == 1, answer)
    for words in (["moves", "oware"], ["rules", "six"], ["perft", "oware", 9],
                  ["moves", "oware", "--batch"]):
        reading, writing = os.pipe()
        os.close(reading)
        answer = run(*words, stdin="x\n" * 10000, stdout=writing)
        os.close(writing)
        check(f"{' '.join(map(str, words))}: the reader went away",
              answer.status == 128 + signal.SIGPIPE and not answer.err, answer)
    for redirect, status in ((">&-", FAILURE), ("--batch <&-", FAILURE), ("--batch </", FAILURE)):
        done = subprocess.run(["sh", "-c", f'"$0" moves oware {redirect}', PROGRAM],
                              capture_output=True, env=environment(), timeout=60)
        check(f"moves oware {redirect}", done.returncode == status and
              done.stderr.startswith(b"ludoteca: "), done)
    target = folder / "kept.ludo"
    done = subprocess.run(["sh", "-c", '"$0" convert - --to ludo --output "$1" >&- 2>&-',
                           PROGRAM, target], input=b'[Game "oware"]\n\n1. F\n', env=environment())
    check("a closed stdout does not get into a file",
          target.exists() and target.read_text().startswith("[Game"), done)


with tempfile.TemporaryDirectory() as name:
    test_usage()
    test_games_and_positions()
    test_files(Path(name))
    test_streams(Path(name))
finish()

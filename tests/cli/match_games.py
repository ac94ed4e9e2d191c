#!/usr/bin/env python3
"""Matches between players of our own: every game, the table, openings, tests, reproducibility."""

import json
import os
import pty
import select
import signal
import subprocess

from game_rows import rows_of
from harness import PROGRAM, check, check_error, environment, finish, run
from match_driver import FOLDER, ask, match


def test_every_game():
    for game in rows_of("matched"):
        told = ask(game, "random", "greedy", games=16, concurrency=2)
        random, greedy = told["players"]
        check(f"{game}: all played, both counted", told["played"] == 16 and told["end"] == "finished"
              and random["games"] == greedy["games"] == 16 and random["wins"] == greedy["losses"]
              and abs(random["share"] + greedy["share"] - 1) < 1e-9, told)
        check(f"{game}: greedy is ahead", greedy["share"] > 0.55, greedy)
        pairing = told["pairings"][0]
        check(f"{game}: pairs add up", sum(pairing["pentanomial"]) == 8
              and abs(sum(i * n for i, n in enumerate(pairing["pentanomial"])) / 2
                      - pairing["share"] * 16) < 1e-9, pairing)
        check(f"{game}: no faults", all(not any(p["faults"].values()) and p["first_fault"] is None
                                        for p in told["players"]), told)


def openings_of(path):
    """The positions after the openings of the games in a file of records."""
    found = []
    for game in path.read_text().split("[Game ")[1:]:
        body = game.split("\n\n", 1)[1]
        moves = [word for word in body.split() if word.isalpha() and len(word) == 1][:6]
        found.append(" ".join(moves))
    return found


def test_balance():
    """Openings that are asked to be even are so by a search of our own, and the same every time."""
    paths = [FOLDER / "even1.ludo", FOLDER / "even2.ludo"]
    for path in paths:
        told = ask("oware", "random", "greedy", games=6, balance=100, records=path)
        check("a match from even openings", told["played"] == 6 and told["openings"]["balance"] == 100, told)
    openings = openings_of(paths[0])
    check("the same openings every time", openings == openings_of(paths[1]) and len(openings) == 6
          and len(set(openings)) == 3, openings)
    for opening in sorted(set(openings)):
        told = json.loads(run("analyse", "oware", "--moves", opening, "--nodes", "200000", "--no-tables",
                              "--json").out)
        check(f"{opening} is even", abs(told["lines"][0]["value"]) <= 100, told)
    check_error("balance of a file", run(*match("oware", "random", "greedy", balance=100, openings=paths[0])), 2,
                "--balance", "--openings")


def test_shifted_start():
    """A program is told where the tiles lie, even if the position is the usual one elsewhere."""
    path = FOLDER / "shifted.txt"
    path.write_text("r:5,5 b:6,5 20-20 r\n")
    told = ask("six", f"cmd='{PROGRAM}' engine six,depth=1,time=60s", "random", games=2, openings=path)
    check("six: a start that lies elsewhere", not any(told["players"][0]["faults"].values())
          and told["players"][0]["wins"] == 2, told)


def test_three_sides():
    told = ask("dados:players=3", "random", "greedy", "level=2", games=9, concurrency=2)
    check("three players on three sides", [p["games"] for p in told["players"]] == [9, 9, 9]
          and sum(p["wins"] for p in told["players"]) <= 9 and told["pairings"] == [], told)
    told = ask("dados:players=3", "random", "greedy", games=6)
    check("two players on three sides", [p["games"] for p in told["players"]] == [9, 9], told)
    told = ask("dados:players=3", "random", "greedy", "random", "greedy", games=7)
    check("four players on three sides, a number that fits nothing", told["played"] == 7
          and sum(p["games"] for p in told["players"]) == 21, told)


def test_round_robin():
    told = ask("oware", "random", "greedy", "level=1", games=18)
    check("three players meet in three pairings",
          [(p["first"], p["second"], p["games"]) for p in told["pairings"]]
          == [(1, 2, 6), (1, 3, 6), (2, 3, 6)], told["pairings"])
    rated = [p["elo"] for p in told["players"] if p["elo"] is not None]
    check("the mean of finite strengths is 0", not rated or abs(sum(rated)) < 1e-6, rated)


def test_reproducible():
    for game, players in (("oware", ["level=3", "max,nodes=300", "mcts=20"]), ("dados", ["level=1", "random"]),
                          ("six", ["greedy", "level=2"]), ("dados:players=3", ["greedy", "random", "mcts=20"])):
        one = ask(game, *players, games=12, seed=5)
        two = ask(game, *players, games=12, seed=5, concurrency=4)
        check(f"{game}: the same games, one or four at once", one == two,
              f"{one}\n{two}")
    records = []
    for name, seed in (("one", 1), ("two", 1), ("three", 2)):
        path = FOLDER / f"{name}.ludo"
        ask("pylos", "greedy", "random", games=4, records=path, seed=seed)
        records.append(path.read_text())
    check("records are the same, too", records[0] == records[1] and records[0].count("[Game ") == 4)
    check("another seed, other games", records[0] != records[2])


def test_dice_are_shared():
    path = FOLDER / "dice.ludo"
    ask("dados", "random", "random", games=2, records=path)
    games = [json.loads(line) for line in run("convert", path, "--to", "json").lines]
    rolls = [[[ply["move"] for ply in game["plies"] if ply["kind"] == "roll" and ply["seat"] == seat]
              for seat in (1, 2)] for game in games]
    for seat in (0, 1):
        length = min(len(rolls[0][seat]), len(rolls[1][seat]))
        check(f"seat {seat + 1} rolls the same in both games of a pair", length > 5
              and rolls[0][seat][:length] == rolls[1][seat][:length], rolls)
    tags = [game["tags"] for game in games]
    check("records say who sat where", [tag["Round"] for tag in tags] == ["1.1", "1.2"], tags)


def test_luck():
    """The luck of the dice is taken out of the shares: the same on average, but known far better."""
    for game in ("dados:line=5", "dados:players=3", "dados:players=4,line=5"):
        told = ask(game, "greedy", "level=6", games=120, concurrency=2)["players"]
        for player in told:
            low, high = player["share_without_luck_interval"]
            plain_low, plain_high = player["share_interval"]
            check(f"{game}: {player['player']} without luck", low <= player["share_without_luck"] <= high
                  and high - low < 0.8 * (plain_high - plain_low) and low < plain_high and high > plain_low, player)
        if "players=3" not in game:  # elsewhere a player has more seats than another now and then
            check(f"{game}: what one gains the other loses",
                  abs(sum(player["share_without_luck"] for player in told) - 1) < 1e-6, told)
    equals = ask("dados:line=5", "greedy", "level=10", games=200)["players"][0]
    low, high = equals["share_without_luck_interval"]
    check("equals are nearly equal without luck", high - low < 0.05 and low - 0.02 < 0.5 < high + 0.02, equals)
    check("… which games without dice don't know", "share_without_luck" not in ask("oware", "random", "random", games=2)["players"][0])
    said = run(*[word for word in match("dados:line=5", "greedy", "random", games=20) if word != "--json"], "--lang", "es")
    check("… told in words", "sin la suerte de los dados: 1 " in said.out, said)


def test_odd_numbers():
    told = ask("pylos", "random", "greedy", games=7)
    check("an odd number of games", told["played"] == 7 and sum(told["pairings"][0]["pentanomial"]) == 3,
          told)
    told = ask("oware", "random", "greedy", games=1)
    check("a single game", told["played"] == 1 and told["players"][0]["share_interval"][0] >= 0, told)
    told = ask("oware", "random", "random", games=6, move_limit=10)
    check("the limit of moves is told", told["adjudicated"] == 6 and told["move_limit"] == 10, told)
    told = ask("six", "random", "random", games=2, move_limit=10)
    check("stopped games of six are drawn", [p["draws"] for p in told["players"]] == [2, 2], told)


def openings(text):
    path = FOLDER / "openings.txt"
    path.write_text(text)
    return path


def test_openings():
    path = openings("# two of them\nF f\n\n4-4-4-4-4-0-5-5-5-5-4-4-0-0-N\n")
    records = FOLDER / "opened.ludo"
    told = ask("oware", "random", "greedy", games=4, openings=path, records=records)
    games = [json.loads(line) for line in run("convert", records, "--to", "json").lines]
    check("moves and positions both open games", told["played"] == 4
          and [[ply["move"] for ply in game["plies"][:2]] for game in games[:2]] == [["F", "f"]] * 2
          and records.read_text().count('[Position "4-4-4-4-4-0-5-5-5-5-4-4-0-0-N"]') == 2, games)
    answer = run(*match("oware", "random", "greedy", games=8, openings=path))
    check("openings that come again are told", "4 games" in answer.err and answer.status == 0, answer)
    check_error("a bad opening", run(*match("oware", "random", "greedy", openings=openings("F f\nF Z\n"))),
                2, "line 2")
    check_error("a finished opening", run(*match("oware", "random", "greedy", openings=openings(
        "0-0-0-0-0-0-0-0-0-0-1-1-26-20-N\n"))), 2, "over")
    check_error("no opening", run(*match("oware", "random", "greedy", openings=openings("# none\n"))),
                2, "no opening")
    check_error("no file", run(*match("oware", "random", "greedy", openings=FOLDER / "none")), 1, "none")


def test_sequential():
    told = ask("oware", "greedy", "random", games=400, sprt="0,100", concurrency=3)
    check("the test decides for the stronger one", told["end"] == "decided"
          and told["sprt"]["verdict"] == "elo1" and told["played"] == 2 * told["sprt"]["pairs"] < 100
          and told["sprt"]["llr"] >= told["sprt"]["bounds"][1], told)
    again = ask("oware", "greedy", "random", games=400, sprt="0,100")
    check("… after the same pairs, one game at a time", told == again, again)
    told = ask("oware", "random", "greedy", sprt="0,100,0.1,0.01")
    check("… and against the weaker one", told["sprt"]["verdict"] == "elo0"
          and told["sprt"]["alpha"] == 0.1, told)
    told = ask("dados", "random", "random", games=20, sprt="0,5")
    check("undecided", told["sprt"]["verdict"] is None and told["end"] == "finished", told)


def test_table():
    answer = run(*match("oware", "random", "greedy", games=4, sprt="0,50"))
    check("the table in English", answer.status == 0 and answer.err == "" and "share" in answer.out
          and "greedy" in answer.out and "-inf" in answer.out and "LLR" in answer.out, answer)
    answer = run(*match("dados", "random,time=1s", "greedy", games=4, clock="60s+1s"))
    check("clocks for all, times for one", answer.status == 0, answer)


def test_live_table():
    """On a terminal the table stays in one place, and is gone when the report comes."""
    ours, theirs = pty.openpty()
    words = match("dados", "random", "mcts=60", games=1000, concurrency=2)
    process = subprocess.Popen([PROGRAM, *words], stdout=subprocess.PIPE, stderr=theirs,
                               env=environment(TERM="xterm"))
    os.close(theirs)
    seen = b""
    while seen.count(b"\x1b[4A") < 3 and select.select([ours], [], [], 30)[0]:
        seen += os.read(ours, 65536)
    process.send_signal(signal.SIGINT)
    out = process.communicate(timeout=30)[0].decode()
    while select.select([ours], [], [], 0)[0]:
        try:
            seen += os.read(ours, 65536)
        except OSError:
            break
    os.close(ours)
    check("the table is drawn again in its place", seen.count(b"\x1b[4A\r\x1b[J") >= 3
          and b"mcts=60" in seen and b"of 1000" in seen and seen.endswith(b"\x1b[J"), seen[-600:])
    check("Ctrl-C brings the report", process.returncode == 130 and "mcts=60" in out
          and " of 1000 games" in out, out)


def test_bad_arguments():
    for words, parts in ((match("oware"), ["--player"]), (match("oware", "random"), ["two players"]),
                         (match("oware", "random", "grandmaster"), ["grandmaster"]),
                         (match("chess", "random", "random"), ["chess"]),
                         (match("oware", "random", "random", games=0), ["--games"]),
                         (match("oware", "random", "random", concurrency=0), ["--concurrency"]),
                         (match("oware", "random", "random", seed="x"), ["--seed"]),
                         (match("oware", "random", "random", sprt="5"), ["elo0,elo1"]),
                         (match("oware", "random", "random", "random", sprt="0,5"), ["--sprt"]),
                         (match("dados:players=3", "random", "random", sprt="0,5"), ["--sprt"]),
                         (match("oware", "random", "random", time="fast"), ["--time", "100ms"]),
                         (match("oware", "random", "random", time="1s,depth=2"), ["--time"]),
                         (match("oware", "random", "random", clock="1s+"), ["--clock"]),
                         (match("oware", "random", "random", clock="1s", time="1s"), ["both"]),
                         (match("oware", "random", "random", margin="-1s"), ["--margin"]),
                         (match("pylos", "random", "random", plies=100), ["--plies"]),
                         (match("oware", "random", "random", plies=2, openings="x"), ["both"]),
                         (match("oware", *["random"] * 33), ["32"]),
                         (match("oware", "random", "random", games="1", records="/proc/nowhere/x"), [])):
        check_error(" ".join(words)[:90], run(*words), 1 if "/proc/nowhere/x" in words else 2, *parts)


test_every_game()
test_balance()
test_shifted_start()
test_three_sides()
test_round_robin()
test_reproducible()
test_dice_are_shared()
test_luck()
test_odd_numbers()
test_openings()
test_sequential()
test_table()
test_live_table()
test_bad_arguments()
finish()

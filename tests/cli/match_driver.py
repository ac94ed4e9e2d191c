"""What the tests of `match` share: asking for JSON, and programs that misbehave."""

import atexit
import json
import shutil
import sys
import tempfile
from pathlib import Path

from harness import PROGRAM, check, run

FOLDER = Path(tempfile.mkdtemp(prefix="ludoteca-match-"))
atexit.register(shutil.rmtree, FOLDER, ignore_errors=True)

# A player of oware that does as its first argument says. It knows no rules: it asks ludoteca.
MISBEHAVING = '''
import os, subprocess, sys, time
how, program = sys.argv[1], sys.argv[2]
moves, asked = "", 0
for line in sys.stdin:
    word = line.split()[0] if line.split() else ""
    if word == "uci" and how == "deaf":
        time.sleep(60)
    elif word == "uci" and how == "sleepy":
        time.sleep(0.8)
        print("uciok", flush=True)
    elif word == "uci" and how == "mute":
        sys.exit("not today")
    elif word == "uci":
        print("id name misbehaving\\nuciok", flush=True)
    elif word == "isready":
        print("readyok", flush=True)
    elif word == "position":
        moves = line.split(" moves ")[1].strip() if " moves " in line else ""
        if how == "joined" and " " in moves or how == "apart" and len(moves) > 1 and " " not in moves:
            sys.exit("moves in a form that I can't read: " + moves)
    elif word == "quit":
        break
    elif word == "go":
        asked += 1
        if asked > 1:
            if how == "crash":
                sys.exit("division by cucumber")
            if how == "kill":
                os.kill(os.getpid(), 9)
            if how == "illegal":
                print("bestmove z9", flush=True)
                continue
            if how == "null":
                print("bestmove 0000", flush=True)
                continue
            if how == "hang":
                subprocess.run(["sleep", "60"])
            if how == "babble":
                while True:
                    print("info string " + "la " * 3000, flush=True)
            if how == "slow":
                time.sleep(0.9)
            if how == "close":
                os.close(1)
                time.sleep(60)
        listed = subprocess.run([program, "moves", "oware", "--moves", moves],
                                capture_output=True, text=True).stdout
        sys.stderr.write("thinking\\n")
        print("info depth 1", flush=True)
        print("bestmove " + listed.split()[0], flush=True)
'''


def misbehaving(how):
    """The words of a player that does so."""
    script = FOLDER / "misbehaving.py"
    if not script.exists():
        script.write_text(MISBEHAVING)
    # Nothing of what else is installed: it is started a hundred times.
    return f"cmd={sys.executable} -IS '{script}' {how} \"{PROGRAM}\""


def match(game, *players, **options):
    """The command line of a match."""
    words = ["match", game]
    for player in players:
        words += ["--player", player]
    for name, value in options.items():
        words += [f"--{name.replace('_', '-')}", str(value)]
    return words


def ask(game, *players, **options):
    """The JSON answer of a match, checked for what holds in every one."""
    answer = run(*match(game, *players, **options), "--json", timeout=120)
    if answer.status != 0 or len(answer.lines) != 1:
        check(f"match {game} {players} {options} answers", False, answer)
        return None
    told = json.loads(answer.out)
    for player in told["players"]:
        assert player["games"] == player["wins"] + player["draws"] + player["losses"], player
        low, high = player["share_interval"]
        assert low <= player["share"] <= high, player
        if player["elo"] is not None:
            assert player["elo_interval"][0] is None or player["elo_interval"][0] <= player["elo"], player
    return told

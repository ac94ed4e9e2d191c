#!/usr/bin/env python3
"""Our server and Colyseus under the same load of the same client, in turn: measure.py PROGRAM [GAMES] [RATE …]

Installs Colyseus from npm into a temporary directory. Ours checks every move by the rules, keeps clocks, and has each on disk before it is
told; Colyseus passes messages on."""

import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
import time
from pathlib import Path

HERE = Path(__file__).resolve().parent
PROGRAM = sys.argv[1]
GAMES = int(sys.argv[2]) if len(sys.argv) > 2 else 500
RATES = [int(rate) for rate in sys.argv[3:]] or [500, 1000, 2000]
SECONDS, ROUNDS = 6, 3


def find_words(folder):
    """A long game of Oware, by engines."""
    record = subprocess.run([PROGRAM, "match", "oware", "--player", "random", "--player", "greedy", "--games", "20", "--records", f"{folder}/games.ludo"],
                            check=True, capture_output=True)
    games = re.split(r"\n\n(?=\[Game)", Path(folder, "games.ludo").read_text())
    moves = [re.findall(r"(?<![\w.])[A-Fa-f](?![\w:])", game.rpartition("]\n")[2]) for game in games]
    return " ".join(max(moves, key=len)), record


def start(kind, folder):
    words = [PROGRAM, "serve", "--port", "0", "--data", f"{folder}/data", "--rate", "0"] if kind == "ludoteca" else ["node", f"{folder}/colyseus_server.mjs", "2567"]
    server = subprocess.Popen(words, stdout=subprocess.PIPE, text=True)
    found = re.search(r":(\d+)/", server.stdout.readline())
    return server, int(found.group(1)) if found else 2567


def processor_s(server):
    fields = Path(f"/proc/{server.pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


with tempfile.TemporaryDirectory() as folder:
    for name in ("package.json", "colyseus_server.mjs", "load.mjs"):
        shutil.copy(HERE / name, folder)
    subprocess.run(["npm", "install", "--no-audit", "--no-fund", "--silent"], cwd=folder, check=True)
    words, _ = find_words(folder)
    for rate in RATES:
        for turn in range(ROUNDS):
            for kind in ("ludoteca", "colyseus"):
                server, port = start(kind, folder)
                time.sleep(1)
                before = processor_s(server)
                said = subprocess.run(["node", f"{folder}/load.mjs", kind, *map(str, (port, GAMES, rate, SECONDS))], env={**os.environ, "WORDS": words},
                                      capture_output=True, text=True).stdout
                print(json.dumps({**json.loads(said or "{}"), "round": turn + 1, "server_cpu_s": round(processor_s(server) - before, 2)}), flush=True)
                server.kill()
                server.wait()
                shutil.rmtree(f"{folder}/data", ignore_errors=True)

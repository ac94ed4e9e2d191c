#!/usr/bin/env python3
"""Measures how strong the engine is, with `ludoteca match`, and writes the tables of docs/STRENGTH.md.

    scripts/measure_strength.py [--program PROGRAM] [--dir DIR] [--concurrency N] [--games N] [STEP…]
    scripts/measure_strength.py --list
    scripts/measure_strength.py --write

Every step is a match whose progress is kept in DIR (build-strength), so the run can be killed at any
moment and goes on where it was. A STEP is the beginning of names as --list prints them: `ladder.six`
runs the whole ladder of Six. The numbers of games were fixed before anything was measured; --games N
plays no more than N of each. --write plays nothing: it puts what is in DIR into docs/STRENGTH.md
between its markers, where rows of what is not in DIR stay.
"""

import argparse
import json
import re
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
DOCUMENT = ROOT / "docs" / "STRENGTH.md"
LADDER_GAMES = {"oware": 400, "pylos": 400, "six": 400, "dados:line=5": 4000}
# The strongest think longest, and their steps are large enough to show in fewer games; those of dados
# are so small that they need more.
TOP_GAMES = {"oware": 120, "pylos": 120, "six": 120, "dados:line=5": 20000}
SHORT = {"oware": "oware", "pylos": "pylos", "six": "six", "dados:line=5": "dados"}
QUICK = "max,time=100ms"


def ladder():
    for game, count in LADDER_GAMES.items():
        players = ["random"] + [f"level={level}" for level in range(1, 11)]
        for below, above in zip(players, players[1:]):
            name = above.replace("level=", "")
            games = TOP_GAMES[game] if name in ("9", "10") else count
            yield f"ladder.{SHORT[game]}.{name}", game, above, below, games
        if not game.startswith("dados"):  # where level 10 is as good as max in a few milliseconds
            yield f"ladder.{SHORT[game]}.max", game, QUICK, "level=10", TOP_GAMES[game]


def duels():
    for game in list(LADDER_GAMES)[:3]:
        yield f"duel.{SHORT[game]}.level5", game, QUICK, "level=5", 200
        yield f"duel.{SHORT[game]}.greedy", game, QUICK, "greedy", 200
    yield "duel.dados.greedy", "dados:line=5", "max,depth=3", "greedy", 10000
    yield "duel.oware.mcts-quick", "oware", "max,time=50ms", "mcts=1000", 200
    yield "duel.oware.mcts-slow", "oware", "max,time=1s", "mcts=1000", 200


def steps():
    return [*duels(), *ladder()]


def command(program, step, directory, concurrency):
    name, game, first, second, games = step
    return [program, "match", game, "--player", first, "--player", second, "--games", str(games),
            "--seed", "2026", "--concurrency", str(concurrency), "--json",
            "--resume", str(directory / f"{name}.progress")]


def run(program, step, directory, concurrency):
    answer = directory / f"{step[0]}.json"
    if answer.exists():
        return
    done = subprocess.run(command(program, step, directory, concurrency), capture_output=True, text=True)
    if done.returncode != 0:
        sys.exit(f"{step[0]}: {done.stderr.strip().splitlines()[-1:] or done.returncode}")
    result = json.loads(done.stdout)
    if result["end"] != "finished":
        sys.exit(f"{step[0]}: {result['end']}")
    answer.write_text(done.stdout)
    print(row(step, result), flush=True)


def row(step, result):
    _, game, first, second, _ = step
    pair = result["pairings"][0]
    low, high = pair["share_interval"]
    elo = "–" if pair["elo"] is None else f"{pair['elo']:+.0f}"
    return (f"| {game} | {first} | {second} | {pair['games']} | {pair['wins']} – {pair['draws']} – {pair['losses']} "
            f"| {100 * pair['share']:.1f} % | {100 * low:.1f} – {100 * high:.1f} % | {elo} |")


HEAD = """| game | player | against | games | won – drawn – lost | share | 95 % interval | Elo |
|---|---|---|---|---|---|---|---|"""


def write(directory):
    text = DOCUMENT.read_text()
    for part in ("duel", "ladder"):
        place = re.compile(rf"(<!-- {part} -->\n)(.*?)(<!-- end of {part} -->)", re.S)
        written = place.search(text)[2].splitlines()
        rows = [HEAD]
        for step in steps():
            if step[0].startswith(part):
                answer = directory / f"{step[0]}.json"
                before = f"| {step[1]} | {step[2]} | {step[3]} |"
                rows += ([row(step, json.loads(answer.read_text()))] if answer.exists() else
                         [line for line in written if line.startswith(before)])
        text = place.sub(lambda found, rows=rows: found[1] + "\n".join(rows) + "\n" + found[3], text)
    DOCUMENT.write_text(text)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("step", nargs="*")
    parser.add_argument("--program", default=str(ROOT / "build" / "ludoteca"))
    parser.add_argument("--dir", type=Path, default=ROOT / "build-strength")
    parser.add_argument("--concurrency", type=int, default=2)
    parser.add_argument("--games", type=int)
    parser.add_argument("--list", action="store_true")
    parser.add_argument("--write", action="store_true")
    options = parser.parse_args()
    chosen = [step for step in steps() if not options.step or any(step[0].startswith(s) for s in options.step)]
    chosen = [(*step[:4], min(step[4], options.games or step[4])) for step in chosen]
    if options.list:
        print("\n".join(" ".join(map(str, step)) for step in chosen))
    elif options.write:
        write(options.dir)
    else:
        options.dir.mkdir(exist_ok=True)
        for step in chosen:
            run(options.program, step, options.dir, options.concurrency)


if __name__ == "__main__":
    main()

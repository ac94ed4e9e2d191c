#!/usr/bin/env python3
"""Who wins at Six how often, and how, at which strength: the tables and pictures of docs/SIX.md, measured anew.

    scripts/measure_six.py PROGRAM DIRECTORY [GAMES]
    scripts/measure_six.py --write DIRECTORY

plays GAMES games (200) of each player with itself (of level 9 a quarter, of level 10 an eighth, as they think longest), keeps
each in DIRECTORY, goes on from what is there, then writes docs/six_*.svg and the table in docs/SIX.md; --write does only
that, with what there is. Every player gets the same openings, four random tiles each, none twice. No move limit ends a game.
A directory belongs to one build of the program."""

import hashlib
import json
import random
import re
import statistics
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
DOCUMENT = ROOT / "docs" / "SIX.md"
MAX = "max:nodes=3000:threads=1"  # as play writes it: the same games on every machine
PLAYERS = [MAX, *(f"level={level}" for level in range(1, 11))]  # the costliest last
PARTS = {"level=9": 4, "level=10": 8}  # of the games only one in so many
OPENING = 4
ENDS = ["row", "triangle", "circle", "too-few-tiles", "repetition"]
LIMIT = 1000  # moves after which `match` would stop a game


def ask(program, *words):
    answer = subprocess.run([program, *map(str, words)], capture_output=True, text=True, stdin=subprocess.DEVNULL)
    if answer.returncode != 0:
        raise SystemExit(f"{' '.join(map(str, words))}: {answer.stderr}")
    return answer.stdout


def claim(program, directory):
    """Notes what is measured, or refuses to mix it with something else."""
    directory.mkdir(parents=True, exist_ok=True)
    digest = hashlib.sha256(Path(program).read_bytes()).hexdigest()
    path = directory / "measured.json"
    if not path.exists():
        commit = subprocess.run(["git", "rev-parse", "--short", "HEAD"], cwd=ROOT, capture_output=True, text=True, check=True)
        path.write_text(json.dumps({"commit": commit.stdout.strip(), "program": digest}))
    if json.loads(path.read_text())["program"] != digest:
        raise SystemExit(f"{directory} has games of another build; give this one a directory of its own")


def opening(program, seed):
    """The position after random moves."""
    draw, position = random.Random(seed), None
    for _ in range(OPENING):
        lines = ask(program, "moves", "six", *(["--position", position] if position else [])).splitlines()
        position = draw.choice(lines).split("\t")[1]
    return position


def openings(program, directory, count):
    """Seeds with openings of which none is the same as another, the first so many."""
    path = directory / "openings.json"
    found = json.loads(path.read_text()) if path.exists() else []  # by seed; None where it repeats an earlier one
    while sum(position is not None for position in found) < count:
        position = opening(program, len(found))
        found.append(None if position in found else position)
        path.write_text(json.dumps(found))
    chosen = [(seed, position) for seed, position in enumerate(found) if position]
    return chosen[:count]


def play(program, directory, player, seed, position):
    path = directory / f"{player}-{seed}.ludo"
    if path.exists():
        return
    new = path.with_suffix(".new")
    new.unlink(missing_ok=True)
    ask(program, "play", "six", "--players", f"{player},{player}", "--position", position, "--seed", seed, "--save", new)
    new.rename(path)


def digest(text):
    """Of a record what the figures need."""
    tags = dict(re.findall(r'^\[(\w+) "(.*)"\]$', text, re.M))
    moves = re.findall(r"(?<!\S)-?\d+,-?\d+\S*", text.split("\n\n", 1)[1])
    lifts = sum(">" in move for move in moves)
    winner = {"1-0": "Red", "0-1": "Black"}.get(tags["Result"])
    return {"winner": winner, "reason": tags["Reason"], "plies": OPENING + len(moves), "lifts": lifts}


def games_of(directory, player):
    return [digest(path.read_text()) for path in sorted(directory.glob(f"{player}-*.ludo"))]


# -- what is said ------------------------------------------------------------------------------------------------------

def name_of(player):
    return "`max`, 3,000 nodes" if player == MAX else f"level {player[6:]}"


def percent(part, whole):
    return f"{100 * part / whole:.0f} %" if whole else "–"


def interval(wins, draws, games):
    """Red's share with its 95 % interval after Agresti and Coull."""
    share = (wins + draws / 2) / games
    middle = (wins + draws / 2 + 2) / (games + 4)
    half = 1.96 * (middle * (1 - middle) / (games + 4)) ** 0.5
    return f"{100 * share:.0f} % [{100 * (middle - half):.0f}, {100 * (middle + half):.0f}]"


def row(player, games):
    count = len(games)
    second = [game for game in games if game["lifts"]]
    reds = sum(game["winner"] == "Red" for game in games)
    draws = sum(game["winner"] is None for game in games)
    plies = [game["plies"] for game in games]
    lifts = [game["lifts"] for game in second]
    ends = " | ".join(percent(sum(game["reason"] == end for game in games), count) for end in ENDS)
    return (f"| {name_of(player)} | {count} | {interval(reds, draws, count)} | {percent(len(second), count)} | "
            f"{percent(sum(game['winner'] == 'Red' for game in second), len(second))} | "
            f"{statistics.mean(plies):.0f} ({max(plies)}) | "
            f"{f'{statistics.mean(lifts):.0f} ({max(lifts)})' if lifts else '–'} | {ends} |")


HEAD = """| player | games | Red's share, 95 % interval | reach the second round | of these Red wins | plies, mean (most) | lifts there, mean (most) | row | triangle | circle | too few tiles | drawn by repetition |
|---|---|---|---|---|---|---|---|---|---|---|---|"""


def table(measured, all_games):
    rows = [f"Measured at commit {measured['commit']}.", "", HEAD, *(row(player, games) for player, games in all_games)]
    longest = max(game["plies"] for _, games in all_games for game in games)
    played = sum(len(games) for _, games in all_games)
    rows += ["", f"Of these {played:,} games the longest has {longest} plies, where `match` would stop one after {LIMIT:,}."]
    return "\n".join(rows)


# -- pictures ----------------------------------------------------------------------------------------------------------

STYLE = """<style>:root{color-scheme:light dark}text{font:13px system-ui,sans-serif;fill:#22262b}.head{font-size:17px;font-weight:600}
.paper{fill:#fdfcf9}.c0{fill:#98392f}.c1{fill:#d08a80}.c2{fill:#c9a43e}.c3{fill:#8fa3b3}.c4{fill:#3a4149}.line{stroke:#22262b;stroke-width:2}
@media (prefers-color-scheme:dark){text{fill:#e8e6e1}.paper{fill:#16191d}.c0{fill:#d0594c}.c1{fill:#e5a79e}.c2{fill:#e8bd6c}.c3{fill:#8b97a3}
.c4{fill:#5d666f}.line{stroke:#e8e6e1}}</style>"""
LEFT, WIDTH, TALL = 150, 540, 28


def picture(name, title, body, rows):
    height = 110 + TALL * rows
    (ROOT / "docs" / f"six_{name}.svg").write_text(
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 720 {height}" role="img"><title>{title}</title>{STYLE}\n'
        f'<rect width="720" height="{height}" class="paper"/><text class="head" x="24" y="30">{title}</text>\n{body}</svg>\n')


def place(player, index):
    y = 76 + TALL * index
    return y, f'<text x="{LEFT - 10}" y="{y + 15}" text-anchor="end">{name_of(player).replace("`", "")}</text>'


def stacks(name, title, parts, all_games):
    """Bars of shares: `parts` are names, each with what belongs to it."""
    body, x = "", LEFT
    for i, (part, _) in enumerate(parts):
        body += f'<rect class="c{i}" x="{x}" y="46" width="12" height="12"/><text x="{x + 17}" y="57">{part}</text>\n'
        x += 34 + 7 * len(part)
    for index, (player, games) in enumerate(all_games):
        y, label = place(player, index)
        body, x = body + label, LEFT
        for i, (_, belongs) in enumerate(parts):
            size = WIDTH * sum(map(belongs, games)) / len(games)
            body += f'<rect class="c{i}" x="{x:.1f}" y="{y}" width="{size:.1f}" height="20"/>' if size else ""
            x += size
        body += "\n"
    for share in range(0, 101, 25):
        body += f'<text x="{LEFT + WIDTH * share / 100:.0f}" y="{92 + TALL * len(all_games)}" text-anchor="middle">{share} %</text>'
    picture(name, title, body + "\n", len(all_games))


def lengths(all_games):
    """For each player the shortest game, the middle half, the median and the longest."""
    most = max(game["plies"] for _, games in all_games for game in games)
    scale, body = WIDTH / most, ""
    for ply in range(0, most + 1, 20):
        body += f'<text x="{LEFT + ply * scale:.0f}" y="{92 + TALL * len(all_games)}" text-anchor="middle">{ply}</text>'
    body += (f'\n<path class="line" stroke-dasharray="2 4" d="M{LEFT + 40 * scale:.1f} 62V{74 + TALL * len(all_games)}"/>'
             f'<text x="{LEFT + 40 * scale + 6:.1f}" y="62">the second round begins after 40 plies</text>\n')
    for index, (player, games) in enumerate(all_games):
        y, label = place(player, index)
        plies = sorted(game["plies"] for game in games)
        low, middle, high = (LEFT + scale * ply for ply in statistics.quantiles(plies, n=4))
        body += (f'{label}<path class="line" d="M{LEFT + scale * plies[0]:.1f} {y + 10}H{LEFT + scale * plies[-1]:.1f}"/>'
                 f'<rect class="c1" x="{low:.1f}" y="{y + 2}" width="{high - low:.1f}" height="16"/>'
                 f'<path class="line" d="M{middle:.1f} {y}v20"/>\n')
    picture("lengths", "How long games are, in plies: shortest, middle half, longest", body, len(all_games))


def write(directory):
    measured = json.loads((directory / "measured.json").read_text())
    players = [*PLAYERS[1:], MAX]
    all_games = [(player, games) for player in players if len(games := games_of(directory, player)) > 1]
    stacks("shares", "Who wins, and in which round",
           [("Red, first", lambda game: game["winner"] == "Red" and not game["lifts"]),
            ("Red, second", lambda game: game["winner"] == "Red" and game["lifts"] > 0),
            ("drawn", lambda game: game["winner"] is None),
            ("Black, second", lambda game: game["winner"] == "Black" and game["lifts"] > 0),
            ("Black, first", lambda game: game["winner"] == "Black" and not game["lifts"])], all_games)
    stacks("endings", "How games end", [(end.replace("-", " "), lambda game, end=end: game["reason"] == end) for end in ENDS],
           all_games)
    lengths(all_games)
    text = table(measured, all_games)
    DOCUMENT.write_text(re.sub(r"(<!-- measured -->\n).*?(<!-- end of measured -->)", lambda found: f"{found[1]}\n{text}\n\n{found[2]}",
                               DOCUMENT.read_text(), flags=re.S))
    print(text)


def main():
    if sys.argv[1] != "--write":
        program, directory = sys.argv[1], Path(sys.argv[2])
        claim(program, directory)
        games = int(sys.argv[3]) if len(sys.argv) > 3 else 200
        for player in PLAYERS:
            for seed, position in openings(program, directory, games // PARTS.get(player, 1)):
                play(program, directory, player, seed, position)
    write(Path(sys.argv[2]))


main()

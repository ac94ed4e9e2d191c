#!/usr/bin/env python3
"""What docs/DADOS.md and, of classes of play, docs/ANALYSIS.md say of Secuencia de Dados, measured and drawn anew:

    scripts/measure_dados.py PROGRAM DIRECTORY [GAMES]

plays GAMES games (60) of each pairing with PROGRAM, reviews them, rolls out every opening, keeps all of it in DIRECTORY,
goes on from what is there, writes docs/dados_*.svg, and prints the numbers."""

import collections
import json
import math
import statistics
import subprocess
import sys
from pathlib import Path

PROGRAM, KEPT = sys.argv[1], Path(sys.argv[2])
GAMES = int(sys.argv[3]) if len(sys.argv) > 3 else 60
DOCS = Path(__file__).resolve().parent.parent / "docs"
GAME = "dados:line=5"
PAIRINGS = [("level=9", "level=9"), ("level=9", "level=5"), ("level=5", "level=1")]
SQUARES = {f"{'abcdef'[x]}{6 - y}": (x, y) for y in range(6) for x in range(6)}
PLAYERS = ["random", *(f"level={level}" for level in range(1, 11)), "greedy", "max:depth=3"]
EACH = 25  # games of each of them with itself, for the classes of play
STEPS = [(1, 0), (0, 1), (1, 1), (1, -1)]
LINES = [[(x + i * dx, y + i * dy) for i in range(5)] for dx, dy in STEPS for x in range(6) for y in range(6)
         if 0 <= x + 4 * dx < 6 and 0 <= y + 4 * dy < 6]


def ask(*words):
    answer = subprocess.run([PROGRAM, *map(str, words)], capture_output=True, text=True, stdin=subprocess.DEVNULL)
    if answer.returncode != 0:
        raise SystemExit(f"{' '.join(map(str, words))}: {answer.stderr}")
    return answer.stdout


def kept(name, make):
    """What `make` answers, made once."""
    path = KEPT / f"{name}.json"
    if not path.exists():
        text = json.dumps(make())
        path.with_suffix(".new").write_text(text)
        path.with_suffix(".new").rename(path)
    return json.loads(path.read_text())


def reviewed(pairing, seed):
    """A game of two players, each in each seat in turn, judged one ply deep."""
    first, second = pairing if seed % 2 == 0 else pairing[::-1]
    path = KEPT / f"{first}-{second}-{seed}.ludo"
    if not path.exists():
        ask("play", GAME, "--players", f"{first},{second}", "--seed", seed, "--save", path)
    return json.loads(ask("review", path, "--depth", 1, "--threads", 1, "--hash", 4, "--json"))


def role_of(board, square, mover):
    """What a chip here does: builds on an own line of two and more, blocks one of others, both or neither."""
    x, y = SQUARES[square]
    builds = blocks = 0
    for line in LINES:
        if (x, y) not in line:
            continue
        chips = [board.get(cell) for cell in line if cell != (x, y)]
        others = {chip for chip in chips if chip not in (None, mover)}
        if not others:
            builds = max(builds, chips.count(mover))
        elif mover not in chips:
            blocks = max(blocks, sum(chip is not None for chip in chips))
    is_building, is_blocking = builds >= 2, blocks >= 2
    return "both" if is_building and is_blocking else "builds" if is_building else "blocks" if is_blocking else "neither"


def follow(board, move, mover):
    if move[0] in "abcdef":
        board[SQUARES[move]] = mover
    elif move[0] == "x":
        board[SQUARES[move[1:]]] = mover
    elif move[0] == "-":
        board.pop(SQUARES[move[1:]], None)


def digest(review):
    """Of a reviewed game what the figures need."""
    board, rolls, moves, total = {}, [], [], None
    for ply in review["plies"]:
        chips = len(board)
        if ply["kind"] == "roll":
            total = int(ply["move"])
            rolls.append([total, chips, ply["luck"]])
            continue
        mover, best = ply["seat"] - 1, ply["best"]["move"]
        if ply["mark"] != "forced":
            role = role_of(board, best, mover) if best[0] in "abcdef" else "removes" if best[0] == "-" else "replaces"
            moves.append([total, chips, role, ply["loss"]])
        follow(board, ply["move"], mover)
    winner = max(range(2), key=lambda side: review["plies"][-1]["chances"][side])
    sides = [{key: side[key] for key in ("luck_of_all", "skill_of_all", "drift", "luck_adjusted", "mean_loss", "random_loss")}
             for side in review["sides"]]
    return {"winner": winner, "sides": sides, "rolls": rolls, "moves": moves}


def games_of(pairing):
    return [kept(f"game-{pairing[0]}-{pairing[1]}-{seed}", lambda seed=seed: digest(reviewed(pairing, seed))) for seed in range(GAMES)]


# -- pictures ----------------------------------------------------------------------------------------------------------

STYLE = """<style>:root{color-scheme:light dark}text{font:13px system-ui,sans-serif;fill:#22262b}.head{font-size:17px;font-weight:600}
.paper{fill:#fdfcf9}.grid{stroke:#d9d6cf}.zero{stroke:#22262b;stroke-dasharray:2 4}.bar{fill:#3f6c8f}.curve{fill:none;stroke-width:2.5}
.c0{stroke:#8a5f10}.c1{stroke:#2c5878;stroke-dasharray:8 4}.c2{stroke:#98392f;stroke-dasharray:2 4}.c3{stroke:#1f7a5c;stroke-dasharray:12 3 2 3}
@media (prefers-color-scheme:dark){text{fill:#e8e6e1}.paper{fill:#16191d}.grid{stroke:#343a41}.zero{stroke:#e8e6e1}.bar{fill:#7fb4dc}
.c0{stroke:#e8bd6c}.c1{stroke:#7fb4dc}.c2{stroke:#e58b80}.c3{stroke:#7dd3ae}}</style>"""


def picture(name, title, body, width=720, height=380):
    (DOCS / f"dados_{name}.svg").write_text(
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" role="img"><title>{title}</title>{STYLE}'
        f'<rect width="{width}" height="{height}" class="paper"/><text class="head" x="24" y="30">{title}</text>\n{body}</svg>\n')


def bars(rows):
    """Rows of a name, a value and its error, around nothing."""
    most = max(abs(value) + error for _, value, error in rows)
    body = '<line class="zero" x1="370" x2="370" y1="48" y2="%d"/>\n' % (60 + 26 * len(rows))
    for i, (name, value, error) in enumerate(rows):
        y, x = 56 + 26 * i, 370 + 240 * value / most
        e = 240 * error / most
        body += (f'<text x="60" y="{y + 14}" text-anchor="end">{name}</text><rect class="bar" x="{min(x, 370):.1f}" y="{y}" '
                 f'width="{abs(x - 370):.1f}" height="18"/><line class="zero" x1="{x - e:.1f}" x2="{x + e:.1f}" y1="{y + 9}" y2="{y + 9}"/>'
                 f'<text x="622" y="{y + 14}">{value:+.1f} ± {error:.1f}</text>\n')
    return body, 80 + 26 * len(rows)


def curves(series, bounds, unit):
    """Curves over the chips on the board."""
    most = 2 * math.ceil(max(abs(value) for _, points in series for _, value in points) / 2) or 2
    body = ""
    for step in range(-2, 3):
        y = 180 - step * 60
        body += (f'<line class="{"zero" if step == 0 else "grid"}" x1="70" x2="560" y1="{y}" y2="{y}"/>'
                 f'<text x="62" y="{y + 4}" text-anchor="end">{most * step / 2:+.0f}</text>\n')
    for x in range(0, bounds + 1, 5):
        body += f'<text x="{70 + 490 * x / bounds:.0f}" y="330" text-anchor="middle">{x}</text>\n'
    body += f'<text x="315" y="354" text-anchor="middle">chips on the board</text><text x="70" y="50">{unit}</text>\n'
    for i, (name, points) in enumerate(series):
        path = " ".join(f"{70 + 490 * x / bounds:.1f},{180 - 120 * value / most:.1f}" for x, value in points)
        y = 80 + 24 * i
        body += (f'<polyline class="curve c{i}" points="{path}"/><path class="curve c{i}" d="M580 {y - 4}h36"/>'
                 f'<text x="624" y="{y}">{name}</text>\n')
    return body


# -- what is measured --------------------------------------------------------------------------------------------------

def openings(game):
    """Every opening total with the best square, by rollouts."""
    found = {}
    start = json.loads(ask("analyse", game, "--depth", 2, "--threads", 1, "--json"))
    for roll in start["rolls"]:
        move = roll["best"]["move"]
        answer = json.loads(ask("analyse", game, "--moves", roll["roll"], "--lines", 1, "--depth", 1, "--threads", 1,
                                "--rollout", 1296, "--json"))
        line = answer["rollout"][0]
        found[roll["roll"]] = [move, line["chance"], line["error"], roll["weight"]]
    return found


def show_openings(game, name):
    found = kept(f"openings-{name}", lambda: openings(game))
    mean = sum(chance * weight for _, chance, _, weight in found.values()) / 36
    print(f"\n{game}: opening rolls; the mean is {100 * mean:.1f} %")
    for total, (move, chance, error, weight) in found.items():
        print(f"| {total} | {weight}/36 | {move} | {100 * chance:.1f} % ± {100 * error:.1f} |")
    body, height = bars([(total, 100 * (chance - mean), 100 * error) for total, (_, chance, error, _) in found.items()])
    picture(f"openings_{name}", f"What an opening roll is worth, in points ({game})", body, height=height)


def show_rolls(games):
    """Luck of the totals by the chips on the board."""
    rolls = [roll for game in games for roll in game["rolls"]]
    print(f"\nluck of a roll by total and chips on the board ({len(rolls)} rolls)")
    series = []
    for name, totals in (("10", [10]), ("11", [11]), ("2 and 12", [2, 12]), ("3 to 9", range(3, 10))):
        points = []
        for low in range(0, 25, 5):
            part = [luck for total, chips, luck in rolls if total in totals and low <= chips < low + 5]
            if len(part) >= 8:
                error = statistics.stdev(part) / math.sqrt(len(part))
                points.append((low + 2.5, 100 * statistics.mean(part)))
                print(f"| {name} | {low}–{low + 4} | {points[-1][1]:+.1f} ± {100 * error:.1f} | {len(part)} |")
        series.append((name, points))
    picture("totals", "What a total is worth as the board fills, in points of luck", curves(series, 25, "points"))


def show_roles(games):
    moves = [move for game in games for move in game["moves"]]
    print(f"\nwhat the best move does ({len(moves)} decisions)")
    for low, high in ((0, 5), (5, 10), (10, 15), (15, 20), (20, 36)):
        part = [role for total, chips, role, _ in moves if low <= chips < high and total not in (10,)]
        if part:
            shares = ", ".join(f"{role} {100 * part.count(role) / len(part):.0f} %"
                               for role in ("builds", "both", "blocks", "neither", "replaces"))
            print(f"| {low}–{high - 1} | {shares} | {len(part)} |")


def show_luck(pairing, games):
    """How much of the result is luck, and how many games tell two players apart, with and without it."""
    results, lucks, adjusted = [], [], []
    for seed, game in enumerate(games):
        side = 0 if seed % 2 == 0 else 1  # the first of the pairing
        results.append(float(game["winner"] == side))
        lucks.append(game["sides"][side]["luck_of_all"])
        adjusted.append(game["sides"][side]["luck_adjusted"])
    share, correlation = statistics.mean(results), statistics.correlation(results, lucks)
    lead, spread = statistics.mean(adjusted) - 0.5, statistics.stdev(adjusted)
    print(f"\n{pairing[0]} against {pairing[1]}: {len(games)} games, won {100 * share:.0f} %, without luck "
          f"{100 * (lead + 0.5):.1f} % ± {100 * spread / math.sqrt(len(games)):.1f}; luck explains {100 * correlation**2:.0f} % of the "
          f"variance of the result; the spread of a result is {statistics.stdev(results):.2f}, without luck {spread:.2f}")
    if lead > 0 and pairing[0] != pairing[1]:
        need = [math.ceil((2.8 * s / lead) ** 2) for s in (0.5, spread)]
        print(f"games to tell them apart (95 %, power 80 %): {need[0]} by results, {need[1]} without luck")


def erring(game, player, seed):
    """What both sides of a game gave away at their decisions, what moves at random would have, and how they are called."""
    path = KEPT / f"{player}-{game.replace(':', '-')}-{seed}.ludo"
    if not path.exists():
        ask("play", game, "--players", f"{player},{player}", "--seed", seed, "--save", path)
    sides = json.loads(ask("review", path, "--depth", 2, "--threads", 1, "--hash", 4, "--json"))["sides"]
    return [[side["moves"] - side["forced"], side["mean_loss"], side["random_loss"], side["class"]] for side in sides]


def show_classes(game):
    """How much of what moves at random give away players of known strength give away."""
    print(f"\n{game}: given away, in parts of what random moves give away, two plies deep ({EACH} games of each with itself)")
    for player in PLAYERS:
        sides = [side for seed in range(EACH) for side in
                 kept(f"class-{player}-{game.replace(':', '-')}-{seed}", lambda seed=seed: erring(game, player, seed))]
        lost = sum(count * loss for count, loss, _, _ in sides)
        share = lost / sum(count * loss for count, _, loss, _ in sides)
        parts = statistics.quantiles([loss / random for count, loss, random, _ in sides if count >= 5 and random > 0], n=4)
        classes = collections.Counter(side[3] for side in sides)
        print(f"| {player} | {share:.3f} | {parts[0]:.2f} – {parts[2]:.2f} | "
              f"{100 * lost / sum(side[0] for side in sides):.2f} | {dict(classes.most_common())} |")


def main():
    KEPT.mkdir(parents=True, exist_ok=True)
    for game, name in ((GAME, "line5"), ("dados", "line6")):
        path = DOCS / f"dados_squares_{name}.svg"
        path.unlink(missing_ok=True)
        ask("analyse", game, "--depth", 2, "--threads", 1, "--heat", "--svg", path)
        show_openings(game, name)
    equals = games_of(PAIRINGS[0])
    show_rolls(equals)
    show_roles(equals)
    show_luck(PAIRINGS[0], equals)
    for pairing in PAIRINGS[1:]:
        show_luck(pairing, games_of(pairing))
    for game in (GAME, "dados"):
        show_classes(game)


main()

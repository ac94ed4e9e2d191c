"""What the tests of the program know of each game; it tells itself which games there are."""

import json
import subprocess
import sys

from harness import PROGRAM, ROOT


def list_games():
    """All that the program knows."""
    told = subprocess.run([PROGRAM, "games", "--json"], stdout=subprocess.PIPE, check=True, timeout=60)
    return [game["name"] for game in json.loads(told.stdout)["games"]]


def read_rows(game):
    """What tests know of a game: tests/games/GAME/GAME_rows.json, which every game has to bring."""
    path = ROOT / "tests" / "games" / game / f"{game}_rows.json"
    if not path.exists():
        print(f"Bail out! {game} has no rows: {path.relative_to(ROOT)} should bring them")
        sys.exit(1)
    return json.loads(path.read_text())


GAMES = list_games()
ROWS = {game: read_rows(game) for game in GAMES}
START = {game: rows["start"] for game, rows in ROWS.items()}


def rows_of(key):
    """A list that every game brings, all of them in one."""
    return [row for rows in ROWS.values() for row in rows[key]]


def has_dice(rules):
    """Whether something is rolled before the first move."""
    return bool(ROWS[rules.split(":")[0]]["before"])


def menu_number(game=None):
    """What to type at the first menu: for a game, or, after all of them, for a saved one."""
    return str(GAMES.index(game) + 1 if game else len(GAMES) + 1)

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
    """What tests know of a game: GAME_rows.json, which every game has to bring, examples beside their rules."""
    places = [ROOT / "tests" / "games" / game, ROOT / "examples" / game / "tests"]
    for path in (place / f"{game}_rows.json" for place in places):
        if path.exists():
            return json.loads(path.read_text())
    print(f"Bail out! {game} has no rows: {places[0].relative_to(ROOT)}/{game}_rows.json should bring them")
    sys.exit(1)


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

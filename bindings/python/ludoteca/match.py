"""Players against each other, with ratings."""

from typing import Any

from ludoteca import _core
from ludoteca.review import Engine


def _play_game(game: _core.Game, engines: list[Engine], specs: list[str], play: _core.Play, seed: int,
               most: int) -> list[int]:
    """Plays a game to its end; the points of each side."""
    sides = len(game.sides)
    if play.current_player() == -1:
        play.roll(seed)
    while not play.is_over() and len(play) < most:
        player = play.current_player()
        if player < 0:
            play.roll()
        else:
            play.move(engines[player % sides].choose(play, specs[player % sides]))
    end = play.result()
    if end is None or end["winner"] < 0:
        return [1] * sides
    return [2 * (side == end["winner"]) for side in range(sides)]


def match(rules: str | _core.Game, players: list[str], games: int = 10, seed: int = 0, threads: int = 1,
          tables: str | None = None, max_plies: int = 1000) -> tuple[list[dict[str, Any]], list[_core.Play]]:
    """Lets players such as 'greedy', 'level=3' or 'max,depth=4' meet; everyone takes every side.

    Returns (standings, plays): for each player its games, wins, share and Elo with 95 % intervals, as the
    library works them out, and all games that were played. A game that does not end within max_plies is a
    draw.
    """
    game = rules if isinstance(rules, _core.Game) else _core.Game(rules)
    points: list[list[int]] = []
    plays: list[_core.Play] = []
    for number in range(games):
        who, _ = _core.schedule(len(players), len(game.sides), number)
        engines = [Engine(game, threads=threads, seed=seed + number * 64 + player, tables=tables) for player in who]
        play = game.new_play()
        points.append(_play_game(game, engines, [players[player] for player in who], play, seed + number, max_plies))
        plays.append(play)
    standings = _core.standings(len(players), len(game.sides), points)
    return [{"player": name, **line} for name, line in zip(players, standings)], plays

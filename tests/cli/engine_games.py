#!/usr/bin/env python3
"""Every game plays itself to the end through the protocol."""

from engine_driver import SHORT, Engine, Silence, play_game
from game_rows import rows_of
from harness import check, finish

def play(game, options, go, start):
    name = f"{game}{''.join(', ' + option for option in options)}, {go}"
    with Engine() as engine:
        engine.send(*(f"setoption name {option}" for option in [f"Game value {game}", *options]))
        try:
            moves, last = play_game(engine, go, start=start)
            check(f"{name}: plays to the end", len(moves) > 4 and last.startswith("Over: "), last)
        except Silence as silence:
            check(f"{name}: plays to the end", False, silence)
            return
        status, rest, err = engine.quit()
        check(f"{name}: ends well", status == 0 and not rest and not err, f"{status} {rest} {err}")


def test_same_seed():
    """One thread and a node limit: the same game; another seed: another game at a weak level."""
    games = []
    for level, seed in (("max", 0), ("max", 0), ("1", 5), ("1", 5), ("1", 6)):
        with Engine("pylos:base=3") as engine:
            engine.send(f"setoption name Seed value {seed}", f"setoption name Level value {level}")
            games.append(play_game(engine, "go nodes 200")[0])
    check("the same nodes, the same game", games[0] == games[1], games[:2])
    check("the same seed, the same game", games[2] == games[3], games[2:4])
    check("another seed, another game", games[2] != games[4], games[3:])


games = rows_of("engine")  # rules, options, go, position
for row in games[::2] if SHORT else games:
    play(*row)
test_same_seed()
finish()

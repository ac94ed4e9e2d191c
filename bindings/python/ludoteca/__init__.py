"""Ludoteca: Oware, Pylos, Six and Secuencia de Dados, as one C library knows them.

Play and study, by moves in their notation:

    import ludoteca
    game = ludoteca.Game("oware:slam=nocapture")
    play = game.new_play()                  # history, undo, result
    play.move("C")
    engine = ludoteca.Engine(game)
    play.move(engine.choose(play, "level=3"))
    engine.hint(play)["remarks"][0]["text"]

Learn, by numbered actions, one position at a time in the manner of OpenSpiel:

    state = game.new_initial_state()
    while not state.is_terminal():
        state.apply_action(random.choice(state.legal_actions()))
    state.returns()

or thousands of games at once, written into NumPy arrays that you own:

    batch = ludoteca.Batch("oware", 4096, seed=7)
    while training:
        batch.step(policy(batch.observation, batch.legal))
        learn(batch.reward, batch.done)

ludoteca.openspiel, ludoteca.pettingzoo and ludoteca.gymnasium are adapters for these libraries, if
they are installed. What the library refuses is raised as ludoteca.Error, in its own words.
docs/PYTHON.md lists the actions and the observation planes of every game.
"""

import os as _os

# Strategies of Pylos lie beside this file.
_os.environ.setdefault("LUDOTECA_DATA", _os.path.join(_os.path.dirname(__file__), "data"))

from ludoteca._core import Error, Game, Play, State, Tables, games, table_files  # noqa: E402
from ludoteca._core import version as __version__  # noqa: E402
from ludoteca.batch import Batch  # noqa: E402
from ludoteca.match import match  # noqa: E402
from ludoteca.record import Record, read_records, write_records  # noqa: E402
from ludoteca.review import Engine, Review  # noqa: E402

__all__ = ["Batch", "Engine", "Error", "Game", "Play", "Record", "Review", "State", "Tables", "__version__", "games",
           "match", "read_records", "table_files", "write_records"]

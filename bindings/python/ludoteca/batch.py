"""Thousands of games stepped at once."""

import math
from typing import Any

import numpy
from numpy.typing import NDArray

from ludoteca import _core


_ALIGNMENT = 64  # bytes; an array that begins elsewhere JAX would copy


def _allocate(shape: tuple[int, ...], kind: type[numpy.generic]) -> NDArray[Any]:
    size = math.prod(shape) * numpy.dtype(kind).itemsize
    room = numpy.zeros(size + _ALIGNMENT, numpy.uint8)
    begin = -room.ctypes.data % _ALIGNMENT
    return room[begin:begin + size].view(kind).reshape(shape)


class Batch(_core.Batch):
    """Batch(rules, count, threads=0, seed=0, max_length=0, legal=None, observation=None, …)

    Plays `count` games at once on `threads` threads (0: all cores). Every game begins anew by itself;
    dice are rolled from `seed`, a stream for each game. The games are the same whatever the number of
    threads. A game is cut after `max_length` actions (0: the max_length of the Game, or else the usual
    number).

    step(actions) fills these arrays, one row for each game:

        legal        bool (n, actions)     what may be played next
        observation  float32 (n, planes …) as the player to act sees the board; or uint8, if given so
        reward       float32 (n, seats)    of a game that ended in this step; else 0
        done         bool (n)              a game ended in this step, and a new one has begun in its place
        truncated    bool (n)              it was cut for its length
        player       int32 (n)             the seat to act, from 0

    Each is allocated unless it is given, and False leaves it out. What is given may be anything that has
    the buffer protocol or DLPack, and is written in place.
    """

    legal: NDArray[numpy.bool_]
    observation: NDArray[Any]
    reward: NDArray[numpy.float32]
    done: NDArray[numpy.bool_]
    truncated: NDArray[numpy.bool_]
    player: NDArray[numpy.int32]

    def __init__(self, rules: str | _core.Game, count: int, threads: int = 0, seed: int = 0, max_length: int = 0, *,
                 legal: Any = None, observation: Any = None, reward: Any = None, done: Any = None,
                 truncated: Any = None, player: Any = None) -> None:
        self.game = rules if isinstance(rules, _core.Game) else _core.Game(rules)
        shapes: dict[str, tuple[tuple[int, ...], type[numpy.generic], Any]] = {
            "legal": ((self.game.num_distinct_actions(),), numpy.bool_, legal),
            "observation": (tuple(self.game.observation_tensor_shape()), numpy.float32, observation),
            "reward": ((self.game.num_players(),), numpy.float32, reward),
            "done": ((), numpy.bool_, done),
            "truncated": ((), numpy.bool_, truncated),
            "player": ((), numpy.int32, player),
        }
        arrays = {}
        for name, (shape, kind, given) in shapes.items():
            if given is None and 0 < count <= 1 << 24:
                given = _allocate((count, *shape), kind)
            arrays[name] = None if given is False else given
            setattr(self, name, arrays[name])
        super().__init__(self.game.rules, count, threads, seed, max_length or self.game.max_game_length(), **arrays)

    def __repr__(self) -> str:
        return f"ludoteca.Batch({self.game.rules!r}, {len(self)})"

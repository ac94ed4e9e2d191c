"""Ludoteca's games as environments of Gymnasium, against an opponent of ours.

    env = ludoteca.gymnasium.env("pylos", opponent="level=3")

The learner has one seat, all others are the opponent's. `info["action_mask"]` says what is legal; an
illegal action ends the episode as lost. Dice and opponent follow the seed of reset().
"""

from typing import Any

import gymnasium
import numpy
from numpy.typing import NDArray

from ludoteca import _core

__all__ = ["Env", "env"]
_Seen = NDArray[numpy.uint8]


def env(rules: str, opponent: str = "random", seat: int | None = None, render_mode: str | None = None,
        max_length: int = 0) -> "Env":
    """The environment; see Env."""
    return Env(rules, opponent, seat, render_mode, max_length)


class Env(gymnasium.Env[_Seen, numpy.int64]):
    """A game against a player such as 'random', 'greedy', 'level=3' or 'max,time=50ms'.

    `seat` is the learner's (None: drawn by lot at every reset). The reward comes at the end: 1 for a win,
    -1 for a loss (with three sides -1/2), 0 for a draw.
    """

    metadata = {"render_modes": ["ansi", "human"], "render_fps": 1}

    def __init__(self, rules: str, opponent: str = "random", seat: int | None = None, render_mode: str | None = None,
                 max_length: int = 0) -> None:
        self.game = _core.Game(rules, max_length)
        if seat is not None and not 0 <= seat < self.game.num_players():
            raise _core.Error(f"There is no player {seat}.")
        self.opponent, self.render_mode, self._wanted_seat = opponent, render_mode, seat
        self._engine = _core.Engine(self.game, 16, 1, 0, "")
        self._engine.choose(_ready_play(self.game), opponent)  # refuses a player that there is none of
        self._shape = tuple(self.game.observation_tensor_shape())
        self.action_space = gymnasium.spaces.Discrete(self.game.num_distinct_actions())
        self.observation_space = gymnasium.spaces.Box(0, self.game.max_observed(), self._shape, numpy.uint8)
        self.state = self.game.new_initial_state()
        self.seat = seat or 0

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[_Seen, dict[str, Any]]:
        super().reset(seed=seed)
        self._engine = _core.Engine(self.game, 16, 1, int(self.np_random.integers(1 << 62)), "")
        lot = int(self.np_random.integers(self.game.num_players()))
        self.seat = lot if self._wanted_seat is None else self._wanted_seat
        self.state = self.game.new_initial_state()
        self._answer()
        return self._observe(), self._info()

    def _answer(self) -> None:
        """Rolls the dice and lets the opponent move until it is the learner's turn or the end."""
        while (player := self.state.current_player()) not in (self.seat, -4):
            if player == -1:
                numbers, chances = zip(*self.state.chance_outcomes())
                self.state.apply_action(int(self.np_random.choice(numbers, p=chances)))
            else:
                self.state.apply_move(self._engine.choose(self.state.to_play(), self.opponent))

    def _observe(self) -> _Seen:
        seen = numpy.frombuffer(self.state.observation_bytes(self.seat), numpy.uint8)
        return seen.reshape(self._shape).copy()

    def _info(self) -> dict[str, Any]:
        mask = numpy.zeros(self.game.num_distinct_actions(), numpy.int8)
        if self.state.current_player() == self.seat:
            mask[self.state.legal_actions()] = 1
        return {"action_mask": mask, "seat": self.seat}

    def step(self, action: int | numpy.int64) -> tuple[_Seen, float, bool, bool, dict[str, Any]]:
        if int(action) not in self.state.legal_actions(self.seat):
            return self._observe(), self.game.min_utility(), True, False, {**self._info(), "illegal": True}
        self.state.apply_action(int(action))
        self._answer()
        is_over, is_cut = self.state.is_terminal(), self.state.is_truncated()
        reward = self.state.returns()[self.seat]
        if self.render_mode == "human":
            print(self.render())
        return self._observe(), reward, is_over and not is_cut, is_cut, self._info()

    def render(self) -> str | None:
        return self.state.position() if self.render_mode in ("ansi", "human") else None


def _ready_play(game: _core.Game) -> _core.Play:
    """A game in which somebody has to move."""
    play = game.new_play()
    if play.current_player() == -1:
        play.roll(0)
    return play

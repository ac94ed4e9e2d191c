"""Ludoteca's games in OpenSpiel.

    import pyspiel, ludoteca.openspiel
    ludoteca.openspiel.register()
    game = pyspiel.load_game("ludoteca_oware", {"slam": "nocapture"})

Options are parameters. A game that is cut for its length (max_length) is a draw.
"""

from typing import Any

import numpy

from ludoteca import _core

try:
    import pyspiel
except ModuleNotFoundError as missing:
    missing.add_note("That is OpenSpiel: pip install open_spiel")
    raise

_PREFIX = "ludoteca_"


class _State(pyspiel.State):
    """A state of OpenSpiel around one of ours."""

    def __init__(self, game: pyspiel.Game, state: _core.State) -> None:
        super().__init__(game)
        self._state = state

    def current_player(self) -> int:
        return self._state.current_player()

    def is_terminal(self) -> bool:
        return self._state.is_terminal()

    def _legal_actions(self, player: int) -> list[int]:
        return self._state.legal_actions(player)

    def chance_outcomes(self) -> list[tuple[int, float]]:
        return self._state.chance_outcomes()

    def _apply_action(self, action: int) -> None:
        self._state.apply_action(action)

    def _action_to_string(self, player: int, action: int) -> str:
        return self._state.action_to_string(player, action)

    def returns(self) -> list[float]:
        return self._state.returns()

    def __str__(self) -> str:
        parts = self._state.move_parts()
        return self._state.position() + (f" {parts}" if parts else "")

    def __deepcopy__(self, memo: dict[int, Any]) -> "_State":
        twin = type(self)(self.get_game(), self._state.clone())
        memo[id(self)] = twin
        return twin


class _Observer:
    """Fills a flat tensor with what a player sees."""

    def __init__(self, shape: list[int]) -> None:
        self.tensor = numpy.zeros(numpy.prod(shape), numpy.float32)
        self.dict = {"observation": self.tensor.reshape(shape)}

    def set_from(self, state: _State, player: int) -> None:
        self.tensor[:] = numpy.frombuffer(state._state.observation_bytes(player), numpy.uint8)

    def string_from(self, state: _State, player: int) -> str:
        return f"{state} seen by {player}"


def _game_class(name: str, game_type: pyspiel.GameType) -> type[pyspiel.Game]:
    class Game(pyspiel.Game):
        def __init__(self, params: dict[str, Any] | None = None) -> None:
            params = params or {}
            self._ours = _core.Game(_rules(name, params), int(params.get("max_length", 0)))
            ours = self._ours
            super().__init__(game_type, pyspiel.GameInfo(
                num_distinct_actions=ours.num_distinct_actions(), max_chance_outcomes=ours.max_chance_outcomes(),
                num_players=ours.num_players(), min_utility=ours.min_utility(), max_utility=ours.max_utility(),
                utility_sum=ours.utility_sum(), max_game_length=ours.max_game_length()), params)

        def new_initial_state(self) -> _State:
            return _State(self, self._ours.new_initial_state())

        def max_chance_nodes_in_history(self) -> int:
            return self._ours.max_game_length() + 1 if self._ours.max_chance_outcomes() else 0

        def make_py_observer(self, iig_obs_type: Any = None, params: dict[str, Any] | None = None) -> _Observer:
            return _Observer(self._ours.observation_tensor_shape())

        def observation_tensor_shape(self) -> list[int]:
            return self._ours.observation_tensor_shape()

    return Game


def _rules(name: str, params: dict[str, Any]) -> str:
    chosen = [f"{key}={value}" for key, value in params.items() if key != "max_length" and value]
    return name + (":" + ",".join(chosen) if chosen else "")


def _seats(name: str, options: list[dict[str, Any]]) -> tuple[int, int]:
    """The fewest and the most players, over all options."""
    counts = {_core.Game(name).num_players()}
    for option in options:
        for value in option["values"]:
            try:
                counts.add(_core.Game(f"{name}:{option['key']}={value['value']}").num_players())
            except _core.Error:
                continue
    return min(counts), max(counts)


def _describe(game: dict[str, Any]) -> pyspiel.GameType:
    ours = _core.Game(game["name"])
    least, most = _seats(game["name"], game["options"])
    chance = pyspiel.GameType.ChanceMode
    return pyspiel.GameType(
        short_name=_PREFIX + game["name"], long_name=f"Ludoteca {game['title']}",
        dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
        chance_mode=chance.EXPLICIT_STOCHASTIC if ours.max_chance_outcomes() else chance.DETERMINISTIC,
        information=pyspiel.GameType.Information.PERFECT_INFORMATION, utility=pyspiel.GameType.Utility.ZERO_SUM,
        reward_model=pyspiel.GameType.RewardModel.TERMINAL, max_num_players=most, min_num_players=least,
        provides_information_state_string=False, provides_information_state_tensor=False,
        provides_observation_string=True, provides_observation_tensor=True,
        parameter_specification={"max_length": 0, **{option["key"]: _usual(option) for option in game["options"]}})


def _usual(option: dict[str, Any]) -> int | str:
    """The default of an option; nothing where it depends on others. OpenSpiel reads numbers as such."""
    default = "" if option["depends"] else option["default"]
    return int(default or 0) if all(value["value"].isdigit() for value in option["values"]) else default


def register() -> None:
    """Registers all games that can be played by actions, each as ludoteca_NAME; once is enough."""
    known = set(pyspiel.registered_names())
    for game in _core.games()["games"]:
        if _PREFIX + game["name"] in known or not _core.Game(game["name"]).can_learn:
            continue
        game_type = _describe(game)
        pyspiel.register_game(game_type, _game_class(game["name"], game_type))

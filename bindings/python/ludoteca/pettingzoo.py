"""Ludoteca's games as environments of PettingZoo, in which agents take turns (AEC).

    env = ludoteca.pettingzoo.env("six")

Observations are dicts of `observation` and `action_mask`; dice are rolled by the environment, from the
seed of reset(). `max_cycles` cuts a game once every player could act so often (0: after the game's usual
number of actions).

An illegal action loses at once, as is PettingZoo's habit (illegal="lose"), or is replaced by a legal one,
drawn by lot (illegal="random"). Unless it is said, illegal actions lose, but not where max_cycles is given:
such an environment is meant to be run for that long.
"""

import random
from typing import Any

import gymnasium
import numpy
from numpy.typing import NDArray
from pettingzoo import AECEnv, ParallelEnv
from pettingzoo.utils import wrappers

from ludoteca import _core

_PerAgent = dict[str, Any]


def env(rules: str | None = None, render_mode: str | None = None, max_cycles: int = 0,
        illegal: str | None = None) -> AECEnv:
    """The environment (None: of the first game that there is) with PettingZoo's usual wrappers."""
    made = raw_env(rules, render_mode, max_cycles)
    if (illegal or ("random" if max_cycles else "lose")) == "lose":
        made = wrappers.TerminateIllegalWrapper(made, illegal_reward=-1)
    made = wrappers.AssertOutOfBoundsWrapper(made)
    return wrappers.OrderEnforcingWrapper(made)


class raw_env(AECEnv):
    """The environment itself; illegal actions are replaced by legal ones."""

    metadata = {"render_modes": ["human", "ansi"], "name": "ludoteca_v0", "is_parallelizable": False,
                "render_fps": 1}

    def __init__(self, rules: str | None = None, render_mode: str | None = None, max_cycles: int = 0) -> None:
        super().__init__()
        rules = rules or _core.games()["games"][0]["name"]
        self.game = _core.Game(rules, max_cycles * _core.Game(rules).num_players())
        self.render_mode = render_mode
        self.possible_agents = [f"player_{seat}" for seat in range(self.game.num_players())]
        self.agents = self.possible_agents[:]
        self._shape = tuple(self.game.observation_tensor_shape())
        actions, most = self.game.num_distinct_actions(), self.game.max_observed()
        self.action_spaces = {agent: gymnasium.spaces.Discrete(actions) for agent in self.agents}
        self.observation_spaces = {agent: gymnasium.spaces.Dict({
            "observation": gymnasium.spaces.Box(0, most, self._shape, numpy.uint8),
            "action_mask": gymnasium.spaces.Box(0, 1, (actions,), numpy.int8)}) for agent in self.agents}
        self._dice = random.Random()

    def observation_space(self, agent: str) -> gymnasium.spaces.Dict:
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> gymnasium.spaces.Discrete:
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        if seed is not None:
            self._dice.seed(seed)
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: _PerAgent = {agent: {} for agent in self.agents}
        self.state_of_game = self.game.new_initial_state()
        self._roll()
        self.agent_selection = self._agent_to_act()

    def _roll(self) -> None:
        while self.state_of_game.is_chance_node():
            numbers, chances = zip(*self.state_of_game.chance_outcomes())
            self.state_of_game.apply_action(self._dice.choices(numbers, chances)[0])

    def _agent_to_act(self) -> str:
        return self.possible_agents[max(self.state_of_game.current_player(), 0)]

    def observe(self, agent: str) -> dict[str, NDArray[Any]]:
        seat = self.possible_agents.index(agent)
        seen = numpy.frombuffer(self.state_of_game.observation_bytes(seat), numpy.uint8).reshape(self._shape)
        mask = numpy.zeros(self.game.num_distinct_actions(), numpy.int8)
        if self.state_of_game.current_player() == seat:
            mask[self.state_of_game.legal_actions()] = 1
        return {"observation": seen.copy(), "action_mask": mask}

    def step(self, action: int | None) -> None:
        if self.terminations[self.agent_selection] or self.truncations[self.agent_selection]:
            self._was_dead_step(action)
            return
        agent = self.agent_selection
        self._cumulative_rewards[agent] = 0.0
        self._clear_rewards()
        legal = self.state_of_game.legal_actions()
        self.state_of_game.apply_action(int(action) if action in legal else self._dice.choice(legal))
        self._roll()
        self.agent_selection = self._agent_to_act()
        if self.state_of_game.is_terminal():
            cut = self.state_of_game.is_truncated()
            self.rewards = dict(zip(self.possible_agents, self.state_of_game.returns()))
            self.terminations = dict.fromkeys(self.agents, not cut)
            self.truncations = dict.fromkeys(self.agents, cut)
            self.agent_selection = self.agents[(self.agents.index(agent) + 1) % len(self.agents)]
        self._accumulate_rewards()
        if self.render_mode == "human":
            self.render()

    def render(self) -> str | None:
        if self.render_mode is None:
            gymnasium.logger.warn("You are calling render method without specifying any render mode.")
            return None
        text = self.state_of_game.position()
        if self.render_mode == "human":
            print(text)
            return None
        return text

    def close(self) -> None:
        pass


class parallel_env(ParallelEnv):
    """The same for those who want all agents to act at once: in every step each of them hands in an action,
    which is taken when its turn comes; who has no turn in that step acted in vain."""

    metadata = {**raw_env.metadata, "is_parallelizable": True}

    def __init__(self, rules: str | None = None, render_mode: str | None = None, max_cycles: int = 0) -> None:
        self.turns = raw_env(rules, render_mode, max_cycles)
        self.render_mode = render_mode
        self.possible_agents = self.turns.possible_agents
        self.agents = self.possible_agents[:]

    def observation_space(self, agent: str) -> gymnasium.spaces.Dict:
        return self.turns.observation_space(agent)

    def action_space(self, agent: str) -> gymnasium.spaces.Discrete:
        return self.turns.action_space(agent)

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[_PerAgent, _PerAgent]:
        self.turns.reset(seed, options)
        self.agents = self.possible_agents[:]
        return self._observe(), {agent: {} for agent in self.agents}

    def _observe(self) -> _PerAgent:
        return {agent: self.turns.observe(agent) for agent in self.agents}

    def step(self, actions: dict[str, int]) -> tuple[_PerAgent, ...]:
        rewards, turns = dict.fromkeys(self.agents, 0.0), self.turns
        for _ in self.possible_agents:
            turns.step(actions[turns.agent_selection])
            rewards = {agent: rewards[agent] + turns.rewards[agent] for agent in self.agents}
            if turns.state_of_game.is_terminal():
                break
        seen = self._observe()
        infos: _PerAgent = {agent: {} for agent in self.agents}
        terminations, truncations = dict(turns.terminations), dict(turns.truncations)
        if turns.state_of_game.is_terminal():
            self.agents = []
        return seen, rewards, terminations, truncations, infos

    def render(self) -> str | None:
        return self.turns.render()

    def close(self) -> None:
        pass

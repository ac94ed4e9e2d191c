"""Gymnasium's own check, and games against opponents of ours."""

import warnings

import numpy
from gymnasium.utils.env_checker import check_env

import ludoteca.gymnasium
from python_tap import chosen, expect_error, main

warnings.simplefilter("ignore")  # it misses a spec, which only gymnasium.make gives


def test_check_env():
    for rules in ("oware", "pylos", "six", "dados", "dados:players=3", "dados:players=4"):
        for opponent in ("random", "greedy", "level=1"):
            check_env(ludoteca.gymnasium.env(rules, opponent=opponent))
    check_env(ludoteca.gymnasium.env("pylos", opponent="level=3"))


def play(env, seed, steps=10_000):
    """A random player's game; what it saw and got."""
    rng, seen = numpy.random.default_rng(seed), []
    observation, info = env.reset(seed=seed)
    for _ in range(steps):
        seen.append(observation.tobytes())
        action = rng.choice(numpy.flatnonzero(info["action_mask"]))
        observation, reward, terminated, truncated, info = env.step(action)
        if terminated or truncated:
            return seen, reward
    raise AssertionError("no end")


def test_seeds_repeat_games():
    for rules in ("oware", "dados:players=3", "six"):
        env = ludoteca.gymnasium.env(rules, opponent="level=1")
        assert play(env, 5) == play(env, 5) and play(env, 5) != play(env, 6)


def test_opponents_win_as_they_should():
    env = ludoteca.gymnasium.env("oware", opponent="greedy")
    rewards = [play(env, seed)[1] for seed in range(chosen(5, 20, 200))]
    assert sum(rewards) < -len(rewards) / 2


def test_what_is_refused():
    expect_error(ludoteca.Error, "level", ludoteca.gymnasium.env, "oware", opponent="strong")
    expect_error(ludoteca.Error, "no player 5", ludoteca.gymnasium.env, "oware", seat=5)
    env = ludoteca.gymnasium.env("oware", seat=0)
    env.reset(seed=1)
    assert env.step(17)[1:4] == (-1.0, True, False)


if __name__ == "__main__":
    main()

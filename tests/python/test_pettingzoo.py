"""PettingZoo's own checks."""

import warnings

from pettingzoo.test import api_test, max_cycles_test, parallel_api_test, seed_test

import ludoteca.pettingzoo
from python_tap import chosen, expect_error, main

RULES = ("oware", "oware:slam=awari", "pylos", "pylos:base=3", "six", "dados", "dados:players=3", "dados:players=4")
warnings.simplefilter("ignore")  # about observations that are dicts, as PettingZoo's own games have them


def test_api():
    for rules in RULES:
        api_test(ludoteca.pettingzoo.env(rules), num_cycles=chosen(50, 300, 5000))


def test_seed():
    for rules in RULES:
        seed_test(lambda: ludoteca.pettingzoo.env(rules), num_cycles=chosen(50, 200, 2000))


def test_max_cycles():
    for _ in range(10):
        max_cycles_test(ludoteca.pettingzoo)


def test_parallel_api():
    for rules in ("oware", "dados:players=3"):
        parallel_api_test(ludoteca.pettingzoo.parallel_env(rules), num_cycles=chosen(50, 300, 2000))


def test_an_illegal_action_loses_and_a_wrong_one_is_refused():
    env = ludoteca.pettingzoo.env("oware")
    env.reset(seed=1)
    env.step(0)
    for _ in range(20):
        if env.terminations[env.agent_selection]:
            break
        mask = env.observe(env.agent_selection)["action_mask"]
        env.step(int(mask.argmin()) if not mask.all() else int(mask.argmax()))
    assert all(env.terminations.values()) and min(env._cumulative_rewards.values()) == -1
    env.reset(seed=1)
    expect_error(AssertionError, "action is not in action space", env.step, 17)


if __name__ == "__main__":
    main()

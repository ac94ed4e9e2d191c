"""Batches: the same games as one at a time, whatever the number of threads, the arrays and their kinds."""

import numpy

import ludoteca
from python_tap import chosen, main

RULES = ("oware", "oware:slam=awari", "pylos", "pylos:base=3,recovery=may", "six", "dados", "dados:players=3", "dados:players=4")


def draw(batch, rng):
    scores = rng.random(batch.legal.shape, dtype=numpy.float32)
    return numpy.where(batch.legal, scores, -1).argmax(1)


def roll_to(state, seen, player):
    """The outcome of the dice after which this is seen."""
    if not state.is_chance_node():
        return state
    for outcome, _ in state.chance_outcomes():
        child = state.clone()
        child.apply_action(outcome)
        if child.current_player() == player and child.observation_tensor() == seen:
            return child
    raise AssertionError("no roll leads there")


def test_batches_play_as_states_do():
    for rules in RULES:
        games, n, rng = ludoteca.Game(rules, 150), 5, numpy.random.default_rng(3)
        batch = ludoteca.Batch(rules, n, threads=1, seed=9, max_length=150)

        def seen(i):
            return batch.observation[i].ravel().tolist()

        states = [roll_to(games.new_initial_state(), seen(i), batch.player[i]) for i in range(n)]
        for _ in range(chosen(30, 120, 3000)):
            actions = draw(batch, rng)
            batch.step(actions)
            for i in range(n):
                states[i].apply_action(int(actions[i]))
                if states[i].is_terminal():
                    assert batch.done[i] and batch.truncated[i] == states[i].is_truncated()
                    assert numpy.allclose(batch.reward[i], states[i].returns())
                    states[i] = games.new_initial_state()
                else:
                    assert not batch.done[i] and not batch.reward[i].any()
                states[i] = roll_to(states[i], seen(i), batch.player[i])
                assert states[i].observation_tensor() == seen(i) and states[i].position() == batch.position(i)
                assert states[i].legal_actions() == numpy.flatnonzero(batch.legal[i]).tolist()


def test_threads_make_no_difference():
    for rules in RULES:
        batches = [ludoteca.Batch(rules, 101, threads=threads, seed=7) for threads in (1, 2, 5)]
        rng = numpy.random.default_rng(1)
        for _ in range(chosen(20, 80, 1000)):
            actions = draw(batches[0], rng)
            for batch in batches:
                batch.step(actions)
            for name in ("legal", "observation", "reward", "done", "truncated", "player"):
                first, *others = [getattr(batch, name) for batch in batches]
                assert all((first == other).all() for other in others), (rules, name)


def test_seeds_decide_the_dice():
    first, again, other = [ludoteca.Batch("dados", 500, seed=seed) for seed in (7, 7, 8)]
    assert (first.observation == again.observation).all() and (first.observation != other.observation).any()
    other.reset(7)
    assert (first.observation == other.observation).all()
    rolls = first.observation[:, 3, 0, 0]
    assert set(rolls) == set(range(2, 13)) and abs(rolls.mean() - 7) < 0.5
    assert len({row.tobytes() for row in ludoteca.Batch("dados", 500, seed=1).observation[:36]}) > 5


def test_kinds_and_places_make_no_difference():
    n = 32
    own = {"legal": numpy.ones((n, 6), numpy.bool_), "observation": numpy.ones((n, 15), numpy.uint8),
           "reward": numpy.ones((n, 2), numpy.float32), "done": numpy.ones(n, numpy.bool_),
           "truncated": numpy.ones(n, numpy.bool_), "player": numpy.ones(n, numpy.int32)}
    mine, usual = ludoteca.Batch("oware", n, **own), ludoteca.Batch("oware", n)
    bare = ludoteca.Batch("oware", n, observation=False, reward=False)
    rng = numpy.random.default_rng(5)
    assert mine.observation is own["observation"] and bare.observation is None
    assert all(getattr(usual, name).ctypes.data % 64 == 0 for name in own)  # or JAX would not share them
    for step in range(300):
        actions = draw(usual, rng)
        for batch in (mine, usual, bare):
            batch.step(actions.astype(numpy.int32) if step % 2 else actions)
        assert all((array == getattr(usual, name)).all() for name, array in own.items())
        assert (bare.legal == usual.legal).all()


def test_a_game_brings_its_length():
    game = ludoteca.Game("oware", max_length=5)
    for batch, length in ((ludoteca.Batch(game, 4), 5), (ludoteca.Batch(game, 4, max_length=7), 7),
                          (ludoteca.Batch("oware", 4, max_length=3), 3)):
        for step in range(1, 2 * length + 1):
            batch.step(batch.legal.argmax(1))
            assert batch.truncated.all() == batch.done.all() == (step % length == 0), (length, step)


def test_one_game_is_a_batch():
    for rules in RULES:
        batch = ludoteca.Batch(rules, 1, threads=2, seed=1)
        for _ in range(20):
            batch.step(batch.legal.argmax(1))
        assert len(batch) == 1 and batch.legal.shape[0] == 1 and batch.legal.any()


def test_games_are_fair():
    batch, rng, total, ended = ludoteca.Batch("dados", 256, seed=2), numpy.random.default_rng(2), 0.0, 0
    while ended < 2000:
        batch.step(draw(batch, rng))
        total += batch.reward[batch.done, 0].sum()
        ended += batch.done.sum()
        assert numpy.allclose(batch.reward.sum(1), 0)
    assert abs(total / ended) < 0.15


if __name__ == "__main__":
    main()

"""Millions of steps, clones, errors and requests, and no more memory than before."""

import resource

import numpy

import ludoteca
from python_tap import chosen, main

STEPS = chosen(100_000, 10_000_000, 50_000_000)
BATCH = 256


def held():
    """Memory in use, in bytes."""
    with open("/proc/self/statm") as pages:
        return int(pages.read().split()[1]) * resource.getpagesize()


def expect_no_growth(work, rounds, most=3 << 20):
    """The first tenth may fill caches and heaps."""
    for _ in range(max(rounds // 10, 1)):
        work()
    before = held()
    for _ in range(rounds):
        work()
    assert held() - before < most, f"{(held() - before) >> 10} KiB more"


def step_singly(rules, steps):
    game = ludoteca.Game(rules)

    def play():
        state = game.new_initial_state()
        for _ in range(1000):
            if state.is_terminal():
                state = game.new_initial_state()
            actions = state.legal_actions()
            state.apply_action(actions[(len(actions) * 5 + actions[0]) // 7 % len(actions)])

    expect_no_growth(play, steps // 1000)


def test_single_steps():
    step_singly("oware", STEPS)


def test_single_steps_of_others():
    for rules in ("pylos", "six", "dados"):
        step_singly(rules, STEPS // chosen(20, 100, 5))


def draw(batch, rng):
    """The first legal action from a random one on, or else of all: quick, also where there are many."""
    begin = rng.integers(batch.legal.shape[1])
    found = batch.legal[:, begin:].argmax(1) + begin
    return numpy.where(batch.legal[numpy.arange(BATCH), found], found, batch.legal.argmax(1))


def step_batch(rules, steps, observation, threads=1):
    """Few enough games that what the longest of them touch for the first time is not taken for a leak."""
    batch, rng = ludoteca.Batch(rules, BATCH, threads=threads, seed=1, observation=observation), numpy.random.default_rng(1)
    expect_no_growth(lambda: batch.step(draw(batch, rng)), steps // BATCH)


def test_batches_of_oware():
    step_batch("oware", STEPS, None, threads=2)


def test_batches_of_pylos():
    step_batch("pylos", STEPS, False)


def test_batches_of_six():
    step_batch("six", STEPS // 5, False)


def test_batches_of_dados():
    step_batch("dados", STEPS, False)


def test_batches_with_observations():
    for rules in ("pylos", "six", "dados"):
        step_batch(rules, STEPS // (200 if rules == "six" else 20), None)


def test_objects_and_errors():
    game = ludoteca.Game("dados:players=3")

    def make():
        state = game.new_initial_state()
        for _ in range(40):
            state.apply_action(state.legal_actions()[0])
        twin = game.deserialize_state(state.clone().serialize())
        twin.observation_tensor(0), twin.observation_bytes(), twin.legal_moves(), twin.history(), repr(twin), twin.to_play().history()
        twin.chance_outcomes(), twin.returns(), twin.legal_actions_mask(), twin._repr_svg_(), twin.undo_action()
        for wrong in (lambda: ludoteca.Game("chess"), lambda: state.apply_action(99), lambda: game.new_play("nonsense"),
                      lambda: ludoteca.Batch("oware", 4, legal=numpy.zeros(3)), lambda: ludoteca.read_records("[Game \"x\"]")):
            try:
                wrong()
            except (ValueError, TypeError):
                pass
        batch = ludoteca.Batch(game, 4, threads=2)
        try:
            batch.step(numpy.full(4, 99))
        except ludoteca.Error:
            pass

    expect_no_growth(make, chosen(50, 1000, 10_000))


def test_play_and_engine():
    game = ludoteca.Game("oware")
    engine = ludoteca.Engine(game, memory_mb=1, tables="")

    def ask():
        play = game.new_play(moves="FfBe")
        engine.choose(play, "max,nodes=200"), engine.analyse(play, nodes=200), engine.hint(play, nodes=200), play.situation()
        record = ludoteca.Record(play, {"South": "Ana"}, {1: "so"}).write()
        ludoteca.read_records(record)[0].play.svg(), play.preview(play.legal_moves()[0]), engine.review(play, nodes=50)
        play._repr_html_()

    expect_no_growth(ask, chosen(10, 100, 1000))


if __name__ == "__main__":
    main()

#!/usr/bin/env python3
"""Measures the package for Python beside OpenSpiel's oware and PettingZoo's connect_four, in one run.

    measure_python.py [REPEATS [WORD …]]      of all, or of those whose line has one of the words
    measure_python.py threads [SECONDS]       what a second thread gains

Needs ludoteca, numpy, open_spiel and pettingzoo[classic] (its connect_four draws with pygame). Figures are moves
a second, the median of all repeats with the least and the most: of one thread per second of the processor, which other
programs disturb less, of two per second that passes. Choosing random actions is counted for single positions, because
nobody steps without choosing, and not for batches, where it is the learner's part.

What a second thread gains is measured step by step, twenty steps with one thread, twenty with two, and twenty in each of
two processes that have half a batch each, by turns, because the processors of a shared machine change their speed by half
from one moment to the next: the median step tells what one gets there, and the fastest twentieth what the batch does where
nobody else wants the processors. The two processes hand nothing over, so they tell what the processors have to give.
"""

import multiprocessing
import platform
import random
import statistics
import sys
import time
from os import environ

environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")

import numpy  # noqa: E402

import ludoteca  # noqa: E402

SECONDS = 0.4  # of a measurement


def step_states(make):
    """Random games, one position at a time: make() begins one."""
    rnd, moves, start = random.random, 0, time.process_time()
    while time.process_time() - start < SECONDS:
        state = make()
        while not state.is_terminal():
            actions = state.legal_actions()
            state.apply_action(actions[int(rnd() * len(actions))])
            moves += 1
    return moves / (time.process_time() - start)


def observe_states(make):
    rnd, moves, start = random.random, 0, time.process_time()
    while time.process_time() - start < SECONDS:
        state = make()
        while not state.is_terminal():
            actions = state.legal_actions()
            state.observation_tensor(0)
            state.apply_action(actions[int(rnd() * len(actions))])
            moves += 1
    return moves / (time.process_time() - start)


def step_env(make):
    env, moves, start = make(), 0, time.process_time()
    while time.process_time() - start < SECONDS:
        env.reset(seed=1)
        for _ in env.agent_iter():
            observation, _, terminated, truncated, _ = env.last()
            if terminated or truncated:
                env.step(None)
                continue
            env.step(int(random.choice(numpy.flatnonzero(observation["action_mask"]))))
            moves += 1
    return moves / (time.process_time() - start)


def step_batch(rules, count, threads, observation):
    batch = ludoteca.Batch(rules, count, threads=threads, seed=7, observation=observation)
    rng, spent, steps = numpy.random.default_rng(1), 0.0, 0
    clock = time.process_time if threads == 1 else time.perf_counter
    while spent < SECONDS:
        actions = numpy.where(batch.legal, rng.random(batch.legal.shape, dtype=numpy.float32), -1).argmax(1)
        start = clock()
        batch.step(actions)
        spent += clock() - start
        steps += 1
    return steps * count / spent


def time_steps(batch, rng, times):
    for _ in range(20):
        actions = numpy.where(batch.legal, rng.random(batch.legal.shape, dtype=numpy.float32), -1).argmax(1)
        start = time.perf_counter()
        batch.step(actions)
        times.append(time.perf_counter() - start)


def serve_half(pipe, rules, count, observation):
    """The second process: steps its half a batch when it is told to, and tells how long each step took."""
    batch, rng, times = ludoteca.Batch(rules, count, threads=1, seed=8, observation=observation), numpy.random.default_rng(2), []
    while pipe.recv():
        time_steps(batch, rng, times)
    pipe.send(times)


def collect_times(rules, count, observation, seconds):
    """Steps' seconds: with one thread, with two, in this process with half a batch and in another one with the other half."""
    pipe, end_of_other = multiprocessing.Pipe()
    context = multiprocessing.get_context("fork")
    other = context.Process(target=serve_half, args=(end_of_other, rules, count // 2, observation), daemon=True)
    other.start()
    sizes = ((count, 1), (count, 2), (count // 2, 1))
    batches = [ludoteca.Batch(rules, n, threads=threads, seed=7, observation=observation) for n, threads in sizes]
    rngs, times = [numpy.random.default_rng(1) for _ in batches], ([], [], [])
    end = time.perf_counter() + seconds
    while time.perf_counter() < end:
        for i, (batch, rng, row) in enumerate(zip(batches, rngs, times)):
            if i == 2:
                pipe.send(True)
            time_steps(batch, rng, row)
    pipe.send(False)
    return [*times, pipe.recv()]


def compare_threads(rules, count, observation, seconds):
    """Prints millions of moves a second with one thread, with two, and of two processes, in the fastest twentieth of steps and
    the median."""
    times = collect_times(rules, count, observation, seconds)
    what = f"{count} {rules}, " + ("mask" if observation is False else "mask and observation")
    line = f"{what:36}"
    for share in (0.05, 0.5):
        one, two, here, there = [games / numpy.quantile(row, share) / 1e6
                                 for games, row in zip((count, count, count // 2, count // 2), times)]
        line += f"  {one:6.2f} M → {two:6.2f} M (× {two / one:.2f}; processes × {(here + there) / one:.2f})"
    print(line, flush=True)


def measure_threads(seconds):
    print(f"{'':36}  {'the fastest twentieth':45}  the median step")
    for rules, count in (("oware", 1024), ("oware", 4096), ("oware", 16384), ("pylos", 4096), ("six", 2048), ("dados", 4096)):
        for observation in (False, None):
            compare_threads(rules, count, observation, seconds)


def cases():
    """(what, a function that measures it once); those whose library is missing are told."""
    ours = ludoteca.Game("oware").new_initial_state
    yield "ludoteca oware, one position", lambda: step_states(ours)
    yield "ludoteca oware, one position, with observation", lambda: observe_states(ours)
    try:
        import pyspiel
        theirs = pyspiel.load_game("oware").new_initial_state
        yield "OpenSpiel oware, one position", lambda: step_states(theirs)
        yield "OpenSpiel oware, one position, with observation", lambda: observe_states(theirs)
    except ImportError as missing:
        print(f"not measured: {missing}")
    try:
        from pettingzoo.classic import connect_four_v3
        yield "PettingZoo connect_four, wrapped", lambda: step_env(connect_four_v3.env)
        from ludoteca import pettingzoo as our_zoo
        yield "ludoteca oware in PettingZoo, wrapped", lambda: step_env(lambda: our_zoo.env("oware"))
    except ImportError as missing:
        print(f"not measured: {missing}")
    for rules in ("oware", "pylos", "six", "dados"):
        count = 512 if rules == "six" else 4096
        for threads in (1, 2):
            name = f"batch of {count} {rules}, {threads} thread{'s' * (threads > 1)}"
            yield f"{name}, mask", lambda r=rules, c=count, t=threads: step_batch(r, c, t, False)
            yield f"{name}, mask and observation", lambda r=rules, c=count, t=threads: step_batch(r, c, t, None)


def readable(rate):
    return f"{rate / 1e6:.2f} M" if rate >= 1e6 else f"{rate / 1e3:.1f} k"


def main():
    if sys.argv[1:2] == ["threads"]:
        return measure_threads(float(sys.argv[2]) if len(sys.argv) > 2 else 3.0)
    repeats = int(sys.argv[1]) if len(sys.argv) > 1 else 5
    print(f"{platform.machine()}, Python {platform.python_version()}, ludoteca {ludoteca.__version__}, {repeats} repeats")
    rates = {}
    words = sys.argv[2:] or [""]
    measured = [case for case in cases() if any(word in case[0] for word in words)]
    for _ in range(repeats):
        for name, measure in measured:
            rates.setdefault(name, []).append(measure())
    for name, row in rates.items():
        print(f"{name:55} {readable(statistics.median(row)):>9}  ({readable(min(row))} – {readable(max(row))})")


if __name__ == "__main__":
    main()

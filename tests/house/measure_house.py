#!/usr/bin/env python3
"""What one, two and three servers with a database can do and cost, beside one with a file.

    measure_house.py PROGRAM LOADER [steady|most|idle|watching]…    tables for docs/MANY_SERVERS.md, all unless some are named
    measure_house.py PROGRAM LOADER OTHER                          another build of the program, both with files, by turns

No test: it takes minutes, and nothing is claimed."""

import contextlib
import sys
import time

from loads import Alone, Shared, difference, load, look, open_house

PROGRAM, LOADER, *WORDS = sys.argv[1:]
STEADY = 500  # moves a second that each can do
GAMES, SECONDS = 1000, 8
MOST = 1000000  # moves a second that none can do
IDLE = 3000
PARTIES = ("servers", "database", "broker", "front")


@contextlib.contextmanager
def open_shared(count, has_standby=False, has_front=False):
    with open_house(PROGRAM, count, has_standby, has_front) as house:
        yield Shared(house)


KINDS = {"SQLite, 1 server": lambda: Alone(PROGRAM),
         "PostgreSQL, 1 server": lambda: open_shared(1),
         "2 servers": lambda: open_shared(2),
         "3 servers": lambda: open_shared(3),
         "3 servers, synchronous standby": lambda: open_shared(3, True)}


def each(cost, name, moves):
    """For a move, in microseconds or as it is counted."""
    return (1e6 if name.endswith("_s") else 1) * cost.get(name, 0) / moves


def tell_moves(said, cost):
    moves = max(said["moves"], 1)
    processor = " | ".join(f"{each(cost, f'{kind}_s', moves):.0f} µs" for kind in ("servers", "database", "broker"))
    return (f"{said['moves'] / said['seconds']:.0f} | {said['p50_ms']:.1f} ms | {said['p99_ms']:.1f} ms | {processor} | "
            f"{moves / max(cost.get('ludoteca_commits_total', 0), 1):.1f} | {each(cost, 'wal_bytes', moves):.0f} | {each(cost, 'event_bytes', moves):.0f} | "
            f"{each(cost, 'ludoteca_calls_forwarded_total', moves):.2f} | {each(cost, 'ludoteca_news_told_total', moves):.2f}")


def measure_moves(rate):
    print(f"\n{rate if rate < MOST else 'as many as there can be'} moves a second, {GAMES} games, {2 * GAMES} connections, {SECONDS} s\n")
    print("| | moves/s | p50 | p99 | servers | database | broker | moves/commit | WAL bytes | event bytes | handed on | news |\n|---|" + "---:|" * 11)
    for name, make in KINDS.items():
        with make() as subject:
            said, _, cost = load(LOADER, subject, 2 * GAMES, GAMES, rate, SECONDS)
            print(f"| {name} | {tell_moves(said, cost)} |" if said["moves"] else f"| {name} | {said} |", flush=True)


def tell_seconds(cost, empty):
    """What each party uses in a second more than without anybody."""
    return " | ".join(f"{1e3 * (cost.get(f'{kind}_s', 0) / cost['took_s'] - empty.get(f'{kind}_s', 0) / empty['took_s']):.1f} ms" for kind in PARTIES)


def wait(subject, seconds):
    before = look(subject)
    time.sleep(seconds)
    return {**difference(look(subject), before), "took_s": seconds}


def measure_idle():
    """Connections that only are there, watching few games or playing many, in which nothing happens."""
    kinds = {**KINDS, "3 servers behind HAProxy": lambda: open_shared(3, has_front=True)}
    for connections, games in ((IDLE, 0), (2 * GAMES, GAMES)):
        print(f"\n{connections} connections, {games or 1 + IDLE // 100} games in which nothing happens\n")
        print("| | kB, servers | kB, front | processor to come | a second, idle: servers | database | broker | front |\n|---|" + "---:|" * 7)
        for name, make in kinds.items():
            with make() as subject:
                empty = wait(subject, 4)
                _, came, cost = load(LOADER, subject, connections, games, 0, SECONDS)
                print(f"| {name} | {came['servers_kb'] / connections:.1f} | {came['front_kb'] / connections:.1f} | {1e6 * came['servers_s'] / connections:.0f} µs | "
                      f"{tell_seconds({**cost, 'took_s': SECONDS + 1}, empty)} |", flush=True)


def measure_watching(watchers=3000, seconds=8):
    """One game; what it costs that one more person sees a move."""
    print(f"\none game, {watchers} watchers, a move a second\n\n| | p50 | p99 | most | servers, a watcher and move |\n|---|" + "---:|" * 4)
    for name, make in KINDS.items():
        with make() as subject:
            said, _, cost = load(LOADER, subject, watchers + 2, 1, 1, seconds, watchers)
            print(f"| {name} | {said['watched_p50_ms']:.0f} ms | {said['watched_p99_ms']:.0f} ms | {said['watched_most_ms']:.0f} ms | "
                  f"{1e6 * cost['servers_s'] / max(said['watched'], 1):.1f} µs |", flush=True)


def compare(other, rounds=6):
    """Two builds with files, by turns."""
    print("| round | most moves/s, other | this | ratio | processor a move, other | this | ratio |\n|---|" + "---:|" * 6)
    for i in range(rounds):
        figures = []
        for program in (other, PROGRAM) if i % 2 == 0 else (PROGRAM, other):
            with Alone(program) as subject:
                said, _, cost = load(LOADER, subject, 2 * GAMES, GAMES, MOST, SECONDS)
                figures.append((said["moves"] / SECONDS, each(cost, "servers_s", said["moves"])))
        (rate, processor), (own_rate, own_processor) = figures if i % 2 == 0 else figures[::-1]
        print(f"| {i + 1} | {rate:.0f} | {own_rate:.0f} | {own_rate / rate:.2f} | {processor:.0f} µs | {own_processor:.0f} µs | {own_processor / processor:.2f} |", flush=True)


PARTS = {"steady": lambda: measure_moves(STEADY), "most": lambda: measure_moves(MOST), "idle": measure_idle, "watching": measure_watching}

if WORDS and WORDS[0] not in PARTS:
    compare(WORDS[0])
else:
    for part in WORDS or PARTS:
        PARTS[part]()

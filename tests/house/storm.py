#!/usr/bin/env python3
"""Games through a house in which everything fails: storm.py PROGRAM

Servers are killed and stopped, the broker dies, a server is cut off from the database, the database fails over to its
standby. In the end the store must hold every move that was acknowledged, none twice, and one history of every game, as
history.py checks. With LUDOTECA_TEST_LONG as long as it takes to kill fifty servers."""

import asyncio
import json
import random
import signal
import sys
import tempfile
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "cli"))

import history  # noqa: E402
from harness import PROGRAM, check, finish  # noqa: E402
from players import Journal, Storm, find_games, play, watch  # noqa: E402
from serve_driver import LONG  # noqa: E402
from servers import House  # noqa: E402

GAMES, KILLS, WATCHERS, PAUSE_S = (500, 50, 30, 3.0) if LONG else (60, 4, 8, 0.6)


def say(text):
    print(f"# {time.monotonic() - START:6.1f} s: {text}", flush=True)


START = time.monotonic()


async def kill_server(house, chance):
    server = chance.choice(house.servers)
    say(f"{server.name} is killed")
    server.kill()
    await asyncio.sleep(chance.random())
    server.start()
    await asyncio.to_thread(server.await_ready)
    await asyncio.sleep(1)


async def stop_server(house, chance):
    """For longer than its games are kept for it: when it wakes it must not write."""
    server = chance.choice(house.servers)
    say(f"{server.name} is stopped, and wakes up again")
    server.signal(signal.SIGSTOP)
    await asyncio.sleep(6)
    server.signal(signal.SIGCONT)
    await asyncio.sleep(3)


async def kill_broker(house, _):
    say("the broker is killed")
    house.broker.kill()
    await asyncio.sleep(3)


async def cut_wire(house, _):
    say(f"{house.servers[-1].name} is cut off from the database")
    for wire in house.wires:
        wire.cut()
    await asyncio.sleep(8)
    for wire in house.wires:
        wire.mend()
    await asyncio.sleep(4)


async def drain_server(house, chance):
    server = chance.choice(house.servers)
    say(f"{server.name} ends, and another version takes its place")
    server.signal(signal.SIGTERM)
    await asyncio.to_thread(server.process.wait)
    check("a server that ends has nothing to complain of", server.process.returncode == 0, server.process.returncode)
    server.start()
    await asyncio.to_thread(server.await_ready)
    await asyncio.sleep(1)


async def fail_over(house, _):
    say("the database goes down, its standby takes over")
    await asyncio.to_thread(house.fail_over)
    await asyncio.sleep(5)


def plan_storm(chance):
    blows = [kill_server] * KILLS + [kill_broker, stop_server, cut_wire, drain_server]
    if LONG:
        blows += [kill_broker, stop_server, stop_server, drain_server]
    chance.shuffle(blows)
    blows.insert(len(blows) // 2, fail_over)
    return blows


async def blow(house, storm):
    chance = random.Random(5)
    await asyncio.sleep(3)
    for deed in plan_storm(chance):
        await deed(house, chance)
    await asyncio.sleep(3)
    storm.is_over = True


async def storm_over(house, journal):
    storm = Storm(house.port, journal, find_games(PROGRAM), PAUSE_S)
    people = [play(storm, i) for i in range(GAMES)] + [watch(storm, i) for i in range(WATCHERS)]
    await asyncio.gather(blow(house, storm), *people)
    return storm


def read_end(house, storm, journal):
    """What the store holds, past all servers."""
    rows = house.database().query("SELECT json_build_array(id, json_agg(body ORDER BY number)) FROM event JOIN game ON num = game GROUP BY id")
    for row in rows:
        game, events = json.loads(row)
        moves = [(entry["number"], entry["seat"], entry["move"]) for entry in map(json.loads, events) if entry["type"] == "move"]
        journal.write("end", game, moves=moves, events=events)
    return len(rows)


with tempfile.TemporaryDirectory() as folder, House(PROGRAM) as house:
    place = Path(folder) / "journal.jsonl"
    journal = Journal(place)
    storm = asyncio.run(storm_over(house, journal))
    check("every game that can go on goes on", not storm.faults, storm.faults[:5])
    check(f"… within ten seconds: {journal.longest:.1f} s at most", journal.longest < 10)
    kept = read_end(house, storm, journal)
    journal.close()
    check(f"all {len(storm.made)} games are there, {storm.ended} of them ended", kept >= len(storm.made), kept)
    faults, figures = history.check(history.read_journals([place]))
    check("one history: " + ", ".join(f"{name} {many}" for name, many in figures.items()), not faults, "\n".join(faults[:10]))
    fences = house.database().query("SELECT max(fence), count(*) FILTER (WHERE fence > 1) FROM game")
    check(f"games have changed hands: {fences}", not fences[0].endswith("|0"), fences)
    for server in house.servers:
        status, err = server.stop()
        check(f"{server.name} ends well", status == 0 and "Sanitizer" not in err, (status, err[-2000:]))
finish()

#!/usr/bin/env python3
"""Three servers are replaced one after the other while games are played through a balancer: rolling.py PROGRAM

Players do as the page does: who is sent away comes again at once, and sends the move again under the same number. Tells how
long moves waited for their acknowledgement, whatever happened meanwhile, which must never be long."""

import asyncio
import random
import signal
import sys
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "cli"))

from guests import PATIENCE, Guest, create, fault_of_history, settles  # noqa: E402
from harness import PROGRAM, check, finish  # noqa: E402
from players import find_games  # noqa: E402
from serve_driver import LONG, SLOWNESS  # noqa: E402
from servers import House  # noqa: E402

GAMES, PAUSE_S = 30, 0.3
ROUNDS = 10 if LONG else 1
LIMIT_S = 2 * SLOWNESS
LEAVING = 1001


class Roll:
    def __init__(self):
        self.is_over = False
        self.waits = []  # seconds from sending a move to its acknowledgement
        self.resent = 0
        self.faults, self.ended, self.unkind = [], 0, 0


async def await_answer(player, ref):
    """The reply to a move; None if the connection was lost before it came."""
    losses = player.losses
    await settles(lambda: ref in player.replies or player.losses > losses)
    return player.replies.get(ref)


async def move(roll, player, number, word):
    """Whether it is acknowledged, however often it has to be sent."""
    start = time.monotonic()
    while time.monotonic() < start + PATIENCE:
        if not await settles(lambda: player.is_in):
            break
        reply = await await_answer(player, player.send("moves", number=number, move=word))
        if reply and reply["status"] == 200:
            roll.waits.append(reply["came"] - start)
            return True
        if reply and reply["status"] != 503:
            roll.faults.append(f"{number} {word}: {reply}")
            return False
        roll.resent += 1
    roll.faults.append(f"{number} {word}: no answer within {PATIENCE} s")
    return False


async def play(house, roll, words, chance):
    """One game after the other, each player at a socket, at a steady rate."""
    while not roll.is_over:
        table = await create(house, "oware")
        players = [Guest([house], table.id, token) for token in table.tokens]
        for number, word in enumerate(chance.choice(words), 1):
            if roll.is_over or not await move(roll, players[(number + 1) % 2], number, word):
                break
            await asyncio.sleep(PAUSE_S * (0.5 + chance.random()))
        fault = await asyncio.to_thread(fault_of_history, house.first, table.id, players)
        roll.faults += [fault] if fault else []
        roll.unkind += sum(code != LEAVING for player in players for code in player.codes)
        roll.ended += 1
        await asyncio.gather(*(player.end() for player in players))


async def replace(house, roll):
    await settles(lambda: len(roll.waits) >= 4 * GAMES)
    for server in house.servers * ROUNDS:
        server.signal(signal.SIGTERM)
        _, err = await asyncio.to_thread(server.process.communicate)
        check(f"{server.name} ends without a complaint", server.process.returncode == 0 and not err, (server.process.returncode, err[-2000:]))
        server.start()
        await asyncio.to_thread(server.await_ready)
        before = len(roll.waits)
        await settles(lambda: len(roll.waits) >= before + 4 * GAMES)
    roll.is_over = True


async def roll_over(house):
    roll, words = Roll(), find_games(PROGRAM)
    await asyncio.gather(replace(house, roll), *(play(house, roll, words, random.Random(i)) for i in range(GAMES)))
    return roll


def share(waits, part):
    return sorted(waits)[min(len(waits) - 1, int(part * len(waits)))]


with House(PROGRAM, has_standby=False) as house:
    roll = asyncio.run(roll_over(house))
    p50, p99, most = (share(roll.waits, part) for part in (0.5, 0.99, 1))
    check("every move is acknowledged, and one history of each game told", not roll.faults, "\n".join(roll.faults[:10]))
    check(f"who is sent away is told to come again: {roll.resent} moves were sent again", not roll.unkind, roll.unkind)
    check(f"none of {len(roll.waits)} moves waits longer than {LIMIT_S} s: p50 {1000 * p50:.0f} ms, p99 {1000 * p99:.0f} ms, longest {1000 * most:.0f} ms",
          most <= LIMIT_S)
    for server in house.servers:
        status, err = server.stop()
        check(f"{server.name} ends well", status == 0 and not err, (status, err[-2000:]))
finish()

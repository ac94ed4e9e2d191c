#!/usr/bin/env python3
"""A server is stopped, others take its games and play on, then it wakes up: fencing.py PROGRAM

Whatever it had begun, had in its inbox or finds on its sockets: it must write nothing that does not belong there, tell its
guests the one history that there is, and hand on what it is asked. The database is looked at past all servers. With
LUDOTECA_TEST_LONG it is stopped in many more moments."""

import asyncio
import json
import random
import signal
import sys
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "cli"))

from guests import Guest, create, do, fault_of_history, find_holder, list_moves, look, read_history, settles  # noqa: E402
from harness import PROGRAM, check, finish  # noqa: E402
from serve_driver import LONG  # noqa: E402
from servers import House  # noqa: E402

# Notes of every event who wrote it, and who had the game then, with which fence.
NOTARY = """
CREATE TABLE written(game text, number integer, writer text, holder text, fence bigint);
CREATE FUNCTION note_writer() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
  INSERT INTO written SELECT id, NEW.number, current_setting('application_name'), name, fence FROM game JOIN server ON owner = server.num
  WHERE game.num = NEW.game;
  RETURN NEW; END $$;
CREATE TRIGGER notary BEFORE INSERT ON event FOR EACH ROW EXECUTE FUNCTION note_writer()"""

GAMES = 6
ROUNDS = 30 if LONG else 2
PITS = "ABCDEF"


class Match:
    """A game of Oware whose players sit at the server that will be stopped; somebody watches elsewhere."""

    def __init__(self, table, sleeper, other):
        self.table = table
        self.players = [Guest([sleeper], table.id, token) for token in table.tokens]
        self.watchers = [Guest([sleeper], table.id), Guest([other], table.id)]
        self.sent = []  # (guest, ref, what)

    def guests(self):
        return self.players + self.watchers

    def send(self, seat, deed, **members):
        guest = self.players[seat]
        self.sent.append((guest, guest.send(deed, **members), {"do": deed, "seat": seat + 1, **members}))

    def length(self):
        return max(len(guest.heard("move")) for guest in self.guests())

    async def hurry(self, chance):
        """Both seats send any move, again and again, until the task is ended: some are legal."""
        while True:
            number = self.length() + 1
            seat = (number + 1) % 2
            if self.players[seat].writer:
                self.send(seat, "moves", number=number, move=chance.choice(PITS if seat == 0 else PITS.lower()))
            await asyncio.sleep(0.02 * chance.random())


async def make_match(sleeper, other):
    match = Match(await create(sleeper, "oware"), sleeper, other)
    await asyncio.gather(*(guest.arrives() for guest in match.guests()))
    return match


async def stop_in_a_hurry(sleeper, matches, chance):
    """While moves come in, and more of them afterwards, of which it knows nothing yet."""
    hurries = [asyncio.create_task(match.hurry(chance)) for match in matches]
    await settles(lambda: all(match.length() >= 2 for match in matches))
    await asyncio.sleep(0.1 * chance.random())
    sleeper.signal(signal.SIGSTOP)
    await asyncio.sleep(0.1)
    for hurry in hurries:
        hurry.cancel()
    for match in matches:
        for seat in (0, 1):
            match.send(seat, "chat", text="late")
            match.send(seat, "moves", number=match.length() + 1 + seat, move="aA"[seat == 0])


async def play_on(server, table, plies):
    """At another server, which first has to take the game; whether all was acknowledged."""
    for _ in range(plies):
        seen = await look(server, table.id)
        if seen["phase"] != "playing":
            return seen["phase"] == "over"
        status, _ = await do(server, table.id, "moves", table.tokens[seen["seat"] - 1], number=len(seen["moves"]) + 1, move=(await list_moves(seen))[-1])
        if status != 200:
            return False
    return True


def fault_of_reply(what, reply, events):
    """A late answer is a refusal, or true."""
    if reply["status"] != 200:
        return None
    answer = reply["answer"]
    told = answer["event"]
    if what["do"] == "chat":
        found = told <= len(events) and any(event["type"] == "chat" and event["seat"] == what["seat"] for event in events[:told])
    else:
        found = told <= len(events) and all(events[told - 1].get(name) == answer[name] for name in ("number", "seat", "move")) and answer["number"] == what["number"]
    return None if found else f"{what} was answered {answer}"


async def check_replies(match, database):
    """Everything that was sent gets an answer, unless its connection was lost; none of them lies."""
    def find_unanswered():
        return [what for guest, ref, what in match.sent if ref not in guest.replies and not guest.losses]

    answered = await settles(lambda: not find_unanswered())
    _, _, bodies = await asyncio.to_thread(read_history, database, match.table.id)
    events = [json.loads(body) for body in bodies]
    faults = [fault_of_reply(what, guest.replies[ref], events) for guest, ref, what in match.sent if ref in guest.replies]
    return [fault for fault in faults if fault] + ([] if answered else [f"no answer to {find_unanswered()}"])


async def check_told(match, database):
    """Everybody comes to know all of one history."""
    _, numbers, _ = await asyncio.to_thread(read_history, database, match.table.id)
    told = await settles(lambda: all(len(guest.events) >= len(numbers) for guest in match.guests()))
    fault = await asyncio.to_thread(fault_of_history, database, match.table.id, match.guests())
    return [fault] if fault else [] if told else [f"{[len(guest.events) for guest in match.guests()]} of {len(numbers)} events were told"]


async def gather_faults(calls):
    return [fault for faults in await asyncio.gather(*calls) for fault in faults]


async def sleep_and_wake(house, number, loses_broker):
    chance = random.Random(number)
    sleeper, *others = house.servers
    name = f"stopped {number}{', and the broker lost' if loses_broker else ''}"
    matches = await asyncio.gather(*(make_match(sleeper, others[0]) for _ in range(GAMES)))
    await stop_in_a_hurry(sleeper, matches, chance)
    fences = [read_history(house.first, match.table.id)[0] for match in matches]
    if loses_broker:
        house.broker.kill()
    went_on = await asyncio.gather(*(play_on(others[i % 2], match.table, 4) for i, match in enumerate(matches)))
    check(f"{name}: others take its games and play on", all(went_on), went_on)
    holders = [find_holder(house.first, match.table.id) for match in matches]
    taken = [read_history(house.first, match.table.id)[0] for match in matches]
    check(f"{name}: fences have grown", all(new > old for new, old in zip(taken, fences)) and
          not any(holder.startswith(sleeper.name) for holder in holders), (fences, taken, holders))
    sleeper.signal(signal.SIGCONT)
    faults = await gather_faults(check_replies(match, house.first) for match in matches)
    check(f"{name}: late answers are refusals, or true", not faults, "\n".join(faults))
    handed_on = await asyncio.gather(*(play_on(sleeper, match.table, 2) for match in matches))
    check(f"{name}: it hands calls on", all(handed_on), handed_on)
    faults = await gather_faults(check_told(match, house.first) for match in matches)
    check(f"{name}: one history, told to everybody", not faults, "\n".join(faults))
    after = [(find_holder(house.first, match.table.id), read_history(house.first, match.table.id)[0]) for match in matches]
    check(f"{name}: nothing was taken back", loses_broker or after == list(zip(holders, taken)), (holders, taken, after))
    for match in matches:
        await asyncio.gather(*(guest.end() for guest in match.guests()))


def check_writers(house):
    """Nobody has written in a game that another had, and no fence has ever gone back."""
    strangers = house.first.query("SELECT * FROM written WHERE holder NOT LIKE writer || '-%' LIMIT 5")
    turned = house.first.query("SELECT * FROM (SELECT *, max(fence) OVER (PARTITION BY game ORDER BY number) AS highest FROM written) AS past "
                               "WHERE fence < highest LIMIT 5")
    noted, fence, writers = house.first.query("SELECT count(*), max(fence), count(DISTINCT writer) FROM written")[0].split("|")
    are_all = house.first.query("SELECT count(*) FROM event") == [noted]
    check(f"who wrote an event had the game: {noted} events, fences up to {fence}, {writers} writers", are_all and not strangers, strangers)
    check("… and no fence has gone back", not turned, turned)


# -- what it believed when it was stopped ---------------------------------------------------------


async def clock_that_did_not_run_out(house):
    """For the sleeper somebody's time is up when it wakes; others know of a move."""
    clock_s = 4
    sleeper, other, _ = house.servers
    start = time.monotonic()
    table = await create(sleeper, "oware", clock=f"{clock_s}s+60s")
    guest = Guest([sleeper], table.id, table.tokens[0])
    await guest.arrives()
    sleeper.signal(signal.SIGSTOP)
    house.broker.kill()  # so that it finds no news when it wakes
    went_on = await play_on(other, table, 2)
    await asyncio.sleep(max(0, start + clock_s + 1 - time.monotonic()))
    sleeper.signal(signal.SIGCONT)
    looks = [await look_through(guest, f"look {i}") for i in range(20)]  # while it comes to know
    # On a slow machine time may have been up for all.
    ends = (await look(other, table.id))["phase"] == "over"
    check("a clock that has run out only for who was stopped: nobody is told so",
          ends or went_on and all(seen.get("result") is None and len(seen.get("moves", [])) == 2 for seen in looks), looks)
    check("… and its guests are not sent away", ends or not guest.losses, guest.codes)
    moved = await play_on(sleeper, table, 1)
    check("… and the game goes on", ends or moved and await guest.hears("move", 3), moved)
    await guest.end()


async def look_through(guest, ref):
    """The game, as a player is told who says the token again."""
    if guest.writer:
        guest.say(token=guest.token, ref=ref)
    await settles(lambda: ref in guest.replies or guest.losses)
    return guest.replies.get(ref, {}).get("answer") or {}


async def thought_that_came_too_late(house):
    """A computer's move is found by a server that has the game no more; when it has it again, the computer must think again."""
    sleeper, other, _ = house.servers
    table = await create(sleeper, "oware", seats=["person", "max,time=300ms"])
    guest = Guest([sleeper, other], table.id)
    await guest.arrives()
    await do(sleeper, table.id, "moves", table.tokens[0], number=1, move="C")
    sleeper.signal(signal.SIGSTOP)
    await look(other, table.id)
    watcher = Guest([other], table.id)
    check("a computer goes on thinking elsewhere", await watcher.hears("move", 2), watcher.events)
    sleeper.signal(signal.SIGCONT)
    seen = await look(other, table.id)
    status, _ = await do(sleeper, table.id, "moves", table.tokens[0], number=3, move=(await list_moves(seen))[0])
    await asyncio.to_thread(other.kill)
    await look(sleeper, table.id)
    check("… and back again", status == 200 and find_holder(house.first, table.id).startswith(sleeper.name) and await guest.hears("move", 4),
          (status, find_holder(house.first, table.id), guest.events))
    fault = fault_of_history(house.first, table.id, [guest])
    check("… with each move once", not fault and [move["number"] for move in guest.heard("move")] == [1, 2, 3, 4], fault or guest.heard("move"))
    await asyncio.gather(guest.end(), watcher.end())
    other.start()
    other.await_ready()


async def tell_all(house):
    for number in range(1, ROUNDS + 1):
        await sleep_and_wake(house, number, loses_broker=number % 2 == 0)
    await clock_that_did_not_run_out(house)
    await thought_that_came_too_late(house)


with House(PROGRAM, has_standby=False, has_balancer=False) as house:
    house.first.query(NOTARY)
    asyncio.run(tell_all(house))
    check_writers(house)
    for server in house.servers:
        status, err = server.stop()
        check(f"{server.name} ends well", status == 0 and not err, (status, err[-2000:]))
finish()

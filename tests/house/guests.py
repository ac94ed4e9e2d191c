"""Guests of a house: each sits at a socket of one of its servers, notes all that it is told, and comes again when it was sent away."""

import asyncio
import json
import struct
import subprocess
import sys
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "cli"))

from harness import PROGRAM  # noqa: E402
from players import ROOT, Line, open_socket, read_frame  # noqa: E402
from serve_wire import CLOSE, TEXT, frame  # noqa: E402

PATIENCE = 30  # seconds
NO_ANSWER = (OSError, asyncio.IncompleteReadError, asyncio.TimeoutError, ValueError)


async def settles(condition, patience=PATIENCE):
    """Whether it comes true in time."""
    until = time.monotonic() + patience
    while not condition() and time.monotonic() < until:
        await asyncio.sleep(0.01)
    return bool(condition())


async def ask(server, method, path, body=None, token=None, patience=PATIENCE):
    """(status, JSON) of one request to one server, tried again only while it says that it can't."""
    until = time.monotonic() + patience
    while True:
        line = Line(server.port)
        try:
            status, answer = await line.ask(method, path, body, token, patience)
        finally:
            line.close()
        if status != 503 or time.monotonic() > until:
            return status, answer
        await asyncio.sleep(0.05)


async def look(server, game, token=None):
    status, answer = await ask(server, "GET", f"{ROOT}/{game}", token=token)
    return answer if status == 200 else {"phase": f"{status}: {answer}", "moves": [], "event": 0}


async def do(server, game, deed, token, **members):
    return await ask(server, "POST", f"{ROOT}/{game}/{deed}", members, token)


async def list_moves(seen):
    """What is legal in a game that was looked at."""
    words = [PROGRAM, "moves", seen["game"], "--position", seen["position"]]
    listed = await asyncio.to_thread(lambda: subprocess.run(words, check=True, capture_output=True, text=True).stdout)
    return [line.split("\t")[0] for line in listed.splitlines()]


class Table:
    """A game, made at one server; `tokens` by player."""

    def __init__(self, made):
        self.id = made["id"]
        players = sorted(made["seats"], key=lambda seat: seat["player"])
        self.tokens = [player.get("token") for player in players]


async def create(server, game, **members):
    status, made = await ask(server, "POST", ROOT, {"game": game, **members})
    if status != 201:
        raise RuntimeError(f"{status} {made}")
    return Table(made)


class Guest:
    """At the first of these servers; sent away, at the next one, unless it is not to come again."""

    def __init__(self, servers, game, token=None, comes_again=True):
        self.servers, self.game, self.token, self.comes_again = servers, game, token, comes_again
        self.at = 0
        self.events, self.read = [], []  # their bodies, in order; what these say
        self.faults = []
        self.presences = {}  # by seat, all that were told
        self.hellos, self.codes, self.replies = [], [], {}
        self.refs = self.losses = 0
        self.is_in = False  # and recognised, if it has a token
        self.writer = None
        self.task = asyncio.create_task(self.stay())

    async def stay(self):
        while True:
            try:
                reader, self.writer = await asyncio.wait_for(open_socket(self.servers[self.at].port, self.game, len(self.events)), PATIENCE)
                if self.token:
                    self.say(token=self.token)
                await self.listen(reader)
            except NO_ANSWER:
                pass
            self.leave()
            self.losses += 1
            if not self.comes_again:
                return
            self.at = (self.at + 1) % len(self.servers)
            await asyncio.sleep(0.02)

    async def listen(self, reader):
        while True:
            kind, body = await read_frame(reader)
            if kind == CLOSE:
                self.codes.append(struct.unpack(">H", body[:2])[0])
                return
            if kind == TEXT:
                self.take(json.loads(body), body.decode())

    def take(self, message, body):
        if "event" in message:
            if message["event"] != len(self.events) + 1:
                self.faults.append(f"event {message['event']} came after {len(self.events)}")
            self.events.append(body)
            self.read.append(message)
        elif message["type"] == "hello":
            self.hellos.append(message)
            self.is_in = self.is_in or bool(message["you"]) == bool(self.token)
        elif message["type"] == "presence" and "presence" in message:
            self.presences.setdefault(message["seat"], []).append(message["presence"])
        elif message["type"] == "reply":
            self.replies[message["ref"]] = {**message, "came": time.monotonic()}

    def say(self, **message):
        self.writer.write(frame(TEXT, json.dumps(message).encode()))

    def send(self, deed, **members):
        """Does something; `replies` will have the answer under the number that this returns."""
        self.refs += 1
        self.say(do=deed, ref=self.refs, **members)
        return self.refs

    async def arrives(self):
        return await settles(lambda: self.is_in)

    async def hears(self, kind, many=1, patience=PATIENCE):
        """Whether so many events of a kind come."""
        return await settles(lambda: len(self.heard(kind)) >= many, patience)

    def heard(self, kind):
        return [event for event in self.read if event["type"] == kind]

    def leave(self):
        if self.writer:
            self.writer.close()
            self.writer = None
        self.is_in = False

    async def end(self):
        self.comes_again = False
        while not self.task.done():  # wait_for may lose a cancellation that comes with an answer
            self.task.cancel()
            await asyncio.wait([self.task], timeout=0.1)
        self.leave()


def read_history(database, game):
    """(fence, numbers of the events, their bodies), past all servers."""
    rows = database.query(f"SELECT fence, number, body FROM event JOIN game ON num = game WHERE id = '{game}' ORDER BY number")
    split = [row.split("|", 2) for row in rows]
    return int(split[0][0]), [int(row[1]) for row in split], [row[2] for row in split]


def find_holder(database, game):
    """The name of the server that has it, "" for none."""
    return database.query(f"SELECT coalesce(name, '') FROM game LEFT JOIN server ON owner = server.num WHERE id = '{game}'")[0]


def fault_of_history(database, game, guests):
    """What is wrong with the events of a game, or with what guests were told of them; None: nothing."""
    _, numbers, bodies = read_history(database, game)
    if numbers != list(range(1, len(bodies) + 1)):
        return f"numbers {numbers}"
    for guest in guests:
        if guest.faults:
            return guest.faults[0]
        if guest.events != bodies[:len(guest.events)]:
            wrong = next(i for i, (told, kept) in enumerate(zip(guest.events + [None], bodies + [None])) if told != kept)
            return f"told {guest.events[wrong]}, but there is {bodies[wrong:wrong + 1]}"
    return None

"""Those who play through a house, and write down all that they are told."""

import asyncio
import base64
import json
import os
import random
import re
import struct
import subprocess
import tempfile
import time
from pathlib import Path

ROOT = "/api/v1/play"
GIVE_UP_S = 60


class Journal:
    def __init__(self, path):
        self.file = open(path, "w", encoding="utf-8")
        self.acks = 0
        self.longest = 0.0  # from sending a move to its acknowledgement, whatever happened meanwhile

    def write(self, kind, game, **members):
        self.file.write(json.dumps({"kind": kind, "game": game, **members}) + "\n")

    def close(self):
        self.file.close()


def find_games(program, many=40):
    """Whole games of Oware by chance, as lists of words."""
    with tempfile.TemporaryDirectory() as folder:
        place = Path(folder) / "games.ludo"
        subprocess.run([program, "match", "oware", "--player", "random", "--player", "random", "--games", str(many), "--seed", "7", "--records", place],
                       check=True, capture_output=True)
        games = re.split(r"\n\n(?=\[Game)", place.read_text())
    return [re.findall(r"(?<![\w.])[A-Fa-f](?![\w:])", game.rpartition("]\n")[2]) for game in games]


class Line:
    """Requests over a connection that is opened anew whenever it was lost."""

    def __init__(self, port):
        self.port = port
        self.reader = self.writer = None

    async def ask(self, method, path, body=None, token=None, patience=5):
        """(status, JSON); raises if there was no answer."""
        try:
            return await asyncio.wait_for(self.exchange(method, path, body, token), patience)
        except BaseException:
            self.close()
            raise

    async def exchange(self, method, path, body, token):
        if not self.writer:
            self.reader, self.writer = await asyncio.open_connection("127.0.0.1", self.port)
        content = b"" if body is None else json.dumps(body).encode()
        head = f"{method} {path} HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: {len(content)}\r\n"
        head += "Content-Type: application/json\r\n" if content else ""
        head += f"Authorization: Bearer {token}\r\n" if token else ""
        self.writer.write(head.encode() + b"\r\n" + content)
        await self.writer.drain()
        answer = await self.reader.readuntil(b"\r\n\r\n")
        fields = dict(line.lower().split(": ", 1) for line in answer.decode().split("\r\n")[1:] if ": " in line)
        got = await self.reader.readexactly(int(fields.get("content-length", 0)))
        if fields.get("connection") == "close":
            self.close()
        return int(answer.split()[1]), json.loads(got) if got.startswith(b"{") else None

    def close(self):
        if self.writer:
            self.writer.close()
        self.reader = self.writer = None


async def insist(line, accepted, *request, token=None):
    """Asks until there is an answer of these; None if the time is up."""
    until = time.monotonic() + GIVE_UP_S
    while time.monotonic() < until:
        try:
            status, answer = await line.ask(*request, token=token)
            if status in accepted:
                return status, answer
            if status < 500:
                return status, answer
        except (OSError, asyncio.IncompleteReadError, asyncio.TimeoutError, ValueError):
            pass
        await asyncio.sleep(0.05 + 0.1 * random.random())
    return None, None


class Storm:
    """What all who play have in common."""

    def __init__(self, port, journal, games, pause_s):
        self.port, self.journal, self.games, self.pause_s = port, journal, games, pause_s
        self.is_over = False
        self.made = []  # names of all games
        self.faults = []
        self.ended = 0


def read_moves(answer):
    return [[move["number"], move["seat"], move["move"]] for move in answer["moves"]]


async def play_game(storm, line, chance):
    """One game, both sides by one person who is never sure that an answer comes."""
    journal, words = storm.journal, chance.choice(storm.games)
    status, made = await insist(line, (201,), "POST", ROOT, {"game": "oware", "seats": ["person", "person"]})
    if status != 201:
        storm.faults.append(f"no game could be made: {status} {made}")
        return
    game, tokens = made["id"], [seat["token"] for seat in made["seats"]]
    storm.made.append(game)
    for number, word in enumerate(words, 1):
        seat = 2 - number % 2
        start = time.monotonic()
        journal.write("sent", game, number=number, seat=seat, word=word, at=start)
        status, answer = await insist(line, (200,), "POST", f"{ROOT}/{game}/moves", {"number": number, "move": word}, token=tokens[seat - 1])
        end = time.monotonic()
        if status != 200:
            storm.faults.append(f"move {number} of {game} was not taken: {status} {answer}")
            return
        journal.write("ack", game, number=number, seat=answer["seat"], word=answer["move"], **{"from": start, "to": end})
        journal.acks += 1
        journal.longest = max(journal.longest, end - start)
        if chance.random() < 0.1:
            start = time.monotonic()
            status, answer = await insist(line, (200,), "GET", f"{ROOT}/{game}")
            if status == 200:
                journal.write("read", game, moves=read_moves(answer), **{"from": start, "to": time.monotonic()})
        if storm.is_over:
            return
        await asyncio.sleep(storm.pause_s * (0.5 + chance.random()))
    storm.ended += 1


async def play(storm, number):
    chance, line = random.Random(number), Line(storm.port)
    await asyncio.sleep(storm.pause_s * chance.random())
    while not storm.is_over:
        await play_game(storm, line, chance)
        if storm.faults:
            break
    line.close()


# -- watching ---------------------------------------------------------------------------------------------


async def read_frame(reader):
    first, second = await reader.readexactly(2)
    size = second & 127
    if size == 126:
        size = struct.unpack(">H", await reader.readexactly(2))[0]
    elif size == 127:
        size = struct.unpack(">Q", await reader.readexactly(8))[0]
    return first & 15, await reader.readexactly(size)


async def open_socket(port, game, after):
    reader, writer = await asyncio.open_connection("127.0.0.1", port, limit=1 << 22)
    key = base64.b64encode(os.urandom(16)).decode()
    writer.write((f"GET {ROOT}/{game}/socket?after={after} HTTP/1.1\r\nHost: 127.0.0.1\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
                  f"Sec-WebSocket-Key: {key}\r\nSec-WebSocket-Version: 13\r\n\r\n").encode())
    await writer.drain()
    head = await reader.readuntil(b"\r\n\r\n")
    if b" 101 " not in head.split(b"\r\n")[0]:
        writer.close()
        raise OSError(head.split(b"\r\n")[0].decode())
    return reader, writer


async def watch(storm, number):
    """Follows one game after the other, coming again whenever it is sent away."""
    chance = random.Random(1000 + number)
    while not storm.is_over:
        if not storm.made:
            await asyncio.sleep(0.1)
            continue
        game, last, until = chance.choice(storm.made[-100:]), 0, time.monotonic() + 30
        name = f"{number}-{chance.random()}"
        while not storm.is_over and time.monotonic() < until:
            last = await watch_once(storm, game, name, last)


async def watch_once(storm, game, name, last):
    """The last event that was told."""
    writer = None
    try:
        reader, writer = await asyncio.wait_for(open_socket(storm.port, game, last), 8)
        while not storm.is_over:
            kind, body = await asyncio.wait_for(read_frame(reader), 2)
            if kind == 8:
                break
            message = json.loads(body) if kind == 1 else {}
            if "event" in message:
                storm.journal.write("told", game, watcher=name, event=message["event"], body=body.decode(), at=time.monotonic())
                last = message["event"]
    except (OSError, asyncio.IncompleteReadError, asyncio.TimeoutError):
        pass
    if writer:
        writer.close()
    await asyncio.sleep(0.05)
    return last

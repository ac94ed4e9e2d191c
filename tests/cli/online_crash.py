#!/usr/bin/env python3
"""A server that is killed again and again while games are played: whatever it acknowledged is there afterwards, once.

Players choose moves at random and learn from refusals which were legal; each keeps a list of what was acknowledged."""

import contextlib
import http.client
import json
import random
import sqlite3
import subprocess
import tempfile
import threading
import time
from pathlib import Path

from harness import check, finish, run
from serve_driver import LONG, PATIENCE, SHORT, Server

ROOT = "/api/v1/play"
PITS = "ABCDEF"
SQUARES = [file + rank for file in "abcdef" for rank in "123456"]
CLOCK_S, INCREMENT_S = 3600, 2


class Down(Exception):
    """The server is not there, or says that it can't."""


class Player(threading.Thread):
    """Plays one game after the other, all seats of each."""

    def __init__(self, port, seed, stopping):
        super().__init__()
        self.port, self.stopping, self.random = port, stopping, random.Random(seed)
        self.acknowledged = {}  # id → [(number, seat, move)]
        self.faults, self.refused, self.resent, self.outages = [], 0, 0, 0
        self.connection = None

    def ask(self, method, path, body=None, token=None):
        try:
            if not self.connection:
                self.connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=PATIENCE)
            fields = {"Content-Type": "application/json", **({"Authorization": f"Bearer {token}"} if token else {})}
            self.connection.request(method, path, json.dumps(body) if body is not None else None, fields)
            reply = self.connection.getresponse()
            value = reply.read()
        except (OSError, http.client.HTTPException):
            self.connection = None
            raise Down
        if reply.status == 503:
            raise Down
        return reply.status, json.loads(value)

    def insist(self, *request):
        """The same request until it is answered: what was sent twice must count once."""
        while not self.stopping.is_set():
            try:
                return self.ask(*request)
            except Down:
                self.outages += 1
                time.sleep(0.02)
        raise Down

    def send(self, game, tokens, number, seat, word):
        status, value = self.insist("POST", f"{ROOT}/{game}/moves", {"number": number, "move": word}, tokens[seat - 1])
        if status == 200:
            entry = (value["number"], value["seat"], value["move"])
            self.acknowledged[game].append(entry)
            if entry[0] != number or entry[1] != seat:
                self.faults.append(f"{game}: {entry} for number {number} of seat {seat}")
        elif status == 422:
            self.refused += 1
        else:
            self.faults.append(f"{game}: {status} {value}")
        return status

    def move(self, game, tokens, number, seat, awaits, dice):
        words = ["roll"] if awaits == "roll" else self.candidates(seat, dice)
        for word in words:
            if self.send(game, tokens, number, seat, word) != 422:
                if self.random.random() < 0.1:
                    self.resent += 1
                    again = self.acknowledged[game].copy()
                    self.send(game, tokens, number, seat, word)
                    if self.acknowledged[game][-1] != again[-1]:
                        self.faults.append(f"{game}: sent again, and it changed: {self.acknowledged[game][-2:]}")
                    self.acknowledged[game] = again
                return

    def candidates(self, seat, dice):
        words = ([mark + square for square in SQUARES for mark in ("", "x", "-")] if dice else
                 [pit if seat == 1 else pit.lower() for pit in PITS])
        self.random.shuffle(words)
        return words + ["pass"]

    def play(self):
        dice = self.random.random() < 0.3
        status, made = self.insist("POST", ROOT, {"game": "dados" if dice else "oware", "clock": f"{CLOCK_S}s+{INCREMENT_S}s"})
        if status != 201:
            self.faults.append(f"not created: {status} {made}")
            return
        game, tokens = made["id"], [seat["token"] for seat in made["seats"]]
        self.acknowledged[game] = []
        for _ in range(self.random.randrange(10, 60)):
            _, look = self.insist("GET", f"{ROOT}/{game}")
            if not look["awaits"]:
                return
            self.move(game, tokens, len(look["moves"]) + 1, look["seat"], look["awaits"], dice)

    def run(self):
        try:
            while not self.stopping.is_set() and len(self.faults) < 5:
                self.play()
        except Down:
            pass


# -- checking -------------------------------------------------------------------------------------


def check_game(server, game, entries):
    """What is wrong with a game of which these entries were acknowledged."""
    look = server.ask(f"{ROOT}/{game}").json()
    told = [(entry["number"], entry["seat"], entry.get("move")) for entry in look["moves"]]
    if told[:len(entries)] != entries:
        return f"{game}: acknowledged {entries[-3:]}, there is {told[-4:]}"
    if [number for number, _, _ in told] != list(range(1, len(told) + 1)):
        return f"{game}: numbers {told}"
    if not all(0 < left <= (CLOCK_S + INCREMENT_S * (len(told) + 1)) * 1000 for left in look["clocks"]):
        return f"{game}: clocks {look['clocks']}"
    if sum(look["clocks"]) < (2 * CLOCK_S - 300) * 1000:
        return f"{game}: somebody paid for the server's absence: {look['clocks']}"
    return None


def check_all(server, players):
    """(how many moves were looked for, what is wrong)."""
    moves, faults = 0, []
    for player in players:
        faults += player.faults
        for game, entries in list(player.acknowledged.items()):
            entries = entries.copy()
            moves += len(entries)
            fault = check_game(server, game, entries)
            faults += [fault] if fault else []
    return moves, faults


def check_file(data):
    with sqlite3.connect(f"file:{data}/games.sqlite?mode=ro", uri=True) as base:
        return base.execute("PRAGMA integrity_check").fetchall()


# -- killing --------------------------------------------------------------------------------------


def start(port, data, within=()):
    for _ in range(200):  # the port may still be held for a moment
        try:
            return Server("--data", data, "--rate", 0, port=port, within=within)
        except RuntimeError:
            time.sleep(0.05)
    raise RuntimeError("it does not start again")


def test_kills():
    kills = 200 if LONG else 5 if SHORT else 12
    with tempfile.TemporaryDirectory() as data:
        server = start(0, data)
        port, stopping, chance = server.port, threading.Event(), random.Random(7)
        players = [Player(port, seed, stopping) for seed in range(4)]
        for player in players:
            player.start()
        for _ in range(kills):
            time.sleep(chance.uniform(0.05, 0.6))
            server.process.kill()
            server.process.communicate()
            server.home.cleanup()
            server = start(port, data)
        time.sleep(0.5)
        stopping.set()
        for player in players:
            player.join()
        with server:
            moves, faults = check_all(server, players)
            outages, resent = sum(p.outages for p in players), sum(p.resent for p in players)
            check(f"{kills} kills, {moves} acknowledged moves, {resent} sent again, {outages} outages met: all there, none twice",
                  not faults and moves > 20 * kills / (10 if SHORT else 1) and outages > 0, "\n".join(map(str, faults[:10])))
            copy = run("server-backup", f"{data}/copy", "--data", data)
            check("the file can be copied", copy.status == 0, copy)
        check("… and is sound", check_file(data) == [("ok",)], check_file(data))


# -- a full disk ----------------------------------------------------------------------------------


class SmallDisk:
    """A disk of a few megabytes in a name space of its own; None of it is left behind."""

    def __init__(self, folder, size):
        self.holder = subprocess.Popen(["unshare", "-m", "sh", "-c", f"mount -t tmpfs -o size={size} none {folder} && echo up && exec sleep 600"],
                                       stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        self.is_there = self.holder.stdout.readline() == b"up\n"

    def within(self):
        return "nsenter", "-m", "-t", str(self.holder.pid)

    def path(self, folder):
        return Path(f"/proc/{self.holder.pid}/root{folder}")

    def close(self):
        self.holder.kill()
        self.holder.communicate()


def test_full_disk():
    with tempfile.TemporaryDirectory() as folder:
        disk = SmallDisk(folder, "3m")
        if not disk.is_there:
            disk.close()
            check("a full disk can't be tried here: no right to mount one  # SKIP", True)
            return
        server = start(0, folder, disk.within())
        stopping = threading.Event()
        player = Player(server.port, 1, stopping)
        player.start()
        time.sleep(0.3)
        filler = disk.path(folder) / "filler"
        with filler.open("wb", buffering=0) as file, contextlib.suppress(OSError):
            while True:  # until nothing is left
                file.write(b"x" * 512)
        before = sum(map(len, player.acknowledged.values()))
        time.sleep(1)
        during = player.outages
        filler.unlink()
        time.sleep(1)
        stopping.set()
        player.join()
        with server:
            moves, faults = check_all(server, [player])
            check(f"a full disk: {during} refusals, then it goes on: {before} moves before, {moves} after",
                  not faults and during > 0 and moves > before, "\n".join(map(str, faults[:10])))
            server.process.kill()
            server.process.communicate()
        with start(0, folder, disk.within()) as again:
            moves, faults = check_all(again, [player])
            check("… and all that was acknowledged is there", not faults and moves > 0, "\n".join(map(str, faults[:10])))
        disk.close()


test_kills()
test_full_disk()
finish()

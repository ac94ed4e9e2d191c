#!/usr/bin/env python3
"""Has a server tell games of all kinds, for the tests of the page.

    tests/cli/tell_online_games.py build/ludoteca > web/src/test/online_games.txt

The same is played each time as far as dice allow: they are the server's, as are the names of games and the time. A line
`# ID` begins a game, each event follows as it was told, and `= POSITION` says where the game stands in the end."""

import hashlib
import hmac
import json
import random
import subprocess

from harness import PROGRAM
from serve_channel import Seat
from serve_driver import Server

ROOT = "/api/v1/play"
NAMES = ["Ana", "Luis"]


class Game:
    def __init__(self, server, game, tokens):
        self.server, self.id, self.tokens = server, game, tokens
        self.chance = random.Random(1)  # of moves

    def look(self):
        return self.server.ask(f"{ROOT}/{self.id}").json()

    def do(self, deed, player, **members):
        reply = self.server.ask(f"{ROOT}/{self.id}/{deed}", "POST", json.dumps(members),
                                authorization=f"Bearer {self.tokens[player - 1]}")
        if reply.status != 200:
            raise RuntimeError(f"{deed} {members}: {reply}")
        return reply.json()

    def on_seat(self, seat):
        return next(row["player"] for row in self.look()["seats"] if row["seat"] == seat)

    def give_parts(self):
        """The part of each person: its number, over and over (docs/DICE.md)."""
        look = self.look()
        people = [player for player, token in enumerate(self.tokens, 1) if token]
        for player in people:
            words = f"ludoteca 1 commit\0{look['dice']['terms']}\0player {player}\0".encode()
            commitment = hmac.new(bytes.fromhex(str(player) * 64), words, hashlib.sha256).hexdigest()
            self.do("dice", player, commitment=commitment)
        for player in people:
            self.do("dice", player, secret=str(player) * 64)

    def play(self, plies):
        """So many moves and rolls; turns that are skipped come besides."""
        for _ in range(plies):
            look = self.look()
            listed = subprocess.run([PROGRAM, "moves", look["game"], "--position", look["position"]], check=True,
                                    capture_output=True, text=True).stdout.splitlines()
            word = "roll" if look["awaits"] == "roll" else self.chance.choice(listed).split("\t")[0]
            self.do("moves", self.on_seat(look["seat"]), number=len(look["moves"]) + 1, move=word)

    def bargain(self):
        """Whoever moved last is refused a draw and granted a take-back."""
        asker = self.look()["moves"][-1]["seat"]
        one, other = self.on_seat(asker), self.on_seat(3 - asker)
        self.do("offer", one, offer="draw")
        self.do("decline", other)
        self.do("offer", one, offer="takeback")
        self.do("accept", other)
        self.do("chat", other, phrase="good-game")

    def play_again(self):
        self.do("offer", 1, offer="rematch")
        self.do("accept", 2)
        return Game(self.server, self.look()["series"]["next"], self.tokens)

    def tell(self):
        look = self.look()
        print(f"# {self.id}")
        with Seat(self.server, self.id) as seat:
            for message in seat.hear(1 + look["event"]):
                if "event" in message:
                    print(json.dumps(message, ensure_ascii=False))
        print(f"= {look['position']}")


def create(server, game, **members):
    made = server.ask(ROOT, "POST", json.dumps({"game": game, **members})).json()
    players = sorted(made["seats"], key=lambda seat: seat["player"])
    return Game(server, made["id"], [player.get("token") for player in players])


def tell_everybodys_dice(server):
    game = create(server, "dados", seats=["person", "open"], names=["Ana", None], clock="5m+3s", lots=True, rolloff=True, dice="shared")
    joined = server.ask(f"{ROOT}/{game.id}/join", "POST", json.dumps({"name": "Luis"})).json()
    game.tokens[1] = next(seat["token"] for seat in joined["seats"] if seat["player"] == 2)
    game.give_parts()
    game.play(16)
    game.bargain()
    game.do("resign", game.on_seat(2))
    again = game.play_again()
    game.tell()
    again.give_parts()
    again.do("resign", again.on_seat(2))
    again.tell()


def tell_three_sides(server):
    game = create(server, "dados:players=3", lots=True, rolloff=True, dice="shared")
    game.give_parts()
    game.play(7)
    game.do("resign", game.on_seat(2))
    game.play(7)
    game.do("resign", game.on_seat(1))
    game.tell()


def tell_servers_dice(server):
    game = create(server, "dados", rolloff=True)
    game.play(9)
    game.do("resign", 1)
    game.tell()


def tell_computers(server):
    game = create(server, "dados:players=4", seats=["person", "level=1", "person", "level=1"], rolloff=True, dice="shared")
    game.give_parts()
    game.do("resign", 1)
    game.tell()


def tell_days(server):
    game = create(server, "six", names=NAMES, clock="3d", lots=True)
    game.play(4)
    game.bargain()
    game.do("vacation", game.on_seat(1), days=3)
    game.do("resign", game.on_seat(2))
    again = game.play_again()
    game.tell()
    again.do("resign", again.on_seat(2))
    again.tell()


def tell_no_dice(server):
    game = create(server, "oware")
    game.play(4)
    game.do("resign", 1)
    game.tell()


with Server("--rate", 0) as shared:
    for told in (tell_everybodys_dice, tell_three_sides, tell_servers_dice, tell_computers, tell_days, tell_no_dice):
        told(shared)

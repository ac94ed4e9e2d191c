#!/usr/bin/env python3
"""A client that means ill: every message of online play, mutated. Never a crash, never an effect, always a reasoned error.

Two honest players have a game of their own, a third has another. The attacker knows the first game's name and, in turn, nobody's
token, the third one's, or that of the player whose turn it is not; what it then could do honestly is left out."""

import http.client
import json
import random
import threading

from harness import check, finish
from serve_channel import Seat
from serve_driver import LONG, SHORT, Server
from serve_wire import TEXT, frame

ROOT = "/api/v1/play"
MESSAGES = 100_000 if LONG else 1_500 if SHORT else 6_000
DEEDS = ("join", "sit", "dice", "moves", "resign", "offer", "accept", "decline", "claim", "chat", "vacation")


def create(server, **members):
    made = server.ask(ROOT, "POST", json.dumps({"game": "oware", **members}).encode()).json()
    return made["id"], [seat.get("token") for seat in made["seats"]]


def look(server, game):
    value = server.ask(f"{ROOT}/{game}").json()
    return {name: value[name] for name in ("event", "position", "moves", "phase", "offers", "result", "clock")}


# -- bodies ---------------------------------------------------------------------------------------


def deep(chance):
    depth = chance.choice([7, 9, 100, 4000])
    return "[" * depth + "]" * depth


def strange_value(chance):
    return chance.choice([None, True, False, 0, -1, 1, 2, 99, 2**31, 2**63, 2**64, -2**70, 1.5, 1e300, "", "C", "c", "roll", "pass", "skip", "a1",
                          "draw", "takeback", "\u0000", "\u202e", "x" * 200, "é" * 60, "'; DROP TABLE game; --", "../../etc/passwd", [], {}, ["C"], {"a": 1}])


def honest_body(chance, deed):
    return {"moves": {"number": chance.randrange(0, 4), "move": chance.choice("ABCDEFabcdef")}, "offer": {"offer": "draw"}, "accept": {"offer": "draw"},
            "decline": {"offer": "takeback"}, "chat": {"text": "hola"}, "sit": {"name": "Eva"}, "join": {"name": "Eva"}, "vacation": {"days": 3},
            "dice": {"commitment": "0" * 64}}.get(deed, {})


def mutate(chance, body):
    """One of many ways to say it wrong, as bytes."""
    way = chance.randrange(12)
    text = json.dumps(body)
    if way == 0:
        return deep(chance).encode()
    if way == 1:
        return bytes(chance.randrange(256) for _ in range(chance.randrange(1, 80)))
    if way == 2:
        return (text[:-1] + ", \"number\": 1, \"number\": 2}").encode()
    if way == 3:
        return text[:chance.randrange(len(text) + 1)].encode()
    if way == 4:
        return b"{" + b" " * chance.choice([10, 16000, 16382]) + b"}"
    if way == 5:
        return json.dumps({"x" * chance.randrange(1, 3000): 1}).encode()
    if way == 6 and len(text) > 2:
        at = chance.randrange(len(text))
        return (text[:at] + chance.choice("{}[]\",:\\0e+-\x01") + text[at + 1:]).encode()
    if way == 7:
        return json.dumps([body] * chance.randrange(1, 50)).encode()
    changed = dict(body)
    for _ in range(chance.randrange(1, 3)):
        name = chance.choice([*changed, "number", "move", "offer", "event", "do", "ref", "token", "name", "key", "seat"])
        changed[name] = strange_value(chance)
    return json.dumps(changed).encode()


# -- over HTTP ------------------------------------------------------------------------------------


def is_reasoned(status, kind, value):
    """A problem that says what it is and, but for what has no more to it, why."""
    if status == 400 and kind.startswith("text/plain"):  # no request at all: nobody knows whether it was for the API
        return bool(value)
    return 400 <= status < 500 and kind == "application/problem+json" and value.get("status") == status and value.get("title")


class Attacker:
    def __init__(self, server, seed):
        self.server, self.chance = server, random.Random(seed)
        self.connection, self.faults, self.kinds, self.count = None, [], {}, 0

    def send(self, method, path, body, token):
        fields = {"Authorization": f"Bearer {token}"} if token else {}
        for _ in range(2):
            try:
                if not self.connection:
                    self.connection = http.client.HTTPConnection("127.0.0.1", self.server.port, timeout=60)
                self.connection.request(method, path, body, fields)
                reply = self.connection.getresponse()
                kind, content = reply.getheader("content-type") or "", reply.read()
                return reply.status, kind, json.loads(content) if "json" in kind else content
            except http.client.HTTPException:  # it may close after what it refuses
                self.connection = None
        return 0, "", {}

    def attack(self, method, path, body, token):
        status, kind, value = self.send(method, path, body, token)
        self.count += 1
        self.kinds[status] = self.kinds.get(status, 0) + 1
        if not is_reasoned(status, kind, value) and len(self.faults) < 10:
            self.faults.append(f"{method} {path} {body[:200]!r}: {status} {value}")

    def attack_game(self, game, tokens):
        """Whoever is not in this game can do nothing in it."""
        deed = self.chance.choice(DEEDS)
        body = honest_body(self.chance, deed)
        body = json.dumps(body).encode() if self.chance.random() < 0.3 else mutate(self.chance, body)
        self.attack("POST", f"{ROOT}/{game}/{deed}", body, self.chance.choice(tokens))

    def attack_creation(self):
        body = {"game": self.chance.choice(["oware", "chess", "dados:players=9"]), "seats": strange_value(self.chance), "clock": self.chance.choice(["5x", 7, [], ""])}
        self.attack("POST", ROOT, mutate(self.chance, body) if self.chance.random() < 0.5 else json.dumps(body).encode(), None)

    def attack_address(self, game):
        word = self.chance.choice(["moves", "record", "x", "moves/", "..", "%2e%2e", "", "socket", "moves%00"])
        path = self.chance.choice([f"{ROOT}/{game[:-1]}/{word}", f"{ROOT}/{game}x/{word}", f"{ROOT}/{'a' * self.chance.randrange(1, 900)}", f"{ROOT}/%ff%fe/{word}"])
        self.attack(self.chance.choice(["POST", "GET", "PUT", "DELETE", "PATCH"]), path, b"{}", None)


def test_http(server):
    game, tokens = create(server)
    _, others = create(server)
    server.ask(f"{ROOT}/{game}/moves", "POST", b'{"number": 1, "move": "C"}', authorization=f"Bearer {tokens[0]}")
    before = look(server, game)
    strangers = [None, "", others[0], others[1], tokens[0][:-1], tokens[0] + "A", tokens[1].swapcase(), "A" * 32, "x" * 500, "\xe9" * 20]
    attacker = Attacker(server, 14)
    while attacker.count < MESSAGES and not attacker.faults:
        draw = attacker.chance.random()
        if draw < 0.75:
            attacker.attack_game(game, strangers)
        elif draw < 0.9:
            attacker.attack_creation()
        else:
            attacker.attack_address(game)
    check(f"{attacker.count} messages of strangers over HTTP: each is refused with a reason, {dict(sorted(attacker.kinds.items()))}",
          not attacker.faults, "\n".join(attacker.faults))
    check("… and nothing has changed", look(server, game) == before, f"{before} {look(server, game)}")
    test_wrong_turn(server, game, tokens, before)


def test_wrong_turn(server, game, tokens, before):
    """Who has a seat but not the turn, or says something that is not legal."""
    attacker = Attacker(server, 15)
    while attacker.count < MESSAGES // 5 and not attacker.faults:
        number, word = attacker.chance.choice([(2, "C"), (2, "roll"), (3, "c"), (0, "c"), (99, "c"), (1, "D"), (2, "8:c5"), (2, "pass"), (2, "")])
        token = tokens[0] if (number, word) == (2, "C") or attacker.chance.random() < 0.5 else tokens[1]
        if token == tokens[0] or number != 2:
            attacker.attack("POST", f"{ROOT}/{game}/moves", json.dumps({"number": number, "move": word}).encode(), token)
        else:
            attacker.attack("POST", f"{ROOT}/{game}/moves", json.dumps({"number": 2, "move": attacker.chance.choice(["A", "g", "roll", "", "cc"])}).encode(), token)
    check(f"{attacker.count} messages of players out of turn: {dict(sorted(attacker.kinds.items()))}", not attacker.faults, "\n".join(attacker.faults))
    check("… change nothing, either", look(server, game) == before, look(server, game))


# -- over a socket --------------------------------------------------------------------------------


def test_socket(server):
    game, tokens = create(server)
    before, chance, sent = look(server, game), random.Random(16), 0
    faults = []
    while sent < MESSAGES // 5 and not faults:
        with Seat(server, game) as seat:
            for _ in range(100):
                deed = chance.choice([*DEEDS, "look", "create", "x", ""])
                body = {"do": deed, "ref": sent, **honest_body(chance, deed)}
                data = mutate(chance, body) if chance.random() < 0.7 else json.dumps(body).encode()
                seat.send(frame(TEXT, data))
                sent += 1
        if not server.is_alive():
            faults.append("it is gone")
    check(f"{sent} messages of a watcher change nothing", not faults and look(server, game) == before, f"{faults} {look(server, game)}")


# -- two at once ----------------------------------------------------------------------------------


def race(server, game, token, word, gate, outcomes):
    connection = http.client.HTTPConnection("127.0.0.1", server.port, timeout=60)
    connection.connect()
    gate.wait()
    connection.request("POST", f"{ROOT}/{game}/moves", json.dumps({"number": 1, "move": word}), {"Authorization": f"Bearer {token}"})
    outcomes.append((connection.getresponse().status, word))


def test_race(server):
    rounds, wrong = 10 if SHORT else 40, []
    for _ in range(rounds):
        game, tokens = create(server)
        outcomes, gate = [], threading.Barrier(6)
        movers = [threading.Thread(target=race, args=(server, game, tokens[0], word, gate, outcomes)) for word in "ABCDEF"]
        for mover in movers:
            mover.start()
        for mover in movers:
            mover.join()
        won = [word for status, word in outcomes if status == 200]
        stands = [entry["move"] for entry in look(server, game)["moves"]]
        if len(won) != 1 or stands != won or sorted(status for status, _ in outcomes) != [200] + [409] * 5:
            wrong.append((outcomes, stands))
    check(f"six movers race for one number, {rounds} times: one wins", not wrong, wrong[:3])


with Server("--rate", "0") as server:
    test_http(server)
    test_socket(server)
    test_race(server)
    check("it lives on", server.is_alive())
    check("… and ends cleanly, without a word", server.stop()[::2] == (0, ""))
finish()

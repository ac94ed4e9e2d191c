#!/usr/bin/env python3
"""Games between people over WebSockets: what is told, what can be done, and who leaves how."""

import json
import random
import re
import signal
import socket
import struct

from harness import check, finish
from serve_channel import Seat
from serve_driver import PROMPT, SHORT, Server, count_descriptors, open_stream, read_answer, settles, stop_promptly
from serve_wire import BINARY, CLOSE, TEXT, close_code, frame, handshake, request

ROOT = "/api/v1/play"
NOBODY = "A" * 16
MOVES = ["C", "c", "B", "b", "F", "f"]
RESET = struct.pack("ii", 1, 0)


def create(server, **members):
    """(id, tokens) of a new game."""
    made = server.ask(ROOT, "POST", json.dumps({"game": "oware", **members}).encode())
    if made.status != 201:
        raise RuntimeError(str(made))
    value = made.json()
    return value["id"], [seat.get("token") for seat in value["seats"]]


def move(server, game, token, number, word):
    return server.ask(f"{ROOT}/{game}/moves", "POST", json.dumps({"number": number, "move": word}).encode(),
                      authorization=f"Bearer {token}")


def count_watchers(server):
    return int(re.search(r"^ludoteca_watchers (\d+)$", server.ask("/metrics").body.decode(), re.M).group(1))


def events(heard):
    return [message["event"] for message in heard if "event" in message]


# -- watching -------------------------------------------------------------------------------------


def test_watching(server):
    game, tokens = create(server)
    with Seat(server, game) as first:
        heard = first.hear(2)
        check("the first message is a hello", first.head.status == 101 and heard[0]["type"] == "hello" and
              "event" not in heard[0] and not heard[0]["you"], heard)
        last = heard[0]["last"]
        heard += first.hear(last - 1)
        check("… then comes all that has happened", events(heard) == list(range(1, last + 1)) and
              heard[1]["type"] == "created", heard)
        with Seat(server, game, after=last) as second:
            check("… or what is not known yet", second.hear()[0]["type"] == "hello")
            move(server, game, tokens[0], 1, "C")
            got = [one.hear_until("move")[-1] for one in (first, second)]
            check("a move is told to everybody", got[0] == got[1] and got[0]["move"] == "C" and
                  got[0]["event"] == last + 1, got)
    with Seat(server, game, after=last + 1) as late:
        heard = late.hear_until("move", 3) if move(server, game, tokens[1], 2, "c").status == 200 else []
        check("who comes back misses nothing and hears nothing twice", events(heard) == [last + 2], heard)


def test_handshakes(server):
    game, _ = create(server)
    with Seat(server, NOBODY) as seat:
        check("a game that is not there: 4404", seat.ended_with() == 4404)
    for path, status in ((f"{ROOT}/{game}/socket?after=x", 400), (f"{ROOT}/{game}/socket?after=-1", 400),
                         (f"{ROOT}/{game}/socket?after=1&after=2", 400), (f"{ROOT}/{game}/socket?token=x", 400),
                         (f"{ROOT}/{game}/socket/", 404), (f"{ROOT}/{game}", 200), (f"{ROOT}/x/socket", 404)):
        with open_stream(server) as stream:
            stream.sendall(handshake(path))
            got = read_answer(stream)
            check(f"{path}: {status}", got and got.status == status, got)
    with open_stream(server) as stream:
        stream.sendall(request(f"{ROOT}/{game}/socket"))
        got = read_answer(stream)
        check("a plain request: 426", got.status == 426 and got.fields[b"upgrade"] == b"websocket", got)
    with open_stream(server) as stream:
        stream.sendall(handshake(f"{ROOT}/{game}/socket", Origin="http://evil.example"))
        check("another page: 403", read_answer(stream).status == 403)


# -- playing --------------------------------------------------------------------------------------


def test_tokens(server):
    game, tokens = create(server)
    for message in ({"token": tokens[1]}, tokens[1]):
        with Seat(server, game, after=99) as seat:
            seat.hear()
            seat.say(message)
            heard = seat.hear_until("hello")
            check("a token makes somebody of a watcher", heard[-1]["you"]["player"] == 2, heard)
    with Seat(server, game, after=99) as seat:
        seat.hear()
        for wrong in ({"token": "x"}, "x", "x" * 1000, {"token": ""}, ""):
            seat.say(wrong)
            got = seat.hear_until("reply")[-1]
            check(f"a wrong one does not: {str(wrong)[:20]}", got["status"] in (400, 401) and
                  got["problem"]["status"] == got["status"] and got["ref"] is None, got)
        seat.say({"token": tokens[0], "ref": 7})
        got = seat.hear_until("reply")[-1]
        check("a ref gets a reply even so", got["ref"] == 7 and got["status"] == 200 and got["answer"]["id"] == game, got)


def test_deeds(server):
    game, tokens = create(server)
    with Seat(server, game) as white, Seat(server, game) as black:
        check("nobody's deed", white.do("moves", number=1, move="C")["status"] == 401)
        for seat, token in ((white, tokens[0]), (black, tokens[1])):
            seat.say({"token": token, "ref": "t"})
            seat.hear_until("reply")
        for number, word in enumerate(MOVES[:4], 1):
            seat = (white, black)[(number + 1) % 2]
            got = seat.do("moves", ref=number, number=number, move=word)
            check(f"move {number}", got["ref"] == number and got["status"] == 200 and got["answer"]["move"] == word, got)
        got = black.do("moves", number=5, move="F")
        check("another's turn", got["status"] == 403 and got["problem"]["type"].endswith("#forbidden"), got)
        got = white.do("moves", ref="a\"b", number=5, move="A9")
        check("an illegal move, and a text as its ref", got["status"] == 422 and got["ref"] == 'a"b', got)
        got = black.do("offer", offer="draw")
        check("an offer", got["status"] == 200, got)
        heard = white.hear_until("offer")
        check("… which the other hears", heard[-1]["offer"] == "draw", heard[-1:])
        got = white.do("accept")
        check("… and accepts", got["status"] == 200 and got["answer"]["phase"] == "over", got)
        check("the end is told", black.hear_until("end")[-1]["type"] == "end")


def test_long_game(server):
    """What is long is told in parts, whole and in order."""
    game, tokens = create(server)
    before, chat = 2, json.dumps({"text": '"' * 500}).encode()
    said = sum(server.ask(f"{ROOT}/{game}/chat", "POST", chat, authorization=f"Bearer {token}").status == 200
               for token in tokens for _ in range(60))
    with Seat(server, game) as late:
        heard = late.hear(1 + before + said)
        check(f"a game of {said} kB is told from its beginning", said > 100 and events(heard) == list(range(1, before + said + 1)), events(heard)[-3:])
        move(server, game, tokens[0], 1, "C")
        heard = late.hear_until("move")
        check("… and goes on", events(heard) == [before + said + 1], heard)


def test_odd_messages(server):
    game, tokens = create(server)
    with Seat(server, game, after=99) as seat:
        seat.hear()
        seat.say(tokens[0])
        seat.hear_until("hello")
        for message, status in (("{", 400), ("{}", 400), ('{"do": 1}', 400), ('{"do": "create"}', 400), ('{"do": "record"}', 400),
                                ('{"do": "socket"}', 400), ('{"do": "moves"}', 400), ('{"do": "moves", "do": "chat"}', 400),
                                ('{"do": "moves", "number": 1, "move": "C", "x": 1}', 400), ('{"do": "sit", "ref": {}}', 400),
                                ('{"do": "sit", "ref": "' + "x" * 65 + '"}', 400), ('{"token": 1}', 400),
                                ('{"do": "sit", "name": "\\u0000"}', 400), ('{"ref": 3}', 400), ("{\0}", 400),
                                ('{"do": "sit", "name": "Ñ"}', 200), ('{"do":"sit","ref":1e2,"name":"Z"}', 200),
                                ('{"do": "sit", "ref": null}', 400)):
            seat.say(message)
            got = seat.hear_until("reply")
            check(f"{message[:40]!r}: {status}", got and got[-1]["status"] == status, got[-1:])
        seat.send(*(frame(TEXT, b'{"do": "sit", "ref": %d}' % i) for i in range(100)))
        got = [one["ref"] for one in seat.hear(100) if one["type"] == "reply"]
        check("many at once: answered in their order", got == list(range(100)), got)
    for what, sent, code in (("a binary message", frame(BINARY, b"\0"), 1003), ("a long one", frame(TEXT, b"x" * 16_385), 1009),
                             ("no mask", frame(TEXT, b"x", mask=None), 1002)):
        with Seat(server, game, after=99) as seat:
            seat.hear()
            seat.send(sent)
            check(f"{what}: {code}", seat.ended_with() == code)


# -- those who leave ------------------------------------------------------------------------------


def test_leaving(server):
    """Connections that die at any time, with calls and news on their way."""
    idle = count_descriptors(server)
    game, tokens = create(server)
    dice = random.Random(5)
    for i in range(60 if SHORT else 300):
        stream = open_stream(server)
        stream.sendall(handshake(f"{ROOT}/{game}/socket?after=0"))
        if dice.random() < 0.7:
            stream.sendall(frame(TEXT, tokens[i % 2].encode()) + frame(TEXT, b'{"do": "chat", "text": "x"}') * dice.randint(0, 5))
        if dice.random() < 0.3:
            stream.recv(1 << 16)
        if dice.random() < 0.5:
            stream.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, RESET)
        stream.close()
    check("connections that end at any time", settles(lambda: count_descriptors(server) <= idle + 1), count_descriptors(server))
    check("… and wait for nobody", settles(lambda: count_watchers(server) == 0), count_watchers(server))
    check("… leave the game as it is", server.ask(f"{ROOT}/{game}").json()["phase"] == "playing")


def test_end():
    """Who watches when the server ends is told to come back."""
    with Server() as server:
        game, tokens = create(server)
        with Seat(server, game, after=99) as seat, Seat(server, game, after=99) as player:
            seat.hear()
            player.hear()
            player.say({"token": tokens[0]})
            player.hear_until("hello")
            server.tell(signal.SIGTERM)
            last = seat.receive(9)
            check("SIGTERM: a farewell with 1001", last[-1][1] == CLOSE and close_code(last[-1][2]) == 1001, last)
            last = player.receive(9)
            check("… for players, too", last[-1][1] == CLOSE and close_code(last[-1][2]) == 1001, last)
            check("… and the end is clean", (server.process.wait(PROMPT), server.process.stderr.read()) == (0, b""))


def test_rate():
    with Server("--rate", "3") as server:
        game, tokens = create(server)
        with Seat(server, game, after=99) as seat:
            seat.hear()
            seat.send(*(frame(TEXT, b'{"do": "sit", "ref": %d}' % i) for i in range(60)))
            got = [one["status"] for one in seat.hear(60)]
            check("messages are counted as questions", 401 in got and 429 in got and len(got) == 60, got)


def test_log():
    with Server("--log") as server:
        game, tokens = create(server)
        with Seat(server, game) as seat:
            seat.say(tokens[0])
            seat.do("moves", number=1, move="C")
        _, _, err = server.stop()
        check("the log names neither game nor token", game not in err and tokens[0] not in err and
              f"GET {ROOT}/ID/socket 101 " in err and f"POST {ROOT}/ID/moves 200 " in err, err)


with Server("--rate", "0") as shared:
    for test in (test_watching, test_handshakes, test_tokens, test_deeds, test_long_game, test_odd_messages, test_leaving):
        test(shared)
    check("it lives on", shared.is_alive())
    ended = stop_promptly(shared)
    check("… and ends cleanly, without a word", ended == (0, ""), ended)
for test in (test_end, test_rate, test_log):
    test()
finish()

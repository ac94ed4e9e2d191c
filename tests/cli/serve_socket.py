#!/usr/bin/env python3
"""The WebSocket at /api/v1/socket: the handshake, questions and their answers, frames good and bad."""

import base64
import json
import os
import tempfile

from harness import check, finish, run
from serve_channel import Channel
from serve_driver import PROMPT, Server, open_stream, read_all, read_answer, stop_promptly
from serve_wire import (BINARY, CLOSE, CONTINUATION, PING, PONG, SOCKET, TEXT, accept_key, frame, handshake, request,
                        split_answers, split_frames)

RULES, SEEDS = "oware:slam=awari", 4
QUESTIONS = ["/api/v1/games", "/api/v1/problems", "/api/v1/tables", f"/api/v1/tables?game={RULES}",
             f"/api/v1/tables/probe?game={RULES}", "/api/v1/tables/probe?game=oware&moves=F+f",
             f"/api/v1/tables/probe?game={RULES}&fragment=1&position=0-0-0-0-0-1-0-0-0-0-1-1-0-0-S",
             "/api/v1/tables/probe", "/api/v1/tables/probe?game=chess", "/api/v1/tables/probe?game=oware&moves=F+f+F",
             "/api/v1/tables/probe?game=six", "/api/v1/nothing", "/api/v1/games?game=oware"]
MOST = 16384  # bytes of a message


# -- the handshake --------------------------------------------------------------------------------


def test_handshake(server):
    for key in ("dGhlIHNhbXBsZSBub25jZQ==", base64.b64encode(os.urandom(16)).decode()):
        with Channel(server, key=key) as channel:
            fields = channel.head.fields
            check("a handshake", channel.head.status == 101 and fields[b"upgrade"].lower() == b"websocket" and
                  fields[b"connection"].lower() == b"upgrade", channel.head)
            check("… is accepted with the key", fields[b"sec-websocket-accept"].decode() == accept_key(key), fields)
    check("the key of the standard's example", accept_key("dGhlIHNhbXBsZSBub25jZQ==") == "s3pPLMBiTxaQ9kYGzzhZRbK+xOo=")
    with Channel(server, Sec_WebSocket_Protocol="chat", Sec_WebSocket_Extensions="permessage-deflate") as channel:
        check("neither protocols nor extensions are taken up", channel.head.status == 101 and
              not {b"sec-websocket-protocol", b"sec-websocket-extensions"} & set(channel.head.fields), channel.head)
    with Channel(server, Connection="keep-alive, Upgrade", Upgrade="WebSocket") as channel:
        check("… in other letters", channel.head.status == 101, channel.head)


def ask_once(server, data):
    with open_stream(server) as stream:
        stream.sendall(data)
        return read_answer(stream)


def test_no_handshake(server):
    for what, fields in (("a plain request", None), ("no key", {"key": None}), ("a key that is none", {"key": "short"}),
                         ("no version", {"Sec_WebSocket_Version": None}),
                         ("an old version", {"Sec_WebSocket_Version": "8"}),
                         ("no upgrade", {"Upgrade": None}), ("another upgrade", {"Upgrade": "h2c"}),
                         ("a connection that is not to change", {"Connection": "close"})):
        got = ask_once(server, request(SOCKET) if fields is None else handshake(**fields))
        check(f"{what}: 426", got and got.status == 426 and b"websocket" in got.fields.get(b"upgrade", b"").lower(), got)
    got = ask_once(server, request(SOCKET))
    check("… is a problem", json.loads(got.body)["type"] == "/api/v1/problems#upgrade", got)
    for path, status in (("/", 200), ("/api/v1/games", 200), ("/nothing", 404), (SOCKET + "/", 404), (SOCKET + "s", 404)):
        got = ask_once(server, handshake(path))
        check(f"at {path} an upgrade is ignored", got and got.status == status, got)
    got = ask_once(server, handshake().replace(b"GET", b"POST"))
    check("POST is no handshake", got and got.status in (405, 426), got)
    got = ask_once(server, handshake().replace(b"HTTP/1.1", b"HTTP/1.0"))
    check("nor is HTTP/1.0", got and got.status == 426, got)


def test_origin(server):
    own = f"127.0.0.1:{server.port}"
    for host, origin, status in ((own, f"http://{own}", 101), ("localhost", "http://localhost", 101),
                                 (own, "http://127.0.0.1", 403), (own, "http://evil.example", 403), (own, "null", 403),
                                 (own, f"http://{own}.evil.example", 403), (own, f"http://localhost:{server.port}", 403),
                                 (own, f"http://127.0.0.1:{server.port + 1}", 403), (own, "", 403),
                                 (own, "https://" + "a" * 247, 403)):
        data = handshake(Origin=origin).replace(b"Host: 127.0.0.1\r\n", f"Host: {host}\r\n".encode())
        got = ask_once(server, data)
        check(f"Origin: {origin} at {host}: {status}", got and got.status == status, got)
    got = ask_once(server, handshake("http://127.0.0.1" + SOCKET, Origin="http://evil.example")
                   .replace(b"Host: 127.0.0.1", b"Host: evil.example"))
    check("a whole address says whose it is, not the Host beside it", got and got.status == 403, got)
    got = ask_once(server, handshake().replace(b"Host: 127.0.0.1", b"Host: evil.example"))
    check("another's name: 421", got and got.status == 421, got)


# -- questions ------------------------------------------------------------------------------------


def test_questions(server):
    with Channel(server) as channel:
        for question in QUESTIONS:
            channel.ask(question)
            got, plain = channel.answers(1), server.ask(question)
            check(f"{question}: the answer of HTTP", got == [{"version": 1, "question": question, "status": plain.status,
                                                             "answer": plain.json()}], got)
        channel.ask(*QUESTIONS * 3)
        got = channel.answers(3 * len(QUESTIONS))
        check("many at once: in order", [one["question"] for one in got] == QUESTIONS * 3, len(got))
    with open_stream(server) as stream:
        stream.sendall(handshake() + frame(TEXT, QUESTIONS[0].encode()))
        got = split_answers(read_all(stream, PROMPT)[0])[1]
        check("a question on the heels of the handshake", split_frames(got)[0][0][1] == TEXT, got[:100])


def test_odd_questions(server):
    odd = ["", "/", "/index.html", "games", "GET /api/v1/games HTTP/1.1", "http://127.0.0.1/api/v1/games", "*",
           "/api/v1/games\r\nX: y", "/api/v1/%0d%0a", "/api/v1/%zz", "/api/v1/\0games", "/api/v1/ñ", '/api/v1/"\\', SOCKET]
    with Channel(server) as channel:
        for question in odd:
            channel.ask(question)
            got = channel.answers(1)
            check(f"{question!r} is refused", len(got) == 1 and got[0]["status"] in (400, 404, 426) and
                  got[0]["answer"]["status"] == got[0]["status"], got)
        channel.ask(QUESTIONS[0])
        check("… and the conversation goes on", channel.answers(1)[0]["status"] == 200)


def test_rate():
    with Server("--rate", "3") as server, Channel(server) as channel:
        channel.ask(*["/api/v1/problems"] * 50)
        statuses = [one["status"] for one in channel.answers(50)]
        check("questions are counted as those of HTTP", statuses[:30] == [200] * 30 and 429 in statuses and
              len(statuses) == 50, statuses)
        # On a slow machine there may be room again for a few.
        check("… together with them", any(server.api("games").status == 429 for _ in range(20)))


# -- frames ---------------------------------------------------------------------------------------


def test_fragments(server):
    question = QUESTIONS[5].encode()
    with Channel(server) as channel:
        for cuts in ((1,), (5, 20), (0, 0, 3), tuple(range(len(question)))):
            parts = [question[a:b] for a, b in zip((0, *cuts), (*cuts, len(question)))]
            for i, part in enumerate(parts):
                channel.send(frame(CONTINUATION if i else TEXT, part, final=i == len(parts) - 1))
            got = channel.answers(1)
            check(f"a question in {len(parts)} parts", got and got[0]["question"] == question.decode(), got)
        channel.send(frame(TEXT, question[:4], final=False), frame(PING, b"in between"), frame(CONTINUATION, question[4:]))
        got = channel.receive(2)
        check("a ping between them", [kind for _, kind, _ in got] == [PONG, TEXT] and got[0][2] == b"in between", got)
        for byte in frame(TEXT, question):
            channel.send(bytes([byte]))
        check("a frame that comes byte by byte", len(channel.answers(1)) == 1)


def test_control(server):
    with Channel(server) as channel:
        for payload in (b"", b"there?", b"\xff" * 125):
            channel.send(frame(PING, payload))
            got = channel.receive(1)
            check(f"a ping of {len(payload)} bytes", got == [(True, PONG, payload)], got)
        channel.send(frame(PONG, b"unasked"))
        channel.ask(QUESTIONS[0])
        check("a pong nobody asked for", len(channel.answers(1)) == 1)
    for payload, expected in ((b"", (None, 1000)), (b"\x03\xe8", (1000,)), (b"\x03\xe9gone", (1001,)),
                              (b"\x0f\xa0", (4000,)), (b"\x03\xed", (1002,)), (b"\x03", (None, 1002)),
                              (b"\x03\xe8\xff", (1002, 1007))):
        with Channel(server) as channel:
            channel.send(frame(CLOSE, payload))
            got = channel.ended_with()
            check(f"a farewell {payload!r} is returned", got in expected, got)


def test_refused(server):
    text = QUESTIONS[0].encode()
    for what, frames, code in (
            ("a binary message", [frame(BINARY, b"\0\1")], 1003),
            ("no mask", [frame(TEXT, text, mask=None)], 1002), ("a reserved bit", [frame(TEXT, text, reserved=4)], 1002),
            ("an unknown kind", [frame(3, text)], 1002), ("an unknown control", [frame(11, b"")], 1002),
            ("a part of nothing", [frame(CONTINUATION, text)], 1002),
            ("a message within another", [frame(TEXT, text, final=False), frame(TEXT, text)], 1002),
            ("a long ping", [frame(PING, b"x" * 126)], 1002), ("a ping in parts", [frame(PING, b"x", final=False)], 1002),
            ("a length with its first bit", [frame(TEXT, b"x", length=1 << 63)], 1002),
            ("broken UTF-8", [frame(TEXT, b"/api/\xff")], 1007), ("half a letter", [frame(TEXT, "/ñ".encode()[:2])], 1007),
            ("broken UTF-8 in parts", [frame(TEXT, b"/\xc3", final=False), frame(CONTINUATION, b"(")], 1007),
            ("a long message", [frame(TEXT, b"x" * (MOST + 1))], 1009),
            ("a length beyond all", [frame(TEXT, b"x", length=1 << 40)], 1009),
            ("a long message in parts", [frame(TEXT, b"x" * MOST, final=False), frame(CONTINUATION, b"x" * MOST)], 1009)):
        with Channel(server) as channel:
            channel.send(*frames)
            got = channel.ended_with()
            check(f"{what}: {code}", got == code, got)
    with Channel(server) as channel:
        channel.ask("/" + "x" * (MOST - 1))
        got = channel.answers(1)
        check(f"a message of {MOST} bytes is answered", got and got[0]["status"] in (404, 414), got)


def test_share():
    """An address that has nothing but conversations keeps them; it is the newcomer who goes."""
    with Server("--connections", "3") as server:
        with Channel(server) as first, Channel(server) as second, Channel(server) as third:
            check("no more connections than an address may have", server.raw(request(), 2) == b"")
            for channel in (first, second, third):
                channel.ask("/api/v1/problems")
            got = [channel.answers(1) for channel in (first, second, third)]
            check("… and its conversations go on", all(one and one[0]["status"] == 200 for one in got), got)
        check("… and when they are over it may come again", server.is_alive())


def main():
    with tempfile.TemporaryDirectory() as folder:
        made = run("tables", "build", RULES, "--seeds", SEEDS, "--dir", folder)
        check("tables to ask", made.status == 0, made)
        with Server("--dir", folder, "--rate", "0") as server:
            for test in (test_handshake, test_no_handshake, test_origin, test_questions, test_odd_questions, test_fragments,
                         test_control, test_refused):
                test(server)
            with Channel(server) as channel:
                check("it lives on", server.is_alive() and channel.head.status == 101)
                ended = stop_promptly(server)
                check("… and ends cleanly with a conversation open", ended == (0, ""), ended)
    test_rate()
    test_share()
    finish()


main()

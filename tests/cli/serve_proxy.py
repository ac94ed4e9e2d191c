#!/usr/bin/env python3
"""Behind a proxy: who is believed when they say for whom they ask, and what that counts for."""

import json
import time

from harness import check, check_error, finish, run
from serve_channel import Seat
from serve_driver import PROMPT, Server, open_stream, read_answer, stop_promptly
from serve_wire import SOCKET, handshake, request

PROXY, OTHER = "127.0.0.2", "127.0.0.3"
ROOT = "/api/v1/play"


def ask(server, source, path="/health", method="GET", content=b"", **fields):
    with open_stream(server, source) as stream:
        length = {"Content_Length": len(content)} if content else {}
        stream.sendall(request(path, method, content=content, Connection="close", **length, **fields))
        return read_answer(stream, 5 * PROMPT)


def logged(*words, exchanges):
    """The addresses in the log after these (source, fields)."""
    with Server("--log", *words) as server:
        for source, fields in exchanges:
            ask(server, source, **fields)
        _, _, err = server.stop()
        return [line.split(" ")[1] for line in err.splitlines()]


# -- who is believed ------------------------------------------------------------------------------


def test_addresses():
    """(what the proxy says, who that is)"""
    cases = [({}, PROXY),
             ({"X_Forwarded_For": "192.0.2.1"}, "192.0.2.1"), ({"X_Forwarded_For": "192.0.2.1:4711"}, "192.0.2.1"),
             ({"X_Forwarded_For": "2001:db8::1"}, "2001:db8::1"), ({"X_Forwarded_For": "[2001:DB8::1]:80"}, "2001:db8::1"),
             ({"X_Forwarded_For": "::ffff:192.0.2.9"}, "192.0.2.9"), ({"X_Forwarded_For": "127.0.0.1"}, "127.0.0.1"),
             ({"X_Forwarded_For": "192.0.2.1, 192.0.2.2"}, "192.0.2.2"), ({"X_Forwarded_For": f"192.0.2.1,192.0.2.2 , {PROXY}"}, "192.0.2.2"),
             ({"X_Forwarded_For": f"x, {PROXY}"}, PROXY), ({"X_Forwarded_For": "192.0.2.1, unknown"}, PROXY),
             ({"X_Forwarded_For": "192.0.2.1\r\nX-Forwarded-For: 192.0.2.2"}, "192.0.2.2"),
             ({"X_Forwarded_For": "192.0.2.1,"}, "192.0.2.1"), ({"X_Forwarded_For": ","}, PROXY), ({"X_Forwarded_For": "1.2.3"}, PROXY),
             ({"X_Forwarded_For": "192.0.2.1:"}, PROXY), ({"X_Forwarded_For": "[192.0.2.1]"}, PROXY), ({"X_Forwarded_For": "9" * 600}, PROXY),
             ({"X_Forwarded_For": "[2001:db8::1"}, PROXY), ({"X_Forwarded_For": "192.0.2.1:99999999"}, PROXY),
             ({"Forwarded": "for=192.0.2.1"}, "192.0.2.1"), ({"Forwarded": 'proto=https; For="[2001:db8::1]:4711";by=x'}, "2001:db8::1"),
             ({"Forwarded": 'for=192.0.2.1, for="192.0.2.2:80";proto=http'}, "192.0.2.2"),
             ({"Forwarded": f"for=192.0.2.1;by=x, for={PROXY}"}, "192.0.2.1"), ({"Forwarded": "for=_hidden"}, PROXY),
             ({"Forwarded": 'for="192.0.2.1'}, "192.0.2.1"), ({"Forwarded": "for="}, PROXY), ({"Forwarded": "by=192.0.2.1"}, PROXY),
             ({"Forwarded": 'for=192.0.2.1, for="_x,for=192.0.2.2"'}, "192.0.2.2"),
             ({"Forwarded": "for=192.0.2.1", "X_Forwarded_For": "192.0.2.2"}, "192.0.2.2")]
    got = logged("--behind-proxy", PROXY, exchanges=[(PROXY, fields) for fields, _ in cases])
    for (fields, expected), address in zip(cases, got, strict=True):
        check(f"a proxy that says {str(fields)[:70]}", address == expected, address)
    liars = [(OTHER, {"X_Forwarded_For": "192.0.2.1"}), ("127.0.0.1", {"Forwarded": "for=192.0.2.1"}), (PROXY, {"X_Forwarded_For": "192.0.2.1"})]
    got = logged("--behind-proxy", PROXY, exchanges=liars)
    check("others are not believed", got == [OTHER, "127.0.0.1", "192.0.2.1"], got)
    got = logged(exchanges=liars)
    check("without --behind-proxy nobody is", got == [OTHER, "127.0.0.1", PROXY], got)
    got = logged("--behind-proxy", f"127.0.0.1, {PROXY}", exchanges=[("127.0.0.1", {"X_Forwarded_For": f"192.0.2.1, {PROXY}"})])
    check("several are, if they are named", got == ["192.0.2.1"], got)


def test_networks():
    """(a network, who says something, whether they are believed)"""
    cases = [("127.0.0.0/30", "127.0.0.3", True), ("127.0.0.0/30", "127.0.0.4", False), ("127.4.0.0/14", "127.7.255.9", True),
             ("127.4.0.0/14", "127.8.0.1", False), ("127.0.0.2/32", "127.0.0.2", True), ("127.0.0.2/32", "127.0.0.3", False),
             ("0.0.0.0/1", "127.0.0.9", True), ("128.0.0.0/1", "127.0.0.9", False), ("::/1", "127.0.0.9", False), ("127.0.0.0/8", "127.9.9.9", True)]
    for network, source, is_believed in cases:
        got = logged("--behind-proxy", f"192.0.2.99,{network}", exchanges=[(source, {"X_Forwarded_For": f"192.0.2.1, {source}"})])
        check(f"{source} is {'' if is_believed else 'not '}of {network}", got == ["192.0.2.1" if is_believed else source], got)


def test_kept_connections():
    """A proxy asks for many over one connection: each request is whose it says."""
    with Server("--log", "--behind-proxy", PROXY) as server:
        with open_stream(server, PROXY) as stream:
            for fields in ({"X_Forwarded_For": "192.0.2.1"}, {"X_Forwarded_For": "192.0.2.2"}, {}):
                stream.sendall(request("/health", **fields))
                read_answer(stream)
        _, _, err = server.stop()
        got = [line.split(" ")[1] for line in err.splitlines()]
        check("each request is whose the proxy says", got == ["192.0.2.1", "192.0.2.2", PROXY], got)


# -- what it counts for ---------------------------------------------------------------------------


def test_rate():
    with Server("--rate", "1", "--behind-proxy", PROXY) as server:
        def statuses(source, client, many):
            return [ask(server, source, "/api/v1/games", X_Forwarded_For=client).status for _ in range(many)]
        first = statuses(PROXY, "192.0.2.1", 14)
        check("whoever asks too much through a proxy", first[0] == 200 and first[-1] == 429, first)
        check("… harms nobody else", statuses(PROXY, "192.0.2.2", 3) == [200] * 3)
        check("… not even the neighbour", statuses(PROXY, "192.0.2.1, 192.0.2.3", 3) == [200] * 3)
        lies = [ask(server, OTHER, "/api/v1/games", X_Forwarded_For=f"192.0.2.{i + 10}").status for i in range(14)]
        check("who lies is counted all the same", lies[-1] == 429, lies)


def test_connections():
    """The proxy may have any number of connections, those behind it a few WebSockets each."""
    with Server("--connections", "4", "--behind-proxy", PROXY) as server:
        streams = [open_stream(server, PROXY) for _ in range(20)]
        for number, stream in enumerate(streams):
            stream.sendall(request("/health", X_Forwarded_For=f"192.0.2.{number % 2}"))
        got = [read_answer(stream) for stream in streams]
        check("the proxy has as many connections as it wants", all(one and one.status == 200 for one in got), got)
        got = []
        for number, stream in enumerate(streams[:12]):
            stream.sendall(handshake(SOCKET, X_Forwarded_For=f"192.0.2.{number % 2}"))
            got.append(read_answer(stream).status)
        check("those behind it have their share of WebSockets", got == [101] * 8 + [429] * 4, got)
        streams[12].sendall(handshake(SOCKET, X_Forwarded_For="192.0.2.9"))
        check("… and take nobody else's", read_answer(streams[12]).status == 101)
        for stream in streams[:2]:
            stream.close()
        check("who leaves makes room", any(opens_socket(server, "192.0.2.0") for _ in range(50)))
        for stream in streams:
            stream.close()
        others = [open_stream(server, OTHER) for _ in range(6)]
        time.sleep(PROMPT / 5)  # until all were let in, and two left
        for stream in others:
            try:
                stream.sendall(request("/health"))
            except OSError:
                pass
        served = sum(read_answer(stream) is not None for stream in others)
        check("other addresses are limited as ever", served == 4, served)
        for stream in others:
            stream.close()
        check("it ends cleanly", stop_promptly(server) == (0, ""))


def opens_socket(server, client):
    with open_stream(server, PROXY) as stream:
        stream.sendall(handshake(SOCKET, X_Forwarded_For=client))
        return read_answer(stream).status == 101


def test_metrics():
    with Server("--behind-proxy", "127.0.0.1") as server:
        check("figures are for this machine", ask(server, None, "/metrics").status == 200)
        check("… not for whom its proxy asks", ask(server, None, "/metrics", X_Forwarded_For="192.0.2.1").status == 403)


# -- how they came --------------------------------------------------------------------------------


def test_origin():
    """A page of the same name is another one if it came without TLS."""
    content = json.dumps({"game": "oware"}).encode()
    cases = [(PROXY, {"X_Forwarded_Proto": "https", "Origin": "https://127.0.0.1"}, 201),
             (PROXY, {"X_Forwarded_Proto": "https", "Origin": "http://127.0.0.1"}, 403),
             (PROXY, {"X_Forwarded_Proto": "http", "Origin": "http://127.0.0.1"}, 201),
             (PROXY, {"X_Forwarded_Proto": "http", "Origin": "https://127.0.0.1"}, 403),
             (PROXY, {"Forwarded": "for=192.0.2.1;proto=https", "Origin": "http://127.0.0.1"}, 403),
             (PROXY, {"X_Forwarded_Proto": "x", "Origin": "https://127.0.0.1"}, 201),
             (PROXY, {"X_Forwarded_Proto": "https", "Origin": "https://evil.example"}, 403),
             (OTHER, {"X_Forwarded_Proto": "https", "Origin": "http://127.0.0.1"}, 201),
             (OTHER, {"X_Forwarded_Proto": "https", "Origin": "http://evil.example"}, 403)]
    with Server("--behind-proxy", PROXY, "--rate", "0") as server:
        for source, fields, expected in cases:
            got = ask(server, source, ROOT, "POST", content, **fields)
            check(f"{source} with {fields}: {expected}", got and got.status == expected, got)
        with open_stream(server, PROXY) as stream:
            stream.sendall(handshake(SOCKET, X_Forwarded_Proto="https", Origin="http://127.0.0.1"))
            check("the same for WebSockets", read_answer(stream).status == 403)


def test_game():
    """Two players behind the proxy, from one address and from two."""
    with Server("--behind-proxy", "127.0.0.1") as server:
        made = server.ask(ROOT, "POST", b'{"game": "oware"}', X_Forwarded_For="192.0.2.1").json()
        with Seat(server, made["id"], X_Forwarded_For="192.0.2.1") as white, Seat(server, made["id"], X_Forwarded_For="192.0.2.2") as black:
            for seat, place in ((white, 0), (black, 1)):
                seat.say({"token": made["seats"][place]["token"], "ref": 1})
                seat.hear_until("reply")
            check("a game through a proxy", white.do("moves", number=1, move="C")["status"] == 200 and
                  black.do("moves", number=2, move="c")["status"] == 200)


def test_refusals():
    for given in ("proxy.example", "127.0.0.1,x", "", ",", "10.0.0.1/8", "10.0.0.0/0", "10.0.0.0/33", "10.0.0.0/", "10.0.0.0/8x", "/8", "2001:db8::1/64", "::/129", ",".join(["127.0.0.1"] * 33)):
        check_error(f"refused: {given[:40]!r}", run("serve", "--port", "0", "--behind-proxy", given), 2, "--behind-proxy")


for test in (test_addresses, test_networks, test_kept_connections, test_rate, test_connections, test_metrics, test_origin, test_game, test_refusals):
    test()
finish()

#!/usr/bin/env python3
"""Requests that are broken, slow, endless or many: the server goes on, and others are served meanwhile."""

import random
import socket
import threading
import time

from harness import check, finish
from serve_driver import PATIENCE, SHORT, Server
from serve_wire import request

REQUESTS, CLIENTS = (200, 8) if SHORT else (1000, 16)
GARBAGE = 60 if SHORT else 200


def test_broken(server):
    end = b"\r\nHost: 127.0.0.1\r\n\r\n"
    for name, data, status in (
            ("no request", b"\r\n\r\n", None), ("no version", b"GET /\r\n\r\n", 505),
            ("no method", b" / HTTP/1.1\r\n\r\n", 400), ("an unknown method", b"BREW / HTTP/1.1" + end, 400),
            ("zero bytes", b"GET /\0 HTTP/1.1" + end, 400), ("an escaped zero byte", b"GET /%00 HTTP/1.1" + end, 400),
            ("a broken escape", b"GET /%zz HTTP/1.1" + end, 400), ("half an escape", b"GET /%4 HTTP/1.1" + end, 400),
            ("a star", b"GET * HTTP/1.1" + end, 400), ("a star with OPTIONS", b"OPTIONS * HTTP/1.1" + end, 204),
            ("another's address", b"GET http://other/ HTTP/1.1" + end, 421),
            ("our whole address", b"GET http://127.0.0.1/ HTTP/1.1\r\nHost: other\r\n\r\n", 200),
            ("CONNECT", b"CONNECT other:80 HTTP/1.1" + end, 405),
            ("TLS", bytes.fromhex("16030100c2010000be0303") + bytes(190), 400),
            ("HTTP/2", b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n" + bytes(40), 505), ("HTTP/3", b"GET / HTTP/3.0" + end, 505),
            ("a huge length", b"POST / HTTP/1.1\r\nContent-Length: 99999999999999999999" + end + b"x", 400),
            ("a negative length", b"POST / HTTP/1.1\r\nContent-Length: -5" + end + b"x", 400),
            ("chunks", b"POST / HTTP/1.1\r\nTransfer-Encoding: chunked" + end + b"ffffffff\r\nx", 405),
            ("a line without end", b"GET /" + b"a" * 100_000 + b" HTTP/1.1" + end, 431),
            ("a query without end", b"GET /api/v1/games?" + b"a=b&" * 30_000 + b" HTTP/1.1" + end, 431),
            ("a field without end", b"GET / HTTP/1.1\r\nHost: " + b"x" * 100_000 + b"\r\n\r\n", 431),
            ("fields without number", b"GET / HTTP/1.1\r\n" + b"X-A: b\r\n" * 20_000 + b"\r\n", 431),
            ("WebSocket", b"GET / HTTP/1.1\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
             b"Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==" + end, 200)):
        got = server.raw(data, 0.3)
        expected = b"" if status is None else b"HTTP/1.1 %d " % status
        check(f"{name}: {status or 'no answer'}", got.startswith(expected) and bool(got) == bool(expected), got[:100])
        check("… and others are served", server.is_alive())


def test_garbage(server):
    dice = random.Random(4)
    words = [b"GET ", b"HEAD ", b"POST ", b"/", b"api/v1/", b"tables/probe", b"?", b"&", b"=", b"game=oware", b"%", b"..",
             b" HTTP/1.1\r\n", b"\r\n", b"Host: 127.0.0.1\r\n", b"Content-Length: 3\r\n", b"\0", b"\xff",
             b"If-None-Match: \"", b":"]
    for _ in range(GARBAGE):
        data = b"".join(dice.choice(words) if dice.random() < 0.8 else dice.randbytes(dice.randint(1, 40))
                        for _ in range(dice.randint(1, 40)))
        try:
            with socket.create_connection((server.host, server.port), timeout=PATIENCE) as stream:
                stream.sendall(data)
        except ConnectionError:
            pass
    check(f"{GARBAGE} requests of random words", server.is_alive())


def test_slow(server):
    """Many who never finish their request, nor read their answer."""
    crowd = []
    for i in range(100):
        stream = socket.create_connection((server.host, server.port), timeout=PATIENCE)
        stream.sendall(b"GET / HTTP/1.1\r\nHo" if i % 2 else request("/api/v1/games") * 20)
        crowd.append(stream)
    start = time.monotonic()
    served = [server.is_alive() for _ in range(20)]
    took = time.monotonic() - start
    check("a hundred idle connections keep nobody waiting", all(served) and took < 10, f"{served} {took}")
    byte_by_byte = socket.create_connection((server.host, server.port), timeout=PATIENCE)
    for byte in b"GET /index.html HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n\r\n":
        byte_by_byte.sendall(bytes([byte]))
    check("a request that comes byte by byte is answered", byte_by_byte.recv(15) == b"HTTP/1.1 200 OK")
    for stream in (*crowd, byte_by_byte):
        stream.close()
    check("… and after they left it goes on", server.is_alive())


def test_dropped(server):
    """A request that takes time to arrive is given up after about ten seconds."""
    with socket.create_connection((server.host, server.port), timeout=PATIENCE) as stream:
        stream.sendall(b"GET / HTTP/1.1\r\nHost")
        start = time.monotonic()
        got = stream.recv(100)
        took = time.monotonic() - start
    check("half a request is dropped in the end", b"200" not in got and 3 < took < 25, f"{got} {took:.1f} s")


def test_pipeline(server):
    got = server.raw(request("/nothing") * 5 + request(Connection="close"), 5)
    check("requests on each other's heels", got.count(b"HTTP/1.1 404") == 5 and got.count(b"HTTP/1.1 200") == 1, got[:200])


def test_unread_pipeline(server):
    """Answers that wait for their reader come whole, wherever the system's buffer ended; so does one that is asked for
    while another waits."""
    many, one = 3000, b"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n"
    page = server.ask("/").body
    with socket.create_connection((server.host, server.port), timeout=PATIENCE) as stream:
        sending = threading.Thread(target=stream.sendall, args=(one * many,))
        sending.start()
        time.sleep(0.5)
        got = read_whole(stream, many)
        sending.join()
        check(f"{many} requests before the first answer is read", got == [(200, page)] * many, got[:3])
        sending = threading.Thread(target=stream.sendall, args=(one.replace(b"GET", b"OPTIONS") * many,))
        sending.start()
        time.sleep(0.5)
        got = read_whole(stream, many)
        sending.join()
        check("… also if the answers are nothing but heads", got == [(204, b"")] * many, got[:3])
        stream.sendall(one * 1000)
        time.sleep(0.3)
        stream.sendall(one.replace(b" / ", b" /nothing "))
        got = read_whole(stream, 1001)
        check("a request while answers wait", [status for status, _ in got] == [200] * 1000 + [404], got[-3:])


def read_whole(stream, count):
    """(status, content) of so many answers."""
    answers = []
    with stream.makefile("rb") as file:
        while len(answers) < count:
            status = int(file.readline().split()[1])
            length = 0
            while (line := file.readline()) not in (b"\r\n", b""):
                if line.lower().startswith(b"content-length:"):
                    length = int(line.split()[1])
            answers.append((status, file.read(length)))
    return answers


def test_crowd(server):
    expected, bad = server.ask("/").body, []

    def ask_many(number):
        connection = server.connect()
        for i in range(REQUESTS // CLIENTS):
            path = ("/", "/api/v1/games", "/nothing", "/api/v1/tables/probe?game=oware")[(i + number) % 4]
            keep = (i + number) % 3
            got = server.ask(path, connection=connection if keep else None)
            if got.status not in (200, 404) or (path == "/" and got.body != expected):
                bad.append((path, got.status))

    threads = [threading.Thread(target=ask_many, args=(number,)) for number in range(CLIENTS)]
    start = time.monotonic()
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    took = time.monotonic() - start
    print(f"# {REQUESTS} requests of {CLIENTS} clients took {took:.2f} s")
    check(f"{REQUESTS} requests of {CLIENTS} clients at once", not bad, bad[:5])
    burst = [socket.create_connection((server.host, server.port), timeout=PATIENCE) for _ in range(REQUESTS // 4)]
    for stream in burst:
        stream.sendall(b"GET / HTTP/1.0\r\n\r\n")
    heads = {stream.recv(12) for stream in burst}
    for stream in burst:
        stream.close()
    check(f"{len(burst)} connections open at once", heads <= {b"HTTP/1.1 200", b"HTTP/1.0 200"}, heads)


with Server("--rate", "0") as abused:
    dropping = threading.Thread(target=test_dropped, args=(abused,))
    if not SHORT:  # it only waits
        dropping.start()
    for test in (test_broken, test_garbage, test_slow, test_pipeline, test_unread_pipeline, test_crowd):
        test(abused)
    if not SHORT:
        dropping.join()
    check("it lives on", abused.is_alive())
    check("… and ends cleanly, without a word", abused.stop()[::2] == (0, ""))
finish()

#!/usr/bin/env python3
"""What brokers can do here, and what they cost: measure_brokers.py [SECONDS]

Commits of a database with and without NOTIFY, by pgbench; then messages of 300 bytes from one to two others through NATS,
Redis and LISTEN/NOTIFY. All clients are this script, so what it takes itself is the same for all. Prints tables for
docs/MANY_SERVERS.md. No test: it takes minutes, and nothing is claimed."""

import ctypes
import re
import select
import shutil
import socket
import statistics
import subprocess
import sys
import tempfile
import threading
import time

from loads import count_seconds
from servers import Nats, Postgres, free_port

SECONDS = int(sys.argv[1]) if len(sys.argv) > 1 else 3
ROUNDS = 5
MARK = b"~"  # once in every message
BODY = MARK + b"x" * 299
MESSAGES, PARCEL, WINDOW = 40000, 100, 2000

# -- commits ----------------------------------------------------------------------------------------------

COMMIT = """BEGIN;
INSERT INTO event(body) VALUES(repeat('x', 300));
SELECT {};
COMMIT;
"""
QUIET, LOUD = COMMIT.format("length(repeat('x', 300))"), COMMIT.format("pg_notify('moves', repeat('x', 300))::text")


class Listener:
    """A connection through libpq that listens, or says something."""

    lib = ctypes.CDLL("libpq.so.5")
    for name in ("PQconnectdb", "PQexec", "PQnotifies"):
        getattr(lib, name).restype = ctypes.c_void_p
    lib.PQconnectdb.argtypes = [ctypes.c_char_p]
    lib.PQexec.argtypes = [ctypes.c_void_p, ctypes.c_char_p]
    for name in ("PQnotifies", "PQclear", "PQconsumeInput", "PQfreemem", "PQsocket", "PQfinish", "PQresultStatus"):
        getattr(lib, name).argtypes = [ctypes.c_void_p]

    def __init__(self, database):
        self.link = self.lib.PQconnectdb(database.address.encode())

    def fileno(self):
        return self.lib.PQsocket(self.link)

    def say(self, statement):
        answer = self.lib.PQexec(self.link, statement)
        if self.lib.PQresultStatus(answer) not in (1, 2):
            raise RuntimeError(statement[:80])
        self.lib.PQclear(answer)

    def take(self):
        """How many messages have come."""
        count = 0
        self.lib.PQconsumeInput(self.link)
        while notice := self.lib.PQnotifies(self.link):
            self.lib.PQfreemem(notice)
            count += 1
        return count

    def close(self):
        self.lib.PQfinish(self.link)


def bench(database, script, connections):
    place = database.folder / "script.sql"
    place.write_text(script)
    done = subprocess.run([database.programs / "pgbench", "-n", "-M", "prepared", "-f", place, "-c", str(connections), "-j", "2", "-T", str(SECONDS), database.address],
                          check=True, capture_output=True, text=True)
    return float(re.search(r"tps = ([\d.]+)", done.stdout).group(1))


def measure_commits():
    """By turns, so that what else the machine does falls on both; medians, and the least and the most ratio."""
    print("| connections | commits a second | with NOTIFY | ratio (least – most) |\n|---:|---:|---:|---:|")
    with Postgres() as database:
        database.query("CREATE TABLE event(num bigserial PRIMARY KEY, body text)")
        listeners, is_over = [Listener(database) for _ in range(2)], threading.Event()
        for listener in listeners:
            listener.say(b"LISTEN moves")
        drainer = threading.Thread(target=drain, args=(listeners, is_over))
        drainer.start()
        for connections in (1, 2, 4, 8):
            rates = [(bench(database, QUIET, connections), bench(database, LOUD, connections)) for _ in range(ROUNDS)]
            quiet, loud = (statistics.median(column) for column in zip(*rates))
            ratios = sorted(loud / quiet for quiet, loud in rates)
            print(f"| {connections} | {quiet:,.0f} | {loud:,.0f} | {statistics.median(ratios):.2f} ({ratios[0]:.2f} – {ratios[-1]:.2f}) |", flush=True)
        is_over.set()
        drainer.join()
        for listener in listeners:
            listener.close()


def drain(listeners, is_over):
    while not is_over.is_set():
        for listener in select.select(listeners, [], [], 0.2)[0]:
            listener.take()


# -- messages ---------------------------------------------------------------------------------------------


class Stream:
    def __init__(self, port, greeting=b""):
        self.socket = socket.create_connection(("127.0.0.1", port))
        self.socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self.socket.sendall(greeting)

    def fileno(self):
        return self.socket.fileno()

    def take(self):
        return self.socket.recv(1 << 18).count(MARK)

    def close(self):
        self.socket.close()


class ByNats:
    name = "NATS, publish and subscribe"
    greeting = b'CONNECT {"verbose":false,"headers":true,"no_responders":true}\r\n'

    def __init__(self):
        self.server = Nats()
        self.pid = self.server.process.pid
        self.ears = [Stream(self.server.port, self.greeting + b"SUB moves 1\r\n") for _ in range(2)]
        self.mouth = Stream(self.server.port, self.greeting)

    def send(self, count):
        self.mouth.socket.sendall(b"PUB moves %d\r\n%s\r\n" % (len(BODY), BODY) * count)

    def ask_nobody(self):
        """How long it takes to be told that nobody listens, in milliseconds."""
        self.mouth.socket.sendall(b"SUB answers 2\r\n")
        times = []
        for _ in range(1000):
            start = time.perf_counter()
            self.mouth.socket.sendall(b"PUB nobody answers 2\r\nhi\r\n")
            while b"503" not in self.mouth.socket.recv(4096):
                pass
            times.append(1000 * (time.perf_counter() - start))
        return sorted(times)

    def close(self):
        self.server.__exit__()


class ByRedis:
    name = "Redis, publish and subscribe"

    def __init__(self):
        self.folder, port = tempfile.TemporaryDirectory(), free_port()
        program = shutil.which("redis-server")
        if not program:
            raise RuntimeError("redis-server is missing")
        self.server = subprocess.Popen([program, "--port", str(port), "--bind", "127.0.0.1", "--dir", self.folder.name, "--save", "", "--appendonly", "no"],
                                       stdout=subprocess.DEVNULL)
        self.pid = self.server.pid
        self.ears, self.mouth = [], self.connect(port)
        self.ears = [self.make_ear(port) for _ in range(2)]

    def connect(self, port):
        for _ in range(100):
            try:
                return Stream(port)
            except OSError:
                time.sleep(0.05)
        raise RuntimeError("redis-server does not start")

    def make_ear(self, port):
        return Stream(port, b"SUBSCRIBE moves\r\n")

    def send(self, count):
        self.mouth.socket.sendall(b"*3\r\n$7\r\nPUBLISH\r\n$5\r\nmoves\r\n$%d\r\n%s\r\n" % (len(BODY), BODY) * count)
        self.skip_answers()

    def skip_answers(self):
        while select.select([self.mouth], [], [], 0)[0]:
            self.mouth.socket.recv(1 << 18)

    def close(self):
        self.server.kill()
        self.server.wait()
        self.folder.cleanup()


class StreamEar(Stream):
    """Asks for the next entries whenever it has had some."""

    def __init__(self, port):
        super().__init__(port)
        self.text, self.last = b"", b"$"
        self.ask()

    def ask(self):
        self.socket.sendall(b"XREAD COUNT 1000 BLOCK 0 STREAMS moves %s\r\n" % self.last)

    def take(self):
        part = self.socket.recv(1 << 18)
        self.text += part
        if self.is_whole():
            self.last = re.findall(rb"\r\n(\d+-\d+)\r\n", self.text)[-1]
            self.text = b""
            self.ask()
        return part.count(MARK)

    def is_whole(self):
        found = re.match(rb"\*1\r\n\*2\r\n\$5\r\nmoves\r\n\*(\d+)\r\n", self.text)
        return found and self.text.count(BODY + b"\r\n") == int(found.group(1))


class ByStreams(ByRedis):
    name = "Redis, streams"

    def make_ear(self, port):
        return StreamEar(port)

    def send(self, count):
        self.mouth.socket.sendall(b"*7\r\n$4\r\nXADD\r\n$5\r\nmoves\r\n$6\r\nMAXLEN\r\n$5\r\n10000\r\n$1\r\n*\r\n$1\r\nb\r\n$%d\r\n%s\r\n" % (len(BODY), BODY) * count)
        self.skip_answers()


class ByNotify:
    name = "PostgreSQL, LISTEN/NOTIFY"

    def __init__(self):
        self.server = Postgres()
        self.pid = self.server.process.pid
        self.ears, self.mouth = [Listener(self.server) for _ in range(2)], Listener(self.server)
        for ear in self.ears:
            ear.say(b"LISTEN moves")

    def send(self, count):
        """In one transaction; equal ones in it would be told once only."""
        self.mouth.say(b";".join(b"NOTIFY moves, '%d%s'" % (i, BODY) for i in range(count)))

    def close(self):
        for link in (self.mouth, *self.ears):
            link.close()
        self.server.__exit__()


def await_all(ears, had, wanted):
    """Until each has had that many."""
    while min(had) < wanted:
        for ear in select.select(ears, [], [], 10)[0]:
            had[ears.index(ear)] += ear.take()


def measure_latency(broker, rounds=3000):
    had, times = [0] * len(broker.ears), []
    for i in range(rounds):
        start = time.perf_counter()
        broker.send(1)
        await_all(broker.ears, had, i + 1)
        times.append(1000 * (time.perf_counter() - start))
    return sorted(times)


def measure_rate(broker):
    """(messages a second, microseconds of the broker's processor for each)."""
    had, sent = [0] * len(broker.ears), 0
    start, used = time.perf_counter(), count_seconds(broker.pid)
    while sent < MESSAGES:
        broker.send(PARCEL)
        sent += PARCEL
        await_all(broker.ears, had, sent - WINDOW)
    await_all(broker.ears, had, MESSAGES)
    return MESSAGES / (time.perf_counter() - start), 1e6 * (count_seconds(broker.pid) - used) / MESSAGES


def measure_messages():
    print("\n| broker | p50 | p99 | messages a second | processor, broker |\n|---|---:|---:|---:|---:|")
    for kind in (ByNats, ByRedis, ByStreams, ByNotify):
        broker = kind()
        time.sleep(0.5)
        times = measure_latency(broker)
        rate, processor_us = max(measure_rate(broker) for _ in range(ROUNDS))
        print(f"| {kind.name} | {times[len(times) // 2]:.3f} ms | {times[len(times) * 99 // 100]:.3f} ms | {rate:,.0f} | {processor_us:.0f} µs |", flush=True)
        if kind is ByNats:
            nobody = broker.ask_nobody()
        broker.close()
    print(f"\nNATS says that nobody listens within {nobody[500]:.3f} ms (p99 {nobody[990]:.3f} ms).")


if __name__ == "__main__":
    measure_commits()
    measure_messages()

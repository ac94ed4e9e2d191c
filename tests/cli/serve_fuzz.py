#!/usr/bin/env python3
"""Thousands of invented exchanges, whole and spoilt; after each a plain request must get its full, right answer.

    serve_fuzz.py PROGRAM [--count N] [--seed N] [--from N] [--only KIND[,KIND…]] [--limited] [--show]

Exchanges are numbered from 0, and a seed with a number always makes the same one: --from N --count 1 repeats one,
--show prints it. With --limited the server has its limits, and so few connections for an address that most exchanges
push another out. An exchange that fails is printed and kept in a file of the current directory."""

import argparse
import heapq
import re
import socket
import struct
import sys
import tempfile
import time
from collections import Counter, deque
from pathlib import Path

from harness import check, finish, run
from serve_driver import PROMPT, SANITIZED, SHORT, Server, count_descriptors, read_status, settles, stop_promptly
from serve_mutate import CLOSES, HALF_CLOSES, MARKER, RESETS, STAYS, make_exchange
from serve_wire import SWITCHING, Garbled, split_answers, split_frames

AT_ONCE = 8  # exchanges that are open while later ones begin, so that their answers have time to come
SLOW_AT_ONCE, UNREAD_AT_ONCE = 40, 20
FRESH_EVERY = 16  # checks on one connection, then one on a new one
WARM_UP = 1000  # exchanges before memory is measured
GROWTH_KB = 16 * 1024
FAULTS_SHOWN = 5
QUESTION = b"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n"
DATE = re.compile(rb"\r\ndate: ([^\r]*)", re.I)
BIND_WITHOUT_PORT = 24  # IP_BIND_ADDRESS_NO_PORT: the port is chosen when it is known where to
RESET = struct.pack("ii", 1, 0)


# -- the plain request ----------------------------------------------------------------------------


class Checker:
    """Asks for the page and compares the answer, but for its date, with the first one."""

    def __init__(self, server):
        self.place = (server.host, server.port)
        self.stream = None
        self.asked = 0
        self.expected = self.ask_first()
        self.start, self.end = DATE.search(self.expected).span(1)

    def ask_first(self):
        """The whole answer as bytes."""
        with socket.create_connection(self.place, PROMPT) as stream:
            stream.sendall(QUESTION)
            got = b""
            while not (answers := split_answers(got)[0]) or not answers[0].is_whole:
                part = stream.recv(1 << 16)
                if not part:
                    raise ConnectionError(f"the first answer was cut short: {got[:200]!r}")
                got += part
            return got

    def is_expected(self, got):
        return (len(got) == len(self.expected) and got[:self.start] == self.expected[:self.start]
                and got[self.end:] == self.expected[self.end:])

    def fails(self):
        """What is wrong with the answer, or None."""
        try:
            if self.asked % FRESH_EVERY == 0:
                self.leave()
                self.stream = socket.create_connection(self.place, PROMPT)
            self.asked += 1
            self.stream.sendall(QUESTION)
            got, missing = self.stream.recv(1 << 16), len(self.expected)
            while got and len(got) < missing and (part := self.stream.recv(1 << 16)):
                got += part
        except OSError as error:
            return repr(error)
        return None if self.is_expected(got) else f"{len(got)} bytes instead of {len(self.expected)}: {got[:200]!r}"

    def leave(self):
        if self.stream:
            self.stream.close()


# -- an exchange ----------------------------------------------------------------------------------


class Talk:
    """A connection on which an exchange takes place."""

    def __init__(self, exchange, source, place):
        self.exchange = exchange
        self.sent = 0
        self.is_broken = False
        self.stream = socket.socket()
        self.stream.setsockopt(socket.IPPROTO_IP, BIND_WITHOUT_PORT, 1)
        self.stream.bind((source, 0))
        self.stream.settimeout(PROMPT)
        self.stream.connect(place)
        self.stream.setblocking(False)

    def send_piece(self):
        """Sends the next one; whether there are more. What finds no room is left out."""
        try:
            self.stream.send(self.exchange.pieces[self.sent])
        except BlockingIOError:
            pass
        except OSError:  # the server closed, as it may
            self.is_broken = True
        self.sent += 1
        return self.sent < len(self.exchange.pieces) and not self.is_broken

    def say_goodbye(self):
        """What the client does once all is sent; whether it still wants to read."""
        ending = self.exchange.ending
        if ending == RESETS:
            self.stream.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, RESET)
        if ending in (RESETS, CLOSES):
            self.stream.close()
            return False
        if ending == HALF_CLOSES:
            try:
                self.stream.shutdown(socket.SHUT_WR)
            except OSError:
                pass
        return True

    def read(self):
        got = b""
        try:
            while part := self.stream.recv(1 << 18):
                got += part
        except OSError:
            pass
        self.stream.close()
        return got


def find_fault(exchange, got):
    """What must never come back, or None."""
    data = exchange.data
    try:
        # Whoever may have asked with HEAD gets lengths without content.
        answers, rest = split_answers(got) if b"HEAD" not in data else ([], b"")
        if answers and answers[-1].status == SWITCHING:
            if b"socket" not in data and b"%" not in data:
                return "an upgrade where none is"
            split_frames(rest)
    except (Garbled, ValueError) as error:
        return f"no answer: {error}"
    if exchange.kind in ("content", "chunks") and not exchange.is_spoilt and MARKER in got:
        return "the content was answered as a request"
    return None


# -- all of them ----------------------------------------------------------------------------------


class Fuzzer:
    def __init__(self, server, is_limited):
        self.server = server
        self.place = (server.host, server.port)
        self.turns = 64 if is_limited else 1  # exchanges that come from one address
        self.checker = Checker(server)
        self.open = deque()  # talks whose bytes are sent, which are read later
        self.slow = []  # (when to go on, number, talk), a heap
        self.unread = deque()
        self.faults = []
        self.answers = Counter()
        self.warm_kb = 0

    def begin(self, exchange):
        # Many addresses of this machine, because the ports of one would run out.
        turn = exchange.number // self.turns
        talk = Talk(exchange, f"127.0.{turn % 4}.{turn // 4 % 250 + 2}", self.place)
        if exchange.pause_s:
            heapq.heappush(self.slow, (0, exchange.number, talk))
        else:
            while talk.send_piece():
                pass
            self.sent(talk)

    def sent(self, talk):
        if talk.exchange.ending == STAYS:
            self.unread.append(talk)
        elif talk.say_goodbye():
            self.open.append(talk)

    def tend(self):
        """Goes on with slow exchanges, and ends the oldest."""
        now = time.monotonic()
        while self.slow and (self.slow[0][0] <= now or len(self.slow) > SLOW_AT_ONCE):
            _, number, talk = heapq.heappop(self.slow)
            if talk.send_piece():
                heapq.heappush(self.slow, (now + talk.exchange.pause_s, number, talk))
            else:
                self.sent(talk)
        if len(self.unread) > UNREAD_AT_ONCE:
            self.unread.popleft().stream.close()
        while len(self.open) > AT_ONCE:
            self.judge(self.open.popleft())

    def judge(self, talk):
        got = talk.read()
        self.answers[got[9:12].decode(errors="replace") if got.startswith(b"HTTP/") else "none"] += 1
        fault = find_fault(talk.exchange, got)
        if fault:
            self.blame(talk.exchange, f"{fault}\n{got[:1000]!r}")

    def blame(self, exchange, fault):
        name = f"fuzz-{exchange.number}.bytes"
        Path(name).write_bytes(exchange.data)
        pieces = "\n".join(repr(piece[:2000]) for piece in exchange.pieces[:20])
        self.faults.append(f"exchange {exchange.number} ({exchange.kind}, {exchange.ending}), kept as {name}:\n"
                           f"{pieces}\n{fault}")

    def run(self, exchanges):
        """Whether the server answered to the end."""
        for done, exchange in enumerate(exchanges):
            try:
                self.begin(exchange)
                self.tend()
                fault = self.checker.fails()
            except OSError as error:
                fault = repr(error)
            if fault:
                self.blame(exchange, f"or one of the {AT_ONCE} before it, or a slow one: others are not answered: {fault}")
            if fault or len(self.faults) >= FAULTS_SHOWN:
                break
            if done == WARM_UP:
                self.warm_kb = memory_kb(self.server)
        self.leave()
        return not self.faults

    def leave(self):
        while self.slow:
            self.sent(heapq.heappop(self.slow)[2])
        for talk in self.open:
            self.judge(talk)
        for talk in self.unread:
            talk.stream.close()
        self.checker.leave()


def memory_kb(server):
    return int(read_status(server)["VmRSS"].split()[0])


def check_server(server, fuzzer, idle):
    """What the server has left behind."""
    check("every descriptor is given back", settles(lambda: count_descriptors(server) <= idle),
          f"{count_descriptors(server)}, at first {idle}")
    grown_kb = memory_kb(server) - fuzzer.warm_kb
    if fuzzer.warm_kb and not SANITIZED:  # sanitizers keep what is freed for a while
        check(f"memory does not grow beyond {GROWTH_KB} kB", grown_kb <= GROWTH_KB, f"{grown_kb} kB")
    fault = Checker(server).fails()
    check("a new connection is answered", fault is None, fault)
    ended = stop_promptly(server)
    check("SIGTERM ends it at once, without a word", ended == (0, ""), ended)


def read_arguments():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--count", type=int, default=1500 if SHORT else 4000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--from", type=int, default=0, dest="first")
    parser.add_argument("--only", default="")
    parser.add_argument("--limited", action="store_true")
    parser.add_argument("--show", action="store_true")
    return parser.parse_args(sys.argv[2:])


def fuzz(asked, exchanges, *words):
    with Server(*words, *(("--connections", "5") if asked.limited else ("--rate", "0"))) as server:
        fuzzer = Fuzzer(server, asked.limited)
        idle = count_descriptors(server)
        start = time.monotonic()
        is_good = fuzzer.run(exchanges)
        took = time.monotonic() - start
        print(f"# {fuzzer.checker.asked} exchanges in {took:.1f} s, {fuzzer.checker.asked / took:.0f} a second; "
              f"first answers: {dict(fuzzer.answers.most_common())}")
        check(f"{asked.count} exchanges from {asked.first}, seed {asked.seed}", is_good, "\n".join(fuzzer.faults))
        if server.process.poll() is None:
            check_server(server, fuzzer, idle)
        else:
            check("it lives", False, server.stop())


def main():
    asked = read_arguments()
    kinds = set(filter(None, asked.only.split(",")))
    exchanges = (exchange for exchange in (make_exchange(asked.seed, number) for number in
                                           range(asked.first, asked.first + asked.count))
                 if not kinds or exchange.kind in kinds)
    if asked.show:
        for exchange in exchanges:
            print(exchange)
        return
    with tempfile.TemporaryDirectory() as tables:
        made = run("tables", "build", "oware:slam=nocapture", "--seeds", "10", "--columns", "value", "--dir", tables)
        check("tables to ask for", made.status == 0, made)
        fuzz(asked, exchanges, "--dir", tables)
    finish()


main()

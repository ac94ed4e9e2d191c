"""Clients that take their time: crowds of them, and how long the server bears with each kind."""

import selectors
import tempfile
import threading
import time
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path

from serve_driver import (PROMPT, Server, count_descriptors, open_stream, read_all, read_answer, settles, stop_promptly,
                          time_answer)
from serve_wire import PING, TEXT, frame, handshake, request

LARGE = 1 << 20
SMALL_BUFFER = 4096
SEGMENTS = (88, 200, 536, 536, 1000, 1000)  # with small ones the other end's buffer is small, and it sees what is taken


@contextmanager
def large_page():
    """A directory for --page: a small page and a file that no socket holds in its buffers twenty times."""
    with tempfile.TemporaryDirectory() as folder:
        Path(folder, "index.html").write_text("<!doctype html><title>small</title>")
        Path(folder, "large.bin").write_bytes(bytes(LARGE))
        yield folder


# -- crowds ---------------------------------------------------------------------------------------

SILENT, DRIPPING, STUCK = "silent", "dripping", "stuck"
CROWDS = {"requests that drip": (DRIPPING,), "silence": (SILENT,), "all sorts": (DRIPPING, SILENT) * 3 + (STUCK,)}


class Crowd:
    """Connections of one address that are silent, send their request letter by letter, or stop reading."""

    def __init__(self, server, many, kinds):
        self.streams = []
        self.dripping = []
        self.is_over = threading.Event()
        for i in range(many):
            self.join_in(server, kinds[i % len(kinds)])
        self.thread = threading.Thread(target=self.drip)
        self.thread.start()

    def join_in(self, server, kind):
        stream = open_stream(server, buffer=SMALL_BUFFER if kind == STUCK else None)
        self.streams.append(stream)
        if kind == STUCK:
            stream.sendall(request("/large.bin"))
        elif kind == DRIPPING:
            stream.sendall(b"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\nX-Slow: ")
            stream.setblocking(False)
            self.dripping.append(stream)

    def drip(self):
        while not self.is_over.wait(1):
            for stream in self.dripping:
                try:
                    stream.send(b"x")
                except OSError:  # the server had enough of it, as it may
                    pass

    def leave(self):
        self.is_over.set()
        self.thread.join()
        for stream in self.streams:
            stream.close()


# -- who says too much ----------------------------------------------------------------------------

# How many, what they begin with, and what they then say again and again.
GREED = {"requests": (100, b"", request("/x") * 1000), "messages": (60, handshake(), frame(TEXT, b"") * 10_000),
         "pings": (100, handshake(), frame(PING, b"") * 10_000)}


@contextmanager
def talkers(server, many, first, again):
    """Connections from another address that talk without end, and take what they are answered."""
    over = threading.Event()
    streams = [open_stream(server, "127.0.0.9") for _ in range(many)]
    threads = [threading.Thread(target=talk, args=(part, first, again, over)) for part in (streams[::2], streams[1::2])]
    for thread in threads:
        thread.start()
    time.sleep(0.5)
    yield
    over.set()
    for thread in threads:
        thread.join()
    for stream in streams:
        stream.close()


def talk(streams, first, again, over):
    left = dict.fromkeys(streams, first + again)
    with selectors.DefaultSelector() as ready:
        for stream in streams:
            stream.setblocking(False)
            ready.register(stream, selectors.EVENT_READ | selectors.EVENT_WRITE)
        while not over.is_set():
            for key, events in ready.select(0.1):
                stream = key.fileobj
                try:
                    if events & selectors.EVENT_READ:
                        stream.recv(1 << 20)
                    if events & selectors.EVENT_WRITE:
                        left[stream] = left[stream][stream.send(left[stream]):] or again
                except OSError:  # it may be cut off
                    pass


# -- one by one -----------------------------------------------------------------------------------

WAITS = [("half a request", b"GET / HTTP/1.1\r\nHo", b"", 8, 15),
         ("a request that drips", b"GET / HTTP/1.1\r\nX: ", b"x", 8, 15),
         ("a connection that says nothing", b"", b"", 8, 15),
         ("a connection after its answer", request(), b"", 28, 36)]


def watch_patience():
    """How the server deals with the slow: claims as (name, holds, detail), since it waits in a thread."""
    name = "patience"
    with large_page() as folder, Server("--page", folder) as server, ThreadPoolExecutor(30) as pool:
        time_answer(server)  # some descriptors are opened with the first request, and stay
        idle = count_descriptors(server)
        waits = [pool.submit(wait_for_end, server, first, again) for _, first, again, _, _ in WAITS]
        slow = [pool.submit(read_slowly, server, 500, segment) for segment in SEGMENTS]
        ping = pool.submit(wait_for_ping, server)
        steady = pool.submit(read_slowly, server, 2500, SEGMENTS[0])
        claims = [(f"{name}: {what} is dropped after {least} to {most} s", least <= took.result() <= most, took.result())
                  for took, (what, _, _, least, most) in zip(waits, WAITS)]
        return claims + [
            (f"{name}: whoever takes 500 bytes a second is cut off", all(one.result() < LARGE for one in slow),
             [one.result() for one in slow]),
            (f"{name}: who takes 2.5 kB a second is not", steady.result() == LARGE, steady.result()),
            (f"{name}: a silent WebSocket gets a ping after 28 to 36 s", 28 <= ping.result() <= 36, ping.result()),
            (f"{name}: nothing stays behind", settles(lambda: count_descriptors(server) <= idle),
             f"{count_descriptors(server)}, not {idle}"),
            (f"{name}: others are answered", time_answer(server) is not None, ""),
            (f"{name}: it ends without a word", stop_promptly(server) == (0, ""), "")]


def wait_for_end(server, first, again):
    """Seconds until the server closes a connection that says this, then the other thing every second."""
    with open_stream(server) as stream:
        stream.sendall(first)
        start = time.monotonic()
        while time.monotonic() - start < 37:
            _, closed = read_all(stream, 1)
            if closed:
                break
            try:
                stream.sendall(again)
            except ConnectionError:
                break
        return time.monotonic() - start


def wait_for_ping(server):
    """Seconds until a WebSocket that says nothing is asked whether it is still there; 99: it is not."""
    with open_stream(server) as stream:
        stream.sendall(handshake())
        read_answer(stream)
        start = time.monotonic()
        stream.settimeout(37)
        try:
            got = stream.recv(2)
        except OSError:
            got = b""
        return time.monotonic() - start if got == b"\x89\x00" else 99


def read_slowly(server, rate, segment, seconds=33):
    """Bytes of a large file that can be had at this rate, and at any rate after so many seconds."""
    with open_stream(server, buffer=SMALL_BUFFER, segment=segment) as stream:
        stream.sendall(request("/large.bin", Connection="close"))
        got, until = b"", time.monotonic() + seconds
        try:
            while time.monotonic() < until:
                got += stream.recv(rate // 4)
                time.sleep(0.25)
            got += read_all(stream, PROMPT)[0]
        except ConnectionError:
            pass
        return len(got.partition(b"\r\n\r\n")[2])

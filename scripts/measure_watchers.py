#!/usr/bin/env python3
"""How much memory a server needs for each connection that watches a game and is silent.

    scripts/measure_watchers.py PROGRAM [--many N] [--games N]

Opens so many WebSockets (19,000 if not said, or as many as descriptors allow), spread over some games, and prints how
much the resident memory of the server has grown for each; then how long a move takes to reach all of one game."""

import argparse
import json
import re
import resource
import socket
import subprocess
import sys
import tempfile
import time
from http.client import HTTPConnection

HANDSHAKE = ("GET /api/v1/play/{}/socket?after={} HTTP/1.1\r\nHost: 127.0.0.1\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
             "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n\r\n")


def memory_kb(pid):
    with open(f"/proc/{pid}/status", encoding="ascii") as file:
        return int(re.search(r"VmRSS:\s+(\d+)", file.read()).group(1))


def ask(port, path, body, token=""):
    connection = HTTPConnection("127.0.0.1", port, timeout=30)
    connection.request("POST", path, json.dumps(body), {"Authorization": f"Bearer {token}"} if token else {})
    answer = json.loads(connection.getresponse().read())
    connection.close()
    return answer


def watch(port, game):
    """A socket that watches, after its greeting was read."""
    stream = socket.create_connection(("127.0.0.1", port))
    stream.sendall(HANDSHAKE.format(game["id"], game["event"]).encode())
    got = b""
    while b'"hello"' not in got:
        got += stream.recv(4096)
    return stream


def time_move(port, game, streams):
    """Seconds until everybody in a game has heard of a move."""
    start = time.monotonic()
    ask(port, f"/api/v1/play/{game['id']}/moves", {"number": 1, "move": "C"}, game["seats"][0]["token"])
    for stream in streams:
        got = b""
        stream.settimeout(10)
        while b'"move"' not in got:
            got += stream.recv(4096)
    return time.monotonic() - start


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("program")
    parser.add_argument("--many", type=int, default=19000)
    parser.add_argument("--games", type=int, default=100)
    asked = parser.parse_args()
    _, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))
    many = min(asked.many, hard - 100)
    with tempfile.TemporaryDirectory() as folder:
        server = subprocess.Popen([asked.program, "serve", "--port", "0", "--rate", "0", "--data", folder],
                                  stdout=subprocess.PIPE, text=True)
        found = re.search(r":(\d+)/", server.stdout.readline())
        if not found:
            sys.exit("it did not start")
        port = int(found.group(1))
        games = [ask(port, "/api/v1/play", {"game": "oware"}) for _ in range(asked.games)]
        for stream in [watch(port, games[i % len(games)]) for i in range(min(200, many))]:
            stream.close()  # so that what is only taken once is taken
        time.sleep(1)
        before = memory_kb(server.pid)
        streams = [watch(port, games[i % len(games)]) for i in range(many)]
        time.sleep(1)
        grown = memory_kb(server.pid) - before
        print(f"{many} watchers of {len(games)} games: {grown} kB more, {grown * 1024 / many:.0f} bytes each")
        audience = streams[::len(games)]
        print(f"a move reaches {len(audience)} of them within {time_move(port, games[0], audience) * 1000:.0f} ms")
        server.terminate()
        start = time.monotonic()
        server.wait()
        print(f"it ends within {time.monotonic() - start:.2f} s, with status {server.returncode}")


main()

#!/usr/bin/env python3
"""`ludoteca bot` and `ludoteca verify-dice`: engines play each other through a server, which may be gone for a while."""

import json
import signal
import socket
import subprocess
import tempfile
import threading
import time
from pathlib import Path

from harness import PROGRAM, check, check_error, environment, finish, run
from serve_driver import SHORT, Server

USAGE, FAILURE = 2, 1
ROOT = "/api/v1/play"


def create(server, game="oware", **members):
    """(id, tokens) of a new game."""
    made = server.ask(ROOT, "POST", json.dumps({"game": game, **members}), content_type="application/json").json()
    return made["id"], [seat.get("token") for seat in made["seats"]]


def link(server, game, token=None):
    return f"http://127.0.0.1:{server.port}/#/" + (f"seat/{game}.{token}" if token else f"play/{game}")


def start(*words):
    return subprocess.Popen([PROGRAM, "bot", *map(str, words)], stdout=subprocess.PIPE, stderr=subprocess.PIPE, env=environment())


def wait(bot):
    out, err = bot.communicate(timeout=100)
    return bot.returncode, out.decode(), err.decode()


def play(server, game, **members):
    """A whole game by bots on all seats; its record."""
    name, tokens = create(server, game, **members)
    bots = [start(link(server, name, token), "--player", "greedy", "--games", 1) for token in tokens]
    ended = [wait(bot) for bot in bots]
    look = server.ask(f"{ROOT}/{name}").json()
    check(f"{game} {members}: bots play it to its end", look["phase"] == "over" and all(status == 0 for status, _, _ in ended),
          f"{ended} {look['phase']}")
    return server.ask(f"{ROOT}/{name}/record").body.decode()


def verify(folder, record, *words):
    path = Path(folder) / "record.ludo"
    path.write_text(record)
    return run("verify-dice", path, *words)


def test_games(server, folder):
    for game in ["oware", "pylos", "six"]:
        record = play(server, game)
        check(f"{game}: its record can be replayed", run("replay", "-", stdin=record).status == 0, record)
    answer = verify(folder, record)
    check_error("no dice, nothing to verify", answer, USAGE, "no dice")
    record = play(server, "dados:players=3", dice="shared", lots=True, rolloff=True)
    answer = verify(folder, record)
    check("dice of everybody are fair", answer.status == 0 and "nobody could choose" in answer.out and "- " not in answer.out, answer)
    answer = verify(folder, record, "--lang", "es")
    check("… in Spanish, too", answer.status == 0 and "nadie pudo elegir" in answer.out, answer)
    answer = verify(folder, record.replace("lots", "loss"))
    check("… and not once they were changed", answer.status == FAILURE and "NOT fair" in answer.out, answer)
    record = play(server, "dados")
    answer = verify(folder, record)
    check("dice of the server are said to be", answer.status == 0 and "All secrets were the server's" in answer.out, answer)


def test_open_seats(server):
    name, _ = create(server, "oware", seats=["open", "level=1"], public=True, names=[None, None])
    status, out, err = wait(start(f"http://127.0.0.1:{server.port}", "--player", "random", "--games", 1, "--name", "Bot ñ"))
    look = server.ask(f"{ROOT}/{name}").json()
    check("a bot takes an open seat", status == 0 and look["phase"] == "over" and look["seats"][0]["name"] == "Bot ñ", f"{out} {err} {look['seats']}")
    status, out, err = wait(start(link(server, name), "--games", 1))
    check("… and none that is not", status == USAGE and "open" in err, f"{status} {out} {err}")
    name, tokens = create(server, "oware", games=2)
    bots = [start(link(server, name, token), "--player", "random", "--games", 2) for token in tokens]
    ended = [wait(bot) for bot in bots]
    check("a series is played to its end", all("2" in out for _, out, _ in ended), ended)


def test_outage(folder):
    server = Server("--data", folder, "--rate", 0)
    name, tokens = create(server, "six")
    bots = [start(link(server, name, token), "--player", "max,time=20ms", "--games", 1) for token in tokens]
    for _ in range(1 if SHORT else 3):
        time.sleep(0.3)
        server.process.send_signal(signal.SIGKILL)
        server.process.communicate()
        server.home.cleanup()
        server = Server("--data", folder, "--rate", 0, port=server.port)
    with server:
        ended = [wait(bot) for bot in bots]
        look = server.ask(f"{ROOT}/{name}").json()
        check("bots outlive their server", look["phase"] == "over" and all(status == 0 for status, _, _ in ended), f"{ended} {look['phase']}")


def test_programs(server):
    name, tokens = create(server, "oware", seats=["person", "random"])
    status, out, err = wait(start(link(server, name, tokens[0]), "--player", f"cmd={PROGRAM} engine,time=20ms", "--games", 1))
    look = server.ask(f"{ROOT}/{name}").json()
    check("another program plays", status == 0 and look["phase"] == "over", f"{status} {out} {err}")


class Stranger:
    """Listens, and says to whoever comes nothing, or just this; `full`: lets nobody in."""

    def __init__(self, said=None, full=False):
        self.listening = socket.create_server(("127.0.0.1", 0), backlog=0 if full else 8)
        self.port = self.listening.getsockname()[1]
        self.crowd = [self.knock() for _ in range(4 if full else 0)]
        if said:
            threading.Thread(target=self.say, args=(said,), daemon=True).start()

    def knock(self):
        stream = socket.socket()
        stream.setblocking(False)
        stream.connect_ex(("127.0.0.1", self.port))
        return stream

    def say(self, said):
        while True:
            stream, _ = self.listening.accept()
            stream.recv(1 << 16)
            stream.sendall(said)
            stream.close()


def test_silence():
    """Nobody waits for ever for somebody who is not there, or keeps silent."""
    strangers = {"http": Stranger(full=True), "https": Stranger()}
    begun = time.monotonic()
    bots = {scheme: start(f"{scheme}://127.0.0.1:{stranger.port}/") for scheme, stranger in strangers.items()}
    for scheme, bot in bots.items():
        status, _, err = wait(bot)
        check(f"{scheme}: silence ends it", status == FAILURE and "10 seconds" in err and time.monotonic() - begun < 30, f"{status} {err}")


def test_strangers():
    """What is no answer is said to be none, whatever it claims to be long."""
    for chunks in (b"fffffffffffffffe\r\nx\r\n0\r\n\r\n", b"7fffffffffffffff\r\nx", b"2\r\nab", b"2\r\nabcd\r\n0\r\n\r\n", b"-1\r\nx\r\n", b"zz"):
        stranger = Stranger(b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n" + chunks)
        answer = run("bot", f"http://127.0.0.1:{stranger.port}/")
        check_error(f"an answer of {chunks}", answer, FAILURE, "gave no answer")


def test_errors(server):
    name, tokens = create(server)
    check_error("no address", run("bot", "six"), USAGE, "link")
    check_error("nobody there", run("bot", "http://127.0.0.1:9/"), FAILURE, "Nobody answers")
    for what, address in (("a wrong token", link(server, name, "A" * 32)), ("no such game", link(server, "a" * 16, tokens[0]))):
        answer = run("bot", address)
        check(what, answer.status == USAGE and "whole link" in answer.err, answer)
    check_error("no player", run("bot", link(server, name, tokens[0]), "--player", "best"), USAGE, "best")
    bot = start(link(server, name, tokens[1]))
    time.sleep(0.3)
    bot.send_signal(signal.SIGINT)
    status, out, _ = wait(bot)
    check("Ctrl-C ends it", status == 0 and "0" in out, out)


if __name__ == "__main__":
    with tempfile.TemporaryDirectory() as folder:
        with Server("--data", f"{folder}/data", "--rate", 0) as server:
            test_games(server, folder)
            test_open_seats(server)
            test_programs(server)
            test_errors(server)
        test_outage(f"{folder}/other")
    test_strangers()
    test_silence()
    finish()

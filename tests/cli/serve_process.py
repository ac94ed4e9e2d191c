#!/usr/bin/env python3
"""How the server starts and ends: addresses, ports in use, signals."""

import os
import re
import signal
import socket
import subprocess
import tempfile
import time

from harness import PROGRAM, check, check_error, environment, finish, run
from serve_driver import PROMPT, Server, open_stream, read_all, read_answer
from serve_wire import request


def test_start():
    with Server() as server:
        check("it says its address", all(f"http://127.0.0.1:{server.port}/" in line for line in server.said), server.said)
        check("it answers", server.is_alive())
        taken = run("serve", "--port", server.port)
        check_error("a port in use is refused, and a free one named", taken, 1, str(server.port), "in use", "--port ")
        suggested = int(taken.err.rsplit("--port ", 1)[1].rstrip(".\n"))
        check("… one that comes later", suggested > server.port, taken)
        with Server(port=suggested) as other:
            check("… and that is free", other.port == suggested and other.is_alive())
    with Server("--bind", "0.0.0.0") as server:
        check("0.0.0.0 is announced as an address that opens", server.host == "127.0.0.1" and server.is_alive(), server.said)
    if socket.has_ipv6 and has_ipv6():
        with Server("--bind", "::1") as server:
            check("IPv6", server.host == "::1" and server.is_alive(), server.said)


def has_ipv6():
    try:
        with socket.socket(socket.AF_INET6) as probe:
            probe.bind(("::1", 0))
        return True
    except OSError:
        return False


def test_end():
    for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
        with Server() as server:
            status, out, err = server.stop(number)
            check(f"{number.name} ends it cleanly", status == 0 and not err, f"{status} {out} {err}")
    with Server() as server:
        connection = server.connect()
        server.ask("/", connection=connection)
        with socket.create_connection((server.host, server.port)) as half:
            half.sendall(b"GET / HT")
            status, _, err = server.stop(signal.SIGINT)
            check("… also with connections open", status == 0 and not err, err)
        port = server.port
    with Server(port=port) as server:
        check("the port can be had again at once", server.port == port)


def test_rights():
    """Whoever serves as root is told that less would do."""
    words = [[]] + [["--user", "nobody"]] * (os.geteuid() == 0)
    for given in words:
        with Server(*given) as server:
            server.process.send_signal(signal.SIGTERM)
            out = server.process.stdout.read().decode()
            check(f"--user is recommended to root: {given}", ("--user" in out) == (os.geteuid() == 0 and not given), out)


def test_refusals():
    for words, said in ((["--port", "70000"], "65535"), (["--port", "-1"], "65535"), (["--port", "http"], "65535"),
                        (["--rate", "x"], "whole number"), (["--connections", "x"], "whole number"),
                        (["--user", "no-such-user"], "no-such-user"), (["oware"], "oware"), (["--bind", "203.0.113.7"], "--bind"),
                        (["--bind", "nowhere.invalid"], "--bind"), (["--store", "/a/directory"], "--data"),
                        (["--store", "postgresql://host/name", "--data", "x"], "--data"), (["--broker", "nats://host"], "--store")):
        check_error(f"refused: {' '.join(words)}", run("serve", *words), 2, said)
    for option in ("--page", "--dir"):
        check_error(f"{option} that is not there", run("serve", option, "/nowhere/at/all"), 1, "/nowhere/at/all")


def test_log():
    with Server("--log") as server:
        server.ask("/%1b%5b2J%0a")
        server.ask("/%c2%9b2J%e2%80%ae%ff.")
        server.ask("/api/v1/games?secret=1")
        _, _, err = server.stop()
        lines = [line.split(" ", 1)[1] for line in err.splitlines()]
        check("--log writes a line for each request", len(lines) == 3 and
              lines[2].startswith("127.0.0.1 GET /api/v1/games 400 "), err)
        check("… without what would confuse a terminal", lines[0].startswith("127.0.0.1 ") and " 400 " in lines[0] and
              lines[1].startswith("127.0.0.1 GET /??2J????. 404 ") and err.replace("\n", "").isprintable(), err)
    with Server() as server:
        server.ask("/")
        status, _, err = server.stop()
        check("without it nothing is said", status == 0 and err == "", err)


def test_status():
    """What those ask who look after a server."""
    with Server("--rate", "0") as server:
        for path, said in (("/health", b"alive\n"), ("/ready", b"ready\n")):
            got = server.ask(path)
            check(path, got.status == 200 and got.body == said and got.fields["cache-control"] == "no-store", got)
            check(f"{path} is only read", server.ask(path, "POST").status == 405 and server.ask(path, "HEAD").body == b"")
        server.ask("/nothing")
        game = server.ask("/api/v1/play", "POST", b'{"game": "oware"}').json()["id"]
        for _ in range(3):
            server.ask(f"/api/v1/play/{game}")
        server.ask(f"/api/v1/play/{game}/chat", "POST", b"{}")
        got = server.ask("/metrics")
        lines = dict(line.rsplit(" ", 1) for line in got.body.decode().splitlines() if not line.startswith("#"))
        check("/metrics is text for Prometheus", got.status == 200 and
              got.fields["content-type"] == "text/plain; version=0.0.4; charset=utf-8" and
              all(re.fullmatch(r'[a-z_]+(\{[a-z]+="[^"]*"(,[a-z]+="[^"]*")*\})?', name) and float(value) >= 0
                  for name, value in lines.items()), got.body.decode())
        expected = {"{route=\"page\",status=\"404\"}": 1, "{route=\"/api/v1/play/ID\",status=\"200\"}": 3,
                    "{route=\"/api/v1/play/ID/chat\",status=\"401\"}": 1, "{route=\"/ready\",status=\"200\"}": 2}
        check("… that counts requests", all(lines.get("ludoteca_requests_total" + name) == str(count)
                                           for name, count in expected.items()), lines)
        check("… and what the hall does", lines["ludoteca_games_created_total"] == "1" and
              int(lines["ludoteca_calls_total"]) >= 5 and int(lines["process_resident_memory_bytes"]) > 1 << 20, lines)
        check("… and names no game", game not in got.body.decode())
    with Server(XDG_STATE_HOME=None, HOME=None) as server:
        check("without games it is not ready, but lives", (server.ask("/ready").status, server.ask("/health").status) == (503, 200))
    for audience, local, remote in (("local", 200, 403), ("all", 200, 200), ("none", 403, 403)):
        with Server("--metrics", audience, "--bind", "0.0.0.0") as server:
            check(f"--metrics {audience}", server.ask("/metrics").status == local)
            own = own_address()
            if own:
                server.host = own
                check("… from elsewhere", server.ask("/metrics").status == remote)
    check_error("--metrics wants one of three", run("serve", "--metrics", "x"), 2, "local")


def own_address():
    """An address of this machine that is not the loopback's, or None."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))  # sends nothing
            found = probe.getsockname()[0]
        except OSError:
            return None
    return None if found.startswith("127.") else found


def test_connections():
    """One connection more than allowed takes the place of the one that has waited for longest."""
    with Server("--connections", "4") as server:
        streams = [open_stream(server) for _ in range(4)]
        for stream in streams[1:]:
            stream.sendall(request())
            check("those that are allowed are served", read_answer(stream) is not None)
        with open_stream(server) as newcomer:
            newcomer.sendall(request())
            check("… and one more, too", read_answer(newcomer) is not None)
            check("… for which one leaves that never asked", read_all(streams[0], PROMPT) == (b"", True))
            streams[3].sendall(request())
            check("… and those who asked last stay", read_answer(streams[3]) is not None)
        for stream in streams:
            stream.close()
    with Server("--connections", "4", "--rate", "0") as server:
        streams = [open_stream(server) for _ in range(20)]
        for stream in streams:
            stream.sendall(request())
        check("--rate 0: any number", all([read_answer(stream) for stream in streams]))
        for stream in streams:
            stream.close()


def test_browser():
    """A stand-in for xdg-open tells what it is asked to open."""
    with tempfile.TemporaryDirectory() as folder:
        with open(f"{folder}/xdg-open", "w", encoding="utf-8") as script:
            script.write(f'#!/bin/sh\necho "$1" > {folder}/next && mv {folder}/next {folder}/opened\n')
        subprocess.run(["chmod", "+x", f"{folder}/xdg-open"], check=True)
        path = f"{folder}:{environment()['PATH']}"
        for variables, opens in (({"DISPLAY": ":9"}, True), ({"DISPLAY": "", "WAYLAND_DISPLAY": ""}, False),
                                 ({"DISPLAY": ":9", "SSH_CONNECTION": "1 2 3 4"}, False)):
            with Server("--open", PATH=path, **variables) as server:
                shown = wait_for(f"{folder}/opened", 10 if opens else 0.3)
                check(f"--open with {variables}", (shown == f"http://127.0.0.1:{server.port}/\n") == opens and
                      (shown == "") != opens, shown)


def wait_for(path, seconds):
    until = time.monotonic() + seconds
    while time.monotonic() < until:
        if os.path.exists(path):
            with open(path, encoding="utf-8") as file:
                text = file.read()
            os.remove(path)
            return text
        time.sleep(0.02)
    return ""


for test in (test_start, test_end, test_rights, test_refusals, test_log, test_status, test_connections, test_browser):
    test()
finish()

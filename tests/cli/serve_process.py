#!/usr/bin/env python3
"""How the server starts and ends: addresses, ports in use, signals."""

import os
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
                        (["--bind", "nowhere.invalid"], "--bind")):
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


for test in (test_start, test_end, test_rights, test_refusals, test_log, test_connections, test_browser):
    test()
finish()

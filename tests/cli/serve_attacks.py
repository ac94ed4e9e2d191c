#!/usr/bin/env python3
"""Attacks that once stopped the server, slowed it or fooled it, each against a server of its own.

After each of them others are answered within a second, and SIGTERM ends the server within another, without a word.
Names of attacks after the program's choose some of them."""

import os
import re
import resource
import signal
import socket
import subprocess
import sys
import tempfile
import time
import traceback
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path
from urllib.parse import quote

from harness import check, finish, run
from serve_driver import (LONG, PATIENCE, PROMPT, SANITIZED, SHORT, SLOWNESS, Server, ask_from, find_threads, is_let_in,
                          make_certificate, open_stream, processor_s, processor_share, read_all, read_answer, read_status,
                          read_status_of, stop_promptly, time_answer)
from serve_slow import CROWDS, GREED, SMALL_BUFFER, Crowd, large_page, talkers, watch_patience
from serve_wire import CONTINUATION, TEXT, Garbled, frame, handshake, request, split_answers

LINGER_S = 2  # how long the server may wait for content that nobody reads
IDLE_SHARE = 0.02  # of a processor, for a server that has nothing to do
RULES, SEEDS = "oware:slam=awari", 6
BOARDS = [f"{a}-0-{b}-0-0-{c}-0-1-0-1-0-0-0-0-S" for a in range(3) for b in range(2) for c in range(2)]


# -- before and after -----------------------------------------------------------------------------


@contextmanager
def attacked(name, *words):
    """A server that must be well after whatever is done to it; connections may stay open till then."""
    with Server(*words) as server:
        yield server
        took = time_answer(server)
        check(f"{name}: others are answered within {PROMPT} s", took is not None)
        ended = stop_promptly(server)
        check(f"{name}: SIGTERM ends it within {PROMPT} s, without a word", ended == (0, ""), ended)


@contextmanager
def small_tables():
    with tempfile.TemporaryDirectory() as folder:
        made = run("tables", "build", RULES, "--seeds", SEEDS, "--dir", folder)
        if made.status != 0:
            raise RuntimeError(str(made))
        yield Path(folder)


def exchange(server, data, patience=PROMPT + LINGER_S):
    """(statuses of all answers to these bytes, whether it closed, the answers); None for what is no answer."""
    with open_stream(server) as stream:
        try:
            stream.sendall(data)
        except ConnectionError:
            pass
        got, closed = read_all(stream, patience)
    try:
        answers, rest = split_answers(got)
    except Garbled as fault:
        return [None], closed, [f"{fault} in {got[:300]}"]
    return [answer.status for answer in answers] + ([None] if rest else []), closed, answers


def is_complete(answers):
    return all(answer.is_whole for answer in answers)


# -- requests that are not what they seem ---------------------------------------------------------


def attack_withheld_content():
    """Content that is announced and never comes: nothing may wait for it, and least of all in a loop."""
    name = "content withheld"
    for first in (b"", request()):
        with attacked(name) as server, open_stream(server) as stream:
            stream.sendall(first + request(method="POST", Content_Length=5))
            start = time.monotonic()
            got, closed = read_all(stream, LINGER_S + 2 * PROMPT)
            statuses = [answer.status for answer in split_answers(got)[0]]
            check(f"{name}: answered at once, in order", statuses == ([200, 405] if first else [405]), got[:300])
            check(f"{name}: … and closed", closed, f"{time.monotonic() - start:.1f} s")
            with open_stream(server) as other:
                other.sendall(first + request(method="POST", Content_Length=5))
                share = processor_share(server, 1)
            check(f"{name}: … without a busy loop", share <= 5 * IDLE_SHARE, f"{share:.2f} of a processor")


SETTINGS = {"Connection": "Upgrade, HTTP2-Settings", "Upgrade": "h2c", "HTTP2_Settings": "AAMAAABkAAQCAAAAAAIAAAAA"}
PREFACE = b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n" + bytes.fromhex("000000040000000000")
STRAY_DATA = bytes.fromhex("000005000100000001") + b"hello"


def attack_http2():
    """Nobody here speaks HTTP/2, so an offer of it is no offer."""
    name = "HTTP/2"
    with attacked(name) as server:
        for what, tail in (("a stray frame", STRAY_DATA), ("a preface and a stray frame", PREFACE + STRAY_DATA)):
            statuses, closed, answers = exchange(server, request(**SETTINGS) + tail)
            check(f"{name}: an upgrade and {what}: one plain answer, then an end",
                  statuses[:1] == [200] and set(statuses[1:]) <= {400, 505} and closed and is_complete(answers),
                  f"{statuses} {closed}")
            took = time_answer(server)
            check(f"{name}: … and others are answered", took is not None)
        statuses, closed, answers = exchange(server, PREFACE + STRAY_DATA)
        check(f"{name}: a preface alone is refused", statuses in ([], [400], [505]) and closed, f"{statuses} {closed}")
        statuses, _, _ = exchange(server, request(Connection="close, Upgrade, HTTP2-Settings", Upgrade="h2c",
                                                  HTTP2_Settings="AAMAAABk"))
        check(f"{name}: an upgrade alone is ignored", statuses == [200], statuses)


def attack_smuggling():
    """The content of a request must never be answered as if it were one."""
    name = "smuggling"
    inner = request("/smuggled")
    wrong = ["9" * 36, "1" * 36, "18446744073709551617", "-1", "+5", "0x10", "5,5", "5 5", "five", "1e3", "٣"]
    lengths = [("0" * 34 + f"{len(inner):02}", (200, 400, 405)), (str(len(inner)), (200, 405))]
    with attacked(name) as server:
        for method in ("GET", "POST"):
            for length in wrong:
                statuses, closed, _ = exchange(server, request(method=method, content=inner, Content_Length=length))
                check(f"{name}: {method} with Content-Length: {length}", statuses == [400] and closed,
                      f"{statuses} {closed}")
            for length, expected in lengths:
                statuses, closed, _ = exchange(server, request(method=method, content=inner, Content_Length=length))
                check(f"{name}: {method} with content that is a request, length of {len(length)} digits",
                      len(statuses) == 1 and statuses[0] in expected and closed, f"{statuses} {closed}")
        for what, fields in (("a folded length", f"X: a\r\n Content-Length: {len(inner)}"),
                             ("two lengths", f"Content-Length: 0\r\nContent-Length: {len(inner)}"),
                             ("a length apart from its colon", f"Content-Length : {len(inner)}")):
            head = f"POST / HTTP/1.1\r\nHost: 127.0.0.1\r\n{fields}\r\n\r\n"
            statuses, closed, _ = exchange(server, head.encode() + inner)
            check(f"{name}: {what}", statuses == [400] and closed, f"{statuses} {closed}")
        smuggle_in_chunks(name, server, inner)


def smuggle_in_chunks(name, server, inner):
    chunked = b"%x\r\n%s\r\n0\r\n\r\n" % (len(inner), inner)
    for what, fields in (("chunks", {"Transfer_Encoding": "chunked"}),
                         ("chunks and a length", {"Transfer_Encoding": "chunked", "Content_Length": 4}),
                         ("a length and chunks", {"Content_Length": 4, "Transfer_Encoding": "chunked"}),
                         ("an unknown coding", {"Transfer_Encoding": "xchunked"}),
                         ("two lengths", {"Content_Length": "0\r\nContent-Length: 40"})):
        statuses, closed, _ = exchange(server, request(content=chunked, **fields))
        check(f"{name}: {what}", len(statuses) == 1 and statuses[0] in (200, 400, 501) and closed, f"{statuses} {closed}")


def attack_control_characters():
    """Line ends in an address could become fields of an answer, or lines of a log."""
    name = "control characters"
    with attacked(name) as server:
        for escaped in ("%0d%0aX-Injected:%20yes", "%0d%0a%0d%0ainjected", "%0a", "%0D", "%00", "%1b%5b2J", "%7f", "a%09b"):
            for path in (f"/{escaped}", f"/api/v1/{escaped}", f"/?{escaped}", f"/api/v1/tables/probe?game={escaped}"):
                for fields in ({}, {"Connection": "close"}):
                    statuses, closed, answers = exchange(server, request(path, **fields))
                    check(f"{name}: {path} is refused ({fields or 'kept open'})",
                          statuses == [400] and closed and is_complete(answers), f"{statuses} {closed}")


# -- whose pages may ask --------------------------------------------------------------------------


def attack_rebinding():
    """A page elsewhere whose name suddenly means 127.0.0.1 could read the answers: its name gives it away."""
    name, own = "rebinding", socket.gethostname()
    with attacked(name) as server:
        port = server.port
        check_hosts(name, server, 200, "127.0.0.1", f"127.0.0.1:{port}", "192.0.2.7", "[::1]", f"[::1]:{port}", "localhost",
                    f"LocalHost:{port}", "games.localhost", own)
        check_hosts(name, server, 421, "evil.example", f"evil.example:{port}", "127.0.0.1.evil.example", "notlocalhost",
                    "localhost.evil.example", f"{own}.evil.example", "ludoteca.example")
        for what, data, expected in host_oddities(port):
            statuses, _, _ = exchange(server, data)
            check(f"{name}: {what}", statuses == [expected], statuses)
    with attacked(name, "--host", "ludoteca.example,Other.Example") as server:
        check_hosts(name, server, 200, "ludoteca.example", f"LUDOTECA.example:{server.port}", "other.example", "127.0.0.1")
        check_hosts(name, server, 421, "evil.example", "x.ludoteca.example", "ludoteca.example.evil.example", "example")


def check_hosts(name, server, expected, *hosts):
    for host in hosts:
        for path in ("/", "/api/v1/games"):
            statuses, _, _ = exchange(server, request(path, host=host, Connection="close"))
            check(f"{name}: Host: {host} asks for {path}", statuses == [expected], statuses)


def host_oddities(port):
    end = {"Connection": "close"}
    return [("no Host", request(host=None, **end), 400),
            ("two of them", request(host="127.0.0.1\r\nHost: 127.0.0.1", **end), 400),
            ("an empty one", request(host="", **end), 421),
            ("HTTP/1.0 without", request(host=None, version="1.0"), 200),
            ("a name and a user", request(host="127.0.0.1@evil.example", **end), 421),
            ("HTTP/1.0 with another's", request(host="evil.example", version="1.0"), 421),
            ("a whole address of another's", request("http://evil.example/", **end), 421),
            ("… and one of its own", request(f"http://127.0.0.1:{port}/", **end), 200)]


# -- those who do not read ------------------------------------------------------------------------


def attack_unread_pipeline():
    """Twenty answers that nobody takes: the server waits, and waiting costs nothing."""
    for many in (1, 50):
        name = f"unread pipelines ({many})"
        with large_page() as folder, attacked(name, "--page", folder) as server:
            streams = [open_stream(server, buffer=SMALL_BUFFER) for _ in range(many)]
            for stream in streams:
                stream.sendall(request("/large.bin") * 20)
            time.sleep(SLOWNESS)
            share = processor_share(server, 3)
            check(f"{name}: at most 2 % of a processor", share <= IDLE_SHARE, f"{share:.2f}")
            got, _ = read_all(streams[0], 1)
            check(f"{name}: the answer comes to those who read in the end", got.startswith(b"HTTP/1.1 200 "), got[:100])
            took = time_answer(server)
            check(f"{name}: others are answered meanwhile", took is not None)
            for stream in streams:
                stream.close()


def allow_descriptors(many):
    """Whether this process may have so many; the usual limit is lower than what is allowed."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    if soft < many <= hard:
        resource.setrlimit(resource.RLIMIT_NOFILE, (many, hard))
    return soft >= many or hard >= many


def attack_crowd():
    """1,100 slow connections of one address: everybody else is served as ever, and it is, too."""
    many = 1100
    if not allow_descriptors(2 * many):
        check("crowd # SKIP too few descriptors", True)
        return
    for what, kinds in CROWDS.items():
        name = f"crowd ({what})"
        with large_page() as folder, attacked(name, "--page", folder) as server:
            crowd = Crowd(server, many, kinds)
            try:
                check_service(name, server)
            finally:
                crowd.leave()


def check_service(name, server, requests=250):
    """What another address gets, and what the crowd's own does."""
    times = []
    while len(times) < requests and times.count(PATIENCE) < 5:
        took = time_answer(server, "127.0.0.2")
        times.append(PATIENCE if took is None else took)
    times.sort()
    p50, p99 = (times[len(times) * percent // 100] for percent in (50, 99))
    print(f"# {name}: p50 {p50 * 1000:.1f} ms, p99 {p99 * 1000:.1f} ms, {times.count(PATIENCE)} not answered")
    limit = 0.1 * SLOWNESS
    check(f"{name}: other addresses wait at most {limit * 1000:.0f} ms (p99)", p99 < limit, f"{p99:.3f} s")
    own = [time_answer(server) for _ in range(20 if p99 < limit else 1)]
    check(f"{name}: the address itself is served", None not in own, own)


def attack_greed():
    """Whoever says a lot at once, and reads the answers, gets them bit by bit: others do not wait for the last."""
    name = "greed"
    for kind, (many, first, again) in GREED.items():
        with attacked(name) as server:
            with talkers(server, many, first, again):
                waits = [time_answer(server, patience=PATIENCE) or PATIENCE for _ in range(30 if LONG else 10)]
            print(f"# {name} ({kind}): others wait {max(waits) * 1000:.0f} ms at most")
            check(f"{name}: {kind} of {many} connections keep nobody waiting", max(waits) < PROMPT, waits)


def attack_handshakes():
    """Handshakes of TLS cost a processor more than questions, so an address may begin only so many of them."""
    name, rate = "handshakes", 2
    with tempfile.TemporaryDirectory() as folder:
        certificate, key = make_certificate(folder)
        with attacked(name, "--rate", rate, "--certificate", certificate, "--key", key) as server:
            done = sum(is_let_in(server) for _ in range(200))
            check(f"{name}: {rate} a second, and at once ten times as many", 10 * rate <= done <= 30 * rate, f"{done} of 200")
            check(f"{name}: another address is not concerned", is_let_in(server, "127.0.0.2"))
            time.sleep(1.5 / rate)
            check(f"{name}: and the same may come again in its time", is_let_in(server))
            counted = re.search(r"^ludoteca_handshakes_refused_total (\d+)$", ask_from(server, "127.0.0.3", "/metrics"), re.M)
            check(f"{name}: those that were refused are counted", counted and int(counted.group(1)) == 200 - done, counted)
            time.sleep(1.5 / rate)


def attack_fragments():
    """A message in parts of a single byte takes no more memory than one in one piece."""
    name, sockets = "fragments", 100
    with attacked(name) as server:
        before, streams = int(read_status(server)["VmRSS"].split()[0]), []
        for _ in range(sockets):
            streams.append(open_stream(server))
            streams[-1].sendall(handshake() + frame(TEXT, b"/", final=False) + frame(CONTINUATION, b"x", final=False) * 16_000)
        time.sleep(1)
        grown = int(read_status(server)["VmRSS"].split()[0]) - before
        if SANITIZED:
            check(f"{name}: memory # SKIP sanitizers keep what was freed", True)
        else:
            check(f"{name}: at most 100 kB a conversation", grown < 100 * sockets, f"{grown} kB")
        for stream in streams:
            stream.close()


def attack_descriptors():
    """More connections than descriptors: those that fit are served, the rest waits and costs nothing."""
    name, allowed = "descriptors", 40
    with attacked(name) as server:
        resource.prlimit(server.process.pid, resource.RLIMIT_NOFILE, (allowed, allowed))
        streams = [open_stream(server) for _ in range(2 * allowed)]
        for stream in streams:
            stream.sendall(request())
        answered = sum(read_answer(stream) is not None for stream in streams[:allowed // 2])
        check(f"{name}: those that fit are served", answered == allowed // 2, answered)
        share = processor_share(server, 3)
        check(f"{name}: … and the others cost no processor", share <= IDLE_SHARE, f"{share:.2f}")
        check(f"{name}: … who comes later is answered while they stay", time_answer(server, patience=2 * PROMPT) is not None)
        for stream in streams:
            stream.close()


# -- files that are not what they were ------------------------------------------------------------


def attack_truncated_tables():
    """Tables that are cut while they are in use: what they knew is gone, the server is not."""
    name = "truncated tables"
    for left in (0, 200):
        with small_tables() as folder, attacked(name, "--dir", folder, "--rate", "0") as server:
            ask_boards(server, BOARDS[:1])  # opens them
            for file in folder.glob("*.ludt"):
                os.truncate(file, left)
            answers = ask_boards(server, BOARDS)
            fine = all(got and (got.status >= 500 or b'"known"' in got.body) for got in answers)
            check(f"{name}: cut to {left} bytes, it goes on", fine, [got and got.status for got in answers])
            with open_stream(server) as stream:
                stream.sendall(request("/api/v1/tables", Connection="close"))
                check(f"{name}: … also with the list of all", read_answer(stream) is not None)


def ask_boards(server, boards):
    """Answers about some boards, None where there is none."""
    answers = []
    for board in boards:
        try:
            with open_stream(server) as stream:
                path = f"/api/v1/tables/probe?game={quote(RULES)}&fragment=1&position={board}"
                stream.sendall(request(path, Connection="close"))
                answers.append(read_answer(stream))
        except OSError:
            answers.append(None)
    return answers


def attack_table_list():
    """Asking for all tables again and again: it must not cost a visit to each file each time."""
    name, questions = "table list", 300 if LONG else 100
    with small_tables() as folder, tempfile.TemporaryDirectory() as nothing:
        cheap = cost_of_tables(name, nothing, questions)
        # The same directory by other names: many files that all count.
        path = ":".join(str(folder) + "/." * i for i in range(15))
        files = 15 * len(list(folder.glob("*.ludt")))
        dear = cost_of_tables(name, path, questions)
        limit = max(5 * cheap, 0.1 * SLOWNESS)
        print(f"# {name}: {questions} questions took {cheap:.2f} s of processor without tables, {dear:.2f} s with {files}")
        check(f"{name}: {files} files cost hardly more than none", dear <= limit, f"{dear:.2f} s, at most {limit:.2f} s")


def cost_of_tables(name, folder, questions):
    """Seconds of processor time."""
    with attacked(name, "--dir", folder, "--rate", "0") as server:
        connection = server.connect()
        before = processor_s(server)
        for _ in range(questions):
            server.ask("/api/v1/tables", connection=connection)
        return processor_s(server) - before


def attack_page_links():
    """Names in a page's directory that lead elsewhere, or to what never answers."""
    name = "links and pipes"
    with large_page() as folder, tempfile.TemporaryDirectory() as elsewhere:
        Path(elsewhere, "secret").write_text("not yours")
        os.symlink(f"{elsewhere}/secret", f"{folder}/link.txt")
        os.symlink(elsewhere, f"{folder}/linked")
        os.symlink("index.html", f"{folder}/inside.html")
        os.mkfifo(f"{folder}/pipe")
        device = socket.socket(socket.AF_UNIX)
        device.bind(f"{folder}/device")
        with device, attacked(name, "--page", folder) as server:
            for path in ("/link.txt", "/linked/secret", "/inside.html", "/pipe", "/device"):
                with open_stream(server) as stream:
                    stream.sendall(request(path, Connection="close"))
                    got = read_answer(stream)
                    check(f"{name}: nothing at {path}", got and got.status == 404 and b"yours" not in got.body, got)
                check(f"{name}: … and nobody waits", time_answer(server) is not None)


# -- what it says, and what it may do -------------------------------------------------------------


def attack_unread_log():
    """Requests by the thousand, and nobody who reads the log: lines are lost, not the server."""
    name, requests = "unread log", 2000
    with Server("--log", "--rate", "0") as server:
        connection = server.connect()
        answers = {server.ask("/" + "x" * 1000, connection=connection).status for _ in range(requests)}
        check(f"{name}: every request is answered", answers == {404}, answers)
        check(f"{name}: others are answered within {PROMPT} s", time_answer(server) is not None)
        os.set_blocking(server.process.stderr.fileno(), False)
        said, until = b"", time.monotonic() + PROMPT
        while b"lines were lost" not in said and time.monotonic() < until:
            time_answer(server)  # a line that fits again says how many did not
            said += server.process.stderr.read() or b""
        check(f"{name}: how many lines were lost is said", b"lines were lost" in said, said[-300:])
        answers = {server.ask("/" + "x" * 1000, connection=connection).status for _ in range(requests)}
        server.process.send_signal(signal.SIGTERM)
        try:
            status = server.process.wait(PROMPT)
        except subprocess.TimeoutExpired:
            status = None
        check(f"{name}: SIGTERM ends it within {PROMPT} s", status == 0, status)


def attack_rights():
    """Whoever takes the server over gets as little as possible with it."""
    name = "rights"
    with Server("--log") as server:
        server.api("tables")  # which is answered by another thread
        found = {(status["Seccomp"], status["NoNewPrivs"]) for status in map(read_status_of, find_threads(server))}
        if SANITIZED:
            check(f"{name}: system calls are filtered # SKIP sanitizers need them all", True)
        else:
            check(f"{name}: system calls are filtered, for every thread", found == {("2", "1")}, found)
    if os.geteuid() != 0:
        check(f"{name}: --user # SKIP only root can become another", True)
        return
    with attacked(name, "--user", "nobody") as server:
        status = read_status(server)
        found = {field: status[field].split() for field in ("Uid", "Gid", "Groups", "CapEff")}
        check(f"{name}: --user makes it that user, with all it is",
              all("0" not in found[field] for field in ("Uid", "Gid", "Groups")), found)
        check(f"{name}: … without capabilities", int(status["CapEff"], 16) == 0, found)


# -- those who take their time --------------------------------------------------------------------


def attack_patience(watched):
    """Slow clients are dropped in the end; that was watched while the rest went on."""
    for claim in watched.result():
        check(*claim)


# -- all of them ----------------------------------------------------------------------------------

ATTACKS = [attack_withheld_content, attack_http2, attack_smuggling, attack_control_characters, attack_rebinding,
           attack_unread_pipeline, attack_crowd, attack_greed, attack_handshakes, attack_fragments, attack_descriptors,
           attack_truncated_tables, attack_table_list, attack_page_links, attack_unread_log, attack_rights]


def launch(attack, *arguments):
    """An attack that can't be carried out to its end has hit something."""
    name = attack.__name__.removeprefix("attack_")
    start = time.monotonic()
    try:
        attack(*arguments)
    except Exception:  # whatever it is, the next attack has a server of its own
        check(f"{name}: carried out to its end", False, traceback.format_exc())
    print(f"# {name} took {time.monotonic() - start:.1f} s")


def main():
    chosen = sys.argv[2:]
    wants_patience = not SHORT and (not chosen or "patience" in chosen)  # it only waits
    with ThreadPoolExecutor(1) as pool:
        watched = pool.submit(watch_patience) if wants_patience else None
        for attack in ATTACKS:
            if not chosen or attack.__name__.removeprefix("attack_") in chosen:
                launch(attack)
        if watched:
            launch(attack_patience, watched)
    finish()


main()

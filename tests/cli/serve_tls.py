#!/usr/bin/env python3
"""TLS: who is spoken to how, certificates that are renewed, and those who do not keep to its rules."""

import json
import os
import random
import shutil
import signal
import socket
import ssl
import subprocess
import tempfile
import time
from pathlib import Path

from harness import PROGRAM, check, check_error, environment, finish, run
from serve_driver import (PROMPT, SANITIZED, SHORT, Server, count_descriptors, make_certificate, open_stream, processor_share,
                          read_all, read_answer, read_status, settles, stop_promptly, time_answer)
from serve_slow import SMALL_BUFFER, large_page
from serve_wire import request, split_answers

LINGER_S = 2
HEAD_S = 10  # the patience of the server with a handshake
SECURE_FIELD = "strict-transport-security"


def plain_stream(server):
    return socket.create_connection((server.host, server.port), timeout=PROMPT)


class Pipe:
    """The client's side of TLS, with its records in our hands."""

    def __init__(self, server, version=None):
        self.stream = plain_stream(server)
        context = ssl.create_default_context(cafile=server.certificate)
        if version:
            context.minimum_version = context.maximum_version = version
        self.incoming, self.outgoing = ssl.MemoryBIO(), ssl.MemoryBIO()
        self.tls = context.wrap_bio(self.incoming, self.outgoing, server_hostname=server.host)

    def shake_hands(self):
        while True:
            try:
                self.tls.do_handshake()
                self.stream.sendall(self.outgoing.read())
                return
            except ssl.SSLWantReadError:
                self.stream.sendall(self.outgoing.read())
                self.incoming.write(self.stream.recv(1 << 16))

    def seal(self, data):
        self.tls.write(data)
        return self.outgoing.read()

    def read(self, patience=PROMPT):
        """What can be read within these seconds, and whether the other end closed."""
        sealed, closed = read_all(self.stream, patience)
        self.incoming.write(sealed)
        plain = b""
        try:
            while part := self.tls.read(1 << 16):
                plain += part
        except ssl.SSLError:
            pass
        return plain, closed

    def __enter__(self):
        return self

    def __exit__(self, *unused):
        self.stream.close()


def first_hello(server):
    with Pipe(server) as pipe:
        try:
            pipe.tls.do_handshake()
        except ssl.SSLWantReadError:
            return pipe.outgoing.read()


# -- how it speaks --------------------------------------------------------------------------------


def test_versions(server):
    check("https is announced", all(f"https://127.0.0.1:{server.port}/" in line for line in server.said), server.said)
    for version in (ssl.TLSVersion.TLSv1_2, ssl.TLSVersion.TLSv1_3):
        with Pipe(server, version) as pipe:
            pipe.shake_hands()
            pipe.stream.sendall(pipe.seal(request(Connection="close")))
            got, closed = pipe.read()
            answers, _ = split_answers(got)
            check(f"{version.name} is spoken", answers[0].status == 200 and answers[0].is_whole and closed, got[:200])
            check("… with keys that are forgotten", "ECDHE" in pipe.tls.cipher()[0] or pipe.tls.cipher()[1] == "TLSv1.3",
                  pipe.tls.cipher())
    for words in (("-tls1_1", "-cipher", "ALL:@SECLEVEL=0"), ("-tls1_2", "-cipher", "AES128-SHA"), ("-tls1_2", "-cipher", "AES256-GCM-SHA384"),
                  ("-alpn", "h2")):
        check(f"refused: {' '.join(words)}", not shakes_hands(server, *words))
    check("http/1.1 is agreed on", "ALPN protocol: http/1.1" in (shakes_hands(server, "-alpn", "h2,http/1.1") or ""))
    check("… or none", shakes_hands(server))
    field = server.ask("/").fields.get(SECURE_FIELD)
    check("browsers are told to come back so", field == "max-age=31536000", field)


def shakes_hands(server, *words):
    """What openssl says of it; None if it fails."""
    done = subprocess.run(["openssl", "s_client", "-connect", f"{server.host}:{server.port}", "-CAfile", server.certificate, *words],
                          input=b"", capture_output=True, timeout=30)
    return done.stdout.decode(errors="replace") if done.returncode == 0 and b"Verify return code: 0" in done.stdout else None


def test_clear(server):
    for data in (request(), request(method="POST", content=b"x" * 5, Content_Length=5), b"OPTIONS * HTTP/1.1\r\n", b"G"):
        with plain_stream(server) as stream:
            stream.sendall(data)
            got, closed = read_all(stream, PROMPT + LINGER_S)
            answers, _ = split_answers(got)
            check(f"plain HTTP is told so: {data[:20]}", [answer.status for answer in answers] == [400] and
                  b"https://" in answers[0].body and SECURE_FIELD.encode() not in answers[0].fields and closed, got)


def test_resumption(server):
    with open_stream(server) as first:
        first.sendall(request())
        read_answer(first)
        session = first.session
    stream = socket.create_connection((server.host, server.port), timeout=PROMPT)
    with server.context.wrap_socket(stream, server_hostname=server.host, session=session) as second:
        check("who comes back shows a ticket", second.session_reused)


def test_large():
    """Large answers come whole, also to those who read slowly."""
    with tempfile.TemporaryDirectory() as keys, large_page() as folder:
        content = random.Random(1).randbytes(3_000_000)
        (Path(folder) / "random.bin").write_bytes(content)
        with Server("--page", folder, *secure(keys)) as server:
            check("a large file", server.ask("/random.bin").body == content)
            check("… and several in one connection", [server.ask("/random.bin").body == content for _ in range(3)] == [True] * 3)
            streams = [open_stream(server, buffer=SMALL_BUFFER) for _ in range(20)]
            for stream in streams:
                stream.sendall(request("/large.bin", Connection="close"))
            time.sleep(1)
            share = processor_share(server, 1)
            check("those who do not read cost no processor", share <= 0.02, share)
            with open_stream(server, buffer=SMALL_BUFFER) as stream:
                stream.sendall(request("/random.bin", Connection="close"))
                time.sleep(0.3)
                got, closed = read_all(stream, 10 * PROMPT)
                check("… and get all of it in the end", got.endswith(content) and closed, len(got))
            for stream in streams:
                stream.close()
            check("it ends without a word", stop_promptly(server) == (0, ""))


def memory_kb(server):
    return int(read_status(server)["VmRSS"].split()[0])


def secure(folder, *words):
    certificate, key = make_certificate(folder, "certificate", *words)
    return "--certificate", certificate, "--key", key


def test_bots(server):
    """A whole game over wss, by programs that look at the certificate."""
    made = server.ask("/api/v1/play", "POST", json.dumps({"game": "six"})).json()
    trusting = environment(SSL_CERT_FILE=server.certificate)
    bots = [subprocess.Popen([PROGRAM, "bot", f"https://127.0.0.1:{server.port}/#/seat/{made['id']}.{seat['token']}", "--player",
                              "greedy", "--games", "1"], stdout=subprocess.PIPE, stderr=subprocess.PIPE, env=trusting)
            for seat in made["seats"]]
    ended = [(bot.communicate(timeout=100), bot.returncode) for bot in bots]
    look = server.ask(f"/api/v1/play/{made['id']}").json()
    check("bots play a game over TLS", look["phase"] == "over" and all(status == 0 for _, status in ended), ended)


def test_memory(server):
    """What a connection takes that has asked something and is silent."""
    many = 200
    before = memory_kb(server)
    streams = [open_stream(server) for _ in range(many)]
    for stream in streams:
        stream.sendall(request())
        read_answer(stream)
    each = (memory_kb(server) - before) / many
    print(f"# a silent connection: {each:.1f} kB")
    check("a silent connection takes at most 60 kB", SANITIZED or each < 60, each)
    for stream in streams:
        stream.close()


# -- certificates ---------------------------------------------------------------------------------


def test_refusals(folder):
    certificate, key = make_certificate(folder, "first")
    _, other = make_certificate(folder, "second")
    locked = str(Path(folder) / "locked.key")
    subprocess.run(["openssl", "ec", "-in", key, "-aes128", "-passout", "pass:secret", "-out", locked], check=True,
                   stderr=subprocess.DEVNULL)
    empty = Path(folder) / "empty"
    empty.write_text("")
    check_error("a certificate without a key", run("serve", "--certificate", certificate), 2, "--key")
    check_error("a key without a certificate", run("serve", "--key", key), 2, "--certificate")
    for what, words, said in (("no such file", ("/nowhere.crt", key), "/nowhere.crt"), ("no such key", (certificate, "/nowhere.key"), "/nowhere.key"),
                              ("another's key", (certificate, other), other), ("a locked key", (certificate, locked), locked),
                              ("nothing in it", (empty, key), str(empty)), ("a directory", (folder, key), str(folder)),
                              ("the key in its place", (key, key), key)):
        done = run("serve", "--port", "0", "--certificate", words[0], "--key", words[1])
        check_error(f"refused: {what}", done, 1, said, "TLS")


def shown_certificate(server):
    """The certificate that a newcomer is shown, whoever made it."""
    return ssl.get_server_certificate((server.host, server.port))


def hang_up(server):
    """Sends SIGHUP; the line with which it answers."""
    server.process.send_signal(signal.SIGHUP)
    return server.process.stderr.readline().decode()


def test_renewal(folder, *words):
    live = Path(folder) / "live"
    live.mkdir()
    pairs = [make_certificate(folder, name) for name in ("old", "new")]
    place = [live / "chain.pem", live / "key.pem"]

    def put(pair):
        for source, target in zip(pair, place):
            shutil.copy(source, f"{target}.next")
            os.chmod(f"{target}.next", 0o644)
            os.replace(f"{target}.next", target)

    put(pairs[0])
    os.chmod(folder, 0o755)
    with Server("--certificate", place[0], "--key", place[1], *words) as server:
        texts = [Path(pair[0]).read_text() for pair in pairs]
        check("the certificate is shown", shown_certificate(server) == texts[0])
        with open_stream(server) as stream:
            put(pairs[1])
            said = hang_up(server)
            check(f"SIGHUP reads it anew {words}", "read anew" in said and shown_certificate(server) == texts[1], said)
            stream.sendall(request())
            check("… and those who are there notice nothing", read_answer(stream).status == 200)
        place[1].write_text("no key")
        said = hang_up(server)
        check("a broken one is told of", str(place[1]) in said, said)
        check("… and the old one stays", shown_certificate(server) == texts[1])
        put(pairs[0])
        for _ in range(20):
            server.process.send_signal(signal.SIGHUP)
        check("it lives on", settles(lambda: shown_certificate(server) == texts[0]) and server.process.poll() is None)
        latest = []
        for turn in range(1, 21):  # changed while the one before is being read
            server.process.send_signal(signal.SIGHUP)
            put(pairs[turn % 2])
            server.process.send_signal(signal.SIGHUP)
            latest.append(settles(lambda: shown_certificate(server) == texts[turn % 2]))
        check("the last change is read, however soon it came", all(latest), latest)
        server.process.send_signal(signal.SIGTERM)
        _, err = server.process.communicate(timeout=PROMPT * 2)
        check("SIGTERM ends it", server.process.returncode == 0, err)


def test_private_key(folder):
    """A key that is root's alone: it is opened by root, and can't be read anew by somebody else."""
    certificate, key = make_certificate(folder)
    os.chmod(folder, 0o755)
    with Server("--certificate", certificate, "--key", key, "--user", "nobody") as server:
        check("a key that only root can read", server.is_alive())
        said = hang_up(server)
        check("… can't be read anew by another user, who says so", key in said and "ermission" in said, said)
        check("… and goes on", server.is_alive())


def test_processes(folder):
    """The processes that send notices do not know the key."""
    certificate, key = make_certificate(folder)
    with Server("--certificate", certificate, "--key", key, "--contact", "mailto:you@example.org") as server:
        others = settle_children(server.process.pid)
        server.is_alive()
        secrets = read_secrets(key)
        check("the server knows its key", holds(server.process.pid, secrets))
        check("… and the processes that send notices do not", len(others) == 2 and not any(holds(pid, secrets) for pid in others), others)


def children(pid):
    return [int(word) for task in Path(f"/proc/{pid}/task").iterdir() for word in (task / "children").read_text().split()]


def settle_children(pid):
    """The processes below one, once there are two."""
    def both():
        return [below for child in children(pid) for below in (child, *children(child))]
    settles(lambda: len(both()) == 2)
    return both()


def read_secrets(key):
    """The private number as it may lie in memory, and the text of the file that holds it."""
    lines = subprocess.run(["openssl", "ec", "-in", key, "-noout", "-text"], check=True, capture_output=True, text=True).stdout
    digits = lines.split("priv:")[1].split("pub:")[0].replace(":", "").split()
    number = int("".join(digits), 16).to_bytes(32, "big")
    return number, number[::-1], Path(key).read_bytes().splitlines()[1]


def holds(pid, secrets):
    """Whether any of them is in a process's memory."""
    with open(f"/proc/{pid}/mem", "rb", 0) as memory:
        for line in Path(f"/proc/{pid}/maps").read_text().splitlines():
            span, rights = line.split()[:2]
            start, end = (int(word, 16) for word in span.split("-"))
            if not rights.startswith("rw"):
                continue
            try:
                memory.seek(start)
                content = memory.read(end - start)
            except (OSError, OverflowError):
                continue
            if any(secret in content for secret in secrets):
                return True
    return False


# -- those who do not keep to the rules -----------------------------------------------------------


def test_garbage(server):
    """Bytes that are no TLS, or only at first: the connection ends, soon and alone."""
    idle = count_descriptors(server)
    dice, hello = random.Random(7), first_hello(server)
    samples = [b"\0", b"\xff" * 100, b"\x16", b"\x16\x03\x01\xff\xff" + b"\x01" * 70_000, b"\x16\x03\x01\x00\x00" * 1000,
               b"\x80\x2e\x01\x00\x02" + bytes(41), b"\x15\x03\x01\x00\x02\x02\x28", b"\x14\x03\x03\x00\x01\x01" * 500,
               b"\x17\x03\x03\x00\x05hello", b"\x18\x03\x03\x00\x03\x01\x40\x00", bytes([22, 3, 1, 0, 4, 1, 255, 255, 255]),
               hello + hello, hello + b"GET / HTTP/1.1\r\n\r\n", hello + b"\x17\x03\x03\x00\x05hello"]
    samples += [dice.randbytes(dice.randint(1, 3000)) for _ in range(20 if SHORT else 100)]
    for _ in range(50 if SHORT else 300):
        broken = bytearray(hello)
        for _ in range(dice.randint(1, 4)):
            broken[dice.randrange(len(broken))] = dice.randrange(256)
        samples.append(bytes(broken)[:dice.choice((len(broken), dice.randrange(1, len(broken) + 1)))])
    for sample in samples:
        with plain_stream(server) as stream:
            try:
                stream.sendall(sample)
                stream.shutdown(socket.SHUT_WR)
            except OSError:
                pass
            got, closed = read_all(stream, PROMPT + LINGER_S)
            clear = got.startswith(b"HTTP/1.1 400 ")
            if not closed or (got and not clear and got[0] not in (21, 22)) or b"200 OK" in got:
                check("garbage ends the connection", False, f"{sample[:60]!r}: {got[:60]!r} {closed}")
                break
    else:
        check(f"{len(samples)} kinds of garbage end their connection", True)
    check("nothing stays behind", settles(lambda: count_descriptors(server) <= idle), count_descriptors(server))


def test_broken_records(server):
    """Records that are cut, changed, repeated or out of order after a good handshake."""
    for version in (ssl.TLSVersion.TLSv1_2, ssl.TLSVersion.TLSv1_3):
        for what, change in (("cut", lambda record: record[:-1]), ("changed", lambda record: record[:-1] + bytes([record[-1] ^ 1])),
                             ("twice", lambda record: record + record), ("longer than can be", lambda record: record[:3] + b"\xff\xff" + bytes(70_000)),
                             ("in clear", lambda record: request()), ("of no kind", lambda record: b"\x63" + record[1:]),
                             ("empty, many", lambda record: (record[:3] + b"\0\0") * 100)):
            with Pipe(server, version) as pipe:
                pipe.shake_hands()
                try:
                    pipe.stream.sendall(change(pipe.seal(request())))
                    pipe.stream.shutdown(socket.SHUT_WR)
                except OSError:
                    pass
                got, closed = pipe.read(PROMPT + LINGER_S)
                expected = 1 if what == "twice" else 0
                check(f"{version.name}: a record {what}", closed and got.count(b"HTTP/1.1 ") <= expected, f"{got[:100]} {closed}")


def test_bytes(server):
    """Handshake and request, a byte at a time."""
    with Pipe(server) as pipe:
        pipe.stream.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        try:
            pipe.tls.do_handshake()
        except ssl.SSLWantReadError:
            pass
        for byte in pipe.outgoing.read():
            pipe.stream.sendall(bytes([byte]))
        pipe.incoming.write(pipe.stream.recv(1 << 16))
        pipe.shake_hands()
        for byte in pipe.seal(request(Connection="close")):
            pipe.stream.sendall(bytes([byte]))
        got, closed = pipe.read()
        check("a byte at a time", got.startswith(b"HTTP/1.1 200 ") and closed, got[:100])
    with Pipe(server) as pipe:
        pipe.shake_hands()
        pipe.stream.sendall(b"".join(pipe.seal(request()[at:at + 1]) for at in range(len(request()))) + pipe.seal(request() * 50))
        got, _ = pipe.read()
        check("records of a byte, then many requests in one", got.count(b"HTTP/1.1 200 ") == 51, got.count(b"HTTP/1.1 200 "))


def test_renegotiation(server):
    """`R` in openssl's client asks for it, `K` for new keys, which TLS 1.3 has instead."""
    for words, letter, said in ((("-tls1_2",), b"R", "no renegotiation"), (("-tls1_3",), b"K", "")):
        client = subprocess.Popen(["openssl", "s_client", "-connect", f"{server.host}:{server.port}", "-CAfile", server.certificate, *words],
                                  stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
        try:
            for _ in range(5):
                time.sleep(0.1)
                client.stdin.write(letter + b"\n")
                client.stdin.flush()
        except BrokenPipeError:
            pass  # it has had enough
        try:
            out = client.communicate(b"", timeout=15)[0].decode(errors="replace")
        except subprocess.TimeoutExpired:
            client.kill()
            out = "hangs"
        check(f"{letter} by {words}", said in out and out != "hangs", out[-300:])
    check("others are answered", time_answer(server) is not None)


def hello_of(length, fragment=None):
    """The beginning of a greeting that says how long it will be, maybe in records of so many bytes."""
    content = b"\x01" + length.to_bytes(3, "big") + b"\x03\x03" + bytes(40)
    fragment = fragment or len(content)
    parts = [content[at:at + fragment] for at in range(0, len(content), fragment)]
    return b"".join(b"\x16\x03\x01" + len(part).to_bytes(2, "big") + part for part in parts)


def test_long_hellos(server):
    """Who only says that much is to come gets no memory for it."""
    for length, fragment, stays in ((131_000, None, False), (131_000, 1, False), (131_000, 3, False), (16_385, None, False),
                                    (16_384, None, True), (500, 1, True)):
        with plain_stream(server) as stream:
            stream.sendall(hello_of(length, fragment))
            _, closed = read_all(stream, 0.3)
            check(f"a greeting of {length} bytes in records of {fragment or 'all'}", closed != stays, closed)
    hello = first_hello(server)
    with plain_stream(server) as stream:  # the first asks for a group that is not offered, and is asked to say it again
        picky = hello.replace(b"\x00\x1d\x00\x17", b"\x00\x1c\x00\x17").replace(b"\x00\x1d\x00\x20", b"\x00\x1c\x00\x20")
        stream.sendall(picky)
        again, _ = read_all(stream, 0.3)
        check("another greeting is asked for", again[:1] == b"\x16", again[:20])
        stream.sendall(hello_of(131_000))
        _, closed = read_all(stream, 0.3)
        check("… which may not be long, either", closed)
    check("short ones are fine", server.is_alive())


def test_slow_handshakes(server):
    """Handshakes that never end are over after ten seconds, and cost nothing meanwhile."""
    idle, hello = count_descriptors(server), first_hello(server)
    streams = [plain_stream(server) for _ in range(100)]
    for number, stream in enumerate(streams):
        stream.sendall(hello[:number * len(hello) // len(streams)])
    start = time.monotonic()
    share = processor_share(server, 1)
    check("handshakes that stand still cost no processor", share <= (0.06 if SANITIZED else 0.02), share)
    dripping = streams[50]
    while time.monotonic() - start < HEAD_S + 3 and count_descriptors(server) > idle:
        try:
            dripping.sendall(b"\0")
        except OSError:
            pass
        time.sleep(0.5)
        if time.monotonic() - start < HEAD_S - 2 and time_answer(server) is None:
            check("others are answered meanwhile", False)
    took = time.monotonic() - start
    check("handshakes have ten seconds, however they drip", HEAD_S - 2 <= took <= HEAD_S + 2 and
          count_descriptors(server) <= idle, f"{took:.1f} s, {count_descriptors(server)}, not {idle}")
    for stream in streams:
        stream.close()


def test_leaving(server):
    """Those who leave at any time, in the middle of a record or of a handshake."""
    idle, dice = count_descriptors(server), random.Random(3)
    for _ in range(30 if SHORT else 150):
        with Pipe(server) as pipe:
            pipe.shake_hands()
            sealed = pipe.seal(request() * dice.randint(1, 8))
            pipe.stream.sendall(sealed[:dice.randrange(len(sealed) + 1)])
            if dice.random() < 0.3:
                pipe.stream.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, b"\1\0\0\0\0\0\0\0")
    check("connections that end at any time", settles(lambda: count_descriptors(server) <= idle), count_descriptors(server))


def main():
    with tempfile.TemporaryDirectory() as folder, Server("--rate", "0", *secure(folder)) as server:
        for test in (test_versions, test_clear, test_resumption, test_bots, test_memory, test_bytes, test_garbage, test_broken_records, test_long_hellos,
                     test_renegotiation, test_leaving, test_slow_handshakes):
            test(server)
        check("it lives on", server.is_alive())
        ended = stop_promptly(server)
        check("… and ends cleanly, without a word", ended == (0, ""), ended)
    with tempfile.TemporaryDirectory() as folder, Server(*secure(folder, "-newkey", "rsa:2048", "-nodes")) as server:
        check("a key of RSA", server.is_alive())
    with Server() as server:
        check("without TLS nothing is said of it", SECURE_FIELD not in server.ask("/").fields)
    test_large()
    with tempfile.TemporaryDirectory() as folder:
        test_refusals(folder)
    for words in [()] + [("--user", "nobody")] * (os.geteuid() == 0):
        with tempfile.TemporaryDirectory() as folder:
            test_renewal(folder, *words)
    if os.geteuid() == 0:
        with tempfile.TemporaryDirectory() as folder:
            test_private_key(folder)
        if SANITIZED:
            check("the key in memory # SKIP sanitizers have too much of it", True)
        else:
            with tempfile.TemporaryDirectory() as folder:
                test_processes(folder)


main()
finish()

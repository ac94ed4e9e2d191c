"""Starts `ludoteca serve` on a free port and talks to it over HTTP, or byte by byte."""

import http.client
import json
import os
import random
import re
import signal
import socket
import ssl
import subprocess
import tempfile
import time
from pathlib import Path
from urllib.parse import urlencode

import shapes
from harness import PROGRAM, check_shape, environment
from serve_wire import Garbled, request, split_answers

PATIENCE = 30  # seconds
# Where a server keeps its games: in memory if there is such a place, because a disk that compilers write to beside the tests
# can hold a server that ends for longer than it may take.
QUICK_FOLDER = "/dev/shm" if os.access("/dev/shm", os.W_OK | os.X_OK) else None
SHORT, LONG = (bool(os.environ.get(f"LUDOTECA_TEST_{form}")) for form in ("SHORT", "LONG"))


class Reply:
    def __init__(self, response):
        self.status = response.status
        self.fields = {name.lower(): value for name, value in response.getheaders()}
        self.body = response.read()

    def json(self):
        return json.loads(self.body)

    def __str__(self):
        return f"{self.status} {self.fields}\n{self.body[:300]!r}"


def check_reply(target, reply):
    """A whole answer of the API is as its schema says."""
    if target.startswith("/api/") and reply.body and "json" in reply.fields.get("content-type", "") and \
            "content-encoding" not in reply.fields:
        value = reply.json()
        shape = shapes.shape_of_question(target, reply.status, value)
        if shape:
            check_shape(target, shape, value)


# -- TLS ------------------------------------------------------------------------------------------


def make_certificate(folder, name="certificate", *words):
    """(certificate, key): files for this machine's own names, which expire soon."""
    certificate, key = (str(Path(folder) / f"{name}.{kind}") for kind in ("crt", "key"))
    usual = ("-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes")
    subprocess.run(["openssl", "req", "-x509", *(words or usual), "-days", "2", "-subj", "/CN=localhost", "-keyout", key,
                    "-out", certificate, "-addext", "subjectAltName=DNS:localhost,IP:127.0.0.1,IP:::1"],
                   check=True, stderr=subprocess.DEVNULL)
    return certificate, key


class Server:
    """With LUDOTECA_TEST_TLS in the environment all of them speak TLS; with LUDOTECA_TEST_DATABASE and
    LUDOTECA_TEST_BROKER each is two servers that share them, of which one or the other is asked."""

    def __init__(self, *words, port=0, within=(), log=None, twin=None, **variables):
        self.twin = None
        if os.environ.get("LUDOTECA_TEST_DATABASE") and "--data" not in words and not twin:
            words = (*words, "--store", os.environ["LUDOTECA_TEST_DATABASE"], "--broker", os.environ["LUDOTECA_TEST_BROKER"])
            self.twin = Server(*words, within=within, twin=self, **variables)
        self.home = tempfile.TemporaryDirectory(dir=QUICK_FOLDER)  # nobody's own games are touched, and each has its own
        if os.environ.get("LUDOTECA_TEST_TLS") and "--certificate" not in words:
            certificate, key = make_certificate(self.home.name)
            words = (*words, "--certificate", certificate, "--key", key)
        self.certificate = words[words.index("--certificate") + 1] if "--certificate" in words else None
        self.context = ssl.create_default_context(cafile=self.certificate) if self.certificate else None
        variables = {"XDG_STATE_HOME": self.home.name, **variables}
        self.process = subprocess.Popen([*within, PROGRAM, "serve", "--port", str(port), *map(str, words)],
                                        stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                                        stderr=open(log, "wb") if log else subprocess.PIPE, env=environment(**variables),
                                        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL))
        self.said = [self.process.stdout.readline().decode() for _ in range(2)]
        found = re.search(r"https?://([^ ]+):(\d+)/", self.said[0])
        if not found:
            raise RuntimeError(f"it did not start: {self.said} {self.process.stderr.read()}")
        self.host, self.port = found.group(1).strip("[]"), int(found.group(2))

    def any_port(self):
        return random.choice((self.port, self.twin.port)) if self.twin else self.port

    def connect(self):
        if self.context:
            return http.client.HTTPSConnection(self.host, self.port, timeout=PATIENCE, context=self.context)
        return http.client.HTTPConnection(self.host, self.any_port(), timeout=PATIENCE)

    def ask(self, path, method="GET", body=None, connection=None, **fields):
        """One request; the names of fields are written with _ for -."""
        own = connection or self.connect()
        own.request(method, path, body, {name.replace("_", "-"): value for name, value in fields.items()})
        reply = Reply(own.getresponse())
        check_reply(path, reply)
        if not connection:
            own.close()
        return reply

    def api(self, question, **parameters):
        return self.ask(f"/api/v1/{question}" + ("?" + urlencode(parameters) if parameters else ""))

    def raw(self, data, patience=PATIENCE):
        """All that comes back for these bytes until the other end closes or is silent."""
        with socket.create_connection((self.host, self.port), timeout=patience) as stream:
            got = b""
            try:
                stream.sendall(data)
                while part := stream.recv(1 << 16):
                    got += part
            except (TimeoutError, ConnectionError):
                pass
            return got

    def is_alive(self):
        return self.process.poll() is None and self.ask("/").status == 200

    def tell(self, number):
        """Sends a signal."""
        for server in filter(None, (self.twin, self)):
            server.process.send_signal(number)

    def stop(self, number=signal.SIGTERM):
        """(exit status, the rest of what it said, what it complained about)."""
        _, twin_out, twin_err = self.twin.stop(number) if self.twin else (0, "", "")
        self.process.send_signal(number)
        out, err = self.process.communicate(timeout=PATIENCE)
        return self.process.returncode, out.decode() + twin_out, err.decode() + twin_err

    def __enter__(self):
        return self

    def __exit__(self, *unused):
        if self.twin:
            self.twin.__exit__()
        if self.process.poll() is None:
            self.process.kill()
        self.process.communicate()
        self.home.cleanup()


# -- attacks: how the server fares ----------------------------------------------------------------

SANITIZED = any(name in Path(PROGRAM).read_bytes() for name in (b"AddressSanitizer", b"ThreadSanitizer"))
SLOWNESS = 5 if SHORT or SANITIZED else 1
PROMPT = 1 * SLOWNESS  # seconds in which others must be answered, and SIGTERM obeyed
TICKS = os.sysconf("SC_CLK_TCK")


def open_stream(server, source=None, buffer=None, segment=None, patience=PATIENCE):
    """A connection, maybe from another address of this machine, or with little room for what comes in."""
    stream = socket.socket(socket.AF_INET)
    stream.settimeout(patience)
    if buffer:
        stream.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, buffer)
    if segment:
        stream.setsockopt(socket.IPPROTO_TCP, socket.TCP_MAXSEG, segment)
    if source:
        stream.bind((source, 0))
    stream.connect((server.host, server.any_port()))
    return server.context.wrap_socket(stream, server_hostname=server.host) if server.context else stream


def read_all(stream, patience):
    """(what comes, whether the other end closed) within these seconds."""
    got, until = b"", time.monotonic() + patience
    try:
        while (left := until - time.monotonic()) > 0:
            stream.settimeout(left)
            part = stream.recv(1 << 16)
            if not part:
                return got, True
            got += part
    except ConnectionError:
        return got, True
    except TimeoutError:
        pass
    return got, False


def read_answer(stream, patience=PROMPT):
    """The first answer that comes; None if it is not whole in time."""
    got, until = b"", time.monotonic() + patience
    try:
        while (left := until - time.monotonic()) > 0:
            stream.settimeout(left)
            part = stream.recv(1 << 16)
            got += part
            answers, _ = split_answers(got)
            if answers and answers[0].is_whole:
                return answers[0]
            if not part:
                return None
    except (OSError, Garbled):
        pass
    return None


def time_answer(server, source=None, patience=PROMPT):
    """Seconds that a plain request takes on a new connection; None if it is not answered in time."""
    start = time.monotonic()
    try:
        with open_stream(server, source, patience=patience) as stream:
            stream.sendall(request(Connection="close"))
            answer = read_answer(stream, patience)
    except OSError:
        return None
    took = time.monotonic() - start
    return took if answer and answer.status == 200 and took <= patience else None


def is_let_in(server, source=None):
    """Whether a connection comes about, with its handshake of TLS if there is one."""
    try:
        open_stream(server, source).close()
        return True
    except OSError:
        return False


def ask_from(server, source, path):
    """The content of an answer, asked for from another address of this machine."""
    with open_stream(server, source) as stream:
        stream.sendall(request(path, Connection="close"))
        return read_answer(stream).body.decode()


def processor_s(server):
    """Seconds of processor time that it has used."""
    words = Path(f"/proc/{server.process.pid}/stat").read_text().rsplit(")", 1)[1].split()
    return (int(words[11]) + int(words[12])) / TICKS


def processor_share(server, seconds):
    """The share of one processor that it uses from now on."""
    before, start = processor_s(server), time.monotonic()
    time.sleep(seconds)
    return (processor_s(server) - before) / (time.monotonic() - start)


def count_descriptors(server):
    return len(os.listdir(f"/proc/{server.process.pid}/fd"))


def settles(condition, seconds=10):
    """Whether it comes true within these seconds."""
    until = time.monotonic() + seconds
    while not condition() and time.monotonic() < until:
        time.sleep(0.05)
    return condition()


def read_status_of(folder):
    """The file `status` of a process or thread below /proc, as a dictionary."""
    lines = (folder / "status").read_text().splitlines()
    return {name: value.strip() for name, _, value in (line.partition(":") for line in lines)}


def read_status(server):
    return read_status_of(Path(f"/proc/{server.process.pid}"))


def find_threads(server):
    """The folders of its threads below /proc."""
    return list(Path(f"/proc/{server.process.pid}/task").iterdir())


def stop_promptly(server):
    """(exit status, complaints) of a server that is asked to end; "late" and what it waited for if that takes too long."""
    start = time.monotonic()
    server.process.send_signal(signal.SIGTERM)
    try:
        _, err = server.process.communicate(timeout=PROMPT)
        return server.process.returncode, err.decode(errors="replace")
    except subprocess.TimeoutExpired:
        waits = describe_waits(server)
    try:
        server.process.communicate(timeout=PATIENCE)
        return "late", f"it took {time.monotonic() - start:.1f} s; {waits}"
    except subprocess.TimeoutExpired:
        return "hangs", waits


def describe_waits(server):
    """What each of its threads is doing, as far as the system tells: a late end is rarely seen twice."""
    told = []
    for thread in find_threads(server):
        try:
            told.append(" ".join((thread / name).read_text().split("\n")[0] for name in ("comm", "wchan", "syscall")))
        except OSError:
            pass  # it has ended meanwhile
    return "; ".join(told)

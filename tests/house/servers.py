"""A house for tests: a database with a standby, a broker, servers, and a balancer before them; all plain processes."""

import asyncio
import os
import shutil
import signal
import socket
import struct
import subprocess
import sys
import tempfile
import threading
import time
import urllib.request
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path[:0] = [str(ROOT / "store"), str(ROOT / "broker")]

from nats import Nats, free_port  # noqa: E402
from postgres import Postgres  # noqa: E402

BALANCER = """
global
    maxconn 4000
defaults
    mode http
    timeout connect 1s
    timeout client 60s
    timeout server 60s
    timeout tunnel 1h
    option redispatch
    retries 2
    retry-on conn-failure empty-response 503
frontend all
    bind 127.0.0.1:{port}
    default_backend servers
backend servers
    balance roundrobin
    option httpchk GET /ready
    default-server inter 300ms fall 1 rise 1
{servers}
"""


class Wire:
    """What lies between a server and a database: it can be cut, as a network is, without either end being told."""

    def __init__(self, port):
        self.target = port
        self.listener = socket.create_server(("127.0.0.1", 0), backlog=64)
        self.port = self.listener.getsockname()[1]
        self.whole = threading.Event()
        self.whole.set()
        threading.Thread(target=self.accept, daemon=True).start()

    def accept(self):
        while True:
            near, _ = self.listener.accept()
            threading.Thread(target=self.connect, args=(near,), daemon=True).start()

    def connect(self, near):
        self.whole.wait()
        try:
            far = socket.create_connection(("127.0.0.1", self.target))
        except OSError:
            near.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))  # as if nobody had been there
            near.close()
            return
        for source, sink in ((near, far), (far, near)):
            threading.Thread(target=self.pass_on, args=(source, sink), daemon=True).start()

    def pass_on(self, source, sink):
        try:
            while part := source.recv(65536):
                self.whole.wait()
                sink.sendall(part)
        except OSError:
            pass
        for end in (source, sink):
            try:
                end.shutdown(socket.SHUT_RDWR)
            except OSError:
                pass

    def cut(self):
        self.whole.clear()

    def mend(self):
        self.whole.set()


class One:
    """A server, started again whenever it was killed."""

    def __init__(self, program, name, store, broker, *words):
        self.program, self.name, self.store, self.broker, self.words = program, name, store, broker, words
        self.port = free_port()
        self.home = tempfile.TemporaryDirectory()
        self.start()

    def start(self):
        broker = ("--broker", self.broker) if self.broker else ()
        self.process = subprocess.Popen([self.program, "serve", "--port", str(self.port), "--store", self.store, *broker, "--name", self.name, "--rate", "0",
                                         "--metrics", "all", *self.words],
                                        stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, env={**os.environ, "XDG_STATE_HOME": self.home.name})

    def is_ready(self):
        try:
            return urllib.request.urlopen(f"http://127.0.0.1:{self.port}/ready", timeout=2).status == 200
        except OSError:
            return False

    def await_ready(self, patience=30):
        until = time.monotonic() + patience
        while not self.is_ready():
            if self.process.poll() is not None:
                raise RuntimeError(f"{self.name} ended: {self.process.stderr.read().decode()}")
            if time.monotonic() > until:
                raise RuntimeError(f"{self.name} is not ready")
            time.sleep(0.05)

    def signal(self, number):
        self.process.send_signal(number)

    def kill(self):
        self.process.kill()
        self.process.wait()

    def stop(self, patience=30):
        """Its exit status and what it complained about."""
        if self.process.poll() is None:
            self.process.send_signal(signal.SIGCONT)
            self.process.send_signal(signal.SIGTERM)
        _, err = self.process.communicate(timeout=patience)
        self.home.cleanup()
        return self.process.returncode, err.decode()


class House:
    def __init__(self, program, count=3, has_standby=True, has_broker=True, has_balancer=True, has_wires=True, words=()):
        self.has_standby = has_standby
        names = ["synchronous_standby_names = 'second'", "synchronous_commit = on"] if has_standby else []
        self.first = Postgres(["max_connections = 60", "wal_level = replica", "max_wal_senders = 8", "hot_standby = on"], name="first")
        self.second = Postgres(["max_connections = 60", "hot_standby = on"], source=self.first, name="second") if has_standby else None
        if names:
            self.first.query("ALTER SYSTEM SET synchronous_standby_names = 'second'")
            self.first.query("SELECT pg_reload_conf()")
        self.broker = Nats() if has_broker else None
        self.wires = [Wire(database.port) for database in (self.first, self.second) if database and has_wires]
        direct = ",".join(f"127.0.0.1:{database.port}" for database in (self.first, self.second) if database)
        wired = ",".join(f"127.0.0.1:{wire.port}" for wire in self.wires)
        self.servers = []
        for i in range(count):
            hosts = wired if has_wires and i == count - 1 else direct
            address = f"postgresql://postgres@{hosts}/postgres?application_name=s{i + 1}"
            self.servers.append(One(program, f"s{i + 1}", address, self.broker.address if self.broker else None, *words))
        for server in self.servers:
            server.await_ready()
        self.folder = tempfile.TemporaryDirectory()
        self.port = self.balance() if has_balancer else self.servers[0].port

    def balance(self):
        program = shutil.which("haproxy", path="/usr/sbin:/usr/bin:/usr/local/sbin")
        if not program:
            raise RuntimeError("haproxy is missing: install it with scripts/install_deps.sh test")
        port = free_port()
        lines = "\n".join(f"    server {server.name} 127.0.0.1:{server.port} check" for server in self.servers)
        place = Path(self.folder.name) / "haproxy.cfg"
        place.write_text(BALANCER.format(port=port, servers=lines))
        self.balancer = subprocess.Popen([program, "-q", "-db", "-f", place], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        until = time.monotonic() + 20
        while True:
            try:
                if urllib.request.urlopen(f"http://127.0.0.1:{port}/ready", timeout=2).status == 200:
                    return port
            except OSError:
                if time.monotonic() > until:
                    raise
            time.sleep(0.05)

    def database(self):
        """The one that can be written to."""
        return self.first if self.first.process else self.second

    def fail_over(self):
        """The first database goes down with its machine; the second takes its place, alone."""
        self.first.kill()
        self.second.query("ALTER SYSTEM SET synchronous_standby_names = ''")
        self.second.promote()

    def __enter__(self):
        return self

    def __exit__(self, *_):
        for server in self.servers:
            if server.process.poll() is None:
                server.process.kill()
            server.process.communicate()
        if hasattr(self, "balancer"):
            self.balancer.kill()
            self.balancer.wait()
        for part in (self.broker, self.second, self.first):
            if part:
                part.__exit__()
        self.folder.cleanup()

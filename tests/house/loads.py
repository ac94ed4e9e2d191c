"""Loads on servers, and what they cost: processor time of each kind of process, bytes of the database, messages."""

import json
import os
import signal
import subprocess
import sys
import tempfile
import time
import urllib.request
from pathlib import Path

from servers import House, free_port

TICKS = os.sysconf("SC_CLK_TCK")
signal.signal(signal.SIGTERM, lambda *_: sys.exit(1))  # so that whatever was started is ended


def read_stat(pid):
    """(its parent, seconds of the processor that it has used, and those of its children that have ended)."""
    words = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    own, childrens = (int(words[i]) + int(words[i + 1]) for i in (11, 13))
    return int(words[1]), own / TICKS, childrens / TICKS


def find_children(pid):
    found = []
    for place in Path("/proc").glob("[0-9]*"):
        try:
            if read_stat(place.name)[0] == pid:
                found.append(int(place.name))
        except OSError:
            pass  # it has just ended
    return found


def count_seconds(pid):
    """Of the processor, by a process and all that it has started."""
    _, own, childrens = read_stat(pid)
    return own + childrens + sum(read_stat(child)[1] for child in find_children(pid))


def resident_kb(pid):
    return next(int(line.split()[1]) for line in Path(f"/proc/{pid}/status").read_text().splitlines() if line.startswith("VmRSS"))


def read_metrics(port):
    text = urllib.request.urlopen(f"http://127.0.0.1:{port}/metrics", timeout=10).read().decode()
    return {line.split()[0]: float(line.split()[1]) for line in text.splitlines() if not line.startswith("#") and "{" not in line}


class Alone:
    """A server with a file, looked at like a house."""

    def __init__(self, program):
        self.folder = tempfile.TemporaryDirectory()
        self.ports = self.servers = [free_port()]
        self.process = subprocess.Popen([program, "serve", "--port", str(self.ports[0]), "--data", self.folder.name, "--rate", "0", "--metrics", "all"],
                                        stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
        self.process.stdout.readline()
        self.kinds = {"servers": [self.process.pid]}

    def read_database(self):
        return {}

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.process.kill()
        self.process.communicate()
        self.folder.cleanup()


class Shared:
    """A house, as those see it who measure."""

    def __init__(self, house):
        self.house = house
        self.servers = [server.port for server in house.servers]
        self.has_front = hasattr(house, "balancer")
        self.ports = [house.port] if self.has_front else self.servers
        databases = [database.process.pid for database in (house.first, house.second) if database]
        self.kinds = {"servers": [server.process.pid for server in house.servers], "database": databases,
                      "broker": [house.broker.process.pid] if house.broker else [],
                      "front": [house.balancer.pid] if self.has_front else []}

    def read_database(self):
        row = self.house.first.query("SELECT pg_current_wal_insert_lsn() - '0/0'::pg_lsn, (SELECT sum(xact_commit) FROM pg_stat_database),"
                                     " pg_database_size('postgres'), pg_total_relation_size('event')")[0]
        return dict(zip(("wal_bytes", "commits", "database_bytes", "event_bytes"), map(float, row.split("|"))))


def look(subject):
    """All that can be counted now."""
    seen = {f"{kind}_s": sum(map(count_seconds, pids)) for kind, pids in subject.kinds.items()}
    for kind in ("servers", "front"):
        seen[f"{kind}_kb"] = sum(map(resident_kb, subject.kinds.get(kind, [])))
    for port in subject.servers:
        for name, value in read_metrics(port).items():
            seen[name] = seen.get(name, 0) + value
    return {**seen, **subject.read_database()}


def difference(after, before):
    return {name: after[name] - before[name] for name in after}


def load(loader, subject, connections, games, rate, seconds, watchers=0):
    """(what the loader says, what coming cost, what playing cost)."""
    ports = ",".join(map(str, subject.ports))
    empty = look(subject)
    process = subprocess.Popen([loader, ports, *map(str, (connections, games, rate, seconds, watchers))],
                               stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    start = time.monotonic()
    if not process.stdout.readline():
        return {"moves": 0, "refused": -1, "p99_ms": -1, "error": process.communicate()[1].decode()}, {}, {}
    took_s = time.monotonic() - start
    time.sleep(1)
    ready = look(subject)
    process.stdin.write(b"\n")
    process.stdin.flush()
    out = process.stdout.readline()
    played = look(subject)
    _, err = process.communicate(timeout=600)
    said = json.loads(out) if out else {"moves": 0, "refused": -1, "p99_ms": -1, "error": err.decode()}
    return said, {**difference(ready, empty), "took_s": took_s}, difference(played, ready)


def open_house(program, count, has_standby=False, has_front=False):
    """With nothing between the servers and the database."""
    return House(program, count, has_standby=has_standby, has_balancer=has_front, has_wires=False)

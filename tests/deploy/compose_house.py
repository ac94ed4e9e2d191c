"""What deploy/compose.yaml describes, started as plain processes: with its words and its files, and with other
addresses and directories."""

import os
import pwd
import re
import shutil
import signal
import subprocess
import sys
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
sys.path[:0] = [str(ROOT / "tests" / folder) for folder in ("cli", "store")]

import yaml  # noqa: E402
from harness import PROGRAM, environment  # noqa: E402
from postgres import find_programs, kill_whole  # noqa: E402
from serve_front import free_ports  # noqa: E402

COMPOSE = ROOT / "deploy" / "compose.yaml"
PASSWORDS = ("POSTGRES_PASSWORD", "STORE_PASSWORD", "REPLICATION_PASSWORD", "BROKER_PASSWORD")
# What PostgreSQL's image does with a directory that is empty.
ENTRYPOINT = """#!/bin/sh
set -eu
if [ ! -s "$PGDATA/PG_VERSION" ]; then
    initdb -U postgres -A trust -E UTF8 --locale=C.UTF-8 --no-sync >/dev/null
    pg_ctl -w -s -o "-c listen_addresses='' -c unix_socket_directories='$PGHOST'" start >/dev/null
    "$INIT"
    pg_ctl -w -s stop
fi
exec "$@"
"""


# -- reading --------------------------------------------------------------------------------------


def read_variables(path):
    lines = [line for line in path.read_text().splitlines() if line and not line.startswith("#")]
    return dict(line.split("=", 1) for line in lines)


def interpolate(value, variables):
    """${NAME}, ${NAME:-usual}, ${NAME-usual} and ${NAME:?complaint}, as Compose has them."""

    def put(found):
        name, kind, rest = found.groups()
        if kind and kind.startswith(":") and not variables.get(name) or name not in variables:
            if not kind or kind.endswith("?"):
                raise KeyError(f"{name} {rest or 'is missing'}")
            return rest
        return variables[name]

    if isinstance(value, dict):
        return {key: interpolate(part, variables) for key, part in value.items()}
    if isinstance(value, list):
        return [interpolate(part, variables) for part in value]
    return re.sub(r"\$\{(\w+)(?:(:?[-?])([^}]*))?\}", put, value) if isinstance(value, str) else value


def read_services(**variables):
    known = {**read_variables(ROOT / "deploy" / "example.env"), **variables}
    return interpolate(yaml.safe_load(COMPOSE.read_text()), known)["services"]


# -- starting -------------------------------------------------------------------------------------


class House:
    def __init__(self, folder):
        self.folder = Path(folder)
        self.services = read_services(**{name: name.lower().replace("_", "") + "x7" for name in PASSWORDS})
        self.config = self.folder / "config"
        shutil.copytree(ROOT / "deploy" / "config", self.config)
        self.servers = [name for name in self.services if name.startswith("server")]
        self.ports = dict(zip(["db1", "db2", "nats", "watch", "plain", "caddy", "prometheus", *self.servers], free_ports(7 + len(self.servers))))
        self.processes = {}

    def fill_in(self, value, *others):
        """With the addresses and directories of here; each must be in it."""
        for old, new in others:
            if old not in value:
                raise RuntimeError(f"no {old!r} in {value!r}")
            value = value.replace(old, str(new))
        return value

    def at(self, name):
        return f"127.0.0.1:{self.ports[name]}"

    def start(self, name, words, before=None, **variables):
        with open(self.folder / f"{name}.log", "ab") as log:
            self.processes[name] = subprocess.Popen([str(word) for word in words], stdin=subprocess.DEVNULL, stdout=log, stderr=log, preexec_fn=before,
                                                    env=environment(**variables), cwd=self.folder)

    def log(self, name):
        return (self.folder / f"{name}.log").read_text(errors="replace")[-3000:]

    # -- databases --------------------------------------------------------------------------------

    def demote(self):
        """PostgreSQL refuses to run as root."""
        os.setsid()
        if os.geteuid() == 0:
            user = pwd.getpwnam("postgres")
            os.setgid(user.pw_gid)
            os.setgroups([])
            os.setuid(user.pw_uid)

    def database_variables(self, name):
        return {**self.services[name]["environment"], "PGDATA": str(self.folder / name / "data"), "PGHOST": str(self.folder / name),
                "PATH": f"{self.folder}/bin:{find_programs()}:/usr/bin:/bin", "INIT": str(self.config / "init_database.sh")}

    def prepare_databases(self):
        (self.folder / "bin").mkdir()
        entrypoint = self.folder / "bin" / "docker-entrypoint.sh"
        entrypoint.write_text(ENTRYPOINT)
        entrypoint.chmod(0o755)
        for name in ("db1", "db2"):
            (self.folder / name / "data").mkdir(parents=True, mode=0o700)
            if os.geteuid() == 0:
                for place in (self.folder / name, self.folder / name / "data"):
                    shutil.chown(place, "postgres", "postgres")

    def start_database(self, name):
        service, variables = self.services[name], self.database_variables(name)
        if variables["FOLLOWS"]:
            variables = {**variables, "FOLLOWS": "127.0.0.1", "PGPORT": str(self.ports[variables["FOLLOWS"]])}
        words = [self.fill_in(word, ("/etc/ludoteca", self.config)) if "/etc" in word else word for word in (*service["entrypoint"], *service["command"])]
        here = ["-c", f"port={self.ports[name]}", "-c", f"unix_socket_directories={self.folder / name}", "-c", "shared_buffers=32MB", "-c", "dynamic_shared_memory_type=mmap"]
        self.start(name, [*words, *here], self.demote, **variables)
        until = time.monotonic() + 60
        while subprocess.run([find_programs() / "pg_isready", "-q", "-h", "127.0.0.1", "-p", str(self.ports[name])]).returncode != 0:
            if self.processes[name].poll() is not None or time.monotonic() > until:
                raise RuntimeError(self.log(name))
            time.sleep(0.05)

    def run_inside(self, name, *words):
        """A command as it is given inside the container of a database."""
        done = subprocess.run([str(word) for word in words], preexec_fn=self.demote, capture_output=True, text=True, cwd=self.folder,
                              env=environment(**self.database_variables(name), PGPORT=str(self.ports[name])))
        if done.returncode != 0:
            raise RuntimeError(f"{words}: {done.stderr}")
        return done.stdout.strip()

    def query(self, name, statement, database="postgres"):
        return self.run_inside(name, "psql", "-X", "-A", "-t", "-q", "-U", "postgres", "-d", database, "-c", statement)

    # -- the rest ---------------------------------------------------------------------------------

    def start_nats(self):
        path = self.config / "nats.conf"
        path.write_text(self.fill_in(path.read_text(), ("port: 4222", f"port: {self.ports['nats']}"), ("127.0.0.1:8222", self.at("watch"))))
        command = [self.fill_in(word, ("/etc/ludoteca", self.config)) if "/etc" in word else word for word in self.services["nats"]["command"]]
        self.start("nats", [shutil.which("nats-server", path="/usr/sbin:/usr/bin:/usr/local/bin") or "nats-server", *command])

    def start_server(self, name):
        service = self.services[name]
        changes = {"nats:4222": self.at("nats"), "172.30.77.10": "127.0.0.1"}
        command = [next((self.fill_in(word, change) for change in changes.items() if change[0] in word), word) for word in service["command"]]
        store = self.fill_in(service["environment"]["LUDOTECA_STORE"], ("db1,db2", f"{self.at('db1')},{self.at('db2')}"))
        self.start(name, [PROGRAM, "serve", "--port", self.ports[name], "--name", service["hostname"], *command], LUDOTECA_STORE=store, HOME="/nonexistent")

    def start_caddy(self, program, certificate, key):
        path = self.config / "Caddyfile"
        servers = " ".join(self.at(name) for name in self.servers)
        own = f"{{\n\tadmin off\n\thttp_port {self.ports['plain']}\n\tauto_https disable_certs\n\tservers {{"
        path.write_text(self.fill_in(path.read_text(), (" ".join(f"{name}:8080" for name in self.servers), servers), ("{\n\tservers {", own),
                                     ("{$DOMAIN} {", "{$DOMAIN} {\n\ttls " + f"{certificate} {key}")))
        words = [self.fill_in(word, ("/etc/ludoteca", self.config)) if "/etc" in word else word for word in self.services["caddy"]["command"]]
        self.start("caddy", [program, *words[1:]], DOMAIN=f"https://{self.at('caddy')}", HOME=str(self.folder), XDG_DATA_HOME=None, XDG_CONFIG_HOME=None)

    def start_prometheus(self, program):
        path = self.config / "prometheus.yml"
        changes = [(f"{name}:8080", self.at(name)) for name in self.servers]
        path.write_text(self.fill_in(path.read_text(), *changes, ("interval: 15s", "interval: 500ms")))
        words = [self.fill_in(word, *[change for change in (("/etc/ludoteca", self.config), ("=/prometheus", f"={self.folder}/prometheus"))
                                      if change[0] in word]) for word in self.services["prometheus"]["command"]]
        self.start("prometheus", [program, *words, f"--web.listen-address={self.at('prometheus')}"])

    def kill(self, name):
        """With all that it has started."""
        process = self.processes.pop(name)
        if name in ("db1", "db2"):
            kill_whole(process, self.folder / name / "data")
        process.kill()
        process.wait()

    def __enter__(self):
        return self

    def __exit__(self, *_):
        """Those first that need others."""
        databases = sorted(name for name in self.processes if name in ("db1", "db2"))
        for names in (set(self.processes) - {*databases, "nats"}, {"nats"}, databases):
            for name in names:
                self.processes[name].send_signal(signal.SIGINT if name in databases else signal.SIGTERM)
            for name in names:
                self.await_end(self.processes[name])

    @staticmethod
    def await_end(process):
        try:
            process.wait(20)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()

"""PostgreSQL servers for tests, from Debian's packages, each in a temporary directory and for nobody but the tests."""

import ctypes
import os
import pwd
import shutil
import signal
import socket
import subprocess
import tempfile
import time
from pathlib import Path


TELL_OF_PARENTS_DEATH = 1


def find_programs():
    """The newest version's; Debian keeps them out of the path."""
    found = sorted(Path("/usr/lib/postgresql").glob("*/bin"), key=lambda path: float(path.parent.name))
    if found:
        return found[-1]
    return Path(shutil.which("postgres") or "/nowhere/postgres").parent


def free_port():
    with socket.create_server(("127.0.0.1", 0)) as listener:
        return listener.getsockname()[1]


def kill_whole(process, data):
    """A server with all its processes, and the memory by which it knows that no other one uses its data: it has no time to give that back."""
    memory = (data / "postmaster.pid").read_text().splitlines()[6].split()[1]
    os.killpg(process.pid, signal.SIGKILL)
    process.wait()
    subprocess.run(["ipcrm", "-m", memory], capture_output=True)


class Postgres:
    """A server with one empty database. `settings` are lines of its configuration; `source`: the one that this is a standby of."""

    def __init__(self, settings=(), source=None, name="one"):
        self.programs = find_programs()
        # The server refuses to run as root, so it gets a user of its own, who must get at its directory.
        self.user = pwd.getpwnam("postgres" if os.geteuid() == 0 else pwd.getpwuid(os.geteuid()).pw_name)
        self.folder = Path(tempfile.mkdtemp(prefix="ludoteca-postgres-"))
        os.chown(self.folder, self.user.pw_uid, self.user.pw_gid)
        self.data = self.folder / "data"
        self.port = free_port()
        self.name = name
        self.address = f"postgresql://postgres@127.0.0.1:{self.port}/postgres"
        self.process = None
        if source:
            self.run("pg_basebackup", "-h", "127.0.0.1", "-p", str(source.port), "-U", "postgres", "-D", str(self.data), "-R", "-X", "stream", "--checkpoint=fast")
            with open(self.data / "postgresql.auto.conf", "a", encoding="utf-8") as file:
                file.write(f"primary_conninfo = 'host=127.0.0.1 port={source.port} user=postgres application_name={name}'\n")
        else:
            self.run("initdb", "-D", str(self.data), "-U", "postgres", "-A", "trust", "-E", "UTF8", "--locale=C.UTF-8", "--no-sync")
        self.settings = [f"port = {self.port}", "listen_addresses = '127.0.0.1'", f"unix_socket_directories = '{self.folder}'",
                         "dynamic_shared_memory_type = mmap", "shared_buffers = 32MB", "max_connections = 40", "logging_collector = off", *settings]
        with open(self.data / "postgresql.conf", "a", encoding="utf-8") as file:
            file.write("\n".join(self.settings) + "\n")
        self.start()

    def demoted(self):
        if os.geteuid() == 0:
            os.setgid(self.user.pw_gid)
            os.setgroups([])
            os.setuid(self.user.pw_uid)
        os.setsid()
        ctypes.CDLL(None).prctl(TELL_OF_PARENTS_DEATH, signal.SIGQUIT)  # a test that is killed leaves nothing behind

    def run(self, program, *words):
        done = subprocess.run([self.programs / program, *words], preexec_fn=self.demoted, capture_output=True, text=True, cwd=self.folder)
        if done.returncode != 0:
            raise RuntimeError(f"{program}: {done.stdout}{done.stderr}")

    def start(self):
        with open(self.folder / "log", "ab") as log:
            self.process = subprocess.Popen([self.programs / "postgres", "-D", self.data], preexec_fn=self.demoted, stdout=log, stderr=log, cwd=self.folder)
        until = time.monotonic() + 60
        while subprocess.run([self.programs / "pg_isready", "-q", "-h", "127.0.0.1", "-p", str(self.port)]).returncode != 0:
            if self.process.poll() is not None or time.monotonic() > until:
                raise RuntimeError((self.folder / "log").read_text())
            time.sleep(0.05)

    def query(self, statement):
        """The rows, columns separated by "|"."""
        return subprocess.run([self.programs / "psql", "-X", "-A", "-t", "-q", "-c", statement, self.address],
                              check=True, capture_output=True, text=True).stdout.split("\n")[:-1]

    def promote(self):
        self.run("pg_ctl", "promote", "-D", str(self.data), "-w")

    def kill(self):
        """As if its machine went down."""
        if self.process:
            kill_whole(self.process, self.data)
            self.process = None

    def stop(self):
        if self.process:
            self.process.send_signal(signal.SIGINT)
            self.process.wait()
            self.process = None

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.stop()
        shutil.rmtree(self.folder, ignore_errors=True)

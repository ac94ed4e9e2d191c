"""A NATS server for tests, from Debian's package, on a port of its own."""

import ctypes
import shutil
import signal
import socket
import subprocess
import tempfile
import threading
import time
from pathlib import Path


TELL_OF_PARENTS_DEATH = 1


def end_with_parent():
    """Run in a child: a test that is killed leaves nothing behind."""
    ctypes.CDLL(None).prctl(TELL_OF_PARENTS_DEATH, signal.SIGKILL)


def free_port():
    with socket.create_server(("127.0.0.1", 0)) as listener:
        return listener.getsockname()[1]


class Nats:
    """Started again, a little later, whenever it ends."""

    def __init__(self, again_s=0.3):
        self.port = free_port()
        self.address = f"nats://127.0.0.1:{self.port}"
        self.folder = tempfile.TemporaryDirectory(prefix="ludoteca-nats-")
        self.pid_file = Path(self.folder.name) / "pid"
        self.again_s = again_s
        self.is_over = False
        self.start()
        threading.Thread(target=self.keep, daemon=True).start()

    def start(self):
        program = shutil.which("nats-server", path="/usr/sbin:/usr/bin:/usr/local/bin")
        if not program:
            raise RuntimeError("nats-server is missing: install it with scripts/install_deps.sh test")
        self.process = subprocess.Popen([program, "-a", "127.0.0.1", "-p", str(self.port)], preexec_fn=end_with_parent, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        self.pid_file.write_text(str(self.process.pid))
        until = time.monotonic() + 20
        while True:
            try:
                socket.create_connection(("127.0.0.1", self.port), timeout=1).close()
                return
            except OSError:
                if time.monotonic() > until:
                    raise
                time.sleep(0.02)

    def keep(self):
        while not self.is_over:
            self.process.wait()
            time.sleep(self.again_s)
            if not self.is_over:
                self.start()

    def kill(self):
        self.process.kill()

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.is_over = True
        self.process.kill()
        self.process.wait()
        self.folder.cleanup()

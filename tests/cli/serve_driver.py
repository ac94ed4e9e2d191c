"""Starts `ludoteca serve` on a free port and talks to it over HTTP, or byte by byte."""

import http.client
import json
import os
import re
import signal
import socket
import subprocess
from urllib.parse import urlencode

from harness import PROGRAM, environment

PATIENCE = 30  # seconds
SHORT = bool(os.environ.get("LUDOTECA_TEST_SHORT"))


class Reply:
    def __init__(self, response):
        self.status = response.status
        self.fields = {name.lower(): value for name, value in response.getheaders()}
        self.body = response.read()

    def json(self):
        return json.loads(self.body)

    def __str__(self):
        return f"{self.status} {self.fields}\n{self.body[:300]!r}"


class Server:
    def __init__(self, *words, port=0, **variables):
        self.process = subprocess.Popen([PROGRAM, "serve", "--port", str(port), *map(str, words)],
                                        stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                                        stderr=subprocess.PIPE, env=environment(**variables),
                                        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL))
        self.said = [self.process.stdout.readline().decode() for _ in range(2)]
        found = re.search(r"http://([^ ]+):(\d+)/", self.said[0])
        if not found:
            raise RuntimeError(f"it did not start: {self.said} {self.process.stderr.read()}")
        self.host, self.port = found.group(1).strip("[]"), int(found.group(2))

    def connect(self):
        return http.client.HTTPConnection(self.host, self.port, timeout=PATIENCE)

    def ask(self, path, method="GET", body=None, connection=None, **fields):
        """One request; the names of fields are written with _ for -."""
        own = connection or self.connect()
        own.request(method, path, body, {name.replace("_", "-"): value for name, value in fields.items()})
        reply = Reply(own.getresponse())
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

    def stop(self, number=signal.SIGTERM):
        """(exit status, the rest of what it said, what it complained about)."""
        self.process.send_signal(number)
        out, err = self.process.communicate(timeout=PATIENCE)
        return self.process.returncode, out.decode(), err.decode()

    def __enter__(self):
        return self

    def __exit__(self, *unused):
        if self.process.poll() is None:
            self.process.kill()
        self.process.communicate()

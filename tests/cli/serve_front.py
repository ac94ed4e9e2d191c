"""A proxy in front of the server, or of several: how to get one, and what is asked through it."""

import glob
import http.client
import json
import os
import shutil
import socket
import ssl
import subprocess

from harness import PROGRAM, check, environment
from serve_channel import Seat
from serve_driver import PATIENCE, Reply, Server

ROOT = "/api/v1/play"


# -- programs that may not be there ---------------------------------------------------------------


def find_program(name, package, folder):
    """(path, None), or (None, why it can't be had). What is unpacked in the folder already is taken from there."""
    found = shutil.which(name, path=f"{os.environ.get('PATH', '')}:/usr/sbin")
    if not found:
        if not shutil.which("apt-get") or not shutil.which("dpkg-deb"):
            return None, "neither here nor in a package of Debian"
        if not glob.glob(f"{folder}/usr/*bin/{name}"):
            done = subprocess.run(["apt-get", "-q", "download", package], cwd=folder, capture_output=True, text=True, timeout=120)
            files = glob.glob(f"{folder}/{package}_*.deb")
            if not files:
                return None, "can't be downloaded: " + (done.stderr.strip().splitlines() or ["?"])[-1]
            subprocess.run(["dpkg-deb", "-x", files[0], folder], check=True)
        found = next((path for path in (f"{folder}/usr/sbin/{name}", f"{folder}/usr/bin/{name}") if os.path.exists(path)), None)
    words = [found, {"caddy": "version", "nginx": "-v"}.get(name, "--version")]
    if not found or subprocess.run(words, capture_output=True).returncode != 0:
        return None, "does not run here"
    return found, None


def free_ports(many):
    probes = [socket.socket() for _ in range(many)]
    for probe in probes:
        probe.bind(("127.0.0.1", 0))
    ports = [probe.getsockname()[1] for probe in probes]
    for probe in probes:
        probe.close()
    return ports


class Front(Server):
    """The proxy, asked like the server behind it."""

    def __init__(self, port, certificate):
        self.twin, self.host, self.port, self.certificate = None, "127.0.0.1", port, certificate
        self.context = ssl.create_default_context(cafile=certificate)

    def answers(self):
        try:
            return self.ask("/").status == 200
        except OSError:
            return False


# -- through it -----------------------------------------------------------------------------------


def check_plain(name, port):
    """Plain HTTP leads to TLS."""
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=PATIENCE)
    connection.request("GET", "/x", headers={"Host": "localhost"})
    reply = Reply(connection.getresponse())
    check(f"{name}: plain HTTP leads to https", reply.status == 308 and reply.fields["location"].startswith("https://localhost"), reply)


def check_game(name, front):
    made = front.ask(ROOT, "POST", json.dumps({"game": "six"})).json()
    trusting = environment(SSL_CERT_FILE=front.certificate)
    with Seat(front, made["id"]) as watcher:
        bots = [subprocess.Popen([PROGRAM, "bot", f"https://127.0.0.1:{front.port}/#/seat/{made['id']}.{seat['token']}", "--player", "greedy",
                                  "--games", "1"], stdout=subprocess.PIPE, stderr=subprocess.PIPE, env=trusting) for seat in made["seats"]]
        ended = [(bot.communicate(timeout=100), bot.returncode) for bot in bots]
        look = front.ask(f"{ROOT}/{made['id']}").json()
        check(f"{name}: two bots play a game through it", look["phase"] == "over" and all(status == 0 for _, status in ended), ended)
        check(f"{name}: … and somebody watches", watcher.hear_until("end")[-1]["type"] == "end")

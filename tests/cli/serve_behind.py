#!/usr/bin/env python3
"""The examples of data/examples: nginx and Caddy in front of the server, with TLS, and games through them.

Either is taken from this machine, or else unpacked from Debian's package, which installs and starts nothing."""

import http.client
import os
import subprocess
import tempfile
from pathlib import Path

from harness import check, environment, finish
from serve_driver import PATIENCE, Server, make_certificate, settles
from serve_front import ROOT, Front, check_game, check_plain, find_program, free_ports

EXAMPLES = Path(__file__).parents[2] / "data" / "examples"
NAME = "games.example.org"
CLIENT = "127.0.0.5"
MOST = 16_384


# -- the two --------------------------------------------------------------------------------------


def fill_in(example, **words):
    """The example with what is different here; every word must be in it."""
    text = (EXAMPLES / example).read_text()
    for old, new in words.values():
        if old not in text:
            raise RuntimeError(f"{example}: no {old!r}")
        text = text.replace(old, new)
    return text


def start_nginx(program, folder, server, certificate, key, ports):
    site = fill_in("nginx.conf", own=("127.0.0.1:8080", f"127.0.0.1:{server.port}"), plain=("listen 80;", f"listen 127.0.0.1:{ports[0]};"),
                   plain6=("listen [::]:80;", ""), tls=("listen 443 ssl", f"listen 127.0.0.1:{ports[1]} ssl"), tls6=("listen [::]:443 ssl http2;", ""),
                   certificate=(f"/etc/letsencrypt/live/{NAME}/fullchain.pem", certificate),
                   key=(f"/etc/letsencrypt/live/{NAME}/privkey.pem", key), name=(f"server_name {NAME}", "server_name localhost"))
    places = "".join(f"{kind}_temp_path {folder}/{kind};" for kind in ("client_body", "proxy", "fastcgi", "scgi", "uwsgi"))
    Path(folder, "site.conf").write_text(site)
    Path(folder, "nginx.conf").write_text(f"pid {folder}/pid; error_log {folder}/errors; daemon off;"
                                          f"{'user nobody nogroup;' if os.geteuid() == 0 else ''} events {{}}"
                                          f"http {{ access_log off; {places} include {folder}/site.conf; }}")
    words = [program, "-p", folder, "-e", f"{folder}/errors", "-c", f"{folder}/nginx.conf"]
    tested = subprocess.run([*words, "-t"], capture_output=True, text=True)
    check("nginx understands the example", tested.returncode == 0 and "[warn]" not in tested.stderr, tested.stderr)
    return subprocess.Popen(words, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)


def start_caddy(program, folder, server, certificate, key, ports):
    site = fill_in("Caddyfile", own=("127.0.0.1:8080", f"127.0.0.1:{server.port}"),
                   everybody=("{\n\tservers {", f"{{\n\tadmin off\n\thttp_port {ports[0]}\n\tauto_https disable_certs\n\tservers {{"),
                   name=(f"\n{NAME} {{", f"\nhttps://127.0.0.1:{ports[1]} {{\n\ttls {certificate} {key}"))
    Path(folder, "Caddyfile").write_text(site)
    own = environment(HOME=folder, XDG_DATA_HOME=folder, XDG_CONFIG_HOME=folder)
    words = ["--config", f"{folder}/Caddyfile", "--adapter", "caddyfile"]
    tested = subprocess.run([program, "validate", *words], capture_output=True, text=True, env=own)
    check("Caddy understands the example", tested.returncode == 0, tested.stderr[-1000:])
    return subprocess.Popen([program, "run", *words], stdout=subprocess.DEVNULL, stderr=open(f"{folder}/errors", "wb"), env=own)


# -- through them ---------------------------------------------------------------------------------


def check_requests(name, front):
    reply = front.ask("/")
    check(f"{name}: the page, with all its fields", reply.status == 200 and "content-security-policy" in reply.fields and
          reply.fields.get("strict-transport-security") == "max-age=31536000", reply)
    for path in ("/health", "/ready", "/metrics"):
        check(f"{name}: {path} is for those who look after it", front.ask(path).status == 404)
    own = f"127.0.0.1:{front.port}"
    check(f"{name}: the page itself may act", front.ask(ROOT, "POST", b'{"game": "oware"}', Origin=f"https://{own}").status == 201)
    check(f"{name}: … but not one of its name without TLS", front.ask(ROOT, "POST", b'{"game": "oware"}', Origin=f"http://{own}").status == 403)
    # A proxy may still be sending when the server refuses, and then speaks for itself.
    reply = front.ask(ROOT, "POST", b" " * (MOST + 1))
    check(f"{name}: no more content than the server takes", reply.status in (413, 502), reply)


def check_addresses(name, front, lines):
    """The log names whoever asked, and not whom they pretend to be."""
    connection = http.client.HTTPSConnection(front.host, front.port, timeout=PATIENCE, context=front.context, source_address=(CLIENT, 0))
    front.ask("/?from", connection=connection, X_Forwarded_For="192.0.2.7", Forwarded="for=192.0.2.8")
    connection.close()
    check(f"{name}: the log names who asked", settles(lambda: any(f" {CLIENT} GET / 200 " in line for line in lines())) and
          not any("192.0.2." in line for line in lines()), lines())


def try_proxy(name, start, package):
    with tempfile.TemporaryDirectory() as folder, tempfile.TemporaryDirectory() as unpacked:
        os.chmod(folder, 0o755)
        program, lack = find_program(package, package, unpacked)
        if lack:
            check(f"{name} # SKIP {lack}", True)
            return
        certificate, key = make_certificate(folder)
        ports = free_ports(2)
        log = Path(folder, "log")
        with Server("--behind-proxy", "127.0.0.1", "--log", log=log) as server:
            proxy = start(program, folder, server, certificate, key, ports)
            try:
                front = Front(ports[1], certificate)
                if not settles(front.answers):
                    check(f"{name}: it starts", False, Path(folder, "errors").read_text()[-2000:])
                    return
                check_plain(name, ports[0])
                check_requests(name, front)
                check_game(name, front)
                check_addresses(name, front, lambda: log.read_text().splitlines())
            finally:
                proxy.terminate()
                proxy.wait(PATIENCE)


try_proxy("nginx", start_nginx, "nginx")
try_proxy("Caddy", start_caddy, "caddy")
finish()

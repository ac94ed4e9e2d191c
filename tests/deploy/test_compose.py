#!/usr/bin/env python3
"""deploy/compose.yaml: what it gives whom, and all of it running as plain processes, played through and robbed of parts."""

import json
import os
import re
import shutil
import subprocess
import tempfile
import urllib.parse
import urllib.request
from pathlib import Path

from compose_house import COMPOSE, PASSWORDS, PROGRAM, ROOT, House, read_services, read_variables
from harness import check, finish
from serve_driver import make_certificate, settles
from serve_front import ROOT as PLAY
from serve_front import Front, check_game, check_plain, find_program

PACKAGES = Path(PROGRAM).parent / "packages"
SECRETS = {name: "x" for name in PASSWORDS}


# -- what is written there ------------------------------------------------------------------------


def check_rights():
    services = read_services(**SECRETS)
    for name, service in services.items():
        check(f"{name}: may write nowhere but to volumes, and has no rights", service["read_only"] is True and service["cap_drop"] == ["ALL"] and
              "no-new-privileges:true" in service["security_opt"] and service.get("cap_add", []) in ([], ["NET_BIND_SERVICE"]), service)
        check(f"{name}: is not root", name == "caddy" or int(service["user"].split(":")[0]) > 0)
    published = {name: service["ports"] for name, service in services.items() if "ports" in service}
    check("only Caddy is seen from outside", published == {"caddy": ["80:80", "443:443"], "prometheus": ["127.0.0.1:9090:9090"]}, published)
    mounted = [volume.split(":")[0] for service in services.values() for volume in service.get("volumes", []) if volume.startswith("./")]
    check("the files that it mounts are there", all((COMPOSE.parent / path).exists() for path in mounted), mounted)
    check("scripts can be run", all(os.access(path, os.X_OK) for path in (COMPOSE.parent / "config").glob("*.sh")))


def check_variables():
    used = set(re.findall(r"\$\{(\w+)", COMPOSE.read_text()))
    known = read_variables(COMPOSE.parent / "example.env")
    check("example.env names what it needs, and nothing else", used == set(known), used ^ set(known))
    check("no password is given away", not any(known[name] for name in PASSWORDS), known)
    for name in PASSWORDS:
        try:
            read_services(**{**SECRETS, name: ""})
            check(f"it does not start without {name}", False)
        except KeyError as complaint:
            check(f"it does not start without {name}", name in str(complaint), complaint)


# -- running --------------------------------------------------------------------------------------


def ask(address, path, patience=5):
    try:
        return urllib.request.urlopen(f"http://{address}{path}", timeout=patience).read().decode()
    except OSError:
        return ""


def start_all(house, caddy, prometheus, certificate, key):
    if prometheus:  # which takes five seconds to look for servers
        house.start_prometheus(prometheus)
    house.prepare_databases()
    house.start_nats()
    house.start_database("db1")
    house.start_database("db2")
    for name in house.servers:
        house.start_server(name)
    house.start_caddy(caddy, certificate, key)
    for name in house.servers:
        check(f"{name} is ready", settles(lambda: ask(house.at(name), "/ready") == "ready\n", 30), house.log(name))


def check_databases(house):
    got = house.query("db1", "SELECT application_name, sync_state FROM pg_stat_replication")
    check("the standby is waited for", got == "db2|sync", got)
    got = house.query("db2", "SELECT pg_is_in_recovery(), count(*) FROM pg_database WHERE datname = 'ludoteca'")
    check("… and has all", got == "t|1", got)
    wrong = subprocess.run([shutil.which("psql"), "-w", f"postgresql://ludoteca:wrong@{house.at('db1')}/ludoteca", "-c", "SELECT 1"], capture_output=True)
    check("nobody comes in with a wrong password", wrong.returncode != 0 and b"password authentication failed" in wrong.stderr, wrong.stderr)


def check_front(house, front):
    check_plain("Caddy", house.ports["plain"])
    for path in ("/health", "/ready", "/metrics"):
        check(f"{path} is for those who look after it", front.ask(path).status == 404)
    check_game("Caddy", front)
    made = front.ask(PLAY, "POST", json.dumps({"game": "oware"})).json()
    seen = [json.loads(ask(house.at(name), f"{PLAY}/{made['id']}") or "{}").get("id") for name in house.servers]
    check("all servers know a game that one has made", seen == [made["id"]] * 3, seen)
    connected = [re.search(r"(?m)^ludoteca_broker_connected (\d)", ask(house.at(name), "/metrics")) for name in house.servers]
    check("all of them reach the broker", all(found and found.group(1) == "1" for found in connected))
    return made


def question(house, words):
    answer = ask(house.at("prometheus"), "/api/v1/query?" + urllib.parse.urlencode({"query": words}))
    return json.loads(answer)["data"]["result"] if answer else []


def check_prometheus(house):
    check("Prometheus sees three servers", settles(lambda: [row["value"][1] for row in question(house, 'up{job="ludoteca"}')] == ["1"] * 3, 20),
          house.log("prometheus"))
    figures = [len(question(house, name)) for name in ("ludoteca_connections", "ludoteca_commits_total", "process_resident_memory_bytes")]
    check("… and their figures", figures == [3] * 3, figures)
    rules = json.loads(ask(house.at("prometheus"), "/api/v1/rules") or "{}")
    names = [rule["name"] for group in rules.get("data", {}).get("groups", []) for rule in group["rules"]]
    check("it has the alarms", "CommitsFail" in names and len(names) == 9, names)
    known = re.findall(r"\b(?:ludoteca|process)_\w+", (house.config / "alerts.yml").read_text())
    told = ask(house.at("server1"), "/metrics")
    check("alarms are about figures that there are", all(re.search(rf"(?m)^{name}\b", told) for name in known), known)


def check_alarms(promtool, folder):
    for path in (ROOT / "deploy" / "config" / "alerts.yml", ROOT / "tests" / "deploy" / "alerts_test.yml"):
        shutil.copy(path, folder)
    done = subprocess.run([promtool, "test", "rules", Path(folder, "alerts_test.yml")], capture_output=True, text=True)
    check("alarms come when they should", done.returncode == 0, done.stdout + done.stderr)


def check_backup(house):
    """By the words of docs/DEPLOY.md, but into another database."""
    copy = house.folder / "db1" / "dump"
    house.run_inside("db1", "pg_dump", "-U", "postgres", "-Fc", "-f", copy, "ludoteca")
    house.run_inside("db1", "createdb", "-U", "postgres", "-O", "ludoteca", "restored")
    house.run_inside("db1", "pg_restore", "-U", "postgres", "-d", "restored", "--exit-on-error", copy)
    tables = house.query("db1", "SELECT relname FROM pg_stat_user_tables", "ludoteca").split()
    counts = [[house.query("db1", f"SELECT count(*) FROM {table}", name) for table in sorted(tables)] for name in ("ludoteca", "restored")]
    check("a copy can be restored, with all that there was", counts[0] == counts[1] and len(tables) > 2, (tables, counts))
    owner = house.query("db1", "SELECT DISTINCT tableowner FROM pg_tables WHERE schemaname = 'public'", "restored")
    check("… and is the servers' own", owner == "ludoteca", owner)


# -- what is lost ---------------------------------------------------------------------------------


def check_lost_server(house, front, game):
    house.kill("server1")
    answers = [front.ask(f"{PLAY}/{game}").status for _ in range(12)]
    check("a server is killed, and nobody notices", answers == [200] * 12, answers)


def plays_on(front, made, number, word):
    """Whether a move is taken in the end; the same one is sent as often as need be."""
    token, done = made["seats"][(number - 1) % 2]["token"], []
    path, content = f"{PLAY}/{made['id']}/moves", json.dumps({"number": number, "move": word})
    return settles(lambda: 200 in done or done.append(front.ask(path, "POST", content, Authorization=f"Bearer {token}").status), 30)


def wait_for(house, name, standby):
    for statement in (f"ALTER SYSTEM SET synchronous_standby_names = '{standby}'", "SELECT pg_reload_conf()"):
        house.query(name, statement)


def has_standby(house, name, standby):
    return settles(lambda: house.query(name, "SELECT application_name, sync_state FROM pg_stat_replication") == f"{standby}|sync")


def check_lost_standby(house, front, made):
    house.kill("db2")
    check("without the standby nobody is ready, because nothing is on two disks", settles(lambda: not ask(house.at("server2"), "/ready", 1)))
    wait_for(house, "db1", "")
    check("… until it is not waited for", plays_on(front, made, 1, "C"), house.log("server2"))
    house.start_database("db2")
    wait_for(house, "db1", "db2")
    check("it comes back, and is waited for again", has_standby(house, "db1", "db2"))


def check_lost_database(house, front, made):
    """By the words of docs/DEPLOY.md."""
    house.kill("db1")
    house.run_inside("db2", "pg_ctl", "promote", "-w")
    check("the first database is lost, the standby promoted, and play goes on", plays_on(front, made, 2, "c"), house.log("server2"))
    seen = []  # a server that has not noticed yet may answer 503 once
    check("… with what was there", settles(lambda: 200 in seen or seen.append(front.ask(f"{PLAY}/{made['id']}").status)), seen)
    house.services["db1"]["environment"]["FOLLOWS"], house.services["db2"]["environment"]["FOLLOWS"] = "db2", ""
    house.query("db2", "SELECT pg_create_physical_replication_slot('db1')")
    shutil.rmtree(house.folder / "db1" / "data")
    house.run_inside("db1", "mkdir", "-m", "700", house.folder / "db1" / "data")
    house.start_database("db1")
    wait_for(house, "db2", "db1")
    check("the lost one comes back as the standby", has_standby(house, "db2", "db1"))


def quick_place():
    """Databases wait for their disk, which others may be using; memory, where there is some to spare, makes nobody wait."""
    shared = Path("/dev/shm")
    return shared if shared.is_dir() and shutil.disk_usage(shared).free > 1 << 30 else None


def check_running():
    PACKAGES.mkdir(exist_ok=True)
    caddy, lack = find_program("caddy", "caddy", PACKAGES)
    if lack:
        check(f"it runs # SKIP Caddy: {lack}", True)
        return
    prometheus, lack = find_program("prometheus", "prometheus", PACKAGES)
    with tempfile.TemporaryDirectory(prefix="ludoteca-compose-", dir=quick_place()) as folder:
        os.chmod(folder, 0o755)
        certificate, key = make_certificate(folder)
        with House(folder) as house:
            start_all(house, caddy, prometheus, certificate, key)
            check_databases(house)
            front = Front(house.ports["caddy"], certificate)
            check("Caddy hands on", settles(front.answers), house.log("caddy"))
            made = check_front(house, front)
            if prometheus:
                check_prometheus(house)
                check_alarms(Path(prometheus).with_name("promtool"), folder)
            else:
                check(f"Prometheus # SKIP {lack}", True)
            check_backup(house)
            check_lost_server(house, front, made["id"])
            check_lost_standby(house, front, made)
            check_lost_database(house, front, made)


check_rights()
check_variables()
check_running()
finish()

#!/usr/bin/env python3
"""A server that keeps to its own places still finds the password of its database when it has to connect again:
passwords.py PROGRAM"""

import os
import sys
import tempfile
import time
from pathlib import Path

from servers import One, Postgres

PROGRAM = sys.argv[1]
PASSWORD = "gr0und&nut"


def lock_up(database):
    database.query(f"ALTER ROLE postgres PASSWORD '{PASSWORD}'")
    (database.data / "pg_hba.conf").write_text("local all all trust\nhost all all 127.0.0.1/32 scram-sha-256\n")
    database.query("SELECT pg_reload_conf()")


def write_passwords(place, port):
    place.write_text(f"127.0.0.1:{port}:*:postgres:{PASSWORD}\n")
    place.chmod(0o600)


def finds_it_again(database, name, options=""):
    """Whether a server is ready after its database has gone and come back."""
    server = One(PROGRAM, name, database.address + options, None)
    try:
        server.await_ready()
        database.stop()
        until = time.monotonic() + 20
        while server.is_ready() and time.monotonic() < until:
            time.sleep(0.05)
        database.start()
        server.await_ready(20)
        return True
    except RuntimeError as fault:
        print(f"# {fault}")
        return False
    finally:
        server.stop()


def main():
    os.environ.pop("PGPASSWORD", None)
    print("1..3")
    with tempfile.TemporaryDirectory() as folder, Postgres() as database:
        lock_up(database)
        home = Path(folder)
        os.environ["HOME"] = folder
        failed = 0
        named = home / "named"
        write_passwords(named, database.port)
        cases = [("by the address", f"?passfile={named}", {}, None), ("by the environment", "", {"PGPASSFILE": str(named)}, None),
                 ("where they usually are", "", {}, home / ".pgpass")]
        for number, (what, options, variables, place) in enumerate(cases, 1):
            if place:
                write_passwords(place, database.port)
            os.environ.update(variables)
            is_found = finds_it_again(database, f"s{number}", options)
            for name in variables:
                os.environ.pop(name)
            failed += not is_found
            print(f"{'ok' if is_found else 'not ok'} {number} - a file of passwords is found again {what}", flush=True)
    sys.exit(failed > 0)


main()

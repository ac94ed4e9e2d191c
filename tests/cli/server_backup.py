#!/usr/bin/env python3
"""`ludoteca server-backup`: what it says, and what it leaves behind. What is in a copy tests/store proves."""

import os
import sqlite3
import stat
import tempfile
from pathlib import Path

from harness import check, check_error, finish, run

USAGE, FAILURE = 2, 1
LUDO = int.from_bytes(b"Ludo", "big")


def make_store(folder, application=LUDO):
    """As much of a store as makes it one, being written to."""
    folder.mkdir(parents=True)
    writer = sqlite3.connect(folder / "games.sqlite", isolation_level=None)
    writer.executescript(f"PRAGMA journal_mode = WAL; CREATE TABLE note(value); PRAGMA user_version = 1;"
                         f"PRAGMA application_id = {application}; INSERT INTO note VALUES('saved')")
    writer.execute("BEGIN IMMEDIATE")
    writer.execute("INSERT INTO note VALUES('not yet')")
    return writer


def test_copy(folder):
    data, copy = folder / "data", folder / "copy"
    writer = make_store(data)
    answer = run("server-backup", copy, "--data", data)
    check("a copy is made", answer.status == 0 and str(copy) in answer.out and str(data) in answer.out, answer)
    writer.execute("COMMIT")
    reader = sqlite3.connect(copy)
    check("… of what was saved", reader.execute("SELECT value FROM note").fetchall() == [("saved",)])
    reader.close()
    check("… for nobody else to read", stat.S_IMODE(copy.stat().st_mode) == 0o600)
    check("… and nothing beside it", sorted(os.listdir(folder)) == ["copy", "data"], os.listdir(folder))
    check_error("a name that is taken", run("server-backup", copy, "--data", data), FAILURE, "exists already")
    check_error("no such directory", run("server-backup", folder / "no" / "copy", "--data", data), FAILURE, "no/copy")
    writer.close()


def test_usual_place(folder):
    for name, variables in (("home", {"HOME": folder / "home", "XDG_STATE_HOME": None}),
                            ("state", {"HOME": folder / "other", "XDG_STATE_HOME": folder / "state"}),
                            ("relative", {"HOME": folder / "relative", "XDG_STATE_HOME": "state"})):
        below = "ludoteca/server" if name == "state" else ".local/state/ludoteca/server"
        make_store(folder / name / below).close()
        answer = run("server-backup", folder / f"{name}.copy", **variables)
        check(f"the usual directory: {name}", answer.status == 0 and (folder / f"{name}.copy").exists(), answer)
    answer = run("server-backup", folder / "x", HOME=None, XDG_STATE_HOME=None)
    check_error("no home at all", answer, FAILURE, "--data")


def test_refused(folder):
    check_error("no file", run("server-backup"), USAGE, "FILE")
    check_error("no store", run("server-backup", folder / "x", "--data", folder), FAILURE, "no games", "--data")
    make_store(folder / "foreign", application=7).close()
    (folder / "junk").mkdir()
    (folder / "junk" / "games.sqlite").write_bytes(b"no database" * 1000)
    (folder / "empty").mkdir()
    (folder / "empty" / "games.sqlite").touch()
    for name in ("foreign", "junk", "empty"):
        answer = run("server-backup", folder / "x", "--data", folder / name)
        check_error(f"{name}: not ours", answer, FAILURE, f"{name}/games.sqlite", "backup")
    left = [name for name in os.listdir(folder) if name.startswith("x")]
    check("nothing is left of what failed", not left, left)
    answer = run("server-backup", folder / "x", "--data", folder / "junk", "--lang", "es")
    check("in Spanish, too", "dañado" in answer.err and "copia de seguridad" in answer.err, answer)


for test in (test_copy, test_usual_place, test_refused):
    with tempfile.TemporaryDirectory() as place:
        test(Path(place))
finish()

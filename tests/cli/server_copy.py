#!/usr/bin/env python3
"""`ludoteca server-copy`: games go to a database and back, and nothing of them is lost."""

import json
import sqlite3
import sys
import tempfile
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "store"))

from harness import check, check_error, finish, run  # noqa: E402
from postgres import Postgres  # noqa: E402
from serve_driver import Server  # noqa: E402

USAGE, FAILURE = 2, 1
ROOT = "/api/v1/play"
GAMES = 150  # more than one batch


def post(server, path, body, token=None):
    fields = {"authorization": f"Bearer {token}"} if token else {}
    return server.ask(path, "POST", json.dumps(body).encode(), content_type="application/json", **fields)


def make_games(data):
    """Games of all kinds, some begun, one over, with names and words; their names."""
    with Server("--data", data, "--rate", "0") as server:
        made = [post(server, ROOT, {"game": ("oware", "pylos", "six", "dados:players=3")[i % 4], "public": i % 5 == 0}).json() for i in range(GAMES)]
        for game in made[::4]:
            tokens = [seat["token"] for seat in game["seats"]]
            for number, word in enumerate("CdE", 1):
                check_made(post(server, f"{ROOT}/{game['id']}/moves", {"number": number, "move": word}, tokens[(number - 1) % 2]))
        tokens = [seat["token"] for seat in made[0]["seats"]]
        check_made(post(server, f"{ROOT}/{made[0]['id']}/sit", {"name": "Íñigo; DROP TABLE game", "key": "k" * 32}, tokens[1]))
        said = post(server, f"{ROOT}/{made[0]['id']}/chat", {"text": "¿Otra? 🎲"}, tokens[1])
        check_made(said)
        check_made(post(server, f"{ROOT}/{made[0]['id']}/report", {"event": said.json()["event"], "reason": "why «not»"}, tokens[0]))
        check_made(post(server, f"{ROOT}/{made[4]['id']}/resign", {}, [seat["token"] for seat in made[4]["seats"]][1]))
        server.stop()
    return [game["id"] for game in made]


def check_made(reply):
    if reply.status not in (200, 201):
        raise RuntimeError(reply)


def contents(data):
    """All that a directory holds, as it is compared."""
    reader = sqlite3.connect(data / "games.sqlite")
    rows = {
        "games": "SELECT id, phase, is_public, created_ms, changed_ms, due_ms, hex(secret), summary FROM game ORDER BY id",
        "players": "SELECT id, number, hex(token), hex(person) FROM player JOIN game ON num = game WHERE coalesce(token, person) IS NOT NULL ORDER BY id, number",
        "events": "SELECT id, number, body FROM event JOIN game ON num = game ORDER BY id, number",
        "notes": "SELECT kind, key, value FROM note ORDER BY kind, key",
    }
    found = {name: reader.execute(query).fetchall() for name, query in rows.items()}
    reader.close()
    return found


def test_there_and_back(folder, database):
    data, back = folder / "data", folder / "back"
    names = make_games(data)
    before = contents(data)
    answer = run("server-copy", data, database.address)
    events, notes = len(before["events"]), len(before["notes"])
    check("games go to a database", answer.status == 0 and all(f"{n} " in answer.out for n in (GAMES, events, notes)), answer)
    check("… and stay where they were", contents(data) == before)
    check("… and belong to no server", database.query("SELECT count(*) FROM game JOIN server ON owner = server.num WHERE alive_until > now()") == ["0"])
    answer = run("server-copy", database.address, back, "--lang", "es")
    check("… and back", answer.status == 0, answer)
    after = contents(back)
    for kind, rows in before.items():
        check(f"… with all {kind}", rows == after[kind] and rows, len(rows))
    with Server("--data", back) as server:
        check("… to be served", server.ask(f"{ROOT}/{names[0]}").json()["moves"][2]["move"] == "E")
    return data


def test_other_commands(data, database):
    """What else asks for the database."""
    for words, variables in ((["--store", database.address], {}), ([], {"LUDOTECA_STORE": database.address})):
        answer = run("server-admin", "reports", *words, **variables)
        check(f"reports of a database, by {words or variables}", answer.status == 0 and "why «not»" in answer.out, answer)
    answer = run("server-admin", "bans", "--data", data, LUDOTECA_STORE="postgresql://u@127.0.0.1:1/x")
    check("a directory that is named counts more than the variable", answer.status == 0, answer)
    check_error("both", run("server-admin", "bans", "--data", data, "--store", database.address), USAGE, "--store")
    check_error("a server of the variable", run("serve", "--port", 0, LUDOTECA_STORE="postgresql://u@127.0.0.1:1/x"), FAILURE, "127.0.0.1:1/x")


def test_refused(folder, data, database):
    check_error("where there are games already", run("server-copy", data, database.address), USAGE, "empty")
    check_error("where nothing is", run("server-copy", folder / "nowhere", folder / "new"), FAILURE, "no games")
    check_error("no database", run("server-copy", data, "postgresql://u:secret@127.0.0.1:1/x"), FAILURE, "127.0.0.1:1/x")
    answer = run("server-copy", data, "postgresql://u:secret@127.0.0.1:1/x")
    check("… whose password is not told", "secret" not in answer.err + answer.out, answer)
    check_error("one place only", run("server-copy", data), USAGE, "FROM TO")
    with Server("--data", data):
        check_error("while a server runs", run("server-copy", data, folder / "new"), FAILURE, "Another server")
    # One that holds a game of the database, and is alive.
    database.query("INSERT INTO server(name, alive_until) VALUES('berta', now() + interval '1 hour')")
    database.query("UPDATE game SET owner = (SELECT max(num) FROM server) WHERE num = 7")
    check_error("while a server holds games", run("server-copy", database.address, folder / "held"), FAILURE, "berta")
    database.query("DELETE FROM server")


def test_a_bad_copy_is_found(folder, data, database):
    """The database changes one word of what is written."""
    database.query("TRUNCATE game, player, event, note CASCADE")
    database.query("CREATE FUNCTION spoil() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN"
                   " NEW.body = replace(NEW.body, '\"E\"', '\"F\"'); RETURN NEW; END $$")
    database.query("CREATE TRIGGER spoil BEFORE INSERT ON event FOR EACH ROW EXECUTE FUNCTION spoil()")
    check_error("a copy that differs", run("server-copy", data, database.address), FAILURE, "is not what was copied")


with tempfile.TemporaryDirectory() as place, Postgres() as one:
    folder = Path(place)
    data = test_there_and_back(folder, one)
    test_other_commands(data, one)
    test_refused(folder, data, one)
    test_a_bad_copy_is_found(folder, data, one)
finish()

#!/usr/bin/env python3
"""What the server answers programs: games, tables, problems; and that it says no more than `tables probe`."""

import json
import tempfile
import time

from harness import check, finish, run
from serve_driver import Server

RULES, REACH = "oware:slam=awari", 6
BOARDS = ["1-0-2-0-0-1-0-1-0-1-0-0-0-0-S", "0-0-0-0-0-1-0-0-0-0-0-0-0-0-N", "0-0-0-0-0-0-0-0-0-0-0-0-0-0-S",
          "2-0-0-0-0-0-0-0-0-0-0-2-0-0-N"]
START = "4-4-4-4-4-4-4-4-4-4-4-4-0-0-S"


def check_problem(name, reply, status, kind, *words):
    shape = reply.json() if reply.body else {}
    check(f"{name}: {status} {kind}", reply.status == status and
          reply.fields["content-type"] == "application/problem+json" and reply.fields["cache-control"] == "no-store" and
          shape["status"] == status and shape["type"] == f"/api/v1/problems#{kind}" and shape["title"] and
          all(word in shape.get("detail", "") for word in words), reply)


def test_games(server):
    got = server.api("games")
    check("games are those of `games --json`", got.status == 200 and got.fields["content-type"] == "application/json" and
          got.json() == json.loads(run("games", "--json", "--lang", "en").out), got)
    check("… and may be kept", "max-age" in got.fields["cache-control"], got)
    again = server.ask("/api/v1/games", if_none_match=got.fields["etag"])
    check("… until they change", again.status == 304 and not again.body, again)


def test_tables(server):
    got = server.api("tables")
    expected = {"game": RULES, "reach": REACH, "columns": dict.fromkeys(("value", "low", "high", "force"), REACH)}
    check("tables tells how far they reach", got.json() == {"version": 1, "tables": [expected]}, got)
    check("… and asks to be asked again", got.fields["cache-control"] == "no-cache" and got.fields["etag"], got)
    for rules, reach in ((f"{RULES},cycle=split", REACH), ("oware:slam=keep", None)):
        shape = server.api("tables", game=rules).json()
        check(f"… of {rules}", shape["reach"] == reach and shape["columns"]["value"] == reach, shape)
    check("no file is named", "/" not in got.json()["tables"][0]["game"] and b"ludt" not in got.body, got)


def test_probe(server, folder):
    for board in BOARDS:
        for rules in (RULES, f"{RULES},cycle=split"):
            got = server.api("tables/probe", game=rules, position=board, fragment="1")
            own = run("tables", "probe", rules, "--fragment", "--position", board, "--json", "--dir", folder)
            check(f"probe {rules} {board} is what `tables probe --json` says",
                  got.status == 200 and got.json() == json.loads(own.out), f"{got}\n{own}")
            check("… and is kept for a day", got.fields["cache-control"] == "public, max-age=86400", got)
    full = "1-0-2-0-0-1-0-1-0-1-0-0-23-19-S"
    got = server.api("tables/probe", game=RULES, position=full, moves="A b C")
    own = run("tables", "probe", RULES, "--position", full, "--moves", "A b C", "--json", "--dir", folder)
    check("moves are played first", got.json() == json.loads(own.out), f"{got}\n{own}")
    got = server.api("tables/probe", game=RULES)
    own = run("tables", "probe", RULES, "--json", "--dir", folder)
    check("without a position it is the start, which is not known", got.json() == json.loads(own.out) and
          got.json()["known"] is False and got.json()["position"] == START, got)
    check("… for the time being", got.fields["cache-control"] == "public, max-age=60", got)
    got = server.ask("/api/v1/tables/probe?game=oware%3Aslam%3Dawari&position=1-0-2-0-0-1-0-1-0-1-0-0-0-0-S&fragment=1")
    check("percent signs", got.status == 200 and got.json()["known"], got)
    again = server.ask("/api/v1/tables/probe?fragment=1&position=1-0-2-0-0-1-0-1-0-1-0-0-0-0-S&game=oware:slam%3dawari",
                       if_none_match=got.fields["etag"])
    check("parameters in any order, and the tag of the answer", again.status == 304, again)


def test_problems(server):
    kinds = {problem["type"].split("#")[1]: problem["status"] for problem in server.api("problems").json()["problems"]}
    expected = {"parameter": 400, "position": 400, "move": 400, "no-tables": 404, "not-found": 404, "method": 405,
                "too-long": 414, "range": 416, "upgrade": 426, "too-many": 429, "server": 500, "busy": 503, "malformed": 400,
                "unauthorized": 401, "forbidden": 403, "no-game": 404, "conflict": 409, "too-large": 413,
                "illegal": 422, "store": 503}
    check("all kinds of problems are listed", kinds == expected, kinds)
    check_problem("no game", server.api("tables/probe"), 400, "parameter", "game")
    check_problem("an unknown game", server.api("tables/probe", game="chess"), 400, "parameter", "chess")
    check_problem("an unknown option", server.api("tables/probe", game="oware:slam=maybe"), 400, "parameter", "maybe")
    check_problem("an unknown parameter", server.api("tables/probe", game="oware", depth=3), 400, "parameter", "depth")
    check_problem("one where none are", server.api("games", game="oware"), 400, "parameter", "leave")
    check_problem("a parameter twice", server.ask("/api/v1/tables/probe?game=oware&game=oware"), 400, "parameter", "twice")
    check_problem("too many", server.ask("/api/v1/tables/probe?" + "&".join("a=1" for _ in range(50))), 400, "parameter")
    check_problem("a game of 500 letters", server.api("tables/probe", game="o" * 500), 400, "parameter", "long")
    check_problem("a position of 5,000 letters", server.api("tables/probe", game="oware", position="4" * 5000), 400,
                  "parameter", "long")
    check_problem("fragment", server.api("tables/probe", game="oware", fragment="yes"), 400, "parameter", "0 or 1")
    check_problem("a bad position", server.api("tables/probe", game="oware", position="4-4"), 400, "position")
    check_problem("too few seeds", server.api("tables/probe", game="oware", position=BOARDS[0]), 400, "position")
    illegal = server.api("tables/probe", game="oware", moves="F f F")
    check_problem("an illegal move", illegal, 400, "move")
    check("… and which it was", illegal.json()["move_number"] == 3, illegal)
    check_problem("words without end", server.api("tables/probe", game="oware", moves="x" * 4000), 400, "move")
    check_problem("a game without tables", server.api("tables/probe", game="six"), 404, "no-tables")
    for path in ("/api", "/api/", "/api/v1", "/api/v2/games", "/api/v1/games/", "/api/v1/tables/probe/x"):
        check_problem(path, server.ask(path), 404, "not-found")
    check_problem("POST", server.ask("/api/v1/games", "POST", "{}"), 405, "method")
    check_problem("a long path", server.ask("/api/" + "x" * 3000), 414, "too-long")
    odd = server.api("tables/probe", game="\u00f1[2J\"<script>")
    check_problem("what is quoted is harmless", odd, 400, "parameter")
    check("… as JSON", odd.fields["x-content-type-options"] == "nosniff", odd)
    odd = server.api("tables/probe", game="oware\x1b[2J")
    check("control characters are not even looked at", odd.status == 400 and b"\x1b" not in odd.body, odd)


def test_rate():
    with Server("--rate", "3") as server:
        answers = [server.api("games") for _ in range(60)]
        good = [got for got in answers if got.status == 200]
        late = [got for got in answers if got.status == 429]
        check("thirty questions at once, then a few a second", 30 <= len(good) < 60 and len(good) + len(late) == 60,
              [got.status for got in answers])
        if late:
            check_problem("too many questions", late[0], 429, "too-many")
            check("… and when to ask again", 1 <= int(late[0].fields["retry-after"]) <= 2, late[0])
        check("the page is not counted", all(server.ask("/").status == 200 for _ in range(20)))
        time.sleep(1.5)
        check("after a while it answers again", server.api("games").status == 200)
    with Server("--rate", "0") as server:
        connection = server.connect()
        answers = {server.ask("/api/v1/problems", connection=connection).status for _ in range(500)}
        check("--rate 0: no limit", answers == {200}, answers)


with tempfile.TemporaryDirectory() as directory:
    made = run("tables", "build", RULES, "--seeds", REACH, "--dir", directory)
    check("tables to ask", made.status == 0, made)
    with Server("--dir", directory, "--rate", "0") as asked:
        test_games(asked)
        test_tables(asked)
        test_probe(asked, directory)
        test_problems(asked)
        check("it lives on", asked.is_alive())
        check("… and ends cleanly", asked.stop()[::2] == (0, ""))
test_rate()
finish()

#!/usr/bin/env python3
"""`ludoteca server-admin`: reports of players, and excluding them, while the server runs."""

import json
import tempfile

from harness import check, check_error, finish, run
from serve_driver import Server

USAGE, FAILURE = 2, 1
ROOT = "/api/v1/play"
KEY = "k" * 32


def post(server, path, body, token=None):
    fields = {"authorization": f"Bearer {token}"} if token else {}
    return server.ask(path, "POST", json.dumps(body).encode(), content_type="application/json", **fields)


def admin(data, *words):
    return run("server-admin", *words, "--data", data)


def test_reports(server, data):
    made = post(server, ROOT, {"game": "oware"}).json()
    game, tokens = made["id"], [seat["token"] for seat in made["seats"]]
    post(server, f"{ROOT}/{game}/sit", {"name": "Eva", "key": KEY}, tokens[1])
    said = post(server, f"{ROOT}/{game}/chat", {"text": "¡Tramposo! \x9b31m"}, tokens[1]).json()["event"]
    check("nothing was reported yet", "Nothing" in admin(data, "reports").out)
    reply = post(server, f"{ROOT}/{game}/report", {"event": said, "reason": "rude \x1b[31m"}, tokens[0])
    check("a report is taken", reply.status == 200, reply)
    check("… of an event that there is", post(server, f"{ROOT}/{game}/report", {"event": 99}, tokens[0]).status == 400)
    shown = admin(data, "reports")
    check("… and shown, with what was said", all(word in shown.out for word in (game, "¡Tramposo!", "rude")) and not {"\x1b", "\x9b"} & set(shown.out), shown)
    return game, tokens


def test_bans(server, data, game, tokens):
    check("nobody is excluded", "Nobody" in admin(data, "bans").out)
    answer = admin(data, "ban", game, "2")
    check("a player is excluded", answer.status == 0 and "excluded" in answer.out and game in admin(data, "bans").out, answer)
    reply = post(server, f"{ROOT}/{game}/chat", {"text": "no"}, tokens[1])
    check("… from talking", reply.status == 403, reply)
    check("… not from moving", post(server, f"{ROOT}/{game}/moves", {"number": 1, "move": "C"}, tokens[0]).status == 200 and
          post(server, f"{ROOT}/{game}/moves", {"number": 2, "move": "b"}, tokens[1]).status == 200)
    other = post(server, ROOT, {"game": "oware", "seats": ["person", "open"]}).json()["id"]
    check("… from other games", post(server, f"{ROOT}/{other}/join", {"key": KEY}).status == 403)
    answer = admin(data, "lift", game, "2")
    check("… until that is lifted", answer.status == 0 and post(server, f"{ROOT}/{other}/join", {"key": KEY}).status == 201, answer)
    answer = admin(data, "bans", "--lang", "es")
    check("… in Spanish, too", answer.status == 0 and "Nadie" in answer.out, answer)


def test_errors(data, game):
    check_error("no such game", admin(data, "ban", "a" * 16, "1"), USAGE, "a" * 16)
    check_error("no such player", admin(data, "ban", game, "3"), USAGE, "3")
    check_error("no such word", admin(data, "kick"), USAGE, "reports")
    check_error("no store", admin("/nowhere", "reports"), FAILURE, "no games", "--data")


with tempfile.TemporaryDirectory() as data:
    with Server("--data", data, "--rate", 0) as server:
        game, tokens = test_reports(server, data)
        test_bans(server, data, game, tokens)
        test_errors(data, game)
finish()

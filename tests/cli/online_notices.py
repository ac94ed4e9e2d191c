#!/usr/bin/env python3
"""People who are away are told of their games: browsers by Web Push, others by mail, against servers of the tests' own."""

import email
import email.policy
import json
import re
import sys
import tempfile
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "post"))

from harness import check, check_error, finish, run
from post_servers import Browser, MailServer, PushService, make_certificates, tls_of, to_url64
from serve_driver import Server, settles

ROOT, MINE = "/api/v1/play", "/api/v1/mine"
EVA = "e" * 32
PAGE = "https://games.example.org/"


def post(server, path, body=None, token=None):
    fields = {"authorization": f"Bearer {token}"} if token else {}
    return server.ask(path, "POST", json.dumps(body or {}).encode(), content_type="application/json", **fields)


def begin(server, **members):
    """A game over days of Luis with Eva, who is away."""
    made = post(server, ROOT, {"game": "dados", "names": ["Luis", None], "clock": "3d", **members}).json()
    tokens = [seat["token"] for seat in made["seats"]]
    post(server, f"{ROOT}/{made['id']}/sit", {"name": "Eva", "key": EVA}, tokens[1])
    return made["id"], tokens


def move_to_eva(server, game, tokens):
    """Luis rolls and moves until it is Eva's turn."""
    while (look := server.ask(f"{ROOT}/{game}").json())["seat"] == 1:
        number = len(look["moves"]) + 1
        words = ["roll"] if look["awaits"] == "roll" else [mark + file + rank for file in "abcdef" for rank in "123456" for mark in ("", "x", "-")] + ["pass"]
        for word in words:
            if post(server, f"{ROOT}/{game}/moves", {"number": number, "move": word}, tokens[0]).status == 200:
                break


def test_push(server, service, browser):
    listed = server.ask(ROOT).json()
    check("the server says how to subscribe", len(listed["push_key"] or "") == 87 and listed["mail"], listed)
    subscription = {"endpoint": f"https://127.0.0.1:{service.port}/ok/eva", "p256dh": to_url64(browser.public), "auth": to_url64(browser.auth)}
    profile = post(server, f"{MINE}/profile", {"language": "es", "push": subscription}, EVA).json()["profile"]
    check("a browser subscribes", profile["pushes"] == 1, profile)
    game, tokens = begin(server)
    move_to_eva(server, game, tokens)
    arrived = settles(lambda: any("turno" in browser.read(body) for _, body in service.arrived("/ok/eva")))
    notices = [json.loads(browser.read(body)) for _, body in service.arrived("/ok/eva")]
    check("who is away is told, in their language", arrived and notices and "Secuencia de Dados" in notices[-1]["title"] and "Luis" in notices[-1]["title"], notices)
    check("… with a link and a tag", notices and notices[-1]["url"] == f"{PAGE}#/online/{game}" and notices[-1]["tag"] == game, notices)
    key = server.ask(ROOT).json()["push_key"]
    check("… signed by the server", all(f"k={key}" in fields["authorization"] for fields, _ in service.arrived("/ok/eva")))
    post(server, f"{MINE}/profile", {"push": {**subscription, "endpoint": f"https://127.0.0.1:{service.port}/gone/eva"}}, EVA)
    post(server, f"{ROOT}/{game}/resign", None, tokens[0])
    forgotten = settles(lambda: post(server, MINE, None, EVA).json()["profile"]["pushes"] == 1)
    check("a browser that is gone is forgotten", forgotten, post(server, MINE, None, EVA).json()["profile"])
    post(server, f"{MINE}/profile", {"push": False}, EVA)


def read_mail(mail):
    read = email.message_from_bytes(mail["text"], policy=email.policy.default)
    return str(read["Subject"]), read.get_content()


def answer_mail(server, text, word, wants):
    found = re.search(rf"#/{word}/([0-9a-f]{{64}})\.([0-9a-f]+)", text)
    return post(server, f"{MINE}/confirm", {"person": found.group(1), "code": found.group(2), "mail": wants}) if found else None


def test_mail(server, mails):
    post(server, f"{MINE}/profile", {"language": "es", "mail": "eva@example.net"}, EVA)
    asked = settles(lambda: len(mails.mails) == 1)
    subject, text = read_mail(mails.mails[0]) if asked else ("", "")
    check("an address is asked whether it is right", asked and PAGE in text, f"{subject}: {text}")
    game, tokens = begin(server)
    move_to_eva(server, game, tokens)
    time.sleep(0.5)
    check("… and gets nothing until it has answered", len(mails.mails) == 1, mails.mails)
    reply = answer_mail(server, text, "mail", True)
    check("it answers", reply and reply.status == 200, reply)
    game, tokens = begin(server)
    move_to_eva(server, game, tokens)
    told = settles(lambda: any("turno" in read_mail(mail)[0] for mail in mails.mails))
    subject, text = read_mail(mails.mails[-1])
    check("then it is told", told and "Luis" in subject and f"{PAGE}#/online/{game}" in text, f"{subject}: {text}")
    reply = answer_mail(server, text + str(email.message_from_bytes(mails.mails[-1]["text"])["List-Unsubscribe"]), "nomail", False)
    check("and can say that it has had enough", reply and reply.status == 200 and post(server, MINE, None, EVA).json()["profile"]["mail"] is None, reply)


def test_errors():
    check_error("mails without a sender", run("serve", "--smtp", "smtp://localhost"), 2, "--mail-from", "--address")
    check_error("a contact that is none", run("serve", "--port", 0, "--contact", "me"), 2, "contact")


with tempfile.TemporaryDirectory() as folder:
    make_certificates(folder)
    service, mails, browser = PushService(tls_of(folder, "here")), MailServer(tls_of(folder, "self")), Browser()
    with Server("--rate", 0, "--contact", "mailto:ops@example.org", "--smtp", f"smtp://127.0.0.1:{mails.port}", "--mail-from", "games@example.org",
                "--address", PAGE, LUDOTECA_PUSH_TEST_HOST="127.0.0.1", SSL_CERT_FILE=f"{folder}/ca.pem") as server:
        test_push(server, service, browser)
        test_mail(server, mails)
        check("it ends cleanly, without a word", server.stop()[::2] == (0, ""))
    test_errors()
finish()

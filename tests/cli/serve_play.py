#!/usr/bin/env python3
"""Games between people over HTTP: addresses, methods, content, tokens, and what is refused. Their rules are tested elsewhere."""

import json
import os
import re
import tempfile

from harness import check, check_error, finish, run
from serve_driver import PROMPT, SHORT, Server, open_stream, read_all, read_answer
from serve_wire import request, split_answers

ROOT = "/api/v1/play"
MOST = 16384  # bytes of content
POSTED = ("join", "sit", "dice", "moves", "resign", "offer", "accept", "decline", "claim", "vacation", "chat", "report")
NOBODY = "A" * 16


def post(server, path, body=None, token=None, connection=None, **fields):
    data = body if isinstance(body, (bytes, type(None))) else json.dumps(body).encode()
    if token:
        fields["authorization"] = f"Bearer {token}"
    return server.ask(path, "POST", data, connection, **{"content_type": "application/json", **fields})


def create(server, game="oware", **members):
    """(id, tokens) of a new game."""
    made = post(server, ROOT, {"game": game, **members})
    if made.status != 201:
        raise RuntimeError(str(made))
    value = made.json()
    return value["id"], [seat.get("token") for seat in value["seats"]]


def check_problem(name, reply, status, kind, *words):
    value = reply.json() if reply.body else {}
    check(f"{name}: {status} {kind}", reply.status == status and value.get("status") == status and
          reply.fields["content-type"] == "application/problem+json" and reply.fields["cache-control"] == "no-store" and
          value["type"] == f"/api/v1/problems#{kind}" and all(word in value.get("detail", "") for word in words), reply)
    return value


# -- playing --------------------------------------------------------------------------------------


def test_playing(server):
    made = post(server, ROOT, {"game": "oware", "public": True})
    game = made.json()
    check("a game is created", made.status == 201 and re.fullmatch("[0-9A-Za-z]{16}", game["id"]) and
          made.fields["cache-control"] == "no-store" and made.fields["content-type"] == "application/json", made)
    place, tokens = f"{ROOT}/{game['id']}", [seat["token"] for seat in game["seats"]]
    listed = server.ask(ROOT)
    check("… and listed", listed.status == 200 and game["id"] in listed.body.decode() and
          listed.fields["cache-control"] == "no-store", listed)
    looked = server.ask(place)
    check("it can be looked at", looked.status == 200 and looked.json()["id"] == game["id"] and
          not looked.json().get("you") and "etag" not in looked.fields, looked)
    looked = server.ask(place, authorization=f"Bearer {tokens[1]}")
    check("… by a player", looked.json()["you"]["player"] == 2, looked)
    head = server.ask(place, "HEAD")
    check("… or its head alone", head.status == 200 and not head.body, head)
    moved = post(server, f"{place}/moves", {"number": 1, "move": "C"}, tokens[0])
    check("a move", moved.status == 200 and moved.json()["move"] == "C", moved)
    again = post(server, f"{place}/moves", {"number": 1, "move": "C"}, tokens[0])
    check("… said twice happens once", again.status == 200 and server.ask(place).json()["event"] == moved.json()["event"], again)
    text = server.ask(f"{place}/record")
    check("the record is text", text.status == 200 and text.fields["content-type"] == "text/plain; charset=utf-8" and
          b"oware" in text.body.lower(), text)
    over = post(server, f"{place}/resign", None, tokens[0])
    check("a deed without content", over.status == 200 and over.json()["phase"] == "over", over)
    mine = post(server, "/api/v1/mine", None, "k" * 30)
    check("somebody's games", mine.status == 200, mine)
    told = post(server, "/api/v1/mine/profile", {"name": "Eva", "language": "es", "settings": "{}"}, "k" * 30)
    check("… and how they are called", told.status == 200 and told.json()["profile"]["name"] == "Eva", told)
    check("a mail's link that is none", post(server, "/api/v1/mine/confirm", {"person": "x", "code": "y", "mail": True}).status == 400)


def members_of(value):
    """The names of all members, at any depth."""
    if isinstance(value, list):
        return set().union(*map(members_of, value))
    return set(value).union(*map(members_of, value.values())) if isinstance(value, dict) else set()


def test_nobody_is_advised(server):
    """Partners may not advise each other, nor does the server: nothing that it tells or can be asked is a judgement."""
    game, tokens = create(server, "dados:players=4", seats=["person"] * 4)
    place = f"{ROOT}/{game}"
    told = set().union(*(members_of(server.ask(place, authorization=f"Bearer {token}").json()) for token in tokens))
    check("in teams seats are told of no chances", {"seats", "moves", "position"} <= told
          and not told & {"chance", "chances", "value", "best", "hint", "line", "luck", "loss"}, told)
    for word in ("hint", "analyse", "analysis", "review"):
        check_problem(f"there is no {word}", post(server, f"{place}/{word}", None, tokens[0]), 404, "not-found")
    probed = post(server, "/api/v1/tables/probe", {"game": "dados:players=4", "positions": ["......" + "/......" * 5 + " 1 8"]})
    check_problem("nor tables", probed, 404, "no-tables")


def test_problems(server):
    game, tokens = create(server)
    place = f"{ROOT}/{game}"
    move = {"number": 1, "move": "C"}
    got = check_problem("no token", post(server, f"{place}/moves", move), 401, "unauthorized")
    check("… with its sentence for other languages", got["key"] and got["args"] == [], got)
    reply = post(server, f"{place}/moves", move, "nobody")
    check("… and how to say it", reply.status == 401 and reply.fields["www-authenticate"] == "Bearer", reply)
    check_problem("another's turn", post(server, f"{place}/moves", move, tokens[1]), 403, "forbidden")
    check_problem("an illegal move", post(server, f"{place}/moves", {"number": 1, "move": "c"}, tokens[0]), 422, "illegal")
    check_problem("not next", post(server, f"{place}/moves", {"number": 3, "move": "C"}, tokens[0]), 409, "conflict")
    check_problem("no such game", server.ask(f"{ROOT}/{NOBODY}"), 404, "no-game")
    check_problem("no JSON", post(server, f"{place}/moves", b"{", tokens[0]), 400, "malformed", "byte")
    check_problem("a member that nobody knows", post(server, ROOT, {"game": "oware", "x": 1}), 400, "malformed")
    check_problem("an unknown game", post(server, ROOT, {"game": "chess"}), 400, "malformed")
    check_problem("a parameter", server.ask(f"{place}?token=x"), 400, "parameter")
    for path in (f"{ROOT}/", f"{ROOT}/short", f"{place}/", f"{place}/nothing", f"{place}/moves/1", f"{place}0", ROOT + "s",
                 f"{ROOT}/{NOBODY[:-1]}-", f"{ROOT}/%00"):
        reply = server.ask(path)
        check(f"nothing at {path}", reply.status in (400, 404), reply)


def test_methods(server):
    place = f"{ROOT}/{NOBODY}"
    reading, doing, both = "GET, HEAD, OPTIONS", "POST, OPTIONS", "GET, HEAD, POST, OPTIONS"
    routes = {ROOT: both, "/api/v1/mine": doing, place: reading, f"{place}/record": reading, f"{place}/socket": reading,
              **{f"{place}/{word}": doing for word in POSTED}}
    for path, allowed in routes.items():
        for method in ("GET", "HEAD", "POST", "PUT", "DELETE", "OPTIONS"):
            reply = server.ask(path, method, b"{}" if method == "POST" else None)
            refused = reply.status == 405
            check(f"{method} {path}", refused == (method not in allowed.split(", ")) and
                  (not refused or reply.fields["allow"] == allowed), reply)
        check(f"OPTIONS {path} tells", server.ask(path, "OPTIONS").fields["allow"] == allowed)


def test_tokens(server):
    """Whatever is no token is none, and no header lets anybody in twice."""
    game, tokens = create(server)
    for value, is_known in ((f"Bearer {tokens[0]}", True), (f"bearer   {tokens[0]}", True), (tokens[0], False),
                            (f"Basic {tokens[0]}", False), ("Bearer", False), ("Bearer ", False),
                            (f"Bearer {tokens[0]}x", False), (f"Bearer {'x' * 127}", False), (f"Bearer {'x' * 5000}", False)):
        reply = server.ask(f"{ROOT}/{game}", authorization=value)
        known = reply.status == 200 and bool(reply.json().get("you"))
        check(f"Authorization: {value[:30]}", known == is_known and reply.status in (200, 401), reply)


# -- content --------------------------------------------------------------------------------------


def statuses(server, data, patience=PROMPT):
    """(statuses of all answers to these bytes, whether it closed)."""
    with open_stream(server) as stream:
        stream.sendall(data)
        got, closed = read_all(stream, patience)
    answers, rest = split_answers(got)
    return [answer.status for answer in answers] + [None] * bool(rest), closed


def posted(content=b"{}", path=ROOT, **fields):
    """A POST as bytes, with its length unless it is given otherwise."""
    if not {"Content_Length", "Transfer_Encoding"} & set(fields):
        fields["Content_Length"] = len(content)
    return request(path, method="POST", content=content, **fields)


def test_content(server):
    good = b'{"game": "oware"}'
    in_chunks = b"5\r\n" + good[:5] + b"\r\n%x;x=y\r\n" % len(good[5:]) + good[5:] + b"\r\n0\r\nX: y\r\n\r\n"
    end = request(Connection="close")
    for what, data in (("with its length", posted(good)), ("in chunks", posted(in_chunks, Transfer_Encoding="chunked")),
                       ("of a type with a charset", posted(good, Content_Type="Application/JSON; charset=utf-8"))):
        check(f"content {what}, and the next request", statuses(server, data + end) == ([201, 200], True),
              statuses(server, data + end))
        with open_stream(server) as stream:
            for byte in data:
                stream.sendall(bytes([byte]))
            check("… byte by byte", read_answer(stream).status == 201)
            stream.sendall(data)
            check("… twice on a connection", read_answer(stream).status == 201)
    with open_stream(server) as stream:
        stream.sendall(posted(b"", Content_Length=len(good), Expect="100-continue"))
        first = stream.recv(1 << 16)
        stream.sendall(good)
        check("content is asked for where that is expected", first == b"HTTP/1.1 100 Continue\r\n\r\n" and
              read_answer(stream).status == 201, first)
    for kind in ("application/x-www-form-urlencoded", "text/plain", "", "x" * 100):
        made = statuses(server, posted(b'{"game": "oware"}', Content_Type=kind, Connection="close"))
        check(f"content of any type is read: {kind[:40]!r}", made[0] == [201], made)
        made = statuses(server, posted(b'{"game": "oware"}', Content_Type=kind, Origin="http://evil.example"), PROMPT + 2)
        check("… but not another page's", made == ([403], True), made)
    padded = b'{"game": "oware"' + b" " * (MOST - 17) + b"}"
    check(f"content of {MOST} bytes", statuses(server, posted(padded, Connection="close"))[0] == [201])


def test_refused_content(server):
    smuggled = request("/smuggled")
    game, tokens = create(server)
    for what, data, expected in (
            ("too long", posted(b"x" * (MOST + 1)), 413), ("far too long", posted(b"", Content_Length=10 ** 12), 413),
            ("too long in chunks", posted(b"%x\r\n" % (MOST + 1) + b"x" * (MOST + 1) + b"\r\n0\r\n\r\n",
                                          Transfer_Encoding="chunked"), 413),
            ("chunks of a byte without end", posted(b"1\r\nx\r\n" * 20_000, Transfer_Encoding="chunked"), 413),
            ("two codings", posted(b"0\r\n\r\n", Transfer_Encoding="gzip, chunked"), 400),
            ("an old one in chunks", posted(b"0\r\n\r\n", version="1.0", Transfer_Encoding="chunked"), 400),
            ("chunks that are none", posted(b"x\r\n", Transfer_Encoding="chunked"), 400),
            ("at a wrong address", posted(smuggled, path=f"{ROOT}/x"), 404),
            ("with a method that takes none", request(f"{ROOT}/{game}", content=smuggled, Content_Length=len(smuggled)), 200),
            ("for the page", posted(smuggled, path="/"), 405)):
        got = statuses(server, data, PROMPT + 2)
        check(f"content {what}: {expected}, and an end", got == ([expected], True), got)
    for length in ("-1", "+2", "0x2", "2,2", "9" * 36):
        got = statuses(server, posted(b"{}", Content_Length=length), PROMPT + 2)
        check(f"Content-Length: {length}", got == ([400], True), got)
    both = b"POST /api/v1/play HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 4\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n"
    check("a length and chunks", statuses(server, both + smuggled, PROMPT + 2) == ([400], True))
    check("nothing of that happened", server.ask(f"{ROOT}/{game}").json()["event"] ==
          server.ask(f"{ROOT}/{game}", authorization=f"Bearer {tokens[0]}").json()["event"])


def test_withheld(server):
    """Content that does not come in time: ten seconds from the first byte, however it drips."""
    with open_stream(server) as stream:
        stream.sendall(posted(b"{", Content_Length=50))
        got, closed = read_all(stream, 8)
        check("content is waited for", (got, closed) == (b"", False), got)
        got, closed = read_all(stream, 6)
        check("… for ten seconds", (got, closed) == (b"", True), got)


def test_origin(server):
    own = f"http://127.0.0.1:{server.port}"
    host = f"127.0.0.1:{server.port}"
    for origin, status in ((own, 201), ("http://evil.example", 403), ("null", 403), ("", 403), (own + "0", 403)):
        got = statuses(server, posted(b'{"game": "oware"}', host=host, Origin=origin, Connection="close"), PROMPT + 2)
        check(f"a page of {origin!r}: {status}", got[0] == [status], got)


# -- the server as a whole ------------------------------------------------------------------------


def test_data():
    with tempfile.TemporaryDirectory() as folder:
        with Server("--data", f"{folder}/new/place") as server:
            game, tokens = create(server)
            post(server, f"{ROOT}/{game}/moves", {"number": 1, "move": "C"}, tokens[0])
            taken = run("serve", "--port", 0, "--data", f"{folder}/new/place")
            check_error("a directory that another server uses is refused", taken, 1, f"{folder}/new/place")
            server.process.kill()
            server.process.wait()
        with Server("--data", f"{folder}/new/place") as server:
            kept = server.ask(f"{ROOT}/{game}").json()
            check("a game outlives its server", [entry["move"] for entry in kept["moves"]] == ["C"], kept)
        check_error("a directory that can't be had", run("serve", "--port", 0, "--data", "/proc/nothing"), 1, "/proc/nothing")


def test_no_data():
    if os.environ.get("LUDOTECA_TEST_DATABASE"):
        return
    with Server(XDG_STATE_HOME=None, HOME=None) as server:
        got = check_problem("without a place for them", post(server, ROOT, {"game": "oware"}), 503, "store", "--data")
        check("… which is said", got and server.is_alive())
        server.process.send_signal(15)
        out = server.process.stdout.read().decode()
        check("… when it starts, too", "--data" in out, out)


def test_log():
    with Server("--log") as server:
        game, tokens = create(server)
        server.ask(f"{ROOT}/{game}?x={tokens[0]}")
        post(server, f"{ROOT}/{game}/moves", {"number": 1, "move": "C"}, tokens[0])
        _, _, err = server.stop()
        check("the log names no game and no token", game not in err and not any(token in err for token in tokens) and
              f"POST {ROOT}/ID/moves 200 " in err and f"GET {ROOT}/ID 400 " in err, err)


def test_rate():
    if os.environ.get("LUDOTECA_TEST_DATABASE"):
        return  # each server counts for itself
    with Server("--rate", "2") as server:
        got = [server.ask(f"{ROOT}/{NOBODY}").status for _ in range(40)]
        check("questions about games are counted", got[:20] == [404] * 20 and 429 in got, got)
        reply = next(reply for reply in iter(lambda: post(server, ROOT, {"game": "oware"}), None) if reply.status == 429)
        check("… with when to come again", int(reply.fields["retry-after"]) >= 1, reply)


with Server("--rate", "0") as shared:
    for test in (test_playing, test_nobody_is_advised, test_problems, test_methods, test_tokens, test_content, test_refused_content, test_origin,
                 *([] if SHORT else [test_withheld])):
        test(shared)
    check("it lives on", shared.is_alive())
    check("… and ends cleanly, without a word", shared.stop()[::2] == (0, ""))
for test in (test_data, test_no_data, test_log, test_rate):
    test()
finish()

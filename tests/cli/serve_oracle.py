#!/usr/bin/env python3
"""What tables know of many positions at once, and which move alone keeps the result."""

import json
import random
import socket
import tempfile

from harness import check, finish, run
from serve_driver import SHORT, Server, open_stream, read_all
from serve_wire import split_answers

RULES, REACH = "oware:slam=nocapture", 5
SMALL = "pylos:base=3"
PROBE = "/api/v1/tables/probe"
MOST = 100


def ask(server, body, **fields):
    return server.ask(PROBE, "POST", body if isinstance(body, bytes) else json.dumps(body).encode(), **fields)


def draw_positions(chance, count):
    """Positions of Oware with few seeds on the board, the others in the stores."""
    found = []
    for _ in range(count):
        board = [0] * 12
        for _ in range(chance.randint(1, REACH)):
            board[chance.randrange(12)] += 1
        south = chance.randint(20, 24)
        found.append("-".join(map(str, [*board, south, 48 - sum(board) - south])) + f"-{chance.choice('SN')}")
    return found


def sign(number):
    return (number > 0) - (number < 0)


def judge(answer):
    """(whether each move keeps the result, the only one that does), worked out from what the moves end with."""
    if answer["final_least"] is None or sign(answer["final_least"]) != sign(answer["final_most"]):
        return [None] * len(answer["moves"]), None
    best = max((sign(move["final_least"]) for move in answer["moves"] if move["final_least"] is not None), default=None)
    kept = [None if move["final_least"] is None else True if sign(move["final_least"]) == best else
            False if sign(move["final_most"]) < best else None for move in answer["moves"]]
    only = kept.count(True) == 1 and kept.count(None) == 0 and len(kept) > 1
    return kept, answer["moves"][kept.index(True)]["move"] if only else None


def test_batch(server, folder):
    positions = draw_positions(random.Random(5), MOST)
    got = ask(server, {"game": RULES, "positions": positions})
    check("a hundred positions are answered at once", got.status == 200 and len(got.json()["answers"]) == MOST and
          got.fields["cache-control"] == "no-store", got)
    for number in (0, 17, MOST - 1):
        single = server.api("tables/probe", game=RULES, position=positions[number])
        check("… each as if asked alone", got.json()["answers"][number] == single.json(), f"{got.json()['answers'][number]}\n{single}")
    answers = got.json()["answers"]
    wrong = [answer["position"] for answer in answers
             if ([move["keeps_result"] for move in answer["moves"]], answer["only_move"]) != judge(answer)]
    check("which moves keep the result, and which alone does", not wrong, wrong)
    check("… which some do", any(answer["only_move"] for answer in answers) and not all(answer["only_move"] for answer in answers))
    moves = [move for answer in answers for move in answer["moves"]]
    check("… and some don't", {True, False} <= {move["keeps_result"] for move in moves})
    unknown = ask(server, {"game": RULES, "positions": ["4-4-4-4-4-4-4-4-4-4-4-4-0-0-S"]}).json()["answers"][0]
    check("what is not known is said so", not unknown["known"] and unknown["only_move"] is None and
          {move["keeps_result"] for move in unknown["moves"]} == {None}, unknown)
    over = ask(server, {"game": RULES, "positions": ["0-0-0-0-0-0-0-0-0-0-1-1-26-20-N"]}).json()["answers"][0]
    check("nothing keeps the result of a game that is over", over["moves"] == [] and over["only_move"] is None, over)
    few = ask(server, {"game": RULES, "positions": ["0-0-0-0-0-1-0-0-0-0-1-1-0-0-S"], "fragment": True})
    check("fragments, too", few.status == 200 and few.json()["answers"][0]["known"], few)
    own = run("tables", "probe", SMALL, "--json", "--dir", folder)
    pylos = ask(server, {"game": SMALL, "positions": [json.loads(own.out)["position"]]}).json()["answers"][0]
    check("of Pylos with distances", pylos == json.loads(own.out) and pylos["plies"] > 0 and
          all(move["plies"] is not None for move in pylos["moves"]), pylos)
    kept, only = judge(pylos)
    check("… and what keeps the result", [move["keeps_result"] for move in pylos["moves"]] == kept and pylos["only_move"] == only)


def check_problem(name, reply, status, kind, *words):
    shape = reply.json()
    check(f"{name}: {status} {kind}", reply.status == status and shape["type"] == f"/api/v1/problems#{kind}" and
          all(word in shape.get("detail", "") for word in words), reply)


def test_problems(server):
    good = draw_positions(random.Random(6), 3)
    for body, words in ((b"", ["missing"]), (b"{", ["JSON"]), (b"[]", ["object"]), (b"null", ["object"]), (b"\xff", ["JSON"]), (b"{}", ["positions", "missing"]),
                        ({"game": RULES}, ["positions"]), ({"positions": good}, ["game"]), ({"game": 5, "positions": good}, ["text"]),
                        ({"game": RULES, "positions": good[0]}, ["list"]), ({"game": RULES, "positions": []}, ["no position"]),
                        ({"game": RULES, "positions": [5]}, ["list of texts"]), ({"game": RULES, "positions": [[good[0]]]}, ["list of texts"]),
                        ({"game": RULES, "positions": ["4" * 2000]}, ["list of texts"]),
                        ({"game": RULES, "positions": good, "fragment": 1}, ["true or false"]), ({"game": RULES, "positions": good, "depth": 1}, ["depth"]),
                        ({"game": "o" * 500, "positions": good}, ["long"]), ({"game": RULES, "positions": good[:1] * (MOST + 1)}, [f"{MOST}", "parts"]),
                        ({"game": RULES, "positions": [""] * 3000}, [f"{MOST}", "parts"]), (b"[" * 5000, ["JSON"]),
                        (b'{"game": "oware", "game": "oware", "positions": ["x"]}', ["JSON"])):
        check_problem(f"{str(body)[:40]}", ask(server, body), 400, "malformed", *words)
    check_problem("an unknown game", ask(server, {"game": "chess", "positions": good}), 400, "parameter", "chess")
    check_problem("a game without tables", ask(server, {"game": "six", "positions": good}), 404, "no-tables")
    bad = ask(server, {"game": RULES, "positions": [*good, "4-4", *good]})
    check_problem("a bad position", bad, 400, "position")
    check("… and which it was", bad.json()["position_number"] == len(good) + 1, bad)
    check_problem("parameters besides", server.ask(f"{PROBE}?game=oware", "POST", b"{}"), 400, "parameter")
    check_problem("too much content", ask(server, b" " * 20000), 413, "too-large")
    check_problem("another page", ask(server, {"game": RULES, "positions": good}, origin="https://example.org"), 403, "forbidden")
    own = ask(server, {"game": RULES, "positions": good}, origin=f"http://{server.host}:{server.port}")
    check("the page itself may", own.status == 200, own)
    allow = server.ask(PROBE, "OPTIONS").fields["allow"]
    other = server.ask(PROBE, "PUT", b"{}")
    check("which methods there are", allow == other.fields["allow"] == "GET, HEAD, POST, OPTIONS" and other.status == 405, other)
    check_problem("POST elsewhere", server.ask("/api/v1/tables", "POST", b"{}"), 405, "method")


def post(content, *fields):
    head = [f"POST {PROBE} HTTP/1.1", "Host: 127.0.0.1", *fields]
    return "\r\n".join(head).encode() + b"\r\n\r\n" + content


def test_wire(server):
    """In chunks, byte by byte, one after the other, cut off, and in the ways in which content is smuggled."""
    body = json.dumps({"game": RULES, "positions": draw_positions(random.Random(7), 2)}).encode()
    chunks = b"".join(b"%x\r\n%c\r\n" % (1, byte) for byte in body) + b"0\r\n\r\n"
    length = f"Content-Length: {len(body)}"
    with open_stream(server) as stream:
        stream.sendall(post(body, length) + post(chunks, "Transfer-Encoding: chunked") + post(body, length, "Connection: close"))
        answers, rest = split_answers(read_all(stream, 10)[0])
    check("three on one connection, in chunks, too", [answer.status for answer in answers] == [200] * 3 and not rest and
          len({answer.body for answer in answers}) == 1, answers)
    with open_stream(server) as stream:
        for byte in post(body, length, "Connection: close"):
            stream.sendall(bytes([byte]))
        answers, _ = split_answers(read_all(stream, 10)[0])
    check("byte by byte", [answer.status for answer in answers] == [200], answers)
    with open_stream(server) as stream:
        stream.sendall(post(b"", length, "Expect: 100-continue", "Connection: close"))
        check("it is invited to go on", stream.recv(100).startswith(b"HTTP/1.1 100 "))
        stream.sendall(body)
        answers, _ = split_answers(read_all(stream, 10)[0])
    check("… and goes on", [answer.status for answer in answers] == [200], answers)
    for fields, statuses in (((length, "Content-Length: 1"), {400}), ((length, "Transfer-Encoding: chunked"), {400}), (("Transfer-Encoding: gzip, chunked",), {400}),
                             (("Transfer-Encoding: gzip",), {400}), (("Content-Length: -1",), {400}), (("Content-Length: 99999999999999999999",), {400}),
                             (("Content-Length: 999999999",), {413})):
        with open_stream(server) as stream:
            stream.sendall(post(body, *fields))
            stream.shutdown(socket.SHUT_WR)
            answers, _ = split_answers(read_all(stream, 10)[0])
        check(f"{fields}", len(answers) == 1 and answers[0].status in statuses, answers)
    for _ in range(20 if SHORT else 60):  # gone before the content is whole, or before the answer is there
        with open_stream(server) as stream:
            stream.sendall(post(body, length)[:random.randint(1, 400)])
    check("those who leave are not missed", server.is_alive())


def test_rate():
    positions = draw_positions(random.Random(8), MOST)
    with Server("--rate", "3") as server:  # thirty at once
        first = ask(server, {"game": RULES, "positions": positions})
        check("more than a bucket holds is answered once", first.status == 200, first)
        late = ask(server, {"game": RULES, "positions": positions[:1]})
        check("… and waited for afterwards", late.status == 429 and 20 <= int(late.fields["retry-after"]) <= 30, late)
    with Server("--rate", "3") as server:
        wrong = [ask(server, {"game": RULES, "positions": ["x"]}).status for _ in range(40)]
        check("faults count, too", wrong[:30] == [400] * 30 and 429 in wrong, wrong)


with tempfile.TemporaryDirectory() as directory:
    made = [run("tables", "build", RULES, "--seeds", REACH, "--dir", directory), run("tables", "build", SMALL, "--dir", directory)]
    check("tables to ask", all(done.status == 0 for done in made), made)
    with Server("--dir", directory, "--rate", "0") as asked:
        test_batch(asked, directory)
        test_problems(asked)
        test_wire(asked)
        check("it lives on", asked.is_alive())
        check("… and ends cleanly", asked.stop()[::2] == (0, ""))
test_rate()
finish()

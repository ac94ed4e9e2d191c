#!/usr/bin/env python3
"""docs/openapi.json and docs/asyncapi.json, and the server held to them: every address, every status, every shape."""

import json
import random
import re
from pathlib import Path

import shapes
from harness import check, finish
from serve_channel import Seat
from serve_driver import SHORT, Server

DOCS = Path(__file__).resolve().parent.parent.parent / "docs"
OPENAPI, ASYNCAPI = (json.loads((DOCS / f"{name}.json").read_text()) for name in ("openapi", "asyncapi"))
OPERATIONS = [(path, method, operation) for path, item in OPENAPI["paths"].items() for method, operation in item.items() if method != "parameters"]


def refs(value):
    if isinstance(value, dict):
        yield from ([value["$ref"]] if "$ref" in value else [])
    for inner in value.values() if isinstance(value, dict) else value if isinstance(value, list) else ():
        yield from refs(inner)


def shape_name(ref):
    """online.game of ../data/schema/online.json#/$defs/game."""
    found = re.fullmatch(r"\.\./data/schema/(\w+)\.json#/\$defs/(\w+)", ref)
    return found and ".".join(found.groups())


def test_documents():
    for name, document in (("openapi", OPENAPI), ("asyncapi", ASYNCAPI)):
        wrong = [ref for ref in refs(document) if not ref.startswith("#/") and shape_name(ref) not in shapes.SHAPES]
        check(f"{name}: every shape that it names is there", not wrong, wrong)
    table = (DOCS / "ONLINE.md").read_text() + (DOCS / "SERVER.md").read_text()
    written = {(method.lower(), path.replace("ID", "{id}")) for method, path in re.findall(r"`(GET|POST) (/api/v1/(?:play|mine|tables/)[/\w]*)`", table)} | \
        {("post", "/api/v1/play/{id}/decline")}
    described = {(method, path) for path, method, _ in OPERATIONS}
    check("ONLINE.md, SERVER.md and openapi.json name the same addresses", written == described, f"{written ^ described}")


def test_methods(server, game):
    for path, method, _ in OPERATIONS:
        allow = server.ask(path.replace("{id}", game), "OPTIONS").fields.get("allow", "")
        check(f"{method} {path} is allowed", method.upper() in allow, allow)
    for path in OPENAPI["paths"]:
        reply = server.ask(path.replace("{id}", game), "PUT")
        check(f"PUT {path} is not", reply.status == 405, reply)


# -- what is answered -----------------------------------------------------------------------------

BODIES = {"new_game": [{"game": "oware"}, {"game": "chess"}], "new_move": [{"number": 1, "move": "C"}, {"number": 1, "move": "c"}, {"number": 9, "move": "C"}],
          "new_offer": [{"offer": "draw"}, {"offer": "takeback"}, {"offer": "x"}], "answer_offer": [{}, {"offer": "draw"}], "new_chat": [{"text": "hola"}, {"phrase": "bye"}, {}],
          "new_person": [{"name": "Eva"}, {"name": ""}], "new_name": [{"name": "Eva"}, {"name": 5}], "new_part": [{"commitment": "0" * 64}, {"secret": "x"}],
          "new_vacation": [{"days": 1}, {"days": 99}], "new_report": [{"event": 1}, {"event": 999}], "new_profile": [{"name": "Eva"}, {"push": 5}],
          "new_probes": [{"game": "oware", "positions": ["4-4-4-4-4-4-4-4-4-4-4-4-0-0-S"] * 2}, {"game": "six", "positions": ["x"]}, {"game": "oware", "positions": ["x"]}],
          "new_confirmation": [{"person": "0" * 64, "code": "1" * 32, "mail": True}, {}]}


def request_shape(operation):
    schema = operation.get("requestBody", {}).get("content", {}).get("application/json", {}).get("schema", {})
    return shape_name(schema["$ref"]).partition(".")[2] if schema else None


def ask(server, game, path, method, operation, body, token):
    fields = {"authorization": f"Bearer {token}"} if token else {}
    data = body if isinstance(body, bytes) else None if body is None else json.dumps(body).encode()
    return server.ask(path.replace("{id}", game), method.upper(), data, **fields)


def fault_of_answer(operation, reply):
    """What is wrong with an answer, by the description; its shape the driver looks at, too."""
    described = operation["responses"].get(str(reply.status))
    if not described:
        return f"{reply.status} is not described: {reply.body[:200]!r}"
    kind = reply.fields["content-type"].partition(";")[0]
    if kind not in described["content"]:
        return f"{kind} is not described"
    ref = described["content"][kind]["schema"].get("$ref")
    return shapes.fault_of(shape_name(ref), reply.json()) if ref else None


def test_answers(server):
    chance, faults, met = random.Random(3), [], set()
    rounds = 2 if SHORT else 6
    for _ in range(rounds):
        made = server.ask("/api/v1/play", "POST", json.dumps({"game": chance.choice(["oware", "dados", "six"]), "clock": chance.choice([None, "3d", "5m"]),
                                                              "seats": chance.choice([["person", "person"], ["person", "open"]])}).encode()).json()
        tokens = [made["seats"][0]["token"], made["seats"][1]["token"], None, "x" * 32]
        operations = OPERATIONS * 4
        chance.shuffle(operations)
        for path, method, operation in operations:
            if path.endswith("/resign") and chance.random() < 0.9:
                continue  # nothing can be done after that
            game = made["id"] if chance.random() < 0.9 else "a" * 16
            bodies = BODIES.get(request_shape(operation), [None])
            body = chance.choice([*bodies, *bodies, None, b"{", b"[]"])
            reply = ask(server, game, path, method, operation, body, chance.choice(tokens))
            met.add((path, method, reply.status))
            fault = fault_of_answer(operation, reply)
            faults += [f"{method} {path} {body}: {fault}"] if fault else []
    check(f"{len(met)} kinds of answers are as openapi.json says", not faults, "\n".join(faults[:10]))


def test_good_answers(server):
    """Every deed once as it should be done."""
    def do(word, body=None, seat=0, ok=200):
        path = f"/api/v1/play/{{id}}/{word}"
        operation = OPENAPI["paths"][path]["post"]
        reply = ask(server, game, path, "post", operation, body, tokens[seat])
        check(f"{word} is done, as described", reply.status == ok and not fault_of_answer(operation, reply), f"{reply} {fault_of_answer(operation, reply)}")
        return reply.json()

    made = server.ask("/api/v1/play", "POST", b'{"game": "oware", "clock": "3d", "seats": ["person", "open"]}').json()
    game, tokens = made["id"], [made["seats"][0]["token"], None]
    tokens[1] = next(seat["token"] for seat in do("join", {"name": "Eva"}, 1, 201)["seats"] if seat["token"])
    for word, body, seat in (("sit", {"name": "Ana"}, 0), ("moves", {"number": 1, "move": "C"}, 0), ("offer", {"offer": "takeback"}, 0), ("accept", {}, 1),
                             ("offer", {"offer": "draw"}, 1), ("decline", {}, 0), ("chat", {"text": "hola"}, 0), ("vacation", {"days": 2}, 1), ("report", {"event": 2}, 0),
                             ("resign", None, 0), ("claim", None, 1)):
        do(word, body, seat)
    made = server.ask("/api/v1/play", "POST", b'{"game": "dados", "dice": "shared"}').json()
    game, tokens = made["id"], [seat["token"] for seat in made["seats"]]
    do("dice", {"commitment": "0" * 64})



def test_socket(server):
    made = server.ask("/api/v1/play", "POST", b'{"game": "dados", "rolloff": true}').json()
    heard = []
    with Seat(server, made["id"]) as seat:
        seat.say({"token": made["seats"][0]["token"]})
        for deed in ({"do": "moves", "number": 1, "move": "roll"}, {"do": "offer", "offer": "draw"}, {"do": "chat", "phrase": "bye"}, {"do": "resign"}, {"do": "x"}):
            seat.say({**deed, "ref": 1})
        heard = seat.hear_until("end")
    kinds = {message["type"] for message in heard}
    check(f"what a socket says is as asyncapi.json says: {sorted(kinds)}", {"hello", "created", "start", "reply", "end"} <= kinds, kinds)


with Server("--rate", "0") as server:
    game = server.ask("/api/v1/play", "POST", b'{"game": "oware"}').json()["id"]
    test_documents()
    test_methods(server, game)
    test_answers(server)
    test_good_answers(server)
    test_socket(server)
finish()

#!/usr/bin/env python3
"""Every --json answer is one line of valid JSON of the documented shape."""

import json
import os
import re

import shapes
from game_rows import GAMES, ROWS, START
from harness import ROOT, check, finish, run

SHORT, LONG = (bool(os.environ.get(f"LUDOTECA_TEST_{form}")) for form in ("SHORT", "LONG"))
RATES = ["playout_moves_per_cpu_second", "game_moves_per_cpu_second",
         "playout_games_per_cpu_second", "perft_leaves_per_cpu_second", "crowded_moves_per_cpu_second",
         "judged_positions_per_cpu_second"]


def ask(*words, **more):
    answer = run(*words, "--json", **more)
    check(f"{' '.join(map(str, words))} --json: one line, version 1",
          answer.status == 0 and len(answer.lines) == 1
          and json.loads(answer.out).get("version") == 1, answer)
    return json.loads(answer.out)


def test_games():
    games = {game["name"]: game for game in ask("games")["games"]}
    for name, game in games.items():
        check(f"{name}: start, sides, title", game["start"] == START[name]
              and len(game["sides"]) >= 2 and game["title"], game)
        for option in game["options"]:
            values = [value["value"] for value in option["values"]]
            check(f"{name}:{option['key']} is explained", option["default"] in values
                  and option["about"] and all(value["about"] for value in option["values"]), option)
            for value in values:
                answer = run("perft", f"{name}:{option['key']}={value}", 1)
                check(f"{name}:{option['key']}={value} can be played", answer.status == 0, answer)
        prose = ask("rules", name)
        check(f"{name}: rules", prose["game"] == name and len(prose["markdown"]) > 500)


def test_positions():
    for game in GAMES:
        shown = ask("show", game)
        check(f"show {game}", shown["position"] == START[game] and shown["seat"] == 1
              and shown["result"] is None and len(shown["sides"]) == 2, shown)
        listed = ask("moves", game)
        text = [line.split("\t") for line in run("moves", game).lines]
        check(f"moves {game}: the same as in text",
              [[row["move"], row["position"]] for row in listed["moves"]] == text)
        check(f"show {game} counts them", shown["moves"] == len(text), shown)
        counts = ask("perft", game, 2)["perft"]
        check(f"perft {game}: the same as in text",
              [f"{row['depth']} {row['nodes']}" for row in counts] == run("perft", game, 2).lines)
    for game, (key, count) in ((game, rows["held"]) for game, rows in ROWS.items()):
        # Where nothing is held, a side has nothing but its name.
        held = [side.get(key, count) if key else len(side) - 1 for side in ask("show", game)["sides"]]
        check(f"{game}: {key}", held == [count, count])
    moved = ask("show", "dados", "--moves", "8:c5")
    check("dados awaits a roll", moved["awaits"] == "roll" and moved["seat"] == 2
          and moved["sides"][0]["chips"] == 19, moved)
    over = ask("show", "oware", "--position", "0-0-0-0-0-0-0-0-0-0-1-1-26-20-N")
    check("an over position", over["awaits"] is None and over["seat"] is None
          and over["result"] == {"result": "1-0", "score": "26-20", "winner": "South",
                                 "reason": "majority"}, over)
    won = ask("moves", "oware", "--position", "0-0-0-0-0-1-1-0-0-0-1-1-24-20-S")["moves"]
    check("a move that ends the game", [row["result"]["score"] for row in won if "result" in row]
          == ["26-20"], won)
    batch = run("moves", "six", "--json", "--batch", stdin=f"{START['six']}\nbad\n")
    check("batch of JSON", json.loads(batch.lines[0])["version"] == 1 and batch.lines[1] == ""
          and batch.lines[2].startswith("error: "), batch)


def signatures_written_down():
    """By game, as docs/PERFORMANCE.md has them; examples are not in there."""
    text = (ROOT / "docs" / "PERFORMANCE.md").read_text()
    table = text[text.index("| signature |"):].split("\n\n")[0]
    return {game: int(number) for game, number in re.findall(r"^\| (\w+) \|.*\| (\d+) \|$", table, re.M)}


def test_bench():
    written = signatures_written_down()
    games = GAMES if LONG else GAMES[:1] if SHORT else GAMES[::3]
    first = ask("bench", *games, "--seconds", 1, "--repeats", 2)
    check("bench: machine, build, repeats", first["machine"] and first["build"]
          and first["repeats"] == 2 and first["move_limit"] == 500, first)
    for row in first["games"]:
        check(f"bench {row['game']}: speeds and spread",
              all(row["spread"][rate][0] <= row[rate] <= row["spread"][rate][1]
                  and row[rate] > 0 for rate in RATES), row)
        check(f"bench {row['game']}: the signature that is written down",
              written.get(row["game"], row["signature"]) == row["signature"], row["signature"])
        training = "training_turns_per_cpu_second"
        check(f"bench {row['game']}: whether its weights are trained, and the page says so",
              (row[training] > 0) == (row["spread"][training] != [0, 0]) == row["game"].startswith("dados")
              and training in (ROOT / "docs" / "JSON.md").read_text(), row)
        search = row["search"]
        check(f"bench {row['game']}: one thread gains nothing over one", search["threads"] == 1
              and search["gain"] == search["gain_nodes"] == 1
              and search["spread"]["gain"] == search["spread"]["gain_nodes"] == [1, 1], search)
    if SHORT:
        return
    text = run("bench", games[0], "--seconds", 1, "--repeats", 1)
    check("bench in text, and the signature is the same again",
          str(first["games"][0]["signature"]) in text.out and "500" in text.out, text)


def test_schemas():
    """They are not so wide that anything fits."""
    shown = ask("show", "oware")
    fault = shapes.fault_of_schemas()
    check("what answers are held against are JSON Schemas", fault is None, fault)
    check("an unknown key is a fault", shapes.fault_of("rules.show", {**shown, "colour": "red"}) is not None)
    check("a missing key is a fault", shapes.fault_of("rules.show", {"version": 1}) is not None)
    check("a seat 0 is a fault", shapes.fault_of("rules.show", {**shown, "seat": 0}) is not None)
    for name, shape in shapes.SHAPES.items():
        # What the page keeps may have been kept by a later page.
        is_closed = shape.get("type") != "object" or shape.get("additionalProperties") is False or name.startswith("page.")
        check(f"{name} names all its keys", is_closed, shape)


def test_documentation():
    page = (ROOT / "docs" / "JSON.md").read_text()
    for section in page.split("\n## ")[1:]:
        title, _, text = section.partition("\n")
        for part in text.split("```json\n")[1:]:
            example = shapes.without_gaps(json.loads(part.split("```")[0]))
            name = "common.result" if title == "Results" else shapes.shape_of_command(title.split(), example)
            fault = shapes.fault_of(name, example, is_example=True)
            check(f"an example under {title} is as its schema says", fault is None, fault)
    for rate in RATES:
        check(f"JSON.md mentions {rate}", rate in page)


test_schemas()
test_games()
test_positions()
test_bench()
test_documentation()
finish()

#!/usr/bin/env python3
"""The checker of histories: it takes what is right, and finds every kind of fault that is planted."""

import copy
import json
import random
import subprocess
import sys
import tempfile
from pathlib import Path

HERE = Path(__file__).resolve().parent
CHECKER = HERE / "history.py"
count = failed = 0


def tap(name, is_good, told=""):
    global count, failed
    count += 1
    failed += not is_good
    print(f"{'ok' if is_good else 'not ok'} {count} - {name}")
    if not is_good:
        print(f"# {told}")


def make_history(seed):
    """Clients that move, ask and watch in turn, with times that overlap where they may."""
    chance = random.Random(seed)
    lines, now = [], 0.0
    for game in ("g1", "g2"):
        moves, events = [], [json.dumps({"event": 1, "type": "created"})]
        watchers = {"w1": 1, "w2": 1}
        for number in range(1, 31):
            seat, word = 2 - number % 2, chance.choice("ABCDEF")
            start = now
            lines.append({"kind": "sent", "game": game, "number": number, "seat": seat, "word": word, "at": start})
            now += chance.random()
            moves.append([number, seat, word])
            events.append(json.dumps({"event": number + 1, "type": "move", "move": word}))
            now += chance.random()
            lines.append({"kind": "ack", "game": game, "number": number, "seat": seat, "word": word, "from": start, "to": now})
            if chance.random() < 0.3:  # the answer was lost, and the same is asked again
                lines.append({"kind": "ack", "game": game, "number": number, "seat": seat, "word": word, "from": now + 0.1, "to": now + 0.2})
                now += 0.3
            if chance.random() < 0.4:
                lines.append({"kind": "read", "game": game, "moves": copy.deepcopy(moves), "from": now + 0.01, "to": now + 0.02})
                now += 0.03
            for name, known in watchers.items():
                if chance.random() < 0.5:
                    for event in range(known + 1, len(events) + 1):
                        lines.append({"kind": "told", "game": game, "watcher": f"{game}{name}", "event": event, "body": events[event - 1], "at": now})
                    watchers[name] = len(events)
        lines.append({"kind": "end", "game": game, "moves": moves, "events": events})
    return lines


def run(lines):
    with tempfile.NamedTemporaryFile("w", suffix=".jsonl") as file:
        file.writelines(json.dumps(line) + "\n" for line in lines)
        file.flush()
        return subprocess.run([sys.executable, CHECKER, file.name], capture_output=True, text=True)


def pick(lines, kind, chance, where=lambda line: True):
    return chance.choice([line for line in lines if line["kind"] == kind and where(line)])


# -- faults that are planted: each changes a right history ---------------------------------------------


def lose_a_move(lines, chance):
    """The last move was acknowledged and is gone."""
    end = pick(lines, "end", chance)
    end["moves"].pop()
    end["events"].pop()
    lines[:] = [line for line in lines if not (line["kind"] == "told" and line["game"] == end["game"] and line["event"] > len(end["events"]))
                and not (line["kind"] == "read" and line["game"] == end["game"] and len(line["moves"]) > len(end["moves"]))]


def store_another_move(lines, chance):
    end = pick(lines, "end", chance)
    end["moves"][chance.randrange(len(end["moves"]))][2] = "X"


def store_a_move_twice(lines, chance):
    end = pick(lines, "end", chance)
    at = chance.randrange(len(end["moves"]))
    end["moves"].insert(at, list(end["moves"][at]))


def acknowledge_two_for_one_number(lines, chance):
    ack = dict(pick(lines, "ack", chance))
    ack["word"] = "X"
    lines.append(ack)


def swap_two_moves(lines, chance):
    end = pick(lines, "end", chance)
    at = next(i for i in range(len(end["moves"]) - 1) if end["moves"][i][2] != end["moves"][i + 1][2])
    first, second = end["moves"][at], end["moves"][at + 1]
    first[1:], second[1:] = second[1:], first[1:]


def read_too_little(lines, chance):
    """An old server answers from memory."""
    read = pick(lines, "read", chance, lambda line: len(line["moves"]) > 2)
    read["moves"] = read["moves"][:-1]


def read_what_is_not_there(lines, chance):
    read = pick(lines, "read", chance, lambda line: len(line["moves"]) > 0)
    read["moves"][-1][2] = "X"


def read_two_histories(lines, chance):
    """Two servers each went on by themselves."""
    read = pick(lines, "read", chance, lambda line: len(line["moves"]) > 3)
    read["moves"][-3][2] = "X"


def read_the_future(lines, chance):
    end = pick(lines, "end", chance)
    read = pick(lines, "read", chance, lambda line: line["game"] == end["game"] and len(line["moves"]) < len(end["moves"]))
    read["moves"] = copy.deepcopy(end["moves"])


def tell_an_event_twice(lines, chance):
    at = lines.index(pick(lines, "told", chance))
    lines.insert(at, dict(lines[at]))


def skip_an_event(lines, chance):
    told = [line for line in lines if line["kind"] == "told"]
    name = told[0]["watcher"]
    lines.remove([line for line in told if line["watcher"] == name][3])


def tell_another_event(lines, chance):
    told = pick(lines, "told", chance)
    told["body"] = json.dumps({"event": told["event"], "type": "move", "move": "X"})


def forget_the_end(lines, chance):
    lines.remove(pick(lines, "end", chance))


FAULTS = (lose_a_move, store_another_move, store_a_move_twice, acknowledge_two_for_one_number, swap_two_moves, read_too_little,
          read_what_is_not_there, read_two_histories, read_the_future, tell_an_event_twice, skip_an_event, tell_another_event, forget_the_end)

for seed in range(3):
    done = run(make_history(seed))
    tap(f"a right history, {seed}", done.returncode == 0 and "faults 0" in done.stdout, done)
for fault in FAULTS:
    missed = []
    for seed in range(5):
        history = make_history(seed)
        fault(history, random.Random(seed))
        if run(history).returncode != 1:
            missed.append(seed)
    tap(f"found: {fault.__name__.replace('_', ' ')}", not missed, f"missed with seeds {missed}")
tap("no journal: usage", subprocess.run([sys.executable, CHECKER], capture_output=True).returncode == 1)
print(f"1..{count}")
sys.exit(failed > 0)

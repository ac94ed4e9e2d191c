#!/usr/bin/env python3
"""Whether what servers told their clients can be one history of each game: history.py JOURNAL …

A journal has a line of JSON for everything that a client was told, with the times (in seconds, of one clock) when it asked
and when it had the answer:

  {"kind": "ack", "game", "number", "seat", "word", "from", "to"}    a move was acknowledged
  {"kind": "read", "game", "moves": [[number, seat, word], …], "from", "to"}    the moves of a game were read
  {"kind": "told", "game", "watcher", "event", "body", "at"}         a watcher was told an event; "body" is its text
  {"kind": "sent", "game", "number", "seat", "word", "at"}           a move was sent for the first time
  {"kind": "end", "game", "moves": [[…], …], "events": ["…", …]}     what the store holds when all is over

A game is a list to which only is added. So what was told is a history of it (it is linearizable) if all of it is a
beginning of what the store holds in the end, everything that was acknowledged before somebody asked was among what they
were then told, and nothing was told before it was sent. Exits with 1, naming the faults, if that is not so."""

import collections
import json
import sys


def read_journals(paths):
    games = collections.defaultdict(lambda: collections.defaultdict(list))
    for path in paths:
        with open(path, encoding="utf-8") as file:
            for line in file:
                entry = json.loads(line)
                games[entry["game"]][entry["kind"]].append(entry)
    return games


def check_acks(game, entries, moves, faults):
    """Every acknowledged move stands where it was said to stand; of two, the one that was acknowledged before the other
    was sent comes first."""
    stored = {number: (seat, word) for number, seat, word in moves}
    for ack in entries["ack"]:
        if stored.get(ack["number"]) != (ack["seat"], ack["word"]):
            faults.append(f"game {game}: move {ack['number']} ({ack['word']}, seat {ack['seat']}) was acknowledged, but the store has {stored.get(ack['number'])}")
    by_time = sorted(entries["ack"], key=lambda ack: ack["to"])
    highest, at = 0, 0
    for ack in sorted(entries["ack"], key=lambda ack: ack["from"]):
        while at < len(by_time) and by_time[at]["to"] < ack["from"]:
            highest = max(highest, by_time[at]["number"])
            at += 1
        if ack["number"] < highest and not any(other["number"] == ack["number"] and other["to"] < ack["from"] for other in entries["ack"]):
            first = min((sent["at"] for sent in entries["sent"] if sent["number"] == ack["number"]), default=ack["from"])
            if first >= ack["from"]:
                faults.append(f"game {game}: move {ack['number']} was first sent after move {highest} had been acknowledged")


def check_numbers(game, moves, faults):
    if [number for number, _, _ in moves] != list(range(1, len(moves) + 1)):
        faults.append(f"game {game}: the store's moves are not numbered without a gap: {[number for number, _, _ in moves]}")


def check_reads(game, entries, moves, faults):
    """What was read is a beginning of what there is, no shorter than what was acknowledged before, no longer than what
    had been sent by then."""
    acks = sorted((ack["to"], ack["number"]) for ack in entries["ack"])
    sent = {}
    for entry in entries["sent"]:
        sent[entry["number"]] = min(entry["at"], sent.get(entry["number"], entry["at"]))
    known = [(read["from"], read["to"], read["moves"]) for read in entries["read"]]
    for start, end, read in known:
        if read != moves[:len(read)]:
            faults.append(f"game {game}: moves were read that are not the beginning of the store's: {read[-3:]}")
            continue
        least = max((number for to, number in acks if to < start), default=0)
        if len(read) < least:
            faults.append(f"game {game}: {len(read)} moves were read after move {least} had been acknowledged")
        if any(number in sent and sent[number] > end for number, _, _ in read):
            faults.append(f"game {game}: a move was read before it was sent")
    longest, at = 0, 0
    by_end = sorted(known, key=lambda read: read[1])
    for start, _, read in sorted(known, key=lambda read: read[0]):
        while at < len(by_end) and by_end[at][1] < start:
            longest = max(longest, len(by_end[at][2]))
            at += 1
        if len(read) < longest:
            faults.append(f"game {game}: {len(read)} moves were read after somebody had read {longest}")


def check_told(game, entries, events, faults):
    """Every watcher hears every event, as the store has it, once and in order; who comes again may go on anywhere before
    where it was."""
    last = {}
    for told in entries["told"]:
        number = told["event"]
        if not 1 <= number <= len(events) or json.loads(events[number - 1]) != json.loads(told["body"]):
            faults.append(f"game {game}: a watcher was told event {number}, which the store does not have so: {told['body'][:120]}")
        if number != last.get(told["watcher"], number - 1) + 1:
            faults.append(f"game {game}: watcher {told['watcher']} was told event {number} after {last[told['watcher']]}")
        last[told["watcher"]] = number


def check_game(game, entries):
    faults = []
    if len(entries["end"]) != 1:
        return [f"game {game}: the store was read {len(entries['end'])} times in the end, which should be once"]
    end = entries["end"][0]
    moves = [list(move) for move in end["moves"]]
    check_numbers(game, moves, faults)
    check_acks(game, entries, moves, faults)
    check_reads(game, entries, moves, faults)
    check_told(game, entries, end["events"], faults)
    return faults


def check(games):
    """(faults, figures)"""
    faults = [fault for game, entries in games.items() for fault in check_game(game, entries)]
    figures = {"games": len(games)}
    for kind, name in (("ack", "moves acknowledged"), ("read", "times read"), ("told", "events told")):
        figures[name] = sum(len(entries[kind]) for entries in games.values())
    return faults, figures


def main():
    if len(sys.argv) < 2:
        sys.exit("usage: history.py JOURNAL …")
    faults, figures = check(read_journals(sys.argv[1:]))
    for fault in faults[:50]:
        print(fault)
    print(", ".join(f"{name} {count}" for name, count in figures.items()) + f", faults {len(faults)}")
    sys.exit(1 if faults else 0)


if __name__ == "__main__":
    main()

#!/usr/bin/env python3
"""Whole games, from the first move to a scored end: at a terminal and through pipes, in both
languages, alone and in series."""

import re

from game_rows import ROWS, has_dice, rows_of
from harness import check, finish, run
from play_driver import Terminal, play, random_game, record_words, scratch, typed

# What the computer plays against itself is typed again by people, who must get to the same end.
GAMES = {rules: ["--dice", "ask"] if has_dice(rules) else [] for rules in rows_of("typed")}


def starter_lines(tags, options):
    """With dice of their own the players are asked who starts."""
    seat = tags.get("Position", "x 1 -").split()[-2] if options else None
    return [seat] if seat else []


def test_pipes():
    for number, (game, options) in enumerate(GAMES.items()):
        tags, words, result = random_game(game, 100 + number)
        lines = starter_lines(tags, options) + typed(words)
        for language in ("en", "es"):
            path = scratch(f"typed-{number}-{language}.ludo")
            answer = play(game, *options, "--save", path, "--lang", language, lines=lines)
            again_tags, again, again_result = record_words(path)
            check(f"{game} through pipes, {language}: same moves",
                  answer.status == 0 and again == words, f"{words}\n{again}\n{answer.err}")
            check(f"{game} through pipes, {language}: same result",
                  (again_result, again_tags["Reason"]) == (result, tags["Reason"]), again_tags)
            ends = {"en": ["wins", "Draw"], "es": ["Gana", "Tablas", "Empate"]}[language]
            told = answer.lines[-4:]
            check(f"{game} through pipes, {language}: says who won",
                  any(end in line for end in ends for line in told), told)


def test_terminal():
    for number, (game, options) in enumerate(list(GAMES.items())):
        if ":" in game and not options:
            continue  # looks as by the usual rules
        tags, words, result = random_game(game, 100 + number)
        language = "es" if number % 2 else "en"
        path = scratch(f"terminal-{number}.ludo")
        terminal = Terminal(game, *options, "--save", path, "--lang", language)
        for line in starter_lines(tags, options):
            terminal.type(line, ") ")
        ready = [terminal.type(line) for line in typed(words)]
        over = terminal.expect({"en": "Enter to leave", "es": "Intro"}[language])
        terminal.send("\r")
        status = terminal.wait()
        check(f"{game} at a terminal, {language}: every move is asked for", all(ready) and over,
              terminal.text[-800:])
        check(f"{game} at a terminal, {language}: the same end",
              status == 0 and record_words(path)[1:] == (words, result), terminal.text[-800:])
        check(f"{game} at a terminal, {language}: terminal restored", terminal.restored)


def test_sayings():
    """What a game has to say of a move stands below it."""
    for game, rows in ROWS.items():
        for position, move, *said in rows.get("said", []):
            for language, line in zip(("en", "es"), said):
                answer = play(game, "--position", position, "--lang", language, lines=[move])
                check(f"{game}: {line.strip()}", line in answer.lines, answer)


def test_drawings():
    """Boards of games that have no drawing of their own."""
    for game, rows in ROWS.items():
        for options, lines in rows.get("drawn", []):
            answer = run("show", game, *options)
            check(f"{game}: drawn {' '.join(options)}", answer.lines[:len(lines)] == lines, answer)


def test_against_computer():
    """A person who always plays the first legal move gets to the end against the computer."""
    for game in (rows["brief"] for rows in ROWS.values()):
        terminal = Terminal(game, "--players", "person,random", "--seed", "11", "--plain")
        for _ in range(2000):
            if not terminal.expect_prompt() or "Enter to leave" in terminal.text[-40:]:
                break
            start = terminal.seen
            terminal.send("moves\r")
            terminal.expect_prompt()
            listed = terminal.text[start:terminal.seen].split("\n")
            terminal.send(listed[1].split()[0] + "\r")
        terminal.send("\r")
        status = terminal.wait()
        check(f"{game} against the computer to the end",
              status == 0 and re.search(r"wins|Draw", terminal.text), terminal.text[-600:])


def test_series():
    """The loser starts the next game; the score runs along."""
    lines = ["resign", ""] * 3
    answer = play("six", "--games", "3", "--names", "Ana,Luis", "--seats", "given", "--save",
                  scratch("series.ludo"), lines=lines)
    starts = re.findall(r"(\w+) \((\w+)\) starts", answer.out)
    # Whoever starts resigns, so the same player starts again, with the same colour.
    check("six series: the loser starts", starts == [("Ana", "Red")] * 3, starts)
    scores = re.findall(r"Score after \d games?: Ana: (\S+), Luis: (\S+)", answer.out)
    check("six series: running score", scores == [("0", "1"), ("0", "2"), ("0", "3")], answer)
    text = open(scratch("series.ludo"), encoding="utf-8").read()
    check("six series: all games in the file", text.count("[Game ") == 3, text)

    lines = ["F", "resign", ""] * 3
    answer = play("oware", "--games", "3", "--names", "Ana,Luis", "--seats", "given", lines=lines)
    starts = re.findall(r"(\w+) \((\w+)\) starts", answer.out)
    check("oware series: the loser becomes South",
          starts == [("Ana", "South"), ("Luis", "South"), ("Ana", "South")], starts)
    check("oware series: ends with the score", "Score after 3 games: Ana: 2, Luis: 1" in answer.out,
          answer)

    lines = ["1a1", "draw", "yes", ""] * 2
    answer = play("pylos", "--games", "2", "--names", "Ana,Luis", "--seats", "given", lines=lines)
    starts = re.findall(r"(\w+) \((\w+)\) starts", answer.out)
    check("pylos series: after a draw the other player starts",
          starts == [("Ana", "Light"), ("Luis", "Light")], starts)
    check("pylos series: halves", "Ana: 1, Luis: 1" in answer.out and "Ana: 0.5, Luis: 0.5" in answer.out,
          answer)


def test_lots_and_dice():
    seats = {re.search(r"Ana \((\w+)\)", play("oware", "--seats", "lots", "--names", "Ana,Luis",
                                              "--seed", seed).out).group(1) for seed in range(8)}
    check("lots give either side", seats == {"South", "North"}, seats)
    tie = next(answer for answer in (play("dados:players=3", "--seed", seed) for seed in range(60))
               if "throw again" in answer.out)
    check("roll-off: ties are thrown again and shown", len(re.findall(
        r": \d+ and \d+$", tie.out, re.M)) >= 5 and "starts." in tie.out, tie)
    first, second = (play("dados", "--players", "random,random", "--seed", "7").out
                     for _ in range(2))
    check("the same seed repeats a game", first == second)
    check("… another does not",
          first != play("dados", "--players", "random,random", "--seed", "8").out)
    own = [play("oware", "--players", "random:5,random:6", "--seed", seed).out for seed in (1, 2)]
    check("a player's own seed counts alone", own[0] == own[1])
    answer = play("dados", "--dice", "ask", lines=["2", "3 5", "c5", "0", "13", "7 7", "6+6"])
    check("own dice: total or both dice", "Blue rolls 8." in answer.out
          and "Blue plays c5." in answer.out and "Green rolls 12." in answer.out
          and answer.out.count("Type what the dice show") == 3, answer)


test_pipes()
test_terminal()
test_sayings()
test_drawings()
test_against_computer()
test_series()
test_lots_and_dice()
finish()

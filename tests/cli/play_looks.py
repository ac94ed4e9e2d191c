#!/usr/bin/env python3
"""What people read or hear: lines that fit, boards in words, lost turns explained."""

import re

from game_rows import GAMES, menu_number
from harness import check, check_error, finish
from play_driver import Terminal, play

CORNERS = "g....g/....../....../....../....../g....g 1 -"  # all squares with a 2 are Green's


def test_lost_turns():
    answer = play("dados", "--dice", "ask", lines=["1", "10", "8", "c5"])
    check("a 10 with nothing to remove passes by itself, and says why",
          "Green loses the turn: there is no opponent's chip" in answer.out
          and "Blue, your dice> 8" in answer.out and "Blue plays c5." in answer.out, answer)
    answer = play("dados", "--position", CORNERS, "--dice", "ask", lines=["2", "8", "c5"])
    check("so does a roll whose squares are all one's own", "Green loses the turn: all squares for"
          " a roll of 2" in answer.out and "Blue plays c5." in answer.out, answer)
    green = "gg.ggg/ggg.gg/ggggg./.g.ggg/g...../...... 1 -"
    full = play("dados:line=6", "--position", green, "--dice", "ask", lines=["5"])
    check("so does one without chips", "all twenty chips" in full.out, full)
    answer = play("dados", "--dice", "ask", lines=["1", "10", "8", "c5", "undo"])
    check("undo does not stop at a lost turn", answer.out.rstrip().splitlines()[-1]
          .startswith("To go on") and "Blue, roll 8> \n" in answer.out, answer)
    answer = play("dados", "--dice", "ask", "--clock", "5m", lines=["1", "10"])
    check("a lost turn costs no time", "Blue, your dice, 5:00>" in answer.out, answer)


def rows_of(terminal):
    text = re.sub(r"\x1b\[[0-9;?]*[A-Za-z]", "", terminal.raw)
    return [row.split("\r")[-1] for row in text.replace("\r\n", "\n").split("\n")]


def test_width():
    menu = [menu_number("dados"), "3", "2", "2", "1", "Ana", "1", "Luis", "1", "Eva", "1", "", "1", "", "1"]
    for columns in (60, 80):  # the Spanish question for a clock is too long for 60
        for language in ("en", "es"):
            terminal = Terminal("--lang", language, columns=columns)
            terminal.expect("[1] ")
            terminal.send("".join(f"{line}\r" for line in [*menu, "help", "hint", "show", "quit"]))
            terminal.wait()
            long = [row for row in rows_of(terminal) if len(row) >= columns and ".ludo" not in row]
            check(f"nothing is wider than {columns} columns, {language}", not long
                  and re.search(r"\(?undo", terminal.text), f"{long}\n{terminal.text[-900:]}")
            terminal = Terminal("dados:players=3", "--seed", "1", "--clock", "15m", "--lang",
                                language, columns=columns)
            terminal.expect("> ")
            terminal.send("\x04")
            terminal.wait()
            long = [row for row in rows_of(terminal) if len(row) >= columns and ".ludo" not in row]
            check(f"… nor when a game begins, {language}", not long, long)


def test_plain():
    answer = play("oware", "--plain", lines=["F", "ver"])
    check("oware in words", "North, f to a: 4 4 4 4 4 4\nSouth, A to F: 4 4 4 4 4 4\n" in answer.out
          and "North, f to a: 4 4 5 5 5 5\nSouth, A to F: 4 4 4 4 4 0\n" in answer.out, answer)
    check("show prints the position", "Position: 4-4-4-4-4-0-5-5-5-5-4-4-0-0-N" in answer.out,
          answer)
    answer = play("pylos", "--plain", "--position", "wb../bw../..../....|.../.../...|../..|. w")
    check("pylos in words", "Level 1, rank 1: a Light, b Dark, c open, d open\n" in answer.out
          and "Level 2, rank 1: a open\n" in answer.out and "Level 3" not in answer.out, answer)
    answer = play("six", "--plain", lines=["2,0"])
    check("six in words", "Red: 0,0 2,0\nBlack: 1,0\n" in answer.out, answer)
    answer = play("dados:players=3", "--plain", "--position",
                  "g..b../....../....../....../....../.....r 2 8")
    check("dados in words", "Rank 6: a 2 Green, b 3, c 4, d 5 Blue, e 6, f 2\n" in answer.out
          and "Red: 19 chips left" in answer.out, answer)
    for game in GAMES:
        check(f"{game}: no frames", not re.search(r"[|+]|--", play(game, "--plain", lines=[]).out
                                                  .replace("--seed", "").replace("--load", "")))


def test_words():
    answer = play("six:first=b", "--games", "2", "--seats", "given", "--names", "Ana,Luis",
                  lines=["2,0", "resign", ""])
    heads = re.findall(r"^Six.*, game \d of 2$", answer.out, re.M)
    starts = re.findall(r"\((\w+)\) starts", answer.out)
    names = {"Black": "first=b", "Red": "Six, "}
    check("a series' heading names who starts", len(heads) == 2 and all(
        names[side] in head for side, head in zip(starts, heads)), answer)
    answer = play("oware", "--games", "2", "--seats", "given", lines=["F", "resign", ""])
    check("the score has colons", "Score after 1 game: Player 1: 1, Player 2: 0" in answer.out,
          answer)
    answer = play(lines=["1", "2"])
    headings = re.findall(r"^(\w.*):$", answer.out, re.M)
    check("headings of the menu begin with a capital", headings
          and all(text[0].isupper() for text in headings), answer)


def test_commands():
    answer = play("oware", lines=["F", "a", "A", "undo 2", "show"])
    check("undo 2", "Turns taken back: 2." in answer.out and "North> show" in answer.out, answer)
    answer = play("oware", lines=["F", "a", "undo 9", "redo 2"])
    check("undo as far as it goes, redo 2", "Turns taken back: 2." in answer.out
          and "Turns played again: 2." in answer.out, answer)
    check("undo x", "only a number" in play("oware", lines=["F", "undo x"]).out)
    for line in ("resign now", "quit please", "show 3", "ayuda x"):
        answer = play("oware", lines=["F", line, "a"])
        check(f"{line}: nothing can follow", "stands alone" in answer.out
              and "North plays a." in answer.out, answer)
    for word in ("exit", "q"):
        answer = play("oware", lines=["F", word, "a"])
        check(f"{word} leaves", answer.status == 0 and "plays a" not in answer.out, answer)
    check("? helps", "moves" in play("oware", lines=["?"]).out.split("South> ?")[1])
    check_error("--dice ask without dice", play("oware", "--dice", "ask"), 2, "dice")


test_lost_turns()
test_width()
test_plain()
test_words()
test_commands()
finish()

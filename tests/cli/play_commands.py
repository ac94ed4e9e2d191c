#!/usr/bin/env python3
"""What can be typed besides moves, in both languages, and what happens with nonsense."""

import os
import random
import re

from game_rows import GAMES, menu_number
from harness import check, check_error, finish, run
from play_driver import play, scratch

SHORT = bool(os.environ.get("LUDOTECA_TEST_SHORT"))
CIRCLING = "0-0-0-0-0-1-0-0-0-0-0-1-23-23-S"  # one seed each, far apart


def boards(answer):
    """The pits of every oware board drawn: North's row as drawn, then South's."""
    rows = re.findall(r"^  \|.*\|$", answer.out, re.M)
    numbers = [[int(n) for n in re.findall(r"\d+", row)] for row in rows if "+" not in row]
    return list(zip(numbers[::2], numbers[1::2]))


def test_words():
    pairs = [("undo", "deshacer"), ("redo", "rehacer"), ("moves", "jugadas"),
             ("rules", "reglas"), ("help", "ayuda"), ("show", "ver"), ("resign", "abandonar"),
             ("draw", "tablas"), ("finish", "terminar"), ("save", "guardar"), ("load", "cargar"),
             ("quit", "salir")]
    for language in ("en", "es"):
        for pair in pairs:
            answers = [play("oware", "--lang", language, lines=["F", word, "no"]).out
                       .replace(f"> {word}\n", "> \n") for word in pair]
            answers = [re.sub(r"[\w/.-]*\.ludo", "", text) for text in answers]
            check(f"{pair[0]} and {pair[1]} are the same, {language}", answers[0] == answers[1],
                  f"{answers[0][-500:]}\n{answers[1][-500:]}")


def test_hint():
    clock = ["--clock", "10s"] if SHORT else []  # of which a hint takes little
    answer = play("oware", "--players", "person,level=2", "--seed", "3", *clock,
                  lines=["hint", "F", "undo", "hint", "analyse 2"])
    hints = re.findall(r"^South[^>]*> hint\n([A-F]): (\S.*)\n?", answer.out, re.M)
    check("hint, undo, hint: a move and a reason each time", len(hints) == 2, answer)
    check("analyse during play: two moves", re.search(r"Depth \d+.*\n +1 .*%.*\n +2 .*%", answer.out),
          answer)
    answer = play("pylos", "--lang", "es", "--players", "person,max", "--clock", "10s+0s",
                  lines=["pista", "1b2", "analizar 1"])
    check("pista y analizar, con reloj", re.search(r"> pista\n\d[a-d]\d: \S", answer.out)
          and "Profundidad" in answer.out and "Oscuro" in answer.out, answer)
    check("analyse: bad number", "how many moves" in play("oware", lines=["analyse x"]).out)
    team = play("dados:players=4", "--seed", "1", lines=["hint"])
    check("hint: not in a team game", "nobody may advise" in team.out, team)


def test_undo():
    answer = play("oware", lines=["F", "a", "undo", "undo", "redo", "redo"])
    drawn = boards(answer)
    check("undo and redo go back and forth", drawn[:3] == [drawn[4], drawn[3], drawn[2]]
          and drawn[4:] == drawn[:3] and len(drawn) == 7, answer)
    answer = play("oware", lines=["undo", "redo"])
    check("nothing to undo or redo", "nothing to take back" in answer.out
          and "nothing to repeat" in answer.out, answer)
    answer = play("oware", "--players", "person,random", "--seed", "4", lines=["F", "undo", "redo"])
    drawn = boards(answer)
    check("against the computer undo goes back to the person's turn",
          len(drawn) == 4 and drawn[2] == drawn[0] and drawn[3] == drawn[1]
          and not re.search(r"Computer \(North\)>", answer.out), answer)
    answer = play("oware", "--players", "random,person", "--seed", "4", lines=["undo"])
    check("the computer's first move can't be taken back", "no move of yours" in answer.out, answer)
    answer = play("dados", "--players", "person,random", "--seed", "5", lines=["c5", "undo", "c"])
    rolls = re.findall(r"Green, roll (\d+)>", answer.out)
    check("undo keeps the roll", len(rolls) >= 3 and rolls[0] == rolls[2] != rolls[1], answer)
    answer = play("oware", lines=["F", "resign", "undo", "a"])
    check("a resignation can be taken back", "North plays a." in answer.out, answer)


def test_beginnings():
    position = "wb../bw../..../....|.../.../...|../..|. w"
    answer = play("pylos", "--position", position, lines=["1c", "2", "1C3"])
    check("several moves: they are listed", "Several moves begin so:\n  1c1  1c2  1c3  1c4"
          in answer.out, answer)
    check("one move: it is played", "Light plays 2a1." in answer.out, answer)
    check("capital letters do no harm", "Dark plays 1c3." in answer.out, answer)
    answer = play("oware", lines=["f", "F"])
    check("oware: either case", "South plays F." in answer.out
          and "North plays f." in answer.out, answer)
    answer = play("oware", lines=["un", "re", "resi"])
    check("commands by their beginning", "nothing to take back" in answer.out
          and "Several commands begin so: redo rehacer resign" in answer.out
          and "South resigned" in answer.out, answer)


def test_agreements():
    answer = play("oware", lines=["F", "draw", "perhaps", "no", "draw", "yes"])
    check("a draw needs the other's word", answer.out.count("do you accept a draw?") == 3
          and "the game goes on" in answer.out and "agreed to a draw" in answer.out, answer)
    answer = play("oware", "--players", "person,random", lines=["draw", "finish"])
    check("the computer accepts neither", answer.out.count("declines") == 2, answer)
    answer = play("oware:slam=nocapture", "--position", CIRCLING, lines=["finish", "sí"])
    check("oware announces that finishing is better", "No capture is possible any more. `finish` "
          "stops the game if you both agree. Each keeps the seeds on their own side." in answer.out, answer)
    check("… and says what finishing does", "North, do you agree to stop? Each keeps the seeds on their own "
          "side. (yes/no)" in answer.out, answer)
    check("finish divides the seeds", "Draw, 24-24" in answer.out and "agreed to finish"
          in answer.out, answer)
    answer = play("oware:slam=nocapture", "--position", CIRCLING, "--players", "person,random",
                  lines=["finish"])
    check("… and then the computer agrees", "agrees." in answer.out
          and "Draw, 24-24" in answer.out, answer)
    answer = play("oware:cycle=split", lines=["finish"])
    check("finishing is told as the options have it", "stop? The seeds on the board are divided." in answer.out,
          answer)
    answer = play("pylos", lines=["finish"])
    check("finish is oware's", "nothing to divide" in answer.out, answer)
    for game in GAMES:
        answer = play(game, "--seed", "1", lines=["resign"])
        check(f"{game}: resign", "resigned." in answer.out and " wins" in answer.out, answer)


def test_three_sides():
    answer = play("dados:players=3", "--dice", "ask", lines=["1", "8", "resign", "5", "a4", "resign"])
    check("three sides: who resigns is out, the others play on",
          "Green resigned. The others play on." in answer.out
          and "Green: out of the game" in answer.out and "Blue plays a4." in answer.out, answer)
    check("three sides: the last one in wins", "Blue wins" in answer.out, answer)
    answer = play("dados:players=3", "--dice", "ask", lines=["1", "draw", "yes", "no"])
    check("three sides: everybody is asked", answer.out.count("accept a draw?") == 2
          and "goes on" in answer.out, answer)


def test_clock():
    answer = play("oware", "--clock", "3d", lines=["F", "a"])
    check("days for each move", "72:00:00" in answer.out or "71:59" in answer.out, answer)
    answer = play("oware", "--clock", "15m+5s", lines=["F", "a"])
    check("clocks are shown", "South, 15:00> F" in answer.out and "North, 15:00> a" in answer.out
          and "South, 15:05> " in answer.out, answer)
    for bad in ("", "5", "x", "0s", "15m+", "10:0", "1h99999999999", "-5m", "5m5m", "15m 5s"):
        answer = play("oware", "--clock", bad)
        check_error(f"--clock {bad!r}", answer, 2, "--clock")
    # An hour's share would be minutes for every move.
    answer = play("pylos:base=3", "--players", "max:depth=2,max:nodes=50", "--clock", "1h")
    check("a player's own limits count beside the clock", answer.status == 0
          and answer.out.count(" plays ") > 5, answer)


def test_options():
    check_error("unknown kind of player", play("oware", "--players", "god"), 2, "level=1", ":SEED")
    check_error("too many players", play("oware", "--players", "person,person,person"), 2, "2")
    check_error("too many names", play("oware", "--names", "a,b,c"), 2, "2")
    check_error("a bad seed", play("oware", "--players", "random:x"), 2, "SEED")
    check_error("a bad number of games", play("oware", "--games", "0"), 2, "--games")
    check_error("a bad position", play("oware", "--position", "1-2-3"), 2)
    check_error("a fragment without saying so", play("oware", "--position", CIRCLING.replace(
        "23", "2", 1)), 2)
    check("… and saying so", play("oware", "--fragment", "--position", CIRCLING.replace(
        "23", "2", 1)).status == 0)
    check_error("options without a game", play("--clock", "5m"), 2, "GAME")
    check_error("game and file", play("oware", "--load", "x"), 2, "--load")
    check_error("a file that is not there", play("--load", scratch("none.ludo")), 1, "none.ludo")
    check_error("unknown game", play("chess"), 2, "oware")
    check_error("bad --dice", play("dados", "--dice", "cheat"), 2, "roll", "ask")
    check_error("bad --seats", play("oware", "--seats", "best"), 2, "lots")
    over = play("pylos:base=3", "--position", "wbw/bwb/wbw|bw/wb|b w", lines=[""])
    check("a finished position shows its result", over.status == 0 and "wins" in over.out, over)


def test_garbage():
    rng = random.Random(1)
    for game in GAMES:
        garbage = bytes(rng.randrange(256) for _ in range(20000))
        answer = play(game, "--seed", "1", lines=garbage)
        check(f"{game}: binary garbage", answer.status == 0, str(answer)[-400:])
        check(f"{game}: … is not echoed to the terminal",
              not re.search(r"[\x00-\x08\x0b-\x1f\x7f-\x9f]", answer.out))
    answer = play("oware", lines=b"A" * (1 << 20) + b"\nF\n")
    check("a line of 1 MB", "too long" in answer.out and "South plays F." in answer.out)
    answer = play("oware", lines=b"F\0\nF\r\n\0\0\nb")
    check("NUL bytes are no part of a move; a carriage return is forgiven",
          answer.out.count("plays F") == 1 and "North plays b." in answer.out, answer)
    answer = play("oware", lines=["save " + "x" * 4200, "load " + "y" * 5000, "F" * 3000,
                                  "moves " * 300])
    check("very long commands", answer.status == 0 and "too long" in answer.out, str(answer)[-300:])
    for word in ("%s%n%d", "F;ls", "'", "\"", "\\", "~", "-1", "99999999999999", "Ñ", "１"):
        check(f"odd word {word}", play("six", lines=[word]).status == 0)


def test_menu():
    answer = play(lines=[menu_number("oware"), "", "1", "Ana", "1", "Luis", "1", "", "15m", "F", "quit"])
    check("menu: oware for two", "Ana (South), 15:00> F" in answer.out
          and "Luis (North), 15:00> quit" in answer.out and answer.status == 0, answer)
    answer = play(lines=["99", "x", menu_number("dados"), "2", "2", "1", "2", "2", "2", "1", "", "1", "2", "", "2"])
    check("menu: dados with three, by choice", "Please type a number" in answer.out
          and "dados:players=3" in answer.out, answer)
    answer = play(lines=[menu_number("pylos"), "2", "2"])
    check("menu: the end of input leaves", answer.status == 0, answer)
    answer = play("--lang", "es", lines=["salir"])
    check("menu in Spanish", "Oware" in answer.out and "What" not in answer.out, answer)
    saved = scratch("menu.ludo")
    play("pylos", lines=["1a1", f"save {saved}"])
    answer = play(lines=[menu_number(), saved, "show"])
    check("menu: a saved game", "Dark> show" in answer.out, answer)


def test_rematch():
    answer = play("oware", lines=["rematch", "F", "resign", "revancha", "F", "resign", ""])
    check("rematch: the loser starts, the score is kept", "First this game must end" in answer.out
          and "Player 2 (South) starts." in answer.out
          and "Score after 2 games: Player 1: 1, Player 2: 1" in answer.out, answer)


def test_drawing():
    row = ";".join
    red, black = (row(f"{q},0" for q in range(start, 42, 2)) for start in (0, 1))
    wide = run("show", "six", "--position", f"r:{red} b:{black} 0-0 r", LC_ALL="C")
    check("six: the longest row has its labels at both ends",
          re.search(r"r=0 +q=-1 \. (R B ){21}\. q=42$", wide.out, re.M), wide)
    far = run("show", "six", "--position", "r:-9999,9998;-9998,9998 b:-9999,9999 19-20 b",
              LC_ALL="C")
    check("six: far away", "R -9999,9998" in far.out and "B -9999,9999" in far.out, far)
    small = run("show", "pylos:base=3", "--position", "wb./bw./...|w./..|. b",
                LC_ALL="C")
    check("pylos: open cells, unsupported cells, reserves",
          "2 b w .      2 x x" in small.out and "1 w b .      1 w x        1 x" in small.out
          and "Light: 4 balls" in small.out and "Dark: 5 balls" in small.out, small)
    three = run("show", "dados:players=3", "--position",
                "g..b../....../....../....../....../.....r 2 -", LC_ALL="C")
    check("dados: chips and what is left", "6 |  2 g |  3 . |  4 . |  5 b |" in three.out
          and "r Red: 19 chips left" in three.out, three)
    stores = run("show", "oware", "--position", "0-1-2-3-4-5-6-0-0-1-2-0-10-14-N",
                 LC_ALL="C")
    check("oware: north from f to a, each store at its owner's right",
          "|  14  |  0 |  2 |  1 |  0 |  0 |  6 |      |" in stores.out
          and "|      |  0 |  1 |  2 |  3 |  4 |  5 |  10  |" in stores.out, stores)


test_words()
test_rematch()
test_drawing()
test_hint()
test_undo()
test_beginnings()
test_agreements()
test_three_sides()
test_clock()
test_options()
test_garbage()
test_menu()
finish()

#!/usr/bin/env python3
"""Nothing that was played is lost: what is saved where, and what is never written over."""

import os
import re
import subprocess
import tempfile
import time
from pathlib import Path

from game_rows import menu_number
from harness import PROGRAM, check, check_error, environment, finish, run
from play_driver import Terminal, play, record_words, saved_path, scratch, variables


def told_record(answer):
    """The file that a finished game says it is in."""
    match = re.search(r"The record of the game is in (\S+)", answer.out)
    return match.group(1) if match else None


def test_loading_keeps_the_file():
    path = scratch("checkpoint.ludo")
    answer = play("oware", lines=["F", f"save {path}", "a", f"load {path}", "show"])
    check("load goes back to what was saved", record_words(path)[1] == ["F"]
          and "North> show" in answer.out, answer)
    elsewhere = saved_path(answer.out)
    check("… and the game that was left is in another file",
          elsewhere and elsewhere != path and record_words(elsewhere)[1] == ["F", "a"], answer)
    answer = play("oware", lines=["F", f"save {path}", "yes", "a", f"load ./{path}", "b",
                                  f"load {os.path.dirname(path)}/./checkpoint.ludo"])
    check("… whatever the name it is called by", record_words(path)[1] == ["F"], answer)
    path, other = scratch("one.ludo"), scratch("two.ludo")
    answer = play("oware", lines=["F", f"save {path}", "a", f"save {other}", "A", f"load {path}"])
    check("… nor does it touch another that was saved by hand", record_words(path)[1] == ["F"]
          and record_words(other)[1] == ["F", "a"], answer)
    first, second = scratch("first.ludo"), scratch("second.ludo")
    play("oware", lines=["F", f"save {first}"])
    answer = play("oware", "--save", second, lines=["A", f"load {first}", "b"])
    check("a game loaded later does not go into the other's --save file",
          record_words(second)[1] == ["A"] and record_words(first)[1] == ["F", "b"], answer)


def test_file_follows_game():
    path = scratch("follows.ludo")
    play("oware", lines=["F", f"save {path}", "a", "resign", ""])
    tags, words, result = record_words(path)
    check("save FILE: the end is in the file", words[:2] == ["F", "a"] and result == "0-1", tags)
    path = scratch("loaded.ludo")
    play("oware", lines=["F", f"save {path}"])
    play("--load", path, lines=["a", "resign", ""])
    check("--load FILE: the end is in the file", record_words(path)[1][:2] == ["F", "a"]
          and record_words(path)[2] == "0-1", record_words(path))
    path = scratch("as-it-goes.ludo")
    play("oware", lines=["F", f"save {path}"])
    child = subprocess.Popen([PROGRAM, "play", "--load", path], stdin=subprocess.PIPE,
                             stdout=subprocess.PIPE, env=environment(**variables()))
    child.stdin.write(b"a\n")
    child.stdin.flush()
    deadline = time.monotonic() + 10
    while record_words(path)[1] != ["F", "a"] and time.monotonic() < deadline:
        time.sleep(0.02)
    child.kill()
    child.wait()
    check("--load FILE: the file follows move by move", record_words(path)[1] == ["F", "a"])
    path = scratch("whole-series.ludo")
    play("oware", "--games", "2", "--seats", "given", lines=["F", f"save {path}", "resign", "",
                                                              "A", "resign", ""])
    text = Path(path).read_text()
    check("a series: the last game's end is in the file", text.count("[Game ") == 2
          and record_words(path)[2] != "*" and 'Series "2/2' in text, text)


def test_finished_without_file():
    answer = play("oware", lines=["F", "resign", ""])
    path = told_record(answer)
    check("a finished game is kept and says where", path and record_words(path)[1][0] == "F", answer)
    answer = play("oware", "--games", "2", lines=["F", "resign", "", "A", "resign", ""])
    path = told_record(answer)
    check("a finished series too, in one file, said once", path
          and Path(path).read_text().count("[Game ") == 2
          and answer.out.count("The record of the game") == 1, answer)
    answer = play("oware", "--players", "random,random", "--seed", "3")
    check("what the seed brings back is not kept", told_record(answer) is None, answer)
    answer = play("pylos:base=3", "--players", "max:time=2ms,random")
    check("what depends on time is", told_record(answer), answer)
    answer = run("play", "oware", stdin="F\nresign\n", HOME="/proc", XDG_DATA_HOME="/proc/none")
    check("no place for it: the record is printed", answer.status == 1
          and re.search(r"1\. F .*", answer.out), answer)


def test_save_option():
    path = scratch("precious.txt")
    Path(path).write_text("precious")
    answer = play("oware", "--save", path, lines=["F"])
    check_error("--save: a file that exists", answer, 1, "precious.txt", "--load")
    check("… stays as it is", Path(path).read_text() == "precious")
    other = scratch("other.ludo")
    play("oware", lines=["F", f"save {other}"])
    check_error("--save: another game", play("pylos", "--save", other, lines=["1a1"]), 1, "--load")
    play("--load", other, "--save", other, lines=["a"])
    check("--save: the file that is loaded", record_words(other)[1] == ["F", "a"])
    empty = scratch("empty.ludo")
    Path(empty).touch()
    play("oware", "--save", empty, lines=["F"])
    check("--save: an empty file", record_words(empty)[1] == ["F"])
    check_error("--save: no such directory", play("oware", "--save", "/proc/nowhere/x"), 1,
                "/proc/nowhere/x")
    check_error("--save: a directory", play("oware", "--save", os.path.dirname(path)), 1)
    terminal = Terminal("oware", "--save", path)
    terminal.expect("Replace it?")
    terminal.send("no\r")
    check("--save: a terminal is asked", terminal.wait() == 1
          and Path(path).read_text() == "precious", terminal.text)
    terminal = Terminal("oware", "--save", path)
    terminal.expect("Replace it?")
    terminal.send("yes\r")
    terminal.type("F")
    terminal.expect("North> ")
    terminal.send("\x04")
    check("… and may say yes", terminal.wait() == 0 and record_words(path)[1] == ["F"],
          terminal.text)


def test_foreign_file():
    path = scratch("foreign.ludo")
    Path(path).write_text('[Game "oware"]\n\nF *')
    answer = play("--load", path)
    check("nothing new: nothing is said to be saved", "saved in" not in answer.out
          and "nothing to save" in answer.out and answer.status == 0, answer)
    answer = play("--load", path, lines=["a"])
    saved = saved_path(answer.out)
    check("a file that others wrote is left alone", saved and saved != path
          and Path(path).read_text() == '[Game "oware"]\n\nF *', answer)


def test_broken_output():
    child = subprocess.Popen([PROGRAM, "play", "oware"], stdin=subprocess.PIPE,
                             stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                             env=environment(**variables()))
    child.stdin.write(b"F\n")
    child.stdin.flush()
    text = b""
    while b"North> " not in text:
        text += os.read(child.stdout.fileno(), 4096)
    child.stdout.close()
    child.stdin.write(b"a\n")
    child.stdin.flush()
    check("output that nobody reads: ends although input may come", child.wait(10) == 1)
    said = child.stderr.read().decode()
    saved = saved_path(said)
    check("… and the game is saved, which stderr says",
          saved and record_words(saved)[1] == ["F", "a"], said)


def test_names():
    path = scratch("a b.ludo")
    answer = play("oware", lines=["F", f'save "{path}"'])
    check("quotes around a name are not part of it", Path(path).exists(), answer)
    answer = play("oware", lines=[f"load '{path}'", "a"])
    check("… nor of one that is loaded", "North plays a." in answer.out, answer)
    check("nothing in quotes is no name", "no name" in play("oware", lines=['save ""']).out)


def test_menu_list():
    with tempfile.TemporaryDirectory() as data:
        def at_menu(*lines):
            return play(lines=lines, XDG_DATA_HOME=data)
        check("no saved games", "no saved games" in at_menu(menu_number()).out)
        for number, (game, line) in enumerate([("oware", "F"), ("pylos", "1a1"), ("six", "2,0")]):
            answer = play(game, "--names", "Ana,Luis", lines=[line], XDG_DATA_HOME=data)
            os.utime(saved_path(answer.out), (1e9 + number * 86400,) * 2)
        play("oware", lines=["F", "resign", ""], XDG_DATA_HOME=data)
        answer = at_menu(menu_number(), "2", "show")
        listed = re.findall(r"^  (\d)  20\d\d-\d\d-\d\d \d\d:\d\d  (.*)$", answer.out, re.M)
        check("saved games are listed, the newest first, without finished ones",
              [number for number, _ in listed] == ["1", "2", "3"]
              and [text.split(":")[0] for _, text in listed] == ["Six", "Pylos", "Oware"]
              and all("Ana - Luis" in text for _, text in listed), answer)
        check("… and taken up by number", "Luis (Dark)> show" in answer.out, answer)


def test_many_at_once():
    with tempfile.TemporaryDirectory() as data:
        held = environment(**variables(XDG_DATA_HOME=data))
        children = [subprocess.Popen([PROGRAM, "play", "oware"], stdin=subprocess.PIPE,
                                     stdout=subprocess.DEVNULL, env=held) for _ in range(8)]
        for child in children:
            child.stdin.write(b"F\n")
            child.stdin.flush()
        for child in children:
            child.stdin.close()
        for child in children:
            child.wait()
        files = list(Path(data).rglob("*.ludo"))
        check("games left at the same moment get a file each", len(files) == 8
              and all(record_words(str(file))[1] == ["F"] for file in files), files)


def test_what_loading_may_change():
    path = scratch("series.ludo")
    play("oware", "--games", "3", "--seats", "given", lines=["F", f"save {path}", "resign", "",
                                                              "A", "resign", "", "F"])
    before = Path(path).read_text()
    answer = play("--load", path, "--games", "2", lines=["quit"])
    check("--games can't be less than what was played", answer.status == 2
          and Path(path).read_text() == before, answer)
    path = scratch("named.ludo")
    play("oware", "--names", "Ana,Luis", lines=["F", f"save {path}"])
    os.chmod(path, 0o600)
    play("--load", path, "--players", "person,random", lines=["a"])
    text = Path(path).read_text()
    check("--players keeps the names of those who stay", '[South "Ana"]' in text
          and "Luis" not in text, text)
    check("a file that is replaced keeps its mode", os.stat(path).st_mode & 0o777 == 0o600)
    ogn = scratch("kept.ogn")
    run("convert", path, "--to", "ogn", "--output", ogn)
    before = Path(ogn).read_text()
    play("--load", ogn, lines=["A"])
    check("a file in another format is not written over", Path(ogn).read_text() == before)


def test_speaking_for_the_computer():
    answer = play("dados", "--players", "person,random", "--dice", "ask", "--seats", "given",
                  lines=["1", "7", "b2", "resign", "draw"])
    check("nobody resigns for the computer", answer.out.count("wait for yours") == 2
          and "wins" not in answer.out, answer)


test_loading_keeps_the_file()
test_many_at_once()
test_what_loading_may_change()
test_speaking_for_the_computer()
test_file_follows_game()
test_finished_without_file()
test_save_option()
test_foreign_file()
test_broken_output()
test_names()
test_menu_list()
finish()

#!/usr/bin/env python3
"""The terminal itself: line editing, colours, signals, saved games, clocks that run out."""

import os
import resource
import signal
import subprocess
import time
from pathlib import Path

from harness import PROGRAM, check, environment, finish, run
from play_driver import CONTROLS, Terminal, play, record_words, saved_path, scratch, variables


def test_editing():
    terminal = Terminal("pylos")
    terminal.expect("> ")
    terminal.send("1a\t")
    check("Tab lists what is possible", terminal.expect("1a1  1a2  1a3  1a4"), terminal.text[-300:])
    terminal.send("2\r")
    check("… and the line goes on", terminal.expect("Light plays 1a2."), terminal.text[-300:])
    terminal.expect("> ")
    terminal.send("reh\t\r")
    check("Tab completes a command", terminal.expect("rehacer") and terminal.expect("nothing to repeat"),
          terminal.text[-300:])
    terminal.expect("> ")
    terminal.send("x1b1y\x1b[D\x1b[3~\x01\x1b[C\x7f\r")  # edited to 1b1
    check("cursor, delete, backspace", terminal.expect("Dark plays 1b1."), terminal.text[-300:])
    terminal.expect("> ")
    terminal.send("ñandú€\x7f\x7f\x02\x02\x02\x02\x0b\r")  # nothing is left
    check("UTF-8 is deleted by characters", terminal.expect("Type a move"), terminal.text[-300:])
    terminal.expect("> ")
    terminal.send("1d4 no such\x17\x17  \r")  # a word, then one with the space after it
    check("Ctrl-W deletes words", terminal.expect("Light plays 1d4."), terminal.text[-300:])
    terminal.expect("> ")
    terminal.send("half\x1b[A\x1b[A\x1b[B\x1b[B\x15\x1b[A\x1b[Ax\x7f\r")
    check("history", terminal.expect("1b1 is not legal"),
          terminal.text[-400:])
    terminal.expect("> ")
    terminal.send("\x04")
    status = terminal.wait()
    check("Ctrl-D on an empty line leaves", status == 0 and saved_path(terminal.text),
          terminal.text[-400:])
    check("terminal restored after Ctrl-D", terminal.restored)


def test_long_lines():
    terminal = Terminal("oware", columns=40)
    terminal.expect("> ")
    terminal.send("abc" * 3000 + "\x15F\r")
    check("a line longer than the screen", terminal.expect("South plays F."), terminal.text[-300:])
    rows = CONTROLS.sub("", terminal.raw.replace("\r", "\n")).split("\n")
    check("… never wraps", all(len(row) < 40 for row in rows if "South> " in row))
    terminal.expect("> ")
    terminal.send(bytes(range(128, 256)) + b"\x1b[999;999R\x1b\x1bOP" + b"\x15a\r")
    check("odd bytes and keys do nothing", terminal.expect("North plays a."), terminal.text[-300:])
    terminal.expect("> ")
    terminal.send("quit\r")
    check("quit", terminal.wait() == 0)


def test_signals():
    for number, status in ((signal.SIGINT, 130), (signal.SIGTERM, 143), (signal.SIGHUP, 129)):
        terminal = Terminal("six", "--names", "Ana,Luis")
        terminal.type("2,0")
        terminal.expect("Luis (Black)> ")
        terminal.wait_for_raw()
        if number == signal.SIGINT:
            terminal.send("\x03")
        else:
            terminal.kill(number)
        name = signal.Signals(number).name
        check(f"{name}: exit status {status}", terminal.wait() == status, terminal.status)
        check(f"{name}: terminal restored", terminal.restored)
        path = saved_path(terminal.text)
        check(f"{name}: saved, and says where", path and Path(path).exists(), terminal.text[-300:])
        again = play("--load", path, lines=["show"])
        check(f"{name}: the game goes on", "Luis (Black)> show" in again.out, again)


def test_suspension():
    terminal = Terminal("oware")
    terminal.expect("> ")
    terminal.wait_for_raw()
    terminal.kill(signal.SIGTSTP)
    deadline = time.monotonic() + 5
    while not terminal.is_canonical() and time.monotonic() < deadline:
        time.sleep(0.01)
    check("suspended: the terminal is as usual", terminal.is_canonical())
    time.sleep(0.05)
    terminal.kill(signal.SIGCONT)
    check("resumed: keys are read again", terminal.wait_for_raw())
    terminal.send("F\r")
    check("resumed: the game goes on", terminal.expect("South plays F."), terminal.text[-300:])
    terminal.send("\x03")
    terminal.wait()


def test_pipe_signals():
    child = subprocess.Popen([PROGRAM, "play", "oware"], stdin=subprocess.PIPE,
                             stdout=subprocess.PIPE, env=environment(**variables()))
    child.stdin.write(b"F\n")
    child.stdin.flush()
    text = b""
    while b"North> " not in text:
        text += os.read(child.stdout.fileno(), 4096)
    child.send_signal(signal.SIGTERM)
    text += child.stdout.read()
    child.stdin.close()
    check("SIGTERM through pipes saves", child.wait() == 143 and saved_path(text.decode()), text[-300:])
    endless = subprocess.Popen([PROGRAM, "play", "dados", "--players", "random,random", "--games",
                                "1000"], stdout=subprocess.PIPE, env=environment(**variables()))
    os.read(endless.stdout.fileno(), 100)
    endless.send_signal(signal.SIGINT)
    endless.stdout.read()
    check("a series of computers can be interrupted", endless.wait(10) == 130)
    broken = subprocess.Popen([PROGRAM, "play", "dados", "--players", "random,random", "--games",
                               "1000"], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL,
                              env=environment(**variables()))
    os.read(broken.stdout.fileno(), 100)
    broken.stdout.close()
    check("output that nobody reads ends the program", broken.wait(10) == 1)


def test_saving():
    path = scratch("round trip.ludo")
    answer = play("dados:players=3", "--names", "Ana,Luis,Eva", "--players", "person,random",
                  "--clock", "20m+3s", "--dice", "ask", lines=["1", "8", "c5", "5", "6", f"save {path}"])
    tags, words, result = record_words(path)
    check("save: players, kinds, clock", tags["Green"] == "Ana" and tags["BlueType"] == "random"
          and tags["TimeControl"] == "1200+3" and "GreenClock" in tags, tags)
    check("save: moves and rolls", words[0] == "8:c5" and words[-1] == "6:" and result == "*", words)
    again = play("--load", path, "--dice", "ask", lines=["show", f"save {scratch('copy.ludo')}"])
    check("load: everything is back", "Eva (Red), roll 6, 20:00> show" in again.out
          and record_words(scratch("copy.ludo"))[1:] == (words, result), f"{again}\n{answer}")
    check("load: then the file is kept up to date by its own name",
          f"Saved in {path}" in answer.out and "'" in play("--load", path, "--dice", "ask",
                                                          lines=["b1"]).out)

    path = scratch("exists.ludo")
    Path(path).write_text("precious")
    answer = play("oware", lines=["F", f"save {path}", "no"])
    check("save asks before it replaces a file", Path(path).read_text() == "precious"
          and "exists" in answer.out, answer)
    play("oware", lines=["F", f"save {path}", "yes"])
    check("… and then does", record_words(path)[1] == ["F"])

    answer = play("oware", lines=["F", "load " + scratch("nowhere"), "load /dev/null",
                                  f"load {PROGRAM}", "a"])
    check("load: what can't be read leaves the game alone", "North plays a." in answer.out
          and len(answer.err.splitlines()) == 3, answer)
    answer = play("oware", lines=["F", f"load {path}", "undo"])
    check("load: the game that is left is saved first",
          Path(saved_path(answer.out) or "/none").exists(), answer)


def test_series_saved():
    path = scratch("series.ludo")
    play("oware", "--games", "3", "--names", "Ana,Luis", "--seats", "given", "--save", path,
         lines=["F", "resign", "", "A"])
    answer = play("--load", path, lines=["resign", "", "resign", ""])
    check("a series is taken up where it was left", "game 2 of 3" in answer.out
          and "Ana: 1, Luis: 1" in answer.out and "Score after 3 games: Ana: 1, Luis: 2" in answer.out,
          answer)
    path = scratch("between.ludo")
    play("oware", "--games", "2", "--names", "Ana,Luis", "--seats", "given", "--save", path,
         lines=["F", "resign"])
    answer = play("--load", path, lines=["", "F", "resign", ""])
    check("… also between two games", "game 2 of 2" in answer.out
          and "Score after 2 games" in answer.out, answer)


def test_failing_save():
    answer = run("play", "oware", stdin="F\n", HOME="/proc", XDG_DATA_HOME="/proc/none")
    check("no place for saved games: the record is printed", answer.status == 1
          and "1. F *" in answer.out, answer)
    full = subprocess.run([PROGRAM, "play", "oware", "--save", scratch("full.ludo")],
                          input=b"F\n", capture_output=True, env=environment(**variables()),
                          preexec_fn=lambda: (resource.setrlimit(resource.RLIMIT_FSIZE, (10, 10)),
                                              signal.signal(signal.SIGXFSZ, signal.SIG_IGN)))
    check("a full disk leaves no half file", full.returncode == 1 and b"1. F *" in full.stdout
          and not Path(scratch("full.ludo")).exists(), full)
    answer = play("oware", lines=[])
    check("without a move there is nothing to save", saved_path(answer.out) is None
          and answer.status == 0, answer)


def test_clock():
    terminal = Terminal("oware", "--clock", "1s")
    terminal.expect("South, 0:0")
    terminal.send("unfinishe")
    check("a flag falls while a person thinks", terminal.expect("ran out of time")
          and "North wins" in terminal.text, terminal.text[-300:])
    terminal.expect("command> ")
    terminal.send("\x15undo\r")
    check("undo does not turn clocks back", terminal.expect("clocks back"), terminal.text[-300:])
    terminal.send("\r")
    check("time: leaves as usual", terminal.wait() == 0 and terminal.restored)
    child = subprocess.Popen([PROGRAM, "play", "dados:players=3", "--clock", "1s", "--dice", "ask"],
                             stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                             env=environment(**variables()))
    child.stdin.write(b"1\n")
    child.stdin.flush()
    text = b""
    while b"Blue" not in text.rsplit(b"others play on", 1)[-1] or b"others play on" not in text:
        data = os.read(child.stdout.fileno(), 4096)
        if not data:
            break
        text += data
    text += child.communicate(b"")[0]
    check("three sides: the flag drops one side only", b"Green ran out of time. The others play on"
          in text and b"wins" not in text, text[-500:])


def test_looks():
    def screen(*words, **more):
        terminal = Terminal("six", *words, **more)
        terminal.expect("> ")
        terminal.send("\x04")
        terminal.wait()
        return terminal.raw
    coloured = screen()
    check("a terminal gets colour and Unicode", "\x1b[1;31m" in coloured and "⬢" in coloured)
    plain = screen(NO_COLOR="1")
    check("NO_COLOR: no colour", "\x1b[1;31m" not in plain and "⬢" in plain)
    ascii_only = screen("--plain")
    check("--plain: letters only", ascii_only.isascii() and "Red: 0,0" in ascii_only)
    check("no UTF-8: letters only", screen(LC_ALL="C").isascii())
    dumb = Terminal("oware", TERM="dumb")
    dumb.type("F")
    dumb.expect("North> ")
    dumb.send("\x04")
    check("a dumb terminal gets plain lines", dumb.wait() == 0 and "\x1b" not in dumb.raw, dumb.raw)
    check("a pipe gets ASCII", play("six", lines=["2,0"]).out.isascii())


test_editing()
test_long_lines()
test_signals()
test_suspension()
test_pipe_signals()
test_saving()
test_series_saved()
test_failing_save()
test_clock()
test_looks()
finish()

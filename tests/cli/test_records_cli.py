#!/usr/bin/env python3
"""replay and convert."""

import json
import os
import pty
import re
import select
import subprocess
import tempfile
import time
from pathlib import Path

from harness import PROGRAM, check, check_error, environment, finish, run

SHORT = bool(os.environ.get("LUDOTECA_TEST_SHORT"))
OWARE = """[Game "oware:slam=nocapture"]
[South "Ana"]
[North "Luis"]
[Result "1-0"]
[Reason "resigned"]

{a friendly game} 1. F f {a quiet answer} 2. C e @2:resigned 1-0
"""
DADOS = """[Game "dados:players=3"]
[Result "*"]

1. 8:c5 7:b5 8:e4 2. 3:b6 *
"""


def test_replay(folder):
    path = folder / "game.ludo"
    path.write_text(OWARE)
    answer = run("replay", path)
    check("replay prints every turn", answer.status == 0
          and [line for line in answer.lines if re.match(r"\d+\. ", line)]
          == ["1. South: F", "1. North: f", "2. South: C", "2. North: e"], answer)
    check("replay: players, comments, result", all(
        word in answer.out for word in ("Ana", "a friendly game", "a quiet answer",
                                        "South wins.", "North resigned.")), answer)
    check("replay reads standard input", run("replay", "-", stdin=OWARE).out == answer.out)
    check("--all changes nothing in a pipe", run("replay", path, "--all").out == answer.out)
    start = run("replay", path, "--ply", 0).out
    check("--ply 0 is the start", "4-4-4-4-4-4-4-4-4-4-4-4-0-0-S" in start, start)
    check("--ply 1", "1. South: F" in run("replay", path, "--ply", 1).out)
    check_error("--ply too far", run("replay", path, "--ply", 5), 2, "4")
    spanish = run("replay", path, "--lang", "es").out
    check("replay in Spanish", "Gana Sur." in spanish and "Norte" in spanish, spanish)
    path.write_text(OWARE + "\n" + DADOS)
    both = run("replay", path)
    check("several records", "8:c5" in both.out and "Ana" in both.out
          and "not finished" in both.out, both)
    check("three players share a number", "1. Red: 8:e4" in both.out and "2. Green: 3:b6" in both.out,
          both)
    check("--game 2", "Ana" not in run("replay", path, "--game", 2).out)
    check_error("--game too far", run("replay", path, "--game", 3), 2, "--game")


def read_until(fd, wanted, seconds=10):
    """What a terminal shows until a text comes, or until it never does."""
    text, deadline = "", time.monotonic() + seconds
    while wanted not in text and time.monotonic() < deadline:
        if select.select([fd], [], [], 0.1)[0]:
            try:
                text += os.read(fd, 65536).decode(errors="replace")
            except OSError:
                break
    return text


def test_stepping(folder):
    path = folder / "step.ludo"
    path.write_text(OWARE)
    pid, fd = pty.fork()
    if pid == 0:
        os.execve(PROGRAM, [PROGRAM, "replay", str(path)], environment(TERM="dumb"))
    shown = read_until(fd, "after 0 of 4")
    check("on a terminal replay waits at the start", "after 0 of 4" in shown and "1. South" not in shown,
          shown)
    for typed, wanted in (("\n", "after 1 of 4"), ("\n", "after 2 of 4"), ("b\n", "after 1 of 4"),
                          ("4\n", "North resigned."), ("x\n", "")):
        os.write(fd, typed.encode())
        shown = read_until(fd, wanted) if wanted else ""
        check(f"replay: {typed!r} leads to {wanted!r}", wanted in shown, shown)
    status = os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1])
    os.close(fd)
    check("replay ends after the last turn", status == 0, status)


def test_long(folder):
    """Going through a game takes time in proportion to its length."""
    path = folder / "long.ludo"
    turns = 4000 if SHORT else 20000
    path.write_text('[Game "dados"]\n\n' + "8:c5 10:-c5 " * (turns // 2))
    for words in (["convert", path, "--to", "json"], ["convert", path, "--to", "ludo"],
                  ["convert", path, "--to", "positions"], ["replay", path, "--ply", turns]):
        answer = run(*words, timeout=30)
        check(f"{turns} turns: {words[0]} {words[-1]}", answer.status == 0 and answer.out)


def many_records(count):
    """So many games, no two of the same length."""
    return "\n".join(f'[Game "oware"]\n[Round "{i}"]\n[Result "*"]\n\n1. F {{{"x" * (i % 97 + 300)}}}\nf 2. C e *\n'
                     for i in range(count))


def peak_memory(*words):
    """The most memory that the program had, in MB, and its exit status."""
    process = subprocess.Popen([PROGRAM, *map(str, words)], stdout=subprocess.DEVNULL,
                               env=environment(ASAN_OPTIONS="quarantine_size_mb=1"))
    _, status, usage = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    return usage.ru_maxrss / 1024, process.returncode


def test_streams(folder):
    """Files of many games take the memory of one, and come out as a whole or not at all."""
    few, many, out = folder / "few.ludo", folder / "many.ludo", folder / "out.ludo"
    few.write_text(many_records(400))
    many.write_text(many_records(12000))
    least, _ = peak_memory("convert", few, "--to", "ludo")
    formats = (["--to", "positions", "--output", folder / "positions"], ["--to", "json"], ["--to", "ludo"])
    for words in formats[:1] if SHORT else formats:
        most, status = peak_memory("convert", many, *words)
        check(f"5 MB take as much memory as 170 kB: {words[1]}", status == 0 and most < least + 8,
              f"{most} MB, {least} MB")
    count = 1000 if SHORT else 12000
    many.write_text(many_records(count))
    out.write_text("old")
    whole = run("convert", many, "--to", "ludo")
    check("all of it comes out", whole.out == run("convert", "-", "--to", "ludo", stdin=many.read_bytes()).out
          and run("convert", "-", "--to", "ludo", stdin=whole.raw).out == whole.out
          and re.findall(r'Round "(\d+)"', whole.out) == list(map(str, range(count))), len(whole.out))
    run("convert", many, "--to", "ludo", "--output", out, "--force")
    check("… into a file as well", out.read_bytes() == whole.raw)
    out.write_text("old")
    lines = many.read_text().count("\n")
    many.write_text(many.read_text() + '\n[Game "oware"]\n\n1. F z\n')
    check_error("a fault at the end of a long file is found, and nothing comes out",
                run("convert", many, "--to", "ludo"), 2, f"line {lines + 4}, move 1", "z")
    check_error("… nor into a file", run("convert", many, "--to", "ludo", "--output", out, "--force"), 2, "line")
    check("… which stays as it was, with nothing beside it", out.read_text() == "old"
          and not [path for path in folder.iterdir() if path.name.startswith("out.ludo.")])
    size = 100000 if SHORT else 800000
    many.write_text(f'[Game "oware"]\n\n1. F {{{"long " * size}}} f *\n' + "\n" * 4 * size
                    + '[Game "oware"]\n\n1. E *\n' + " " * 4 * size)
    answer = run("convert", many, "--to", "ludo")
    check("long games and long gaps", answer.status == 0 and answer.out.count("[Game") == 2
          and answer.out.count("long") == size, answer.err)
    with open("/dev/full", "w") as full:
        check("a full disk is a failure", run("convert", few, "--to", "ludo", stdout=full).status == 1)
    check_error("… also a named one", run("convert", few, "--to", "ludo", "--output", "/dev/full"), 1, "/dev/full")


def convert(text, *words):
    return run("convert", "-", *words, stdin=text)


def test_playstrategy_keeps():
    """Rules that are not theirs and ends that their results do not tell."""
    for rules in ("oware", "oware:slam=forfeit", "oware:slam=nocapture", "oware:slam=awari,cycle=split"):
        for end in ("@2:resigned", "@1:time", "@2:left", "@draw", "@finish", "*"):
            ludo = convert(f'[Game "{rules}"]\n\n1. F f 2. C e {end}\n', "--to", "ludo").out
            theirs = convert(ludo, "--to", "playstrategy").out
            back = convert(theirs, "--to", "ludo")
            check(f"PlayStrategy keeps {rules} {end}", back.out == ludo, f"{theirs}\n{back}")
    ludo = convert('[Game "oware"]\n[Event "a \\"b\\" \\\\ c"]\n\n1. F {' + "word " * 400 + "} f *\n",
                   "--to", "ludo").out
    back = convert(convert(ludo, "--to", "playstrategy").out, "--to", "ludo")
    check("PlayStrategy keeps quotes and long comments", back.out == ludo != "", back)
    theirs = convert('[Game "oware"]\n\n1. F f @finish\n', "--to", "playstrategy").out
    check_error("a finish with another result",
                convert(theirs.replace("1/2-1/2", "1-0"), "--to", "ludo"), 2, "1-0", "1/2-1/2")
    fragment = """[Game "oware"]\n[Fragment "yes"]
[Position "1-0-0-0-0-0-0-0-0-0-0-1-0-0-S"]\n\n1. A\n"""
    check_error("PlayStrategy has no fragments", convert(fragment, "--to", "playstrategy"), 2, "48")


def test_convert():
    ludo = convert(OWARE, "--to", "ludo")
    check("ludo to ludo is canonical", ludo.status == 0
          and convert(ludo.out, "--to", "ludo").out == ludo.out, ludo)
    ogn = convert(OWARE, "--to", "ogn")
    check("to OGN", ogn.status == 0 and "[South \"Ana\"]" in ogn.out, ogn)
    back = convert(ogn.out, "--to", "ludo")
    check("from OGN, found out", back.status == 0 and "1. F " in back.out
          and "2. C e" in back.out and "a quiet answer" in back.out, back)
    check("from OGN, said", convert(ogn.out, "--to", "ludo", "--from", "ogn").out == back.out)
    theirs = convert(OWARE, "--to", "playstrategy")
    check("to PlayStrategy", theirs.status == 0 and "f1c2" in theirs.out and "[FEN " in theirs.out,
          theirs)
    back = convert(theirs.out, "--to", "ludo")
    check("from PlayStrategy, found out", back.status == 0 and "{a friendly game} 1. F f" in back.out
          and "[South \"Ana\"]" in back.out and "resigned" in back.out, back)
    test_playstrategy_keeps()
    positions = convert(OWARE, "--to", "positions").lines
    check("to positions", len(positions) == 5
          and positions[0] == "4-4-4-4-4-4-4-4-4-4-4-4-0-0-S", positions)
    check("positions feed --batch", run("moves", "oware:slam=nocapture", "--batch",
                                        stdin="\n".join(positions)).out.count("error") == 0)
    record = json.loads(convert(OWARE, "--to", "json").out)
    check("to JSON", record["version"] == 1 and len(record["plies"]) == 4
          and record["result"]["reason"] == "resigned" and record["tags"]["South"] == "Ana", record)
    two = convert(OWARE + "\n" + DADOS, "--to", "json").lines
    check("two records, two lines of JSON", [json.loads(line)["game"] for line in two]
          == ["oware:slam=nocapture", "dados:players=3"], two)
    turns = convert(DADOS, "--to", "positions").lines
    check("a turn is one step", len(turns) == 5, turns)
    check_error("only oware has OGN", convert(DADOS, "--to", "ogn"), 2)
    check_error("only oware is on PlayStrategy", convert(DADOS, "--to", "playstrategy"), 2, "oware")


def test_errors():
    bad = OWARE.replace("2. C e", "2. C f")
    check_error("an illegal move: file, line, move", convert(bad, "--to", "ludo"), 2,
                "standard input", "line 7", "move 2", "f is ")
    later = OWARE + "\n\n" + OWARE.replace("C e", "C zz")
    check_error("lines count through the whole file", convert(later, "--to", "ludo"), 2, "line 16",
                "zz")
    theirs = convert(OWARE, "--to", "playstrategy").out.replace("f1c2", "f1e2")
    check_error("a wrong PlayStrategy move", convert(theirs, "--to", "ludo"), 2, "line", "f1e2")


def test_output(folder):
    path = folder / "out.ludo"
    check("--output", convert(OWARE, "--to", "ludo", "--output", path).status == 0
          and path.read_text().startswith("[Game"))
    first = path.read_text()
    check_error("never overwritten", convert(DADOS, "--to", "ludo", "--output", path), 1, "--force")
    check("… and left as it was", path.read_text() == first)
    check("--force", convert(DADOS, "--to", "ludo", "--output", path, "--force").status == 0
          and "dados" in path.read_text())
    check("no temporary files stay", [entry.name for entry in folder.iterdir()] == ["out.ludo"],
          list(folder.iterdir()))
    link = folder / "link"
    link.symlink_to(path)
    convert(OWARE, "--to", "ludo", "--output", link, "--force")
    check("through a link", link.is_symlink() and path.read_text() == first)
    check_error("a folder that is not there",
                convert(OWARE, "--to", "ludo", "--output", folder / "no" / "x"), 1)
    check_error("a folder as output", convert(OWARE, "--to", "ludo", "--output", folder), 1)
    check_error("a full disk", convert(OWARE, "--to", "ludo", "--output", "/dev/full"), 1)
    check("a device stays a device", Path("/dev/full").is_char_device())
    check("--output - is standard output",
          convert(OWARE, "--to", "ludo", "--output", "-").out == first)


def test_names(folder):
    path = folder / "game.OGN"
    path.write_text('[Event "?"]\n\n1. F f *\n')
    answer = run("convert", path, "--to", "ludo")
    check("the name says OGN where the tags do not", "oware:slam=nocapture" in answer.out, answer)
    check_error("… but standard input has none", convert(path.read_text(), "--to", "ludo"), 2, "Game")


test_convert()
test_errors()
with tempfile.TemporaryDirectory() as name:
    test_names(Path(name))
    test_replay(Path(name))
    test_stepping(Path(name))
    test_long(Path(name))
with tempfile.TemporaryDirectory() as name:
    test_output(Path(name))
with tempfile.TemporaryDirectory() as name:
    test_streams(Path(name))
finish()

#!/usr/bin/env python3
"""Text from elsewhere: whatever records, names of files and other programs hold, no terminal obeys it; and no file
loses it."""

import json
import os
import pty
import sys
import tempfile
from pathlib import Path

from harness import PROGRAM, check, environment, finish, run

# Controls of eight bits as characters and as bare bytes, and all marks that turn the direction of writing.
CONTROLS = "".join(map(chr, range(0x80, 0xa0)))
TURNS = "\u061c\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069"
NASTY = f"Ana{CONTROLS}{TURNS}é".encode() + b"\x9b31m\xff\xc3"
SHORT = "An\u009b\u202eé".encode() + b"\x9b"


def record(south, comment=b"c"):
    return (b'[Game "oware:slam=nocapture"]\n[Event "' + NASTY + b'"]\n[South "' + south + b'"]\n[North "Luis"]\n'
            b'[Result "*"]\n\n{' + comment + b"} 1. F f {" + comment + b"} 2. C *\n")


def faults(raw):
    """What a terminal must not get, of a program without colours."""
    try:
        text = raw.decode()
    except UnicodeDecodeError as error:
        return str(error)
    return [hex(ord(c)) for c in text if c in CONTROLS + TURNS or (ord(c) < 32 and c not in "\n\t\r") or c == "\x7f"]


def at_terminal(*words):
    """What the program writes to a terminal."""
    pid, fd = pty.fork()
    if pid == 0:
        os.execve(PROGRAM, [PROGRAM, *map(str, words)], environment(TERM="dumb"))
    raw = b""
    while True:
        try:
            data = os.read(fd, 65536)
        except OSError:
            break
        if not data:
            break
        raw += data
    os.waitpid(pid, 0)
    os.close(fd)
    return raw


def check_clean(name, answer, *words):
    raw = answer if isinstance(answer, bytes) else answer.raw + answer.raw_err
    found = faults(raw)
    check(name, not found and all(word in raw for word in words), f"{found}\n{raw!r}")


def test_shown(folder):
    path = folder / "nasty.ludo"
    path.write_bytes(record(NASTY, NASTY))
    for words in (["replay", path, "--all"], ["review", path, "--nodes", 50], ["replay", path, "--ply", 2]):
        check_clean(f"{words[0]} shows none of it", run(*words), b"?")
        check_clean("… nor at a terminal", at_terminal(*words), b"?")
    for words in (["replay", path, "--json"], ["convert", path, "--to", "json"]):
        answer = run(*words)
        told = json.loads(answer.out)
        check_clean(f"{words[0]} in JSON spells it", answer, b"\\u009b", b"\\u202e")
        check("… and loses none of it that is text", f"Ana{CONTROLS}{TURNS}é" in told["tags"]["South"], told["tags"])
    check_clean("convert to a terminal shows none of it", at_terminal("convert", path, "--to", "ludo"), b"[South ")


def test_kept(folder):
    path, copy = folder / "nasty.ludo", folder / "copy.ludo"
    path.write_bytes(record(NASTY, b"a " + NASTY))
    piped = run("convert", path, "--to", "ludo")
    check("convert into a pipe keeps every byte", piped.raw.count(NASTY) == 4, piped.raw)
    run("convert", path, "--to", "ludo", "--output", copy)
    check("… and into a file", copy.read_bytes() == piped.raw, copy.read_bytes())
    path.write_bytes(record(SHORT))
    copy.unlink()
    answer = run("play", "--load", path, "--save", copy, "--no-tables", stdin="e\nsave\nquit\n",
                 XDG_DATA_HOME=folder)
    check_clean("play shows none of it", answer, b"An??")
    check("… and what it saves is as it was", b'[South "' + SHORT + b'"]' in copy.read_bytes()
          and NASTY in copy.read_bytes(), f"{answer}\n{copy.read_bytes()!r}")


def test_quoted(folder):
    """Names and arguments in messages."""
    name = os.fsdecode(os.fsencode(folder) + b"/" + NASTY)
    for words in (["replay", name], ["convert", name, "--to", "ogn"], [os.fsdecode(NASTY)], ["show", os.fsdecode(NASTY)],
                  ["show", "oware", "--position", os.fsdecode(NASTY)], ["moves", "oware", "--moves", os.fsdecode(NASTY)],
                  ["games", "--lang", os.fsdecode(NASTY)], ["play", "oware", "--players", os.fsdecode(NASTY)],
                  ["tables", os.fsdecode(NASTY)],
                  ["match", "oware", "--player", os.fsdecode(b"cmd=/no" + NASTY), "--player", "random"],
                  ["match", "oware", "--player", "random", "--player", "greedy", "--openings", name]):
        check_clean(f"{words[0][:8].encode('ascii', 'replace').decode()}: quoted", run(*words), b"?")
    batch = run("show", "oware", "--batch", stdin=NASTY + b"\n")
    check_clean("lines of a batch are quoted", batch, b"error")
    (folder / os.fsdecode(SHORT)).mkdir()
    tables = os.fsdecode(os.fsencode(folder) + b"/" + SHORT)
    built = run("tables", "build", "oware", "--seeds", 1, "--dir", tables)
    check_clean("where tables are built", built, b"An")
    check_clean("… or are already", run("tables", "build", "oware", "--seeds", 1, "--dir", tables), b"already")
    check_clean("… and are listed", run("tables", "list", "--dir", tables), b"oware.value.1.ludt")
    engine = run("engine", stdin=b"debug on\nsetoption name TablePath value /" + NASTY + b"\nposition fen " + NASTY +
                 b"\n" + NASTY + b"\nquit\n")
    check_clean("the engine quotes", engine, b"info string error")


def test_match(folder):
    """What programs say, and what a file of the progress holds."""
    script, state = folder / "player.py", folder / "match.state"
    script.write_text("import sys\nsys.stdin.readline(); print('uciok', flush=True)\nfor line in sys.stdin:\n"
                      "    if 'isready' in line: print('readyok', flush=True)\n    if line.startswith('go'):\n"
                      f"        sys.stdout.buffer.write(b'bestmove ' + {NASTY!r}[:20] + b'\\n')\n"
                      f"        sys.stdout.flush(); sys.stderr.buffer.write({NASTY!r}); sys.stderr.flush()\n")
    program = f"cmd={sys.executable} {script} {os.fsdecode(SHORT)}"
    words = ["match", "oware", "--player", program, "--player", "random", "--games", 2, "--resume", state]
    check_clean("the table of a match", run(*words), b"illegal")
    state.write_bytes(state.read_bytes().replace(b"illegal-move: ", b"illegal-move: " + NASTY[:60]))
    check_clean("… also of one that goes on", run(*words), b"illegal")


with tempfile.TemporaryDirectory() as place:
    for test in (test_shown, test_kept, test_quoted, test_match):
        test(Path(place))
finish()

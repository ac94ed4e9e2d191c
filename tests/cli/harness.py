"""Drives the real program and prints TAP, one line for each check."""

import json
import os
import signal
import subprocess
import sys
from pathlib import Path

import shapes

ROOT = Path(__file__).resolve().parent.parent.parent
PROGRAM = str(Path(sys.argv[1]).resolve())
COMMANDS = ["games", "rules", "show", "moves", "perft", "play", "replay", "convert", "analyse", "review",
            "match", "tables", "bench", "engine", "serve", "server-backup", "server-copy", "verify-dice", "bot", "server-admin", "train", "solve", "verify-proof"]

signal.signal(signal.SIGHUP, signal.SIG_DFL)  # under nohup it would stay ignored in every child

_checks = 0
_failures = 0
_shaped = 0


def environment(**variables):
    """The caller's, without whatever would change language or colour; what is None is left out."""
    plain = {name: value for name, value in os.environ.items()
             if not name.startswith("LC_") and name not in ("LANG", "LANGUAGE", "LUDOTECA_LANG",
                                                            "NO_COLOR", "TERM")}
    wanted = {**plain, "LC_ALL": "C.UTF-8", **variables}
    return {name: value for name, value in wanted.items() if value is not None}


class Answer:
    def __init__(self, done):
        self.status = done.returncode
        self.raw = done.stdout or b""
        self.out = self.raw.decode(errors="replace")
        self.raw_err = done.stderr or b""
        self.err = self.raw_err.decode(errors="replace")
        self.lines = self.out.splitlines()

    def __str__(self):
        return f"status {self.status}\nstdout: {self.out[:600]!r}\nstderr: {self.err[:600]!r}"


def run(*words, stdin=b"", stdout=subprocess.PIPE, timeout=60, **variables):
    """Runs the program; `stdin` is what it reads, or a file."""
    source = {"input": stdin.encode() if isinstance(stdin, str) else stdin} \
        if isinstance(stdin, (bytes, str)) else {"stdin": stdin}
    answer = Answer(subprocess.run([PROGRAM, *map(str, words)], stdout=stdout, stderr=subprocess.PIPE,
                                   timeout=timeout, env=environment(**variables), **source))
    if "--json" in words or "json" in words:
        check_shapes(words, answer)
    return answer


def check(name, holds, detail=""):
    """Counts one claim."""
    global _checks, _failures
    _checks += 1
    _failures += not holds
    print(f"{'ok' if holds else 'not ok'} {_checks} - {name}")
    if not holds:
        for line in str(detail).splitlines():
            print(f"# {line}")
    sys.stdout.flush()


def check_shape(what, name, value):
    """Counts one claim for all answers that are as their schema says, and one for each that is not."""
    global _shaped
    _shaped += 1
    fault = shapes.fault_of(name, value)
    if fault:
        check(f"{what} is as {name} says", False, fault)


def check_shapes(words, answer):
    """Every line of JSON that a command printed."""
    for line in answer.lines:
        if line.startswith("{"):
            value = json.loads(line)
            check_shape(" ".join(map(str, words)), shapes.shape_of_command(words, value), value)


def check_error(name, answer, status, *words):
    """One message on stderr, nothing on stdout, the right exit status."""
    lines = answer.err.splitlines()
    good = (answer.status == status and len(lines) == 1 and lines[0].startswith("ludoteca: ")
            and answer.out == "" and all(word in answer.err for word in words))
    check(name, good, f"expected {status} {words}\n{answer}")


def finish():
    if _shaped:
        check("answers are as their schemas say", True)
    print(f"1..{_checks}")
    sys.exit(1 if _failures else 0)

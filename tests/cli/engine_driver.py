"""Talks to `ludoteca engine` as a program would: line by line, with a limit to its patience."""

import os
import random
import select
import subprocess
import time

from harness import PROGRAM, environment

PATIENCE = 8  # seconds; what Aualé waits
SHORT = bool(os.environ.get("LUDOTECA_TEST_SHORT"))


class Silence(Exception):
    """No answer in time, or the program ended."""


class Engine:
    def __init__(self, *words, before=None, **variables):
        self.process = subprocess.Popen([PROGRAM, "engine", *words], stdin=subprocess.PIPE,
                                        stdout=subprocess.PIPE, stderr=subprocess.PIPE, bufsize=0,
                                        env=environment(**variables), preexec_fn=before)
        self.rest = b""
        self.heard = []

    def send(self, *lines):
        data = b"".join(line if isinstance(line, bytes) else line.encode() + b"\n" for line in lines)
        while data:
            data = data[self.process.stdin.write(data):]

    def line(self, patience=PATIENCE):
        """The next line, or None at the end of all."""
        until = time.monotonic() + patience
        while b"\n" not in self.rest:
            left = until - time.monotonic()
            if left <= 0 or not select.select([self.process.stdout], [], [], left)[0]:
                raise Silence(f"nothing after {self.heard[-5:]}")
            data = os.read(self.process.stdout.fileno(), 1 << 16)
            if not data:
                return None
            self.rest += data
        first, self.rest = self.rest.split(b"\n", 1)
        self.heard.append(first.decode())
        return self.heard[-1]

    def until(self, start, patience=PATIENCE):
        """All lines up to one that begins so."""
        lines = []
        while not lines or not lines[-1].startswith(start):
            line = self.line(patience)
            if line is None:
                raise Silence(f"the end after {lines}")
            lines.append(line)
        return lines

    def ask(self, *lines, until="bestmove", patience=PATIENCE):
        self.send(*lines)
        return self.until(until, patience)

    def is_silent(self, seconds):
        return b"\n" not in self.rest and not select.select([self.process.stdout], [], [], seconds)[0]

    def end(self, patience=PATIENCE):
        """Waits for the end; (exit status, what was still said, what was complained about)."""
        out, err = self.process.communicate(timeout=patience)
        return self.process.returncode, (self.rest + out).decode(), err.decode()

    def quit(self):
        self.send("quit")
        return self.end()

    def __enter__(self):
        return self

    def __exit__(self, *unused):
        if self.process.poll() is None:
            self.process.kill()
        self.process.communicate()


def errors(lines):
    return [line for line in lines if line.startswith("info string error")]


def play_game(engine, go, *, start="startpos", seed=1, most=2000):
    """Lets an engine play against itself; it must call every move legal and find the end itself.

    Returns the moves and the last word of `d`.
    """
    dice, moves = random.Random(seed), []
    while len(moves) < most:
        position = f"position {start}" + (" moves " + " ".join(moves) if moves else "")
        shown = engine.ask(position, "d", until=("Turn:", "Over:"))
        if errors(shown):
            raise Silence(f"{position}: {shown}")
        if "roll" in shown[-1]:
            moves.append(str(dice.randint(1, 6) + dice.randint(1, 6)))
            continue
        answer = engine.ask(go)
        if errors(answer):
            raise Silence(f"{position}: {answer}")
        best = answer[-1].split()[1]
        if best == "0000":
            return moves, shown[-1]
        moves.append(best)
    raise Silence(f"no end after {most} moves")

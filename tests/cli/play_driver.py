"""Plays at a pseudo-terminal or through pipes, as a person would."""

import codecs
import fcntl
import os
import pty
import re
import select
import signal
import struct
import tempfile
import termios
import time
from pathlib import Path

from harness import PROGRAM, environment, run

CONTROLS = re.compile(r"\x1b\[[0-9;?]*[A-Za-z]|\x1b[=>]|\r|\x07")
SAVES = tempfile.TemporaryDirectory(prefix="ludoteca-play-")


def scratch(name):
    """A path for a file of this test run."""
    return str(Path(SAVES.name) / name)


def variables(**more):
    """Saved games go to a directory of the test run."""
    return {"XDG_DATA_HOME": SAVES.name, **more}


def play(*words, lines=(), **more):
    """Plays through pipes: `lines` is all that is typed."""
    text = lines if isinstance(lines, bytes) else "".join(f"{line}\n" for line in lines)
    return run("play", *words, stdin=text, **variables(**more))


class Terminal:
    """The program at a terminal of its own."""

    def __init__(self, *words, columns=100, **more):
        env = environment(**variables(**{"TERM": "xterm", **more}))
        size = struct.pack("HHHH", 40, columns, 0, 0)
        pid, self.fd = pty.fork()
        if pid == 0:
            fcntl.ioctl(0, termios.TIOCSWINSZ, size)
            os.execve(PROGRAM, [PROGRAM, "play", *map(str, words)], env)
        self.pid = pid
        self.decoder = codecs.getincrementaldecoder("utf-8")(errors="replace")
        self.raw = ""   # everything that was written
        self.text = ""  # the same without control sequences
        self.part = ""  # the beginning of one that is still to be completed
        self.seen = 0   # what was already expected, in self.text
        self.status = None

    def _read(self, seconds):
        if not select.select([self.fd], [], [], seconds)[0]:
            return True
        try:
            data = os.read(self.fd, 65536)
        except OSError:
            return False
        new = self.decoder.decode(data)
        self.raw += new
        new = CONTROLS.sub("", self.part + new)
        cut = new.find("\x1b")
        self.part = new[cut:] if cut >= 0 else ""
        self.text += new[:cut] if cut >= 0 else new
        return bool(data)

    def expect(self, wanted, seconds=10):
        """Waits for a text after what was already expected; False if it never comes."""
        deadline = time.monotonic() + seconds
        while True:
            at = self.text.find(wanted, self.seen)
            if at >= 0:
                self.seen = at + len(wanted)
                return True
            if time.monotonic() > deadline or not self._read(0.1):
                found = self.text.find(wanted, self.seen)
                if found >= 0:
                    self.seen = found + len(wanted)
                return found >= 0

    def expect_prompt(self, prompt="> ", seconds=10):
        """Waits until the program asks again: a new row that ends with the prompt."""
        deadline = time.monotonic() + seconds
        while not ("\n" in self.text[self.seen:] and self.text.endswith(prompt)):
            if time.monotonic() > deadline or not self._read(0.1):
                return False
        self.seen = len(self.text)
        return True

    def send(self, keys):
        os.write(self.fd, keys.encode() if isinstance(keys, str) else keys)

    def type(self, line, prompt="> "):
        """Waits for the prompt and types a line."""
        ready = self.expect_prompt(prompt)
        self.send(line + "\r")
        return ready

    def is_canonical(self):
        """Whether the terminal is in its usual mode: whole lines, with echo."""
        flags = termios.tcgetattr(self.fd)[3]
        return bool(flags & termios.ICANON) and bool(flags & termios.ECHO)

    def wait_for_raw(self, seconds=5):
        deadline = time.monotonic() + seconds
        while self.is_canonical() and time.monotonic() < deadline:
            time.sleep(0.005)
        return not self.is_canonical()

    def kill(self, number):
        os.kill(self.pid, number)

    def wait(self, seconds=10):
        """The exit status; kills a program that hangs."""
        deadline = time.monotonic() + seconds
        while self.status is None:
            self._read(0.02)
            done, status = os.waitpid(self.pid, os.WNOHANG)
            if done:
                self.status = os.waitstatus_to_exitcode(status)
            elif time.monotonic() > deadline:
                os.kill(self.pid, signal.SIGKILL)
        while self._read(0) and select.select([self.fd], [], [], 0)[0]:
            pass
        self.restored = self.is_canonical()
        os.close(self.fd)
        return self.status


def saved_path(text):
    """The file that a farewell names."""
    match = re.search(r"ludoteca play --load (\S+)", text)
    return match.group(1) if match else None


def record_words(path):
    """Tags and moves of the last record in a file."""
    text = Path(path).read_text()
    record = text[text.rindex("[Game "):]
    head, _, body = record.partition("\n\n")
    tags = dict(re.findall(r'^\[(\w+) "(.*)"\]$', head, re.M))
    words = [word for word in body.split() if not re.fullmatch(r"\d+\.", word)]
    return tags, words[:-1], words[-1]


def random_game(game, seed):
    """Lets the computer play itself; the record's tags, moves and result."""
    path = scratch(f"random-{seed}.ludo")
    Path(path).unlink(missing_ok=True)
    answer = play(game, "--players", "random,random,random,random" if "players=4" in game else
                  "random,random,random" if "players=3" in game else "random,random",
                  "--seed", seed, "--save", path)
    assert answer.status == 0, answer
    return record_words(path)


def typed(words):
    """Moves as a person types them: with dice, what they show and then the move. Nobody is asked
    to pass."""
    return [part for word in words for part in word.split(":") if part != "pass"]

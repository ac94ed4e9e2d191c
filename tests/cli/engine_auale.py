#!/usr/bin/env python3
"""A session as Aualé leads it: two engines at once, its commands, its reading of the answers."""

import re

from engine_driver import PATIENCE, Engine, Silence
from harness import check, finish

# What Aualé reads of a line; anything else it does not understand.
INFO = re.compile(r"info depth \d+ seldepth \d+ multipv \d+ score cp -?\d+( lowerbound| upperbound)?"
                  r" nodes \d+ nps \d+ hashfull \d+ time \d+ pv [A-Fa-f]+")
BEST = re.compile(r"bestmove ([A-Fa-f])( ponder [A-Fa-f])?")
OPTION = re.compile(r"option name \S.* type (check|spin|combo|button|string)( default \S+)?"
                    r"( min \d+ max \d+)?( var \S+)*")
START = "4-4-4-4-4-4-4-4-4-4-4-4-0-0-S"


def understood(lines):
    """Whether every line of an answer to `go` is one that Aualé reads."""
    return all(INFO.fullmatch(line) for line in lines[:-1]) and BEST.fullmatch(lines[-1])


def introduce(engine):
    lines = engine.ask("uci", until="uciok")
    check("it says its name and its author",
          lines[0].startswith("id name Ludoteca ") and lines[1].startswith("id author "), lines)
    check("options as Aualé reads them",
          len(lines) > 8 and all(OPTION.fullmatch(line) for line in lines[2:-1]), lines)
    check("isready", engine.ask("isready", until="readyok") == ["readyok"])
    engine.send("setoption name OwnBook value true", "ucinewgame")
    check("nothing is said to an option and a new game",
          engine.ask("isready", until="readyok") == ["readyok"])


class Board:
    """The little that Aualé knows itself: the position after the last capture, moves since then."""

    def __init__(self):
        self.start, self.moves = "startpos", ""

    def command(self):
        return f"position {self.start}" + (f" moves {self.moves}" if self.moves else "")

    def play(self, engine, move):
        before = self.stores(engine)
        self.moves += move
        after, fen = self.stores(engine), self.fen(engine)
        if before != after:
            self.start, self.moves = f"fen {fen}", ""

    def fen(self, engine):
        shown = engine.ask(self.command(), "d", until=("Turn:", "Over:"))
        return next(line[5:] for line in shown if line.startswith("Fen: "))

    def stores(self, engine):
        return self.fen(engine).split("-")[12:14]


def play_whole_game(south, north):
    """South thinks by depth and time, North by time alone; both are started anew for every move."""
    board, good, captures = Board(), True, 0
    for ply in range(400):
        engine = (south, north)[ply % 2]
        go = ("go depth 4 movetime 1000", "go movetime 15")[ply % 2]
        lines = engine.ask(board.command(), go)
        if lines[-1] == "bestmove 0000":
            check("a whole game, answers as Aualé reads them", good and captures > 3 and ply > 20,
                  f"{ply} {captures} {lines}")
            shown = engine.ask(board.command(), "d", until=("Turn:", "Over:"))[-1]
            check("0000 at the end of the game", shown.startswith("Over:"), shown)
            return
        good = good and understood(lines)
        was = board.start
        board.play(engine, lines[-1].split()[1])
        captures += board.start != was
    check("the game ends", False, board.command())


def think_and_stop(engine):
    engine.send("position startpos moves FfBe", "go infinite")
    lines = engine.until("info depth 6")
    check("an infinite search goes on", INFO.fullmatch(lines[-1]), lines)
    check("stop brings the move", understood(engine.ask("stop")))
    engine.send("position fen 4-4-4-4-4-0-5-5-5-5-4-4-0-0-N", "go ponder")
    engine.until("info depth 5")
    lines = engine.ask("stop")
    check("so does stop while it ponders, with a move of North",
          understood(lines) and lines[-1].split()[1] in "abcdef", lines)


try:
    with Engine() as first, Engine() as second:
        introduce(first)
        introduce(second)
        play_whole_game(first, second)
        think_and_stop(first)
        for engine in (first, second):
            status, rest, err = engine.quit()
            check("quit ends it, and nothing more is said",
                  status == 0 and rest == "" and err == "", f"{status} {rest!r} {err!r}")
except Silence as silence:
    check(f"an answer within {PATIENCE} s", False, silence)
finish()

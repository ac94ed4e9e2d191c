#!/usr/bin/env python3
"""The commands of the engine protocol, what they answer, and what they refuse."""

import resource
import tempfile

from engine_driver import SHORT, Engine, errors
from game_rows import GAMES, START
from harness import check, finish, run

EMPTY_DADOS = "....../....../....../....../....../......"
OVER = "0-0-0-0-0-0-0-0-0-0-1-1-26-20-N"


def fen(engine):
    shown = engine.ask("d", until=("Turn:", "Over:"))
    return next(line[5:] for line in shown if line.startswith("Fen: "))


def ready(engine):
    """What was said until now."""
    return engine.ask("isready", until="readyok")[:-1]


def test_positions(engine):
    for game in GAMES:
        engine.send(f"setoption name game value {game}")
        check(f"{game}: begins at the start", fen(engine) == START[game])
        check(f"{game}: reads its own notation",
              not ready(engine) and (engine.send(f"position fen {START[game]}"), fen(engine))[1] == START[game])
    engine.send("setoption name Game value dados", "position startpos moves 8:c5 7")
    check("a roll that is to be played", fen(engine) == "....../..g.../....../....../....../...... 2 7")
    lines = engine.ask("position startpos", "go depth 1")
    check("a roll that is awaited", lines[-1] == "bestmove 0000" and "roll" in errors(lines)[0], lines)
    engine.send("setoption name Game value oware:slam=nocapture", "position startpos moves FfBe\r")
    check("carriage returns", fen(engine) == "6-1-7-6-5-1-6-5-5-5-0-1-0-0-S")
    shown = engine.ask("d", until="Turn:")
    check("d: no empty line", all(line.strip() for line in shown), shown)
    check("d: game, key and turn", any(line == "Game: oware:slam=nocapture" for line in shown)
          and any(line.startswith("Key: ") and len(line) == 21 for line in shown)
          and shown[-1] == "Turn: South, seat 1", shown)
    engine.send("ucinewgame")
    check("a new game begins at the start", fen(engine) == START["oware"])


def test_refused(engine):
    for line, word in (("hello", "isready"), ("go fast", "movetime"), ("go depth x", "whole number"),
                       ("go searchmoves b", "not legal"), ("perft", "1 to 99"), ("debug", "debug on"),
                       ("setoption name Hash", "Hash"), ("setoption name Hash value 0", "1 ..."),
                       ("setoption name Nope value 1", "Threads"), ("setoption name Level value 11", "max"),
                       ("setoption name Game value chess", "pylos"), ("ponderhit", "go ponder"),
                       ("setoption name TablePath value /nowhere", "/nowhere"),
                       ("setoption name OwnBook value perhaps", "true, false"),
                       (b"go\0depth 3\n", "zero byte"), (b"\xff\xfe\x80\n", "?"),
                       ("position fen 4-4", "twelve"), ("position startpos moves FfBx", "move 1"),
                       ("position startpos moves FfFF", "move 3")):
        engine.send(line)
        said = ready(engine)
        is_go = isinstance(line, str) and line.startswith("go")
        check(f"{line!r} is refused", len(errors(said)) == 1 and word in errors(said)[0]
              and len(said) == 1 + is_go, said)
        if is_go:
            check("… with a bestmove", said[-1] == "bestmove 0000", said)
    check("the options are as before", "default oware:slam=nocapture" in
          "".join(engine.ask("uci", until="uciok")))
    lines = engine.ask("go depth 1")
    check("no move after a refused position", lines[-1] == "bestmove 0000" and errors(lines), lines)
    lines = engine.ask("position startpos", "go depth 1")
    check("a good one mends it", lines[-1] != "bestmove 0000" and not errors(lines), lines)


def test_long_lines(engine):
    engine.send(b"x" * 3_000_000 + b"\n")
    said = ready(engine)
    check("a line of megabytes is ignored", len(said) == 1 and "1048576" in said[0], said)
    lines = engine.ask("position startpos moves " + "FfBe" + " " * 500_000, "go depth 1")
    check("a long one is read", not errors(lines) and lines[-1] != "bestmove 0000", lines[-1])
    lines = engine.ask("position startpos moves " + "F" * 900_000, "go depth 1")
    check("a long one that is wrong is refused briefly",
          lines[-1] == "bestmove 0000" and max(map(len, lines)) < 1000, [line[:99] for line in lines])


def test_answers(engine):
    engine.send("setoption name Game value oware:slam=nocapture")
    lines = engine.ask(f"position fen {OVER}", "go movetime 100")
    check("0000 when the game is over", lines == ["bestmove 0000"], lines)
    lines = engine.ask("position startpos", "go depth 4 searchmoves AC")
    check("only some moves", lines[-1].split()[1] in "AC" and
          all(line.split(" pv ")[1][0] in "AC" for line in lines[:-1]), lines)
    lines = engine.ask("go depth 3 multipv 4")
    last = [line for line in lines if line.startswith("info depth 3 ")][-4:]
    check("several lines", [line.split(" multipv ")[1][0] for line in last] == list("1234")
          and len({line.split(" pv ")[1][0] for line in last}) == 4, lines)
    engine.send("setoption name MultiPV value 2")
    check("several lines by the option", any(" multipv 2 " in line for line in engine.ask("go depth 2")))
    engine.send("setoption name MultiPV value 1", "setoption name Level value 1")
    lines = engine.ask("go infinite", "isready", until="readyok") + engine.ask("stop")
    check("a level shows at most its own line", len(lines) <= 3 and
          all(line.split(" pv ")[1][0] == lines[-1].split()[1] for line in lines if " pv " in line), lines)
    engine.send("setoption name Level value max", "setoption name Clear Hash", "debug on",
                "setoption name Hash value 8")
    check("debug confirms", ready(engine) == ["info string Hash: 8"])
    engine.send("debug off")
    with tempfile.TemporaryDirectory() as folder:
        engine.send(f"setoption name TablePath value {folder}:{folder}", "setoption name TablePath value <empty>")
        check("directories for tables", not ready(engine))
    engine.send("setoption name Game value pylos")
    lines = engine.ask("go depth 2")
    check("other games give the chance to win", all(" chance " in line for line in lines[:-1]), lines)
    check("clocks", not errors(engine.ask("go wtime 300 btime 300 winc 0 binc 0"))
          and not errors(engine.ask("go time 200 inc 5 movestogo 10")))


def test_perft(engine):
    engine.send("setoption name Game value dados")
    check("perft of dados", engine.ask("perft 2", until="info string perft 2")
          == ["info string perft 1 73", "info string perft 2 5185"])
    engine.send("setoption name Game value oware")
    lines = engine.ask("perft 6", until="info string perft 6")
    check("perft of oware", lines[-1] == "info string perft 6 27332" and len(lines) == 6, lines)
    engine.send("perft 60")
    engine.until("info string perft 8")
    check("perft is stopped", "stopped" in engine.ask("stop", until="info string perft was")[-1])


def test_language():
    answer = run("engine", "--lang", "es", stdin="hola\nd\nquit\n")
    check("all is English", "There is no command" in answer.out and "Turn: South" in answer.out
          and answer.status == 0, answer)
    answer = run("engine", "chess", "--lang", "es", stdin="uci\n")
    check("a game that does not exist", answer.status == 2 and not answer.out, answer)
    answer = run("engine", "pylos", stdin="d")
    check("the last line needs no end", "Game: pylos" in answer.out and answer.status == 0, answer)


def test_memory():
    """Not as much memory as asked for: it is said when the program asks, and the game goes on."""
    def allow_little():
        resource.setrlimit(resource.RLIMIT_AS, (1 << 30, 1 << 30))
    with Engine(before=allow_little) as engine:
        most = next(int(line.split()[-1]) for line in engine.ask("uci", until="uciok")
                    if line.startswith("option name Hash "))
        engine.send(f"setoption name Hash value {min(most, 2048)}")
        said = ready(engine)
        check("too much memory: Hash goes back", most < 1024 or any("Hash goes back to 64" in line
                                                                    for line in said), said)
        lines = engine.ask("go depth 3")
        check("… and it plays", not errors(lines) and "0000" not in lines[-1], lines)


with Engine() as shared:
    for test in (test_positions, test_refused, test_long_lines, test_answers, test_perft):
        test(shared)
    check("and it lives on", shared.quit() == (0, "", ""))
test_language()
if not SHORT:  # sanitizers need an address space without limits
    test_memory()
finish()

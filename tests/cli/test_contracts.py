#!/usr/bin/env python3
"""What the commands print, and that machines can rely on it."""

import subprocess

from game_rows import GAMES, ROWS, START
from harness import COMMANDS, PROGRAM, check, environment, finish, run

EMPTY_DADOS = "....../....../....../....../....../......"

# South has 24 and can capture in several ways; whoever captures wins at once.
ENDING = "0-0-0-0-0-1-1-0-0-0-1-1-24-20-S"


def test_help():
    text = run("--help").out
    check("--help names every command", all(f"  {name}" in text for name in COMMANDS), text)
    for name in COMMANDS:
        answer = run(name, "--help")
        check(f"{name} --help", answer.status == 0 and f"ludoteca {name}" in answer.out
              and "--lang" in answer.out, answer)
    check("--version", run("--version").out.startswith("ludoteca "))
    check("--version after a command", run("moves", "--version").out == run("--version").out)
    check("help COMMAND", run("help", "moves").out == run("moves", "--help").out)


def test_moves():
    for game in GAMES:
        answer = run("moves", game)
        rows = [line.split("\t") for line in answer.lines]
        moves = [row[0] for row in rows]
        check(f"moves {game}: sorted and distinct",
              moves == sorted(set(moves), key=str.encode) and answer.status == 0, answer)
        check(f"moves {game}: move, tab, position", all(len(row) == 2 for row in rows), answer)
        check(f"moves {game}: same from --position",
              run("moves", game, "--position", START[game]).out == answer.out)
        check(f"moves {game}: --name=value",
              run("moves", game, f"--position={START[game]}").out == answer.out)
    check("moves oware: first line",
          run("moves", "oware").lines[0] == "A\t0-5-5-5-5-4-4-4-4-4-4-4-0-0-N")
    check("moves dados: eleven totals",
          [line.split("\t")[0] for line in run("moves", "dados").lines]
          == "10 11 12 2 3 4 5 6 7 8 9".split())
    check("moves dados: a pending roll",
          run("moves", "dados", "--position", f"{EMPTY_DADOS} 1 8").lines[0]
          == "b3\t....../....../....../.g..../....../...... 2 -")


def test_results():
    rows = {line.split("\t")[0]: line.split("\t")[1:] for line in
            run("moves", "oware", "--position", ENDING).lines}
    check("a winning capture shows the final stores",
          rows.get("F") == ["0-0-0-0-0-0-0-0-0-0-1-1-26-20-N", "26-20"], rows)
    over = "0-0-0-0-0-0-0-0-0-0-1-1-26-20-N"
    answer = run("moves", "oware", "--position", over)
    check("an over position has no moves", answer.status == 0 and answer.out == "", answer)
    check("… and perft 0", run("perft", "oware", "2", "--position", over).out == "1 0\n2 0\n")
    shown = run("show", "oware", "--position", over).out
    check("… and show says who won and why", "South wins 26-20" in shown and "half" in shown, shown)


def test_history():
    once = "1b2 1c3"
    check("--moves are played first",
          run("moves", "pylos", "--moves", once).lines[0].split("\t")[1]
          == "w.../.w../..b./....|.../.../...|../..|. b")
    check("--moves from --position",
          run("moves", "oware", "--position", START["oware"], "--moves", "F f").status == 0)
    turn = run("moves", "dados", "--moves", "8:c5 7").out
    check("a turn is one word or two", turn == run("moves", "dados", "--moves", "8 c5 7").out
          and len(turn.splitlines()) == 4, turn)


def test_repetition():
    """One seed each, walking round the board: after twelve moves they stand as at the beginning."""
    game, start = "oware:slam=nocapture", "1-0-0-0-0-0-1-0-0-0-0-0-23-23-S"
    before_last, walked = "0-0-0-0-0-0-1-0-0-0-0-1-23-23-N", "A a B b C c D d E e F"
    back = f"f\t{start}"
    check("bare moves ignore repetition", back in run("moves", game, "--position", before_last).lines)
    answer = run("moves", game, "--position", start, "--moves", walked)
    check("with --moves repetition counts", f"{back}\t24-24" in answer.lines, answer)
    split = run("moves", game + ",cycle=split", "--position", start, "--moves", walked)
    check("… and is divided by the option", f"{back}\t24-24" in split.lines, split)
    over = run("show", game, "--position", start, "--moves", walked + " f").out
    check("show says that the position recurred", "Draw, 24-24." in over and "before" in over, over)
    # South captures b's two seeds; the two that are left, in A and a, can only circle.
    last_capture = "1-0-0-0-0-2-0-1-0-0-0-0-22-22-S"
    after = "F\t1-0-0-0-0-0-1-0-0-0-0-0-24-22-N"
    check("bare moves ignore circling seeds",
          after in run("moves", "oware", "--position", last_capture).lines)
    answer = run("moves", "oware", "--position", last_capture, "--moves", "")
    check("in a game they end it", f"{after}\t25-23" in answer.lines, answer)
    circling = "1-0-0-0-0-0-1-0-0-0-0-0-24-22-N"
    answer = run("show", "oware", "--position", circling)
    check("show knows circling seeds", "In a game this is the end: South wins 25-23" in answer.out,
          answer)
    answer = run("show", "oware:slam=nocapture", "--position", circling)
    check("… and where finishing is only offered", "had better finish" in answer.out, answer)


def test_perft():
    for game, counts in ((game, rows["perft"]) for game, rows in ROWS.items()):
        check(f"perft {game} {len(counts)}", run("perft", game, len(counts)).lines
              == [f"{depth} {count}" for depth, count in enumerate(counts, 1)])
    circling = "0-0-0-0-0-1-0-0-0-0-0-1-23-23-S"
    check("perft --moves ignores history: seeds that circle",
          run("perft", "oware", 2, "--position", circling, "--moves", "F").out == "1 1\n2 1\n")
    exchange = "1b2-1b2 1d4-1d4 1b2-1b2 1d4-1d4"
    start = "ww../w.../..bb/..b.|.../.../...|../..|. w"
    check("… and repetition",
          run("perft", "pylos", 1, "--position", start, "--moves", exchange).out
          == run("perft", "pylos", 1, "--position", start).out)
    check("… and plays whole turns",
          run("perft", "dados", 1, "--moves", "8:c5 7").out == "1 4\n")
    check("perft with a pending roll",
          run("perft", "dados", 1, "--position", f"{EMPTY_DADOS} 1 8").out == "1 4\n")


def answers(text):
    """The answers of a batch, each without the empty line that ends it."""
    parts = text.split("\n\n")
    return [part.lstrip("\n") for part in parts[:-1]], parts[-1]


def test_batch():
    for game in GAMES:
        lines = f"{START[game]}\nnonsense\n{START[game]}"
        for words in (["show", game], ["moves", game], ["perft", game, "2"]):
            one = run(*words).out.rstrip("\n")
            one = "\n".join(line for line in one.split("\n") if line)
            answer = run(*words, "--batch", stdin=lines)
            got, rest = answers(answer.out)
            check(f"{' '.join(words)} --batch: three answers, last line without its end",
                  len(got) == 3 and rest == "" and answer.status == 0, answer)
            check(f"{' '.join(words)} --batch: as one by one",
                  got[:1] == [one] and got[2:] == [one], f"{got}\n{one}")
            check(f"{' '.join(words)} --batch: a bad line is answered",
                  len(got) > 1 and got[1].startswith("error: ") and "\n" not in got[1], got[1:2])
    check("batch: CRLF", run("moves", "oware", "--batch", stdin=START["oware"] + "\r\n").out
          == run("moves", "oware").out + "\n")
    check("batch: no lines", run("moves", "oware", "--batch").out == "")
    over = "0-0-0-0-0-0-0-0-0-0-1-1-26-20-N\n"
    check("batch: an over position answers with the empty line only",
          run("moves", "oware", "--batch", stdin=over).out == "\n")
    long = run("moves", "oware", "--batch", stdin=b"4" * 1000000 + b"\n" + START["oware"].encode())
    check("batch: a line of 1 MB, then a good one",
          long.lines[0].startswith("error: ") and len(long.lines) == 9, long)
    zero = run("moves", "oware", "--batch", stdin=b"4-4\0-4\n\xff\xfe\n")
    check("batch: bytes that are no text", zero.out.count("error: ") == 2 and zero.status == 0, zero)


def test_batch_streams():
    """Whoever asks line by line gets each answer before the next question."""
    with subprocess.Popen([PROGRAM, "perft", "six", "2", "--batch"], stdin=subprocess.PIPE,
                          stdout=subprocess.PIPE, env=environment()) as asked:
        for _ in range(3):
            asked.stdin.write(START["six"].encode() + b"\n")
            asked.stdin.flush()
            got = [asked.stdout.readline() for _ in range(3)]
            check("an answer before the next question", got == [b"1 8\n", b"2 78\n", b"\n"], got)
        asked.stdin.close()


def test_oware_extras():
    fragment = "1-0-0-0-0-0-0-0-0-0-0-1-0-0-S"
    check("--fragment", run("moves", "oware", "--position", fragment, "--fragment").status == 0)
    fen = "4S,4S,4S,4S,4S,4S/4S,4S,4S,4S,4S,4S 0 0 S 1"
    check("PlayStrategy's FEN as position",
          run("moves", "oware", "--position", fen).out == run("moves", "oware").out)
    check("PlayStrategy's moves", run("show", "oware", "--moves", "c1f2").out
          == run("show", "oware", "--moves", "C").out)


def test_show_and_games():
    for game in GAMES:
        answer = run("show", game)
        check(f"show {game}", answer.status == 0 and START[game] in answer.out, answer)
        rules = run("rules", game)
        check(f"rules {game}", rules.status == 0 and len(rules.out) > 500, rules)
        check(f"games names {game}", any(line.startswith(game) for line in run("games").lines))
    check("whose turn", "South" in run("show", "oware").out)
    chosen = run("rules", "oware:slam=awari").out
    check("rules with options explains them", "slam=awari" in chosen)
    check("no colour in a pipe", "\033" not in run("show", "oware", TERM="xterm").out)
    check("--color always", "\033" in run("show", "oware", "--color", "always").out)
    check("--plain", run("show", "dados", "--plain", "--color", "always").raw.isascii()
          and "\033" not in run("show", "dados", "--plain", "--color", "always").out)
    check("ASCII where the locale is not UTF-8",
          run("show", "dados", LC_ALL="C").raw.isascii())


for test in (test_help, test_moves, test_results, test_history, test_repetition,
             test_perft, test_batch, test_batch_streams, test_oware_extras, test_show_and_games):
    test()
finish()

#!/usr/bin/env python3
"""`ludoteca tables`: building, listing, counting, asking, proving, removing; and what is refused."""

import json
import random
import resource
import signal
import subprocess
import tempfile
import time
from math import comb
from pathlib import Path

from harness import PROGRAM, check, environment, finish, run

SEEDS = 6
BOARD = "1-0-2-0-0-1-0-1-0-1-0-0-0-0-S"


def test_build(folder):
    done = run("tables", "build", "oware:slam=awari", "--seeds", SEEDS, "--dir", folder)
    check("build builds", done.status == 0 and "28 tables built" in done.out, done)
    check("… and says before what it needs", "memory" in done.err and "disk" in done.err, done)
    files = sorted(path.name for path in Path(folder).iterdir() if path.suffix == ".ludt")
    check("… one file a column and number of seeds", len(files) == 4 * (SEEDS + 1), files)
    check("… named for their rules", f"oware.slam=awari.value.{SEEDS}.ludt" in files, files)
    again = run("tables", "build", "oware:slam=awari,cycle=split", "--seeds", SEEDS, "--dir", folder)
    check("what is there is not built again, whatever cycle is",
          again.status == 0 and "already" in again.out, again)


def test_list(folder):
    done = run("tables", "list", "--dir", folder)
    check("list lists", done.status == 0 and len(done.lines) == 4 * (SEEDS + 1) + 1, done)
    shape = json.loads(run("tables", "list", "--dir", folder, "--json").out)
    table = next(t for t in shape["tables"] if t["column"] == "value" and t["seeds"] == SEEDS)
    check("… also in JSON", shape["version"] == 1 and table["game"] == "oware:slam=awari" and
          table["entries"] == comb(SEEDS + 11, 11), table)
    none = run("tables", "list", "oware", "--dir", folder)
    check("… of some rules only", none.status == 0 and "no tables" in none.out, none)
    split = run("tables", "list", "oware:slam=awari,cycle=split", "--dir", folder)
    check("… and of all that they serve", split.out == done.out, split)


def test_info(folder):
    done = run("tables", "info", "oware:slam=awari", "--seeds", SEEDS, "--dir", folder)
    rows = [list(map(int, line.split())) for line in done.lines]
    check("info counts", done.status == 0 and [row[0] for row in rows] == list(range(SEEDS + 1)), done)
    check("… all positions", all(row[1] == comb(row[0] + 11, 11) == sum(row[2:]) for row in rows), rows)
    shape = json.loads(run("tables", "info", "oware:slam=awari", "--dir", folder, "--json").out)
    check("… and more in JSON", all(
        layer["total"] == sum(layer["scores"].values()) and layer["cycle_free"] <= layer["total"] and
        layer["won"] == sum(n for value, n in layer["scores"].items() if int(value) > 0)
        for layer in shape["layers"]) and len(shape["layers"]) == SEEDS + 1, shape)
    named = run("tables", "info", "oware:slam=awari", "--layers", SEEDS, "--dir", folder)
    check("--layers is what --seeds is, for any game", named.status == 0 and named.out == done.out, named)
    missing = run("tables", "info", "oware:slam=awari", "--seeds", SEEDS + 1, "--dir", folder)
    check("… and names the remedy for what is missing",
          missing.status == 1 and f"tables build oware:slam=awari --layers {SEEDS + 1}" in missing.err, missing)


def test_probe(folder):
    done = run("tables", "probe", "oware:slam=awari", "--fragment", "--position", BOARD, "--dir", folder)
    check("probe tells of a position and its moves",
          done.status == 0 and [line.split()[0] for line in done.lines[1:]] == ["A", "C", "F"], done)
    shape = json.loads(run("tables", "probe", "oware:slam=awari,cycle=split", "--fragment", "--position", BOARD,
                           "--dir", folder, "--json").out)
    moves = shape["moves"]
    check("… the best move is worth what the position is",
          shape["known"] and max(m["value"] for m in moves) == shape["value"] and
          max(m["low"] for m in moves) == shape["low"] and max(m["high"] for m in moves) == shape["high"], shape)
    check("… and with stores of 0 the end differs by just that",
          shape["final_least"] == shape["final_most"] == shape["value"], shape)
    stores = json.loads(run("tables", "probe", "oware:slam=awari,cycle=split", "--position",
                            "1-0-2-0-0-1-0-1-0-1-0-0-23-19-S", "--dir", folder, "--json").out)
    check("… stores count for the end only", stores["value"] == shape["value"] and
          stores["final_least"] == shape["value"] + 4, stores)
    batch = run("tables", "probe", "oware:slam=awari", "--fragment", "--batch", "--dir", folder,
                stdin=f"{BOARD}\nnonsense\n{BOARD}\n")
    parts = batch.out.split("\n\n")
    check("… line by line, too", parts[0] == parts[2] and parts[1].startswith("error: "), batch)
    start = run("tables", "probe", "oware:slam=awari", "--dir", folder)
    check("a position outside is said to be", start.status == 1 and "no table" in start.err, start)


def random_boards(count):
    """Boards with up to SEEDS seeds, in stores what is left."""
    chance = random.Random(11)
    for _ in range(count):
        pits = [0] * 12
        for _ in range(SEEDS):
            pits[chance.randrange(12)] += 1
        yield "-".join(map(str, pits)) + f"-{48 - SEEDS - 18}-18-S"


def winning_at_once(boards):
    """Of each board the moves that end the game with a win of South."""
    done = run("moves", "oware:slam=awari", "--batch", stdin="\n".join(boards) + "\n")
    won, left = {board: set() for board in boards}, iter(boards)
    board = next(left)
    for line in done.out.splitlines():
        move, *rest = line.split("\t")
        if not line:  # the end of an answer
            board = next(left, None)
        elif len(rest) == 2 and int(rest[1].split("-")[0]) > 24:
            won[board].add(move)
    return won


def test_safe(folder):
    boards = [*random_boards(300), "0-0-0-0-1-2-2-1-0-0-0-0-24-18-S"]
    won = winning_at_once(boards)
    done = run("tables", "probe", "oware:slam=awari", "--batch", "--json", "--dir", folder, stdin="\n".join(boards) + "\n")
    probes = [json.loads(line) for line in done.lines if '"moves"' in line]
    wrong, open_count, mixed, quick = [], 0, 0, 0
    for probe in probes:
        moves = probe["moves"]
        if any(move["value"] is None or move["low"] is None for move in moves):
            continue
        best = max((move["value"] for move in moves), default=0), max((move["low"] for move in moves), default=0)
        at_once = won[probe["position"]]
        if any(move["safe"] != ((move["value"], move["low"]) == best or move["move"] in at_once) for move in moves):
            wrong.append(probe)
        quick += bool(at_once)
        open_count += any(move["low"] != move["high"] for move in moves)
        mixed += len({move["safe"] for move in moves}) == 2
    check("safe moves are best by value and by low, or win at once", len(probes) > 200 and not wrong, wrong[:1] or len(probes))
    check("… also where bounds are open", open_count > 20 and mixed > 20, (open_count, mixed))
    check("… and those that win at once", quick > 5, quick)
    probe = next(p for p in probes if any(m["safe"] and m["low"] != m["high"] for m in p["moves"])
                 and any(not m["safe"] for m in p["moves"]))
    safe = {move["move"] for move in probe["moves"] if move["safe"]}
    asked = ["analyse", "oware:slam=awari", "--position", probe["position"], "--all", "--nodes", 500]
    told = run(*asked, LUDOTECA_TABLES=folder)
    said = [line for line in told.lines if line.startswith("Safe however endless play is scored: ")]
    check("analyse names them", len(said) == 1 and set(said[0].split(": ")[1].split(", ")) == safe, told)
    spanish = run(*asked, "--lang", "es", LUDOTECA_TABLES=folder)
    check("… in Spanish", any(line.startswith("Jugadas seguras, ") for line in spanish.lines), spanish)
    lines = json.loads(run(*asked, "--json", LUDOTECA_TABLES=folder).out)["lines"]
    check("… and in JSON", {line["move"] for line in lines if line["safe"]} == safe, lines)


def test_analyse(folder):
    exact = run("analyse", "oware:slam=awari,cycle=split", "--fragment", "--position", BOARD, "--all",
                "--nodes", 2000, LUDOTECA_TABLES=folder)
    lines = exact.lines[1:]
    check("analyse says exact differences", len(lines) == 3 and all("exactly" in line for line in lines), exact)
    spanish = run("analyse", "oware:slam=awari,cycle=split", "--fragment", "--position", BOARD, "--all", "--nodes",
                  2000, "--json", LUDOTECA_TABLES=folder)
    shape = json.loads(spanish.out)
    probe = json.loads(run("tables", "probe", "oware:slam=awari,cycle=split", "--fragment", "--position", BOARD,
                           "--json", LUDOTECA_TABLES=folder).out)
    check("… the same ones as probe", {line["move"]: line["exact_seeds"] for line in shape["lines"]} ==
          {move["move"]: move["value"] for move in probe["moves"]}, shape)
    without = run("analyse", "oware:slam=awari,cycle=split", "--fragment", "--position", BOARD, "--nodes", 2000,
                  "--no-tables", LUDOTECA_TABLES=folder)
    check("… unless tables are not wanted", "exactly" not in without.out and without.status == 0, without)
    engine = run("engine", "oware:slam=awari,cycle=split", stdin=f"position fen {BOARD}\ngo nodes 2000\nquit\n",
                 LUDOTECA_TABLES=folder)
    best = max(move["value"] for move in probe["moves"])
    check("the engine tells them in hundredths", f"score cp {100 * best}" in engine.out or "error" in engine.out,
          engine)


def test_verify(folder):
    done = run("tables", "verify", "oware:slam=awari", "--dir", folder)
    check("verify proves", done.status == 0 and done.out.startswith("Sound: "), done)
    check("… and says before what it needs", "memory" in done.err and "entries to prove" in done.err, done)
    small = run("tables", "verify", "oware:slam=awari", "--dir", folder, "--memory", "1K")
    check("… and refuses if that is not there", small.status == 1 and "memory" in small.err and not small.out, small)
    sample = run("tables", "verify", "oware:slam=awari", "--dir", folder, "--from", SEEDS, "--every", 10)
    check("a sample of the highest layer is said to be one", sample.status == 0 and "No fault: " in sample.out, sample)
    wrong = run("tables", "verify", "pylos:base=3", "--dir", folder, "--from", 2)
    check("--from needs layers", wrong.status == 2 and "--from" in wrong.err, wrong)
    path = Path(folder) / f"oware.slam=awari.value.{SEEDS}.ludt"
    sound = path.read_bytes()
    path.write_bytes(sound[:-5] + bytes([sound[-5] ^ 1]) + sound[-4:])
    done = run("tables", "verify", "oware:slam=awari", "--dir", folder)
    check("… and finds damage", done.status == 1 and "damaged" in done.err and not done.out, done)
    path.write_bytes(sound[:100])
    done = run("tables", "list", "--dir", folder)
    check("a table that was cut off is reported", done.status == 1 and str(path) in done.err, done)
    no_cache = {"LUDOTECA_TABLES": folder, "XDG_CACHE_HOME": "/dev/null"}  # so that nothing mends it meanwhile
    done = run("analyse", "oware:slam=awari", "--fragment", "--position", BOARD, "--nodes", 500, **no_cache)
    check("… and does no harm to those who play", done.status == 0, done)
    check("… which analyse does, too", str(path) in done.err and "again" in done.err and str(path) not in done.out, done)
    whole = "1-0-2-0-0-1-0-1-0-1-0-0-23-19-S"
    engine = run("engine", "oware:slam=awari", stdin=f"position fen {whole}\ngo nodes 500\ngo nodes 500\nquit\n",
                 **no_cache)
    said = [line for line in engine.lines if str(path) in line]
    check("… and the engine, once", len(said) == 1 and said[0].startswith("info string error: "), engine)
    path.write_bytes(sound)


def test_probe_damage(folder):
    """What is not known because of a file is not just a question mark: the file is named."""
    path = Path(folder) / f"oware.slam=awari.value.{SEEDS}.ludt"
    sound = path.read_bytes()
    probe = ["tables", "probe", "oware:slam=awari", "--fragment", "--dir", folder]
    for way, bytes_now in (("a damaged block", sound[:-5] + bytes([sound[-5] ^ 1]) + sound[-4:]),
                           ("a file cut short", sound[:len(sound) // 2]), ("an empty file", b"")):
        path.write_bytes(bytes_now)
        done = run(*probe, "--position", BOARD)
        said = done.err.splitlines()
        check(f"probe with {way}: the file is named, with what to do", done.status == 0 and
              len(said) == 1 and str(path) in said[0] and "build the table again" in said[0], done)
        done = run(*probe, "--position", BOARD, "--json")
        shape = json.loads(done.out)
        check("… also with --json, which stays JSON", str(path) in done.err and shape["value"] is None and
              shape["low"] is not None, done)
        done = run(*probe, "--batch", stdin=f"{BOARD}\n{BOARD}\n")
        check("… and once in a batch", done.status == 0 and len(done.err.splitlines()) == 1 and str(path) in done.err,
              done)
        spanish = run(*probe, "--position", BOARD, "--lang", "es")
        check("… in Spanish", str(path) in spanish.err and "tabla" in spanish.err, spanish)
    kept = {column: Path(folder) / f"oware.slam=awari.{column}.{SEEDS}.ludt" for column in ("low", "high", "force")}
    before = {column: other.read_bytes() for column, other in kept.items()}
    for other in kept.values():
        other.write_bytes(b"")
    done = run(*probe, "--position", BOARD)
    check("… and not called a position in no table", done.status == 1 and str(path) in done.err and
          "no table here" not in done.err and not done.out, done)
    for column, other in kept.items():
        other.write_bytes(before[column])
    path.write_bytes(sound)
    done = run(*probe, "--position", BOARD)
    check("… and nothing is said of sound ones", done.status == 0 and not done.err, done)


def test_many_files(folder):
    """Tables of eleven seeds and more stay open; here they are more files than may be open at first."""
    many = Path(folder) / "many"
    run("tables", "build", "oware", "--seeds", 12, "--columns", "value", "--dir", many)
    done = subprocess.run([PROGRAM, "tables", "probe", "oware", "--fragment", "--dir", str(many), "--position",
                           "1-1-1-1-1-1-1-1-1-1-1-1-0-0-S"], capture_output=True, env=environment(),
                          preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_NOFILE, (4, 100)))
    check("tables may be more files than are allowed at first", done.returncode == 0 and b"?" not in done.stdout, done)


def test_remove(folder):
    done = run("tables", "remove", "oware:slam=awari", "--seeds", 5, "--dir", folder)
    check("remove removes from so many seeds on", done.status == 0 and "8 tables removed" in done.out, done)
    done = run("tables", "remove", "oware:slam=awari", "--dir", folder)
    check("… or all", done.status == 0 and "20 tables removed" in done.out, done)
    left = [path.name for path in Path(folder).iterdir() if path.suffix == ".ludt"]
    check("… and nothing is left", not left, left)


def test_refusals(folder):
    for words, said in (
            (["tables"], "missing"),
            (["tables", "bild", "oware"], "build, list"),
            (["tables", "build"], "Of which game"),
            (["tables", "build", "oware"], "--seeds"),
            (["tables", "build", "oware", "--seeds", "49"], "48"),
            (["tables", "build", "oware", "--layers", "49"], "48"),
            (["tables", "build", "six", "--seeds", "4"], "no tables for six"),
            (["tables", "build", "oware", "--seeds", "4", "--memory", "lots"], "4G"),
            (["tables", "build", "oware", "--seeds", "4", "--columns", "worth"], "value"),
            (["tables", "info", "oware", "--memory", "4G"], "leave it out"),
            (["tables", "probe", "oware", "--position", "nonsense"], ""),
    ):
        done = run(*words, *([] if words == ["tables"] or len(words) < 3 else ["--dir", folder]))
        check(f"refused: {' '.join(words)}", done.status == 2 and said in done.err and not done.out, done)
    done = run("tables", "build", "oware", "--seeds", "40", "--memory", "1G", "--dir", folder)
    check("a build that can't fit is refused at once", done.status != 0 and "memory" in done.err, done)
    done = run("tables", "verify", "oware", "--dir", folder)
    check("nothing to verify is a failure", done.status == 1 and "no tables" in done.err, done)


def test_interrupt(folder):
    """Ctrl-C ends a build; the same command goes on, to the same bytes."""
    whole, parts = Path(folder) / "whole", Path(folder) / "parts"
    command = ["tables", "build", "oware:slam=nocapture", "--seeds", "8", "--threads", "1"]
    run(*command, "--dir", whole)
    process = subprocess.Popen([PROGRAM, *command, "--dir", str(parts)], stdout=subprocess.PIPE,
                               stderr=subprocess.PIPE, env=environment())
    # Before its first file is begun it may not even listen yet.
    while process.poll() is None and not (parts.is_dir() and any(parts.iterdir())):
        time.sleep(0.005)
    process.send_signal(signal.SIGINT)
    out, err = process.communicate(timeout=60)
    check("Ctrl-C ends a build in its own way",
          process.returncode == 0 or (process.returncode == 130 and b"goes on" in err), err)
    done = run(*command, "--dir", parts)
    check("… and the same command goes on", done.status == 0, done)
    same = all((parts / path.name).read_bytes() == path.read_bytes() for path in whole.glob("*.ludt"))
    check("… to the same bytes", same and len(list(parts.glob("*.ludt"))) == 36)


with tempfile.TemporaryDirectory() as directory:
    for test in (test_build, test_list, test_info, test_probe, test_safe, test_analyse, test_verify,
                 test_probe_damage, test_remove, test_refusals, test_interrupt, test_many_files):
        test(directory)
finish()

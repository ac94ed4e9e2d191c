#!/usr/bin/env python3
"""Small tables come by themselves, into the cache directory; two programs at once do no harm."""

import json
import subprocess
import tempfile
import time
from pathlib import Path

from harness import PROGRAM, check, environment, finish, run

BOARD = "1-0-2-0-0-1-0-1-0-1-0-0-0-0-S"
WORDS = ["analyse", "oware:slam=nocapture", "--fragment", "--position", BOARD, "--all", "--json"]


def surroundings(folder, **more):
    plain = environment(XDG_CACHE_HOME=f"{folder}/cache", XDG_DATA_HOME=f"{folder}/data", **more)
    if "LUDOTECA_TABLES" not in more:
        plain.pop("LUDOTECA_TABLES", None)
    return plain


def analyse(folder, *words, **more):
    return subprocess.Popen([PROGRAM, *WORDS, *words], stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                            env=surroundings(folder, **more))


def count(folder):
    return len(list(Path(folder).glob("cache/ludoteca/tables/*.ludt")))


with tempfile.TemporaryDirectory() as directory:
    for words, more in ((["--no-tables"], {}), ([], {"LUDOTECA_TABLES": ""})):
        process = analyse(directory, "--time", "50ms", *words, **more)
        process.communicate(timeout=60)
        check(f"none are built with {words or more}", process.returncode == 0 and count(directory) == 0)
    # An engine that waits for commands has time to finish; how long it takes is the disk's affair.
    both = [subprocess.Popen([PROGRAM, "engine", "oware:slam=nocapture"], stdin=subprocess.PIPE,
                             stdout=subprocess.PIPE, stderr=subprocess.PIPE, env=surroundings(directory))
            for _ in range(2)]
    for process in both:
        process.stdin.write(b"isready\ngo nodes 100\n")
        process.stdin.flush()
    deadline = time.monotonic() + 100
    while count(directory) < 44 and time.monotonic() < deadline:
        time.sleep(0.05)
    answers = [process.communicate(b"quit\n", timeout=60) for process in both]
    check("two programs at once build them in silence",
          not any(process.returncode for process in both) and not any(err for _, err in answers), answers)
    check("… all of them", count(directory) == 44, count(directory))
    lines = json.loads(analyse(directory, "--nodes", "500").communicate(timeout=60)[0])["lines"]
    check("… and then analysis is exact", all("seeds_least" in line for line in lines), lines)
    proof = run("tables", "verify", "oware:slam=nocapture", "--seeds", "7", "--dir",
                f"{directory}/cache/ludoteca/tables")
    check("… and they are sound", proof.status == 0, proof)
    blocked = Path(directory) / "blocked"
    blocked.mkdir()
    (blocked / "cache").write_text("a file where a directory should be")
    process = analyse(blocked, "--time", "50ms")
    _, err = process.communicate(timeout=60)
    check("a directory that can't be made harms nobody", process.returncode == 0 and not err, err)
finish()

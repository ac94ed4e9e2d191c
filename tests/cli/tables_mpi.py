#!/usr/bin/env python3
"""`ludoteca-tables-mpi`: the same bytes as the threaded build, with any number of processes, and also after some
of them were killed."""

import hashlib
import os
import signal
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from harness import check, environment, finish, run

SPREAD = str(Path(sys.argv[2]).resolve())
MPIRUN = sys.argv[3]
IS_SHORT = bool(os.environ.get("LUDOTECA_TEST_SHORT"))
RULES = "oware:slam=nocapture"
STEM = "oware.slam=nocapture"
SEEDS = 9  # layers of 8 and 9 seeds are dealt out; smaller ones everybody has whole


def mpi_environment():
    # The containers that tests run in allow neither leak checks of Open MPI nor copying between processes.
    return environment(OMPI_ALLOW_RUN_AS_ROOT="1", OMPI_ALLOW_RUN_AS_ROOT_CONFIRM="1", ASAN_OPTIONS="detect_leaks=0",
                       OMPI_MCA_btl_vader_single_copy_mechanism="none", 
                       OMPI_MCA_btl="self,vader")


def start(count, *words):
    return subprocess.Popen([MPIRUN, "--oversubscribe", "--bind-to", "none", "-n", str(count), SPREAD, *map(str, words)],
                            stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
                            env=mpi_environment())


def spread(count, *words):
    process = start(count, *words)
    process.out, process.err = process.communicate(timeout=150)
    return process


def sums(folder):
    return {path.name: hashlib.sha256(path.read_bytes()).hexdigest() for path in Path(folder).iterdir()
            if path.suffix == ".ludt"}


def said(process):
    return f"status {process.returncode}\n{process.out}\n{process.err}"


def test_same_bytes(top, reference):
    for count in (2,) if IS_SHORT else (1, 2, 4):
        folder = top / f"by{count}"
        done = spread(count, "build", RULES, "--seeds", SEEDS, "--dir", folder)
        check(f"{count} processes build what one with threads does",
              done.returncode == 0 and sums(folder) == sums(reference), said(done))
        check("… and tell what it took", f"{4 * (SEEDS + 1)} tables built" in done.out and "letters" in done.out,
              said(done))
    again = spread(2, "build", RULES, "--seeds", SEEDS, "--dir", top / "by2")
    check("what is there is not built again", again.returncode == 0 and "already" in again.out, said(again))


def test_awari(top):
    seeds = 8
    run("tables", "build", "oware:slam=awari", "--seeds", seeds, "--dir", top / "awari")
    done = spread(2 if IS_SHORT else 3, "build", "oware:slam=awari", "--seeds", seeds, "--dir", top / "awari3")
    check("… also for awari", done.returncode == 0 and len(sums(top / "awari3")) == 4 * (seeds + 1) and
          sums(top / "awari") == sums(top / "awari3"), said(done))


def processes_of(mpirun):
    """The processes that mpirun started, by rank."""
    found = {}
    for stat in Path("/proc").glob("[0-9]*/stat"):
        try:
            parent = int(stat.read_text().rsplit(")", 1)[1].split()[1])
            variables = dict(entry.split("=", 1) for entry in
                             (stat.parent / "environ").read_bytes().decode(errors="replace").split("\0") if "=" in entry)
        except (OSError, IndexError):
            continue
        if parent == mpirun.pid and "OMPI_COMM_WORLD_RANK" in variables:
            found[int(variables["OMPI_COMM_WORLD_RANK"])] = int(stat.parent.name)
    return found


def kill_when(path, count, rank, *words):
    """Kills one process as soon as a file is there; true if the build had not ended before."""
    process = start(count, *words)
    while not path.exists() and process.poll() is None:
        time.sleep(0.002)
    victim = processes_of(process).get(rank)
    if victim:
        os.kill(victim, signal.SIGKILL)
    process.out, process.err = process.communicate(timeout=60)
    return process.returncode != 0 and victim is not None


def test_kills(top, reference):
    folder = top / "killed"
    words = ["build", RULES, "--seeds", SEEDS, "--dir", folder]
    for rank, column, layer in ((1, "value", 8), (0, "low", 7)):
        was_killed = kill_when(folder / f"{STEM}.{column}.{layer}.ludt", 2, rank, *words)
        left = sums(folder)
        check(f"process {rank} killed at {column} of {layer}: what is there is whole, and something is missing",
              was_killed and left.items() < sums(reference).items(), sorted(left))
    done = spread(2, *words)
    check("the same command goes on to the same bytes", done.returncode == 0 and sums(folder) == sums(reference),
          said(done))
    unfinished = [path.name for path in folder.iterdir() if path.name.endswith(".part")]
    check("… and removes what was unfinished", not unfinished, unfinished)


def test_damage(top, reference):
    folder = top / "by2"
    damaged = folder / f"{STEM}.value.8.ludt"
    sound = damaged.read_bytes()
    damaged.write_bytes(sound[:-5] + bytes([sound[-5] ^ 1]) + sound[-4:])
    (folder / f"{STEM}.value.9.ludt").unlink()
    done = spread(2, "build", RULES, "--seeds", SEEDS, "--dir", folder)
    check("a damaged layer below is made again", done.returncode == 0 and sums(folder) == sums(reference), said(done))


def test_refusals(top):
    blocked = top / "blocked"
    (blocked / f"{STEM}.value.8.ludt.part" / "inside").mkdir(parents=True)
    for name, status, word, words in (
            ("a game without tables", 2, "six", ["build", "six", "--seeds", "4"]),
            ("a game that is solved as a whole", 2, "pylos", ["build", "pylos"]),
            ("too many seeds", 2, "48", ["build", RULES, "--seeds", "49"]),
            ("no number of seeds", 2, "--seeds", ["build", RULES]),
            ("another verb", 2, "mpirun", ["list", RULES]),
            ("an unknown option", 2, "--threads", ["build", RULES, "--threads", "2"]),
            ("too little memory", 1, "memory", ["build", RULES, "--seeds", "20", "--memory", "1M", "--dir", top / "no"]),
            ("a file that can't be written", 1, "value.8", ["build", RULES, "--seeds", "8", "--dir", blocked])):
        done = spread(2, *words)
        lines = [line for line in done.err.splitlines() if line.startswith("ludoteca: ")]
        check(f"{name}: one message, and all end", done.returncode == status and len(lines) == 1 and word in lines[0],
              said(done))


def test_help():
    done = spread(2, "--help")
    check("help is printed once", done.returncode == 0 and done.out.count("mpirun -n") == 1, said(done))
    spanish = spread(1, "--help", "--lang", "es")
    check("… also in Spanish", spanish.returncode == 0 and "mpirun" in spanish.out, said(spanish))


with tempfile.TemporaryDirectory() as name:
    top = Path(name)
    reference = top / "reference"
    run("tables", "build", RULES, "--seeds", SEEDS, "--dir", reference)
    check("there is something to compare with", len(sums(reference)) == 4 * (SEEDS + 1), sorted(sums(reference)))
    test_same_bytes(top, reference)
    test_kills(top, reference)
    test_damage(top, reference)
    if not IS_SHORT:
        test_awari(top)
        test_refusals(top)
        test_help()
finish()

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
IS_SHORT, IS_LONG = (bool(os.environ.get(f"LUDOTECA_TEST_{form}")) for form in ("SHORT", "LONG"))
RULES = "oware:slam=nocapture"
STEM = "oware.slam=nocapture"
SEEDS = 8  # layers of 8 seeds are dealt out; smaller ones everybody has whole


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
    done = spread(2, "build", RULES, "--seeds", SEEDS, "--dir", top / "by2")
    check("2 processes build what one with threads does",
          done.returncode == 0 and sums(top / "by2") == sums(reference), said(done))
    check("… and tell what it took", f"{4 * (SEEDS + 1)} tables built" in done.out and "letters" in done.out,
          said(done))
    if not IS_SHORT:
        done = spread(4, "build", RULES, "--seeds", SEEDS, "--columns", "value", "--dir", top / "by4")
        values = {name: known for name, known in sums(reference).items() if ".value." in name}
        check("4 processes do so as well", done.returncode == 0 and sums(top / "by4") == values, said(done))
    again = spread(2, "build", RULES, "--seeds", SEEDS, "--dir", top / "by2")
    check("what is there is not built again", again.returncode == 0 and "already" in again.out, said(again))


def test_awari(top):
    seeds = SEEDS
    run("tables", "build", "oware:slam=awari", "--seeds", seeds, "--columns", "value", "--dir", top / "awari")
    done = spread(3, "build", "oware:slam=awari", "--seeds", seeds, "--columns", "value", "--dir", top / "awari3")
    check("… also for awari", done.returncode == 0 and len(sums(top / "awari3")) == seeds + 1 and
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
    for rank, column, layer in ((1, "value", 8), (0, "low", 8)):
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
    more = ["build", RULES, "--seeds", SEEDS + 1, "--columns", "value", "--dir"]
    run("tables", *more, reference)
    done = spread(2, *more, folder)
    check("a damaged layer below is made again", done.returncode == 0 and sums(folder) == sums(reference), said(done))


PYLOS_FILES = 30  # two columns of the layers with 0 to 14 balls


def test_pylos(top):
    for variant in ("child",) if IS_SHORT else ("standard", "child"):  # expert has lines of four: not on 3 x 3
        rules = f"pylos:base=3,variant={variant}"
        alone = top / f"{variant}-alone"
        run("tables", "build", rules, "--dir", alone)
        for count in (2,) if variant == "child" else (1, 2, 4) if IS_LONG else (4,):
            folder = top / f"{variant}-by{count}"
            done = spread(count, "build", rules, "--dir", folder)
            check(f"{rules}: {count} processes build what one with threads does", done.returncode == 0 and
                  len(sums(alone)) == PYLOS_FILES and sums(folder) == sums(alone), said(done))
    test_pylos_resumed(top / "child-alone", top / "child-by2")


def test_pylos_resumed(alone, folder):
    """Some files are there, one of them damaged, and one is what an earlier build saved on its way."""
    stem = "pylos.variant=child.base=3"
    for layer in (3, 9, 12):
        (folder / f"{stem}.value.{layer}.ludt").unlink()
    (folder / f"{stem}.value.10.ludt").rename(folder / f"{stem}.value.10.ludt.saved")
    damaged = folder / f"{stem}.distance.8.ludt"
    sound = damaged.read_bytes()
    damaged.write_bytes(sound[:-5] + bytes([sound[-5] ^ 1]) + sound[-4:])
    (folder / f"{stem}.distance.9.ludt").unlink()
    done = spread(2, "build", "pylos:base=3,variant=child", "--dir", folder)
    left = [path.name for path in folder.iterdir() if path.name.endswith((".saved", ".part"))]
    check("Pylos goes on with the files that are there", done.returncode == 0 and sums(folder) == sums(alone) and
          not left, said(done) + str(left))


def test_refusals(top):
    blocked = top / "blocked"
    (blocked / f"{STEM}.value.8.ludt.part" / "inside").mkdir(parents=True)
    for name, status, word, words in (
            ("a game without tables", 2, "six", ["build", "six", "--seeds", "4"]),
            ("seeds of a game without them", 2, "--seeds", ["build", "pylos", "--seeds", "3"]),
            ("layers of a game without them", 2, "--layers", ["build", "pylos", "--layers", "3"]),
            ("no number of seeds", 2, "--seeds", ["build", RULES]),
            ("an unknown option", 2, "--threads", ["build", RULES, "--threads", "2"]),
            ("too little memory", 1, "memory", ["build", RULES, "--seeds", "20", "--memory", "1M", "--dir", top / "no"]),
            ("a file that can't be written", 1, "value.8", ["build", RULES, "--seeds", "8", "--dir", blocked])):
        done = spread(2, *words)
        lines = [line for line in done.err.splitlines() if line.startswith("ludoteca: ")]
        check(f"{name}: one message, and all end", done.returncode == status and len(lines) == 1 and word in lines[0],
              said(done))


def test_help():
    done = spread(2, "--help", "--lang", "es")
    check("help is printed once, also in Spanish", done.returncode == 0 and done.out.count("mpirun -n") == 1 and
          "PROCES" in done.out, said(done))


with tempfile.TemporaryDirectory() as name:
    top = Path(name)
    reference = top / "reference"
    run("tables", "build", RULES, "--seeds", SEEDS, "--dir", reference)
    check("there is something to compare with", len(sums(reference)) == 4 * (SEEDS + 1), sorted(sums(reference)))
    test_same_bytes(top, reference)
    test_kills(top, reference)
    test_damage(top, reference)
    test_pylos(top)
    if not IS_SHORT:
        test_awari(top)
        test_refusals(top)
        test_help()
finish()

#!/usr/bin/env python3
"""Checks with clang's analyser that no pointer to a function's own variables outlives the function.

    check_escapes.py [--deep] [ROOM…]   all rooms of src/ unless some are named; some minutes for all
                                        with --deep, which follows more ways through each function

Compilers do not see it when such a pointer is left in the caller's struct on some ways out only, and
the sanitizers only if it is used."""

import os
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
COMMAND = ["clang", "--analyze", "-Xclang", "-analyzer-output=text", "--analyzer-no-default-checks",
           "-Xclang", "-analyzer-checker=core.StackAddressEscape", "-std=c17", "-D_POSIX_C_SOURCE=200809L",
           '-DLUDOTECA_BUILD=""', '-DLUDOTECA_DATA_DIR=""', "-Iinclude", "-Isrc", "-o", os.devnull]
OUTSIDE = {"mpi"}  # needs headers that are not everywhere


# The one fault of this kind that there was is found with a quarter of the first.
NODES, DEEP_NODES = 40000, 225000


def analyse(path, nodes):
    limit = ["-Xclang", "-analyzer-config", "-Xclang", f"max-nodes={nodes}"]
    done = subprocess.run([*COMMAND, *limit, str(path)], cwd=ROOT, capture_output=True, text=True)
    return done.stderr if done.returncode or done.stderr else ""


def main():
    words = sys.argv[1:]
    nodes = DEEP_NODES if "--deep" in words else NODES
    rooms = [word for word in words if word != "--deep"] or [path.name for path in (ROOT / "src").iterdir() if path.is_dir() and path.name not in OUTSIDE]
    paths = sorted(path for room in rooms for path in (ROOT / "src" / room).rglob("*.c"))
    with ThreadPoolExecutor(os.cpu_count() or 1) as pool:
        faults = [text for text in pool.map(lambda path: analyse(path, nodes), paths) if text]
    print("".join(faults), end="")
    print(f"{len(paths)} files")
    return 1 if faults or not paths else 0


if __name__ == "__main__":
    sys.exit(main())

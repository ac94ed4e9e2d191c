#!/usr/bin/env python3
"""Fails where a file of C or of the page, or a C function, is longer than the house allows, or a C file name is not unique."""

import re
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
FILE_LINES, FUNCTION_LINES = 500, 70
# A search may be longer where it reads as numbered steps.
SEARCH_FUNCTION_LINES = 120
SHARED_NAMES = {"main.c"}


def functions(lines):
    """(line, length) of each function, going by clang-format's layout: braces in column 0."""
    start = None
    for number, line in enumerate(lines, 1):
        if line == "{" and number > 1 and re.search(r"\)\s*$", lines[number - 2]):
            start = number
        elif line.startswith("}") and start:
            yield start, number - start + 1
            start = None


def is_written_by_hand(path):
    """What a script makes is as long as what it is made from."""
    return not path.read_text().startswith("// Made by scripts/")


def page_faults():
    """Files of the page that are too long, and how many there are."""
    files = sorted(p for p in (ROOT / "web" / "src").rglob("*") if p.suffix in (".ts", ".svelte") and is_written_by_hand(p))
    counts = [(p.relative_to(ROOT), len(p.read_text().splitlines())) for p in files]
    return [f"{name}: {count} lines, at most {FILE_LINES}" for name, count in counts if count > FILE_LINES], len(files)


def main():
    faults, lengths, by_name = [], [], {}
    files = sorted(p for room in ("src", "include", "tests", "tools", "bench", "bindings") if (ROOT / room).is_dir()
                   for p in (ROOT / room).rglob("*.[ch]"))
    for path in files:
        name = path.relative_to(ROOT)
        by_name.setdefault(path.name, []).append(str(name))
        lines = path.read_text().splitlines()
        if len(lines) > FILE_LINES:
            faults.append(f"{name}: {len(lines)} lines, at most {FILE_LINES}")
        limit = SEARCH_FUNCTION_LINES if name.parts[:2] == ("src", "search") else FUNCTION_LINES
        for start, length in functions(lines):
            lengths.append(length)
            if length > limit:
                faults.append(f"{name}:{start}: a function of {length} lines, at most {limit}")
    for name, places in by_name.items():
        if len(places) > 1 and name not in SHARED_NAMES:
            faults.append(f"the same file name: {' '.join(places)}")
    too_long, page_files = page_faults()
    faults += too_long
    lengths.sort()
    print("\n".join(faults) if faults else
          f"{len(files)} C files, {page_files} of the page, {len(lengths)} functions; lines in a function: "
          f"median {lengths[len(lengths) // 2]}, p90 {lengths[len(lengths) * 9 // 10]}, "
          f"most {lengths[-1]}")
    return 1 if faults or not lengths or not page_files else 0


if __name__ == "__main__":
    sys.exit(main())

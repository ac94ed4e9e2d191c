#!/usr/bin/env python3
"""Checks that the public headers stand alone: every struct that they name is defined in one of them, or is
declared there as opaque. Compiler extensions are behind macros (library.h has them)."""

import re
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
HEADERS = ROOT / "include" / "ludoteca"
COMMENT = re.compile(r"/\*.*?\*/", re.S)
OPAQUE = re.compile(r"^(?:typedef )?struct (\w+)(?: \1)?; /\* opaque\b", re.M)


def bare(text):
    return COMMENT.sub(lambda found: "\n" * found.group().count("\n"), text)


def main(folder):
    texts = {path.name: path.read_text(encoding="utf-8") for path in sorted(folder.glob("*.h"))}
    together = "\n".join(map(bare, texts.values()))
    known = set(re.findall(r"\bstruct (\w+) \{", together))
    known.update(name for text in texts.values() for name in OPAQUE.findall(text))
    faults = []
    for name, text in texts.items():
        for number, line in enumerate(bare(text).split("\n"), 1):
            faults += [f"{name}:{number}: struct {struct} is neither defined here nor declared as opaque"
                       for struct in re.findall(r"\bstruct (\w+)", line) if struct not in known]
            if "__attribute__" in line and name != "library.h":
                faults.append(f"{name}:{number}: __attribute__ without a macro of library.h")
    print("\n".join(faults) if faults else f"{len(texts)} headers, {len(known)} structs")
    return 1 if faults or not known else 0


sys.exit(main(Path(sys.argv[1]) if len(sys.argv) > 1 else HEADERS))

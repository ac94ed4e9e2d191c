#!/usr/bin/env python3
"""Fails where docs/ARCHITECTURE.md leaves out a source file, or names one that is gone."""
import fnmatch
import re
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
SOURCES = (".c", ".h")


def patterns(text):
    """The file names in backquotes; name.[ch] stands for two, <game> for any."""
    found = set()
    for quoted in re.findall(r"`([^`\n]+)`", text):
        name = quoted.split("/")[-1].replace("<game>", "*")
        stems = [name.replace("[ch]", "c"), name.replace("[ch]", "h")]
        found.update(stem for stem in stems if stem.endswith(SOURCES))
    return found


def main():
    listed = subprocess.run(["git", "ls-files", "src", "include", "tests/reference"], cwd=ROOT, check=True,
                            capture_output=True, text=True).stdout.split()
    names = [Path(path).name for path in listed if path.endswith(SOURCES)]
    wanted = patterns((ROOT / "docs/ARCHITECTURE.md").read_text(encoding="utf-8"))
    unnamed = [name for name in names if not any(fnmatch.fnmatch(name, p) for p in wanted)]
    gone = [p for p in wanted if not fnmatch.filter(names, p)]
    for name in unnamed:
        print(f"docs/ARCHITECTURE.md does not say what {name} holds")
    for pattern in gone:
        print(f"docs/ARCHITECTURE.md names {pattern}, which does not exist")
    print(f"{len(names)} files, {len(wanted)} names")
    return 1 if unnamed or gone else 0


sys.exit(main())

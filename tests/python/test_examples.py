"""Every example runs, and does what it says.

    test_examples.py EXAMPLES
"""

import re
import subprocess
import sys
import tempfile
from pathlib import Path

from python_tap import chosen, main

EXAMPLES = Path(sys.argv[1])


def run(name, *arguments):
    done = subprocess.run([sys.executable, EXAMPLES / name, *map(str, arguments)], capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def test_random_player():
    for rules in ("oware", "pylos", "six", "dados:players=3"):
        assert re.match(rf"{rules}: \d+ games, about \d+ actions each", run("random_player.py", rules, 300))


def test_learner_beats_greedy():
    assert "against greedy" in run("learner.py", chosen(15, 15, 60))


def test_mcts_of_openspiel():
    assert "mean result +" in run("mcts.py", 50, 2)


def test_table_plot():
    with tempfile.TemporaryDirectory() as folder:
        assert "5 seeds" in run("table_plot.py", 5, f"{folder}/plot.svg")
        assert "<svg" in Path(folder, "plot.svg").read_text()


def test_notebook():
    import nbclient
    import nbformat
    notebook = nbformat.read(EXAMPLES / "pylos_is_solved.ipynb", 4)
    assert not any(cell.get("outputs") for cell in notebook.cells)
    nbclient.NotebookClient(notebook, timeout=300, kernel_name="python3").execute()
    shown = [kind for cell in notebook.cells for output in cell.get("outputs", []) for kind in output.get("data", {})]
    assert "image/svg+xml" in shown and "text/html" in shown and "image/png" in shown, shown


def test_ten_lines_of_the_manual():
    manual = (EXAMPLES.parent.parent / "docs" / "PYTHON.md").read_text()
    program = re.search(r"## Self-play in ten lines\n\n```python\n(.*?)```", manual, re.S).group(1)
    assert program.count("\n") <= 10
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True)
    assert done.returncode == 0 and "games, South's mean result" in done.stdout, done.stdout + done.stderr


if __name__ == "__main__":
    main()

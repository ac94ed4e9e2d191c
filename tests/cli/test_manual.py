#!/usr/bin/env python3
"""The man page and the completion know all that the program offers."""

import re
import shutil
import subprocess

from game_rows import GAMES
from harness import COMMANDS, PROGRAM, ROOT, check, environment, finish, run

MANUALS = [ROOT / "data" / "ludoteca.6", ROOT / "data" / "ludoteca.es.6"]
COMPLETION = ROOT / "data" / "ludoteca.bash"


def options_of(command):
    return re.findall(r"^  --([a-z-]+)", run(command, "--help").out, re.M)


def test_manual(path):
    text = path.read_text().replace("\\-", "-")
    for command in COMMANDS:
        check(f"{path.name} knows {command}", re.search(rf"^\.BI?R? {command}\b", text, re.M))
        for option in options_of(command):
            check(f"… and --{option} of {command}", re.search(rf"--{option}\b", text))
    named = set(re.findall(r"--([a-z]+(?:-[a-z]+)*)", text)) - {"name", "nombre", "engine"}
    known = {option for command in COMMANDS for option in options_of(command)}
    check(f"{path.name} knows nothing else", named <= known, named - known)
    if shutil.which("man"):
        done = subprocess.run(["man", "--warnings", "-E", "UTF-8", "-l", "-Tutf8", "-Z", path],
                              capture_output=True, text=True)
        check(f"{path.name} is well formed", done.returncode == 0 and not done.stderr, done.stderr)


def complete(line):
    """What bash would offer for a line that ends at the cursor."""
    script = """
        source "$1"
        COMP_LINE=$2 COMP_POINT=${#2} COMP_WORDS=("$3")
        _ludoteca
        printf '%s\\n' "${COMPREPLY[@]}"
    """
    done = subprocess.run(["bash", "-c", script, "bash", COMPLETION, line, PROGRAM],
                          capture_output=True, text=True, env=environment(), timeout=60)
    return done.stdout.split() if not done.stderr else [done.stderr]


def test_completion():
    for line, expected in (
            ("ludoteca ", COMMANDS), ("ludoteca rep", ["replay"]), ("ludoteca --lang es mo", ["moves"]),
            ("ludoteca moves ", GAMES), ("ludoteca moves py", ["pylos"]),
            ("ludoteca moves oware:", ["slam=", "cycle="]), ("ludoteca moves oware:sl", ["slam="]),
            ("ludoteca moves oware:slam=", ["keep", "forfeit", "nocapture", "awari"]),
            ("ludoteca moves oware:slam=no", ["nocapture"]),
            ("ludoteca moves oware:slam=keep,cy", ["keep,cycle="]),
            ("ludoteca play dados:players=3,line=", ["5", "6"]),
            ("ludoteca games --la", ["--lang"]), ("ludoteca games --lang ", ["es", "en"]),
            ("ludoteca convert x --to p", ["positions", "playstrategy"]),
            ("ludoteca play oware --players ", ["person", "level=", "max", "greedy", "random"]),
            ("ludoteca play oware --players person,ra", ["person,random"]),
            ("ludoteca play oware --players person,random:7,", ["7,person", "7,level=", "7,max", "7,greedy", "7,random"]),
            ("ludoteca --", ["--color", "--lang", "--help", "--version"]),
            ("ludoteca perft six 3 --po", ["--position"])):
        got = complete(line)
        check(f"completes {line!r}", sorted(got) == sorted(expected), f"{got} {expected}")
    for command in COMMANDS:
        got = complete(f"ludoteca {command} --")
        check(f"options of {command}", sorted(got) == sorted("--" + name for name in options_of(command)),
              got)
    folder = complete(f"ludoteca replay {ROOT}/README")
    check("files for replay", all(name.startswith(str(ROOT)) for name in folder), folder)


for manual in MANUALS:
    test_manual(manual)
test_completion()
finish()

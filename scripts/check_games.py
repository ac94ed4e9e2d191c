#!/usr/bin/env python3
"""Fails where a source file names a game, but for its own folder and the few places listed here.

A game is its folder and one word in the list of src/games/meson.build; all others learn of it by its
facets. Comments may give a game as an example, code and texts in code may not. `Six` is also an
English word, so it counts only where it is a name: quoted, part of an identifier, or capitalised.
"""
import re
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
LOOKED_AT = ("src", "include", "bindings", "scripts", "web/src")
CODE = (".c", ".h", ".in", ".py", ".sh", ".ts", ".svelte", ".build")

# Where games may be named, each with the reason.
ALLOWED = {
    r"src/games/meson\.build": "the one list",
    r"src/games/GAME/.*": "its folder",
    r"src/cli/draw/.*|src/cli/meson\.build": "its drawing",
    r"include/ludoteca/(oware\.h|ludoteca\.h|meson\.build)": "its exchange with other programs",
    r"bindings/python/meson\.build": "its data, which the package brings along",
    r"src/wire/formats\.c|src/cli/commands/cmd_convert\.c": "the same, chosen by format",
    r"scripts/(fit_weights\.sh|measure_\w+\.py|plot_pylos\.py)": "how its figures were measured",
    r"scripts/find_lessons\.py": "what makes a position of it a lesson",
    r"scripts/check_games\.py": "this list",
    r"web/src/boards/.*|web/src/learn/.*": "its drawing and its lessons on the page",
    r"web/src/i18n/.*": "its texts",
    r"web/src/gallery/.*|web/src/.*\.test\.ts|web/src/test/.*": "its pictures and its tests",
}


def listed_games():
    text = (ROOT / "src/games/meson.build").read_text(encoding="utf-8")
    return re.findall(r"'(\w+)'", re.search(r"^games = \[(.*?)\]", text, re.M | re.S).group(1))


def pattern_of(games):
    plain = [game for game in games if game != "six"]
    words = [rf"(?i:(?<![a-z]){game}(?![a-z]))|{game.capitalize()}(?=[A-Z])" for game in plain]
    six = [r"[\"'`]six\b", r"\bSix(?![a-z])", r"(?<![A-Za-z])(?:six|SIX)_\w"]
    return re.compile("|".join(words + (six if "six" in games else [])))


def without_comments(text, suffix):
    """The same lines, those of comments empty."""
    forms = {".py": r'"""(?:.|\n)*?"""|#[^\n]*', ".sh": r"(?m:^\s*#[^\n]*)", ".build": r"(?m:^\s*#[^\n]*)"}
    kept = r'"(?:\\.|[^"\\\n])*"'
    comments = forms.get(suffix, r"/\*(?:.|\n)*?\*/|//[^\n]*|<!--(?:.|\n)*?-->")
    if suffix == ".py":
        kept = r'(?<!")"(?!"")(?:\\.|[^"\\\n])*"'
    return re.sub(f"({kept})|{comments}", lambda m: m.group(1) or "\n" * m.group().count("\n"), text)


def faults_of(path, names):
    code = without_comments((ROOT / path).read_text(encoding="utf-8"), Path(path).suffix)
    for number, line in enumerate(code.split("\n"), 1):
        found = names.search(line)
        if found:
            yield f"{path}:{number}: names a game: {found.group()}"


def main():
    games = listed_games()
    names = pattern_of(games)
    allowed = re.compile("|".join(place.replace("GAME", f"({'|'.join(games)})") for place in ALLOWED))
    listed = subprocess.run(["git", "ls-files", *LOOKED_AT], cwd=ROOT, check=True, capture_output=True,
                            text=True).stdout.split()
    looked_at = [path for path in listed if path.endswith(CODE) and not allowed.fullmatch(path)]
    faults = [fault for path in looked_at for fault in faults_of(path, names)]
    print("\n".join(faults) if faults else f"{len(looked_at)} files name none of {len(games)} games")
    return 1 if faults or not looked_at or not games else 0


if __name__ == "__main__":
    sys.exit(main())

#!/usr/bin/env python3
"""Makes a new game: a folder that builds, plays and passes the tests, with rules to be replaced.

    scripts/new_game.py NAME [TITLE [FOLDER]]

in FOLDER/NAME, usually examples/NAME, which -Dextra_games=examples/NAME builds in.

Says what is still to be done. docs/ADDING_A_GAME.md walks through it; examples/kalah is a finished one.
"""
import re
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
TEMPLATES = ROOT / "scripts" / "new_game"

TO_DO = """{place} is a game that can be played. Build and try it:

    meson setup build-{name} -Dextra_games={place}
    ninja -C build-{name}
    build-{name}/tests/test_golden tests/data/golden {place}/tests/golden --update
    build-{name}/ludoteca play {name}
    meson test -C build-{name} --suite cases --suite conformance --suite reference --suite perft --suite golden

Still to be done, in this order (docs/ADDING_A_GAME.md says how):

  1. the rules in prose: {name}.en.md, {name}.es.md
  2. a notation: a position is one line, a move one word, both round-trip
  3. the plain reference, tests/ref_{name}.c, from the prose alone
  4. the rules, {name}.c; cases worked out by hand in tests/cases/
  5. the board: cells with places, what sides hold (LudGameView)
  6. stories: what a move does and how it is entered (LudGameStory), so that the page can play it
  7. judging: an evaluation and an order of moves (LudGameJudging), so that the computer plays well
  8. what its own messages are in Spanish: {name}.es.po
  9. a drawing of its own in the terminal and on the page, if the generic ones do not do it justice
"""


def fill(text, name, title):
    return text.replace("NAME", name).replace("TITLE", title)


def make(place, name, title):
    for template in sorted(TEMPLATES.rglob("*.in")):
        path = place / fill(str(template.relative_to(TEMPLATES)).removesuffix(".in"), name, title)
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(fill(template.read_text(encoding="utf-8"), name, title), encoding="utf-8")


def main(words):
    if len(words) not in (1, 2, 3) or words[0].startswith("-"):
        print(__doc__.strip(), file=sys.stderr)
        return 0 if words and words[0] in ("-h", "--help") else 2
    name, title, folder = [*words, *["", words[0].capitalize(), str(ROOT / "examples")][len(words):]]
    place = Path(folder).resolve() / name
    if not re.fullmatch(r"[a-z][a-z0-9]{1,30}", name):
        print(f"new_game.py: a name is lower-case letters and digits, such as kalah, not {name!r}.", file=sys.stderr)
        return 2
    if place.exists() or (ROOT / "src" / "games" / name).exists():
        print(f"new_game.py: there is a game {name} already; choose another name or remove its folder.", file=sys.stderr)
        return 2
    make(place, name, title)
    print(TO_DO.format(name=name, place=place.relative_to(ROOT) if place.is_relative_to(ROOT) else place), end="")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

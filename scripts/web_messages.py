#!/usr/bin/env python3
"""Writes the library's texts in Spanish for the page, from the catalogue that the program uses:

    web_messages.py OUTPUT.json

A JSON object from English to Spanish, of every text that the library in WebAssembly can say. The
page says in English what has no Spanish yet.
"""
import ast
import json
import re
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
ROOMS = ["src/core", "src/games", "src/search", "src/table", "src/engine", "src/wire", "bindings/wasm", "examples"]
# What the page's own side of the engine says (web/src/engine/channel.ts, weights.ts).
OWN = {
    "The engine failed and was started again. Please try once more.":
        "El motor falló y se ha vuelto a iniciar. Inténtalo otra vez.",
    "What the computer has learnt about this game could not be fetched. Check the connection and try again.":
        "No se ha podido descargar lo que el ordenador ha aprendido de este juego. Comprueba la conexión e inténtalo de nuevo.",
}


def messages():
    """The English texts in the sources."""
    files = sorted(path for room in ROOMS for path in (ROOT / room).rglob("*.c"))
    lines = subprocess.run([sys.executable, ROOT / "scripts/collect_messages.py", *files], input="{}",
                           check=True, capture_output=True, text=True).stdout
    return [ast.literal_eval(text) for text in re.findall(r'N_\((".*")\)$', lines, re.M)]


def table_words():
    """Whatever stands between quotes in a game: among it are the words of its tables, which no call marks."""
    run = re.compile(r'"(?:\\.|[^"\\\n])*"(?:\s*"(?:\\.|[^"\\\n])*")*')
    files = [path for room in ("src/games", "examples") for path in (ROOT / room).rglob("*.c")]
    return [ast.literal_eval(f"({words})") for path in files for words in run.findall(path.read_text(encoding="utf-8"))]


def catalogue(path):
    """English to Spanish, entries with plural forms left out."""
    found, english, spanish, current = {}, [], [], None
    for line in [*path.read_text(encoding="utf-8").splitlines(), ""]:
        quoted = re.search(r'"(.*)"$', line)
        text = ast.literal_eval(f'"{quoted.group(1)}"') if quoted else ""
        if line.startswith("msgid "):
            english, spanish = [text], []
            current = english
        elif line.startswith("msgstr "):
            spanish.append(text)
            current = spanish
        elif line.startswith('"') and current is not None:
            current.append(text)
        else:
            if english and spanish:
                found["".join(english)] = "".join(spanish)
            english, spanish, current = [], [], None
    return found


def main(output):
    spanish = {**catalogue(ROOT / "po/es.po"), **OWN}
    for example in sorted(ROOT.glob("examples/*/*.es.po")):
        spanish = {**catalogue(example), **spanish}
    texts = {text: spanish[text] for text in sorted({*messages(), *table_words(), *OWN}) if text and spanish.get(text)}
    written = json.dumps(texts, ensure_ascii=False, indent=0) + "\n"
    path = Path(output)
    if not path.exists() or path.read_text(encoding="utf-8") != written:
        path.write_text(written, encoding="utf-8")


main(sys.argv[1])

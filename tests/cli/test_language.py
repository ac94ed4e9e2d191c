#!/usr/bin/env python3
"""Spanish and English, and that nothing is left untranslated."""

import re
import subprocess

from game_rows import GAMES
from harness import COMMANDS, PROGRAM, ROOT, check, environment, finish, run


def is_spanish(**variables):
    return "sobra" in run("moves", "oware", "x", **variables).err


def test_choice():
    check("English by default", not is_spanish())
    check("--lang es", "Uso:" in run("--lang", "es", "--help").out)
    check("--lang after the command", "Uso:" in run("moves", "--help", "--lang=es").out)
    check("LANG", is_spanish(LC_ALL="", LANG="es_ES.UTF-8"))
    check("LC_MESSAGES before LANG", not is_spanish(LC_ALL="", LC_MESSAGES="en_GB.UTF-8", LANG="es"))
    check("LC_ALL before both", is_spanish(LC_ALL="es_MX", LC_MESSAGES="en_GB", LANG="de"))
    check("LUDOTECA_LANG before all", is_spanish(LUDOTECA_LANG="es", LC_ALL="C"))
    check("--lang before the environment",
          "Usage:" in run("--help", "--lang", "en", LUDOTECA_LANG="es").out)
    check("LANGUAGE before the locale", is_spanish(LC_ALL="en_GB.UTF-8", LANGUAGE="es")
          and not is_spanish(LC_ALL="es_ES.UTF-8", LANGUAGE="en_GB:es"))
    check("LANGUAGE: the first that there is", is_spanish(LC_ALL="ca_ES.UTF-8", LANGUAGE="ca:es:en"))
    check("LANGUAGE does not count in C", not is_spanish(LC_ALL="C", LANGUAGE="es")
          and not is_spanish(LC_ALL="", LANGUAGE="es"))
    check("LANGUAGE of nothing known", is_spanish(LC_ALL="es_ES.UTF-8", LANGUAGE="fr:de"))
    check("LUDOTECA_LANG before LANGUAGE",
          is_spanish(LUDOTECA_LANG="es", LC_ALL="en_GB.UTF-8", LANGUAGE="en"))
    check("another language is English", not is_spanish(LC_ALL="fr_FR.UTF-8"))


def test_charset():
    """Letters that a terminal can't show are written without accents; JSON stays UTF-8."""
    latin = {"LC_ALL": "es_ES.ISO-8859-1"}
    for words in (["--help"], ["rules", "oware"], ["games"], ["show", "dados"], ["moves", "chess"]):
        answer = run(*words, **latin)
        check(f"{' '.join(words)} in another character set",
              (answer.raw or answer.err.encode()).isascii(), answer)
    check("accents are dropped", "cuantas fichas forman una linea" in run("games", **latin).out)
    check("a plural in another character set",
          "2 jugadores" in run("games", **latin).out and "4 jugadas legales" in
          run("show", "dados", "--position", "....../....../....../....../....../...... 1 8", **latin).out)
    exact = run("games", "--json", LC_ALL="es_ES.UTF-8").out
    check("JSON in another character set", run("games", "--json", **latin).out == exact and
          not exact.isascii())
    check("C keeps the accents", "línea" in run("games", "--lang", "es", LC_ALL="C").out)


def test_sentences():
    for game in GAMES:
        english, spanish = run("rules", game), run("rules", game, "--lang", "es")
        check(f"rules {game} in both languages", english.out != spanish.out and len(spanish.out) > 500)
    for command in COMMANDS:
        english, spanish = run(command, "--help"), run(command, "--help", "--lang", "es")
        check(f"{command} --help in both languages", english.out != spanish.out)
        lines = [line for line in spanish.lines if line in english.lines and re.search(r"[a-z]{4}", line)]
        check(f"{command} --help leaves nothing in English", not lines, lines)
    shown = run("show", "oware", "--position", "0-0-0-0-0-0-0-0-0-0-1-1-26-20-N", "--lang", "es").out
    check("why a game ended", "Gana Sur 26-20." in shown, shown)
    check("whose turn", "Sur" in run("show", "oware", "--lang", "es").out)
    plural = run("show", "dados", "--position", "....../....../....../....../....../...... 1 8",
                 "--lang", "es").out
    check("plural", "4 jugadas" in plural, plural)
    for words in (["moves", "chess"], ["moves", "oware", "--position", "x"],
                  ["moves", "oware", "--moves", "x"], ["replay", "/nonexistent"], ["mvoes"],
                  ["perft", "oware", "x"], ["convert", "-"], ["replay", "-"]):
        english, spanish = run(*words), run(*words, "--lang", "es")
        check(f"error of {' '.join(words)} in both languages",
              english.status == spanish.status != 0 and english.err != spanish.err
              and len(spanish.err.splitlines()) == 1, f"{english}\n{spanish}")
    answer = run("moves", "oware", "--batch", "--lang", "es", stdin="x\n")
    check("a batch still says error:", answer.out.startswith("error: "), answer)
    check("machine output does not change", run("moves", "oware", "--lang", "es").out
          == run("moves", "oware").out)


def test_catalogue():
    done = subprocess.run([ROOT / "scripts" / "update_po.sh", "--check", PROGRAM],
                          capture_output=True, text=True, env=environment())
    check("every message has its Spanish", done.returncode == 0, done.stderr[-3000:])


test_choice()
test_charset()
test_sentences()
test_catalogue()
finish()

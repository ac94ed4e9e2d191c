"""What each stage checks."""

import os
import re
import shutil
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from testing.builds import run_suites
from testing.report import CORES, OUT, ROOT, all_at_once, check, report, report_tap, run

# One for each file, so that none is forgotten.
FUZZ_TARGETS = sorted(path.stem[len("fuzz_"):] for path in (ROOT / "tests" / "fuzz").glob("fuzz_*.c") if path.stem != "fuzz_replay")
FUZZ_SECONDS, FUZZ_RUNS = 1, 200000
SOAK_EXCHANGES, SOAK_FUZZ_SECONDS = 200000, 120
# Sanitizers are slow: suites in short form, and the browsers beside them go first.
SHORT = {"niceness": 5, "LUDOTECA_TEST_SHORT": "1"}


# -- static -------------------------------------------------------------------------------------------


def stage_layout():
    """What needs no compiler."""
    check("rooms: who includes whom", ["scripts/check_includes.py"])
    check("sizes of files and functions", ["scripts/check_sizes.py"])
    check("public headers name nothing that is not there", ["scripts/check_headers.py"])
    check("games named only where they belong", ["scripts/check_games.py"])
    check("every file in docs/ARCHITECTURE.md", ["scripts/check_architecture.py"])
    places = [p for p in ("src", "include", "tests", "bench", "bindings", "examples") if (ROOT / p).is_dir()]
    files = sorted(path for place in places for path in (ROOT / place).rglob("*.[ch]"))
    check("clang-format", ["clang-format", "--dry-run", "-Werror", *files])


def stage_headers():
    flags = ["-Iinclude", "-Wall", "-Wextra", "-Wpedantic", "-Werror", "-fsyntax-only"]
    for header in sorted((ROOT / "include" / "ludoteca").glob("*.h")):
        alone = [*flags, "-include", header]
        check(f"{header.name} compiles alone",
              ["gcc", "-std=c17", *alone, "-x", "c", os.devnull],
              ["clang", "-std=c17", *alone, "-x", "c", os.devnull],
              ["clang", "-std=c++17", *alone, "-x", "c++", os.devnull])


def stage_new_game():
    """A new game compiles as it is made, and looks as it should; a name that is taken is refused."""
    folder = OUT / "new_game"
    shutil.rmtree(folder, ignore_errors=True)
    if not check("a new game is made", ["scripts/new_game.py", "trial", "Trial", folder]):
        return
    sources = sorted(folder.rglob("*.c"))
    flags = ["-std=c17", "-Wall", "-Wextra", "-Wpedantic", "-Werror", "-fsyntax-only", "-Iinclude", "-Isrc", "-Itests"]
    check("a new game compiles", *[["gcc", *flags, source] for source in sources])
    check("a new game is laid out as the others", ["clang-format", "--dry-run", "-Werror", "--style=file:.clang-format",
                                                   *sources])
    refused, output = run(["scripts/new_game.py", "kalah"])
    report.add("a name that is taken is refused", not refused and "kalah already" in output, refused, 0, output)


def stage_escapes():
    check("no pointers to what is gone in src/engine", ["scripts/check_escapes.py", "engine"])


# -- gcc, and what is installed -------------------------------------------------------------------------


def stage_gcc():
    run_suites("gcc", without=["sanitized"])


def check_names(library, which):
    """Nothing but lud_… may be seen from outside."""
    succeeded, output = run(["nm", which, "--defined-only", library])
    names = [line.split()[-1] for line in output.splitlines() if len(line.split()) == 3] if succeeded else []
    strange = [name for name in names if not name.startswith("lud_")]
    report.add(f"{library.name} shows only lud_…", bool(names) and not strange, not names or bool(strange), 0,
               " ".join(strange) or "no symbols")


def stage_install():
    """The library as others get it: nothing but lud_… exported, usable through pkg-config."""
    stage = OUT / "stage"
    shutil.rmtree(stage, ignore_errors=True)
    if not check("install", ["meson", "install", "-C", OUT / "gcc", "--no-rebuild", "--destdir", stage]):
        return
    library = next(iter(sorted(stage.rglob("libludoteca.so"))), None)
    check_names(library or Path("libludoteca.so"), "-D")
    check_names(next(iter(stage.rglob("libludoteca.a")), Path("libludoteca.a")), "-g")
    check_consumers(stage, library)
    check("programs linked before still run", ["scripts/update_abi.sh", "--check"])
    check("configuring other kinds of libraries", ["tests/install/configure_kinds.py"])
    check_unit(next(iter(stage.rglob("ludoteca.service")), Path("nowhere")))


def check_consumers(stage, library):
    description = next(iter(stage.rglob("ludoteca.pc")), Path("nowhere"))
    found = {"PKG_CONFIG_PATH": str(description.parent), "PKG_CONFIG_SYSROOT_DIR": str(stage)}
    for kind in ([], ["--static"]):
        succeeded, flags = run(["pkg-config", *kind, "--cflags", "--libs", "ludoteca"], **found)
        link = flags.split() if succeeded else []
        if kind:
            link = [next(iter(map(str, stage.rglob("libludoteca.a"))), "-lludoteca")
                    if flag == "-lludoteca" else flag for flag in link]
        program = OUT / ("consumer" + "".join(kind))
        check(f"a program built with pkg-config {' '.join(kind)}",
              ["gcc", "-std=c17", "-Wall", "-Wextra", "-Werror", "tests/install/consumer.c",
               *link, "-o", program],
              [program], LD_LIBRARY_PATH=str(library.parent) if library else "")


def check_unit(unit):
    """The unit for systemd, as if the program were installed: well-formed, and exposing next to nothing."""
    copy = OUT / unit.name
    if unit.exists():
        text = re.sub(r"(?m)^ExecStart=\S+", f"ExecStart={OUT / 'gcc' / 'ludoteca'}", unit.read_text())
        copy.write_text(text)
    check("the unit for systemd", ["systemd-analyze", "verify", "--man=no", copy],
          ["systemd-analyze", "security", "--offline=true", "--threshold=15", copy])


# -- the page -------------------------------------------------------------------------------------------


# An engine with one more game is all but the same, and compiled once.
SHARED = {"CCACHE_DIR": str(OUT / "ccache")}


def build_page():
    return check("web: the page and its engine are built", ["nice", "-n", 5, "scripts/build_page.sh"], **SHARED)


def stage_page_alone():
    """What needs no browser, or no server."""
    program = OUT / "gcc" / "ludoteca"
    all_at_once(
        (check, "web: rooms, texts, layout, lint and types of the page", ["npm", "run", "check", "--prefix", "web"]),
        (report_tap, "web: WebAssembly against the native build",
         ["node", "tests/wasm/test_wasm.mjs", "web/src/engine/ludoteca.wasm", program]),
        (report_tap, "web: the engine in a browser's workers", ["node", "tests/wasm/test_workers.mjs"]),
        (check, "web: unit tests of the page", ["npm", "test", "--prefix", "web"]))


def stage_page():
    # Once more, because the page that it serves is part of it.
    program = OUT / "gcc" / "ludoteca"
    if check("web: the program with the page", ["ninja", "-C", OUT / "gcc", "ludoteca"]):
        all_at_once(
            (report_tap, "web: the page in Chromium", ["node", "tests/web/test_page.mjs", program]),
            (report_tap, "web: the page in Firefox", ["node", "tests/web/test_firefox.mjs", program]))


def stage_example():
    """A game that the page has no word and no drawing for is there all the same, if its engine has it."""
    game, page = "examples/kalah", OUT / "example"
    if check("web: the page with an example game", ["nice", "-n", 5, "scripts/build_page.sh", page],
             EXTRA_GAMES=game, **SHARED):
        report_tap("web: an example game in Chromium",
                   ["node", "tests/web/test_page.mjs", OUT / "clang" / "ludoteca", "kalah"],
                   LUDOTECA_PAGE=str(page), LUDOTECA_EXTRA_GAMES=game)


# -- sanitizers -----------------------------------------------------------------------------------------


def stage_clang():
    run_suites("clang", without=["optimised"], UBSAN_OPTIONS="print_stacktrace=1", **SHORT)


def fuzz(target, name="clang", seconds=FUZZ_SECONDS, runs=FUZZ_RUNS):
    kept, found = ROOT / "tests" / "fuzz" / "corpus" / target, OUT / "fuzz" / target
    found.mkdir(parents=True, exist_ok=True)
    start = time.monotonic()
    succeeded, output = run(
        ["nice", "-n", 5, OUT / name / "tests" / "fuzz" / f"fuzz_{target}", "-seed=1", f"-runs={runs}",
         f"-max_total_time={seconds}", "-timeout=10", "-verbosity=0", "-print_final_stats=1",
         f"-artifact_prefix={OUT}/fuzz/{target}-", found, kept], timeout=120 + seconds)
    report.add(f"fuzz: {target}", succeeded, not succeeded, time.monotonic() - start, output)


def stage_fuzz():
    with ThreadPoolExecutor(CORES) as pool:
        list(pool.map(fuzz, FUZZ_TARGETS))


def tsan_wrapper():
    """The thread sanitizer finds no room where addresses are shuffled much; then they are not."""
    output = run([OUT / "threads" / "ludoteca", "--version"])[1]
    return ["setarch", "-R"] if "unexpected memory mapping" in output else []


def stage_threads():
    run_suites("threads", ["threads"], tsan_wrapper(), **SHORT)


# -- long ------------------------------------------------------------------------------------------------


def stage_soak():
    """Suites longer than usual, and under sanitizers in full; more exchanges, more fuzzing, every room."""
    check("no pointers to what is gone in all of src", ["scripts/check_escapes.py", "--deep"], timeout=3600)
    run_suites("gcc", LUDOTECA_TEST_LONG="1")
    run_suites("clang", UBSAN_OPTIONS="print_stacktrace=1")
    run_suites("threads", ["threads"], tsan_wrapper())
    report_tap("soak: WebAssembly against the native build",
               ["node", "tests/wasm/test_wasm.mjs", "web/src/engine/ludoteca.wasm", OUT / "gcc" / "ludoteca"],
               LUDOTECA_TEST_LONG="1")
    if check("soak: the program with the page", ["ninja", "-C", OUT / "gcc", "ludoteca"]):
        report_tap("soak: whole games in Chromium",
                   ["node", "tests/web/test_page.mjs", OUT / "gcc" / "ludoteca", "whole games", "endings"], 7200,
                   LUDOTECA_TEST_LONG="1")
    for name in ("gcc", "clang"):
        report_tap(f"soak: the server under fire, {name}",
                   ["python3", "tests/cli/serve_fuzz.py", OUT / name / "ludoteca", "--count", SOAK_EXCHANGES], 7200)
    with ThreadPoolExecutor(CORES) as pool:
        list(pool.map(lambda target: fuzz(target, "fuzzers", SOAK_FUZZ_SECONDS, -1), FUZZ_TARGETS))

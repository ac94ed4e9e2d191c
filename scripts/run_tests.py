#!/usr/bin/env python3
"""Builds the project several ways, runs every test, and ends with `N passed, M failed`.

Stages (all of them unless some are named):
  static   rooms, sizes, layout, public headers; needs no build
  gcc      gcc, optimised, warnings are errors: every suite
  install  the installed library: exported symbols, a program built with pkg-config; other kinds of
           libraries; the unit for systemd
  web      the library in WebAssembly against the gcc build; the page's own tests and checks; the page
           as the gcc build serves it, in Chromium and Firefox
  clang    clang, address and undefined-behaviour sanitizers, warnings are errors: every suite in
           short form
  fuzz     a few seconds of libFuzzer for every parser, on the clang build
  threads  clang, thread sanitizer: many games and searches at once, the server

Only when named:
  soak     hours' worth of what the suites do in short: the server under 200,000 mutated exchanges,
           as released and under the address sanitizer
"""

import argparse
import json
import os
import re
import shutil
import subprocess
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
OUT = ROOT / "build-test"
CORES = os.cpu_count() or 1
SHOWN_LINES = 60
PATIENCE = 3  # a busy machine is no failure; what hangs is still found
FUZZ_TARGETS = ["rules", "position", "record", "ogn", "fen", "playstrategy", "player", "uci", "request", "http"]
FUZZ_SECONDS, FUZZ_RUNS = 6, 200000

# Optimised a little, asserts on, and no more debugging data than a stack trace needs.
SANITIZED = ["-Dbuildtype=plain", "-Doptimization=1", "-Db_ndebug=false", "-Db_lundef=false",
             "-Dwerror=true"]
SANITIZED_ARGUMENTS = "-Dc_args=-gline-tables-only -fno-sanitize-recover=all"
BUILDS = {
    "gcc": ("gcc", ["-Dbuildtype=release", "-Dwerror=true"]),
    "clang": ("clang", [*SANITIZED, "-Db_sanitize=address,undefined", "-Dfuzz=true",
                        SANITIZED_ARGUMENTS + " -fsanitize=fuzzer-no-link"]),
    "threads": ("clang", [*SANITIZED, "-Db_sanitize=thread", SANITIZED_ARGUMENTS]),
}
TARGETS = {"threads": ["tests/test_threads", "ludoteca"]}
SOAK_EXCHANGES = 200000


class Report:
    """Counts what passed, and shows what failed."""

    def __init__(self):
        self.passed = self.failed = 0

    def add(self, name, passed, failed, seconds, output=""):
        self.passed += passed
        self.failed += failed
        many = f"{passed} passed" if passed + failed != 1 else ""
        many += f", {failed} failed" if many and failed else ""
        print(f"{'FAIL' if failed else 'ok':4}  {name:32} {seconds:6.1f} s  {many}".rstrip())
        if failed:
            lines = output.strip().splitlines()
            for line in lines[:SHOWN_LINES]:
                print("      " + line)
            if len(lines) > SHOWN_LINES:
                print(f"      … {len(lines) - SHOWN_LINES} more lines")
        else:
            for line in re.findall(r"^# (tried again: .*)", output, re.M):
                print("      " + line)
        sys.stdout.flush()


report = Report()


def run(command, timeout=600, cwd=ROOT, **variables):
    """Runs a command without standard input; returns (succeeded, output)."""
    try:
        done = subprocess.run([str(word) for word in command], cwd=cwd, timeout=timeout,
                              stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                              stderr=subprocess.STDOUT, env={**os.environ, **variables})
    except subprocess.TimeoutExpired as late:
        return False, (late.stdout or b"").decode(errors="replace") + f"\nno end after {timeout} s"
    except OSError as error:
        return False, str(error)
    return done.returncode == 0, done.stdout.decode(errors="replace")


def check(name, *commands, **variables):
    """One check: all commands must succeed."""
    start = time.monotonic()
    for command in commands:
        succeeded, output = run(command, **variables)
        if not succeeded:
            break
    report.add(name, succeeded, not succeeded, time.monotonic() - start, output)
    return succeeded


# -- building -------------------------------------------------------------------------------------


def configure(name):
    """Sets a build up, anew if it was made with other arguments."""
    compiler, arguments = BUILDS[name]
    directory, stamp = OUT / name, OUT / f"{name}.arguments"
    wanted = " ".join([compiler, *arguments])
    if (directory / "build.ninja").exists() and stamp.exists() and stamp.read_text() == wanted:
        return True, ""
    shutil.rmtree(directory, ignore_errors=True)
    OUT.mkdir(exist_ok=True)
    succeeded, output = run(["meson", "setup", directory, *arguments], CC=compiler)
    if succeeded:
        stamp.write_text(wanted)
    return succeeded, output


def build(name):
    start = time.monotonic()
    succeeded, output = configure(name)
    if succeeded:
        succeeded, output = run(["ninja", "-C", OUT / name, *TARGETS.get(name, [])])
    report.add(f"{name}: builds without warnings", succeeded, not succeeded,
               time.monotonic() - start, "\n".join(output.splitlines()[-SHOWN_LINES:]))
    return succeeded


def build_ahead(names):
    """Builds what later stages need while a browser leaves processors idle; build() reports on it."""
    for name in names:
        if configure(name)[0]:
            run(["nice", "-n", 15, "ninja", "-C", OUT / name, *TARGETS.get(name, [])])


# -- the suites -----------------------------------------------------------------------------------


def count_tap(entry):
    """Cases of a test that prints TAP, or the test itself; and what to show if one failed."""
    output = entry.get("stdout", "")
    cases = re.findall(r"^(not )?ok\b(?!.*# SKIP)", output, re.M)
    failed = sum(1 for bad in cases if bad)
    passed = len(cases) - failed
    is_good = entry["result"] in ("OK", "EXPECTEDFAIL", "SKIP")
    if not cases:
        passed = int(entry["result"] in ("OK", "EXPECTEDFAIL"))
    if not is_good and failed == 0:
        failed = 1
    shown = [line for line in output.splitlines() if not re.match(r"ok\b|1\.\.", line)]
    return passed, failed, "\n".join(shown + entry.get("stderr", "").splitlines()[-30:])


def run_suites(name, **variables):
    log = OUT / name / "meson-logs" / "testlog.json"
    log.unlink(missing_ok=True)
    # One more than processors, because some of them mostly wait.
    run(["meson", "test", "-C", OUT / name, "--no-rebuild", "--num-processes", CORES + 1,
         "--timeout-multiplier", PATIENCE], **variables)
    if not log.exists():
        report.add(f"{name}: meson test", 0, 1, 0, "no test ran")
        return
    for line in log.read_text().splitlines():
        entry = json.loads(line)
        passed, failed, output = count_tap(entry)
        title = entry["name"].split(" / ")[-1]
        report.add(f"{name}: {title}", passed, failed, entry.get("duration", 0), output)


# -- stages ---------------------------------------------------------------------------------------


def stage_static():
    check("rooms: who includes whom", ["scripts/check_includes.py"])
    check("sizes of files and functions", ["scripts/check_sizes.py"])
    check("public headers name nothing that is not there", ["scripts/check_headers.py"])
    check("every file in docs/ARCHITECTURE.md", ["scripts/check_architecture.py"])
    check("no pointers to what is gone in src/engine", ["scripts/check_escapes.py", "engine"])
    places = [p for p in ("src", "include", "tests", "bench", "bindings") if (ROOT / p).is_dir()]
    files = sorted(path for place in places for path in (ROOT / place).rglob("*.[ch]"))
    check("clang-format", ["clang-format", "--dry-run", "-Werror", *files])
    flags = ["-Iinclude", "-Wall", "-Wextra", "-Wpedantic", "-Werror", "-fsyntax-only"]
    for header in sorted((ROOT / "include" / "ludoteca").glob("*.h")):
        alone = [*flags, "-include", header]
        check(f"{header.name} compiles alone",
              ["gcc", "-std=c17", *alone, "-x", "c", os.devnull],
              ["clang", "-std=c17", *alone, "-x", "c", os.devnull],
              ["clang", "-std=c++17", *alone, "-x", "c++", os.devnull])


def stage_gcc():
    if build("gcc"):
        run_suites("gcc")


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
    if not check("install", ["meson", "install", "-C", OUT / "gcc", "--no-rebuild",
                             "--destdir", stage]):
        return
    library = next(iter(sorted(stage.rglob("libludoteca.so"))), None)
    check_names(library or Path("libludoteca.so"), "-D")
    check_names(next(iter(stage.rglob("libludoteca.a")), Path("libludoteca.a")), "-g")
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
    check("configuring other kinds of libraries", ["tests/install/configure_kinds.py"])
    check_unit(next(iter(stage.rglob("ludoteca.service")), Path("nowhere")))


def check_unit(unit):
    """The unit for systemd, as if the program were installed: well-formed, and exposing next to nothing."""
    copy = OUT / unit.name
    if unit.exists():
        text = re.sub(r"(?m)^ExecStart=\S+", f"ExecStart={OUT / 'gcc' / 'ludoteca'}", unit.read_text())
        copy.write_text(text)
    check("the unit for systemd", ["systemd-analyze", "verify", "--man=no", copy],
          ["systemd-analyze", "security", "--offline=true", "--threshold=15", copy])


def stage_clang():
    if build("clang"):
        run_suites("clang", LUDOTECA_TEST_SHORT="1", UBSAN_OPTIONS="print_stacktrace=1")


def fuzz(target):
    kept, found = ROOT / "tests" / "fuzz" / "corpus" / target, OUT / "fuzz" / target
    found.mkdir(parents=True, exist_ok=True)
    start = time.monotonic()
    succeeded, output = run(
        [OUT / "clang" / "tests" / "fuzz" / f"fuzz_{target}", "-seed=1", f"-runs={FUZZ_RUNS}",
         f"-max_total_time={FUZZ_SECONDS}", "-timeout=10", "-verbosity=0", "-print_final_stats=1",
         f"-artifact_prefix={OUT}/fuzz/{target}-", found, kept], timeout=120)
    return target, succeeded, time.monotonic() - start, output


def stage_fuzz():
    with ThreadPoolExecutor(CORES) as pool:
        for target, succeeded, seconds, output in pool.map(fuzz, FUZZ_TARGETS):
            report.add(f"fuzz: {target}", succeeded, not succeeded, seconds, output)


def run_under_tsan(program, **variables):
    """Runs a program, once more without shuffled addresses if its sanitizer finds no room."""
    succeeded, output = run(program, **variables)
    if "unexpected memory mapping" in output:
        succeeded, output = run(["setarch", "-R", *program], **variables)
    return succeeded, output


def stage_threads():
    if not build("threads"):
        return
    program = OUT / "threads" / "ludoteca"
    for name, command in (("test_threads", [OUT / "threads" / "tests" / "test_threads"]),
                          ("server", ["python3", "tests/cli/serve_api.py", program]),
                          ("server under fire", ["python3", "tests/cli/serve_fuzz.py", program])):
        start = time.monotonic()
        succeeded, output = run_under_tsan(command, LUDOTECA_TEST_SHORT="1", LUDOTECA_TABLES="")
        passed, failed, shown = count_tap({"stdout": output, "result": "OK" if succeeded else "FAIL"})
        report.add(f"threads: {name}", passed, failed, time.monotonic() - start, shown)


def stage_soak():
    for name in ("gcc", "clang"):
        if build(name):
            report_tap(f"soak: the server under fire, {name}",
                       ["python3", "tests/cli/serve_fuzz.py", OUT / name / "ludoteca", "--count", SOAK_EXCHANGES], 3600)


def report_tap(name, command, timeout=600):
    """A program that prints TAP, run by itself."""
    start = time.monotonic()
    succeeded, output = run(command, timeout)
    passed, failed, shown = count_tap({"stdout": output, "result": "OK" if succeeded else "FAIL"})
    report.add(name, passed, failed, time.monotonic() - start, shown)


def all_at_once(*works):
    """Work that keeps one processor busy, or less, each."""
    with ThreadPoolExecutor(CORES) as pool:
        for work in [pool.submit(*work) for work in works]:
            work.result()


def stage_web(later_builds=()):
    if not check("web: the page and its engine are built", ["scripts/build_page.sh"]):
        return
    with ThreadPoolExecutor(1) as pool:
        pool.submit(build_ahead, later_builds)
        test_page()


def test_page():
    program = OUT / "gcc" / "ludoteca"
    all_at_once(
        (check, "web: rooms, texts, layout, lint and types of the page", ["npm", "run", "check", "--prefix", "web"]),
        (report_tap, "web: WebAssembly against the native build",
         ["node", "tests/wasm/test_wasm.mjs", "web/src/engine/ludoteca.wasm", program]),
        (report_tap, "web: the engine in a browser's workers",
         ["node", "tests/wasm/test_workers.mjs"]),
        (check, "web: unit tests of the page", ["npm", "test", "--prefix", "web"]))
    # Once more, because the page that it serves is part of it.
    if check("web: the program with the page", ["ninja", "-C", OUT / "gcc", "ludoteca"]):
        all_at_once(
            (report_tap, "web: the page in Chromium", ["node", "tests/web/test_page.mjs", program]),
            (report_tap, "web: the page in Firefox", ["node", "tests/web/test_firefox.mjs", program]))


STAGES = {"static": stage_static, "gcc": stage_gcc, "install": stage_install, "web": stage_web,
          "clang": stage_clang, "fuzz": stage_fuzz, "threads": stage_threads}
LONG_STAGES = {"soak": stage_soak}


def run_stages(chosen):
    for at, name in enumerate(chosen):
        if name == "web":
            stage_web([later for later in chosen[at:] if later in BUILDS])
        else:
            {**STAGES, **LONG_STAGES}[name]()


def main():
    parser = argparse.ArgumentParser(description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("stages", nargs="*", metavar="STAGE", help=", ".join([*STAGES, *LONG_STAGES]))
    chosen = parser.parse_args().stages or list(STAGES)
    for name in chosen:
        if name not in {**STAGES, **LONG_STAGES}:
            parser.error(f"no stage {name}; there are {', '.join([*STAGES, *LONG_STAGES])}")
    start = time.monotonic()
    with ThreadPoolExecutor(CORES) as pool:
        list(pool.map(configure, [name for name in BUILDS if name in chosen]))
    run_stages(chosen)
    print(f"{time.monotonic() - start:.0f} s in all")
    print(f"{report.passed} passed, {report.failed} failed")
    return 1 if report.failed or not report.passed else 0


if __name__ == "__main__":
    sys.exit(main())

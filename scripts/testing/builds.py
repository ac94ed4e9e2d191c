"""The builds that are tested, and the suites of one of them."""

import json
import os
import re
import shutil
import time
from pathlib import Path

from testing.report import CORES, OUT, count_tap, report, run

BUILD_SECONDS = 2400  # beside other work on a slow machine
PATIENCE = 3  # a busy machine is no failure; what hangs is still found

# Optimised a little, asserts on, and no more debugging data than a stack trace needs. The page inside the program is for
# browsers, which get the gcc build. Programs that know their addresses start a fifth faster, and are started by the thousand.
SANITIZED = ["-Dweb=disabled", "-Dbuildtype=plain", "-Doptimization=1", "-Db_ndebug=false", "-Db_lundef=false", "-Dwerror=true",
             "-Ddefault_library=shared", "-Dc_link_args=-no-pie"]
SANITIZED_ARGUMENTS = "-Dc_args=-gline-tables-only -fno-sanitize-recover=all"
# With the fuzzers, and with the example game, which goes through every suite as the others do.
WATCHED = [*SANITIZED, "-Db_sanitize=address,undefined", "-Dfuzz=true", "-Dextra_games=examples/kalah"]
# Sanitized programs are large, and lld links them in a third of the time.
LINKERS = {"gcc": "bfd", "clang": "lld"}
BUILDS = {
    "gcc": ("gcc", ["-Dbuildtype=release", "-Dwerror=true"]),
    "clang": ("clang", [*WATCHED, SANITIZED_ARGUMENTS + " -fsanitize-coverage=inline-8bit-counters,pc-table"]),
    # The fuzzers also see what is compared with what: they find more, and everything takes twice as long.
    "fuzzers": ("clang", [*WATCHED, SANITIZED_ARGUMENTS + " -fsanitize=fuzzer-no-link"]),
    # One build of the rules, because neither has threads.
    "threads": ("clang", [*SANITIZED, "-Db_sanitize=thread", "-Davx2=false", SANITIZED_ARGUMENTS]),
}


def configure(name):
    """Sets a build up, anew if it was made with other arguments."""
    compiler, arguments = BUILDS[name]
    directory, stamp = OUT / name, OUT / f"{name}.arguments"
    wanted = " ".join([compiler, LINKERS[compiler], *arguments])
    if (directory / "build.ninja").exists() and stamp.exists() and stamp.read_text() == wanted:
        return True, ""
    shutil.rmtree(directory, ignore_errors=True)
    OUT.mkdir(exist_ok=True)
    succeeded, output = run(["meson", "setup", directory, *arguments], CC=compiler, CC_LD=LINKERS[compiler])
    if succeeded:
        stamp.write_text(wanted)
    return succeeded, output


def targets_of(name, suites):
    """What these suites run of what is built."""
    run(["ninja", "-C", OUT / name, "build.ninja"])  # as it is described now
    succeeded, output = run(["meson", "introspect", "--tests", OUT / name])
    tests = json.loads(output) if succeeded else []
    wanted = {f"ludoteca:{suite}" for suite in suites}
    words = {word for test in tests if wanted & set(test["suite"]) for word in test["cmd"]}
    paths = [Path(os.path.normpath(OUT / name / word)) for word in words if "/" in word]
    return sorted(str(path.relative_to(OUT / name)) for path in paths if path.is_relative_to(OUT / name))


def build(name, suites=(), niceness=0):
    """Everything, or what some suites need. What others wait for comes first: `niceness` 0."""
    start = time.monotonic()
    succeeded, output = configure(name)
    if succeeded:
        succeeded, output = run(["nice", "-n", niceness, "ninja", "-C", OUT / name,
                                 *(targets_of(name, suites) if suites else [])], timeout=BUILD_SECONDS)
    told = [line for line in output.splitlines() if not re.match(r"\[\d+/\d+\] ", line)]
    report.add(f"{name}: builds without warnings", succeeded, not succeeded, time.monotonic() - start, "\n".join(told))
    return succeeded


def run_suites(name, suites=(), wrapper=(), niceness=0, without=(), **variables):
    """All suites of a build, or some; every test is reported by itself."""
    log = OUT / name / "meson-logs" / "testlog.json"
    for old in log.parent.glob("testlog*.json"):
        old.unlink()
    chosen = [word for suite in suites for word in ("--suite", suite)]
    chosen += [word for suite in without for word in ("--no-suite", suite)]
    # One more than processors, because some of them mostly wait.
    run(["nice", "-n", niceness, "meson", "test", "-C", OUT / name, "--no-rebuild", "--num-processes", CORES + 1,
         "--timeout-multiplier", PATIENCE, *(["--wrap", " ".join(wrapper)] if wrapper else []), *chosen],
        timeout=1800, **variables)
    logs = sorted(log.parent.glob("testlog*.json"))
    if not logs:
        report.add(f"{name}: meson test", 0, 1, 0, "no test ran")
    for line in [line for path in logs for line in path.read_text().splitlines()]:
        entry = json.loads(line)
        passed, failed, output = count_tap(entry)
        title = entry["name"].split(" / ")[-1]
        report.add(f"{name}: {title}", passed, failed, entry.get("duration", 0), output)

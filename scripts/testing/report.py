"""Runs commands, counts what passed and shows what failed."""

import os
import re
import subprocess
import sys
import threading
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent.parent
OUT = ROOT / "build-test"
CORES = os.cpu_count() or 1
SHOWN_LINES = 60


class Report:
    """Stages run beside each other, so whatever belongs together is printed at once."""

    def __init__(self):
        self.passed = self.failed = 0
        self.lock = threading.Lock()

    def add(self, name, passed, failed, seconds, output=""):
        many = f"{passed} passed" if passed + failed != 1 else ""
        many += f", {failed} failed" if many and failed else ""
        lines = [f"{'FAIL' if failed else 'ok':4}  {name:32} {seconds:6.1f} s  {many}".rstrip()]
        if failed:
            lines += self.explain(output.strip().splitlines())
        else:
            lines += ["      " + line for line in re.findall(r"^# (tried again: .*)", output, re.M)]
        with self.lock:
            self.passed += passed
            self.failed += failed
            print("\n".join(lines))
            sys.stdout.flush()

    @staticmethod
    def explain(lines):
        shown = ["      " + line for line in lines[:SHOWN_LINES]]
        if len(lines) > SHOWN_LINES:
            shown.append(f"      … {len(lines) - SHOWN_LINES} more lines")
        return shown


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


def report_tap(name, command, timeout=2400, **variables):
    """A program that prints TAP, run by itself."""
    start = time.monotonic()
    succeeded, output = run(command, timeout, **variables)
    passed, failed, shown = count_tap({"stdout": output, "result": "OK" if succeeded else "FAIL"})
    report.add(name, passed, failed, time.monotonic() - start, shown)


def all_at_once(*works):
    """Work that keeps one processor busy, or less, each."""
    with ThreadPoolExecutor(CORES) as pool:
        for work in [pool.submit(*work) for work in works]:
            work.result()

#!/usr/bin/env python3
"""Compares how many requests a second two builds of the program serve, and prints a Markdown table.

    scripts/measure_server.py OLD NEW [--rounds N] [--seconds N] [--only WORD]

Both are measured in turn, several times, with wrk (Debian's package), so that a machine that gets slower meanwhile is
unfair to neither. Each number is the median of the rounds, with the lowest and the highest in brackets. The largest
file is looked for in web/dist, as it was when the programs were built; --asset /assets/NAME names another."""

import argparse
import http.client
import re
import statistics
import subprocess
import sys
from contextlib import contextmanager
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
CONNECTIONS = (1, 64, 256)
PROBE = "/api/v1/tables/probe?game=oware"


class Case:
    def __init__(self, name, path, connections, **fields):
        self.name = name
        self.path = path
        self.connections = connections
        self.fields = fields

    @property
    def title(self):
        return f"{self.name}, {self.connections} connection{'s' * (self.connections > 1)}"


def list_cases(asset):
    """What is asked, kept-alive by 1, 64 and 256 at once; and once with a new connection for each request."""
    cases = [Case(name, path, many, **fields) for name, path, fields in (
        ("`/`", "/", {}), ("`/` gzip", "/", {"Accept-Encoding": "gzip"}),
        *([("largest asset", asset, {}), ("largest asset gzip", asset, {"Accept-Encoding": "gzip"})] if asset else []),
        ("`/api/v1/games`", "/api/v1/games", {}), ("probe", PROBE, {})) for many in CONNECTIONS]
    return cases + [Case("`/` new each time", "/", many, Connection="close") for many in (1, 64)]


# -- a server -------------------------------------------------------------------------------------


@contextmanager
def serving(program):
    """The port of a server that is ended afterwards."""
    process = subprocess.Popen([program, "serve", "--port", "0", "--rate", "0"], stdin=subprocess.DEVNULL,
                               stdout=subprocess.PIPE, text=True)
    try:
        found = re.search(r"http://[^ ]+:(\d+)/", process.stdout.readline())
        if not found:
            sys.exit(f"{program} did not start")
        yield int(found.group(1))
    finally:
        process.terminate()
        process.communicate()


def is_served(port, path):
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=10)
    connection.request("GET", path)
    return connection.getresponse().status == 200


def find_asset(programs):
    """The path of the largest file that all of them have built in, or None."""
    files = sorted((ROOT / "web" / "dist" / "assets").glob("*"), key=lambda file: -file.stat().st_size)
    for path in (f"/assets/{file.name}" for file in files[:5]):
        served = []
        for program in programs:
            with serving(program) as port:
                served.append(is_served(port, path))
        if all(served):
            return path
    return None


# -- measuring ------------------------------------------------------------------------------------


def measure(port, case, seconds):
    """Requests a second."""
    fields = [word for name, value in case.fields.items() for word in ("-H", f"{name}: {value}")]
    command = ["wrk", "-t", "1", "-c", str(case.connections), "-d", f"{seconds}s", "--timeout", "10s", *fields,
               f"http://127.0.0.1:{port}{case.path}"]
    said = subprocess.run(command, capture_output=True, text=True, check=True).stdout
    for trouble in re.findall(r"Non-2xx.*|Socket errors.*", said):
        # A connection that the server closes as it was asked to is none.
        if "Connection" not in case.fields or "Non-2xx" in trouble:
            print(f"{case.title}: {trouble}", file=sys.stderr)
    return float(re.search(r"Requests/sec:\s*([\d.]+)", said).group(1))


def measure_all(programs, cases, rounds, seconds):
    """{(program, title): [requests a second, one of each round]}."""
    found = {}
    for turn in range(rounds):
        for which, program in enumerate(programs):
            print(f"round {turn + 1} of {rounds}: {program}", file=sys.stderr)
            with serving(program) as port:
                measure(port, cases[0], 1)  # the first requests are never the fastest
                for case in cases:
                    found.setdefault((which, case.title), []).append(measure(port, case, seconds))
    return found


def describe(rates):
    return f"{statistics.median(rates):,.0f} ({min(rates):,.0f}–{max(rates):,.0f})"


def print_table(cases, found):
    print("| requests a second | old | new | new : old |\n|---|---:|---:|---:|")
    for case in cases:
        old, new = (found[which, case.title] for which in (0, 1))
        ratio = statistics.median(new) / statistics.median(old)
        print(f"| {case.title} | {describe(old)} | {describe(new)} | {ratio:.2f} |")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("programs", nargs=2, metavar="PROGRAM")
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--seconds", type=int, default=2)
    parser.add_argument("--only", default="", help="only the cases whose names contain this")
    parser.add_argument("--asset", help="the path of a large file that both serve")
    asked = parser.parse_args()
    asset = asked.asset or find_asset(asked.programs)
    if not asset:
        print("no large file is built into both: `make page` before they are built", file=sys.stderr)
    cases = [case for case in list_cases(asset) if asked.only in case.title]
    print_table(cases, measure_all(asked.programs, cases, asked.rounds, asked.seconds))


if __name__ == "__main__":
    main()

#!/usr/bin/env python3
"""Builds the project several ways, runs every test, and ends with `N passed, M failed`.

Stages (all of them unless some are named):
  static   rooms, sizes, layout, public headers; needs no build
  gcc      gcc, optimised, warnings are errors: every suite
  install  the installed library: exported symbols, a program built with pkg-config; other kinds of
           libraries; the unit for systemd
  python   the package for Python, as pip builds it, against the gcc build and in virtual environments of its own:
           OpenSpiel, PettingZoo, Gymnasium, types, examples, wheels; the extension under the address sanitizer
  web      the library in WebAssembly against the gcc build; the page's own tests and checks; the page
           as the gcc build serves it, in Chromium and Firefox
  clang    clang, address and undefined-behaviour sanitizers, warnings are errors: every suite in
           short form
  fuzz     a second of libFuzzer for every parser, on the clang build
  threads  clang, thread sanitizer, in short form: games, searches, engines, tables and their builders,
           programs and the server, whatever has threads

Only when named:
  check    what finds most in the shortest time: layout, headers, and of the gcc build rules, units and
           the program's contracts
  soak     hours' worth of what the suites do in short: twelve times as much of the gcc build, all
           suites as gcc runs them under both kinds of sanitizers, the server under 200,000 mutated
           exchanges, minutes of every fuzzer, which then also sees what is compared with what, all
           answers in WebAssembly, the package for Python at length, whole games of all rules between
           browsers, and the analyser on all of src/
"""

import argparse
import sys
import time

from testing.plan import ALONE, STAGES, run_stages
from testing.report import report


def main():
    parser = argparse.ArgumentParser(description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("stages", nargs="*", metavar="STAGE", help=", ".join([*STAGES, *ALONE]))
    chosen = parser.parse_args().stages or STAGES
    for name in chosen:
        if name not in [*STAGES, *ALONE]:
            parser.error(f"no stage {name}; there are {', '.join([*STAGES, *ALONE])}")
    start = time.monotonic()
    run_stages(chosen)
    print(f"{time.monotonic() - start:.0f} s in all")
    print(f"{report.passed} passed, {report.failed} failed")
    return 1 if report.failed or not report.passed else 0


if __name__ == "__main__":
    sys.exit(main())

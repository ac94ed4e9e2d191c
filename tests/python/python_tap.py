"""Tests as functions whose names begin with test_, reported in the Test Anything Protocol."""

import os
import sys
import traceback

IS_SHORT = bool(os.environ.get("LUDOTECA_TEST_SHORT"))
IS_LONG = bool(os.environ.get("LUDOTECA_TEST_LONG"))


def chosen(brief, usual, thorough):
    """What fits the run."""
    return brief if IS_SHORT else thorough if IS_LONG else usual


def expect_error(kind, words, work, *arguments, **keywords):
    """The work raises this kind of exception, and the message has these words."""
    try:
        work(*arguments, **keywords)
    except kind as error:
        assert words in str(error), f"{words!r} is not in {error!s}"
        return
    raise AssertionError(f"no {kind.__name__} with {words!r}")


def run_tests(module):
    """Runs all tests of a module; the exit status."""
    tests = [(name, work) for name, work in vars(module).items() if name.startswith("test_")]
    failed = 0
    for number, (name, work) in enumerate(tests, 1):
        try:
            work()
            print(f"ok {number} - {name[5:].replace('_', ' ')}", flush=True)
        except Exception:
            failed += 1
            for line in traceback.format_exc().splitlines():
                print("# " + line)
            print(f"not ok {number} - {name[5:].replace('_', ' ')}", flush=True)
    print(f"1..{len(tests)}")
    return 1 if failed or not tests else 0


def main():
    sys.exit(run_tests(sys.modules["__main__"]))

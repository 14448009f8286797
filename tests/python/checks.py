"""Runs the tests in this folder; the last line has the counts, in the form that `tools/test` reads."""

import pathlib
import sys
import unittest


def main() -> int:
    folder = pathlib.Path(__file__).parent
    mode = sys.argv[1] if len(sys.argv) > 1 else "quick"
    tests = unittest.defaultTestLoader.discover(str(folder), "test_*.py")
    if mode == "full":
        tests.addTests(unittest.defaultTestLoader.discover(str(folder), "full_*.py"))
    result = unittest.TextTestRunner(verbosity=1).run(tests)
    wrong = len(result.failures) + len(result.errors) + len(result.unexpectedSuccesses)
    skipped = len(result.skipped)
    for test, reason in result.skipped:
        print(f"skipped {test}: {reason}")
    print(f"{result.testsRun - wrong - skipped} passed, {wrong} failed, {skipped} skipped")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())

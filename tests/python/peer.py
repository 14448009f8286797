"""Runs asn1tools' own tests unchanged, with `wireglot.asn1tools` in place of asn1tools."""

import importlib
import os
import sys
import unittest

import wireglot.asn1tools
import wireglot.asn1tools.codecs.per
import wireglot.asn1tools.codecs.type_checker
import wireglot.asn1tools.compat

FILES = "ber der per uper oer jer type_checker constraints_checker codecs_consistency".split()


def alias():
    """Makes `import asn1tools` return ours."""
    ours = "wireglot.asn1tools"
    for name in [name for name in sys.modules if name == ours or name.startswith(ours + ".")]:
        sys.modules[name.removeprefix("wireglot.")] = sys.modules[name]


def load(folder, files):
    alias()
    sys.path.insert(0, folder)
    os.chdir(folder)
    suite = unittest.TestSuite()
    for file in files:
        suite.addTests(unittest.defaultTestLoader.loadTestsFromModule(importlib.import_module(f"tests.test_{file}")))
    return suite


class Quiet(unittest.TestResult):
    def addSuccess(self, test):
        self.good = getattr(self, "good", 0) + 1


def main():
    folder, *files = sys.argv[1:]
    result = Quiet()
    result.buffer = True
    load(folder, files or FILES).run(result)
    for test, text in result.failures + result.errors:
        lines = [line for line in text.splitlines() if line.strip()]
        print(test.id().split(".", 2)[-1], "|", lines[-1][:200] if "-v" not in os.environ.get("SHOW", "") else text)
    print(result.testsRun, "run", len(result.failures) + len(result.errors), "wrong")


if __name__ == "__main__":
    main()

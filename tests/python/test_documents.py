"""Runs the examples of the guide and of the README."""

import doctest
import os
import pathlib
import unittest

ROOT = pathlib.Path(__file__).parent.parent.parent


class Guide(unittest.TestCase):
    def test_examples(self):
        result = doctest.testfile(
            str(ROOT / "docs" / "python.md"), module_relative=False
        )
        self.assertGreater(result.attempted, 10)
        self.assertEqual(result.failed, 0)

    def test_readme(self):
        # Its examples run from the root.
        self.addCleanup(os.chdir, os.getcwd())
        os.chdir(ROOT)
        result = doctest.testfile(str(ROOT / "README.md"), module_relative=False)
        self.assertEqual((result.attempted, result.failed), (3, 0))


if __name__ == "__main__":
    unittest.main()

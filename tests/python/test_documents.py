"""Examples of the guide."""

import doctest
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


if __name__ == "__main__":
    unittest.main()

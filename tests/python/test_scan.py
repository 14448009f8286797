"""Scans: what they reject, and where they split files. Their contents are compared in tests/tables, by consumers of
Arrow."""

import pathlib
import tempfile
import unittest

import wireglot

TEXT = "M DEFINITIONS AUTOMATIC TAGS ::= BEGIN A ::= SEQUENCE { n INTEGER (0..65535), s OCTET STRING } END"


class Scans(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.type = wireglot.compile(TEXT, rules="ber")["A"]
        cls.records = [cls.type.encode({"n": n, "s": bytes(n % 90)}) for n in range(1000)]
        cls.folder = tempfile.TemporaryDirectory()
        cls.path = pathlib.Path(cls.folder.name) / "records.ber"
        cls.path.write_bytes(b"".join(cls.records))

    @classmethod
    def tearDownClass(cls):
        cls.folder.cleanup()

    def test_capsules(self):
        scan = wireglot.scan(self.path, self.type)
        self.assertIn("arrow_array_stream", repr(scan.__arrow_c_stream__()))
        self.assertIn("arrow_schema", repr(scan.__arrow_c_schema__()))
        self.assertEqual(repr(scan), "<wireglot scan of A in 1 file>")

    def test_splits_begin_with_records(self):
        starts, at = {0}, 0
        for record in self.records:
            at += len(record)
            starts.add(at)
        splits = wireglot.scan(self.path, self.type).splits(7)
        self.assertEqual(len(splits), 7)
        ranges = [split.range for split in splits]
        self.assertLessEqual({start for start, _ in ranges}, starts)
        self.assertEqual([end for _, end in ranges], [start for start, _ in ranges[1:]] + [None])

    def test_behind_damage_there_is_no_cut(self):
        path = pathlib.Path(self.folder.name) / "damaged.ber"
        path.write_bytes(b"".join(self.records[:500]) + b"\xff" * 10 + b"".join(self.records[500:]))
        last = wireglot.scan(path, self.type).splits(20)[-1].range
        self.assertLess(last[0], sum(map(len, self.records[:500])))

    def test_what_is_refused(self):
        for words, message in [
            ({"framing": "u24"}, "framing is None, 'u8'"),
            ({"on_error": "stop"}, "on_error is 'raise' or 'skip' or 'null'"),
            ({"error_column": "wrong"}, "goes with on_error='null'"),
            ({"on_error": "null", "error_column": "N"}, "there is a column `N` already"),
            ({"provenance": "error"}, "provenance='error' goes with on_error='null'"),
            ({"provenance": ["where"]}, "provenance has the words 'file', 'offset', 'record', 'raw', 'unknown', 'error', not 'where'"),
            ({"on_error": "null", "provenance": "raw", "error_column": "_RAW"}, "there is a column `_RAW` already"),
            ({"select": "m"}, "select: "),
            ({"framing": "hex", "skip": 3}, "have no block, pad or skip"),
            ({"integers": "int"}, "integers is 'decimal'"),
        ]:
            with self.subTest(words), self.assertRaisesRegex(ValueError, message.replace("(", r"\(")):
                wireglot.scan(self.path, self.type, **words)
        with self.assertRaises(TypeError):
            wireglot.scan(self.path, self.type, no_such_option=1)


if __name__ == "__main__":
    unittest.main()

"""Files of records, and the meaning of each bit."""

import base64
import gzip
import io
import pathlib
import tempfile
import unittest

import wireglot

TEXT = "M DEFINITIONS AUTOMATIC TAGS ::= BEGIN A ::= SEQUENCE { n INTEGER, s OCTET STRING } END"


class Records(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.type = wireglot.compile(TEXT, rules="ber")["A"]
        cls.values = [{"n": n, "s": bytes(n % 700)} for n in range(2000)]
        cls.records = [cls.type.encode(value) for value in cls.values]

    def test_in_a_row(self):
        self.assertEqual(list(self.type.read(io.BytesIO(b"".join(self.records)))), self.values)

    def test_packed(self):
        with tempfile.TemporaryDirectory() as folder:
            path = pathlib.Path(folder) / "records.ber.gz"
            path.write_bytes(gzip.compress(b"".join(self.records)))
            self.assertEqual(list(self.type.read(path)), self.values)

    def test_framings(self):
        frames = {
            "u16be": b"".join(len(one).to_bytes(2, "big") + one for one in self.records),
            "u32le": b"".join(len(one).to_bytes(4, "little") + one for one in self.records),
            "hex": b"".join(one.hex().encode() + b"\n" for one in self.records),
            "base64": b"".join(base64.b64encode(one) + b"\r\n\r\n" for one in self.records),
            "pem": b"".join(
                b"-----BEGIN X-----\n" + base64.encodebytes(one) + b"-----END X-----\n" for one in self.records
            ),
        }
        for framing, data in frames.items():
            with self.subTest(framing):
                self.assertEqual(list(self.type.read(io.BytesIO(data), framing=framing)), self.values)
        with self.assertRaises(ValueError):
            list(self.type.read(io.BytesIO(b""), framing="nothing"))

    def test_damage(self):
        data = b"".join(len(one).to_bytes(2, "big") + one for one in (b"\x00", *self.records[:3]))
        with self.assertRaises(wireglot.DecodeError):
            list(self.type.read(io.BytesIO(data), framing="u16be"))
        self.assertEqual(list(self.type.read(io.BytesIO(data), framing="u16be", on_error="skip")), self.values[:3])
        told = []
        cut = data[:-1]
        found = list(self.type.read(io.BytesIO(cut), framing="u16be", on_error=told.append))
        self.assertEqual((found, [error.code for error in told]), (self.values[:2], ["truncated", "truncated"]))

    def test_inspect(self):
        inspection = self.type.inspect(self.records[5])
        self.assertEqual(sum(row.bits for row in inspection), 8 * len(self.records[5]))
        self.assertIn("n", str(inspection))
        self.assertIn("<table>", inspection._repr_html_())
        self.assertIsNone(inspection.error)
        damaged = self.type.inspect(self.records[5][:-1])
        self.assertIsInstance(damaged.error, wireglot.DecodeError)

    def test_diff(self):
        self.assertEqual(self.type.diff(self.values[1], self.values[1]), [])
        self.assertEqual(self.type.diff({"n": 1, "s": b""}, {"n": 2, "s": b""}), [("A.n", "1", "2")])


if __name__ == "__main__":
    unittest.main()

"""Passes the native module tables and values that generated Python would never pass.

    native_edges.py FOLDER-OF-THE-MODULE
"""

import sys
import unittest

sys.path.insert(0, sys.argv.pop(1))

from wireglot_bitproto_native import codec


class Message:
    pass


def message(**fields):
    made = Message()
    made.__dict__.update(fields)
    return made


class Tables(unittest.TestCase):
    def test_tables_that_cannot_be(self):
        for fields in [
            (("a", ("u", 0)),),
            (("a", ("u", 65)),),
            (("a", ("i", -1)),),
            (("a", ("u", 1 << 80)),),
            (("a", ("u",)),),
            (("a", ("q", 3)),),
            (("a", ("uu", 3)),),
            (("a", ()),),
            (("a",),),
            ((1, ("u", 3)),),
            ("ab",),
            (("a", ("a", 65535, False, ("a", 65535, False, ("u", 64)))),),
            (("a", ("y", 65536, False)),),
            (("a", ("e", 3)),),
            (("a", ("f", 32)),),
        ]:
            with self.subTest(fields=fields), self.assertRaises((ValueError, IndexError, OverflowError)):
                codec(Message, 3, False, fields)
        with self.assertRaises(ValueError):
            codec(Message, 4, False, (("a", ("u", 3)),))
        with self.assertRaises(LookupError):
            codec(Message, 3, False, (("a", ("m", Message)),))
        with self.assertRaises(TypeError):
            codec(3, 3, False, ())

    def test_arrays_nested_too_deep(self):
        row = ("u", 1)
        for _ in range(100_000):
            row = ("a", 1, False, row)
        with self.assertRaises(RecursionError):
            codec(Message, 1, False, (("a", row),))
        while row[0] == "a":  # dismantled from the outside, since freeing it at once would recurse
            row = row[3]


class Values(unittest.TestCase):
    def setUp(self):
        fields = (("n", ("i", 5)), ("list", ("a", 3, False, ("u", 9))), ("raw", ("y", 3, True)))
        self.codec = codec(Message, 5 + 27 + 16 + 24, False, fields)

    def test_values_are_masked(self):
        octets = self.codec.encode(message(n=-1 - (1 << 70), list=(1 << 80, 511, -1), raw=b"abcdef"))
        made = Message()
        self.assertTrue(self.codec.decode(made, octets + b"more"))
        self.assertEqual(vars(made), {"n": -1, "list": [0, 511, 511], "raw": bytearray(b"abc")})

    def test_values_that_cannot_be(self):
        good = {"n": 1, "list": [1, 2, 3], "raw": b""}
        for wrong, error in [
            ({"n": "1"}, TypeError),
            ({"n": 1.0}, TypeError),
            ({"n": None}, TypeError),
            ({"list": [1, 2]}, IndexError),
            ({"list": 5}, TypeError),
            ({"raw": [256]}, ValueError),
            ({"raw": 7}, TypeError),
        ]:
            with self.subTest(wrong=wrong), self.assertRaises(error):
                self.codec.encode(message(**{**good, **wrong}))
        with self.assertRaises(AttributeError):
            self.codec.encode(message(n=1))

    def test_floats_go_by_their_functions(self):
        of = codec(Message, 40, False, (("n", ("u", 8)), ("x", ("f", 32, int, float))))
        octets = of.encode(message(n=1, x=7.5))
        self.assertEqual(octets, b"\x01\x07\0\0\0")
        made = Message()
        self.assertTrue(of.decode(made, octets))
        self.assertEqual((made.x, type(made.x)), (7.0, float))
        for wrong in ["7x", [], -1.5e400]:
            with self.assertRaises((TypeError, ValueError, OverflowError)):
                of.encode(message(n=1, x=wrong))

    def test_a_list_that_shrinks_meanwhile(self):
        values = [1, 2, 3]

        class Number:
            def __index__(self):
                values.clear()
                return 1

        values[0] = Number()
        with self.assertRaises(IndexError):
            self.codec.encode(message(n=1, list=values, raw=b""))

    def test_octets_that_are_not_read_here(self):
        octets = self.codec.encode(message(n=1, list=[1, 2, 3], raw=b"abc"))
        foreign = bytes(octets[:4]) + b"\x02" + bytes(octets[5:])
        for other in [octets[:-1], b"", foreign, list(octets), "text", None, memoryview(octets * 2)[::2]]:
            with self.subTest(other=other):
                self.assertFalse(self.codec.decode(Message(), other))
        for count in [(), (Message(),), (Message(), octets, 1)]:
            with self.assertRaises(TypeError):
                self.codec.decode(*count)


if __name__ == "__main__":
    unittest.main()

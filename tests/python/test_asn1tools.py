"""asn1tools' own tests, unchanged, against `wireglot.asn1tools`; those that fail are listed in asn1tools.tsv."""

import os
import pathlib
import subprocess
import sys
import unittest

HERE = pathlib.Path(__file__).parent
ROOT = HERE.parent.parent
TESTS = ROOT / "build" / "packages" / "asn1tools" / "asn1tools-0.169.0"


class Asn1tools(unittest.TestCase):
    @unittest.skipUnless((TESTS / "tests").is_dir(), "the source package of asn1tools is not here")
    def test_its_own_tests(self):
        known = {line.split("\t")[0] for line in (HERE / "asn1tools.tsv").read_text().splitlines()}
        told = subprocess.run(
            [sys.executable, str(HERE / "peer.py"), str(TESTS)], capture_output=True, text=True, check=True
        ).stdout.splitlines()
        self.assertTrue(told[-1].startswith("296 run"), told[-1])
        wrong = {line.split(" | ")[0] for line in told if " | " in line and line.startswith("Asn1Tools")}
        self.assertEqual(sorted(wrong - known), [], "these fail and are not listed")
        self.assertEqual(sorted(known - wrong), [], "these pass and are listed")


class Interface(unittest.TestCase):
    def test_names(self):
        from wireglot import asn1tools

        spec = asn1tools.compile_string(
            "Foo DEFINITIONS AUTOMATIC TAGS ::= BEGIN A ::= SEQUENCE { n INTEGER (0..9), t UTCTime OPTIONAL } END"
        )
        self.assertEqual(spec.encode("A", {"n": 3}), b"\x30\x03\x80\x01\x03")
        self.assertEqual(spec.decode_with_length("A", b"\x30\x03\x80\x01\x03rest"), ({"n": 3}, 5))
        self.assertEqual(spec.decode_length(b"\x30\x03"), 5)
        self.assertEqual(repr(spec.types["A"]), "Sequence(A, [Integer(n), UTCTime(t)])")
        with self.assertRaises(asn1tools.ConstraintsError) as caught:
            spec.encode("A", {"n": 10}, check_constraints=True)
        self.assertEqual(str(caught.exception), "A.n: Expected an integer between 0 and 9, but got 10.")
        with self.assertRaises(asn1tools.EncodeError) as caught:
            spec.encode("A", {})
        self.assertEqual(str(caught.exception), "A: Sequence member 'n' not found in {}.")
        with self.assertRaises(asn1tools.DecodeError):
            spec.decode("A", os.urandom(0))

    def test_the_order_of_a_set(self):
        from wireglot import asn1tools

        text = "Foo DEFINITIONS IMPLICIT TAGS ::= BEGIN A ::= SET { b [1] INTEGER, a [0] NULL, c SET OF BOOLEAN } END"
        value = {"a": None, "b": 4, "c": [True, False]}
        spec = asn1tools.compile_string(text, "ber")
        # A SET OF keeps its order: that is BER, not DER.
        self.assertEqual(spec.encode("A", value).hex(), "310d3106" "0101ff010100" "8000" "810104")
        self.assertEqual(spec.decode("A", spec.encode("A", value)), value)

    def test_wrong_tags_and_lengths(self):
        from wireglot import asn1tools

        spec = asn1tools.compile_string("Foo DEFINITIONS ::= BEGIN A ::= SEQUENCE { a NULL, s [1] IA5String } END")
        told = {
            "30040500a17f": "A.s: Expected at least 127 contents byte(s), but got 0. (At offset: 6)",
            "30040500a27f": "A.s: Expected ExplicitTag(s) with tag 'a1', but got 'a2'. (At offset: 4)",
        }
        for octets, message in told.items():
            with self.assertRaises(asn1tools.DecodeError) as caught:
                spec.decode("A", bytes.fromhex(octets))
            self.assertEqual(str(caught.exception), message)

    def test_texts(self):
        from wireglot import asn1tools

        text = "Foo DEFINITIONS AUTOMATIC TAGS ::= BEGIN A ::= SEQUENCE { n INTEGER (0..9) DEFAULT 5, b BOOLEAN } END"
        written = {
            "gser": b"a A ::= { n 3, b TRUE }",
            "jer": b'{"n":3,"b":true}',
            "xer": b"<A><n>3</n><b><true /></b></A>",
        }
        for codec, octets in written.items():
            spec = asn1tools.compile_string(text, codec)
            self.assertEqual(spec.encode("A", {"n": 3, "b": True}), octets)
            self.assertEqual(spec.decode("A", octets), {"n": 3, "b": True})
            self.assertEqual(spec.decode("A", spec.encode("A", {"b": False})), {"n": 5, "b": False})
            self.assertIn(b"\n", spec.encode("A", {"n": 3, "b": True}, indent=2))
            with self.assertRaises(asn1tools.ConstraintsError):
                spec.encode("A", {"n": 10, "b": True}, check_constraints=True)

    def test_external(self):
        from wireglot import asn1tools

        text = 'Foo DEFINITIONS ::= BEGIN /* EXTERNAL */ s IA5String ::= "EXTERNAL" A ::= [1] EXTERNAL END -- EXTERNAL'
        value = {"direct-reference": "1.2.3", "encoding": ("single-ASN1-type", b"\x05\x00")}
        for codec in ("ber", "per", "uper", "oer"):
            spec = asn1tools.compile_string(text, codec)
            self.assertEqual(spec.decode("A", spec.encode("A", value)), value)

    def test_any_defined_by(self):
        from wireglot import asn1tools

        text = "Foo DEFINITIONS ::= BEGIN L ::= SEQUENCE OF A A ::= SEQUENCE { n INTEGER, v ANY DEFINED BY n } END"
        spec = asn1tools.compile_string(text, any_defined_by_choices={("Foo", "A", "v"): {1: "L", 2: "IA5String"}})
        value = [{"n": 1, "v": [{"n": 2, "v": "x"}]}, {"n": 2, "v": "y"}]
        octets = spec.encode("L", value)
        self.assertEqual(octets.hex(), "3017300d020101300830060201021601783006020102160179")
        self.assertEqual(spec.decode("L", octets), value)
        self.assertEqual(list(spec.modules), ["Foo"])
        with self.assertRaises(asn1tools.DecodeError) as caught:
            spec.decode("L", bytes.fromhex("300730050201030500"))
        self.assertEqual(str(caught.exception), "L.v: Bad AnyDefinedBy choice 3. (At offset: 7)")

    def test_dictionaries(self):
        from wireglot import asn1tools

        spec = asn1tools.compile_dict({
            "Foo": {
                "imports": {},
                "types": {"A": {"type": "SEQUENCE", "members": [{"name": "n", "type": "INTEGER", "default": 5}]}},
                "values": {},
            }
        })
        self.assertEqual(spec.decode("A", b"\x30\x00"), {"n": 5})


if __name__ == "__main__":
    unittest.main()

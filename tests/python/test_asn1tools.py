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

    def test_what_is_wrong_with_a_specification(self):
        from wireglot import asn1tools

        for text, error, told in (
            ("", asn1tools.ParseError, "Invalid ASN.1 syntax at line 1, column 1: "),
            ("M DEFINITIONS ::= BEGIN A ::= SEQUENCE { a INTEGER,, } END", asn1tools.ParseError, "line 1, column 51: "),
            ("M DEFINITIONS ::= BEGIN A ::= B END", asn1tools.CompileError, "Type 'B' not found in module 'M'."),
            ("M DEFINITIONS ::= BEGIN A ::= INTEGER (1..x) END", asn1tools.CompileError, "Value 'x' not found in module 'M'."),
            (
                "M DEFINITIONS ::= BEGIN IMPORTS X FROM Y; A ::= X END",
                asn1tools.CompileError,
                "Module 'M' cannot import type 'X' from missing module 'Y'.",
            ),
        ):
            with self.subTest(text), self.assertRaises(error) as caught:
                asn1tools.compile_string(text)
            self.assertIn(told, str(caught.exception))
            if error is asn1tools.ParseError:
                with self.assertRaises(error):
                    asn1tools.parse_string(text)
        with self.assertRaises(asn1tools.ParseError):
            asn1tools.compile_files([])
        with self.assertRaises(FileNotFoundError):
            asn1tools.compile_files("gone.asn")
        # What no type needs may be missing, and a type with other errors says so when it is used.
        text = """M DEFINITIONS ::= BEGIN IMPORTS X FROM Y id-z FROM Z;
            A ::= NULL B ::= CHOICE { a NULL, b NULL } D ::= INTEGER (0..id-z) v C ::= 1 END"""
        spec = asn1tools.compile_string(text)
        self.assertEqual(list(spec.types), ["A"])
        for call in (lambda: spec.encode("B", ("a", None)), lambda: spec.decode("B", b"")):
            with self.assertRaises(asn1tools.CompileError) as caught:
                call()
            self.assertIn("A0425", str(caught.exception))
        with self.assertRaises(asn1tools.EncodeError):
            spec.encode("Z", None)

    def test_object_sets_of_a_missing_module(self):
        from wireglot import asn1tools

        spec = asn1tools.compile_string("""M DEFINITIONS AUTOMATIC TAGS ::= BEGIN
            IMPORTS Ext-A, Ext-FROM-B FROM REGION Ext-C FROM REGION-2;
            EXT ::= CLASS { &id INTEGER (0..255) UNIQUE, &Type } WITH SYNTAX { &Type IDENTIFIED BY &id }
            Extension { EXT : Set } ::= SEQUENCE { id EXT.&id ({Set}), value EXT.&Type ({Set}{@id}) }
            A ::= SEQUENCE { n INTEGER, e Extension {{Ext-A}} OPTIONAL } B ::= SEQUENCE OF Extension {{Ext-FROM-B}}
            C ::= SEQUENCE { e Extension {{ Ext-C }} OPTIONAL } END""", "uper")
        for name, value in (("A", {"n": 1}), ("A", {"n": 1, "e": {"id": 3, "value": b"\x80"}}), ("B", []), ("C", {})):
            self.assertEqual(spec.decode(name, spec.encode(name, value)), value)
        self.assertEqual(list(spec.modules), ["M"])

    def test_times_are_those_of_asn1tools(self):
        import datetime

        from wireglot import asn1tools

        text = "M DEFINITIONS ::= BEGIN U ::= UTCTime END"
        utc = datetime.timezone.utc
        for codec, aware in (("ber", b"\x17\x11200102030405+0000"), ("der", b"\x17\x0d200102030405Z")):
            spec = asn1tools.compile_string(text, codec)
            time = datetime.datetime(2020, 1, 2, 3, 4, 5)
            self.assertEqual(spec.encode("U", time), b"\x17\x0d200102030405Z")
            self.assertEqual(spec.decode("U", spec.encode("U", time)), time)
            self.assertEqual(spec.encode("U", time.replace(tzinfo=utc)), aware)
            # Two digits are of 1969 to 2068, as in POSIX.
            for year in (1969, 2068):
                time = datetime.datetime(year, 1, 2)
                self.assertEqual(spec.decode("U", spec.encode("U", time)), time)
        spec = asn1tools.compile_string(text, "ber")
        self.assertEqual(spec.decode("U", b"\x17\x11200102030405+0000"), datetime.datetime(2020, 1, 2, 3, 4, 5, tzinfo=utc))

    def test_names_of_a_later_version_in_texts(self):
        from wireglot import asn1tools

        text = """M DEFINITIONS AUTOMATIC TAGS ::= BEGIN
            A ::= SEQUENCE { c CHOICE { a NULL, ... }, e ENUMERATED { a, ... }, r REAL }
            B ::= SEQUENCE { e ENUMERATED { a } } END"""
        for codec, octets, wrong in (
            ("jer", b'{"c":{"z":{"y":[1]}},"e":"z","r":"0"}', b'{"e":"z"}'),
            ("xer", b"<A><c><z><y>1</y></z></c><e><z/></e><r>0</r></A>", b"<B><e><z/></e></B>"),
        ):
            spec = asn1tools.compile_string(text, codec)
            self.assertEqual(spec.decode("A", octets), {"c": (None, None), "e": None, "r": 0.0})
            with self.assertRaisesRegex(asn1tools.DecodeError, "B.e: Expected enumeration value 'a', but got 'z'."):
                spec.decode("B", wrong)

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

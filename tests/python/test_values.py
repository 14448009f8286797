"""Python values in all rules, and the errors for invalid ones."""

import datetime
import pickle
import unittest

import wireglot

UTC = datetime.timezone.utc
TEXT = """
M DEFINITIONS AUTOMATIC TAGS ::= BEGIN
A ::= SEQUENCE {
    n INTEGER, b BIT STRING, c CHOICE { x NULL, y ENUMERATED { p, q } }, d INTEGER DEFAULT 5,
    t UTCTime, g GeneralizedTime, r REAL, o OBJECT IDENTIFIER, l SEQUENCE OF BOOLEAN, s UTF8String,
    k OCTET STRING OPTIONAL
}
B ::= OCTET STRING (CONTAINING BOOLEAN)
R ::= SEQUENCE { r R OPTIONAL }
Small ::= INTEGER (0..7)
CLASS-A ::= CLASS { &id INTEGER UNIQUE, &T } WITH SYNTAX { &id IS &T }
Set CLASS-A ::= { { 1 IS BOOLEAN } | { 2 IS OCTET STRING } }
Pair ::= SEQUENCE { id CLASS-A.&id({Set}), value CLASS-A.&T({Set}{@id}) }
END
"""
REGULAR = """
M DEFINITIONS AUTOMATIC TAGS ::= BEGIN
D ::= SEQUENCE {
    a INTEGER DEFAULT 1, b BOOLEAN, c SEQUENCE OF E DEFAULT {}, d E DEFAULT two, e CHOICE { f NULL, g D } OPTIONAL,
    h BIT STRING DEFAULT '01'B, ..., i INTEGER (0..255) DEFAULT 9, [[ j BOOLEAN, k INTEGER DEFAULT 3 ]], ...,
    l UTF8String DEFAULT "last"
}
E ::= ENUMERATED { one, two, ..., three }
F ::= SEQUENCE { a INTEGER (0..7) DEFAULT 2, b UTCTime OPTIONAL, c IA5String DEFAULT "c", d OCTET STRING DEFAULT ''H }
G ::= OCTET STRING (CONTAINING F)
H ::= SET { a G, b [5] SEQUENCE OF G, c BIT STRING (CONTAINING F) OPTIONAL, d OBJECT IDENTIFIER, e GeneralizedTime }
J ::= SEQUENCE (SIZE (0..3)) OF CHOICE { a G, b F, c INTEGER (0..18446744073709551615), ..., d E }
CLASS-A ::= CLASS { &id INTEGER UNIQUE, &T } WITH SYNTAX { &id IS &T }
Set CLASS-A ::= { { 1 IS F } | { 2 IS G } | { 3 IS J } }
K ::= SEQUENCE { id CLASS-A.&id({Set}), value CLASS-A.&T({Set}{@id}) }
L ::= SEQUENCE { id INTEGER (0..7), k SEQUENCE OF K }
N ::= SET { a INTEGER DEFAULT 1, b BOOLEAN }
END
"""
VALUE = {
    "n": 2**70,
    "b": (b"\xf0", 4),
    "c": ("y", "q"),
    "d": 5,
    "t": datetime.datetime(2020, 1, 2, tzinfo=UTC),
    "g": datetime.datetime(1999, 12, 31, 23, 59, 59, 250000, tzinfo=UTC),
    "r": 0.1,
    "o": "1.2.840.113549",
    "l": [True, False],
    "s": "h\u00e9",
}


class Values(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.spec = wireglot.compile(TEXT)

    def test_there_and_back_by_all_rules(self):
        for rules in wireglot.RULES:
            with self.subTest(rules):
                self.assertEqual(self.spec["A"].decode(self.spec["A"].encode(VALUE, rules), rules), VALUE)

    def test_samples_of_texts(self):
        for word in ("jer", "json", "value", "xer"):
            with self.subTest(word):
                for value in self.spec["A"].samples(1, 20, word):
                    self.assertEqual(self.spec["A"].decode(self.spec["A"].encode(value, word), word), {"d": 5, **value})

    def test_forms(self):
        octets = self.spec["A"].encode(VALUE, "der")
        decode = self.spec["A"].decode
        self.assertEqual(decode(octets, "der", choice="dict")["c"], {"y": "q"})
        self.assertEqual(decode(octets, "der", enum="number")["c"], ("y", 1))
        self.assertEqual(decode(octets, "der", times="text")["t"], "200102000000Z")
        self.assertNotIn("d", decode(octets, "der", defaults=False))
        self.assertEqual(decode(octets, "der", json=True)["b"], {"value": "F0", "length": 4})
        numbers = self.spec["A"].encode(VALUE | {"c": {"y": 1}}, "der")
        self.assertEqual(numbers, octets)

    def test_what_strings_and_open_types_hold(self):
        self.assertIs(self.spec["B"].decode(b"\x04\x03\x01\x01\xff", "ber"), True)
        self.assertEqual(self.spec["B"].encode(True, "ber"), b"\x04\x03\x01\x01\xff")
        for value in ({"id": 1, "value": True}, {"id": 2, "value": b"xy"}):
            octets = self.spec["Pair"].encode(value, "uper")
            self.assertEqual(self.spec["Pair"].decode(octets, "uper"), value)
        closed = wireglot.compile(TEXT, contents="octets")
        self.assertEqual(closed["B"].decode(b"\x04\x03\x01\x01\xff", "ber"), b"\x01\x01\xff")
        self.assertEqual(closed["Pair"].decode(octets, "uper")["value"], b"\x02xy")

    def test_prefixes_and_rows(self):
        one = self.spec["Small"].encode(3, "ber")
        self.assertEqual(self.spec["Small"].decode_prefix(one + b"rest", "ber"), (3, b"rest"))
        self.assertEqual(list(self.spec["Small"].decode_all(one * 3, "ber")), [3, 3, 3])

    def test_octets_of_any_kind(self):
        for kind in (bytes, bytearray, memoryview):
            self.assertEqual(self.spec["Small"].decode(kind(b"\x02\x01\x03"), "ber"), 3)
        for wrong in ("020103", 5, None, [2, 1, 3]):
            with self.assertRaises(TypeError):
                self.spec["Small"].decode(wrong, "ber")

    def test_what_is_wrong_with_octets(self):
        with self.assertRaises(wireglot.DecodeError) as caught:
            self.spec["A"].decode(b"\x30\x05\x01", "ber")
        error = caught.exception
        self.assertEqual((error.code, error.offset, error.path, error.short), ("overrun", 1, "A", True))
        self.assertIsInstance(error, ValueError)
        again = pickle.loads(pickle.dumps(error))
        self.assertEqual((str(again), again.bit), (str(error), error.bit))

    def test_what_is_wrong_with_values(self):
        for change, path, kind in (
            ({"n": 1.5}, "A.n", TypeError),
            ({"l": [True, 1]}, "A.l[1]", TypeError),
            ({"c": ("z", None)}, "A.c", ValueError),
            ({"c": ("y", "r")}, "A.c.y", ValueError),
            ({"b": (b"", 1)}, "A.b", ValueError),
            ({"o": "3.1"}, "A.o", ValueError),
            ({"zz": 1}, "A", ValueError),
        ):
            with self.subTest(change), self.assertRaises(wireglot.Error) as caught:
                self.spec["A"].encode(VALUE | change, "ber")
            self.assertEqual(caught.exception.path, path)
            self.assertIsInstance(caught.exception, kind)
        with self.assertRaises(wireglot.EncodeError) as caught:
            self.spec["Small"].encode(8, "ber")
        self.assertEqual(caught.exception.path, "Small")

    def test_depth_has_an_end(self):
        loop = {}
        loop["r"] = loop
        with self.assertRaises(wireglot.EncodeError) as caught:
            self.spec["R"].encode(loop, "ber")
        self.assertEqual(caught.exception.code, "limit")
        with self.assertRaisesRegex(ValueError, "`depth` is at most 1024"):
            self.spec["R"].decode(b"\x30\x00", "ber", depth=10**7)

    def test_specifications_with_errors(self):
        with self.assertRaises(wireglot.CompileError) as caught:
            wireglot.compile("M DEFINITIONS ::= BEGIN A ::= Gone B ::= NULL END")
        self.assertIn("text.asn1:1:", str(caught.exception))
        part = wireglot.compile("M DEFINITIONS ::= BEGIN A ::= Gone B ::= NULL END", partial=True)
        self.assertEqual(part["B"].encode(None, "der"), b"\x05\x00")
        with self.assertRaises(KeyError):
            part["C"]
        with self.assertRaises(OSError):
            wireglot.compile("no-such-file.asn1")

    def test_rules_that_do_not_exist(self):
        for rules in ("xxx", "BER", ""):
            with self.assertRaisesRegex(ValueError, "there is no notation"):
                wireglot.compile("M DEFINITIONS ::= BEGIN T ::= NULL END", rules=rules)

    def test_regular_messages_give_the_values_of_others(self):
        spec = wireglot.compile(REGULAR)
        for name in spec.types:
            for rules in wireglot.RULES:
                for value in spec[name].samples(7, 40, rules):
                    octets = spec[name].encode(value, rules)
                    for options in ({}, {"defaults": False}, {"json": True}, {"enum": "number", "later": "none"}):
                        # With `strict`, no message is decoded on the fast path.
                        strict = rules in ("der", "cer", "coer", "caper", "cuper")
                        general = spec[name].decode(octets, rules, strict=strict, **options)
                        with self.subTest(name, rules=rules, octets=octets.hex(), options=options):
                            # The order of the members counts as well.
                            self.assertEqual(repr(spec[name].decode(octets, rules, **options)), repr(general))

    def test_an_absent_key_is_its_default(self):
        text = """M DEFINITIONS AUTOMATIC TAGS ::= BEGIN
            HELD ::= CLASS { &id INTEGER UNIQUE, &T } WITH SYNTAX { &id IS &T }
            Held HELD ::= { { 1 IS NULL } | { 2 IS BOOLEAN } }
            A ::= SEQUENCE { id HELD.&id({Held}) DEFAULT 2, v HELD.&T({Held}{@id}) }
            B ::= SEQUENCE { head SEQUENCE { id HELD.&id({Held}) DEFAULT 2, n NULL OPTIONAL } DEFAULT { n NULL },
                v HELD.&T({Held}{@head.id}) } END"""
        for rules in ("ber", "der", "uper", "oer"):
            spec = wireglot.compile(text, rules=rules)
            kind = spec["B"]
            for value in ({"v": True}, {"head": {}, "v": True}, {"head": {"id": 1}, "v": None}):
                self.assertEqual(kind.decode(kind.encode(value), defaults=False), value)
            kind = spec["A"]
            octets = kind.encode({"v": True})
            self.assertEqual(octets, kind.encode({"id": 2, "v": True}))
            self.assertEqual(kind.decode(octets), {"id": 2, "v": True})
            self.assertEqual(kind.decode(octets, defaults=False), {"v": True})

    def test_object_identifiers(self):
        kind = wireglot.compile("M DEFINITIONS ::= BEGIN O ::= OBJECT IDENTIFIER END", rules="der")["O"]
        for _ in range(2):
            for last in range(1000):
                text = f"2.5.4.{last}"
                octets = kind.encode(text)
                self.assertEqual((kind.encode(text), kind.decode(octets)), (octets, text))

    def test_integers_at_the_ends_of_machine_words(self):
        kind = wireglot.compile("M DEFINITIONS ::= BEGIN I ::= INTEGER END", rules="ber")["I"]
        for bits in (7, 8, 31, 32, 63, 64, 71, 72):
            for number in (2**bits - 1, 2**bits, -(2**bits), -(2**bits) - 1):
                octets = kind.encode(number)
                self.assertEqual(octets[2:], number.to_bytes(octets[1], "big", signed=True))
                self.assertEqual(kind.decode(octets), number)

    def test_samples_are_values(self):
        for seed in range(20):
            value = self.spec["A"].sample(seed, "uper")
            octets = self.spec["A"].encode(value, "uper")
            self.assertEqual(self.spec["A"].encode(self.spec["A"].decode(octets, "uper"), "uper"), octets)

    def test_notations(self):
        octets = self.spec["A"].encode(VALUE, "uper")
        text = self.spec["A"].convert(octets, "uper", "jer")
        self.assertIn('"n":1180591620717411303424', text)
        self.assertEqual(self.spec["A"].convert(text, "jer", "uper"), octets)
        self.assertEqual(self.spec["A"].convert(octets, "uper", "der"), self.spec["A"].encode(VALUE, "der"))

    def test_checks_of_octets_and_texts(self):
        spec = wireglot.compile("M DEFINITIONS AUTOMATIC TAGS ::= BEGIN A ::= SEQUENCE { a BOOLEAN, n INTEGER (0..255) } END")
        for number in (300, -1, 2**70):
            value = {"a": True, "n": number}
            told = rf"A\.n: {number} is outside \(0\.\.255\)"
            for rules in ("ber", "der", "jer", "json", "xer", "value", "etf"):
                with self.assertRaisesRegex(wireglot.EncodeError, told):
                    spec["A"].encode(value, rules)
                octets = spec["A"].encode(value, rules, checks=False)
                self.assertEqual(spec["A"].decode(octets, rules), value)
                with self.assertRaisesRegex(wireglot.DecodeError, told):
                    spec["A"].decode(octets, rules, checks=True)
            for rules in ("uper", "aper", "oer"):
                with self.assertRaisesRegex(wireglot.EncodeError, told):
                    spec["A"].encode(value, rules, checks=False)
        with self.assertRaises(wireglot.DecodeError) as raised:
            spec["A"].decode(bytes.fromhex("30078001ff8102012c"), "ber", checks=True)
        self.assertEqual(raised.exception.offset, 5)
        # The next message is not this one's, and v has no bits of its own.
        with self.assertRaises(wireglot.DecodeError) as raised:
            spec["A"].decode_prefix(bytes.fromhex("30078001ff8102012c") * 2, "ber", checks=True)
        self.assertEqual((raised.exception.path, raised.exception.offset), ("A.n", 5))
        text = "M DEFINITIONS AUTOMATIC TAGS ::= BEGIN W ::= SEQUENCE { w OCTET STRING, v SEQUENCE { a INTEGER (0..99) } (WITH COMPONENTS { a (0..5) }) } END"
        with self.assertRaises(wireglot.DecodeError) as raised:
            wireglot.compile(text)["W"].decode(bytes.fromhex("0141c0"), "uper", checks=True)
        self.assertEqual((raised.exception.path, raised.exception.offset), ("W.v", 2))

    def test_defaults_are_in_their_places(self):
        text = "M DEFINITIONS AUTOMATIC TAGS ::= BEGIN A ::= SEQUENCE { a BOOLEAN, n INTEGER DEFAULT 3, z NULL, m BOOLEAN DEFAULT TRUE } END"
        spec = wireglot.compile(text)
        for rules in ("ber", "uper", "oer", "jer", "xer", "value"):
            value = spec["A"].decode(spec["A"].encode({"a": True, "z": None}, rules), rules)
            self.assertEqual(list(value), ["a", "n", "z", "m"], rules)

    def test_terms_of_erlang_are_bytes(self):
        spec = wireglot.compile("M DEFINITIONS AUTOMATIC TAGS ::= BEGIN A ::= SEQUENCE { n INTEGER, b BOOLEAN OPTIONAL } END")
        # term_to_binary({'A', 5, true}, [{minor_version, 1}]).
        term = b"\x83h\x03d\x00\x01Aa\x05d\x00\x04true"
        value = {"n": 5, "b": True}
        self.assertEqual(spec["A"].encode(value, "etf"), term)
        self.assertEqual(spec["A"].decode(term, "etf"), value)
        octets = spec["A"].encode(value, "uper")
        self.assertEqual(spec["A"].convert(term, "etf", "uper"), octets)
        self.assertEqual(spec["A"].convert(octets, "uper", "etf"), term)
        for wrong in (term + b" ", term[:-1], term.replace(b"A", b"B")):
            with self.assertRaises(wireglot.Error):
                spec["A"].decode(wrong, "etf")


class Languages(unittest.TestCase):
    def test_bitproto(self):
        spec = wireglot.compile({
            "buoy.bitproto": 'proto buoy\n\nimport shared "lib/shared.bitproto"\n\n'
            "message Report {\n    shared.Depth depth = 1\n}\n",
            "lib/shared.bitproto": "proto shared\n\ntype Depth = uint12\n",
        })
        self.assertEqual(spec.language, "bitproto")
        self.assertEqual(spec["Report"].decode(b"\x2a\x01"), {"depth": 298})
        self.assertEqual(spec["Report"].encode({"depth": 298}), b"\x2a\x01")

    def test_sbe(self):
        spec = wireglot.compile({"orders.xml": SBE})
        octets = bytes([1, 0, 1, 0, 1, 0, 0, 0, 9])
        self.assertEqual(spec["Ping"].decode(octets), {"nonce": 9})
        self.assertEqual(spec["Ping"].encode({"nonce": 9}), octets)


SBE = """<messageSchema package="orders" id="1" version="0" byteOrder="littleEndian">
<types><composite name="messageHeader"><type name="blockLength" primitiveType="uint16"/>
<type name="templateId" primitiveType="uint16"/><type name="schemaId" primitiveType="uint16"/>
<type name="version" primitiveType="uint16"/></composite></types>
<message name="Ping" id="1"><field name="nonce" id="1" type="uint8"/></message></messageSchema>"""

class Arguments(unittest.TestCase):
    def test_are_errors_of_the_package_and_values(self):
        text = "M DEFINITIONS ::= BEGIN A ::= BOOLEAN END"
        type_ = wireglot.compile(text)["A"]
        calls = [
            lambda: wireglot.compile(text, rules="uuper"),
            lambda: wireglot.compile(text, contents="shut"),
            lambda: type_.decode(b""),
            lambda: type_.decode(b"", "uuper"),
            lambda: type_.decode(b"", "ber", choice="pair"),
            lambda: type_.decode(b"", "ber", depth=1 << 20),
            lambda: wireglot.scan("calls.ber", type_, "ber", framing="u7"),
            lambda: wireglot.scan("calls.ber", type_, "ber").splits(0),
            lambda: list(type_.read("calls.ber", "ber", port=3)),
        ]
        for call in calls:
            with self.assertRaises(wireglot.ArgumentError) as caught:
                call()
            self.assertIsInstance(caught.exception, wireglot.Error)
            self.assertIsInstance(caught.exception, ValueError)
            self.assertEqual((caught.exception.code, caught.exception.path), ("argument", ""))


if __name__ == "__main__":
    unittest.main()

"""Specifications, types and what is made of them go into pickles, and so to other processes."""

import copy
import multiprocessing
import pathlib
import pickle
import shutil
import tempfile
import unittest

import wireglot
from wireglot import _wireglot, asn1tools

TEXT = "M DEFINITIONS AUTOMATIC TAGS ::= BEGIN A ::= SEQUENCE { n INTEGER (0..7), s Seen OPTIONAL } Seen ::= BOOLEAN END"
FILES = {
    "own/main.asn1": "M DEFINITIONS ::= BEGIN IMPORTS P FROM Poses; T ::= SEQUENCE { p P } END",
    "modules/poses.asn1": "Poses DEFINITIONS ::= BEGIN P ::= BOOLEAN END",
    "modules/other.asn1": "Other DEFINITIONS ::= BEGIN O ::= BOOLEAN END",
    "bits/main.bitproto": 'proto a\n\nimport "lib/b.bitproto"\n\nmessage T {\n    b.P p = 1\n}\n',
    "bits/lib/b.bitproto": "proto b\n\ntype P = bool\n",
    "sbe/main.xml": """<messageSchema xmlns:xi="http://www.w3.org/2001/XInclude" package="o" id="1" version="0"
        byteOrder="littleEndian"><xi:include href="types.xml"/>
        <message name="T" id="1"><field name="p" id="1" type="uint8"/></message></messageSchema>""",
    "sbe/types.xml": """<types><composite name="messageHeader"><type name="blockLength" primitiveType="uint16"/>
        <type name="templateId" primitiveType="uint16"/><type name="schemaId" primitiveType="uint16"/>
        <type name="version" primitiveType="uint16"/></composite></types>""",
}
CASES = [("own/main.asn1", {"include": ["modules"], "rules": "der"}), ("bits/main.bitproto", {}), ("sbe/main.xml", {})]


def again(made):
    return pickle.loads(pickle.dumps(made))


class Pickles(unittest.TestCase):
    def test_files_are_not_needed_again(self):
        for file, words in CASES:
            with self.subTest(file), tempfile.TemporaryDirectory() as folder:
                root = pathlib.Path(folder)
                for name, text in FILES.items():
                    (root / name).parent.mkdir(exist_ok=True, parents=True)
                    (root / name).write_text(text)
                words = {**words, "include": [root / name for name in words.get("include", ())]}
                spec = wireglot.compile(root / file, **words)
                value = spec["T"].sample(3)
                octets = spec["T"].encode(value)
                pickled = pickle.dumps(spec)
                self.assertNotIn(b"Other DEFINITIONS", pickled)  # a module that nothing imports
                shutil.rmtree(root)
                # Also of a language that compiles again for each message.
                self.assertEqual(spec["T"].decode(octets), value)
                root.mkdir()
                loaded = pickle.loads(pickled)
                self.assertEqual((loaded.types, loaded.language), (spec.types, spec.language))
                self.assertEqual(loaded["T"].decode(octets), value)
                self.assertEqual(again(loaded)["T"].decode(octets), value)

    def test_arguments_of_compile(self):
        faulty = "M DEFINITIONS ::= BEGIN A ::= BOOLEAN B ::= Gone C ::= OCTET STRING (CONTAINING A) END"
        spec = again(wireglot.compile(faulty, partial=True, contents="octets", rules="ber"))
        self.assertEqual(spec["C"].decode(b"\x04\x03\x01\x01\xff"), b"\x01\x01\xff")
        self.assertEqual(len(spec.warnings), 1)
        printed = "Prose.\n\nM DEFINITIONS ::= BEGIN\nA ::= BOOLEAN\nEND\n\nRFC 1                  Prose                [Page 1]\n"
        spec = wireglot.compile({"rfc1.txt": printed}, language="asn1", clean=True)
        self.assertEqual(again(spec).types, ["A"])
        self.assertEqual(again(wireglot.compile("@pkix")).types, wireglot.compile("@pkix").types)
        latin = wireglot.compile({"m.asn1": "M DEFINITIONS ::= BEGIN A ::= BOOLEAN -- \xe9\n END".encode("latin-1")})
        self.assertEqual(again(latin).warnings, latin.warnings)

    def test_a_process_compiles_once(self):
        type_ = wireglot.compile(TEXT, rules="uper")["A"]
        loaded = again(type_)
        self.assertIs(again(type_), loaded)
        self.assertEqual(loaded.decode(type_.encode({"n": 3})), {"n": 3})
        self.assertIsNot(again(wireglot.compile(TEXT, rules="ber")["A"]), loaded)
        self.assertIsNot(again(wireglot.compile(TEXT.replace("7", "8"), rules="uper")["A"]), loaded)

    def test_copies_are_the_same(self):
        spec = wireglot.compile(TEXT)
        for made in (spec, spec["A"]):
            self.assertIs(copy.copy(made), made)
            self.assertIs(copy.deepcopy([made])[0], made)

    def test_other_processes(self):
        type_ = wireglot.compile(TEXT, rules="uper")["A"]
        octets = [type_.encode({"n": n}) for n in range(8)]
        with multiprocessing.get_context("spawn").Pool(1) as pool:
            self.assertEqual(pool.map(type_.decode, octets, 2), [{"n": n} for n in range(8)])

    def test_scans(self):
        type_ = wireglot.compile(TEXT)["A"]
        with tempfile.NamedTemporaryFile() as file:
            file.write(b"".join(type_.encode({"n": n % 8}, "ber") for n in range(100)))
            file.flush()
            scan = wireglot.scan(file.name, type_, "ber")
            for part in (scan, scan.only(["n"]), *scan.splits(3)):
                loaded = again(part)
                self.assertEqual((loaded.names, loaded.range), (part.names, part.range))
                self.assertEqual([len(one) for one in loaded.batches()], [len(one) for one in part.batches()])

    def test_errors(self):
        type_ = wireglot.compile(TEXT)["A"]
        for call in (lambda: type_.decode(b"\x30\x09", "ber"), lambda: type_.encode({"n": 9}, "ber"), lambda: type_.decode(b"")):
            with self.assertRaises(wireglot.Error) as caught:
                call()
            loaded = again(caught.exception)
            self.assertEqual((type(loaded), str(loaded)), (type(caught.exception), str(caught.exception)))
            self.assertEqual((loaded.code, loaded.path), (caught.exception.code, caught.exception.path))

    def test_the_drop_in(self):
        spec = asn1tools.compile_string(TEXT, "uper")
        octets = spec.encode("A", {"n": 5})
        self.assertEqual(again(spec).decode("A", octets), {"n": 5})
        self.assertEqual(copy.deepcopy(spec).decode("A", octets), {"n": 5})
        with self.assertRaises(asn1tools.DecodeError) as caught:
            spec.decode("A", b"")
        loaded = again(caught.exception)
        self.assertEqual((type(loaded), str(loaded)), (type(caught.exception), str(caught.exception)))

    def test_arguments_that_no_pickle_has(self):
        spec = wireglot.compile(TEXT)
        _, arguments = spec._made.__reduce__()
        for at in range(len(arguments)):
            for wrong in (None, 3, "x", (), ("x",), (("x",),), ((1, 2),), ((None, None),), b"x", (("x", ("y",)),)):
                mixed = [*arguments[:at], wrong, *arguments[at + 1 :]]
                try:
                    _wireglot.compile_again(*mixed)
                except (TypeError, ValueError, OSError, wireglot.Error):
                    pass


if __name__ == "__main__":
    unittest.main()

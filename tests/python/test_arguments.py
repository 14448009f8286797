"""Odd arguments and misspelled names: the error names what is wrong, and what to do."""

import array
import datetime
import enum
import functools
import gzip
import io
import json
import pathlib
import pickle
import tempfile
import unittest
import weakref
import zoneinfo

import wireglot

TEXT = """
M DEFINITIONS AUTOMATIC TAGS ::= BEGIN
Report ::= SEQUENCE {
    id INTEGER (0..255), state ENUMERATED { adrift, moored, ... },
    depth CHOICE { metres INTEGER (0..11000), unknown NULL }, name UTF8String OPTIONAL
}
Leaves ::= SEQUENCE {
    u UTCTime OPTIONAL, g GeneralizedTime OPTIONAL, d DATE OPTIONAL, t TIME-OF-DAY OPTIONAL, b BIT STRING OPTIONAL,
    n INTEGER { one(1), two(2) } OPTIONAL, r REAL OPTIONAL, i INTEGER DEFAULT 3, z BOOLEAN OPTIONAL
}
END
"""
VALUE = {"id": 7, "state": "moored", "depth": ("metres", 42)}
UTC = datetime.timezone.utc


class State(str, enum.Enum):
    MOORED = "moored"


class Number(enum.IntEnum):
    MOORED = 1


class Index:
    """An integer that is no `int`, as those of numpy."""

    def __index__(self):
        return 7


class Values(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.spec = wireglot.compile(TEXT, rules="der")
        cls.report, cls.leaves = cls.spec["Report"], cls.spec["Leaves"]

    def told(self, value, type_=None):
        with self.assertRaises(wireglot.Error) as caught:
            (type_ or self.report).encode(value)
        return str(caught.exception)

    def test_misspelled_names(self):
        for change, told in (
            ({"nmae": "x"}, "Report: the type has no component 'nmae'; did you mean name?"),
            ({"state": "mored"}, "Report.state: `mored` is not an item of this ENUMERATED; did you mean moored?"),
            ({"state": "x"}, "Report.state: `x` is not an item of this ENUMERATED; it has adrift, moored"),
            ({"depth": ("metre", 1)}, "Report.depth: `metre` is not an alternative of this CHOICE; did you mean metres?"),
            ({"name": None}, "Report.name: str is expected, not None: leave out what is absent"),
            ({"id": None}, "Report.id: int is expected, not None"),
            ({"id": "7"}, "Report.id: int is expected, not str"),
            ({"depth": ("metres",)}, "Report.depth: tuple of name and value is expected, not (str)"),
            ({"depth": {}}, "Report.depth: tuple of name and value is expected, not dict of 0 members"),
        ):
            with self.subTest(change):
                self.assertEqual(self.told(VALUE | change), told)
        self.assertEqual(
            self.told({"id": 7, "stat": "moored", "depth": ("metres", 1)}),
            "Report: there is no `state`: the type has no component 'stat'; did you mean state?",
        )
        for change, told in (
            ({"n": "tow"}, "Leaves.n: `tow` is not a named number of this type; did you mean two?"),
            ({"b": (b"x", 3.0)}, "Leaves.b: tuple of bytes and number of bits is expected, not (bytes, float)"),
            ({"d": datetime.datetime(2020, 1, 1)}, "Leaves.d: date or str is expected, not datetime.datetime"),
        ):
            self.assertEqual(self.told(change, self.leaves), told)

    def test_what_stands_for_names_and_numbers(self):
        octets = self.report.encode(VALUE)
        for change in ({"state": State.MOORED}, {"state": Number.MOORED}, {"id": Index()}, {"state": 1}):
            self.assertEqual(self.report.encode(VALUE | change), octets)
        self.assertIn("`moored` is not an alternative", self.told(VALUE | {"depth": (State.MOORED, 1)}))
        bits = self.leaves.encode({"b": (memoryview(b"\xf0"), 4)})
        self.assertEqual(self.leaves.decode(bits)["b"], (b"\xf0", 4))

    def test_times_that_a_notation_does_not_have(self):
        # The century of a UTCTime is that of RFC 5280 4.1.2.5.1.
        for year in (1950, 2049):
            time = datetime.datetime(year, 1, 2, tzinfo=UTC)
            self.assertEqual(self.leaves.decode(self.leaves.encode({"u": time}))["u"], time)
        for year in (1, 1949, 2050):
            time = datetime.datetime(year, 1, 2, tzinfo=UTC)
            told = f"Leaves.u: UTCTime has the years 1950 to 2049, not {year}"
            self.assertEqual(self.told({"u": time}, self.leaves), told)
        # Local mean time has seconds, which no time zone of a GeneralizedTime has.
        time = datetime.datetime(1880, 1, 1, tzinfo=zoneinfo.ZoneInfo("Europe/Berlin"))
        for rules in ("ber", "uper", "oer", "der"):
            self.assertEqual(self.leaves.decode(self.leaves.encode({"g": time}, rules), rules)["g"], time)
        early = datetime.datetime(1, 1, 1, tzinfo=datetime.timezone(datetime.timedelta(hours=2)))
        self.assertEqual(self.told({"g": early}, self.leaves), "Leaves.g: in UTC, it is beyond the years that Python has")


class Texts(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.report = wireglot.compile(TEXT, rules="uper")["Report"]
        cls.text = '{"id":7,"state":"moored","depth":{"metres":42}}'

    def test_text_is_str_or_bytes(self):
        octets = self.report.encode(VALUE)
        for kind in (str.encode, bytearray, lambda text: memoryview(text.encode()), str):
            data = bytearray(self.text.encode()) if kind is bytearray else kind(self.text)
            self.assertEqual(self.report.decode(data, "jer"), VALUE)
            self.assertEqual(self.report.convert(data, "jer", "uper"), octets)
        for wrong in (5, None, [1]):
            with self.assertRaises(wireglot.ValueTypeError):
                self.report.decode(wrong, "jer")
        with self.assertRaises(wireglot.ValueTypeError):
            self.report.decode("text", "etf")

    def test_what_is_wrong_with_a_text_is_an_error_of_decoding(self):
        for data, offset, short in (
            ("", 0, True),
            ('{"id":7', 7, True),
            ('{"id":7,"state":"m"}', 16, False),
            (b"\xff\xfe", 0, False),
            ("\ud800", None, False),
            (self.text + " x", len(self.text) + 1, False),
        ):
            for call in (lambda: self.report.decode(data, "jer"), lambda: self.report.convert(data, "jer", "uper")):
                with self.subTest(data), self.assertRaises(wireglot.DecodeError) as caught:
                    call()
            with self.assertRaises(wireglot.DecodeError) as caught:
                self.report.decode(data, "jer")
            self.assertEqual((caught.exception.offset, caught.exception.short), (offset, short))

    def test_values_in_a_row(self):
        rows = f"\n{self.text}\n{self.text} \n"
        for data in (rows, rows.encode()):
            self.assertEqual(list(self.report.decode_all(data, "jer")), [VALUE] * 2)
            self.assertEqual(self.report.decode_prefix(data, "jer")[1].decode(), self.text + " \n")
        self.assertEqual(list(self.report.read(io.BytesIO(rows.encode()), "jer")), [VALUE] * 2)
        self.assertEqual(list(self.report.read(io.BytesIO(b"\n"), "jer")), [])

    def test_constraints_hold_in_texts_too(self):
        wrong = VALUE | {"id": 256}
        for rules in ("jer", "json", "xer", "value", "etf"):
            with self.subTest(rules), self.assertRaises(wireglot.EncodeError) as caught:
                self.report.encode(wrong, rules)
            self.assertEqual(str(caught.exception), "Report.id: 256 is outside (0..255)")
            with self.assertRaises(wireglot.EncodeError):
                self.report.check(wrong, rules)
            self.assertTrue(self.report.encode(wrong, rules, checks=False))
        with self.assertRaises(wireglot.EncodeError):
            self.report.encode(VALUE | {"state": 9}, "xer", checks=False)

    def test_depth_counts_in_texts(self):
        type_ = wireglot.compile("M DEFINITIONS AUTOMATIC TAGS ::= BEGIN R ::= SEQUENCE { r R OPTIONAL } END")["R"]
        value = {}
        for _ in range(400):
            value = {"r": value}
        for rules in ("jer", "xer", "value", "etf"):
            text = type_.encode(value, rules, depth=500)
            self.assertEqual(type_.decode(text, rules, depth=500), value)
            self.assertEqual(type_.convert(text, rules, "ber", depth=500), type_.encode(value, "ber", depth=500))
            with self.subTest(rules), self.assertRaisesRegex(wireglot.DecodeError, "deeper than 100"):
                type_.decode(text, rules, depth=100)

    def test_json_values_are_jer(self):
        octets = self.report.encode(VALUE)
        text = json.dumps(self.report.decode(octets, json=True))
        self.assertEqual(self.report.convert(text, "jer", "uper"), octets)

    def test_bytes_alone_are_inspected(self):
        with self.assertRaises(wireglot.ArgumentError):
            self.report.inspect(self.text, "jer")


class Arguments(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.spec = wireglot.compile(TEXT, rules="uper")
        cls.report = cls.spec["Report"]
        cls.octets = cls.report.encode(VALUE)

    def test_numbers_and_flags(self):
        for options in ({"depth": -1}, {"depth": 2**70}, {"max_elements": -1}, {"max_octets": 2**70}):
            with self.subTest(options), self.assertRaises(wireglot.ArgumentError) as caught:
                self.report.decode(self.octets, **options)
            self.assertIn(next(iter(options)), str(caught.exception))
        for options, told in (
            ({"json": 1}, "json is True or False, not int"),
            ({"depth": "x"}, "depth is a whole number, not str"),
            ({"defaults": "no"}, "defaults is True or False, not str"),
        ):
            with self.subTest(options), self.assertRaises(TypeError) as caught:
                self.report.decode(self.octets, **options)
            self.assertEqual(str(caught.exception), told)
        for options in ({"jobs": -1}, {"skip": -1}, {"block": -1}, {"pad": 300}, {"pad": -1}):
            with self.subTest(options), self.assertRaises(wireglot.ArgumentError):
                wireglot.scan("calls", self.report, **options)

    def test_buffers_of_wide_items(self):
        data = array.array("H", self.octets + b"rest")
        self.assertEqual(self.report.decode_prefix(data), (VALUE, b"rest"))
        self.assertEqual(list(self.report.decode_all(array.array("H", self.octets * 2))), [VALUE] * 2)
        for wrong in (5, "03", [3], None):
            with self.assertRaises(wireglot.ValueTypeError):
                list(self.report.decode_all(wrong))

    def test_read_looks_at_its_arguments_at_once(self):
        file = io.BytesIO(self.octets)
        for arguments in ({"on_error": "skpi"}, {"on_error": None}, {"framing": "u16bee"}, {"packing": "tpkt"}):
            with self.subTest(arguments), self.assertRaises(wireglot.ArgumentError):
                self.report.read(file, **arguments)
        for source in (self.octets, None, [file]):
            with self.assertRaisesRegex(TypeError, "a path or a file opened in binary mode"):
                self.report.read(source)
        with self.assertRaises(wireglot.DecodeError) as caught:
            list(self.report.read(io.BytesIO(b"no capture"), framing="pcap"))
        self.assertEqual(caught.exception.record, "")

    def test_what_is_compiled(self):
        with tempfile.TemporaryDirectory() as folder:
            path = pathlib.Path(folder, "M\u00fc\u65e5.asn1")
            path.write_text(TEXT)
            text = "N DEFINITIONS ::= BEGIN IMPORTS Report FROM M; A ::= Report END"
            for include in (folder, path.parent, [folder]):
                self.assertIn("A", wireglot.compile(text, include=include))
                pickled = pickle.loads(pickle.dumps(wireglot.compile({"n.asn1": text}, include=include)))
                self.assertEqual(pickled["A"].encode(VALUE, "uper"), self.octets)
            with self.assertRaises(FileNotFoundError) as caught:
                wireglot.compile(pathlib.Path(folder, "gone.asn1"))
            self.assertEqual(caught.exception.filename, str(pathlib.Path(folder, "gone.asn1")))
            with open(path) as file, self.assertRaisesRegex(TypeError, "not TextIOWrapper"):
                wireglot.compile(file)
        # Without folders, texts find no files.
        with self.assertRaises(wireglot.CompileError):
            wireglot.compile(text)
        for nothing in ([], {}, iter(())):
            with self.assertRaisesRegex(wireglot.ArgumentError, "there are no files to compile"):
                wireglot.compile(nothing)
        for wrong in (None, 5, TEXT.encode(), {"m.asn1": None}):
            with self.subTest(wrong), self.assertRaises(TypeError):
                wireglot.compile(wrong)
        with self.assertRaises(wireglot.ArgumentError):
            wireglot.compile([TEXT])
        with self.assertRaises(wireglot.ArgumentError):
            wireglot.compile(TEXT, language="xyz")
        with self.assertRaisesRegex(wireglot.ArgumentError, "PER is either unaligned, uper"):
            wireglot.compile(TEXT, rules="per")

    def test_names_of_types(self):
        spec = wireglot.compile(TEXT + "N DEFINITIONS ::= BEGIN Report ::= NULL END")
        for name, told in (
            ("Report", "several modules have a type Report: M.Report, N.Report"),
            ("Leafs", "there is no type Leafs; did you mean Leaves"),
        ):
            with self.assertRaises(KeyError) as caught:
                spec[name]
            self.assertTrue(caught.exception.args[0].startswith(told), caught.exception)
        self.assertIsNone(spec.get("Leafs"))

    def test_specifications_as_keys(self):
        first = functools.lru_cache(lambda spec, name: spec[name])
        self.assertIs(first(self.spec, "Report"), self.report)
        self.assertEqual(self.spec, self.spec)
        self.assertNotEqual(self.spec, wireglot.compile(TEXT, rules="uper"))
        for one in (self.spec, self.report, wireglot.scan("calls", self.report)):
            self.assertIs(weakref.ref(one)(), one)

    def test_what_is_scanned(self):
        for source in (io.BytesIO(), b"x", 5, None, {"a": 1}):
            with self.subTest(source), self.assertRaises(TypeError):
                wireglot.scan(source, self.report)
        scan = wireglot.scan("calls", self.report, select="id, x=depth.metres", provenance="file,offset")
        self.assertEqual(scan.names, ["id", "x", "_file", "_offset"])
        with self.assertRaises(wireglot.ArgumentError):
            wireglot.scan("calls", self.report, select="=id")
        for call in (wireglot.scan, wireglot.decode_arrow, wireglot.encode_arrow):
            with self.assertRaisesRegex(wireglot.ArgumentError, "give binary rules"):
                call("calls", self.report, "jer")

    def test_a_wrong_checksum_is_an_error(self):
        packed = gzip.compress(self.octets * 50_000)
        with tempfile.TemporaryDirectory() as folder:
            path = pathlib.Path(folder, "calls.gz")
            path.write_bytes(packed[:-8] + bytes(8))
            with self.assertRaisesRegex(OSError, "checksum"):
                list(self.report.read(path))
            for jobs in (1, 2):
                with self.subTest(jobs), self.assertRaisesRegex(Exception, "checksum"):
                    for _ in wireglot.scan(path, self.report, jobs=jobs).batches():
                        pass


if __name__ == "__main__":
    unittest.main()

"""Runs the shared vectors through the package: the verdicts, values and bytes must be those of the command."""

import collections
import json
import os
import pathlib
import unittest

import wireglot

ROOT = pathlib.Path(__file__).parent.parent.parent
SHARED = pathlib.Path(os.environ.get("WIREGLOT_SHARED", ROOT.parent / "shared")) / "vectors"
#: Records that the command fails too, each with a clause, and those outside of their constraints.
KNOWN = {
    (record["id"], record["rules"])
    for name in ("known.jsonl", "outside.jsonl")
    for record in map(json.loads, (ROOT / "vectors" / name).read_text().splitlines())
}


def records(file):
    if not file.is_file():
        raise unittest.SkipTest(f"there is no {file}")
    return [json.loads(line) for line in file.read_text().split("\n") if line.strip()]


def digits(said):
    """Digits, with long runs abbreviated as repetitions."""
    if isinstance(said, str):
        return said
    if "concat" in said:
        return "".join(map(digits, said["concat"]))
    part, count = said["repeat"]
    return digits(part) * count


class Vectors(unittest.TestCase):
    def setUp(self):
        self.specs = {}
        self.counted = collections.Counter()

    def type_of(self, folder, schemas, name, **options):
        key = tuple(schemas)
        if key not in self.specs:
            self.specs[key] = wireglot.compile([folder / schema for schema in schemas], partial=True, **options)
        return self.specs[key][name]

    def told(self, wrong):
        self.assertEqual(wrong[:20], [], f"{len(wrong)} wrong, {dict(self.counted)}")

    def asn1(self, file):
        wrong = []
        for record in records(file):
            rules = record["rules"]
            octets = record["text"].encode() if "text" in record else bytes.fromhex(digits(record["bytes"]))
            if (record["id"], rules) in KNOWN:
                continue
            try:
                type_ = self.type_of(file.parent, record["schemas"], f"{record['module']}.{record['type']}")
                why = self.asn1_record(type_, rules, octets, record)
            except (KeyError, wireglot.CompileError) as error:
                why = f"no type: {error!r}"[:200]
            if why:
                wrong.append((record["id"], rules, why))
            else:
                self.counted[record["expect"]] += 1
        self.told(wrong)

    def asn1_record(self, type_, rules, octets, record):
        """Checks the package's answer; returns the failure."""
        try:
            value = type_.decode(octets, rules, contained="strict")
        except wireglot.Error as error:
            return None if record["expect"] == "error" else f"refused: {error}"
        if record["expect"] == "error":
            return f"taken: {value!r}"[:200]
        try:
            again = type_.encode(value, rules, checks=False)
        except wireglot.Error as error:
            # Additions of a later version have no name in Python, so they cannot be encoded.
            return None if "None" in repr(value) else f"not written: {error}"
        # A REAL is a float in Python, which loses its base and digits.
        if "REAL" in {part["kind"] for part in type_.describe(rules)}:
            return None
        if type_.diff(type_.decode(again, rules, contained="strict"), value, rules):
            return f"another value: {value!r}"[:200]
        if record.get("canonical") and rules != "jer" and again != octets and "None" not in repr(value):
            return f"other octets: {again.hex()}"[:200]
        return None

    def test_asn1_of_our_own(self):
        for file in sorted((ROOT / "vectors" / "asn1").glob("*.jsonl")):
            with self.subTest(file.name):
                self.asn1(file)

    def test_asn1_collected(self):
        for name in ("public", "erlang"):
            with self.subTest(name):
                self.asn1(SHARED / "asn1" / name / "vectors.jsonl")

    def test_sbe_and_bitproto(self):
        for file in (SHARED / "sbe" / "vectors.jsonl", SHARED / "bitproto" / "vectors.jsonl"):
            wrong = []
            for record in records(file):
                octets = bytes.fromhex(record["bytes"])
                type_ = self.type_of(file.parent, [record["schema"]], record["message"])
                try:
                    value = type_.decode(octets, json=True, enum="number")
                except wireglot.DecodeError as error:
                    if record["expect"] != "error":
                        wrong.append((record["id"], str(error)))
                    continue
                if record["expect"] == "error":
                    wrong.append((record["id"], "taken"))
                elif "value" in record and record["format"] == "bitproto" and value != record["value"]:
                    wrong.append((record["id"], value, record["value"]))
                elif record["format"] == "bitproto" and type_.encode(value, checks=False) != octets:
                    wrong.append((record["id"], "other octets"))
                self.counted[record["format"]] += 1
            self.told(wrong)

    def test_megaco(self):
        folder = SHARED / "megaco"
        for message in records(folder / "messages.jsonl"):
            type_ = self.type_of(folder, [f"MEDIA-GATEWAY-CONTROL-v{message['version']}.asn"], "MegacoMessage")
            for key, rules in (("ber", "ber"), ("per_aligned", "aper")):
                if key in message:
                    octets = bytes.fromhex(message[key])
                    value = type_.decode(octets, rules, defaults=False)
                    again = type_.decode(type_.encode(value, rules), rules, defaults=False)
                    self.assertEqual(again, value)
                    self.counted[rules] += 1
        self.assertGreater(self.counted.total(), 100)


if __name__ == "__main__":
    unittest.main()

"""calls.py: files of call records, intact and damaged."""

import pathlib

import wireglot

ROOT = pathlib.Path(__file__).resolve().parents[2]
SCHEMA = ROOT / "bench" / "records.asn1"


def example(number):
    """A Python block of docs/tables.md."""
    return (ROOT / "docs" / "tables.md").read_text().split("```python\n")[number].split("```")[0]


def calls():
    return wireglot.compile(SCHEMA)["CallRecord"]


def drawn(type_, seed, count):
    """Random calls, with numbers no larger than in real calls."""
    return [small(value) for value in type_.samples(seed, count, "ber")]


def small(value):
    if isinstance(value, dict):
        return {name: small(part) for name, part in value.items()}
    if isinstance(value, (list, tuple)):
        return type(value)(small(part) for part in value)
    return value % 250 if isinstance(value, int) and not isinstance(value, bool) else value


def written(framing, records):
    """A file of records, and the offset of each."""
    data, starts = bytearray(), []
    for record in records:
        if framing == "a length in front":
            record = len(record).to_bytes(2, "big") + record
        elif framing == "lines":
            record = record.hex().encode() + b"\n"
        elif framing == "blocks" and len(data) % 2048 + len(record) > 2048:
            data += b"\xff" * (-len(data) % 2048)
        starts.append(len(data))
        data += record
    return bytes(data), starts


def damaged(data, starts, chance, text):
    """The same with a byte changed in about every fiftieth record."""
    data = bytearray(data)
    for start in starts:
        if chance.random() < 0.02:
            at = start + chance.randrange(12)
            data[at] = ord("x") if text else data[at] ^ (1 << chance.randrange(8))
    return bytes(data)

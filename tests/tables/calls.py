"""calls.py: files of call records, whole and damaged."""

import pathlib

import wireglot

ROOT = pathlib.Path(__file__).resolve().parents[2]
SCHEMA = ROOT / "bench" / "records.asn1"


def example(number):
    """A block of Python in docs/tables.md."""
    return (ROOT / "docs" / "tables.md").read_text().split("```python\n")[number].split("```")[0]


def calls():
    return wireglot.compile(SCHEMA)["CallRecord"]


def drawn(type_, seed, count):
    """Random calls, in which no number is larger than those of calls are."""
    return [small(value) for value in type_.samples(seed, count, "ber")]


def small(value):
    if isinstance(value, dict):
        return {name: small(part) for name, part in value.items()}
    if isinstance(value, (list, tuple)):
        return type(value)(small(part) for part in value)
    return value % 250 if isinstance(value, int) and not isinstance(value, bool) else value


def written(framing, records):
    """A file of records, and where each begins."""
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
    """The same with an octet changed in every fiftieth record or so."""
    data = bytearray(data)
    for start in starts:
        if chance.random() < 0.02:
            at = start + chance.randrange(12)
            data[at] = ord("x") if text else data[at] ^ (1 << chance.randrange(8))
    return bytes(data)

"""blobs.py: converts columns of messages to columns of values and back, and compares them with `wireglot.scan` of the
same messages.

The arrays come from pyarrow, Polars and DuckDB, in each of Arrow's binary types.
"""

import contextlib
import pathlib
import random
import sys
import tempfile

import counted
import polars
import pyarrow as pa
import wireglot
from calls import ROOT, SCHEMA, calls, drawn, example

RECORDS = 500
# Specifications, and those of their types whose values survive a round trip.
THERE_AND_BACK = [
    (["bench/records.asn1"], ["Records.CallRecord"]),
    (["examples/snmp/SNMP.asn1"], ["SNMP.Message"]),
    (["examples/x509/X509.asn1"], ["X509.Certificate"]),
    (["examples/ldap/LDAP.asn1"], ["LDAP.LDAPMessage"]),
]
RULES = ["ber", "der", "uper", "aper", "oer"]


def messages(type_, seed=4, rules="ber"):
    return [type_.encode(value, rules) for value in drawn(type_, seed, RECORDS)]


def as_scanned():
    """Rows equal those of a scan, whatever the type of the column."""
    type_ = calls()
    octets = messages(type_)
    with tempfile.TemporaryDirectory() as folder:
        path = pathlib.Path(folder) / "calls.ber"
        path.write_bytes(b"".join(octets))
        for words in ({}, {"integers": "long", "names": "snake"}, {"select": ["duration", "cell=location.cell"]}):
            wanted = pa.table(wireglot.scan(path, type_, "ber", **words)).to_pylist()
            columns = [pa.array(octets, kind) for kind in (pa.binary(), pa.large_binary(), pa.binary_view())]
            columns += [pa.chunked_array([octets[:7], octets[7:]]), polars.Series(octets), columns[0][:]]
            for column in columns:
                made = wireglot.decode_arrow(column, type_, "ber", **words)
                if len(made) != RECORDS or pa.array(made).to_pylist() != wanted:
                    yield f"{words} {getattr(column, 'type', 'polars')}: other rows"
    empty = pa.array(wireglot.decode_arrow(pa.array([], pa.binary()), type_, "ber"))
    if len(empty) or empty.type != pa.array(wireglot.decode_arrow(pa.array(octets), type_, "ber")).type:
        yield f"no rows: {empty.type}"
    part = pa.array(wireglot.decode_arrow(pa.array(octets)[100:103], type_, "ber"))
    if part.to_pylist() != pa.array(wireglot.decode_arrow(pa.array(octets[100:103]), type_, "ber")).to_pylist():
        yield "a part of an array has other rows"


def wrong():
    """Null stays null; an invalid message is an error, or null, or null and reported."""
    type_ = calls()
    octets = messages(type_)[:4]
    column = pa.array([octets[0], None, octets[1][:-1], octets[2], octets[3] + b"\0"])
    try:
        wireglot.decode_arrow(column, type_, "ber")
        yield "damage raises nothing"
    except wireglot.DecodeError as error:
        if "row 2" not in str(error):
            yield f"what is told does not say where: {error}"
    made = wireglot.decode_arrow(column, type_, "ber", on_error="null")
    array = pa.array(made)
    if array.is_null().to_pylist() != [False, True, True, False, True]:
        yield f"nulls: {array.is_null()}"
    if [damage.row for damage in made.damages] != [2, 4]:
        yield f"damages: {made.damages}"
    told = pa.array(wireglot.decode_arrow(column, type_, "ber", on_error="null", error_column="wrong"))
    array.validate(full=True)
    told.validate(full=True)
    if told.is_null().to_pylist() != [False, True, False, False, False]:
        yield f"nulls with a column for errors: {told.is_null()}"
    errors = told.field("wrong").to_pylist()
    if [error is None for error in errors] != [True, True, False, True, False] or "CallRecord" not in errors[2]:
        yield f"errors: {errors}"
    for bad in (pa.array([1]), [b""], pa.array(["a"])):
        try:
            wireglot.decode_arrow(bad, type_, "ber")
            yield f"{bad} is taken for octets"
        except TypeError:
            pass


def back(files, name):
    """Values encode to the original bytes."""
    type_ = wireglot.compile([str(ROOT / file) for file in files])[name]
    for rules in RULES:
        octets = [type_.encode(value, rules) for value in type_.samples(9, 100, rules)]
        column = pa.array([*octets, None])
        for words in ({"integers": "text", "times": "text"}, {"integers": "text", "times": "text", "names": "snake", "enums": "numbers"}):
            made = wireglot.decode_arrow(column, type_, rules, on_error="null", **words)
            if len(made.damages) > 50:
                yield f"{rules}: {made.damages[0]}"
            again = pa.array(wireglot.encode_arrow(made, type_, rules, **words))
            again.validate(full=True)
            if again.to_pylist() == column.to_pylist():
                continue
            # Random bytes in an open type are not a valid value. A value may have several encodings; these have the
            # same value.
            for at, (one, other) in enumerate(zip(column.to_pylist(), again.to_pylist())):
                if at in {damage.row for damage in made.damages} and other is None:
                    continue
                if (one is None) != (other is None) or one is not None and type_.decode(one, rules) != type_.decode(other, rules):
                    yield f"{rules}, row {at}: {other and other.hex()} for {one and one.hex()}"
                    break


def unwritten():
    """An error names the row of a value that can't be encoded; unknown columns are rejected."""
    type_ = calls()
    column = pa.array(wireglot.decode_arrow(pa.array(messages(type_)[:3]), type_, "ber"))
    rows = column.to_pylist()
    rows[1]["servedIMEI"] = b"too short"
    column = pa.array(rows, column.type)
    try:
        wireglot.encode_arrow(column, type_, "ber")
        yield "a value beyond its constraint is written"
    except wireglot.EncodeError as error:
        if "row 1" not in str(error) or "servedIMEI" not in error.path:
            yield f"what is told does not say where: {error} {error.path}"
    made = wireglot.encode_arrow(column, type_, "ber", on_error="null")
    if pa.array(made).is_null().to_pylist() != [False, True, False] or made.damages[0].row != 1:
        yield f"nulls: {made.damages}"
    for bad in (pa.array([{"x": 1}]), pa.array([{"duration": "7"}]), pa.array([1])):
        try:
            wireglot.encode_arrow(bad, type_, "ber")
            yield f"{bad.type} is taken for calls"
        except TypeError:
            pass
    text = "M DEFINITIONS AUTOMATIC TAGS ::= BEGIN A ::= SEQUENCE { n INTEGER, a A OPTIONAL } END"
    tree = wireglot.compile(text)["A"]
    for inner in ('{"n":2},"n":3', '{"n":2', '{"n":2}}'):
        try:
            wireglot.encode_arrow(pa.array([{"n": 1, "a": inner}]), tree, "ber")
            yield f"{inner} is taken for one value"
        except wireglot.EncodeError:
            pass


KINDS = """M DEFINITIONS AUTOMATIC TAGS ::= BEGIN A ::= SEQUENCE {
    i INTEGER (0..255), s ENUMERATED { red, blue } OPTIONAL, l SEQUENCE OF INTEGER (0..9) OPTIONAL, n NULL OPTIONAL,
    c CHOICE { a INTEGER, b NULL } OPTIONAL, o OCTET STRING OPTIONAL
} END"""


def kinds():
    """Dictionaries, lists of a fixed size, and columns without a type are taken for what they hold; null is never 0."""
    type_ = wireglot.compile(KINDS, rules="der")["A"]
    octets = [type_.encode({"i": 1, "s": "blue"}), None, type_.encode({"i": 2})]
    plain = pa.array(octets, pa.binary())
    rows = pa.array(wireglot.decode_arrow(plain, type_)).to_pylist()
    for kind in (pa.binary(), pa.large_binary()):
        coded = plain.cast(kind).dictionary_encode()
        for column, wanted in ((coded, rows), (coded[1:], rows[1:]), (coded[:0], []), (coded[1:2], [None])):
            if pa.array(wireglot.decode_arrow(column, type_)).to_pylist() != wanted:
                yield f"{kind} in a dictionary, {len(column)} rows: other values"
    hidden = pa.DictionaryArray.from_arrays(pa.array([0, 1], pa.int8()), pa.array([octets[0], None], pa.binary()))
    if pa.array(wireglot.decode_arrow(hidden, type_)).to_pylist() != rows[:2]:
        yield "a null among the values of a dictionary"
    bare = pa.array(wireglot.decode_arrow(plain, type_, select=[]))
    bare.validate(full=True)
    if bare.to_pylist() != [{}, None, {}]:
        yield f"no columns: {bare}"

    def encoded(members, names):
        return pa.array(wireglot.encode_arrow(pa.StructArray.from_arrays(members, names=names), type_)).to_pylist()

    numbers = pa.array([1, 2], pa.uint8())
    texts = pa.array(["blue", None])
    for column in (texts, texts.dictionary_encode(), polars.Series(["blue", None], dtype=polars.Categorical).to_arrow()):
        if encoded([numbers, column], ["i", "s"]) != [octets[0], octets[2]]:
            yield f"{column.type}: other values"
    lists = pa.array([[1, 2], [3, 4], [5, 6]], pa.list_(pa.int64(), 2))
    for column, wanted in ((lists[:2], [[1, 2], [3, 4]]), (lists[1:], [[3, 4], [5, 6]])):
        if encoded([numbers, column], ["i", "l"]) != [type_.encode({"i": i + 1, "l": l}) for i, l in enumerate(wanted)]:
            yield f"{column.type}: other values"
    if encoded([numbers, pa.nulls(2)], ["i", "s"]) != [type_.encode({"i": 1}), type_.encode({"i": 2})]:
        yield "a column of nulls has values"
    if pa.array(wireglot.encode_arrow(pa.nulls(2), type_)).to_pylist() != [None, None]:
        yield "rows of nulls have values"
    flags = pa.StructArray.from_arrays([pa.array([False]), pa.array([7])], names=["b", "a"])
    if encoded([numbers[:1], flags], ["i", "c"]) != [type_.encode({"i": 1, "c": ("a", 7)})]:
        yield "false is taken for an alternative"
    for column, error, words in (
        (pa.array([{"i": None}], pa.struct([("i", pa.null())])), wireglot.EncodeError, "component `i` is missing"),
        (pa.array([{"i": 1.5}]), TypeError, "`i` is Float64, not an integer"),
        (pa.array([{"i": 1, "s": b"x"}]), TypeError, "`s` is Binary, not text"),
        (pa.array([{"i": 1, "c": {"choice": None}}], pa.struct([("i", pa.int8()), ("c", pa.struct([("choice", pa.string())]))])),
         wireglot.EncodeError, "`c`: no alternative has a value"),
    ):  # fmt: skip
        try:
            yield f"{column} becomes {pa.array(wireglot.encode_arrow(column, type_))}"
        except error as told:
            if words not in str(told):
                yield f"{told} does not say {words}"


def many():
    """About a million rows fit into one column, in linear time."""
    type_ = calls()
    octets = messages(type_)
    column = pa.array(random.Random(1).choices(octets, k=20_000))
    made = wireglot.decode_arrow(column, type_, "ber")
    return [] if len(pa.array(made)) == 20_000 else ["rows are missing"]


def page():
    """The examples of docs/tables.md work in DuckDB and in Polars."""
    type_ = calls()
    octets = messages(type_)
    with tempfile.TemporaryDirectory() as folder, contextlib.chdir(folder):
        pathlib.Path("calls.asn1").write_bytes(SCHEMA.read_bytes())
        kafka = pa.table({"payload": octets})
        names = {"kafka": kafka}
        exec(example(5), names)
        total = sum(value["duration"] for value in drawn(type_, 4, RECORDS))
        found = names["found"].fetchall()
        if found != [(RECORDS, total)]:
            yield f"DuckDB: {found} for {total}"
        names = {"frame": polars.DataFrame({"payload": octets})}
        exec(example(6), names)
        found = names["calls"]["duration"].cast(polars.Int64).sum()
        if found != total:
            yield f"Polars: {found} for {total}"


def main():
    round_trips = [
        (f"{name}, there and back", lambda f=files, n=name: back(f, n)) for files, names in THERE_AND_BACK for name in names
    ]
    return counted.run([
        ("as scanned", as_scanned),
        ("wrong", wrong),
        *round_trips,
        ("unwritten", unwritten),
        ("kinds of columns", kinds),
        ("many", many),
        ("docs/tables.md", page),
    ])


if __name__ == "__main__":
    sys.exit(main())

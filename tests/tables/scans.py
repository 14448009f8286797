"""scans.py: compares `wireglot.scan`, read by independent tools, with the output of `wireglot decode`.

Files of call records, intact and damaged, in every framing, are read at once, in splits and on several threads, by
pyarrow, DuckDB, Polars and pandas. The rows are compared with the JSON lines that the command prints for the same file.
"""

import collections
import contextlib
import json
import os
import pathlib
import random
import subprocess
import sys
import tempfile

import counted
import duckdb
import pandas
import polars
import pyarrow as pa
import pyarrow.compute as pc
import wireglot
from calls import ROOT, SCHEMA, calls, damaged, drawn, example, written

WIREGLOT = os.environ.get("WIREGLOT", str(ROOT / "target" / "release" / "wireglot"))
RECORDS = 3000
# Columns that look the same in JSON and in a table.
SELECT = ["sequenceNumber", "roaming", "servedIMSI", "duration"]
FRAMINGS = [
    ("one behind the other", {}, []),
    ("a length in front", {"framing": "u16be"}, ["--prefix", "u16be"]),
    ("blocks", {"block": 2048, "pad": 255}, ["--block", "2048", "--pad", "FF"]),
    ("lines", {"framing": "hex"}, ["--in", "hex-lines"]),
]


def by_command(path, options):
    """The rows that the command shows for a file."""
    line = [WIREGLOT, "decode", "-s", str(SCHEMA), "-t", "CallRecord", "-r", "ber", "--lines", "--on-error", "skip"]
    line += ["--open-types", "strict", "--select", ",".join(SELECT), *options, str(path)]
    done = subprocess.run(line, capture_output=True, timeout=300)
    rows = [json.loads(one) for one in done.stdout.splitlines()]
    # A column holds only numbers that its type allows; JSON also shows others.
    rows = [row for row in rows if 0 <= row["sequenceNumber"] < 1 << 32]
    return [tuple(row.get(name) for name in SELECT) for row in rows]


def by_scan(table):
    made = []
    for row in table.select(SELECT).to_pylist():
        made.append(tuple(one.hex().upper() if isinstance(one, bytes) else one for one in row.values()))
    return made


def compare(framing, words, options, folder):
    told, type_, chance = [], calls(), random.Random(5)
    records = [type_.encode(value, "ber") for value in drawn(type_, 9, RECORDS)]
    data, starts = written(framing, records)
    for what, octets in (("whole", data), ("damaged", damaged(data, starts, chance, framing == "lines"))):
        path = pathlib.Path(folder) / f"{what}.records"
        path.write_bytes(octets)
        wanted = by_command(path, options)
        scan = wireglot.scan(path, type_, "ber", select=SELECT, integers="long", on_error="skip", **words)
        found = by_scan(pa.table(scan))
        if found != wanted:
            told.append(f"{what}: {len(found)} rows for {len(wanted)}")
        if by_scan(pa.table(scan)) != wanted:
            told.append(f"{what}: read again it is another")
        several = wireglot.scan(path, type_, "ber", select=SELECT, integers="long", on_error="skip", jobs=3, **words)
        if by_scan(pa.table(several)) != wanted:
            told.append(f"{what}: another on three threads")
        for count in (2, 8, 50):
            splits = scan.splits(count)
            joined = [row for split in splits for row in by_scan(pa.table(split))]
            if joined != wanted:
                told.append(f"{what}: {len(joined)} rows in {len(splits)} splits for {len(wanted)}")
            if what == "whole" and not count // 2 <= len(splits) <= count + 1:
                told.append(f"{len(splits)} splits instead of {count}")
        nulls = wireglot.scan(
            path, type_, "ber", select=SELECT, integers="long", on_error="null", error_column="wrong", **words
        )
        table = pa.table(nulls)
        good = table.filter(pc.is_null(table["wrong"]))
        if by_scan(good) != wanted or table.num_rows - good.num_rows != len(nulls.damages):
            told.append(f"{what}: rows of nulls: {good.num_rows} good of {table.num_rows}, {len(nulls.damages)} told")
        told += [f"{what}: {one}" for one in places(path, type_, words)]
        if what == "damaged":
            told += stops(path, type_, words)
    return told


def places(path, type_, words):
    """Each row says where it comes from: its bytes are there, and decode to it; in splits as in the whole."""
    sources, octets = ["file", "offset", "record", "raw", "error"], path.read_bytes()
    columns = [f"_{source}" for source in sources]
    scan = wireglot.scan(path, type_, "ber", integers="long", on_error="null", provenance=sources, select=SELECT, **words)
    table, told = pa.table(scan), []
    for number, row in enumerate(table.select([*columns, "sequenceNumber"]).to_pylist(), start=1):
        file, at, record, raw, error = (row[column] for column in columns)
        if file != str(path) or record != number:
            told.append(f"row {number}: record {record} of {file}")
        if (raw is None) != (error is not None):
            told.append(f"record {record}: {error} beside {raw}")
        if raw is not None:
            shown = raw.hex().upper().encode() if words.get("framing") == "hex" else raw
            if shown not in octets[at : at + len(shown) + 4].upper() and shown not in octets[at : at + len(shown) + 4]:
                told.append(f"record {record}: its bytes are not at {at}")
            if type_.decode(raw, "ber")["sequenceNumber"] != row["sequenceNumber"]:
                told.append(f"record {record}: its bytes are another value")
    if [one for split in scan.splits(5) for one in pa.table(split)["_offset"].to_pylist()] != table["_offset"].to_pylist():
        told.append("in splits, records have other offsets")
    return told[:5]


def stops(path, type_, words):
    """The first invalid record ends the scan, and the error says where it is."""
    try:
        pa.table(wireglot.scan(path, type_, "ber", **words))
    except (pa.ArrowException, OSError) as error:
        place = ", line " if words.get("framing") == "hex" else ", octet "
        return [] if str(path) in str(error) and place in str(error) else [f"what is told does not say where: {error}"]
    return ["damage does not end it"]


def failures(folder):
    """An error is one line that names the file, and the place in it if the records are of another type."""
    path, folder = pathlib.Path(folder) / "calls.ber", pathlib.Path(folder)
    type_ = calls()
    path.write_bytes(b"".join(type_.encode(value, "ber") for value in drawn(type_, 2, 3)))
    other = wireglot.compile("M DEFINITIONS AUTOMATIC TAGS ::= BEGIN A ::= SEQUENCE { a INTEGER, b BOOLEAN } END")["A"]
    for source, of, wanted in [
        (folder / "gone.ber", type_, f"{folder / 'gone.ber'}: No such file"),
        (folder, type_, f"{folder}: Is a directory"),
        (path, other, f"{path}, octet "),
    ]:
        try:
            pa.table(wireglot.scan(source, of, "ber"))
            yield f"{source} is read"
        except (pa.ArrowException, OSError) as error:
            if wanted not in str(error) or "\n" in str(error):
                yield f"{source}: {error}"


def by_tools(folder):
    """DuckDB, Polars and pandas read a scan like any other table."""
    type_ = calls()
    values = drawn(type_, 3, 25_000)
    path = pathlib.Path(folder) / "calls.ber"
    path.write_bytes(b"".join(type_.encode(value, "ber") for value in values))
    scan = wireglot.scan([path, path], type_, "ber", integers="long")
    wanted = {}
    for value in values:
        count, total = wanted.get(value["roaming"], (0, 0))
        wanted[value["roaming"]] = (count + 2, total + 2 * value["duration"])
    query = "select roaming, count(*), sum(duration)::bigint from scan group by roaming"
    found = {row[0]: row[1:] for row in duckdb.sql(query).fetchall()}
    told = [] if found == wanted else [f"DuckDB: {found} for {wanted}"]
    frame = polars.DataFrame(scan)
    groups = frame.group_by("roaming").agg(polars.len(), polars.col("duration").cast(polars.Int64).sum())
    if {row[0]: row[1:] for row in groups.rows()} != wanted:
        told.append(f"Polars: {groups}")
    frame = pandas.DataFrame.from_arrow(scan)
    groups = frame.groupby("roaming")["duration"].agg(["count", "sum"])
    if {row[0]: row[1:] for row in groups.itertuples(name=None)} != wanted:
        told.append(f"pandas: {groups}")
    if pa.schema(scan) != pa.table(scan).schema:
        told.append("the schema is not that of the rows")
    reader = pa.RecordBatchReader.from_stream(scan)
    if reader.read_next_batch().num_rows != 10_000:
        told.append("a batch has 10,000 rows")
    del reader  # a consumer that stops reading ends it
    return told


def defaults(folder):
    """An absent DEFAULT is null, as in the command's tables, unless defaults are requested."""
    text = "M DEFINITIONS AUTOMATIC TAGS ::= BEGIN A ::= SEQUENCE { n INTEGER (0..9) DEFAULT 5, s BOOLEAN } END"
    path, type_ = pathlib.Path(folder) / "one.ber", wireglot.compile(text)["A"]
    path.write_bytes(type_.encode({"s": True}, "der"))
    for options, wanted in [({}, None), ({"defaults": True}, 5)]:
        found = pa.table(wireglot.scan(path, type_, "ber", **options)).to_pylist()
        if found != [{"n": wanted, "s": True}]:
            yield f"{options}: {found}"


def unknown(folder):
    """What only a newer version of the specification knows, in a column of its own, also in splits."""
    text = "M DEFINITIONS AUTOMATIC TAGS ::= BEGIN A ::= SEQUENCE {{ n INTEGER (0..9), ...{} }} END"
    old, new = (wireglot.compile(text.format(added))["A"] for added in ("", ", s BOOLEAN OPTIONAL"))
    path = pathlib.Path(folder) / "new.ber"
    path.write_bytes(b"".join(new.encode({"n": n, **({"s": True} if n % 2 else {})}, "der") for n in range(10)))
    scan = wireglot.scan(path, old, "ber", provenance="unknown")
    part = [{"path": "", "number": 1, "octets": bytes.fromhex("8101FF")}]
    wanted = [{"n": n, "_unknown": part if n % 2 else None} for n in range(10)]
    if pa.table(scan).to_pylist() != wanted:
        yield f"{pa.table(scan).to_pylist()}"
    if [row for split in scan.splits(3) for row in pa.table(split).to_pylist()] != wanted:
        yield "in splits, it is another"


def page(folder):
    """The example of docs/tables.md works, and DuckDB's result matches the values."""
    type_, folder = calls(), pathlib.Path(folder)
    values = drawn(type_, 8, 100)
    (folder / "calls.ber").write_bytes(b"".join(type_.encode(value, "ber") for value in values))
    (folder / "calls.asn1").write_bytes(SCHEMA.read_bytes())
    *lines, query = example(1).strip().splitlines()
    with contextlib.chdir(folder):
        names = {}
        exec("\n".join(lines), names)
        found = {row[0]: row[1] for row in eval(query, names).fetchall()}
    wanted = collections.Counter(value["roaming"] for value in values)
    return [] if found == wanted else [f"{found} for {wanted}"]


def main():
    with tempfile.TemporaryDirectory() as folder:
        checks = [(name, lambda n=name, w=words, o=options: compare(n, w, o, folder)) for name, words, options in FRAMINGS]
        return counted.run([
            *checks,
            ("tools", lambda: by_tools(folder)),
            ("unknown", lambda: unknown(folder)),
            ("failures", lambda: failures(folder)),
            ("defaults", lambda: defaults(folder)),
            ("docs/tables.md", lambda: page(folder)),
        ])


if __name__ == "__main__":
    sys.exit(main())

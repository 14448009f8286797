"""recipes.py: the examples of docs/tables.md for Delta and Dask give the rows of a scan; those for Ray and Databricks compile."""

import contextlib
import pathlib
import sys
import tempfile

import counted
import pyarrow as pa
import wireglot
from calls import SCHEMA, calls, drawn, example

RECORDS = 2000
DELTA, DASK, RAY, DATABRICKS = 8, 9, 10, 11


@contextlib.contextmanager
def folder():
    """A folder with a file of calls and its specification, in which examples run."""
    with tempfile.TemporaryDirectory() as made, contextlib.chdir(made):
        type_ = calls()
        records = [type_.encode(value, "ber") for value in drawn(type_, 6, RECORDS)]
        pathlib.Path("calls.ber").write_bytes(b"".join(records))
        pathlib.Path("calls.asn1").write_bytes(SCHEMA.read_bytes())
        yield pa.table(wireglot.scan("calls.ber", type_, "ber", integers="long", profile="spark"))


def delta():
    import deltalake

    with folder() as wanted:
        for times in (1, 2):
            exec(example(DELTA), {})
            table = pa.table(deltalake.DeltaTable("lake/calls").to_pyarrow_table())
            if table.num_rows != times * RECORDS:
                yield f"{table.num_rows} rows after {times} times {RECORDS}"
        found = table.sort_by("callReference").select(["callReference", "duration", "location"]).to_pylist()
        twice = pa.concat_tables([wanted, wanted]).sort_by("callReference")
        if found != twice.select(["callReference", "duration", "location"]).to_pylist():
            yield "other rows"


def dask():
    with folder() as wanted:
        names = {}
        exec(example(DASK), names)
        groups = wanted.group_by("roaming").aggregate([("duration", "sum")]).to_pylist()
        if names["found"].to_dict() != {group["roaming"]: group["duration_sum"] for group in groups}:
            yield f"{names['found']} for {groups}"
        if names["frame"].npartitions < 2:
            yield "the file is one part"


def syntax():
    for number, word in ((RAY, "ray"), (DATABRICKS, "Volumes")):
        text = example(number)
        compile(text, f"example {number}", "exec")
        if word not in text:
            yield f"example {number} has no {word}"


def main():
    return counted.run([("Delta", delta), ("Dask", dask), ("syntax", syntax)])


if __name__ == "__main__":
    sys.exit(main())

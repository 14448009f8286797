"""lazy.py: lazy frames of `wireglot.polars.scan` give the same rows as the whole table, and read only what a query needs."""

import contextlib
import pathlib
import sys
import tempfile

import counted
import polars
import wireglot
import wireglot.polars
from calls import SCHEMA, calls, drawn, example

RECORDS = 25_000


class Checks:
    def __init__(self, folder):
        self.folder, self.type = pathlib.Path(folder), calls()
        values = drawn(self.type, 6, RECORDS)
        self.path = self.folder / "calls.ber"
        self.path.write_bytes(b"".join(self.type.encode(value, "ber") for value in values))
        self.words = {"integers": "long"}

    def lazy(self, path=None, **words):
        return wireglot.polars.scan(path or self.path, self.type, "ber", **{**self.words, **words})

    def whole(self, **words):
        return polars.DataFrame(wireglot.scan(self.path, self.type, "ber", **{**self.words, **words}))

    def queries(self):
        whole, over = self.whole(), polars.col("duration") > 100
        cases = {
            "all": lambda frame: frame,
            "columns": lambda frame: frame.select("servedIMSI", "duration"),
            "order": lambda frame: frame.select("duration", "sequenceNumber", "servedIMSI"),
            "filter": lambda frame: frame.filter(over),
            "filter on another column": lambda frame: frame.filter(over).select("roaming"),
            "in a struct": lambda frame: frame.filter(polars.col("location").struct.field("cell") > 9).select("location"),
            "head": lambda frame: frame.head(10_007),
            "head after a filter": lambda frame: frame.filter(over).head(123),
            "filter after a head": lambda frame: frame.head(12_345).filter(over),
            "nothing": lambda frame: frame.head(0),
            "slice": lambda frame: frame.slice(9_990, 40),
            "count": lambda frame: frame.select(polars.len()),
            "count after a filter": lambda frame: frame.filter(over).select(polars.len()),
            "group": lambda frame: frame.group_by("roaming").agg(polars.len(), polars.col("duration").sum()).sort("roaming"),
        }
        lazy = self.lazy()
        if lazy.collect_schema() != whole.schema:
            yield f"schema {lazy.collect_schema()}"
        for name, query in cases.items():
            wanted = query(whole.lazy()).collect()
            for engine in ("in-memory", "streaming"):
                found = query(lazy).collect(engine=engine)
                if not found.equals(wanted):
                    yield f"{name}, {engine}: {found.shape} for {wanted.shape}"

    def stops(self):
        """What comes after the rows of `head` isn't read, nor are values of other columns stored."""
        broken = self.folder / "broken.ber"
        broken.write_bytes(self.path.read_bytes() + b"no call")
        if self.lazy(broken).head(10).collect().height != 10:
            yield "rows are missing"
        try:
            self.lazy(broken).select("duration").collect()
            yield "damage does not end it"
        except (OSError, polars.exceptions.PolarsError) as error:
            if str(broken) not in str(error) or ", octet " not in str(error):
                yield f"what is told does not say where: {error}"
        found = self.lazy(broken, on_error="null", error_column="wrong").filter(polars.col("wrong").is_not_null())
        if found.select("wrong").collect().height != 1:
            yield "the bad record is no row"

    def options(self):
        for words in (
            {"select": ["duration", "cell=location.cell"]},
            {"names": "snake"},
            {"provenance": ["file", "offset", "raw"]},
        ):
            whole = self.whole(**words)
            for name in whole.columns:
                if not self.lazy(**words).select(name).collect().equals(whole.select(name)):
                    yield f"{words}: another {name}"
        scan = wireglot.scan(self.path, self.type, "ber", **self.words)
        if polars.DataFrame(scan.only(["duration"])).columns != ["duration"] or scan.only(["duration"]).names != ["duration"]:
            yield "more columns than one"
        try:
            scan.only(["nothing"])
            yield "a column that is not there"
        except ValueError as error:
            if "nothing" not in str(error):
                yield str(error)

    def page(self):
        (self.folder / "calls.asn1").write_bytes(SCHEMA.read_bytes())
        names = {}
        with contextlib.chdir(self.folder):
            exec(example(3), names)
        whole = self.whole().filter(polars.col("duration") > 100).group_by("roaming").agg(polars.len())
        if not names["found"].sort("roaming").equals(whole.sort("roaming")):
            yield f"{names['found']} for {whole}"


def main():
    with tempfile.TemporaryDirectory() as folder:
        checks = Checks(folder)
        return counted.run([(name, getattr(checks, name)) for name in ("queries", "stops", "options", "page")])


if __name__ == "__main__":
    sys.exit(main())

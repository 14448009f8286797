"""remote.py: files that fsspec opens give the same rows as local ones, without being loaded as a whole."""

import gzip
import pathlib
import sys
import tempfile
import unittest.mock

import counted
import duckdb
import fsspec
import pandas
import polars
import pyarrow as pa
import wireglot
import wireglot.polars
from calls import calls, drawn, example

RECORDS = 12_000


class Checks:
    def __init__(self, folder):
        self.folder, self.type = pathlib.Path(folder), calls()
        data = b"".join(self.type.encode(value, "ber") for value in drawn(self.type, 2, RECORDS))
        self.path = self.folder / "calls.ber"
        self.path.write_bytes(data)
        self.memory = fsspec.filesystem("memory")
        self.memory.pipe("/calls.ber", data)
        self.memory.pipe("/calls.ber.gz", gzip.compress(data))
        self.wanted = self.scan(self.path)

    def scan(self, path, **words):
        return pa.table(wireglot.scan(path, self.type, "ber", **words))

    def addresses(self):
        paths = ["memory://calls.ber", "memory://calls.ber.gz", f"file://{self.path}", f"local://{self.path}"]
        for path in paths:
            if not self.scan(path).equals(self.wanted):
                yield f"{path}: other rows"
            if not self.scan(path, jobs=3).equals(self.wanted):
                yield f"{path}: other rows on three threads"
        both = self.scan([self.path, "memory://calls.ber"], provenance="file")
        if both["_file"].unique().to_pylist() != [str(self.path), "memory://calls.ber"]:
            yield "other files"

    def splits(self):
        scan = wireglot.scan("memory://calls.ber", self.type, "ber")
        parts = scan.splits(5)
        if len(parts) < 4 or not pa.concat_tables([pa.table(part) for part in parts]).equals(self.wanted):
            yield f"{len(parts)} parts, or other rows"
        # Read at the same time, they don't disturb each other.
        readers = [pa.RecordBatchReader.from_stream(part) for part in parts]
        tables = [[] for _ in parts]
        while readers and any(readers):
            for at, reader in enumerate(readers):
                try:
                    if reader:
                        tables[at].append(reader.read_next_batch())
                except StopIteration:
                    readers[at] = None
        if not pa.Table.from_batches([batch for part in tables for batch in part]).equals(self.wanted):
            yield "read in turn they are other rows"
        if len(wireglot.scan("memory://calls.ber.gz", self.type, "ber").splits(5)) != 1:
            yield "a compressed file is split"

    def tools(self):
        """Consumers that hold the lock of Python, and those that don't, don't block the thread that needs it."""
        scan = wireglot.scan("memory://calls.ber", self.type, "ber", integers="long")
        wanted = sum(row["duration"] for row in self.wanted.select(["duration"]).to_pylist())
        found = [
            duckdb.sql("select sum(duration)::bigint from scan").fetchall()[0][0],
            polars.DataFrame(scan)["duration"].cast(polars.Int64).sum(),
            int(pandas.DataFrame.from_arrow(scan)["duration"].astype("int64").sum()),
            wireglot.polars.scan("memory://calls.ber", self.type, "ber").select(polars.col("duration").cast(polars.Int64).sum()).collect().item(),
        ]
        if set(found) != {int(wanted)}:
            yield f"{found} for {wanted}"

    def pieces(self):
        """A large file is read in pieces, and only as far as it is needed."""
        asked = []

        def watched(path, start=None, end=None, **words):
            asked.append(end - start)
            return cat_file(path, start, end, **words)

        cat_file = self.memory.cat_file
        data = self.path.read_bytes()
        large = data * (1 + (40 << 20) // len(data))
        self.memory.pipe("/large.ber", large)
        with unittest.mock.patch.object(self.memory, "cat_file", watched):
            reader = pa.RecordBatchReader.from_stream(wireglot.scan("memory://large.ber", self.type, "ber"))
            reader.read_next_batch()
            del reader
        if max(asked) > 4 << 20 or sum(asked) > 24 << 20:
            yield f"{max(asked)} at once, {sum(asked)} of {len(large)}"
        self.memory.rm("/large.ber")

    def refused(self):
        cases = [
            ("memory://none.ber", {}, "memory://none.ber"),
            ("nowhere://none.ber", {}, "nowhere"),
            (str(self.path), {"storage_options": {"anon": True}}, "storage_options"),
        ]
        for path, words, told in cases:
            try:
                self.scan(path, **words)
                yield f"{path} is taken"
            except (OSError, ValueError, pa.ArrowException) as error:
                if told not in str(error) or "Traceback" in str(error):
                    yield f"{path}: {error}"
        self.memory.pipe("/broken.ber", self.path.read_bytes()[:-3])
        try:
            self.scan("memory://broken.ber")
            yield "damage does not end it"
        except (OSError, pa.ArrowException) as error:
            if "memory://broken.ber" not in str(error) or ", octet " not in str(error):
                yield f"what is told does not say where: {error}"
        hidden = dict(sys.modules)
        for name in [name for name in sys.modules if name.split(".")[0] == "fsspec"]:
            del sys.modules[name]
        sys.modules["fsspec"] = None
        try:
            self.scan("memory://calls.ber")
            yield "without fsspec it is taken"
        except ImportError as error:
            if "memory://calls.ber: reading from there needs fsspec" not in str(error):
                yield str(error)
        finally:
            sys.modules.update(hidden)

    def page(self):
        self.memory.pipe("/2025-11.ber", self.path.read_bytes())
        text = example(2).replace("s3://bucket", "memory://").replace(', storage_options={"anon": True}', "")
        names = {"wireglot": wireglot, "calls": self.type}
        exec(text, names)
        if not pa.table(names["scan"]).equals(self.wanted):
            yield "other rows"


def main():
    with tempfile.TemporaryDirectory() as folder:
        checks = Checks(folder)
        names = ["addresses", "splits", "tools", "pieces", "refused", "page"]
        return counted.run([(name, getattr(checks, name)) for name in names])


if __name__ == "__main__":
    sys.exit(main())

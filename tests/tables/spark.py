"""spark.py [sail|spark]: the data source `wireglot` returns the same rows as `wireglot.scan`, in every mode.

Sail is a Spark without Java; `spark` is Spark itself. Files are intact and damaged, one of them in splits and twenty in
a folder. A growing folder is read as a stream, in Spark with kills in between.
"""

import decimal
import hashlib
import json
import logging
import os
import pathlib
import random
import sys
import tempfile

import counted
import pyarrow as pa
import wireglot
import wireglot.spark
from calls import SCHEMA, calls, damaged, drawn, example, written

RECORDS = 2000


def session(which):
    """Starts a Spark session; also returns how to stop it."""
    from pyspark.sql import SparkSession

    if which == "spark":
        os.environ["PYSPARK_PYTHON"] = sys.executable
        made = SparkSession.builder.master("local[2]").config("spark.ui.enabled", "false")
        made = made.config("spark.ui.showConsoleProgress", "false").getOrCreate()
        made.sparkContext.setLogLevel("OFF")
        return made, made.stop
    from pysail.spark import SparkConnectServer

    server = SparkConnectServer(ip="127.0.0.1", port=0)
    server.start(background=True)
    made = SparkSession.builder.remote(f"sc://127.0.0.1:{server.listening_address[1]}").getOrCreate()

    def end():
        made.stop()  # with a client left, the process would not end
        server.stop()

    return made, end


def reader(read, **options):
    """A reader for call records, from a session's `read` or `readStream`."""
    said = {"spec": str(SCHEMA), "type": "CallRecord", "rules": "ber", "integers": "long", **options}
    return read.format("wireglot").options(**said)


def told_of(rows):
    """A hash over rows, whatever their order."""
    lines = sorted(json.dumps(row, default=plain) for row in rows)
    return len(lines), hashlib.sha256("\n".join(lines).encode()).hexdigest()


def plain(value):
    """Converts values that JSON has no type for."""
    return int(value) if isinstance(value, decimal.Decimal) else bytes(value).hex()


def by_scan(paths, **words):
    table = pa.table(wireglot.scan(paths, calls(), "ber", integers="long", profile="spark", **words))
    return told_of([tuple(row.values()) for row in table.to_pylist()])


def by_spark(frame):
    return told_of([tuple(row.asDict(recursive=True).values()) for row in frame.collect()])


class Checks:
    def __init__(self, spark, folder):
        self.spark, self.folder, type_ = spark, pathlib.Path(folder), calls()
        self.folders = 0
        self.records = [type_.encode(value, "ber") for value in drawn(type_, 4, RECORDS)]
        data, starts = written("", self.records)
        (self.folder / "whole").mkdir()
        self.whole = self.folder / "whole" / "calls.ber"
        self.whole.write_bytes(data)
        self.broken = self.folder / "broken.ber"
        self.broken.write_bytes(damaged(data, starts, random.Random(3), text=False))

    def whole_file(self):
        wanted = by_scan(self.whole)
        for split in (1 << 30, 30_000):
            if by_spark(reader(self.spark.read, splitOctets=split).load(str(self.whole))) != wanted:
                yield f"another in parts of {split} octets"

    def selected(self):
        frame = reader(self.spark.read, select="duration,cell=location.cell").load(str(self.whole))
        if frame.columns != ["duration", "cell"] or by_spark(frame) != by_scan(
            self.whole, select=["duration", "cell=location.cell"]
        ):
            yield f"columns {frame.columns}"

    def twenty_files(self):
        folder = self.folder / "twenty"
        (folder / "deep").mkdir(parents=True)
        paths = []
        for number in range(20):
            path = folder / ("deep" if number > 14 else ".") / f"{number:02}.ber"
            path.write_bytes(b"".join(self.records[number * 50 : number * 50 + 50]))
            paths.append(path)
        (folder / "_SUCCESS").write_bytes(b"no record")
        (folder / "notes.txt").write_bytes(b"no record")
        os.utime(paths[0], (1_000_000_000, 1_000_000_000))
        deep = {"recursiveFileLookup": "true", "pathGlobFilter": "*.ber"}
        cases = [(deep, paths), ({"pathGlobFilter": "*.ber"}, paths[:15]), ({**deep, "pathGlobFilter": "0*"}, paths[:10])]
        cases.append(({**deep, "modifiedAfter": "2002-01-01T00:00:00"}, paths[1:]))
        cases.append(({**deep, "modifiedBefore": "2002-01-01T00:00:00Z"}, paths[:1]))
        for options, wanted in cases:
            if by_spark(reader(self.spark.read, **options).load(str(folder))) != by_scan(wanted):
                yield f"{options}: other rows"

    def dropped(self):
        found = by_spark(reader(self.spark.read, mode="DROPMALFORMED").load(str(self.broken)))
        if found != by_scan(self.broken, on_error="skip"):
            yield f"{found[0]} rows"

    def permissive(self):
        frame = reader(self.spark.read, columnNameOfCorruptRecord="_corrupt").load(str(self.broken))
        if by_spark(frame) != by_scan(self.broken, on_error="null", error_column="_corrupt"):
            yield "other rows with nulls"
        wrong = frame.where("_corrupt is not null").count()
        if not 10 < wrong < 100:
            yield f"{wrong} are wrong"

    def fails_fast(self):
        try:
            reader(self.spark.read, mode="FAILFAST").load(str(self.broken)).collect()
            yield "damage does not end it"
        except Exception as error:
            if str(self.broken) not in str(error) or ", octet " not in str(error):
                yield f"what is told does not say where: {error}"

    def wrong_schema(self):
        """Records of another type: the message has one line that says where and what, and no Java trace."""
        schema = self.folder / "other.asn1"
        schema.write_text("M DEFINITIONS AUTOMATIC TAGS ::= BEGIN CallRecord ::= SEQUENCE { a INTEGER, b BOOLEAN } END")
        try:
            reader(self.spark.read, mode="FAILFAST", spec=str(schema)).load(str(self.whole)).collect()
            yield "calls are read as something else"
        except Exception as error:
            lines = str(error).splitlines()
            if not any(f"{self.whole}, octet " in line and "CallRecord: " in line for line in lines):
                yield f"what is told does not say where: {error}"
            if any(line.startswith("\tat ") for line in lines):
                yield f"a trace of Java: {error}"

    def missing(self):
        gone = str(self.folder / "gone.ber")
        frame = reader(self.spark.read, ignoreMissingFiles="true").load(gone)
        if frame.count() != 0:
            yield "rows of a file that is not there"
        try:
            reader(self.spark.read).load(gone).count()
            yield "a file that is not there is no error"
        except Exception as error:
            if gone not in str(error):
                yield f"what is told does not name the file: {error}"

    def unreadable(self):
        """A file that can be opened, but not read: one line of the message names it."""
        memory = "/proc/self/mem"
        if not os.path.exists(memory):
            return
        if reader(self.spark.read, ignoreCorruptFiles="true").load(memory).count() != 0:
            yield "rows of a file that can't be read"
        try:
            reader(self.spark.read).load(memory).count()
            yield "a file that can't be read is no error"
        except Exception as error:
            lines = str(error).splitlines()
            if not any(f"{memory}: " in line for line in lines) or any(line.startswith("\tat ") for line in lines):
                yield f"what is told does not name the file: {error}"

    def addresses(self):
        """Files and folders that fsspec opens; `local://` is one that workers share."""
        for path in (f"file://{self.whole}", f"local://{self.whole}", f"local://{self.whole.parent}"):
            if by_spark(reader(self.spark.read).load(path)) != by_scan(self.whole):
                yield f"{path}: other rows"
        split = reader(self.spark.read, splitOctets=30_000).load(f"local://{self.whole}")
        if by_spark(split) != by_scan(self.whole):
            yield "another in parts"
        gone = f"local://{self.folder}/gone.ber"
        if reader(self.spark.read, ignoreMissingFiles="true").load(gone).count() != 0:
            yield "rows of a file that is not there"
        try:
            reader(self.spark.read).load(gone).count()
            yield "a file that is not there is no error"
        except Exception as error:
            if "gone.ber" not in str(error):
                yield f"what is told does not name the file: {error}"

    def versions(self):
        """Files of two versions of a specification."""
        old = self.folder / "old.asn1"
        text = SCHEMA.read_text().replace("roaming", "abroad")
        old.write_text(text)
        folder = self.folder / "versions"
        folder.mkdir()
        paths = [folder / "1-new.ber", folder / "2-old.ber"]
        for path in paths:
            path.write_bytes(b"".join(self.records[:100]))
        type_ = wireglot.compile(text)["CallRecord"]
        wanted = by_scan(paths, versions={"*old*": type_})
        for said in (f'{{"*-old.ber": "{old}"}}', json.dumps({"2-*": [str(old)]})):
            frame = reader(self.spark.read, versions=said).load(str(folder))
            if by_spark(frame) != wanted or frame.where("abroad is null").count() != 100:
                yield f"{said}: other rows"

    def bad_options(self):
        for options, word in [({"type": "Nothing"}, "Nothing"), ({"mode": "MAYBE"}, "MAYBE"), ({"select": "no.such"}, "no")]:
            try:
                reader(self.spark.read, **options).load(str(self.whole)).collect()
                yield f"{options} is taken"
            except Exception as error:
                if word not in str(error):
                    yield f"{options}: {error}"

    def page(self):
        """The example of docs/tables.md, with existing paths."""
        text = example(4).replace("/data/calls", str(self.whole)).replace('"calls.asn1"', repr(str(SCHEMA)))
        names = {"spark": self.spark}
        exec(text, names)
        found = by_spark(names["calls"])
        if found != by_scan(self.whole, select=["duration", "cell=location.cell"]):
            yield f"{found[0]} rows, columns {names['calls'].columns}"

    def columns(self):
        """Columns of messages and of values, as functions."""
        data = [(number, bytearray(octets)) for number, octets in enumerate(self.records)] + [(-1, bytearray(b"no call"))]
        frame = self.spark.createDataFrame(data, "number long, payload binary")
        names = {"frame": frame}
        exec(example(7).replace('"calls.asn1"', repr(str(SCHEMA))), names)
        rows = names["again"].collect()
        if {row["number"]: row["payload"] and bytes(row["payload"]) for row in rows} != {**dict(enumerate(self.records)), -1: None}:
            yield "other messages come back"
        calls_ = names["calls"].where("number >= 0").orderBy("number").select("call.*")
        if by_spark(calls_) != by_scan(self.whole):
            yield "other rows than those of the file"

    def growing_folder(self):
        """Each offset brings only new rows, also after it was saved and read again."""
        folder, paths = self._landing()
        options = {"path": str(folder), "spec": str(SCHEMA), "type": "CallRecord", "rules": "ber", "integers": "long"}
        rows, offset = [], None
        for number in range(6):
            paths.append(self._land(folder, number))
            source = wireglot.spark.WireglotDataSource(options)
            stream = source.streamReader(source.schema())
            offset = stream.initialOffset() if offset is None else json.loads(json.dumps(offset))
            end = stream.latestOffset()
            batch = [made for part in stream.partitions(offset, end) for made in stream.read(part)]
            rows += [tuple(row.values()) for made in batch for row in made.to_pylist()]
            stream.commit(end)
            offset = end
        if told_of(rows) != by_scan(paths):
            yield f"{len(rows)} rows of {len(paths) * 100}"

    def stream_with_kills(self):
        """Spark's own stream: every second query dies in its batch, and the next one continues from its checkpoint."""
        folder, paths = self._landing()
        out, checkpoint = self.folder / "out", self.folder / "checkpoint"

        def keep(number, dies):
            def take(frame, batch):
                if dies:
                    frame.count()
                    raise RuntimeError("killed")
                frame.write.mode("overwrite").parquet(str(out / f"batch-{batch}"))

            stream = reader(self.spark.readStream, path=str(folder)).load()
            query = stream.writeStream.foreachBatch(take).option("checkpointLocation", str(checkpoint)).start()
            try:
                query.processAllAvailable()
            except Exception as error:
                if not dies:
                    raise RuntimeError(f"round {number}: {error}") from error
            finally:
                query.stop()

        for number in range(4):
            paths.append(self._land(folder, number))
            if number % 2:
                keep(number, dies=True)
                paths.append(self._land(folder, number + 10))
            keep(number, dies=False)
        found = by_spark(self.spark.read.parquet(*[str(batch) for batch in sorted(out.iterdir())]))
        if found != by_scan(paths):
            yield f"{found[0]} rows of {len(paths) * 100}"

    def _landing(self):
        self.folders += 1
        folder = self.folder / f"landing-{self.folders}"
        folder.mkdir()
        return folder, []

    def _land(self, folder, number):
        """Moves a file into a folder."""
        hidden, path = folder / f".{number}", folder / f"{number}.ber"
        hidden.write_bytes(b"".join(self.records[number * 100 : number * 100 + 100]))
        return hidden.rename(path)


def main(which):
    logging.disable(logging.CRITICAL)
    spark, end = session(which)
    with tempfile.TemporaryDirectory() as folder:
        wireglot.spark.register(spark)
        checks = Checks(spark, folder)
        names = [name for name in dir(checks) if not name.startswith("_") and callable(getattr(checks, name))]
        if which == "sail":
            print("left out: Sail has no streams of such sources")
            names.remove("stream_with_kills")
        wrong = counted.run([(f"{which}, {name}", getattr(checks, name)) for name in names])
    end()
    return wrong


if __name__ == "__main__":
    sys.exit(main(sys.argv[1] if len(sys.argv) > 1 else "sail"))

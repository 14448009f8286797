"""every.py [quick|full] [--seed N] [--only TEXT] [--values N] [--types N]: values of every type that a schema has, as columns and back.

The schemas are all those of the collection in ../shared that compile. 100 values of each type are drawn and encoded, under
one set of rules after the other. The columns made of them are compared with the JSON of the messages, and go through
Parquet, DuckDB and Polars; what comes back must encode to the original bytes, also with other options. The command
writes Parquet once for each table that looks different, up to a limit. What has no columns is counted, by reason.
`quick` draws 5 values of a few types of a few schemas.
"""

import argparse
import collections
import concurrent.futures
import functools
import io
import itertools
import json
import os
import random
import re
import subprocess
import sys

import duckdb
import polars
import pyarrow as pa
import pyarrow.parquet as pq
import wireglot
from same import same
from schemas import ROOT, RULES, VECTORS, names_of, sets

WIREGLOT = os.environ.get("WIREGLOT", str(ROOT / "target" / "release" / "wireglot"))
# Options for which columns are compared with JSON, in which enumerations of bitproto are numbers, and those that must only
# lead back to the same bytes.
COMPARED = {"asn1": {"integers": "text", "times": "text"}, "sbe": {}, "bitproto": {"enums": "numbers"}}
OTHERS = [{}, {"integers": "text", "names": "snake", "enums": "numbers", "profile": "spark"}]
# The command of quick tests is built without Arrow.
PROBE = [WIREGLOT, "decode", "-s", ROOT / "bench" / "records.asn1", "-t", "CallRecord", "-r", "ber", "--as", "parquet"]
WRITES_PARQUET = b"not in this build" not in subprocess.run(PROBE, input=b"", capture_output=True).stderr


class Tally:
    """What was found of some types."""

    def __init__(self):
        self.passed, self.failed, self.types, self.values = 0, [], 0, 0
        self.left = collections.Counter()  # types without columns, by reason
        self.nulls = collections.Counter()  # values that their columns don't hold, by reason
        self.inexact = 0

    def add(self, other):
        self.passed += other.passed
        self.failed += other.failed
        self.types += other.types
        self.values += other.values
        self.left += other.left
        self.nulls += other.nulls
        self.inexact += other.inexact


def reason(told):
    """What is wrong, without names and numbers."""
    told = re.sub(r"^[\w.\[\]*$ -]+: ", "", str(told).strip().splitlines()[0])
    told = re.sub(r"`[^`]*`|\"[^\"]*\"|'[^']*'", "…", told)
    return re.sub(r"-?\b\d[\d.+-]*Z?", "N", told)[:150]


def table_of(array):
    """The rows of an array of structs."""
    return pa.Table.from_batches([pa.RecordBatch.from_struct_array(array)])


def through_parquet(table):
    out = io.BytesIO()
    pq.write_table(table, out)
    return pq.read_table(io.BytesIO(out.getvalue()))


@functools.cache
def database():
    """A database of this process."""
    return duckdb.connect(config={"threads": 1})


def through_duckdb(table):
    return database().from_arrow(table).to_arrow_table()


def through_polars(table):
    return polars.from_arrow(table).to_arrow()


# Why a type has no messages here. In one of asn1c's examples, an addition and the component after it have the same tag
# (A0436); in the other, a float can't be the bound 3.14159265: the nearest one is greater.
KNOWN = ["messages without bytes have no lines", "the prefix says another number than N and cannot be changed"]
WITHOUT_MESSAGES = {"asn1c-55-components-of-OK", "asn1c-117-real-constraint-OK"}
# The types that one job looks at, and the tables that the command writes in it at most: it compiles the schema each time.
PIECE, SHOWN = 200, 40
TOOLS = {"Parquet": through_parquet, "DuckDB": through_duckdb, "Polars": through_polars}


def array_of(table):
    """A table as an array of structs."""
    return pa.array(table.to_struct_array().combine_chunks()) if table.num_rows else None


class Check:
    """The values of one type."""

    def __init__(self, set_, name, type_, language, rules, tally):
        self.set, self.name, self.type, self.rules, self.tally = set_, name, type_, rules, tally
        self.words = COMPARED[language]

    def run(self, seed, count, shown):
        """What is wrong with its columns. `shown` are the tables that the command has written."""
        try:
            octets = [self.type.encode(value, self.rules) for value in self.type.samples(seed, count, self.rules)]
            texts = self.json(octets)
        except (wireglot.Error, ValueError, TypeError, RuntimeError) as error:
            why = reason(error)
            if why not in KNOWN and self.set.name not in WITHOUT_MESSAGES:
                yield f"no messages: {error}"
            self.tally.left[why] += 1
            return
        self.tally.values += count
        column = pa.array(octets, pa.binary())
        made, array = self.decoded(column, self.words)
        is_wrong = {damage.row for damage in made.damages}
        for damage in made.damages:
            self.tally.nulls[reason(damage.message)] += 1
            # Columns have no room for contents that are not of their type (docs/tables.md).
            is_kept = "$octets" in texts[damage.row] or "$opaque" in texts[damage.row]
            if "does not fit" not in damage.message and not is_kept:
                yield f"row {damage.row}: {damage.message}"
        if is_wrong != {at for at, one in enumerate(array) if not one.is_valid}:
            yield "nulls are not those that were reported"
        good = [at for at in range(count) if at not in is_wrong]
        if not good:
            self.tally.left["no value fits"] += 1
            return
        rows = array.take(pa.array(good, pa.int64()))
        octets, is_row = [octets[at] for at in good], self.is_row
        for cells, text in zip(rows.to_pylist(), (texts[at] for at in good)):
            value = json.loads(text)
            if wrong := same(cells, rows.type, value if is_row else {"value": value}, self.name):
                yield wrong
                break
        yield from self.through_tools(rows, octets)
        yield from self.by_command(rows, octets, shown)
        for words in OTHERS:
            made, array = self.decoded(column, words)
            yield from (f"{words}: {told}" for told in self.back(array, column.to_pylist(), words))

    def json(self, octets):
        """The JSON of messages; that of SBE and bitproto comes from the command."""
        if self.rules is not None:
            return [self.type.convert(one, self.rules, "json") for one in octets]
        code, text, told = self.command(octets, "--lines")
        if code:
            raise RuntimeError(told)
        lines = text.decode().splitlines()
        if len(lines) != len(octets):
            raise RuntimeError("messages without bytes have no lines")
        return lines

    def command(self, octets, *options):
        """What the command makes of messages."""
        line = [WIREGLOT, "decode", *itertools.chain(*(("-s", file) for file in self.set.files)), "-t", self.name]
        line += [*(("-r", self.rules) if self.rules else ()), "--in", "hex-lines", *options]
        done = subprocess.run(line, input="\n".join(one.hex() for one in octets).encode(), capture_output=True)
        return done.returncode, done.stdout, done.stderr.decode(errors="replace").strip()

    @property
    def is_row(self):
        root = next(part for part in self.type.describe(self.rules) if part["root"])
        return bool(root.get("slots") or root.get("alternatives"))

    def decoded(self, column, words):
        made = wireglot.decode_arrow(column, self.type, self.rules, on_error="null", **words)
        array = pa.array(made)
        array.validate(full=True)
        return made, array

    def back(self, array, octets, words):
        """Rows encode to the original bytes, or to others for the same value; null has none."""
        if self.rules is None:
            return  # columns become only messages of ASN.1
        words = {name: word for name, word in words.items() if name != "profile"}
        try:
            again = pa.array(wireglot.encode_arrow(array, self.type, self.rules, **words)).to_pylist()
        except (wireglot.Error, TypeError, ValueError) as error:
            yield f"no way back: {error}"
            return
        for at, (one, other) in enumerate(zip(octets, again, strict=True)):
            if one == other or not array[at].is_valid:
                continue
            if other is None or self.type.diff(one, other, self.rules):
                yield f"row {at} comes back as {other and other.hex()}, not {one.hex()}"
                return
            self.tally.inexact += 1

    def through_tools(self, rows, octets):
        table = table_of(rows)
        for name, through in TOOLS.items():
            try:
                again = through(table)
            except Exception as error:  # noqa: BLE001
                yield f"{name}: {type(error).__name__}: {error}"
                continue
            if repr(again.to_pylist()) != repr(table.to_pylist()):
                yield f"{name}: other values"
            yield from (f"{name}: {told}" for told in self.back(array_of(again), octets, self.words))

    def by_command(self, rows, octets, shown):
        """The command's own Parquet has the same rows."""
        if not WRITES_PARQUET or str(rows.type) in shown or len(shown) == SHOWN:
            return
        shown.add(str(rows.type))
        words = itertools.chain(*((f"--{name}", word) for name, word in self.words.items()))
        code, file, told = self.command(octets, "--as", "parquet", *words)
        if code:
            yield f"the command: {told}"
            return
        table = pq.read_table(io.BytesIO(file))
        if repr(table.to_pylist()) != repr(rows.to_pylist()):
            yield "the command's Parquet has other values"


def jobs_of(all_sets, most):
    """Numbers of schemas, each with which of its types a job looks at: the largest would take longer than all others."""
    for number, set_ in enumerate(all_sets):
        try:
            count = 1 if most else len(names_of(set_, wireglot.compile(set_.files)))
        except wireglot.Error:
            count = 1
        yield from ((number, slice(start, start + PIECE)) for start in range(0, count, PIECE))


def judge(set_, number, seed, count, most, part):
    """What was found of some types of a schema."""
    tally, shown = Tally(), set()
    try:
        spec = wireglot.compile(set_.files)
    except wireglot.Error as error:
        tally.failed.append(f"{set_.name}: {error}")
        return tally
    names = names_of(set_, spec)
    if most and len(names) > most:
        names = random.Random(seed + number).sample(names, most)
    for at, name in list(enumerate(names, start=number))[part]:
        rules = RULES[at % len(RULES)] if spec.language == "asn1" else None
        tally.types += 1
        left = sum(tally.left.values())
        try:
            type_ = spec[name]
        except KeyError:
            tally.left["several modules have the name"] += 1
            continue
        try:
            found = list(Check(set_, name, type_, spec.language, rules, tally).run(seed, count, shown))
        except Exception as error:  # noqa: BLE001
            found = [f"{type(error).__name__}: {error}"]
        tally.failed += [f"{set_.name}, {name} ({rules or spec.language}): {told[:400]}" for told in found]
        tally.passed += not found and sum(tally.left.values()) == left
    return tally


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("mode", nargs="?", default="quick", choices=["quick", "full"])
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--only", default="", help="only schemas with this in their name")
    parser.add_argument("--values", type=int, help="values of each type; by default 100, or 5 if quick")
    parser.add_argument("--types", type=int, help="types of each schema; by default all, or 2 if quick")
    said = parser.parse_args()
    if not VECTORS.is_dir():
        print(f"no {VECTORS} here\n0 passed, 0 failed, 1 skipped")
        return False
    if said.mode == "full" and not WRITES_PARQUET:
        sys.exit("the command was built without the feature tables")
    all_sets = [one for one in sets() if said.only in one.name and one.types != []]
    count, most = (100, None) if said.mode == "full" else (5, 2)
    count, most = said.values or count, said.types or most
    if said.mode == "quick":
        all_sets = random.Random(said.seed).sample(all_sets, min(40, len(all_sets)))
    together = Tally()
    with concurrent.futures.ProcessPoolExecutor(os.cpu_count()) as pool:
        parts = jobs_of(all_sets, most)
        jobs = [pool.submit(judge, all_sets[at], at, said.seed, count, most, part) for at, part in parts]
        for job in concurrent.futures.as_completed(jobs):
            found = job.result()
            for line in found.failed:
                print(f"FAIL {line}", flush=True)
            together.add(found)
    print(f"{together.types} types of {len(all_sets)} schemas, {together.values} values")
    print(f"{together.inexact} values came back as other bytes with the same meaning")
    for what, counter in (("types without columns", together.left), ("values that their columns don't hold", together.nulls)):
        print(f"{sum(counter.values())} {what}")
        for why, number in counter.most_common(20):
            print(f"  {number:6} {why}")
    failed = len({line.split(": ")[0] for line in together.failed})
    print(f"{together.passed} passed, {failed} failed, {sum(together.left.values())} skipped")
    return bool(together.failed)


if __name__ == "__main__":
    sys.exit(main())

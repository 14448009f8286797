"""versions.py: records of several versions of a schema in one table, by the names of their files and by trial.

The rows of all files together are those of each file with its own version, except for columns that it lacks. DuckDB's
`union_by_name` over one Parquet file for each version gives the same table.
"""

import io
import os
import pathlib
import subprocess
import sys
import tempfile

import counted
import duckdb
import pyarrow as pa
import pyarrow.parquet as pq
import wireglot
from calls import ROOT

WIREGLOT = os.environ.get("WIREGLOT", str(ROOT / "target" / "release" / "wireglot"))
TEXTS = [
    """Calls DEFINITIONS AUTOMATIC TAGS ::= BEGIN
    Call ::= SEQUENCE { id INTEGER (0..255), imsi OCTET STRING (SIZE (1..8)), cause ENUMERATED { ok, busy, ... },
        legs SEQUENCE OF Leg, where CHOICE { cell INTEGER (0..255), ... }, ... }
    Leg ::= SEQUENCE { to IA5String, ... } END""",
    """Calls DEFINITIONS AUTOMATIC TAGS ::= BEGIN
    Call ::= SEQUENCE { id INTEGER (0..65535), imsi OCTET STRING (SIZE (1..8)), cause ENUMERATED { ok, busy, ..., lost },
        legs SEQUENCE OF Leg, where CHOICE { cell INTEGER (0..255), ..., wifi IA5String }, ...,
        roaming BOOLEAN, at GeneralizedTime OPTIONAL }
    Leg ::= SEQUENCE { to IA5String, ..., rate INTEGER (-9..9) } END""",
    """Calls DEFINITIONS AUTOMATIC TAGS ::= BEGIN
    Call ::= SEQUENCE { id INTEGER (0..4294967295), imsi OCTET STRING (SIZE (1..8)), cause ENUMERATED { ok, busy, ..., lost },
        legs SEQUENCE OF Leg, where CHOICE { cell INTEGER (0..255), ..., wifi IA5String }, ...,
        roaming BOOLEAN, at GeneralizedTime OPTIONAL, network SEQUENCE { mcc INTEGER (0..999), mnc INTEGER (0..999) } }
    Leg ::= SEQUENCE { to IA5String, ..., rate INTEGER (-9..9), seconds INTEGER (0..65535) } END""",
]
COUNT = 300


def plain(value):
    """A value without what is null, which a version may lack."""
    if isinstance(value, dict):
        return {name: plain(part) for name, part in value.items() if part is not None}
    return [plain(one) for one in value] if isinstance(value, list) else value


def rows(table):
    return [plain(row) for row in table.to_pylist()]


class Checks:
    def __init__(self, folder, rules, framing):
        self.folder, self.rules, self.framing = pathlib.Path(folder), rules, framing
        self.types = [wireglot.compile(text)["Call"] for text in TEXTS]
        self.schemas, self.files, self.records = [], [], []
        for number, (type_, text) in enumerate(zip(self.types, TEXTS), start=1):
            self.schemas.append(self.folder / f"calls-v{number}.asn1")
            self.schemas[-1].write_text(text)
            records = [type_.encode(value, rules) for value in type_.samples(number, COUNT, rules)]
            self.records.append([self.framed(one) for one in records])
            self.files.append(self.folder / f"{2023 + number}-{rules}.calls")
            self.files[-1].write_bytes(b"".join(self.records[-1]))
        self.words = {"times": "text", **({"framing": framing} if framing else {})}
        self.line = [WIREGLOT, "decode", "-t", "Call", "-r", rules, "--times", "text", *(["--prefix", framing] if framing else [])]

    def framed(self, record):
        return len(record).to_bytes(2, "big") + record if self.framing else record

    def scan(self, paths, versions, **words):
        return wireglot.scan(paths, self.types[2], self.rules, versions=versions, **self.words, **words)

    def by_name(self):
        return {f"{2023 + number}-*": self.types[number - 1] for number in (1, 2)}

    def wanted(self):
        """The rows of each file with its own version."""
        made = [pa.table(wireglot.scan(path, type_, self.rules, **self.words)) for path, type_ in zip(self.files, self.types)]
        return [row for table in made for row in rows(table)]

    def each_file(self):
        for what, versions in (("by name", self.by_name()), ("by trial", self.types[:2])):
            if what == "by trial" and self.rules != "ber":
                continue  # without tags, a short record can be of several versions
            for jobs in (1, 3):
                table = pa.table(self.scan(self.files, versions, jobs=jobs))
                if rows(table) != self.wanted():
                    yield f"{what}, {jobs} jobs: other rows"
            scan = self.scan(self.files, versions)
            if [row for split in scan.splits(7) for row in rows(pa.table(split))] != self.wanted():
                yield f"{what}: other rows in splits"
            if pa.schema(scan) != pa.table(scan).schema or pa.schema(self.scan([], versions)) != pa.schema(scan):
                yield f"{what}: another schema"

    def each_record(self):
        """Versions change from record to record."""
        if self.rules != "ber":
            return
        mixed = [record for three in zip(*self.records) for record in three]
        path = self.folder / "mixed.calls"
        path.write_bytes(b"".join(mixed))
        apart = self.wanted()
        wanted = [apart[at + COUNT * number] for at in range(COUNT) for number in range(3)]
        for order in ([2, 0, 1], [0, 1, 2]):
            first, *others = (self.types[number] for number in order)
            table = pa.table(wireglot.scan(path, first, self.rules, versions=others, **self.words))
            if rows(table) != wanted:
                yield f"{order}: other rows"

    def by_command(self):
        line = [*self.line, "-s", self.schemas[2], *[f"--versions={2023 + n}-*={self.schemas[n - 1]}" for n in (1, 2)]]
        for form in ("arrow", "parquet"):
            done = subprocess.run([*line, "--as", form, *self.files], capture_output=True, check=False, timeout=300)
            if done.returncode:
                yield done.stderr.decode()
                return
            read = pa.ipc.open_stream(done.stdout).read_all() if form == "arrow" else pq.read_table(io.BytesIO(done.stdout))
            if not read.equals(pa.table(self.scan(self.files, self.by_name()))):
                yield f"{form}: another table than that of a scan"

    def by_duckdb(self):
        """The same columns and rows as those that DuckDB makes of a table for each version."""
        parts = []
        for path, type_ in zip(self.files[::-1], self.types[::-1]):
            parts.append(self.folder / f"{path.name}.parquet")
            pq.write_table(pa.table(wireglot.scan(path, type_, self.rules, select=["id", "imsi", "cause"], **self.words)), parts[-1])
        names = [str(part) for part in parts]
        wanted = duckdb.sql(f"select * from read_parquet({names}, union_by_name=true)").to_arrow_table()
        scan = self.scan(self.files[::-1], self.by_name(), select=["id", "imsi", "cause"])
        if pa.table(scan).to_pylist() != wanted.to_pylist() or pa.table(scan).schema.names != wanted.schema.names:
            yield "DuckDB has other rows"

    def selected(self):
        scan = self.scan(self.files, self.by_name(), select=["id", "mcc=network.mcc", "rate=legs[0].rate"], provenance=["file"])
        table = pa.table(scan)
        wanted = [(row["id"], row.get("network", {}).get("mcc")) for row in self.wanted()]
        if [(row["id"], row["mcc"]) for row in table.to_pylist()] != wanted:
            yield "other rows"
        if table["_file"].to_pylist() != [str(path) for path in self.files for _ in range(COUNT)]:
            yield "other files"
        rates = [next(iter(row["legs"]), {}).get("rate") for row in self.wanted()]
        if [rate if rate is None else int(rate) for rate in table["rate"].to_pylist()] != rates:
            yield "other rates"

    def refused(self):
        other = wireglot.compile("M DEFINITIONS AUTOMATIC TAGS ::= BEGIN Call ::= SEQUENCE { id IA5String } END")["Call"]
        cases = [({"versions": [other]}, "`id` is an integer in version 1, but text in version 2; select other columns")]
        cases.append(({"versions": [], "select": "network.nothing"}, "nothing"))
        if self.rules == "uper":
            cases.append(({"versions": [self.types[0]], "framing": None}, "don't say where they end"))
        for words, told in cases:
            try:
                wireglot.scan(self.files, self.types[2], self.rules, **{**self.words, **words})
                yield f"{words} are taken"
            except ValueError as error:
                if told not in str(error):
                    yield f"{words}: {error}"
        broken = self.folder / "broken.calls"
        broken.write_bytes(self.records[0][0] + self.framed(b"\x30\x03\x80\x01"))
        try:
            pa.table(self.scan(broken, self.types[:2]))
            yield "damage does not end it"
        except (pa.ArrowException, OSError, ValueError) as error:
            if str(broken) not in str(error) or "version" not in str(error):
                yield f"what is told does not say where: {error}"


def main():
    checks = []
    with tempfile.TemporaryDirectory() as folder:
        for rules, framing in (("ber", None), ("ber", "u16be"), ("uper", "u16be")):
            inner = pathlib.Path(folder) / f"{rules}-{framing}"
            inner.mkdir()
            made = Checks(inner, rules, framing)
            names = ["each_file", "each_record", "by_command", "by_duckdb", "selected", "refused"]
            checks += [(f"{rules}, {framing}: {name}", getattr(made, name)) for name in names]
        return counted.run(checks)


if __name__ == "__main__":
    sys.exit(main())

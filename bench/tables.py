"""make bench-tables: a million call records as columns, in Python and by the command.

The file is that of `make bench-records` (bench/records.asn1). Rates are records in a second of the processors, those of
all threads counted: the best of several rounds, all cases by turns. Runs in build/venv with the wheel of `make wheel`,
pyarrow and DuckDB; asn1tools decodes a part of the same records into dicts. Writes bench/results/tables.json.
"""

import importlib
import os
import shutil
import subprocess
import sys
import tempfile
import time

import record
import records

ROUNDS = 9
TWO = ["sequenceNumber", "duration"]
# How many records asn1tools reads.
FEW = 5000
# Memory is measured on the file, and on so many of it.
COPIES = 8
QUERY = "select roaming, count(*), sum(duration) from table_ group by roaming"


def drain(stream):
    """How many rows a stream has, of which nothing is made."""
    import pyarrow

    return sum(batch.num_rows for batch in pyarrow.RecordBatchReader.from_stream(stream))


def timed(call, *arguments):
    """Seconds of the processors, and what came of it."""
    start = time.process_time()
    made = call(*arguments)
    return time.process_time() - start, made


def by_duckdb(table_):
    import duckdb

    return sorted(duckdb.sql(QUERY).fetchall())


def by_command(form):
    """Seconds of the processors that the command takes for a table of the records."""
    words = [records.WIREGLOT, "decode", "-s", records.SCHEMA, "-t", "Records.CallRecord", "-r", "ber", "--as", form]
    with tempfile.TemporaryFile() as out:
        process = subprocess.Popen([*words, records.FILE], stdout=out)
        _, status, used = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
        if process.returncode != 0:
            raise SystemExit(f"wireglot decode --as {form} failed on the call records")
    return used.ru_utime + used.ru_stime


def some(count):
    """The first records of the file, each by itself."""
    octets = records.FILE.read_bytes()
    made, at = [], 0
    while len(made) < count:
        length, begins = (octets[at + 1], 2) if octets[at + 1] < 128 else (octets[at + 2], 3)
        made.append(octets[at : at + begins + length])
        at += begins + length
    return made


def by_asn1tools():
    """Seconds of the processors that asn1tools takes for a record."""
    module = importlib.import_module("asn1tools").compile_files([str(records.SCHEMA)], "ber")
    few = some(FEW)
    seconds, _ = timed(lambda: [module.decode("CallRecord", one) for one in few])
    return seconds / FEW


def memory(path):
    """MiB at most of a process of its own that drains a scan."""
    code = (
        "import sys, wireglot, pyarrow, resource\n"
        "type_ = wireglot.compile(sys.argv[1])['CallRecord']\n"
        "for _ in pyarrow.RecordBatchReader.from_stream(wireglot.scan(sys.argv[2], type_, 'ber')): pass\n"
        "print(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024)"
    )
    done = subprocess.run([sys.executable, "-c", code, records.SCHEMA, path], capture_output=True, text=True, check=True)
    return float(done.stdout)


def grown():
    """MiB that a file takes more which has the records several times."""
    with tempfile.NamedTemporaryFile(suffix=".ber") as file:
        for _ in range(COPIES):
            with records.FILE.open("rb") as part:
                shutil.copyfileobj(part, file, 1 << 20)
        file.flush()
        return max(memory(file.name) - memory(records.FILE), 0.01)


def main():
    import pyarrow
    import wireglot

    octets = records.make()
    type_ = wireglot.compile(records.SCHEMA)["CallRecord"]
    whole = wireglot.scan(records.FILE, type_, "ber", integers="long")
    blobs = pyarrow.array(some(records.COUNT), pyarrow.binary())
    cases = {
        "all columns": lambda: drain(wireglot.scan(records.FILE, type_, "ber")),
        "2 of 16 columns": lambda: drain(wireglot.scan(records.FILE, type_, "ber", select=TWO)),
        "blobs": lambda: len(pyarrow.array(wireglot.decode_arrow(blobs, type_, "ber"))),
        "as DuckDB reads it": lambda: drain(whole),
        "DuckDB": lambda: by_duckdb(whole),
    }
    commands = {"Parquet": "parquet", "CSV": "csv"}
    seconds = {case: [] for case in [*cases, *commands]}
    wanted = by_duckdb(whole)
    for number in range(ROUNDS):
        for case, call in cases.items():
            took, made = timed(call)
            if made != (wanted if case == "DuckDB" else records.COUNT):
                raise SystemExit(f"{case}: {made}")
            seconds[case].append(took)
        if number % 3 == 0:
            for case, form in commands.items():
                seconds[case].append(by_command(form))
    suite = record.Suite("tables")
    for case, found in seconds.items():
        suite.row(case, "wireglot", "0.1.0", "--release", found, True, octets)
        print(f"{case}: {records.COUNT / min(found) / 1e6:.2f} M records a second of the processors", flush=True)
    for case in ("all columns", "2 of 16 columns", *commands):
        suite.floor(case, [records.COUNT / min(seconds[case]) / 1e6])
    suite.floor("blobs, against the file", [min(seconds["all columns"]) / min(seconds["blobs"])])
    over = min(seconds["DuckDB"]) / min(seconds["as DuckDB reads it"])
    suite.limit("DuckDB, against reading alone", [over])
    suite.limit("memory that grows", [grown()])
    theirs = by_asn1tools()
    ratio = theirs / (min(seconds["all columns"]) / records.COUNT)
    suite.row("dicts", "asn1tools", "0.169.0", "", [theirs * records.COUNT], True, octets)
    suite.ratio("all columns, asn1tools", f"{min(seconds['all columns']):.2f} s", f"{theirs * records.COUNT:.1f} s", [ratio])
    return suite.finish()


if __name__ == "__main__":
    sys.exit(main())

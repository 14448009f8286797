"""make bench-tables: a million call records as columns, in Python, by the command, and in Spark and Sail.

The file is that of `make bench-records` (bench/records.asn1). Rates are records in a second of the processors, those of
all threads counted: the best of several rounds, all cases by turns. Runs in build/venv with the wheel of `make wheel`,
pyarrow and DuckDB; asn1tools decodes a part of the same records into dicts. Spark (local[2], with pyspark-asn1 beside it)
and Sail run in environments of their own. With `--sessions`, only these are measured, and the other rows stay. Writes
bench/results/tables.json, and a table into docs/tables.md.
"""

import importlib
import json
import os
import shutil
import subprocess
import sys
import tempfile
import time

import pages
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


def session(suite, which, version, octets):
    """Measures the cases of Spark or Sail; what isn't there is left out."""
    python = record.ROOT / "build" / which / "bin" / "python"
    name = which.capitalize()
    mine = [case for case in suite.goals if case.startswith(f"{name}, ")]
    if not python.exists():
        for case in mine:
            suite.leave_out(case, f"there is no {python}")
        return
    script = record.ROOT / "bench" / "tables" / "spark.py"
    words = [python, script, which, records.SCHEMA, records.FILE, str(records.COUNT)]
    environment = os.environ | {"PYTHONPATH": str(record.ROOT / "build" / "wheels" / "site")}
    done = subprocess.run(words, capture_output=True, text=True, env=environment, start_new_session=True)
    if done.returncode:
        raise SystemExit(f"{name}: {done.stderr[-2000:]}")
    for case, seconds in json.loads(done.stdout.splitlines()[-1]).items():
        system = "spark-asn1" if case == "pyspark-asn1" else "wireglot"
        suite.row(f"{name}, {case}", system, version if system == "wireglot" else "0.5.1", name, seconds, True, octets)
        rate = records.COUNT / min(seconds) / 1e6
        print(f"{name}, {case}: {rate:.3f} M records a second of the processors", flush=True)
        suite.floor(f"{name}, {case}", [rate])
    for case in mine:
        if case not in {row["case"] for row in suite.ratios}:
            suite.leave_out(case, "it is not installed")


def page(suite):
    """Writes the rates into docs/tables.md."""
    ratios = {row["case"]: row for row in suite.ratios}
    rows = []
    for case, ratio in ratios.items():
        goal = suite.goals.get(case, {})
        if goal.get("unit") == "M/s":
            wanted = f"{goal['limit']:g}" if goal.get("goal") else "-"
            rate = f"{float(ratio['ours'].split()[0]):.2f}"
            rows.append([case, f"**{rate}**" if ratio["met"] is False else rate, wanted])
    pages.put("tables.md", "tables", pages.table(["", "million records", "goal"], rows))


def main():
    octets = records.make()
    suite = record.Suite("tables")
    if "--sessions" in sys.argv:
        suite.take_over(lambda case: case.startswith(("Spark, ", "Sail, ")))
    else:
        in_process(suite, octets)
    for which in ("spark", "sail"):
        session(suite, which, "0.1.0", octets)
    page(suite)
    return suite.finish()


def in_process(suite, octets):
    """Measures Python and the command."""
    import pyarrow
    import wireglot

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


if __name__ == "__main__":
    sys.exit(main())

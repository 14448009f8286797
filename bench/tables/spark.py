"""spark.py spark|sail SCHEMA FILE COUNT: a million call records through the data source `wireglot`, and through pyspark-asn1.

`make bench-tables` runs it in the environment of Spark or Sail. It prints, for each case, the seconds of the processors in
each round as JSON: those of all processes and threads of the session, the JVM and Python's workers too. The first round
of each case only warms up and is left out.
"""

import json
import os
import pathlib
import sys

from pyspark.sql import SparkSession

ROUNDS = 4
TWO = "sequenceNumber,duration"
TICKS = os.sysconf("SC_CLK_TCK")


def spark(schema, file):
    """A session of Spark, its readers of the file, and how to end it."""
    os.environ["PYSPARK_PYTHON"] = sys.executable
    made = SparkSession.builder.master("local[2]").config("spark.ui.enabled", "false")
    made = made.config("spark.ui.showConsoleProgress", "false")
    try:
        import pyspark_asn1

        made = made.config("spark.jars", pyspark_asn1.jar_path())
    except ImportError:
        pyspark_asn1 = None
    made = made.getOrCreate()
    made.sparkContext.setLogLevel("OFF")
    cases = ours(made, schema, file, ["all columns", "2 of 16 columns"])
    if pyspark_asn1:
        theirs = {"asn1.schema": schema, "asn1.type": "CallRecord", "asn1.encoding": "ber"}
        cases["pyspark-asn1"] = lambda: made.read.format("asn1").options(**theirs).load(file)
    return made, cases, made.stop


def sail(schema, file):
    """The same of Sail."""
    from pysail.spark import SparkConnectServer

    server = SparkConnectServer(ip="127.0.0.1", port=0)
    server.start(background=True)
    made = SparkSession.builder.remote(f"sc://127.0.0.1:{server.listening_address[1]}").getOrCreate()

    def end():
        made.stop()  # with a client left, the process would not end
        server.stop()

    return made, ours(made, schema, file, ["all columns"]), end


def ours(session, schema, file, cases):
    import wireglot.spark

    wireglot.spark.register(session)
    options = {"spec": schema, "type": "CallRecord", "rules": "ber"}

    def read(select):
        chosen = {"select": TWO} if select else {}
        return session.read.format("wireglot").options(**options, **chosen).load(file)

    return {case: lambda case=case: read(case.startswith("2")) for case in cases}


def used():
    """Seconds of the processors of all processes of this session, and of those that they waited for."""
    ticks, session = 0, os.getsid(0)
    for entry in pathlib.Path("/proc").iterdir():
        if entry.name.isdigit():
            try:
                fields = (entry / "stat").read_text().rsplit(")", 1)[1].split()
            except OSError:
                continue
            if int(fields[3]) == session:
                ticks += sum(map(int, fields[11:15]))
    return ticks / TICKS


def drain(frame):
    """Makes all rows of a frame and drops them."""
    frame.write.format("noop").mode("overwrite").save()


def main():
    which, schema, file, count = sys.argv[1:]
    session, cases, end = {"spark": spark, "sail": sail}[which](schema, file)
    found = {case: [] for case in cases}
    for _ in range(ROUNDS):
        for case, read in cases.items():
            before = used()
            drain(read())
            found[case].append(used() - before)
    for case, read in cases.items():
        rows = read().count()
        if rows != int(count):
            raise SystemExit(f"{case}: {rows} rows")
    print(json.dumps({case: seconds[1:] for case, seconds in found.items()}))
    end()


if __name__ == "__main__":
    main()

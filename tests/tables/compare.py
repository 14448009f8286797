"""compare.py: compares tables, read by independent tools, with the command's JSON.

For each type, 100 values are drawn, encoded, and decoded twice: to JSON lines and to a table, as an Arrow stream and as
Parquet. Both are compared value by value. Types that cannot become a table are listed with the reason.
"""

import io
import json
import os
import pathlib
import subprocess
import sys
import tempfile

import counted
import duckdb
import pyarrow as pa
import pyarrow.parquet as pq
from same import same

ROOT = pathlib.Path(__file__).resolve().parents[2]
WIREGLOT = os.environ.get("WIREGLOT", str(ROOT / "target" / "release" / "wireglot"))
DRAWN = 100
# Schema files, rules, and types; all root types if none are named.
SETS = [
    (["bench/records.asn1"], "ber", ["CallRecord"]),
    (["examples/snmp/SNMP.asn1"], "ber", ["SNMP.Message"]),
    (["examples/x509/X509.asn1"], "der", ["X509.Certificate"]),
    (["@pkix"], "der", ["PKIX.Certificate", "PKIX.CertificateList"]),
    (["examples/ldap/LDAP.asn1"], "ber", ["LDAP.LDAPMessage"]),
]


def wireglot(*args, data=b""):
    done = subprocess.run([WIREGLOT, *args], input=data, capture_output=True, cwd=ROOT, timeout=300)
    return done.returncode, done.stdout, done.stderr.decode()


def drawn(files, rules, name):
    """Encodings of random values, back to back, and their JSON."""
    schema = [word for file in files for word in ("-s", file)]
    common = [*schema, "-t", name, "-r", rules]
    code, lines, told = wireglot("sample", *common, "-n", str(DRAWN), "--seed", "7", "--out", "hex-lines")
    if code:
        raise RuntimeError(told)
    code, text, told = wireglot("decode", *common, "--in", "hex-lines", "--open-types", "strict", data=lines)
    if code:
        raise RuntimeError(told)
    return common, lines, [json.loads(line) for line in text.splitlines()]


def rows_of(common, lines, form):
    options = ["--in", "hex-lines", "--as", form, "--integers", "text", "--times", "text"]
    code, octets, told = wireglot("decode", *common, *options, data=lines)
    if code:
        raise RuntimeError(told)
    if form == "arrow":
        return pa.ipc.open_stream(octets).read_all()
    return pq.read_table(io.BytesIO(octets))


def compare(files, rules, name):
    common, lines, values = drawn(files, rules, name)
    told = []
    for form in ("arrow", "parquet"):
        table = rows_of(common, lines, form)
        if table.num_rows != len(values):
            told.append(f"{name} {form}: {table.num_rows} rows of {len(values)}")
            continue
        row = pa.struct(list(table.schema))
        for at, (cells, value) in enumerate(zip(table.to_pylist(), values)):
            value = value if len(table.schema) > 1 or isinstance(value, dict) else {"value": value}
            if wrong := same(cells, row, value, name):
                told.append(f"{form}, row {at}: {wrong}")
                break
    return told


def by_duckdb():
    """Sums and groups over a million call records are the same as for the JSON lines."""
    common, lines, values = drawn(["bench/records.asn1"], "ber", "CallRecord")
    with tempfile.TemporaryDirectory() as folder:
        file = pathlib.Path(folder) / "calls.parquet"
        options = ["--in", "hex-lines", "--as", "parquet", "--integers", "text", "--names", "snake"]
        code, octets, told = wireglot("decode", *common, *options, "--select", "n=sequenceNumber,roaming", data=lines)
        if code:
            return [told]
        file.write_bytes(octets)
        query = f"select roaming, count(*), sum(n)::bigint from '{file}' group by roaming order by roaming"
        found = duckdb.sql(query).fetchall()
    wanted = []
    for roaming in (False, True):
        group = [value["sequenceNumber"] for value in values if value["roaming"] is roaming]
        if group:
            wanted.append((roaming, len(group), sum(group)))
    return [] if found == wanted else [f"DuckDB: {found} for {wanted}"]


def main():
    checks = [(f"{name} ({rules})", lambda f=files, r=rules, n=name: compare(f, r, n)) for files, rules, names in SETS for name in names]
    return counted.run([*checks, ("DuckDB", by_duckdb)])


if __name__ == "__main__":
    sys.exit(main())

"""bounded.py: data that took other tools minutes or gigabytes.

Each row is decoded, or encoded from text, within two seconds of CPU time and half a gigabyte, and must give the value
or error listed. The shapes are those of CVE-2026-59884, -59885 and -59886: an object identifier with very many arcs, a
tag with very many octets, an exponent with very many digits.
"""

import os
import pathlib
import resource
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
WIREGLOT = os.environ.get("WIREGLOT", ROOT / "target" / "release" / "wireglot")
MODULE = """Bounded DEFINITIONS AUTOMATIC TAGS ::= BEGIN
Oid ::= OBJECT IDENTIFIER
Relative ::= RELATIVE-OID
Number ::= INTEGER
Real ::= REAL
Open ::= SEQUENCE { a BOOLEAN OPTIONAL, ... }
END
"""
SECONDS, OCTETS = 2, 1 << 29
MANY = 50_000


def ber(tag, contents):
    size = len(contents)
    length = bytes([size]) if size < 128 else bytes([0x83]) + size.to_bytes(3, "big")
    return bytes([tag]) + length + contents


def real(contents):
    return ber(9, contents)


# A description, the type, the data (BER to decode, or text to encode), and a part of the expected output: the value,
# the DER, or the error.
ROWS = [
    ("an identifier of many arcs", "Oid", ber(6, b"\x2a" + b"\x01" * MANY), "1.2.1.1.1"),
    ("too many arcs", "Oid", ber(6, b"\x2a" + b"\x01" * 4 * MANY), "a number takes more than 65536 octets"),
    ("a relative identifier of many arcs", "Relative", ber(13, b"\x01" * MANY), "1.1.1.1"),
    ("an arc of many octets", "Oid", ber(6, b"\x2a" + b"\xff" * MANY + b"\x7f"), "1.2.40335956787"),
    ("a number of many octets", "Number", ber(2, b"\x7f" * MANY), "4960542021"),
    ("a tag of many octets", "Open", ber(0x30, b"\x9f" + b"\xff" * MANY + b"\x7f\x00"), "malformed identifier octets"),
    ("a tag of many octets around", "Open", b"\x3f" + b"\xff" * MANY + b"\x7f\x00", "malformed identifier octets"),
    ("a large decimal exponent", "Real", real(b"\x031.E999999999"), '{"base10Value": 1e999999999}'),
    ("a small decimal exponent", "Real", real(b"\x031.E-999999999"), '{"base10Value": 1e-999999999}'),
    ("a decimal exponent of many digits", "Real", real(b"\x031.E" + b"9" * MANY), "an exponent beyond 64 bits"),
    ("a large binary exponent", "Real", real(b"\x83\x04\x7f\xff\xff\xff\x01"), '"exponent": 2147483647'),
    ("a binary exponent of many octets", "Real", real(b"\x83\xc8" + b"\x7f" * 200 + b"\x01"), "an exponent beyond 64 bits"),
    ("a mantissa of many octets", "Real", real(b"\x80\x01" + b"\x55" * MANY), '"mantissa": 332004780'),
    ("an exponent in JSON", "Real", "1E999999999", "090d03312e45393939393939393939"),
    ("a negative exponent in JSON", "Real", "-1E-999999999", "090f032d312e452d393939393939393939"),
    ("an exponent of many digits in JSON", "Real", "1E" + "9" * MANY, "the exponent is too long"),
    ("a fraction of many digits in JSON", "Real", "0." + "0" * MANY + "1", "090a03312e452d3530303031"),
]
# The expected output of `--as value`.
VALUES = [
    ("a decimal exponent", "Real", "{mantissa 1, base 10, exponent 999999999}", "090d03312e45393939393939393939"),
    ("a binary exponent", "Real", "{mantissa 1, base 2, exponent 999999999}", "090783043b9ac9ff01"),
]


def limits():
    resource.setrlimit(resource.RLIMIT_AS, (OCTETS, OCTETS))
    resource.setrlimit(resource.RLIMIT_CPU, (SECONDS, SECONDS))


def outcome(module, type_, data, notation):
    schema = ["-s", module, "-t", type_]
    verb = ["decode", *schema, "-r", "ber"]
    if isinstance(data, str):
        verb, data = ["encode", *schema, "-r", "der", "--as", notation, "--out", "hex"], data.encode()
    done = subprocess.run([WIREGLOT, *verb], input=data, capture_output=True, preexec_fn=limits, timeout=120)
    if done.returncode not in (0, 1):
        return f"exit code {done.returncode}: " + done.stderr.decode()
    return done.stdout.decode() + done.stderr.decode()


def main():
    failed = 0
    rows = [(*row, "json") for row in ROWS] + [(*row, "value") for row in VALUES]
    with tempfile.TemporaryDirectory() as folder:
        module = pathlib.Path(folder) / "Bounded.asn1"
        module.write_text(MODULE)
        for what, type_, data, wanted, notation in rows:
            found = outcome(module, type_, data, notation)
            if wanted not in found:
                failed += 1
                print(f"FAIL {what}: {found[:200]!r} where {wanted!r} is wanted")
    print(f"{len(rows) - failed} passed, {failed} failed, 0 skipped")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())

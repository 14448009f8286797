"""Seeds the fuzzers' corpora from our own vectors and examples and, if it is available, from the collection in
../shared.

fuzz/corpus/front_end gets specifications; the others, one per set of rules, get messages, each after one byte that
selects the specification (fuzz/targets.rs).
"""

import base64
import hashlib
import json
import os
import pathlib
import re

ROOT = pathlib.Path(__file__).resolve().parent.parent
SHARED = pathlib.Path(os.environ.get("WIREGLOT_SHARED", ROOT.parent / "shared"))
CORPUS = ROOT / "fuzz" / "corpus"
BUNDLE = pathlib.Path("/etc/ssl/certs/ca-certificates.crt")
MEGACO = "build/packages/erlang-src/usr/lib/erlang/lib/megaco-*/src/binary/MEDIA-GATEWAY-CONTROL-v3.asn"
LONGEST_SCHEMA = 6000
LONGEST_MESSAGE = 2000
# The targets seeded by messages in some rules. A canonical encoding is also one in the basic rules, and others must be
# rejected.
TARGETS = {
    "ber": ("ber", "der", "cer"),
    "der": ("ber", "der", "cer"),
    "cer": ("ber", "cer"),
    "uper": ("uper", "cuper"),
    "aper": ("aper", "caper"),
    "cuper": ("uper", "cuper"),
    "caper": ("aper", "caper"),
    "oer": ("oer", "coer"),
    "coer": ("oer", "coer"),
    "jer": ("jer",),
    "etf": ("etf",),
}


def write(target, octets):
    folder = CORPUS / target
    folder.mkdir(parents=True, exist_ok=True)
    (folder / hashlib.sha256(octets).hexdigest()[:16]).write_bytes(octets)


def schemas():
    folders = [ROOT / "examples", ROOT / "vectors", SHARED / "vectors" / "asn1"]
    for folder in folders:
        for path in sorted(folder.rglob("*.asn*")):
            if path.stat().st_size <= LONGEST_SCHEMA:
                yield path.read_bytes()


def choice(path):
    """The byte that selects the specification of a message (the rows of fuzz/targets.rs)."""
    rows = ["Everything", "SNMP", "LDAP", "X509", "Groups", "Procedures", "DerSet", "Octets", "Terms"]
    name = pathlib.Path(path).stem
    return rows.index(name) if name in rows else 0


def messages():
    """(rules, choice, bytes) of every vector and example."""
    for path in sorted((ROOT / "vectors" / "asn1").glob("*.jsonl")) + sorted(SHARED.glob("vectors/asn1/*/vectors.jsonl")):
        for line in path.read_text().splitlines():
            record = json.loads(line)
            octets = record.get("bytes")
            if isinstance(octets, str) and record["rules"] in TARGETS and len(octets) <= 2 * LONGEST_MESSAGE:
                yield record["rules"], choice(record["schemas"][-1]), bytes.fromhex(octets)
            if record.get("value") is not None:
                yield "jer", choice(record["schemas"][-1]), json.dumps(record["value"]).encode()
    for line in (ROOT / "vectors" / "etf" / "terms.jsonl").read_text().splitlines():
        record = json.loads(line)
        if record["type"] == "All":
            yield "etf", choice(record["schemas"][-1]), bytes.fromhex(record["bytes"])
    for name in ("snmp/SNMP", "ldap/LDAP"):
        path = ROOT / "examples" / name
        for line in path.with_name("messages.hex").read_text().split():
            yield "ber", choice(path), bytes.fromhex(line)
    if BUNDLE.is_file():
        for block in re.findall(r"-----BEGIN CERTIFICATE-----(.*?)-----END", BUNDLE.read_text(), re.S)[:20]:
            yield "der", choice("X509"), base64.b64decode(block)


def message_schemas():
    folders = [ROOT / "fuzz", ROOT / "vectors" / "sbe", SHARED / "vectors" / "sbe"]
    for folder in folders:
        for path in sorted(folder.rglob("*.xml")):
            if path.stat().st_size <= LONGEST_SCHEMA:
                yield path.read_bytes()


def texts():
    """H.248 messages as text, if the collection has them and the module of their types is here (fuzz/targets.rs)."""
    path = SHARED / "vectors" / "megaco" / "messages.jsonl"
    if path.is_file() and any(ROOT.glob(MEGACO)):
        for line in path.read_text().splitlines():
            record = json.loads(line)
            yield from (record[form].encode() for form in ("source", "pretty", "compact"))


def main():
    for octets in schemas():
        write("front_end", octets)
    for octets in message_schemas():
        write("sbe_schema", octets)
    for path in sorted((ROOT / "fuzz" / "seeds").glob("sbe*/*")):
        write(path.parent.name, path.read_bytes())
    for rules, row, octets in messages():
        for target in TARGETS[rules]:
            write(target, bytes([row]) + octets)
    for octets in texts():
        write("h248", octets)
    for folder in sorted(CORPUS.iterdir()):
        print(f"{folder.name:10} {sum(1 for _ in folder.iterdir()):6} seeds")


if __name__ == "__main__":
    main()

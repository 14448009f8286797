"""Seeds the fuzzers' corpora from what is there: own vectors and examples, and,
where it is there, the collection in ../shared.

fuzz/corpus/front_end gets specifications; fuzz/corpus/ber, der, uper and aper get
messages, each behind one octet that chooses the specification (fuzz/targets.rs).
"""

import hashlib
import json
import os
import pathlib

ROOT = pathlib.Path(__file__).resolve().parent.parent
SHARED = pathlib.Path(os.environ.get("WIREGLOT_SHARED", ROOT.parent / "shared"))
CORPUS = ROOT / "fuzz" / "corpus"
LONGEST_SCHEMA = 6000
LONGEST_MESSAGE = 2000
RULES = {"ber": ("ber", "der"), "der": ("ber", "der"), "uper": ("uper",), "aper": ("aper",)}


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


def messages():
    """(rules, octets) of every vector and example."""
    for path in sorted((ROOT / "vectors" / "asn1").glob("*.jsonl")) + sorted(SHARED.glob("vectors/asn1/*/vectors.jsonl")):
        for line in path.read_text().splitlines():
            record = json.loads(line)
            octets = record.get("bytes")
            if isinstance(octets, str) and record["rules"] in RULES and len(octets) <= 2 * LONGEST_MESSAGE:
                yield record["rules"], bytes.fromhex(octets)
    for path in sorted((ROOT / "examples").rglob("messages.hex")):
        for line in path.read_text().split():
            yield "aper" if path.parent.name == "s1ap" else "ber", bytes.fromhex(line)


def main():
    for octets in schemas():
        write("front_end", octets)
    for rules, octets in messages():
        for target in RULES[rules]:
            choice = hashlib.sha256(octets).digest()[:1]
            write(target, choice + octets)
    for folder in sorted(CORPUS.iterdir()):
        print(f"{folder.name:10} {sum(1 for _ in folder.iterdir()):6} seeds")


if __name__ == "__main__":
    main()

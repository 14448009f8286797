"""modules.py [--seeds N]: round trips for the sound module sets of the collection.

For every type of a set, a random value is drawn, encoded in BER, decoded and compared (`wireglot check --round-trip
ber`, so every type has a plan, and the plan runs). An unresolved open type must be one by its own text: ANY, INSTANCE
OF, or a field of a class that no table with a key determines. Sets that the records call sound but
crates/asn1/tests/verdicts.tsv faulty, with the clause, are skipped.
"""

import argparse
import concurrent.futures
import json
import os
import pathlib
import re
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
SHARED = pathlib.Path(os.environ.get("WIREGLOT_SHARED", ROOT.parent / "shared"))
FOLDER = SHARED / "vectors" / "asn1" / "public"
WIREGLOT = os.environ.get("WIREGLOT", ROOT / "target" / "release" / "wireglot")
UNRESOLVED = re.compile(r"^(.*):(\d+):(\d+): \w+\[D0201\]: (.*)$", re.M)
OPEN = re.compile(r"\bANY\b|\bINSTANCE\s+OF\b|&[A-Z][A-Za-z0-9-]*")
KEYED = re.compile(r"&[A-Z][A-Za-z0-9-]*\s*\(\s*\{[^}]*\}\s*\{\s*@")


# Types without a round trip: record and type. The first of two components with the same tag is an addition and may be
# absent (X.680 52.7, our warning A0436).
KNOWN = {("asn1c-55-components-of-OK", "ModuleTestComponentsOf.OneType")}


def check(files, *more):
    schemas = [word for file in files for word in ("-s", file)]
    return subprocess.run([WIREGLOT, "check", "--short", *more, *schemas], cwd=FOLDER, capture_output=True, text=True)


def broken(files, seed):
    """The types of a set that fail the round trip."""
    done = check(files, "--round-trip", "ber", "--seed", str(seed))
    if done.returncode == 0:
        return []
    return [line for line in done.stderr.splitlines() if "error" in line] or [f"exit code {done.returncode}"]


def unresolved(files):
    """The open types of a set that are unresolved although their text has a table with a key."""
    for file, line, column, message in UNRESOLVED.findall(check(files, "--strict").stderr):
        lines = (FOLDER / file).read_text(encoding="latin-1").splitlines()[int(line) - 1 :]
        head, lines[0] = lines[0][: int(column) - 1], lines[0][int(column) - 1 :]
        text = "\n".join(lines[:8])
        word = OPEN.search(text)
        if not head.endswith("INSTANCE OF ") and (not word or KEYED.match(text, word.start())):
            yield f"{file}:{line}:{column}: {message}"


def judge(record, seeds):
    wrong = [line for seed in range(1, seeds + 1) for line in broken(record["files"], seed)]
    wrong = [line for line in wrong if not any(f" {type_} in ber:" in line for id_, type_ in KNOWN if id_ == record["id"])]
    return wrong + list(unresolved(record["files"]))


def faulty():
    """The sets listed as faulty in verdicts.tsv."""
    lines = (ROOT / "crates" / "asn1" / "tests" / "verdicts.tsv").read_text().splitlines()
    return {line.split("\t")[0] for line in lines if not line.startswith("#")}


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--seeds", type=int, default=1, help="values of each type")
    seeds = parser.parse_args().seeds
    records = [json.loads(line) for line in (FOLDER / "modules.jsonl").read_text().splitlines()]
    called_sound = [record for record in records if record["expect"] == "ok"]
    sound = [record for record in called_sound if record["id"] not in faulty()]
    failed = 0
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        for record, wrong in zip(sound, pool.map(lambda record: judge(record, seeds), sound)):
            failed += bool(wrong)
            for line in wrong[:5]:
                print(f"FAIL {record['id']}: {line[:400]}")
    skipped = len(called_sound) - len(sound)
    print(f"{len(sound) - failed} passed, {failed} failed, {skipped} skipped")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())

"""The SBE vectors: which of them are run, and how values are compared."""

import hashlib
import json
import math
import os
import pathlib
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "tests"))  # for words.py


def folder():
    """The folder of the shared vectors, or None if it is missing."""
    shared = pathlib.Path(os.environ.get("WIREGLOT_SHARED", ROOT.parent / "shared"))
    found = shared / "vectors" / "sbe"
    return found if found.is_dir() else None


def wireglot():
    """The command under test."""
    return os.environ.get("WIREGLOT", ROOT / "target" / "release" / "wireglot")


class Failed(Exception):
    """A program could not be built."""


class Schema:
    """A schema with the records of its messages."""

    def __init__(self, path):
        self.path = path
        self.records = []


def in_sample(name):
    return hashlib.sha256(name.encode()).digest()[0] % 8 == 0


def is_golden(path):
    """Schemas with messages from others: the standard's examples, and those of this project."""
    return path.stem.startswith("fix-") or path.parent.name == "car" or ROOT in path.parents


def schemas(everything):
    """The schemas that are run with their records, in the order of the files."""
    found = {}
    sources = [ROOT / "vectors" / "sbe" / name for name in ("newer.jsonl", "values.jsonl")]
    sources += [folder() / "vectors.jsonl", folder() / "vectors-public.jsonl"]
    for source in sources:
        for line in source.read_text().rstrip("\n").split("\n"):
            row = json.loads(line)
            path = (source.parent / row["schema"]).resolve()
            if everything or is_golden(path) or in_sample(path.stem):
                found.setdefault(path, Schema(path)).records.append(row)
    return list(found.values())


def with_words(wireglot, schemas):
    """Adds the interpreter's error code to records with errors."""
    for schema in schemas:
        wrong = [row for row in schema.records if row["expect"] == "error"]
        for row in wrong:
            row["word"] = "short"
        rows = [row for row in wrong if row["bytes"]]  # empty lines are ignored
        told = "".join(f"{row['bytes']}\n" for row in rows)
        command = [wireglot, "decode", "-s", schema.path, "--in", "hex-lines", "--on-error", "report"]
        done = subprocess.run(command, input=told, capture_output=True, text=True)
        for row, line in zip(rows, done.stdout.split("\n")):
            row["word"] = json.loads(line)["error"]["code"]


def accepted(everything):
    """All valid schemas, or the project's own, with or without messages."""
    found = []
    for where in (ROOT / "vectors" / "sbe", folder())[:1 + everything]:
        rows = map(json.loads, (where / "schemas.jsonl").read_text().rstrip("\n").split("\n"))
        found += [Schema(where / row["file"]) for row in rows if row["expect"] != "error"]
    return found


def same(a, b):
    """Whether two values are the same; 1 and 1.0 are, true and 1 are not."""
    if isinstance(a, dict) and isinstance(b, dict):
        return a.keys() == b.keys() and all(same(a[key], b[key]) for key in a)
    if isinstance(a, list) and isinstance(b, list):
        return len(a) == len(b) and all(map(same, a, b))
    if isinstance(a, float) and isinstance(b, float):
        return a == b and math.copysign(1, a) == math.copysign(1, b)
    return a == b and isinstance(a, bool) == isinstance(b, bool)

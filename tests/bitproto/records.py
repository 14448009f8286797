"""The vectors: which of them are run, and their form for each language."""

import hashlib
import json
import os
import pathlib
import shutil
import subprocess
import sys
import sysconfig

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "tests"))  # for words.py


def folder():
    """The folder of the shared vectors, or None if it is missing."""
    shared = pathlib.Path(os.environ.get("WIREGLOT_SHARED", ROOT.parent / "shared"))
    found = shared / "vectors" / "bitproto"
    return found if found.is_dir() else None


class Schema:
    """A schema with the records of its messages."""

    def __init__(self, path):
        self.path = path
        self.records = []

    @property
    def stem(self):
        return self.path.stem

    def imports(self):
        """All files that it imports, followed by itself."""
        found = []

        def visit(path):
            for line in path.read_text().splitlines():
                words = line.split('"')
                if line.strip().startswith("import") and len(words) > 1:
                    visit((path.parent / words[1]).resolve())
            if path not in found:
                found.append(path)

        visit(self.path.resolve())
        return found


class Record:
    """One message: its bytes, the value they decode to, and the value that encodes to them."""

    def __init__(self, row, decoded, encoded, pad=False):
        self.id = row["id"]
        self.message = row["message"]
        self.bytes = bytes.fromhex(row["bytes"])
        self.decoded = decoded
        self.encoded = encoded
        self.pad = pad


def in_sample(name):
    return hashlib.sha256(name.encode()).digest()[0] % 8 == 0


def schemas(everything):
    """Schemas with their records: all, or a fixed eighth and bitproto's own."""
    base = folder()
    found = {}

    def schema(path):
        return found.setdefault(path, Schema(base / path))

    for name in ("vectors", "disputed"):
        for row in rows(base, name):
            record = Record(row, row["value"], row.get("value_in", row["value"]))
            schema(row["schema"]).records.append(record)
    for row in rows(base, "compat"):
        pad = any("zero padded buffer" in by for by in row["agreed_by"])
        reader = Record(row, row["value_expected_by_reader"], None, pad)
        schema(row["schema_reader"]).records.append(reader)
        schema(row["schema_writer"]).records.append(Record(row, None, row["value_written"]))
    wanted = [p for p in found if everything or p.startswith("files/") or in_sample(pathlib.Path(p).stem)]
    return [found[path] for path in sorted(wanted)]


def rows(base, name):
    with open(base / f"{name}.jsonl") as lines:
        for line in lines:
            yield json.loads(line)


def wireglot():
    """The command under test; it is built if none is given."""
    if told := os.environ.get("WIREGLOT"):
        return told
    subprocess.run(["cargo", "build", "-q", "--release", "-p", "wireglot-cli"], cwd=ROOT, check=True)
    return ROOT / "target" / "release" / "wireglot"


# The compiler or interpreter of each language.
TOOLS = {
    "c": ["gcc"],
    "cpp": ["g++"],
    "go": ["go"],
    "python": ["python3"],
    "native": ["gcc"],
    "rust": ["rustc"],
    "big-endian": ["s390x-linux-gnu-gcc", "qemu-s390x"],
}


def missing(language):
    """A missing tool of a language; None if all are available."""
    if language == "native" and not (pathlib.Path(sysconfig.get_path("include")) / "Python.h").exists():
        return "Python.h"
    return next((tool for tool in TOOLS[language] if not shutil.which(tool)), None)


def listed(value):
    """A value in which objects are replaced by lists."""
    if isinstance(value, dict):
        return [listed(part) for part in value.values()]
    if isinstance(value, list):
        return [listed(part) for part in value]
    return value


def compact(value):
    return json.dumps(value, separators=(",", ":"))

"""schemas.py: all schemas of the collection in ../shared that compile, and which of their types are tried."""

import hashlib
import json
import pathlib
import re
import sys

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "tests"))
import modules  # noqa: E402

VECTORS = modules.SHARED / "vectors"
RULES = ["ber", "der", "cer", "uper", "cuper", "aper", "caper", "oer", "coer"]
MODULE = re.compile(r"^\s*([A-Z][A-Za-z0-9-]*)\s*(?:\{[^{}]*\}\s*)?DEFINITIONS\b", re.M)


class Set:
    """A schema: its files, and which types of it are looked at."""

    def __init__(self, name, files, types=None):
        self.name, self.files, self.types = name, [str(file) for file in files], types


def records(path):
    return [json.loads(line) for line in (VECTORS / path).read_text().splitlines()]


def sets():
    """All schemas that compile. What several of them have counts once."""
    faulty, seen = modules.faulty(), set()
    for record in records("asn1/public/modules.jsonl"):
        if record["expect"] == "ok" and record["id"] not in faulty:
            files = [VECTORS / "asn1/public" / file for file in record["files"]]
            yield Set(record["id"], files, new_modules(files, seen))
    for names in dict.fromkeys(tuple(record["schemas"]) for record in records("asn1/erlang/vectors.jsonl")):
        files = [VECTORS / "asn1/erlang" / name for name in names]
        yield Set(names[0], files, new_modules(files, seen))
    for version in "123":
        yield Set(f"H.248 version {version}", [VECTORS / f"megaco/MEDIA-GATEWAY-CONTROL-v{version}.asn"])
    for record in records("sbe/schemas.jsonl"):
        if record["expect"] != "error":
            yield Set(record["id"], [VECTORS / "sbe" / record["file"]])
    for record in records("bitproto/files.jsonl"):
        if record["expect"] != "error":
            yield Set(record["id"], [VECTORS / "bitproto" / record["file"]])
    for name in dict.fromkeys(record["schema"] for record in records("bitproto/vectors.jsonl")):
        if not name.startswith("files/"):
            yield Set(name, [VECTORS / "bitproto" / name])


def new_modules(files, seen):
    """The modules of some files that no schema had before."""
    made = []
    for file in files:
        text = file.read_bytes()
        digest = hashlib.sha256(text).digest()
        made += [module for module in MODULE.findall(text.decode("latin-1")) if (digest, module) not in seen]
        seen.update((digest, module) for module in made)
    return made


def names_of(set_, spec):
    """The names of the types that are looked at."""
    if set_.types is None:
        return list(spec)
    return [f"{module}.{name}" for module, name in spec._made.names() if module in set_.types]

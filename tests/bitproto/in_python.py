"""Runs vectors through generated Python, in one process."""

import json
import os
import re
import subprocess
import sys

from records import listed

PROGRAM = '''
import dataclasses
import importlib
import json
import sys

sys.dont_write_bytecode = True


def fill(old, data):
    """A value of the kind of an old one, from lists in the order of its fields."""
    if dataclasses.is_dataclass(old):
        for field, part in zip(dataclasses.fields(old), data):
            setattr(old, field.name, fill(getattr(old, field.name), part))
        return old
    if isinstance(old, bytearray):
        return bytearray(data)
    if isinstance(old, list):
        return [fill(part, new) for part, new in zip(old, data)]
    return data


def listed(value):
    if dataclasses.is_dataclass(value):
        return [listed(getattr(value, field.name)) for field in dataclasses.fields(value)]
    if isinstance(value, (list, bytearray)):
        return [listed(part) for part in value]
    return value if isinstance(value, (bool, float)) else int(value)


failed = False
modules = {}
for line in open(sys.argv[1]):
    row = json.loads(line)
    if row["folder"] not in modules:
        sys.path.insert(0, row["folder"])
        for name in [n for n in sys.modules if n.endswith("_bp")]:
            del sys.modules[name]
        modules[row["folder"]] = importlib.import_module(row["module"])
        sys.path.pop(0)
    kind = getattr(modules[row["folder"]], row["message"])
    octets = bytes.fromhex(row["bytes"])
    if hasattr(kind, "_codec") != (sys.argv[2] == "native"):
        sys.exit("the native module was to be there, or not to be")

    def say(what):
        global failed
        failed = True
        print(row["id"], what)

    try:
        if row["encoded"] is not None:
            made = fill(kind(), row["encoded"])
            if made.encode() != octets:
                say("encodes to " + made.encode().hex())
        if row["decoded"] is not None:
            made = kind()
            made.decode_padded(b"\\xff" * kind.BYTES_LENGTH) if not hasattr(kind, "_read") else None
            (made.decode_padded if row["pad"] else made.decode)(bytearray(octets))
            if listed(made) != row["decoded"]:
                say(f"decodes to {listed(made)}, wanted {row['decoded']}")
            json.loads(made.to_json())
            for end in range(len(octets)):
                try:
                    kind().decode(octets[:end])
                    if not hasattr(kind, "_read") and end < kind.BYTES_LENGTH:
                        say("takes less")
                except ValueError:
                    pass
    except Exception as error:
        say(repr(error))
sys.exit(failed)
'''


def run(wireglot, schemas, work, native=None):
    """Generates and runs everything, with the native module in a folder if given; returns the failures."""
    rows = []
    for index, schema in enumerate(schemas):
        folder = work / f"s{index}"
        folder.mkdir()
        for path in schema.imports():
            subprocess.run([wireglot, "bitproto", "py", "-q", path, folder], check=True, capture_output=True)
        text = (folder / f"{schema.stem}_bp.py").read_text()
        names = re.findall(r"^class (\w+)\(_Message\)", text, re.M)
        for record in schema.records:
            wanted = record.message.replace(".", "_")
            name = next(n for n in names if n.rstrip("_") == wanted.rstrip("_"))
            rows.append(json.dumps({
                "id": record.id, "folder": str(folder), "module": f"{schema.stem}_bp", "message": name,
                "bytes": record.bytes.hex(), "pad": record.pad,
                "decoded": None if record.decoded is None else listed(record.decoded),
                "encoded": None if record.encoded is None else listed(record.encoded)}))
    (work / "rows.jsonl").write_text("\n".join(rows))
    (work / "program.py").write_text(PROGRAM)
    # A module of that name that fails to import, so that only Python is used.
    (work / "none").mkdir()
    (work / "none" / "wireglot_bitproto_native.py").write_text("raise ImportError\n")
    environment = {**os.environ, "PYTHONPATH": str(native or work / "none")}
    command = [sys.executable, "program.py", "rows.jsonl", "native" if native else "pure"]
    done = subprocess.run(command, cwd=work, env=environment, capture_output=True, text=True)
    return [] if done.returncode == 0 else [(done.stdout + done.stderr)[:6000]]

"""make bench-instructions: what generated code costs in instructions, on a fixed sample of draws, against a record.

Counted by callgrind, so that a busy machine makes no difference. The record (bench/instructions.json) is one for each
compiler version; a compiler that it does not know is reported, and fails nothing. What takes over 2 % more fails; so does
what takes over 2 % less, until `--write` records it. The C library is left out: other machines have another one.
"""

import concurrent.futures
import json
import os
import pathlib
import platform
import shutil
import subprocess
import sys
import tempfile

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent / "sbe-draws"))
import drawing  # noqa: E402
import programs  # noqa: E402

RECORD = pathlib.Path(__file__).resolve().parent / "instructions.json"
# Draws of everything, and one of groups whose entries are a few numbers: there a check that is too much shows most.
LEAN_WEIGHTS = dict.fromkeys(drawing.WEIGHTS, 0.0) | {"number": 1.0}
LEAN_SHARES = dict.fromkeys(drawing.SHARES, 0.0) | {"groups": 1.0}
DRAWS = {
    "draw 2": (2, drawing.WEIGHTS, drawing.SHARES),
    "draw 8": (8, drawing.WEIGHTS, drawing.SHARES),
    "draw 10": (10, drawing.WEIGHTS, drawing.SHARES),
    "lean draw": (28, LEAN_WEIGHTS, LEAN_SHARES),
}
TOLERANCE = 0.02


def version(command):
    """A compiler as the record knows it."""
    told = subprocess.run([command, "--version"], capture_output=True, text=True).stdout.splitlines()[0]
    return f"{told} {platform.machine()}"


def count(name, compilers):
    """Rows of a draw: instructions a message by (compiler, row)."""
    draw = programs.drawn(*DRAWS[name])
    rows = {}
    with tempfile.TemporaryDirectory() as place:
        folder = pathlib.Path(place)
        draw.write(folder, peer=False)
        for compiler in compilers:
            for (way, system), number in programs.Program(folder, compiler, "2").instructions(library=False).items():
                rows[compiler, f"SBE {name}, {way}, {system}"] = round(number, 1)
    return rows


def judge(known, found):
    """Lines about rows that differ from the record."""
    for row, number in sorted(found.items()):
        if row not in known:
            yield f"{row}: {number}, not in the record"
        elif abs(number - known[row]) > TOLERANCE * known[row]:
            yield f"{row}: {number}, was {known[row]} ({100 * (number / known[row] - 1):+.1f} %)"
    for row in sorted(known.keys() - found.keys()):
        yield f"{row}: missing"


def main():
    write = "--write" in sys.argv[1:]
    compilers = [name for name, command in programs.COMPILERS.items() if shutil.which(command)]
    if not compilers or not shutil.which("valgrind"):
        print("skipped: instructions are counted by valgrind, of what gcc or clang compile\n0 passed, 0 failed, 1 skipped")
        return 0
    found = {}
    with concurrent.futures.ThreadPoolExecutor(min(2, os.cpu_count() or 1)) as pool:
        for rows in pool.map(lambda name: count(name, compilers), DRAWS):
            found |= rows
    record = json.loads(RECORD.read_text()) if RECORD.exists() else {}
    passed = failed = skipped = 0
    for compiler in compilers:
        name = version(programs.COMPILERS[compiler])
        rows = {row: number for (of, row), number in found.items() if of == compiler}
        if write:
            record[name] = dict(sorted(rows.items()))
        elif name not in record:
            print(f"skipped: the record does not know {name}; --write adds it")
            skipped += len(rows)
            continue
        wrong = list(judge(record[name], rows))
        for line in wrong:
            print(f"{name}: {line}")
        failed += len(wrong)
        passed += len(rows) - len(wrong)
    if write:
        RECORD.write_text(json.dumps(record, indent=1, sort_keys=True) + "\n")
    print(f"{max(passed, 0)} passed, {failed} failed, {skipped} skipped")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())

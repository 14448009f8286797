"""make bench-instructions: what generated code costs in instructions, on a fixed sample of draws, against a record.

Counted by callgrind, so that a busy machine makes no difference. The record (bench/instructions.json) is one for each
compiler version; a compiler that it does not know is reported, and fails nothing. What takes over 2 % more fails; so does
what takes over 2 % less, until `--write` records it. The C library is left out: other machines have another one.
"""

import concurrent.futures
import dataclasses
import json
import os
import pathlib
import platform
import re
import shutil
import subprocess
import sys
import tempfile

BENCH = pathlib.Path(__file__).resolve().parent
sys.path[:0] = [str(BENCH / "sbe-draws"), str(BENCH / "asn1-draws")]
import asn1_draw  # noqa: E402
import drawing  # noqa: E402
import measures  # noqa: E402
import modules  # noqa: E402
import programs  # noqa: E402

RECORD = BENCH / "instructions.json"
# Draws of everything, and one of groups whose entries are a few numbers: there a check that is too much shows most.
LEAN_WEIGHTS = dict.fromkeys(drawing.WEIGHTS, 0.0) | {"number": 1.0}
LEAN_SHARES = dict.fromkeys(drawing.SHARES, 0.0) | {"groups": 1.0}
DRAWS = {
    "draw 2": (2, drawing.WEIGHTS, drawing.SHARES),
    "draw 8": (8, drawing.WEIGHTS, drawing.SHARES),
    "draw 10": (10, drawing.WEIGHTS, drawing.SHARES),
    "lean draw": (28, LEAN_WEIGHTS, LEAN_SHARES),
}
# Modules of ASN.1, of which gcc compiles generated C.
ASN1_DRAWS = (("uper", "31/0"), ("uper", "31/1"), ("ber", "31/2"))
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


def own_instructions(program, path, way):
    """Instructions of a program's own functions while it decodes or encodes the messages of a file once."""
    out = program.with_suffix(".callgrind")
    measures.run("valgrind", "--tool=callgrind", "--compress-strings=no", f"--callgrind-out-file={out}",
                 f"--toggle-collect=peer_{way}", program, path, "once", way)
    total, own, calling = 0, False, False
    for line in out.read_text().splitlines():
        if line.startswith("ob="):
            own = line[3:] == str(program)
        elif line.startswith("calls="):
            calling = True
        elif re.match(r"[\d+*-]", line):
            if own and not calling:
                total += int((line.split() + ["0"])[1])
            calling = False
    return total


def count_asn1():
    """The same for draws of ASN.1."""
    rows = {}
    for rules, name in ASN1_DRAWS if shutil.which("gcc") else ():
        draw = asn1_draw.draw(name, 0, [], [rules], modules.WEIGHTS, modules.SHARES)
        with tempfile.TemporaryDirectory() as place:
            sides = dataclasses.replace(draw, folder=pathlib.Path(place)).sides(["-O2"], (asn1_draw.Ours,))
            shutil.rmtree(draw.folder)
            for way in asn1_draw.WAYS:
                number = own_instructions(sides.programs[0], sides.path, way) / len(sides.messages)
                rows["gcc", f"ASN.1 draw {name}, {rules}, {way}"] = round(number, 1)
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
        tasks = [pool.submit(count_asn1), *(pool.submit(count, name, compilers) for name in DRAWS)]
        for task in tasks:
            found |= task.result()
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

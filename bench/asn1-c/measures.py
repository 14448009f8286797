"""What is measured of the sides of a case: times in rounds, instructions, allocations, and octets of code."""

import json
import os
import re
import subprocess
import sys

import record

ROOT = record.ROOT
HERE = ROOT / "bench" / "asn1-c"
WIREGLOT = os.environ.get("WIREGLOT", ROOT / "target" / "release" / "wireglot")
WORK = ROOT / "build" / "asn1-c"
ROUNDS, SPAN = 21, 15
COLUMNS = ("decode, hot", "encode, hot", "decode, mixed", "encode, mixed")
# What gates bind: hot, with the instructions of today's machines.
BINDING = "-O2 -march=x86-64-v3"


def run(*command, cwd=None, env=None):
    done = subprocess.run([str(word) for word in command], cwd=cwd, capture_output=True, text=True, env=env)
    if done.returncode != 0:
        raise Unable(f"{' '.join(map(str, command))[:200]}: {done.stderr[:1000]}")
    return done.stdout


class Unable(Exception):
    """Why a side cannot be measured here."""


def made(folder):
    folder.mkdir(parents=True, exist_ok=True)
    return folder


def c_name(name):
    return re.sub(r"[^A-Za-z0-9]+", "_", name)


def level_of(flags):
    """The end of a program's name."""
    return "v3" if "-march=x86-64-v3" in flags else "base"


def write(path, messages):
    path.write_text("".join(f"{message}\n" for message in messages))
    return path


def agreed(program, path, messages):
    """The messages that a side decodes and encodes to the same octets."""
    good = run(program, path, "check").split()
    return [message for message, mark in zip(messages, good) if mark == "1"]


# What stands in front of all that is timed.
UNDER = []


def interleaved(programs, rounds=ROUNDS, span=SPAN):
    """For each side the rows of times of all its parts, weighted with their messages. In a round both sides measure a part
    before either goes on to the next: a machine that slows down for a while does so to both."""
    if UNDER:
        plain = [[(str(program), str(path), count) for program, path, count in parts] for parts in programs]
        return json.loads(run(*UNDER, sys.executable, sys.argv[0], "--rounds", json.dumps(plain)))
    rows = [[] for _ in programs]
    for _ in range(rounds):
        times = [[] for _ in programs]
        for sides in zip(*programs):
            for index, (program, path, count) in enumerate(sides):
                total = sum(count for _, _, count in programs[index])
                times[index].append([float(word) * count / total for word in run(program, path, "time", span).split()])
        for index, parts in enumerate(times):
            rows[index].append([sum(column) for column in zip(*parts)])
    return rows


def rows(suite, case, side, version, level, mine, theirs, first):
    """A row for each column, and one for both ways together."""
    both = [(*columns, columns[0] + columns[1]) for columns in mine], [(*columns, columns[0] + columns[1]) for columns in theirs]
    for column, what in enumerate((*COLUMNS, "decode then encode, hot")):
        row = f"{case.name} {what}, {level}"
        ours, peer = [r[column] for r in both[0]], [r[column] for r in both[1]]
        if (column == 4) != getattr(side, "together", False):
            continue
        suite.row(row, first.name, first.version, f"gcc {level}", [t / 1e9 for t in ours], True)
        suite.row(row, side.name, version, f"gcc {level}", [t / 1e9 for t in peer], True)
        middle = lambda times: f"{record.quantiles(times)[1]:.0f} ns"
        pair = side.name if first.name == "wireglot" else f"{first.name} to {side.name}"
        suite.ratio(f"{row}, {pair}", middle(ours), middle(peer), [b / a for a, b in zip(ours, peer)])


def counted(program, path, what):
    """Callgrind's count of decoding or encoding all messages of a file once."""
    done = subprocess.run(["valgrind", "--tool=callgrind", "--callgrind-out-file=/dev/null", f"--toggle-collect=peer_{what}",
                           program, path, "once", what], capture_output=True, text=True, env={**os.environ, "LD_BIND_NOW": "1"})
    return int(re.search(r"Collected : (\d+)", done.stderr)[1])


def instructions(suite, case):
    """Callgrind's count of a message."""
    folder = WORK / c_name(case.name)
    if any(not (folder / f"wireglot{number}.v3").exists() for number in range(len(case.parts))):
        return
    counts, total = {"decode": 0, "encode": 0}, 0
    for number, part in enumerate(case.parts):
        messages = part.messages()
        total += len(messages)
        path = write(folder / f"{number}.hex", messages)
        program = folder / f"wireglot{number}.v3"
        for what in counts:
            counts[what] += counted(program, path, what)
    for what, count in counts.items():
        name = f"{case.name} {what}, instructions a message"
        print(f"{name}: {count / total:.0f}")
        note(suite, case, "wireglot", what, instructions=round(count / total))
        if name in suite.goals:
            suite.limit(name, [count / total])


def note(suite, case, system, what, **columns):
    """Columns of the row that gates bind."""
    for row in suite.rows:
        if row["case"] == f"{case.name} {what}, hot, {BINDING}" and row["system"] == system:
            row.update(columns)


def code_of(program):
    """Octets of .text and .rodata."""
    sections = map(str.split, run("size", "-A", program).splitlines())
    return sum(int(words[1]) for words in sections if words[:1] in ([".text"], [".rodata"]))


def allocations(suite, case, sides):
    """Of each side allocations of a message, most octets of structs, of an arena, and of code that is linked to it. No
    heap anywhere for ours."""
    folder = WORK / c_name(case.name)
    preload = folder / "allocations.so"
    run("gcc", "-O2", "-shared", "-fPIC", HERE / "allocations.c", "-o", preload)
    for side in sides:
        system, found, messages = side.name, [], 0
        for number in range(len(case.parts)):
            program, path = folder / f"{c_name(system)}{number}.v3", folder / f"{number}.{c_name(system)}.hex"
            path = path if path.exists() else folder / f"{number}.hex"
            if program.exists() and path.read_text():
                found.append([int(word) for word in
                              run(program, path, "memory", env={**os.environ, "LD_PRELOAD": str(preload)}).split()])
                messages += len(path.read_text().split())
        if not found:
            continue
        decode, encode = (sum(numbers[at] for numbers in found) / messages for at in (0, 1))
        has_arena, linked = getattr(side, "arena", False), getattr(side, "linked", False)
        code = max(code_of(folder / f"{c_name(system)}{number}.v3") for number in range(len(case.parts))) if linked else None
        structs, arena = (max(numbers[at] for numbers in found) for at in (2, 3))
        print(f"{case.name}, {system}: {decode:g} allocations decoding a message, {encode:g} encoding it; struct {structs} "
              f"octets" + (f", arena at most {arena}" if has_arena else ""))
        note(suite, case, system, "decode", allocations=round(decode, 2), struct=structs or None,
             arena=arena if has_arena else None, code=code)
        note(suite, case, system, "encode", allocations=round(encode, 2))
        if system == "wireglot" and f"{case.name}, allocations" in suite.goals:
            suite.limit(f"{case.name}, allocations", [1 + decode + encode])


def code_size(suite):
    """.text and .rodata that decoding and encoding SNMP adds to a program of nothing (-Os, sections collected)."""
    folder = made(WORK / "size")
    run(WIREGLOT, "gen", "c", "-s", ROOT / "examples/snmp/SNMP.asn1", "-r", "ber", "--pdu", "SNMP.Message", "--name", "ours",
        "-o", folder)
    sizes = []
    for define in ("-DNOTHING", "-DBOTH"):
        program = folder / f"size{define}"
        run("gcc", "-Os", "-ffunction-sections", "-fdata-sections", "-Wl,--gc-sections", define, f"-I{ROOT}/runtime/c/include",
            f"-I{folder}", HERE / "size.c", folder / "ours.c", *sorted((ROOT / "runtime/c/src").glob("*.c")), "-o", program)
        sizes.append(code_of(program))
    suite.limit("SNMP, code size", [(sizes[1] - sizes[0]) / 1024])

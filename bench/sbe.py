"""make bench-sbe: the message of sbepp's benchmark, read and written by generated C++, by hand-written
pointers, and by Real Logic's C++ 1.38.1 with its checks off and on, on the same messages.

`bench/sbe/reader.hpp` says what a reader is. SBE_READERS=name=HEADER,... adds readers that no registry
holds, with the flags of SBE_READER_FLAGS; sbepp, sbepp_cursor, sbepp_checked and sbepp_cursor_checked have
gates. Each is compiled by gcc and clang at -O2 and -O3 into one program with the others, whose rounds
take turns; a ratio is formed in each round. Writes bench/results/sbe.json and the results in docs/sbe-benchmark.md;
bench/goals.toml has the gates.
"""

import collections
import os
import pathlib
import re
import resource
import shlex
import statistics
import subprocess
import sys
import tempfile
import time

import record

ROOT = record.ROOT
HERE = ROOT / "bench" / "sbe"
sys.path.insert(0, str(HERE))
import in_rust  # noqa: E402
import languages  # noqa: E402
import mdp3  # noqa: E402
import page  # noqa: E402
WIREGLOT = pathlib.Path(os.environ.get("WIREGLOT", ROOT / "target" / "release" / "wireglot"))
JAR = ROOT / "build" / "packages" / "sbe-all" / "sbe-all-1.38.1.jar"
ROUNDS = int(os.environ.get("SBE_ROUNDS", "31"))
COMPILERS = {"gcc": "g++", "clang": "clang++"}
LEVELS = ("2", "3")
SCENARIOS = ("top_level_fields", "flat_group", "nested_group", "nested_group2", "whole_message")

# Readers of our own and of registries: the name, its header, and flags.
READERS = {
    "raw": ("raw_reader.hpp", []),
    "raw_constant": ("raw_constant_reader.hpp", []),
    "raw_lengths": ("raw_lengths_reader.hpp", []),
    "raw_ids": ("raw_ids_reader.hpp", []),
    "real_logic": ("real_logic_reader.hpp", ["-DSBE_NO_BOUNDS_CHECK"]),
    "real_logic_checked": ("real_logic_reader.hpp", []),
    "wireglot": ("wireglot_reader.hpp", []),
    "wireglot_lengths": ("wireglot_lengths_reader.hpp", []),
    "wireglot_c": ("wireglot_c_reader.hpp", []),
}

# How a system is called in the record.
VERSIONS = {"raw": "-", "real_logic": "1.38.1", "wireglot": "0.1.0"}

# Instructions a message of the raw reader on fixed data at -O3: it may not be slower on purpose.
INSTRUCTIONS = {
    "gcc": {"top_level_fields": 15, "flat_group": 164, "nested_group": 964, "whole_message": 9189},
    "clang": {"top_level_fields": 15, "flat_group": 178, "nested_group": 808, "whole_message": 7899},
}

# What is added to every bench, and to what it is a peer.
BESIDE = ("raw_constant", "real_logic", "real_logic_checked")
SCRATCH = ("sbepp", "sbepp_cursor", "sbepp_checked", "sbepp_cursor_checked")


def say(text):
    """Progress, beside the table."""
    print(text, file=sys.stderr, flush=True)


def run(*command, cwd=None):
    done = subprocess.run([str(word) for word in command], cwd=cwd, capture_output=True, text=True)
    if done.returncode != 0:
        raise SystemExit(f"{' '.join(map(str, command))}: {done.stderr[:2000]}")
    return done.stdout


def plugged():
    """Readers from outside, by the environment."""
    words = [word for word in os.environ.get("SBE_READERS", "").split(",") if word]
    flags = shlex.split(os.environ.get("SBE_READER_FLAGS", ""))
    pairs = [word.split("=", 1) for word in words]
    return {name: (path, flags) for name, path in pairs}


def generate(work):
    """The code of both compilers of schemas."""
    run("java", "--add-opens", "java.base/jdk.internal.misc=ALL-UNNAMED", "-Dsbe.target.language=Cpp",
        f"-Dsbe.output.dir={work}/real_logic", "-jar", JAR, HERE / "study.xml")
    run(WIREGLOT, "gen", "cpp", HERE / "study.xml", "-o", work / "cpp")
    run(WIREGLOT, "gen", "c", HERE / "study.xml", "-o", work / "c")


class Cell:
    """One program: a compiler at one level."""

    def __init__(self, compiler, level, readers, work):
        self.name, self.compiler, self.level = f"C++ {compiler} -O{level}", compiler, level
        self.folder = work / f"{compiler}-{level}"
        self.folder.mkdir()
        command = COMPILERS[compiler]
        folders = [f"-I{HERE}", f"-I{work}/real_logic/study", f"-I{work}/cpp", f"-I{work}/c"]
        objects = []
        for name, (header, flags) in readers.items():
            made = self.folder / f"{name}.o"
            run(command, "-std=c++20", f"-O{level}", *folders, *flags, f'-DREADER="{header}"', f"-DNAME={name}",
                "-c", HERE / "reader.cpp", "-o", made)
            objects.append(made)
        (self.folder / "readers.inc").write_text("".join(f"READERS_OF({name})\n" for name in readers))
        run(command, "-std=c++20", "-O2", f"-I{self.folder}", f"-I{HERE}", HERE / "main.cpp", *objects,
            "-o", self.folder / "main")

    def rounds(self):
        """Nanoseconds a message by (data, scenario, reader), a number a round, and whether all were right."""
        times, correct = collections.defaultdict(list), {}
        for line in run(self.folder / "main", "rounds", ROUNDS).splitlines():
            data, scenario, reader, taken, right = line.split()
            times[data, scenario, reader].append(float(taken))
            correct[data, scenario, reader] = right == "1"
        return times, correct

    def instructions(self):
        """Instructions a message on fixed data by (scenario, reader)."""
        out = self.folder / "callgrind.out"
        run("valgrind", "--tool=callgrind", f"--callgrind-out-file={out}", "--toggle-collect=run_*",
            self.folder / "main", "count")
        listed = run("callgrind_annotate", "--inclusive=yes", "--threshold=100", out)
        counts = {}
        for number, name in re.findall(r"^ *([\d,]+) .*\brun_(\w+)", listed, flags=re.M):
            scenario = next((s for s in (*SCENARIOS, "any_order", "encode") if name.endswith("_" + s)), None)
            if scenario:
                reader = name.removesuffix("_" + scenario)
                # `x_nested_group2` does not end in `_nested_group`, so the first that fits is the one.
                counts[scenario, reader] = int(number.replace(",", "")) / 1000
        return counts


class Ratios:
    """What a cell's times say."""

    def __init__(self, suite, cell, times):
        self.suite, self.cell, self.times = suite, cell, times

    def each(self, data, scenario, ours, peer):
        """Peer over ours in each round; nothing where one of the two is missing."""
        mine, theirs = self.times.get((data, scenario, ours)), self.times.get((data, scenario, peer))
        return [p / m for m, p in zip(mine, theirs)] if mine and theirs else None

    def add(self, case, data, scenario, ours, peer):
        ratios = self.each(data, scenario, ours, peer)
        if ratios:
            show = lambda name: f"{statistics.median(self.times[data, scenario, name]):.1f} ns"
            self.suite.ratio(f"{self.cell.name} {case}", show(ours), f"{peer} {show(peer)}", ratios)

    def all(self):
        for data in ("fixed", "random"):
            for scenario in SCENARIOS:
                self.add(f"{data} {scenario}", data, scenario, "wireglot", "raw")
                for peer in (*BESIDE, *SCRATCH):
                    word = "scratch: " if peer in SCRATCH else ""
                    self.add(f"{data} {scenario}, {word}{peer}", data, scenario, "wireglot", peer)
                self.add(f"{data} {scenario}, lengths", data, scenario, "wireglot_lengths", "raw_lengths")
                self.add(f"{data} {scenario}, C", data, scenario, "wireglot_c", "raw")
            self.add(f"{data} top_level_fields, ids", data, "top_level_fields", "wireglot", "raw_ids")
            self.above_raw(data)
            self.add(f"{data} any_order", data, "any_order", "wireglot", "raw")
            self.add(f"{data} encode", data, "encode", "wireglot", "raw")
            self.add(f"{data} encode, real_logic", data, "encode", "wireglot", "real_logic")
            for when in ("newer", "older"):
                for scenario in SCENARIOS:
                    self.add(f"{when} {data} {scenario}", f"{when}_{data}", scenario, "wireglot", "raw")

    def above_raw(self, data):
        """Nanoseconds that a message takes longer than by hand; what takes less counts as a hundredth."""
        mine, raw = (self.times.get((data, "top_level_fields", name)) for name in ("wireglot", "raw"))
        if mine and raw:
            above = [max(0.01, m - r) for m, r in zip(mine, raw)]
            self.suite.limit(f"{self.cell.name} {data} top_level_fields, above raw", above)


def count(suite, cell):
    """The instructions of the raw reader against what they must be, and ours against them."""
    counts = cell.instructions()
    for scenario, wanted in INSTRUCTIONS[cell.compiler].items() if cell.level == "3" else ():
        found = counts[scenario, "raw"]
        off = max(0.01, abs(found / wanted - 1) * 100)
        suite.limit(f"{cell.name} raw {scenario}, instructions off the study's", [off])
        if off > 3:
            say(f"{cell.name}: the raw reader takes {found:.0f} instructions for {scenario}, not {wanted}")
    for row in suite.rows:
        data, scenario = row["case"].rsplit(" ", 2)[-2:]
        if row["case"].startswith(cell.name) and data == "fixed" and (scenario, row["system"]) in counts:
            row["instructions"] = round(counts[scenario, row["system"]])
    for scenario in SCENARIOS:
        ours, raw = counts.get((scenario, "wireglot")), counts[scenario, "raw"]
        if ours:
            suite.ratio(f"{cell.name} fixed {scenario}, instructions", f"{ours:.0f}", f"{raw:.0f}", [raw / ours])


def measure(suite, work):
    readers = {name: entry for name, entry in READERS.items() if (HERE / entry[0]).exists()} | plugged()
    flat = []
    for compiler in COMPILERS:
        for level in LEVELS:
            say(f"C++ {compiler} -O{level}: compile {len(readers)} readers")
            cell = Cell(compiler, level, readers, work)
            say(f"{cell.name}: {ROUNDS} rounds")
            times, correct = cell.rounds()
            for (data, scenario, reader), taken in times.items():
                version = VERSIONS.get(reader.split("_checked")[0], "-")
                suite.row(f"{cell.name} {data} {scenario}", reader, version, f"-O{level}",
                          [ns / record.NS for ns in taken], correct[data, scenario, reader])
            ratios = Ratios(suite, cell, times)
            ratios.all()
            flat += [statistics.median(each) for data in ("fixed", "random")
                     if (each := ratios.each(data, "flat_group", "wireglot", "raw"))]
            say(f"{cell.name}: count instructions")
            count(suite, cell)
    say("Rust")
    run(cell.folder / "main", "dump", work)
    in_rust.measure(suite, WIREGLOT, JAR, work, work / "rust", ROUNDS)
    if flat:
        suite.ratio("C++ flat_group, geometric mean", "wireglot", "raw", [statistics.geometric_mean(flat)])
    for case in suite.goals:
        if "scratch" in case and not any(case.endswith(f" {name}") for name in plugged()):
            suite.leave_out(case, "SBE_READERS does not name it")


def seconds(*command):
    """How long a command takes."""
    before = time.perf_counter()
    run(*command)
    return time.perf_counter() - before


def user_seconds(*command):
    """Processor time of a command in user mode."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime
    run(*command)
    return resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime - before


def size(suite, work):
    """How much code a schema like MDP 3 becomes, how long that takes, and how long the code takes to compile."""
    made = work / "market"
    made.mkdir()
    (made / "market.xml").write_text(mdp3.schema())
    compiled = [seconds(WIREGLOT, "gen", "cpp", made / "market.xml", "-o", made) for _ in range(9)]
    suite.limit("MDP 3, our compiler", compiled)
    headers = sorted(made.glob("*.hpp"))
    lines = [line for header in headers for line in header.read_text().splitlines()]
    suite.limit("MDP 3, lines", [len(lines)])
    suite.limit("MDP 3, columns", [max(map(len, lines))])
    suite.limit("MDP 3, size", [sum(header.stat().st_size for header in headers) / 1000])
    runtime = "\n".join(header.read_text() for header in (made / "wireglot").rglob("*.hpp"))
    standard = "".join(f"#include <{name}>\n" for name in sorted(set(re.findall(r"#include <(\w+)>", runtime))))
    (made / "standard.cpp").write_text(standard)
    (made / "all.cpp").write_text(standard + "".join(f'#include "{header.name}"\n' for header in headers))
    check = lambda name: user_seconds("g++", "-std=c++20", "-fsyntax-only", made / name)
    above = [max(0.001, check("all.cpp") - check("standard.cpp")) for _ in range(7)]
    suite.limit("MDP 3, g++ above the standard headers", above)


def main():
    suite = record.Suite("sbe")
    with tempfile.TemporaryDirectory() as folder:
        work = pathlib.Path(folder)
        say("a schema like MDP 3: size, and how long it takes")
        size(suite, work)
        say("generate code")
        generate(work)
        measure(suite, work)
        say("Go and Python")
        languages.measure(suite, WIREGLOT, JAR, work, ROUNDS)
    status = suite.finish()
    page.write()
    return status


if __name__ == "__main__":
    sys.exit(main())

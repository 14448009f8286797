"""make bench-bitproto: the Drone message of bitproto's own benchmark, ours against
bitproto 1.3.2 with -O (C, Go) and its Python library; code on Cortex-M; how long a large file takes.

Its C and Go runtimes are in no registry: with BITPROTO_LIB set to a folder that holds
them (lib/c, lib/go of its repository), its standard mode is measured too and marked
"scratch". Writes bench/results/bitproto.json; bench/goals.toml has the gates. With names of parts
(c microcontrollers go python compiler scratch) it measures these alone and writes nothing.
"""

import json
import os
import pathlib
import re
import resource
import shutil
import subprocess
import sys
import tempfile

import pages
import record

sys.path.insert(0, str(record.ROOT / "tests" / "bitproto"))

import in_native
import records

ROOT = record.ROOT
SHARED = pathlib.Path(os.environ.get("WIREGLOT_SHARED", ROOT.parent / "shared")) / "vectors" / "bitproto"
DRONE = SHARED / "files" / "benchmark" / "unix" / "drone.bitproto"
WIREGLOT = [str(ROOT / "target" / "release" / "wireglot"), "bitproto"]
VENV = ROOT / "build" / "bitproto"
PEER = [str(VENV / "bin" / "bitproto")]
ROUNDS = 15
LEVELS = ("0", "1", "2", "s")


def run(*command, cwd=None):
    done = subprocess.run([str(word) for word in command], cwd=cwd, capture_output=True, text=True)
    if done.returncode != 0:
        raise SystemExit(f"{' '.join(map(str, command))}: {done.stderr[:2000]}")
    return done.stdout


def generate(compiler, language, folder, *flags, schema=DRONE):
    folder.mkdir(parents=True, exist_ok=True)
    run(*compiler, language, schema, folder, *flags, "-q")
    return folder


def interleaved(programs, rounds=ROUNDS):
    """Heads and rows of numbers of several programs, a round of each by turns."""
    heads, rows = [None] * len(programs), [[] for _ in programs]
    for _ in range(rounds):
        for index, program in enumerate(programs):
            *head, times = run(*program, 1).splitlines()
            heads[index] = head
            rows[index].append([float(word) for word in times.split()])
    return heads, rows


def compare(suite, cases, ours, theirs, flags, correct, system="bitproto -O"):
    """A row for each side and the ratios, for each column of the rows."""
    for column, case in cases:
        mine, peer = [row[column] for row in ours], [row[column] for row in theirs]
        suite.row(case, "wireglot", "0.1.0", flags, [t / 1e9 for t in mine], correct)
        suite.row(case, system, "1.3.2", flags, [t / 1e9 for t in peer], correct)
        middle = lambda times: f"{record.quantiles(times)[1]:.1f} ns"
        suite.ratio(case, middle(mine), middle(peer), [b / a for a, b in zip(mine, peer)])


def c(suite, work):
    ours, theirs = generate(WIREGLOT, "c", work / "c" / "ours", "-O"), generate(PEER, "c", work / "c" / "theirs", "-O")
    for compiler in ("gcc", "clang"):
        if shutil.which(compiler) is None:
            for level in LEVELS:
                for what in ("stock encode", "stock decode", "random encode", "random decode"):
                    suite.leave_out(f"C {compiler} -O{level} {what}", f"no {compiler} here")
            continue
        for level in LEVELS:
            programs = []
            for folder in (ours, theirs):
                program = folder / f"{compiler}{level}"
                run(compiler, f"-O{level}", f"-I{folder}", ROOT / "bench/bitproto/drone.c", folder / "drone_bp.c", "-o", program)
                programs.append([program])
            heads, (mine, peer) = interleaved(programs)
            names = ("stock encode", "stock decode", "random encode", "random decode")
            cases = [(i, f"C {compiler} -O{level} {name}") for i, name in enumerate(names)]
            correct = heads[0] == heads[1] and heads[0] != ["0"]
            compare(suite, cases, mine, peer, f"{compiler} -O{level}", correct)
    sizes = []
    for folder in (ours, theirs):
        run("gcc", "-Os", "-c", folder / "drone_bp.c", "-o", folder / "size.o")
        sizes.append(int(run("size", folder / "size.o").splitlines()[1].split()[0]))
    suite.ratio("C gcc -Os code size", f"{sizes[0]} octets", f"{sizes[1]} octets", [sizes[1] / sizes[0]])


def go(suite, work):
    programs = []
    for name, compiler in (("ours", WIREGLOT), ("theirs", PEER)):
        folder = work / "go" / name
        generate(compiler, "go", folder / "bp", "-O")
        (folder / "go.mod").write_text("module drone\n\ngo 1.21\n")
        shutil.copy(ROOT / "bench/bitproto/drone.go", folder / "main.go")
        run("go", "build", "-o", "main", ".", cwd=folder)
        programs.append([folder / "main"])
    heads, (mine, peer) = interleaved(programs)
    cases = [(0, "Go Encode"), (1, "Go EncodeTo"), (2, "Go Decode")]
    correct = heads[0][0] == heads[1][0] == "true" and heads[0][1] == "0 0"
    compare(suite, cases, mine, peer, run("go", "version").strip(), correct)


def python(suite, work):
    """Our Python alone and with the native module, against bitproto's."""
    native = in_native.build(work / "native") if records.missing("native") is None else None
    none = work / "none"
    none.mkdir()
    (none / "wireglot_bitproto_native.py").write_text("raise ImportError\n")
    programs = []
    for name, compiler, interpreter, path in (("ours", WIREGLOT, sys.executable, none),
                                              ("theirs", PEER, VENV / "bin/python", none),
                                              ("native", WIREGLOT, sys.executable, native)):
        if path is not None:
            folder = generate(compiler, "py", work / "py" / name)
            shutil.copy(ROOT / "bench/bitproto/drone.py", folder / "main.py")
            programs.append(["env", f"PYTHONPATH={path}", interpreter, folder / "main.py"])
    heads, rows = interleaved(programs, 7)
    names = ("stock encode", "stock decode", "reused encode", "reused decode")
    flags = f"Python {sys.version.split()[0]}"
    cases = [(i, f"Python {name}") for i, name in enumerate(names)]
    compare(suite, cases, rows[0], rows[1], flags, heads[0] == heads[1], "bitproto standard")
    for column, name in enumerate(names):
        if native is None:
            suite.leave_out(f"Python native {name}", "no Python.h here")
        else:
            case = [(column, f"Python native {name}")]
            compare(suite, case, rows[2], rows[1], flags, heads[2] == heads[1], "bitproto standard")


def all_extensible():
    """The file of Drone with a mark behind each message and array."""
    text = re.sub(r"^(message \w+) \{", r"\1' {", DRONE.read_text(), flags=re.M)
    return re.sub(r"\](\s+\w+ = \d+;|\s*$)", r"]'\1", text, flags=re.M)


# What is measured against standard mode in C: the schema, flags, and the columns that count.
SCRATCH = (
    ("plain", False, [], ((2, "encode"), (3, "decode"))),
    ("all extensible", True, ["-DOWN_LEADS"], ((2, "encode"), (3, "decode"))),
    ("grown sender", True, ["-DOWN_LEADS", "-DGROWN"], ((3, "decode"),)),
)


def scratch(suite, work):
    """Standard mode, plain, with every message and array extensible, and what a newer sender sends."""
    lib = os.environ.get("BITPROTO_LIB")
    for case, extensible, define, columns in SCRATCH:
        names = [(column, f"scratch: C -O2 standard, {case}, {what}") for column, what in columns]
        if lib is None:
            for _, name in names:
                suite.leave_out(name, "BITPROTO_LIB is not set")
            continue
        folder = work / "scratch" / case.replace(" ", "_")
        folder.mkdir(parents=True)
        (folder / "drone.bitproto").write_text(all_extensible() if extensible else DRONE.read_text())
        programs = []
        for name, compiler, extra in (("ours", WIREGLOT, []), ("theirs", PEER, [f"{lib}/c/bitproto.c", f"-I{lib}/c"])):
            made = generate(compiler, "c", folder / name, schema=folder / "drone.bitproto")
            run("gcc", "-O2", *define, f"-I{made}", ROOT / "bench/bitproto/drone.c", made / "drone_bp.c", *extra, "-o", made / "main")
            programs.append([made / "main"])
        heads, (mine, peer) = interleaved(programs, 9)
        correct = heads[0] == heads[1] and heads[0] != ["0"]
        compare(suite, names, mine, peer, "gcc -O2", correct, "bitproto standard (scratch)")
    scratch_go(suite, work, lib)


def scratch_go(suite, work, lib):
    """The same in Go."""
    for case, text in (("plain", DRONE.read_text()), ("all extensible", all_extensible())):
        names = [(column, f"scratch: Go standard, {case}, {what}")
                 for column, what in enumerate(("encode", "encode into a buffer", "decode"))]
        if lib is None:
            for _, name in names:
                suite.leave_out(name, "BITPROTO_LIB is not set")
            continue
        programs = []
        for name, compiler in (("ours", WIREGLOT), ("theirs", PEER)):
            folder = work / "scratch_go" / case.replace(" ", "_") / name
            (folder / "bp").mkdir(parents=True)
            (folder / "drone.bitproto").write_text(text)
            generate(compiler, "go", folder / "bp", schema=folder / "drone.bitproto")
            library = "github.com/hit9/bitproto/lib/go"
            (folder / "go.mod").write_text(
                f"module drone\n\ngo 1.21\n\nrequire {library} v0.0.0\n\nreplace {library} => {lib}/go\n")
            shutil.copy(ROOT / "bench/bitproto/drone.go", folder / "main.go")
            run("go", "build", "-mod=mod", "-o", "main", ".", cwd=folder)
            programs.append(["env", "OWN_LEADS=1" if text != DRONE.read_text() else "OWN_LEADS=", folder / "main"])
        heads, (mine, peer) = interleaved(programs, 7)
        compare(suite, names, mine, peer, "go build", heads[0][0] == heads[1][0] == "true", "bitproto standard (scratch)")


def microcontrollers(suite, work):
    """The size of the code on Cortex-M, and how many instructions a call executes."""
    ours, theirs = work / "c" / "ours", work / "c" / "theirs"
    gcc = "arm-none-eabi-gcc"
    for cpu, name in (("cortex-m3", "Cortex-M3"), ("cortex-m0", "Cortex-M0")):
        if shutil.which(gcc) is None:
            suite.leave_out(f"C {name} -Os code size", f"no {gcc} here")
        else:
            sizes = []
            for folder in (ours, theirs):
                run(gcc, "-mthumb", f"-mcpu={cpu}", "-Os", "-c", folder / "drone_bp.c", "-o", folder / "size.o")
                sizes.append(int(run("size", folder / "size.o").splitlines()[1].split()[0]))
            suite.ratio(f"C {name} -Os code size", f"{sizes[0]} octets", f"{sizes[1]} octets", [sizes[1] / sizes[0]])
        for what in ("encode", "decode"):
            case = f"C {name} -Os {what}, instructions"
            if shutil.which(gcc) is None or shutil.which("qemu-arm") is None:
                suite.leave_out(case, f"no {gcc} or no qemu-arm here")
                continue
            counts = [executed(folder, cpu, what) for folder in (ours, theirs)]
            suite.ratio(case, f"{counts[0]}", f"{counts[1]}", [counts[1] / counts[0]])


def executed(folder, cpu, what):
    """Instructions of one call: of two more calls, halved."""
    counts = []
    for times in (1, 3):
        program, log = folder / "mcu.elf", folder / "mcu.log"
        run("arm-none-eabi-gcc", "-mthumb", f"-mcpu={cpu}", "-Os", f"-DTIMES={times}", f"-DCALL_{what.upper()}",
            "-nostartfiles", f"-I{folder}", ROOT / "bench/bitproto/instructions.c", folder / "drone_bp.c", "-o", program)
        run("qemu-arm", "-singlestep", "-d", "exec,nochain", "-D", log, program)
        counts.append(log.read_text().count("Trace"))
        log.unlink()
    return (counts[1] - counts[0]) // 2


def compiler(suite, work):
    """Processor time of the compiler, which has one thread: others use the machine too."""
    for language in ("c", "go", "py"):
        times = []
        for _ in range(7):
            start = processor()
            run(*WIREGLOT, language, SHARED / "large.bitproto", work, "-q")
            times.append(processor() - start)
        suite.limit(f"33,780 lines to {language}", times)


def processor():
    """Seconds of the programs that were run."""
    usage = resource.getrusage(resource.RUSAGE_CHILDREN)
    return usage.ru_utime + usage.ru_stime


def page():
    """The rows of docs/bitproto.md: of C at -O2, and those that miss their goal at other levels."""
    made = json.loads((ROOT / "bench/results/bitproto.json").read_text())
    rows = []
    for ratio in made["ratios"]:
        level = re.match(r"C \w+ (-O\w) \w+ (encode|decode)", ratio["case"])
        if not level or level[1] == "-O2" or ratio["met"] is False:
            case = ratio["case"].replace("scratch: ", "")
            rows.append([part.replace("octets", "bytes") for part in (case, ratio["ours"], ratio["peer"], pages.shown(ratio))])
    pages.put("bitproto.md", "bitproto", [*pages.measured(made, "gcc", "clang", "go"), "",
                                          *pages.table(["case", "Wireglot", "bitproto", "ratio"], rows)])


def main():
    if not DRONE.exists():
        raise SystemExit("the shared vectors of bitproto are not here")
    if not PEER[0] or not pathlib.Path(PEER[0]).exists():
        run(sys.executable, "-m", "venv", VENV)
        run(VENV / "bin/pip", "install", "-q", "bitproto==1.3.2", "bitprotolib")
    suite = record.Suite("bitproto")
    with tempfile.TemporaryDirectory() as folder:
        for part in (c, microcontrollers, go, python, compiler, scratch):
            if part.__name__ in sys.argv[1:] or len(sys.argv) == 1:
                part(suite, pathlib.Path(folder))
    if len(sys.argv) > 1:
        return suite.show()
    status = suite.finish()
    page()
    return status


if __name__ == "__main__":
    sys.exit(main())

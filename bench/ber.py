"""make bench-ber: integers in BER, ours against the primitives of net-snmp, OpenLDAP's liblber and asn1c, and
against whatever codec is plugged in.

    python3 bench/ber.py [--rounds N] [--under COMMAND] [--peer NAME=SHARED_OBJECT ...]

A peer is a shared object with the one function of bench/ber/peer.h. It is named after the codec, with
`@v3` behind if it was compiled with -march=x86-64-v3: peers are compared with what was compiled with the
same flags. BER_PEERS in the environment holds more of them, separated by spaces. `cber` and `tinyber`
(no registry has them) have goals in bench/goals.toml. Writes bench/results/ber.json and the tables of
docs/ber-benchmarks.md (`--page` these alone). `--under COMMAND` puts a command in front of all that is timed
(`--under 'taskset -c 1'`).
"""

import argparse
import collections
import os
import pathlib
import shlex
import shutil
import subprocess
import sys
import tempfile

import record

ROOT = record.ROOT
BENCH = ROOT / "bench" / "ber"
sys.path.insert(0, str(BENCH))
import page  # noqa: E402

RUNTIME = ROOT / "runtime" / "c"
SKELETONS = pathlib.Path("/usr/share/asn1c")
FLAGS = {"O2": ["-O2"], "v3": ["-O2", "-march=x86-64-v3"]}
OURS = {"out of line": [], "inline": ["-DINLINE"], "reader and writer": ["-DREADER"],
        "batch": ["-DBATCH"], "batch SSSE3": ["-DBATCH"]}
# Each: a header that must be there, and what the adapter is linked with.
LIBRARIES = {"net-snmp": ("net_snmp.c", "net-snmp/net-snmp-config.h", ["-lnetsnmp"]),
             "liblber": ("liblber.c", "lber.h", ["-llber"])}
# Cases of main.c, and their names here.
CASES = {"published": "published", "repaired": "published, repaired", "mixed": "mixed widths", "signs": "mixed widths and signs",
         "snmp": "SNMP-like", "one-octet": "one octet"}
COUNTED = 20000


def run(*command, cwd=None):
    done = subprocess.run([str(word) for word in command], cwd=cwd, capture_output=True, text=True)
    if done.returncode != 0:
        raise SystemExit(f"{' '.join(map(str, command))}: {done.stderr[:2000]}")
    return done.stdout


def shared(work, name, flags, *words):
    path = work / (name.replace(" ", "-") + ".so")
    run("gcc", *flags, "-shared", "-fPIC", "-fvisibility=hidden", "-w", f"-I{BENCH}", *words, "-o", path)
    return path


def ours(work, level, flags):
    """Wireglot's ways, each linked with the same runtime; one without AVX-512."""
    objects = work / f"runtime-{level}"
    objects.mkdir()
    sources = sorted((RUNTIME / "src").glob("*.c"))
    run("gcc", *flags, "-fPIC", "-fvisibility=hidden", f"-I{RUNTIME / 'include'}", "-c", *sources, cwd=objects)
    run("gcc", *flags, "-DWG_BATCH_NO_AVX512", "-fPIC", "-fvisibility=hidden", f"-I{RUNTIME / 'include'}", "-c",
        RUNTIME / "src" / "batch_x86.c", "-o", "no_avx512", cwd=objects)
    for name, defines in OURS.items():
        used = [path for path in sorted(objects.glob("*.o")) if name != "batch SSSE3" or path.name != "batch_x86.o"]
        if name == "batch SSSE3":
            used.append(objects / "no_avx512")
        yield name, shared(work, f"{name}-{level}", flags, *defines, f"-I{RUNTIME / 'include'}", BENCH / "wireglot.c", *used)


def asn1c(work, level, flags):
    """asn1c's primitive, from its skeletons."""
    if not SKELETONS.exists():
        return None
    folder = work / "skeletons"
    if not folder.exists():
        shutil.copytree(SKELETONS, folder)
        (folder / "converter-sample.c").unlink(missing_ok=True)
    version = run("dpkg-query", "-W", "-f=${Version}", "asn1c") if shutil.which("dpkg-query") else "unknown"
    return shared(work, f"asn1c-{level}", flags, f'-DASN1C_VERSION="{version}"', f"-I{folder}", BENCH / "asn1c.c",
                  *sorted(folder.glob("*.c")), "-lm")


def peers(work, level, flags, plugged):
    """Names and shared objects of all others."""
    for name, (adapter, header, libraries) in LIBRARIES.items():
        if not pathlib.Path("/usr/include", header).exists():
            print(f"{name}: left out: no {header} here")
            continue
        yield name, shared(work, f"{name}-{level}", flags, BENCH / adapter, *libraries)
    made = asn1c(work, level, flags)
    if made:
        yield "asn1c", made
    for name, path in plugged:
        plain, _, of = name.partition("@")
        if (of or "O2") == level:
            yield plain, pathlib.Path(path).resolve()


Row = collections.namedtuple("Row", "memset encode decode octets encoded decoded")


def measure(under, main, rounds, objects):
    """Versions, rows by case and peer, and what memcpy takes by case."""
    versions, rows, copies = [], collections.defaultdict(list), collections.defaultdict(list)
    for line in run(*under, main, rounds, *objects).splitlines():
        words = line.split()
        if words[0] == "version":
            versions.append(" ".join(words[2:]))
        elif words[1] == "copy":
            copies[words[0]].append(float(words[2]))
        else:
            numbers = [float(word) for word in words[2:5]]
            rows[words[0], int(words[1])].append(Row(*numbers, int(words[5]), words[6] == "1", words[7] == "1"))
    return versions, rows, copies


def instructions(main, case, what, path):
    """Instructions of a number: of so many more numbers, by valgrind, which has no AVX-512."""
    counts = []
    for count in (0, COUNTED):
        with tempfile.NamedTemporaryFile() as file:
            done = subprocess.run(["valgrind", "--tool=callgrind", f"--callgrind-out-file={file.name}", main, "once", case, what,
                                   str(count), path], capture_output=True, text=True)
            totals = [line for line in pathlib.Path(file.name).read_text().splitlines() if line.startswith("totals:")]
        if done.returncode != 0 or not totals:
            return None
        counts.append(int(totals[0].split()[1]))
    return (counts[1] - counts[0]) / COUNTED


TIMES = {"encode": lambda row: row.encode, "decode": lambda row: row.decode,
         "encode, total": lambda row: row.memset + row.encode,
         "encode then decode, total": lambda row: row.memset + row.encode + row.decode}


def compare(suite, level, names, versions, rows, copies, counted):
    """Rows of all systems, and the ratios of ours to each of the others."""
    flags = " ".join(FLAGS[level])
    for case, title in CASES.items():
        for at, name in enumerate(names):
            mine = rows[case, at]
            ours_too = at < len(OURS)
            for what, time in TIMES.items():
                right = all(row.encoded if what.startswith("encode") else row.decoded for row in mine)
                if what == "encode then decode, total":
                    right = all(row.encoded and row.decoded for row in mine)
                suite.row(f"{title}, {what}", f"wireglot, {name}" if ours_too else name, versions[at], flags,
                          [time(row) / 1e9 for row in mine], right if ours_too else True, mine[0].octets)
                suite.rows[-1]["right"] = right
                suite.rows[-1]["instructions"] = counted.get((case, what, at))
            if ours_too:
                continue
            for our, our_name in enumerate(OURS):
                if our and name not in ("cber", "tinyber"):
                    continue
                for what, time in TIMES.items():
                    pairs = list(zip(rows[case, our], mine))
                    middle = lambda some: f"{record.quantiles([time(row) for row in some])[1] / 1e6:.2f} ms"
                    suite.ratio(f"{level} {title}, {what}, {our_name} to {name}", middle(rows[case, our]), middle(mine),
                                [time(theirs) / time(own) for own, theirs in pairs])
        suite.row(f"{title}, memcpy of what was written", "floor", "libc", flags, [t / 1e9 for t in copies[case]], True)
        suite.row(f"{title}, memset of 8 MB", "floor", "libc", flags, [row.memset / 1e9 for row in rows[case, 0]], True)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--rounds", type=int, default=15)
    parser.add_argument("--peer", action="append", default=os.environ.get("BER_PEERS", "").split())
    parser.add_argument("--no-instructions", action="store_true")
    parser.add_argument("--under", default="")
    parser.add_argument("--page", action="store_true")
    options = parser.parse_args()
    if options.page:
        return page.write()
    plugged = [tuple(word.split("=", 1)) for word in options.peer]
    suite = record.Suite("ber")
    with tempfile.TemporaryDirectory() as folder:
        work = pathlib.Path(folder)
        program = work / "main"
        run("gcc", "-O2", f"-I{BENCH}", BENCH / "main.c", "-o", program, "-ldl")
        for level, flags in FLAGS.items():
            systems = [*ours(work, level, flags), *peers(work, level, flags, plugged)]
            names = [name for name, _ in systems]
            versions, rows, copies = measure(shlex.split(options.under), program, options.rounds, [path for _, path in systems])
            counted = {}
            if level == "v3" and shutil.which("valgrind") and not options.no_instructions:
                for case in ("published", "mixed"):
                    for at, (_, path) in enumerate(systems):
                        for what in ("encode", "decode"):
                            count = instructions(program, case, what, path)
                            counted[case, what, at] = count and round(count, 2)
            compare(suite, level, names, versions, rows, copies, counted)
    for case in suite.goals:
        if not any(ratio["case"] == case for ratio in suite.ratios):
            suite.leave_out(case, "its peer is not plugged in (--peer)")
    status = suite.finish()
    page.write()
    return status


if __name__ == "__main__":
    sys.exit(main())

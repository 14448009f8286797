"""The rows of Go and Python: programs of their own, whose readers take turns."""

import collections
import json
import os
import pathlib
import shutil
import subprocess

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parent.parent
SHARED = pathlib.Path(os.environ.get("WIREGLOT_SHARED", ROOT.parent / "shared")) / "vectors" / "sbe"
CAR = SHARED / "schemas" / "car" / "example-schema.xml"
VERSIONS = {"wireglot": "0.1.0", "real_logic string": "1.38.1", "real_logic copy": "1.38.1"}


def run(*command, cwd=None):
    done = subprocess.run([str(word) for word in command], cwd=cwd, capture_output=True, text=True)
    if done.returncode != 0:
        raise SystemExit(f"{' '.join(map(str, command))}: {done.stderr[:2000]}")
    return done.stdout


def record(suite, language, printed, flags=""):
    """Rows of what a program printed, and ratios of everybody to ours."""
    times, correct = collections.defaultdict(dict), {}
    for line in printed.splitlines():
        case, reader, taken, right = line.split("\t")
        case = case if case.startswith(language) else f"{language} {case}"
        times[case].setdefault(reader, []).append(float(taken))
        correct[case, reader] = correct.get((case, reader), True) and right == "1"
    for case, readers in times.items():
        for reader, taken in readers.items():
            seconds = [each / 1e9 for each in taken]
            suite.row(case, reader, VERSIONS.get(reader, "-"), flags, seconds, correct[case, reader])
        for reader, taken in readers.items():
            if reader != "wireglot":
                ratios = [peer / ours for ours, peer in zip(readers["wireglot"], taken)]
                show = lambda name: f"{sorted(readers[name])[len(readers[name]) // 2]:.0f} ns"
                suite.ratio(f"{case}, {reader}", show("wireglot"), f"{reader} {show(reader)}", ratios)


def go(suite, wireglot, jar, work, rounds):
    """Generated Go against Real Logic's Go flyweights, on the car that it ships and the message of the other rows."""
    if not CAR.is_file():
        return suite.leave_out("Go car, real_logic string", "the shared vectors of SBE are not here")
    folder = work / "go"
    folder.mkdir()
    for file in (HERE / "go").glob("*.go"):
        shutil.copy(file, folder)
    (folder / "go.mod").write_text("module bench\n\ngo 1.23\n")
    for schema, package in ((HERE / "study.xml", "study"), (CAR, "car")):
        run("java", "--add-opens", "java.base/jdk.internal.misc=ALL-UNNAMED", "-Dsbe.target.language=golang",
            "-Dsbe.go.generate.generate.flyweights=true", "-Dsbe.xinclude.aware=true",
            f"-Dsbe.output.dir={folder}/real_logic", "-jar", jar, schema)
        run(wireglot, "gen", "go", schema, "--package", package, "-o", folder / "wireglot" / package)
    run("go", "build", "-o", "main", ".", cwd=folder)
    rows = map(json.loads, (SHARED / "vectors.jsonl").read_text().splitlines())
    car = next(row["bytes"] for row in rows if row["id"] == "car-baseline-with-example-schema")
    record(suite, "Go", run(folder / "main", rounds, car))


def python(suite, wireglot, work, rounds):
    """Columns of generated Python, with numpy, against struct."""
    folder = work / "python"
    run(wireglot, "gen", "python", HERE / "study.xml", "-o", folder)
    shutil.copy(HERE / "columns.py", folder)
    record(suite, "Python", run(ROOT / "build" / "venv" / "bin" / "python", "columns.py", rounds, cwd=folder))


def measure(suite, wireglot, jar, work, rounds):
    go(suite, wireglot, jar, work, rounds)
    python(suite, wireglot, work, rounds)

#!/usr/bin/env python3
"""outputs.py [--sample] [WORD...]: compares what the command prints and writes with its record.

Runs every verb and every generator on the project's schemas and messages and, if it is available (WIREGLOT_SHARED, or
../shared), on the collection; output_cases.py lists the cases. outputs.tsv has one line per case: its key, the exit
codes of its runs, and the start of the SHA-256 of standard output, standard error, and the files written (`-` for
nothing). Output that changes on purpose is recorded again with --write, in the commit that changes it.

WORD runs only cases whose keys contain all the words; --sample runs all of the project's own cases and a fixed part of
the others. --against COMMAND compares with another build of the command instead of the record. --show KEY prints the
command lines of a case and their results, with --against those that differ.
"""

import argparse
import collections
import concurrent.futures
import hashlib
import itertools
import os
import pathlib
import shlex
import shutil
import subprocess
import sys
import tempfile

import output_cases
from output_cases import FOLDERS, ROOT, SHARED

RECORD = ROOT / "tests" / "outputs.tsv"
KEPT = ROOT / "build" / "outputs"
ENVIRONMENT = {"LC_ALL": "C.UTF-8", "PATH": os.environ["PATH"]}
SAMPLE = 30  # the sample has one in this many cases of the collection


def cases(words, sample):
    """The runs of each requested case, and whether the collection is available."""
    there = (SHARED / "vectors").is_dir()
    found = collections.defaultdict(list)
    for run in itertools.chain(output_cases.own(), output_cases.shared() if there else []):
        if asked(run.key, words, sample):
            found[run.key].append(run)
    return dict(sorted(found.items())), there


def asked(key, words, sample):
    return all(word in f" {key} " for word in words) and not (sample and key.startswith("shared") and not output_cases.one_in(SAMPLE, key))


def call(command, args, folder, stdin):
    """Runs the command under its usual name, which its help shows."""
    return subprocess.run(["wireglot", *args], executable=command, cwd=folder, input=stdin,
                          capture_output=True, env=ENVIRONMENT, timeout=600)


def prepare(folder):
    """Prepares a folder with everything that command lines refer to."""
    folder.mkdir(parents=True, exist_ok=True)
    for name, place in FOLDERS.items():
        (folder / name).symlink_to(place)


def execute(command, run, folder):
    """Runs a command line; returns its exit code, its output and, as one string, the files it wrote."""
    for name, text in run.files.items():
        (folder / name).write_bytes(text)
    stdin = call(command, run.before, folder, run.stdin).stdout if run.before else run.stdin
    done = call(command, run.args, folder, stdin)
    return [done.returncode, done.stdout, done.stderr, written(run, folder)]


def written(run, folder):
    found = bytearray()
    for place, folders, files in os.walk(folder):
        folders.sort()
        for name in sorted(files):
            path = pathlib.Path(place, name)
            if path.parent != folder or name not in run.files:
                text = path.read_bytes().replace(str(folder).encode(), b"HERE")  # a depfile contains full paths
                found += b"%s\0%d\0" % (str(path.relative_to(folder)).encode(), len(text)) + text
    return bytes(found)


def outcomes(command, runs):
    """The results of a case's runs, each in a folder as good as new."""
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        prepare(folder)
        for run in runs:
            yield execute(command, run, folder)
            for left in os.listdir(folder):
                if left not in FOLDERS:
                    shutil.rmtree(folder / left) if (folder / left).is_dir() else (folder / left).unlink()


def columns(command, runs):
    """The columns of a case after its key: the exit codes, and digests."""
    codes, *streams = zip(*outcomes(command, runs))
    return [",".join(map(str, sorted(set(codes)))), *(digest(codes, stream) for stream in streams)]


def digest(codes, stream):
    if not any(stream):
        return "-"
    whole = hashlib.sha256()
    for code, octets in zip(codes, stream):
        whole.update(b"%d %d\0" % (code, len(octets)) + octets)
    return whole.hexdigest()[:8]  # only detects changes, so a short digest will do


def lines(command, chosen):
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        return dict(zip(chosen, pool.map(lambda runs: columns(command, runs), chosen.values())))


def recorded():
    lines = (line.split("\t") for line in RECORD.read_text().splitlines()) if RECORD.exists() else []
    return {key: columns for key, *columns in lines}


def show(command, other, runs):
    """Shows the runs of a case, or those that differ with another command, and keeps their folders."""
    shutil.rmtree(KEPT, ignore_errors=True)
    for number, run in enumerate(runs, 1):
        folder, former = KEPT / str(number), KEPT / f"{number}-before"
        prepare(folder), prepare(former)
        now, before = execute(command, run, folder), execute(other, run, former) if other else None
        if now == before:
            continue
        (folder / "input").write_bytes(run.stdin)
        calls = [shlex.join([str(command), *args]) for args in (run.before, run.args) if args]
        calls[0] += " <input" if run.stdin else ""
        print(f"$ cd {folder.relative_to(ROOT)} && {' | '.join(calls)}")
        for title, (code, stdout, stderr, files) in [("before: ", before), ("", now)] if before else [("", now)]:
            print(f"-- {title}standard output", stdout.decode(errors="replace"), sep="\n")
            print(f"-- {title}standard error", stderr.decode(errors="replace"), sep="\n")
            print(f"-- {title}exit code {code}, {len(files)} octets in files\n")


def differences(want, got):
    """One line for each case that differs, is new or has disappeared."""
    names = ["exit code", "standard output", "standard error", "files"]
    for key in sorted({*want, *got}):
        if key not in want:
            yield f"NEW {key}: not recorded"
        elif key not in got:
            yield f"GONE {key}: recorded, and no case"
        elif want[key] != got[key]:
            what = [name for name, left, right in zip(names, want[key], got[key]) if left != right]
            yield f"DIFFERS {key}: {', '.join(what)}"


def record(got, kept):
    whole = {**kept, **got}
    RECORD.write_text("".join("\t".join([key, *whole[key]]) + "\n" for key in sorted(whole)))
    print(f"{len(got)} cases recorded")
    return 0


def compare(want, got, there):
    absent = [key for key in want if key.startswith("shared") and not there]
    wrong = list(differences({key: want[key] for key in want if key not in absent}, got))
    print("".join(f"{line}\n" for line in wrong), end="")
    if wrong:
        print("tests/outputs.py --show KEY runs a case and keeps its folder; with --against, what differs")
    if absent:
        print(f"skipped: {len(absent)} cases need {SHARED / 'vectors'}")
    failed = sum(not line.startswith("NEW") for line in wrong)
    print(f"{len(want) - len(absent) - failed} passed, {len(wrong)} failed, {len(absent)} skipped")
    return 1 if wrong else 0


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("words", nargs="*", metavar="WORD")
    parser.add_argument("--sample", action="store_true")
    parser.add_argument("--write", action="store_true")
    parser.add_argument("--show", metavar="KEY")
    parser.add_argument("--against", metavar="COMMAND", type=pathlib.Path)
    parser.add_argument("--command", default=os.environ.get("WIREGLOT", ROOT / "target" / "release" / "wireglot"),
                        type=pathlib.Path)
    options = parser.parse_args()
    command, other = options.command.resolve(), options.against and options.against.resolve()
    chosen, there = cases(options.words, options.sample)
    if options.show:
        return show(command, other, chosen.get(options.show) or sys.exit(f"no case has the key {options.show}"))
    got, want = lines(command, chosen), recorded()
    mine = {key for key in want if asked(key, options.words, options.sample) and (there or not options.write or not key.startswith("shared"))}
    if options.write:
        return record(got, {key: want[key] for key in want if key not in mine})
    return compare(lines(other, chosen) if other else {key: want[key] for key in mine}, got, there)


if __name__ == "__main__":
    sys.exit(main())

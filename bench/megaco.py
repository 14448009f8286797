"""make bench-megaco: one protocol, its messages in text and in binary, in one language: H.248 (Megaco).

The 149 messages of Erlang's measurement tool, in every rule set of generated C (one module, version 3, the same structs;
gcc -O2 -march=x86-64-v3) and in every codec and configuration of Erlang's tool. A round times all of ours and then
all of Erlang's, so that a machine that slows down does so to both; ratios are of the same round. Instructions are
callgrind's. Sizes are means a message: as it is, each alone after zlib -9 and zstd -19, and all in one stream.

`--rounds N` (7), `--span MS` (25); `--page` writes tables and plot of docs/megaco-study.md from the record alone.
WIREGLOT is the command that generates (target/release/wireglot). Writes bench/results/megaco.json.
"""

import argparse
import hashlib
import json
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import zlib

import record

ROOT = record.ROOT
HERE = ROOT / "bench" / "megaco"
WORK = ROOT / "build" / "megaco"
WIREGLOT = os.environ.get("WIREGLOT", ROOT / "target" / "release" / "wireglot")
FLAGS = ["-O2", "-march=x86-64-v3"]
RULES = "h248,h248-compact,ber,der,aper,uper,oer"
WAYS = ("decode", "encode")
COLUMNS = ("decode, hot", "encode, hot", "decode, mixed", "encode, mixed")

sys.path.insert(0, str(HERE))
import page  # noqa: E402


def run(*command, **more):
    done = subprocess.run([str(word) for word in command], capture_output=True, text=True, **more)
    if done.returncode != 0:
        sys.exit(f"{' '.join(map(str, command))[:200]}: {done.stderr[:1000]}")
    return done.stdout


def only(pattern):
    found = sorted((ROOT / "build/packages").glob(pattern))
    return found[0] if found else sys.exit(f"no {pattern} under build/packages: tools/need erlang-src erlang-examples")


def erlang(*words):
    """Its scanner in C has known overflows: no call may hang."""
    return run("escript", HERE / "erlang.escript", only("erlang-examples/**/time_test.msgs"), *words, timeout=600)


def built():
    """Our program, which takes a minute to compile and is kept for the same sources, and the texts that it reads."""
    for folder in (WORK / "ours", WORK / "erlang"):
        shutil.rmtree(folder, ignore_errors=True)
        folder.mkdir(parents=True)
    run(WIREGLOT, "gen", "c", "-s", only("erlang-src/**/MEDIA-GATEWAY-CONTROL-v3.asn"), "-r", RULES,
        "--pdu", "MegacoMessage", "--name", "ours", "-o", WORK)
    sources = [HERE / "ours.c", WORK / "ours.c", *sorted((ROOT / "runtime/c/src").glob("*.c"))]
    read_too = [WORK / "ours.h", *sorted((ROOT / "runtime/c").rglob("*.h"))]
    digest = hashlib.sha256(b"".join(file.read_bytes() for file in [*sources, *read_too])).hexdigest()[:16]
    program, texts = WORK / f"measured-{digest}", WORK / "texts.hex"
    if not program.exists():
        run("gcc", *FLAGS, f"-I{ROOT}/runtime/c/include", f"-I{WORK}", *sources, "-o", program)
    texts.write_text(erlang("texts"))
    run(program, texts, "forms", WORK / "ours")
    erlang("forms", WORK / "erlang")
    return program, texts


def read(folder):
    return {file.stem: [bytes.fromhex(line) for line in file.read_text().split()] for file in sorted(folder.glob("*.hex"))}


def zstd(messages):
    """Octets of all messages, each compressed alone; one call, since starting the command takes longer than its work."""
    with tempfile.TemporaryDirectory() as folder:
        files = [pathlib.Path(folder) / str(number) for number in range(len(messages))]
        for file, message in zip(files, messages):
            file.write_bytes(message)
        run("zstd", "-19", "--no-check", "-q", *files)
        return sum(file.with_suffix(".zst").stat().st_size for file in files)


def sizes(system, forms):
    """Octets a message of each form, and of the same compressed."""
    for name, messages in forms.items():
        whole, mean = b"".join(messages), lambda total: round(total / len(messages), 1)
        yield {"system": system, "form": name, "messages": len(messages), "plain": mean(len(whole)),
               "zlib": mean(sum(len(zlib.compress(one, 9)) for one in messages)), "zstd": mean(zstd(messages)),
               "stream zlib": mean(len(zlib.compress(whole, 9))), "stream zstd": mean(zstd([whole]))}


def times(text):
    lines = (line.split("\t") for line in text.splitlines())
    return {name: [float(word) for word in words.split()] for name, words in lines}


def rounds(program, texts, number, span):
    """Of each side and codec a list of times a round."""
    found = {"wireglot": {}, "Erlang": {}}
    for _ in range(number):
        ours, theirs = run(program, texts, "time", span), erlang("time", str(span))
        for system, text in (("wireglot", ours), ("Erlang", theirs)):
            for name, columns in times(text).items():
                found[system].setdefault(name, []).append(columns)
    return found


def instructions(program, texts, name, way):
    done = subprocess.run(["valgrind", "--tool=callgrind", "--callgrind-out-file=/dev/null", f"--toggle-collect=one_{way}",
                           program, texts, "once", name, way], capture_output=True, text=True,
                          env={**os.environ, "LD_BIND_NOW": "1"})
    return round(int(re.search(r"Collected : (\d+)", done.stderr)[1]) / 149)


def write_rows(suite, found, version):
    for system, codecs in found.items():
        for name, columns in codecs.items():
            for at, what in enumerate(COLUMNS):
                suite.row(f"{name}, {what}", system, "0.1.0" if system == "wireglot" else version,
                          " ".join(FLAGS) if system == "wireglot" else "-", [c[at] / 1e9 for c in columns], True)
                suite.rows[-1]["least_ns"] = min(c[at] for c in columns)


def write_ratios(suite, found):
    """Ours against Erlang's, and binary against our own text."""
    def ratio(case, mine, theirs, ways):
        spent = lambda columns: sum(columns[way] for way in ways)
        middle = lambda all_: f"{record.quantiles([spent(c) for c in all_])[1]:.0f} ns"
        suite.ratio(case, middle(mine), middle(theirs), [spent(b) / spent(a) for a, b in zip(mine, theirs)])

    ours, theirs = found["wireglot"], found["Erlang"]
    for mine, other in page.PAIRS:
        for way, what in enumerate(WAYS):
            ratio(f"{mine} {what} to Erlang's {other}", ours[mine], theirs[other], [way])
        ratio(f"{mine} decode then encode to Erlang's {other}", ours[mine], theirs[other], [0, 1])
    for binary in ("BER", "aligned PER", "unaligned PER", "OER"):
        for text in ("compact", "pretty"):
            for ways, what in (([0], "decode"), ([1], "encode"), ([0, 1], "decode then encode")):
                ratio(f"{binary} {what} to our own {text}", ours[binary], ours[text], ways)
    for binary in ("BER", "BER native", "PER", "PER native"):
        ratio(f"Erlang's {binary} decode then encode to its own compact flex", theirs[binary], theirs["compact flex"], [0, 1])


def main():
    words = argparse.ArgumentParser()
    words.add_argument("--rounds", type=int, default=7)
    words.add_argument("--span", type=int, default=25)
    words.add_argument("--page", action="store_true")
    chosen = words.parse_args()
    if chosen.page:
        return page.write()
    suite = record.Suite("megaco")
    program, texts = built()
    load = [round(os.getloadavg()[0], 2)]
    found = rounds(program, texts, chosen.rounds, chosen.span)
    load.append(round(os.getloadavg()[0], 2))
    version = run("dpkg-query", "-W", "-f", "${Version}", "erlang-megaco").strip()
    write_rows(suite, found, version)
    for row in suite.rows:
        if row["system"] == "wireglot" and row["case"].endswith("hot"):
            row["instructions"] = instructions(program, texts, *row["case"].removesuffix(", hot").split(", "))
    write_ratios(suite, found)
    status = suite.finish()
    path = ROOT / "bench/results/megaco.json"
    whole = json.loads(path.read_text())
    whole["load"] = load
    whole["sizes"] = [*sizes("wireglot", read(WORK / "ours")), *sizes("Erlang", read(WORK / "erlang"))]
    path.write_text(json.dumps(whole, indent=1) + "\n")
    page.write()
    return status


if __name__ == "__main__":
    sys.exit(main())

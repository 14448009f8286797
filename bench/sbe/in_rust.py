"""Rust of `bench/sbe/rust`: ours against Real Logic's, over the messages of the other rows."""

import collections
import pathlib
import re
import statistics
import subprocess

import record

HERE = pathlib.Path(__file__).resolve().parent
LEVELS = ("2", "3")
OURS, PEER = "wireglot_rust", "real_logic_rust"


def run(*command):
    done = subprocess.run([str(word) for word in command], capture_output=True, text=True)
    if done.returncode != 0:
        raise SystemExit(f"{' '.join(map(str, command))}: {done.stderr[:2000]}")
    return done.stdout


def generate(wireglot, jar, work):
    """The crates of both compilers of schemas."""
    run("java", "--add-opens", "java.base/jdk.internal.misc=ALL-UNNAMED", "-Dsbe.target.language=Rust",
        f"-Dsbe.output.dir={work}/real_logic", "-jar", jar, HERE / "study.xml")
    run(wireglot, "gen", "rust", HERE / "study.xml", "-o", work / "wireglot")
    (work / "wireglot" / "lib.rs").write_text("pub mod study;\npub mod wireglot_sbe;\n")
    codec = work / "real_logic" / "study" / "src" / "study_codec.rs"
    codec.write_text(repaired(codec.read_text()))


def repaired(text):
    """Two groups of the message have the same name, and with that types of the same name: the second gets one of its own."""
    for kind in ("Encoder", "Decoder"):
        before, inner = text.split(f"pub struct Nested_group2{kind}", 1)
        inner, behind = re.split(r"(?=\npub mod |\Z)", inner, maxsplit=1) if "\npub mod " in inner else (inner, "")
        text = f"{before}pub struct Nested_group2{kind}{inner.replace(f'Nested_group{kind}', f'Inner_group{kind}')}{behind}"
    return text


def build(level, work):
    """The program at one level."""
    folder = work / level
    folder.mkdir()
    crates = {"study_wireglot": work / "wireglot" / "lib.rs", "study_real_logic": work / "real_logic" / "study" / "src" / "lib.rs"}
    common = ["rustc", "--edition", "2021", "-C", f"opt-level={level}", "-C", "codegen-units=1", "--cap-lints", "allow"]
    links = []
    for name, root in crates.items():
        run(*common, "--crate-type", "rlib", "--crate-name", name, root, "--out-dir", folder)
        links += ["--extern", f"{name}={folder / f'lib{name}.rlib'}"]
    run(*common, HERE / "rust" / "main.rs", *links, "-o", folder / "rust")
    return folder / "rust"


def measure(suite, wireglot, jar, slots, work, rounds):
    """Adds the rows; `slots` is a folder with the messages."""
    work.mkdir()
    generate(wireglot, jar, work)
    for level in LEVELS:
        times, correct = collections.defaultdict(list), {}
        for line in run(build(level, work), slots, rounds).splitlines():
            data, scenario, reader, taken, right = line.split()
            times[data, scenario, reader].append(float(taken))
            correct[data, scenario, reader] = right == "1"
        for (data, scenario, reader), taken in times.items():
            version = "0.1.0" if reader == OURS else "1.38.1"
            suite.row(f"Rust -O{level} {data} {scenario}", reader, version, f"-O{level}",
                      [ns / record.NS for ns in taken], correct[data, scenario, reader])
            if reader == OURS:
                peer = times[data, scenario, PEER]
                show = lambda all_of: f"{statistics.median(all_of):.1f} ns"
                suite.ratio(f"Rust -O{level} {data} {scenario}", show(taken), f"{PEER} {show(peer)}",
                            [p / m for m, p in zip(taken, peer)])

#!/usr/bin/env python3
"""Compares generated Rust for ASN.1 with the interpreter.

    tests/generated_rust.py [--full] [--mutate N] [--only TEXT] [VECTORS.jsonl ...]

Every vector goes through generated Rust, intact and damaged, and through `wireglot convert`: both must accept or both
reject it, and their output in its own rules and in DER must be the same bytes. Both check open types strictly and drop
unknown extensions. Without files, a fixed sample of the project's own vectors is used, with --full all of them and
those in ../shared. $WIREGLOT is the command, $RUSTC the compiler.
"""

import argparse
import collections
import json
import os
import pathlib
import random
import re
import subprocess
import sys

HERE = pathlib.Path(__file__).resolve().parent
PROJECT = HERE.parent
OWN = PROJECT / "vectors/asn1"
WORK = PROJECT / "build/generated_rust"
RULES = ["ber", "der", "uper", "aper", "oer"]
SAMPLE = ["snmp.jsonl", "boxes.jsonl", "additions.jsonl", "rows.jsonl", "times-per.jsonl", "times.jsonl", "spans.jsonl", "forms.jsonl",
          "lists.jsonl", "defaults.jsonl"]
SHARED = ["megaco/messages.jsonl", "asn1/erlang/vectors.jsonl", "asn1/public/vectors.jsonl"]
MEGACO = {"ber": "ber", "der": "der", "per_unaligned": "uper", "per_aligned": "aper"}

Record = collections.namedtuple("Record", "name root rules octets")


def written_out(value):
    """Expands a text, or {"concat": [part, ...]} of texts and {"repeat": [text, count]}."""
    if isinstance(value, str):
        return value
    if isinstance(value, list):
        return "".join(map(written_out, value))
    if "concat" in value:
        return written_out(value["concat"])
    text, count = value["repeat"]
    return written_out(text) * count


def records(files, only):
    """Records grouped by the schemas that they need."""
    sets = collections.defaultdict(list)
    for file in files:
        folder = file.parent
        for line in file.read_text().splitlines():
            if not line.strip():
                continue
            record = json.loads(line)
            if record.get("format") == "megaco":
                version = record["version"]
                schemas = (str(folder / f"MEDIA-GATEWAY-CONTROL-v{version}.asn"),)
                for key, rules in MEGACO.items():
                    if record.get(key):
                        root = f"MEDIA-GATEWAY-CONTROL-v{version}.MegacoMessage"
                        sets[schemas].append(Record(f"{record['name']}-{key}", root, rules, record[key]))
                continue
            if record.get("rules") not in RULES or "bytes" not in record or only not in record.get("id", ""):
                continue
            schemas = tuple(str(folder / schema) for schema in record.get("schemas", []))
            root = f"{record['module']}.{record['type']}"
            sets[schemas].append(Record(record["id"], root, record["rules"], written_out(record["bytes"])))
    return sets


def damaged(record, count):
    """The record, and `count` damaged variants."""
    yield record
    draw = random.Random(record.name)
    for number in range(count):
        octets = bytearray(bytes.fromhex(record.octets))
        at = draw.randrange(max(1, len(octets)))
        how = draw.randrange(4)
        if not octets:
            octets.append(draw.randrange(256))
        elif how == 0:
            del octets[at:]
        elif how == 1:
            octets[at] ^= 1 << draw.randrange(8)
        elif how == 2:
            octets[at] = draw.randrange(256)
        else:
            octets.insert(at, draw.choice([0, 0x80, 0xFF, 0x7F, draw.randrange(256)]))
        yield record._replace(name=f"{record.name} damaged {number}", octets=octets.hex())


def run(command, **more):
    return subprocess.run(command, capture_output=True, text=True, **more)


class Schemas:
    """Schemas with a program of generated Rust."""

    def __init__(self, number, schemas, wireglot, rustc, runtime):
        self.schemas, self.wireglot, self.rustc, self.runtime = schemas, wireglot, rustc, runtime
        self.folder = WORK / f"{pathlib.Path(schemas[-1]).stem.lower().replace('-', '_')}_{number}"
        self.folder.mkdir(parents=True, exist_ok=True)

    def flags(self):
        return [part for schema in self.schemas for part in ("-s", schema)]

    def generate(self, roots, rules):
        """Generates the code; returns why there is none, or None."""
        pdus = [part for root in roots for part in ("--pdu", root)]
        command = [self.wireglot, "gen", "rust", *self.flags(), "-r", ",".join(rules), *pdus]
        made = run([*command, "--name", "schema", "-o", str(self.folder)])
        return made.stderr.strip() if made.returncode else None

    def names(self, rules):
        """The base names of each PDU's functions."""
        names, called = {}, ""
        for line in (self.folder / "schema" / f"{rules}.rs").read_text().splitlines():
            if line.startswith("/// Decodes a `"):
                called = line.split("`")[1]
            if line.startswith("pub fn decode_") and "_within" not in line:
                names[called] = line.split("(")[0][len("pub fn decode_"):]
        return names

    def build(self, rules):
        names = self.names(rules[0])
        arms = []
        for name in names.values():
            for source in rules:
                for target in sorted({source, "der"} & set(rules)):
                    arms.append(f'("{name}", "{source}", "{target}") => schema::{source}::decode_{name}(octets)'
                                f".and_then(|value| schema::{target}::encode_{name}(&value)),")
        main = (PROJECT / "tests/generated_rust/main.rs").read_text().replace("// ARMS", "\n        ".join(arms))
        (self.folder / "main.rs").write_text(main)
        program = self.folder / "program"
        made = run([self.rustc, "--edition", "2021", "-Copt-level=0", "-Cdebuginfo=0", "--crate-name", "program",
                    "-o", str(program), "--extern", f"wireglot_rt={self.runtime}", str(self.folder / "main.rs")])
        if made.returncode:
            errors = [line for line in made.stderr.splitlines() if line]
            raise SystemExit(f"{self.folder}: generated code does not compile\n" + "\n".join(errors[:40]))
        warned = [line for line in made.stderr.splitlines() if line.startswith("warning")]
        if warned:
            raise SystemExit(f"{self.folder}: {len(warned)} warnings\n{made.stderr[:2000]}")
        return program, names

    def reference(self, root, source, target, lines):
        command = [self.wireglot, "convert", *self.flags(), "-t", root, "--from", source, "--to", target,
                   "--in", "hex-lines", "--out", "hex-lines", "--on-error", "report", "--open-types", "strict",
                   "--drop-unknown"]
        done = run(command, input="\n".join(lines) + "\n")
        return done.stdout.splitlines()


def compare(schemas, cases, rules, names, program, tally):
    groups = collections.defaultdict(list)
    for case in cases:
        groups[case.root, case.rules].append(case)
    for (root, source), list_ in groups.items():
        for target in [source] if source == "der" or "der" not in rules else [source, "der"]:
            wanted = schemas.reference(root, source, target, [case.octets for case in list_])
            asked = "".join(f"{names[root]} {source} {target} {case.octets}\n" for case in list_)
            done = run([str(program)], input=asked)
            got = done.stdout.splitlines()
            if done.returncode or len(got) != len(list_):
                at = min(len(got), len(list_) - 1)
                tally.fail(list_[at], target, done.stderr.strip()[-300:], "no end")
                continue
            if len(wanted) != len(list_):
                print(f"{root} {source} {target}: {len(wanted)} answers of the command to {len(list_)}")
                continue
            for case, got, wanted in zip(list_, got, wanted):
                if '"code":"constraint"' in wanted or '"code":"unknown_extension"' in wanted:
                    # Only the command checks constraints, and it can't drop a whole alternative.
                    continue
                if got.startswith("!time_canonical") and target == "der":
                    # DER in generated code accepts times only in canonical form.
                    tally.skipped += 1
                    continue
                refused = wanted.startswith("{")
                if refused == got.startswith("!") and (refused or got == wanted):
                    tally.passed += 1
                else:
                    tally.fail(case, target, got, wanted)


class Tally:
    def __init__(self):
        self.passed, self.failures, self.skipped = 0, [], 0

    def example(self, wireglot, rustc, runtime):
        """The example on the page compiles without warnings and prints the expected output."""
        folder = WORK / "example"
        folder.mkdir(parents=True, exist_ok=True)
        snmp = PROJECT / "examples/snmp"
        made = run([wireglot, "gen", "rust", "-s", str(snmp / "SNMP.asn1"), "-r", "ber,uper", "--pdu", "SNMP.Message",
                    "--name", "snmp", "-o", str(folder)])
        source = (snmp / "community.rs").read_text()
        (folder / "main.rs").write_text(source)
        program = str(folder / "program")
        built = run([rustc, "--edition", "2021", "-D", "warnings", "-A", "dead_code", "-o", program, "--extern",
                     f"wireglot_rt={runtime}", str(folder / "main.rs")])
        message = (snmp / "messages.hex").read_text().splitlines()[0]
        printed = run([program, message]).stdout.splitlines() if built.returncode == 0 else []
        page = (PROJECT / "docs/rust.md").read_text()
        blocks = [block.split("```")[0] for block in page.split("```rust\n")[1:]]
        good = (made.returncode == 0 and len(printed) > 2 and printed[-1].endswith("in UPER")
                and "public" in printed[0] and all(block in source for block in blocks))
        self.passed += good
        if not good:
            self.failures.append("\n".join(["the example of docs/rust.md", built.stderr, *printed]))

    def bare(self, wireglot, rustc, runtime):
        """Types with little inside, each by itself: no warnings."""
        schema = PROJECT / "tests/generated_rust/Bare.asn1"
        for root in re.findall(r"(?m)^([A-Z][a-z]+) ::=", schema.read_text()):
            folder = WORK / "bare" / root
            folder.mkdir(parents=True, exist_ok=True)
            made = run([wireglot, "gen", "rust", "-s", str(schema), "-r", ",".join(RULES), "--pdu", f"Bare.{root}",
                        "--name", "schema", "-o", str(folder)])
            (folder / "lib.rs").write_text("pub mod schema;\n")
            built = run([rustc, "--edition", "2021", "--crate-type", "lib", "-D", "warnings", "--out-dir", str(folder),
                         "--emit", "metadata", "--extern", f"wireglot_rt={runtime}", str(folder / "lib.rs")])
            good = made.returncode == 0 and built.returncode == 0
            self.passed += good
            if not good:
                self.failures.append(f"{root} of {schema.name}\n{made.stderr if made.returncode else built.stderr[:2000]}")

    def fail(self, case, target, got, wanted):
        self.failures.append(f"{case.name} {case.root} {case.rules} to {target}: {case.octets[:80]}\n"
                             f"  rust {got[:160]}\n  want {wanted[:160]}")


def main():
    parse = argparse.ArgumentParser()
    parse.add_argument("--full", action="store_true")
    parse.add_argument("--mutate", type=int, default=10)
    parse.add_argument("--only", default="")
    parse.add_argument("--show", type=int, default=20)
    parse.add_argument("files", nargs="*", type=pathlib.Path)
    asked = parse.parse_args()
    wireglot = os.environ.get("WIREGLOT", str(PROJECT / "target/debug/wireglot"))
    rustc = os.environ.get("RUSTC", "rustc")
    WORK.mkdir(parents=True, exist_ok=True)
    runtime = WORK / f"libwireglot_rt-{os.getpid()}.rlib"
    made = run([rustc, "--edition", "2021", "--crate-type", "rlib", "--crate-name", "wireglot_rt", "-Copt-level=1",
                "-o", str(runtime), str(PROJECT / "runtime/rust/src/lib.rs")])
    if made.returncode:
        raise SystemExit(made.stderr)
    shared = PROJECT.parent / "shared/vectors"
    more = [shared / name for name in SHARED if (shared / name).is_file()]
    all_ = sorted(OWN.glob("*.jsonl")) + more
    files = asked.files or (all_ if asked.full else [OWN / name for name in SAMPLE])
    tally = Tally()
    tally.example(wireglot, rustc, runtime)
    tally.bare(wireglot, rustc, runtime)
    sets = list(records(files, asked.only).items())
    for number, (schemas, list_) in enumerate(sets):
        roots = sorted({record.root for record in list_})
        rules = [word for word in RULES if word in {record.rules for record in list_} | {"der"}]
        program = Schemas(number, schemas, wireglot, rustc, runtime)
        why = program.generate(roots, rules)
        if why and len(roots) > 1:
            # One of the types has no Rust, or none in one of the rules; the others are tested alone.
            sets += [(schemas, [record for record in list_ if record.root == root]) for root in roots]
            continue
        if why:
            tally.skipped += len(list_)
            print(f"skipped {len(list_)} of {pathlib.Path(schemas[-1]).name}: {why.splitlines()[0][:160]}")
            continue
        try:
            built, names = program.build(rules)
        except SystemExit as broken:
            tally.failures.append(str(broken))
            continue
        # The command does not count an empty line as a record.
        cases = [case for record in list_ for case in damaged(record, asked.mutate) if case.octets]
        compare(program, cases, rules, names, built, tally)
    for failure in tally.failures[:asked.show]:
        print(failure)
    print(f"{tally.passed} passed, {len(tally.failures)} failed, {tally.skipped} skipped")
    return 1 if tally.failures else 0


if __name__ == "__main__":
    sys.exit(main())

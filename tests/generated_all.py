#!/usr/bin/env python3
"""The schemas of the collection as C and Rust, compiled with warnings as errors.

    tests/generated_all.py [c|rust ...] [--part I/N] [--only TEXT]

Of each sound set of modules, and each schema of the vectors, all types are printed under basic, packed and octet
rules. What a generator refuses by name is left out and counted as skipped. $WIREGLOT is the command, $RUSTC and
$CC the compilers, $WIREGLOT_LEVEL the optimization of C (-O1).
"""

import argparse
import concurrent.futures
import json
import os
import pathlib
import re
import subprocess
import sys
import tempfile

PROJECT = pathlib.Path(__file__).resolve().parent.parent
SHARED = pathlib.Path(os.environ.get("WIREGLOT_SHARED", PROJECT.parent / "shared")) / "vectors"
WIREGLOT = os.environ.get("WIREGLOT", PROJECT / "target/release/wireglot")
CC = [os.environ.get("CC", "gcc"), "-std=c99", os.environ.get("WIREGLOT_LEVEL", "-O1"), "-Wall", "-Wextra", "-Wshadow",
      "-Wconversion", "-pedantic", "-Werror", "-I", PROJECT / "runtime/c/include"]
RUSTC = [os.environ.get("RUSTC", "rustc"), "--edition=2021", "-Dwarnings"]
RULES = {"c": "ber,uper,oer", "rust": "ber,der,uper,aper,oer"}
SECONDS = 1200
# The verdict on a set that the command refuses.
REFUSED = "refused"


def run(command):
    command = [str(word) for word in command]
    try:
        done = subprocess.run(command, capture_output=True, text=True, errors="replace", timeout=SECONDS)
    except subprocess.TimeoutExpired:
        return 1, "", f"{command[0]} took more than {SECONDS} s"
    return done.returncode, done.stdout, done.stderr


def sets():
    """(name, files) of all sets of schemas, each file at least once."""
    public = SHARED / "asn1/public"
    records = [json.loads(line) for line in (public / "modules.jsonl").read_text().splitlines()]
    found = [(r["id"], [public / file for file in r["files"]]) for r in records if r["expect"] == "ok"]
    known = {file for _, files in found for file in files}
    for folder in (SHARED / "asn1/erlang/schemas", public / "schemas", SHARED / "megaco", PROJECT / "vectors/asn1/schemas"):
        files = [file for file in sorted(folder.rglob("*.as*")) if file not in known]
        found += [(str(file.relative_to(folder)), [file]) for file in files]
    return found


def schema_of(files):
    folders = sorted({file.parent for file in files})
    return [word for file in files for word in ("-s", file)] + [word for folder in folders for word in ("-I", folder)]


def types_of(schema):
    """Module.Type of all types without parameters."""
    module, types = None, []
    for line in run([WIREGLOT, "dump", "model", *schema])[1].splitlines():
        if begins := re.match(r"module (\S+)", line):
            module = begins[1]
        elif names := re.match(r"  ([A-Z][\w-]*) ::= ", line):
            types.append(f"{module}.{names[1]}")
    return types


def generated(language, schema, types, folder):
    """What was left out, or why nothing is there."""
    left = list(types)
    while left:
        pdus = [word for each in left for word in ("--pdu", each)]
        named = ["--name", "schema"] if language == "rust" else []
        code, _, said = run([WIREGLOT, "gen", language, *schema, "-r", RULES[language], *pdus, *named, "-o", folder])
        if code == 0:
            return len(types) - len(left), None
        named = set(re.findall(r"[\w.-]+", said)) if is_refusal(said) else set()
        refused = [each for each in left if each in named]
        refused = refused or [each for each in left if is_refused(language, schema, each, folder)]
        if not refused:
            return 0, said.strip()
        left = [each for each in left if each not in refused]
    return len(types), None


def is_refused(language, schema, each, folder):
    """Whether a generator says of a type that it has nothing for it."""
    named = ["--name", "schema"] if language == "rust" else []
    command = [WIREGLOT, "gen", language, *schema, "-r", RULES[language], "--pdu", each, *named, "-o", folder / "alone"]
    code, _, said = run(command)
    return code != 0 and is_refusal(said)


def is_refusal(said):
    """Whether a generator has nothing for a type, or its rules have no encoding for it (A0601)."""
    return any(words in said for words in (" is generated for ", ": there is ", "error[A0601]"))


def compiled_c(folder):
    for file in sorted(folder.glob("*.c")):
        code, _, said = run([*CC, "-I", folder, "-c", file, "-o", folder / "codec.o"])
        if code:
            return said
    return None


def compiled_rust(folder):
    main = folder / "main.rs"
    main.write_text(f'#![no_std]\n#[path = "{folder / "schema/mod.rs"}"]\npub mod schema;\n')
    made = ["--crate-type=lib", "--crate-name=generated", "--emit=metadata", "--out-dir", folder]
    code, _, said = run([*RUSTC, *made, "--extern", f"wireglot_rt={runtime()}", main])
    return said if code else None


def runtime():
    return PROJECT / "build/generated_all/libwireglot_rt.rlib"


def built_runtime():
    runtime().parent.mkdir(parents=True, exist_ok=True)
    made = ["--crate-type=rlib", "--crate-name=wireglot_rt", "-o", runtime(), PROJECT / "runtime/rust/src/lib.rs"]
    code, _, said = run([*RUSTC, *made])
    if code:
        raise SystemExit(said)


def judged(language, name, files):
    """How many types were left out, and what is wrong. A set that the command refuses counts as one of them: which sets it
    refuses, and why, is in crates/asn1/tests/verdicts.tsv."""
    schema = schema_of(files)
    if run([WIREGLOT, "check", *schema])[0]:
        return 1, REFUSED
    types = types_of(schema)
    if not types:
        return 0, None
    with tempfile.TemporaryDirectory() as folder:
        folder = pathlib.Path(folder)
        skipped, why = generated(language, schema, types, folder)
        if why is None and skipped < len(types):
            why = compiled_c(folder) if language == "c" else compiled_rust(folder)
    return skipped, why


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("languages", nargs="*", choices=[[], *RULES])
    parser.add_argument("--part", default="1/1")
    parser.add_argument("--only", default="")
    asked = parser.parse_args()
    if not SHARED.is_dir():
        print(f"no {SHARED}\n0 passed, 0 failed, 1 skipped")
        return 0
    part, parts = map(int, asked.part.split("/"))
    passed = failed = skipped = 0
    for language in asked.languages or RULES:
        if language == "rust":
            built_runtime()
        mine = [one for number, one in enumerate(sets()) if number % parts == part - 1 and asked.only in one[0]]
        with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
            for (name, _), (left, why) in zip(mine, pool.map(lambda one: judged(language, *one), mine)):
                skipped += left
                passed += why is None
                failed += why not in (None, REFUSED)
                if left:
                    print(f"skip {name} in {language}: {left} types", flush=True)
                if why not in (None, REFUSED):
                    print(f"FAIL {name} in {language}: " + "\n".join(why.splitlines()[:12]), flush=True)
    print(f"{passed} passed, {failed} failed, {skipped} skipped")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())

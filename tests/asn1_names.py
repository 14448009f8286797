#!/usr/bin/env python3
"""Compiles C and Rust of ASN.1 specifications whose names are reserved or taken elsewhere.

    tests/asn1_names.py [quick|full] [--keep FOLDER]

Keywords of C, C++, Go, Python and Rust, what they predeclare, and all names of C's and POSIX's headers (words.py) are
names of types, components, alternatives, enumeration items, named numbers and bits, modules, table rows and object sets;
so are names that differ only in case or hyphens. `quick` takes every fifteenth name of the headers. C is compiled as C and
as C++, after the headers that have the names and without them. $WIREGLOT is the command, $RUSTC the compiler of Rust.
"""

import argparse
import itertools
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

import words

PROJECT = pathlib.Path(__file__).resolve().parent.parent
WIREGLOT = os.environ.get("WIREGLOT", PROJECT / "target/release/wireglot")
STRICT = ["-Wall", "-Wextra", "-Wshadow", "-Wconversion", "-pedantic", "-Werror", "-fsyntax-only"]
PART = 200  # names of a type
# Names that become the same in some language.
ALIKE = ["fooBar", "foo-bar", "fooBAR", "foobar", "foo-Bar", "fOOBar", "foo", "bar", "whole", "whole-within", "foo-ber",
         "foo-uper", "a1", "a-1", "a-x-1", "b2b", "b-2b", "b2-b"]
# What generated code calls its own.
OWN = """r w v n i out last presence additions value kind items item count len length data size bits octets error result raw
unknown unknown-index opaque other rows row tag tags index arena reader writer read write encode decode check path json
new get set from into as-str default clone eq fmt drop types ber der cer uper aper oer coer codec schema wireglot-rt rt
core std alloc vec string option box cow some none ok err present has is u u8 u16 u32 u64 i8 i16 i32 i64 p q s c b ext
extension choice alternative selected val type self module mod""".split()
# What it calls its own where it reads keys.
KEYS = ["x", "x0", "x1", "opaque", "octets", "bits", "row", "tag", "last", "value", "r", "v", "presence", "additions"]
# X.680 12.38, and those of its older versions.
RESERVED = """ABSENT ABSTRACT-SYNTAX ALL ANY APPLICATION AUTOMATIC BEGIN BIT BMPString BOOLEAN BY CHARACTER CHOICE CLASS COMPONENT
COMPONENTS CONSTRAINED CONTAINING DATE DATE-TIME DEFAULT DEFINED DEFINITIONS DURATION EMBEDDED ENCODED ENCODING-CONTROL END
ENUMERATED EXCEPT EXPLICIT EXPORTS EXTENSIBILITY EXTERNAL FALSE FROM GeneralString GeneralizedTime GraphicString IA5String
IDENTIFIER IMPLICIT IMPLIED IMPORTS INCLUDES INSTANCE INSTRUCTIONS INTEGER INTERSECTION ISO646String MACRO MAX MIN
MINUS-INFINITY NOT-A-NUMBER NULL NumericString OBJECT OCTET OF OID-IRI OPTIONAL ObjectDescriptor PATTERN PDV PLUS-INFINITY
PRESENT PRIVATE PrintableString REAL RELATIVE-OID RELATIVE-OID-IRI SEQUENCE SET SETTINGS SIZE STRING SYNTAX T61String TAGS
TIME TIME-OF-DAY TRUE TYPE-IDENTIFIER TeletexString UNION UNIQUE UNIVERSAL UTCTime UTF8String UniversalString VideotexString
VisibleString WITH""".split()
TYPES = ["INTEGER (0..255)", "BOOLEAN", "SEQUENCE { a BOOLEAN, b INTEGER OPTIONAL, ... }", "ENUMERATED { one, two, ... }",
         "CHOICE { a BOOLEAN, b INTEGER, ... }", "SEQUENCE OF INTEGER (0..9)", "OCTET STRING", "BIT STRING { one (0) }",
         "OCTET STRING (CONTAINING BOOLEAN)", "UTF8String", "NULL", "INTEGER { one (1) }"]
MODES = ["", " OPTIONAL", "", "", " OPTIONAL", ""]


def identifiers(some):
    """Names as identifiers of ASN.1, each once."""
    made = ("-".join(filter(None, re.split("[_-]+", name))) for name in some)
    return list(dict.fromkeys(name[0].lower() + name[1:] for name in made if re.match("[A-Za-z]", name)))


def references(some):
    made = ("-".join(filter(None, re.split("[_-]+", name))) for name in some)
    made = (name[0].upper() + name[1:] for name in made if re.match("[A-Za-z]", name))
    return [name for name in dict.fromkeys(made) if name not in RESERVED]


def parts(names):
    return [names[start:start + PART] for start in range(0, len(names), PART)]


def listed(names, text):
    return ",\n    ".join(text(at, name) for at, name in enumerate(names))


def parts_of_types(names):
    """Types whose parts have these names."""
    types, modes = itertools.cycle(TYPES), itertools.cycle(MODES)
    for at, some in enumerate(parts(identifiers(names))):
        record = listed(some, lambda _, name: f"{name} {next(types)}{next(modes)}")
        yield f"Parts{at}", f"SEQUENCE {{\n    {record},\n    ...\n}}"
        yield f"Chosen{at}", f"CHOICE {{\n    {listed(some, lambda _, name: f'{name} {next(types)}')},\n    ...\n}}"
        yield f"Items{at}", f"ENUMERATED {{\n    {listed(some, lambda _, name: name)},\n    ...\n}}"
        yield f"Numbers{at}", f"INTEGER {{\n    {listed(some, lambda at, name: f'{name} ({at})')}\n}}"
        yield f"Bits{at}", f"BIT STRING {{\n    {listed(some, lambda at, name: f'{name} ({at})')}\n}}"


def types_of(names):
    """Types of these names, each with a part of the same name."""
    kinds = itertools.cycle(("SEQUENCE {{ {} BOOLEAN OPTIONAL, ... }}", "CHOICE {{ {} INTEGER, ... }}", "ENUMERATED {{ {}, ... }}",
                             "SEQUENCE (SIZE (0..3)) OF SEQUENCE {{ {} NULL }}", "OCTET STRING", "INTEGER {{ {} (1) }}"))
    for name in references(names):
        yield name, next(kinds).format(identifiers([name])[0])


def module(name, definitions, more=""):
    """A module with these types, and the type Everything that uses them all."""
    body = "".join(f"{reference} ::= {text}\n" for reference, text in definitions)
    held = "".join(f"    h{at} {reference} OPTIONAL,\n" for at, (reference, _) in enumerate(definitions))
    return f"{name} DEFINITIONS AUTOMATIC TAGS ::= BEGIN\n{more}{body}Everything ::= SEQUENCE {{\n{held}    ...\n}}\nEND\n"


def rows_of(names):
    """Object sets of these names, whose rows have types of these names and written in place."""
    sets = [re.sub("[^A-Za-z-]", "", name) for name in references(names)]
    sets = list(dict.fromkeys(name for name in sets if len(name) > 1 and name not in RESERVED))
    text = "K ::= CLASS { &id INTEGER (0..999) UNIQUE, &Type OPTIONAL } WITH SYNTAX { ID &id [TYPE &Type] }\n"
    held = []
    for at, name in enumerate(sets):
        text += f"Row{at} ::= SEQUENCE {{ x BOOLEAN }}\n{name} K ::= {{ {{ID 1 TYPE BOOLEAN}} | {{ID 2 TYPE Row{at}}} | {{ID 3}}, ... }}\n"
        held.append((f"Entry{at}", f"SEQUENCE {{ id K.&id ({{{name}}}), value K.&Type ({{{name}}}{{@id}}) OPTIONAL, ... }}"))
    return module("Tables", held, text)


def keys_of(names):
    """Keys of these names, before and after the open types that they select, which generated code reads under locals."""
    text = """K ::= CLASS { &id INTEGER (0..99) UNIQUE, &Type } WITH SYNTAX { ID &id TYPE &Type }
Inner ::= SEQUENCE { a BOOLEAN }
Rows K ::= { {ID 1 TYPE BOOLEAN} | {ID 2 TYPE Inner}, ... }
"""
    forms = itertools.cycle((
        "SEQUENCE {{ k99 K.&Type ({{Rows}}{{@{0}}}), {0} K.&id ({{Rows}}) }}",
        "SEQUENCE {{ k99 SEQUENCE OF SEQUENCE {{ k98 K.&Type ({{Rows}}{{@{0}}}) }}, {0} K.&id ({{Rows}}) }}",
        "SEQUENCE {{ k99 CHOICE {{ k98 K.&Type ({{Rows}}{{@{0}.k97}}), ... }} OPTIONAL, {0} SEQUENCE {{ k97 K.&id ({{Rows}}) }} }}",
        "SEQUENCE {{ {0} K.&id ({{Rows}}), k99 SEQUENCE {{ k98 OCTET STRING (CONTAINING K.&Type ({{Rows}}{{@{0}}})) }} }}",
        "SEQUENCE {{ {0} K.&id ({{Rows}}), k99 BIT STRING (CONTAINING K.&Type ({{Rows}}{{@{0}}})) OPTIONAL }}",
        "SET {{ k99 [1] K.&Type ({{Rows}}{{@{0}}}) OPTIONAL, {0} [0] K.&id ({{Rows}}), k98 [2] INTEGER DEFAULT 3 }}"))
    # Each name in every form, so that it meets the locals of each.
    held = [(f"Held{at}-{turn}", next(forms).format(name)) for at, name in enumerate(identifiers(names)) for turn in range(6)]
    return module("Keys", held, text)


def modules_of(names):
    """Modules of these names, which all have a type Same, and one that imports them."""
    made = references(names)
    texts = [f"{name} DEFINITIONS AUTOMATIC TAGS ::= BEGIN Same ::= SEQUENCE {{ a BOOLEAN }} END\n" for name in made]
    held = [(f"From{at}", f"{name}.Same") for at, name in enumerate(made)]
    imports = "IMPORTS " + " ".join(f"Same FROM {name}" for name in made) + ";\n"
    return "\n".join([module("Importing", held, imports), *texts])


def specifications(everything):
    special = [*words.special(), *ALIKE, *OWN]
    libc = sorted(words.libc())
    names = [*special, *(libc if everything else libc[::15])]
    yield "parts", "Parts", module("Parts", list(parts_of_types(names)))
    yield "types", "Types", module("Types", list(types_of(names)))
    yield "tables", "Tables", rows_of(special if everything else special[::3])
    keys = [*OWN, *(f"x{at}" for at in range(4)), *(f"k{at}" for at in range(2))]
    yield "keys", "Keys", keys_of(keys if everything else [*KEYS, *keys[::9]])
    yield "modules", "Importing", modules_of(special if everything else special[::5])


def run(command, **more):
    command = [str(word) for word in command]
    done = subprocess.run(command, capture_output=True, text=True, errors="replace", **more)
    return done.stderr.strip() or f"exit code {done.returncode}" if done.returncode else None


# gcc takes minutes over thousands of errors.
COMPILERS = [("gcc", "c", "gnu17", "-fmax-errors=5"), ("g++", "c++", "gnu++17", "-fmax-errors=5"),
             ("clang", "c", "gnu17", "-ferror-limit=5")]


def compiled_c(folder, included, everything):
    """What compilers of C and C++ say; `quick` leaves clang out, and the code without headers before it."""
    headers = ["-include", included]
    for compiler, language, standard, limit in COMPILERS if everything else COMPILERS[:2]:
        if not shutil.which(compiler):
            continue
        for more in [headers, []] if everything else [headers]:
            for file in sorted(folder.glob("*.c")):
                said = run([compiler, "-x", language, f"-std={standard}", "-D_GNU_SOURCE", limit, *STRICT, *more, "-I", folder,
                            "-I", PROJECT / "runtime/c/include", file])
                if said:
                    yield f"{compiler}{' after all headers' if more else ''}, {file.name}: {said}"


def compiled_rust(folder, runtime):
    main = folder / "main.rs"
    main.write_text(f'#![no_std]\n#[path = "{folder / "schema/mod.rs"}"]\npub mod schema;\n')
    made = ["--crate-type=lib", "--crate-name=generated", "--emit=metadata", "--out-dir", folder]
    if said := run([*rustc(), *made, "--extern", f"wireglot_rt={runtime}", main]):
        yield said


def rustc():
    return [os.environ.get("RUSTC", "rustc"), "--edition=2021", "-Dwarnings"]


def faults(work, name, root, text, runtime, everything):
    """What is wrong with the code of a specification, in each language."""
    folder = work / name
    folder.mkdir(parents=True)
    schema = folder / f"{name}.asn1"
    schema.write_text(text)
    included = work / "all.h"
    common = ["-s", schema, "--pdu", f"{root}.Everything"]
    if name == "types":
        common += ["--pdu", f"{root}.Whole", "--pdu", f"{root}.Whole-within"]
    for language, rules, more in (("c", "ber,uper,oer", ["--json", "--paths"]), ("rust", "ber,der,uper,oer" if everything else "der,uper", ["--name", "schema"])):
        if said := run([WIREGLOT, "gen", language, *common, "-r", rules, *more, "-o", folder]):
            yield f"{name} in {language}: {said}"
            continue
        compiled = compiled_c(folder, included, everything) if language == "c" else compiled_rust(folder, runtime)
        yield from (f"{name} in {language}: {said}" for said in compiled)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("mode", nargs="?", choices=["quick", "full"], default="quick")
    parser.add_argument("--keep", type=pathlib.Path)
    asked = parser.parse_args()
    passed = failed = 0
    with tempfile.TemporaryDirectory() as folder:
        work = asked.keep or pathlib.Path(folder)
        work.mkdir(parents=True, exist_ok=True)
        (work / "all.h").write_text(words.included())
        runtime = work / "libwireglot_rt.rlib"
        made = ["--crate-type=rlib", "--crate-name=wireglot_rt", "-o", runtime]
        if said := run([*rustc(), *made, PROJECT / "runtime/rust/src/lib.rs"]):
            raise SystemExit(said)
        everything = asked.mode == "full"
        for name, root, text in specifications(everything):
            wrong = list(faults(work, name, root, text, runtime, everything))
            for said in wrong:
                print("FAIL " + "\n".join(said.splitlines()[:40]), flush=True)
            failed += bool(wrong)
            passed += not wrong
    print(f"{passed} passed, {failed} failed, 0 skipped")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())

"""The cases of outputs.py: which command lines are run on which schemas and messages.

A case is what one verb does with one schema: the runs that share its key. It belongs to the project, or to the
collection (its key then begins with `shared`). Paths in command lines are relative to a folder with examples, vectors,
crates and shared.
"""

import collections
import dataclasses
import json
import os
import pathlib
import re
import zlib

ROOT = pathlib.Path(__file__).resolve().parent.parent
SHARED = pathlib.Path(os.environ.get("WIREGLOT_SHARED", ROOT.parent / "shared")).resolve()
# The folders used in command lines, and their locations.
FOLDERS = {**{name: ROOT / name for name in ["examples", "vectors", "crates"]}, "shared": SHARED}
RULES = ["ber", "der", "cer", "uper", "aper", "cuper", "caper", "oer", "coer"]
TEXTS = ["jer", "json", "value"]
STAGES = ["tokens", "tree", "model", "shape"]
HEX_LINES = ["--in", "hex-lines"]
VERBS = "decode encode inspect convert diff check fmt dump gen bitproto layout compat sample vectors completions man".split()
PARAMETERLESS = re.compile(r"(?m)^\s*([A-Z][A-Za-z0-9-]*)\s*::=\s*(?!CLASS|MACRO)[\[A-Z]")
MODULE = re.compile(r"(?m)^\s*([A-Z][A-Za-z0-9-]*)\s*(?:\{[^}]*\})?\s*DEFINITIONS")


@dataclasses.dataclass
class Run:
    """One command line. `files` are created in its folder. If there is `before`, that runs first in the same folder
    with the input, and its output is the input of this one."""

    key: str
    args: list
    stdin: bytes = b""
    before: list = None
    files: dict = dataclasses.field(default_factory=dict)


@dataclasses.dataclass
class Messages:
    """The messages of one type in one set of rules, one per line."""

    lines: list = dataclasses.field(default_factory=list)

    def text(self):
        return "".join(f"{line}\n" for line in self.lines).encode()


def one_in(number, *words):
    """Whether something is in a fixed selection of one in `number`."""
    return zlib.crc32(" ".join(words).encode()) % number == 0


def place(path):
    folder, rest = path.split("/", 1)
    return FOLDERS[folder] / rest


def turn(number, values, *words):
    """`number` of some values, by a fixed selection."""
    start = zlib.crc32(" ".join(words).encode())
    return [values[(start + step) % len(values)] for step in range(number)]


def records(path):
    return [json.loads(line) for line in place(path).read_text().split("\n") if line]


def written_out(text):
    """Expands descriptions of long bytes: concatenated and repeated parts."""
    if not isinstance(text, dict):
        return text
    if "repeat" in text:
        part, count = text["repeat"]
        return part * count
    return "".join(map(written_out, text["concat"]))


def option(word, values):
    return [item for value in values for item in (word, value)]


# ASN.1


def types_of(text):
    """Some types in the text of a module: Module.Type."""
    module = MODULE.search(text)
    names = dict.fromkeys(PARAMETERLESS.findall(text))
    return [f"{module[1]}.{name}" for name in names][:6] if module else []


def asn1_schema(key, files, pdus, every):
    """The runs for a set of modules; all options for own ones (`every`)."""
    schemas = option("-s", files)
    yield Run(f"{key} check", ["check", *schemas])
    yield Run(f"{key} check --all-errors", ["check", "--all-errors", "--strict", "--short", *schemas])
    for stage in STAGES if every else ["model", *turn(1, ["tokens", "tree", "shape"], key)]:
        yield Run(f"{key} dump {stage}", ["dump", stage, *schemas])
    for rules in RULES if every else turn(1, RULES, key):
        yield Run(f"{key} dump plan", ["dump", "plan", "-r", rules, *schemas])
    if every:
        yield Run(f"{key} check --cost", ["check", "-r", "der,uper,oer", "--cost", *schemas])
    for file in files if every or one_in(3, key) else []:
        yield Run(f"{key} fmt", ["fmt", "--stdout", file])
    if pdus:
        yield from asn1_c(key, schemas, option("--pdu", pdus), every)


def asn1_c(key, schemas, pdus, every):
    gen = ["gen", "c", *schemas, *pdus, "-o", "out", "--name", "code"]
    variants = {
        "all": ["-r", ",".join(RULES), "--json", "--paths", "--prefix", "x_"],
        "ber": ["-r", "ber"],
        "aper": ["-r", "aper", "--files", "module"],
        "uper": ["-r", "uper", "--int", "i64", "--real", "exact", "--unknown", "skip", "--json"],
        "der": ["-r", "der", "--depfile", "code.d", "--int", "i64"],
        "oer": ["-r", "oer", "--paths", "--real", "exact"],
        "list": ["-r", "cer,coer", "--list", "--json", "--paths"],
    }
    for name in variants if every else [name for name in variants if name == "all" or one_in(7, key, name)]:
        yield Run(f"{key} gen c {name}", gen + variants[name])
    if every:
        yield Run(f"{key} gen c --check", [*gen, "-r", "ber", "--check"], before=[*gen, "-r", "ber"])


def asn1_messages(key, files, type_, rules, messages, every):
    """The runs for the messages of a type."""
    schemas, one = option("-s", files), f"{key} {type_} {rules}"
    text = rules in TEXTS
    told, form = ["-t", type_, *schemas], [] if text else HEX_LINES
    decode = ["decode", *told, "-r", rules, *form]

    def case(name, args, **more):
        return Run(f"{key} {name}", args, messages.text(), **more)

    yield case("decode", [*decode, "--on-error", "report"])
    others = [other for other in [*RULES, *TEXTS] if other != rules]
    if not every:
        if not one_in(4, one):
            return
    others = turn(3 if every else 1, others, one)
    sound = [*decode, "--on-error", "skip", "--lines"]
    out = [] if text else ["--out", "hex-lines"]
    yield Run(f"{key} encode", ["encode", *told, "-r", rules, *out, "--on-error", "report"],
               before=["decode", *sound[1:]], stdin=messages.text())
    for other in others:
        out = [] if other in TEXTS else ["--out", "hex-lines"]
        yield case("convert", ["convert", *told, "--from", rules, "--to", other, *form, *out, "--on-error", "skip"])
    if not text:
        yield case("inspect", ["inspect", *told, "-r", rules, *form])
        yield case("inspect --json", ["inspect", *told, "-r", rules, *form, "--json"])
        yield from asn1_diff(key, told, rules, messages)
    if every:
        yield case("decode --as jer", [*decode, "--as", "jer", "--check-constraints", "--on-error", "report"])
        yield case("decode --as value", [*decode, "--as", "value", "--unknown", "skip", "--defaults", "--on-error", "skip"])
        yield case("decode --jobs", [*decode, "--jobs", "2", "--forms", "tolerant", "--unknown", "reject", "--on-error", "report"])
        yield case("stop", [*decode, "--totals", "--limit", "depth=2"])
    if rules in ["ber", "der", "cer"]:
        yield case("inspect guessing", ["inspect", *HEX_LINES])


def asn1_diff(key, told, rules, messages):
    if len(messages.lines) > 1:
        files = {"left": messages.text(), "right": "\n".join(reversed(messages.lines)).encode()}
        diff = ["diff", *told, "-r", rules, *HEX_LINES, "left", "right"]
        yield Run(f"{key} diff", diff, files=files)
        yield Run(f"{key} diff --json", [*diff, "--json"], files=files)


def samples(key, files, type_, every):
    told = ["sample", "-t", type_, *option("-s", files), "-n", "4"]
    for rules in ["json", "value", *turn(2, RULES, key, type_)] if every else turn(1, [*RULES, *TEXTS], key, type_):
        yield Run(f"{key} sample", [*told, "-r", rules, "--seed", "7"])


def asn1_vectors(key, path, every):
    """The runs for records of messages: their schemas, types and messages."""
    folder = path.rsplit("/", 1)[0]
    sets = collections.defaultdict(lambda: collections.defaultdict(Messages))
    for record in records(path):
        files = tuple(os.path.normpath(f"{folder}/{file}") for file in record["schemas"])
        line = written_out(record["bytes"]) if "bytes" in record else record["text"].replace("\n", " ")
        sets[files][(f"{record['module']}.{record['type']}", record["rules"])].lines.append(line)
    for files, messages in sets.items():
        name = f"{key} {files[0].removeprefix(folder + '/')}{f' +{len(files) - 1}' if files[1:] else ''}"
        types = list(dict.fromkeys(type_ for type_, _ in messages))
        yield from asn1_schema(name, files, types if every else types[:8], every)
        for (type_, rules), some in messages.items():
            yield from asn1_messages(name, files, type_, rules, some, every)
        for type_ in types:
            if every or one_in(4, name, type_):
                yield from samples(name, files, type_, every)


def asn1_modules():
    """The module sets of the collection, sound or faulty."""
    folder = "shared/vectors/asn1/public"
    for record in records(f"{folder}/modules.jsonl"):
        files = [f"{folder}/{file}" for file in record["files"]]
        text = place(files[0]).read_text(encoding="latin-1")
        yield from asn1_schema(f"shared asn1 {record['id']}", files, types_of(text)[:3], False)


# SBE


def sbe_schema(key, file, every):
    yield Run(f"{key} check", ["check", "-s", file])
    yield Run(f"{key} check --all-errors", ["check", "--all-errors", "--strict", "--short", "-s", file])
    languages = ["c", "cpp", "go", "rust", "python"]
    for language in languages if every else turn(2, languages, key):
        gen = ["gen", language, file, "-o", "out"]
        yield Run(f"{key} gen {language}", gen)
        if every:
            more = {"cpp": ["--namespace", "acme.orders"], "go": ["--package", "acme"], "c": ["--prefix", "x_"]}.get(language, [])
            yield Run(f"{key} gen {language} options", [*gen, *more, "--name", "named", "--depfile", "named.d"])
            yield Run(f"{key} gen {language} --check", [*gen, "--check"], before=gen)
    for form in ["text", "markdown", "svg"] if every else ["text"]:
        yield Run(f"{key} layout {form}", ["layout", file, "--as", form])


def sbe_messages(key, file, messages):
    told = ["-s", file]
    decode = ["decode", *told, *HEX_LINES, "--lines"]
    text = messages.text()
    yield Run(f"{key} decode", [*decode, "--on-error", "report"], text)
    yield Run(f"{key} encode", ["encode", *told, "--out", "hex-lines", "--on-error", "report"], text,
               before=[*decode, "--on-error", "skip"])
    yield Run(f"{key} convert", ["convert", *told, "--from", "sbe", "--to", "json", *HEX_LINES, "--on-error", "skip"], text)
    yield Run(f"{key} inspect", ["inspect", *told, *HEX_LINES], text)
    yield Run(f"{key} inspect --json", ["inspect", *told, *HEX_LINES, "--json"], text)
    if len(messages.lines) > 1:
        files = {"left": text, "right": "\n".join(reversed(messages.lines)).encode()}
        yield Run(f"{key} diff", ["diff", *told, *HEX_LINES, "left", "right"], files=files)


def sbe(key, folder, vectors, schemas, every):
    files = dict.fromkeys(f"{folder}/{record['file']}" for path in schemas for record in records(f"{folder}/{path}"))
    messages = collections.defaultdict(Messages)
    for path in vectors:
        for record in records(f"{folder}/{path}"):
            messages[f"{folder}/{record['schema']}"].lines.append(record["bytes"])
    for file in dict.fromkeys([*files, *messages]):
        yield from sbe_schema(f"{key} {file.removeprefix(folder + '/')}", file, every)
    for file, some in messages.items():
        yield from sbe_messages(f"{key} {file.removeprefix(folder + '/')}", file, some)


# bitproto


def bitproto_schema(key, file, every):
    yield Run(f"{key} check", ["check", "-s", file])
    yield Run(f"{key} bitproto -c", ["bitproto", "-c", file])
    yield Run(f"{key} fmt", ["fmt", "--stdout", file])
    languages = ["c", "cpp", "go", "py", "rust"]
    for language in languages if every else turn(2, languages, key):
        yield Run(f"{key} bitproto {language}", ["bitproto", language, file, "."])
        if every or one_in(3, key, language):
            yield Run(f"{key} bitproto {language} -O", ["bitproto", language, "-O", "-q", "--endian", "big", file, "."])
    for form in ["text", "markdown", "svg"] if every or one_in(3, key) else ["text"]:
        yield Run(f"{key} layout {form}", ["layout", file, "--as", form, "--row", "16"])


def bitproto_messages(key, file, message, messages):
    told, text = ["-s", file, "-t", message], messages.text()
    decode = ["decode", *told, *HEX_LINES, "--lines"]
    yield Run(f"{key} decode", [*decode, "--on-error", "report"], text)
    if not one_in(3, key, message):
        return
    yield Run(f"{key} encode", ["encode", *told, "--out", "hex-lines"], text, before=[*decode, "--on-error", "skip"])
    yield Run(f"{key} convert", ["convert", *told, "--from", "bitproto", "--to", "json", *HEX_LINES], text)
    yield Run(f"{key} inspect", ["inspect", *told, *HEX_LINES], text)
    yield Run(f"{key} inspect --json", ["inspect", *told, *HEX_LINES, "--json"], text)


def bitproto():
    folder, key = "shared/vectors/bitproto", "shared bitproto"
    files = [record["file"] for path in ["files", "negative"] for record in records(f"{folder}/{path}.jsonl")]
    messages = collections.defaultdict(Messages)
    for record in records(f"{folder}/vectors.jsonl"):
        messages[(record["schema"], record["message"])].lines.append(record["bytes"])
    for file in dict.fromkeys([*files, *(schema for schema, _ in messages)]):
        yield from bitproto_schema(f"{key} {file}", f"{folder}/{file}", False)
    for (file, message), some in messages.items():
        yield from bitproto_messages(f"{key} {file}", f"{folder}/{file}", message, some)
    pairs = ((record["schema_writer"], record["schema_reader"]) for record in records(f"{folder}/compat.jsonl"))
    for old, new in dict.fromkeys(pairs):
        pair = [f"{folder}/{old}", f"{folder}/{new}"]
        yield Run(f"{key} {old} compat", ["compat", *pair])
        yield Run(f"{key} {old} compat", ["compat", *pair, "--json", "--pad"])


# Everything


def helps():
    yield Run("own --help", ["--help"])
    yield Run("own -h", ["-h"])
    for verb in VERBS:
        yield Run(f"own {verb} --help", [verb, "--help"])
        yield Run(f"own {verb} -h", [verb, "-h"])
        yield Run(f"own {verb} alone", [verb])
    yield Run("own serve --help", ["serve", "--help"])  # alone it goes on for as long as it is let
    for language in ["c", "cpp", "go", "rust", "python"]:
        yield Run(f"own gen {language} --help", ["gen", language, "--help"])
        yield Run(f"own gen {language} alone", ["gen", language])
    for shell in ["bash", "zsh", "fish", "powershell", "elvish"]:
        yield Run(f"own completions {shell}", ["completions", shell])
    yield Run("own man", ["man", "man1"])


SNMP, BUOY, ORDERS = "examples/snmp/SNMP.asn1", "examples/bitproto/buoy.bitproto", "examples/sbe/orders.xml"
MISTAKES = f"""
decod
decode -s {SNMP}
decode -s {SNMP} -t Message
decode -s {SNMP} -t Massage -r ber
decode -s {SNMP} -t Message -r per
decode -s {SNMP} -t Message -r ber nothing.ber
decode -s {SNMP} -t Message -r ber --limit deep=1
decode -s {SNMP} -t Message -r ber --select no.such.field
decode -s {SNMP} -t Message -r ber --render version=tbcd
decode -s {SNMP} -t Message -r ber --pcap
decode -s nothing.asn1 -t Message -r ber
decode -s {BUOY} -t Ping -r ber
decode -s {BUOY}
decode -s {ORDERS} -r ber
decode -s {ORDERS} -s {SNMP} -t Message -r ber
encode -s {SNMP} -t Message -r ber
encode -s {SNMP} -t Message -r json
encode -s {BUOY} -t Ping --as value
encode -s {ORDERS} -t Order --no-constraints
convert -s {SNMP} -t Message --from ber --to sbe
convert -s {ORDERS} --from sbe --to ber
convert -s {BUOY} -t Ping --from json --to value
diff -s {SNMP} -t Message -r ber one two
diff -s {SNMP} -t Message -r ber,der,cer one two
inspect -s {ORDERS} --depth 0 nothing
inspect -r jer
sample -s {ORDERS} -t Order
sample -s {BUOY} -t Ping
dump plan -s {SNMP}
dump shop -s {SNMP}
dump model -s {ORDERS}
dump tree -s {BUOY}
layout {SNMP}
layout {BUOY} -t Pong
layout nothing.xml
compat {SNMP} {SNMP}
compat {BUOY} {ORDERS}
compat {ORDERS} {ORDERS}
fmt {ORDERS}
fmt nothing.asn1
fmt --check {SNMP}
fmt --diff {BUOY}
gen java {ORDERS}
gen cpp {SNMP}
gen rust {BUOY}
gen go -s {SNMP}
gen c -s {SNMP} -r jer --pdu Message
gen c -s {SNMP} -r ber
gen c -s {SNMP} -r ber --pdu Message --int i65
gen c {ORDERS} -r ber --pdu Order
bitproto java {BUOY}
bitproto c {SNMP}
bitproto c
bitproto py {BUOY} . -F Ping
bitproto go {BUOY} . -O -F Pong
check -s {BUOY} --allow B9999
check -s {SNMP} -r jer
check -s {SNMP} --round-trip json
check -s {ORDERS} --cost -r ber
vectors nothing.jsonl
vectors {SNMP}
""".split("\n")[1:-1]


def examples():
    """The messages of the examples."""
    yield from asn1_lines("SNMP", "examples/snmp", "SNMP.Message", "ber")
    yield from asn1_lines("LDAP", "examples/ldap", "LDAP.LDAPMessage", "ber")
    yield from asn1_lines("S1AP", "examples/s1ap", "S1AP.S1AP-PDU", "aper")
    yield from asn1_schema("own SNMPv3", ["examples/snmp/SNMPv3.asn1"], [], True)
    certificate = ["-s", "examples/x509/X509.asn1", "-t", "X509.Certificate", "-r", "der", "--in", "pem", "examples/x509/certificate.pem"]
    yield from asn1_schema("own X509", ["examples/x509/X509.asn1"], ["X509.Certificate"], True)
    for name, args in {"decode": ["decode"], "inspect": ["inspect"], "json": ["inspect", "--json"],
                       "path": ["inspect", "--path", "Certificate.signature"], "at": ["inspect", "--at", "40"],
                       "depth": ["inspect", "--depth", "2"], "raw": ["decode", "--keep-raw", "Certificate.tbsCertificate"],
                       "select": ["decode", "--select", "tbsCertificate.serialNumber"]}.items():
        yield Run(f"own certificate {name}", [args[0], *certificate, *args[1:]])
    calls = ["-s", "examples/cdr/Calls.asn1", "-t", "Calls.Call", "-r", "ber"]
    yield from asn1_schema("own Calls", ["examples/cdr/Calls.asn1"], ["Calls.Call"], True)
    for name, file, more in [("blocks", "calls", ["--skip", "50", "--block", "128"]), ("damaged", "damaged", ["--block", "128"]),
                             ("prefixed", "calls-prefixed", ["--prefix", "u16be"]), ("bare", "calls", [])]:
        for verb in [["decode", "--on-error", "report", "--totals"], ["decode", "--render", "imsi=tbcd"], ["inspect"],
                     ["inspect", "--record", "2", "--json"]]:
            yield Run(f"own calls {name} {' '.join(verb)}", [verb[0], *calls, *more, *verb[1:], f"examples/cdr/{file}.dat"])
    yield from sbe_schema("own orders", ORDERS, True)
    yield from sbe_messages("own orders", ORDERS, lines_of("examples/sbe/orders.hex"))
    yield from bitproto_schema("own buoy", BUOY, True)
    yield from bitproto_messages("own buoy", BUOY, "Report", lines_of("examples/bitproto/reports.hex"))


def asn1_lines(name, folder, type_, rules):
    files = [f"{folder}/{name}.asn1"]
    yield from asn1_schema(f"own {name}", files, [type_], True)
    yield from asn1_messages(f"own {name}", files, type_, rules, lines_of(f"{folder}/messages.hex"), True)
    yield from samples(f"own {name}", files, type_, True)


def lines_of(path):
    return Messages(place(path).read_text().split())


def small_schemas():
    """Schemas of the crates' own tests, each a set of its own."""
    for folder in ["asn1/tests/goldens", "asn1/tests/models", "asn1/tests/formatting", "lower/tests/goldens", "emit/tests/generated_c"]:
        for file in sorted((ROOT / "crates" / folder).glob("*.asn1")):
            yield from asn1_schema(f"own {folder} {file.stem}", [f"crates/{folder}/{file.name}"], types_of(file.read_text()), True)


def own():
    yield from helps()
    for line in MISTAKES:
        yield Run(f"own mistake: {line}", line.split())
    yield from examples()
    yield from small_schemas()
    for path in sorted((ROOT / "vectors" / "asn1").glob("*.jsonl")):
        yield from asn1_vectors(f"own {path.stem}", f"vectors/asn1/{path.name}", True)
    yield from sbe("own sbe", "vectors/sbe", ["newer.jsonl", "shipped.jsonl", "values.jsonl", "interpreter.jsonl"], ["schemas.jsonl"], True)


def shared():
    """The collection: one case per schema and verb."""
    for run in collected():
        end = run.key.rindex(f" {run.args[0]}") + 1 + len(run.args[0])
        yield dataclasses.replace(run, key=run.key[:end])


def collected():
    yield from asn1_vectors("shared asn1/public", "shared/vectors/asn1/public/vectors.jsonl", False)
    yield from asn1_vectors("shared asn1/erlang", "shared/vectors/asn1/erlang/vectors.jsonl", False)
    yield from asn1_modules()
    yield from sbe("shared sbe", "shared/vectors/sbe", ["vectors.jsonl", "vectors-public.jsonl"], ["schemas.jsonl", "schemas-bad.jsonl"], False)
    yield from bitproto()

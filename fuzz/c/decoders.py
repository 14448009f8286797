"""Generated decoders for libFuzzer: which there are, their seeds and their programs.

    decoders.py list            name, schema, type and rules of those whose schemas are in the project
    decoders.py seeds NAME      draws the seeds of one into build/fuzz-c/NAME/seeds
"""

import base64
import os
import pathlib
import re
import subprocess
import sys
from dataclasses import dataclass

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
HERE = ROOT / "fuzz" / "c"
WORK = ROOT / "build" / "fuzz-c"
WIREGLOT = pathlib.Path(os.environ.get("WIREGLOT", ROOT / "target" / "release" / "wireglot")).resolve()
MEGACO = "build/packages/erlang-src/usr/lib/erlang/lib/megaco-*/src/binary/MEDIA-GATEWAY-CONTROL-v3.asn"
RRC = "build/packages/asn1tools/*/tests/files/3gpp/rrc_14_4_0.asn"
SANITIZERS = {"address": "address,undefined", "memory": "memory"}
# What libFuzzer ends with after SIGINT.
INTERRUPTED = 72
# Of what is drawn, the longest are seeds: short ones take the first way out that there is.
SEEDS = 4000
DEPTH = 40


@dataclass
class Decoder:
    name: str
    schema: str
    type: str
    rules: str
    # A file of hexadecimal lines or of PEM, with messages in `rules`.
    messages: str = ""
    # How many messages are drawn.
    drawn: int = 4000
    # For text, the binary rules whose structs its code uses, and the pattern that each message starts with.
    binary: str = ""
    start: str = ""

    @property
    def folder(self):
        return WORK / self.name

    @property
    def corpus(self):
        return ROOT / "fuzz" / "corpus" / f"c-{self.name}"

    @property
    def artifacts(self):
        return ROOT / "fuzz" / "artifacts" / f"c-{self.name}"


# Widely used protocols.
DECODERS = [
    Decoder("snmp", "examples/snmp/SNMP.asn1", "SNMP.Message", "ber", "examples/snmp/messages.hex"),
    Decoder("x509", "examples/x509/X509.asn1", "X509.Certificate", "der", "examples/x509/certificate.pem"),
    Decoder("megaco-ber", MEGACO, "MEDIA-GATEWAY-CONTROL-v3.MegacoMessage", "ber"),
    Decoder("megaco-aper", MEGACO, "MEDIA-GATEWAY-CONTROL-v3.MegacoMessage", "aper"),
    Decoder("megaco-text", MEGACO, "MEDIA-GATEWAY-CONTROL-v3.MegacoMessage", "h248", binary="ber", start=r"(?:Authentication .*\n)?MEGACO/"),
    Decoder("rrc", RRC, "EUTRA-RRC-Definitions.DL-DCCH-Message", "uper", drawn=400_000),
]

# Shapes that are difficult, in schemas so small that mutations reach all of them: every kind of leaf in a type that
# contains itself; open types in one another with the key outside or last; containers whose rows a table chooses; a
# SET that is sorted, with defaults; addition groups between two parts of a root.
SHAPES = [
    Decoder("everything", "fuzz/Everything.asn1", "Everything.Value", "ber"),
    Decoder("rows", "vectors/asn1/schemas/Rows.asn1", "Rows.Message", "aper"),
    Decoder("procedures", "vectors/asn1/schemas/Procedures.asn1", "Procedures.PDU", "uper"),
    Decoder("derset", "vectors/asn1/schemas/DerSet.asn1", "DerSet.Entry", "der"),
    Decoder("tworoots", "vectors/asn1/schemas/TwoRoots.asn1", "TwoRoots.Grouped", "oer"),
]


def run(*command):
    done = subprocess.run([str(word) for word in command], capture_output=True, text=True)
    if done.returncode != 0:
        sys.exit(f"{' '.join(map(str, command))[:200]}\n{done.stderr[-3000:]}")
    return done.stdout


def seeds(decoder, schema):
    """One file a message: those of the example, and values drawn from the type."""
    folder = decoder.folder / "seeds"
    folder.mkdir(parents=True, exist_ok=True)
    messages = []
    if decoder.messages.endswith(".hex"):
        messages = [bytes.fromhex(line) for line in (ROOT / decoder.messages).read_text().split()]
    elif decoder.messages:
        blocks = re.findall(r"-----BEGIN.*?-----(.*?)-----END", (ROOT / decoder.messages).read_text(), re.S)
        messages = [base64.b64decode(block) for block in blocks]
    drawn = run(WIREGLOT, "sample", "-s", schema, "-t", decoder.type, "-r", decoder.rules, "--count", decoder.drawn, "--depth", DEPTH)
    if decoder.start:
        split = {text.encode() for text in re.findall(rf"^{decoder.start}[\s\S]*?(?=^{decoder.start}|\Z)", drawn, re.M)}
    else:
        split = {bytes.fromhex(line) for line in drawn.split()}
    messages += sorted(split, key=lambda message: (len(message), message))[-SEEDS:]
    for number, message in enumerate(messages):
        (folder / f"seed{number:03}").write_bytes(message)


def build(decoder, program, *flags):
    folder = decoder.folder
    name = re.sub(r"[^A-Za-z0-9]+", "_", decoder.type.split(".")[1])
    sources = [HERE / "decoder.c", folder / "ours.c", *sorted((ROOT / "runtime/c/src").glob("*.c"))]
    run("clang", "-g1", "-w", *flags, f"-I{ROOT}/runtime/c/include", f"-I{folder}", f"-DTYPE={name}",
        f"-DRULES={decoder.rules}", "-include", folder / "ours.h", *sources, "-o", program)
    return program


def prepare(decoder, sanitizer):
    """Generates, draws seeds and compiles; the program, or None where the schema is not here."""
    found = sorted(ROOT.glob(decoder.schema))
    if not found:
        print(f"{decoder.name}: no {decoder.schema}; tools/need asn1tools-src erlang-src fetches it")
        return None
    for place in (decoder.folder, decoder.corpus, decoder.artifacts):
        place.mkdir(parents=True, exist_ok=True)
    rules = ",".join(filter(None, (decoder.binary, decoder.rules)))
    run(WIREGLOT, "gen", "c", "-s", found[0], "-r", rules, "--pdu", decoder.type, "--name", "ours", "-o", decoder.folder)
    seeds(decoder, found[0])
    return build(decoder, decoder.folder / sanitizer, "-O1", f"-fsanitize=fuzzer,{SANITIZERS[sanitizer]}", "-fno-sanitize-recover=all")


def execute(decoder, program, log, *flags):
    """Lets libFuzzer work, until it is interrupted at most; the executions, or None after a finding, which is said."""
    with log.open("w") as out:
        done = subprocess.run([program, decoder.corpus, decoder.folder / "seeds", *flags, "-timeout=10", "-rss_limit_mb=2048",
                               "-print_final_stats=1", f"-artifact_prefix={decoder.artifacts}/"], stdout=out, stderr=subprocess.STDOUT)
    text = log.read_text(errors="replace")
    if done.returncode not in (0, INTERRUPTED):
        summary = re.search(r"SUMMARY.*|ERROR.*", text)
        print(f"{decoder.name}: FINDING in {decoder.artifacts} (log: {log}): {summary[0] if summary else ''}", flush=True)
        return None
    return int(re.search(r"number_of_executed_units: (\d+)", text)[1])


def keep_seeds(decoder):
    """Seeds count as corpus."""
    for file in (decoder.folder / "seeds").iterdir():
        (decoder.corpus / file.name).write_bytes(file.read_bytes())


def reached(decoder):
    """The share of generated decode functions that the corpus runs; prints the others."""
    folder = decoder.folder
    program = build(decoder, folder / "coverage", "-O0", "-fsanitize=fuzzer",
                    "-fprofile-instr-generate", "-fcoverage-mapping")
    raw, data = folder / "raw.profile", folder / "data.profile"
    subprocess.run([program, "-runs=0", decoder.corpus], env={**os.environ, "LLVM_PROFILE_FILE": str(raw)},
                   capture_output=True, check=True)
    version = re.search(r"version (\d+)", run("clang", "--version"))[1]
    tool = lambda name: f"/usr/lib/llvm-{version}/bin/{name}"
    run(tool("llvm-profdata"), "merge", "-o", data, raw)
    lines = run(tool("llvm-profdata"), "show", "--all-functions", "--counts", data)
    name = rf"{decoder.rules}_get_\w+" if decoder.binary else r"decode_\w+"
    found = re.findall(rf"^  (?:\S+:)?({name}):\n(?:    .*\n)*?    Function count: (\d+)", lines, re.M)
    missed = sorted(name for name, count in found if count == "0")
    share = 1 - len(missed) / len(found)
    print(f"{decoder.name}: {len(found) - len(missed)} of {len(found)} generated decode functions reached "
          f"({share:.0%})", flush=True)
    if missed:
        print("  not reached: " + " ".join(missed[:20]) + (" ..." if len(missed) > 20 else ""))
    return share


def main():
    own = [decoder for decoder in DECODERS + SHAPES if (ROOT / decoder.schema).is_file()]
    match sys.argv[1:]:
        case ["list"]:
            for decoder in own:
                print(decoder.name, decoder.schema, decoder.type, decoder.rules, sep="\t")
        case ["seeds", name]:
            decoder = next(decoder for decoder in own if decoder.name == name)
            seeds(decoder, ROOT / decoder.schema)
        case _:
            sys.exit(__doc__)


if __name__ == "__main__":
    main()

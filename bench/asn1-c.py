"""make bench-asn1-c: generated C against asn1c 0.9.28, OpenSSL, net-snmp and Erlang's native codecs, all
from Debian, and against an SNMP decoder and encoder written by hand.

Same compiler and flags on both sides; each case at -O2 and at -O2 -march=x86-64-v3, hot (a message over and
over) and mixed (all messages in turn), in interleaved rounds that count the time of the processor. A message
that a peer refuses or changes is left out of its row on both sides, and said aloud. Instructions are
callgrind's. `--peer NAME=SHARED_OBJECT` adds a codec of yours to the case that its name begins with
(`snmp-mine=...`): the functions of bench/asn1-c/peer.h. With names of cases it measures these alone and
writes nothing. Writes bench/results/asn1-c.json; bench/goals.toml has the gates.
"""

import base64
import json
import os
import pathlib
import re
import shutil
import subprocess
import sys
from dataclasses import dataclass, field

import record

ROOT = record.ROOT
HERE = ROOT / "bench" / "asn1-c"
WIREGLOT = ROOT / "target" / "release" / "wireglot"
SHARED = pathlib.Path(os.environ.get("WIREGLOT_SHARED", ROOT.parent / "shared"))
BUNDLE = pathlib.Path("/etc/ssl/certs/ca-certificates.crt")
ROUNDS, SPAN = 7, 40
LEVELS = {"-O2": ["-O2"], "-O2 -march=x86-64-v3": ["-O2", "-march=x86-64-v3"]}
COLUMNS = ("decode, hot", "encode, hot", "decode, mixed", "encode, mixed")
# What gates bind: hot, with the instructions of today's machines.
BINDING = "-O2 -march=x86-64-v3"

THREEGPP = "build/packages/asn1tools/*/tests/files/3gpp"
MEGACO = "build/packages/erlang-src/usr/lib/erlang/lib/megaco-*/src/binary/MEDIA-GATEWAY-CONTROL-v{}.asn"


def run(*command, cwd=None, env=None):
    done = subprocess.run([str(word) for word in command], cwd=cwd, capture_output=True, text=True, env=env)
    if done.returncode != 0:
        raise Unable(f"{' '.join(map(str, command))[:200]}: {done.stderr[:1000]}")
    return done.stdout


class Unable(Exception):
    """Why a side cannot be measured here."""


@dataclass
class Part:
    """Messages of one type."""

    schema: str
    type: str
    rules: str
    messages: object
    # Whether asn1c 0.9.28 makes code of it.
    asn1c: bool = True


@dataclass
class Case:
    name: str
    parts: list
    others: list = field(default_factory=list)


def lines(path):
    return lambda: (ROOT / path).read_text().split()


def megaco(version, key):
    """The published messages of a version, or else the examples."""
    def found():
        file = SHARED / "vectors" / "megaco" / "messages.jsonl"
        if not file.is_file():
            return []
        messages = [json.loads(line) for line in file.read_text().splitlines()]
        return [message[key] for message in messages if message["version"] == version]
    return found


def megaco_parts(rules, key, asn1c=True):
    return [Part(MEGACO.format(v), f"MEDIA-GATEWAY-CONTROL-v{v}.MegacoMessage", rules, megaco(v, key), asn1c)
            for v in (1, 2, 3)]


def certificate():
    """The first certificate of the machine's list."""
    block = re.search(r"-----BEGIN CERTIFICATE-----(.*?)-----END", BUNDLE.read_text(), re.S)
    return [base64.b64decode(block[1]).hex()]


CASES = [
    Case("SNMP", [Part("examples/snmp/SNMP.asn1", "SNMP.Message", "ber", lines("bench/asn1-c/snmp.hex"))],
         ["floor", "netsnmp"]),
    Case("LDAP", [Part("examples/ldap/LDAP.asn1", "LDAP.LDAPMessage", "ber", lines("bench/asn1-c/ldap.hex"))]),
    Case("X.509", [Part("examples/x509/X509.asn1", "X509.Certificate", "der", certificate)], ["openssl"]),
    Case("Megaco BER", megaco_parts("ber", "ber"), ["erlang"]),
    Case("Megaco UPER", megaco_parts("uper", "per_unaligned")),
    Case("Megaco APER", megaco_parts("aper", "per_aligned", asn1c=False), ["erlang"]),
]


def schema_of(part):
    found = sorted(ROOT.glob(part.schema))
    if not found:
        raise Unable(f"no {part.schema}")
    return found[0]


def c_name(name):
    return re.sub(r"[^A-Za-z0-9]+", "_", name)


class Ours:
    name, version = "wireglot", "0.1.0"

    def __init__(self, part, folder):
        run(WIREGLOT, "gen", "c", "-s", schema_of(part), "-r", part.rules, "--pdu", part.type, "--name", "ours", "-o", folder)
        self.folder = folder
        self.define = [f"-DTYPE={c_name(part.type.split('.')[1])}", f"-DRULES={part.rules}", "-include", folder / "ours.h"]

    def build(self, flags, program):
        sources = [self.folder / "ours.c", *sorted((ROOT / "runtime/c/src").glob("*.c"))]
        run("gcc", *flags, f"-I{ROOT}/runtime/c/include", f"-I{self.folder}", *self.define, HERE / "ours.c", HERE / "main.c",
            *sources, "-o", program)


class Asn1c:
    name, version = "asn1c", "0.9.28"

    def __init__(self, part, folder):
        if not (folder / "converter-sample.c").exists():
            run("asn1c", "-fcompound-names", *(["-gen-PER"] if part.rules == "uper" else []),
                asn1c_schema(part, folder), cwd=folder)
        self.folder = folder
        name = part.type.split(".")[1].replace("-", "_")
        self.define = [f"-DTYPE={name}", f"-DUPER={int(part.rules == 'uper')}", "-include", folder / f"{part.type.split('.')[1]}.h"]

    def build(self, flags, program):
        if program.exists():
            return
        sources = [file for file in sorted(self.folder.glob("*.c")) if file.name != "converter-sample.c"]
        run("gcc", "-w", *flags, f"-I{self.folder}", *self.define, HERE / "asn1c.c", HERE / "main.c", *sources, "-lm",
            "-o", program)


def asn1c_schema(part, folder):
    """The schema in words that asn1c 0.9.28 knows: it has no numbers of more than 63 bits."""
    text = re.sub(r"INTEGER \(0\.\.18446744073709551615\)", "INTEGER", schema_of(part).read_text())
    path = folder / "schema.asn1"
    path.write_text(text)
    return path


def write(path, messages):
    path.write_text("".join(f"{message}\n" for message in messages))
    return path


def agreed(side, program, path, messages):
    """The messages that a side decodes and encodes to the same octets."""
    good = run(program, path, "check").split()
    kept = [message for message, mark in zip(messages, good) if mark == "1"]
    return kept


def interleaved(programs):
    """For each side the rows of times of all its parts, weighted with their messages, a round each by turns."""
    rows = [[] for _ in programs]
    for _ in range(ROUNDS):
        for index, parts in enumerate(programs):
            total = sum(count for _, _, count in parts)
            times = [[float(word) * count / total for word in run(program, path, "time", SPAN).split()]
                     for program, path, count in parts]
            rows[index].append([sum(column) for column in zip(*times)])
    return rows


def measure(suite, case, work, side):
    """Ours against another side, at both levels."""
    folder = work / c_name(case.name)
    pairs = []
    for number, part in enumerate(case.parts):
        messages = part.messages()
        sides = []
        for kind in (Ours, side):
            into = folder / f"{kind.name}{number}"
            into.mkdir(parents=True, exist_ok=True)
            sides.append(kind(part, into))
        pairs.append((part, messages, sides))
    for level, flags in LEVELS.items():
        programs = [[], []]
        left_out = 0
        for number, (part, messages, sides) in enumerate(pairs):
            path = write(folder / f"{number}.hex", messages)
            built = []
            for one in sides:
                program = folder / f"{one.name}{number}.{'v3' if 'v3' in level else 'base'}"
                one.build(flags, program)
                messages = agreed(one, program, path, messages)
                built.append(program)
                left_out += len(path.read_text().split()) - len(messages)
                path = write(folder / f"{number}.{one.name}.hex", messages)
            for index, program in enumerate(built):
                programs[index].append((program, path, len(messages)))
        if left_out:
            print(f"{case.name}: {side.name} refuses or changes {left_out} messages")
        mine, theirs = interleaved(programs)
        for column, what in enumerate(COLUMNS):
            row = f"{case.name} {what}, {level}"
            ours, peer = [r[column] for r in mine], [r[column] for r in theirs]
            suite.row(row, Ours.name, Ours.version, f"gcc {level}", [t / 1e9 for t in ours], True)
            suite.row(row, side.name, side.version, f"gcc {level}", [t / 1e9 for t in peer], True)
            middle = lambda times: f"{record.quantiles(times)[1]:.0f} ns"
            suite.ratio(f"{row}, {side.name}", middle(ours), middle(peer), [b / a for a, b in zip(ours, peer)])


def main():
    suite = record.Suite("asn1-c")
    chosen = [word for word in sys.argv[1:] if not word.startswith("-")]
    # What peers need minutes to compile is kept there.
    work = ROOT / "build" / "asn1-c"
    for case in CASES:
        if not chosen or case.name in chosen:
            if case.parts[0].asn1c:
                measure(suite, case, work, Asn1c)
    return suite.finish() if not chosen else suite.show()


if __name__ == "__main__":
    sys.exit(main())

"""make bench-asn1-c: generated C against asn1c 0.9.28, OpenSSL, net-snmp and Erlang's native codecs, all
from Debian, and against an SNMP decoder and encoder written by hand.

Same compiler and flags on both sides; each case at -O2 and at -O2 -march=x86-64-v3, hot (a message over and
over) and mixed (all messages in turn), in interleaved rounds that count the time of the processor. A message
that a peer refuses or changes is left out of its row on both sides, and said aloud. Instructions are
callgrind's. `--peer CASE-NAME@VERSION=SHARED_OBJECT` adds a codec of yours to a case (`snmp-mine@1.2=./mine.so`): the
functions of bench/asn1-c/peer.h. `--under COMMAND` puts a command in front of all that is timed
(`--under 'taskset -c 1'`). With names of cases it measures these alone and writes nothing, or with `--record` their
part of the record. Writes bench/results/asn1-c.json and the tables of docs/c-benchmarks.md (`--page` these alone);
bench/goals.toml has the gates.
"""

import base64
import json
import pathlib
import re
import shlex
import subprocess
import sys
from dataclasses import dataclass, field

import record

ROOT = record.ROOT
HERE = ROOT / "bench" / "asn1-c"
sys.path.insert(0, str(HERE))
import measures  # noqa: E402
import page  # noqa: E402
from codecs_in_c import SHARED, Asn1c, Ours, Part, built, schemas_of  # noqa: E402
from measures import WORK, Unable, c_name, level_of, made, run, write  # noqa: E402

BUNDLE = pathlib.Path("/etc/ssl/certs/ca-certificates.crt")
LEVELS = {"-O2": ["-O2"], "-O2 -march=x86-64-v3": ["-O2", "-march=x86-64-v3"]}

THREEGPP = "build/packages/asn1tools/*/tests/files/3gpp"
MEGACO = "build/packages/erlang-src/usr/lib/erlang/lib/megaco-*/src/binary/MEDIA-GATEWAY-CONTROL-v{}.asn"


@dataclass
class Case:
    name: str
    parts: list
    others: list = field(default_factory=list)


def lines(path):
    return lambda: (ROOT / path).read_text().split()


def labelled(path, label):
    """The messages of a type, from lines of a type and a message."""
    return lambda: [hexes for name, hexes in map(str.split, (ROOT / path).read_text().splitlines()) if name == label]


def rrc_parts():
    return [Part(f"{THREEGPP}/rrc_8_6_0.asn", f"EUTRA-RRC-Definitions.{name}", "uper", labelled("bench/asn1-c/rrc.txt", name))
            for name in ("BCCH-BCH-Message", "PCCH-Message", "UL-CCCH-Message", "DL-CCCH-Message", "BCCH-DL-SCH-Message")]


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


class Floor:
    """SNMP by hand, into the structs of our header."""

    name, version = "by hand", "-"
    arena = linked = True

    def __init__(self, part, folder):
        self.folder = folder.parent / "wireglot0"

    def build(self, flags, program):
        run("gcc", *flags, f"-I{ROOT}/runtime/c/include", "-include", self.folder / "ours.h", HERE / "floor.c",
            HERE / "main.c", "-o", program)


class Library:
    """A library of Debian, called as its users do."""

    def __init__(self, part, folder):
        self.version = run("dpkg-query", "-W", "-f", "${Version}", self.package).strip()

    def build(self, flags, program):
        built(program, "gcc", "-w", *flags, HERE / self.source, HERE / "main.c", self.link)


class NetSnmp(Library):
    name, package, source, link = "net-snmp", "libsnmp-dev", "netsnmp.c", "-lnetsnmp"


class OpenSsl(Library):
    name, package, source, link = "OpenSSL", "libssl-dev", "openssl.c", "-lcrypto"


class Erlang:
    """The functions that Erlang's asn1ct generates: no names are mapped, values are Erlang's terms."""

    name = "Erlang"
    # Its row is of both ways together.
    together = True

    def __init__(self, part, folder):
        self.version = run("dpkg-query", "-W", "-f", "${Version}", "erlang-asn1").strip()
        self.command = ["escript", HERE / "erlang.escript", *schemas_of(part), "per" if part.rules == "aper" else part.rules,
                        self.codec(folder), part.type.split(".")[1]]

    def codec(self, folder):
        return folder

    def build(self, flags, program):
        """A script that takes what main.c takes: FILE check, or FILE time MS."""
        command = " ".join(f"'{word}'" for word in self.command)
        program.write_text(f'#!/bin/sh\nexec {command} "$1" "${{3:-check}}"\n')
        program.chmod(0o755)


class Megaco(Erlang):
    """Erlang's Megaco in its default configuration."""

    name, configuration = "Erlang by default", "megaco"
    caveat = "maps names of packages and properties, which ours never does"

    def codec(self, folder):
        if subprocess.run(["dpkg-query", "-W", "erlang-megaco"], capture_output=True).returncode != 0:
            raise Unable("no erlang-megaco")
        return self.configuration


class MegacoNative(Megaco):
    """The same configured so that it maps no names."""

    name, configuration, caveat = "Erlang native", "megaco-native", "is the codec of that application, told to map no names"


class Plugin:
    """A shared object with the functions of peer.h: `--peer CASE-NAME=FILE`; `{}` in FILE is the number of the part,
    `{level}` base or v3."""

    def __init__(self, name, pattern):
        self.name, _, version = name.partition("@")
        self.version, self.pattern = version or "plugged in", str(pathlib.Path(pattern).resolve())

    def __call__(self, part, folder):
        number = folder.name.removeprefix(c_name(self.name))
        return PluggedPart(pathlib.Path(self.pattern.replace("{}", number)))


@dataclass
class PluggedPart:
    path: pathlib.Path

    def build(self, flags, program):
        path = pathlib.Path(str(self.path).replace("{level}", level_of(flags)))
        if not path.exists():
            raise Unable(f"no {path}")
        run("gcc", *flags, HERE / "main.c", path, f"-Wl,-rpath,{path.parent}", "-o", program)


CASES = [
    Case("SNMP", [Part("examples/snmp/SNMP.asn1", "SNMP.Message", "ber", lines("bench/asn1-c/snmp.hex"))],
         [Floor, NetSnmp]),
    Case("LDAP", [Part("examples/ldap/LDAP.asn1", "LDAP.LDAPMessage", "ber", lines("bench/asn1-c/ldap.hex"))]),
    Case("LTE RRC", rrc_parts()),
    Case("S1AP", [Part("examples/s1ap/S1AP.asn1", "S1AP.S1AP-PDU", "aper", lines("examples/s1ap/messages.hex"), asn1c=False)],
         [Erlang]),
    Case("X.509", [Part("examples/x509/X509.asn1", "X509.Certificate", "der", certificate, asn1c=False)], [OpenSsl]),
    Case("Megaco BER", megaco_parts("ber", "ber"), [Erlang, MegacoNative, Megaco]),
    Case("Megaco UPER", megaco_parts("uper", "per_unaligned")),
    Case("Megaco APER", megaco_parts("aper", "per_aligned", asn1c=False), [Erlang, MegacoNative, Megaco]),
]


def measure(suite, case, side, first=Ours):
    """Ours, or what is written by hand, against another side, at both levels."""
    folder = WORK / c_name(case.name)
    pairs = [(part, part.messages(), [kind(part, made(folder / f"{c_name(kind.name)}{number}")) for kind in (first, side)])
             for number, part in enumerate(case.parts)]
    if hasattr(side, "caveat"):
        print(f"{case.name}: {side.name} {side.caveat}")
    for level, flags in LEVELS.items():
        programs = [[], []]
        for number, (part, messages, sides) in enumerate(pairs):
            path = write(folder / f"{number}.hex", messages)
            for index, one in enumerate(sides):
                program = folder / f"{c_name((first, side)[index].name)}{number}.{level_of(flags)}"
                one.build(flags, program)
                programs[index].append(program)
                kept = measures.agreed(program, path, messages)
                if len(kept) < len(messages):
                    print(f"{case.name}: {one.name} refuses or changes {len(messages) - len(kept)} of {len(messages)}")
                messages = kept
                path = write(folder / f"{number}.{c_name(side.name)}.hex", messages)
            for index in (0, 1):
                programs[index][-1] = (programs[index][-1], path, len(messages))
        mine, theirs = measures.interleaved(programs)
        version = getattr(pairs[0][2][1], "version", None) or side.version
        measures.rows(suite, case, side, version, level, mine, theirs, first)


def plugged(words):
    """Names and files of `--peer`."""
    at = [index for index, word in enumerate(words) if word == "--peer"]
    return [words[index + 1].split("=", 1) for index in at if "=" in "".join(words[index + 1:index + 2])]


def main():
    suite = record.Suite("asn1-c")
    words = [part for word in sys.argv[1:] for part in (word.split("=", 1) if word.startswith(("--peer=", "--under=")) else [word])]
    if words == ["--page"]:
        return page.write()
    if words[:1] == ["--rounds"]:
        return print(json.dumps(measures.interleaved(json.loads(words[1]))))
    measures.UNDER.extend(part for at, word in enumerate(words) if word == "--under" for part in shlex.split(words[at + 1]))
    plugins = plugged(words)
    chosen = [case.name for case in CASES if case.name in words]
    for case in CASES:
        if chosen and case.name not in chosen:
            continue
        begin = case.name.lower().replace(" ", "-") + "-"
        others = [Plugin(name[len(begin):], path) for name, path in plugins if name.lower().startswith(begin)]
        sides = [(side, Ours) for side in ([Asn1c] if case.parts[0].asn1c else []) + case.others + others]
        # Whether what is written by hand counts as a floor.
        sides += [(Asn1c, Floor)] if Floor in case.others else []
        for side, first in sides:
            try:
                measure(suite, case, side, first)
            except Unable as why:
                print(f"{case.name}: {side.name} cannot be measured: {why}")
        measures.instructions(suite, case)
        peers = [side for side, first in sides if first is Ours and not getattr(side, "together", False)]
        measures.allocations(suite, case, [Ours, *peers])
    if not chosen or "SNMP" in chosen:
        measures.code_size(suite)
    if chosen and "--record" in words:
        suite.take_over(lambda case: any(case.startswith((f"{name} ", f"{name},")) for name in chosen))
    elif chosen:
        return suite.show()
    status = suite.finish()
    page.write()
    return status


if __name__ == "__main__":
    sys.exit(main())

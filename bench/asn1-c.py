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
import os
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
import page  # noqa: E402

WIREGLOT = ROOT / "target" / "release" / "wireglot"
SHARED = pathlib.Path(os.environ.get("WIREGLOT_SHARED", ROOT.parent / "shared"))
BUNDLE = pathlib.Path("/etc/ssl/certs/ca-certificates.crt")
ROUNDS, SPAN = 7, 40
WORK = ROOT / "build" / "asn1-c"
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
        if program in BUILT:
            return
        BUILT.add(program)
        run("gcc", *flags, f"-I{ROOT}/runtime/c/include", f"-I{self.folder}", *self.define, HERE / "ours.c", HERE / "main.c",
            self.folder / "ours.c", runtime(flags), "-o", program)


def runtime(flags):
    """The runtime as a library, compiled once a run with these flags."""
    folder = made(WORK / c_name("runtime " + " ".join(flags)))
    library = folder / "libwireglot.a"
    if library not in BUILT:
        BUILT.add(library)
        library.unlink(missing_ok=True)
        run("gcc", *flags, f"-I{ROOT}/runtime/c/include", "-c", *sorted((ROOT / "runtime/c/src").glob("*.c")), cwd=folder)
        run("ar", "rcs", library, *sorted(folder.glob("*.o")))
    return library


# Programs of ours that this run made.
BUILT = set()


def level_of(flags):
    """The end of a program's name."""
    return "v3" if "-march=x86-64-v3" in flags else "base"


def built(program, *command):
    """What peers need minutes to compile is kept."""
    if not program.exists():
        run(*command, "-o", program)


class Asn1c:
    name, version = "asn1c", "0.9.28"

    def __init__(self, part, folder):
        if not (folder / "converter-sample.c").exists():
            run("asn1c", "-fcompound-names", *(["-gen-PER"] if part.rules == "uper" else []),
                asn1c_schema(part, folder), cwd=folder)
        self.folder = folder
        name = part.type.split(".")[1]
        self.define = [f"-DTYPE={name.replace('-', '_')}", f"-DUPER={int(part.rules == 'uper')}", "-include",
                       folder / f"{name}.h"]

    def build(self, flags, program):
        sources = included(self.folder, self.define[-1].name)
        built(program, "gcc", "-w", *flags, f"-I{self.folder}", *self.define, HERE / "asn1c.c", HERE / "main.c", *sources,
              "-lm")


def included(folder, header):
    """The files that a header needs, and those need in turn: asn1c writes one for each type of a schema."""
    waiting, seen = [header], {header}
    while waiting:
        name = waiting.pop()
        for file in (folder / name, folder / name.replace(".h", ".c")):
            found = re.findall(r'#include\s*[<"]([^">]+)[">]', file.read_text()) if file.exists() else []
            fresh = [one for one in found if one not in seen and (folder / one).exists()]
            seen.update(fresh)
            waiting += fresh
    return sorted(file for file in (folder / name.replace(".h", ".c") for name in seen) if file.exists())


def asn1c_schema(part, folder):
    """The schema in words that asn1c 0.9.28 knows: it has no numbers of more than 63 bits."""
    text = re.sub(r"INTEGER \(0\.\.18446744073709551615\)", "INTEGER", schema_of(part).read_text())
    path = folder / "schema.asn1"
    path.write_text(text)
    return path


class Floor:
    """SNMP by hand, into the structs of our header."""

    name, version = "by hand", "-"

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

    def __init__(self, part, folder):
        self.version = run("dpkg-query", "-W", "-f", "${Version}", "erlang-asn1").strip()
        self.command = ["escript", HERE / "erlang.escript", schema_of(part), "per" if part.rules == "aper" else part.rules,
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


def write(path, messages):
    path.write_text("".join(f"{message}\n" for message in messages))
    return path


def agreed(program, path, messages):
    """The messages that a side decodes and encodes to the same octets."""
    good = run(program, path, "check").split()
    return [message for message, mark in zip(messages, good) if mark == "1"]


# What stands in front of all that is timed.
UNDER = []


def interleaved(programs):
    """For each side the rows of times of all its parts, weighted with their messages, a round each by turns."""
    if UNDER:
        plain = [[(str(program), str(path), count) for program, path, count in parts] for parts in programs]
        return json.loads(run(*UNDER, sys.executable, __file__, "--rounds", json.dumps(plain)))
    rows = [[] for _ in programs]
    for _ in range(ROUNDS):
        for index, parts in enumerate(programs):
            total = sum(count for _, _, count in parts)
            times = [[float(word) * count / total for word in run(program, path, "time", SPAN).split()]
                     for program, path, count in parts]
            rows[index].append([sum(column) for column in zip(*times)])
    return rows


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
                kept = agreed(program, path, messages)
                if len(kept) < len(messages):
                    print(f"{case.name}: {one.name} refuses or changes {len(messages) - len(kept)} of {len(messages)}")
                messages = kept
                path = write(folder / f"{number}.{c_name(side.name)}.hex", messages)
            for index in (0, 1):
                programs[index][-1] = (programs[index][-1], path, len(messages))
        mine, theirs = interleaved(programs)
        version = getattr(pairs[0][2][1], "version", None) or side.version
        rows(suite, case, side, version, level, mine, theirs, first)


def made(folder):
    folder.mkdir(parents=True, exist_ok=True)
    return folder


def is_erlang(side):
    return isinstance(side, type) and issubclass(side, Erlang)


def rows(suite, case, side, version, level, mine, theirs, first):
    """A row for each column, and one for both ways together."""
    both = [(*columns, columns[0] + columns[1]) for columns in mine], [(*columns, columns[0] + columns[1]) for columns in theirs]
    for column, what in enumerate((*COLUMNS, "decode then encode, hot")):
        row = f"{case.name} {what}, {level}"
        ours, peer = [r[column] for r in both[0]], [r[column] for r in both[1]]
        if (column == 4) != is_erlang(side):
            continue
        suite.row(row, first.name, first.version, f"gcc {level}", [t / 1e9 for t in ours], True)
        suite.row(row, side.name, version, f"gcc {level}", [t / 1e9 for t in peer], True)
        middle = lambda times: f"{record.quantiles(times)[1]:.0f} ns"
        pair = side.name if first is Ours else f"{first.name} to {side.name}"
        suite.ratio(f"{row}, {pair}", middle(ours), middle(peer), [b / a for a, b in zip(ours, peer)])


def instructions(suite, case):
    """Callgrind's count of a message."""
    folder = WORK / c_name(case.name)
    if any(not (folder / f"wireglot{number}.v3").exists() for number in range(len(case.parts))):
        return
    counts, total = {"decode": 0, "encode": 0}, 0
    for number, part in enumerate(case.parts):
        messages = part.messages()
        total += len(messages)
        path = write(folder / f"{number}.hex", messages)
        program = folder / f"wireglot{number}.v3"
        for what in counts:
            done = subprocess.run(["valgrind", "--tool=callgrind", "--callgrind-out-file=/dev/null", f"--toggle-collect=peer_{what}",
                                   program, path, "once", what], capture_output=True, text=True,
                                  env={**os.environ, "LD_BIND_NOW": "1"})
            counts[what] += int(re.search(r"Collected : (\d+)", done.stderr)[1])
    for what, count in counts.items():
        name = f"{case.name} {what}, instructions a message"
        print(f"{name}: {count / total:.0f}")
        note(suite, case, "wireglot", what, instructions=round(count / total))
        if name in suite.goals:
            suite.limit(name, [count / total])


def note(suite, case, system, what, **columns):
    """Columns of the row that gates bind."""
    for row in suite.rows:
        if row["case"] == f"{case.name} {what}, hot, {BINDING}" and row["system"] == system:
            row.update(columns)


def code_of(program):
    """Octets of .text and .rodata."""
    sections = map(str.split, run("size", "-A", program).splitlines())
    return sum(int(words[1]) for words in sections if words[:1] in ([".text"], [".rodata"]))


def allocations(suite, case, sides):
    """Allocations of a message, most octets of structs and of arena. No heap anywhere for ours."""
    folder = WORK / c_name(case.name)
    preload = folder / "allocations.so"
    run("gcc", "-O2", "-shared", "-fPIC", HERE / "allocations.c", "-o", preload)
    for system in ("wireglot", *sides):
        found, messages = [], 0
        for number in range(len(case.parts)):
            program, path = folder / f"{c_name(system)}{number}.v3", folder / f"{number}.{c_name(system)}.hex"
            path = path if path.exists() else folder / f"{number}.hex"
            if program.exists() and path.read_text():
                found.append([int(word) for word in
                              run(program, path, "memory", env={**os.environ, "LD_PRELOAD": str(preload)}).split()])
                messages += len(path.read_text().split())
        if not found:
            continue
        decode, encode = (sum(numbers[at] for numbers in found) / messages for at in (0, 1))
        has_arena = system in (Ours.name, Floor.name)
        linked = system in (Ours.name, Floor.name, Asn1c.name)
        code = max(code_of(folder / f"{c_name(system)}{number}.v3") for number in range(len(case.parts))) if linked else None
        structs, arena = (max(numbers[at] for numbers in found) for at in (2, 3))
        print(f"{case.name}, {system}: {decode:g} allocations decoding a message, {encode:g} encoding it; struct {structs} "
              f"octets" + (f", arena at most {arena}" if has_arena else ""))
        note(suite, case, system, "decode", allocations=round(decode, 2), struct=structs or None,
             arena=arena if has_arena else None, code=code)
        note(suite, case, system, "encode", allocations=round(encode, 2))
        if system == "wireglot" and f"{case.name}, allocations" in suite.goals:
            suite.limit(f"{case.name}, allocations", [1 + decode + encode])


def plugged(words):
    """Names and files of `--peer`."""
    at = [index for index, word in enumerate(words) if word == "--peer"]
    return [words[index + 1].split("=", 1) for index in at if "=" in "".join(words[index + 1:index + 2])]


def code_size(suite):
    """.text and .rodata that decoding and encoding SNMP adds to a program of nothing (-Os, sections collected)."""
    folder = made(WORK / "size")
    run(WIREGLOT, "gen", "c", "-s", ROOT / "examples/snmp/SNMP.asn1", "-r", "ber", "--pdu", "SNMP.Message", "--name", "ours",
        "-o", folder)
    sizes = []
    for define in ("-DNOTHING", "-DBOTH"):
        program = folder / f"size{define}"
        run("gcc", "-Os", "-ffunction-sections", "-fdata-sections", "-Wl,--gc-sections", define, f"-I{ROOT}/runtime/c/include",
            f"-I{folder}", HERE / "size.c", folder / "ours.c", *sorted((ROOT / "runtime/c/src").glob("*.c")), "-o", program)
        sizes.append(code_of(program))
    suite.limit("SNMP, code size", [(sizes[1] - sizes[0]) / 1024])


def main():
    suite = record.Suite("asn1-c")
    words = [part for word in sys.argv[1:] for part in (word.split("=", 1) if word.startswith(("--peer=", "--under=")) else [word])]
    if words == ["--page"]:
        return page.write()
    if words[:1] == ["--rounds"]:
        return print(json.dumps(interleaved(json.loads(words[1]))))
    UNDER.extend(part for at, word in enumerate(words) if word == "--under" for part in shlex.split(words[at + 1]))
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
        instructions(suite, case)
        allocations(suite, case, [side.name for side, first in sides if first is Ours and not is_erlang(side)])
    if not chosen or "SNMP" in chosen:
        code_size(suite)
    if chosen and "--record" in words:
        suite.take_over(lambda case: any(case.startswith((f"{name} ", f"{name},")) for name in chosen))
    elif chosen:
        return suite.show()
    status = suite.finish()
    page.write()
    return status


if __name__ == "__main__":
    sys.exit(main())

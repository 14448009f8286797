"""make bench-python: the Python package against asn1tools, pycrate, pyasn1 and asn1crypto, to and from Python values.

Everything runs in one process, warm and interleaved, and counts the time of the processor. Messages are those of the
other benchmarks, 200 that are drawn from a seed, and samples of types that are drawn themselves (--seed N): what is
reported of those is the distribution of the ratios to asn1tools. A message that a peer refuses, or does not write back as it came,
is left out of its row on both sides, and said aloud. Our side opens what open types and containers hold, which asn1tools
leaves as octets. Runs in build/venv with the wheel of `make wheel`. Writes bench/results/python.json.
"""

import argparse
import base64
import functools
import importlib
import importlib.metadata
import pathlib
import random
import re
import struct
import sys
import time

import record

ROOT = record.ROOT
sys.path.insert(0, str(ROOT / "tests" / "oracles"))

ROUNDS = 9
DRAWN = 200
SEED = 1
# How long one measurement of one side takes at least, in seconds.
SPAN = 0.05
BUNDLE = pathlib.Path("/etc/ssl/certs/ca-certificates.crt")
THREEGPP = "build/packages/asn1tools/*/tests/files/3gpp"


def example(path):
    return lambda type_, rules: [bytes.fromhex(line) for line in (ROOT / path).read_text().split()]


def drawn(type_, rules):
    """The first 200 values of a seed, by these rules."""
    values = type_.samples(SEED, DRAWN, rules)
    return [type_.encode(value, rules) for value in values]


def certificates(_, __):
    blocks = re.findall(r"-----BEGIN CERTIFICATE-----(.*?)-----END", BUNDLE.read_text(), re.S)
    return [base64.b64decode(block) for block in blocks[:20]]


RFC5280 = "build/packages/asn1tools/*/tests/files/ietf/rfc5280.asn"
# Case, schema, type, rules, messages, peers.
ROWS = [
    ("S1AP (APER)", f"{THREEGPP}/s1ap_14_4_0.asn", "S1AP-PDU-Descriptions.S1AP-PDU", "aper",
     example("examples/s1ap/messages.hex"), ("asn1tools", "pycrate")),
    ("SNMP (BER)", "examples/snmp/SNMP.asn1", "SNMP.Message", "ber", example("examples/snmp/messages.hex"),
     ("asn1tools", "pycrate")),
    ("X.509 (DER)", RFC5280, "PKIX1Explicit88.Certificate", "der", certificates,
     ("asn1tools", "pyasn1", "asn1crypto")),
    ("X.509 with classes (DER)", "examples/x509/X509.asn1", "X509.Certificate", "der", certificates, ("pycrate",)),
    ("RRC, drawn (UPER)", f"{THREEGPP}/rrc_14_4_0.asn", "EUTRA-RRC-Definitions.BCCH-DL-SCH-Message", "uper", drawn,
     ("asn1tools", "pycrate")),
]  # fmt: skip


class Unable(Exception):
    """A peer has no such thing."""


@functools.lru_cache
def asn1tools_of(schema, rules):
    return importlib.import_module("asn1tools").compile_files([str(schema)], {"aper": "per"}.get(rules, rules))


def asn1tools(schema, type_, rules):
    codec = asn1tools_of(schema, rules)
    name = type_.split(".")
    kind = codec.modules[name[0]][name[1]]

    def write(value):
        # Our side checks types and constraints before it writes.
        kind.check_types(value)
        kind.check_constraints(value)
        return bytes(kind.encode(value))

    return kind.decode, write


def pycrate(schema, type_, rules):
    import peers

    try:
        compiled = peers.Pycrate([schema]).compiled
    except peers.Unable as why:
        raise Unable(str(why)) from why
    module, _, name = type_.replace("-", "_").partition(".")
    kind = getattr(getattr(compiled, module), name)
    read, write = getattr(kind, f"from_{rules}"), getattr(kind, f"to_{rules}")

    def decode(octets):
        read(octets)
        return kind.get_val()

    def encode(value):
        kind.set_val(value)
        return write()

    return decode, encode


def pyasn1(_, __, ___):
    decoder = importlib.import_module("pyasn1.codec.der.decoder")
    encoder = importlib.import_module("pyasn1.codec.der.encoder")
    spec = importlib.import_module("pyasn1_modules.rfc5280").Certificate()
    return lambda octets: decoder.decode(octets, asn1Spec=spec)[0], encoder.encode


def asn1crypto(_, __, ___):
    certificate = importlib.import_module("asn1crypto.x509").Certificate

    def decode(octets):
        return certificate.load(octets).native

    return decode, None


PEERS = {"asn1tools": asn1tools, "pycrate": pycrate, "pyasn1": pyasn1, "asn1crypto": asn1crypto}


def version(name):
    """The version of a peer that is installed; none for a module of Python's own."""
    try:
        return importlib.metadata.version(name)
    except importlib.metadata.PackageNotFoundError:
        return ""


def timed(call, inputs, passes):
    start = time.process_time()
    for _ in range(passes):
        for one in inputs:
            call(one)
    return (time.process_time() - start) / passes


def passes_of(seconds):
    return max(1, round(SPAN / max(seconds, 1e-7)))


def measure(suite, case, name, ours, theirs, size):
    """Both sides in turn; each is a call and its inputs."""
    counts = [passes_of(timed(*side, 1)) for side in (ours, theirs)]
    times = [[], []]
    for _ in range(ROUNDS):
        for side, count, found in zip((ours, theirs), counts, times):
            found.append(timed(*side, count))
    suite.row(case, "wireglot", "0.1.0", "--release", times[0], True, size)
    suite.row(case, name, version(name), "", times[1], True, size)
    ratio = [b / a for a, b in zip(*times)]
    medians = [record.quantiles(found)[1] * 1e6 for found in times]
    suite.ratio(case, f"{medians[0]:.1f} us", f"{medians[1]:.0f} us", ratio)


def left_out(suite, case, name, why):
    for way in ("decode", "encode"):
        suite.leave_out(f"{case}, {way}, {name}", why)


def versus(suite, row, name):
    import wireglot

    case, schema, type_, rules, messages, _ = row
    found = sorted(ROOT.glob(schema))
    if not found:
        return left_out(suite, case, name, f"there is no {schema}")
    kind = wireglot.compile(found[0], rules=rules)[type_]
    inputs = messages(kind, rules)
    try:
        decode, encode = PEERS[name](found[0], type_, rules)
    except Exception as why:  # peers raise what they happen to meet
        return left_out(suite, case, name, f"{type(why).__name__}: {why}"[:200])
    good = []
    for octets in inputs:
        try:
            value = decode(octets)
            if (encode is None or encode(value) == octets) and kind.encode(kind.decode(octets)) == octets:
                good.append((octets, kind.decode(octets), value))
        except Exception:  # peers raise what they happen to meet
            continue
    print(f"{case}: {name} and we agree on {len(good)} of {len(inputs)} messages", flush=True)
    if not good:
        return left_out(suite, case, name, f"there is no message on which {name} agrees")
    octets, ours, theirs = (list(part) for part in zip(*good))
    size = sum(map(len, octets))
    measure(suite, f"{case}, decode, {name}", name, (kind.decode, octets), (decode, octets), size)
    if encode is not None:
        measure(suite, f"{case}, encode, {name}", name, (kind.encode, ours), (encode, theirs), size)
    return None


QUOTE = """<messageSchema package="quotes" id="1" version="0" byteOrder="littleEndian"><types>
<composite name="messageHeader"><type name="blockLength" primitiveType="uint16"/>
<type name="templateId" primitiveType="uint16"/><type name="schemaId" primitiveType="uint16"/>
<type name="version" primitiveType="uint16"/></composite></types><message name="Quote" id="1">
<field name="price" id="1" type="int64"/><field name="size" id="2" type="uint32"/>
<field name="time" id="3" type="uint64"/></message></messageSchema>"""


def sbe(suite):
    import wireglot

    kind = wireglot.compile({"quotes.xml": QUOTE})["Quote"]
    layout = struct.Struct("<HHHHqIQ")
    octets = [layout.pack(20, 1, 1, 0, n * 25, n, 10**18 + n) for n in range(1000)]

    def unpack(one):
        _, _, _, _, price, size, when = layout.unpack(one)
        return {"price": price, "size": size, "time": when}

    assert [kind.decode(one) for one in octets] == [unpack(one) for one in octets]
    size = sum(map(len, octets))
    measure(suite, "SBE quote, decode, struct", "struct", (kind.decode, octets), (unpack, octets), size)


# Specifications whose types are drawn, their rules, and the number of types of each.
DRAWN_FROM = [(f"{THREEGPP}/lpp_14_3_0.asn", "uper"), (f"{THREEGPP}/rrc_8_6_0.asn", "uper"), (RFC5280, "der"), (RFC5280, "ber"),
              ("examples/snmp/SNMP.asn1", "ber")]  # fmt: skip
TYPES, SAMPLES, LEAST = 12, 60, 20


def both(kind, theirs, rules, seed):
    """The samples of a type which both sides decode, and encode to the same octets: octets, our values, theirs."""
    decode, encode = theirs
    good = []
    for value in kind.samples(seed, SAMPLES, rules):
        octets = kind.encode(value, rules)
        try:
            other = decode(octets)
            if encode(other) == octets:
                good.append((octets, kind.decode(octets), other))
        except Exception:  # peers raise what they happen to meet
            continue
    return [list(part) for part in zip(*good)] if len(good) >= LEAST else None


def drawn_types(suite, seed):
    """Types that nobody chose: few of them are as large as a message."""
    import wireglot

    draw = random.Random(seed)
    ratios = {"decode": [], "encode": []}
    for schema, rules in DRAWN_FROM:
        file = next(iter(sorted(ROOT.glob(schema))), None)
        if file is None:
            print(f"there is no {schema}: no types are drawn from it")
            continue
        spec = wireglot.compile(file, rules=rules)
        names = sorted({f"{module}.{name}" for module, name in spec._made.names()})
        draw.shuffle(names)
        taken = 0
        for name in names:
            if taken == TYPES:
                break
            try:
                theirs = asn1tools(file, name, rules)
                found = both(spec[name], theirs, rules, seed)
            except Exception:  # types without samples, or that the peer does not compile
                continue
            if found is None:
                continue
            taken += 1
            octets, ours, others = found
            for way, mine, peers in (("decode", (spec[name].decode, octets), (theirs[0], octets)),
                                     ("encode", (spec[name].encode, ours), (theirs[1], others))):  # fmt: skip
                counts = [passes_of(timed(*side, 1)) for side in (mine, peers)]
                times = [min(timed(*side, count) for _ in range(3)) for side, count in zip((mine, peers), counts)]
                ratios[way].append((times[1] / times[0], name))
    for way, found in ratios.items():
        if not found:
            continue
        found.sort()
        p10, median, p90 = record.quantiles([ratio for ratio, _ in found])
        worst, name = found[0]
        print(f"{len(found)} drawn types, {way}, asn1tools: 10th percentile {p10:.1f}, median {median:.1f}, "
              f"90th {p90:.1f}, worst {worst:.1f} ({name})")  # fmt: skip
        suite.ratio(f"drawn types, {way}, asn1tools", f"{len(found)} types", f"seed {seed}", [ratio for ratio, _ in found])


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("wanted", nargs="*", help="only rows with one of these words")
    parser.add_argument("--seed", type=int, default=1, help="for the types that are drawn")
    asked = parser.parse_args()
    wanted = asked.wanted
    suite = record.Suite("python")
    for row in ROWS:
        for name in row[-1]:
            if not wanted or any(word in f"{row[0]} {name}" for word in wanted):
                versus(suite, row, name)
    if not wanted or "sbe" in wanted:
        sbe(suite)
    if not wanted or "drawn" in wanted:
        drawn_types(suite, asked.seed)
    return suite.finish() if not wanted else suite.show()


if __name__ == "__main__":
    sys.exit(main())

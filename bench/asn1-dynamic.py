"""make bench-asn1-dynamic: the interpreter against Python's ASN.1 tools, and a file of call records.

Part one, in process and warm: octets to complete JER text in a reused buffer, and
JER text to octets (`crates/driver/examples/rounds.rs`), against asn1tools (octets
to Python values and back) and pycrate (octets to its JER text and back). Encoding
checks types and constraints on our side, so asn1tools' own checks of both count as well. Rounds are
interleaved and count the time of the processor; a message that a peer refuses or changes is left out of its row on both
sides, and said aloud. Part two: a file of 1,000,000 call records from BER to NDJSON
through the command.

Runs in build/venv. Writes bench/results/asn1-dynamic.json; bench/goals.toml has the gates.
"""

import base64
import collections
import dataclasses
import json
import os
import pathlib
import re
import subprocess
import sys
import time

import record
import records

ROOT = record.ROOT
sys.path.insert(0, str(ROOT / "tests" / "oracles"))
import normal  # noqa: E402
import peers  # noqa: E402

WIREGLOT = ROOT / "target" / "release" / "wireglot"
ROUNDS_COMMAND = ROOT / "target" / "release" / "examples" / "rounds"
SHARED = pathlib.Path(os.environ.get("WIREGLOT_SHARED", ROOT.parent / "shared"))
BUNDLE = pathlib.Path("/etc/ssl/certs/ca-certificates.crt")
ROUNDS = 9
SAMPLES = 20
DRAWN = 400
# How long one measurement of one side takes at least, in seconds.
SPAN = 0.05

THREEGPP = "build/packages/asn1tools/*/tests/files/3gpp"
MEGACO = "build/packages/erlang-src/usr/lib/erlang/lib/megaco-*/src/binary/MEDIA-GATEWAY-CONTROL-v3.asn"


@dataclasses.dataclass
class Row:
    case: str
    schema: str
    type: str
    rules: str
    messages: object        # gives octets of messages, from the row
    peers: tuple = ("asn1tools", "pycrate")


def sampled(row):
    """The longest of many random values: most are empty."""
    command = [WIREGLOT, "sample", "-s", schema_of(row), "-t", row.type, "-r", row.rules, "-n", str(DRAWN)]
    lines = subprocess.run(command, capture_output=True, text=True, check=True).stdout.split()
    return [bytes.fromhex(line) for line in sorted(lines, key=len)[-SAMPLES:]]


def example(path):
    return lambda row: [bytes.fromhex(line) for line in (ROOT / path).read_text().split()]


def megaco(row):
    """The messages of version 3 in the collection beside the project, or else the examples."""
    file = SHARED / "vectors" / "megaco" / "messages.jsonl"
    key = {"ber": "ber", "aper": "per_aligned"}[row.rules]
    if file.is_file():
        found = [json.loads(line) for line in file.read_text().splitlines()]
        return [bytes.fromhex(message[key]) for message in found if message["version"] == 3]
    octets = (ROOT / "examples/megaco/messages.hex").read_text()
    if row.rules != "ber":
        command = [WIREGLOT, "convert", "-s", schema_of(row), "-t", row.type, "--from", "ber", "--to", row.rules,
                   "--in", "hex-lines", "--out", "hex-lines"]
        octets = subprocess.run(command, input=octets, capture_output=True, text=True, check=True).stdout
    return [bytes.fromhex(line) for line in octets.split()]


def certificates(row):
    blocks = re.findall(r"-----BEGIN CERTIFICATE-----(.*?)-----END", BUNDLE.read_text(), re.S)
    return [base64.b64decode(block) for block in blocks[:SAMPLES]]


ROWS = [
    Row("RRC (UPER)", f"{THREEGPP}/rrc_14_4_0.asn", "EUTRA-RRC-Definitions.BCCH-DL-SCH-Message", "uper", sampled),
    Row("S1AP (APER)", f"{THREEGPP}/s1ap_14_4_0.asn", "S1AP-PDU-Descriptions.S1AP-PDU", "aper",
        example("examples/s1ap/messages.hex")),
    Row("Megaco (BER)", MEGACO, "MEDIA-GATEWAY-CONTROL-v3.MegacoMessage", "ber", megaco),
    Row("Megaco (APER)", MEGACO, "MEDIA-GATEWAY-CONTROL-v3.MegacoMessage", "aper", megaco),
    Row("X.509 (DER)", "examples/x509/X509.asn1", "X509.Certificate", "der", certificates, ("pycrate",)),
    # Without classes: the only X.509 that asn1tools can read.
    Row("X.509 (DER)", "build/packages/asn1tools/*/tests/files/ietf/rfc5280.asn", "PKIX1Explicit88.Certificate",
        "der", certificates, ("asn1tools",)),
    Row("SNMP (BER)", "examples/snmp/SNMP.asn1", "SNMP.Message", "ber", example("examples/snmp/messages.hex")),
]


def schema_of(row):
    found = sorted(ROOT.glob(row.schema))
    if not found:
        raise peers.Unable(f"no {row.schema}")
    return found[0]


class Ours:
    """The timing driver in a process of its own, one for each row."""

    def __init__(self, row, messages):
        command = [ROUNDS_COMMAND, row.type, row.rules, schema_of(row)]
        self.process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        answers = [self.ask(octets.hex()).split("\t") for octets in messages]
        self.taken = [Taken(bytes.fromhex(octets), text, full) for octets, text, full in answers]
        self.tell("")

    def tell(self, line):
        self.process.stdin.write(line + "\n")
        self.process.stdin.flush()

    def ask(self, line):
        self.tell(line)
        answer = self.process.stdout.readline()
        if not answer:
            raise SystemExit(f"rounds: no answer to {line[:80]}")
        return answer.rstrip("\n")

    def seconds(self, what, passes):
        return int(self.ask(f"{what} {passes}")) / 1e9 / passes

    def close(self):
        self.process.stdin.close()
        self.process.wait()


class Asn1tools:
    """asn1tools: octets to Python values and back."""

    name = "asn1tools"
    def __init__(self, row):
        # Not before: the memory of this process counts as that of the command it starts.
        import asn1tools

        # Its word for aligned PER is another.
        rules = {"aper": "per"}.get(row.rules, row.rules)
        try:
            codec = asn1tools.compile_files([str(schema_of(row))], rules)
        except Exception as why:
            raise peers.Unable(f"{type(why).__name__}: {why}"[:300]) from why
        module, _, name = row.type.partition(".")
        kind = codec.modules[module][name]

        def encode_one(value):
            # Our side checks types and constraints before it writes: so does this one, by its own means.
            kind.check_types(value)
            kind.check_constraints(value)
            return kind.encode(value)

        self.decode_one, self.encode_one = kind.decode, encode_one

    def agrees(self, ours, form):
        """Whether our text, with defaults filled in as asn1tools does, is its value."""
        normal.raw_contents = True
        theirs = peers.asn1tools_term(form)
        return normal.same(unread(json.loads(ours.full), theirs), theirs)


def unread(ours, theirs):
    """Our value, with the peer's octets for what strings contain where it leaves them
    unread: that they are right shows when it encodes the same message."""
    if isinstance(theirs, dict) and "$alt" in theirs:
        name, inner = theirs["$alt"]
        return {name: unread(ours[name], inner)} if isinstance(ours, dict) and name in ours else ours
    if isinstance(theirs, dict) and "$bin" in theirs:
        contained = isinstance(ours, list) or isinstance(ours, dict) and set(ours) != {"value", "length"}
        return theirs["$bin"] if contained else ours
    if isinstance(theirs, dict) and isinstance(ours, dict):
        return {key: unread(part, theirs.get(key)) for key, part in ours.items()}
    if isinstance(theirs, list) and isinstance(ours, list) and len(ours) == len(theirs):
        return [unread(*pair) for pair in zip(ours, theirs)]
    return ours


class Pycrate:
    """pycrate: octets to its JER text and back."""

    name = "pycrate"
    def __init__(self, row):
        compiled = peers.Pycrate([schema_of(row)]).compiled
        module, _, name = row.type.replace("-", "_").partition(".")
        kind = getattr(getattr(compiled, module), name)
        read, write = getattr(kind, f"from_{row.rules}"), getattr(kind, f"to_{row.rules}")

        def decode_one(octets):
            read(octets)
            return kind.to_jer()

        def encode_one(text):
            kind.from_jer(text)
            return write()

        self.decode_one, self.encode_one = decode_one, encode_one

    def agrees(self, ours, form):
        """Whether the texts are the same but for white space, order and capitals."""
        return plain(json.loads(ours.text)) == plain(json.loads(form))


def plain(value):
    """JER without what differs between tools and means nothing: small letters in place of
    capitals, and without the type's name that pycrate puts around what a string contains."""
    if isinstance(value, str):
        return value.lower()
    if isinstance(value, list):
        return [plain(part) for part in value]
    if isinstance(value, dict):
        name = next(iter(value), "")
        if len(value) == 1 and name[:1].isupper():
            return plain(value[name])
        return {key: plain(part) for key, part in value.items()}
    return value


@dataclasses.dataclass
class Taken:
    """What our side makes of a message."""

    octets: bytes   # of the text, encoded again
    text: str
    full: str       # the text with defaults filled in


PEERS = {"asn1tools": Asn1tools, "pycrate": Pycrate}


def agreed(peer, messages, taken):
    """The messages on which both sides agree, as (octets, the peer's decoded form);
    reasons for the others, counted. Decoding and encoding count apart."""
    decodes, encodes, why = [], [], collections.Counter()
    for octets, ours in zip(messages, taken, strict=True):
        if ours.octets != octets:
            raise SystemExit(f"our octets differ: {octets.hex()} {ours.octets.hex()}")
        try:
            form = peer.decode_one(octets)
        except Exception as refusal:  # peers raise what they happen to meet
            why[f"it refuses: {type(refusal).__name__}: {refusal}"[:120]] += 1
            continue
        if not peer.agrees(ours, form):
            why["it decodes another value"] += 1
            continue
        decodes.append((octets, form))
        try:
            same = bytes(peer.encode_one(form)) == octets
        except Exception as trouble:
            why[f"decoding only: it cannot encode its own value: {type(trouble).__name__}: {trouble}"[:120]] += 1
            continue
        if not same:
            why["decoding only: it encodes other octets"] += 1
            continue
        encodes.append((octets, form))
    return decodes, encodes, why


def passes_of(seconds):
    """How many passes fill a span."""
    return max(1, round(SPAN / max(seconds, 1e-9)))


def timed(call, inputs, passes):
    start = time.process_time()
    for _ in range(passes):
        for given in inputs:
            call(given)
    return (time.process_time() - start) / passes


def versus(suite, row, name):
    """One row against one peer, both ways."""
    cases = {what: f"{row.case}, {way}, {name}" for what, way in (("decode", "to JER"), ("encode", "from JER"))}
    try:
        messages = row.messages(row)
        peer = PEERS[name](row)
        ours = Ours(row, messages)
        decodes, encodes, why = agreed(peer, messages, ours.taken)
        ours.close()
    except (peers.Unable, OSError, subprocess.CalledProcessError) as trouble:
        for case in cases.values():
            suite.leave_out(case, str(trouble)[:200])
        return
    for reason, count in why.items():
        print(f"{row.case}, {name}: {count} of {len(messages)} messages: {reason}")
    jobs = (("decode", decodes, peer.decode_one, 0), ("encode", encodes, peer.encode_one, 1))
    for what, pairs, call, side in jobs:
        if not pairs:
            suite.leave_out(cases[what], f"there is no message on which {name} agrees")
            continue
        measure(suite, cases[what], what, row, pairs, (name, call, [pair[side] for pair in pairs]))


def measure(suite, case, what, row, pairs, peer):
    name, call, inputs = peer
    ours = Ours(row, [octets for octets, _ in pairs])
    our_passes = passes_of(ours.seconds(what, 3))
    peer_passes = passes_of(timed(call, inputs, 1))
    our_times, peer_times = [], []
    for _ in range(ROUNDS):
        our_times.append(ours.seconds(what, our_passes))
        peer_times.append(timed(call, inputs, peer_passes))
    ours.close()
    octets = sum(len(octets) for octets, _ in pairs)
    suite.row(case, "wireglot", "0.1.0", "--release", our_times, True, octets)
    suite.row(case, name, VERSIONS[name], "", peer_times, True, octets)
    ratio = [b / a for a, b in zip(our_times, peer_times)]
    suite.ratio(case, f"{record.quantiles(our_times)[1] * 1e6:.1f} us", f"{record.quantiles(peer_times)[1] * 1e6:.0f} us", ratio)


VERSIONS = {"asn1tools": "0.169.0", "pycrate": "0.8.1"}


def main():
    wanted = sys.argv[1:]
    suite = record.Suite("asn1-dynamic")
    if not wanted or "records" in wanted:
        records.measure(suite)
    for row in ROWS:
        for name in row.peers:
            if not wanted or any(word in f"{row.case} {name}" for word in wanted):
                versus(suite, row, name)
    return suite.finish() if not wanted else suite.show()


if __name__ == "__main__":
    sys.exit(main())

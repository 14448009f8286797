"""captures.py: compares messages from captures with what tshark finds in them.

Writes captures with random values: SNMP over UDP, also in fragments of IPv4 and IPv6, LDAP over TCP out of order and
retransmitted, and S1AP over SCTP, two chunks per packet. Both tools must find the same number of messages, in the same
order, with the same values and names; in S1AP, also those that constants give to numbers.
"""

import json
import os
import pathlib
import random
import struct
import subprocess
import sys
import tempfile
import xml.etree.ElementTree

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
WIREGLOT = os.environ.get("WIREGLOT", str(ROOT / "target" / "release" / "wireglot"))
SHARED = ROOT.parent / "shared" / "vectors"

SNMP = """SNMP DEFINITIONS IMPLICIT TAGS ::= BEGIN
Message ::= SEQUENCE { version INTEGER, community OCTET STRING, data CHOICE { get [0] PDU, response [2] PDU } }
PDU ::= SEQUENCE { request-id INTEGER, error-status INTEGER, error-index INTEGER, bindings SEQUENCE OF Binding }
Binding ::= SEQUENCE { name OBJECT IDENTIFIER, value CHOICE { number INTEGER, string OCTET STRING, empty NULL } }
END
"""
LDAP = """LDAP DEFINITIONS IMPLICIT TAGS ::= BEGIN
LDAPMessage ::= SEQUENCE { messageID INTEGER, protocolOp CHOICE { delRequest [APPLICATION 10] OCTET STRING,
  searchResDone [APPLICATION 5] Result, delResponse [APPLICATION 11] Result } }
Result ::= SEQUENCE { resultCode ENUMERATED { success (0), busy (51), noSuchObject (32) }, matchedDN OCTET STRING,
  diagnosticMessage OCTET STRING }
END
"""


def ip4(protocol, octets, identification=0, offset=0, more=False):
    place = offset // 8 | (0x2000 if more else 0)
    return struct.pack(
        ">BBHHHBBH4s4s", 0x45, 0, 20 + len(octets), identification, place, 64, protocol, 0, b"\x0a\0\0\1", b"\x0a\0\0\2"
    ) + octets


def ip6(octets, identification, offset, more):
    fragment = struct.pack(">BBHI", 17, 0, offset | more, identification) + octets
    return struct.pack(">IHBB", 0x60000000, len(fragment), 44, 64) + bytes(15) + b"\1" + bytes(15) + b"\2" + fragment


def udp(octets, six=False):
    return struct.pack(">HHHH", 40000, 161, 8 + len(octets), 0) + octets


def tcp(sequence, octets, flags=0x18):
    return ip4(6, struct.pack(">HHIIBBHHH", 40000, 389, sequence, 1, 0x50, flags, 8192, 0, 0) + octets)


def sctp(tsn, messages, protocol=18):
    packet = struct.pack(">HHII", 40000, 36412, 77, 0)
    for index, octets in enumerate(messages):
        packet += struct.pack(">BBHIHHI", 0, 3, 16 + len(octets), tsn + index, 1, tsn + index, protocol) + octets
        packet += bytes(-len(octets) % 4)
    return ip4(132, packet)


def pcap(packets, link=101):
    file = struct.pack("<IHHIIII", 0xA1B2C3D4, 2, 4, 0, 0, 65535, link)
    for index, packet in enumerate(packets):
        file += struct.pack("<IIII", 1700000000 + index, index, len(packet), len(packet)) + packet
    return file


def tlv(tag, octets):
    size = len(octets)
    length = bytes([size]) if size < 128 else b"\x82" + struct.pack(">H", size)
    return bytes([tag]) + length + octets


def integer(tag, number):
    return tlv(tag, number.to_bytes(number.bit_length() // 8 + 1, "big"))


def snmp(draw, size):
    number, community = draw.randrange(1 << 31), bytes(draw.choices(b"abcdefgh", k=8))
    bindings = b""
    names = []
    while len(bindings) < size:
        arc = draw.randrange(1, 128)
        names.append((arc, draw.randrange(1 << 31)))
        name = tlv(6, bytes([0x2B, 6, 1, 2, 1, 1, arc, 0]))
        bindings += tlv(0x30, name + integer(2, names[-1][1]))
    pdu = integer(2, number) + integer(2, 0) + integer(2, 0) + tlv(0x30, bindings)
    return tlv(0x30, integer(2, 1) + tlv(4, community) + tlv(0xA2, pdu))


def ldap(draw, number):
    if draw.random() < 0.5:
        return tlv(0x30, integer(2, number) + tlv(0x4A, b"cn=%d" % draw.randrange(10**6) * draw.randrange(1, 60)))
    code = draw.choice([0, 51, 32])
    result = integer(10, code) + tlv(4, b"dc=%d" % draw.randrange(99)) + tlv(4, b"because" * draw.randrange(200))
    return tlv(0x30, integer(2, number) + tlv(draw.choice([0x65, 0x6B]), result))


def run(arguments):
    done = subprocess.run(arguments, capture_output=True, text=True, check=False)
    if done.returncode:
        raise SystemExit(f"{arguments}: {done.stderr}")
    return done.stdout


def ours(file, schema, name, rules, *more):
    made = run([WIREGLOT, "decode", "-s", schema, "-t", name, "-r", rules, "--lines", "--pcap", "--meta", *more, str(file)])
    return [json.loads(line) for line in made.splitlines()]


def theirs(file, protocol):
    options = ["-o", "tcp.reassemble_out_of_order:TRUE", "-o", "ip.check_checksum:FALSE"]
    packets = json.loads(run(["tshark", "-r", str(file), "-T", "json", "--no-duplicate-keys", *options]))
    found = []
    for packet in packets:
        layers = packet["_source"]["layers"]
        layer = layers.get(protocol, [])
        number = int(layers["frame"]["frame.number"])
        found += [(number, one) for one in (layer if isinstance(layer, list) else [layer])]
    return found


def flat(value, name, found):
    """All values of a member, wherever it occurs."""
    if isinstance(value, dict):
        for key, inner in value.items():
            if key == name:
                found.extend(inner if isinstance(inner, list) else [inner])
            flat(inner, name, found)
    elif isinstance(value, list):
        for inner in value:
            flat(inner, name, found)
    return found


class Tally:
    """Counts what agrees."""

    def __init__(self):
        self.passed = self.failed = 0

    def same(self, what, one, other):
        if one == other:
            self.passed += 1
            return
        self.failed += 1
        print(f"{what}: wireglot {one!r}, tshark {other!r}")


def snmp_in_datagrams(draw, folder, schema, tally):
    messages = [snmp(draw, draw.choice([10, 100, 2500])) for _ in range(40)]
    packets = []
    for index, message in enumerate(messages):
        datagram = udp(message)
        cuts = [0, *sorted({8 * draw.randrange(1, len(datagram) // 8) for _ in range(index % 3)}), len(datagram)]
        spans = list(zip(cuts, cuts[1:]))
        draw.shuffle(spans)
        for start, end in spans:
            more = end < len(datagram)
            if len(spans) == 1:
                packets.append(ip4(17, datagram))
            elif index % 2:
                packets.append(ip6(datagram[start:end], index, start, more))
            else:
                packets.append(ip4(17, datagram[start:end], index + 1, start, more))
    file = folder / "snmp.pcap"
    file.write_bytes(pcap(packets))
    mine, peers = ours(file, schema, "Message", "ber", "--port", "161"), theirs(file, "snmp")
    tally.same("snmp: messages", [one["meta"]["packet"] for one in mine], [number for number, _ in peers])
    for one, (number, peer) in zip(mine, peers):
        value = one["value"]
        (kind,) = value["data"]
        pdu = value["data"][kind]
        community = bytes.fromhex(value["community"]).decode()
        tally.same(f"packet {number}: community", [community], flat(peer, "snmp.community", []))
        tally.same(f"packet {number}: request", [str(pdu["request-id"])], flat(peer, "snmp.request_id", []))
        names = [binding["name"] for binding in pdu["bindings"]]
        tally.same(f"packet {number}: names", names, flat(peer, "snmp.name", []))
        numbers = [str(binding["value"]["number"]) for binding in pdu["bindings"]]
        tally.same(f"packet {number}: numbers", numbers, flat(peer, "snmp.value.int", []))


def ldap_out_of_order(draw, folder, schema, tally):
    found = sum(ldap_stream(draw, folder, schema, tally) for _ in range(3))
    tally.same("ldap: tshark finds at least ten in each stream, on average", True, found >= 30 or found)


def ldap_stream(draw, folder, schema, tally):
    """Compares the messages of a connection; returns how many tshark finds."""
    stream = b"".join(ldap(draw, number) for number in range(1, 60))
    sequence = 0xFFFFF000
    segments, at = [], 0
    while at < len(stream):
        size = draw.randrange(1, 900)
        segments.append((at, stream[at : at + size]))
        at += size
    order = [(at + draw.randrange(4) * 300, at, octets) for at, octets in segments]
    order += [(at + 1500, at, octets) for at, octets in segments if draw.random() < 0.1]
    packets = [tcp(sequence - 1, b"", 2)]
    packets += [tcp((sequence + at) % 2**32, octets) for _, at, octets in sorted(order)]
    file = folder / "ldap.pcap"
    file.write_bytes(pcap(packets))
    mine, peers = ours(file, schema, "LDAPMessage", "ber", "--port", "389"), theirs(file, "ldap")
    numbers = [str(one["value"]["messageID"]) for one in mine]
    tally.same("ldap: all messages", numbers, [str(number) for number in range(1, 60)])
    # tshark loses the rest of a stream if its segments are too far out of order.
    begins = lambda what, mine, theirs: tally.same(what, mine[: len(theirs)], theirs)
    found = flat([peer for _, peer in peers], "ldap.messageID", [])
    begins("ldap: messages", numbers, found)
    there = len(found)
    codes = [op["resultCode"] for one in mine for op in one["value"]["protocolOp"].values() if isinstance(op, dict)]
    words = {"0": "success", "51": "busy", "32": "noSuchObject"}
    found = [words[code] for code in flat([peer for _, peer in peers], "ldap.resultCode", [])]
    begins("ldap: results", codes, found)
    told = [op for one in mine for op in one["value"]["protocolOp"].values() if isinstance(op, str)]
    told = [bytes.fromhex(octets).decode() for octets in told]
    begins("ldap: names", told, flat([peer for _, peer in peers], "ldap.delRequest", []))
    return there


def s1ap_in_chunks(draw, folder, tally):
    schema = SHARED / "asn1" / "public" / "modules" / "asn1tools" / "3gpp" / "s1ap_14_4_0.asn"
    if not schema.exists():
        print("s1ap: there are no modules of it here")
        return 1
    arguments = ["sample", "-s", str(schema), "-t", "S1AP-PDU", "-r", "aper", "--count", "60", "--seed", str(draw.randrange(999))]
    drawn = [bytes.fromhex(line) for line in run([WIREGLOT, *arguments]).split()]
    packets = [sctp(1 + at, drawn[at : at + 2]) for at in range(0, len(drawn), 2)]
    file = folder / "s1ap.pcap"
    file.write_bytes(pcap(packets))
    mine, peers = ours(file, str(schema), "S1AP-PDU", "aper", "--ppid", "18"), theirs(file, "s1ap")
    codes = [str(body["procedureCode"]) for one in mine for body in one["value"].values()]
    found = flat([peer for _, peer in peers], "s1ap.procedureCode", [])
    tally.same("s1ap: procedures", codes, found)
    tally.same("s1ap: kinds", [next(iter(one["value"])) for one in mine], kinds(peers))
    named = ours(file, str(schema), "S1AP-PDU", "aper", "--ppid", "18", "--render", "readable")
    messages = s1ap_messages(file)
    codes = [body["procedureCode"] for one in named for body in one["value"].values()]
    fields = [field for message in messages for field in message.iter("field") if field.get("name") == "s1ap.procedureCode"]
    tally.same("s1ap: names of procedures", codes, [name_in(field) for field in fields])
    compared = [counts for three in zip(mine, named, messages) if (counts := s1ap_elements(tally, *three))]
    # tshark does not decode everything that can be drawn.
    tally.same("s1ap: at least half of the messages are compared", True, 2 * len(compared) >= len(mine) or len(compared))
    found, there = (sum(counts) for counts in zip(*compared))
    tally.same("s1ap: and at least two thirds of their elements", True, 3 * found >= 2 * there or (found, there))
    return 0


def s1ap_messages(file):
    """The messages as tshark shows them, with names; not those within others."""
    shown = xml.etree.ElementTree.fromstring(run(["tshark", "-r", str(file), "-T", "pdml"]))
    return [proto for packet in shown for proto in packet if proto.get("name") == "s1ap"]


def s1ap_elements(tally, mine, named, message):
    """Compares the information elements of a message, except those in containers that tshark does not open. Returns how
    many were compared, and how many there are; None if tshark says that it could not decode all of the message."""
    troubles = ("Malformed", "Undecoded", "Unknown Open Type")
    if any(trouble in (told.get("showname") or "") for told in message.iter() for trouble in troubles):
        return None
    plain, names = list(elements(mine["value"])), [element["id"] for element in elements(named["value"])]
    fields = [field for field in message.iter("field") if any(inner.get("name") == "s1ap.id" for inner in field)]
    pairs, rest = [], iter(zip(plain, names))
    for field in fields:
        number = part(field, "s1ap.id").get("show")
        pairs += [(*ours, field) for ours in [next((one for one in rest if str(one[0]["id"]) == number), None)] if ours]
    tally.same("s1ap: elements", [str(element["id"]) for element, _, _ in pairs], [part(field, "s1ap.id").get("show") for field in fields])
    for element, name, field in pairs:
        tally.same("s1ap: name of an element", name, name_in(part(field, "s1ap.id")))
        value = element["value"]
        if isinstance(value, int):
            inner = next(part(field, "s1ap.value_element").iter("field"))
            shown = [one.get("show") for one in inner.iter("field")]
            tally.same(f"s1ap: value of {name}", True, str(value) in shown or shown)
    return len(pairs), len(plain)


def part(field, name):
    return next(one for one in field if one.get("name") == name)


def name_in(field):
    """The name in `id: id-eNBname (60)`; the number if it has none."""
    name, _, _ = field.get("showname").partition(": ")[2].partition(" (")
    return name if name.startswith("id-") else int(field.get("show"))


def elements(value):
    """Information elements, each before those within it."""
    if isinstance(value, dict):
        if "id" in value and "value" in value:
            yield value
        for inner in value.values():
            yield from elements(inner)
    elif isinstance(value, list):
        for inner in value:
            yield from elements(inner)


def kinds(peers):
    words = ["initiatingMessage", "successfulOutcome", "unsuccessfulOutcome"]
    return [words[int(number)] for number in flat([peer for _, peer in peers], "s1ap.S1AP_PDU", [])]


def main():
    seed = int(sys.argv[sys.argv.index("--seed") + 1]) if "--seed" in sys.argv else random.randrange(1 << 30)
    draw, tally = random.Random(seed), Tally()
    print(f"seed {seed}")
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        for schema, text in (("snmp.asn1", SNMP), ("ldap.asn1", LDAP)):
            (folder / schema).write_text(text)
        snmp_in_datagrams(draw, folder, str(folder / "snmp.asn1"), tally)
        ldap_out_of_order(draw, folder, str(folder / "ldap.asn1"), tally)
        skipped = s1ap_in_chunks(draw, folder, tally)
    print(f"{tally.passed} passed, {tally.failed} failed, {skipped} skipped")
    return tally.failed > 0


if __name__ == "__main__":
    sys.exit(main())

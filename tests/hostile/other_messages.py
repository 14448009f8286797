"""The worst messages of SBE, bitproto, H.248 text, captures and tables."""

import pathlib
import struct
from dataclasses import dataclass, field

HEADER = "".join(f'<type name="{name}" primitiveType="uint16"/>' for name in ("blockLength", "templateId", "schemaId", "version"))
NAME = "aFieldWithANameAsLongAsThoseOfExchanges"
SBE = f"""<sbe:messageSchema xmlns:sbe="http://fixprotocol.io/2016/sbe" package="p" id="1" version="0"><types>
<composite name="messageHeader">{HEADER}</composite>
<composite name="groupSizeEncoding"><type name="blockLength" primitiveType="uint16"/><type name="numInGroup" primitiveType="uint32"/></composite>
<composite name="V"><type name="length" primitiveType="uint32"/><type name="varData" primitiveType="uint8" length="0"/></composite>
<set name="Set" encodingType="uint64">{"".join(f'<choice name="{NAME}{i}">{i}</choice>' for i in range(64))}</set></types>
<sbe:message name="Empty" id="1"><group name="g" id="1"/></sbe:message>
<sbe:message name="Flags" id="2"><group name="g" id="1"><field name="{NAME}" id="2" type="uint8"/></group></sbe:message>
<sbe:message name="Nested" id="3"><group name="{NAME}" id="1"><group name="{NAME}2" id="2"/></group></sbe:message>
<sbe:message name="Sets" id="4"><group name="g" id="1"><field name="s" id="2" type="Set"/></group></sbe:message>
<sbe:message name="Octets" id="5"><data name="d" id="1" type="V"/></sbe:message>
</sbe:messageSchema>
"""

BITPROTO = f"""proto worst

message E {{
}}

message Empty {{
    E[60000] e = 1
}}

message Flags {{
    bool[60000] flags = 1
}}

message Named {{
    bool {NAME} = 1
}}

message Names {{
    Named[60000] n = 1
}}
"""


@dataclass
class Case:
    """Messages of one type: its schema, the options that name it, and the verbs that read them."""

    name: str
    schema: str
    words: list
    empty: bytes
    worst: bytes
    other: bytes
    verbs: list = field(default_factory=lambda: ["decode", "decode --lines", "encode", "inspect", "inspect --html", "diff"])
    #: Options of verbs that read these bytes.
    reading: list = field(default_factory=lambda: ["--in", "raw"])


def group(number, block, count, entries=b""):
    return struct.pack("<HHHHHI", 0, number, 1, 0, block, count) + entries


def sbe():
    for name, number, block, count, entry, change in (
        ("Empty", 1, 0, 60_000, b"", b""),
        ("Flags", 2, 1, 300_000, b"\1", b"\2"),
        ("Nested", 3, 0, 50_000, struct.pack("<HI", 0, 0), b""),
        ("Sets", 4, 8, 10_000, b"\xff" * 8, b"\0" * 8),
    ):
        other = group(number, block, count, change * count) if change else group(number, block, 0)
        yield Case(f"SBE {name}", "worst.xml", [], group(number, block, 0), group(number, block, count, entry * count), other)
    data = [struct.pack("<HHHHI", 0, 5, 1, 0, len(octets)) + octets for octets in (b"", b"\1" * 1_000_000, b"\2" * 1_000_000)]
    yield Case("SBE Octets", "worst.xml", [], *data)


def bitproto():
    for name, size in (("Empty", 0), ("Flags", 7_500), ("Names", 7_500)):
        octets = [bytes(size), b"\xff" * size, bytes(size)]
        yield Case(f"bitproto {name}", "worst.bitproto", ["-t", name], *octets)


def h248(schema):
    """Many commands, many transactions, and one long text."""
    head = "MEGACO/3 [1.2.3.4]:55555 "
    empty = head + "Transaction=1{Context=${Add=$}}"

    def commands(context):
        return (head + f"Transaction=1{{Context={context}{{" + ",".join(["Subtract=11111111/11111111/00000000"] * 30_000) + "}}").encode()

    transactions = [(head + "".join(f"Transaction={i}{{Context={context}{{Subtract=11111111/11111111/00000000}}}}" for i in range(1, 10_000))).encode() for context in (1, 2)]
    long = [(head + "Transaction=1{Context=1{Add=$ {Media{Stream=1{Local{\nv=0\ns=" + letter * 500_000 + "\n}}}}}}").encode() for letter in "ab"]
    words = ["-t", "MEDIA-GATEWAY-CONTROL-v3.MegacoMessage", "-r", "h248"]
    for name, (worst, other) in {"commands": (commands(1), commands(2)), "transactions": transactions, "session description": long}.items():
        yield Case(f"H.248 {name}", str(schema), words, empty.encode(), worst, other, reading=[], verbs=["decode", "decode --lines", "encode", "inspect", "inspect --html", "diff"])


def packet(payload):
    udp = struct.pack(">HHHH", 161, 161, 8 + len(payload), 0) + payload
    ip = struct.pack(">BBHHHBBH4s4s", 0x45, 0, 20 + len(udp), 0, 0, 64, 17, 0, b"\1\2\3\4", b"\5\6\7\x08") + udp
    frame = b"\0" * 12 + b"\x08\0" + ip
    return struct.pack("<IIII", 0, 0, len(frame), len(frame)) + frame


def capture(payloads):
    return struct.pack("<IHHiIII", 0xA1B2C3D4, 2, 4, 0, 0, 65535, 1) + b"".join(map(packet, payloads))


def deep(levels, leaves):
    octets = b"\x80\0" * leaves
    for _ in range(levels):
        octets = b"\xa1\x84" + len(octets).to_bytes(4, "big") + octets
    return octets


def captures():
    """Packets with deep, small and truncated messages."""
    words = ["-t", "Worst.Deep", "-r", "ber", "--pcap", "--port", "161"]
    for name, payloads in (("deep", [deep(60, 1_000)] * 100), ("small", [b"\x80\0"] * 20_000), ("broken", [b"\xa1\x82\xff\xff" + bytes(1_000)] * 500)):
        octets = capture(payloads)
        yield Case(f"capture, {name}", "worst.asn1", words, capture([]), octets, octets, reading=[], verbs=["decode", "decode --lines"])


def tables():
    """One deep row, and many small ones."""
    for name, ty, worst in (("deep", "Deep", deep(120, 30_000)), ("rows", "Flags", b"\x30\3\1\1\xff" * 50_000)):
        words = ["-t", f"Worst.{ty}", "-r", "ber"]
        yield Case(f"table, {name}", "worst.asn1", words, b"", worst, worst, verbs=["decode --as csv"])


def cases(folder, megaco):
    """Writes the schemas and yields each case; `megaco` is the path of the H.248 module, or None."""
    folder = pathlib.Path(folder)
    (folder / "worst.xml").write_text(SBE)
    (folder / "worst.bitproto").write_text(BITPROTO)
    yield from sbe()
    yield from bitproto()
    if megaco is not None:
        yield from h248(megaco)
    yield from captures()
    yield from tables()

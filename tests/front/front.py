#!/usr/bin/env python3
"""Identification without options: files of well-known types are named, and nothing else is.

`front.py` uses files that openssl, net-snmp, ldap-utils and krb5 create while it runs, by standard input and without a
name, and bytes that are none of these. `front.py full` adds paths of decoded values, which decode --select and inspect
--path must both accept.
"""
import json
import os
import random
import re
import secrets
import subprocess
import sys
import tempfile
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))
from make_files import all_files  # noqa: E402

ROOT = Path(__file__).resolve().parents[2]
WIREGLOT = os.environ.get("WIREGLOT", str(ROOT / "target/debug/wireglot"))
passed, failures = 0, []


def check(holds, told):
    global passed
    if holds:
        passed += 1
    else:
        failures.append(told)
        print(f"FAILED {told}")


def wireglot(*words, octets=b""):
    done = subprocess.run([WIREGLOT, *words], input=octets, capture_output=True, timeout=120)
    return done.returncode, done.stdout, done.stderr.decode()


def named(octets):
    code, _, told = wireglot("inspect", "--json", octets=octets)
    return code, re.findall(r"read with -s @\w+ -t (\S+)", told), told


def tlv(tag, *parts):
    contents = b"".join(parts)
    length = len(contents)
    head = bytes([length]) if length < 128 else bytes([0x82]) + length.to_bytes(2, "big")
    return bytes([tag]) + head + contents


def integer(value):
    return tlv(2, value.to_bytes(value.bit_length() // 8 + 1, "big"))


def oid(*octets):
    return tlv(6, bytes(octets))


def nobody_knows():
    """Bytes of no well-known type: values in BER, CBOR, other formats and noise."""
    big = secrets.randbits(1024) | 1 << 1023 | 1
    private = oid(0x2B, 6, 1, 4, 1, 0x83, 0xAA, 0x7F, 1)
    yield "a boolean", tlv(1, b"\xff")
    yield "an integer", integer(5)
    yield "a null", b"\x05\x00"
    yield "two integers", tlv(0x30, integer(1), integer(2))
    yield "a signature of ECDSA", tlv(0x30, integer(secrets.randbits(255)), integer(secrets.randbits(255)))
    yield "two long integers", tlv(0x30, integer(big), integer(secrets.randbits(1000)))
    yield "nine small integers", tlv(0x30, *(integer(n) for n in range(9)))
    yield "nine long integers", tlv(0x30, integer(0), *(integer(secrets.randbits(500)) for _ in range(8)))
    yield "six integers", tlv(0x30, *(integer(secrets.randbits(60)) for _ in range(6)))
    yield "an identifier", private
    yield "an identifier and octets", tlv(0x30, tlv(0x30, private), tlv(4, secrets.token_bytes(32)))
    yield "an identifier and bits", tlv(0x30, tlv(0x30, private, b"\x05\x00"), tlv(3, b"\x00" + secrets.token_bytes(32)))
    yield "a digest with its algorithm", tlv(0x30, tlv(0x30, oid(0x60, 0x86, 0x48, 1, 0x65, 3, 4, 2, 1), b"\x05\x00"), tlv(4, secrets.token_bytes(32)))
    yield "content of a private type", tlv(0x30, private, tlv(0xA0, tlv(4, b"abc")))
    yield "an integer and octets", tlv(0x30, integer(0), tlv(4, b"public"))
    yield "version 0 and another tag", tlv(0x30, integer(0), tlv(4, b"public"), tlv(0xAF, integer(1)))
    yield "version 2 of SNMP", tlv(0x30, integer(2), tlv(4, b"public"), tlv(0xA0, integer(1), integer(0), integer(0), tlv(0x30)))
    yield "a sequence in a sequence", tlv(0x30, tlv(0x30, tlv(0x30)))
    yield "an empty sequence", tlv(0x30)
    yield "strings", tlv(0x30, tlv(12, b"one"), tlv(19, b"two"))
    yield "a set", tlv(0x31, tlv(12, b"one"))
    yield "a message of an application", tlv(0x6A, tlv(0x30, integer(5)))
    yield "a tag nobody has", tlv(0x7D, tlv(0x80, b"abc"))
    yield "an enumeration", tlv(0x30, tlv(10, b"\x01"))
    yield "CBOR", bytes.fromhex("a26161016162820203")
    yield "COSE", bytes.fromhex("d28443a10126a0413040")
    yield "text", b"To be, or not to be: that is the question.\n"
    yield "JSON", b'{"version": 1, "data": null}\n'
    yield "a picture", b"\x89PNG\r\n\x1a\n" + secrets.token_bytes(64)
    yield "noise", b"\xff" + secrets.token_bytes(200)
    yield "nothing", b""


def kinds(files):
    for name, octets, wanted in files:
        code, types, told = named(octets)
        check(code == 0 and types == [wanted], f"{name}: {types or told}")
    for name, octets in nobody_knows():
        _, types, told = named(octets)
        check(not types, f"{name}: taken for {types}: {told}")
    for name, octets, wanted in files[:1]:
        code, _, told = named(octets[: len(octets) // 2])
        check(code == 1 and "looks like a damaged " in told, f"half of {name}: {code}: {told}")
    code, _, told = wireglot("inspect", octets=bytes.fromhex("d28443a10126a0413040"))
    check("COSE_Sign1" in told, f"COSE is told: {told}")


DUMPED = bytes.fromhex("302602010104067075626c6963a01902012a020100020100300e300c06082b060102010101000500")


def wireshark(octets, characters):
    for at in range(0, len(octets), 16):
        line = octets[at : at + 16]
        shown = "".join(chr(octet) if 32 <= octet < 127 else "." for octet in line)
        text = f"{at:04x}   {' '.join(f'{octet:02x}' for octet in line)}"
        yield f"{text:<53}   {shown}\n" if characters else text + "\n"


def dumps():
    """Dumps as printed by various tools, all of the same bytes."""
    items = [f"0x{octet:02x}" for octet in DUMPED]
    yield "Wireshark, hex dump", "".join(wireshark(DUMPED, False)).encode()
    yield "Wireshark, hex and characters", "".join(wireshark(DUMPED, True)).encode()
    yield "Wireshark, hex stream", DUMPED.hex().encode()
    yield "Wireshark, escaped string", ('"' + '" \\\n"'.join("".join(f"\\x{o:02x}" for o in DUMPED[i : i + 16]) for i in range(0, len(DUMPED), 16)) + '"').encode()
    yield "Wireshark, array of C", f"/* Packet 1 */\nstatic const unsigned char pkt1[{len(items)}] = {{\n{', '.join(items)} /* end */\n}};\n".encode()
    yield "numbers with commas", ", ".join(items).encode()
    yield "numbers with spaces", " ".join(items).encode()
    yield "colons", ":".join(f"{octet:02X}" for octet in DUMPED).encode()
    yield "0x in front", b"0x" + DUMPED.hex().encode()
    yield "carriage returns", "".join(wireshark(DUMPED, True)).replace("\n", "\r\n").encode()
    lines = [DUMPED[at : at + 16] for at in range(0, len(DUMPED), 16)]
    pairs = lambda line: " ".join(line[at : at + 2].hex() for at in range(0, len(line), 2))
    yield "tcpdump -x", "".join(f"\t0x{at * 16:04x}:  {pairs(line)}\n" for at, line in enumerate(lines)).encode()
    for words in (["xxd"], ["xxd", "-i"], ["xxd", "-p"], ["xxd", "-c", "8"], ["xxd", "-g", "1"], ["hexdump", "-C"], ["od", "-t", "x1"],
                  ["od", "-A", "x", "-t", "x1z"], ["base64"], ["openssl", "base64"]):
        try:
            done = subprocess.run(words, input=DUMPED, capture_output=True, check=True)
        except FileNotFoundError:
            print(f"{words[0]} is not here: skipped")
            continue
        yield " ".join(words), done.stdout


def forms():
    _, wanted, _ = wireglot("decode", "--lines", octets=DUMPED)
    check(b'"request-id":42' in wanted, "the message itself")
    for name, text in dumps():
        code, out, told = wireglot("decode", "--lines", octets=text)
        check(code == 0 and out == wanted, f"{name}: {told}\n{text.decode()}")
    for name, text in (("words of hexdump", b"0000000 2630 0102 0401 7006\n0000008\n"), ("an offset too far", b"0000  30 03 02\n0004  01 05\n")):
        code, out, told = wireglot("decode", "--in", "dump", octets=text)
        check(code != 0 and not out, f"{name}: {told}")
    code, out, told = wireglot("decode", "--in", "hex", "-s", "@snmp", "-t", "SNMP.Message", "-r", "ber", octets=b"0000   30 26 02\n")
    check(code == 1 and not out, f"an offset is no data: {told}")


def leaves(value, path, found):
    """Paths of components and elements, but not of the members of a BIT STRING's JSON object."""
    if isinstance(value, dict) and value.keys() != {"value", "length"}:
        for name, part in value.items():
            if not name.startswith("$"):
                leaves(part, f"{path}.{name}" if path else name, found)
    elif isinstance(value, list):
        for at, part in enumerate(value):
            leaves(part, f"{path}[{at}]", found)
    if path:
        found.append(path)


def paths(files, count):
    """Paths of decoded values: either both --select and inspect --path accept each, or neither does."""
    pile = []
    for name, octets, _ in files:
        code, out, _ = wireglot("decode", "--lines", octets=octets)
        if code == 0:
            for line in out.splitlines()[:1]:
                found = []
                leaves(json.loads(line), "", found)
                pile += [(name, octets, path) for path in found]
    random.shuffle(pile)
    for name, octets, path in pile[:count]:
        code, out, told = wireglot("decode", "--lines", "--select", path, octets=octets)
        selected = code == 0 and json.loads(out.splitlines()[0]) != {}
        code, out, told_too = wireglot("inspect", "--json", "--path", path, octets=octets)
        shown = code == 0 and bool(out)
        check(selected and shown, f"{name}: {path}: --select {selected}, --path {shown}: {told}{told_too}")


def main():
    full = sys.argv[1:] == ["full"]
    with tempfile.TemporaryDirectory() as folder:
        files, missing = all_files(folder)
        kinds(files)
        forms()
        if full:
            paths(files, 300)
    if missing:
        print(f"not here: {', '.join(missing)}: their files were not made")
    print(f"{len(files)} files of well-known types")
    print(f"{passed} passed, {len(failures)} failed, {len(missing)} skipped")
    sys.exit(bool(failures))


main()

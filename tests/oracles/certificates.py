"""Compares the machine's CA certificates field by field with `openssl x509`.

Each certificate is decoded and encoded by `wireglot`, which must give the same DER. Serial number, names, validity,
public key and the list of extensions with their criticality must agree with openssl, and so must the contents of the
most common extensions.
"""

import base64
import datetime
import json
import os
import pathlib
import re
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
WIREGLOT = os.environ.get("WIREGLOT", ROOT / "target" / "release" / "wireglot")
BUNDLE = pathlib.Path("/etc/ssl/certs/ca-certificates.crt")
SCHEMA = ["-s", str(ROOT / "examples" / "x509" / "X509.asn1")]

# The names that openssl has for extensions.
EXTENSIONS = {
    "X509v3 Subject Key Identifier": "2.5.29.14",
    "X509v3 Key Usage": "2.5.29.15",
    "X509v3 Private Key Usage Period": "2.5.29.16",
    "X509v3 Subject Alternative Name": "2.5.29.17",
    "X509v3 Issuer Alternative Name": "2.5.29.18",
    "X509v3 Basic Constraints": "2.5.29.19",
    "X509v3 Name Constraints": "2.5.29.30",
    "X509v3 CRL Distribution Points": "2.5.29.31",
    "X509v3 Certificate Policies": "2.5.29.32",
    "X509v3 Authority Key Identifier": "2.5.29.35",
    "X509v3 Extended Key Usage": "2.5.29.37",
    "Authority Information Access": "1.3.6.1.5.5.7.1.1",
    "Netscape Cert Type": "2.16.840.1.113730.1.1",
    "setCext-hashedRoot": "2.23.42.7.0",
}

KEY_USAGE = [
    "Digital Signature", "Non Repudiation", "Key Encipherment", "Data Encipherment",
    "Key Agreement", "Certificate Sign", "CRL Sign", "Encipher Only", "Decipher Only",
]


def wireglot(*arguments, stdin=""):
    done = subprocess.run([WIREGLOT, *arguments], input=stdin, capture_output=True, text=True)
    if done.returncode != 0:
        raise SystemExit(f"wireglot {arguments[0]}: {done.stderr.strip()}")
    return done.stdout


def openssl(der):
    """The output of openssl for a certificate."""
    command = [
        "openssl", "x509", "-inform", "DER", "-noout", "-serial", "-dates", "-dateopt", "iso_8601", "-subject",
        "-issuer", "-nameopt", "oid,sep_multiline,utf8", "-pubkey", "-text", "-certopt", "no_sigdump,no_pubkey",
    ]
    return subprocess.run(command, input=der, capture_output=True, check=True).stdout.decode()


def serial(text):
    return int(re.search(r"^serial=(-?[0-9A-F]+)$", text, re.M)[1], 16)


def dates(text):
    return [re.search(rf"^{word}=(.*)Z$", text, re.M)[1] for word in ("notBefore", "notAfter")]


def our_date(time):
    """A Time as openssl's ISO 8601 (RFC 5280, 4.1.2.5.1: two digits below 50 are 20YY)."""
    (kind, text), = time.items()
    if kind == "utcTime":
        text = ("20" if int(text[:2]) < 50 else "19") + text
    return datetime.datetime.strptime(text, "%Y%m%d%H%M%SZ").strftime("%Y-%m-%d %H:%M:%S")


def name(text, word):
    """[(OID, value)] from openssl's multi-line form, in the order of the encoding."""
    block = re.search(rf"^{word}=\n((?:    .*\n)*)", text, re.M)[1]
    return [tuple(line.strip().split("=", 1)) for line in block.splitlines()]


def our_name(value):
    """The same from our value; the alternatives of a DirectoryString are dropped."""
    pairs = []
    for rdn in value["rdnSequence"]:
        for attribute in rdn:
            held = attribute["value"]
            pairs.append((attribute["type"], next(iter(held.values())) if isinstance(held, dict) else held))
    return pairs


def public_key(text):
    block = re.search(r"-----BEGIN PUBLIC KEY-----(.*?)-----END", text, re.S)[1]
    return base64.b64decode(block).hex()


def extensions(text):
    """[(OID, critical, contents)] from openssl's text."""
    block = text.partition("        X509v3 extensions:\n")[2]
    found = []
    for line in block.splitlines():
        head = re.match(r"^ {12}(\S.*?): ?(critical)?$", line)
        if head:
            found.append((EXTENSIONS.get(head[1], head[1]), head[2] is not None, []))
        elif line.startswith(" " * 16) and found:
            found[-1][2].append(line.strip())
    return [(oid, critical, " ".join(said)) for oid, critical, said in found]


def colons(octets):
    return ":".join(octets[i : i + 2] for i in range(0, len(octets), 2))


def bits(value):
    """The numbers of the bits that are set."""
    octets = bytes.fromhex(value["value"])
    return [i for i in range(value["length"]) if octets[i // 8] >> (7 - i % 8) & 1]


def basic_constraints(value):
    text = f"CA:{'TRUE' if value.get('cA') else 'FALSE'}"
    return text + (f", pathlen:{value['pathLenConstraint']}" if "pathLenConstraint" in value else "")


# Our value of an extension in openssl's wording.
WORDED = {
    "2.5.29.14": colons,
    "2.5.29.15": lambda value: ", ".join(KEY_USAGE[bit] for bit in bits(value)),
    "2.5.29.19": basic_constraints,
}


def faults(value, text, spki):
    """The differences between our value of a certificate and openssl's text."""
    tbs = value["tbsCertificate"]
    pairs = [
        ("serial", tbs["serialNumber"], serial(text)),
        ("validity", [our_date(tbs["validity"][w]) for w in ("notBefore", "notAfter")], dates(text)),
        ("issuer", our_name(tbs["issuer"]), name(text, "issuer")),
        ("subject", our_name(tbs["subject"]), name(text, "subject")),
        ("public key", spki, public_key(text)),
    ]
    theirs = extensions(text)
    ours = tbs.get("extensions", [])
    pairs.append(("extensions", [(e["extnID"], e.get("critical", False)) for e in ours], [e[:2] for e in theirs]))
    for extension, (oid, _, said) in zip(ours, theirs):
        held = extension["extnValue"]
        if oid in WORDED:
            known = not (isinstance(held, dict) and "$opaque" in held)
            pairs.append((oid, WORDED[oid](held) if known else held, said))
    return [f"{what}: {a!r} where openssl has {b!r}" for what, a, b in pairs if a != b]


def main():
    blocks = re.findall(r"-----BEGIN CERTIFICATE-----(.*?)-----END", BUNDLE.read_text(), re.S)
    ders = [base64.b64decode(block) for block in blocks]
    command = [*SCHEMA, "-r", "der"]
    lines = wireglot("decode", *command, "-t", "X509.Certificate", "--in", "pem", "--lines", str(BUNDLE))
    back = wireglot("encode", *command, "-t", "X509.Certificate", "--out", "hex-lines", stdin=lines).split()
    values = [json.loads(line) for line in lines.splitlines()]
    keys = "\n".join(json.dumps(v["tbsCertificate"]["subjectPublicKeyInfo"]) for v in values)
    spkis = wireglot("encode", *command, "-t", "X509.SubjectPublicKeyInfo", "--out", "hex-lines", stdin=keys).split()
    failed = 0
    for der, again, value, spki in zip(ders, back, values, spkis, strict=True):
        wrong = faults(value, openssl(der), spki)
        if again.lower() != der.hex():
            wrong.insert(0, "other octets come back")
        failed += bool(wrong)
        for line in wrong:
            print(f"FAIL {our_name(value['tbsCertificate']['subject'])}: {line}")
    print(f"{len(ders)} certificates: octets, serial, names, validity, key, extensions")
    print(f"{len(ders) - failed} passed, {failed} failed, 0 skipped")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())

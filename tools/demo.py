"""make demo: converts real messages to JSON and back to the same bytes.

Each part is a row: a description, the specification, the type, the rules, and the source of the messages. The commands
are printed as they run, so that you can try them. A part whose package is not available says so; the rest runs. The
exit code is 1 if any bytes changed.
"""

import base64
import dataclasses
import json
import pathlib
import re
import shlex
import subprocess
import sys
import time

ROOT = pathlib.Path(__file__).resolve().parent.parent
WIREGLOT = ROOT / "target" / "release" / "wireglot"
BUNDLE = pathlib.Path("/etc/ssl/certs/ca-certificates.crt")


@dataclasses.dataclass
class Part:
    name: str
    schema: str  # a path relative to the root; `*` finds it in an unpacked package
    type: str
    rules: str
    messages: str  # hex, one message per line; `pem` for the machine's certificates
    needs: str = ""  # what tools/need must provide first
    show: tuple = ()  # the path of an interesting part of the first message


PARTS = [
    Part("CA certificates", "examples/x509/X509.asn1", "X509.Certificate", "der", "pem", "certs",
         ("tbsCertificate", "extensions", 0)),
    Part("SNMP", "examples/snmp/SNMP.asn1", "SNMP.Message", "ber", "examples/snmp/messages.hex",
         show=("data", "response", "variable-bindings", 0)),
    Part("LDAP", "examples/ldap/LDAP.asn1", "LDAP.LDAPMessage", "ber", "examples/ldap/messages.hex",
         show=("protocolOp",)),
    Part("S1AP", "build/packages/asn1tools/*/tests/files/3gpp/s1ap_14_4_0.asn", "S1AP-PDU-Descriptions.S1AP-PDU",
         "aper", "examples/s1ap/messages.hex", "asn1tools-src",
         ("initiatingMessage", "value", "protocolIEs", 0)),
    Part("Megaco (H.248)", "build/packages/erlang-src/usr/lib/erlang/lib/megaco-*/src/binary/MEDIA-GATEWAY-CONTROL-v3.asn",
         "MEDIA-GATEWAY-CONTROL-v3.MegacoMessage", "ber", "examples/megaco/messages.hex", "erlang-src",
         ("mess", "messageBody", "transactions", 0, "transactionRequest", "actions", 0)),
]


class Missing(Exception):
    """This part cannot run here, for the given reason."""


class Broken(Exception):
    """The command failed."""


def wireglot(*arguments, files=(), into, stdin=None):
    """Runs the command and prints it in shell syntax; `into` is where a user would redirect its output."""
    shown = shlex.join([str(WIREGLOT.relative_to(ROOT)), *arguments, *files])
    print("  $", shown.replace(" -t ", " \\\n      -t ", 1), ">", into)
    command = [WIREGLOT, *arguments, *(files if stdin is None else ())]
    done = subprocess.run(command, input=stdin, capture_output=True, text=True, encoding="utf-8", cwd=ROOT)
    if done.returncode != 0:
        raise Broken(done.stderr.strip() or f"exit code {done.returncode}")
    return done.stdout


def schema_of(part):
    """The path of a part's specification, which is fetched if necessary."""
    if part.needs:
        if not sorted(ROOT.glob(part.schema)):
            print("  fetching its specification, once: this may take a minute or two")
        need = subprocess.run([ROOT / "tools" / "need", *part.needs.split()], capture_output=True, text=True)
        if need.returncode != 0:
            raise Missing(need.stderr.strip())
    found = sorted(ROOT.glob(part.schema))
    if not found:
        raise Missing(f"no {part.schema}")
    return str(found[0].relative_to(ROOT))


def messages_of(part):
    """The messages of a part, as hex."""
    if part.messages != "pem":
        return (ROOT / part.messages).read_text().split()
    blocks = re.findall(r"-----BEGIN CERTIFICATE-----(.*?)-----END", BUNDLE.read_text(), re.S)
    return [base64.b64decode(block).hex() for block in blocks]


def piece(value, path):
    """The part of a value at a path, or the last part on it that exists."""
    for step in path:
        try:
            value = value[step]
        except (KeyError, IndexError, TypeError):
            break
    return value


def cut(text, most):
    return text if len(text) <= most else text[:most] + " ..."


def run(part):
    """Runs a row of the table."""
    print(f"\n{part.name}")
    schema = schema_of(part)
    sent = messages_of(part)
    command = ["-s", schema, "-t", part.type, "-r", part.rules]
    form = ["--in", "pem", "--lines"] if part.messages == "pem" else ["--in", "hex-lines"]
    file = str(BUNDLE) if part.messages == "pem" else part.messages
    start = time.monotonic()
    values = wireglot("decode", *command, *form, files=[file], into="values.json")
    middle = time.monotonic()
    back = wireglot("encode", *command, "--out", "hex-lines", files=["values.json"], into="back.hex", stdin=values)
    end = time.monotonic()
    back = back.split()
    first, path = json.loads(values.splitlines()[0]), ".".join(map(str, part.show))
    same = sum(a.lower() == b.lower() for a, b in zip(sent, back))
    print(f"  the first of {len(sent)}:  {cut(sent[0], 72)}")
    print(f"  in it, {path}:\n    {cut(json.dumps(piece(first, part.show), ensure_ascii=False), 300)}")
    octets = sum(len(h) // 2 for h in sent)
    return (part.name, part.rules, len(sent), octets, middle - start, end - middle, same, len(sent) == len(back) == same)


def main():
    sys.stdout.reconfigure(line_buffering=True)  # progress is visible at once, even through a pipe
    rows, started, good = [], time.monotonic(), True
    print("Real messages to JSON and back, each by the commands shown, in the project's folder:")
    for part in PARTS:
        try:
            row = run(part)
            good &= row[-1]
            rows.append("{:16} {:5} {:>8} {:>9} {:>9.2f} s {:>9.2f} s   {} of {} identical{}".format(
                *row[:6], row[6], row[2], "" if row[-1] else "  <- WRONG"))
        except Missing as why:
            print(f"  left out: {why}")
            rows.append(f"{part.name:16} {part.rules:5} left out: its package isn't available here")
        except Broken as why:
            good = False
            print(f"  {why}")
            rows.append(f"{part.name:16} {part.rules:5} FAILED")
    print(f"\n{'what':16} {'rules':5} {'messages':>8} {'octets':>9} {'decode':>11} {'encode':>11}   back again")
    print("\n".join(rows))
    print(f"\n{time.monotonic() - started:.1f} s")
    return 0 if good else 1


if __name__ == "__main__":
    sys.exit(main())

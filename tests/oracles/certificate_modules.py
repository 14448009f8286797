"""certificate_modules.py: runs the machine's CA certificates through every edition of their modules.

Each certificate must decode and encode to the same DER, with the command and with generated C. Modules from a missing
collection are skipped: `$WIREGLOT_SHARED/vectors`, and for X.509 of 2012 and 2016 the sources of pycrate in
`$WIREGLOT_PYCRATE`, since its package lacks them.
"""

import base64
import os
import pathlib
import re
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
WIREGLOT = os.environ.get("WIREGLOT", ROOT / "target" / "release" / "wireglot")
BUNDLE = pathlib.Path("/etc/ssl/certs/ca-certificates.crt")
MODULES = pathlib.Path(os.environ.get("WIREGLOT_SHARED", ROOT.parent / "shared")) / "vectors/asn1/public/modules"
PYCRATE = pathlib.Path(os.environ.get("WIREGLOT_PYCRATE", ROOT / "build/packages/pycrate")) / "pycrate_asn1dir"

# A description, the file, the folder of its imports, the type.
EDITIONS = [
    ("the example", ROOT / "examples/x509/X509.asn1", None, "X509.Certificate"),
    ("RFC 5280", MODULES / "asn1tools/ietf/rfc5280.asn", None, "PKIX1Explicit88.Certificate"),
    ("RFC 5912", MODULES / "otp-rfcs/PKIX1Explicit-2009.asn1", ".", "PKIX1Explicit-2009.Certificate"),
    ("X.509 (1997)", MODULES / "otp-rfcs/AuthenticationFramework.asn1", ".", "AuthenticationFramework.Certificate"),
    ("RFC 5912, pycrate's", PYCRATE / "IETF_PKI_RFC5912/PKIX1Explicit-2009.asn", ".", "PKIX1Explicit-2009.Certificate"),
    ("X.509 (2012)", PYCRATE / "ITUT_X509_2012-10/AuthenticationFramework.asn", ".", "AuthenticationFramework.Certificate"),
    ("X.509 (2016)", PYCRATE / "ITUT_X509_2016-10/AuthenticationFramework.asn", ".", "AuthenticationFramework.Certificate"),
]

MAIN = """
#include <stdio.h>
#include "cert.h"

/* Reads certificates as lines of digits and writes each again, or says what is wrong. */
int main(void) {
    static char line[1 << 17];
    static uint8_t input[1 << 16], output[1 << 16], memory[1 << 22];
    while (fgets(line, sizeof line, stdin)) {
        size_t size = 0, i;
        unsigned octet;
        wg_arena arena;
        wg_octets encoding;
        cert_Certificate value;
        wg_result result;
        while (sscanf(line + 2 * size, "%2x", &octet) == 1) { input[size++] = (uint8_t)octet; }
        wg_arena_init(&arena, memory, sizeof memory);
        result = cert_Certificate_decode_der(&value, input, size, &arena);
        if (result.error == WG_OK) { result = cert_Certificate_encode_der(&value, output, sizeof output, &encoding); }
        if (result.error != WG_OK) { printf("%s at octet %zu\\n", wg_error_text(result.error), result.octet); continue; }
        for (i = 0; i < encoding.size; i++) { printf("%02x", encoding.data[i]); }
        printf("\\n");
    }
    return 0;
}
"""


def run(command, stdin=""):
    done = subprocess.run([str(word) for word in command], input=stdin, capture_output=True, text=True, timeout=600)
    return done.stdout, done.stderr


def by_command(schema, type_, lines):
    reading = [WIREGLOT, "decode", *schema, "-t", type_, "-r", "der", "--in", "hex-lines", "--on-error", "report"]
    values, said = run(reading, lines)
    again, _ = run([WIREGLOT, "encode", *schema, "-t", type_, "-r", "der", "--out", "hex-lines"], values)
    return again.lower().split(), said


def by_c(schema, type_, lines):
    """The same with generated C, compiled with all warnings as errors."""
    with tempfile.TemporaryDirectory() as folder:
        folder = pathlib.Path(folder)
        generating = ["gen", "c", *schema, "-r", "der", "--pdu", type_, "--prefix", "cert_", "-o", folder / "cert"]
        _, said = run([WIREGLOT, *generating])
        (folder / "main.c").write_text(MAIN)
        sources = sorted(folder.glob("cert*/*.c")) + sorted((ROOT / "runtime/c/src").glob("*.c"))
        headers = ["-I", ROOT / "runtime/c/include", "-I", folder / "cert", "-I", folder]
        flags = ["-std=c99", "-O1", "-Wall", "-Wextra", "-Wconversion", "-Wshadow", "-pedantic", "-Werror"]
        _, errors = run(["gcc", *flags, *headers, folder / "main.c", *sources, "-o", folder / "main"])
        if not (folder / "main").exists():
            return [], said + errors
        return run([folder / "main"], lines)[0].splitlines(), ""


def main():
    blocks = re.findall(r"-----BEGIN CERTIFICATE-----(.*?)-----END", BUNDLE.read_text(), re.S)
    wanted = [base64.b64decode(block).hex() for block in blocks]
    lines = "".join(der + "\n" for der in wanted)
    passed = failed = skipped = 0
    for name, file, imports, type_ in EDITIONS:
        if not file.exists():
            print(f"skip {name}: no {file}")
            skipped += 1
            continue
        schema = ["-s", file] + (["-I", file.parent] if imports else [])
        for way, made in (("command", by_command), ("C", by_c)):
            again, said = made(schema, type_, lines)
            same = sum(a == b for a, b in zip(again, wanted)) if len(again) == len(wanted) else 0
            passed += same
            failed += len(wanted) - same
            print(f"{'ok' if same == len(wanted) else 'FAIL':4} {name} by {way}: {same} of {len(wanted)} come back")
            if same < len(wanted):
                wrong = [a for a, b in zip(again, wanted) if a != b]
                print("\n".join(f"     {line}" for line in [*wrong[:3], *said.splitlines()[:5]]))
    print(f"{passed} passed, {failed} failed, {skipped} skipped")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())

#!/usr/bin/env python3
"""compile_cost.py [COMPILER]: limits the compile time and memory of generated C for two large specifications at -O2.

The specifications are LTE RRC and S1AP of 3GPP release 14, from asn1tools' source package (tools/need asn1tools-src),
with their PDUs and everything these use. Each file, including those of --json and --paths, may take 60 seconds of CPU
time and 1.5 GB.
"""

import os
import pathlib
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parent.parent
WIREGLOT = pathlib.Path(os.environ.get("WIREGLOT", ROOT / "target" / "release" / "wireglot")).resolve()
SECONDS, KILOBYTES = 60, 1_500_000
RRC = "DL-DCCH DL-CCCH UL-DCCH UL-CCCH BCCH-DL-SCH BCCH-BCH PCCH MCCH".split()
# Name, file, rules, PDUs.
CASES = [
    ("LTE RRC", "rrc_14_4_0.asn", "uper", [f"EUTRA-RRC-Definitions.{name}-Message" for name in RRC]),
    ("S1AP", "s1ap_14_4_0.asn", "aper", ["S1AP-PDU"]),
]


def cost(command):
    """CPU time in seconds, and peak memory in kilobytes."""
    process = subprocess.Popen(command)
    _, status, used = os.wait4(process.pid, 0)
    if status != 0:
        raise SystemExit(f"{' '.join(map(str, command))}: exit status {status}")
    return used.ru_utime + used.ru_stime, used.ru_maxrss


def main():
    compiler = sys.argv[1] if len(sys.argv) > 1 else "gcc"
    folder = next((ROOT / "build" / "packages" / "asn1tools").glob("*/tests/files/3gpp"), None)
    if folder is None:
        print("no asn1tools here (tools/need asn1tools-src)\n0 passed, 0 failed, 1 skipped")
        return 0
    failed = passed = 0
    include = ROOT / "runtime" / "c" / "include"
    with tempfile.TemporaryDirectory() as made:
        for name, file, rules, pdus in CASES:
            generate = [WIREGLOT, "gen", "c", "-s", folder / file, "-r", rules, "--json", "--paths", "--name", "made", "-o", made, "--pdu", ",".join(pdus)]
            subprocess.run(generate, check=True, capture_output=True)
            for source in ("made.c", "made_json.c", "made_path.c"):
                path = pathlib.Path(made) / source
                seconds, kilobytes = cost([compiler, "-std=c99", "-O2", f"-I{include}", "-c", path, "-o", path.with_suffix(".o")])
                good = seconds <= SECONDS and kilobytes <= KILOBYTES
                failed += not good
                passed += good
                print(f"{name}, {source.replace('made', 'NAME')}: {path.stat().st_size / 1e6:.1f} MB of C, {compiler} -O2: {seconds:.1f} s of {SECONDS}, "
                      f"{kilobytes / 1e6:.2f} GB of {KILOBYTES / 1e6}{'' if good else ': too much'}", flush=True)
    print(f"{passed} passed, {failed} failed, 0 skipped")
    return failed > 0


if __name__ == "__main__":
    sys.exit(main())

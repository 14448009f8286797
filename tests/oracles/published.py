"""published.py: the specifications that pycrate ships as text, one folder each.

Each must be accepted, and a random value of each of its types must survive a round trip in BER. Rejected ones are
listed in published.tsv with our codes, the clause and pycrate's behaviour. The sources of pycrate are expected in
`$WIREGLOT_PYCRATE` or build/packages/pycrate, since its package does not contain the text.
"""

import os
import pathlib
import re
import subprocess
import sys

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parent.parent
WIREGLOT = os.environ.get("WIREGLOT", ROOT / "target" / "release" / "wireglot")
FOLDER = pathlib.Path(os.environ.get("WIREGLOT_PYCRATE", ROOT / "build/packages/pycrate")) / "pycrate_asn1dir"
# Folders with the modules that a folder imports.
IMPORTS = {"3GPP_MAP_29002": ["ITUT_Q775_1997-06"]}


def files_of(folder):
    """The modules of a folder, or those of its list if it has one."""
    listed = folder / "load_mod.txt"
    names = listed.read_text().splitlines() if listed.exists() else []
    files = [folder / name.strip() for name in names if name.strip() and (folder / name.strip()).is_file()]
    return files or sorted(file for file in folder.iterdir() if file.suffix in (".asn", ".asn1"))


def codes_of(folder, files):
    """The codes of the errors in a folder; none if it is accepted."""
    schema = [word for file in files for word in ("-s", file)]
    schema += [word for name in IMPORTS.get(folder.name, []) for word in ("-I", FOLDER / name)]
    command = [WIREGLOT, "check", "--short", "--all-errors", "--round-trip", "ber", *schema]
    done = subprocess.run(command, capture_output=True, text=True, errors="replace", timeout=600)
    codes = sorted(set(re.findall(r"error\[(\w+)\]", done.stderr)))
    return codes or ([] if done.returncode == 0 else [f"exit code {done.returncode}"])


def main():
    rows = [line.split("\t") for line in (HERE / "published.tsv").read_text().splitlines() if line[:1] not in ("", "#")]
    known = {name: codes.split() for name, codes, _ in rows}
    if not FOLDER.is_dir():
        print(f"no {FOLDER}: WIREGLOT_PYCRATE names a checkout of pycrate")
        print("0 passed, 0 failed, 1 skipped")
        return 0
    passed = failed = 0
    for folder in sorted(FOLDER.iterdir()):
        files = files_of(folder) if folder.is_dir() else []
        if not files:
            continue
        codes = codes_of(folder, files)
        right = codes == known.get(folder.name, [])
        passed += right
        failed += not right
        if codes or not right:
            print(f"{'ok' if right else 'FAIL':4} {folder.name}: {' '.join(codes) or 'taken'}")
    print(f"{passed} passed, {failed} failed, 0 skipped")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())

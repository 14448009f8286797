"""make bench-check: how long specifications take, in time and memory.

Writes bench/results/check.json and prints the rows; bench/goals.toml has the gates.
Exit code 1 if a row is missing or what was measured was wrong.
"""

import json
import os
import pathlib
import re
import resource
import statistics
import subprocess
import sys
import time

import record

ROOT = record.ROOT
WIREGLOT = str(ROOT / "target" / "release" / "wireglot")
SHARED = pathlib.Path(os.environ.get("WIREGLOT_SHARED", ROOT.parent / "shared"))
RRC = "build/packages/asn1tools/*/tests/files/3gpp/rrc_14_4_0.asn"
ROUNDS = 9


def stages(*files):
    """Seconds of each stage of `wireglot check --time` up to the verified plan."""
    command = [WIREGLOT, "check", "--time", "-r", "ber", *(w for f in files for w in ("-s", str(f)))]
    done = subprocess.run(command, capture_output=True, text=True)
    if done.returncode != 0:
        raise SystemExit(f"wireglot check {files[0]}: {done.stderr[:2000]}")
    times = re.findall(r"^note: (\S+) ([0-9.]+) ms$", done.stderr, re.M)
    return {stage: float(ms) / 1e3 for stage, ms in times}


def doubled(text):
    """A specification twice as long: every assignment of its longest module once
    more under another name."""
    modules = re.split(r"(?m)(?<=^END)\b", text)
    longest = max(range(len(modules)), key=lambda i: len(modules[i]))
    head, body = re.split(r"(?<=::=)\s*BEGIN\b", modules[longest], maxsplit=1)
    body = body.removesuffix("END")
    first = body.index("::=")
    imports = re.match(r"(?s).*?\bIMPORTS\b.*?;", body[:first])
    rest = body[imports.end() if imports else 0:]
    names = set(re.findall(r"(?m)^([A-Za-z][A-Za-z0-9-]*)[^\n:]*::=", rest))
    again = re.sub(r"[A-Za-z](?:-?[A-Za-z0-9])*", lambda m: m[0] + "-2nd" if m[0] in names else m[0], rest)
    modules[longest] = f"{head} BEGIN{body}\n{again}\nEND"
    return "".join(modules)


def modules():
    """(seconds, largest MB, sets) of `wireglot check` on each set of modules.jsonl."""
    folder = SHARED / "vectors" / "asn1" / "public"
    if not folder.is_dir():
        return None
    records = [json.loads(line) for line in (folder / "modules.jsonl").read_text().splitlines()]
    start = time.monotonic()
    for entry in records:
        command = [WIREGLOT, "check", *(w for f in entry["files"] for w in ("-s", f))]
        subprocess.run(command, cwd=folder, capture_output=True)
    seconds = time.monotonic() - start
    return seconds, resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss / 1024, len(records)


def main():
    suite = record.Suite("check")
    measured = modules()
    if measured:
        seconds, megabytes, count = measured
        suite.limit(f"{count} sets, time", [seconds])
        suite.limit(f"{count} sets, memory", [megabytes])
    else:
        suite.leave_out("635 sets, time", f"no {SHARED}/vectors")
        suite.leave_out("635 sets, memory", f"no {SHARED}/vectors")
    found = sorted(ROOT.glob(RRC))
    if found:
        text = found[0].read_text(encoding="latin-1")
        longer = ROOT / "build" / "rrc-doubled.asn"
        longer.write_text(doubled(text), encoding="latin-1")
        rounds = [(stages(found[0]), stages(longer)) for _ in range(ROUNDS)]
        print("median of each stage, ms, once and twice as long:")
        for stage in rounds[0][0]:
            print("  {:8} {:8.2f} {:8.2f}".format(stage, *(statistics.median(r[i][stage] for r in rounds) * 1e3 for i in (0, 1))))
        once, twice = ([sum(r[i].values()) for r in rounds] for i in (0, 1))
        suite.limit("LTE RRC 14, text to plan", once)
        suite.limit("LTE RRC 14 twice as long", [b / a for a, b in zip(once, twice)])
    else:
        suite.leave_out("LTE RRC 14, text to plan", "no asn1tools sources")
        suite.leave_out("LTE RRC 14 twice as long", "no asn1tools sources")
    return suite.finish()


if __name__ == "__main__":
    sys.exit(main())

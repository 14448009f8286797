"""rules.py quick|full [--seed N] [--set NAME]: compares random values in many rules with independent tools.

For each set of rules.toml, each of its PDUs and each of its rules, `wireglot sample` draws values and encodes them, and
each peer that supports the rules decodes the bytes. It must see the same value, including the contents of every open
type, and encode the same bytes again (in BER, where the sender has choices, only the value counts). `quick` takes the
first rules of each set that is not `slow` to compile. What a peer gets wrong is listed in known_rules.tsv under
`Module.Type rules`.
"""

import argparse
import json
import pathlib
import sys
import tomllib

import normal
import pdus
import peers
from known import Known

HERE = pathlib.Path(__file__).parent
COUNT = 20


def samples(files, type_, rules, seed):
    """(value with defaults filled in, bytes) of random values."""
    schema = [word for file in files for word in ("-s", str(file))]
    command = [*schema, "-t", type_, "-r", rules]
    drawn = pdus.wireglot("sample", *command, "--seed", str(seed), "-n", str(COUNT), "--out", "hex-lines")
    values = pdus.wireglot("decode", *command, "--in", "hex-lines", "--defaults", stdin=drawn)
    return list(zip(map(json.loads, values.splitlines()), map(bytes.fromhex, drawn.split()), strict=True))


def complaint(peer, type_, rules, value, octets):
    """What a peer objects to a sample; None if nothing."""
    module, _, name = type_.partition(".")
    try:
        answer = peer.recode(module, name, rules, octets)
    except peers.Refused as why:
        return f"refuses: {why}"
    normal.raw_contents = "any" if peer.leaves_contents else False
    if not normal.same(value, answer.value):
        return f"another value: {json.dumps(answer.value)[:300]}"
    if rules != "ber" and answer.octets is not None and answer.octets != octets:
        return f"other octets: {answer.octets.hex()[:300]}"
    return None


def run_case(type_, rules, drawn, able, known):
    """(agreeing samples by peer, complaints) of one type in one set of rules."""
    agreed, wrong, confirmed = {}, [], 0
    for index, (value, octets) in enumerate(drawn):
        seen = False
        for name, peer in able.items():
            try:
                problem = complaint(peer, type_, rules, value, octets)
            except peers.Unable:
                continue
            agreed[name] = agreed.get(name, 0) + (problem is None)
            seen |= problem is None
            if problem and not known.covers(name, f"{type_} {rules}"):
                wrong.append(f"{type_}[{index}]: {name} {problem}\n        {octets.hex()[:300]}")
        confirmed += seen
    if agreed and confirmed < len(drawn) and not known.covers("*", f"{type_} {rules}"):
        wrong.append(f"{type_}: a peer confirms only {confirmed} of {len(drawn)} samples")
    return agreed, wrong


def run_set(entry, mode, seed, known, totals):
    print(f"\n{entry['name']}")
    try:
        files = pdus.files_of(entry)
    except pdus.Missing as why:
        print(f"  skipped: {why}")
        totals["skipped"] += 1
        totals["absent"] += 1
        return
    able = pdus.able_peers(entry, files)
    for rules in entry["rules"][: 1 if mode == "quick" else None]:
        for type_ in entry["types"]:
            try:
                drawn = samples(files, type_, rules, seed)
            except (RuntimeError, ValueError) as why:
                print(f"  FAIL {type_} {rules}: {why}")
                totals["failed"] += 1
                continue
            agreed, wrong = run_case(type_, rules, drawn, able, known)
            word = "FAIL" if wrong else "ok" if agreed else "skip"
            counts = "  ".join(f"{name} {n}/{len(drawn)}" for name, n in agreed.items()) or "no peer has the rules"
            print(f"  {word:4} {rules:5} {type_:48} {counts}")
            for line in wrong[:3]:
                print(f"       {line}")
            totals[{"FAIL": "failed", "ok": "passed", "skip": "skipped"}[word]] += 1


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("mode", choices=["quick", "full"])
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--set")
    options = parser.parse_args()
    table = tomllib.loads((HERE / "rules.toml").read_text())
    known, totals = Known(HERE / "known_rules.tsv"), {"passed": 0, "failed": 0, "skipped": 0, "absent": 0}
    for entry in table["set"]:
        if entry.get("slow") and options.mode == "quick":
            continue
        if options.set in (None, entry["name"]):
            run_set(entry, options.mode, options.seed, known, totals)
    if options.set is None and options.mode == "full" and options.seed == 1 and not totals["absent"]:
        for entry in known.stale(""):
            print(f"FAIL known_rules.tsv: {entry} is stale: the peer agrees now")
            totals["failed"] += 1
    print("\n{passed} passed, {failed} failed, {skipped} skipped".format(**totals))
    return 1 if totals["failed"] else 0


if __name__ == "__main__":
    sys.exit(main())

"""pdus.py quick|full [--seed N] [--set NAME]: compares random values with independent tools.

`wireglot sample` draws values of each PDU in pdus.toml, `wireglot encode` encodes them in DER. Each peer decodes the
bytes: it must see the same value, including the contents of every open type, and encode the same bytes again. What a
peer gets wrong is listed in known.tsv under `Module.Type`. Even then one peer must see the value of every sample,
unless an entry for peer `*` says why none can. Values are drawn until one peer has agreed completely on as many as
requested.
"""

import argparse
import json
import os
import pathlib
import subprocess
import sys
import tomllib

import normal
import peers
from known import Known

WIREGLOT = os.environ.get("WIREGLOT", peers.ROOT / "target" / "release" / "wireglot")
SHARED = pathlib.Path(os.environ.get("WIREGLOT_SHARED", peers.ROOT.parent / "shared"))
COUNT = {"quick": 20, "full": 60}
# The maximum number of values drawn, and the number per batch.
MOST, PART = 4000, 100


class Missing(Exception):
    """The modules of a set are not available."""


def files_of(entry):
    if "files" in entry:
        found = [sorted(peers.ROOT.glob(pattern)) for pattern in entry["files"]]
        if not all(found):
            raise Missing(f"no {entry['files'][0]}")
        return [f[0] for f in found]
    folder = SHARED / "vectors" / "asn1" / "public"
    if not folder.is_dir():
        raise Missing(f"no {folder}")
    for line in (folder / "modules.jsonl").read_text().splitlines():
        record = json.loads(line)
        if record["id"] == entry["record"]:
            return [folder / f for f in record["files"]]
    raise Missing(f"no record {entry['record']}")


def wireglot(*arguments, stdin=""):
    done = subprocess.run([WIREGLOT, *arguments], input=stdin, capture_output=True, text=True)
    if done.returncode != 0:
        raise RuntimeError(done.stderr.strip()[:600] or f"exit code {done.returncode}")
    return done.stdout


def samples(files, type_, seed, count):
    """(value with defaults filled in, DER) of `count` random values. The DER from `encode` must be the same."""
    schema = [word for file in files for word in ("-s", str(file))]
    command = [*schema, "-t", type_, "-r", "der"]
    drawn = wireglot("sample", *command, "--seed", str(seed), "-n", str(count), "--out", "hex-lines")
    values = wireglot("decode", *command, "--in", "hex-lines", "--defaults", stdin=drawn)
    again = wireglot("encode", *command, "--out", "hex-lines", stdin=values)
    if drawn != again:
        raise ValueError("encode writes other octets than sample")
    return list(zip(map(json.loads, values.splitlines()), map(bytes.fromhex, drawn.split()), strict=True))


def ask(peer, type_, value, octets):
    """What a peer objects to a sample (None if nothing), and whether it sees the value."""
    module, _, name = type_.partition(".")
    try:
        answer = peer.recode(module, name, "der", octets)
    except peers.Refused as why:
        return f"refuses: {why}", False
    normal.raw_contents = peer.leaves_contents
    if not normal.same(value, answer.value):
        return f"another value: {json.dumps(answer.value)[:400]}", False
    if answer.octets is None:
        return "cannot encode what it decoded", True
    if answer.octets != octets:
        return f"other octets: {answer.octets.hex()[:400]}", True
    return None, True


def run_type(type_, drawn, able, known):
    """(samples agreed by each peer, complaints)."""
    agreed, wrong = dict.fromkeys(able, 0), []
    for index, (value, octets) in enumerate(drawn):
        seen = False
        for name, peer in able.items():
            problem, sees = ask(peer, type_, value, octets)
            agreed[name] += problem is None
            seen |= sees
            if problem and not known.covers(name, type_):
                wrong.append(f"{type_}[{index}]: {name} {problem}\n        {octets.hex()[:400]}")
        if not seen and not known.covers("*", type_):
            wrong.append(f"{type_}[{index}]: no peer sees the value\n        {octets.hex()[:400]}")
    return agreed, wrong


def run_until(files, type_, able, seed, count, known):
    """(samples, their bytes, samples agreed by each peer, complaints): `count` samples, and as many more as it takes
    until one peer agrees on `count` of them."""
    agreed, wrong, tried, octets = dict.fromkeys(able, 0), [], 0, 0
    for part in range(1 + MOST // PART):
        drawn = samples(files, type_, seed + 1000 * part, PART if part else count)
        tried, octets = tried + len(drawn), octets + sum(len(o) for _, o in drawn)
        more, faults = run_type(type_, drawn, able, known)
        wrong += faults
        agreed = {name: agreed[name] + n for name, n in more.items()}
        if wrong or max(agreed.values(), default=count) >= count:
            return tried, octets, agreed, wrong
    return tried, octets, agreed, [f"{type_}: no peer agrees on {count} samples"]


def able_peers(entry, files):
    """The peers that can compile the set, found by a trial on no bytes."""
    able = {}
    for name in entry["peers"]:
        try:
            peer = peers.ALL[name](files)
            module, _, type_ = entry["types"][0].partition(".")
            peer.recode(module, type_, "der", b"\x05\x00")
        except peers.Refused:
            pass
        except peers.Unable as why:
            print(f"  {name} cannot compile the set: {why}")
            continue
        able[name] = peer
    return able


def run_set(entry, seed, count, known, totals):
    print(f"\n{entry['name']}")
    try:
        files = files_of(entry)
    except Missing as why:
        print(f"  skipped: {why}")
        totals["skipped"] += 1
        return
    able = able_peers(entry, files)
    for type_ in entry["types"]:
        try:
            tried, octets, agreed, wrong = run_until(files, type_, able, seed, count, known)
        except (RuntimeError, ValueError) as why:
            print(f"  FAIL {type_}: {why}")
            totals["failed"] += 1
            continue
        if not able:
            wrong.append(f"{type_}: no peer is able")
        counts = "  ".join(f"{name} {n}/{tried}" for name, n in agreed.items())
        print(f"  {'FAIL' if wrong else 'ok':4} {type_:52} {octets:8} octets  {counts}")
        for line in wrong[:3]:
            print(f"       {line}")
        totals["failed" if wrong else "passed"] += 1


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("mode", choices=COUNT)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--set")
    options = parser.parse_args()
    table = tomllib.loads(pathlib.Path(__file__).with_name("pdus.toml").read_text())
    known, totals = Known(), {"passed": 0, "failed": 0, "skipped": 0}
    for entry in table["set"]:
        if options.set in (None, entry["name"]):
            run_set(entry, options.seed, COUNT[options.mode], known, totals)
    # The entries of a missing set may be unneeded.
    if options.set is None and totals["skipped"] == 0:
        for entry in known.stale_but("own-"):
            print(f"FAIL known.tsv: {entry} is stale: the peer agrees now")
            totals["failed"] += 1
    print("\n{passed} passed, {failed} failed, {skipped} skipped".format(**totals))
    return 1 if totals["failed"] else 0


if __name__ == "__main__":
    sys.exit(main())

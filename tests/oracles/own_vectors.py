"""own_vectors.py [--record]: our own vectors, read by independent tools.

A vector that must decode must decode to its value with every peer that can read it; its bytes, if canonical, are what
every peer encodes. known.tsv lists what a peer gets wrong, with the clause. If a peer lacks the canonical rules, it
reads the bytes by the basic ones, and only the value is compared. A vector that no peer confirms fails, unless
known.tsv lists an error for each peer that reads it, or no peer supports its rules: then only the clause supports it,
and it counts as skipped. `agreed_by` of a record names the peers that agree: `--record` writes it, and a name there
that does not agree is a failure.
"""

import json
import re
import sys

import normal
import peers
from known import Known

VECTORS = peers.ROOT / "vectors" / "asn1"
# The names of peers in `agreed_by`.
NAMES = {"erlang": "Erlang/OTP asn1 5.0.21", "pycrate": "pycrate 0.8.1", "asn1tools": "asn1tools 0.169.0"}
BASIC = {"caper": "aper", "cuper": "uper", "coer": "oer"}


def complaint(vector, answer):
    """What a peer's answer objects to a vector that must decode, if anything."""
    if not normal.same(vector["value"], answer.value):
        return f"value: {json.dumps(answer.value, default=str)}"
    if vector["canonical"] and answer.octets is not None and answer.octets != bytes.fromhex(vector["bytes"]):
        return f"octets: {answer.octets.hex()}"
    return None


def ask(peer, vector):
    """A peer's answer, by its own rules or the basic ones."""
    type_, octets = (vector["module"], vector["type"]), bytes.fromhex(vector["bytes"])
    try:
        return peer.recode(*type_, vector["rules"], octets)
    except peers.Unable:
        if vector["rules"] not in BASIC:
            raise
    return peers.Answer(peer.recode(*type_, BASIC[vector["rules"]], octets).value, None)


def opened(kind, files):
    """A peer that has compiled a set of files; None if it cannot."""
    try:
        return kind(files)
    except peers.Unable:
        return None


def run(vector, made, known):
    """(agreeing peers, complaints, whether all peers are excused) of one vector."""
    files = [(VECTORS / s).resolve() for s in vector["schemas"]]
    agreed, wrong, able, excused = [], [], False, False
    for name, kind in peers.ALL.items():
        key = (name, *files)
        try:
            if key not in made:
                made[key] = opened(kind, files)
            if made[key] is None:
                continue
            answer = ask(made[key], vector)
            if vector["expect"] == "error":
                continue  # peers are lax: the clause decides
            problem = complaint(vector, answer)
        except peers.Unable:
            continue
        except peers.Refused as why:
            problem = None if vector["expect"] == "error" else f"refuses: {why}"
        able = True
        if problem is None:
            agreed.append(name)
        elif known.covers(name, vector["id"]):
            excused = True
        else:
            wrong.append(f"{vector['id']}: {name}: {problem}")
    return agreed, wrong, excused or not able


def record(file, agreed):
    """Writes who agrees into the records of a file, a list of names for each line."""
    lines = file.read_text().splitlines()
    texts = (json.dumps(names, separators=(",", ":")) for names in agreed)
    new = [re.sub(r'"agreed_by":\s*\[[^]]*\]', f'"agreed_by":{text}', line) for line, text in zip(lines, texts)]
    file.write_text("\n".join(new) + "\n")


def main():
    known, made = Known(), {}
    passed = failed = skipped = 0
    for file in sorted(VECTORS.glob("*.jsonl")):
        names = []
        for line in file.read_text().splitlines():
            vector = json.loads(line)
            agreed, wrong, excused = run(vector, made, known)
            names.append([NAMES[name] for name in agreed])
            if "--record" not in sys.argv:
                said = set(vector["agreed_by"]) - set(names[-1])
                wrong += [f"{vector['id']}: {name} does not agree, as the record says" for name in sorted(said)]
            alone = not agreed and not wrong and vector["expect"] == "ok"
            if alone and not excused:
                wrong = [f"{vector['id']}: no peer confirms it"]
                alone = False
            verdict = "FAIL" if wrong else "skip" if alone else "ok"
            print(f"{verdict:4} {vector['id']:34} {', '.join(agreed) or 'the clause alone'}")
            for line_ in wrong:
                print("     " + line_)
            failed += bool(wrong)
            skipped += alone
            passed += not wrong and not alone
        if "--record" in sys.argv:
            record(file, names)
    for entry in known.stale("own-"):
        print(f"FAIL known.tsv: {entry} is stale: the peer agrees now")
        failed += 1
    print(f"{passed} passed, {failed} failed, {skipped} skipped")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())

"""versions.py quick|full [--seed N] [--count N] [--from N]: compares random specifications in two versions with
independent tools.

Each specification (drawn.py) has a type in two versions. Random values of both are encoded by `wireglot`. A peer
decodes them, and `wireglot` decodes what it encodes again: always the same value, and the same bytes if the rules leave
no choice. Then each reads messages of the new version with the old one, and vice versa. Erlang supports BER, DER and
PER; asn1tools and pycrate are used for OER. What a peer gets wrong is listed in known_versions.py with a test that
determines which values are affected.
"""

import argparse
import collections
import json
import random
import subprocess
import sys

import drawn
import known_versions
import normal
import pdus
import peers

COUNT = {"quick": 12, "full": 1000}
VALUES, DRAWN, BATCH = 4, 16, 20
FOLDER = peers.ROOT / "build" / "versions"
RULES = {"ber": ["erlang"], "der": ["erlang"], "uper": ["erlang"], "aper": ["erlang"], "oer": ["asn1tools", "pycrate"]}
# Rules that leave the sender no choice for such types. BER does not fix the order of a SET.
FIXED = {"der", "uper", "aper", "oer"}


def agree(type_, full, bare, theirs):
    """Whether a peer's value equals ours, of which `full` has defaults filled in and `bare` has not. A peer shows
    everything that is present, and at most defaults besides that; it leaves out what neither version knows."""
    if not isinstance(type_, drawn.Record):
        return normal.same(full, theirs)
    if type_.kind == "CHOICE":
        if not isinstance(theirs, dict) or "$alt" not in theirs:
            return False
        (name, held), (chosen, inner) = next(iter(bare.items())), theirs["$alt"]
        if name == "$unknown":
            return normal.is_unknown(chosen)
        types = {m.name: m.type for m in type_.members()}
        return name == chosen and agree(types[name], full[name], held, inner)
    if not isinstance(theirs, dict) or not set(theirs) <= {m.name for m in type_.members()}:
        return False
    return all(member_agrees(member, full, bare, theirs) for member in type_.members())


def member_agrees(member, full, bare, theirs):
    name = member.name
    if name in bare:
        return name in theirs and agree(member.type, full[name], bare[name], theirs[name])
    if name in theirs:
        return "DEFAULT" in member.mode and (name not in full or normal.same(full[name], theirs[name]))
    return True


class Reading:
    """Decodes bytes with `wireglot`: values with and without defaults, None if it rejects them."""

    def __init__(self, file, type_, rules, octets):
        command = ["decode", "-s", str(file), "-t", type_, "-r", rules, "--in", "hex-lines", "--on-error", "report"]
        lines = "".join(o.hex() + "\n" for o in octets)
        self.bare = values_of(command, lines)
        self.full = values_of([*command, "--defaults"], lines)


def values_of(command, lines):
    done = subprocess.run([pdus.WIREGLOT, *command], input=lines, capture_output=True, text=True)
    return [json.loads(line) for line in done.stdout.splitlines()]


def refused(value):
    return isinstance(value, dict) and set(value) == {"error"} and "code" in value["error"]


class Judge:
    def __init__(self):
        self.samples, self.agreed = collections.Counter(), collections.Counter()
        self.wrong, self.known = [], collections.Counter()
        self.cases = self.confirmed = 0

    def note(self, case, problems):
        """Counts a sample with each peer's objections: one must agree, or each must be known to be wrong."""
        agreed = [peer for peer, problem in problems.items() if problem is None]
        for peer, problem in problems.items():
            key = peer, case.rules, case.direction
            self.samples[key] += 1
            self.agreed[key] += problem is None
            row = problem and known_versions.cause(peer, case, problem)
            if row:
                self.known[peer, case.rules, row] += 1
            elif problem and not agreed:
                head = f"{case.name}.{case.type} {case.rules} {case.direction}"
                self.wrong.append(f"{head}: {peer} {problem}\n    {case.octets.hex()}\n    {json.dumps(case.bare)}")
        self.cases += 1
        self.confirmed += bool(agreed)


class Case:
    """One sample: bytes that `wireglot` wrote, and a type that reads them."""

    def __init__(self, spec, type_, rules, direction, octets, value, bare):
        self.spec, self.name, self.type, self.rules = spec, spec.name, type_, rules
        self.direction, self.octets, self.value, self.bare = direction, octets, value, bare

    @property
    def type_(self):
        return self.spec.types[self.type]

    def records(self):
        return drawn.records_of(self.type_, self.bare)


class Spec:
    def __init__(self, seed, index):
        self.name = f"Drawn{index}"
        self.text, old, new = drawn.draw(random.Random(f"{seed}/{index}"), self.name)
        self.types = {"Old": old, "New": new}
        self.file = FOLDER / str(seed) / f"{self.name}.asn1"
        self.file.parent.mkdir(parents=True, exist_ok=True)
        self.file.write_text(self.text)
        self.seed = index + 1

    def values(self, type_):
        """Random values of a type, complete ones first: a value of an older version lacks mandatory additions."""
        drawing = ["sample", "-s", str(self.file), "-t", type_, "--seed", str(self.seed), "-n", str(DRAWN)]
        values = [(line, json.loads(line)) for line in pdus.wireglot(*drawing).splitlines()]
        values.sort(key=lambda value: not drawn.is_whole(self.types[type_], value[1]))
        return "".join(line + "\n" for line, _ in values[:VALUES])

    def encoded(self, type_, rules):
        """Random values of a type, encoded."""
        values = self.values(type_)
        command = ["encode", "-s", str(self.file), "-t", type_, "-r", rules, "--out", "hex-lines"]
        return [bytes.fromhex(line) for line in pdus.wireglot(*command, stdin=values).split()]


def problem_of(answer, case, able_again):
    normal.raw_contents = False
    if not agree(case.type_, case.value, case.bare, answer.value):
        return f"another value: {json.dumps(answer.value, default=str)[:600]}"
    if answer.octets is None and able_again:
        return "cannot encode what it decoded"
    # In basic PER and OER, a sender may encode the DEFAULT of an addition.
    fixed = case.rules == "der" or case.rules in FIXED and case.value == case.bare
    if able_again and fixed and answer.octets != case.octets:
        return f"other octets: {answer.octets.hex()}"
    return None


def judge_type(judge, spec, able, rules, type_, direction, octets):
    """Bytes of one version read by type `type_`; if that is the same version, we read what the peer writes."""
    ours = Reading(spec.file, type_, rules, octets)
    asked = []
    for each, value, bare in zip(octets, ours.full, ours.bare, strict=True):
        case = Case(spec, type_, rules, direction, each, value, bare)
        if refused(value):
            judge.wrong.append(f"{spec.name}.{type_} {rules} {direction}: refused by us: {value}\n    {each.hex()}")
            continue
        whole = direction == "same" and drawn.is_whole(case.type_, bare)
        asked.append((case, {name: ask(peer, case, whole) for name, peer in able.items()}))
    for name in able:
        read_back(spec, type_, rules, name, asked)
    for case, answers in asked:
        judge.note(case, {name: problem for name, (problem, _) in answers.items()})


def ask(peer, case, able_again):
    """What a peer objects to a sample, and the bytes that it encoded if they differ."""
    try:
        answer = peer.recode(case.name, case.type, case.rules, case.octets)
    except peers.Refused as why:
        return f"refuses: {why}", None
    except peers.Unable as why:
        return f"unable: {str(why)[:200]}", None
    problem = problem_of(answer, case, able_again)
    others = able_again and problem is None and answer.octets != case.octets
    return problem, answer.octets if others else None


def read_back(spec, type_, rules, name, asked):
    """Reads what a peer wrote, which must be the value that it was given."""
    written = [(case, answers) for case, answers in asked if answers[name][1] is not None]
    back = Reading(spec.file, type_, rules, [answers[name][1] for _, answers in written])
    for (case, answers), value in zip(written, back.full, strict=True):
        if value != case.value:
            answers[name] = f"we read its octets {answers[name][1].hex()} as {json.dumps(value)}", None


def judge_spec(judge, spec, able):
    for rules, names in RULES.items():
        peers_here = {name: able[name] for name in names if name in able}
        written = {type_: spec.encoded(type_, rules) for type_ in ("Old", "New")}
        for type_, other in (("Old", "New"), ("New", "Old")):
            judge_type(judge, spec, peers_here, rules, type_, "same", written[type_])
            judge_type(judge, spec, peers_here, rules, other, "later" if other == "New" else "earlier", written[type_])


OPEN = {"erlang": lambda files: peers.Erlang(files, each_alone=True), "pycrate": peers.Pycrate}


def opened(name, files):
    try:
        return OPEN[name](files)
    except peers.Unable as why:
        print(f"  {name} is unable: {why}")
        return None


def run_batch(judge, specs):
    files = [spec.file for spec in specs]
    able = {name: peer for name in OPEN if (peer := opened(name, files))}
    for spec in specs:
        here = {**able, "asn1tools": peers.Asn1tools([spec.file])}
        if "pycrate" not in able and (alone := opened("pycrate", [spec.file])):
            here["pycrate"] = alone
        judge_spec(judge, spec, here)
    if "erlang" in able:
        able["erlang"].close()


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("mode", choices=["quick", "full"])
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--from", dest="first", type=int, default=0)
    parser.add_argument("--count", type=int)
    options = parser.parse_args()
    count = options.count or COUNT[options.mode]
    judge = Judge()
    specs = [Spec(options.seed, index) for index in range(options.first, options.first + count)]
    for start in range(0, count, BATCH):
        run_batch(judge, specs[start : start + BATCH])
        told = f"{judge.cases} samples, a peer confirms {judge.confirmed}, {len(judge.wrong)} wrong"
        print(f"  {min(start + BATCH, count)} specifications: {told}", flush=True)
    for key in sorted(judge.samples):
        print(f"  {' '.join(key):28} {judge.agreed[key]:6} of {judge.samples[key]:6}")
    for (peer, rules, row), times in sorted(judge.known.items(), key=str):
        print(f"  known: {times:5} {peer} {rules}: {row.fault} ({row.clause})")
    if options.mode == "full" and not options.count:
        needed = {row for _, _, row in judge.known}
        stale = [row for row in known_versions.ROWS if row not in needed]
        judge.wrong += [f"stale: {row.peer} {row.fault}" for row in stale]
    for line in judge.wrong:
        print(f"FAIL {line}")
    print(f"{count} specifications")
    print(f"{judge.cases} samples, of which a peer confirms {judge.confirmed}")
    print(f"{judge.confirmed} passed, {len(judge.wrong)} failed, {judge.cases - judge.confirmed} skipped")
    return 1 if judge.wrong else 0


if __name__ == "__main__":
    sys.exit(main())

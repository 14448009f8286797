"""megaco.py: compares H.248 text and its BER and PER with Erlang's Megaco in every version that a message is valid in.

Each of the public messages is given to Erlang as a message of version 1, 2 and 3. Erlang writes what it reads as pretty
and compact text, BER and PER. We convert each of its texts to those bytes and back to its texts, and it must read ours
as the same term. Terms, as Erlang keeps messages, are compared with ours octet for octet. Messages drawn from the grammar
are converted to BER and PER by both. Differences are reported on separate lines; the last line has the counts.
"""

import json
import os
import pathlib
import random
import re
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parents[2]
SHARED = pathlib.Path(os.environ.get("WIREGLOT_SHARED", ROOT / "../shared"))
MESSAGES = SHARED / "vectors/megaco/messages.jsonl"
COMMAND = os.environ.get("WIREGLOT", str(ROOT / "target/release/wireglot"))
JUDGE = ROOT / "tests/oracles/megaco.escript"
# Erlang reverses the lists in this message each time it reads and writes it.
TURNED = {"msg79a01"}
# Where Erlang loses or changes what it reads (docs/h248.md).
FAULTS = re.compile(rb"MTP |Modem|[{,\s]L:|root/\w*[A-Z]|Topology[^}]*Stream|ObservedEvents[^;]*?\w[<>#]")
# What a message starts with.
START = rb"(?:(?:Authentication |AU=).*\n)?(?:MEGACO|!)/"
FORMS = ["pretty", "compact", "ber", "per"]


def judged(rows):
    """Erlang's answers to rows of (word, version, bytes): None, or the term and the bytes of each form."""
    lines = "".join(f"{word} {version} {octets.hex()}\n" for word, version, octets in rows)
    done = subprocess.run(["escript", JUDGE], input=lines, capture_output=True, text=True, timeout=570)
    answers = done.stdout.splitlines()
    if len(answers) != len(rows):
        sys.exit(f"Erlang answers {len(answers)} of {len(rows)} lines: {done.stderr[:300]}")
    return [answer(line) for line in answers]


def answer(line):
    word, *rest = line.split(" ")
    if word != "ok":
        return None
    term, *forms = rest
    octets = [None if form == "-" else bytes.fromhex(form) for form in forms]
    return {"term": term, **dict(zip(FORMS, octets))}


def as_version(text, version):
    return re.sub(rb"(?i)(MEGACO|!)/\d+", lambda found: found[1] + b"/%d" % version, text, count=1)


class Ours:
    """Our command, for the messages of one version."""

    def __init__(self, version):
        self.module = str(SHARED / f"vectors/megaco/MEDIA-GATEWAY-CONTROL-v{version}.asn")
        self.base = [COMMAND, "convert", "-s", self.module, "-t", "MegacoMessage"]

    def run(self, source, target, octets):
        binary = [] if source.startswith("h248") else ["--in", "hex-lines"]
        lines = [] if target.startswith("h248") else ["--out", "hex-lines"]
        command = [*self.base, "--from", source, "--to", target, *binary, *lines]
        return subprocess.run(command, input=octets, capture_output=True, timeout=120)

    def convert(self, source, target, messages):
        """The conversion of each message, or its error as text."""
        together = b"".join(self.lay(source, message) for message in messages)
        made = self.split(target, self.run(source, target, together).stdout)
        if len(made) == len(messages):
            return made
        return [self.one(source, target, message) for message in messages]

    def one(self, source, target, message):
        done = self.run(source, target, self.lay(source, message))
        made = self.split(target, done.stdout)
        return made[0] if len(made) == 1 else done.stderr.decode(errors="replace").strip()

    @staticmethod
    def lay(source, message):
        return message + b"\n" if source.startswith("h248") else message.hex().encode() + b"\n"

    @staticmethod
    def split(target, output):
        if not target.startswith("h248"):
            return [bytes.fromhex(line.decode()) for line in output.splitlines()]
        # The command ends each message with a line feed.
        parts = re.findall(rb"(?m)^%s[\s\S]*?(?=^%s|\Z)" % (START, START), output)
        return [part.removesuffix(b"\n") for part in parts]


class Count:
    def __init__(self):
        self.passed = self.failed = 0

    def same(self, what, got, wanted):
        if got == wanted:
            self.passed += 1
            return
        self.failed += 1
        show = lambda value: value.decode(errors="replace") if isinstance(value, bytes) else str(value)
        print(f"{what}:\n  {show(got)[:400]!r}\n  instead of\n  {show(wanted)[:400]!r}")


def version(number, records, count):
    texts = [as_version(record["source"].encode(), number) for record in records]
    erlang = judged([("text", number, text) for text in texts])
    rows = [(r["name"], text, its) for r, text, its in zip(records, texts, erlang) if its]
    binary = [row for row in rows if row[2]["ber"]]
    print(f"version {number}: {len(rows)} messages, {len(binary)} of them in binary")
    ours = Ours(number)
    for form in ["source", "pretty", "compact"]:
        text = lambda row: row[1] if form == "source" else row[2][form]
        for target, name in [("ber", "ber"), ("aper", "per")]:
            made = ours.convert("h248", target, [text(row) for row in binary])
            for (name_, _, its), got in zip(binary, made):
                if not (name_ in TURNED and form != "source"):
                    count.same(f"v{number} {name_} {form} to {name}", got, its[name])
    for source, name, some in [("h248", "pretty", rows), ("ber", "ber", binary), ("aper", "per", binary)]:
        made = ours.convert(source, "etf", [row[2][name] for row in some])
        for (name_, _, its), got in zip(some, made):
            if name_ not in TURNED:
                count.same(f"v{number} {name_} {name} to term", got, bytes.fromhex(its["term"]))
    for target, name, some in [("ber", "ber", binary), ("aper", "per", binary), ("h248-compact", "compact", rows)]:
        made = ours.convert("etf", target, [bytes.fromhex(row[2]["term"]) for row in some])
        for (name_, _, its), got in zip(some, made):
            if name_ not in TURNED:
                count.same(f"v{number} {name_} term to {name}", got, its[name])
    again = []
    for rules, form in [("h248", "pretty"), ("h248-compact", "compact")]:
        for source, name in [("ber", "ber"), ("aper", "per")]:
            made = ours.convert(source, rules, [row[2][name] for row in binary])
            for (name_, _, its), got in zip(binary, made):
                if name_ not in TURNED:
                    count.same(f"v{number} {name_} {name} to {form}", got, its[form])
        # Some messages have only a text form.
        made = ours.convert("h248", rules, [row[1] for row in rows])
        for row, got in zip(rows, made):
            if row[0] not in TURNED:
                count.same(f"v{number} {row[0]} source to {form}", got, row[2][form])
            again.append((row, form, got))
    ours_read = judged([("text", number, got if isinstance(got, bytes) else b"") for _, _, got in again])
    for ((name, _, its), form, got), read in zip(again, ours_read):
        term = read and read["term"]
        count.same(f"v{number} {name}: Erlang's term of our {form} text", term, its["term"])


def drawn(number, count):
    """Messages drawn from the grammar that Erlang reads and encodes: our encodings of its texts and of the drawn ones are its own."""
    ours = Ours(number)
    sample = [COMMAND, "sample", "-s", ours.module, "-t", "MegacoMessage", "-r", "h248", "--count", "900", "--seed", "11"]
    texts = ours.split("h248", subprocess.run(sample, capture_output=True, timeout=120).stdout)
    texts = [text for text in texts if text.startswith(b"MEGACO/%d " % number) and not FAULTS.search(text)]
    rows = [(text, its) for text, its in zip(texts, judged([("text", number, text) for text in texts])) if its and its["ber"]]
    print(f"version {number}: {len(rows)} drawn messages")
    for form in ["drawn", "pretty", "compact"]:
        given = [text if form == "drawn" else its[form] for text, its in rows]
        for target, name in [("ber", "ber"), ("aper", "per")]:
            for (text, its), got in zip(rows, ours.convert("h248", target, given)):
                count.same(f"v{number} {text[:300]} {form} to {name}", got, its[name])


def broken(records, count):
    """500 messages with one token replaced: our error gives the position, and Erlang rejects them too."""
    drawn = random.Random(1)
    ours, rows = Ours(3), []
    while len(rows) < 500:
        record = drawn.choice(records)
        text = as_version(record["compact"].encode(), 3)
        # Bytes of Local, Remote and digit maps may be anything, as may strings.
        held = [(m.start(), m.end()) for m in re.finditer(rb'"[^"]*"|\b[LR]\{[^}]*\}|\bDM=[^,{}]*\{[^}]*\}', text)]
        tokens = [m.span() for m in re.finditer(rb"[A-Za-z0-9/*$.-]+|[^\sA-Za-z0-9]", text)]
        free = [(a, b) for a, b in tokens if not any(c < b and a < d for c, d in held)]
        start, end = drawn.choice(free)
        rows.append((record["name"], start, text[:start] + b"\x01" + text[end:]))
    for (name, start, text), answer in zip(rows, judged([("text", 3, text) for _, _, text in rows])):
        said = ours.one("h248", "ber", text)
        line, before = text[:start].count(b"\n") + 1, text[:start].rpartition(b"\n")[2]
        place = re.match(r"error: standard input:(\d+):(\d+): .* in `\w+`", said) if isinstance(said, str) else None
        column = int(place[2]) if place else 0
        # Within one token: an address is one, and the error may concern the word before it.
        near = place and int(place[1]) == line and column <= len(before) + 2 and b"," not in before[column:]
        count.same(f"broken {name} at {line}:{len(before) + 1}: {said}", bool(near), True)
        count.same(f"broken {name} at {line}:{len(before) + 1}: Erlang refuses it", answer, None)


def main():
    if not MESSAGES.exists():
        print(f"there is no {MESSAGES}")
        print("0 passed, 0 failed, 1 skipped")
        return
    records = [json.loads(line) for line in MESSAGES.read_text().splitlines()]
    count = Count()
    for number in [1, 2, 3]:
        version(number, records, count)
        drawn(number, count)
    broken(records, count)
    print(f"{count.passed} passed, {count.failed} failed, 0 skipped")
    sys.exit(count.failed > 0)


main()

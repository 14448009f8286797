"""Draws of `make bench-asn1-draws`: a specification, a PDU of it, encoding rules and messages."""

import pathlib
import random
import re
import shutil
import sys
import tomllib
from dataclasses import dataclass

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent / "asn1-c"))
import measures  # noqa: E402
import modules  # noqa: E402
from codecs_in_c import Asn1c, Ours, Part, options_of, schemas_of  # noqa: E402
from measures import ROOT, WIREGLOT, Unable, c_name, made, run, write  # noqa: E402

WORK = ROOT / "build" / "asn1-draws"
MESSAGES = 24
# The title of what no specification has.
DRAWN = "drawn module"
# Out of how many values those with log-uniform sizes are chosen, and what the programs have room for.
VALUES, LONGEST = 2000, 4_000
RULES, WAYS = ("uper", "ber"), ("decode", "encode")


class Failed(Exception):
    """What must not happen: ours does not compile, or refuses what it wrote."""


@dataclass
class Draw:
    name: str
    # Its specification and PDU.
    title: str
    part: Part
    # Where code is kept that is the same for other draws of a specification.
    folder: pathlib.Path
    seed: int
    depth: int

    def values(self):
        """Messages as hex, their sizes log-uniform between the least and the greatest."""
        rules = "der" if self.part.rules == "ber" else self.part.rules
        drawn = run(WIREGLOT, "sample", *options_of(self.part), "-t", self.part.type, "-r", rules, "--seed", self.seed,
                    "--depth", self.depth, "-n", VALUES).split()
        left = sorted({one for one in drawn if len(one) <= 2 * LONGEST}, key=lambda one: (len(one), one))
        chance, chosen = random.Random(self.seed), []
        while left and len(chosen) < MESSAGES:
            wanted = len(left[0]) * (len(left[-1]) / len(left[0])) ** chance.random()
            chosen.append(left.pop(min(range(len(left)), key=lambda at: abs(len(left[at]) - wanted))))
        return chosen

    def sides(self, flags, kinds=(Ours, Asn1c)):
        """Programs, and the messages that all of them decode and encode to the same octets."""
        programs, messages = [], self.values()
        drawn = len(messages)
        path = write(made(self.folder) / f"{c_name(self.name)}.hex", messages)
        for kind in kinds:
            programs.append(self.folder / c_name(" ".join([kind.name, self.part.type, *flags])))
            try:
                kind(self.part, made(self.folder / kind.name)).build(flags, programs[-1])
                kept = measures.agreed(programs[-1], path, messages)
            except Unable as why:
                raise Failed(why) if kind is Ours else why
            # A double is not every REAL: what it changes is left out.
            if kind is Ours and len(kept) < len(messages) and not any(re.search(r"\bREAL\b", file.read_text(errors="replace"))
                                                                      for file in schemas_of(self.part)):
                raise Failed(f"ours refuses or changes {len(messages) - len(kept)} of {len(messages)} messages")
            messages = kept
        write(path, messages)
        return Sides(programs, path, messages, drawn - len(messages))


@dataclass
class Sides:
    programs: list
    path: pathlib.Path
    messages: list
    # How many messages were left out.
    lost: int

    def times(self, rounds, span):
        """Of each way what both sides take at least for a message, in nanoseconds."""
        programs = [[(program, self.path, len(self.messages))] for program in self.programs]
        rows = measures.interleaved(programs, rounds, span)
        return {way: [min(row[column] for row in side) for side in rows] for column, way in enumerate(WAYS)}

    def instructions(self):
        return {way: [measures.counted(program, self.path, way) / len(self.messages) for program in self.programs]
                for way in WAYS}


def specifications(pattern):
    """Those of the list whose names match, each with its PDUs."""
    every = tomllib.loads((HERE / "specifications.toml").read_text())["specification"]
    return [one for one in every if re.search(pattern, one["name"])]


def real(name, chance, known, rules):
    """A PDU of a specification for these rules."""
    one = chance.choice([each for each in known if rules in each["rules"]])
    part = Part(tuple(one["files"]), chance.choice(one["types"]), rules, None)
    return Draw(name, f"{one['name']} {part.type.split('.')[1]}", part, WORK / c_name(f"{one['name']} {rules}"),
                chance.randrange(2**31), chance.randint(4, 16))


def made_up(name, chance, rules, weights, shares):
    """A module of its own."""
    folder = WORK / c_name(f"drawn {name}")
    shutil.rmtree(folder, ignore_errors=True)
    (made(folder) / "drawn.asn1").write_text(modules.Module(chance, rules, weights, shares).notation())
    part = Part(str((folder / "drawn.asn1").relative_to(ROOT)), "Drawn.Message", rules, None)
    return Draw(name, DRAWN, part, folder, chance.randrange(2**31), chance.randint(4, 16))


def draw(name, real_share, known, rules, weights, shares):
    """The draw of a name."""
    chance = random.Random(name)
    wanted = chance.choice(rules)
    if known and chance.random() < real_share:
        return real(name, chance, known, wanted)
    return made_up(name, chance, wanted, weights, shares)

"""make bench-asn1-draws SEED=..: generated C against asn1c 0.9.28 on specifications and messages that a seed draws.

A draw is a PDU with encoding rules, of a real specification (bench/asn1-draws/specifications.toml) or of a module that is
drawn as well (bench/asn1-draws/modules.py), and up to 24 messages of log-uniform sizes. Both sides use gcc -O2; their rounds
take turns, and a ratio is that of their least times, a message over and over, or of their instructions. What asn1c refuses
or changes is left out and counted. What is reported is how ratios are distributed. `--record` writes
bench/results/asn1-draws.json and the table of docs/c-benchmarks.md (`--page` this alone).
"""

import argparse
import pathlib
import shutil
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent / "asn1-draws"))
import asn1_draw  # noqa: E402
import modules  # noqa: E402
import summary  # noqa: E402
from asn1_draw import DRAWN, RULES, Asn1c, Failed, Ours, Unable, schemas_of  # noqa: E402


def draws(args):
    """All draws of all seeds, or one of each."""
    told = lambda known, text: known | {name: float(number) for name, number in
                                        (word.split("=") for word in text.split(",") if word)}
    weights, shares = told(modules.WEIGHTS, args.weights), told(modules.SHARES, args.shares)
    known = asn1_draw.specifications(args.specifications)
    for seed in args.seed.split(","):
        for number in range(args.draws) if args.draw is None else [args.draw]:
            yield asn1_draw.draw(f"{seed}/{number}", args.real, known, args.rules.split(","), weights, shares)


def measure(draw, args, report):
    """Adds a draw to the report: its ratios, or why it has none."""
    try:
        sides = draw.sides(args.flags.split())
        if sides.messages:
            costs = sides.instructions() if args.instructions else sides.times(args.rounds, args.span)
            report.add(draw, sides, costs)
        report.messages(draw, len(sides.messages), sides.lost)
    except Unable as why:
        report.refused(draw, why)
    except Failed as why:
        report.failed(draw, why)
    finally:
        if draw.title == DRAWN and not args.keep:
            shutil.rmtree(draw.folder, ignore_errors=True)


def check(args):
    """Whether the same seeds draw the same twice, and both sides agree about what they drew."""
    sides = (Ours, Asn1c) if shutil.which("asn1c") else (Ours,)
    counts = {"passed": 0, "failed": 0, "skipped": 0 if len(sides) == 2 else args.draws}
    first = [(draw.part, [file.read_text() for file in schemas_of(draw.part)], draw.values()) for draw in draws(args)]
    for draw, known in zip(draws(args), first):
        try:
            found = draw.part, [file.read_text() for file in schemas_of(draw.part)], draw.values()
            if found != known:
                raise Failed("another draw than before")
            if not draw.sides(args.flags.split(), sides).messages:
                raise Unable("asn1c refuses or changes all messages")
            counts["passed"] += 1
        except Unable as why:
            counts["skipped"] += 1
            print(f"{draw.name}: skipped: {why}")
        except Failed as why:
            counts["failed"] += 1
            print(f"{draw.name}: {why}")
    print(", ".join(f"{count} {word}" for word, count in counts.items()))
    return 1 if counts["failed"] else 0


def arguments():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--seed", default="1", help="seeds, separated by commas")
    parser.add_argument("--draws", type=int, default=40, help="draws of each seed")
    parser.add_argument("--draw", type=int, metavar="N", help="draw N of each seed alone; draw 1/7 is --seed 1 --draw 7")
    parser.add_argument("--rules", default=",".join(RULES))
    parser.add_argument("--real", type=float, default=0.5, help="the share of real specifications")
    parser.add_argument("--specifications", default="", metavar="PATTERN", help="real specifications whose names match")
    parser.add_argument("--weights", default="", help="kinds of components, KIND=WEIGHT,... of " + " ".join(modules.WEIGHTS))
    parser.add_argument("--shares", default="", help="NAME=PART,... of " + " ".join(modules.SHARES))
    parser.add_argument("--flags", default="-O2")
    parser.add_argument("--rounds", type=int, default=7)
    parser.add_argument("--span", type=float, default=4, help="milliseconds of each time in a round")
    parser.add_argument("--instructions", action="store_true", help="instructions instead of times, by callgrind")
    parser.add_argument("--keep", action="store_true", help="keeps code and programs of drawn modules in build/asn1-draws")
    parser.add_argument("--worst", type=int, default=5, help="lists so many draws of the least ratio")
    parser.add_argument("--check", action="store_true", help="draws everything twice, and measures nothing")
    parser.add_argument("--record", action="store_true")
    parser.add_argument("--page", action="store_true")
    return parser.parse_args()


def main():
    args = arguments()
    if args.page:
        return summary.write_page()
    if args.check:
        return check(args)
    report = summary.Report()
    for draw in draws(args):
        measure(draw, args, report)
    return report.finish(args)


if __name__ == "__main__":
    sys.exit(main())

"""make bench-sbe-draws SEED=..: generated SBE in C++ and C on schemas, messages and sizes that a seed draws.

Each draw is a schema with a message (bench/sbe-draws/drawing.py), and messages of it whose groups and data have
log-uniform sizes. One program reads and writes them by generated code, by hand-written pointers that are
generated from the schema as well, and by Real Logic's code, checks on; their rounds take turns, and a ratio is that of
their least times, or of their instructions. What is reported is how ratios are distributed.
"""

import argparse
import concurrent.futures
import json
import pathlib
import re
import sys
import tempfile

import record

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent / "sbe-draws"))
import drawing  # noqa: E402
import programs  # noqa: E402
from programs import Failed  # noqa: E402


def costs_of(draw, folder, compiler, level, args):
    """What one cell says of a draw: cost by (way, system)."""
    program = programs.Program(folder, compiler, level)
    costs, wrong = program.times(1 if args.instructions else args.rounds)
    if args.instructions:
        costs = program.instructions()
    for row in wrong:
        # Real Logic's code reads and writes some schemas otherwise: these rows are left out.
        if row[1] != "real_logic":
            raise Failed(f"wrong: {row}")
        costs.pop(row, None)
    return costs


def measure(draw, args):
    """Lines of a draw: (compiler, level, way, peer, ratio, ours)."""
    lines = []
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        if args.keep:
            folder = pathlib.Path(args.keep) / re.sub(r"\W", "_", draw.name)
            folder.mkdir(parents=True, exist_ok=True)
        try:
            draw.write(folder, args.peer)
        except Failed as why:
            return [], [f"{draw.name}: {why}"]
        failures = []
        for compiler in args.compilers.split(","):
            for level in args.levels.split(","):
                try:
                    try:
                        costs = costs_of(draw, folder, compiler, level, args)
                    except Failed as why:
                        if "real_logic" not in str(why):
                            raise
                        # Of some composites Real Logic's code lacks members: its rows are left out.
                        draw.write(folder, False)
                        costs = costs_of(draw, folder, compiler, level, args)
                except Failed as why:
                    failures.append(f"{draw.name} {compiler} -O{level}: {why}")
                    continue
                for (way, system), cost in costs.items():
                    for ours in ("wireglot", "wireglot_c") if not system.startswith("wireglot") else ():
                        if (way, ours) in costs:
                            word = system if ours == "wireglot" else f"C: {system}"
                            lines.append((f"{compiler} -O{level}", way, word, cost / costs[way, ours],
                                          costs[way, ours], draw.name))
        return lines, failures


def show(lines):
    """The distribution of each row of ratios."""
    rows = {}
    for cell, way, system, ratio, ours, name in lines:
        rows.setdefault((cell, way, system), []).append((ratio, name))
        rows.setdefault(("all", way, system), []).append((ratio, name))
    table = [{"cell": cell, "way": way, "peer": system, **record.distribution(found)}
             for (cell, way, system), found in sorted(rows.items())]
    print(f"{'cell':11} {'':5} {'peer':13} {'draws':>5} {'mean':>6} {'p10':>6} {'median':>6} {'p90':>6} {'worst':>6}  seed")
    for row in table:
        print(f"{row['cell']:11} {row['way']:5} {row['peer']:13} {row['draws']:5} {row['mean']:6.2f} {row['p10']:6.2f} "
              f"{row['median']:6.2f} {row['p90']:6.2f} {row['worst']:6.2f}  {row['seed']}")
    return table


def arguments():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--seed", type=int, default=1, help="the first seed; each draw has the next one")
    parser.add_argument("--draws", type=int, default=200)
    parser.add_argument("--weights", default="", help="kinds of fields, KIND=WEIGHT,... of " + " ".join(drawing.WEIGHTS))
    parser.add_argument("--shares", default="", help="NAME=PART,... of " + " ".join(drawing.SHARES))
    parser.add_argument("--public", metavar="PATTERN", help="messages of public schemas instead, whose paths match")
    parser.add_argument("--compilers", default="gcc,clang")
    parser.add_argument("--levels", default="2,3")
    parser.add_argument("--rounds", type=int, default=31)
    parser.add_argument("--instructions", action="store_true", help="instructions instead of times, by callgrind")
    parser.add_argument("--no-peer", dest="peer", action="store_false", help="without Real Logic's code")
    parser.add_argument("--keep", metavar="FOLDER", help="keeps programs there")
    parser.add_argument("--worst", type=int, default=0, help="lists so many draws of the least ratio to raw")
    parser.add_argument("--jobs", type=int, default=1, help="draws beside one another")
    parser.add_argument("--json", metavar="FILE", help="writes the table")
    return parser.parse_args()


def main():
    args = arguments()
    args.peer = args.peer and programs.JAR.exists()
    told = lambda known, text: known | {name: float(number) for name, number in
                                        (word.split("=") for word in text.split(",") if word)}
    weights, shares = told(drawing.WEIGHTS, args.weights), told(drawing.SHARES, args.shares)
    draws = programs.public(args.public) if args.public is not None else (
        programs.drawn(seed, weights, shares) for seed in range(args.seed, args.seed + args.draws))
    lines, failures = [], []
    with concurrent.futures.ThreadPoolExecutor(args.jobs) as pool:
        for found, why in pool.map(lambda draw: measure(draw, args), draws):
            lines += found
            failures += why
    table = show(lines)
    for way in ("read", "write") if args.worst else ():
        print(f"worst, {way}")
        for line in sorted((line for line in lines if line[1] == way and line[2] == "raw"), key=lambda line: line[3])[:args.worst]:
            print(f"  {line[3]:.2f} {line[0]} {line[4]:.0f} {line[5]}")
    if args.json:
        pathlib.Path(args.json).write_text(json.dumps(table, indent=1) + "\n")
    for why in failures:
        print(why, file=sys.stderr)
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())

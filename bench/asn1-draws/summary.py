"""What `make bench-asn1-draws` reports: how ratios are distributed, and the draws that have the least."""

import itertools
import json
import sys

import pages
import record
from asn1_draw import DRAWN, RULES, WAYS

SUITE = "asn1-draws"
# How many of the least ratios the record has.
LEAST = 10


class Report:
    def __init__(self):
        # By (rules, way): of each draw its name, title, ratio, nanoseconds or instructions of both, octets of a message.
        self.rows = {}
        self.failures, self.refusals = [], []
        self.kept = self.lost = 0

    def told(self, draw, text, file=sys.stdout):
        print(f"{draw.name:7} {draw.part.rules:4} {draw.title:30} {text}", file=file, flush=True)

    def add(self, draw, sides, costs):
        octets = round(sum(map(len, sides.messages)) / 2 / len(sides.messages), 1)
        for way, (ours, theirs) in costs.items():
            self.rows.setdefault((draw.part.rules, way), []).append(
                {"draw": draw.name, "title": draw.title, "ratio": round(theirs / ours, 3), "ours": round(ours, 1),
                 "theirs": round(theirs, 1), "octets": octets})
        self.told(draw, f"{octets:7} octets  " + "  ".join(
            f"{way} {theirs / ours:7.2f} ({ours:.0f})" for way, (ours, theirs) in costs.items()))

    def messages(self, draw, kept, lost):
        self.kept += kept
        self.lost += lost
        if not kept:
            self.told(draw, f"left out: asn1c refuses or changes all {lost} messages")

    def refused(self, draw, why):
        self.refusals.append(draw.name)
        self.told(draw, f"left out: {str(why)[-400:]}")

    def failed(self, draw, why):
        self.failures.append(draw.name)
        self.told(draw, f"failed: {str(why)[-400:]}", sys.stderr)

    def ratios(self, suite):
        """A row for all draws, one for the worst of them, and one for each seed and each kind of specification."""
        for rules, way in itertools.product(RULES, WAYS):
            found = self.rows.get((rules, way), [])
            parts = {f", seed {row['draw'].split('/')[0]}": None for row in found}
            parts = {name: [row for row in found if name == f", seed {row['draw'].split('/')[0]}"] for name in parts}
            for name, drawn in ((", real specifications", False), (", drawn modules", True)):
                parts[name] = [row for row in found if (row["title"] == DRAWN) is drawn]
            for name, rows in {"": found, **parts}.items():
                if rows:
                    spread = record.distribution([(row["ratio"], row["draw"]) for row in rows])
                    suite.ratio(f"{rules.upper()} {way}{name}", "wireglot", "asn1c", [spread["mean"]])
                    suite.ratios[-1] |= spread
            if found:
                least = sorted(found, key=lambda row: row["ratio"])[:LEAST]
                suite.ratio(f"{rules.upper()} {way}, worst", "wireglot", "asn1c", [least[0]["ratio"]])
                suite.ratios[-1]["least"] = least

    def finish(self, args):
        """Prints all of it, and writes the record if so told; 1 if ours failed."""
        suite = record.Suite(SUITE)
        self.ratios(suite)
        print(f"\n{'':35} {'draws':>5} {'mean':>7} {'p10':>7} {'median':>7} {'p90':>7} {'worst':>7}  draw")
        for row in suite.ratios:
            if "least" not in row:
                print(f"{row['case']:35} {row['draws']:5} {row['mean']:7.2f} {row['p10']:7.2f} {row['median']:7.2f} "
                      f"{row['p90']:7.2f} {row['worst']:7.2f}  {row['seed']}")
        for row in suite.ratios:
            for least in row.get("least", [])[:args.worst]:
                print(f"{row['case']}: {least['ratio']:.2f}, draw {least['draw']}, {least['title']}, {least['octets']} octets, "
                      f"{least['ours']:.0f} to {least['theirs']:.0f}")
        print(f"asn1c refuses {len(self.refusals)} draws, and refuses or changes {self.lost} of {self.kept + self.lost} messages")
        status = suite.finish() if args.record else 0
        if args.record:
            write_page()
        return 1 if self.failures else status


def write_page():
    found = json.loads((pages.ROOT / "bench" / "results" / f"{SUITE}.json").read_text())
    ratios = {row["case"]: row for row in found["ratios"]}
    number = lambda value: f"{value:.0f}" if value >= 100 else f"{value:.1f}"
    rows = [[case, str(row["draws"]), pages.shown(row), *(number(row[key]) for key in ("p10", "median", "p90", "worst")), row["seed"]]
            for case, row in ratios.items() if "least" not in row]
    worst = [[case.removesuffix(", worst"), least["title"], pages.shown(row) if at == 0 else number(least["ratio"]),
              f"{least['octets']:.0f}", f"{least['ours']:.0f}", f"{least['theirs']:.0f}", least["draw"]]
             for case, row in ratios.items() for at, least in enumerate(row.get("least", [])[:3])]
    pages.put("c-benchmarks.md", SUITE, [
        *pages.measured(found, "gcc"), "", "asn1c's time divided by ours:", "",
        *pages.table(["draws of", "draws", "geometric mean", "p10", "median", "p90", "worst", "worst draw"], rows), "",
        "The draws with the lowest ratios, with the bytes of a message and the nanoseconds of both sides:", "",
        *pages.table(["way", "specification", "ratio", "bytes", "ours", "asn1c", "draw"], worst, 2)])

"""The record of a benchmark: one JSON shape for all suites, checked against goals.toml.

    {"suite", "date", "machine": {"cpu", "cores", "os", "compilers": {}},
     "rows":   [{"case", "system", "version", "flags", "rounds", "median_ns", "p10_ns", "p90_ns",
                 "instructions", "allocations", "bytes", "correct"}],
     "ratios": [{"case", "ours", "peer", "ratio", "p10", "p90", "goal", "met"}]}

A ratio is the peer's cost over ours, or a limit over what was measured.
"""

import datetime
import itertools
import json
import os
import pathlib
import platform
import re
import statistics
import subprocess
import tomllib

ROOT = pathlib.Path(__file__).resolve().parent.parent
NS = 1_000_000_000


def quantiles(values):
    """(p10, median, p90)."""
    ordered = sorted(values)
    at = lambda q: ordered[min(len(ordered) - 1, round(q * (len(ordered) - 1)))]
    return at(0.1), statistics.median(ordered), at(0.9)


def distribution(found):
    """Of (ratio, draw): how many draws, their geometric mean, 10th percentile, median, 90th, and the least with its draw."""
    ordered = sorted(found)
    at = lambda q: round(ordered[min(len(ordered) - 1, int(q * len(ordered)))][0], 3)
    return {"draws": len(ordered), "mean": round(statistics.geometric_mean(ratio for ratio, _ in ordered), 3), "p10": at(0.1),
            "median": at(0.5), "p90": at(0.9), "worst": at(0), "seed": ordered[0][1]}


def tidy(seconds):
    """Nanoseconds, with hundredths where there are few."""
    return round(seconds * NS) if seconds * NS >= 100 else round(seconds * NS, 2)


def spelled(goals):
    """Each case of its own: `-O{2,3}` in a name stands for two."""
    cases = {}
    for name, goal in goals.items():
        parts = [part.split(",") for part in re.split(r"\{([^}]*)\}", name)[1::2]]
        pattern = re.sub(r"\{[^}]*\}", "{}", name)
        for words in itertools.product(*parts):
            cases[pattern.format(*words)] = goal
    return cases


def machine():
    cpu = platform.processor() or "unknown"
    for line in pathlib.Path("/proc/cpuinfo").read_text().splitlines():
        if line.startswith("model name"):
            cpu = line.split(":", 1)[1].strip()
            break
    compilers = {}
    for name in ("rustc", "gcc", "clang", "go"):
        try:
            flag = "version" if name == "go" else "--version"
            compilers[name] = subprocess.run([name, flag], capture_output=True, text=True).stdout.splitlines()[0]
        except (FileNotFoundError, IndexError):
            continue
    return {"cpu": cpu, "cores": os.cpu_count(), "os": platform.platform(), "compilers": compilers}


class Suite:
    def __init__(self, name):
        self.name = name
        self.goals = spelled(tomllib.loads((ROOT / "bench" / "goals.toml").read_text())[name])
        self.rows, self.ratios, self.left_out = [], [], set()

    def row(self, case, system, version, flags, seconds, correct, octets=None):
        """Times of one system on one case, in seconds, a round each."""
        p10, median, p90 = quantiles(seconds)
        self.rows.append({
            "case": case, "system": system, "version": version, "flags": flags, "rounds": len(seconds),
            "median_ns": tidy(median), "p10_ns": tidy(p10), "p90_ns": tidy(p90),
            "instructions": None, "allocations": None, "bytes": octets, "correct": correct,
        })

    def ratio(self, case, ours, peer, ratios):
        """The peer's cost over ours in each round."""
        p10, median, p90 = quantiles(ratios)
        goal = self.goals.get(case, {}).get("goal")
        met = None if goal is None else median >= goal
        self.ratios.append({"case": case, "ours": ours, "peer": peer, "ratio": round(median, 4),
                            "p10": round(p10, 4), "p90": round(p90, 4), "goal": goal, "met": met})

    def limit(self, case, measured):
        """What was measured, in the limit's own unit."""
        goal = self.goals[case]
        if goal["unit"] == "s":
            self.row(case, "wireglot", "0.1.0", "--release", measured, True)
        self.ratio(case, f"{quantiles(measured)[1]:.4g} {goal['unit']}", f"limit {goal['limit']} {goal['unit']}",
                   [goal["limit"] / m for m in measured])

    def floor(self, case, measured):
        """What was measured where more is better, in the unit of the limit."""
        goal = self.goals[case]
        self.ratio(case, f"{quantiles(measured)[1]:.4g} {goal['unit']}", f"limit {goal['limit']} {goal['unit']}",
                   [m / goal["limit"] for m in measured])

    def take_over(self, measured):
        """Takes the rows of the record over whose case was not measured anew."""
        path = ROOT / "bench" / "results" / f"{self.name}.json"
        old = json.loads(path.read_text()) if path.exists() else {"rows": [], "ratios": []}
        self.rows = [row for row in old["rows"] if not measured(row["case"])] + self.rows
        self.ratios = [row for row in old["ratios"] if not measured(row["case"])] + self.ratios

    def leave_out(self, case, reason):
        """A row that this machine cannot have, said aloud."""
        print(f"{case}: left out: {reason}")
        self.left_out.add(case)

    def finish(self):
        """Writes the record, prints the rows; 1 if one that must be there is missing or wrong."""
        folder = ROOT / "bench" / "results"
        folder.mkdir(exist_ok=True)
        date = datetime.datetime.now(datetime.timezone.utc).strftime("%Y-%m-%dT%H:%M:%SZ")
        record = {"suite": self.name, "date": date, "machine": machine(), "rows": self.rows, "ratios": self.ratios}
        (folder / f"{self.name}.json").write_text(json.dumps(record, indent=1) + "\n")
        status = self.show()
        cases = {r["case"] for r in self.ratios}
        missing = [case for case in self.goals if case not in cases and case not in self.left_out]
        for case in missing:
            print(f"MISSING: {case}")
        return 1 if missing else status

    def show(self):
        """Prints the rows; 1 if one is wrong."""
        print(f"\n{'case':36} {'ours':>14} {'peer':>18} {'ratio':>8} {'goal':>6}  met")
        for r in self.ratios:
            print(f"{r['case']:36} {r['ours']:>14} {r['peer']:>18} {r['ratio']:8.2f} {r['goal'] or '-':>6}  "
                  f"{'-' if r['met'] is None else 'yes' if r['met'] else 'NO'}")
        return 0 if all(r["correct"] for r in self.rows) else 1

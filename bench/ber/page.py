"""The results in docs/ber-benchmarks.md, from the record of `make bench-ber`."""

import json

import pages

LEVELS = {"v3": "-O2 -march=x86-64-v3", "O2": "-O2"}


def ratios_of(ratios, level):
    """A line for a case and a way of ours, a column for each peer."""
    lines, peers = {}, []
    for case, row in ratios.items():
        name, _, peer = case.removeprefix(f"{level} ").rpartition(" to ")
        if case.startswith(f"{level} ") and row["ours"]:
            what, _, ours = name.rpartition(", ")
            lines.setdefault((what, ours), {})[peer] = row
            peers += [peer] if peer not in peers else []
    # What is read and written apart matters where it is not published as a total.
    shown = {key: cells for key, cells in lines.items() if key[0].startswith("published") == key[0].endswith("total")}
    rows = [[what, ours, *(pages.shown(cells.get(peer)) for peer in peers)] for (what, ours), cells in shown.items()]
    return pages.table(["case", "ours", *peers], rows, 2)


def times(rows):
    """What each system takes for all numbers of a case, and instructions for one."""
    seen = {}
    for row in rows:
        if row["flags"] == LEVELS["v3"] and "total" not in row["case"]:
            case, _, what = row["case"].rpartition(", ")
            seen.setdefault((case, row["system"]), {})[what] = row
    for (case, system), ways in seen.items():
        if {"encode", "decode"} <= ways.keys():
            number = lambda row: "-" if row["instructions"] is None else f"{row['instructions']:.1f}"
            right = all(row.get("right", True) for row in ways.values())
            yield [case, system, *(f"{ways[way]['median_ns'] / 1e6:.2f}" for way in ("encode", "decode")),
                   *(number(ways[way]) for way in ("encode", "decode")), "yes" if right else "**no**"]


def write():
    record = json.loads((pages.ROOT / "bench" / "results" / "ber.json").read_text())
    ratios = {row["case"]: row for row in record["ratios"]}
    versions = dict.fromkeys(f"{row['system']} {row['version']}" for row in record["rows"]
                             if not row["system"].startswith(("wireglot", "floor")))
    rounds = max(row["rounds"] for row in record["rows"])
    lines = [*pages.measured(record, "gcc"), "", f"Each figure is the peer's time divided by ours, the median of {rounds} rounds. Peers: {', '.join(versions)}."]
    for level, flags in LEVELS.items():
        lines += ["", f"At `{flags}`:", "", *ratios_of(ratios, level)]
    floors = [[row["case"], f"{row['median_ns'] / 1e6:.2f}"] for row in record["rows"]
              if row["system"] == "floor" and row["flags"] == LEVELS["v3"]]
    pages.put("ber-benchmarks.md", "ber", [
        *lines, "", "Milliseconds for all numbers of a case (1,365,333 in the published one, otherwise 1,000,000), and instructions per number, at",
        f"`{LEVELS['v3']}`. *Right* means that the system writes what X.690 says and reads it back:", "",
        *pages.table(["case", "system", "encode, ms", "decode, ms", "encode, instructions", "decode, instructions", "right"],
                     list(times(record["rows"])), 2), "",
        *pages.table(["floor", "ms"], floors)])

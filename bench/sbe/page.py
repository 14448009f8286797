"""The results in docs/sbe-benchmark.md, from the record that `make bench-sbe` writes."""

import json

import pages

RECORD = pages.ROOT / "bench" / "results" / "sbe.json"

CELLS = ("gcc -O2", "gcc -O3", "clang -O2", "clang -O3")
SCENARIOS = ("top_level_fields", "flat_group", "nested_group", "nested_group2", "whole_message")
CASES = ("{data} top_level_fields, ids", *("{data} " + name for name in SCENARIOS[1:]), "{data} any_order", "newer {data} whole_message",
         "older {data} whole_message", "{data} encode", "{data} whole_message, real_logic", "{data} whole_message, real_logic_checked",
         "{data} whole_message, C",
         *(f"{{data}} {name}, scratch: {peer}" for peer in ("sbepp", "sbepp_cursor", "sbepp_checked", "sbepp_cursor_checked")
           for name in SCENARIOS))


def table(ratios):
    """Ratios of each compiler and level, a case a line."""
    for data in ("fixed", "random"):
        for case in CASES:
            name = case.format(data=data)
            found = [ratios.get(f"C++ {cell} {name}") for cell in CELLS]
            if any(found):
                yield [name, *map(shown, found)]


def shown(row):
    if row is None:
        return "-"
    return f"{row['ratio']:.2f}" if row["met"] is not False else f"**{row['ratio']:.2f}**"


def others(ratios):
    """What is not C++ of the study's message."""
    for case, row in ratios.items():
        if not case.startswith("C++ ") or case == "C++ flat_group, geometric mean":
            yield [case, row["ours"], row["peer"], shown(row)]


def write():
    record = json.loads(RECORD.read_text())
    ratios = {row["case"]: row for row in record["ratios"]}
    machine = record["machine"]
    missed = sum(row["met"] is False for row in record["ratios"])
    met = sum(row["met"] is True for row in record["ratios"])
    compilers = ", ".join(machine["compilers"].get(name, name) for name in ("gcc", "clang"))
    pages.put("sbe-benchmark.md", "sbe", [
        f"Measured on {record['date'][:10]}, {machine['cpu']}, {machine['cores']} cores; {compilers}. {met} goals are",
        f"met and {missed} missed (bold). Figures are the peer's time over ours: over 1, we are faster.", "",
        "The peer is `raw` unless the case names one; readers named after `scratch` were added with `SBE_READERS`.", "",
        *pages.table(["case", *CELLS], list(table(ratios))), "", *pages.table(["case", "ours", "peer", "ratio"], list(others(ratios)))])

"""The results in docs/c-benchmarks.md, from the record of `make bench-asn1-c`."""

import json

import pages

V3 = "-O2 -march=x86-64-v3"
KINDS = ("hot, -O2", "mixed, -O2", f"hot, {V3}", f"mixed, {V3}")
WAYS = ("decode", "encode", "decode then encode")


def pairs(ratios):
    """Cases and peers, in the record's order."""
    found = []
    for case in ratios:
        for way in WAYS:
            name, cut, rest = case.partition(f" {way}, hot, {V3}, ")
            if cut and not name.endswith(" decode then") and (name, rest) not in found:
                found.append((name, rest))
    return found


def headline(ratios, versions):
    """The peer's time divided by ours, hot and with today's instructions."""
    for case, peer in pairs(ratios):
        cells = [pages.shown(ratios.get(f"{case} {way}, hot, {V3}, {peer}")) for way in WAYS]
        yield [case, peer, versions.get(peer, "-"), *cells]


def all_rows(ratios):
    """The same at both levels, hot and mixed."""
    for case, peer in pairs(ratios):
        for way in WAYS:
            cells = [ratios.get(f"{case} {way}, {kind}, {peer}") for kind in KINDS]
            if any(cells):
                yield [case, peer, way, *("-" if cell is None else f"{cell['ratio']:.2f}" for cell in cells)]


def costs(rows):
    """What the sides cost on a case: time, allocations, octets, instructions."""
    seen = {}
    for row in rows:
        case, cut, kind = row["case"].rpartition(f", hot, {V3}")
        if not cut or kind or case.endswith("decode then encode"):
            continue
        name, _, way = case.rpartition(" ")
        seen.setdefault((name, row["system"]), {})[way] = row
    for (case, system), ways in seen.items():
        number = lambda way, column: "-" if ways[way].get(column) is None else f"{ways[way][column]:,}"
        yield [case, system, *(f"{ways[way]['median_ns']:,.0f}" for way in ways), *(number(way, "allocations") for way in ways),
               *(number("decode", column) for column in ("struct", "arena", "code")), *(number(way, "instructions") for way in ways)]


def limits(ratios):
    """Goals that are no ratios to a peer."""
    for case, row in ratios.items():
        if row["peer"].startswith("limit") and not case.endswith("allocations"):
            yield [case, row["ours"], row["peer"], "yes" if row["met"] else "**no**"]


def rounds(rows):
    """In how many rounds what has a time was measured: parts of a record may differ."""
    found = sorted({row["rounds"] for row in rows if row["rounds"] > 1})
    return f"{found[0]} to {found[-1]}" if len(found) > 1 else f"{found[0]}"


def write():
    record = json.loads((pages.ROOT / "bench" / "results" / "asn1-c.json").read_text())
    ratios = {row["case"]: row for row in record["ratios"]}
    versions = {row["system"]: row["version"] for row in record["rows"]}
    pages.put("c-benchmarks.md", "asn1-c", [
        *pages.measured(record, "gcc"), "",
        f"Times and ratios are the medians of {rounds(record['rows'])} rounds.", "",
        f"The peer's time divided by that of generated C, hot, at `{V3}`:", "",
        *pages.table(["case", "peer", "version", *WAYS], list(headline(ratios, versions)), 3), "",
        "Nanoseconds, allocations and instructions (callgrind) per message; bytes of the struct, of the arena at most, and of the whole",
        "program's code (without section garbage collection):", "",
        *pages.table(["case", "system", "decode, ns", "encode, ns", "decode, allocations", "encode, allocations", "struct", "arena", "code",
                      "decode, instructions", "encode, instructions"], list(costs(record["rows"])), 2), "",
        *pages.table(["limit", "ours", "at most", "met"], list(limits(ratios)), 1), "",
        "The same ratios for both sets of flags, repeating each message (hot) and taking all in turn (mixed):", "",
        *pages.table(["case", "peer", "way", *KINDS], list(all_rows(ratios)), 3)])

"""The tables and the plot of docs/megaco-study.md, from the record of `make bench-megaco`."""

import json
import math

import pages

# What is compared with what.
PAIRS = (("pretty", "pretty flex"), ("pretty", "pretty"), ("compact", "compact flex"), ("compact", "compact"), ("BER", "BER"),
         ("BER", "BER native"), ("aligned PER", "PER"), ("aligned PER", "PER native"))


def write():
    record = json.loads((pages.ROOT / "bench/results/megaco.json").read_text())
    pages.put("megaco-study.md", "megaco", lines(record))
    (pages.ROOT / "docs/megaco-study.svg").write_text(plot(record))


def lines(record):
    ratios = {row["case"]: row for row in record["ratios"]}
    before, after = record["load"]
    yield from pages.measured(record, "gcc")
    yield f"{record['rows'][0]['rounds']} rounds; load {before} before, {after} after. Nanoseconds and bytes per message: the median, with the minimum in parentheses."
    yield ""
    yield from pages.table(["codec", "decode", "encode", "decode, mixed", "encode, mixed", "instructions", "octets"], list(times(record)), 1)
    yield ""
    yield "How many times as fast ours is as Erlang's (median of rounds, with the 10th and 90th percentiles):"
    yield ""
    head = ["ours", "Erlang's", "decode", "encode", "decode then encode"]
    yield from pages.table(head, [[mine, other, *(spread(ratios[f"{mine} {what} to Erlang's {other}"]) for what in head[2:])]
                                  for mine, other in PAIRS], 2)
    yield ""
    yield "How many times as fast our binary is as our text:"
    yield ""
    head = ["binary", "text", "decode", "encode", "decode then encode"]
    pairs = [(case.split(" decode to our own ")) for case in ratios if " decode to our own " in case]
    yield from pages.table(head, [[mine, text, *(spread(ratios[f"{mine} {what} to our own {text}"]) for what in head[2:])]
                                  for mine, text in pairs], 2)
    yield ""
    yield "How many times as fast Erlang's own binary codecs are as its compact text with flex, decode then encode:"
    yield ""
    own = [(case, row) for case, row in ratios.items() if case.startswith("Erlang's ")]
    yield from pages.table(["codec", "times"], [[case.removeprefix("Erlang's ").split(" decode")[0], spread(row)] for case, row in own], 1)
    yield ""
    yield "Bytes per message, uncompressed and compressed: each message alone, and all of them as one stream:"
    yield ""
    keys = ["plain", "zlib", "zstd", "stream zlib", "stream zstd"]
    yield from pages.table(["form", *keys], [[f"{row['system']}: {row['form']}", *(f"{row[key]:.1f}" for key in keys)]
                                             for row in record["sizes"]], 1)
    yield ""


def spread(ratio):
    return f"{pages.shown(ratio)} ({ratio['p10']:.1f} to {ratio['p90']:.1f})"


def codecs(record):
    """(system, name): its rows by way, and its octets."""
    found = {}
    octets = {(row["system"], row["form"]): row["plain"] for row in record["sizes"]}
    for row in record["rows"]:
        name, _, way = row["case"].partition(", ")
        found.setdefault((row["system"], name), {})[way] = row
    return {key: (ways, octets[key]) for key, ways in found.items()}


def times(record):
    for (system, name), (ways, octets) in codecs(record).items():
        cell = lambda row: f"{row['median_ns']:.0f} ({row['least_ns']:.0f})"
        hot = [ways["decode, hot"], ways["encode, hot"]]
        count = "-" if system == "Erlang" else " + ".join(f"{row['instructions']}" for row in hot)
        yield [f"{system}: {name}", *(cell(ways[way]) for way in ways), count, f"{octets:.1f}"]


WIDTH, HEIGHT, LEFT, BOTTOM, RIGHT, TOP = 760, 460, 70, 50, 150, 20


def plot(record):
    """Decode then encode against octets, both on scales of powers of ten."""
    points = [(system, name, octets, (ways["decode, hot"]["median_ns"] + ways["encode, hot"]["median_ns"]) / 1000)
              for (system, name), (ways, octets) in codecs(record).items()]
    x, y = axis([p[2] for p in points], LEFT, WIDTH - RIGHT), axis([p[3] for p in points], HEIGHT - BOTTOM, TOP)
    parts = [f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" font-family="sans-serif" font-size="11">',
             f'<rect width="{WIDTH}" height="{HEIGHT}" fill="#fff"/>']
    for value in ticks([p[2] for p in points], (50, 100, 200, 500, 1000)):
        parts += [f'<path d="M{x(value):.1f} {TOP}V{HEIGHT - BOTTOM}" stroke="#ddd"/>',
                  f'<text x="{x(value):.1f}" y="{HEIGHT - BOTTOM + 15}" text-anchor="middle">{value:g}</text>']
    for value in ticks([p[3] for p in points], (0.1, 0.2, 0.5, 1, 2, 5, 10, 20, 50, 100, 200)):
        parts += [f'<path d="M{LEFT} {y(value):.1f}H{WIDTH - RIGHT}" stroke="#ddd"/>',
                  f'<text x="{LEFT - 6}" y="{y(value) + 4:.1f}" text-anchor="end">{value:g}</text>']
    for system, name, octets, spent in points:
        colour = "#0b6" if system == "wireglot" else "#a2b"
        parts += [f'<circle cx="{x(octets):.1f}" cy="{y(spent):.1f}" r="4" fill="{colour}"/>',
                  f'<text x="{x(octets) + 6:.1f}" y="{y(spent) + 4:.1f}" fill="{colour}">{name}</text>']
    parts += [f'<text x="{(LEFT + WIDTH - RIGHT) / 2}" y="{HEIGHT - 12}" text-anchor="middle">octets a message</text>',
              f'<text transform="translate(16 {(TOP + HEIGHT - BOTTOM) / 2}) rotate(-90)" text-anchor="middle">'
              'decode then encode, microseconds a message</text>',
              f'<text x="{WIDTH - RIGHT + 20}" y="{TOP + 14}" fill="#0b6">generated C</text>',
              f'<text x="{WIDTH - RIGHT + 20}" y="{TOP + 30}" fill="#a2b">Erlang</text>', "</svg>"]
    return "\n".join(parts) + "\n"


def axis(values, start, end):
    """A logarithmic scale with some room at both ends."""
    low, high = math.log(min(values) / 1.2), math.log(max(values) * 1.2)
    return lambda value: start + (math.log(value) - low) / (high - low) * (end - start)


def ticks(values, candidates):
    return [one for one in candidates if min(values) / 1.2 <= one <= max(values) * 1.2]

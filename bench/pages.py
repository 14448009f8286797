"""What benchmarks write into pages: text between two marks, and tables whose columns line up."""

import pathlib

ROOT = pathlib.Path(__file__).resolve().parent.parent


def put(name, suite, lines):
    """What stands in a page between the marks of a suite."""
    begin, end = f"<!-- written by make bench-{suite} -->", "<!-- end of what it writes -->"
    path = ROOT / "docs" / name
    before, rest = path.read_text().split(begin)
    path.write_text("\n".join([before + begin, *lines, end]) + rest.split(end)[1])


def table(head, rows, left=1):
    """Rows of a table, the first columns from the left, the others from the right."""
    widths = [max(3, *(len(row[column]) for row in (head, *rows))) for column in range(len(head))]
    def line(row):
        cells = [cell.ljust(width) if at < left else cell.rjust(width) for at, (cell, width) in enumerate(zip(row, widths))]
        return f"| {' | '.join(cells)} |"
    yield line(head)
    yield line(["-" * width if at < left else "-" * (width - 1) + ":" for at, width in enumerate(widths)])
    yield from map(line, rows)


def shown(ratio):
    """A ratio of the record; one that misses its goal is bold, with the goal behind it."""
    if ratio is None:
        return "-"
    value = ratio["ratio"]
    text = f"{value:.0f}" if value >= 100 else f"{value:.1f}" if value >= 10 else f"{value:.2f}"
    return f"**{text}** (goal {ratio['goal']:g})" if ratio["met"] is False else text


def measured(record, *compilers):
    """Where and when a record was measured, and how many goals it reaches."""
    machine, ratios = record["machine"], record["ratios"]
    met, missed = (sum(row["met"] is what for row in ratios) for what in (True, False))
    found = ", ".join(machine["compilers"].get(name, name) for name in compilers)
    yield f"Measured on {record['date'][:10]}: {machine['cpu']}, {machine['cores']} cores; {found}."
    yield f"{met} goals are met; the {missed} missed ones are bold." if missed else f"All {met} goals are met."

"""What each bit of some octets is."""

from __future__ import annotations

from typing import NamedTuple

from ._errors import Error

_COLOURS = {
    "value": "#0a5", "header": "#36c", "length": "#a60", "presence": "#849", "extension": "#849",
    "index": "#849", "end": "#888", "unknown": "#c00", "padding": "#888", "rest": "#c00",
}  # fmt: skip


class Row(NamedTuple):
    """Some bits in a row, and what they are."""

    bit: int
    bits: int
    depth: int
    part: str
    path: str
    type: str
    value: str | None
    why: str

    def octets(self, data: bytes) -> bytes:
        """The octets that the bits stand in."""
        return data[self.bit // 8 : (self.bit + self.bits + 7) // 8]


class Inspection:
    """The rows of some octets, and the error that decoding stopped at."""

    def __init__(self, data: bytes, rows: list[Row], error: Error | None) -> None:
        self.data = data
        self.rows = rows
        self.error = error

    def __iter__(self):  # type: ignore[no-untyped-def]
        return iter(self.rows)

    def __len__(self) -> int:
        return len(self.rows)

    def _cells(self, row: Row) -> tuple[str, str, str, str]:
        place = f"{row.bit // 8}.{row.bit % 8}"
        octets = row.octets(self.data)
        shown = octets[:8].hex(" ") + (" ..." if len(octets) > 8 else "")
        name = row.path.rpartition(".")[2] if row.part == "value" else f"{row.path.rpartition('.')[2]} {row.part}"
        value = row.value if row.value is not None else row.why
        return place, shown, "  " * row.depth + name, value if len(value) < 80 else value[:77] + "..."

    def __str__(self) -> str:
        lines = ["{:>8}  {:<27} {}  {}".format(*self._cells(row)) for row in self.rows]
        if self.error is not None:
            lines.append(f"stopped: {self.error}")
        return "\n".join(lines)

    def __repr__(self) -> str:
        return f"<{len(self.rows)} rows of {len(self.data)} octets>"

    def _repr_html_(self) -> str:
        """A coloured tree, as notebooks show it."""
        import html  # takes longer to import than all of this package

        rows = []
        for row in self.rows:
            place, octets, name, value = map(html.escape, self._cells(row))
            colour = _COLOURS.get(row.part, "#888")
            rows.append(
                f'<tr style="color:{colour}"><td>{place}</td><td><code>{octets}</code></td>'
                f'<td style="padding-left:{row.depth * 1.2 + 0.3:.1f}em;text-align:left">{name.strip()}</td>'
                f'<td style="text-align:left">{html.escape(row.type)}</td>'
                f'<td style="text-align:left">{value}</td></tr>'
            )
        told = "" if self.error is None else f"<p><b>stopped:</b> {html.escape(str(self.error))}</p>"
        return f"<table>{''.join(rows)}</table>{told}"

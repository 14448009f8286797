"""Columns of messages as columns of values, for functions of databases and data frames."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, NamedTuple

from . import _wireglot
from ._scan import paths_of


class RowDamage(NamedTuple):
    """A value of a column that is wrong: its row from 0 on, what is wrong, and the code of the error."""

    row: int
    message: str
    code: str


class Column:
    """A column that tools for Arrow take without a copy: `pyarrow.array(column)`, `polars.Series(column)`."""

    __slots__ = ("_made",)

    def __init__(self, made: _wireglot.Column) -> None:
        self._made = made

    def __arrow_c_array__(self, requested_schema: object = None) -> tuple[object, object]:
        return self._made.__arrow_c_array__(requested_schema)

    def __arrow_c_schema__(self) -> object:
        return self._made.__arrow_c_schema__()

    def __len__(self) -> int:
        return len(self._made)

    @property
    def damages(self) -> list[RowDamage]:
        """The values that are null because they were wrong."""
        return [RowDamage(*damage) for damage in self._made.damages()]

    def __repr__(self) -> str:
        return f"<wireglot column of {len(self)} rows>"


def decode_arrow(
    column: object,
    type_: _wireglot.Type,
    rules: str | None = None,
    *,
    select: str | Iterable[str] | None = None,
    on_error: str = "raise",
    error_column: str | None = None,
    names: str = "as-is",
    integers: str = "decimal",
    times: str = "timestamp",
    enums: str = "names",
    profile: str = "default",
    **options: Any,
) -> Column:
    """A column of messages, each octets, as a column of structs: what `scan` gives of a file, row by row.

    `column` is whatever has Arrow's C interface: an array of pyarrow, a series of Polars. Null stays null. A message
    that is wrong raises `DecodeError`, or is null with `on_error="null"`; then `error_column` names a member that says
    what is wrong. The other words are those of `scan`.
    """
    table = {"names": names, "integers": integers, "times": times, "enums": enums, "profile": profile}
    wanted = paths_of(select)
    options.setdefault("defaults", False)
    return Column(
        _wireglot.decode_arrow(column, type_, rules, wanted, on_error, error_column, table, options)
    )


def encode_arrow(
    column: object,
    type_: _wireglot.Type,
    rules: str | None = None,
    *,
    on_error: str = "raise",
    names: str = "as-is",
    integers: str = "decimal",
    times: str = "timestamp",
    enums: str = "names",
    **options: Any,
) -> Column:
    """The way back: a column of structs as a column of octets, each the encoding of a value.

    Members have the names that `decode_arrow` gives them by the same words; what is null or not there is absent. A
    value that can't be encoded raises `EncodeError`, or is null with `on_error="null"`. `options` are those of
    `Type.encode`.
    """
    table = {"names": names, "integers": integers, "times": times, "enums": enums}
    return Column(_wireglot.encode_arrow(column, type_, rules, on_error, table, options))

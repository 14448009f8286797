"""Files of records as tables, for everything that reads Arrow's C streams."""

from __future__ import annotations

import os
import re
from collections.abc import Iterable, Iterator, Mapping
from typing import Any, NamedTuple, Union

from . import _wireglot
from ._errors import ArgumentError
from ._files import Path, Remote, opened

_Range = Union[tuple[int, Union[int, None]], None]
_Part = tuple[str, _Range, Union[Remote, None]]
Versions = Union[
    _wireglot.Type,
    Iterable[Union[_wireglot.Type, tuple[Union[str, None], _wireglot.Type]]],
    Mapping[str, _wireglot.Type],
]


class Damage(NamedTuple):
    """A record that is wrong: where it stands, what is wrong, and the code of the error."""

    place: str
    message: str
    code: str


class Scan:
    """Files of records as a table that can be read again and again.

    Whatever takes an Arrow stream reads it without a copy: `pyarrow.table(scan)`, `polars.from_arrow(scan)`,
    `duckdb.sql("select * from scan")`. It is decoded while it is read, in batches of 10,000 rows.
    It can be pickled, with the specification of its type; the files must be where it is loaded.
    """

    __slots__ = ("__weakref__", "_arguments", "_made", "_only", "_parts")

    def __init__(self, parts: list[_Part], arguments: tuple[Any, ...], only: list[str] | None = None) -> None:
        type_, versions, rules, laid, told, wanted, table, options = arguments
        self._parts = parts
        self._arguments = arguments
        self._only = only
        self._made = _wireglot.Scan(
            type_, versions, parts, rules, laid, told, wanted, only, table, options
        )

    def __arrow_c_stream__(self, requested_schema: object = None) -> object:
        return self._made.__arrow_c_stream__(requested_schema)

    def __arrow_c_schema__(self) -> object:
        return self._made.__arrow_c_schema__()

    def splits(self, count: int) -> list[Scan]:
        """About so many scans which together read what this one reads, in the same order.

        Files are cut where records begin: between two that decode, by the lengths in front of them. A file
        whose records do not say how long they are, and what follows a record that does not, is one part.
        """
        if count < 1:
            raise ArgumentError("count is at least 1")
        made = []
        for position, range in self._made.parts(count):  # noqa: A001
            name, _, remote = self._parts[position]
            made.append(Scan([(name, range, remote)], self._arguments, self._only))
        return made

    def only(self, names: Iterable[str]) -> Scan:
        """What reads only the columns with these names, in this order. The others are checked but not stored."""
        return Scan(self._parts, self._arguments, list(names))

    def of_no_files(self) -> Scan:
        """The same table without rows."""
        return Scan([], self._arguments, self._only)

    def batches(self) -> Iterator[_wireglot.Batch]:
        """Its batches, one after the other, each an Arrow stream. Without more of them, the reading ends."""
        return self._made.batches()

    @property
    def names(self) -> list[str]:
        """The names of the columns."""
        return self._made.names()

    @property
    def range(self) -> tuple[int, int | None] | None:
        """The octets of the file that it reads, of a part of one: from where on, and up to where."""
        return self._parts[0][1] if len(self._parts) == 1 else None

    def part(self, range: tuple[int, int | None]) -> Scan:  # noqa: A002
        """What reads some octets of the only file: those of a split that was made elsewhere."""
        if len(self._parts) != 1:
            raise ArgumentError("only one file has parts")
        name, _, remote = self._parts[0]
        return Scan([(name, range, remote)], self._arguments, self._only)

    @property
    def damages(self) -> list[Damage]:
        """The first 1000 records that were wrong in what has been read so far, unless they ended it."""
        return [Damage(*damage) for damage in self._made.damages()]

    def __reduce__(self) -> tuple[object, ...]:
        return Scan, (self._parts, self._arguments, self._only)

    def __repr__(self) -> str:
        name, files = self._arguments[0].name, len({part[0] for part in self._parts})
        return f"<wireglot scan of {name} in {files} file{'s' if files != 1 else ''}>"


def paths_of(select: str | Iterable[str] | None) -> list[str] | None:
    """The paths that a caller asks for: several, or a text with commas between them; `None` for all columns."""
    if select is None or not isinstance(select, str):
        return None if select is None else list(select)
    # A comma in brackets is part of a value.
    return [path.strip() for path in re.split(r",(?![^\[]*\])", select)]


def scan(
    source: Path | Iterable[Path],
    type_: _wireglot.Type,
    rules: str | None = None,
    *,
    versions: Versions = (),
    select: str | Iterable[str] | None = None,
    framing: str | None = None,
    block: int = 0,
    pad: int | None = None,
    skip: int = 0,
    on_error: str = "raise",
    error_column: str | None = None,
    provenance: str | Iterable[str] | None = None,
    jobs: int = 1,
    storage_options: Mapping[str, Any] | None = None,
    names: str = "as-is",
    integers: str = "decimal",
    times: str = "timestamp",
    enums: str = "names",
    profile: str = "default",
    **options: Any,
) -> Scan:
    """A file of records, or several, as a table: a row for each record, a column for each component.

    A path may be an address that fsspec opens, such as `s3://bucket/calls.ber`; `storage_options` go to fsspec.
    `versions` are the type in other versions of its specification: a list of types, or a dictionary that says which files
    are of which: `{"2025-*": old}`. The columns are those of all versions; what a version lacks is null. A record of a file
    without a version by its name is of the first one, from `type_` on, that knows all of it.

    `select` are the paths of the columns that are wanted, with a name in front if need be: `cell=location.cell`.
    `framing` is what stands around records: nothing, a length of so many bits in front (`"u16be"`), lines of
    `"hex"` or `"base64"`, or `"pem"`. Records may lie in blocks of `block` octets, filled up with `pad`; the
    first `skip` bytes of each file are skipped. A record that is wrong ends the reading, unless `on_error` is
    `"skip"`, or `"null"` for a row of nulls, in which `error_column` says what is wrong.
    `provenance` are columns that say where a row comes from, of `"file"`, `"offset"` (of the record, in octets),
    `"record"` (its number), `"raw"` (its octets), `"unknown"` (additions that the specification doesn't know) and `"error"`,
    which are called `_file` and so on. `jobs` threads decode.
    The other words are those of `wireglot decode --as arrow`, and `options` are those of `Type.decode`, except that an
    absent DEFAULT is null unless `defaults=True`.
    """
    is_one = isinstance(source, (str, os.PathLike))
    if hasattr(source, "read") or isinstance(source, (bytes, Mapping)) or not (is_one or isinstance(source, Iterable)):
        raise TypeError(f"the path of a file, or several, is expected, not {type(source).__name__}")
    paths = [source] if isinstance(source, (str, os.PathLike)) else list(source)
    laid: dict[str, Any] = {"framing": framing, "block": block, "skip": skip, "on_error": on_error, "jobs": jobs}
    if pad is not None:
        laid["pad"] = pad
    options.setdefault("defaults", False)
    sources = provenance.split(",") if isinstance(provenance, str) else list(provenance or ())
    told = [(word, f"_{word}") for word in dict.fromkeys(sources)]
    if error_column is not None:
        told.append(("error", error_column))
    table = {"names": names, "integers": integers, "times": times, "enums": enums, "profile": profile}
    wanted = paths_of(select)
    versions = [versions] if isinstance(versions, _wireglot.Type) else versions
    items = versions.items() if isinstance(versions, Mapping) else versions
    # A pair is a pattern of files, or nothing, and the version that they have.
    others = [item if isinstance(item, tuple) else (None, item) for item in items]
    parts: list[_Part] = []
    for path in paths:
        name, remote = opened(path, storage_options)
        parts.append((name, None, remote))
    return Scan(parts, (type_, others, rules, laid, told, wanted, table, options))

# mypy: disable-error-code="import-not-found,import-untyped,misc"
# pyright: reportMissingImports=false, reportMissingModuleSource=false
# Polars is no dependency of this package: where its types are checked, it need not be there.
"""Files of records as lazy frames of Polars, which read only the columns and rows that a query needs."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, Any

import polars
from polars.io.plugins import register_io_source

from . import _scan, _wireglot

if TYPE_CHECKING:
    from ._files import Path

__all__ = ["scan"]


def scan(
    source: Path | Iterable[Path], type_: _wireglot.Type, rules: str | None = None, **words: Any
) -> polars.LazyFrame:
    """The table of `wireglot.scan` as a lazy frame; `words` are those of `wireglot.scan`.

    Only the columns of a query are stored, its filters are applied to each batch, and a query that needs no more rows ends
    the reading.
    """
    whole = _scan.scan(source, type_, rules, **words)
    names = whole.names
    schema = polars.DataFrame(whole.of_no_files()).schema

    def frames(
        with_columns: list[str] | None, predicate: polars.Expr | None, n_rows: int | None, batch_size: int | None
    ) -> Iterator[polars.DataFrame]:
        wanted = names if with_columns is None else with_columns
        # A frame without columns has no rows: one column is read to count them.
        read = whole.only(wanted or names[:1])
        left = n_rows
        for batch in read.batches():
            frame = polars.DataFrame(batch)
            if left is not None:
                frame = frame.head(left)
                left -= frame.height
            for part in frame.iter_slices(batch_size or max(frame.height, 1)):
                part = part if predicate is None else part.filter(predicate)
                yield part.select(wanted)
            if left == 0:
                return

    return register_io_source(frames, schema=schema, validate_schema=False, is_pure=True)

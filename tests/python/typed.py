"""A typical user program: `tests/python/run full` type-checks it with mypy and pyright; it is never run."""

from __future__ import annotations

import datetime
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import wireglot
import wireglot.asn1tools as asn1tools


def first(path: Path) -> dict[str, Any]:
    spec: wireglot.Spec = wireglot.compile(path, include=[path.parent], rules="uper")
    report: wireglot.Type = spec["Report"]
    value: dict[str, Any] = report.decode(b"\x03", choice="dict", enum="number")
    octets: bytes = report.encode({**value, "at": datetime.datetime.now()}, "der")
    rest: bytes = report.decode_prefix(octets + b"rest", "der")[1]
    assert rest == b"rest"
    names: list[str] = spec.types
    for difference in report.diff(value, value):
        print(names, difference.path, difference.left)
    for row in report.inspect(octets).rows:
        print(row.bit, row.path, row.why)
    return value


def all_of(report: wireglot.Type) -> Iterator[Any]:
    def tell(error: wireglot.Error) -> None:
        print(error.code, error.path, error.message)

    yield from report.read("buoys.bin", framing="u16be", on_error=tell)
    try:
        report.check(None)
    except wireglot.DecodeError as error:
        print(error.offset, error.short)


def drop_in() -> tuple[Any, int]:
    foo: asn1tools.Specification = asn1tools.compile_string("Foo DEFINITIONS ::= BEGIN A ::= BOOLEAN END", "der")
    octets: bytes = foo.encode("A", True, check_constraints=True)
    return foo.decode_with_length("A", octets)

"""Which faults of a specification are errors for asn1tools, which looks at less of it than the engine does."""

from __future__ import annotations

import re
from collections.abc import Container, Iterable, Mapping

from . import sources
from .errors import CompileError, ParseError

_ERROR = re.compile(r"(?P<file>.*):(?P<line>\d+):(?P<column>\d+): error\[(?P<code>\w+)\]: (?P<message>.*)")
_MODULE = re.compile(r"([A-Z][\w-]*)\s*(?:\{[^}]*\})?\s*DEFINITIONS\b")
_DEFINED = re.compile(r"([A-Z][\w-]*)\s*(?:\{[^}]*\})?\s*::=")


def refuse_syntax(diagnostics: Iterable[str]) -> None:
    """Raises the first error in the syntax."""
    for line in diagnostics:
        found = _ERROR.fullmatch(line)
        # What the lexer and the parser report.
        if found and found["code"].startswith(("A01", "A02")):
            place = f"line {found['line']}, column {found['column']}"
            raise ParseError(f"Invalid ASN.1 syntax at {place}: {found['message']} ({found['file']}).")


def refuse_undefined(
    diagnostics: Iterable[str], texts: Mapping[str, str], usable: Mapping[str, Container[str]]
) -> None:
    """Raises the first name that a type needs and nothing defines. asn1tools doesn't look at other definitions."""
    for line in diagnostics:
        found = _ERROR.fullmatch(line)
        text = texts.get(found["file"]) if found else None
        if found is None or text is None:
            continue
        lines = text.split("\n")
        before = "\n".join([*lines[: int(found["line"]) - 1], lines[int(found["line"]) - 1][: int(found["column"]) - 1]])
        module = next(reversed(_MODULE.findall(before)), "")
        name = (re.search(r"`([\w-]+)`", found["message"]) or [""] * 2)[1]
        if found["code"] == "A0301":
            types = _DEFINED.findall(before)
            # The type of a value comes before its `::=`.
            is_of_value = re.match(r"[\w-]+[\s})]*::=", text[len(before) :])
            if types and not is_of_value and types[-1] not in usable.get(module, ()):
                kind = "Type" if name[:1].isupper() else "Value"
                raise CompileError(f"{kind} '{name}' not found in module '{module}'.")
        elif found["code"] == "A0302":
            needed = _needed(name, before, text, module, usable)
            if needed is not None:
                raise CompileError(f"Module '{module}' cannot import type '{needed}' from missing module '{name}'.")


def _needed(
    source: str, before: str, text: str, module: str, usable: Mapping[str, Container[str]]
) -> str | None:
    """A type imported from a module that is not there, if another type needs it. asn1tools doesn't look at imported values."""
    listed = before.rstrip()
    if not listed.endswith("FROM"):
        return None
    names = [name for name in sources.names_before(listed, len(listed) - len("FROM")) if name[0].isupper()]
    body = text[len(before) + len(source) :].split("\nEND", 1)[0]
    parts = _DEFINED.split(body)
    for defined, definition in zip(parts[1::2], parts[2::2]):
        if defined in usable.get(module, ()):
            continue
        for name in names:
            if re.search(rf"(?<![\w-]){re.escape(name)}(?![\w-])", definition):
                return name
    return None


def defines(text: str, name: str) -> bool:
    """Whether a text defines a type of that name."""
    return name in _DEFINED.findall(text)

"""`any_defined_by_choices`: what an ANY DEFINED BY holds, by the value that it is defined by."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import Any

from .codecs import DecodeError, EncodeError
from .codecs.type_checker import RECORDS, Checker

#: The module that the types of choices stand in.
MODULE = "Wireglot-Any-Defined-By"

#: Names of types that no module defines (X.680 12.38).
_OWN = re.compile(
    r"[A-Z][A-Z -]+|UTCTime|GeneralizedTime|ObjectDescriptor"
    r"|(?:BMP|General|Graphic|IA5|ISO646|Numeric|Printable|T61|Teletex|Universal|UTF8|Videotex|Visible)String"
)

Choices = Mapping[tuple[str, ...], Mapping[Any, str]]


class AnyDefinedBy:
    """The choices of a specification."""

    def __init__(self, choices: Choices, text: str) -> None:
        self.types: dict[str, str] = {}
        self._choices: dict[tuple[str, ...], tuple[str, dict[Any, str]]] = {}
        imports: dict[str, set[str]] = {}
        for place, types in choices.items():
            names = {}
            for key, ty in types.items():
                if not _OWN.fullmatch(ty):
                    imports.setdefault(place[0], set()).add(ty)
                names[key] = self.types.setdefault(ty, f"Held{len(self.types)}")
            self._choices[tuple(place)] = (_defined_by(place[-1], text), names)
        self._imports = imports

    def module(self) -> str:
        """A module with the types."""
        sources = [f"{', '.join(sorted(names))} FROM {source}" for source, names in self._imports.items()]
        imported = f"IMPORTS {' '.join(sources)};" if sources else ""
        types = "\n".join(f"{name} ::= {ty}" for ty, name in self.types.items())
        return f"{MODULE} DEFINITIONS ::= BEGIN {imported}\n{types}\nEND"

    def of(self, ty: Mapping[str, Any]) -> tuple[str, dict[Any, str]] | None:
        """The member that an ANY is defined by, and what it may hold; nothing for other types."""
        if ty["kind"] != "OPEN":
            return None
        return self._choices.get((ty["module"], *ty["name"].split(".")))


def _defined_by(name: str, text: str) -> str:
    """The member that the text says an ANY is defined by."""
    found = re.search(rf"(?<![\w-]){re.escape(name)}\s*(?:::=)?\s*ANY\s+DEFINED\s+BY\s+([\w-]+)", text)
    return found[1] if found else ""


class Walk:
    """Goes over values of a type to where such an ANY stands."""

    def __init__(self, choices: AnyDefinedBy, checker: Checker) -> None:
        self._choices = choices
        self._checker = checker
        self._reaching = self._reach()

    def _reach(self) -> set[int]:
        """The types that hold such an ANY somewhere."""
        types = self._checker.types
        reaching = {index for index, ty in enumerate(types) if self._choices.of(ty)}
        more = bool(reaching)
        while more:
            held = [index for index, ty in enumerate(types) if reaching.intersection(_parts(ty))]
            more = not reaching.issuperset(held)
            reaching.update(held)
        return reaching

    def over(self, value: Any, change: Callable[[Any, str, str], Any]) -> Any:
        """The value with each such ANY changed: `change` gets what it holds, the name of the type, and the path."""
        return self._over(self._checker.root, value, change, self._checker.name)

    def _over(self, index: int, value: Any, change: Callable[[Any, str, str], Any], path: str) -> Any:
        if index not in self._reaching:
            return value
        ty = self._checker.types[index]
        if ty["kind"] in RECORDS and isinstance(value, dict):
            return self._record(ty, value, change, path)
        if ty["kind"] == "CHOICE" and isinstance(value, tuple) and len(value) == 2:
            part = dict(ty["alternatives"]).get(value[0])
            if part is not None:
                return value[0], self._over(part, value[1], change, f"{path}.{value[0]}")
        if "element" in ty and isinstance(value, list):
            parts = enumerate(value)
            return [self._over(ty["element"], part, change, f"{path}[{place}]") for place, part in parts]
        return value

    def _record(
        self, ty: Mapping[str, Any], value: dict[str, Any], change: Callable[[Any, str, str], Any], path: str
    ) -> dict[str, Any]:
        made = dict(value)
        for name, part in ty["slots"]:
            if name not in value:
                continue
            below = f"{path}.{name}"
            choices = self._choices.of(self._checker.types[part])
            if choices is None:
                made[name] = self._over(part, value[name], change, below)
                continue
            key = value.get(choices[0])
            if key not in choices[1]:
                raise NoChoice(f"Bad AnyDefinedBy choice {key}.", below)
            made[name] = change(value[name], choices[1][key], below)
        return made


class NoChoice(Exception):
    """No type is known for a key."""

    def __init__(self, message: str, path: str) -> None:
        super().__init__(message)
        self.message = message
        self.path = path

    def when_encoding(self) -> EncodeError:
        """The error of a value."""
        return EncodeError(self.message, re.sub(r"\[\d+\]", "", self.path))

    def when_decoding(self, offset: int | None) -> DecodeError:
        """The error of octets."""
        return DecodeError(self.message, offset, re.sub(r"\[\d+\]", "", self.path))


def _parts(ty: Mapping[str, Any]) -> list[int]:
    parts = [part for _, part in ty.get("slots", ty.get("alternatives", []))]
    return [*parts, ty["element"]] if "element" in ty else parts

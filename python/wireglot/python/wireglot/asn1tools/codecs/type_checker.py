"""Whether objects are of the Python types that a specification asks for."""

from __future__ import annotations

import datetime
from typing import Any

from . import EncodeError

_TYPES: dict[str, tuple[tuple[type, ...], str]] = {
    "BOOLEAN": ((bool,), "data of type bool"),
    "INTEGER": ((int, str), "data of type int or str"),
    "REAL": ((float, int), "data of type float or int"),
    "NULL": ((type(None),), "None"),
    "OCTET STRING": ((bytes, bytearray), "data of type bytes or bytearray"),
    "OPEN": ((bytes, bytearray), "data of type bytes or bytearray"),
    "ENUMERATED": ((str,), "data of type str"),
    "SEQUENCE OF": ((list,), "data of type list"),
    "SET OF": ((list,), "data of type list"),
    "UtcTime": ((datetime.datetime,), "data of type datetime.datetime"),
    "GeneralizedTime": ((datetime.datetime,), "data of type datetime.datetime"),
    "DateTimeTime": ((datetime.datetime,), "data of type datetime.datetime"),
    "DateTime": ((datetime.date,), "data of type datetime.date"),
    "TimeOfDayTime": ((datetime.time,), "data of type datetime.time"),
}
_EXTERNAL = ["direct-reference", "indirect-reference", "data-value-descriptor", "encoding"]
RECORDS = ("SEQUENCE", "SET", "EXTERNAL", "EMBEDDEDPDV", "CHARACTERSTRING")


class Checker:
    """Checks values of a type by what the engine says of it."""

    def __init__(self, name: str, types: list[dict[str, Any]], numeric: bool) -> None:
        self.types = types
        for ty in types:
            if [name for name, _ in ty.get("slots", ())] == _EXTERNAL:
                ty["kind"] = "EXTERNAL"
        self.root = next((index for index, ty in enumerate(types) if ty["root"]), 0)
        self.name = name
        self.numeric = numeric

    def encode(self, data: Any) -> None:
        """Raises where a value is of another type."""
        self._check(self.root, data, [self.name], [])

    decode = encode

    def _check(self, index: int, data: Any, path: list[str], around: list[int]) -> None:
        ty = self.types[index]
        kind = ty["kind"]
        if index in around and "." not in ty["name"]:
            path = [*path, ty["name"]]
        around = [*around, index]
        if kind == "BIT STRING":
            self._bits(data, path)
        elif kind in RECORDS:
            if not isinstance(data, dict):
                raise self._wrong("data of type dict", data, path)
            for name, part in ty["slots"]:
                if name in data:
                    self._check(part, data[name], [*path, name], around)
        elif kind == "CHOICE":
            pair = isinstance(data, tuple) and len(data) == 2 and isinstance(data[0], str)
            if not pair:
                raise self._wrong("data of type tuple(str, object)", data, path)
            part = dict(ty["alternatives"]).get(data[0])
            if part is not None:
                self._check(part, data[1], [*path, data[0]], around)
        else:
            types, words = _TYPES.get(kind, ((str,), "data of type str"))
            if kind == "ENUMERATED" and self.numeric:
                types, words = (int,), "data of type int"
            if not isinstance(data, types):
                raise self._wrong(words, data, path)
            if isinstance(data, list):
                for part in data:
                    self._check(ty["element"], part, path, around)

    def _bits(self, data: Any, path: list[str]) -> None:
        pair = isinstance(data, tuple) and len(data) == 2
        if not (pair and isinstance(data[0], (bytes, bytearray)) and isinstance(data[1], int)):
            raise self._wrong("data of type tuple(bytes, int)", data, path)
        if 8 * len(data[0]) < data[1]:
            raise self._wrong(f"at least {data[1]} bit(s) data", 8 * len(data[0]), path)

    @staticmethod
    def _wrong(words: str, data: Any, path: list[str]) -> EncodeError:
        return EncodeError(f"Expected {words}, but got {data}.", ".".join(path))


def compile_dict(specification: Any, numeric_enums: bool = False) -> dict[str, dict[str, Checker]]:
    """Checkers of all types of a specification, by module and name."""
    from ..compiler import compile_dict as compiled

    modules = compiled(specification, numeric_enums=numeric_enums).modules
    return {
        module: {name: ty.type_checker for name, ty in types.items()} for module, types in modules.items()
    }

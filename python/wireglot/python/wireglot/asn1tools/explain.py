"""Why a value is not written, in the words of asn1tools. Asked only after something was wrong."""

from __future__ import annotations

import re
import string
from typing import Any

from .. import _errors
from .codecs import ConstraintsError, EncodeError, format_or
from .codecs.type_checker import _RECORDS, Checker

#: Codes of the engine that say that a constraint does not hold.
_CONSTRAINTS = ("constraint", "range", "size", "alphabet", "check", "character")


def plain(path: str) -> str:
    """A path without positions in lists: asn1tools has none."""
    return re.sub(r"\[\d+\]", "", path)


def _steps(path: str) -> list[str | int]:
    parts = re.findall(r"\.([^.\[]+)|\[(\d+)\]", path)
    return [name or int(number) for name, number in parts]


def _at(path: str, data: Any, checker: Checker) -> tuple[Any, dict[str, Any]]:
    """The value at a path, and what its type is."""
    ty = checker.types[checker.root]
    for step in _steps(path):
        if ty["kind"] in _RECORDS:
            data, part = data[step], dict(ty["slots"])[step]
        elif ty["kind"] == "CHOICE":
            data, part = data[1], dict(ty["alternatives"])[step]
        else:
            data, part = data[step], ty["element"]
        ty = checker.types[part]
    return data, ty


def type_at(path: str, checker: Checker) -> dict[str, Any] | None:
    """The type at a path."""
    ty = checker.types[checker.root]
    for step in _steps(path):
        parts = dict(ty.get("slots", ty.get("alternatives", [])))
        part = parts.get(step, ty.get("element"))
        if part is None:
            return None
        ty = checker.types[part]
    return ty


#: Characters that the string types have (X.680 41.2 and 41.4).
_ALPHABETS = {
    "NumericString": " 0123456789",
    "PrintableString": string.ascii_uppercase + string.ascii_lowercase + string.digits + " '()+,-./:=?",
    "Ia5String": "".join(map(chr, range(128))),
    "VisibleString": "".join(map(chr, range(32, 127))),
}
_UNITS = {"BIT STRING": "bits", "OCTET STRING": "bytes"}


def constraint(error: _errors.Error, data: Any, checker: Checker) -> ConstraintsError | None:
    """The constraint that an error is about, if it is about one."""
    if error.code not in _CONSTRAINTS:
        return None
    location = plain(error.path)
    try:
        value, ty = _at(error.path, data, checker)
    except (KeyError, IndexError, TypeError):
        return ConstraintsError(error.message, location)
    return ConstraintsError(_broken(value, ty) or error.message, location)


def _broken(value: Any, ty: dict[str, Any]) -> str | None:
    """Which constraint of a type a value breaks."""
    kind = ty["kind"]
    if kind == "INTEGER":
        value = next((number for name, number in ty["named"] if name == value), value)
        lo, hi = (end or word for end, word in zip(ty["range"], ("MIN", "MAX")))
        return f"Expected an integer between {lo} and {hi}, but got {value}."
    if "size" not in ty:
        return None
    lo, most = ty["size"]
    hi = "MAX" if most is None else most
    if kind in ("SEQUENCE OF", "SET OF"):
        return f"Expected a list of between {lo} and {hi} elements, but got {len(value)}."
    size = value[1] if kind == "BIT STRING" else len(value)
    if size < lo or most is not None and size > most:
        return f"Expected between {lo} and {hi} {_UNITS.get(kind, 'characters')}, but got {size}."
    return stranger(value, _ALPHABETS.get(kind))


def stranger(value: Any, alphabet: str | None) -> str | None:
    """The first character of a text that is none of its alphabet."""
    for character in value if alphabet and isinstance(value, str) else "":
        if character not in alphabet:  # type: ignore[operator]
            shown = "".join(sorted(one for one in alphabet or "" if one in string.printable[:-5]))
            there = character if character in string.printable[:-5] else "."
            return f"Expected a character in '{shown}', but got '{there}' (0x{ord(character):02x})."
    return None


def encode_message(error: _errors.Error, data: Any, checker: Checker, codec: str) -> EncodeError:
    """Why a value of the right Python type is not written."""
    location = plain(error.path)
    try:
        value, ty = _at(error.path, data, checker)
    except (KeyError, IndexError, TypeError):
        return EncodeError(error.message, location)
    kind = ty["kind"]
    if kind in _RECORDS and isinstance(value, dict):
        missing = [name for name in ty["required"] if name not in value]
        if missing:
            words = kind.capitalize()
            return EncodeError(f"{words} member '{missing[0]}' not found in {value}.", location)
    if kind == "CHOICE" and isinstance(value, tuple):
        names = [name for name, _ in ty["alternatives"]]
        if value[0] not in names:
            return EncodeError(f"Expected choice {format_or(sorted(names))}, but got '{value[0]}'.", location)
    if kind == "ENUMERATED":
        names = [name for name, _ in ty["items"]]
        if value not in names:
            return EncodeError(
                f"Expected enumeration value {format_or(sorted(names))}, but got '{value}'.", location
            )
    return EncodeError(error.message, location)

"""Why a value is not written, in the words of asn1tools. Asked only after something was wrong."""

from __future__ import annotations

import re
import string
from typing import Any

from .. import _errors
from .codecs import ConstraintsError, EncodeError, format_or
from .codecs.type_checker import RECORDS, Checker

#: Codes of the engine that say that a constraint does not hold.
_CONSTRAINTS = ("constraint", "range", "size", "alphabet", "check", "character")
#: Codecs whose encoders look at each character.
PACKED = ("per", "uper")


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
        if ty["kind"] in RECORDS:
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


#: Characters that the string types have (X.680 41.2 and 41.4), in the order in which asn1tools lists them.
ALPHABETS = {
    "NumericString": " 0123456789",
    "PrintableString": string.ascii_uppercase + string.ascii_lowercase + string.digits + " '()+,-./:=?",
    "Ia5String": "".join(map(chr, range(128))),
    "VisibleString": "".join(map(chr, range(32, 127))),
}
_SHOWN = string.printable[:-5]
_UNITS = {"BIT STRING": "bits", "OCTET STRING": "bytes"}


def constraint(
    error: _errors.Error, data: Any, checker: Checker, packed: bool = False
) -> ConstraintsError | None:
    """The constraint that an error is about, if it is about one; by `packed` as encoders of PER say it."""
    if error.code not in _CONSTRAINTS:
        return None
    location = plain(error.path)
    try:
        value, ty = _at(error.path, data, checker)
    except (KeyError, IndexError, TypeError):
        return ConstraintsError(error.message, location)
    stranger = _stranger(value, _alphabet(ty), packed) if error.code == "alphabet" else None
    return ConstraintsError(stranger or _broken(value, ty, packed) or error.message, location)


def _broken(value: Any, ty: dict[str, Any], packed: bool) -> str | None:
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
    return _stranger(value, _alphabet(ty), packed)


def _alphabet(ty: dict[str, Any]) -> str | None:
    """The characters of a string type, if they are few."""
    ranges = ty.get("alphabet")
    if ranges and sum(hi - lo for lo, hi in ranges) < 256:
        return "".join(chr(code) for lo, hi in ranges for code in range(lo, hi + 1))
    return ALPHABETS.get(ty["kind"])


def _stranger(value: Any, alphabet: str | None, packed: bool) -> str | None:
    """The first character of a text that is none of its alphabet."""
    if alphabet is None or not isinstance(value, str):
        return None
    for character in value:
        if character in alphabet:
            continue
        there = character if character in _SHOWN else "."
        got = f"but got '{there}' (0x{ord(character):02x})"
        if packed:
            # The encoders of PER list what can be shown, and close a quote that was never opened.
            listed = "".join(sorted(one for one in alphabet if one in _SHOWN))
            return f"Expected a character in '{listed}', {got}'."
        listed = "".join(one if one in _SHOWN else "." for one in alphabet)
        return f"Expected a character in '{listed}', {got}."
    return None


def encode_message(error: _errors.Error, data: Any, checker: Checker, codec: str) -> EncodeError:
    """Why a value of the right Python type is not written."""
    location = plain(error.path)
    try:
        value, ty = _at(error.path, data, checker)
    except (KeyError, IndexError, TypeError):
        return EncodeError(error.message, location)
    kind = ty["kind"]
    if kind in RECORDS and isinstance(value, dict):
        missing = [name for name in ty["required"] if name not in value]
        if missing:
            words = kind.capitalize()
            return EncodeError(f"{words} member '{missing[0]}' not found in {value}.", location)
    if kind == "CHOICE" and isinstance(value, tuple):
        names = [name for name, _ in ty["alternatives"]]
        if value[0] not in names:
            return EncodeError(f"Expected choice {format_or(sorted(names))}, but got '{value[0]}'.", location)
    if kind == "REAL" and codec == "oer" and isinstance(value, (int, float)):
        bits = 32 if abs(value) < 2**1024 else 64
        return EncodeError(f"Expected an IEEE 754 {bits} bits floating point number, but got {value}.", location)
    if kind == "ENUMERATED":
        names = [name for name, _ in ty["items"]]
        if value not in names:
            return EncodeError(
                f"Expected enumeration value {format_or(sorted(names))}, but got '{value}'.", location
            )
    return EncodeError(error.message, location)

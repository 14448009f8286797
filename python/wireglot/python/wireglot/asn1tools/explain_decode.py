"""Why octets are refused, in the words of asn1tools. Asked only after something was wrong."""

from __future__ import annotations

import re
from typing import Any, Protocol

from .. import _errors
from .codecs import DecodeError, OutOfDataError, format_or
from .codecs.type_checker import Checker
from .explain import ALPHABETS, PACKED, plain, type_at

#: Kinds of types: what asn1tools calls them, their class there, and their universal tag (X.680 8.6).
KINDS = {
    "BOOLEAN": ("BOOLEAN", "Boolean", 1),
    "INTEGER": ("INTEGER", "Integer", 2),
    "BIT STRING": ("BIT STRING", "BitString", 3),
    "OCTET STRING": ("OCTET STRING", "OctetString", 4),
    "NULL": ("NULL", "Null", 5),
    "OBJECT IDENTIFIER": ("OBJECT IDENTIFIER", "ObjectIdentifier", 6),
    "EXTERNAL": ("EXTERNAL", "External", 0x28),
    "REAL": ("REAL", "Real", 9),
    "ENUMERATED": ("ENUMERATED", "Enumerated", 10),
    "Utf8String": ("UTF8String", "UTF8String", 12),
    "SEQUENCE": ("SEQUENCE", "Sequence", 0x30),
    "SEQUENCE OF": ("SEQUENCE OF", "SequenceOf", 0x30),
    "SET": ("SET", "Set", 0x31),
    "SET OF": ("SET OF", "SetOf", 0x31),
    "NumericString": ("NumericString", "NumericString", 18),
    "PrintableString": ("PrintableString", "PrintableString", 19),
    "TeletexString": ("TeletexString", "TeletexString", 20),
    "Ia5String": ("IA5String", "IA5String", 22),
    "UtcTime": ("UTCTime", "UTCTime", 23),
    "GeneralizedTime": ("GeneralizedTime", "GeneralizedTime", 24),
    "GraphicString": ("GraphicString", "GraphicString", 25),
    "VisibleString": ("VisibleString", "VisibleString", 26),
    "GeneralString": ("GeneralString", "GeneralString", 27),
    "UniversalString": ("UniversalString", "UniversalString", 28),
    "BmpString": ("BMPString", "BMPString", 30),
    "ObjectDescriptorString": ("ObjectDescriptor", "ObjectDescriptor", 7),
    "CHOICE": ("CHOICE", "Choice", None),
    "OPEN": ("ANY", "Any", None),
    "DateTime": ("DATE", "Date", None),
    "TimeOfDayTime": ("TIME-OF-DAY", "TimeOfDay", None),
    "DateTimeTime": ("DATE-TIME", "DateTime", None),
}
class Octets(Protocol):
    """What can be asked of octets that are refused."""

    def rest(self) -> int | None:
        """From which bit on nothing was decoded."""

    def start(self, path: str) -> int | None:
        """Where the encoding of a part begins."""

    def error(self, other: bytes) -> _errors.DecodeError | None:
        """What is wrong with other octets by BER, whose lengths may have any form."""


_CLASSES = {"UNIVERSAL": 0, "APPLICATION": 0x40, "PRIVATE": 0xC0, "": 0x80}


def represent(checker: Checker, index: int, name: str, codec: str, around: tuple[int, ...] = ()) -> str:
    """A type as its `repr` shows it."""
    ty = checker.types[index]
    kind = KINDS.get(ty["kind"], ("", ty["kind"], None))[1]
    if index in around:
        return f"Recursive({ty['name']})"
    around = (*around, index)
    if "slots" in ty or "alternatives" in ty:
        parts = ty.get("slots") or ty.get("alternatives") or []
        if "alternatives" in ty and codec in PACKED:
            return f"{kind}({name}, {[name for name, _ in parts]})"
        shown = ", ".join(represent(checker, part, name, codec, around) for name, part in parts)
        return f"{kind}({name}, [{shown}])"
    if "element" in ty and ty["kind"] != "OPEN":
        return f"{kind}({name}, {represent(checker, ty['element'], '', codec, around)})"
    return f"{kind}({name})"


def _wanted(said: str, kind: str) -> str:
    """The identifier octets of a tag that the engine names."""
    found = re.fullmatch(r"\[(?:(\w+) )?(\d+)\]", said)
    if found is None:
        return said
    number = int(found[2])
    first = _CLASSES.get(found[1] or "", 0x80)
    universal = KINDS.get(kind, ("", "", None))[2]
    if universal is not None and universal & 0x20:
        first |= 0x20
    if number < 31:
        return bytes([first | number]).hex()
    octets = [number & 0x7F]
    while number := number >> 7:
        octets.insert(0, number & 0x7F | 0x80)
    return bytes([first | 0x1F, *octets]).hex()


def _label(path: str, ty: dict[str, Any], root: str) -> str:
    name = re.sub(r".*\.", "", path)
    word = KINDS.get(ty["kind"], (ty["kind"], "", None))[0]
    if name.endswith("]"):
        return word if "[" in ty["name"] or "." in ty["name"] else str(ty["name"])
    return f"{word}({name or root})"


def decode_error(
    error: _errors.DecodeError,
    data: bytes,
    checker: Checker,
    codec: str,
    octets: Octets,
) -> DecodeError:
    """An error of the engine as asn1tools words it."""
    path, bit = plain(error.path), error.bit or 0
    offset = bit // 8
    ty = type_at(error.path, checker) or {"kind": "", "name": ""}
    if codec in ("per", "uper", "oer"):
        return _packed(error, path, ty, codec, data, octets)
    if error.code == "wrong_tag" and (found := re.search(r"tag .* where (\[.*\]) is expected", error.message)):
        wanted = _wanted(found[1], ty["kind"])
        universal = KINDS.get(ty["kind"], ("", "", None))[2]
        explicit = ty["kind"] and wanted[:2] != f"{universal or 0:02x}" and _is_constructed(data, offset, universal)
        label = _label(error.path, ty, checker.name)
        if explicit:
            name = re.sub(r".*\.", "", path)
            label, wanted = f"ExplicitTag({name})", f"{int(wanted, 16) | 0x20:02x}"
        got = data[offset : offset + len(wanted) // 2].hex()
        if offset and path == checker.name and universal:
            path = f"{path}.{path}"  # within an explicit tag, which has the name as well
        return DecodeError(f"Expected {label} with tag '{wanted}', but got '{got}'.", offset, path)
    universal = KINDS.get(ty["kind"], ("", "", None))[2]
    if error.code in ("truncated", "overrun") and path == checker.name and universal and data[:1]:
        if data[0] != universal:
            label = _label(error.path, ty, checker.name)
            message = f"Expected {label} with tag '{universal:02x}', but got '{data[:1].hex()}'."
            return DecodeError(message, 0, path)
    if error.code == "truncated" and offset >= len(data):
        return DecodeError("Ran out of data when reading tag", offset, path)
    if error.code == "overrun":
        # Of a tag and a length that are both wrong, asn1tools tells the tag.
        empty = _without_length(data, offset)
        wrong = octets.error(empty)
        if wrong is not None and wrong.code == "wrong_tag" and (wrong.bit or 0) // 8 < offset:
            return decode_error(wrong, empty, checker, codec, octets)
        return _overrun(data, offset, path, error)
    if error.code == "duplicate":
        # A SET that has all its components ends there for asn1tools.
        whole = error.path.rpartition(".")[0]
        start = octets.start(whole)
        if start is not None and _is_indefinite(data, start):
            message = "Could not find end-of-contents tag for indefinite length field."
            return DecodeError(message, offset, plain(whole))
    if error.code == "bad_length" and data[offset : offset + 1] == b"\x80":
        return DecodeError("Expected definite length, but got indefinite.", offset, path)
    if error.code == "real_form" and offset < len(data) and data[offset] & 0xC0:
        kind = "binary" if data[offset] & 0x80 else "special"
        return DecodeError(f"Unsupported {kind} REAL control word 0x{data[offset]:02x}.", None, path)
    if error.code == "boolean_length":
        length = data[offset - 1]
        return DecodeError(f"Expected BOOLEAN contents length 1, but got {length}.", offset - 1, path)
    if error.code == "unknown_item" and (found := re.match(r"(-?\d+) is not an item", error.message)):
        numbers = sorted(number for _, number in ty.get("items", []))
        return DecodeError(f"Expected enumeration value {format_or(numbers)}, but got {found[1]}.", offset, path)
    return DecodeError(error.message, error.offset, path)


def _is_indefinite(data: bytes, offset: int) -> bool:
    """Whether the encoding at the offset has an indefinite length."""
    at = offset + 1
    if data[offset] & 0x1F == 0x1F:
        while data[at] & 0x80:
            at += 1
        at += 1
    return data[at] == 0x80


def _without_length(data: bytes, offset: int) -> bytes:
    """The octets with a length of 0, in as many octets as the length at the offset."""
    more = data[offset] & 0x7F if data[offset] & 0x80 else 0
    return data[: offset + bool(more)] + bytes(more or 1) + data[offset + 1 + more :]


def _is_constructed(data: bytes, offset: int, universal: int | None) -> bool:
    return bool(data[offset : offset + 1]) and bool(data[offset] & 0x20) and not (universal or 0) & 0x20


def _overrun(data: bytes, offset: int, path: str, error: _errors.DecodeError) -> DecodeError:
    """Contents that are not there."""
    if offset >= len(data):
        return DecodeError(error.message, offset, path)
    octets = 1 + (data[offset] & 0x7F if data[offset] & 0x80 else 0)
    length = int.from_bytes(data[offset + 1 : offset + octets], "big") if octets > 1 else data[offset] & 0x7F
    there = len(data) - offset - octets
    if 0 <= there < length:
        message = f"Expected at least {length} contents byte(s), but got {there}."
        return DecodeError(message, offset + octets, path)
    return DecodeError(error.message, offset, path)


def _packed(
    error: _errors.DecodeError,
    path: str,
    ty: dict[str, Any],
    codec: str,
    data: bytes,
    octets: Octets,
) -> DecodeError:
    bit = error.bit or 0
    if error.short:
        at = octets.rest()
        return OutOfDataError(bit if at is None else at, path)
    message = None
    if error.code == "unknown_item" and (found := re.match(r"(-?\d+) is not an item", error.message)):
        items = sorted(number for _, number in ty.get("items", []))
        kind = "value" if codec == "oer" else "index"
        listed = items if codec == "oer" else list(range(len(items)))
        message = f"Expected enumeration {kind} {format_or(listed)}, but got {found[1]}."
    elif codec in PACKED:
        message = _packed_only(error, ty, data, bit, octets)
    return DecodeError(error.message, error.offset, path) if message is None else DecodeError(message, None, path)


def _packed_only(
    error: _errors.DecodeError, ty: dict[str, Any], data: bytes, bit: int, octets: Octets
) -> str | None:
    found = re.fullmatch(r"the INTEGER (\d+) is outside its range", error.message)
    if found and ty["kind"] == "CHOICE":
        return f"Expected choice index {format_or(list(range(ty['roots'])))}, but got {found[1]}."
    if error.code == "bad_length":
        return f"Bad length determinant fragmentation value 0x{_bits(data, bit, 8):02x}."
    if error.code == "character" and ty["kind"] in ("NumericString", "BmpString"):
        is_bmp = ty["kind"] == "BmpString"
        # asn1tools tells the codes themselves, of NumericString their places.
        codes = range(1 << 16) if is_bmp else range(len(ALPHABETS["NumericString"]))
        known = {code: None for code in codes if not 0xD800 <= code <= 0xDFFF}
        width = 16 if is_bmp else 4
        at = octets.rest()
        while at is not None and at + width <= 8 * len(data):
            if (code := _bits(data, at, width)) not in known:
                return f"Expected a value in {list(known)}, but got {code}."
            at += width
    return None


def _bits(data: bytes, bit: int, count: int) -> int:
    """So many bits, as a number."""
    octets = data[bit // 8 : (bit + count + 7) // 8]
    unused = 8 * len(octets) - bit % 8 - count
    return int.from_bytes(octets, "big") >> max(unused, 0) & (1 << count) - 1


def text_error(error: _errors.DecodeError, checker: Checker) -> DecodeError:
    """An error in a text as asn1tools words it."""
    found = re.match(r"there is no (alternative|item) `([^`]*)`", error.message)
    ty = type_at(error.path, checker) if found else None
    if found is None or ty is None:
        return DecodeError(error.message, error.offset, plain(error.path))
    kind = "choice" if found[1] == "alternative" else "enumeration value"
    names = sorted(name for name, _ in ty.get("alternatives", ty.get("items", [])))
    return DecodeError(f"Expected {kind} {format_or(names)}, but got '{found[2]}'.", None, plain(error.path))

"""Errors that know their place, and times."""

from __future__ import annotations

import re
from collections.abc import Sequence
from datetime import datetime, timezone

from .. import errors
from ..errors import Error

_ZONE = re.compile(r"(.*)([+-]\d{4})$")


class _Located(Exception):
    """An error with the names of the components that lead to it."""

    def __init__(self, message: str, location: str = "") -> None:
        super().__init__(message)
        self.message = message
        self.location = location

    def __str__(self) -> str:
        return f"{self.location}: {self.message}" if self.location else self.message


class EncodeError(_Located, errors.EncodeError):
    """A value can't be encoded."""


class ConstraintsError(_Located, errors.ConstraintsError):
    """A value breaks a constraint."""


class DecodeError(_Located, errors.DecodeError):
    """Octets can't be decoded; `offset` is where."""

    def __init__(self, message: str, offset: int | None = None, location: str = "") -> None:
        super().__init__(message, location)
        self.offset = offset

    def _place(self) -> str:
        return f" (At offset: {self.offset})"

    def __str__(self) -> str:
        return super().__str__() + ("" if self.offset is None else self._place())


class OutOfDataError(DecodeError):
    """There are fewer bits than the value takes."""

    def __init__(self, offset_bits: int, location: str = "") -> None:
        super().__init__("out of data", offset_bits, location)

    def _place(self) -> str:
        return f" (At bit offset: {self.offset})"


def format_or(items: Sequence[object]) -> str:
    """Items as a sentence lists them."""
    quoted = [f"'{item}'" if isinstance(item, str) else str(item) for item in items]
    return quoted[0] if len(quoted) == 1 else f"{', '.join(quoted[:-1])} or {quoted[-1]}"


def _time(text: str, forms: list[str], zone: bool = False) -> datetime:
    for form in forms:
        try:
            return datetime.strptime(text, form + "%z" if zone else form)
        except ValueError:
            pass
    raise ValueError(text)


def utc_time_to_datetime(string: str) -> datetime:
    """UTCTime; of one that ends in `Z` without a time zone."""
    forms = {11: ["%y%m%d%H%M"], 13: ["%y%m%d%H%M%S"], 15: ["%y%m%d%H%M"], 17: ["%y%m%d%H%M%S"]}
    try:
        if string.endswith("Z") and len(string) in (11, 13):
            return _time(string[:-1], forms[len(string)])
        if len(string) in (15, 17):
            return _time(string, forms[len(string)], True)
    except ValueError:
        pass
    raise Error(f"Expected a UTC time string, but got '{string}'.")


def utc_time_from_datetime(date: datetime) -> str:
    """UTCTime, without seconds if there are none."""
    text = date.strftime("%y%m%d%H%M%S" if date.second else "%y%m%d%H%M")
    return text + ("Z" if date.tzinfo is None else date.strftime("%z"))


def restricted_utc_time_to_datetime(string: str) -> datetime:
    """UTCTime as canonical rules have it (X.690 11.8)."""
    if re.fullmatch(r"\d{12}Z", string):
        try:
            return _time(string[:-1], ["%y%m%d%H%M%S"])
        except ValueError:
            pass
    raise Error(f"Expected a restricted UTC time string, but got '{string}'.")


def restricted_utc_time_from_datetime(date: datetime) -> str:
    """UTCTime as canonical rules have it."""
    if date.tzinfo is not None:
        date -= date.utcoffset()  # type: ignore[operator]
    return date.strftime("%y%m%d%H%M%S") + "Z"


def _fractions(string: str) -> list[str]:
    for point in ".,":
        if point in string:
            return [f"%Y%m%d%H%M{point}%f", f"%Y%m%d%H%M%S{point}%f"]
    return ["%Y%m%d%H%M", "%Y%m%d%H%M%S"]


def generalized_time_to_datetime(string: str) -> datetime:
    """GeneralizedTime; of a local time without a time zone."""
    try:
        if string.endswith("Z"):
            return _plain(string[:-1]).replace(tzinfo=timezone.utc)
        if found := _ZONE.match(string):
            forms = _fractions(string) if re.search("[.,]", string) else ["%Y%m%d%H%M%S"]
            return _time(found.group(0), forms, True)
        return _plain(string)
    except ValueError:
        raise Error(f"Expected a generalized time string, but got '{string}'.") from None


def _plain(string: str) -> datetime:
    if not re.search("[.,]", string) and len(string) not in (12, 14):
        raise ValueError(string)
    forms = _fractions(string)
    return _time(string, forms[1:] if len(string) == 14 and "." not in string else forms)


def generalized_time_from_datetime(date: datetime) -> str:
    """GeneralizedTime, without what is zero at its end."""
    form = "%Y%m%d%H%M" + ("%S" if date.second else "")
    text = date.strftime(form + ".%f").rstrip("0") if date.microsecond else date.strftime(form)
    if date.tzinfo is None:
        return text
    return text + (date.strftime("%z") if date.utcoffset() else "Z")


def restricted_generalized_time_to_datetime(string: str) -> datetime:
    """GeneralizedTime as canonical rules have it (X.690 11.7)."""
    if re.fullmatch(r"\d{14}(\.\d*[1-9])?Z", string):
        try:
            return _time(string[:-1], ["%Y%m%d%H%M%S.%f" if "." in string else "%Y%m%d%H%M%S"])
        except ValueError:
            pass
    raise Error(f"Expected a restricted generalized time string, but got '{string}'.")


def restricted_generalized_time_from_datetime(date: datetime) -> str:
    """GeneralizedTime as canonical rules have it."""
    if date.tzinfo is not None:
        date -= date.utcoffset()  # type: ignore[operator]
    text = date.strftime("%Y%m%d%H%M%S")
    return text + (date.strftime(".%f").rstrip("0") if date.microsecond else "") + "Z"


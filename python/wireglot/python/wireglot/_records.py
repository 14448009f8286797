"""Files of records of any size: one value after the other, without having the file in memory."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from typing import IO, Any, Union

from ._errors import DecodeError, Error

Source = Union[str, "os.PathLike[str]", IO[bytes]]
OnError = Union[str, Callable[[Error], object]]

_CHUNK = 1 << 16
_GZIP = b"\x1f\x8b"
_ZSTD = b"\x28\xb5\x2f\xfd"
_PREFIXES = {f"u{bits}{order}": (bits // 8, order) for bits in (8, 16, 32, 64) for order in ("", "be", "le")}


class _Buffer:
    """The octets of a file from some place on."""

    def __init__(self, file: IO[bytes]) -> None:
        self.file = file
        self.data = b""
        self.start = 0
        self.before = 0
        self.ended = False

    def more(self) -> bool:
        """Reads as much again as there is, so that a long record is not looked at often; whether there was any."""
        left = self.data[self.start :]
        got = b"" if self.ended else self.file.read(max(_CHUNK, len(left)))
        self.ended = not got
        self.before += self.start
        self.data, self.start = left + got, 0
        return bool(got)

    def take(self, count: int) -> bytes | None:
        """So many octets; nothing if there are fewer."""
        while len(self.data) - self.start < count:
            if not self.more():
                return None
        taken = self.data[self.start : self.start + count]
        self.start += count
        return taken

    @property
    def place(self) -> int:
        """Where in the file that is."""
        return self.before + self.start

    def is_empty(self) -> bool:
        return self.start == len(self.data) and not self.more()


def opened(file: IO[bytes]) -> IO[bytes]:
    """A file, unpacked if it is packed by gzip, or by zstd where Python has it (3.14)."""
    peek = getattr(file, "peek", None)
    if peek is None:
        return file
    start = peek(4)[:4]
    if start.startswith(_GZIP):
        import gzip  # only where it is asked for: importing the package stays quick

        return gzip.GzipFile(fileobj=file)  # type: ignore[return-value]
    if start == _ZSTD:
        try:
            from compression import zstd  # type: ignore[import-not-found,unused-ignore]
        except ImportError:
            raise Error("this file is packed by zstd, which Python has from 3.14 on: unpack it first") from None
        return zstd.ZstdFile(file)  # type: ignore[no-any-return]
    return file


def read(
    type_: Any, source: Source, rules: str | None, framing: str | None, on_error: OnError, options: dict[str, Any]
) -> Iterator[Any]:
    """The values of a file."""
    if isinstance(source, (str, os.PathLike)):
        with open(source, "rb") as file:
            yield from _values(type_, opened(file), rules, framing, on_error, options)
    else:
        yield from _values(type_, opened(source), rules, framing, on_error, options)


def _values(
    type_: Any, file: IO[bytes], rules: str | None, framing: str | None, on_error: OnError, options: dict[str, Any]
) -> Iterator[Any]:
    if framing is None:
        yield from _in_a_row(type_, _Buffer(file), rules, on_error, options)
        return
    for place, record in _frames(file, framing):
        try:
            if isinstance(record, Error):
                raise record
            yield type_.decode(record, rules, **options)
        except Error as error:
            _tell(error, place, on_error)


def _in_a_row(
    type_: Any, buffer: _Buffer, rules: str | None, on_error: OnError, options: dict[str, Any]
) -> Iterator[Any]:
    """Values one behind the other; behind one that is wrong nobody knows where the next begins."""
    while not buffer.is_empty():
        try:
            value, taken = type_.decode_some(buffer.data, rules, buffer.start, **options)
        except DecodeError as error:
            if error.short and buffer.more():
                continue
            _tell(error, buffer.place, on_error)
            return
        yield value
        if taken == 0:
            return
        buffer.start += taken


def _tell(error: Error, place: int, on_error: OnError) -> None:
    error.args = (f"{error.args[0]} (record at octet {place})", *error.args[1:])
    if on_error == "raise":
        raise error
    if callable(on_error):
        on_error(error)


def _frames(file: IO[bytes], framing: str) -> Iterator[tuple[int, bytes | Error]]:
    """Records by what stands around them."""
    if found := _PREFIXES.get(framing):
        yield from _prefixed(_Buffer(file), found[0], "little" if found[1] == "le" else "big")
    elif framing in ("hex", "base64"):
        place = 0
        for line in file:
            text = line.strip()
            if text:
                yield place, _digits(text, framing)
            place += len(line)
    elif framing == "pem":
        import re

        text = file.read()
        for block in re.finditer(rb"-----BEGIN [^-]+-----(.*?)-----END [^-]+-----", text, re.DOTALL):
            yield block.start(), _digits(b"".join(block[1].split()), "base64")
    else:
        raise ValueError("framing is None, 'u8', 'u16be', 'u16le', ... 'u64le', 'hex', 'base64' or 'pem'")


def _digits(text: bytes, framing: str) -> bytes | Error:
    import base64

    try:
        return bytes.fromhex(text.decode()) if framing == "hex" else base64.b64decode(text, validate=True)
    except ValueError as error:
        return DecodeError(str(error), framing)


def _prefixed(buffer: _Buffer, octets: int, order: Any) -> Iterator[tuple[int, bytes | Error]]:
    while not buffer.is_empty():
        place = buffer.place
        length = buffer.take(octets)
        record = None if length is None else buffer.take(int.from_bytes(length, order))
        if record is None:
            yield place, DecodeError("the file ends within a record", "truncated", short=True)
            return
        yield place, record

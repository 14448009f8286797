"""Files of records of any size: one value after the other, without having the file in memory."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from typing import IO, Any, NamedTuple, Union

from . import _wireglot
from ._errors import ArgumentError, DecodeError, Error

Source = Union[str, "os.PathLike[str]", IO[bytes]]
OnError = Union[str, Callable[[Error], object]]

_CHUNK = 1 << 16
_PREFIXES = {f"u{bits}{order}": (bits // 8, order) for bits in (8, 16, 32, 64) for order in ("", "be", "le")}


class _Buffer:
    """The octets of a file from some place on."""

    def __init__(self, file: _wireglot.Unpacked) -> None:
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

    def lines(self) -> Iterator[tuple[int, bytes]]:
        """All lines that are left, and where they begin."""
        looked = self.start
        while True:
            end = self.data.find(b"\n", looked)
            if end < 0:
                size = len(self.data) - self.start
                if self.more():
                    looked = self.start + size
                    continue
                if size:
                    yield self.place, self.data[self.start :]
                return
            place, line = self.place, self.data[self.start : end]
            looked = self.start = end + 1
            yield place, line

    def rest(self) -> bytes:
        """All octets that are left."""
        while self.more():
            pass
        return self.data[self.start :]


class Packets(NamedTuple):
    """Which messages of a capture are read, and how they are framed."""

    packing: str
    ports: list[int]
    protocols: list[int]
    meta: bool


_NO_PACKETS = Packets("raw", [], [], False)


def read(
    type_: _wireglot.Type,
    source: Source,
    rules: str | None,
    framing: str | None,
    on_error: OnError,
    packets: Packets,
    options: dict[str, Any],
) -> Iterator[Any]:
    """The values of a file. Arguments are checked at once, not when the first value is asked for."""
    if on_error not in ("raise", "skip") and not callable(on_error):
        raise ArgumentError("on_error is 'raise', 'skip' or a function")
    if framing not in (None, "hex", "base64", "pem", "pcap", *_PREFIXES):
        raise ArgumentError(
            "framing is None, 'u8', 'u16be', 'u16le', ... 'u64le', 'hex', 'base64', 'pem' or 'pcap'"
        )
    if framing != "pcap" and packets != _NO_PACKETS:
        raise ArgumentError("packing, port, ppid and meta go with framing='pcap'")
    if not (isinstance(source, (str, os.PathLike)) or hasattr(source, "read")):
        raise TypeError(
            f"a path or a file opened in binary mode is expected, not {type(source).__name__}: "
            "io.BytesIO(octets) is such a file, and decode_all takes bytes"
        )
    if framing == "pcap":
        return _captured(type_, source, rules, on_error, packets, options)
    return _of_file(type_, source, rules, framing, on_error, options)


def _of_file(
    type_: _wireglot.Type,
    source: Source,
    rules: str | None,
    framing: str | None,
    on_error: OnError,
    options: dict[str, Any],
) -> Iterator[Any]:
    if isinstance(source, (str, os.PathLike)):
        # Opened here, since Python's own reads can be interrupted.
        name = os.fspath(source)
        try:
            with open(name, "rb") as file:
                yield from _values(type_, file, name, rules, framing, on_error, options)
        except OSError as error:
            raise _named(error, name)
    else:
        yield from _values(type_, source, "", rules, framing, on_error, options)


def _named(error: OSError, name: str) -> OSError:
    """The same error with the name of the file, which only those of `open` have."""
    if error.errno is None and not str(error).startswith(name):
        error.args = (f"{name}: {error}",)
    elif error.filename is None:
        error.filename = name
    return error


def _values(
    type_: _wireglot.Type,
    file: IO[bytes],
    name: str,
    rules: str | None,
    framing: str | None,
    on_error: OnError,
    options: dict[str, Any],
) -> Iterator[Any]:
    buffer = _Buffer(_wireglot.Unpacked(file))
    if framing is None:
        yield from _in_a_row(type_, buffer, name, rules, on_error, options)
        return
    for place, record in _frames(buffer, framing):
        try:
            if isinstance(record, Error):
                raise record
            yield type_.decode(record, rules, **options)
        except Error as error:
            _tell(error, name, f"octet {place}", on_error)


def _captured(
    type_: _wireglot.Type,
    source: Source,
    rules: str | None,
    on_error: OnError,
    packets: Packets,
    options: dict[str, Any],
) -> Iterator[Any]:
    """The values of a capture."""
    import json

    name = ""
    if isinstance(source, (str, os.PathLike)):
        name = os.fspath(source)
    else:
        source = source.read()  # type: ignore[assignment]
    packing, ports, protocols, meta = packets
    for told, packet, octets, several, error in _wireglot.CapturedUnits(
        type_, source, rules, packing, ports, protocols, options
    ):
        place, at = "" if packet is None else f"packet {packet}", 0
        if error is not None:
            _tell(error, name, place, on_error)
            continue
        while at < len(octets) or at == 0:
            try:
                if several:
                    value, taken = type_.decode_some(octets, rules, at, **options)
                else:
                    value, taken = type_.decode(octets, rules, **options), len(octets)
            except Error as wrong:
                # Where the next message in this packet begins is unknown.
                _tell(wrong, name, place, on_error)
                break
            yield (json.loads(told), value) if meta else value
            at += taken or 1


def _in_a_row(
    type_: Any, buffer: _Buffer, name: str, rules: str | None, on_error: OnError, options: dict[str, Any]
) -> Iterator[Any]:
    """Values one behind the other; behind one that is wrong nobody knows where the next begins."""
    if type_.is_text(rules):
        # The digits of a number may go on where a part of the file ends.
        if not buffer.rest().strip():
            return
    while not buffer.is_empty():
        try:
            value, taken = type_.decode_some(buffer.data, rules, buffer.start, **options)
        except DecodeError as error:
            if error.short and buffer.more():
                continue
            _tell(error, name, f"octet {buffer.place}", on_error)
            return
        yield value
        if taken == 0:
            return
        buffer.start += taken


def _tell(error: Error, name: str, place: str, on_error: OnError) -> None:
    error.record = ", ".join(part for part in (name, place) if part)
    if on_error == "raise":
        raise error
    if callable(on_error):
        on_error(error)


def _frames(file: _Buffer, framing: str) -> Iterator[tuple[int, bytes | Error]]:
    """Records by what stands around them."""
    if found := _PREFIXES.get(framing):
        yield from _prefixed(file, found[0], "little" if found[1] == "le" else "big")
    elif framing != "pem":
        for place, line in file.lines():
            text = line.strip()
            if text:
                yield place, _digits(text, framing)
    else:
        import re

        text = file.rest()
        for block in re.finditer(rb"-----BEGIN [^-]+-----(.*?)-----END [^-]+-----", text, re.DOTALL):
            yield block.start(), _digits(b"".join(block[1].split()), "base64")


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

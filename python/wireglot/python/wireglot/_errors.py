"""What can go wrong."""

from __future__ import annotations


class Error(Exception):
    """The base of all errors of this package.

    `code` is a stable word, `path` leads to the value, from the name of its type on. Of a file of records, `record` says
    where the record begins: the file, if it was opened by its path, and the byte or the packet.
    """

    code: str = ""
    path: str = ""
    record: str = ""

    def __init__(self, message: str, code: str = "", path: str = "") -> None:
        super().__init__(message)
        self.message = message
        self.code = code
        self.path = path

    def __str__(self) -> str:
        told = f"{self.path}: {self.message}" if self.path else self.message
        return f"{told} ({self._place()})" if self._place() else told

    def _place(self) -> str:
        return self.record and f"record at {self.record}"


class CompileError(Error):
    """A specification has errors, or lacks what is asked for. One line for each: file, line, column, code."""


class ArgumentError(Error, ValueError):
    """An argument of a call that can't be used: rules, an option, or options that don't go together."""

    def __init__(self, message: str, code: str = "argument", path: str = "") -> None:
        super().__init__(message, code, path)


class DecodeError(Error, ValueError):
    """Octets are no encoding of the type.

    `offset` is the octet, and `bit` the bit in the input at which it shows; `short` says that more octets
    might help.
    """

    def __init__(
        self, message: str, code: str = "", path: str = "", bit: int | None = None, short: bool = False
    ) -> None:
        super().__init__(message, code, path)
        self.bit = bit
        self.offset = None if bit is None else bit // 8
        self.short = short

    def _place(self) -> str:
        octet = "" if self.offset is None else f"octet {self.offset}"
        return f"{octet} of the record at {self.record}" if octet and self.record else octet or super()._place()

    def __reduce__(self) -> tuple[object, ...]:
        return type(self), (self.message, self.code, self.path, self.bit, self.short), {"record": self.record}


class EncodeError(Error, ValueError):
    """An object is no value of the type, or cannot be written by the rules."""


class ValueTypeError(Error, TypeError):
    """An object is of another Python type than the specification asks for."""

"""Messages of unknown type."""

from __future__ import annotations

import functools
from typing import Any, NamedTuple

from . import _wireglot
from ._spec import Type, compile


class Identified(NamedTuple):
    """A message of a well-known type: its name, where the type is, the rules, and its octets.

    `certain` is false if something in the message speaks for the type, but not for it alone.
    """

    name: str
    spec: str
    type: str
    rules: str
    certain: bool
    octets: bytes

    def open(self) -> Type:
        """The type itself, with its rules."""
        return _opened(self.spec, self.type, self.rules)

    def decode(self, **options: Any) -> Any:
        """The value: that of `Type.decode`."""
        return self.open().decode(self.octets, **options)


@functools.lru_cache(maxsize=64)
def _opened(spec: str, type: str, rules: str) -> Type:  # noqa: A002
    return compile(spec, rules=rules)[type]


def identify(data: Any) -> list[Identified]:
    """What well-known types the messages in an input are of: certificates, CMS, SNMP, LDAP, Kerberos and the like.

    `data` are octets, or text in PEM, base64 or hexadecimal, which may hold several messages. A message that may be
    of several types comes once for each. One that is of no well-known type is left out: no type is ever guessed by
    tags alone.
    """
    return [Identified(*found) for found in _wireglot.identify(data.encode() if isinstance(data, str) else data)]

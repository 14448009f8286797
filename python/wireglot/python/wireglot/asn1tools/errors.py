"""Errors by the names that asn1tools has them by."""

from __future__ import annotations


class Error(Exception):
    """Base of all."""


class CompileError(Error):
    """A specification can't be used."""


class EncodeError(Error):
    """A value can't be encoded."""


class DecodeError(Error):
    """Octets can't be decoded."""


class ConstraintsError(Error):
    """A value breaks a constraint."""


class ParseError(Error):
    """A specification has a syntax error."""

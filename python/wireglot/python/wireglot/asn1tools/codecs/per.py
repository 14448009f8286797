"""Errors of the packed rules."""

from . import DecodeError, EncodeError, OutOfDataError

__all__ = ["DecodeError", "EncodeError", "OutOfDataError"]

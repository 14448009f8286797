"""In the place of asn1tools 0.169: its names, values and exceptions, over this engine.

>>> import wireglot.asn1tools as asn1tools
>>> foo = asn1tools.compile_string("Foo DEFINITIONS AUTOMATIC TAGS ::= BEGIN A ::= BOOLEAN END")
>>> foo.encode("A", True)
b'\\x01\\x01\\xff'
"""

from __future__ import annotations

from .compiler import (
    Specification,
    compile_dict,
    compile_files,
    compile_string,
    parse_files,
    parse_string,
    pre_process_dict,
)
from .errors import CompileError, ConstraintsError, DecodeError, EncodeError, Error, ParseError

__version__ = "0.169.0"

__all__ = [
    "CompileError",
    "ConstraintsError",
    "DecodeError",
    "EncodeError",
    "Error",
    "ParseError",
    "Specification",
    "compile_dict",
    "compile_files",
    "compile_string",
    "parse_files",
    "parse_string",
    "pre_process_dict",
]

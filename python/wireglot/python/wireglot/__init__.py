"""ASN.1, SBE and bitproto by their specifications.

>>> import wireglot
>>> spec = wireglot.compile("Foo DEFINITIONS AUTOMATIC TAGS ::= BEGIN A ::= SEQUENCE { n INTEGER } END")
>>> spec["A"].encode({"n": 7}, "der").hex()
'3003800107'
"""

from __future__ import annotations

from ._column import Column, RowDamage, decode_arrow, encode_arrow
from ._errors import ArgumentError, CompileError, DecodeError, EncodeError, Error, ValueTypeError
from ._guess import Identified, identify
from ._inspect import Inspection, Row
from ._scan import Damage, Scan, scan
from ._spec import Difference, Spec, Type, compile
from ._wireglot import RULES, __version__

__all__ = [
    "RULES",
    "ArgumentError",
    "Column",
    "CompileError",
    "Damage",
    "DecodeError",
    "Difference",
    "EncodeError",
    "Error",
    "Identified",
    "Inspection",
    "Row",
    "RowDamage",
    "Scan",
    "Spec",
    "Type",
    "ValueTypeError",
    "__version__",
    "compile",
    "decode_arrow",
    "encode_arrow",
    "identify",
    "scan",
]

"""Specifications with the interface of asn1tools."""

from __future__ import annotations

import json
import os
import re
from collections.abc import Mapping
from typing import Any
from xml.etree import ElementTree

from .. import _errors, _spec as engine
from . import diagnosed, sources
from .any_defined_by import MODULE, AnyDefinedBy, Choices, NoChoice, Walk
from .codecs import DecodeError, EncodeError
from .codecs.type_checker import Checker
from .dictionary import Parsed, text_of
from .errors import CompileError, ParseError
from .errors import DecodeError as AnyDecodeError
from .errors import EncodeError as AnyEncodeError
from .explain import PACKED, constraint, encode_message
from .explain_decode import decode_error, represent, text_error

_RULES = {
    "ber": "ber",
    "der": "der",
    # What asn1tools writes for it is no GSER (RFC 3641): it is the value notation of X.680, as an assignment.
    "gser": "value",
    "jer": "jer",
    "oer": "oer",
    "per": "aper",
    "uper": "uper",
    "xer": "xer",
}
_TEXTS = ("gser", "jer", "xer")
_ASSIGNED = re.compile(rb"\s*[a-z][\w-]*\s+[A-Z][\w-]*\s*::=")


class CompiledType:
    """A type."""

    def __init__(self, specification: Specification, module: str, name: str) -> None:
        self._of = specification
        self._module = module
        self._name = name
        self._made: Any = None
        self._checker: Checker | None = None
        self._walk: Walk | None = None

    @property
    def _type(self) -> Any:
        if self._made is None:
            spec = self._of._spec
            full = f"{self._module}.{self._name}"
            self._made = spec[full if full in spec else self._name]
        return self._made

    @property
    def type_name(self) -> str:
        """The name of the type."""
        return self._name

    @property
    def type_checker(self) -> Checker:
        """Checks the Python types of values."""
        if self._checker is None:
            types = self._type.describe(self._of._rules)
            self._checker = Checker(self._name, types, self._of._numeric)
        return self._checker

    def _choices(self) -> Walk:
        if self._walk is None:
            assert self._of._choices is not None
            self._walk = Walk(self._of._choices, self.type_checker)
        return self._walk

    def check_types(self, data: Any) -> None:
        """Raises where a value is of another Python type."""
        self.type_checker.encode(data)

    def check_constraints(self, data: Any) -> None:
        """Raises where a value breaks a constraint."""
        of = self._of
        # A text has no constraints of its own: any rules of octets ask for those of the type.
        rules = "ber" if of._codec in _TEXTS else of._rules
        try:
            self._type.encode(data, rules, **of._checked)
        except _errors.Error as error:
            broken = constraint(error, data, self.type_checker)
            if broken is not None:
                raise broken from None

    def encode(
        self, data: Any, check_types: bool = True, check_constraints: bool = False, indent: int | None = None
    ) -> bytes:
        """Encodes a value."""
        of = self._of
        if of._choices is not None:
            data = self._with_octets(data)
        if check_constraints and of._codec in _TEXTS:
            if check_types:
                self.check_types(data)
            self.check_constraints(data)
        written = of._checked if check_constraints else of._written
        try:
            made = self._type.encode(data, of._rules, indented=bool(indent), **written)
        except _errors.CompileError as error:
            raise CompileError(str(error)) from None
        except _errors.Error as error:
            raise self._unwritten(error, data, check_types, check_constraints) from None
        if isinstance(made, str):
            return _text(made, of._codec, self._name, indent)
        return bytes(made)

    def _with_octets(self, data: Any) -> Any:
        """A value with octets where ANY DEFINED BY stands."""
        held = self._of._modules[MODULE]
        try:
            return self._choices().over(data, lambda value, ty, _: held[ty].encode(value))
        except NoChoice as error:
            raise error.when_encoding() from None
        except RecursionError:
            raise EncodeError("values within ANY are nested too deeply", self._name) from None

    def _with_values(self, value: Any, data: Any) -> Any:
        """A value with what these octets hold where ANY DEFINED BY stands."""
        held = self._of._modules[MODULE]
        try:
            return self._choices().over(value, lambda octets, ty, _: held[ty].decode(octets))
        except NoChoice as error:
            raise error.when_decoding(_Octets(self._type, self._of, bytes(data)).start(error.path)) from None
        except RecursionError:
            raise DecodeError("values within ANY are nested too deeply", None, self._name) from None

    def _unwritten(
        self, error: _errors.Error, data: Any, check_types: bool, check_constraints: bool
    ) -> Exception:
        if check_types:
            try:
                self.check_types(data)
            except EncodeError as wrong:
                return wrong
        broken = constraint(error, data, self.type_checker, packed=not check_constraints)
        if broken is not None and check_constraints:
            return broken
        if broken is not None:
            return EncodeError(broken.message, broken.location)
        return encode_message(error, data, self.type_checker, self._of._codec)

    def decode(self, data: Any, check_constraints: bool = False) -> Any:
        """Decodes the value that octets begin with."""
        return self.decode_with_length(data, check_constraints)[0]

    def decode_with_length(self, data: Any, check_constraints: bool = False) -> tuple[Any, int]:
        """The same, and how many octets it took."""
        of = self._of
        try:
            if of._codec in _TEXTS:
                text = _ASSIGNED.sub(b"", bytes(data), count=1) if of._codec == "gser" else bytes(data)
                value, length = self._type.decode(text, of._rules, **of._form), len(data)
            else:
                value, length = self._type.decode_some(data, of._rules, **of._form)
        except _errors.CompileError as error:
            raise CompileError(str(error)) from None
        except _errors.DecodeError as error:
            if of._codec in _TEXTS:
                raise text_error(error, self.type_checker) from None
            octets = _Octets(self._type, of, bytes(data))
            raise decode_error(error, octets.data, self.type_checker, of._codec, octets) from None
        if check_constraints:
            self.check_constraints(value)
        if of._choices is not None:
            value = self._with_values(value, data)
        return value, length

    def __repr__(self) -> str:
        return represent(self.type_checker, self.type_checker.root, self._name, self._of._codec)


class _Octets:
    """Octets that are refused."""

    def __init__(self, ty: Any, of: Specification, data: bytes) -> None:
        self._type = ty
        self._of = of
        self.data = data

    def rest(self) -> int | None:
        """From which bit on nothing was decoded."""
        rows = self._type.inspect(self.data, self._of._rules).rows
        return rows[-1].bit if rows and rows[-1].part == "rest" else None

    def start(self, path: str) -> int | None:
        """Where the encoding of a part begins."""
        rows = self._type.inspect(self.data, self._of._rules).rows
        return next((row.bit // 8 for row in rows if row.path == path), None)

    def error(self, other: bytes) -> _errors.DecodeError | None:
        """What is wrong with other octets by BER, whose lengths may have any form."""
        try:
            self._type.decode_some(other, "ber", **self._of._form)
        except _errors.DecodeError as error:
            return error
        return None


def _text(made: str, codec: str, name: str, indent: int | None) -> bytes:
    """A text as asn1tools lays it out."""
    if codec == "gser":
        return f"{name.lower()} {name} ::= {made}".encode()
    if codec == "jer":
        return (json.dumps(json.loads(made), indent=indent) if indent else made).encode()
    if indent:
        element = ElementTree.fromstring(made)
        ElementTree.indent(element, " " * indent)
        return ElementTree.tostring(element)
    # The mark `/>` ends empty elements alone: in text it is written in other words.
    return made.replace("/>", " />").encode("ascii", "xmlcharrefreplace")


class Specification:
    """Types by their names; encodes and decodes their values."""

    def __init__(
        self,
        source: list[str] | Mapping[str, str],
        codec: str,
        numeric_enums: bool,
        choices: AnyDefinedBy | None,
    ) -> None:
        if codec not in _RULES:
            raise CompileError(f"Unsupported codec '{codec}'.")
        self._codec = codec
        self._source = source
        self._rules = _RULES[codec]
        self._numeric = numeric_enums
        self._choices = choices
        self._form: dict[str, Any] = {
            "times": "restricted" if codec in ("der", "per", "uper") else "naive",
            "enum": "number" if numeric_enums else "name",
            "defaults": "names",
            "later": "none",
            # asn1tools reads "0" in quotes as a REAL.
            "zeros": "quoted",
        }
        #: How values are written, and how with their constraints checked.
        self._written: dict[str, Any] = {
            "checks": False,
            "extra": "ignore",
            "times": self._form["times"],
            "alphabets": "type" if codec in PACKED else "rules",
            "named_bits": "trim" if codec in PACKED else "keep",
            "sets": "tag",
            # asn1tools has no minus zero, except in OER and texts.
            "zeros": "signed" if codec == "oer" or codec in _TEXTS else "unsigned",
        }
        self._checked = {**self._written, "checks": True, "alphabets": "type"}
        self._spec = _compiled(source)
        self._modules: dict[str, dict[str, CompiledType]] = {}
        self._types: dict[str, CompiledType] = {}
        several = set()
        for module, name in self._spec._made.names():
            made = CompiledType(self, module, name)
            self._modules.setdefault(module, {})[name] = made
            if module == MODULE:
                continue
            if name in self._types:
                several.add(name)
            self._types[name] = made
        for name in several:
            del self._types[name]
        errors = [line for line in self._spec.warnings if " error[" in line]
        if errors:
            diagnosed.refuse_undefined(errors, sources.texts_of(source), self._modules)

    @property
    def types(self) -> Mapping[str, CompiledType]:
        """All types whose name one module alone has."""
        return self._types

    @property
    def modules(self) -> Mapping[str, Mapping[str, CompiledType]]:
        """All types, by module."""
        return {name: types for name, types in self._modules.items() if name != MODULE}

    def encode(
        self, name: str, data: Any, check_types: bool = True, check_constraints: bool = False, **keywords: Any
    ) -> bytes:
        """Encodes a value of a type."""
        try:
            made = self._types[name]
        except KeyError:
            raise self._unusable(name) or AnyEncodeError(f"Type '{name}' not found in types dictionary.") from None
        return made.encode(data, check_types, check_constraints, **keywords)

    def decode(self, name: str, data: Any, check_constraints: bool = False) -> Any:
        """Decodes a value of a type."""
        return self._found(name).decode(data, check_constraints)

    def decode_with_length(self, name: str, data: Any, check_constraints: bool = False) -> tuple[Any, int]:
        """The same, and how many octets it took."""
        if self._codec not in ("ber", "der"):
            raise NotImplementedError("This codec does not support decode_with_length().")
        return self._found(name).decode_with_length(data, check_constraints)

    def _found(self, name: str) -> CompiledType:
        try:
            return self._types[name]
        except KeyError:
            raise self._unusable(name) or AnyDecodeError(f"Type '{name}' not found in types dictionary.") from None

    def _unusable(self, name: str) -> CompileError | None:
        """Why a type is not there although the specification has it: there are errors in it."""
        texts = sources.texts_of(self._source).values()
        errors = [line for line in self._spec.warnings if " error[" in line]
        if not errors or not any(diagnosed.defines(text, name) for text in texts):
            return None
        return CompileError("\n".join([f"Type '{name}' can't be used:", *errors]))

    def decode_length(self, data: bytes) -> int | None:
        """How many octets the encoding takes that these begin; nothing where they are too few to tell."""
        if self._codec not in ("ber", "der"):
            raise DecodeError("Decode length is not supported for this codec.")
        return _length(bytes(data))


def _length(data: bytes) -> int | None:
    """The length of tag, length and contents (X.690 8.1)."""
    at = 1
    if data[:1] and data[0] & 0x1F == 0x1F:
        while at < len(data) and data[at] & 0x80:
            at += 1
        at += 1
    if at >= len(data):
        return None
    first, at = data[at], at + 1
    if first == 0x80:
        raise DecodeError("Expected definite length, but got indefinite.", at - 1)
    if first < 0x80:
        return at + first
    count = first & 0x7F
    if at + count > len(data):
        return None
    return at + count + int.from_bytes(data[at : at + count], "big")


def _names(filenames: str | os.PathLike[str] | list[Any]) -> list[str]:
    listed = filenames if isinstance(filenames, (list, tuple)) else [filenames]
    return [os.fspath(name) for name in listed]


def _compiled(source: list[str] | Mapping[str, str]) -> engine.Spec:
    """What of a specification can be used. Errors in its syntax are raised."""
    if not source:
        raise ParseError("Invalid ASN.1 syntax: there are no files.")
    spec = engine.compile(source, language="asn1", partial=True, contents="octets")
    diagnosed.refuse_syntax(spec.warnings)
    if sources.MISSING.search(spec._made.diagnostics):
        more = sources.with_empty_sets(sources.texts_of(source), spec._made.diagnostics)
        if len(more) > len(source):
            spec = engine.compile(more, language="asn1", partial=True, contents="octets")
    return spec


def parse_string(string: str) -> Parsed:
    """A specification to be compiled by `compile_dict`."""
    _compiled(sources.of_text(string, None))
    return Parsed(string)


def parse_files(filenames: str | list[str], encoding: str = "utf-8") -> Parsed:
    """The same of files."""
    return parse_string("\n".join(sources.read(name, encoding) for name in _names(filenames)))


def compile_dict(
    specification: Mapping[str, Any],
    codec: str = "ber",
    any_defined_by_choices: Choices | None = None,
    numeric_enums: bool = False,
) -> Specification:
    """Compiles a dictionary as asn1tools has it, or what `parse_string` gave."""
    text = text_of(specification)
    choices = _choices(any_defined_by_choices, text)
    return Specification(sources.of_text(text, choices), codec, numeric_enums, choices)


def _choices(choices: Choices | None, text: str) -> AnyDefinedBy | None:
    return AnyDefinedBy(choices, text) if choices else None


def compile_string(
    string: str, codec: str = "ber", any_defined_by_choices: Choices | None = None, numeric_enums: bool = False
) -> Specification:
    """Compiles a text."""
    return compile_dict(Parsed(string), codec, any_defined_by_choices, numeric_enums)


def compile_files(
    filenames: str | list[str],
    codec: str = "ber",
    any_defined_by_choices: Choices | None = None,
    encoding: str = "utf-8",
    cache_dir: str | None = None,
    numeric_enums: bool = False,
) -> Specification:
    """Compiles files; there is nothing that a cache would save."""
    names = _names(filenames)
    choices = None
    if any_defined_by_choices:
        text = "\n".join(sources.read(name, encoding) for name in names)
        choices = AnyDefinedBy(any_defined_by_choices, text)
    return Specification(sources.of_files(names, choices, encoding), codec, numeric_enums, choices)


def pre_process_dict(specification: Any) -> Any:
    """What was parsed, as it is: the engine expands by itself."""
    return specification


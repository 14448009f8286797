"""What the engine compiles in the place of what a caller gave."""

from __future__ import annotations

import os
import re
from collections.abc import Mapping

from .any_defined_by import AnyDefinedBy

#: EXTERNAL with the members that asn1tools gives it: those of 1990, which all octets have (X.690 8.18.1).
_EXTERNAL = """[UNIVERSAL 8] IMPLICIT SEQUENCE {
    direct-reference [UNIVERSAL 6] IMPLICIT OBJECT IDENTIFIER OPTIONAL,
    indirect-reference [UNIVERSAL 2] IMPLICIT INTEGER OPTIONAL,
    data-value-descriptor [UNIVERSAL 7] IMPLICIT ObjectDescriptor OPTIONAL,
    encoding CHOICE {
        single-ASN1-type [0] EXPLICIT ANY,
        octet-aligned [1] IMPLICIT OCTET STRING,
        arbitrary [2] IMPLICIT BIT STRING
    }
}"""

#: A string, a comment, or the word.
_WORDS = re.compile(r'"[^"]*"|/\*.*?\*/|--.*?(?:--|$)|(?<![\w-])EXTERNAL(?![\w-])', re.DOTALL | re.MULTILINE)


def with_external(text: str) -> str:
    """A specification in which EXTERNAL is the type of 1990."""
    if "EXTERNAL" not in text:
        return text
    return _WORDS.sub(lambda found: _EXTERNAL if found[0] == "EXTERNAL" else found[0], text)


def of_text(text: str, choices: AnyDefinedBy | None) -> Mapping[str, str]:
    """A text as files by their names."""
    sources = {"specification.asn1": with_external(text)}
    if choices is not None:
        sources["choices.asn1"] = choices.module()
    return sources


def of_files(names: list[str], choices: AnyDefinedBy | None, encoding: str) -> list[str] | Mapping[str, str]:
    """Files as they are, or where they are not compiled as they are their texts by their names."""
    texts = {name: read(name, encoding) for name in names}
    if choices is None and not any("EXTERNAL" in text for text in texts.values()):
        return names
    sources = {name: with_external(text) for name, text in texts.items()}
    if choices is not None:
        sources["choices.asn1"] = choices.module()
    return sources


def read(name: str | os.PathLike[str], encoding: str) -> str:
    """The text of a file."""
    with open(name, encoding=encoding, errors="replace") as file:
        return file.read()

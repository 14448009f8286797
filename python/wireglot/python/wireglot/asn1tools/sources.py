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


#: How the engine reports an import from a module that is not there.
MISSING = re.compile(r"error\[A0302\]: module `([\w-]+)` was not found")
_COMMENTS = re.compile(r'"[^"]*"|/\*.*?\*/|--.*?(?:--|$)', re.DOTALL | re.MULTILINE)


def with_empty_sets(texts: Mapping[str, str], diagnostics: str) -> Mapping[str, str]:
    """The same texts, and for each module that is imported but not there, one with empty object sets.

    asn1tools does not look into object sets: types whose open types they constrain can be used without them, such as
    those of DSRC without the regional extensions in REGION.
    """
    made = dict(texts)
    missing = dict.fromkeys(MISSING.findall(diagnostics))
    if not missing:
        return made
    text = "\n".join(_COMMENTS.sub(" ", text) for text in texts.values())
    governors = _governors(text)
    imports: dict[str, dict[str, set[str]]] = {module: {} for module in missing}
    sets: dict[str, list[str]] = {module: [] for module in missing}
    importing = None
    for found in _HEADER_OR_FROM.finditer(text):
        importing, module = found["header"] or importing, found["module"]
        if module not in imports or importing is None:
            continue
        for name in names_before(text, found.start()):
            if name in governors:
                imports[module].setdefault(importing, set()).add(governors[name])
                sets[module].append(f"{name} {governors[name]} ::= {{ ... }}")
    for module in missing:
        if sets[module]:
            listed = " ".join(f"{', '.join(sorted(names))} FROM {of}" for of, names in imports[module].items())
            lines = "\n".join(dict.fromkeys(sets[module]))
            made[f"{module}.asn1"] = f"{module} DEFINITIONS AUTOMATIC TAGS ::= BEGIN IMPORTS {listed};\n{lines}\nEND"
    return made


#: The name of a module, or FROM and the module that names come from.
_HEADER_OR_FROM = re.compile(
    r"(?<![\w-])(?:(?P<header>[A-Z][\w-]*)\s*(?:\{[^{}]*\}\s*)?DEFINITIONS|FROM\s+(?P<module>[\w-]+))(?![\w-])"
)
#: A type with an object set as its actual parameter: `Type { {Set} }`.
_PARAMETERS = re.compile(r"(?<![\w-])([A-Z][\w-]*)\s*\{\s*\{\s*([\w-]+)\s*\}\s*\}")
#: A type with an object set as its dummy reference: `Type {CLASS : Set} ::=`.
_PARAMETERIZED = re.compile(r"(?<![\w-])([A-Z][\w-]*)\s*\{\s*([A-Z][A-Z0-9-]*)\s*:\s*[\w-]+\s*\}\s*::=")


def _governors(text: str) -> dict[str, str]:
    """The classes of object sets that are actual parameters: the governors of the dummy references."""
    classes: dict[str, str] = {}
    for found in _PARAMETERIZED.finditer(text):
        classes.setdefault(found[1], found[2])
    types: dict[str, str] = {}
    for found in _PARAMETERS.finditer(text):
        types.setdefault(found[2], found[1])
    return {name: classes[of] for name, of in types.items() if of in classes}


def names_before(text: str, end: int) -> list[str]:
    """The names with commas between them that end at a place in a text, such as that of FROM."""
    start = max(_last_word(text, word, end) for word in ("IMPORTS", "FROM", ";"))
    words = re.findall(r"[\w-]+|[^\w\s]", text[start:end])
    names: list[str] = []
    while words and re.match(r"[\w-]", words[-1]) and words[-1] not in ("IMPORTS", "FROM"):
        names.append(words.pop())
        if not words or words.pop() != ",":
            break
    return names[::-1]


def _last_word(text: str, word: str, end: int) -> int:
    """The last place of a word before another place in a text, and not as a part of a longer word; else 0."""
    at = text.rfind(word, 0, end)
    while at >= 0:
        around = text[at - 1 : at] + text[at + len(word) : at + len(word) + 1]
        if word == ";" or not re.search(r"[\w-]", around):
            return at
        at = text.rfind(word, 0, at)
    return 0


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


def texts_of(source: list[str] | Mapping[str, str]) -> Mapping[str, str]:
    """The texts of what is compiled, by the names of their files."""
    return source if isinstance(source, Mapping) else {name: read(name, "utf-8") for name in source}

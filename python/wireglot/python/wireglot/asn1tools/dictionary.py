"""Dictionaries that asn1tools makes of specifications, as text again."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any


class Parsed(dict[str, Any]):
    """A specification by its text. Its keys are the modules."""

    def __init__(self, text: str = "") -> None:
        super().__init__({name: {} for name in re.findall(r"(\S+)\s+DEFINITIONS", text)})
        self.text = text

    def __deepcopy__(self, _: Any) -> Parsed:
        return Parsed(self.text)

    def __reduce__(self) -> tuple[Any, ...]:
        return Parsed, (self.text,)


def text_of(specification: Mapping[str, Any]) -> str:
    """The text of a specification."""
    if isinstance(specification, Parsed):
        return specification.text
    return "\n".join(_module(name, module) for name, module in specification.items())


def _module(name: str, module: Mapping[str, Any]) -> str:
    lines = [f"{name} DEFINITIONS {module.get('tags') or 'EXPLICIT'} TAGS"]
    if module.get("extensibility-implied"):
        lines.append("EXTENSIBILITY IMPLIED")
    lines.append("::= BEGIN")
    imports = [f"{', '.join(names)} FROM {source}" for source, names in module.get("imports", {}).items()]
    if imports:
        lines.append(f"IMPORTS {' '.join(imports)};")
    for reference, ty in module.get("types", {}).items():
        parameters = ty.get("parameters")
        listed = "{" + ", ".join(_parameter(one, ty) for one in parameters) + "}" if parameters else ""
        lines.append(f"{reference}{listed} ::= {_type(ty)}")
    for reference, value in module.get("values", {}).items():
        lines.append(f"{reference} {_type(value)} ::= {_value(value['value'], value)}")
    lines.append("END")
    return "\n".join(lines)


def _parameter(name: str, _: Mapping[str, Any]) -> str:
    return name if name[0].isupper() else f"INTEGER:{name}"


def _type(ty: Mapping[str, Any]) -> str:
    """A type with its tag and constraints."""
    tag = ty.get("tag")
    parts = []
    if tag:
        parts.append(f"[{tag.get('class', '')} {tag['number']}]".replace("[ ", "["))
        parts.append(tag.get("kind", ""))
    kind = ty["type"]
    size = f" (SIZE ({_ranges(ty['size'])}))" if ty.get("size") and ty["size"] != [None] else ""
    if kind in ("SEQUENCE", "SET", "CHOICE"):
        parts.append(f"{kind} {{ {_members(ty['members'])} }}")
    elif kind in ("SEQUENCE OF", "SET OF"):
        parts.append(f"{kind.split()[0]}{size} OF {_type(ty['element'])}")
        size = ""
    elif kind == "ENUMERATED":
        items = ["..." if item is None else f"{item[0]} ({item[1]})" for item in ty["values"]]
        parts.append(f"ENUMERATED {{ {', '.join(items)} }}")
    elif kind == "ANY DEFINED BY":
        parts.append(f"ANY DEFINED BY {ty['value']}")
    else:
        parts.append(kind + _named(ty))
    if "actual-parameters" in ty:
        actual = [_type(one) if isinstance(one, Mapping) else str(one) for one in ty["actual-parameters"]]
        parts.append("{" + ", ".join(actual) + "}")
    constraint = size
    if ty.get("restricted-to"):
        constraint += f" ({_ranges(ty['restricted-to'])})"
    if ty.get("from"):
        letters = [f'"{a[0]}".."{a[1]}"' if isinstance(a, tuple) else f'"{a}"' for a in ty["from"]]
        constraint += f" (FROM ({' | '.join(letters)}))"
    return " ".join(part for part in parts if part) + constraint


def _named(ty: Mapping[str, Any]) -> str:
    if "named-bits" in ty:
        return " { " + ", ".join(f"{name} ({bit})" for name, bit in ty["named-bits"]) + " }"
    if "named-numbers" in ty:
        return " { " + ", ".join(f"{name} ({number})" for name, number in ty["named-numbers"].items()) + " }"
    return ""


def _ranges(ranges: list[Any]) -> str:
    shown = []
    for one in ranges:
        if one is None:
            shown.append(", ...")
        else:
            text = _type(one) if isinstance(one, Mapping) else str(one)
            text = f"{one[0]}..{one[1]}" if isinstance(one, tuple) else text
            shown.append((" | " if shown and not shown[-1].startswith(",") else ", " if shown else "") + text)
    return "".join(shown)


def _members(members: list[Any]) -> str:
    shown = []
    for member in members:
        if member is None:
            shown.append("...")
        elif isinstance(member, list):
            shown.append(f"[[ {_members(member)} ]]")
        elif "components-of" in member:
            shown.append(f"COMPONENTS OF {member['components-of']}")
        else:
            text = f"{member['name']} {_type(member)}"
            if "default" in member:
                text += f" DEFAULT {_value(member['default'], member)}"
            elif member.get("optional"):
                text += " OPTIONAL"
            shown.append(text)
    return ", ".join(shown)


def _value(value: Any, ty: Mapping[str, Any]) -> str:
    if isinstance(value, bool):
        return str(value).upper()
    if isinstance(value, str) and value.startswith(("0x", "0b")):
        return f"'{value[2:].upper()}'{'H' if value[1] == 'x' else 'B'}"
    if isinstance(value, str):
        return f'"{value}"' if "String" in ty["type"] and "STRING" not in ty["type"] else value
    if isinstance(value, list):
        arcs = [f"{arc[0]} ({arc[1]})" if isinstance(arc, tuple) else str(arc) for arc in value]
        is_oid = ty["type"] == "OBJECT IDENTIFIER" or any(isinstance(arc, (str, tuple)) for arc in value)
        return "{ " + (" " if is_oid else ", ").join(arcs) + " }"
    return "NULL" if value is None else str(value)

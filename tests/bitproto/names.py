"""Schemas that use reserved words and library names of languages wherever a name is allowed."""

import itertools
import re

import records
import words

# Words reserved by bitproto itself.
OWN = re.compile(r"(bool|byte|u?int\d+|float\d+|proto|import|option|type|const|enum|message|template|typedef|true|false|yes|no)$")
FIELDS = 250  # per message, whose field numbers are 1 to 255
# Names that become the same in some language.
ALIKE = ["fooBar", "FooBar", "foo_bar", "foobar", "FOO_BAR", "fooBAR", "Foo_Bar", "a1", "a_1", "A1", "get", "Get", "size", "Size"]
# Packages with these names have given code that doesn't compile.
FOUND = ("Result", "_", "classmethod", "object")
HEADERS = ("inttypes", "stdbool", "stddef", "stdint", "string")  # included by generated C


def schemas(folder, everything):
    """One schema for fields, one for everything else, and one with an import for each of a few package names."""
    named = [word for word in words.everything() if not OWN.match(word)]
    special = [word for word in words.special() if not OWN.match(word)]
    fields = named if everything else sorted({*special, *named[::7]})
    return [fields_of(folder, fields), others(folder, special), alike(folder), *packages(folder, special if everything else sorted({*special[::40], *FOUND}))]


def written(folder, name, lines):
    path = folder / f"{name}.bitproto"
    path.write_text("\n".join([f"proto {name}", "", *lines]) + "\n")
    return records.Schema(path)


def fields_of(folder, fields):
    """Messages with these fields, each with its number."""
    lines, rows = [], []
    for start in range(0, len(fields), FIELDS):
        some = fields[start:start + FIELDS]
        message = f"Fields{start}"
        lines += [f"message {message} {{", *(f"    uint8 {name} = {at + 1}" for at, name in enumerate(some)), "}", ""]
        value = {name: at + 1 for at, name in enumerate(some)}
        row = {"id": f"names {message}", "message": message, "bytes": bytes(value.values()).hex()}
        rows.append(records.Record(row, value, value))
    schema = written(folder, "names_of_fields", lines)
    schema.records = rows
    return schema


def others(folder, special):
    """Messages, enumerations, their values, aliases and constants, using each name once."""
    lines, seen = [], set()
    # In upper case for macros, but only those in included headers.
    capitals = {word.upper(): word for word in (*special, *words.libc(HEADERS)) if re.fullmatch(r"[A-Z]\w*", word.upper())}
    kinds = itertools.cycle(("message", "enum", "alias"))
    for word in special:
        if not word[0].isalpha() or word.lower() in seen:
            continue
        seen.add(word.lower())
        match next(kinds):
            case "message":
                lines += [f"message {word} {{", f"    uint8 {word} = 1", "}", ""]
            case "enum":
                lines += [f"enum {word} : uint8 {{", f"    {word.upper()}_NONE = 0", "}", ""]
            case _:
                lines += [f"type {word} = uint8[3]", ""]
    constants = sorted(word for word in capitals if not OWN.match(word))
    half = len(constants) // 2
    lines += [f"const {word} = {at}" for at, word in enumerate(constants[:half])]
    lines += ["", "enum Valued : uint16 {", *(f"    {word} = {at}" for at, word in enumerate(constants[half:])), "}"]
    return written(folder, "names_of_others", lines)


def alike(folder):
    """Fields, messages, values and nested messages whose names differ only in case or underscores."""
    lines = ["message Fields {", *(f"    uint8 {name} = {at + 1}" for at, name in enumerate(ALIKE)), "}", ""]
    lines += ["enum Values : uint8 {", *(f"    {name}V = {at}" for at, name in enumerate(ALIKE)), "}", ""]
    for name in ALIKE:
        lines += [f"message {name}M {{", "    bool a = 1", "}", ""]
    lines += ["message Outer {", "    message fooBar {", "        bool a = 1", "    }", "    message foo_bar {", "        bool a = 1", "    }",
              "    fooBar x = 1", "    foo_bar y = 2", "}", "", "message OuterFooBar {", "    bool a = 1", "}", ""]
    value = {name: at + 1 for at, name in enumerate(ALIKE)}
    schema = written(folder, "names_alike", lines)
    schema.records = [records.Record({"id": "names alike", "message": "Fields", "bytes": bytes(value.values()).hex()}, value, value)]
    return schema


def packages(folder, names):
    """Schemas with these names, and one that imports them under their own names."""
    for name in names:
        into = folder / f"in_{name}"
        into.mkdir()
        inner = written(into, name, ["message Inner {", "    uint8 a = 1", "}"])
        lines = [f'import "{inner.path.name}"', "", "message Outer {", f"    {name}.Inner inner = 1", "}"]
        outer = written(into, f"outer_{name}", lines)
        value = {"inner": {"a": 7}}
        outer.records = [records.Record({"id": f"names {name}", "message": "Outer", "bytes": "07"}, value, value)]
        yield outer

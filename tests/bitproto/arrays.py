"""Schemas of arrays: n elements of k bytes, in several shapes, on byte boundaries and between them.

The expected bytes are computed here from the definition of the language, without any of our code.
"""

import random

import records

# An element of k bytes: its declaration, its value in each language, and its leaves in order, by bits. A leaf is the
# contents of the value, "record" an object around it, "array" a list.
SHAPES = {
    "octets": lambda k: (f"message Octets{k} {{\n" + fields(["uint8"] * k) + "}\n", f"Octets{k}", ("record", [("leaf", 8)] * k)),
    "number": lambda k: (f"message Number{k} {{\n" + fields([f"uint{8 * k}"]) + "}\n", f"Number{k}", ("record", [("leaf", 8 * k)])),
    "signed": lambda k: (f"message Signed{k} {{\n" + fields([f"int{8 * k}"]) + "}\n", f"Signed{k}", ("record", [("signed", 8 * k)])),
    "nested": lambda k: (f"message Nested{k} {{\n" + fields([f"Octets{k}"]) + "}\n", f"Nested{k}",
                         ("record", [("record", [("leaf", 8)] * k)])),
    "bytes": lambda k: (f"message Bytes{k} {{\n" + fields([f"byte[{k}]"]) + "}\n", f"Bytes{k}", ("record", [("array", [("leaf", 8)] * k)])),
    "alias": lambda k: (f"type Alias{k} = byte[{k}]\n", f"Alias{k}", ("array", [("leaf", 8)] * k)),
    "plain": lambda k: ("", f"uint{8 * k}", ("leaf", 8 * k)),
    "named": lambda k: (f"type Named{k} = uint{8 * k}\n", f"Named{k}", ("leaf", 8 * k)),
    "kind": lambda k: (f"enum Kind{k} : uint{8 * k} {{\n    KIND{k}_NONE = 0\n}}\n", f"Kind{k}", ("leaf", 8 * k)),
    "truth": lambda k: (f"message Truth{k} {{\n" + fields(["bool"] * k) + "}\n", f"Truth{k}", ("record", [("bool", 1)] * k)),
}

# A full run takes every length of these.
WHOLE = ("octets", "number")


def fields(kinds):
    return "".join(f"    {kind} f{at} = {at + 1}\n" for at, kind in enumerate(kinds))


def drawn(kind, draw):
    """A value of a kind, and its bits in order as (number, width)."""
    what, of = kind
    if what in ("leaf", "signed", "bool"):
        number = draw.randrange(1 << of)
        value = bool(number) if what == "bool" else number - (1 << of) if what == "signed" and number >> (of - 1) else number
        return value, [(number, of)]
    parts = [drawn(part, draw) for part in of]
    bits = [bit for _, some in parts for bit in some]
    values = [value for value, _ in parts]
    return (dict((f"f{at}", value) for at, value in enumerate(values)) if what == "record" else values), bits


def packed(bits):
    """Bits one after another, as bytes."""
    whole = at = 0
    for number, width in bits:
        whole |= number << at
        at += width
    return whole.to_bytes((at + 7) // 8, "little")


def schemas(folder, everything):
    """Writes a schema for each element size, with one message for each length, shape and position of the array."""
    draw = random.Random(1)
    made = []
    few = (1, 8, 9, 20)  # around the sizes from which bytes are copied in one go
    for k in range(1, 9) if everything else (1, 3, 8):
        path = folder / f"arrays{k}.bitproto"
        lines, schema = [f"proto arrays{k}\n"], records.Schema(path)
        for shape, element in SHAPES.items():
            declared, name, kind = element(k)
            lines.append(declared)
            for n in range(1, 21) if everything and shape in WHOLE else few:
                for before in (0, 3):
                    message = f"{shape.title()}{k}Of{n}Behind{before}"
                    kinds = [f"uint{before}"] * bool(before) + [f"{name}[{n}]", "bool"]
                    lines.append(f"message {message} {{\n" + fields(kinds) + "}\n")
                    parts = [("leaf", before)] * bool(before) + [("array", [kind] * n), ("bool", 1)]
                    value, bits = drawn(("record", parts), draw)
                    row = {"id": f"arrays {message}", "message": message, "bytes": packed(bits).hex()}
                    schema.records.append(records.Record(row, value, value))
        path.write_text("\n".join(lines))
        made.append(schema)
    return made

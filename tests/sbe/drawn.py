"""Draws SBE schemas, and values of their messages, from a seed."""

import random
import struct
from xml.sax.saxutils import quoteattr

SIZES = {"char": 1, "int8": 1, "uint8": 1, "int16": 2, "uint16": 2, "int32": 4, "uint32": 4, "int64": 8, "uint64": 8,
         "float": 4, "double": 8}
INTEGERS = [name for name in SIZES if "int" in name]
TEXT = "abcXYZ019 _-+.<&>\"\\\n\x01\x7f\x85\xe9\xff"


def tag(element, text=None, /, **attributes):
    """An element; attributes that are None are omitted."""
    words = "".join(f" {key}={quoteattr(str(value))}" for key, value in attributes.items() if value is not None)
    if text is None:
        return f"<{element}{words}/>"
    return f"<{element}{words}>{text.replace('&', '&amp;').replace('<', '&lt;')}</{element}>"


def limits(primitive):
    """The minimum and maximum value, excluding the null value."""
    bits = SIZES[primitive] * 8
    if primitive.startswith("u"):
        return 0, (1 << bits) - 2
    return 1 - (1 << bits - 1), (1 << bits - 1) - 1


class Type:
    """The XML of a type, its size, and a function that draws its values; None for a constant."""

    def __init__(self, name, size, draw):
        self.name, self.size, self.draw = name, size, draw


class Member:
    """A field, group or data, and the version that introduced it."""

    def __init__(self, kind, name, since, **rest):
        self.kind, self.name, self.since = kind, name, since
        self.__dict__.update(rest)


class Drawn:
    """A schema: `xml(version)` is its text as of a version, and `message(name)` draws values."""

    def __init__(self, seed):
        self.random = random.Random(seed)
        self.count = 0
        self.version = self.random.choice([0, 0, 1, 3])
        # Whether headers and dimensions count the groups and data after their blocks.
        self.counted = self.random.random() < 0.4
        self.order = self.random.choice(["littleEndian", "bigEndian"])
        self.declared = []
        self.enums = []
        self.types = []
        self.header = self.lead(["blockLength", "templateId", "schemaId", "version"],
                                shuffled=True, widths=["uint16", "uint16", "uint32"])
        self.plain()
        self.dimensions = self.several(1, 3, self.dimension)
        self.lengths = self.several(1, 3, self.data_type)
        self.messages = [self.block(f"Message{number}", 0) for number in range(self.random.randint(1, 3))]

    # Types

    def name(self, word):
        self.count += 1
        return f"{word}{self.count}"

    def chance(self, part):
        return self.random.random() < part

    def several(self, least, most, make):
        return [make() for _ in range(self.random.randint(least, most))]

    def lead(self, names, shuffled, widths):
        """The members of a header or dimension."""
        members = [(name, self.random.choice(widths)) for name in names]
        if shuffled and self.chance(0.3):
            self.random.shuffle(members)
        if self.counted:
            members += [("numGroups", "uint16"), ("numVarDataFields", self.random.choice(["uint8", "uint16"]))]
        elif self.chance(0.2):
            members.append(("reserved", "uint16"))
        lines, at = [], 0
        for name, width in members:
            offset = None
            if self.chance(0.15):
                at += self.random.randint(0, 3)
                offset = at
            most = 1 << 20 if width == "uint32" else None
            lines.append(tag("type", name=name, primitiveType=width, offset=offset, maxValue=most))
            at += SIZES[width]
        return lines

    def dimension(self):
        name = self.name("dimension")
        self.declare_composite(name, self.lead(["blockLength", "numInGroup"], False, ["uint8", "uint16", "uint32"]))
        return name

    def data_type(self):
        name, width = self.name("data"), self.random.choice(["uint8", "uint16", "uint32"])
        of = self.random.choice(["char", "uint8"])
        encoding = self.random.choice([None, None, "UTF-8"]) if of == "char" else None
        self.declare_composite(name, [
            tag("type", name="length", primitiveType=width, maxValue=1 << 20 if width == "uint32" else None),
            tag("type", name="varData", primitiveType=of, length=0, characterEncoding=encoding)])
        return name, of

    def declare_composite(self, name, lines):
        self.declared.append(f'<composite name="{name}">{"".join(lines)}</composite>')

    def plain(self):
        """Types allowed for fields."""
        self.enums = self.several(1, 3, self.enum)
        makers = [self.number, self.number, self.array, self.chars, self.constant, self.set]
        for maker in makers + self.several(0, 4, lambda: self.random.choice(makers)):
            name = self.name("Type")
            line, kind = maker(name)
            self.declared.append(line)
            self.types.append(kind)
        self.types += [enum for enum, _ in self.enums]
        self.types += self.several(1, 3, lambda: self.composite(0))
        self.random.shuffle(self.declared)

    def integer(self, primitive):
        least, most = limits(primitive)
        return self.random.choice([least, most, 0, 1, self.random.randint(least, most)])

    def scalar(self, primitive):
        if primitive == "char":
            return self.random.choice(TEXT)
        if primitive in ("float", "double"):
            special = ["Infinity", "-Infinity", -0.0, 0.0, 1.5]
            drawn = self.random.choice([*special, self.random.uniform(-1e6, 1e6), self.random.uniform(-1, 1) * 1e-30])
            rounded = isinstance(drawn, float) and primitive == "float"
            return struct.unpack("<f", struct.pack("<f", drawn))[0] if rounded else drawn
        return self.integer(primitive)

    def number(self, name):
        primitive = self.random.choice(list(SIZES))
        optional = self.chance(0.5)
        none = None
        if optional and primitive in INTEGERS and self.chance(0.5):
            none = self.integer(primitive)
        line = tag("type", name=name, primitiveType=primitive, presence="optional" if optional else None,
                   nullValue=none)

        def draw():
            if optional and self.chance(0.3):
                return None
            value = self.scalar(primitive)
            return None if none is not None and value == none else value

        return line, Type(name, SIZES[primitive], draw)

    def array(self, name):
        primitive = self.random.choice([name for name in SIZES if name != "char"])
        length = self.random.randint(2, 5)
        line = tag("type", name=name, primitiveType=primitive, length=length)
        return line, Type(name, SIZES[primitive] * length, lambda: [self.scalar(primitive) for _ in range(length)])

    def word(self, most):
        return "".join(self.random.choice(TEXT) for _ in range(self.random.randint(1, most)))

    def chars(self, name):
        length, optional = self.random.randint(2, 9), self.chance(0.4)
        line = tag("type", name=name, primitiveType="char", length=length, presence="optional" if optional else None,
                   characterEncoding=self.random.choice([None, "ISO-8859-1"]))

        def draw():
            if self.chance(0.2):
                return None if optional else ""
            return self.word(length)

        return line, Type(name, length, draw)

    def constant(self, name):
        primitive = self.random.choice(list(SIZES) + ["char"] * 4)
        if primitive == "char":
            text = "".join(self.random.choice("abXY09<&>") for _ in range(self.random.choice([1, 1, 3, 5])))
            length = self.random.choice([None, len(text), len(text) + 2]) if len(text) > 1 else None
        else:
            length = None
            text = self.random.choice(["-2.5", "0.1", "-0.0", "3"]) if primitive in ("float", "double") \
                else str(self.integer(primitive))
        return tag("type", text, name=name, primitiveType=primitive, presence="constant", length=length), \
            Type(name, 0, None)

    def enum(self):
        name, primitive = self.name("Enum"), self.random.choice(["char", "uint8", "uint16", "uint8", "char"])
        if primitive == "char":
            numbers = self.random.sample("ABCXYZ0189", self.random.randint(1, 5))
        else:
            numbers = self.random.sample(range(200), self.random.randint(1, 5))
        values = [(f"Value{index}", number) for index, number in enumerate(numbers)]
        encoding = primitive
        if self.chance(0.3):
            encoding = self.name("Encoding")
            self.declared.append(tag("type", name=encoding, primitiveType=primitive))
        lines = "".join(tag("validValue", str(number), name=value) for value, number in values)
        self.declared.append(f'<enum name="{name}" encodingType="{encoding}">{lines}</enum>')

        def draw():
            return self.random.choice(values)[0] if self.chance(0.9) else self.random.randint(201, 250)

        return Type(name, SIZES[primitive], draw), (name, primitive, values)

    def set(self, name):
        primitive = self.random.choice(["uint8", "uint16", "uint32", "uint64"])
        bits = self.random.sample(range(SIZES[primitive] * 8), self.random.randint(1, 8))
        lines = "".join(tag("choice", str(bit), name=f"Bit{bit}") for bit in bits)
        names = [f"Bit{bit}" for bit in bits]
        return f'<set name="{name}" encodingType="{primitive}">{lines}</set>', \
            Type(name, SIZES[primitive], lambda: [name for name in names if self.chance(0.5)])

    def composite(self, depth, name=None, offset=None):
        """A composite, which is declared unless it is inside another; then its element is returned too."""
        inner = name is not None
        name = name or self.name("Composite")
        lines, members, at = [], [], 0
        for index in range(self.random.randint(1, 5)):
            part = f"part{index}"
            gap = None
            if self.chance(0.15):
                at += self.random.randint(0, 3)
                gap = at
            maker = self.random.choice([self.number, self.array, self.chars, self.constant, self.set, "ref", "nested"])
            if maker == "nested" and depth < 2:
                line, kind = self.composite(depth + 1, part, gap)
            elif maker in ("ref", "nested"):
                # The peer's parser would report a circular reference, so inline parts have names of their own.
                kind = self.random.choice(self.types + [enum for enum, _ in self.enums])
                gap = gap if kind.draw else None
                line = tag("ref", name=part, type=kind.name, offset=gap)
            else:
                line, kind = maker(part)
                if gap is not None and kind.draw:
                    cut = line.index(f'name="{part}"')
                    line = f'{line[:cut]}offset="{gap}" {line[cut:]}'
            lines.append(line)
            members.append((part, kind))
            at += kind.size

        def draw():
            return {part: kind.draw() for part, kind in members if kind.draw}

        kind = Type(name, at, draw if at else dict)
        if inner:
            words = "" if offset is None else f' offset="{offset}"'
            return f'<composite name="{name}"{words}>{"".join(lines)}</composite>', kind
        self.declare_composite(name, lines)
        return kind

    # Messages

    def since(self, part):
        return self.random.randint(1, self.version) if self.version and self.chance(part) else 0

    def block(self, name, depth):
        fields = []
        since = 0
        for index in range(self.random.randint(1, 6)):
            # Newer fields follow older ones.
            since = max(since, self.since(0.25))
            fields.append(self.field(f"field{index}", since))
        groups = [Member("group", f"group{index}", 0, dimension=self.random.choice(self.dimensions),
                         block=self.block("", depth + 1))
                  for index in range(self.random.randint(0, 2 if depth < 3 else 0))]
        data = [Member("data", f"data{index}", 0, type=self.random.choice(self.lengths))
                for index in range(self.random.randint(0, 2))]
        last = data or groups
        if last and depth == 0:
            last[-1].since = self.since(0.3)
        return Member("block", name, 0, fields=fields, groups=groups, data=data,
                      longer=self.random.choice([None, None, 0, 3]))

    def field(self, name, since):
        gap = self.random.randint(0, 3) if self.chance(0.15) else None
        if self.chance(0.15):
            enum, primitive, values = self.random.choice(self.enums)[1]
            reference = f"{enum}.{self.random.choice(values)[0]}"
            type_name = self.random.choice([enum, primitive])
            return Member("field", name, since, type=Type(type_name, 0, None), gap=None, presence="constant",
                          reference=reference)
        kind = self.random.choice(self.types)
        presence = None
        if self.chance(0.2) and kind.draw and kind.name.startswith("Enum"):
            presence = "optional"
        return Member("field", name, since, type=kind, gap=gap if kind.draw else None, presence=presence,
                      reference=None)

    def xml(self, version):
        """The schema as of a version."""
        messages = []
        for number, block in enumerate(self.messages):
            lines, length = self.lines(block, version)
            words = "" if length is None else f' blockLength="{length}"'
            messages.append(f'<sbe:message name="{block.name}" id="{number + 1}"{words}>\n{lines}</sbe:message>')
        types = [f'<composite name="messageHeader">{"".join(self.header)}</composite>', *self.declared]
        return "\n".join([
            '<?xml version="1.0" encoding="UTF-8"?>',
            '<sbe:messageSchema xmlns:sbe="http://fixprotocol.io/2016/sbe" package="drawn" id="77"'
            f' version="{version}" byteOrder="{self.order}">',
            "<types>", *types, "</types>", *messages, "</sbe:messageSchema>", ""])

    def lines(self, block, version):
        """The members of a block, and its length if that is stated."""
        lines, at, number = [], 0, 0
        for member in [*block.fields, *block.groups, *block.data]:
            if member.since > version:
                continue
            number += 1
            words = {"name": member.name, "id": number, "sinceVersion": member.since or None}
            if member.kind == "field":
                offset = None
                if member.gap is not None:
                    at += member.gap
                    offset = at
                lines.append(tag("field", **words, type=member.type.name, offset=offset, presence=member.presence,
                                 valueRef=member.reference))
                at += member.type.size
            elif member.kind == "data":
                lines.append(tag("data", **words, type=member.type[0]))
            else:
                inner, length = self.lines(member.block, version)
                told = tag("group", "", **words, dimensionType=member.dimension, blockLength=length)
                lines.append(told.replace("></group>", f">\n{inner}</group>"))
        length = None if block.longer is None else at + block.longer
        return "".join(f"{line}\n" for line in lines), length

    def value(self, block, version):
        """A value of a block, without what a version lacks."""
        found = {}
        for member in [*block.fields, *block.groups, *block.data]:
            if member.since > version:
                continue
            if member.kind == "field":
                if not member.type.draw or member.reference:
                    continue
                drawn = member.type.draw()
                optional = member.presence == "optional" and self.chance(0.3)
                found[member.name] = None if optional else drawn
            elif member.kind == "group":
                found[member.name] = [self.value(member.block, version) for _ in range(self.random.randint(0, 3))]
            else:
                text = self.word(9) + self.random.choice(["", "\0"]) if self.chance(0.8) else ""
                is_text = member.type[1] == "char"
                found[member.name] = text if is_text else text.encode("latin-1").hex()
        return found

    def drawn(self, count, version):
        """Values of every message."""
        return [{block.name: self.value(block, version)} for block in self.messages for _ in range(count)]

"""Draws a schema by a seed: one message, with what weights ask for."""

import random

# How often a field is of a kind.
WEIGHTS = {"number": 4.0, "optional": 4.0, "decimal": 3.0, "composite": 2.0, "enum": 2.0, "optional_enum": 1.0, "set": 1.0,
           "text": 2.0, "optional_text": 1.0, "array": 0.5, "constant": 0.5}
# How likely something else is: of a schema, a big-endian one, one with versions, one whose header is not the standard's;
# of a block, groups and data; of a group, groups in it.
SHARES = {"big": 0.25, "versions": 0.3, "header": 0.15, "groups": 0.6, "data": 0.35, "nested": 0.35}

INTEGERS = ("int8", "int16", "int32", "int64", "uint8", "uint16", "uint32", "uint64")
NUMBERS = (*INTEGERS, "int32", "int64", "uint32", "uint64", "float", "double")


class Drawn:
    def __init__(self, seed, weights, shares):
        self.random = random.Random(seed)
        self.weights, self.shares = weights, shares
        self.types, self.count = [], 0
        self.big = self.has("big")
        self.version = self.random.randint(1, 3) if self.has("versions") else 0
        wide = self.has("header")
        self.header = ["uint16", "uint32" if wide else "uint16", "uint16", "uint32" if wide else "uint16"]

    def has(self, share):
        return self.random.random() < self.shares[share]

    def log_uniform(self, most):
        """From 1 on, each doubling as likely as another."""
        return min(most, int(2 ** self.random.uniform(0, most.bit_length())))

    def declare(self, word, text):
        """Declares a type: NAME in its text becomes its name."""
        self.count += 1
        name = f"{word}{self.count}"
        self.types.append(text.replace("NAME", name))
        return name

    def number(self, optional):
        primitive = self.random.choice(NUMBERS)
        if not optional:
            return primitive
        null = f' nullValue="{self.random.randint(0, 99)}"' if primitive in INTEGERS and self.random.random() < 0.2 else ""
        return self.declare("Number", f'<type name="NAME" primitiveType="{primitive}" presence="optional"{null}/>')

    def decimal(self):
        mantissa = self.random.choice(("int32", "int64", "int64"))
        presence = self.random.choice(("", ' presence="optional"'))
        exponent = self.random.choice(('presence="constant">-4</type>', 'presence="constant">-9</type>', "/>"))
        return self.declare("Decimal", f'<composite name="NAME"><type name="mantissa" primitiveType="{mantissa}"{presence}/>'
                            f'<type name="exponent" primitiveType="int8" {exponent}</composite>')

    def composite(self, depth=0):
        lines = []
        for index in range(self.random.randint(2, 4)):
            kinds = ["number", "optional", "enum", "set", "text"] + ["composite"] * (depth < 2)
            lines.append(f'<ref name="part{index}" type="{self.of(self.random.choice(kinds), depth + 1)}"/>')
        return self.declare("Composite", f'<composite name="NAME">{"".join(lines)}</composite>')

    def enum(self):
        char = self.random.random() < 0.5
        values = self.random.sample("ABCDEFGHIJ12345" if char else range(100), self.random.randint(2, 8))
        lines = "".join(f'<validValue name="Value{index}">{value}</validValue>' for index, value in enumerate(values))
        return self.declare("Enum", f'<enum name="NAME" encodingType="{"char" if char else "uint8"}">{lines}</enum>')

    def set(self):
        size = self.random.choice((8, 8, 16, 32))
        bits = self.random.sample(range(size), self.random.randint(2, 6))
        lines = "".join(f'<choice name="Bit{bit}">{bit}</choice>' for bit in bits)
        return self.declare("Set", f'<set name="NAME" encodingType="uint{size}">{lines}</set>')

    def text(self, presence=""):
        return self.declare("Text", f'<type name="NAME" primitiveType="char" length="{2 + self.log_uniform(30)}"{presence}/>')

    def of(self, kind, depth=0):
        """The name of a type of a kind."""
        if kind in ("number", "optional"):
            name = self.number(kind == "optional")
            # What is no type of the schema cannot be referred to.
            return name if depth == 0 or kind == "optional" else self.declare(
                "Number", f'<type name="NAME" primitiveType="{name}"/>')
        if kind == "array":
            primitive = self.random.choice(("uint8", "uint16", "int32", "int64"))
            return self.declare("Array", f'<type name="NAME" primitiveType="{primitive}" length="{self.random.randint(2, 6)}"/>')
        if kind == "constant":
            return self.declare("Constant", '<type name="NAME" primitiveType="uint16" presence="constant">7</type>')
        make = {"decimal": self.decimal, "composite": lambda: self.composite(depth), "enum": self.enum,
                "optional_enum": self.enum, "set": self.set, "text": self.text,
                "optional_text": lambda: self.text(' presence="optional"')}
        return make[kind]()

    def block(self, depth):
        """Fields, groups and data."""
        lines, since = [], 0
        size = self.log_uniform(8) * 4 if depth == 0 else self.log_uniform(16)
        kinds = self.random.choices(list(self.weights), list(self.weights.values()), k=size)
        for index, kind in enumerate(kinds):
            if self.version and index and self.random.random() < 0.3:
                since = self.random.randint(since, self.version)
            words = f' sinceVersion="{since}"' if since else ""
            presence = ' presence="optional"' if kind == "optional_enum" else ""
            lines.append(f'<field name="field{index}" id="{index + 1}" type="{self.of(kind)}"{presence}{words}/>')
        count = self.random.randint(1, 3) if depth < 3 and self.has("groups" if depth == 0 else "nested") else 0
        for index in range(count):
            lines.append(f'<group name="group{index}" id="{index + 101}" dimensionType="dimension">'
                         f'{self.block(depth + 1)}</group>')
        for index in range(self.random.randint(1, 2) if self.has("data") else 0):
            lines.append(f'<data name="data{index}" id="{index + 201}" type="{self.random.choice(("octets", "words"))}"/>')
        return "\n".join(lines)

    def xml(self):
        body = self.block(0)
        names = ("blockLength", "templateId", "schemaId", "version")
        header = "".join(f'<type name="{name}" primitiveType="{width}"/>' for name, width in zip(names, self.header))
        count = self.random.choice(("uint8", "uint16"))
        return "\n".join((
            '<?xml version="1.0" encoding="UTF-8"?>',
            '<sbe:messageSchema xmlns:sbe="http://fixprotocol.io/2016/sbe" package="drawn" id="77"'
            f' version="{self.version}" byteOrder="{"bigEndian" if self.big else "littleEndian"}">',
            "<types>", f'<composite name="messageHeader">{header}</composite>',
            '<composite name="dimension"><type name="blockLength" primitiveType="uint16"/>'
            f'<type name="numInGroup" primitiveType="{count}"/></composite>',
            '<composite name="octets"><type name="length" primitiveType="uint16"/>'
            '<type name="varData" primitiveType="uint8" length="0"/></composite>',
            '<composite name="words"><type name="length" primitiveType="uint16"/>'
            '<type name="varData" primitiveType="char" length="0"/></composite>',
            *self.types, "</types>", f'<sbe:message name="Drawn" id="1">\n{body}</sbe:message>', "</sbe:messageSchema>", ""))

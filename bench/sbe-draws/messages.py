"""Draws messages of a schema as octets: sizes of groups and data log-uniform, a quarter of what is optional null."""

import random
import struct

FORMATS = {"char": "B", "int8": "b", "int16": "h", "int32": "i", "int64": "q", "uint8": "B", "uint16": "H", "uint32": "I",
           "uint64": "Q", "float": "f", "double": "d"}
MOST = 2048  # octets that a message has, more or less


class Messages:
    def __init__(self, schema, seed, version):
        self.schema, self.random, self.version = schema, random.Random(seed), version

    def message(self, block):
        """Octets of a message, as a sender of the version writes it."""
        self.left = MOST
        return self.body(block, self.header(block))

    def header(self, block):
        return {"templateId": block.id, "schemaId": self.schema.id, "version": self.version}

    def pack(self, octets, value, number):
        struct.pack_into(("<>"[self.schema.big]) + FORMATS[value.primitive], octets, value.offset, number)

    def prefix(self, block, length, **numbers):
        octets = bytearray(block.prefix.size)
        numbers |= {"blockLength": length, "numGroups": len(block.groups), "numVarDataFields": len(block.data)}
        for member in block.prefix.members:
            if member.kind == "number" and member.name in numbers:
                self.pack(octets, member, numbers[member.name])
        return bytes(octets)

    def body(self, block, header):
        """A message or, without what its header says, an entry."""
        octets = bytearray(block.length)
        for field in block.fields:
            self.fill(octets, field, 0)
        self.left -= block.length
        out = (self.prefix(block, block.length, **header) if header else b"") + bytes(octets)
        for group in block.groups:
            count = self.size(64, group.length + 8 * len(group.groups) + 16 * len(group.data))
            entries = b"".join(self.body(group, None) for _ in range(count))
            out += self.prefix(group, group.length, numInGroup=count) + entries
        for data in block.data:
            size = self.size(256, 1)
            length = bytearray(data.length.size)
            self.pack(length, data.length, size)
            out += bytes(length) + bytes(self.random.randint(32, 126) for _ in range(size))
        return out

    def size(self, most, each):
        """From 0 on, each doubling as likely as another, as long as there is room."""
        drawn = int(2 ** self.random.uniform(0, most.bit_length())) - 1
        return max(0, min(drawn, most, self.left // max(1, each)))

    def fill(self, octets, value, at):
        """Fills a value's octets."""
        if value.kind == "constant":
            return
        at += value.offset
        if value.kind == "composite":
            for member in value.members:
                self.fill(octets, member, at)
            return
        none = value.optional and self.random.random() < 0.25
        if value.kind == "text":
            size = 0 if none else self.random.randint(1, value.count)
            octets[at:at + size] = bytes(self.random.randint(48, 122) for _ in range(size))
            return
        order = "<>"[self.schema.big]
        width = value.size // value.count
        for index in range(value.count):
            number = float(value.null) if none and value.null == "nan" else int(value.null) if none else self.number(value)
            struct.pack_into(order + FORMATS[value.primitive], octets, at + index * width, number)

    def number(self, value):
        if value.kind == "enum":
            return self.random.choice(value.numbers)
        if value.kind == "set":
            return sum(bit for bit in value.numbers if self.random.random() < 0.5)
        if value.primitive in ("float", "double"):
            return float(self.random.randint(-10 ** 6, 10 ** 6)) / 8
        # What may be null in any schema is not among them.
        bits = 8 * value.size // value.count
        return self.random.randint(100, 126) if bits == 8 else self.random.randint(100, 2 ** (bits - 1) - 2)

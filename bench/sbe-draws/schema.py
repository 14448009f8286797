"""A schema as reading and writing by hand needs it: where each field is, and what its octets are."""

import dataclasses
import xml.etree.ElementTree as xml

CPP = {"char": "char", "int8": "std::int8_t", "int16": "std::int16_t", "int32": "std::int32_t", "int64": "std::int64_t",
       "uint8": "std::uint8_t", "uint16": "std::uint16_t", "uint32": "std::uint32_t", "uint64": "std::uint64_t",
       "float": "float", "double": "double"}
SIZES = {name: {"char": 1, "float": 4, "double": 8}.get(name) or int(name.lstrip("uint")) // 8 for name in CPP}


class Unsupported(Exception):
    """What the peers written by hand do not have."""


@dataclasses.dataclass
class Value:
    """What a field or a member of a composite holds. `kind`: number, array, text, enum, set, composite, constant."""
    name: str
    kind: str
    offset: int = 0
    size: int = 0
    primitive: str = ""
    count: int = 1
    optional: bool = False
    null: str = ""
    since: int = 0
    type: str = ""  # of a composite, its name in the schema
    numbers: list = dataclasses.field(default_factory=list)  # of an enumeration or, as a mask, a set
    members: list = dataclasses.field(default_factory=list)


@dataclasses.dataclass
class Data:
    name: str
    length: Value
    data: Value
    since: int


@dataclasses.dataclass
class Block:
    """A message or a group."""
    name: str
    id: int
    prefix: Value
    fields: list
    groups: list
    data: list
    length: int
    since: int


@dataclasses.dataclass
class Schema:
    package: str
    id: int
    version: int
    big: bool
    messages: list


def plain(element):
    """The element's name without its name space."""
    return element.tag.rpartition("}")[2]


def null_of(primitive):
    """What means null where the schema does not say."""
    if primitive in ("float", "double"):
        return "nan"
    if primitive == "char":
        return "0"
    bits = 8 * SIZES[primitive]
    return str(2 ** bits - 1 if primitive.startswith("u") else -(2 ** (bits - 1)))


class Reader:
    """Reads the text of a schema that `wireglot` accepts."""

    def __init__(self, text):
        self.root = xml.fromstring(text)
        self.types = {}
        for element in self.root.iter():
            if plain(element) == "include":
                raise Unsupported("include")
            if plain(element) == "types":
                self.types |= {each.get("name"): each for each in element}

    def schema(self):
        root = self.root
        header = root.get("headerType", "messageHeader")
        messages = [self.block(each, self.value(header, self.types[header]))
                    for each in root if plain(each) == "message"]
        return Schema(root.get("package", ""), int(root.get("id")), int(root.get("version", "0")),
                      root.get("byteOrder") == "bigEndian", messages)

    def value(self, name, element, presence=None):
        """What an element of `types` says."""
        kind = plain(element)
        presence = presence or element.get("presence")
        if kind == "composite":
            return self.composite(name, element)
        if kind in ("enum", "set"):
            if presence == "constant":
                return Value(name, "constant")
            return self.named(name, kind, element, presence)
        primitive = element.get("primitiveType")
        if primitive not in CPP:
            raise Unsupported(primitive)
        if presence == "constant":
            return Value(name, "constant")
        count = int(element.get("length", "1"))
        kind = "number" if count == 1 else "text" if primitive == "char" else "array"
        null = element.get("nullValue", null_of(primitive))
        if primitive == "char" and not null.isdigit():
            null = str(ord(null))
        return Value(name, kind, size=SIZES[primitive] * count, primitive=primitive, count=count,
                     optional=presence == "optional", null=null)

    def named(self, name, kind, element, presence):
        encoding = element.get("encodingType")
        primitive = encoding if encoding in CPP else self.types[encoding].get("primitiveType")
        texts = [each.text.strip() for each in element]
        numbers = [1 << int(text) if kind == "set" else ord(text) if primitive == "char" else int(text)
                   for text in texts]
        return Value(name, kind, size=SIZES[primitive], primitive=primitive, numbers=numbers,
                     optional=presence == "optional", null=null_of(primitive))

    def composite(self, name, element):
        members, at = [], 0
        for each in element:
            told = each.get("name")
            of = self.types[each.get("type")] if plain(each) == "ref" else each
            member = self.value(told, of)
            if each.get("sinceVersion", "0") != "0":
                raise Unsupported("a newer member of a composite")
            if member.kind != "constant":
                at = member.offset = int(each.get("offset") or of.get("offset") or at)
                at += member.size
            members.append(member)
        return Value(name, "composite", size=at, type=element.get("name"), members=members)

    def block(self, element, prefix):
        fields, groups, data, at = [], [], [], 0
        for each in element:
            kind, name, since = plain(each), each.get("name"), int(each.get("sinceVersion", "0"))
            if kind == "field":
                field = self.field(name, each)
                field.since = since
                if field.kind != "constant":
                    at = field.offset = int(each.get("offset", at))
                    at += field.size
                fields.append(field)
            elif kind == "group":
                dimension = each.get("dimensionType", "groupSizeEncoding")
                group = self.block(each, self.value(dimension, self.types[dimension]))
                groups.append(group)
            elif kind == "data":
                length, octets = self.value(name, self.types[each.get("type")]).members[:2]
                data.append(Data(name, length, octets, since))
        return Block(element.get("name"), int(element.get("id", "0")), prefix, fields, groups, data,
                     int(element.get("blockLength", at)), int(element.get("sinceVersion", "0")))

    def field(self, name, element):
        presence, kind = element.get("presence"), element.get("type")
        if presence == "constant":
            return Value(name, "constant")
        if kind in self.types:
            return self.value(name, self.types[kind], presence)
        if kind not in CPP:
            raise Unsupported(kind)
        return Value(name, "number", size=SIZES[kind], primitive=kind, optional=presence == "optional",
                     null=null_of(kind))


def read(text):
    return Reader(text).schema()

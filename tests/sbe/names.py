"""Schemas that use reserved words and library names of languages wherever a name is allowed."""

import itertools

import records
import words

FIELDS = 300  # per message
PARTS = 12  # groups and data per message
CHOICES = 64
PACKAGES = ["errno", "write", "main", "json", "unix", "linux", "stdin", "major", "minor", "signal", "view", "EOF"]
# Names that become the same in some language.
ALIKE = ["fooBar", "FooBar", "foo_bar", "foobar", "FOO_BAR", "fooBAR", "Foo_Bar", "a1", "a_1", "A1", "hasFooBar", "set_foo_bar"]
# Names that generated code and its runtimes use themselves: those that once went wrong, and some like them.
OWN = ["Fields", "C", "Writer", "Values", "Prefix", "Facts", "MessageWriter", "BodyWriter", "Entry", "Message", "Block",
       "bits", "Bits", "Set", "min", "slice", "Exception", "status", "finish", "Side", "members", "name", "Column", "math"]
PRIMITIVES = {"char", "float", "double", *(f"{sign}int{bits}" for sign in ("", "u") for bits in (8, 16, 32, 64))}

HEAD = """<?xml version="1.0" encoding="UTF-8"?>
<messageSchema package="{package}" id="1" version="0">
<types>
{prefixes}
"""
PREFIXES = {
    "messageHeader": [("blockLength", "uint16"), ("templateId", "uint16"), ("schemaId", "uint16"), ("version", "uint16")],
    "groupSizeEncoding": [("blockLength", "uint16"), ("numInGroup", "uint8")],
    "varDataEncoding": [("length", "uint16"), ("varData", "uint8")],
}


def composite(name, members):
    inner = "".join(f'<type name="{member}" primitiveType="{kind}"/>' for member, kind in members)
    return f'<composite name="{name}">{inner}</composite>'


def prefixes():
    """Header and dimensions."""
    made = [composite(name, members) for name, members in PREFIXES.items()]
    return "\n".join(made).replace('name="varData" ', 'name="varData" length="0" ')


def batches(names, size):
    return [names[start:start + size] for start in range(0, len(names), size)]


def schemas(folder, everything):
    """A schema with all names for types and their contents, and one for messages."""
    special = words.special()
    named = words.everything()
    fields = named if everything else sorted({*special, *named[::7]})
    bodies = special if everything else special[::3]
    own = words.runtimes() if everything else OWN
    made = []
    given = (("types", types(special, fields)), ("messages", messages(bodies, fields)),
             ("alike_types", types(ALIKE, ALIKE)), ("alike_messages", messages(ALIKE, ALIKE)),
             ("own_messages", messages(own, own)),
             *((f"own_types{turn}", types(own, own, turn)) for turn in range(3)))  # each name as each kind
    for name, lines in given:
        path = folder / f"names_{name}.xml"
        path.write_text(HEAD.format(package=name, prefixes=prefixes()) + "\n".join(lines) + "\n</messageSchema>\n")
        made.append(records.Schema(path))
    return made + [package(folder, name) for name in (PACKAGES if everything else PACKAGES[:3])]


def package(folder, name):
    """A schema whose package is named like a macro, a function or a header of the runtime."""
    path = folder / f"names_package_{name}.xml"
    body = '</types>\n<message name="Only" id="1"><field name="field" id="1" type="uint8"/></message>'
    path.write_text(HEAD.format(package=name, prefixes=prefixes()) + body + "\n</messageSchema>\n")
    return records.Schema(path)


def types(special, fields, turn=0):
    """Enumerations, sets and composites in turn, from the kind of this number on; the first of each kind has all names."""
    lines = [f'<enum name="AllValues" encodingType="uint16">{values(fields)}</enum>']
    lines += [f'<set name="Choices{at}" encodingType="uint64">{choices(some)}</set>' for at, some in enumerate(batches(fields, CHOICES))]
    lines += [composite(f"Members{at}", [(name, "uint8") for name in some]) for at, some in enumerate(batches(fields, FIELDS))]
    kinds = itertools.islice(itertools.cycle(("enum", "set", "composite")), turn, None)
    used = []
    for name in special:
        if name in PRIMITIVES:
            continue
        match next(kinds):
            case "enum":
                lines.append(f'<enum name="{name}" encodingType="uint8">{values([name])}</enum>')
            case "set":
                lines.append(f'<set name="{name}" encodingType="uint8">{choices([name])}</set>')
            case _:
                lines.append(composite(name, [(name, "uint8")]))
        used.append(name)
    lines.append("</types>")
    held = [f"Choices{at}" for at in range(len(batches(fields, CHOICES)))] + ["AllValues"]
    held += [f"Members{at}" for at in range(len(batches(fields, FIELDS)))] + used
    body = "".join(f'<field name="f{at}" id="{at}" type="{name}"/>' for at, name in enumerate(held))
    return [*lines, f'<message name="Holds" id="1">{body}</message>']


def values(names):
    return "".join(f'<validValue name="{name}">{at}</validValue>' for at, name in enumerate(names))


def choices(names):
    return "".join(f'<choice name="{name}">{at}</choice>' for at, name in enumerate(names))


def messages(bodies, fields):
    """Messages of these names, with fields; and groups and data of such names."""
    lines, numbers = ['<type name="aPair" primitiveType="uint16" length="2"/>', "</types>"], itertools.count(1)
    kinds = ("uint8", "aPair")
    some = itertools.cycle(batches(fields, FIELDS))
    done = 0
    for name in bodies:
        held = next(some) if done < len(fields) else [name]
        done += len(held)
        inner = "".join(f'<field name="{field}" id="{at}" type="{kinds[at % 2]}"/>' for at, field in enumerate(held))
        lines.append(f'<message name="{name}" id="{next(numbers)}">{inner}</message>')
    for at, held in enumerate(batches(bodies, PARTS)):
        inner = "".join(f'<group name="{name}" id="{id}"><field name="{name}" id="1" type="uint8"/></group>'
                        for id, name in enumerate(held[::2]))
        inner += "".join(f'<data name="{name}" id="{id + 1000}" type="varDataEncoding"/>' for id, name in enumerate(held[1::2]))
        lines.append(f'<message name="Parts{at}" id="{next(numbers)}">{inner}</message>')
    return lines

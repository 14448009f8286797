"""What peers get wrong in the specifications of versions.py, each with its clause and a test of the value.

A test receives one SEQUENCE, SET or CHOICE, its names and values, and the peer's result. A row that no run of 1,000
specifications needs is stale.
"""

import dataclasses
import typing

from drawn import Group, Record


@dataclasses.dataclass(frozen=True)
class Row:
    peer: str
    rules: tuple
    clause: str
    fault: str
    holds: typing.Callable


def optional(members):
    return [m for m in members if m.mode]


def groups(record):
    return [a for a in record.additions or [] if isinstance(a, Group)]


def added(record):
    return [m for m in record.members() if m not in record.root and m not in record.tail]


def has_members(members, fields):
    return any(m.name in fields for m in members)


def has_additions(record, fields):
    return has_members(added(record), fields) or "$unknown" in fields


def encodes_otherwise(problem):
    return problem.startswith(("other octets", "cannot encode", "we read its octets"))


def set_ignores_groups(record, fields, _problem):
    split = any(len(g.members) > 1 or optional(g.members) for g in groups(record))
    return record.kind == "SET" and split and has_additions(record, fields)


def set_presence_in_order_of_text(record, fields, _problem):
    flags = optional(record.root + record.tail)
    sorted_flags = sorted(flags, key=lambda m: m.order())
    return record.kind == "SET" and [m.name in fields for m in flags] != [m.name in fields for m in sorted_flags]


def sequence_loses_group(record, fields, problem):
    lost = any(all(m.mode for m in g.members) and has_members(g.members, fields) for g in groups(record))
    return record.kind == "SEQUENCE" and lost and encodes_otherwise(problem)


def set_extension_bit(record, fields, problem):
    return record.kind == "SET" and record.tail and encodes_otherwise(problem)


def set_mixed_up(record, fields, problem):
    members = record.members()
    by_tag = sorted(record.root + record.tail + added(record), key=lambda m: m.order())
    in_root = sorted(record.root + record.tail, key=lambda m: m.order()) + added(record)
    return record.kind == "SET" and not members == by_tag == in_root and encodes_otherwise(problem)


def names_shifted(record, fields, problem):
    return record.kind != "CHOICE" and groups(record) and problem.startswith("another value")


def untagged(members):
    return [m for m in members if m.tag == "" and isinstance(m.type, Record)]


def loses_untagged(record, fields, _problem):
    return record.kind == "SEQUENCE" and bool(untagged(record.tail))


def misplaces_untagged(record, fields, _problem):
    return record.kind == "SET" and bool(untagged(record.root + record.tail))


def holds_untagged(record, fields, _problem):
    return record.kind == "CHOICE" and has_members(untagged(record.members()), fields)


def not_compiled(record, fields, problem):
    return problem.startswith("unable")


def has_group(record, fields, _problem):
    return record.kind != "CHOICE" and groups(record) and has_additions(record, fields)


def has_extensible_range(record, fields, _problem):
    return any("..., " in m.type.show("") for m in record.members() if m.name in fields and not isinstance(m.type, Record))


def has_identifier(record, fields, _problem):
    return any("OBJECT" in m.type.show("") for m in record.members() if m.name in fields and not isinstance(m.type, Record))


def has_second_root(record, fields, _problem):
    return bool(record.tail)


def is_set(record, fields, _problem):
    return record.kind == "SET"


def adds_nothing(record, fields, problem):
    nothing = [m for m in added(record) if m.type.show("") == "NULL"]
    return has_members(nothing, fields) and encodes_otherwise(problem)


PER, OER = ("uper", "aper"), ("oer",)
ROWS = [
    Row("erlang", PER, "X.691 19.9, 21.1", "takes each component of [[ ]] in a SET for an addition of its own", set_ignores_groups),
    Row("erlang", PER, "X.691 19.2, 21.1", "keeps the presence bits of a SET in the order of the text", set_presence_in_order_of_text),
    Row("erlang", PER, "X.691 19.9", "drops [[ ]] of optional components alone when it encodes", sequence_loses_group),
    Row("erlang", PER, "X.691 19.1, 21.1", "takes the extension bit of a SET from other components when it encodes", set_extension_bit),
    Row("erlang", PER, "X.680 25.1", "gives components behind [[ ]] each the name of another", names_shifted),
    Row("erlang", ("der", *PER), "X.690 10.3", "mixes up the components of a SET that it sorts when it encodes", set_mixed_up),
    Row("erlang", PER, "-", "its compiler crashes, or makes code that does not compile", not_compiled),
    Row("asn1tools", OER, "X.696 16.5", "reads the components of [[ ]] without their preamble and length", has_group),
    Row("asn1tools", OER, "X.696 8.2.4", "takes a range with an extension marker for visible", has_extensible_range),
    Row("asn1tools", OER, "X.690 8.19.4", "splits the first subidentifier of 2.40 and beyond at 40", has_identifier),
    Row("erlang", ("ber", "der"), "X.690 8.9.2", "passes over an untagged CHOICE after the additions", loses_untagged),
    Row("erlang", PER, "X.691 21.1", "does not order an untagged CHOICE in a SET by its smallest tag", misplaces_untagged),
    Row("asn1tools", OER, "X.696 20", "does not read an untagged CHOICE within a CHOICE", holds_untagged),
    Row("pycrate", OER, "X.696 20", "does not read an untagged CHOICE within a CHOICE", holds_untagged),
    Row("asn1tools", OER, "-", "its compiler crashes", not_compiled),
    Row("pycrate", OER, "X.696 16.2", "does not read components behind the additions", has_second_root),
    Row("pycrate", OER, "X.696 18", "crashes on a SET, or takes it in the order of the text", is_set),
    Row("pycrate", OER, "X.696 17, 30", "writes an octet for an addition of no octets", adds_nothing),
]


def cause(peer, case, problem):
    """The row that explains why a peer fails a case, if there is one."""
    for row in ROWS:
        if row.peer == peer and case.rules in row.rules:
            if any(row.holds(record, fields, problem) for record, fields in case.records()):
                return row
    return None

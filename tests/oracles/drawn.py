"""Random specifications in two versions.

`draw(random, name)` returns the text of a module with the types Old and New: New is Old with additions at its insertion
points. Both have nested SEQUENCE, SET and CHOICE, `[[ ]]`, components after the additions, OPTIONAL and DEFAULT, with
automatic, explicit or implicit tags. Explicitly written tags are unique within the module, so that no tag rule of X.680
is violated.
"""

import dataclasses

# Text, the universal tag, and texts for DEFAULT.
SIMPLE = [
    ("BOOLEAN", 1, ["TRUE", "FALSE"]),
    ("NULL", 5, []),
    ("INTEGER", 2, ["0", "-129", "70000"]),
    ("INTEGER (0..7)", 2, ["0", "5"]),
    ("INTEGER (-1..300)", 2, ["-1", "300"]),
    ("INTEGER (1..4, ..., 5..90)", 2, ["2", "77"]),
    ("INTEGER (0..MAX)", 2, ["1", "65536"]),
    ("ENUMERATED {one, two, three}", 10, ["one", "three"]),
    ("ENUMERATED {one(4), two(1), ..., three(9)}", 10, ["two", "three"]),
    ("OCTET STRING", 4, ["''H", "'0AF0'H"]),
    ("OCTET STRING (SIZE (2))", 4, ["'0102'H"]),
    ("OCTET STRING (SIZE (0..5))", 4, []),
    ("BIT STRING (SIZE (3))", 3, ["'101'B"]),
    ("BIT STRING (SIZE (1..17))", 3, ["'1'B"]),
    ("IA5String (SIZE (0..6))", 22, ["\"\"", "\"abc\""]),
    ("UTF8String", 12, []),
    ("OBJECT IDENTIFIER", 6, []),
]


# The tag classes in canonical order, as written.
CLASSES = ["UNIVERSAL", "APPLICATION", "", "PRIVATE"]


@dataclasses.dataclass
class Simple:
    text: str
    universal: int

    def show(self, _indent):
        return self.text

    def order(self):
        return (0, self.universal)


@dataclasses.dataclass
class ListOf:
    kind: str
    element: object

    def show(self, indent):
        return f"{self.kind} (SIZE (0..3)) OF {self.element.show(indent)}"


@dataclasses.dataclass
class Member:
    name: str
    tag: str
    type: object
    mode: str

    def show(self, indent):
        return f"{self.name} {self.tag or ''}{self.type.show(indent)}{self.mode}"

    def order(self):
        """The position of its tag in the canonical order (X.680 8.6); automatic tags follow the text."""
        if self.tag is None:
            return (0, 0)
        if not self.tag:
            return self.type.order()
        word, _, number = self.tag[1 : self.tag.index("]")].rpartition(" ")
        return (CLASSES.index(word), int(number))


@dataclasses.dataclass
class Group:
    members: list
    version: str

    def show(self, indent):
        return f"[[ {self.version}{', '.join(m.show(indent) for m in self.members)} ]]"


@dataclasses.dataclass
class Record:
    """SEQUENCE, SET or CHOICE; `additions` is None if there is no extension marker."""

    kind: str
    root: list
    additions: list | None
    tail: list

    def order(self):
        """The position of the smallest tag of a CHOICE, the only type allowed without a tag of its own."""
        return min(m.order() for m in self.root)

    def members(self):
        added = [m for a in self.additions or [] for m in (a.members if isinstance(a, Group) else [a])]
        return [*self.root, *added, *self.tail]

    def show(self, indent):
        inner = indent + "  "
        parts = [m.show(inner) for m in self.root]
        if self.additions is not None:
            parts += ["...", *(a.show(inner) for a in self.additions)]
            if self.tail:
                parts += ["...", *(m.show(inner) for m in self.tail)]
        lines = f",\n{inner}".join(parts)
        return f"{self.kind} {{\n{inner}{lines}\n{indent}}}" if parts else f"{self.kind} {{}}"


def records_of(type_, value):
    """Each SEQUENCE and SET of a value with its type, and each CHOICE with its alternative."""
    if isinstance(type_, ListOf):
        for element in value:
            yield from records_of(type_.element, element)
    elif isinstance(type_, Record):
        yield type_, value
        for member in type_.members():
            if member.name in value:
                yield from records_of(member.type, value[member.name])


def is_whole(type_, value):
    """Whether a value has all mandatory additions of its version."""
    for record, fields in records_of(type_, value):
        for addition in record.additions or []:
            members = addition.members if isinstance(addition, Group) else [addition]
            if record.kind != "CHOICE" and any(not m.mode and m.name not in fields for m in members):
                return False
    return True


class Drawing:
    def __init__(self, random):
        self.random = random
        self.tagging = random.choice(["AUTOMATIC", "AUTOMATIC", "EXPLICIT", "IMPLICIT"])
        self.numbers = random.sample(range(2000), 900)
        self.small = set()
        self.names = 0

    def likely(self, share):
        return self.random.random() < share

    def name(self):
        self.names += 1
        return f"c{self.names}"

    def tag(self, type_, used):
        """The tag of a component: None with automatic tags, "" if the type's own tag distinguishes it."""
        if self.tagging == "AUTOMATIC":
            return None
        if isinstance(type_, Simple) and type_.universal not in used and self.likely(0.2):
            used.add(type_.universal)
            return ""
        if isinstance(type_, Record) and type_.kind == "CHOICE" and type_.additions is None and self.likely(0.3):
            if all(m.tag for m in type_.root):
                return ""
        number = self.numbers.pop()
        if self.likely(0.5) and number % 31 not in self.small:
            number %= 31
        if number in self.small:
            number += 2000
        self.small.add(number)
        class_ = self.random.choice(["", "", "", "APPLICATION ", "PRIVATE "])
        forms = ["", "EXPLICIT "] if isinstance(type_, Record) and type_.kind == "CHOICE" else ["", "", "EXPLICIT ", "IMPLICIT "]
        return f"[{class_}{number}] {self.random.choice(forms)}"

    def type(self, depth):
        if depth and self.likely(0.3):
            return self.record(self.random.choice(["SEQUENCE", "SET", "CHOICE"]), depth - 1)
        if depth and self.likely(0.12):
            return ListOf(self.random.choice(["SEQUENCE", "SET"]), self.type(0))
        text, universal, _ = self.random.choice(SIMPLE)
        return Simple(text, universal)

    def member(self, kind, depth, used):
        type_ = self.type(depth)
        defaults = [d for text, _, ds in SIMPLE if isinstance(type_, Simple) and text == type_.text for d in ds]
        mode = ""
        if kind != "CHOICE" and self.likely(0.5):
            mode = f" DEFAULT {self.random.choice(defaults)}" if defaults and self.likely(0.45) else " OPTIONAL"
        return Member(self.name(), self.tag(type_, used), type_, mode)

    def members(self, kind, low, high, depth, used):
        return [self.member(kind, depth, used) for _ in range(self.random.randint(low, high))]

    def addition(self, kind, depth, used):
        if self.likely(0.5):
            return Group(self.members(kind, 1, 3, depth, used), "")
        return self.member(kind, depth, used)

    def record(self, kind, depth, extensible=None):
        if extensible is None:
            extensible = self.likely(0.6)
        used = set()
        root = self.members(kind, 1 if kind == "CHOICE" else 0, 3, depth, used)
        if not extensible:
            return Record(kind, root or self.members(kind, 1, 1, depth, used), None, [])
        additions = [self.addition(kind, depth, used) for _ in range(self.random.choice([0, 1, 1, 2, 3]))]
        tail = [] if kind == "CHOICE" or self.likely(0.4) else self.members(kind, 1, 2, depth, used)
        return Record(kind, root, additions, tail)

    def grow(self, type_, share):
        """The type with one more addition; the types of its root and additions may grow likewise."""
        if isinstance(type_, ListOf):
            return ListOf(type_.kind, self.grow(type_.element, share))
        if not isinstance(type_, Record):
            return type_
        additions = type_.additions
        if additions is not None:
            additions = [self.grown_addition(a) for a in additions]
            if self.likely(share):
                used = {u for _, u, _ in SIMPLE}
                additions += [self.addition(type_.kind, 1, used) for _ in range(self.random.randint(1, 2))]
        return Record(type_.kind, self.grown(type_.root), additions, self.grown(type_.tail))

    def grown_addition(self, addition):
        if isinstance(addition, Group):
            return Group(self.grown(addition.members), addition.version)
        return self.grown([addition])[0]

    def grown(self, members):
        return [dataclasses.replace(m, type=self.grow(m.type, 0.4)) for m in members]


def draw(random, name):
    drawing = Drawing(random)
    old = drawing.record(random.choice(["SEQUENCE", "SEQUENCE", "SET", "CHOICE"]), 2, extensible=True)
    new = drawing.grow(old, 1)
    types = "".join(f"{word} ::= {type_.show('')}\n" for word, type_ in (("Old", old), ("New", new)))
    return f"{name} DEFINITIONS {drawing.tagging} TAGS ::= BEGIN\n{types}END\n", old, new

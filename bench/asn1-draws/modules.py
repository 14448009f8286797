"""Draws an ASN.1 module by a seed: a PDU and what it uses, with what weights ask for."""

# How often a component is of a kind.
WEIGHTS = {"small": 4.0, "wide": 2.0, "unbounded": 0.5, "semi": 0.5, "boolean": 2.0, "enumerated": 2.5, "octets": 2.0, "bits": 1.5,
           "text": 2.0, "real": 0.2, "null": 0.3, "identifier": 0.2, "time": 0.2, "sequence": 3.0, "choice": 2.0,
           "sequence_of": 2.5, "set": 0.2, "set_of": 0.2}
# How likely something else is. Of a component: that it is optional, or has a default. Of a SEQUENCE, CHOICE or ENUMERATED: an
# extension marker, additions after it, and some of these in brackets. Of a type: a name of its own. Of a string: a size.
SHARES = {"optional": 0.35, "default": 0.12, "extensible": 0.35, "additions": 0.5, "brackets": 0.1, "named": 0.4, "sized": 0.6}

NESTED = ("sequence", "choice", "sequence_of", "set", "set_of")
TEXTS = ("UTF8String", "UTF8String", "IA5String", "IA5String", "VisibleString", "PrintableString", "NumericString", "BMPString")
DEPTH = 5


class Module:
    """The types of a module whose PDU is Drawn.Message."""

    def __init__(self, chance, rules, weights, shares):
        # asn1c 0.9.28 has no SET and SET OF in PER.
        lacks = {"set": 0.0, "set_of": 0.0} if rules == "uper" else {}
        self.random, self.weights, self.shares = chance, weights | lacks, shares
        self.types = []
        # How many components there may be in all.
        self.left = self.log_uniform(16, 192)

    def notation(self):
        message = self.fields("SEQUENCE", 0)
        return "\n".join(("Drawn DEFINITIONS AUTOMATIC TAGS ::= BEGIN", f"Message ::= {message}", *self.types, "END", ""))

    def has(self, share):
        return self.random.random() < self.shares[share]

    def log_uniform(self, least, most):
        """Each doubling is as likely as another."""
        return round(least * (most / least) ** self.random.random())

    def of(self, kind, depth, named=False):
        """A type of a kind, by itself or by a name."""
        text = getattr(self, kind)(depth + 1)
        if not named and not self.has("named"):
            return text
        name = f"{kind.title().replace('_', '')}{len(self.types)}"
        self.types.append(f"{name} ::= {text}")
        return name

    def kind(self, depth):
        deep = depth >= DEPTH or self.left <= 0
        weights = [0 if deep and kind in NESTED else weight for kind, weight in self.weights.items()]
        return self.random.choices(list(self.weights), weights)[0]

    def small(self, depth):
        low = self.random.choice((0, 0, 1, -self.random.randint(1, 200)))
        return f"INTEGER ({low}..{low + self.log_uniform(1, 255)})"

    def wide(self, depth):
        low = self.random.choice((0, 0, -(2 ** self.random.randint(8, 30))))
        return f"INTEGER ({low}..{self.log_uniform(256, 2 ** 31 - 1)})"

    def unbounded(self, depth):
        return "INTEGER"

    def semi(self, depth):
        return f"INTEGER ({self.random.choice((0, 1, -5))}..MAX)"

    def boolean(self, depth):
        return "BOOLEAN"

    def null(self, depth):
        return "NULL"

    def real(self, depth):
        return "REAL"

    def identifier(self, depth):
        return "OBJECT IDENTIFIER"

    def time(self, depth):
        return self.random.choice(("UTCTime", "GeneralizedTime"))

    def enumerated(self, depth):
        names = [f"value{index}" for index in range(self.log_uniform(2, 16))]
        if self.has("extensible"):
            added = [f"added{index}" for index in range(self.random.randint(1, 3))] if self.has("additions") else []
            names += ["...", *added]
        return f"ENUMERATED {{ {', '.join(names)} }}"

    def size(self, most):
        """A range, one size, or any."""
        if not self.has("sized"):
            return ""
        low = self.random.randint(0, 4)
        high = low if self.random.random() < 0.3 and low else low + self.log_uniform(1, most)
        return f"SIZE ({low})" if low == high else f"SIZE ({low}..{high})"

    def sized(self, name, most):
        size = self.size(most)
        return f"{name} ({size})" if size else name

    def octets(self, depth):
        return self.sized("OCTET STRING", 64)

    def bits(self, depth):
        return self.sized("BIT STRING", 64)

    def text(self, depth):
        return self.sized(self.random.choice(TEXTS), 64)

    def list(self, word, depth):
        size = self.size(12)
        # asn1c 0.9.28 cannot read constraints behind OF.
        return f"{word} {size + ' ' if size else ''}OF {self.of(self.kind(depth), depth, named=True)}"

    def sequence_of(self, depth):
        return self.list("SEQUENCE", depth)

    def set_of(self, depth):
        return self.list("SET", depth)

    def component(self, name, depth):
        kind = self.kind(depth)
        self.left -= 1
        if kind == "boolean" and self.has("default"):
            return f"{name} BOOLEAN DEFAULT {self.random.choice(('TRUE', 'FALSE'))}"
        if kind == "small" and self.has("default"):
            low = self.random.randint(0, 8)
            return f"{name} INTEGER (0..{low + self.log_uniform(1, 99)}) DEFAULT {low}"
        return f"{name} {self.of(kind, depth)}{' OPTIONAL' if self.has('optional') else ''}"

    def fields(self, word, depth):
        parts = [self.component(f"part{index}", depth) for index in range(self.log_uniform(*((4, 24) if depth == 0 else (1, 8))))]
        if self.has("extensible"):
            parts.append("...")
            added = range(self.random.randint(1, 4)) if self.has("additions") else ()
            for index in added:
                part = self.component(f"added{index}", depth)
                parts.append(f"[[ {part}, {self.component(f'more{index}', depth)} ]]" if self.has("brackets") else part)
        return f"{word} {{ {', '.join(parts)} }}"

    def sequence(self, depth):
        return self.fields("SEQUENCE", depth)

    def set(self, depth):
        return self.fields("SET", depth)

    def choice(self, depth):
        def alternatives(word, count):
            self.left -= count
            return [f"{word}{index} {self.of(self.kind(depth), depth)}" for index in range(count)]

        parts = alternatives("part", self.log_uniform(1, 12))
        if self.has("extensible"):
            parts += ["...", *(alternatives("added", self.random.randint(1, 3)) if self.has("additions") else [])]
        return f"CHOICE {{ {', '.join(parts)} }}"

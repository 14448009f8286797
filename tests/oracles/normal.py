"""A normal form of values in which peers can be compared.

Each peer shows values in its own way; `normal` terms are the common ground:

    None True False int str            NULL, BOOLEAN, INTEGER, names and texts
    {"$bin": hex}                      octets
    {"$bits": [hex, bits]}             bit strings, padded on the right with zeros
    {"$oid": "1.2.3"}                  object identifiers; Erlang's REAL: mantissa, base, exponent
    {"$real": float}
    {"$time": digits}                  asn1tools' datetime, as YYYYMMDDhhmmss
    {"$zero": 0}                       pycrate's 0 in an open type: NULL or an INTEGER
    {"$ints": [int]}                   Erlang's list of integers: a text, a REAL of base 10 or a list
    {"$alt": [name, value]}            CHOICE; an open type is an alternative without a name
    [..] {..}                          SEQUENCE OF / SET OF, SEQUENCE / SET

`same(ours, theirs)` compares a value of `wireglot` (X.697's JSON) with a normal term. It is lenient about notation and
strict about content.
"""

import math

# Whether the peer leaves strings with CONTAINING undecoded: then their contents are not compared (their bytes are).
# `"any"`: open types as well, in any rules.
raw_contents = False


def same(ours, theirs):
    """Whether `ours` (JSON in JER style) and `theirs` (a normal term) are the same value."""
    if isinstance(ours, dict) and len(ours) == 1 and next(iter(ours)).startswith("$"):
        return same_escape(*next(iter(ours.items())), theirs)
    if isinstance(theirs, dict):
        special = SPECIAL.get(next(iter(theirs), None)) if len(theirs) == 1 else None
        if special:
            return special(ours, next(iter(theirs.values())))
        return isinstance(ours, dict) and same_members(ours, theirs)
    if isinstance(theirs, list):
        return same_list(ours, theirs)
    if isinstance(ours, (int, float)) and isinstance(theirs, (int, float)):
        return isinstance(ours, bool) == isinstance(theirs, bool) and ours == theirs
    if isinstance(theirs, str) and is_number(ours):
        return True  # Erlang's named number: its encoding is compared instead
    if isinstance(theirs, str):
        return isinstance(ours, str) and plain_name(ours) == plain_name(theirs)
    if isinstance(theirs, bool) and isinstance(ours, str):
        return ours == str(theirs).lower()  # Erlang's item of an ENUMERATED { true }
    return ours is theirs


def same_list(ours, theirs):
    """A list, or what Erlang shows as one: the names of the bits that are set, or the characters of a BMPString or
    UniversalString beyond one octet as four octets each."""
    if isinstance(ours, str) and theirs and all(isinstance(name, str) for name in theirs):
        return bit_text(ours, len(ours) * 4).count("1") == len(theirs)
    if isinstance(ours, str):
        codes = [code_of(c) for c in theirs]
        return ours == "".join(map(chr, codes)) if None not in codes else False
    if isinstance(ours, dict) and set(ours) == {"value", "length"}:
        return bit_text(ours["value"], ours["length"]).count("1") == len(theirs)
    return isinstance(ours, list) and same_elements(ours, theirs)


def code_of(character):
    """`{"$oid": "0.0.4.208"}` is U+04D0, a number is itself; anything else is not a character."""
    if isinstance(character, dict) and "$oid" in character:
        return int.from_bytes(bytes(map(int, character["$oid"].split("."))), "big")
    return character if isinstance(character, int) else None


def same_escape(word, ours, theirs):
    """An escape of our JSON (docs/json.md)."""
    while isinstance(theirs, dict) and "$alt" in theirs and is_unknown(theirs["$alt"][0]):
        theirs = theirs["$alt"][1]
    if isinstance(theirs, list) and len(theirs) == 1 and isinstance(theirs[0], list):
        theirs = theirs[0]  # in a list, if the field has a tag of its own
    if isinstance(theirs, list) and len(theirs) == 2 and is_number(theirs[0]):
        theirs = theirs[1]  # Erlang's (tag, contents)
    if isinstance(ours, dict) and len(ours) == 1 and next(iter(ours)).startswith("$"):
        return same_escape(*next(iter(ours.items())), theirs)  # of what is inside
    if word in ("$opaque", "$octets"):
        ours = ours["octets"] if isinstance(ours, dict) else ours
        contents = theirs.get("$bin") if isinstance(theirs, dict) else None
        return contents is not None and ours.upper().endswith(contents.upper())
    if word == "$bits":
        return same(ours, theirs)
    if word == "$unknown":
        contents = theirs.get("$bin") if isinstance(theirs, dict) else None
        return contents is not None and ours["octets"].upper().endswith(contents.upper())
    return ours == theirs or theirs == f"_ext_{ours}"


def is_unknown(name):
    """What replaces the name of an alternative or item that a peer does not know."""
    return name in (None, "asn1_ExtAlt", "asn1_enum") or name.startswith("_ext_")


def same_time(ours, digits):
    """asn1tools returns a datetime; the encoding is compared for fractions and zones."""
    return isinstance(ours, str) and (ours[:8] == digits[:8] or ours[:6] == digits[2:8])


def is_number(value):
    return isinstance(value, int) and not isinstance(value, bool)


def plain_name(text):
    """Erlang and pycrate rename a few identifiers; the names differ only in hyphens."""
    return text.replace("_", "-")


def same_members(ours, theirs):
    """Every component that a peer shows is in ours, with the same value. A component that a peer omits is a DEFAULT
    that we show, which is checked by comparing the encodings. An empty record of ours is itself a DEFAULT, whose own
    defaults a peer may write out."""
    if not ours:
        return True
    names = {plain_name(k): v for k, v in ours.items()}
    return all(plain_name(k) in names and same(names[plain_name(k)], v) for k, v in theirs.items())


def same_elements(ours, theirs):
    """In order or, for a SET OF, in any order."""
    if len(ours) != len(theirs):
        return False
    if all(same(a, b) for a, b in zip(ours, theirs)):
        return True
    left = list(theirs)
    for a in ours:
        hit = next((i for i, b in enumerate(left) if same(a, b)), None)
        if hit is None:
            return False
        del left[hit]
    return True


def same_bin(ours, hexed):
    raw = bytes.fromhex(hexed)
    if raw_contents == "any" or raw_contents and is_one_encoding(raw):
        return True
    if isinstance(ours, str):
        if ours.upper() == hexed.upper():
            return True
        return any(ours == decoded(raw, code) for code in ("utf-8", "latin-1", "utf-16-be", "utf-32-be"))
    return isinstance(ours, dict) and same_bits(ours, [hexed, len(raw) * 8])


def is_one_encoding(raw):
    """Whether bytes are exactly one tag, one length and the contents octets."""
    if len(raw) < 2 or raw[0] & 31 == 31:
        return False
    more = raw[1] & 127 if raw[1] > 128 else 0
    length = int.from_bytes(raw[2 : 2 + more], "big") if more else raw[1]
    return len(raw) == 2 + more + length


def decoded(raw, code):
    try:
        return raw.decode(code)
    except UnicodeDecodeError:
        return None


def same_bits(ours, theirs):
    """Trailing zeros of a named bit list are insignificant (X.680 22.7), so they may differ."""
    if isinstance(ours, str):
        ours = {"value": ours, "length": len(ours) * 4}
    if not isinstance(ours, dict) or set(ours) != {"value", "length"}:
        return False
    return bit_text(ours["value"], ours["length"]) == bit_text(*theirs)


def bit_text(hexed, bits):
    text = "".join(f"{int(c, 16):04b}" for c in hexed)[:bits]
    return text.rstrip("0")


def same_real(ours, theirs):
    if isinstance(ours, dict):
        ours = ours.get("base10Value")
    words = {"INF": math.inf, "-INF": -math.inf, "-0": -0.0}
    ours = words.get(ours, ours)
    if ours == "NaN":
        return math.isnan(theirs)
    try:
        return math.isclose(float(ours), float(theirs), rel_tol=1e-12)
    except (TypeError, ValueError, OverflowError):
        return False


def same_oid(ours, theirs):
    if isinstance(ours, str):
        return ours == theirs
    mantissa, base, exponent = map(int, theirs.split("."))
    return same_real(ours, mantissa * float(base) ** exponent)


def same_alt(ours, theirs):
    name, value = theirs
    if name is None:
        return same(ours, value)
    if isinstance(ours, dict) and len(ours) == 1:
        (key, inner), = ours.items()
        return plain_name(key) == plain_name(name) and same(inner, value)
    return False


def same_ints(ours, theirs):
    if isinstance(ours, str):
        return [ord(c) for c in ours] == theirs or not theirs and set(ours) == {"0"}
    if isinstance(ours, dict) and "base10Value" in ours:
        return same_real(ours, float("".join(map(chr, theirs))))
    return ours == theirs if isinstance(ours, list) else same_list(ours, theirs)


SPECIAL = {
    "$bin": same_bin,
    "$bits": same_bits,
    "$oid": same_oid,
    "$real": same_real,
    "$alt": same_alt,
    "$ints": same_ints,
    "$time": same_time,
    "$zero": lambda ours, theirs: ours is None or ours == 0,
}

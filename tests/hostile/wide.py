"""Messages of n parts for ASN.1 types of n parts, from the last to the first where the notation allows that. A row has a name and a
function that makes the files: the schema, whose type is A, and a value of A in each of several encodings."""

from asn1 import CLASS, module, row


def reverse(piece, n, between=""):
    return between.join(piece.replace("#", str(i)) for i in reversed(range(n)))


def encoding(identifier, contents):
    """An encoding in BER."""
    length = len(contents)
    return identifier + (bytes([length]) if length < 128 else b"\x84" + length.to_bytes(4, "big")) + contents


def context(number, form=0x80):
    """The identifier octets of a context-specific tag."""
    if number < 31:
        return bytes([form | number])
    octets = [number & 0x7F]
    while number > 0x7F:
        number >>= 7
        octets.insert(0, number & 0x7F | 0x80)
    return bytes([form | 31, *octets])


def integer(number):
    return number.to_bytes(number.bit_length() // 8 + 1, "big")


def files(schema, n, json, xer, value, ber):
    """The files of one message: the parts of each text, in braces and so on, and the contents octets."""
    return {
        "wide.asn1": module(schema),
        "wide.json": json,
        "wide.xer": f"<A>{xer}</A>",
        "wide.value": f"{{{value}}}",
        "wide.ber": encoding(b"\x31" if "A ::= SET {" in schema else b"\x30", ber),
    }


def record(kind):
    """A record of n components. XER and BER have those of a SEQUENCE in order."""
    def made(n):
        order = reversed(range(n)) if kind == "SET" else range(n)
        order = list(order)
        ber = b"".join(encoding(context(i), integer(i)) for i in order)
        xer = "".join(f"<c{i}>{i}</c{i}>" for i in order)
        json = "{" + reverse('"c#":#', n, ",") + "}"
        return files(f"A ::= {kind} {{ {row('c# INTEGER OPTIONAL', n)} }}", n, json, xer, reverse("c# #", n, ","), ber)
    return made


def elements(head, part, between, tail, json, xer, value, ber, before=""):
    """A list of n values of a type E with n parts, each of which is used once."""
    def made(n):
        octets = b"".join(ber(i) for i in reversed(range(n)))
        schema = f"{before}A ::= SEQUENCE OF E\nE ::= {head}{row(part, n, between)}{tail}"
        return files(schema, n, f"[{reverse(json, n, ',')}]", reverse(xer, n), reverse(value, n, ","), octets)
    return made


def open_types(n):
    """A record of n keys and open types, over a table of n rows."""
    ber = b"".join(encoding(context(2 * i), integer(i)) + encoding(context(2 * i + 1, 0xA0), encoding(b"\2", integer(i))) for i in range(n))
    xer = row("<a#>#</a#><b#><INTEGER>#</INTEGER></b#>", n, "")
    json = "{" + reverse('"b#":#,"a#":#', n, ",") + "}"
    schema = CLASS + f"S C ::= {{ {row('{ID # T INTEGER}', n, ' | ')} }}\nA ::= SEQUENCE {{ {row('a# C.&id({S}), b# C.&T({S}{@a#})', n)} }}"
    return files(schema, n, json, xer, reverse("b# INTEGER : #, a# #", n, ","), ber)


def waiting(n, rest, json, xer, value, ber, key="INTEGER"):
    """A list of n open types with one key, which is in a record that comes before."""
    schema = f"C ::= CLASS {{ &id {key} UNIQUE, &T }}\n{rest}, b SEQUENCE OF SEQUENCE {{ v C.&T({{S}}{{@k.a}}) }} }}"
    element = encoding(b"\x30", encoding(b"\xa0", encoding(b"\2", b"\1")))
    octets = encoding(b"\xa0", ber) + encoding(b"\xa1", element * n)
    xer = f"<k>{xer}</k><b>" + "<SEQUENCE><v><INTEGER>1</INTEGER></v></SEQUENCE>" * n + "</b>"
    value = f"k {{{value}}}, b {{" + ",".join(["{v INTEGER : 1}"] * n) + "}"
    return files(schema, n, f'{{"k":{{{json}}},"b":[' + ",".join(['{"v":1}'] * n) + "]}", xer, value, octets)


def far_key(n):
    """The key comes after n elements."""
    rest = "S C ::= { {&id 1, &T INTEGER} }\nA ::= SEQUENCE { k SEQUENCE { p SEQUENCE OF NULL, a C.&id({S}) }"
    ber = encoding(b"\xa0", b"\5\0" * n) + encoding(b"\x81", b"\1")
    json = '"p":[' + ",".join(["null"] * n) + '],"a":1'
    return waiting(n, rest, json, f"<p>{'<NULL/>' * n}</p><a>1</a>", f"p {{{','.join(['NULL'] * n)}}}, a 1", ber)


def long_key(n):
    """The key has n characters."""
    key = "a" * n
    rest = f'S C ::= {{ {{&id "{key}", &T INTEGER}} }}\nA ::= SEQUENCE {{ k SEQUENCE {{ a C.&id({{S}}) }}'
    ber = encoding(b"\x80", key.encode())
    return waiting(n, rest, f'"a":"{key}"', f"<a>{key}</a>", f'a "{key}"', ber, "IA5String")


WIDE = [
    ("components of a SEQUENCE", record("SEQUENCE")),
    ("components of a SET", record("SET")),
    ("alternatives", elements("CHOICE { ", "e# NULL", ", ", " }", '{"e#":null}', "<e#/>", "e# : NULL", lambda i: encoding(context(i), b""))),
    ("items", elements("ENUMERATED { ", "e#", ", ", " }", '"e#"', "<e#/>", "e#", lambda i: encoding(b"\x0a", integer(i)))),
    ("named numbers", elements("INTEGER { ", "e#(#)", ", ", " }", "#", "<E><e#/></E>", "e#", lambda i: encoding(b"\2", integer(i)))),
    ("named bits", elements("BIT STRING { ", "e#(#)", ", ", " }", '{"value":"80","length":1}', "<E><e0/></E>", "{e0}", lambda i: encoding(b"\3", b"\7\x80"))),
    ("rows", elements(
        "SEQUENCE { a C.&id({S}), b C.&T({S}{@a}) }\nS C ::= { ", "{ID # T INTEGER}", " | ", " }", '{"a":#,"b":#}',
        "<SEQUENCE><a>#</a><b><INTEGER>#</INTEGER></b></SEQUENCE>".replace("SEQUENCE", "E"), "{a #, b INTEGER : #}",
        lambda i: encoding(b"\x30", encoding(b"\x80", integer(i)) + encoding(b"\xa1", encoding(b"\2", integer(i)))), CLASS)),
    ("open types", open_types),
    ("open types with a key far away", far_key),
    ("open types with a long key", long_key),
]


def commands(to_json=("xer", "value", "ber"), from_ber=("xer", "value", "etf", "uper", "coer")):
    """The verbs that read and write such messages."""
    common = ["-s", "wide.asn1", "-t", "A"]
    ber = ["-r", "ber", "--in", "raw", "wide.ber"]
    yield "encode", ["encode", *common, "-r", "der", "wide.json"]
    for form in to_json:
        binary = ["--in", "raw"] * (form == "ber")
        yield f"convert {form} to json", ["convert", *common, "--from", form, "--to", "json", *binary, f"wide.{form}"]
    for form in from_ber:
        yield f"convert ber to {form}", ["convert", *common, "--from", "ber", "--to", form, "--in", "raw", "wide.ber"]
    yield "inspect", ["inspect", *common, *ber]
    yield "diff", ["diff", *common, *ber, "wide.ber"]
    yield "render", ["decode", *common, "--render", "readable", *ber]
    yield "sample", ["sample", *common, "-n", "2"]

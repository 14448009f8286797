"""Productions of ASN.1, each nested or repeated n times. A row has a name and a function that makes the text."""


def module(body, head="AUTOMATIC TAGS "):
    return f"M DEFINITIONS {head}::= BEGIN\n{body}\nEND\n"


def nest(before, core, after=""):
    """`before` n times, the core, `after` n times, as type A."""
    return lambda n: module("A ::= " + before * n + core + after * n)


def body(before, core, after, head, tail=""):
    """The same in any context."""
    return lambda n: module(head + before * n + core + after * n + tail)


def row(piece, n, between=", "):
    """n pieces, in which # is replaced by the number of each."""
    return between.join(piece.replace("#", str(i)) for i in range(n))


def many(head, piece, between, tail=""):
    """A list of n such pieces."""
    return lambda n: module(head + row(piece, n, between) + tail)


def wide(kind, part, use):
    """A type W of n / 2 parts, and a SEQUENCE A with as many uses of it."""
    return lambda n: module(f"W ::= {kind} {{ {row(part, n // 2)} }}\nA ::= SEQUENCE {{ {row(use, n // 2)} }}")


def chain(link, last, head=""):
    """n definitions, each defined by the next: # is its number, ## the next one."""
    return lambda n: module(head + "\n".join(link.replace("##", str(i + 1)).replace("#", str(i)) for i in range(n)) + "\n" + last.replace("#", str(n)))


def used(head, declared, between, middle, use, apart=", ", tail=""):
    """n declarations, and n uses that refer to them from the last to the first: ~ is the number of the one used."""
    return lambda n: module(head + row(declared, n, between) + middle + apart.join(use.replace("#", str(i)).replace("~", str(n - 1 - i)) for i in range(n)) + tail)


def letters(number):
    """A number as capitals: words of a syntax have no digits."""
    return "".join("ABCDEFGHIJ"[int(digit)] for digit in str(number))


def modules(n, body, head=""):
    """n modules N#, after a module M."""
    return "".join(f"N{i} DEFINITIONS AUTOMATIC TAGS ::= BEGIN\n{(head + body).replace('#', str(i))}\nEND\n" for i in range(n))


CLASS = "C ::= CLASS { &id INTEGER UNIQUE, &T OPTIONAL, &o C OPTIONAL, &S C OPTIONAL } WITH SYNTAX { ID &id [T &T] [O &o] [S &S] }\n"

NESTED = [
    ("SEQUENCE", nest("SEQUENCE { a ", "NULL", " }")),
    ("SET", nest("SET { a ", "NULL", " }")),
    ("CHOICE", nest("CHOICE { a ", "NULL", " }")),
    ("SEQUENCE OF", nest("SEQUENCE OF ", "NULL")),
    ("SET OF", nest("SET OF ", "NULL")),
    ("SEQUENCE SIZE OF", nest("SEQUENCE SIZE (1) OF ", "NULL")),
    ("SEQUENCE OF name", nest("SEQUENCE OF a ", "NULL")),
    ("SEQUENCE OF and SEQUENCE", nest("SEQUENCE OF SEQUENCE { a ", "NULL", " }")),
    ("tag", nest("[1] ", "NULL")),
    ("tag IMPLICIT", nest("[1] IMPLICIT ", "NULL")),
    ("tag EXPLICIT", nest("[APPLICATION 1] EXPLICIT ", "NULL")),
    ("selection", nest("a < ", "B")),
    ("addition group", nest("SEQUENCE { ..., [[ a ", "NULL", " ]] }")),
    ("exception", nest("INTEGER (1, ... ! ", "1", ")")),
    ("parenthesis", body("(", "1", ")", "A ::= INTEGER ")),
    ("EXCEPT", body(" EXCEPT (1", "", ")", "A ::= INTEGER (1", ")")),
    ("ALL EXCEPT", body("(ALL EXCEPT ", "(1)", ")", "A ::= INTEGER ")),
    ("INCLUDES", body("(INCLUDES INTEGER ", "(1)", ")", "A ::= INTEGER ")),
    ("union", body("(1 | ", "2", ")", "A ::= INTEGER (", ")")),
    ("intersection", body("(1 ^ ", "2", ")", "A ::= INTEGER (", ")")),
    ("SIZE", body("(SIZE ", "(1)", ")", "A ::= OCTET STRING ")),
    ("FROM", body("(FROM ", '("a")', ")", "A ::= IA5String ")),
    ("WITH COMPONENT", body("(WITH COMPONENT ", "(SIZE (1))", ")", "A ::= SEQUENCE OF NULL ")),
    ("WITH COMPONENTS", body("(WITH COMPONENTS { a ", "", " })", "A ::= SEQUENCE { a NULL } ")),
    ("CONTAINING", body("(CONTAINING OCTET STRING ", "", ")", "A ::= OCTET STRING ")),
    ("CONTAINING ENCODED BY", body("(CONTAINING OCTET STRING ", "", " ENCODED BY {1 2 3})", "A ::= OCTET STRING ")),
    ("CONSTRAINED BY", body("(CONSTRAINED BY { INTEGER : ", "1", " })", "A ::= INTEGER ")),
    ("table constraint", body("{", "S", "}", "A ::= C.&id (", ")\n" + CLASS)),
    ("component of a DEFAULT", body("{ a ", "1", " }", "A ::= SEQUENCE { a B DEFAULT ", " }\nB ::= SEQUENCE { a B OPTIONAL }")),
    ("value in braces", body("{ a ", "1", " }", "A ::= SEQUENCE { a A OPTIONAL }\na A ::= ")),
    ("list of values", body("{", "", "}", "A ::= SEQUENCE OF A\na A ::= ")),
    ("value of a CHOICE", body("a : ", "b : NULL", "", "A ::= CHOICE { a A, b NULL }\na A ::= ")),
    ("OBJECT IDENTIFIER", body("{ 1 2 a(", "3", ") }", "a OBJECT IDENTIFIER ::= ")),
    ("CONTAINING value", body("CONTAINING ", "1", "", "a OCTET STRING ::= ")),
    ("open type value", body("INTEGER : ", "1", "", CLASS + "a C.&T ::= ")),
    ("actual parameter", body("P{", "NULL", "}", "P{T} ::= SEQUENCE OF T\nA ::= ")),
    ("actual parameters, two", body("P{NULL, ", "NULL", "}", "P{T, U} ::= SEQUENCE { a T, b U }\nA ::= ")),
    ("actual parameter in SEQUENCE", body("P{SEQUENCE { a ", "NULL", " }}", "P{T} ::= SEQUENCE OF T\nA ::= ")),
    ("actual parameter, value", body("{", "1", "}", "P{INTEGER : n} ::= INTEGER (n)\nA ::= P{", "}")),
    ("actual parameter, object set", body("{", "S", "}", CLASS + "P{C : S} ::= SEQUENCE { a C.&id ({S}) }\nA ::= P{", "}\nS C ::= { {ID 1} }")),
    ("actual parameter of a value", body("p{", "1", "}", "p{INTEGER : n} INTEGER ::= n\na INTEGER ::= ")),
    ("actual parameter of an object", body("p{", "o", "}", CLASS + "p{C : c} C ::= c\no C ::= {ID 1}\nq C ::= ")),
    ("actual parameter of an object set", body("P{{", "o", "}}", CLASS + "P{C : S} C ::= { S }\no C ::= {ID 1}\nQ C ::= {", "}")),
    ("actual parameter of an undefined type", nest("Q{", "NULL", "}")),
    ("actual parameter of a class", body("D{", "C", "}", CLASS + "D{K} ::= K\nE ::= ")),
    ("governor of a formal parameter", body("SEQUENCE OF ", "NULL", "", "A{", " : a} ::= NULL")),
    ("formal parameter", body("{", "T", "}", "A", " ::= NULL")),
    ("WITH SYNTAX", body("[A ", "&a", "]", "C ::= CLASS { &a INTEGER OPTIONAL } WITH SYNTAX { ", " }")),
    ("CLASS field", body("CLASS { &a ", "INTEGER", " }", "C ::= ")),
    ("DEFAULT of a field", body("{ &a ", "1", " }", "C ::= CLASS { &a C DEFAULT ", " }")),
    ("object", body("{ID 1 O ", "{ID 1}", "}", CLASS + "o C ::= ")),
    ("object set in an object", body("{ID 1 S {", "{ID 1}", "}}", CLASS + "o C ::= ")),
    ("type in an object", body("SEQUENCE OF ", "NULL", "", CLASS + "o C ::= {ID 1 T ", "}")),
    ("object set", body("{", "{ID 1}", "}", CLASS + "S C ::= ")),
    ("union of object sets", body("({ID 1} | ", "{ID 2}", ")", CLASS + "S C ::= { ", " }")),
    ("field of a field", body(".&o", "", "", CLASS + "o C ::= {ID 1}\na INTEGER ::= o", ".&id")),
    ("field of a class", body(".&o", "", "", CLASS + "A ::= C", ".&id")),
    ("component relation", body(".a", "", "", CLASS + "S C ::= { {ID 1} }\nA ::= SEQUENCE { a C.&id ({S}), b C.&T ({S}{@a", "}) }")),
    ("levels of a relation", body(".", "", "", CLASS + "S C ::= { {ID 1} }\nA ::= SEQUENCE { a C.&id ({S}), b C.&T ({S}{@", "a}) }")),
    ("VALUES of an ENUMERATED", body("{a(", "1", ")}", "A ::= ENUMERATED ")),
    ("named number", body("{a(", "1", ")}", "A ::= INTEGER ")),
    ("comment", body("/* ", "", " */", "A ::= NULL ")),
    ("MACRO", body("A MACRO ::= BEGIN ", "", " END\n", "")),
    ("MACRO notation", body("(", '"A"', ")", "A MACRO ::= BEGIN TYPE NOTATION ::= ", " VALUE NOTATION ::= value(VALUE INTEGER) END")),
    ("ENCODING-CONTROL", body("{", "", "}", "A ::= NULL\nENCODING-CONTROL PER ")),
    ("module identifier", lambda n: "M {" * n + " 1 " + "}" * n + " DEFINITIONS ::= BEGIN END"),
    ("modules in modules", lambda n: "M DEFINITIONS ::= BEGIN " * n + "END " * n),
    ("IMPORTS in braces", body("{", "1", "}", "IMPORTS A FROM N ", "; B ::= NULL")),
]

OPENED = ["{", "(", "[", "[[", "{(", "{[(", "SEQUENCE {", "A ::= {", "a A ::= {", "P{", "a : ", "\"", "'", "/*", "BEGIN ", "END ", "}", ")", "]", "-", "::=", "@", "&", "<", "!", "..", "|", ",", "\0", "\u00e9"]
NESTED += [(f"left open: {piece!r}", body(piece, "", "", "A ::= NULL ")) for piece in OPENED]

REPEATED = [
    ("components", many("A ::= SEQUENCE { ", "a# NULL", ", ", " }")),
    ("components of a SET", many("A ::= SET { ", "a# NULL", ", ", " }")),
    ("alternatives", many("A ::= CHOICE { ", "a# NULL", ", ", " }")),
    ("optional components", many("A ::= SEQUENCE { ", "a# INTEGER OPTIONAL", ", ", " }")),
    ("defaults", many("A ::= SEQUENCE { ", "a# INTEGER DEFAULT #", ", ", " }")),
    ("components of one name", many("A ::= SEQUENCE { ", "a NULL", ", ", " }")),
    ("components without a name", many("A ::= SEQUENCE { ", "INTEGER", ", ", " }")),
    ("alternatives of one tag", lambda n: module("A ::= CHOICE { " + ", ".join(f"a{i} [0] NULL" for i in range(n)) + " }", "")),
    ("extension additions", many("A ::= SEQUENCE { ..., ", "a# NULL", ", ", " }")),
    ("addition groups", many("A ::= SEQUENCE { ..., ", "[[ a# NULL ]]", ", ", " }")),
    ("COMPONENTS OF", many("B ::= SEQUENCE { b NULL }\nA ::= SEQUENCE { ", "COMPONENTS OF B", ", ", " }")),
    ("enumerations", many("A ::= ENUMERATED { ", "a#", ", ", " }")),
    ("enumerations of one value", many("A ::= ENUMERATED { ", "a#(1)", ", ", " }")),
    ("named numbers", many("A ::= INTEGER { ", "a#(#)", ", ", " }")),
    ("named bits", many("A ::= BIT STRING { ", "a#(#)", ", ", " }")),
    ("union of values", many("A ::= INTEGER (", "#", " | ", ")")),
    ("union of gaps", lambda n: module("A ::= INTEGER (" + " | ".join(str(2 * i) for i in range(n)) + ")")),
    ("intersection of ranges", many("A ::= INTEGER (", "0..#", " ^ ", ")")),
    ("union of strings", many("A ::= IA5String (", '"a#"', " | ", ")")),
    ("serial constraints", many("A ::= INTEGER ", "(0..#)", " ")),
    ("union of alphabets", many("A ::= IA5String (", 'FROM ("a")', " | ", ")")),
    ("WITH COMPONENTS, many", many("A ::= B (WITH COMPONENTS { ", "a#", ", ", " })\nB ::= SEQUENCE { a0 NULL OPTIONAL }")),
    ("uses of a wide ENUMERATED", wide("ENUMERATED", "e#", "a# W")),
    ("uses of a wide ENUMERATED, constrained", wide("ENUMERATED", "e#", "a# W (e#)")),
    ("uses of a wide ENUMERATED, with DEFAULT", wide("ENUMERATED", "e#", "a# W DEFAULT e#")),
    ("uses of a wide CHOICE, constrained", wide("CHOICE", "c# [#] NULL", "a# W (c#:NULL)")),
    ("uses of a wide CHOICE, with DEFAULT", wide("CHOICE", "c# [#] NULL", "a# W DEFAULT c#:NULL")),
    ("uses of a wide SEQUENCE, constrained", wide("SEQUENCE", "c# NULL OPTIONAL", "a# W (WITH COMPONENTS {..., c# ABSENT})")),
    ("uses of a wide SEQUENCE, with DEFAULT", wide("SEQUENCE", "c# INTEGER DEFAULT #", "a# W DEFAULT {}")),
    ("uses of a thousand DEFAULTs", lambda n: module(f"W ::= SEQUENCE {{ {row('c# INTEGER DEFAULT #', 1000)} }}\nA ::= SEQUENCE {{ {row('a# W DEFAULT {}', n)} }}")),
    ("COMPONENTS OF a wide SEQUENCE", lambda n: module(f"W ::= SEQUENCE {{ {row('c# NULL OPTIONAL', n // 2)} }}\n" + row("A# ::= SEQUENCE { COMPONENTS OF W }", n // 2, "\n"))),
    ("uses of a list as DEFAULT", lambda n: module(f"L ::= SEQUENCE OF INTEGER\nl L ::= {{ {row('1', n // 2)} }}\nA ::= SEQUENCE {{ {row('a# L DEFAULT l', n // 2)} }}")),
    ("instances of a wide SEQUENCE", lambda n: module(f"P{{T}} ::= SEQUENCE {{ {row('c# T OPTIONAL', n // 2)} }}\n" + row("B# ::= INTEGER A# ::= P{B#}", n // 2, "\n"))),
    ("types", many("", "A# ::= INTEGER (0..#)", "\n")),
    ("types of one name", many("", "A ::= INTEGER (0..#)", "\n")),
    ("text in single quotes", many("a IA5String ::= ", "'a''b'", " ")),
    ("doubled single quotes", many("a IA5String ::= '", "a''", "", "'")),
    ("components as types", many("P ::= SEQUENCE { c INTEGER }\nA ::= SEQUENCE { ", "a# P.c", ", ", " }")),
    ("groups of digits", many("a INTEGER ::= 1", ",000", "")),
    ("empty ranges", many("", "A# ::= REAL (1.5..0.#)", "\n")),
    ("items of one number", many("A ::= ENUMERATED { ", "a#(0)", ", ", " }")),
    ("references of a CHOICE", lambda n: module(f"A ::= CHOICE {{ {row('a# NULL', n)} }}\na A ::= a0 : NULL\n" + row("b# A ::= a", n, "\n"))),
    ("numbers of an ENUMERATED", lambda n: module(f"A ::= ENUMERATED {{ {row('a#', n)} }}\n" + row("b# A ::= #", n, "\n"))),
    ("objects of another class", many("C ::= CLASS { &c INTEGER }\nD ::= CLASS { &d INTEGER }\nE ::= CLASS { &o C }\nd D ::= { &d 1 }\n", "E# E ::= { &o d }", "\n")),
    ("values in braces of sets", many("B ::= SEQUENCE { b INTEGER }\n", "A# B ::= { b 1 }", "\n")),
    ("modules that import nothing", lambda n: "".join(f"M{i} DEFINITIONS ::= BEGIN A{i} ::= A{(i + 1) % n} END\n" for i in range(n))),
    ("undefined types", many("", "A# ::= B#", "\n")),
    ("undefined types on one line", many("", "A# ::= B#", " ")),
    ("undefined components on one line", many("A ::= SEQUENCE { ", "a# B#", ", ", " }")),
    ("syntax faults on one line", many("", "A# ::= ;;", " ")),
    ("syntax faults", many("", "A# ::= @@", "\n")),
    ("characters of no token", many("", "\u00a7", " ")),
    ("warnings on one line", many("", "A# ::= SEQUENCE {a NULL,}", " ")),
    ("values", many("", "a# INTEGER ::= #", "\n")),
    ("values out of range", many("A ::= INTEGER (0..1)\n", "a# A ::= 9", " ")),
    ("list of values", many("A ::= SEQUENCE OF INTEGER\na A ::= { ", "#", ", ", " }")),
    ("values of one member", many("A ::= SEQUENCE { a INTEGER }\na A ::= { ", "a #", ", ", " }")),
    ("arcs", many("a OBJECT IDENTIFIER ::= { 1 2 ", "#", " ", " }")),
    ("bits of a value", many("A ::= BIT STRING { a(0) }\na A ::= { ", "a", ", ", " }")),
    ("cstring lists", many("a IA5String ::= { ", '"a"', ", ", " }")),
    ("imports", many("IMPORTS ", "A#", ", ", " FROM N;\nB ::= NULL")),
    ("imports of modules", many("IMPORTS ", "A# FROM N#", " ", ";\nB ::= NULL")),
    ("exports", many("EXPORTS ", "A#", ", ", ";\nA0 ::= NULL")),
    ("modules", lambda n: "".join(f"M{i} DEFINITIONS ::= BEGIN A ::= NULL END\n" for i in range(n))),
    ("modules of one name", lambda n: "".join("M DEFINITIONS ::= BEGIN A ::= NULL END\n" for i in range(n))),
    ("modules that import in turn", lambda n: "".join(f"M{i} DEFINITIONS ::= BEGIN IMPORTS A FROM M{(i + 1) % n}; B ::= A A ::= NULL END\n" for i in range(n))),
    ("formal parameters", many("A{", "T#", ", ", "} ::= NULL")),
    ("actual parameters", many("A{T} ::= SEQUENCE OF T\nB ::= A{", "NULL", ", ", "}")),
    ("as many parameters", lambda n: module("A{" + ", ".join(f"T{i}" for i in range(n)) + "} ::= SEQUENCE { " + ", ".join(f"a{i} T{i}" for i in range(n)) + " }\nB ::= A{" + ", ".join("NULL" for i in range(n)) + "}")),
    ("instances", lambda n: module("A{T} ::= SEQUENCE OF T\n" + "\n".join(f"B{i} ::= INTEGER\nC{i} ::= A{{B{i}}}" for i in range(n // 4)))),
    ("fields", many("C ::= CLASS { ", "&a# INTEGER OPTIONAL", ", ", " }")),
    ("objects", many(CLASS, "o# C ::= {ID #}", "\n")),
    ("object set", many(CLASS + "S C ::= { ", "{ID #}", " | ", " }\nA ::= SEQUENCE { a C.&id ({S}), b C.&T ({S}{@a}) }")),
    ("object set of one key", many(CLASS + "S C ::= { ", "{ID 1 T NULL}", " | ", " }\nA ::= SEQUENCE { a C.&id ({S}), b C.&T ({S}{@a}) }")),
    ("open types", lambda n: module(CLASS + "S C ::= { {ID 1 T NULL} }\nA ::= SEQUENCE { a C.&id ({S}), " + ", ".join(f"b{i} C.&T ({{S}}{{@a}})" for i in range(n)) + " }")),
    ("tokens of a syntax", many("C ::= CLASS { &id INTEGER } WITH SYNTAX { ", "A#", " ", " &id }")),
    ("options of a syntax", lambda n: module("C ::= CLASS { " + ", ".join(f"&a{i} INTEGER OPTIONAL" for i in range(n)) + " } WITH SYNTAX { " + " ".join(f"[A&a{i}]".replace("A&", "A &") for i in range(n)) + " }\no C ::= { }")),
    ("macros", many("", "A# MACRO ::= BEGIN TYPE NOTATION ::= empty VALUE NOTATION ::= empty END", "\n")),
    ("ENCODING-CONTROL sections", many("A ::= NULL\n", "ENCODING-CONTROL JER", "\n")),
    ("ENCODING-CONTROL instructions", many("A ::= NULL\nENCODING-CONTROL JER ", 'NAME [A] AS "#"', " ")),
    ("comments", many("A ::= NULL ", "-- a --", " ")),
    ("lines", many("A ::= NULL", "", "\n")),
    ("long name", lambda n: module("A" * n + " ::= NULL")),
    ("long name that is not there", lambda n: module("A ::= " + "B" * n)),
    ("names alike", lambda n: module("\n".join(f"Aaaaaaaaaaaaaaaaaaaaa{i} ::= Aaaaaaaaaaaaaaaaaaaaab{i}" for i in range(n)))),
    ("names alike, long", lambda n: module("A" * n + "b ::= NULL\nB ::= " + "A" * n + "c")),
    ("long number", lambda n: module("a INTEGER ::= " + "9" * n)),
    ("long number as a bound", lambda n: module("A ::= INTEGER (0.." + "9" * n + ")")),
    ("long tag", lambda n: module("A ::= [" + "9" * n + "] NULL")),
    ("long REAL", lambda n: module("a REAL ::= 1." + "5" * n)),
    ("long exponent", lambda n: module("a REAL ::= 1E" + "9" * n)),
    ("long string", lambda n: module('a IA5String ::= "' + "a" * n + '"')),
    ("doubled quotes", lambda n: module('a IA5String ::= "' + '""' * n + '"')),
    ("lines of a string", lambda n: module('a IA5String ::= "' + "a \n" * n + '"')),
    ("bits", lambda n: module("a BIT STRING ::= '" + "01" * n + "'B")),
    ("octets", lambda n: module("a OCTET STRING ::= '" + "A5" * n + "'H")),
    ("a pattern", lambda n: module('A ::= IA5String (PATTERN "' + "(a*)*" * n + '")')),
    ("a user's constraint", many("A ::= INTEGER (CONSTRAINED BY { ", "1", ", ", " })")),
    ("an open comment", lambda n: module("A ::= NULL /*" + " *" * n)),
    ("marks of byte order", lambda n: module("A ::= NULL " + "\ufeff" * n)),
]

CHAINED = [
    ("references", chain("A# ::= A##", "A# ::= INTEGER")),
    ("SEQUENCEs", chain("A# ::= SEQUENCE { a A## OPTIONAL }", "A# ::= NULL")),
    ("required SEQUENCEs", chain("A# ::= SEQUENCE { a A## }", "A# ::= NULL")),
    ("CHOICEs", chain("A# ::= CHOICE { a A## }", "A# ::= NULL")),
    ("untagged CHOICEs", lambda n: module(chain("A# ::= CHOICE { a A##, b [1] NULL }", "A# ::= CHOICE { c [0] NULL }")(n).split("BEGIN\n", 1)[1][:-5], "")),
    ("SEQUENCE OFs", chain("A# ::= SEQUENCE OF A##", "A# ::= NULL")),
    ("SET OFs", chain("A# ::= SET OF A##", "A# ::= NULL")),
    ("tags", chain("A# ::= [1] A##", "A# ::= NULL")),
    ("constraints", chain("A# ::= A## (0..9#)", "A# ::= INTEGER")),
    ("CONTAINING", chain("A# ::= OCTET STRING (CONTAINING A##)", "A# ::= NULL")),
    ("types in constraints", chain("A# ::= INTEGER (A## | #)", "A# ::= INTEGER (0..5)")),
    ("COMPONENTS OF", chain("A# ::= SEQUENCE { COMPONENTS OF A## }", "A# ::= SEQUENCE { a NULL }")),
    ("selections", chain("A# ::= a < A##", "A# ::= CHOICE { a NULL }")),
    ("parameterized types", chain("A#{T} ::= SEQUENCE { a A##{T} }", "A#{T} ::= SEQUENCE { a T }\nB ::= A0{NULL}")),
    ("parameters that grow", chain("A#{T} ::= SEQUENCE { a A##{SEQUENCE OF T} }", "A#{T} ::= SEQUENCE { a T }\nB ::= A0{NULL}")),
    ("parameters that double", chain("A#{T} ::= A##{Q{T, T}}", "A#{T} ::= SEQUENCE { a T }\nB ::= A0{NULL}", "Q{T, U} ::= SEQUENCE { a T, b U }\n")),
    ("values", chain("a# INTEGER ::= a##", "a# INTEGER ::= 1")),
    ("values in values", chain("a# A ::= { a## }", "a# A ::= { }", "A ::= SEQUENCE OF A\n")),
    ("arcs", chain("a# OBJECT IDENTIFIER ::= { a## 1 }", "a# OBJECT IDENTIFIER ::= { 1 2 }")),
    ("classes", chain("C# ::= C##", "C# ::= CLASS { &id INTEGER }")),
    ("classes in classes", chain("C# ::= CLASS { &c C## OPTIONAL }", "C# ::= CLASS { &id INTEGER }")),
    ("objects", chain("o# C ::= o##", "o# C ::= {ID 1}", CLASS)),
    ("objects in objects", chain("o# C ::= {ID # O o##}", "o# C ::= {ID 1}", CLASS)),
    ("object sets", chain("S# C ::= { S## }", "S# C ::= { {ID 1} }", CLASS)),
    ("growing object sets", chain("S# C ::= { S## | {ID #} }", "S# C ::= { {ID #} }", CLASS)),
    ("open types", chain("S# C ::= { {ID # T A##} }\nA# ::= SEQUENCE { a C.&id ({S#}), b C.&T ({S#}{@a}) }", "A# ::= NULL", CLASS)),
    ("defaults", chain("A# ::= SEQUENCE { a A## DEFAULT {} }", "A# ::= SEQUENCE { b NULL OPTIONAL }")),
    ("two defaults", chain("A# ::= SEQUENCE { a A## DEFAULT {}, b A## DEFAULT {} }", "A# ::= SEQUENCE { b NULL OPTIONAL }")),
    ("circle", lambda n: module("\n".join(f"A{i} ::= SEQUENCE {{ a A{(i + 1) % n} OPTIONAL }}" for i in range(n)))),
    ("circle of references", lambda n: module("\n".join(f"A{i} ::= A{(i + 1) % n}" for i in range(n)))),
    ("circle of parameters", lambda n: module("\n".join(f"A{i}{{T}} ::= SEQUENCE {{ a A{(i + 1) % n}{{T}} OPTIONAL }}" for i in range(n)) + "\nB ::= A0{NULL}")),
]

SET = "C ::= CLASS { &id INTEGER UNIQUE, &T }\nS C ::= { "
NUMBERS = "T ::= INTEGER { "
ITEMS = "T ::= ENUMERATED { "
BITS = "T ::= BIT STRING { "

USED = [
    ("named numbers as values", used(NUMBERS, "n#(#)", ", ", " }\nB ::= T\n", "v# T ::= n~", "\n")),
    ("named numbers as DEFAULT", used(NUMBERS, "n#(#)", ", ", " }\nB ::= SEQUENCE { ", "c# T DEFAULT n~", tail=" }")),
    ("named numbers in a constraint", used(NUMBERS, "n#(#)", ", ", " }\nB ::= T (", "n~", " | ", ")")),
    ("named numbers defined by values", used("", "v# INTEGER ::= #", "\n", "\nB ::= INTEGER { ", "n#(v~)", tail=" }")),
    ("items as values", used(ITEMS, "n#", ", ", " }\nB ::= T\n", "v# T ::= n~", "\n")),
    ("items in a constraint", used(ITEMS, "n#", ", ", " }\nB ::= T (", "n~", " | ", ")")),
    ("named bits in a value", used(BITS, "n#(#)", ", ", " }\nB ::= T\nv T ::= { ", "n~", tail=" }")),
    ("named bits, one in each value", lambda n: module(BITS + row("n#(#)", n) + " }\nB ::= T\n" + "\n".join(f"v{i} T ::= {{ n{i % 20} }}" for i in range(n)))),
    ("components in a value", used("B ::= SEQUENCE { ", "c# INTEGER", ", ", " }\nv B ::= { ", "c# #", tail=" }")),
    ("components in a value of a SET", used("B ::= SET { ", "c# INTEGER", ", ", " }\nv B ::= { ", "c~ ~", tail=" }")),
    ("components in a DEFAULT", used("T ::= SEQUENCE { ", "c# INTEGER OPTIONAL", ", ", " }\nB ::= SEQUENCE { a T DEFAULT { ", "c# #", tail=" } }")),
    ("components in WITH COMPONENTS", used("T ::= SEQUENCE { ", "c# INTEGER OPTIONAL", ", ", " }\nB ::= T (WITH COMPONENTS { ", "c# (0..#) PRESENT", tail=" })")),
    ("components in a single value", used("T ::= SEQUENCE { ", "c# INTEGER OPTIONAL", ", ", " }\nB ::= T ({ ", "c# #", tail=" })")),
    ("alternatives in WITH COMPONENTS", used("T ::= CHOICE { ", "c# INTEGER", ", ", " }\nB ::= T (WITH COMPONENTS { ", "c~ (0..#)", tail=" })")),
    ("alternatives selected", used("T ::= CHOICE { ", "c# NULL", ", ", " }\nB ::= SEQUENCE { ", "d# c~ < T", tail=" }")),
    ("alternatives as values", used("B ::= CHOICE { ", "c# INTEGER", ", ", " }\n", "v# B ::= c~ : #", "\n")),
    ("values of a union", used("B ::= INTEGER (", "1#", " | ", ")\n", "v# B ::= 1~", "\n")),
    ("values of a union of strings", used("B ::= IA5String (", '"s#"', " | ", ")\n", 'v# B ::= "s~"', "\n")),
    ("values of another type", used("T ::= INTEGER (0..MAX)\n", "v# T ::= #", "\n", "\nB ::= SEQUENCE { ", "c# INTEGER (v~) DEFAULT v~", tail=" }")),
    ("types of another module", lambda n: modules(1, "\n".join(f"A{i} ::= SEQUENCE {{ a NULL }}" for i in range(n))) + module("B ::= SEQUENCE { " + ", ".join(f"c{i} N0.A{n - 1 - i}" for i in range(n)) + " }")),
    ("types of a module each", lambda n: module("B ::= SEQUENCE { " + ", ".join(f"c{i} N{n - 1 - i}.T" for i in range(n)) + " }") + modules(n, "T ::= NULL")),
    ("exported types imported", lambda n: module(f"IMPORTS {row('A#', n)} FROM N0;\nB ::= SEQUENCE {{ {row('c# A#', n)} }}") + modules(1, "\n".join(f"A{i} ::= NULL" for i in range(n)), f"EXPORTS {row('A#', n)};\n")),
    ("imports of a module each", lambda n: module("IMPORTS " + " ".join(f"A{i} FROM N{i}" for i in reversed(range(n))) + f";\nB ::= SEQUENCE {{ {row('c# A#', n)} }}") + modules(n, "A# ::= NULL", "EXPORTS A#;\n")),
    ("undefined types beside modules", lambda n: module(f"B ::= SEQUENCE {{ {row('c# Z#', n)} }}") + modules(n, "A# ::= NULL")),
    ("types exported but not imported", lambda n: module(f"B ::= SEQUENCE {{ {row('c# A#', n)} }}") + modules(1, "\n".join(f"A{i} ::= NULL" for i in range(n)), f"EXPORTS {row('A#', n)};\n")),
    ("imports of undefined types", lambda n: module(f"IMPORTS {row('Aa#', n)} FROM N0;\nB ::= SEQUENCE {{ {row('c# Aa#', n)} }}") + modules(1, "\n".join(f"A{i} ::= NULL" for i in range(n)))),
    ("objects in a set", used("C ::= CLASS { &id INTEGER UNIQUE, &T }\n", "o# C ::= { &id #, &T NULL }", "\n", "\nB ::= SEQUENCE { a C.&id({S}), b C.&T({S}{@a}) }\nS C ::= { ", "o~", " | ", " }")),
    ("objects with their fields", used("C ::= CLASS { &id INTEGER, &T }\nB ::= NULL\n", "o# C ::= { &id #, &T NULL }", "\n", "\n", "v# INTEGER ::= o~.&id", "\n")),
    ("fields of an object", lambda n: module(f"C ::= CLASS {{ {row('&f# INTEGER OPTIONAL', n)} }}\no C ::= {{ {row('&f# #', n)} }}\nB ::= NULL\n" + row("v# INTEGER ::= o.&f#", n, "\n"))),
    ("fields of an object, as types", lambda n: module(f"C ::= CLASS {{ {row('&F# OPTIONAL', n)} }}\no C ::= {{ {row('&F# NULL', n)} }}\nB ::= SEQUENCE {{ {row('c# o.&F#', n)} }}")),
    ("fields of a class", used("C ::= CLASS { ", "&f# INTEGER OPTIONAL", ", ", " }\nB ::= SEQUENCE { ", "c# C.&f~", tail=" }")),
    ("fields with DEFAULT", used("C ::= CLASS { ", "&f# INTEGER DEFAULT #", ", ", " }\nB ::= NULL\no C ::= { ", "&f~ #", tail=" }")),
    ("fields of variable types", used("C ::= CLASS { ", "&F#, &f# &F#", ", ", " }\nB ::= NULL\no C ::= { ", "&F# INTEGER, &f# #", tail=" }")),
    ("fields in a syntax", lambda n: module(f"C ::= CLASS {{ {row('&f# INTEGER OPTIONAL', n)} }} WITH SYNTAX {{ " + " ".join(f"[F{letters(i)} &f{i}]" for i in range(n)) + " }\nB ::= NULL\no C ::= { " + " ".join(f"F{letters(i)} {i}" for i in range(n)) + " }")),
    ("parameters", lambda n: module(f"P{{{row('T#', n)}}} ::= SEQUENCE {{ " + ", ".join(f"c{i} T{n - 1 - i}" for i in range(n)) + f" }}\nB ::= P{{{row('NULL', n)}}}")),
    ("rows of a relation", used(SET, "{ &id #, &T NULL }", " | ", " }\nB ::= SEQUENCE { ", "a# C.&id({S}), b# C.&T({S}{@a#})", tail=" }")),
    ("relations next to each other", lambda n: module(f"{SET}{{ &id 1, &T NULL }} }}\nB ::= SEQUENCE {{ {row('a# C.&id({S}), b# C.&T({S}{@a#})', n)} }}")),
    ("relations far apart", used(SET + "{ &id 1, &T NULL } }\nB ::= SEQUENCE { ", "a# C.&id({S})", ", ", ", ", "b# C.&T({S}{@a~})", tail=" }")),
    ("relations from inside", used(SET + "{ &id 1, &T NULL } }\nB ::= SEQUENCE { ", "a# C.&id({S})", ", ", ", ", "b# SEQUENCE { c C.&T({S}{@a~}) }", tail=" }")),
    ("relations to an inside", used(SET + "{ &id 1, &T NULL } }\nB ::= SEQUENCE { k SEQUENCE { ", "a# C.&id({S})", ", ", " }, ", "b# C.&T({S}{@k.a~})", tail=" }")),
    ("relations in a SET", used(SET + "{ &id 1, &T NULL } }\nB ::= SET { ", "a# C.&id({S})", ", ", ", ", "b# C.&T({S}{@a~})", tail=" }")),
    ("relations to additions", used(SET + "{ &id 1, &T NULL } }\nB ::= SEQUENCE { ..., ", "a# C.&id({S}) OPTIONAL", ", ", ", ", "b# C.&T({S}{@a~}) OPTIONAL", tail=" }")),
    ("relations by two keys", used("C ::= CLASS { &id INTEGER, &k INTEGER, &T }\nS C ::= { ", "{ &id #, &k #, &T NULL }", " | ", " }\nB ::= SEQUENCE { a C.&id({S}), k C.&k({S}{@a}), ", "b# C.&T({S}{@a, @k})", tail=" }")),
    ("anonymous sets of a relation", used(SET, "{ &id #, &T NULL }", " | ", " }\nB ::= SEQUENCE { ", "a# C.&id({S, ...})", tail=" }")),
    ("COMPONENTS OF a type each", used("", "A# ::= SEQUENCE { c# NULL }", "\n", "\nB ::= SEQUENCE { ", "COMPONENTS OF A~", tail=" }")),
    ("modules with names alike", lambda n: module("B ::= NULL") + modules(n, "T ::= SEQUENCE { a NULL }\nU ::= SEQUENCE { t T }")),
    ("types with items alike", used("", "T# ::= ENUMERATED { a, b, c }", "\n", "\nB ::= SEQUENCE { ", "c# T~ DEFAULT b", tail=" }")),
    ("types with components alike", lambda n: module(f"B ::= SEQUENCE {{ {row('a# SEQUENCE { a NULL }', n)} }}")),
    ("types CONTAINING", used("", "A# ::= SEQUENCE { a INTEGER }", "\n", "\nB ::= SEQUENCE { ", "c# OCTET STRING (CONTAINING A~)", tail=" }")),
    ("DEFAULTs CONTAINING", many("B ::= SEQUENCE { ", "c# OCTET STRING (CONTAINING INTEGER (0..#)) DEFAULT CONTAINING 0", ", ", " }")),
    ("arcs by name", used("", "v# OBJECT IDENTIFIER ::= { 1 2 # }", "\n", "\nB ::= NULL\n", "w# OBJECT IDENTIFIER ::= { v~ 3 }", "\n")),
    ("instructions of types", used("", "A# ::= SEQUENCE { a# NULL }", "\n", "\nB ::= A0\nENCODING-CONTROL JER\n", 'NAME A~.a~ AS "x#"', "\n")),
    ("objects of a wide class", lambda n: module(f"C ::= CLASS {{ {row('&f# INTEGER OPTIONAL', n)} }}\nB ::= NULL\n" + "\n".join(f"o{i} C ::= {{ &f{n - 1 - i} {i} }}" for i in range(n)))),
    ("objects of a wide class, in its syntax", lambda n: module(f"C ::= CLASS {{ {row('&f# INTEGER OPTIONAL', n)} }} WITH SYNTAX {{ " + " ".join(f"[F{letters(i)} &f{i}]" for i in range(n)) + " }\nB ::= NULL\n" + "\n".join(f"o{i} C ::= {{ F{letters(n - 1 - i)} {i} }}" for i in range(n)))),
    ("objects with the DEFAULTs of a wide class", lambda n: module(f"C ::= CLASS {{ {row('&f# INTEGER DEFAULT #', n)} }}\nB ::= NULL\n" + row("o# C ::= { }", n, "\n"))),
    ("objects without the fields of a wide class", lambda n: module(f"C ::= CLASS {{ {row('&f# INTEGER', n)} }}\nB ::= NULL\n" + row("o# C ::= { }", n, "\n"))),
    ("types from a wide object", lambda n: module(f"C ::= CLASS {{ &id INTEGER, {row('&F# OPTIONAL', n)} }}\nS C ::= {{ {{ &id 1, {row('&F# NULL', n)} }} }}\nB ::= SEQUENCE {{ a C.&id({{S}}), {row('b# C.&F#({S}{@a})', n)} }}")),
    ("sets of objects of a wide class", lambda n: module(f"C ::= CLASS {{ &id INTEGER UNIQUE, {row('&f# INTEGER OPTIONAL', n)} }}\no C ::= {{ &id 1 }}\np C ::= {{ &id 2 }}\nB ::= NULL\n" + row("S# C ::= { o | p }", n, "\n"))),
    ("values without the components of a wide SEQUENCE", lambda n: module(f"T ::= SEQUENCE {{ {row('c# INTEGER', n)} }}\nB ::= NULL\n" + row("v# T ::= { }", n, "\n"))),
    ("values of a wide SEQUENCE, constrained", lambda n: module(f"T ::= SEQUENCE {{ {row('c# INTEGER OPTIONAL', n)} }}\nU ::= T (WITH COMPONENTS {{ ..., {row('c# (0..#)', n)} }})\nB ::= NULL\n" + "\n".join(f"v{i} U ::= {{ c{n - 1 - i} 0 }}" for i in range(n)))),
]

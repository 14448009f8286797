//! Hostile specifications: each ends in a model or in diagnostics, in bounded time and memory, on the stack
//! of a test thread (2 MiB).

#[path = "../../../tests/clock.rs"]
mod clock;
mod memory;

use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use clock::Clock;
use memory::memory;
use wireglot_asn1::{check, lex, parse, resolve};
use wireglot_diag::Diagnostics;
use wireglot_plan::Rules;
use wireglot_text::{Source, Sources};

/// Generous for each of these, but far too short for a quadratic pass over a megabyte.
const LIMIT: Duration = Duration::from_secs(60);

/// The maximum memory per byte of text.
const MULTIPLE: usize = 512;

/// Memory that does not depend on the text, mainly the budget for all values or constraints together.
const FIXED: usize = 192 << 20;

/// The codes of a specification without errors.
const SOUND: [&str; 0] = [];

/// Compiles one specification at a time, so that memory can be attributed to it.
static ALONE: Mutex<()> = Mutex::new(());

/// Compiles from text to plans within limits; returns the codes of the diagnostics without duplicates.
fn compile(text: &str) -> Vec<&'static str> {
    let _alone = ALONE.lock().unwrap_or_else(PoisonError::into_inner);
    let before = memory();
    let start = Clock::start();
    let codes = plans(text);
    let taken = start.elapsed();
    let head = &text[..text.len().min(120)];
    assert!(taken < LIMIT, "{taken:?} for {} octets: {head}", text.len());
    if let (Some((before, _)), Some((_, most))) = (before, memory()) {
        let grown = most.saturating_sub(before);
        assert!(
            grown <= text.len() * MULTIPLE + FIXED,
            "{grown} octets of memory for {}: {head}",
            text.len()
        );
    }
    codes
}

/// The codes of errors in a specification or its plans.
fn plans(text: &str) -> Vec<&'static str> {
    let mut sources = Sources::new();
    let mut diagnostics = Diagnostics::new();
    let file = sources.add(Source::new("hostile.asn1", text));
    let tokens = lex::lex(file, sources.get(file).shared(), &mut diagnostics);
    let tree = parse::file(Arc::new(tokens), &mut diagnostics);
    check::file(&tree, &mut diagnostics);
    let model = resolve(&[tree], &mut diagnostics);
    if !diagnostics.failed(false) {
        let (shape, faults) = wireglot_lower::shape(&model, None);
        let sound = !faults.failed(false);
        diagnostics.extend(faults);
        for rules in [Rules::Der, Rules::Uper].into_iter().filter(|_| sound) {
            diagnostics.extend(wireglot_lower::plan(rules, &model, &shape).1);
        }
    }
    let mut codes: Vec<&str> = diagnostics.sorted().iter().map(|d| d.code.0).collect();
    codes.sort_unstable();
    codes.dedup();
    codes
}

/// A module with one assignment.
fn module(body: &str) -> String {
    format!("M DEFINITIONS AUTOMATIC TAGS ::= BEGIN\n{body}\nEND\n")
}

/// `core` nested in `open` and `close`.
fn nested(open: &str, core: &str, close: &str, depth: usize) -> String {
    open.repeat(depth) + core + &close.repeat(depth)
}

#[test]
fn nesting_bombs() {
    let depth = 100_000;
    let bodies: [(String, &[&str]); 25] = [
        (format!("A ::= {}", nested("SEQUENCE { a ", "NULL", " }", depth)), &["A0203", "A0310"]),
        (format!("A ::= {}", nested("CHOICE { a ", "NULL", " }", depth)), &["A0203", "A0310"]),
        (format!("A ::= {}NULL", "SEQUENCE OF ".repeat(depth)), &["A0203"]),
        (format!("A ::= {}NULL", "[1] ".repeat(depth)), &["A0310"]),
        (format!("A ::= INTEGER {}", nested("(", "1", ")", depth)), &["A0203"]),
        (format!("A ::= INTEGER (1{})", " EXCEPT (1".repeat(depth)), &["A0203"]),
        (format!("A ::= INTEGER {}", "(0..1)".repeat(depth)), &["A0310"]),
        (format!("a A ::= {}", nested("{", "1", "}", depth)), &["A0301"]),
        (format!("a A ::= {}1", "a : ".repeat(depth)), &["A0203"]),
        (format!("A ::= B {}", nested("{", "1", "}", depth)), &["A0301"]),
        (
            format!("A ::= B (WITH COMPONENTS {})", nested("{ a (WITH COMPONENTS ", "{}", ")}", depth)),
            &["A0203", "A0301"],
        ),
        (format!("A ::= OCTET STRING {}", nested("(CONTAINING OCTET STRING ", "", ")", depth)), &["A0203"]),
        (
            format!("C ::= CLASS {{ &a }} WITH SYNTAX {{ {} }}", nested("[A ", "&a", "]", depth)),
            &["A0201", "A0203"],
        ),
        (
            format!("A ::= SEQUENCE {{ {} }}", "..., [[ a NULL ]], ".repeat(depth)),
            &["A0205", "A0401", "A0502", "A0505"],
        ),
        (format!("A ::= {}", "a < ".repeat(depth)), &["A0203"]),
        (nested("/* ", "", " */", depth), &[]),
        (nested("/* ", "", "", depth), &["A0102"]),
        ("{".repeat(1_000_000), &["A0201"]),
        ("(".repeat(1_000_000), &["A0201"]),
        ("[[".repeat(500_000), &["A0201"]),
        ("\"".repeat(1_000_001), &["A0103"]),
        ("'".repeat(1_000_001), &["A0103", "A0106"]),
        ("-".repeat(1_000_001), &["A0113"]),
        ("\u{0}".repeat(1_000_000), &["A0110"]),
        ("A ::= ".repeat(200_000), &["A0201", "A0501"]),
    ];
    for (body, codes) in bodies {
        assert_eq!(compile(&module(&body)), codes, "{}", &body[..60]);
        assert!(compile(&body).contains(&"A0215"), "this is no module: {}", &body[..60]);
    }
}

#[test]
fn references_in_circles() {
    let bodies: [(&str, &[&str]); 26] = [
        ("A ::= A", &["A0308"]),
        ("A ::= B\nB ::= C\nC ::= A", &["A0308"]),
        ("A ::= [1] B\nB ::= [2] A", &["A0308"]),
        ("A ::= SEQUENCE { a A }", &["A0427"]),
        ("A ::= SEQUENCE { COMPONENTS OF A }", &["A0308"]),
        ("A ::= SEQUENCE { COMPONENTS OF B }\nB ::= SET { COMPONENTS OF A }", &["A0308", "A0415"]),
        ("A ::= CHOICE { a A }", &["A0427"]),
        ("A ::= INTEGER (A)", &["A0308"]),
        ("A ::= INTEGER (B)\nB ::= INTEGER (A)", &["A0308"]),
        ("a INTEGER ::= a", &["A0308"]),
        ("a INTEGER ::= b\nb INTEGER ::= a", &["A0308"]),
        ("a OBJECT IDENTIFIER ::= { a 1 }", &["A0308"]),
        ("A INTEGER ::= { A | 1 }", &["A0308"]),
        ("A ::= a < A", &["A0414"]),
        ("A ::= OCTET STRING (CONTAINING A)", &["A0427"]),
        ("A ::= SEQUENCE SIZE (1..MAX) OF A", &["A0427"]),
        (
            "C ::= CLASS { &T }\nS C ::= { {&T C.&T({S})} }\nA ::= SEQUENCE { x C.&T({S}) OPTIONAL }",
            &["A0427"],
        ),
        (
            "C ::= CLASS { &T }\nS C ::= { {&T C.&T({R})} }\nR C ::= { {&T C.&T({S})} }\nA ::= C.&T({S})",
            &["A0427"],
        ),
        (
            "C ::= CLASS { &T }\nS C ::= { {&T OCTET STRING (CONTAINING C.&T({S}))} }\nA ::= C.&T({S})",
            &["A0427"],
        ),
        ("A ::= INTEGER { x(x) }", &["A0301"]),
        ("A ::= ENUMERATED { x(a) }\na INTEGER ::= a", &["A0308"]),
        ("C ::= C", &["A0308"]),
        ("C ::= CLASS { &c C }\no C ::= { &c o }", &[]),
        ("C ::= CLASS { &id INTEGER }\no C ::= o", &["A0308"]),
        ("C ::= CLASS { &id INTEGER }\nS C ::= { S | T }\nT C ::= { S }", &["A0308"]),
        ("A ::= SEQUENCE { a INTEGER DEFAULT b }\nb INTEGER ::= b", &["A0308"]),
    ];
    for (body, codes) in bodies {
        assert_eq!(compile(&module(body)), codes, "{body}");
    }
}

#[test]
fn sound_types_with_an_endless_one_in_their_table() {
    let rows = [
        "{&id 2, &T C.&T({E})} }\nE C ::= { {&id 1, &T C.&T({E})} }",
        "{&id 2, &T SEQUENCE { a C.&T({E}) }} }\nE C ::= { {&id 1, &T C.&T({E})} }",
        "{&id 2, &T OCTET STRING (CONTAINING C.&T({E}))} }\nE C ::= { {&id 1, &T C.&T({E})} }",
        "{&id 2, &T C.&T({E})} }\nE C ::= { {&id 1, &T C.&T({F})} }\nF C ::= { {&id 1, &T C.&T({E})} }",
        "{&id 2, &T B} }\nB ::= TYPE-IDENTIFIER.&Type(B)",
    ];
    for row in rows {
        let text = module(&format!(
            "C ::= CLASS {{ &id INTEGER UNIQUE, &T }}\nS C ::= {{ {{&id 1, &T INTEGER}} | {row}\n\
             A ::= SEQUENCE {{ id C.&id({{S}}), v C.&T({{S}}{{@id}}) }}"
        ));
        assert_eq!(compile(&text), ["A0427"], "{row}");
        let mut diagnostics = Diagnostics::new();
        let mut sources = Sources::new();
        let file = sources.add(Source::new("hostile.asn1", text.as_str()));
        let tokens = lex::lex(file, sources.get(file).shared(), &mut diagnostics);
        let model = resolve(&[parse::file(Arc::new(tokens), &mut diagnostics)], &mut diagnostics);
        let unusable = model.unusable();
        let sound: Vec<_> =
            model.modules[0].types.iter().copied().filter(|id| !unusable.contains(id)).collect();
        let (shape, faults) = wireglot_lower::shape(&model, Some(&sound));
        assert!(!faults.failed(false), "{row}");
        let names: Vec<&str> = shape.roots.iter().map(|root| root.reference.as_str()).collect();
        assert_eq!(names, ["A"], "{row}");
        for rules in [Rules::Der, Rules::Uper] {
            assert!(!wireglot_lower::plan(rules, &model, &shape).1.failed(false), "{row}");
        }
    }
}

#[test]
fn instantiation_without_end() {
    let bodies: [(&str, &[&str]); 7] = [
        ("A{T} ::= SEQUENCE { a A{SEQUENCE OF T} OPTIONAL }\nB ::= A{NULL}", &["A0309"]),
        ("A{T} ::= A{A{T}}\nB ::= A{NULL}", &["A0309"]),
        ("A{T} ::= B{SET OF T}\nB{T} ::= A{SEQUENCE OF T}\nC ::= A{NULL}", &["A0309"]),
        ("A{INTEGER:n} ::= SEQUENCE { a A{n} OPTIONAL, b INTEGER (0..n) }\nB ::= A{3}", &[]),
        ("A{T, U} ::= SEQUENCE { a A{U, SEQUENCE OF T} OPTIONAL }\nB ::= A{NULL, NULL}", &["A0309"]),
        ("P{T} ::= SEQUENCE { a T, b T, c T, d T }\nB ::= P{P{P{P{P{P{P{P{NULL}}}}}}}}", &[]),
        ("C ::= CLASS { &T }\nA{C:S} ::= SEQUENCE { a A{{S}} OPTIONAL }\nB ::= A{{T}}\nT C ::= { {&T NULL} }", &[]),
    ];
    for (body, codes) in bodies {
        assert_eq!(compile(&module(body)), codes, "{body}");
    }
}

#[test]
fn long_lists() {
    let many = 50_000;
    let each =
        |make: &dyn Fn(usize) -> String, between: &str| (0..many).map(make).collect::<Vec<_>>().join(between);
    let bodies: [(String, &[&str]); 12] = [
        (format!("A ::= SEQUENCE {{ {} }}", each(&|i| format!("a{i} NULL"), ", ")), &[]),
        (format!("A ::= ENUMERATED {{ {} }}", each(&|i| format!("a{i}"), ", ")), &[]),
        (format!("A ::= INTEGER ({})", each(&|i| format!("{}", 2 * i), " | ")), &[]),
        (format!("A ::= INTEGER ({})", each(&|i| format!("{}", 2 * i), " ^ ")), &[]),
        (each(&|i| format!("A{i} ::= A{}", i + 1), "\n"), &["A0301"]),
        (each(&|i| format!("a{i} INTEGER ::= a{}", i + 1), "\n"), &["A0301", "A0310"]),
        (each(&|i| format!("A ::= INTEGER -- {i}"), "\n"), &["A0501"]),
        (format!("a OBJECT IDENTIFIER ::= {{ 1 2 {} }}", each(&|i| i.to_string(), " ")), &[]),
        (format!("a INTEGER ::= {}", "9".repeat(200_000)), &["A0311"]),
        (format!("a OCTET STRING ::= '{}'H", "A5".repeat(1_000_000)), &[]),
        (format!("a REAL ::= 1.{}E{}", "5".repeat(100_000), "9".repeat(100_000)), &["A0406"]),
        (each(&|i| format!("x{i} @@ ;;"), "\n"), &["A0201"]),
    ];
    for (body, codes) in bodies {
        assert_eq!(compile(&module(&body)), codes, "{}", &body[..60]);
    }
}

/// `A0` to the last `A`, each defined by the next; `#` is its number.
fn chain(links: usize, kind: &str, last: &str) -> String {
    let mut text: String =
        (0..links).map(|i| format!("A{i} ::= {}\n", kind.replace('#', &(i + 1).to_string()))).collect();
    text += &format!("A{links} ::= {last}");
    module(&text)
}

#[test]
fn long_chains() {
    let kinds: [(&str, &[&str]); 7] = [
        ("A#", &[]),
        ("[1] A#", &["A0310"]),
        ("SEQUENCE { a A# }", &[]),
        ("CHOICE { a A# }", &[]),
        ("SEQUENCE OF A#", &[]),
        ("OCTET STRING (CONTAINING A#)", &["A0603"]),
        // Equal constraints are kept once, so there is no A0604.
        ("A# (SIZE (0..9) | FROM (\"a\"))", &["A0310"]),
    ];
    for (kind, codes) in kinds {
        assert_eq!(compile(&chain(1_999, kind, "IA5String")), codes, "{kind}");
    }
}

#[test]
fn chains_of_constraints_that_pile_up() {
    let odd: Vec<String> = (0..5_000).map(|i| (2 * i).to_string()).collect();
    let odd_range = format!("INTEGER ({})", odd.join(" | "));
    let kinds: [(&str, &str, &[&str]); 5] = [
        ("A# (SIZE (0..#) | FROM (\"a\"))", "IA5String", &[]),
        ("A# (ALL EXCEPT \"a#\")", "IA5String", &[]),
        ("IA5String ((A# | FROM (\"a\")) ^ (A# | SIZE (#)))", "IA5String (FROM (\"b\"))", &["A0604"]),
        ("A# (WITH COMPONENTS { ..., a (SIZE (0..#) | FROM (\"a\")) })", "SEQUENCE { a IA5String }", &[]),
        ("A# (0..1#)", &odd_range, &["A0429"]),
    ];
    for (kind, last, codes) in kinds {
        assert_eq!(compile(&chain(90, kind, last)), codes, "{kind}");
        // Long chains are rejected as too deep, and their other errors are still reported.
        let mut deep = vec!["A0310"];
        deep.extend(codes.iter().filter(|code| **code != "A0604"));
        assert_eq!(compile(&chain(2_000, kind, last)), deep, "{kind}");
        assert_eq!(compile(&chain(20_000, kind, last)), deep, "{kind}");
    }
    let values: String = (0..50_000).map(|i| format!("\"a{i}\" ^ ")).collect();
    assert_eq!(compile(&module(&format!("A ::= IA5String ({values}\"a\")"))), ["A0604"]);
}

#[test]
fn two_assignments_for_each_name_double_nothing() {
    let doubling: String = (0..40)
        .map(|i| {
            format!("A{i} ::= SEQUENCE {{ a A{0}, b A{0} }}\na{i} A{i} ::= {{ a a{0}, b a{0} }}\n", i + 1)
        })
        .collect();
    assert_eq!(compile(&module(&format!("{doubling}A40 ::= NULL\na40 A40 ::= NULL"))), ["A0311"]);
    let sets: String = (0..40).map(|i| format!("S{i} C ::= {{ S{0} | S{0} }}\n", i + 1)).collect();
    let sets = format!("C ::= CLASS {{ &id INTEGER }}\n{sets}S40 C ::= {{ {{&id 1}} }}");
    assert_eq!(compile(&module(&sets)), SOUND);
    let ranges: String = (0..40).map(|i| format!("I{i} ::= INTEGER (I{0} | I{0})\n", i + 1)).collect();
    assert_eq!(compile(&module(&format!("{ranges}I40 ::= INTEGER (0..1)"))), SOUND);
}

#[test]
fn chains_of_references() {
    for last in ["INTEGER", "CHOICE { a NULL, b INTEGER }", "[7] IA5String (SIZE (1))"] {
        let users: String =
            (0..500).map(|i| format!("U{i} ::= SEQUENCE {{ a [0] A{i} OPTIONAL }}\n")).collect();
        let taken = Clock::start();
        let text = chain(100_000, "A#", last).replace("\nEND", &format!("\n{users}END"));
        assert_eq!(compile(&text), SOUND);
        assert!(taken.elapsed() < LIMIT / 2, "{:?}", taken.elapsed());
    }
}

#[test]
fn choices_in_one_another() {
    let nested =
        |depth: usize, also: &str| chain(depth, &format!("CHOICE {{ a A#{also} }}"), "CHOICE { z BOOLEAN }");
    assert_eq!(compile(&nested(1_000, ", b [#] NULL")), SOUND);
    let tags = ", b [#] NULL, c [APPLICATION #] NULL, d [PRIVATE #] NULL";
    assert_eq!(compile(&nested(1_900, tags)), ["A0605"]);
    assert_eq!(compile(&nested(1_998, "")), SOUND);
    assert_eq!(compile(&nested(1_999, "")), ["A0607"]);
    assert_eq!(compile(&nested(20_000, "")), ["A0607"]);
}

#[test]
fn types_that_double() {
    let records = |count: usize, last: &str| chain(count, "SEQUENCE { a A#, b A# }", last);
    assert_eq!(compile(&records(16, "NULL")), SOUND);
    for count in [17, 41, 1_900] {
        assert_eq!(compile(&records(count, "NULL")), ["A0608"], "{count}");
    }
    // What may be absent, or has a smaller alternative, does not count.
    assert_eq!(compile(&chain(41, "SEQUENCE { a A# OPTIONAL, b A# OPTIONAL }", "NULL")), SOUND);
    assert_eq!(compile(&chain(41, "CHOICE { z NULL, r SEQUENCE { a A#, b A# } }", "NULL")), SOUND);
    let only = chain(41, "CHOICE { r SEQUENCE { a A#, b A# } }", "NULL");
    assert_eq!(compile(&only), ["A0608"]);
}

/// Text with such a member would be read as octets.
#[test]
fn members_called_like_escapes_of_json() {
    let named = |name: &str| module(&format!("A ::= SEQUENCE {{ a [JER:NAME AS \"{name}\"] NULL }}"));
    assert_eq!(compile(&named("$ref")), SOUND);
    for name in wireglot_plan::JSON_ESCAPES {
        assert_eq!(compile(&named(name)), ["A0606"], "{name}");
    }
}

#[test]
fn constraints_that_double() {
    let links = chain(40, "T (A# | (A# ^ A#))", "T (WITH COMPONENTS { a })");
    let text =
        links.replace("\nEND", "\nT ::= SEQUENCE { a [0] INTEGER OPTIONAL, b [1] INTEGER OPTIONAL }\nEND");
    assert_eq!(compile(&text), ["A0604"]);
}

#[test]
fn alphabets_that_double() {
    for set in ["A# | A#", "A# ^ A#", "A# EXCEPT A#", "INCLUDES A# | INCLUDES A#"] {
        let taken = Clock::start();
        let text = chain(41, &format!("IA5String (FROM ({set}))"), "IA5String (FROM (\"a\"..\"f\"))");
        assert_eq!(compile(&text), SOUND, "{set}");
        assert!(taken.elapsed() < LIMIT / 2, "{set}: {:?}", taken.elapsed());
    }
}

#[test]
fn values_that_double() {
    let doubling = |kind: &str, first: &str| {
        let links: String = (1..60).map(|i| format!("v{i} {kind} ::= {{ v{0} v{0} }}\n", i - 1)).collect();
        compile(&module(&format!("v0 {kind} ::= {first}\n{links}")))
    };
    assert_eq!(doubling("RELATIVE-OID", "{ 1 2 }"), ["A0311"]);
    let number = "9".repeat(9_999);
    let uses: String = (0..20_000).map(|_| "n, ").collect();
    let list = format!("n INTEGER ::= {number}\nl SEQUENCE OF INTEGER ::= {{ {uses} n }}");
    assert_eq!(compile(&module(&list)), ["A0311"]);
    let arcs: String = (0..20_000).map(|_| "n ").collect();
    assert_eq!(
        compile(&module(&format!("n INTEGER ::= {number}\no RELATIVE-OID ::= {{ {arcs} }}"))),
        ["A0311"]
    );
}

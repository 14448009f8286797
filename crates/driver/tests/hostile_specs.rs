//! Specifications that nobody writes in earnest: each ends in a model or in
//! diagnostics, in bounded time and memory, on the stack of a test's thread (2 MiB).

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

/// Long for any of these: a quadratic pass over a megabyte is far beyond it.
const LIMIT: Duration = Duration::from_secs(60);

/// What an octet of text may cost at most.
const MULTIPLE: usize = 512;

/// What does not depend on the text: what all values or constraints together may cost, for the most part.
const FIXED: usize = 192 << 20;

/// One specification at a time, so that memory is that of one.
static ALONE: Mutex<()> = Mutex::new(());

/// From text to plans, in bounds; the codes of the diagnostics, each once.
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

/// The codes of what is wrong with a specification or its plans.
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

/// `open` and `close` nested around `core`.
fn nested(open: &str, core: &str, close: &str, depth: usize) -> String {
    open.repeat(depth) + core + &close.repeat(depth)
}

#[test]
fn nesting_bombs() {
    let depth = 100_000;
    let bodies = [
        format!("A ::= {}", nested("SEQUENCE { a ", "NULL", " }", depth)),
        format!("A ::= {}", nested("CHOICE { a ", "NULL", " }", depth)),
        format!("A ::= {}NULL", "SEQUENCE OF ".repeat(depth)),
        format!("A ::= {}NULL", "[1] ".repeat(depth)),
        format!("A ::= INTEGER {}", nested("(", "1", ")", depth)),
        format!("A ::= INTEGER (1{})", " EXCEPT (1".repeat(depth)),
        format!("A ::= INTEGER {}", "(0..1)".repeat(depth)),
        format!("a A ::= {}", nested("{", "1", "}", depth)),
        format!("a A ::= {}1", "a : ".repeat(depth)),
        format!("A ::= B {}", nested("{", "1", "}", depth)),
        format!("A ::= B (WITH COMPONENTS {})", nested("{ a (WITH COMPONENTS ", "{}", ")}", depth)),
        format!("A ::= OCTET STRING {}", nested("(CONTAINING OCTET STRING ", "", ")", depth)),
        format!("C ::= CLASS {{ &a }} WITH SYNTAX {{ {} }}", nested("[A ", "&a", "]", depth)),
        format!("A ::= SEQUENCE {{ {} }}", "..., [[ a NULL ]], ".repeat(depth)),
        format!("A ::= {}", "a < ".repeat(depth)),
        nested("/* ", "", " */", depth),
        nested("/* ", "", "", depth),
        "{".repeat(1_000_000),
        "(".repeat(1_000_000),
        "[[".repeat(500_000),
        "\"".repeat(1_000_001),
        "'".repeat(1_000_001),
        "-".repeat(1_000_001),
        "\u{0}".repeat(1_000_000),
        "A ::= ".repeat(200_000),
    ];
    for body in bodies {
        compile(&module(&body));
        compile(&body);
    }
}

#[test]
fn references_in_circles() {
    let bodies = [
        "A ::= A",
        "A ::= B\nB ::= C\nC ::= A",
        "A ::= [1] B\nB ::= [2] A",
        "A ::= SEQUENCE { a A }",
        "A ::= SEQUENCE { COMPONENTS OF A }",
        "A ::= SEQUENCE { COMPONENTS OF B }\nB ::= SET { COMPONENTS OF A }",
        "A ::= CHOICE { a A }",
        "A ::= INTEGER (A)",
        "A ::= INTEGER (B)\nB ::= INTEGER (A)",
        "a INTEGER ::= a",
        "a INTEGER ::= b\nb INTEGER ::= a",
        "a OBJECT IDENTIFIER ::= { a 1 }",
        "A INTEGER ::= { A | 1 }",
        "A ::= a < A",
        "A ::= OCTET STRING (CONTAINING A)",
        "A ::= INTEGER { x(x) }",
        "A ::= ENUMERATED { x(a) }\na INTEGER ::= a",
        "C ::= C",
        "C ::= CLASS { &c C }\no C ::= { &c o }",
        "C ::= CLASS { &id INTEGER }\no C ::= o",
        "C ::= CLASS { &id INTEGER }\nS C ::= { S | T }\nT C ::= { S }",
        "A ::= SEQUENCE { a INTEGER DEFAULT b }\nb INTEGER ::= b",
    ];
    for body in bodies {
        compile(&module(body));
    }
}

#[test]
fn instantiation_without_end() {
    let bodies = [
        "A{T} ::= SEQUENCE { a A{SEQUENCE OF T} OPTIONAL }\nB ::= A{NULL}",
        "A{T} ::= A{A{T}}\nB ::= A{NULL}",
        "A{T} ::= B{SET OF T}\nB{T} ::= A{SEQUENCE OF T}\nC ::= A{NULL}",
        "A{INTEGER:n} ::= SEQUENCE { a A{n} OPTIONAL, b INTEGER (0..n) }\nB ::= A{3}",
        "A{T, U} ::= SEQUENCE { a A{U, SEQUENCE OF T} OPTIONAL }\nB ::= A{NULL, NULL}",
        "P{T} ::= SEQUENCE { a T, b T, c T, d T }\nB ::= P{P{P{P{P{P{P{P{P{P{P{P{NULL}}}}}}}}}}}}",
        "C ::= CLASS { &T }\nA{C:S} ::= SEQUENCE { a A{{S}} OPTIONAL }\nB ::= A{{T}}\nT C ::= { {&T NULL} }",
    ];
    for body in bodies {
        compile(&module(body));
    }
}

#[test]
fn long_lists() {
    let many = 50_000;
    let each =
        |make: &dyn Fn(usize) -> String, between: &str| (0..many).map(make).collect::<Vec<_>>().join(between);
    let bodies = [
        format!("A ::= SEQUENCE {{ {} }}", each(&|i| format!("a{i} NULL"), ", ")),
        format!("A ::= ENUMERATED {{ {} }}", each(&|i| format!("a{i}"), ", ")),
        format!("A ::= INTEGER ({})", each(&|i| format!("{}", 2 * i), " | ")),
        format!("A ::= INTEGER ({})", each(&|i| format!("{}", 2 * i), " ^ ")),
        each(&|i| format!("A{i} ::= A{}", i + 1), "\n"),
        each(&|i| format!("a{i} INTEGER ::= a{}", i + 1), "\n"),
        each(&|i| format!("A ::= INTEGER -- {i}"), "\n"),
        format!("a OBJECT IDENTIFIER ::= {{ 1 2 {} }}", each(&|i| i.to_string(), " ")),
        format!("a INTEGER ::= {}", "9".repeat(200_000)),
        format!("a OCTET STRING ::= '{}'H", "A5".repeat(1_000_000)),
        format!("a REAL ::= 1.{}E{}", "5".repeat(100_000), "9".repeat(100_000)),
        each(&|i| format!("x{i} @@ ;;"), "\n"),
    ];
    for body in bodies {
        compile(&module(&body));
    }
}

/// `A0` to the last `A`, each made of the next: `#` is its number.
fn chain(links: usize, kind: &str, last: &str) -> String {
    let mut text: String =
        (0..links).map(|i| format!("A{i} ::= {}\n", kind.replace('#', &(i + 1).to_string()))).collect();
    text += &format!("A{links} ::= {last}");
    module(&text)
}

#[test]
fn long_chains() {
    let kinds = [
        "A#",
        "[1] A#",
        "SEQUENCE { a A# }",
        "CHOICE { a A# }",
        "SEQUENCE OF A#",
        "OCTET STRING (CONTAINING A#)",
        "A# (SIZE (0..9) | FROM (\"a\"))",
    ];
    for kind in kinds {
        let codes = compile(&chain(2_000, kind, "IA5String"));
        assert!(!codes.contains(&"A0604"), "{kind}: what is equal stands once");
    }
}

#[test]
fn chains_of_constraints_that_pile_up() {
    let odd: Vec<String> = (0..5_000).map(|i| (2 * i).to_string()).collect();
    let kinds = [
        ("A# (SIZE (0..#) | FROM (\"a\"))", "IA5String"),
        ("A# (ALL EXCEPT \"a#\")", "IA5String"),
        ("IA5String ((A# | FROM (\"a\")) ^ (A# | SIZE (#)))", "IA5String (FROM (\"b\"))"),
        ("A# (WITH COMPONENTS { ..., a (SIZE (0..#) | FROM (\"a\")) })", "SEQUENCE { a IA5String }"),
        ("A# (0..1#)", &format!("INTEGER ({})", odd.join(" | "))),
    ];
    for (kind, last) in kinds {
        assert!(compile(&chain(90, kind, last)).len() <= 1);
        compile(&chain(2_000, kind, last));
        compile(&chain(20_000, kind, last));
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
    compile(&module(&format!("{doubling}A40 ::= NULL\na40 A40 ::= NULL")));
    let sets: String = (0..40).map(|i| format!("S{i} C ::= {{ S{0} | S{0} }}\n", i + 1)).collect();
    compile(&module(&format!("C ::= CLASS {{ &id INTEGER }}\n{sets}S40 C ::= {{ {{&id 1}} }}")));
    let ranges: String = (0..40).map(|i| format!("I{i} ::= INTEGER (I{0} | I{0})\n", i + 1)).collect();
    compile(&module(&format!("{ranges}I40 ::= INTEGER (0..1)")));
}

#[test]
fn chains_of_references() {
    for last in ["INTEGER", "CHOICE { a NULL, b INTEGER }", "[7] IA5String (SIZE (1))"] {
        let users: String =
            (0..500).map(|i| format!("U{i} ::= SEQUENCE {{ a [0] A{i} OPTIONAL }}\n")).collect();
        let taken = Clock::start();
        let text = chain(100_000, "A#", last).replace("\nEND", &format!("\n{users}END"));
        assert_eq!(compile(&text), Vec::<&str>::new());
        assert!(taken.elapsed() < LIMIT / 2, "{:?}", taken.elapsed());
    }
}

#[test]
fn choices_in_one_another() {
    let nested =
        |depth: usize, also: &str| chain(depth, &format!("CHOICE {{ a A#{also} }}"), "CHOICE { z BOOLEAN }");
    assert_eq!(compile(&nested(1_000, ", b [#] NULL")), Vec::<&str>::new());
    assert_eq!(compile(&nested(20_000, ", b [#] NULL")), ["A0605"]);
    compile(&nested(20_000, ""));
}

#[test]
fn constraints_that_double() {
    let links = chain(40, "T (A# | (A# ^ A#))", "T (WITH COMPONENTS { a })");
    let text =
        links.replace("\nEND", "\nT ::= SEQUENCE { a [0] INTEGER OPTIONAL, b [1] INTEGER OPTIONAL }\nEND");
    assert_eq!(compile(&text), ["A0604"]);
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

//! Malicious specifications: time and size stay proportional, the stack does not overflow, and
//! rejections are reported.

use std::fmt::Write;
use std::sync::Arc;
use std::time::Duration;

use crate::clock::Clock;
use wireglot_asn1::{check, lex, parse, resolve};
use wireglot_diag::Diagnostics;
use wireglot_model::Model;
use wireglot_plan::{verify, Rules};
use wireglot_text::{Source, Sources};

fn model(body: &str) -> Model {
    let (model, codes) = resolved(body);
    assert_eq!(codes, [""; 0]);
    model
}

/// The model, and the codes of the front end's errors.
fn resolved(body: &str) -> (Model, Vec<String>) {
    let text = format!("Hard DEFINITIONS AUTOMATIC TAGS ::= BEGIN\n{body}\nEND\n");
    let (mut sources, mut faults) = (Sources::new(), Diagnostics::new());
    let file = sources.add(Source::new("hard.asn1", text));
    let tokens = lex::lex(file, sources.get(file).shared(), &mut faults);
    let tree = parse::file(Arc::new(tokens), &mut faults);
    check::file(&tree, &mut faults);
    let model = resolve(&[tree], &mut faults);
    (model, faults.sorted().iter().map(|d| d.code.to_string()).collect())
}

/// Lowers to everything; returns the size of the dumps and the codes of errors.
fn lower(model: &Model) -> (usize, Vec<String>) {
    let (shape, faults) = wireglot_lower::shape(model, None);
    let mut codes: Vec<String> = faults.sorted().iter().map(|d| d.code.to_string()).collect();
    let mut size = 0;
    for rules in Rules::ALL {
        let (plan, faults) = wireglot_lower::plan(rules, model, &shape);
        codes.extend(faults.sorted().iter().map(|d| d.code.to_string()));
        assert_eq!(verify(&plan, &shape), [""; 0]);
        size += wireglot_plan::dump_plan(&plan, &shape).len();
    }
    (size, codes)
}

#[test]
fn a_long_chain_of_types_needs_no_deep_stack() {
    for (count, wanted) in [(1_900, vec![]), (20_000, vec!["A0607"])] {
        let mut body = String::new();
        for n in 0..count {
            let _ = writeln!(body, "T{n} ::= SEQUENCE {{ next T{} OPTIONAL }}", n + 1);
        }
        let _ = writeln!(body, "T{count} ::= NULL");
        let (_, codes) = lower(&model(&body));
        assert_eq!(codes, wanted);
    }
}

#[test]
fn types_that_lead_back_to_a_few_do_not_nest() {
    let names = |count: usize| (0..count).map(|n| format!("a{n} A{n}")).collect::<Vec<_>>().join(", ");
    let choice = |count: usize, part: &str| {
        let parts = (0..count).map(|n| format!("A{n} ::= SEQUENCE {{ k INTEGER, e {part} }}\n"));
        format!("Node ::= CHOICE {{ {}, end NULL }}\n{}", names(count), parts.collect::<String>())
    };
    let two = choice(3_000, "Other OPTIONAL")
        + &format!("Other ::= CHOICE {{ node Node, list SEQUENCE OF Node, {} }}", names(3_000));
    let rows: Vec<String> = (0..3_000).map(|n| format!("{{ID {n} T A{n}}}")).collect();
    let table = choice(3_000, "SEQUENCE OF Element OPTIONAL")
        + &format!(
            "CLS ::= CLASS {{ &id INTEGER UNIQUE, &T }} WITH SYNTAX {{ ID &id T &T }}\nAll CLS ::= {{ {} }}
            Element ::= SEQUENCE {{ id CLS.&id({{All}}), value CLS.&T({{All}}{{@id}}) }}",
            rows.join(" | ")
        );
    for body in [choice(3_000, "Node OPTIONAL"), two, table] {
        let (shape, faults) = wireglot_lower::shape(&model(&body), None);
        assert_eq!(faults.sorted().len(), 0);
        assert!(shape.types.len() > 3_000);
    }
    // A ring of as many types is as deep as it is long.
    let ring: String =
        (0..3_000).map(|n| format!("T{n} ::= SEQUENCE {{ next T{} OPTIONAL }}\n", (n + 1) % 3_000)).collect();
    // So is one that is entered through a table.
    let rows: Vec<String> = (0..3_000).map(|n| format!("{{ID {n} T T{n}}}")).collect();
    let parts: String =
        (0..2_999).map(|n| format!("T{n} ::= SEQUENCE {{ next T{} OPTIONAL }}\n", n + 1)).collect();
    let table = format!(
        "CLS ::= CLASS {{ &id INTEGER UNIQUE, &T }} WITH SYNTAX {{ ID &id T &T }}\nAll CLS ::= {{ {} }}
        Outer ::= SEQUENCE {{ id CLS.&id({{All}}), value CLS.&T({{All}}{{@id}}) }}
        Element ::= SEQUENCE {{ id CLS.&id({{All}}), value CLS.&T({{All}}{{@id}}) }}
        T2999 ::= SEQUENCE {{ e SEQUENCE OF Element }}\n{parts}",
        rows.join(" | ")
    );
    for body in [ring, table] {
        let (_, faults) = wireglot_lower::shape(&model(&body), None);
        assert_eq!(faults.sorted().iter().map(|fault| fault.code.to_string()).collect::<Vec<_>>(), ["A0607"]);
    }
}

#[test]
fn twice_the_text_is_twice_the_plan() {
    let text = |count: usize| {
        (0..count).fold(String::new(), |mut text, n| {
            let _ = writeln!(
                text,
                "T{n} ::= SEQUENCE {{ a INTEGER (0..{n}) OPTIONAL, b CHOICE {{ x T{}, y NULL }}, ... }}",
                n / 2
            );
            text
        })
    };
    let (small, _) = lower(&model(&text(300)));
    let (large, _) = lower(&model(&text(600)));
    assert!(large < small * 9 / 4, "{small} became {large}");
}

#[test]
fn nested_extensible_lists_do_not_double_at_each_level() {
    let mut ty = "INTEGER".to_string();
    for _ in 0..24 {
        ty = format!("SEQUENCE (SIZE (1..2, ...)) OF {ty}");
    }
    let start = Clock::start();
    let (size, _) = lower(&model(&format!("T ::= {ty}")));
    assert!(size < 1 << 20, "{size} octets of plan");
    assert!(start.elapsed() < Duration::from_secs(10));
}

/// Types that each contain the next one twice.
fn contained(depth: usize) -> String {
    let mut body = String::new();
    for n in 0..depth {
        let _ = writeln!(body, "T{n} ::= INTEGER (T{m} | T{m})", m = n + 1);
    }
    format!("{body}T{depth} ::= INTEGER (0..9)")
}

#[test]
fn contained_subtypes_are_worked_out_once() {
    let (_, codes) = lower(&model(&contained(90)));
    assert_eq!(codes, [""; 0]);
}

#[test]
fn contained_subtypes_too_deep_are_told() {
    let (_, codes) = resolved(&contained(400));
    assert!(!codes.is_empty() && codes.iter().all(|code| code == "A0310"), "{codes:?}");
}

#[test]
fn constraints_of_components_too_deep_are_told() {
    let chain = |depth: usize| {
        (0..depth).fold(format!("T{depth} ::= SEQUENCE OF NULL\n"), |mut body, n| {
            let _ = writeln!(body, "T{n} ::= S{n} (WITH COMPONENT (SIZE (1..9)))");
            let _ = writeln!(body, "S{n} ::= SEQUENCE OF T{}", n + 1);
            body
        })
    };
    let codes = |depth| {
        let (_, faults) = wireglot_lower::shape(&model(&chain(depth)), None);
        faults.sorted().iter().map(|d| d.code.to_string()).collect::<Vec<_>>()
    };
    assert_eq!(codes(190), [""; 0]);
    assert_eq!(codes(1_900), ["A0603"]);
}

#[test]
fn explicit_tags_do_not_grow_with_the_square_of_a_chain() {
    let chain = |links: usize| {
        (0..links).fold(format!("T{links} ::= NULL\n"), |mut body, n| {
            let _ = writeln!(body, "T{n} ::= [1] EXPLICIT T{}", n + 1);
            body
        })
    };
    let (_, codes) = lower(&model(&chain(100)));
    assert_eq!(codes, [""; 0]);
    let (_, codes) = resolved(&chain(20_000));
    assert!(!codes.is_empty() && codes.iter().all(|code| code == "A0310"), "{} faults", codes.len());
}

#[test]
fn time_has_no_encoding_in_per() {
    let (_, codes) = lower(&model("T ::= SEQUENCE { at TIME }"));
    assert_eq!(codes, ["A0601"; 6]);
}

//! The legality rules of X.680 to X.683: each row of `legality.tsv` violates one, which must be reported
//! once, and nothing else.

use crate::support::parse;
use wireglot_asn1::{check, resolve};
use wireglot_diag::{Diagnostics, Severity};

/// The codes of the errors in a module.
fn errors(tags: &str, body: &str) -> Vec<String> {
    codes(tags, body, Severity::Error)
}

/// The codes of that severity.
fn codes(tags: &str, body: &str, severity: Severity) -> Vec<String> {
    let body = body.replace(" / ", "\n");
    let text = format!("M DEFINITIONS {tags} TAGS ::= BEGIN\n{body}\nEND\n");
    let mut diagnostics = Diagnostics::new();
    let file = parse(&text, &mut diagnostics);
    check::file(&file, &mut diagnostics);
    resolve(&[file], &mut diagnostics);
    let errors = diagnostics.sorted().into_iter().filter(|d| d.severity == severity);
    errors.map(|d| d.code.to_string()).collect()
}

#[test]
fn each_rule_has_its_code_once() {
    let rows = include_str!("legality.tsv").lines().filter(|line| !line.starts_with('#'));
    let mut wrong = Vec::new();
    for row in rows {
        let [clause, tags, body, code] = row.split('\t').collect::<Vec<_>>()[..] else {
            panic!("four columns: {row}");
        };
        let found = errors(tags, body);
        if found != [code] {
            wrong.push(format!("{clause}: {body}: {found:?}, not {code}"));
        }
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
}

#[test]
fn types_that_hold_themselves_with_a_way_out_are_allowed() {
    let of_class = [
        "S C ::= { {&id 1, &T C.&T({S})}, ... } A ::= SEQUENCE { x C.&T({S}) }",
        "S C ::= { {&id 1, &T C.&T({S})} | {&id 2, &T NULL} } A ::= SEQUENCE { x C.&T({S}) }",
        "S C ::= { {&id 1, &T A}, ... } A ::= SEQUENCE { id C.&id({S}), v C.&T({S}{@id}) }",
        "S C ::= { {&id 1, &T A} | {&id 2, &T NULL} } A ::= SEQUENCE { id C.&id({S}), v C.&T({S}{@id}) }",
        "S C ::= { {&id 1, &T A} } A ::= SEQUENCE { id C.&id({S}), v C.&T({S}{@id}) OPTIONAL }",
        "S C ::= { {&id 1, &T A} } A ::= SEQUENCE { id C.&id({S}), ..., v C.&T({S}{@id}) }",
        "S C ::= { {&id 1, &T SEQUENCE { x C.&T({S}) OPTIONAL }} } A ::= C.&T({S})",
        "S C ::= { {&id 1, &T CHOICE { a C.&T({S}), b NULL }} } A ::= C.&T({S})",
        "S C ::= { {&id 1, &T SEQUENCE OF C.&T({S})} } A ::= C.&T({S})",
        "S C ::= { ... } A ::= SEQUENCE { id C.&id({S}), v C.&T({S}{@id}) }",
        "P {C: S} ::= SEQUENCE { id C.&id({S}), v C.&T({S}{@id}) }
         R C ::= { {&id 1, &T P {{R}}} | {&id 2, &T NULL} } A ::= P {{R}}",
    ];
    let good = [
        "D ::= CLASS { &id INTEGER UNIQUE, &T OPTIONAL } S D ::= { {&id 1, &T A} | {&id 2} }
         A ::= SEQUENCE { id D.&id({S}), v D.&T({S}{@id}) OPTIONAL }",
        "A ::= SEQUENCE { a A OPTIONAL } (WITH COMPONENTS { a PRESENT }, ...)",
        "A ::= SEQUENCE { a A OPTIONAL, b NULL OPTIONAL }
             (WITH COMPONENTS { ..., a PRESENT } | WITH COMPONENTS { ..., b PRESENT })",
        "A ::= SEQUENCE { a A OPTIONAL, b NULL OPTIONAL } (WITH COMPONENTS { ..., b PRESENT })",
        "A ::= SEQUENCE { a A OPTIONAL, b NULL OPTIONAL } (ALL EXCEPT (WITH COMPONENTS { ..., a PRESENT }))",
        "A ::= SEQUENCE { a A OPTIONAL }  B ::= A (WITH COMPONENTS { ..., a PRESENT })",
        "A ::= SEQUENCE { a SEQUENCE { b A OPTIONAL } (WITH COMPONENTS { b PRESENT }) OPTIONAL }",
        "A ::= CHOICE { a A, b NULL } (WITH COMPONENTS { ..., b PRESENT })",
        "A ::= SEQUENCE SIZE (0..4) OF A",
        "A ::= SEQUENCE SIZE (MIN..4) OF A",
        "A ::= SEQUENCE SIZE (1..4, ...) OF A",
        "A ::= SEQUENCE (SIZE (1..4), ...) OF A",
        "A ::= SEQUENCE (SIZE (0 | 2..4)) OF A",
        "A ::= SEQUENCE (SIZE (1..4) | SIZE (0)) OF A",
        "A ::= SEQUENCE { a SEQUENCE SIZE (1..4) OF A OPTIONAL }",
        "A ::= SEQUENCE { a SEQUENCE SIZE (1..4) OF A DEFAULT {{}} }",
        "A ::= SEQUENCE SIZE (1..4) OF CHOICE { a A, n NULL }",
        "A ::= SEQUENCE { a L } L ::= SEQUENCE OF A",
        "L ::= SEQUENCE OF L A ::= L (SIZE (1..4))",
        "P {T} ::= SEQUENCE SIZE (1..4) OF T A ::= SEQUENCE { a P {A} OPTIONAL }",
    ];
    for body in of_class.map(|body| format!("C ::= CLASS {{ &id INTEGER UNIQUE, &T }} {body}")) {
        assert_eq!(errors("AUTOMATIC", &body), Vec::<String>::new(), "{body}");
    }
    good.iter().for_each(|body| assert_eq!(errors("AUTOMATIC", body), Vec::<String>::new(), "{body}"));
}

#[test]
fn an_endless_type_without_a_name_is_named_by_its_object_set() {
    let rows = [
        ("S C ::= { {&id 1, &T C.&T({S})} }", "`C.&T({S})`", "give an object of `S` a type"),
        ("S C ::= { {&id 1, &T SEQUENCE OF SEQUENCE SIZE (1) OF C.&T({S})} }", "", ""),
        (
            "S C ::= { {&id 1, &T SEQUENCE SIZE (1) OF C.&T({S})} }",
            "`C.&T({S})`",
            "allow the list to be empty",
        ),
        ("S C ::= { {&id 1, &T CHOICE { a C.&T({S}) }} }", "`C.&T({S})`", "give the CHOICE an alternative"),
        ("S C ::= { {&id 1, &T SEQUENCE { a C.&T({S}) }} }", "`C.&T({S})`", "make the component"),
        ("A ::= OCTET STRING (CONTAINING A)", "`A`", "name another type"),
    ];
    for (body, name, advice) in rows {
        let text =
            format!("M DEFINITIONS AUTOMATIC TAGS ::= BEGIN C ::= CLASS {{ &id INTEGER, &T }} {body} END");
        let mut diagnostics = Diagnostics::new();
        let file = parse(&text, &mut diagnostics);
        resolve(&[file], &mut diagnostics);
        let found = diagnostics.sorted();
        assert_eq!(found.len(), usize::from(!name.is_empty()), "{body}: {found:?}");
        for fault in found {
            assert!(fault.message.contains(name), "{body}: {}", fault.message);
            assert!(fault.hints.iter().any(|hint| hint.starts_with(advice)), "{body}: {:?}", fault.hints);
        }
    }
}

#[test]
fn times_and_characters_are_those_of_their_types() {
    let rows = [
        ("x UTCTime ::= \"991332000000Z\"", false),
        ("x GeneralizedTime ::= \"20201332000000Z\"", false),
        ("x GeneralizedTime ::= \"20200229000000.5+0100\"", true),
        ("x DATE ::= \"hello\"", false),
        ("x DATE-TIME ::= \"2020-01-01T25:00:00\"", false),
        ("x DURATION ::= \"P1Y2M\"", true),
    ];
    for (body, good) in rows {
        let found = codes("AUTOMATIC", body, Severity::Tolerance);
        assert_eq!(found.is_empty(), good, "{body}: {found:?}");
    }
    let beyond = [
        "A ::= IA5String (\"é\")",
        "A ::= IA5String (FROM (\"é\"))",
        "A ::= NumericString (FROM (\"0\"..\"9\" | \"x\"))",
        "A ::= SEQUENCE OF NumericString B ::= A (WITH COMPONENT (\"1\" | \"a\"))",
        "A ::= SEQUENCE { a PrintableString } B ::= A (WITH COMPONENTS { a (FROM ((\"a\" | \"@\"))) })",
    ];
    for body in beyond {
        assert!(codes("AUTOMATIC", body, Severity::Tolerance).contains(&"A0438".to_string()), "{body}");
    }
    let good = ["A ::= PrintableString (FROM (\"a\"..\"z\" | MIN..\"Z\") ^ SIZE (1..5))", "x REAL ::= -0.0"];
    good.iter().for_each(|body| assert_eq!(errors("AUTOMATIC", body), Vec::<String>::new(), "{body}"));
}

#[test]
fn what_leaves_nothing_or_says_two_things_is_told_once() {
    let rows = [
        ("x OBJECT IDENTIFIER ::= { iso(2) 3 }", "A0439"),
        ("x OBJECT IDENTIFIER ::= { iso(1) member-body(3) 4 }", "A0439"),
        ("x OBJECT IDENTIFIER ::= { 1 }", "A0440"),
        ("A ::= [UNIVERSAL 99] INTEGER", "A0441"),
        ("A ::= [UNIVERSAL 0] INTEGER", "A0441"),
        ("A ::= BIT STRING (SIZE (3)) (SIZE (4))", "A0442"),
        ("A ::= OCTET STRING (SIZE (1..3 | 7)) B ::= A (SIZE (4..6))", "A0442"),
        ("A ::= SEQUENCE { a NULL, b NULL OPTIONAL } B ::= A (WITH COMPONENTS { ..., a ABSENT })", "A0444"),
        ("A ::= SET { a NULL OPTIONAL, b NULL OPTIONAL } B ::= A (WITH COMPONENTS { ..., b, a })", "A0445"),
        ("C ::= CLASS { &a INTEGER OPTIONAL, &b INTEGER } WITH SYNTAX { [A &a] A &b }", "A0519"),
        (
            "C ::= CLASS { &a INTEGER OPTIONAL, &b INTEGER OPTIONAL } WITH SYNTAX { [[A &a] X] [A &b] }",
            "A0519",
        ),
        (
            "C ::= CLASS { &a INTEGER OPTIONAL, &b INTEGER OPTIONAL } WITH SYNTAX { [A X &a] [A Y &b] } \
             one C ::= { A Y 1 } two C ::= { A X 1 A Y 2 }",
            "A0519",
        ),
        ("EXPORTS Z; A ::= NULL", "A0304"),
        (
            "C ::= CLASS { &id INTEGER UNIQUE, &T OPTIONAL } WITH SYNTAX { ID &id [TYPE &T] } \
             S C ::= { {ID 1} | {ID 1 TYPE NULL} }",
            "A0423",
        ),
        (
            "BOUND ::= CLASS { &max INTEGER } WITH SYNTAX { &max } only BOUND ::= { 3 } \
             T {BOUND: b} ::= OCTET STRING (SIZE (0..b.&max)) U ::= T v U ::= '010203'H",
            "A0331",
        ),
        (
            "CODE ::= CLASS { &id INTEGER } NAME ::= CLASS { &id INTEGER } Names NAME ::= { {&id 1} } \
             T {CODE: Codes} ::= SEQUENCE { a CODE.&id ({Codes}) } U ::= T {{Names}}",
            "A0328",
        ),
    ];
    for (body, code) in rows {
        assert_eq!(codes("AUTOMATIC", body, Severity::Tolerance), [code], "{body}");
        assert_eq!(errors("AUTOMATIC", body), Vec::<String>::new(), "{body}");
    }
    // With two objects, it is no longer clear which is meant.
    let two =
        "BOUND ::= CLASS { &max INTEGER } WITH SYNTAX { &max } one BOUND ::= { 3 } two BOUND ::= { 4 } \
               T {BOUND: b} ::= OCTET STRING (SIZE (0..b.&max)) U ::= T";
    assert_eq!(errors("AUTOMATIC", two), ["A0312"]);
    let good = [
        "x OBJECT IDENTIFIER ::= { iso(1) member-body(2) us(840) }",
        "x OBJECT IDENTIFIER ::= { joint-iso-itu-t(2) ds(5) }",
        "x RELATIVE-OID ::= { iso(7) }",
        "A ::= GeneralizedTime (\"20200101000000Z\") v A ::= \"20200101010000.0+0100\"",
        "A ::= [UNIVERSAL 28] IMPLICIT OCTET STRING",
        "A ::= OCTET STRING (SIZE (1..3, ...)) B ::= A (SIZE (4))",
        "A ::= OCTET STRING (SIZE (1..3) | SIZE (7)) B ::= A (SIZE (7))",
        "A ::= SEQUENCE { a NULL, ..., b NULL } B ::= A (WITH COMPONENTS { ..., b ABSENT })",
        "A ::= CHOICE { a NULL, b NULL } B ::= A (WITH COMPONENTS { ..., a ABSENT })",
        "C ::= CLASS { &a INTEGER OPTIONAL, &b INTEGER, &c INTEGER } WITH SYNTAX { [A &a] B &b A &c }",
    ];
    for body in good {
        assert_eq!(codes("AUTOMATIC", body, Severity::Tolerance), Vec::<String>::new(), "{body}");
        assert_eq!(errors("AUTOMATIC", body), Vec::<String>::new(), "{body}");
    }
}

#[test]
fn slips_of_reserved_words_are_one_fault_with_the_word_that_is_meant() {
    let rows = [
        ("A ::= SEQUNCE { a INTEGER OPTIONAL, b BOOLEAN }", "SEQUENCE"),
        ("A ::= SEQUENCE { a INTEGER OPTONAL, b BOOLEAN }", "OPTIONAL"),
        ("A ::= SEQUENCE { a INTEGER optional, b BOOLEAN }", "OPTIONAL"),
        ("A ::= SEQUENCE { a INTEGER DEFUALT 5 }", "DEFAULT"),
        ("A ::= SEQUENCE { a INTEGRE (0..5) }", "INTEGER"),
        ("A ::= SEQUENCE { a Utf8String }", "UTF8String"),
        ("A ::= OCTECT STRING", "OCTET"),
        ("A ::= OBJECT IDENTIFER", "IDENTIFIER"),
        ("A ::= SEQUECE OF INTEGER", "SEQUENCE"),
        ("A ::= SEQUENCE { a OCTECT STRING, b NULL }", "OCTET"),
        ("A ::= integer", "INTEGER"),
        ("EXPROTS A; A ::= NULL", "EXPORTS"),
    ];
    for (body, meant) in rows {
        let mut diagnostics = Diagnostics::new();
        let file = parse(&format!("M DEFINITIONS AUTOMATIC TAGS ::= BEGIN\n{body}\nEND\n"), &mut diagnostics);
        check::file(&file, &mut diagnostics);
        resolve(&[file], &mut diagnostics);
        let hints: Vec<&String> = diagnostics.sorted().into_iter().flat_map(|d| &d.hints).collect();
        let [hint] = hints[..] else { panic!("{body}: {hints:?}") };
        assert!(hint.starts_with("did you mean") && hint.contains(meant), "{body}: {hint}");
    }
    for body in ["A ::= Set1", "A ::= SEQUENCE { a Data, b Sequel }"] {
        let mut diagnostics = Diagnostics::new();
        let file = parse(&format!("M DEFINITIONS ::= BEGIN\n{body}\nEND\n"), &mut diagnostics);
        resolve(&[file], &mut diagnostics);
        let hints = diagnostics.sorted().into_iter().flat_map(|d| &d.hints).cloned().collect::<String>();
        assert!(!hints.contains("did you mean"), "{body}: {hints}");
    }
}

#[test]
fn the_importing_module_is_never_proposed() {
    let mut diagnostics = Diagnostics::new();
    let text = "Shapes-A DEFINITIONS ::= BEGIN IMPORTS X FROM Shapes-B; Y ::= X END";
    let file = parse(text, &mut diagnostics);
    resolve(&[file], &mut diagnostics);
    let hints = diagnostics.sorted().into_iter().flat_map(|d| &d.hints).cloned().collect::<String>();
    assert!(!hints.contains("did you mean"), "{hints}");
}

#[test]
fn a_value_outside_of_a_constraint_says_which_part() {
    let text =
        "M DEFINITIONS AUTOMATIC TAGS ::= BEGIN A ::= INTEGER (0..5) B ::= SEQUENCE { a A, b SEQUENCE OF A }
        v B ::= { a 3, b { 1, 9 } }
        C ::= CLASS { &id INTEGER UNIQUE, &T } S C ::= { {&id 1, &T P} } P ::= [5] SEQUENCE { a P OPTIONAL }
        Q ::= SEQUENCE { a Q OPTIONAL } R ::= SEQUENCE { id C.&id({S}), v C.&T({S}{@id}) }
        w R ::= { id 1, v Q : { a { } } } END";
    let mut diagnostics = Diagnostics::new();
    let file = parse(text, &mut diagnostics);
    resolve(&[file], &mut diagnostics);
    let messages: Vec<&str> = diagnostics.sorted().iter().map(|d| d.message.as_str()).collect();
    assert_eq!(messages, ["`b[1]` of the value is outside of its type's constraint"]);
}

//! Extreme specifications, through all stages: bounded time and stack, and a report if a limit is exceeded.

use std::time::Duration;

use crate::clock::Clock;
use crate::support::parse;
use wireglot_asn1::{check, resolve};
use wireglot_diag::Diagnostics;

/// The codes for a module with this body, without duplicates.
fn codes(body: &str) -> Vec<&'static str> {
    let mut codes = all_codes(body);
    codes.sort();
    codes.dedup();
    codes
}

/// The same, with duplicates.
fn all_codes(body: &str) -> Vec<&'static str> {
    let start = Clock::start();
    let mut diagnostics = Diagnostics::new();
    let file = parse(&format!("M DEFINITIONS AUTOMATIC TAGS ::= BEGIN\n{body}\nEND"), &mut diagnostics);
    check::file(&file, &mut diagnostics);
    let model = resolve(&[file], &mut diagnostics);
    let unusable = model.unusable().len();
    let time = start.elapsed();
    assert!(time < Duration::from_secs(20), "{time:?}, {unusable} types cannot be used");
    diagnostics.sorted().iter().map(|d| d.code.0).collect()
}

/// `line(0)`, `line(1)` and so on.
fn lines(count: usize, line: impl Fn(usize) -> String) -> String {
    (0..count).map(|i| line(i) + "\n").collect()
}

#[test]
fn long_chains_of_references_are_fine() {
    let chain = lines(50_000, |i| format!("T{i} ::= T{}", i + 1)) + "T50000 ::= INTEGER";
    assert!(codes(&chain).is_empty());
    let chain =
        lines(50_000, |i| format!("T{i} ::= SEQUENCE {{ a T{} OPTIONAL }}", i + 1)) + "T50000 ::= NULL";
    assert!(codes(&chain).is_empty());
}

#[test]
fn long_chains_of_tags_are_one_fault() {
    let chain = |count: usize, link: fn(usize) -> String| {
        lines(count, |i| format!("T{i} ::= {}", link(i))) + &format!("T{count} ::= INTEGER")
    };
    let links: [fn(usize) -> String; 4] = [
        |i| format!("[1] IMPLICIT T{}", i + 1),
        |i| format!("[1] EXPLICIT T{}", i + 1),
        |i| format!("T{} (0..{})", i + 1, 50_000 + i),
        |i| format!("T{} (1 | 2 | 3)", i + 1),
    ];
    for link in links {
        assert_eq!(all_codes(&chain(20_000, link)), ["A0310"]);
        assert!(codes(&chain(100, link)).is_empty());
    }
}

#[test]
fn circles_are_reported() {
    let circle = lines(50_000, |i| format!("T{i} ::= T{}", (i + 1) % 50_000));
    assert_eq!(codes(&circle), ["A0308"]);
    let circle = lines(10_000, |i| format!("T{i} ::= SEQUENCE {{ a T{} }}", (i + 1) % 10_000));
    assert_eq!(codes(&circle), ["A0427"]);
    assert_eq!(codes("A ::= SEQUENCE { COMPONENTS OF B } B ::= SEQUENCE { COMPONENTS OF A }"), ["A0308"]);
    assert_eq!(codes("C ::= CLASS { &id INTEGER } A C ::= { B } B C ::= { A }"), ["A0308"]);
}

#[test]
fn chains_of_values_are_bounded() {
    let chain = lines(20_000, |i| format!("v{i} INTEGER ::= v{}", i + 1)) + "v20000 INTEGER ::= 1";
    assert_eq!(codes(&chain), ["A0310"]);
    let doubling = "T ::= CHOICE { n NULL, b SEQUENCE { a T, b T } }\nv0 T ::= n : NULL\n".to_string()
        + &lines(60, |i| format!("v{} T ::= b : {{ a v{i}, b v{i} }}", i + 1));
    assert_eq!(codes(&doubling), ["A0311"]);
    let deep = "T ::= CHOICE { n NULL, t T }\nv0 T ::= n : NULL\n".to_string()
        + &lines(20_000, |i| format!("v{} T ::= t : v{i}", i + 1));
    assert_eq!(codes(&deep), ["A0311"]);
}

#[test]
fn instances_are_bounded() {
    let both = "A {T} ::= SEQUENCE { a A {SEQUENCE OF T} OPTIONAL, b A {SET OF T} OPTIONAL }\nB ::= A {NULL}";
    assert_eq!(codes(both), ["A0309"]);
    let finite = lines(1_900, |i| format!("A{i} {{T}} ::= A{} {{T}}", i + 1))
        + "A1900 {T} ::= SEQUENCE { a T } B ::= A0 {NULL}";
    assert!(codes(&finite).is_empty());
    let doubling = "T0 {T} ::= SEQUENCE { t T }\n".to_string()
        + &lines(40, |i| {
            format!("T{} {{T}} ::= SEQUENCE {{ a T{i} {{SET OF T}}, b T{i} {{SEQUENCE OF T}} }}", i + 1)
        })
        + "B ::= T40 {NULL}";
    codes(&doubling);
    let sets = "C ::= CLASS { &id INTEGER UNIQUE }\no C ::= { &id 1 }\nA {C:S} ::= SEQUENCE { a A {{S | o}} OPTIONAL }\nB ::= A {{o}}";
    assert_eq!(codes(sets), ["A0309"]);
}

#[test]
fn repetition_is_bounded() {
    let components = "T0 ::= SEQUENCE { c0 NULL }\n".to_string()
        + &lines(5_000, |i| format!("T{} ::= SEQUENCE {{ COMPONENTS OF T{i}, c{} NULL }}", i + 1, i + 1));
    codes(&components);
    let objects = "C ::= CLASS { &id INTEGER UNIQUE }\nS0 C ::= { {&id 0} }\n".to_string()
        + &lines(5_000, |i| format!("S{} C ::= {{ S{i} | {{&id {}}} }}", i + 1, i + 1));
    codes(&objects);
    let choices = "T0 ::= CHOICE { a0 NULL }\n".to_string()
        + &lines(3_000, |i| format!("T{} ::= CHOICE {{ a{} [{}] NULL, b T{i} }}", i + 1, i + 1, i + 1));
    codes(&choices);
    let values = lines(20_000, |i| format!("{i} | ")).replace('\n', "") + "20001";
    codes(&format!("T ::= INTEGER ({values}) ({values})"));
}

#[test]
fn many_faults_take_no_time() {
    let undefined = lines(20_000, |i| format!("Type{i} ::= SEQUENCE {{ a Typo{i} }}"));
    assert_eq!(codes(&undefined), ["A0301"]);
}

#[test]
fn twice_the_text_takes_about_twice_the_time() {
    let text = |count: usize| {
        lines(count, |i| {
            format!(
                "T{i} ::= SEQUENCE {{ a INTEGER (0..{i}) DEFAULT v{i}, b T{} OPTIONAL, ..., c OCTET STRING (SIZE (1..max)) OPTIONAL }}\nv{i} INTEGER ::= {i}",
                (i * 7) % count
            )
        }) + "max INTEGER ::= 5"
    };
    let time = |count: usize| {
        let start = Clock::start();
        assert!(codes(&text(count)).is_empty());
        start.elapsed()
    };
    time(2_000);
    let (one, two) = (time(5_000), time(20_000));
    assert!(two < one * 12 + Duration::from_millis(200), "{one:?}, then {two:?} for four times as much");
}

#[test]
fn types_in_their_own_constraints() {
    assert_eq!(codes("T ::= INTEGER (T) v T ::= 5"), ["A0308"]);
    assert_eq!(
        codes("T ::= INTEGER (U | 7) U ::= T (ALL EXCEPT V) V ::= INTEGER (0..9 ^ T) v U ::= 5"),
        ["A0308"]
    );
    assert_eq!(codes("T ::= SEQUENCE { a T OPTIONAL } (WITH COMPONENTS { ..., a (T) })"), Vec::<&str>::new());
    let chain = lines(50_000, |i| format!("T{i} ::= INTEGER (T{} | {i})", i + 1))
        + "T50000 ::= INTEGER (0..5) v T0 ::= 9";
    assert_eq!(codes(&chain), ["A0310"]);
    let chain =
        lines(50_000, |i| format!("T{i} ::= T{} (0..5)", i + 1)) + "T50000 ::= INTEGER (0..5) v T0 ::= 4";
    assert_eq!(codes(&chain), ["A0310"]);
    let fan = lines(60, |i| format!("T{i} ::= INTEGER (T{} | T{})", i + 1, i + 1))
        + "T60 ::= INTEGER (0..5) v T0 ::= 9";
    assert!(codes(&fan).len() <= 1);
}

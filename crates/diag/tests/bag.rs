//! The bag of diagnostics: which are kept, with which severity, and in which order.

use wireglot_diag::{Book, Code, Diagnostic, Diagnostics, Fault, Finding, Severity};
use wireglot_text::{FileId, Span};

fn at(lo: u32) -> Span {
    Span::new(FileId(0), lo, lo + 1)
}

fn said(code: &'static str, severity: Severity, lo: u32) -> Diagnostic {
    Diagnostic::new(Code(code), severity, at(lo), "wrong")
}

fn bag(all: &[Diagnostic]) -> Diagnostics {
    let mut bag = Diagnostics::new();
    all.iter().for_each(|diagnostic| bag.report(diagnostic));
    bag
}

#[test]
fn the_same_code_at_the_same_place_is_kept_once_as_the_worst() {
    for order in [[Severity::Error, Severity::Warning], [Severity::Warning, Severity::Error]] {
        let bag = bag(&order.map(|severity| said("A0001", severity, 3)));
        assert_eq!(bag.sorted().iter().map(|d| d.severity).collect::<Vec<_>>(), [Severity::Error]);
    }
    let others = bag(&[
        said("A0001", Severity::Error, 3),
        said("A0001", Severity::Error, 4),
        said("A0002", Severity::Error, 3),
    ]);
    assert_eq!(others.len(), 3);
}

#[test]
fn diagnostics_come_in_the_order_of_the_text() {
    let mut bag = bag(&[said("A0002", Severity::Error, 9), said("A0003", Severity::Warning, 1)]);
    bag.extend(self::bag(&[said("A0001", Severity::Error, 9)]));
    let codes: Vec<&str> = bag.sorted().iter().map(|d| d.code.0).collect();
    assert_eq!(codes, ["A0003", "A0001", "A0002"]);
}

#[test]
fn a_tolerance_is_an_error_in_strict_runs_only() {
    let tolerance = bag(&[said("A0001", Severity::Tolerance, 0), said("A0002", Severity::Warning, 1)]);
    assert!(!tolerance.failed(false) && tolerance.failed(true));
    assert_eq!((tolerance.errors(false), tolerance.errors(true)), (0, 1));
    assert!(!bag(&[said("A0002", Severity::Warning, 1)]).failed(true));
    assert!(bag(&[said("A0003", Severity::Error, 1)]).failed(false));
}

#[derive(Debug)]
struct Rules;

impl Book for Rules {
    const HINTS: &'static [(&'static str, &'static str)] = &[("T0001", "the usual advice")];
}

#[test]
fn a_finding_has_the_usual_hint_unless_it_has_its_own() {
    let finding = |code| Finding::<Rules>::error(code, at(0), "wrong");
    assert_eq!(finding("T0001").describe().hints, ["the usual advice"]);
    assert_eq!(finding("T0001").hint("better advice").describe().hints, ["better advice"]);
    assert_eq!(finding("T0002").describe().hints, [""; 0]);
}

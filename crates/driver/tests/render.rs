//! How many of many diagnostics are shown.

use wireglot_diag::{Code, Diagnostic, Diagnostics, Severity};
use wireglot_driver::render::{render, render_short, SHOWN};
use wireglot_text::{Source, Sources, Span};

#[test]
fn of_many_faults_the_first_errors_are_shown_and_all_are_counted() {
    let mut sources = Sources::new();
    let file = sources.add(Source::new("many.asn1", "word\n".repeat(200)));
    let mut diagnostics = Diagnostics::new();
    for line in 0..60 {
        let severity = if line % 2 == 0 { Severity::Warning } else { Severity::Error };
        let span = Span::new(file, line * 5, line * 5 + 4);
        diagnostics.report(&Diagnostic::new(Code("X0000"), severity, span, format!("fault {line}.")));
    }
    let text = render(&diagnostics, &sources, false, SHOWN);
    assert_eq!(text.matches("-->").count(), SHOWN);
    assert!(text.contains("fault 1.") && text.contains("fault 39.") && !text.contains("fault 41."), "{text}");
    assert!(
        text.contains("30 errors and 30 warnings; 20 are shown, --all-errors shows all of them"),
        "{text}"
    );
    let text = render(&diagnostics, &sources, false, 40);
    assert!(
        text.contains("fault 59.") && text.contains("fault 18.") && !text.contains("fault 20."),
        "{text}"
    );
    let all = render(&diagnostics, &sources, false, usize::MAX);
    assert_eq!(all.matches("-->").count(), 60);
    assert!(all.contains("30 errors and 30 warnings") && !all.contains("--all-errors"), "{all}");
    assert_eq!(render_short(&diagnostics, &sources, false).lines().count(), 60);
}

#[test]
fn of_thousands_of_faults_those_after_the_first_thousand_take_one_line_each() {
    let mut sources = Sources::new();
    let file = sources.add(Source::new("many.asn1", "word\n".repeat(3000)));
    let mut diagnostics = Diagnostics::new();
    for line in 0..3000 {
        let span = Span::new(file, line * 5, line * 5 + 4);
        let fault =
            Diagnostic::new(Code("X0000"), Severity::Error, span, format!("fault {line}.")).hint("mend it");
        diagnostics.report(&fault);
    }
    let all = render(&diagnostics, &sources, false, usize::MAX);
    assert_eq!((all.matches("-->").count(), all.matches("mend it").count()), (1000, 1000));
    assert!(all.contains("\nmany.asn1:1001:1: error[X0000]: fault 1000.\n"), "{all}");
    assert!(all.contains("\nmany.asn1:3000:1: error[X0000]: fault 2999.\n\n"), "{all}");
    assert!(all.contains("3000 errors"));
    let some = render(&diagnostics, &sources, false, 1002);
    assert_eq!(some.matches("fault").count(), 1002);
}

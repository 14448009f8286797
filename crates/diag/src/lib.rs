//! Typed diagnostics with stable codes.
//!
//! A front end declares each fault as a struct or enum variant that implements [`Fault`]. Passes
//! collect faults in a [`Diagnostics`] bag and continue. Nothing here prints; that is the driver's
//! job.

mod finding;

use std::collections::HashMap;

use wireglot_text::Span;

pub use finding::{Book, Finding};

/// A stable diagnostic code, such as `A0103`: a letter for the component and four digits.
///
/// The page of a code is `docs/codes/<code>.md`, with a failing example.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct Code(pub &'static str);

impl std::fmt::Display for Code {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(self.0)
    }
}

/// The severity of a diagnostic.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub enum Severity {
    /// The specification can't be used as it is.
    Error,
    /// A tolerance: accepted with the meaning that was intended. An error with `--strict`.
    Tolerance,
    /// Worth knowing, but never an error.
    Warning,
}

/// A span with a message.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Label {
    /// The span.
    pub span: Span,
    /// The message; if it is empty, the span is only underlined.
    pub text: String,
}

/// A fault as text, ready to be rendered.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Diagnostic {
    /// The stable code.
    pub code: Code,
    /// The severity.
    pub severity: Severity,
    /// One line, lower case, no full stop.
    pub message: String,
    /// The place of the fault.
    pub primary: Label,
    /// Other places that explain it.
    pub secondary: Vec<Label>,
    /// What to do about it.
    pub hints: Vec<String>,
    /// Whether a part of the specification is ignored. Every verb says so, not only those that check.
    pub is_ignored: bool,
}

impl Diagnostic {
    /// A diagnostic with only a code, severity, message and place.
    pub fn new(code: Code, severity: Severity, span: Span, message: impl Into<String>) -> Diagnostic {
        Diagnostic {
            code,
            severity,
            message: message.into(),
            primary: Label { span, text: String::new() },
            secondary: Vec::new(),
            hints: Vec::new(),
            is_ignored: false,
        }
    }

    /// Adds a label at the primary place.
    pub fn label(mut self, text: impl Into<String>) -> Diagnostic {
        self.primary.text = text.into();
        self
    }

    /// Adds another place with a label.
    pub fn also(mut self, span: Span, text: impl Into<String>) -> Diagnostic {
        self.secondary.push(Label { span, text: text.into() });
        self
    }

    /// Adds a hint.
    pub fn hint(mut self, text: impl Into<String>) -> Diagnostic {
        self.hints.push(text.into());
        self
    }
}

/// A fault that can describe itself.
pub trait Fault {
    /// Describes the fault.
    fn describe(&self) -> Diagnostic;
}

impl Fault for Diagnostic {
    fn describe(&self) -> Diagnostic {
        self.clone()
    }
}

/// The bag for the diagnostics of all passes. The same code at the same place is kept once, with
/// the highest severity reported.
#[derive(Debug, Default)]
pub struct Diagnostics {
    list: Vec<Diagnostic>,
    seen: HashMap<(Code, Span), usize>,
}

impl Diagnostics {
    /// An empty bag.
    pub fn new() -> Diagnostics {
        Diagnostics::default()
    }

    /// Reports a fault, unless the same code was already reported at the same place with at least
    /// this severity.
    pub fn report(&mut self, fault: &impl Fault) {
        let diagnostic = fault.describe();
        let index = *self.seen.entry((diagnostic.code, diagnostic.primary.span)).or_insert(self.list.len());
        match self.list.get_mut(index) {
            Some(known) if diagnostic.severity < known.severity => *known = diagnostic,
            Some(_) => {}
            None => self.list.push(diagnostic),
        }
    }

    /// Whether an error was reported; with `strict`, a tolerance counts as an error.
    pub fn failed(&self, strict: bool) -> bool {
        self.errors(strict) > 0
    }

    /// The number of errors; with `strict`, a tolerance counts as an error.
    pub fn errors(&self, strict: bool) -> usize {
        let is_error =
            |d: &&Diagnostic| d.severity == Severity::Error || strict && d.severity == Severity::Tolerance;
        self.list.iter().filter(is_error).count()
    }

    /// The number of diagnostics.
    pub fn len(&self) -> usize {
        self.list.len()
    }

    /// Whether nothing was reported.
    pub fn is_empty(&self) -> bool {
        self.list.is_empty()
    }

    /// Adds a hint to the diagnostics that need one.
    pub fn add_hints(&mut self, hint: impl Fn(&Diagnostic) -> Option<String>) {
        for diagnostic in &mut self.list {
            let hint = hint(diagnostic);
            diagnostic.hints.extend(hint);
        }
    }

    /// All diagnostics, in the order of files and lines.
    pub fn sorted(&self) -> Vec<&Diagnostic> {
        let mut all: Vec<&Diagnostic> = self.list.iter().collect();
        all.sort_by_key(|d| (d.primary.span.file, d.primary.span.lo, d.code));
        all
    }

    /// Adds all diagnostics of another bag.
    pub fn extend(&mut self, other: Diagnostics) {
        for diagnostic in other.list {
            self.report(&diagnostic);
        }
    }
}

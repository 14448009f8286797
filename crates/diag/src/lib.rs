//! Typed diagnostics with stable codes.
//!
//! A front end declares each fault as a struct or enum variant that implements
//! [`Fault`]; a pass collects them in a [`Diagnostics`] bag and goes on. Nothing
//! here prints: rendering belongs to the driver.

mod finding;

use std::collections::HashMap;

use wireglot_text::Span;

pub use finding::{Book, Finding};

/// A stable diagnostic code, such as `A0103`: a letter for the room and four digits.
///
/// The page of a code lives in `docs/codes/<code>.md` with a failing example.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct Code(pub &'static str);

impl std::fmt::Display for Code {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(self.0)
    }
}

/// How bad it is.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub enum Severity {
    /// The specification can't be used as it stands.
    Error,
    /// A tolerance: taken as meant. `--strict` makes it an error.
    Tolerance,
    /// Worth knowing; never an error.
    Warning,
}

/// A span with what is to be said at it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Label {
    /// Where.
    pub span: Span,
    /// What; empty underlines only.
    pub text: String,
}

/// A fault described in words, ready to be rendered.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Diagnostic {
    /// Stable code.
    pub code: Code,
    /// How bad it is.
    pub severity: Severity,
    /// One line, lower case, no full stop.
    pub message: String,
    /// The place of the fault.
    pub primary: Label,
    /// Other places that explain it.
    pub secondary: Vec<Label>,
    /// What to do about it.
    pub hints: Vec<String>,
}

impl Diagnostic {
    /// A diagnostic with nothing but code, severity, message and place.
    pub fn new(code: Code, severity: Severity, span: Span, message: impl Into<String>) -> Diagnostic {
        Diagnostic {
            code,
            severity,
            message: message.into(),
            primary: Label { span, text: String::new() },
            secondary: Vec::new(),
            hints: Vec::new(),
        }
    }

    /// Says something at the primary place.
    pub fn label(mut self, text: impl Into<String>) -> Diagnostic {
        self.primary.text = text.into();
        self
    }

    /// Adds a second place.
    pub fn also(mut self, span: Span, text: impl Into<String>) -> Diagnostic {
        self.secondary.push(Label { span, text: text.into() });
        self
    }

    /// Adds advice.
    pub fn hint(mut self, text: impl Into<String>) -> Diagnostic {
        self.hints.push(text.into());
        self
    }
}

/// A typed fault that knows how to describe itself.
pub trait Fault {
    /// Puts the fault in words.
    fn describe(&self) -> Diagnostic;
}

impl Fault for Diagnostic {
    fn describe(&self) -> Diagnostic {
        self.clone()
    }
}

/// The bag that every pass fills. The same code at the same place is kept once, as the worst
/// that it was reported as.
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

    /// Reports a fault, unless the same was reported at the same place, and as no less.
    pub fn report(&mut self, fault: &impl Fault) {
        let diagnostic = fault.describe();
        let index = *self.seen.entry((diagnostic.code, diagnostic.primary.span)).or_insert(self.list.len());
        match self.list.get_mut(index) {
            Some(known) if diagnostic.severity < known.severity => *known = diagnostic,
            Some(_) => {}
            None => self.list.push(diagnostic),
        }
    }

    /// Whether an error was reported; in strict runs a tolerance counts as one.
    pub fn failed(&self, strict: bool) -> bool {
        self.errors(strict) > 0
    }

    /// How many errors were reported; in strict runs a tolerance counts as one.
    pub fn errors(&self, strict: bool) -> usize {
        let is_error =
            |d: &&Diagnostic| d.severity == Severity::Error || strict && d.severity == Severity::Tolerance;
        self.list.iter().filter(is_error).count()
    }

    /// How many were reported.
    pub fn len(&self) -> usize {
        self.list.len()
    }

    /// Whether nothing was reported.
    pub fn is_empty(&self) -> bool {
        self.list.is_empty()
    }

    /// All, in the order of the files and their lines.
    pub fn sorted(&self) -> Vec<&Diagnostic> {
        let mut all: Vec<&Diagnostic> = self.list.iter().collect();
        all.sort_by_key(|d| (d.primary.span.file, d.primary.span.lo, d.code));
        all
    }

    /// Takes over what another bag holds.
    pub fn extend(&mut self, other: Diagnostics) {
        for diagnostic in other.list {
            self.report(&diagnostic);
        }
    }
}

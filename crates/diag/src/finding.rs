//! Faults that a front end makes where it meets them, out of a code, a place and words.

use std::marker::PhantomData;

use wireglot_text::Span;

use crate::{Code, Diagnostic, Fault, Severity};

/// What a front end says of its codes where a fault does not say it better itself.
pub trait Book {
    /// Code and what to do.
    const HINTS: &'static [(&'static str, &'static str)];
}

/// A fault: its code, its place, and its words.
#[derive(Debug, Clone)]
pub struct Finding<B> {
    /// Boxed: a finding is also what a pass fails with.
    diagnostic: Box<Diagnostic>,
    book: PhantomData<B>,
}

impl<B: Book> Finding<B> {
    fn new(severity: Severity, code: &'static str, span: Span, message: impl Into<String>) -> Finding<B> {
        let diagnostic = Box::new(Diagnostic::new(Code(code), severity, span, message));
        Finding { diagnostic, book: PhantomData }
    }

    /// An error.
    pub fn error(code: &'static str, span: Span, message: impl Into<String>) -> Finding<B> {
        Finding::new(Severity::Error, code, span, message)
    }

    /// What is taken as meant: an error in strict runs.
    pub fn tolerance(code: &'static str, span: Span, message: impl Into<String>) -> Finding<B> {
        Finding::new(Severity::Tolerance, code, span, message)
    }

    /// A warning.
    pub fn warning(code: &'static str, span: Span, message: impl Into<String>) -> Finding<B> {
        Finding::new(Severity::Warning, code, span, message)
    }

    /// Says something at the place.
    pub fn label(mut self, text: impl Into<String>) -> Finding<B> {
        *self.diagnostic = (*self.diagnostic).label(text);
        self
    }

    /// Says what to do.
    pub fn hint(mut self, text: impl Into<String>) -> Finding<B> {
        *self.diagnostic = (*self.diagnostic).hint(text);
        self
    }

    /// Shows another place.
    pub fn also(mut self, span: Span, text: impl Into<String>) -> Finding<B> {
        *self.diagnostic = (*self.diagnostic).also(span, text);
        self
    }
}

impl<B: Book> Fault for Finding<B> {
    fn describe(&self) -> Diagnostic {
        let said = Diagnostic::clone(&self.diagnostic);
        let usual = B::HINTS.iter().find(|(code, _)| *code == said.code.0);
        match usual {
            Some((_, hint)) if said.hints.is_empty() => said.hint(*hint),
            _ => said,
        }
    }
}

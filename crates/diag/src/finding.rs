//! Faults that a front end reports where it finds them, made from a code, a place and a message.

use std::marker::PhantomData;

use wireglot_text::Span;

use crate::{Code, Diagnostic, Fault, Severity};

/// A front end's hints for its codes, used if a fault has none of its own.
pub trait Book {
    /// Codes with their hints.
    const HINTS: &'static [(&'static str, &'static str)];
}

/// A fault: code, place and message.
#[derive(Debug, Clone)]
pub struct Finding<B> {
    /// Boxed, because passes also return findings as errors.
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

    /// Something that is tolerated; an error with `--strict`.
    pub fn tolerance(code: &'static str, span: Span, message: impl Into<String>) -> Finding<B> {
        Finding::new(Severity::Tolerance, code, span, message)
    }

    /// A part of the specification that is ignored: `what` says why. It is tolerated.
    pub fn ignored(code: &'static str, span: Span, what: impl std::fmt::Display) -> Finding<B> {
        Finding::tolerance(code, span, format!("{what}: it is ignored")).with_loss()
    }

    /// Marks what is not read as it is written, so that every verb says so.
    pub fn with_loss(mut self) -> Finding<B> {
        self.diagnostic.is_ignored = true;
        self
    }

    /// A warning.
    pub fn warning(code: &'static str, span: Span, message: impl Into<String>) -> Finding<B> {
        Finding::new(Severity::Warning, code, span, message)
    }

    /// Adds a label at the place.
    pub fn label(mut self, text: impl Into<String>) -> Finding<B> {
        *self.diagnostic = (*self.diagnostic).label(text);
        self
    }

    /// Adds a hint.
    pub fn hint(mut self, text: impl Into<String>) -> Finding<B> {
        *self.diagnostic = (*self.diagnostic).hint(text);
        self
    }

    /// Adds another place with a label.
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

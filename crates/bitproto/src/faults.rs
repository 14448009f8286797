//! What the front end finds fault with. Each code has a page in `docs/codes`.

use wireglot_diag::{Code, Diagnostic, Fault, Severity};
use wireglot_text::Span;

/// Every code with its title, in order. `B01xx` are lexical, `B02xx` syntax,
/// `B03xx` names, `B04xx` limits and rules, `B05xx` style.
pub const CODES: &[(&str, &str)] = &[
    ("B0101", "a character that bitproto does not have"),
    ("B0102", "a string that does not end on its line"),
    ("B0103", "an unknown escape in a string"),
    ("B0104", "a comment that never ends"),
    ("B0201", "something else is expected here"),
    ("B0202", "a statement that cannot stand in this scope"),
    ("B0203", "a brace that is never closed"),
    ("B0204", "the old spelling of an alias"),
    ("B0205", "a comment in another language's form"),
    ("B0206", "nested too deeply"),
    ("B0301", "a file without a proto name"),
    ("B0302", "a name that is defined twice"),
    ("B0303", "a file that is imported twice"),
    ("B0304", "files that import each other"),
    ("B0305", "a file that cannot be imported"),
    ("B0306", "a type that is not defined"),
    ("B0307", "a name that is not a type"),
    ("B0308", "a constant that is not defined"),
    ("B0309", "a name that is not a constant"),
    ("B0401", "an integer type of no or too many bits"),
    ("B0402", "an array of no or too many elements"),
    ("B0403", "a field number out of range"),
    ("B0404", "a field number twice in a message"),
    ("B0405", "an enum value too large for its type"),
    ("B0406", "an enum value twice in an enum"),
    ("B0407", "an alias of a type that has a name"),
    ("B0408", "a message that is too large"),
    ("B0409", "an option that is not known here"),
    ("B0410", "an option with a wrong value"),
    ("B0411", "a calculation that does not work out"),
    ("B0412", "an extensible type where none is allowed"),
    ("B0501", "an indentation that does not show the nesting"),
    ("B0502", "an alias that is not in PascalCase"),
    ("B0503", "a constant that is not in UPPER_CASE"),
    ("B0504", "an enum that is not in PascalCase"),
    ("B0505", "an enum without a name for 0"),
    ("B0506", "an enum value that is not in UPPER_CASE"),
    ("B0507", "a message that is not in PascalCase"),
    ("B0508", "a field that is not in snake_case"),
];

/// A fault: its code, its place, and its words.
#[derive(Debug, Clone)]
pub struct Finding {
    code: &'static str,
    span: Span,
    severity: Severity,
    message: String,
    label: String,
    hint: Option<String>,
    other: Option<(Span, String)>,
}

impl Finding {
    /// An error. The code must be one of [`CODES`].
    pub fn error(code: &'static str, span: Span, message: impl Into<String>) -> Finding {
        Finding {
            code,
            span,
            severity: Severity::Error,
            message: message.into(),
            label: String::new(),
            hint: None,
            other: None,
        }
    }

    /// A warning.
    pub fn warning(code: &'static str, span: Span, message: impl Into<String>) -> Finding {
        Finding { severity: Severity::Warning, ..Finding::error(code, span, message) }
    }

    /// Says something at the place.
    pub fn label(mut self, text: impl Into<String>) -> Finding {
        self.label = text.into();
        self
    }

    /// Says what to do.
    pub fn hint(mut self, text: impl Into<String>) -> Finding {
        self.hint = Some(text.into());
        self
    }

    /// Shows another place.
    pub fn also(mut self, span: Span, text: impl Into<String>) -> Finding {
        self.other = Some((span, text.into()));
        self
    }
}

impl Fault for Finding {
    fn describe(&self) -> Diagnostic {
        let mut out = Diagnostic::new(Code(self.code), self.severity, self.span, self.message.clone())
            .label(self.label.clone());
        if let Some((span, text)) = &self.other {
            out = out.also(*span, text.clone());
        }
        match &self.hint {
            Some(hint) => out.hint(hint.clone()),
            None => out,
        }
    }
}

//! What can be wrong with a model when it is lowered.

use wireglot_diag::{Code, Diagnostic, Severity};
use wireglot_plan::Rules;
use wireglot_text::Span;

/// A fault that lowering finds.
#[derive(Debug, Clone)]
pub enum Fault {
    /// A type that these rules have no encoding for here.
    NotEncodable {
        /// The rules.
        rules: Rules,
        /// What it is.
        what: &'static str,
        /// Where it is.
        span: Span,
    },
    /// The number of an ENUMERATED item does not fit 64 bits.
    WideNumber {
        /// The item.
        name: String,
        /// Where the type is.
        span: Span,
    },
    /// Contained subtypes nest too deeply.
    DeepConstraint {
        /// Where they nest.
        span: Span,
    },
    /// What all constraints ask for together is too much to be worked out.
    ManyConstraints {
        /// Where it became too much.
        span: Span,
    },
    /// A JER encoding instruction that says nothing where it stands.
    Instruction {
        /// Why it says nothing.
        what: &'static str,
        /// Where the type is.
        span: Span,
    },
    /// CHOICEs without tags in one another have too many tags to tell them apart by.
    ManyTags {
        /// Where it became too much.
        span: Span,
    },
}

impl wireglot_diag::Fault for Fault {
    fn describe(&self) -> Diagnostic {
        let (code, span, message) = match self {
            Fault::NotEncodable { rules, what, span } => {
                ("A0601", span, format!("{what} has no encoding in {rules}"))
            }
            Fault::WideNumber { name, span } => {
                ("A0602", span, format!("the number of `{name}` does not fit 64 bits"))
            }
            Fault::DeepConstraint { span } => {
                ("A0603", span, "constraints contain one another too deeply".to_string())
            }
            Fault::ManyConstraints { span } => {
                ("A0604", span, "constraints on top of one another ask for too much".to_string())
            }
            Fault::Instruction { what, span } => ("A0606", span, what.to_string()),
            Fault::ManyTags { span } => {
                ("A0605", span, "CHOICEs in one another have too many tags together".to_string())
            }
        };
        Diagnostic::new(Code(code), Severity::Error, *span, message)
    }
}

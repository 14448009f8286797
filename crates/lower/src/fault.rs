//! What can be wrong with a model when it is lowered.

use wireglot_diag::{Code, Diagnostic, Severity};
use wireglot_model::Tag;
use wireglot_plan::Rules;
use wireglot_text::Span;

/// A fault that lowering finds.
#[derive(Debug, Clone)]
pub enum Fault {
    /// Two encodings that a reader has to tell apart begin with the same tag
    /// (X.680 25.6, 27.3, 29.3).
    SameTag {
        /// The tag.
        tag: Tag,
        /// The later one.
        name: String,
        /// Where it is.
        span: Span,
        /// The earlier one.
        other: String,
        /// Where that is.
        other_span: Span,
    },
    /// A component of a type that these rules have no encoding for here.
    NotEncodable {
        /// The rules.
        rules: Rules,
        /// What it is.
        what: &'static str,
        /// Where it is.
        span: Span,
    },
    /// Contained subtypes nest too deeply.
    DeepConstraint {
        /// Where.
        span: Span,
    },
    /// The number of an ENUMERATED item does not fit 64 bits.
    WideNumber {
        /// The item.
        name: String,
        /// Where the type is.
        span: Span,
    },
}

impl wireglot_diag::Fault for Fault {
    fn describe(&self) -> Diagnostic {
        match self {
            Fault::SameTag { tag, name, span, other, other_span } => {
                let message = format!("`{name}` begins with the tag {tag}, and so does `{other}`");
                Diagnostic::new(Code("A0501"), Severity::Error, *span, message)
                    .also(*other_span, "the other one")
                    .hint("give one of them a tag of its own, or use AUTOMATIC TAGS")
            }
            Fault::NotEncodable { rules, what, span } => {
                let message = format!("{what} has no encoding in {rules}");
                Diagnostic::new(Code("A0502"), Severity::Error, *span, message)
            }
            Fault::DeepConstraint { span } => {
                let message = "constraints contain one another too deeply";
                Diagnostic::new(Code("A0504"), Severity::Error, *span, message)
            }
            Fault::WideNumber { name, span } => {
                let message = format!("the number of `{name}` does not fit 64 bits");
                Diagnostic::new(Code("A0503"), Severity::Error, *span, message)
            }
        }
    }
}

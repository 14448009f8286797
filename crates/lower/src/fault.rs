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
        /// Whether the earlier one is an extension addition: those who wrote
        /// both ends may never send the two together.
        tolerable: bool,
    },
    /// Any tag may begin a component that has to be told apart from others
    /// (X.680 25.6 with 41.2 of X.208).
    AnyTag {
        /// The open type or ANY.
        name: String,
        /// Where it is.
        span: Span,
        /// The one before it.
        other: String,
        /// Where that is.
        other_span: Span,
        /// Open types of classes are met like this, and ANY behind a DEFAULT;
        /// ANY behind an OPTIONAL is plainly wrong.
        tolerable: bool,
    },
    /// An element with an unknown tag could belong to either of two (X.680 25.6, 52.7).
    TwoInsertions {
        /// The later one.
        name: String,
        /// Where it is.
        span: Span,
        /// The earlier one.
        other: String,
        /// Where that is.
        other_span: Span,
        /// Components in a row of a SEQUENCE: the first one takes it.
        tolerable: bool,
    },
    /// The end of a range or a single value is not of the parent type (X.680 51.2, 51.4).
    OutsideParent {
        /// The value.
        value: String,
        /// Where.
        span: Span,
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
            Fault::SameTag { tag, name, span, other, other_span, tolerable } => {
                let message = format!("`{name}` begins with the tag {tag}, and so does `{other}`");
                Diagnostic::new(Code("A0601"), severity(*tolerable), *span, message)
                    .also(*other_span, "the other one")
                    .hint("give one of them a tag of its own, or use AUTOMATIC TAGS")
            }
            Fault::AnyTag { name, span, other, other_span, tolerable } => {
                let message = format!("any tag may begin `{name}`, also that of `{other}`");
                Diagnostic::new(Code("A0605"), severity(*tolerable), *span, message)
                    .also(*other_span, "the other one")
                    .hint("give the open type a tag of its own")
            }
            Fault::TwoInsertions { name, span, other, other_span, tolerable } => {
                let message = format!("an unknown element could belong to `{name}` or to `{other}`");
                Diagnostic::new(Code("A0606"), severity(*tolerable), *span, message)
                    .also(*other_span, "the other one")
                    .hint("give one of the extensible types a tag of its own")
            }
            Fault::OutsideParent { value, span } => {
                let message = format!("{value} is not a value of the parent type");
                Diagnostic::new(Code("A0607"), Severity::Error, *span, message)
                    .hint("a constraint selects among the values that the type has already")
            }
            Fault::NotEncodable { rules, what, span } => {
                let message = format!("{what} has no encoding in {rules}");
                Diagnostic::new(Code("A0602"), Severity::Error, *span, message)
            }
            Fault::DeepConstraint { span } => {
                let message = "constraints contain one another too deeply";
                Diagnostic::new(Code("A0604"), Severity::Error, *span, message)
            }
            Fault::WideNumber { name, span } => {
                let message = format!("the number of `{name}` does not fit 64 bits");
                Diagnostic::new(Code("A0603"), Severity::Error, *span, message)
            }
        }
    }
}

fn severity(tolerable: bool) -> Severity {
    match tolerable {
        true => Severity::Tolerance,
        false => Severity::Error,
    }
}

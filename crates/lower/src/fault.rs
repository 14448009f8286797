//! Errors that are found when a model is lowered.

use wireglot_diag::{Code, Diagnostic, Severity};
use wireglot_plan::Rules;
use wireglot_text::Span;

/// An error found by lowering.
#[derive(Debug, Clone)]
pub enum Fault {
    /// A type that has no encoding here under these rules.
    NotEncodable {
        /// The rules.
        rules: Rules,
        /// The kind of type.
        what: &'static str,
        /// Its source location.
        span: Span,
    },
    /// The number of an ENUMERATED item does not fit into 64 bits.
    WideNumber {
        /// The item.
        name: String,
        /// The source location of the type.
        span: Span,
    },
    /// Contained subtypes nest too deeply.
    DeepConstraint {
        /// The source location.
        span: Span,
    },
    /// Working out all constraints would take too long.
    ManyConstraints {
        /// The source location of the constraint that exceeded the limit.
        span: Span,
    },
    /// The shapes of constrained types repeat too many parts.
    ManyRepeats {
        /// The maximum.
        most: usize,
        /// The source location of the type that exceeded it.
        span: Span,
    },
    /// The lists of ENUMERATED numbers and of characters are too long together.
    ManyItems {
        /// The maximum.
        most: usize,
        /// The source location of the type that exceeded it.
        span: Span,
    },
    /// A JER encoding instruction that has no effect where it is.
    Instruction {
        /// Why it has no effect.
        what: &'static str,
        /// The source location of the type.
        span: Span,
    },
    /// Types are nested too deeply.
    DeepTypes {
        /// How deeply they may be.
        most: u32,
        /// The source location of the type that exceeded the limit.
        span: Span,
    },
    /// Each value of a type consists of too many others.
    ManyValues {
        /// The maximum.
        most: u64,
        /// The source location of the type that exceeded the limit.
        span: Span,
    },
    /// Nested untagged CHOICEs have too many tags.
    ManyTags {
        /// The source location of the type that exceeded the limit.
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
            Fault::ManyRepeats { most, span } => {
                ("A0604", span, format!("constrained types repeat more than {most} components and items"))
            }
            Fault::ManyItems { most, span } => (
                "A0604",
                span,
                format!("ENUMERATEDs and alphabets have more than {most} items in all places together"),
            ),
            Fault::Instruction { what, span } => ("A0606", span, what.to_string()),
            Fault::DeepTypes { most, span } => {
                ("A0607", span, format!("types can nest more than {most} levels deep"))
            }
            Fault::ManyValues { most, span } => {
                ("A0608", span, format!("each value of this type consists of more than {most} others"))
            }
            Fault::ManyTags { span } => {
                ("A0605", span, "CHOICEs in one another have too many tags together".to_string())
            }
        };
        Diagnostic::new(Code(code), Severity::Error, *span, message)
    }
}

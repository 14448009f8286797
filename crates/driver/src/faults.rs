//! Errors of schema files as files, `D01xx`, and of specifications as a whole, `D02xx`. Messages for
//! differences between versions, `D03xx`, are in `compat`.

use wireglot_diag::{Code, Diagnostic, Fault, Severity};
use wireglot_text::Span;

/// All codes of the driver with their titles, in order.
pub const CODES: &[(&str, &str)] = &[
    ("D0101", "schema file that isn't UTF-8"),
    ("D0201", "open type that no object set resolves"),
    ("D0202", "plan that the verifier refuses"),
    ("D0301", "field at a different place in the other version"),
    ("D0302", "message or array that is extensible in only one version"),
    ("D0303", "field beyond the end of the other version's message"),
    ("D0304", "field cut off by the end of the other version's message"),
    ("D0305", "number that is signed in only one version"),
    ("D0306", "enumeration number with another meaning in the other version"),
    ("D0307", "field or message with another name in the other version"),
    ("D0308", "enumeration numbers without a name in the other version"),
    ("D0309", "message missing from the other version"),
    ("D0310", "different header, dimension or length in the other version"),
    ("D0311", "group or data missing from the other version"),
    ("D0312", "group or data that an older reader can't skip"),
    ("D0313", "constant or null value that differs in the other version"),
    ("D0314", "group or data at the end that an older reader doesn't know"),
    ("D0315", "message with another template id in the other version"),
];

/// The meaning of the leading characters of these codes, in order.
pub const KINDS: &[(&str, &str)] =
    &[("D01", "Schema files"), ("D02", "Whole specifications"), ("D03", "Two versions of a specification")];

/// A byte that is not valid UTF-8 and was read as Latin-1.
#[derive(Clone, Debug)]
pub struct NotUtf8 {
    /// The character that the first such byte became.
    pub span: Span,
    /// The byte.
    pub octet: u8,
    /// The number of such bytes in the file.
    pub count: usize,
}

impl Fault for NotUtf8 {
    fn describe(&self) -> Diagnostic {
        let more = match self.count {
            1 => String::new(),
            n => format!(", and {} more in this file", n - 1),
        };
        let message = format!("octet 0x{:02X} is not UTF-8{more}", self.octet);
        Diagnostic::new(Code("D0101"), Severity::Tolerance, self.span, message)
            .label("read as Latin-1")
            .hint("save the file as UTF-8")
    }
}

/// An open type whose contents are not specified.
#[derive(Clone, Debug)]
pub struct Unresolved {
    /// Where it is written.
    pub span: Span,
    /// Its name, or the path to it.
    pub name: String,
}

impl Fault for Unresolved {
    fn describe(&self) -> Diagnostic {
        let message = format!("nothing says what `{}` holds", self.name);
        Diagnostic::new(Code("D0201"), Severity::Warning, self.span, message)
            .label("its values are shown as octets")
            .hint("a table constraint, `({Set}{@key})`, says it")
    }
}

/// The verifier rejects a plan; this is a bug in Wireglot.
#[derive(Clone, Debug)]
pub struct Unsound {
    /// The beginning of the specification.
    pub span: Span,
    /// The problem, and where in the plan it is.
    pub what: String,
}

impl Fault for Unsound {
    fn describe(&self) -> Diagnostic {
        Diagnostic::new(Code("D0202"), Severity::Error, self.span, format!("an unsound plan: {}", self.what))
            .label("made of this specification")
            .hint("the fault is the compiler's: please report it with the specification")
    }
}

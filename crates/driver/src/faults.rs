//! Faults of schema files as files, `D01xx`.

use wireglot_diag::{Code, Diagnostic, Fault, Severity};
use wireglot_text::Span;

/// Every code of the driver with its title, in order.
pub const CODES: &[(&str, &str)] = &[("D0101", "a schema file that is not UTF-8")];

/// An octet that is no UTF-8: taken as Latin-1.
#[derive(Clone, Debug)]
pub struct NotUtf8 {
    /// The character that the first such octet became.
    pub span: Span,
    /// The octet.
    pub octet: u8,
    /// How many there are in the file.
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

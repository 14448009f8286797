//! Lines and columns of positions in a text.

use serde_json::Value;
use wireglot_driver::inspect::json::octets_of;
use wireglot_driver::inspect::{Annotation, Part};
use wireglot_driver::texts::Cursor;

/// Whether a span consists of white space.
pub fn is_blank(octets: &[u8], span: &Annotation) -> bool {
    span.part == Part::Padding && octets_of(octets, span).trim_ascii().is_empty()
}

/// Computes lines and columns of ascending positions.
#[derive(Debug, Clone, Copy)]
pub struct Spots {
    at: usize,
    cursor: Cursor,
}

impl Default for Spots {
    fn default() -> Spots {
        Spots { at: 0, cursor: Cursor::START }
    }
}

impl Spots {
    /// The position of a byte, which must not precede the last one requested.
    pub fn to(&mut self, octets: &[u8], at: usize) -> Cursor {
        self.cursor = self.cursor.behind(octets.get(self.at..at).unwrap_or_default());
        self.at = at;
        self.cursor
    }

    /// Adds the position and characters of a span to its object.
    pub fn say(&mut self, octets: &[u8], span: &Annotation, object: &mut Value) {
        let Cursor { line, column } = self.to(octets, (span.bit / 8) as usize);
        object["line"] = line.into();
        object["column"] = column.into();
        object["text"] = String::from_utf8_lossy(octets_of(octets, span)).into();
    }
}

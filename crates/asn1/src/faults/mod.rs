//! What the front end finds fault with, as typed values.
//!
//! Every fault has a stable code and a page, `docs/codes/<code>.md`; [`CODES`] is
//! the one table of them. `A01xx` are lexical, `A02xx` syntax.

mod lexical;
mod syntax;

pub use lexical::{LexFault, LexKind};
pub use syntax::{SyntaxFault, SyntaxKind};

/// Every code of the lexer and the parser with its title, in order.
pub const CODES: &[(&str, &str)] = &[
    ("A0101", "a character that ASN.1 does not have"),
    ("A0102", "a comment that never ends"),
    ("A0103", "a string that never ends"),
    ("A0104", "a binary string with other digits than 0 and 1"),
    ("A0105", "a hexadecimal string with other digits than 0 to 9 and A to F"),
    ("A0106", "a quoted number without B or H"),
    ("A0107", "a word that ends with a hyphen"),
    ("A0108", "a number with zeros in front"),
    ("A0109", "a hyphen that is not the plain one"),
    ("A0110", "white space that is not plain"),
    ("A0111", "a quotation mark that is not the plain one"),
    ("A0112", "a word with an underscore"),
    ("A0113", "a comment line with an odd number of hyphens"),
    ("A0201", "something else is expected here"),
    ("A0202", "a bracket that is never closed"),
    ("A0203", "nested too deeply"),
    ("A0204", "a module without END"),
    ("A0205", "a comma with nothing behind it"),
    ("A0206", "a macro definition is skipped"),
    ("A0207", "a use of a macro is skipped"),
    ("A0208", "an ENCODING-CONTROL section is not used"),
    ("A0209", "an encoding instruction is not used"),
    ("A0210", "XML value notation is not supported"),
    ("A0211", "a name begins with a letter of the wrong case"),
    ("A0212", "a component without a name"),
    ("A0213", "a comma is missing"),
    ("A0214", "text outside of any module"),
    ("A0215", "no module in the file"),
    ("A0216", "a set as a parameter without its braces"),
];

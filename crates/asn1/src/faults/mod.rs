//! What the front end finds fault with, as typed values.
//!
//! Every fault has a stable code and a page, `docs/codes/<code>.md`; [`CODES`] is
//! the one table of them. `A01xx` are lexical, `A02xx` syntax,
//! `A05xx` the checks of one module by itself.

mod check;
mod legality;
mod lexical;
mod resolution;
mod syntax;

pub use check::{CheckFault, CheckKind};
pub use legality::{LegalFault, LegalKind};
pub use lexical::{LexFault, LexKind};
pub use resolution::{ResolveFault, ResolveKind};
pub use syntax::{SyntaxFault, SyntaxKind};

/// Every code of the lexer, the parser and the checks with its title, in order.
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
    ("A0217", "a comma before FROM"),
    ("A0501", "a name that is defined twice"),
    ("A0502", "one extension marker too many"),
    ("A0503", "no root before the extension marker"),
    ("A0504", "something behind the second extension marker of a CHOICE"),
    ("A0505", "an addition group outside of the additions"),
    ("A0506", "version numbers on some addition groups only"),
    ("A0507", "version numbers that do not ascend"),
    ("A0508", "a class name with small letters"),
    ("A0509", "UNIQUE on a field that cannot be unique"),
    ("A0510", "UNIQUE and DEFAULT together"),
    ("A0511", "a field twice in a class"),
    ("A0512", "WITH SYNTAX with a field that the class does not have"),
    ("A0513", "WITH SYNTAX with a field twice"),
    ("A0514", "WITH SYNTAX without a field that must be set"),
    ("A0515", "WITH SYNTAX that makes a field optional that must be set"),
    ("A0516", "a parameter twice"),
    ("A0517", "a parameter without its governor"),
];

//! The faults that the front end reports. Each code has a page in `docs/codes`.

use wireglot_diag::Book;

/// All codes with their titles, in order. `B01xx` are lexical, `B02xx` syntax, `B03xx` names, `B04xx` limits
/// and rules, `B05xx` style.
pub const CODES: &[(&str, &str)] = &[
    ("B0101", "character not allowed in bitproto"),
    ("B0102", "string that doesn't end on its line"),
    ("B0103", "unknown escape in a string"),
    ("B0104", "unterminated comment"),
    ("B0201", "unexpected token"),
    ("B0202", "statement not allowed in this scope"),
    ("B0203", "unclosed brace"),
    ("B0204", "old syntax for an alias"),
    ("B0205", "comment syntax of another language"),
    ("B0206", "nesting too deep"),
    ("B0207", "extension not enabled"),
    ("B0301", "file without a proto name"),
    ("B0302", "name defined twice"),
    ("B0303", "file imported twice"),
    ("B0304", "circular import"),
    ("B0305", "file that can't be imported"),
    ("B0306", "undefined type"),
    ("B0307", "name that isn't a type"),
    ("B0308", "undefined constant"),
    ("B0309", "name that isn't a constant"),
    ("B0401", "integer type with too few or too many bits"),
    ("B0402", "array with too few or too many elements"),
    ("B0403", "field number out of range"),
    ("B0404", "duplicate field number"),
    ("B0405", "enum value too large for its type"),
    ("B0406", "duplicate enum value"),
    ("B0407", "alias of a type that already has a name"),
    ("B0408", "message too large"),
    ("B0409", "unknown option"),
    ("B0410", "invalid value of an option"),
    ("B0411", "constant that can't be computed"),
    ("B0412", "extensible type where it isn't allowed"),
    ("B0501", "indentation that doesn't show the nesting"),
    ("B0502", "alias not in PascalCase"),
    ("B0503", "constant not in UPPER_CASE"),
    ("B0504", "enum not in PascalCase"),
    ("B0505", "enum without a name for 0"),
    ("B0506", "enum value not in UPPER_CASE"),
    ("B0507", "message not in PascalCase"),
    ("B0508", "field not in snake_case"),
];

/// Default advice for faults that have none of their own.
const HINTS: &[(&str, &str)] = &[
    ("B0201", "write what is expected here, or remove what is there"),
    ("B0206", "write it flatter"),
    ("B0302", "remove one of them"),
    ("B0303", "remove one of the imports"),
    ("B0305", "paths are relative to the file that imports, and have their ending: `common.bitproto`"),
    ("B0307", "types are words such as `uint8`, and names of enums, messages and aliases"),
    ("B0309", "a value is a number, a string, a boolean, or a constant that is defined above"),
    ("B0401", "write a number from 1 to 64, as in `uint8`"),
    ("B0402", "write a number from 1 to 65535, or a constant"),
    ("B0403", "number the fields from 1 on"),
    ("B0405", "use a wider type, or a smaller value"),
    ("B0406", "give each name a number of its own"),
    ("B0408", "make fields smaller, remove some, or raise the limit"),
    ("B0411", "the parts of a calculation are whole numbers, and a divisor is not 0"),
];

/// The codes of bitproto.
#[derive(Debug, Clone)]
pub struct Bitproto;

impl Book for Bitproto {
    const HINTS: &'static [(&'static str, &'static str)] = HINTS;
}

/// A fault, whose code is one of [`CODES`].
pub type Finding = wireglot_diag::Finding<Bitproto>;

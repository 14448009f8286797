//! What the front end finds fault with. Each code has a page in `docs/codes`.

use wireglot_diag::Book;

/// Every code with its title, in order. `B01xx` are lexical, `B02xx` syntax,
/// `B03xx` names, `B04xx` limits and rules, `B05xx` style.
pub const CODES: &[(&str, &str)] = &[
    ("B0101", "a character that bitproto does not have"),
    ("B0102", "a string that does not end on its line"),
    ("B0103", "an unknown escape in a string"),
    ("B0104", "a comment that never ends"),
    ("B0201", "something else is expected here"),
    ("B0202", "a statement that is not allowed in this scope"),
    ("B0203", "a brace that is never closed"),
    ("B0204", "the old spelling of an alias"),
    ("B0205", "a comment in another language's form"),
    ("B0206", "nested too deeply"),
    ("B0207", "an extension that is not switched on"),
    ("B0301", "a file without a proto name"),
    ("B0302", "a name that is defined twice"),
    ("B0303", "a file that is imported twice"),
    ("B0304", "files that import each other"),
    ("B0305", "a file that cannot be imported"),
    ("B0306", "a type that is not defined"),
    ("B0307", "a name that is not a type"),
    ("B0308", "a constant that is not defined"),
    ("B0309", "a name that is not a constant"),
    ("B0401", "an integer type of no or too many bits"),
    ("B0402", "an array of no or too many elements"),
    ("B0403", "a field number out of range"),
    ("B0404", "a field number twice in a message"),
    ("B0405", "an enum value too large for its type"),
    ("B0406", "an enum value twice in an enum"),
    ("B0407", "an alias of a type that has a name"),
    ("B0408", "a message that is too large"),
    ("B0409", "an option that is not known here"),
    ("B0410", "an option with a wrong value"),
    ("B0411", "a calculation that does not work out"),
    ("B0412", "an extensible type where none is allowed"),
    ("B0501", "an indentation that does not show the nesting"),
    ("B0502", "an alias that is not in PascalCase"),
    ("B0503", "a constant that is not in UPPER_CASE"),
    ("B0504", "an enum that is not in PascalCase"),
    ("B0505", "an enum without a name for 0"),
    ("B0506", "an enum value that is not in UPPER_CASE"),
    ("B0507", "a message that is not in PascalCase"),
    ("B0508", "a field that is not in snake_case"),
];

/// What to do, where a fault does not say it better itself.
const HINTS: &[(&str, &str)] = &[
    ("B0201", "write what is expected here, or remove what is there"),
    ("B0206", "write it flatter"),
    ("B0302", "remove one of them"),
    ("B0303", "remove one of the imports"),
    ("B0305", "paths are relative to the file that imports"),
    ("B0307", "types are words such as `uint8`, and names of enums, messages and aliases"),
    ("B0309", "a value is a number, a string, a boolean, or a constant that is defined above"),
    ("B0401", "write a number from 1 to 64, as in `uint8`"),
    ("B0402", "write a number from 1 to 65535, or a constant"),
    ("B0403", "number the fields from 1 on"),
    ("B0405", "take a wider type, or a smaller value"),
    ("B0406", "give each name a number of its own"),
    ("B0408", "make fields smaller, remove some, or raise the limit"),
    ("B0410", "`max_bytes` and `c.struct_packing_alignment` take numbers, `wireglot.extensions` takes true or false, the other options strings"),
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

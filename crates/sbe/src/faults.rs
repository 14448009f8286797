//! What the front end finds fault with. Each code has a page in `docs/codes`.

use wireglot_diag::Book;

/// Every code with its title, in order. `S01xx` are about XML and files, `S02xx` elements and
/// attributes, `S03xx` names, `S04xx` where things stand, `S05xx` values.
pub const CODES: &[(&str, &str)] = &[
    ("S0101", "a file that is not well-formed XML"),
    ("S0102", "a document type declaration"),
    ("S0103", "too many elements in each other, or attributes"),
    ("S0104", "a file that cannot be included"),
    ("S0105", "files that include each other"),
    ("S0106", "octets that are not UTF-8"),
    ("S0201", "an attribute that is missing"),
    ("S0202", "an attribute that is empty"),
    ("S0203", "an attribute that is not a number"),
    ("S0204", "a number that is out of range"),
    ("S0205", "an element that is not allowed here"),
    ("S0206", "fields, groups and data in the wrong order"),
    ("S0207", "an attribute with an unknown value"),
    ("S0208", "a schema without a version"),
    ("S0209", "an attribute that its element does not have"),
    ("S0301", "a type that is not defined"),
    ("S0302", "a name that is given twice"),
    ("S0303", "a number that is given twice"),
    ("S0304", "a type of the wrong kind"),
    ("S0305", "a type that holds itself"),
    ("S0306", "a valueRef that names no value"),
    ("S0307", "a primitive type that SBE does not have"),
    ("S0308", "a name that is not one"),
    ("S0401", "an offset inside the part before it"),
    ("S0402", "a block length that is too small"),
    ("S0403", "a composite without a member that it needs"),
    ("S0404", "a member of the wrong kind"),
    ("S0405", "a sinceVersion above the schema's version"),
    ("S0406", "data whose elements have a length of their own"),
    ("S0407", "a type that is too large"),
    ("S0408", "a number that its header cannot hold"),
    ("S0409", "an alignment that cannot be kept"),
    ("S0410", "a message header that takes no octets"),
    ("S0501", "a value that its type does not have"),
    ("S0502", "a constant without a value"),
    ("S0503", "a constant that is too long"),
    ("S0504", "an enum value that means null"),
    ("S0505", "a value that is given twice"),
    ("S0506", "a choice outside of its set"),
    ("S0507", "an encoding that enums and sets cannot have"),
    ("S0508", "a constant that says nothing"),
];

/// What to do, where a fault does not say it better itself.
const HINTS: &[(&str, &str)] = &[
    ("S0101", "close every element, quote every attribute, and write `&` as `&amp;`"),
    ("S0103", "groups nest in messages, members in composites; write it flatter"),
    ("S0104", "paths are relative to the file that includes"),
    ("S0105", "move what both need into a third file"),
    ("S0202", "write a value, or remove the attribute"),
    ("S0203", "write digits only"),
    ("S0206", "in a message and in a group fields come first, then groups, then data"),
    ("S0208", "add `version=\"0\"` to the schema"),
    ("S0301", "define it in a <types> element, or use the name of a primitive type"),
    ("S0302", "give each a name of its own"),
    ("S0303", "give each a number of its own"),
    ("S0304", "name a type of the kind that is wanted here"),
    ("S0305", "a composite cannot be a part of itself"),
    ("S0306", "write it as Enum.Value"),
    ("S0307", "the primitive types are char, int8 to int64, uint8 to uint64, float and double"),
    ("S0308", "begin with a letter or `_`, go on with letters, digits and `_`"),
    ("S0401", "make it larger, or leave it out"),
    ("S0402", "make it larger, or leave it out"),
    ("S0405", "raise the version of the schema"),
    ("S0406", "write length=\"0\": the wire says how many there are"),
    ("S0408", "make it smaller, or the member of the header wider"),
    ("S0410", "let the wire have at least the template identifier"),
    ("S0501", "write a number that the type holds, such as 0 to 255 of uint8, or of char one character"),
    ("S0502", "write it between the tags"),
    ("S0503", "raise the length, or shorten the text"),
    ("S0504", "take another number, or give the type another nullValue"),
    ("S0505", "give each a value of its own"),
    ("S0507", "enums are written as characters or integers, sets as unsigned integers"),
    ("S0508", "give the field a valueRef"),
];

/// The codes of SBE.
#[derive(Debug, Clone)]
pub struct Sbe;

impl Book for Sbe {
    const HINTS: &'static [(&'static str, &'static str)] = HINTS;
}

/// A fault, whose code is one of [`CODES`].
pub type Finding = wireglot_diag::Finding<Sbe>;

/// Says which element may be meant, of those that can stand in a place.
pub(crate) fn with_near(fault: Finding, name: &str, known: &[&'static str]) -> Finding {
    match wireglot_text::names::close_names(name, known.iter().copied()).first() {
        Some(near) => fault.hint(format!("write <{near}>")),
        None => fault,
    }
}

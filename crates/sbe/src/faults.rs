//! The faults that the front end reports. Each code has a page in `docs/codes`.

use wireglot_diag::Book;

/// All codes with their titles, in order. `S01xx` are about XML and files, `S02xx` elements and attributes,
/// `S03xx` names, `S04xx` layout, `S05xx` values.
pub const CODES: &[(&str, &str)] = &[
    ("S0101", "file that isn't well-formed XML"),
    ("S0102", "document type declaration"),
    ("S0103", "elements nested too deeply, or too many attributes"),
    ("S0104", "file that can't be included"),
    ("S0105", "circular include"),
    ("S0106", "bytes that are invalid in the encoding"),
    ("S0107", "encoding other than the declared one"),
    ("S0201", "missing attribute"),
    ("S0202", "empty attribute"),
    ("S0203", "attribute that isn't a number"),
    ("S0204", "number out of range"),
    ("S0205", "element not allowed here"),
    ("S0206", "fields, groups and data in the wrong order"),
    ("S0207", "unknown value of an attribute"),
    ("S0208", "schema without a version"),
    ("S0209", "attribute that its element doesn't have"),
    ("S0210", "text where none is allowed"),
    ("S0211", "composite, enum or set with nothing in it"),
    ("S0212", "namespace that isn't SBE's"),
    ("S0301", "undefined type"),
    ("S0302", "duplicate name"),
    ("S0303", "duplicate id"),
    ("S0304", "type of the wrong kind"),
    ("S0305", "type that contains itself"),
    ("S0306", "valueRef that names no value"),
    ("S0307", "unknown primitive type"),
    ("S0308", "invalid name"),
    ("S0401", "offset inside the previous field or member"),
    ("S0402", "block length too small"),
    ("S0403", "composite without a required member"),
    ("S0404", "member of the wrong kind"),
    ("S0405", "sinceVersion above the schema's version"),
    ("S0406", "varData with a length other than 0"),
    ("S0407", "type too large"),
    ("S0408", "number too large for its header"),
    ("S0409", "alignment that can't be kept"),
    ("S0410", "message header of zero bytes"),
    ("S0411", "field of variable length"),
    ("S0412", "new field, group or data before an older one"),
    ("S0413", "part deprecated before it was added, or after the schema's version"),
    ("S0501", "value that its type doesn't have"),
    ("S0502", "constant without a value"),
    ("S0503", "constant too long"),
    ("S0504", "enum value equal to the null value"),
    ("S0505", "value with several names"),
    ("S0506", "choice outside its set"),
    ("S0507", "encoding not allowed for enums and sets"),
    ("S0508", "constant field without valueRef or constant type"),
    ("S0509", "minValue above maxValue"),
    ("S0510", "field that contradicts its type"),
    ("S0511", "null value of a type that is never null"),
    ("S0512", "valueRef without presence=\"constant\""),
];

/// Default advice for faults that have none of their own.
const HINTS: &[(&str, &str)] = &[
    ("S0101", "close every element, quote every attribute, and write `&` as `&amp;`"),
    ("S0103", "groups nest in messages, members in composites; write it flatter"),
    ("S0104", "paths are relative to the file that includes"),
    ("S0105", "move what both need into a third file"),
    ("S0106", "save the file as UTF-8, or declare its encoding, such as encoding=\"ISO-8859-1\""),
    ("S0202", "write a value"),
    ("S0203", "write digits only"),
    ("S0206", "in a message and in a group fields come first, then groups, then data"),
    ("S0301", "define it in a <types> element, or use the name of a primitive type"),
    ("S0302", "give each a name of its own"),
    ("S0303", "give each a number of its own"),
    ("S0304", "name a type of the kind that is required here"),
    ("S0305", "a composite cannot be a part of itself"),
    ("S0306", "write the enum and its value: valueRef=\"Enum.Value\""),
    ("S0307", "the primitive types are char, int8 to int64, uint8 to uint64, float and double"),
    ("S0308", "begin with a letter or `_`, go on with letters, digits and `_`"),
    ("S0401", "make it larger, or leave it out"),
    ("S0404", "write a <type> of uint8, uint16, uint32 or uint64, without a length"),
    ("S0406", "write length=\"0\": the wire says how many there are"),
    ("S0408", "make it smaller, or the member of the header wider"),
    ("S0411", "write <data> instead of <field>; it comes after the fields and groups"),
    ("S0410", "let the wire have at least the template identifier"),
    ("S0501", "write a value that the type holds"),
    ("S0502", "write the value between the tags: `...>1</...>`"),
    ("S0503", "raise the length, or shorten the text"),
    ("S0504", "use another number, or give the type another nullValue"),
    ("S0505", "give each a value of its own"),
    ("S0507", "enums are written as characters or integers, sets as unsigned integers"),
    (
        "S0508",
        "name an enum value, valueRef=\"Enum.Value\", or give the field a <type> with presence=\"constant\" and its value",
    ),
    ("S0509", "write the smaller number as minValue"),
];

/// The codes of SBE.
#[derive(Debug, Clone)]
pub struct Sbe;

impl Book for Sbe {
    const HINTS: &'static [(&'static str, &'static str)] = HINTS;
}

/// A fault, whose code is one of [`CODES`].
pub type Finding = wireglot_diag::Finding<Sbe>;

/// Suggests the element that may be meant among those allowed at a position, otherwise says which are.
pub(crate) fn with_near(fault: Finding, name: &str, known: &[&str], allowed: &str) -> Finding {
    const HABITS: [(&[&str], &str); 6] = [
        (&["element", "attribute", "property", "member"], "field"),
        (&["repeatingGroup", "repeat", "sequence", "list"], "group"),
        (&["msg", "template", "record"], "message"),
        (&["var", "vardata", "varData", "string"], "data"),
        (&["struct"], "composite"),
        (&["bitset", "flags"], "set"),
    ];
    let habit = HABITS.iter().find(|(words, meant)| words.contains(&name) && known.contains(meant));
    let near = wireglot_text::names::close_names(name, known.iter().copied()).first().copied();
    match habit.map(|(_, meant)| *meant).or(near) {
        Some(near) => fault.hint(format!("write <{near}>")),
        None => fault.hint(allowed),
    }
}

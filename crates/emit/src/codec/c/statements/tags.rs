//! Tags in the runtime's notation.

use wireglot_model::{Tag, TagClass};

/// Universal tags that have a name in the runtime.
const TAGS: &[(u32, &str)] = &[
    (1, "BOOLEAN"),
    (2, "INTEGER"),
    (3, "BIT_STRING"),
    (4, "OCTET_STRING"),
    (5, "NULL"),
    (6, "OID"),
    (7, "OBJECT_DESCRIPTOR"),
    (8, "EXTERNAL"),
    (9, "REAL"),
    (10, "ENUMERATED"),
    (11, "EMBEDDED_PDV"),
    (12, "UTF8_STRING"),
    (13, "RELATIVE_OID"),
    (14, "TIME"),
    (16, "SEQUENCE"),
    (17, "SET"),
    (18, "NUMERIC_STRING"),
    (19, "PRINTABLE_STRING"),
    (20, "TELETEX_STRING"),
    (21, "VIDEOTEX_STRING"),
    (22, "IA5_STRING"),
    (23, "UTC_TIME"),
    (24, "GENERALIZED_TIME"),
    (25, "GRAPHIC_STRING"),
    (26, "VISIBLE_STRING"),
    (27, "GENERAL_STRING"),
    (28, "UNIVERSAL_STRING"),
    (29, "CHARACTER_STRING"),
    (30, "BMP_STRING"),
    (31, "DATE"),
    (32, "TIME_OF_DAY"),
    (33, "DATE_TIME"),
    (34, "DURATION"),
    (35, "OID_IRI"),
    (36, "RELATIVE_OID_IRI"),
];

/// A tag in the runtime's notation.
pub fn tag(tag: Tag) -> String {
    let number = tag.number;
    match tag.class {
        TagClass::Universal => match TAGS.iter().find(|(n, _)| *n == number) {
            Some((_, name)) => format!("WG_TAG_{name}"),
            None => format!("WG_UNIVERSAL({number})"),
        },
        TagClass::Application => format!("WG_APPLICATION({number})"),
        TagClass::Context => format!("WG_CONTEXT({number})"),
        TagClass::Private => format!("WG_PRIVATE({number})"),
    }
}

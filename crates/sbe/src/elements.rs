//! The elements of the standard and their attributes.

/// The attributes of all elements except <types> and <messages>.
const COMMON: [&str; 5] = ["name", "description", "semanticType", "sinceVersion", "deprecated"];

/// The elements of the standard (both versions, and the additions of Real Logic's generator), each with its
/// attributes besides the common ones and [`ONLY_IN_2_0`].
pub const ELEMENTS: [(&str, &[&str]); 14] = [
    ("messageSchema", &["package", "id", "version", "semanticVersion", "byteOrder", "headerType"]),
    ("types", &[]),
    ("messages", &[]),
    (
        "type",
        &[
            "primitiveType",
            "length",
            "presence",
            "nullValue",
            "minValue",
            "maxValue",
            "offset",
            "characterEncoding",
            "valueRef",
            "variableLength",
            "alignment",
            "timeUnit",
        ],
    ),
    ("composite", &["offset", "alignment"]),
    ("enum", &["encodingType", "offset", "nullValue", "alignment"]),
    ("set", &["encodingType", "offset", "alignment"]),
    ("validValue", &[]),
    ("choice", &[]),
    ("ref", &["type", "offset"]),
    ("message", &["id", "blockLength", "alignment"]),
    ("group", &["id", "blockLength", "dimensionType", "alignment"]),
    ("field", &["id", "type", "offset", "presence", "valueRef", "epoch", "timeUnit", "alignment"]),
    ("data", &["id", "type"]),
];

/// Attributes that elements have in version 2.0 only, which are not supported, and what to do without them.
pub const ONLY_IN_2_0: [(&str, &str, &str); 5] = [
    ("field", "nullValue", "give the field's <type> the nullValue"),
    ("field", "minValue", "give the field's <type> the minValue"),
    ("field", "maxValue", "give the field's <type> the maxValue"),
    ("types", "package", "remove it: all types are in the package of the schema"),
    ("messages", "package", "remove it: all messages are in the package of the schema"),
];

/// The attributes that elements must have.
const REQUIRED: [(&[&str], &[&str]); 7] = [
    (&["messageSchema"], &["package", "id", "version"]),
    (&["type"], &["name", "primitiveType"]),
    (&["enum", "set"], &["name", "encodingType"]),
    (&["composite", "validValue", "choice"], &["name"]),
    (&["message", "group"], &["name", "id"]),
    (&["ref"], &["name", "type"]),
    (&["field", "data"], &["name", "id", "type"]),
];

/// The attributes that an element must have.
pub fn required(element: &str) -> &'static [&'static str] {
    REQUIRED.iter().find(|(elements, _)| elements.contains(&element)).map_or(&[], |(_, names)| names)
}

/// The attributes that an element has; `None` if the standard has no such element.
pub fn attributes(element: &str) -> Option<impl Iterator<Item = &'static str> + Clone + use<'_>> {
    let (_, own) = ELEMENTS.iter().find(|(name, _)| *name == element)?;
    let has_common = !matches!(element, "types" | "messages");
    let common = COMMON.into_iter().filter(move |_| has_common);
    Some(common.chain(own.iter().copied()))
}

/// Whether the standard has an element of that name.
pub fn is_element(name: &str) -> bool {
    ELEMENTS.iter().any(|(known, _)| *known == name)
}

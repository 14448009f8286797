//! The elements of the standard and their attributes.

/// The attributes of all elements except <types>.
const COMMON: [&str; 5] = ["name", "description", "semanticType", "sinceVersion", "deprecated"];

/// The elements of the standard (both versions, and the additions of Real Logic's generator), each with its
/// attributes besides the common ones.
pub const ELEMENTS: [(&str, &[&str]); 13] = [
    ("messageSchema", &["package", "id", "version", "semanticVersion", "byteOrder", "headerType"]),
    ("types", &[]),
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
    let common = COMMON.into_iter().filter(move |_| element != "types");
    Some(common.chain(own.iter().copied()))
}

/// Whether the standard has an element of that name.
pub fn is_element(name: &str) -> bool {
    ELEMENTS.iter().any(|(known, _)| *known == name)
}

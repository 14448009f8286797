//! Reports attributes that are not in the standard, since misspelt ones would otherwise be ignored silently.

use wireglot_text::names;

use super::Resolver;
use crate::faults::Finding;
use crate::xml::Element;

/// The attributes of all elements except <types>.
const COMMON: [&str; 5] = ["name", "description", "semanticType", "sinceVersion", "deprecated"];

/// The elements of the standard (both versions, and the additions of Real Logic's generator), each with its
/// attributes besides the common ones.
const ELEMENTS: [(&str, &[&str]); 13] = [
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

/// The attributes that an element has; `None` if the standard has no such element.
fn attributes(element: &str) -> Option<impl Iterator<Item = &'static str> + Clone + use<'_>> {
    let (_, own) = ELEMENTS.iter().find(|(name, _)| *name == element)?;
    let common = COMMON.into_iter().filter(move |_| element != "types");
    Some(common.chain(own.iter().copied()))
}

impl Resolver<'_> {
    /// Reports attributes that the elements of a schema must not have.
    pub(super) fn unknown_attributes(&mut self, root: &Element) {
        let mut pile = vec![root];
        while let Some(element) = pile.pop() {
            pile.extend(element.children.iter().rev());
            let Some(known) = attributes(&element.name) else { continue };
            for attribute in &element.attributes {
                let name = attribute.name.as_str();
                if known.clone().any(|known| known == name) {
                    continue;
                }
                let message = format!("<{}> has no attribute `{name}`: it is ignored", element.name);
                let fault = Finding::tolerance("S0209", attribute.span, message);
                self.report(fault.hint(advice(&element.name, name, known.clone())));
            }
        }
    }
}

/// A suggestion for an unknown attribute.
fn advice(element: &str, name: &str, known: impl Iterator<Item = &'static str>) -> String {
    let having: Vec<_> = ELEMENTS.iter().filter(|(_, own)| own.contains(&name)).map(|row| row.0).collect();
    if let Some((last, others)) = having.split_last() {
        let others: String = others.iter().map(|other| format!("<{other}>, ")).collect();
        return format!("it means nothing on <{element}>: it is an attribute of {others}<{last}>");
    }
    match names::close_names(name, known).first() {
        Some(near) => format!("write `{near}`"),
        None => "remove it, or give it a name space of your own".to_string(),
    }
}

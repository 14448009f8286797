//! Reports attributes that are not in the standard, since misspelt ones would otherwise be ignored silently.

use wireglot_text::names;

use super::Resolver;
use crate::elements::{attributes, ELEMENTS};
use crate::faults::Finding;
use crate::xml::Element;

/// Attributes of other languages, and what they are called here.
const HABITS: [(&str, &str); 12] = [
    ("use", "presence"),
    ("required", "presence"),
    ("optional", "presence"),
    ("size", "length"),
    ("min", "minValue"),
    ("minInclusive", "minValue"),
    ("max", "maxValue"),
    ("maxInclusive", "maxValue"),
    ("null", "nullValue"),
    ("since", "sinceVersion"),
    ("doc", "description"),
    ("comment", "description"),
];

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

/// Attributes of other elements, and what they are called on these.
const OF_OTHERS: [(&str, &str, &str); 8] = [
    ("group", "type", "dimensionType"),
    ("field", "primitiveType", "type"),
    ("type", "type", "primitiveType"),
    ("type", "encodingType", "primitiveType"),
    ("enum", "type", "encodingType"),
    ("enum", "primitiveType", "encodingType"),
    ("set", "type", "encodingType"),
    ("set", "primitiveType", "encodingType"),
];

/// A suggestion for an unknown attribute.
fn advice(element: &str, name: &str, known: impl Iterator<Item = &'static str> + Clone) -> String {
    let of_other = OF_OTHERS.iter().find(|(own, word, _)| *own == element && *word == name);
    if let Some((.., meant)) = of_other {
        return format!("did you mean `{meant}`?");
    }
    if matches!((element, name), ("validValue" | "choice", "value")) {
        return format!("write the value between the tags: <{element} name=\"...\">1</{element}>");
    }
    let having: Vec<_> = ELEMENTS.iter().filter(|(_, own)| own.contains(&name)).map(|row| row.0).collect();
    if let Some((last, others)) = having.split_last() {
        let others: String = others.iter().map(|other| format!("<{other}>, ")).collect();
        return format!("it means nothing on <{element}>: it is an attribute of {others}<{last}>");
    }
    let other =
        HABITS.iter().find(|(word, meant)| *word == name && known.clone().any(|known| known == *meant));
    match (other, names::close_names(name, known).first()) {
        (Some((_, meant)), _) => format!("did you mean `{meant}`?"),
        (None, Some(near)) => format!("write `{near}`"),
        (None, None) => "remove it, or give it a namespace of your own".to_string(),
    }
}

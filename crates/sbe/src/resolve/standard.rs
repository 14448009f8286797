//! Reports what is not in the standard, since it would otherwise be ignored silently: attributes that are often misspelt
//! ones, and text.

use wireglot_model::sbe::Primitive;
use wireglot_text::{conflicts, names};

use super::{newest, Resolver};
use crate::elements::{attributes, is_element, required, ELEMENTS, ONLY_IN_2_0};
use crate::faults::Finding;
use crate::xml::{Attribute, Element};

/// Attributes of other languages, and what they are called here.
const HABITS: [(&str, &str); 19] = [
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
    ("desc", "description"),
    ("comment", "description"),
    ("base", "primitiveType"),
    ("schemaVersion", "version"),
    ("schemaId", "id"),
    ("templateId", "id"),
    ("tag", "id"),
    ("namespace", "package"),
];

/// Attributes of other elements, and what they are called on these.
const OF_OTHERS: [(&str, &str, &str); 11] = [
    ("group", "type", "dimensionType"),
    ("field", "primitiveType", "type"),
    ("data", "primitiveType", "type"),
    ("ref", "primitiveType", "type"),
    ("type", "type", "primitiveType"),
    ("type", "encodingType", "primitiveType"),
    ("enum", "type", "encodingType"),
    ("enum", "primitiveType", "encodingType"),
    ("set", "type", "encodingType"),
    ("set", "primitiveType", "encodingType"),
    ("group", "headerType", "dimensionType"),
];

/// Attributes whose meaning SBE expresses in another way.
const ELSEWHERE: [(&str, &str, &str); 5] = [
    ("group", "maxOccurs", "remove it: the wire says how many entries there are"),
    ("group", "minOccurs", "remove it: the wire says how many entries there are"),
    ("field", "length", "give a <type> the length, and name it here"),
    ("field", "default", "remove it: SBE has no default values"),
    ("group", "presence", "remove it: a group without entries is absent"),
];

impl Resolver<'_> {
    /// Reports attributes and text that the elements of a schema must not have.
    pub(super) fn unknown_parts(&mut self, root: &Element) {
        let mut pile = vec![root];
        while let Some(element) = pile.pop() {
            pile.extend(element.children.iter().rev());
            let Some(known) = attributes(&element.name) else { continue };
            self.stray_text(element);
            let mut missing: Vec<&str> = Vec::new();
            let value = as_attribute(element);
            for attribute in &element.attributes {
                // The value of a constant is reported with the constant.
                let is_value = attribute.name == "value" && is_empty_constant(element);
                if is_value || known.clone().any(|known| known == attribute.name) {
                    continue;
                }
                let fault = match self.meant(element, attribute) {
                    Some(name) if required(&element.name).contains(&name) && !missing.contains(&name) => {
                        missing.push(name);
                        self.missing(element, name)
                    }
                    _ if value.is_some_and(|value| value.name == attribute.name) => valueless(element),
                    meant => unknown(element, attribute, meant),
                };
                self.report(fault);
            }
        }
    }

    /// Reports text in an element that has none.
    fn stray_text(&mut self, element: &Element) {
        let text = element.text.trim();
        let takes_text = match element.name.as_str() {
            "type" | "field" => element.value("presence") == "constant",
            _ => is_valued(element),
        };
        // Text in place of an attribute is part of the message that the attribute is missing.
        let in_place = required(&element.name).iter().any(|name| element.attribute(name).is_none());
        if text.is_empty() || takes_text || in_place && element.children.is_empty() {
            return;
        }
        let message = format!("text is not allowed in <{}>", element.name);
        let fault = Finding::ignored("S0210", element.text_span, message);
        self.report(match () {
            _ if text.starts_with('<') => fault.hint("write `<` for `&lt;`, and `>` for `&gt;`"),
            _ if conflicts::is_marker(text) => {
                fault.hint(format!("{}: {}", conflicts::WHAT, conflicts::HINT))
            }
            _ if text.starts_with("//") && !element.children.is_empty() => {
                fault.hint("`//` doesn't begin a comment: write `<!-- -->` around the text")
            }
            _ if text.chars().all(|c| !c.is_alphanumeric()) => fault.hint("remove it"),
            _ if is_element(text.split_whitespace().next().unwrap_or("")) => {
                fault.hint("write `<` before it")
            }
            _ if element.name == "type" => fault.hint("add presence=\"constant\" if this is its value"),
            _ => fault.hint("write comments as `<!-- -->`"),
        });
    }

    /// The fault that a required attribute is missing: at an attribute that is probably it, otherwise at the
    /// element, with all that are missing.
    pub(super) fn missing(&self, element: &Element, name: &str) -> Finding {
        let meanings: Vec<_> =
            element.attributes.iter().map(|other| (other, self.meant(element, other))).collect();
        let misspelt =
            |name: &str| meanings.iter().find(|(_, meant)| *meant == Some(name)).map(|(other, _)| *other);
        let attribute = misspelt(name);
        let span = attribute.map_or(element.span, |attribute| attribute.name_span);
        if (element.name.as_str(), name) == ("messageSchema", "version") {
            let newest = newest(element);
            let fault = match newest {
                0 => Finding::tolerance("S0208", span, "this schema has no version: 0 is assumed"),
                _ => {
                    let message =
                        format!("this schema has no version, but parts of it were added in version {newest}");
                    Finding::error("S0208", span, message)
                }
            };
            return fault.hint(match attribute {
                Some(attribute) => format!("write `version` instead of `{}`", attribute.name),
                None => format!("add version=\"{newest}\""),
            });
        }
        let others = required(&element.name).iter().copied().filter(|other| {
            let is_there = element.attribute(other).is_some() || misspelt(other).is_some();
            *other != "version" && *other != name && !is_there
        });
        let all: Vec<&str> = match attribute {
            Some(_) => vec![name],
            None => std::iter::once(name).chain(others).collect(),
        };
        let quoted: Vec<String> = all.iter().map(|name| format!("`{name}`")).collect();
        let message = format!("this <{}> has no {}", element.name, quoted.join(" and no "));
        let fault = match all.as_slice() {
            ["package"] => Finding::tolerance("S0201", span, message),
            _ => Finding::error("S0201", span, message),
        };
        fault.hint(match attribute {
            Some(attribute) => self.instead(element, attribute, name),
            None => self.added(element, &all),
        })
    }

    /// What to write instead of an attribute that is probably another one.
    fn instead(&self, element: &Element, attribute: &Attribute, name: &str) -> String {
        let value = attribute.value.as_str();
        match (element.name.as_str(), name) {
            ("type", "primitiveType")
                if Primitive::of_name(value).is_none() && self.types.contains_key(value) =>
            {
                let own = element.value("name");
                format!("in a <composite>, write <ref name=\"{own}\" type=\"{value}\"/>")
            }
            _ => format!("write `{name}` instead of `{}`", attribute.name),
        }
    }

    /// How to add missing attributes; their values may be between the tags.
    fn added(&self, element: &Element, names: &[&str]) -> String {
        let text = element.text.trim();
        if let ([name], false) = (names, text.is_empty()) {
            let is_type = self.types.contains_key(text) || Primitive::of_name(text).is_some();
            if let (true, Some((name, value))) = (is_valued(element), text.split_once(['=', ':'])) {
                let (name, value) = (name.trim(), value.trim());
                return format!("write <{0} name=\"{name}\">{value}</{0}>", element.name);
            }
            if !is_valued(element) && (*name == "name" || *name == "type" && is_type) {
                return format!("write {name}=\"{text}\" instead of the text");
            }
        }
        let all: Vec<String> = names.iter().map(|name| format!("{name}=\"...\"")).collect();
        format!("add {}", all.join(" "))
    }

    /// The attribute that an unknown one is probably meant to be, if the element doesn't have that too.
    fn meant(&self, element: &Element, attribute: &Attribute) -> Option<&'static str> {
        let name = attribute.name.as_str();
        let all = attributes(&element.name)?;
        let is_unknown = !all.clone().any(|known| known == name);
        if !is_unknown || !self.may_compare(all.clone().count() + element.attributes.len(), name) {
            return None;
        }
        let mut known = all.filter(|known| element.attribute(known).is_none());
        let of_other = OF_OTHERS.iter().find(|(own, word, _)| *own == element.name && *word == name);
        let habit = HABITS.iter().find(|(word, _)| *word == name);
        let free = |meant: &'static str| known.clone().any(|known| known == meant).then_some(meant);
        if let Some(meant) = of_other.map(|row| row.2).or(habit.map(|row| row.1)).and_then(free) {
            return Some(meant);
        }
        let is_of_others = ELEMENTS.iter().any(|(_, own)| own.contains(&name));
        let near = names::close_names(name, known.clone()).first().copied();
        near.filter(|_| !is_of_others).and_then(|near| known.find(|known| *known == near))
    }
}

/// Whether an element has its value between its tags.
fn is_valued(element: &Element) -> bool {
    matches!(element.name.as_str(), "validValue" | "choice")
}

/// Whether an element is a constant without a value.
fn is_empty_constant(element: &Element) -> bool {
    let is_constant = element.name == "type" && element.value("presence") == "constant";
    is_constant && element.text.trim().is_empty() && element.attribute("valueRef").is_none()
}

/// The fault that a value is not between its tags.
pub(super) fn valueless(element: &Element) -> Finding {
    let what = if element.name == "choice" { "bit number" } else { "value" };
    let message = format!("this <{}> has no {what} between its tags", element.name);
    let name = element.value("name");
    let value = as_attribute(element);
    let place = value.map_or(element.text_span, |value| value.name_span);
    let value = value.map_or("...", |value| &value.value);
    let hint = format!("write <{0} name=\"{name}\">{value}</{0}>", element.name);
    Finding::error("S0502", place, message).hint(hint)
}

/// The attribute that holds what goes between the tags of a <validValue> or <choice> without any.
fn as_attribute(element: &Element) -> Option<&Attribute> {
    let is_empty = is_valued(element) && element.text.trim().is_empty();
    let known = |attribute: &Attribute| {
        attributes(&element.name).is_some_and(|mut all| all.any(|name| name == attribute.name))
    };
    let is_it = |attribute: &&Attribute| {
        let value = attribute.value.as_str();
        attribute.name == "value"
            || !known(attribute) && !value.is_empty() && value.bytes().all(|b| b.is_ascii_digit())
    };
    element.attributes.iter().filter(|_| is_empty).find(is_it)
}

/// The fault of an attribute that its element doesn't have.
fn unknown(element: &Element, attribute: &Attribute, meant: Option<&str>) -> Finding {
    let (own, name) = (element.name.as_str(), attribute.name.as_str());
    match ONLY_IN_2_0.iter().find(|(on, word, _)| *on == own && *word == name) {
        Some((.., hint)) => {
            let message = format!("<{own}> has an attribute `{name}` only in SBE 2.0");
            Finding::ignored("S0209", attribute.name_span, message).hint(*hint)
        }
        None => {
            let message = format!("<{own}> has no attribute `{name}`");
            let fault = Finding::ignored("S0209", attribute.name_span, message);
            fault.hint(advice(element, attribute, meant))
        }
    }
}

/// The presence that another attribute means.
fn presence(attribute: &Attribute) -> Option<&'static str> {
    match (attribute.name.as_str(), attribute.value.as_str()) {
        ("required", "true" | "yes" | "1") | ("optional", "false" | "no" | "0") => Some("required"),
        ("optional", "true" | "yes" | "1") | ("required", "false" | "no" | "0") => Some("optional"),
        _ => None,
    }
}

/// A suggestion for an unknown attribute.
fn advice(element: &Element, attribute: &Attribute, meant: Option<&str>) -> String {
    let (own, name) = (element.name.as_str(), attribute.name.as_str());
    if let Some(presence) = meant.filter(|meant| *meant == "presence").and_then(|_| presence(attribute)) {
        return format!("write presence=\"{presence}\" instead");
    }
    if let Some(meant) = meant {
        return format!("write `{meant}` instead of `{name}`");
    }
    if let Some((.., hint)) = ELSEWHERE.iter().find(|(on, word, _)| *on == own && *word == name) {
        return hint.to_string();
    }
    if name == "value" && is_valued(element) {
        return format!("remove it: the value is between the tags, `{}`", element.text.trim());
    }
    let having: Vec<_> = ELEMENTS.iter().filter(|(_, own)| own.contains(&name)).map(|row| row.0).collect();
    match having.split_last() {
        Some((last, others)) => {
            let others: Vec<String> = others.iter().map(|other| format!("<{other}>")).collect();
            let and = if others.is_empty() { "" } else { " and " };
            format!("remove it: it is an attribute of {}{and}<{last}>", others.join(", "))
        }
        None => "remove it, or give it a namespace of your own".to_string(),
    }
}

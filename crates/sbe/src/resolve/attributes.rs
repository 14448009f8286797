//! Attributes: required ones, numbers, names, notes.

use wireglot_model::sbe::Notes;

use super::Resolver;
use crate::faults::Finding;
use crate::xml::Element;

impl<'a> Resolver<'a> {
    /// A required attribute, which must not be empty.
    pub(super) fn required(&mut self, element: &Element, name: &str) -> Option<String> {
        match element.attribute(name) {
            None => {
                let message = format!("this <{}> has no `{name}`", element.name);
                let hint = format!("add {name}=\"...\"");
                self.report(Finding::error("S0201", element.span, message).hint(hint));
                None
            }
            Some(attribute) if attribute.value.trim().is_empty() => {
                self.error("S0202", element.span.to(attribute.span), format!("`{name}` is empty"));
                None
            }
            Some(attribute) => Some(attribute.value.clone()),
        }
    }

    /// An attribute, or its default.
    pub(super) fn text_or(&mut self, element: &Element, name: &str, default: &str) -> String {
        match element.attribute(name) {
            None => default.to_string(),
            Some(_) => self.required(element, name).unwrap_or_default(),
        }
    }

    /// The name of an element.
    pub(super) fn name(&mut self, element: &'a Element) -> Option<&'a str> {
        self.required(element, "name")?;
        let attribute = element.attribute("name")?;
        let name = attribute.value.as_str();
        let mut chars = name.chars();
        let first = chars.next().is_some_and(|c| c.is_ascii_alphabetic() || c == '_');
        if !first || !chars.all(|c| c.is_ascii_alphanumeric() || c == '_') {
            self.report(Finding::warning("S0308", attribute.span, format!("`{name}` is not a name")));
        }
        Some(name)
    }

    /// A required number from 0 to `max`.
    pub(super) fn required_number(&mut self, element: &Element, name: &str, max: u64) -> Option<u64> {
        self.required(element, name)?;
        self.number(element, name, max)
    }

    /// A number from 0 to `max`, if the attribute is present and valid.
    pub(super) fn number(&mut self, element: &Element, name: &str, max: u64) -> Option<u64> {
        let attribute = element.attribute(name)?;
        let text = attribute.value.trim();
        let digits = text.strip_prefix('-').unwrap_or(text);
        if digits.is_empty() || !digits.bytes().all(|octet| octet.is_ascii_digit()) {
            let message = format!("`{name}` is a number, not `{}`", attribute.value);
            self.error("S0203", attribute.span, message);
            return None;
        }
        match text.parse::<u64>() {
            Ok(number) if number <= max => Some(number),
            _ => {
                let message = format!("`{name}` is {text}");
                let hint = format!("write a number from 0 to {max}");
                self.report(Finding::error("S0204", attribute.span, message).hint(hint));
                None
            }
        }
    }

    /// Versions and descriptions that do not affect the encoding.
    pub(super) fn notes(&mut self, element: &Element) -> Notes {
        let since = self.number(element, "sinceVersion", u32::MAX.into()).unwrap_or_default();
        let deprecated = self.number(element, "deprecated", u32::MAX.into());
        if since > self.schema.version {
            let message =
                format!("this came with version {since}, and the schema has version {}", self.schema.version);
            self.error("S0405", element.place("sinceVersion"), message);
        }
        Notes {
            since,
            deprecated,
            doc: element.value("description").to_string(),
            semantic_type: element.value("semanticType").to_string(),
        }
    }
}

//! Attributes: required ones, numbers, names, notes.

use wireglot_model::sbe::{Notes, Primitive};
use wireglot_text::Span;

use super::{numbers, Resolver};
use crate::faults::Finding;
use crate::xml::Element;
use wireglot_text::lookalikes::Lookalike;

/// The maximum length of a name.
const NAME: usize = 64;

impl<'a> Resolver<'a> {
    /// A required attribute, which must not be empty.
    pub(super) fn required(&mut self, element: &Element, name: &str) -> Option<String> {
        match element.attribute(name) {
            None => {
                self.report(self.missing(element, name));
                None
            }
            Some(attribute) if attribute.value.trim().is_empty() => {
                let quoted = attribute.name_span.to(attribute.span);
                let quoted = Span::new(quoted.file, quoted.lo, quoted.hi + 1);
                let fault = Finding::error("S0202", quoted, format!("`{name}` is empty"));
                self.report(fault.hint(format!("write a value between the quotation marks of `{name}`")));
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
        if let Some(odd) = Lookalike::in_text(name) {
            let message = format!("the name `{name}` has {} in it", odd.what);
            let fault = Finding::tolerance("S0308", attribute.span, message);
            self.report(fault.hint(format!("write `{}`", odd.plain)));
        } else if !is_name(name) {
            self.report(Finding::tolerance("S0308", attribute.span, format!("`{name}` is not a valid name")));
        } else if name.len() > NAME {
            let message = format!("this name has {} characters, but at most {NAME} are allowed", name.len());
            self.report(Finding::tolerance("S0308", attribute.span, message).hint("shorten it"));
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
            let fault = Finding::error("S0203", attribute.span, message);
            self.report(match numbers::repaired(Primitive::Uint64, text) {
                Some(number) => fault.hint(format!("write {number}")),
                None => fault,
            });
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
        self.check_versions(element, since, deprecated);
        Notes {
            since,
            deprecated,
            doc: element.value("description").to_string(),
            semantic_type: element.value("semanticType").to_string(),
        }
    }
}

/// Whether a text is a name as the standard has them.
pub(super) fn is_name(text: &str) -> bool {
    let begins = text.starts_with(|c: char| c.is_ascii_alphabetic() || c == '_');
    begins && text.chars().all(|c| c.is_ascii_alphanumeric() || c == '_')
}

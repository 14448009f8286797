//! Enums and sets.

use std::collections::HashMap;

use wireglot_model::sbe::{EncodingKind, EnumValue, Number, Presence, Primitive, SetChoice, Simple};
use wireglot_text::Span;

use super::attributes::is_name;
use super::misplaced::in_enumeration;
use super::standard::valueless;
use super::undefined::is_text;
use super::words::{kind, Hole};
use super::{numbers, Resolver};
use crate::faults::Finding;
use crate::xml::Element;

impl<'a> Resolver<'a> {
    /// The underlying type of an enum or set.
    fn underlying(&mut self, element: &'a Element, is_enum: bool) -> Option<Simple> {
        let named = element.value("encodingType");
        if is_text(named) && !self.types.contains_key(named) {
            let fault =
                Finding::error("S0301", element.place("encodingType"), format!("there is no type `{named}`"));
            self.report(
                fault.hint("enums are written as char or an integer, such as uint8, sets as unsigned ones"),
            );
            return None;
        }
        let id = self.typed(element, "encodingType")?;
        let place = element.place("encodingType");
        let EncodingKind::Simple(simple) = &self.schema.get(id).kind else {
            let kind = kind(&self.schema.get(id).kind);
            let message = format!("`{}` is {kind}, not a simple type", element.value("encodingType"));
            let hint = "name a primitive type, such as uint8, or a <type> of one";
            self.report(Finding::error("S0304", place, message).hint(hint));
            return None;
        };
        let primitive = simple.primitive;
        let one = simple.length == 1 && !matches!(simple.presence, Presence::Constant(_));
        // The standard allows enums of char and unsigned integers; schemas in use have signed ones too.
        if one && (primitive.is_unsigned() || is_enum && !primitive.is_float()) {
            return Some(simple.clone());
        }
        let article = if is_enum { "an" } else { "a" };
        let why = match (&simple.presence, simple.length) {
            (Presence::Constant(_), _) => ", which is constant".to_string(),
            (_, 1) => String::new(),
            (_, length) => format!(", which is an array of {length}"),
        };
        let named = element.value("encodingType");
        let message = format!("{article} <{}> cannot be written as `{named}`{why}", element.name);
        let fault = Finding::error("S0507", place, message);
        let own = self.types.get(named).filter(|_| Primitive::of_name(named).is_some());
        self.report(match own {
            Some(own) => {
                let what = format!("this defines `{named}` as {}", primitive.name());
                fault.also(own.place("name"), what).hint("give that type a name of its own")
            }
            None => fault,
        });
        None
    }

    pub(super) fn enumeration(&mut self, element: &'a Element) -> Option<(EncodingKind, u64)> {
        let simple = self.underlying(element, true)?;
        let (primitive, null) = (simple.primitive, simple.null);
        let mut values: Vec<EnumValue> = Vec::new();
        let mut names: HashMap<&str, Span> = HashMap::new();
        let mut numbers_seen: HashMap<i128, Span> = HashMap::new();
        for child in self.only(element, "validValue") {
            let notes = self.notes(child);
            if let Some(fault) = swapped(child, primitive) {
                self.report(fault);
                continue;
            }
            let Some(name) = self.name(child) else { continue };
            self.unique(&mut names, name, child, "value");
            // A single space is a character too.
            let is_space = primitive == Primitive::Char && child.text == " ";
            let text = if is_space { " " } else { child.text.trim() };
            if text.is_empty() {
                self.report(valueless(child));
                continue;
            }
            let Some(Number::Integer(value)) = numbers::parse(primitive, text) else {
                self.no_value(child.text_span, text, primitive, Hole::Null);
                continue;
            };
            if null == Number::Integer(value) {
                let message = format!("{text} means null, and is the value `{name}` here");
                self.report(Finding::tolerance("S0504", child.text_span, message));
            } else if let Some(message) = outside(&simple, text, value) {
                self.error("S0501", child.text_span, message);
            }
            if let Some(first) = numbers_seen.insert(value, child.text_span) {
                let message = format!("another name has the value {text}");
                self.report(Finding::warning("S0505", child.text_span, message).also(first, "first here"));
            }
            values.push(EnumValue { name: name.to_string(), value, notes, span: child.span });
        }
        Some((EncodingKind::Enum { primitive, values, null }, primitive.size()))
    }

    pub(super) fn set(&mut self, element: &'a Element) -> Option<(EncodingKind, u64)> {
        let primitive = self.underlying(element, false)?.primitive;
        let mut choices: Vec<SetChoice> = Vec::new();
        let mut names: HashMap<&str, Span> = HashMap::new();
        let mut bits: HashMap<u64, Span> = HashMap::new();
        for child in self.only(element, "choice") {
            let notes = self.notes(child);
            let Some(name) = self.name(child) else { continue };
            self.unique(&mut names, name, child, "choice");
            let text = child.text.trim();
            let last = primitive.size() * 8 - 1;
            if text.is_empty() {
                self.report(valueless(child));
                continue;
            }
            let Ok(bit) = text.parse::<u64>() else {
                let fault = Finding::error("S0501", child.text_span, format!("`{text}` is not a bit number"));
                let bits = format!("the bits of {} are 0 to {last}", primitive.name());
                self.report(match numbers::mask(text).filter(|bit| u64::from(*bit) <= last) {
                    Some(bit) => fault.hint(format!("write the number of the bit, {bit}: {bits}")),
                    None => fault.hint(bits),
                });
                continue;
            };
            if bit > last {
                let fault = Finding::error("S0506", child.text_span, format!("there is no bit {bit}"));
                self.report(fault.hint(format!("the bits of {} are 0 to {last}", primitive.name())));
                continue;
            }
            if let Some(first) = bits.insert(bit, child.text_span) {
                let message = format!("another name has the bit {bit}");
                self.report(Finding::warning("S0505", child.text_span, message).also(first, "first here"));
            }
            choices.push(SetChoice { name: name.to_string(), bit: bit as u32, notes, span: child.span });
        }
        Some((EncodingKind::Set { primitive, choices }, primitive.size()))
    }

    /// Reports an element that holds nothing.
    pub(super) fn check_filled(&mut self, element: &Element, name: &str) {
        if element.children.is_empty() {
            let message = format!("this <{}> has no <{name}>", element.name);
            let fault = Finding::tolerance("S0211", element.span, message);
            self.report(fault.hint("fill it, or remove it"));
        }
    }

    /// The children of that name; others are reported.
    fn only(&mut self, element: &'a Element, name: &str) -> Vec<&'a Element> {
        self.check_filled(element, name);
        let (wanted, others): (Vec<&Element>, Vec<&Element>) =
            element.children.iter().partition(|child| child.name == name);
        for other in others {
            self.report(in_enumeration(other, &element.name, name));
        }
        wanted
    }
}

/// The fault of a value and name that are each in the other's place.
fn swapped(child: &Element, primitive: Primitive) -> Option<Finding> {
    let (name, text) = (child.attribute("name")?, child.text.trim());
    let is_swapped = is_name(text)
        && !is_name(&name.value)
        && numbers::parse(primitive, text).is_none()
        && numbers::parse(primitive, &name.value).is_some();
    let message = "the name and the value are swapped";
    let fault = Finding::error("S0501", child.text_span, message).also(name.span, "the name");
    let hint = format!("write <{0} name=\"{text}\">{1}</{0}>", child.name, name.value);
    is_swapped.then(|| fault.hint(hint))
}

/// Describes a value that the type of its enum does not allow.
fn outside(simple: &Simple, text: &str, value: i128) -> Option<String> {
    let bound = |limit: Option<Number>| match limit {
        Some(Number::Integer(number)) => Some(number),
        _ => None,
    };
    let (least, greatest) = (bound(simple.min), bound(simple.max));
    if least.is_some_and(|least| value < least) {
        return Some(format!("{text} is below the minValue of the enum's type"));
    }
    greatest
        .is_some_and(|greatest| value > greatest)
        .then(|| format!("{text} is above the maxValue of the enum's type"))
}

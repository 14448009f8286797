//! Types and composites.

use std::collections::HashMap;

use wireglot_model::sbe::{
    CompositeMember, Constant, Encoding, EncodingId, EncodingKind, Notes, Number, Presence, Primitive,
    Simple, PRIMITIVES,
};
use wireglot_text::names::close_names;
use wireglot_text::Span;

use super::misplaced::{in_composite, MEMBERS};
use super::places::LENGTH;
use super::undefined::{primitive_like, HABITS};
use super::words::{holds, is_above, shown, Hole};
use super::{numbers, Resolver, State};
use crate::faults::Finding;
use crate::xml::Element;
use wireglot_text::lookalikes::Lookalike;

/// The maximum length of a chain of named types that refer to each other.
const DEPTH: usize = 100;

/// The maximum number of parts of a composite, including those of its parts.
const PARTS: u64 = 1 << 16;

impl<'a> Resolver<'a> {
    /// A named type; `None` if it is invalid, which has been reported, or undefined, which has not. `place` names it.
    pub(super) fn named(&mut self, name: &str, place: Span) -> Option<EncodingId> {
        let (&name, &element) = self.types.get_key_value(name)?;
        match self.states.get(name) {
            Some(State::Done(id)) => *id,
            Some(State::Open) => {
                let between = self.open.iter().skip_while(|open| **open != name).skip(1);
                let between: Vec<String> = between.map(|name| format!("`{name}`")).collect();
                let message = match between.is_empty() {
                    true => format!("`{name}` holds itself"),
                    false => format!("`{name}` holds itself, through {}", between.join(" and ")),
                };
                let fault = Finding::error("S0305", place, message);
                self.report(fault.also(element.place("name"), "this composite"));
                None
            }
            None if self.open.len() == DEPTH => {
                let message = format!("types refer to each other more than {DEPTH} deep");
                self.error("S0407", element.span, message);
                None
            }
            None => {
                self.states.insert(name, State::Open);
                self.open.push(name);
                let id = self.encoding(element);
                self.open.pop();
                self.states.insert(name, State::Done(id));
                id
            }
        }
    }

    /// The type that an attribute names, including primitive types.
    pub(super) fn typed(&mut self, element: &'a Element, attribute: &str) -> Option<EncodingId> {
        let name = self.required(element, attribute)?;
        if self.types.contains_key(name.as_str()) {
            return self.named(&name, element.place(attribute));
        }
        match Primitive::of_name(&name) {
            Some(primitive) => Some(self.plain(primitive, element.place(attribute))),
            None => {
                self.undefined(&name, element.place(attribute));
                None
            }
        }
    }

    /// Reports a value that a primitive type does not have. Values besides null have a hole where that is.
    pub(super) fn no_value(&mut self, place: Span, text: &str, primitive: Primitive, hole: Hole) {
        let code = "S0501";
        let repaired = numbers::repaired(primitive, text);
        let message = match Lookalike::in_text(text).filter(|_| repaired.is_some()) {
            Some(odd) => format!("`{text}` has {} in it", odd.what),
            None => format!("`{text}` is not a value of {}", primitive.name()),
        };
        let fault = Finding::error(code, place, message);
        self.report(match repaired {
            Some(number) => fault.hint(format!("write `{number}`")),
            None => fault.hint(holds(primitive, hole)),
        });
    }

    /// A bare primitive type.
    fn plain(&mut self, primitive: Primitive, span: Span) -> EncodingId {
        let simple = Simple {
            primitive,
            length: 1,
            presence: Presence::Required,
            null: primitive.null(),
            min: None,
            max: None,
            charset: String::new(),
        };
        let kind = EncodingKind::Simple(simple);
        self.add(primitive.name().to_string(), kind, primitive.size(), Notes::default(), span)
    }

    fn add(&mut self, name: String, kind: EncodingKind, size: u64, notes: Notes, span: Span) -> EncodingId {
        self.schema.encodings.push(Encoding { name, kind, size, notes, span });
        EncodingId(self.schema.encodings.len() as u32 - 1)
    }

    /// The definition in an element, either named or in a composite.
    fn encoding(&mut self, element: &'a Element) -> Option<EncodingId> {
        let notes = self.notes(element);
        // Offsets are handled by composites; elsewhere they are only checked.
        self.number(element, "offset", LENGTH);
        let (kind, size) = match element.name.as_str() {
            "type" => {
                let simple = self.simple(element)?;
                let constant = matches!(simple.presence, Presence::Constant(_));
                let size = if constant { 0 } else { simple.primitive.size() * simple.length };
                if size > LENGTH {
                    let message = format!("this array takes {size} bytes, more than {LENGTH}");
                    self.error("S0407", element.place("length"), message);
                    return None;
                }
                (EncodingKind::Simple(simple), size)
            }
            "enum" => self.enumeration(element)?,
            "set" => self.set(element)?,
            _ => self.composite(element, notes.since)?,
        };
        let parts = match &kind {
            EncodingKind::Composite(members) => {
                members.iter().map(|m| self.parts.get(&m.encoding).copied().unwrap_or(1)).sum()
            }
            _ => 1,
        };
        if parts > PARTS {
            self.error("S0407", element.span, format!("this composite has more than {PARTS} parts"));
            return None;
        }
        let id = self.add(element.value("name").to_string(), kind, size, notes, element.span);
        self.parts.insert(id, parts);
        Some(id)
    }

    fn simple(&mut self, element: &'a Element) -> Option<Simple> {
        let written = self.required(element, "primitiveType")?;
        let Some(primitive) = Primitive::of_name(&written) else {
            let message = format!("`{written}` is not a primitive type");
            let fault = Finding::error("S0307", element.place("primitiveType"), message);
            let habit = HABITS.iter().find(|(words, _)| words.contains(&written.as_str()));
            let names = PRIMITIVES.iter().map(|(name, _)| *name);
            self.report(match (habit, primitive_like(&written), close_names(&written, names).first()) {
                (Some((_, habit)), ..) => fault.hint(*habit),
                (None, Some(near), _) | (None, None, Some(&near)) => {
                    fault.hint(format!("did you mean {near}?"))
                }
                (None, None, None) => fault,
            });
            return None;
        };
        let charset = element.value("characterEncoding").to_string();
        let length = self.number(element, "length", LENGTH);
        if element.attribute("length").is_some() && length.is_none() {
            return None;
        }
        let mut simple = Simple {
            primitive,
            length: length.unwrap_or(1),
            presence: Presence::Required,
            null: primitive.null(),
            min: self.limit(element, "minValue", primitive),
            max: self.limit(element, "maxValue", primitive),
            charset,
        };
        simple.null = self.limit(element, "nullValue", primitive).unwrap_or(simple.null);
        if let Some((min, max)) = simple.min.zip(simple.max).filter(|(min, max)| is_above(*min, *max)) {
            let message = format!("the minValue {} is above the maxValue {}", shown(min), shown(max));
            let fault = Finding::tolerance("S0509", element.place("minValue"), message);
            self.report(fault.also(element.place("maxValue"), "the maxValue"));
        }
        let presence = self.presence(element)?;
        self.check_null(element);
        let referred = self.referred_value(element)?;
        self.check_reference(element, presence == "constant");
        match presence {
            "optional" => simple.presence = Presence::Optional,
            "constant" => {
                let constant = self.constant(element, &mut simple, length, referred)?;
                simple.presence = Presence::Constant(constant);
            }
            _ => {}
        }
        Some(simple)
    }

    /// The value of `presence`; empty if there is none.
    pub(super) fn presence(&mut self, element: &'a Element) -> Option<&'a str> {
        match element.value("presence") {
            word @ ("required" | "optional" | "constant") => Some(word),
            "" if element.attribute("presence").is_none() => Some(""),
            other => {
                let message = format!("`{other}` is not a presence");
                let fault = Finding::error("S0207", element.place("presence"), message);
                self.report(fault.hint("write required, optional or constant"));
                None
            }
        }
    }

    /// A number of the type, in an attribute.
    fn limit(&mut self, element: &Element, name: &str, primitive: Primitive) -> Option<Number> {
        let attribute = element.attribute(name)?;
        let number = numbers::parse(primitive, &attribute.value);
        if number.is_none() {
            let hole = if name == "nullValue" { Hole::None } else { Hole::Null };
            self.no_value(attribute.span, &attribute.value, primitive, hole);
        }
        number
    }

    /// The value of a constant type, which determines its length.
    fn constant(
        &mut self,
        element: &Element,
        simple: &mut Simple,
        length: Option<u64>,
        referred: Option<(EncodingId, usize)>,
    ) -> Option<Constant> {
        if let Some((encoding, position)) = referred {
            let place = element.place("valueRef");
            return self.referred(encoding, position, simple.primitive, place).map(Constant::Number);
        }
        let text = stripped(&element.text);
        let is_char = simple.primitive == Primitive::Char;
        if text.is_empty() {
            let message = "this constant has no value";
            let value = element.attribute("value");
            let fault =
                Finding::tolerance("S0502", value.map_or(element.span, |value| value.name_span), message);
            self.report(match value {
                Some(value) => {
                    fault.hint(format!("write the value between the tags: `...>{}</type>`", value.value))
                }
                None => fault,
            });
            simple.length = if is_char { length.unwrap_or(0) } else { 1 };
            return Some(match is_char {
                true => Constant::Text(Vec::new()),
                false => Constant::Number(simple.null),
            });
        }
        if is_char {
            let octets = numbers::octets(text, &simple.charset);
            if length.is_some_and(|length| length < octets.len() as u64) {
                let unit = if octets.len() == 1 { "byte" } else { "bytes" };
                let message =
                    format!("`{text}` takes {} {unit}, but length is {}", octets.len(), simple.length);
                self.error("S0503", element.text_span, message);
            }
            simple.length = length.unwrap_or(octets.len() as u64);
            return Some(match (octets.as_slice(), simple.length) {
                ([only], 1) => Constant::Number(Number::Integer((*only).into())),
                _ => Constant::Text(octets),
            });
        }
        if length.is_some_and(|length| length != 1) {
            let message = "a constant that is a number has the length 1";
            let fault = Finding::error("S0503", element.place("length"), message);
            self.report(fault.hint("remove the length"));
        }
        let number = numbers::parse(simple.primitive, text.trim());
        if number.is_none() {
            self.no_value(element.text_span, text.trim(), simple.primitive, Hole::Null);
        }
        number.map(Constant::Number)
    }

    /// Reports a name that has been used before.
    pub(super) fn unique(
        &mut self,
        names: &mut HashMap<&'a str, Span>,
        name: &'a str,
        element: &'a Element,
        what: &str,
    ) {
        let place = element.place("name");
        match names.get(name) {
            Some(first) => {
                let message = format!("the name `{name}` is already used by a {what}");
                self.report(Finding::error("S0302", place, message).also(*first, "first here"));
            }
            None => {
                names.insert(name, place);
            }
        }
    }

    fn composite(&mut self, element: &'a Element, since: u64) -> Option<(EncodingKind, u64)> {
        let mut members: Vec<CompositeMember> = Vec::new();
        let mut names: HashMap<&str, Span> = HashMap::new();
        let (mut end, mut sound) = (0u64, true);
        self.check_filled(element, "type");
        for child in &element.children {
            let is_ref = child.name == "ref";
            if !MEMBERS.contains(&child.name.as_str()) {
                self.report(in_composite(child));
                continue;
            }
            let name = self.name(child);
            let mut notes = self.notes(child);
            let encoding = match is_ref {
                true => self.typed(child, "type"),
                false => self.encoding(child),
            };
            let place = self.place(child);
            let (Some(name), Some(encoding)) = (name, encoding) else {
                sound = false;
                continue;
            };
            self.unique(&mut names, name, child, "member");
            notes.since = notes.since.max(self.schema.get(encoding).notes.since);
            notes.within(since);
            let offset = self.placed(child, place, end);
            end = offset + self.schema.get(encoding).size;
            if end > LENGTH {
                let message = format!("this composite takes more than {LENGTH} bytes");
                self.error("S0407", element.span, message);
                return None;
            }
            let member =
                CompositeMember { name: name.to_string(), offset, encoding, is_ref, notes, span: child.span };
            members.push(member);
        }
        sound.then_some((EncodingKind::Composite(members), end))
    }
}

/// The characters of a constant; surrounding white space counts only if everything is on one line.
fn stripped(text: &str) -> &str {
    match text.contains('\n') || text.trim().is_empty() {
        true => text.trim(),
        false => text,
    }
}

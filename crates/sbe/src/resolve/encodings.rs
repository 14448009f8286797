//! Types, composites, enums and sets.

use std::collections::HashMap;

use wireglot_model::sbe::{
    CompositeMember, Constant, Encoding, EncodingId, EncodingKind, EnumValue, Notes, Number, Presence,
    Primitive, SetChoice, Simple, PRIMITIVES,
};
use wireglot_text::names::{advice, close_names};
use wireglot_text::Span;

use super::places::LENGTH;
use super::undefined::HABITS;
use super::{numbers, Resolver, State};
use crate::faults::{with_near, Finding};
use crate::xml::Element;

/// The maximum length of a chain of named types that refer to each other.
const DEPTH: u32 = 100;

/// The maximum number of parts of a composite, including those of its parts.
const PARTS: u64 = 1 << 16;

/// The elements that a composite holds.
const MEMBERS: [&str; 5] = ["type", "ref", "composite", "enum", "set"];

impl<'a> Resolver<'a> {
    /// A named type; `None` if it is invalid, which has been reported, or undefined, which has not.
    pub(super) fn named(&mut self, name: &str) -> Option<EncodingId> {
        let (&name, &element) = self.types.get_key_value(name)?;
        match self.states.get(name) {
            Some(State::Done(id)) => *id,
            Some(State::Open) => {
                self.error("S0305", element.span, format!("`{name}` holds itself"));
                None
            }
            None if self.depth == DEPTH => {
                let message = format!("types refer to each other more than {DEPTH} deep");
                self.error("S0407", element.span, message);
                None
            }
            None => {
                self.states.insert(name, State::Open);
                self.depth += 1;
                let id = self.encoding(element);
                self.depth -= 1;
                self.states.insert(name, State::Done(id));
                id
            }
        }
    }

    /// The type that an attribute names, including primitive types.
    pub(super) fn typed(&mut self, element: &'a Element, attribute: &str) -> Option<EncodingId> {
        let name = self.required(element, attribute)?;
        if self.types.contains_key(name.as_str()) {
            return self.named(&name);
        }
        match Primitive::of_name(&name) {
            Some(primitive) => Some(self.plain(primitive, element.place(attribute))),
            None => {
                self.undefined(&name, element.place(attribute));
                None
            }
        }
    }

    /// Reports a value that a primitive type does not have.
    fn no_value(&mut self, code: &'static str, place: Span, text: &str, primitive: Primitive) {
        if text.is_empty() {
            let fault = Finding::error(code, place, "this value is empty");
            return self
                .report(fault.hint("write it between the tags: <validValue name=\"...\">1</validValue>"));
        }
        let fault = Finding::error(code, place, format!("`{text}` is not a value of {}", primitive.name()));
        self.report(match text.starts_with("0x") {
            true => fault.hint("numbers are decimal"),
            false => fault.hint(holds(primitive)),
        });
    }

    /// Reports that a type cannot be a header, dimension or length.
    pub(super) fn no_composite(&mut self, name: &str, place: Span) {
        let fault = Finding::error("S0304", place, format!("`{name}` is not a composite"));
        self.report(fault.hint(
            "name a composite: of data with `length` and `varData`, of a group with `blockLength` and `numInGroup`",
        ));
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
                    let message = format!("this array takes {size} octets, more than {LENGTH}");
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
            self.report(match (habit, close_names(&written, names).first()) {
                (Some((_, habit)), _) => fault.hint(*habit),
                (None, Some(near)) => fault.hint(format!("did you mean {near}?")),
                (None, None) => fault,
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
            let fault = Finding::warning("S0509", element.place("minValue"), message);
            self.report(fault.also(element.place("maxValue"), "the maxValue"));
        }
        let presence = self.presence(element)?;
        let referred = self.referred_value(element)?;
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
            self.no_value("S0501", attribute.span, &attribute.value, primitive);
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
            self.report(Finding::tolerance("S0502", element.span, message));
            simple.length = if is_char { length.unwrap_or(0) } else { 1 };
            return Some(match is_char {
                true => Constant::Text(Vec::new()),
                false => Constant::Number(simple.null),
            });
        }
        if is_char {
            let octets = numbers::octets(text, &simple.charset);
            if length.is_some_and(|length| length < octets.len() as u64) {
                let unit = if octets.len() == 1 { "octet" } else { "octets" };
                let message =
                    format!("`{text}` takes {} {unit}, and length is {}", octets.len(), simple.length);
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
            self.no_value("S0501", element.text_span, text.trim(), simple.primitive);
        }
        number.map(Constant::Number)
    }

    /// The number of an enumeration's value, if the primitive type can represent it.
    pub(super) fn referred(
        &mut self,
        encoding: EncodingId,
        position: usize,
        primitive: Primitive,
        place: Span,
    ) -> Option<Number> {
        let EncodingKind::Enum { values, .. } = &self.schema.get(encoding).kind else { return None };
        let value = &values[position];
        if primitive.range().is_some_and(|(min, max)| (min..=max).contains(&value.value)) {
            return Some(Number::Integer(value.value));
        }
        let message =
            format!("`{}` is {}, which is not a value of {}", value.name, value.value, primitive.name());
        self.report(Finding::error("S0501", place, message).hint(holds(primitive)));
        None
    }

    /// The value that a `valueRef` names, if there is one. It is checked even if nothing is constant.
    #[allow(clippy::option_option)]
    pub(super) fn referred_value(&mut self, element: &Element) -> Option<Option<(EncodingId, usize)>> {
        match element.attribute("valueRef") {
            Some(reference) => self.value_ref(&reference.value, reference.span).map(Some),
            None => Some(None),
        }
    }

    /// The value named `Enum.Value`.
    fn value_ref(&mut self, text: &str, place: Span) -> Option<(EncodingId, usize)> {
        let (name, value) = text.split_once('.').unwrap_or(("", ""));
        if name.is_empty() || value.is_empty() {
            let fault = Finding::error("S0306", place, format!("`{text}` names no value"));
            self.report(match self.enum_with(text) {
                Some(name) => fault.hint(format!("write valueRef=\"{name}.{text}\"")),
                None => fault,
            });
            return None;
        }
        if !self.types.contains_key(name) {
            self.undefined(name, place);
            return None;
        }
        let id = self.named(name)?;
        let EncodingKind::Enum { values, .. } = &self.schema.get(id).kind else {
            self.error("S0304", place, format!("`{name}` is not an enum"));
            return None;
        };
        match values.iter().position(|known| known.name == value) {
            Some(position) => Some((id, position)),
            None => {
                let names: Vec<String> = values.iter().map(|known| known.name.clone()).collect();
                let advice = advice(value, names.iter().map(String::as_str));
                self.error("S0306", place, format!("`{name}` has no value `{value}`{advice}"));
                None
            }
        }
    }

    /// The enum that has a value of this name, if there is only one.
    fn enum_with(&self, value: &str) -> Option<&'a str> {
        let has = |name: &&str| {
            self.types.get(name).is_some_and(|ty| {
                ty.name == "enum" && ty.children.iter().any(|child| child.value("name") == value)
            })
        };
        let mut found = self.order.iter().copied().filter(has);
        found.next().filter(|_| found.next().is_none())
    }

    /// The underlying type of an enum or set.
    fn underlying(&mut self, element: &'a Element, is_enum: bool) -> Option<Simple> {
        let id = self.typed(element, "encodingType")?;
        let place = element.place("encodingType");
        let EncodingKind::Simple(simple) = &self.schema.get(id).kind else {
            let message = format!("`{}` is not a simple type", element.value("encodingType"));
            self.error("S0304", place, message);
            return None;
        };
        let primitive = simple.primitive;
        let one = simple.length == 1 && !matches!(simple.presence, Presence::Constant(_));
        // The standard allows enums of char and unsigned integers; schemas in use have signed ones too.
        if one && (primitive.is_unsigned() || is_enum && !primitive.is_float()) {
            return Some(simple.clone());
        }
        let article = if is_enum { "an" } else { "a" };
        let message =
            format!("{article} <{}> cannot be written as `{}`", element.name, element.value("encodingType"));
        self.error("S0507", place, message);
        None
    }

    fn enumeration(&mut self, element: &'a Element) -> Option<(EncodingKind, u64)> {
        let simple = self.underlying(element, true)?;
        let (primitive, null) = (simple.primitive, simple.null);
        let mut values: Vec<EnumValue> = Vec::new();
        let mut names: HashMap<&str, Span> = HashMap::new();
        let mut numbers_seen: HashMap<i128, Span> = HashMap::new();
        for child in self.only(element, "validValue") {
            let notes = self.notes(child);
            let Some(name) = self.name(child) else { continue };
            self.unique(&mut names, name, child, "value");
            // A single space is a character too.
            let is_space = primitive == Primitive::Char && child.text == " ";
            let text = if is_space { " " } else { child.text.trim() };
            let Some(Number::Integer(value)) = numbers::parse(primitive, text) else {
                let code = if text.is_empty() { "S0502" } else { "S0501" };
                self.no_value(code, child.text_span, text, primitive);
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

    fn set(&mut self, element: &'a Element) -> Option<(EncodingKind, u64)> {
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
            let Ok(bit) = text.parse::<u64>() else {
                let code = if text.is_empty() { "S0502" } else { "S0501" };
                let message = match text.is_empty() {
                    true => "this choice has no bit number between its tags".to_string(),
                    false => format!("`{text}` is not a bit number"),
                };
                let fault = Finding::error(code, child.text_span, message);
                self.report(fault.hint(format!("the bits of {} are 0 to {last}", primitive.name())));
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

    /// The children of that name; others are reported.
    fn only(&mut self, element: &'a Element, name: &str) -> Vec<&'a Element> {
        let (wanted, others): (Vec<&Element>, Vec<&Element>) =
            element.children.iter().partition(|child| child.name == name);
        for other in others {
            let message = format!("<{}> is not allowed in <{}>", other.name, element.name);
            let fault = Finding::error("S0205", other.span, message);
            let article = if element.name == "enum" { "an" } else { "a" };
            let allowed = format!("{article} <{}> holds <{name}>", element.name);
            self.report(with_near(fault, &other.name, &[name], &allowed));
        }
        wanted
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
                let message = format!("there is a {what} `{name}` already");
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
        for child in &element.children {
            let is_ref = child.name == "ref";
            if !MEMBERS.contains(&child.name.as_str()) {
                let message = format!("<{}> is not allowed in <composite>", child.name);
                let fault = Finding::error("S0205", child.span, message);
                let allowed = "a <composite> holds <type>, <ref>, <composite>, <enum> and <set>";
                self.report(with_near(fault, &child.name, &MEMBERS, allowed));
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
                let message = format!("this composite takes more than {LENGTH} octets");
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

/// The values of a primitive type in words, without its null value.
fn holds(primitive: Primitive) -> String {
    let name = primitive.name();
    match (primitive.range(), primitive.null()) {
        _ if primitive == Primitive::Char => "a char holds one character".to_string(),
        (Some((min, max)), Number::Integer(null)) => {
            let (min, max) = (min + i128::from(null == min), max - i128::from(null == max));
            format!("{name} holds {min} to {max}")
        }
        _ => format!("a {name} is a number such as 1.5, or NaN, INF or -INF"),
    }
}

/// Whether one number is above another of the same type.
fn is_above(one: Number, other: Number) -> bool {
    match (one, other) {
        (Number::Integer(one), Number::Integer(other)) => one > other,
        (Number::Float(one), Number::Float(other)) => one > other,
        _ => false,
    }
}

fn shown(number: Number) -> String {
    match number {
        Number::Integer(number) => number.to_string(),
        Number::Float(number) => number.to_string(),
    }
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

/// The characters of a constant; surrounding white space counts only if everything is on one line.
fn stripped(text: &str) -> &str {
    match text.contains('\n') || text.trim().is_empty() {
        true => text.trim(),
        false => text,
    }
}

//! References to values of enums: `valueRef`.

use wireglot_model::sbe::{EncodingId, EncodingKind, EnumValue, Number, Primitive};
use wireglot_text::names::advice;
use wireglot_text::Span;

use super::words::{holds, kind, Hole};
use super::Resolver;
use crate::faults::Finding;
use crate::xml::Element;

impl<'a> Resolver<'a> {
    /// The number of an enumeration's value, if the primitive type can represent it.
    pub(super) fn referred(
        &mut self,
        encoding: EncodingId,
        position: usize,
        primitive: Primitive,
        place: Span,
    ) -> Option<Number> {
        let EncodingKind::Enum { values, primitive: own, .. } = &self.schema.get(encoding).kind else {
            return None;
        };
        let value = &values[position];
        let (is_char, wants_char) = (*own == Primitive::Char, primitive == Primitive::Char);
        if is_char != wants_char {
            let (is, wants) = if is_char { ("a character", "a number") } else { ("a number", "a character") };
            let message =
                format!("`{}` is {is}, but {wants} is expected: {} is used", value.name, value.value);
            let fault = Finding::tolerance("S0501", place, message);
            let hint = format!("name a value of an enum that is written as {}", primitive.name());
            self.diagnostics.report(&fault.hint(hint));
        }
        if primitive.range().is_some_and(|(min, max)| (min..=max).contains(&value.value)) {
            return Some(Number::Integer(value.value));
        }
        let message =
            format!("`{}` is {}, which is not a value of {}", value.name, value.value, primitive.name());
        self.report(Finding::error("S0501", place, message).hint(holds(primitive, Hole::Null)));
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
            let mut words = text.split(|c: char| !c.is_ascii_alphanumeric() && c != '_');
            let words = words.next().zip(words.next_back());
            let is_enum = |name: &str| self.types.get(name).is_some_and(|ty| ty.name == "enum");
            self.report(match (self.enum_with(text), words) {
                (Some(name), _) => fault.hint(format!("write valueRef=\"{name}.{text}\"")),
                (None, Some((name, value))) if is_enum(name) => {
                    fault.hint(format!("write valueRef=\"{name}.{value}\""))
                }
                _ => fault,
            });
            return None;
        }
        let is_as_written = (place.hi - place.lo) as usize == text.len();
        let (place, value_place) = match is_as_written {
            true => (place.part(0..name.len()), place.part(name.len() + 1..text.len())),
            false => (place, place),
        };
        if !self.types.contains_key(name) {
            let is_swapped = self.enum_with(name).is_some_and(|owner| owner == value);
            self.undefined_enum(name, place, is_swapped.then(|| format!("{value}.{name}")));
            return None;
        }
        let id = self.named(name, place)?;
        let EncodingKind::Enum { values, .. } = &self.schema.get(id).kind else {
            let message = format!("`{name}` is {}, not an enum", kind(&self.schema.get(id).kind));
            self.report(Finding::error("S0304", place, message).hint("name an <enum> and one of its values"));
            return None;
        };
        // The first value of a name counts.
        let places = || values.iter().enumerate().rev().map(|(at, known)| (known.name.clone(), at)).collect();
        let positions = self.positions.entry(id).or_insert_with(places);
        match positions.get(value) {
            Some(position) => Some((id, *position)),
            // What is in the enum and has a fault of its own has been reported there.
            None if self.written.contains(&(name, value)) => None,
            None => {
                let fault = self.undefined_value((name, value), values, value_place);
                self.report(fault);
                None
            }
        }
    }

    /// The fault of a reference to a value that its enum does not have.
    fn undefined_value(&self, (name, value): (&str, &str), values: &[EnumValue], place: Span) -> Finding {
        let values = if self.may_compare(values.len(), value) { values } else { &[] };
        let advice = advice(value, values.iter().map(|known| known.name.as_str()));
        let fault = Finding::error("S0306", place, format!("`{name}` has no value `{value}`{advice}"));
        let is_number = |known: &&EnumValue| {
            let is_char = u32::try_from(known.value).ok().and_then(char::from_u32).map(String::from);
            known.value.to_string() == value || is_char.as_deref() == Some(value)
        };
        fault.hint(match values.iter().find(is_number) {
            Some(known) => format!("write the name of the value, not its number: {name}.{}", known.name),
            None => "write the name of one of its values".to_string(),
        })
    }

    /// The enum that has a value of this name, if there is only one.
    fn enum_with(&self, value: &str) -> Option<&'a str> {
        self.owners.get(value).copied().flatten()
    }
}

//! Names of types that are not defined, and what may be meant.

use wireglot_model::sbe::{Primitive, PRIMITIVES};
use wireglot_text::names::advice;
use wireglot_text::Span;

use super::Resolver;
use crate::faults::Finding;

/// Common type names that are usually undefined, and what to write instead.
pub(super) const HABITS: &[(&[&str], &str)] = &[
    (
        &["messageHeader"],
        "define this composite, with blockLength, templateId, schemaId and version, or name another: headerType=\"...\"",
    ),
    (
        &["groupSizeEncoding"],
        "define this composite, with blockLength and numInGroup, or name another: dimensionType=\"...\"",
    ),
    (&["string", "String", "str", "text"], "text is a <type> of char with a length, or <data> where that varies"),
    (&["bool", "boolean", "Boolean"], "write an <enum> of uint8 with a value for each of true and false"),
    (
        &["int", "long", "short", "unsigned", "byte", "uint", "unsigned int", "unsigned long"],
        "say how wide: int8, int16, int32, int64, or the same with uint",
    ),
];

impl Resolver<'_> {
    /// Reports an undefined type, and suggests a similar name.
    pub(super) fn undefined(&mut self, name: &str, place: Span) {
        if let Some((_, habit)) = HABITS.iter().find(|(words, _)| words.contains(&name)) {
            return self
                .report(Finding::error("S0301", place, format!("there is no type `{name}`")).hint(*habit));
        }
        let primitive = PRIMITIVES.iter().map(|(name, _)| *name);
        let known = self.order.iter().copied();
        let array = name.strip_suffix(']').and_then(|rest| rest.split_once('['));
        if let Some((element, length)) = array.filter(|(element, _)| Primitive::of_name(element).is_some()) {
            let fault = Finding::error("S0301", place, format!("there is no type `{name}`"));
            return self.report(fault.hint(format!(
                "define it: <type name=\"...\" primitiveType=\"{element}\" length=\"{length}\"/>"
            )));
        }
        let plain = name.strip_suffix("_t").unwrap_or(name);
        let advice = match advice(plain, known.clone().chain(primitive)) {
            _ if Primitive::of_name(plain).is_some() => format!("; did you mean {plain}?"),
            near if !near.is_empty() => near,
            _ => beginning(name, known),
        };
        self.error("S0301", place, format!("there is no type `{name}`{advice}"));
    }

    /// Reports an undefined composite, and suggests one of those that there are.
    pub(super) fn undefined_composite(&mut self, name: &str, place: Span) {
        if HABITS.iter().any(|(words, _)| words.contains(&name)) {
            return self.undefined(name, place);
        }
        let is_composite = |name: &&str| self.types.get(name).is_some_and(|ty| ty.name == "composite");
        let known: Vec<&str> = self.order.iter().copied().filter(is_composite).collect();
        let advice = match beginning(name, known.iter().copied()) {
            near if !near.is_empty() => near,
            _ => advice(name, known),
        };
        let fault = Finding::error("S0301", place, format!("there is no composite `{name}`{advice}"));
        self.report(fault.hint("name a <composite>, or define this one in a <types> element"));
    }
}

/// Suggests the names that begin with a word.
fn beginning<'n>(word: &str, names: impl Iterator<Item = &'n str>) -> String {
    let begins = |name: &&str| name.len() > word.len() && name.starts_with(word);
    let near: Vec<&str> = names.filter(begins).take(3).collect();
    match near.is_empty() || word.is_empty() {
        true => String::new(),
        false => format!("; did you mean {}?", near.join(" or ")),
    }
}

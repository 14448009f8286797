//! Names of types that are not defined, and what may be meant.

use wireglot_model::sbe::{Primitive, Role, PRIMITIVES};
use wireglot_text::names::{advice, close_names};
use wireglot_text::Span;

use super::Resolver;
use crate::faults::Finding;
use wireglot_text::lookalikes::Lookalike;

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
    (TEXT, "text is a <type> of char with a length, or <data> where that varies"),
    (&["bool", "boolean", "Boolean"], "write an <enum> of uint8 with a value for each of true and false"),
    (
        &["int", "long", "short", "unsigned", "byte", "uint", "unsigned int", "unsigned long"],
        "say how wide: int8, int16, int32, int64, or the same with uint",
    ),
    (
        &["decimal", "Decimal", "decimal64", "decimal128", "price"],
        "write a <composite> of a mantissa, such as int64, and an exponent of int8",
    ),
    (&["int128", "uint128"], "the widest integers are int64 and uint64: write a <composite> of two of them"),
    (&["timestamp", "Timestamp", "datetime", "DateTime"], "write uint64 with a semanticType, such as UTCTimestamp"),
];

/// Names that other languages give to text.
const TEXT: &[&str] = &["string", "String", "str", "text"];

/// Whether a name means text in other languages.
pub(super) fn is_text(name: &str) -> bool {
    TEXT.contains(&name)
}

/// Primitive types by the names that they have in other languages.
const NAMES: [(&[&str], &str); 10] = [
    (&["s8", "i8", "sbyte"], "int8"),
    (&["s16", "i16"], "int16"),
    (&["s32", "i32"], "int32"),
    (&["s64", "i64"], "int64"),
    (&["u8", "uchar", "unsignedbyte", "octet"], "uint8"),
    (&["u16", "ushort", "unsignedshort"], "uint16"),
    (&["u32", "unsignedint"], "uint32"),
    (&["u64", "ulong", "unsignedlong"], "uint64"),
    (&["f32", "float32"], "float"),
    (&["f64", "float64", "real"], "double"),
];

/// The primitive type that another language calls so.
pub(super) fn primitive_like(name: &str) -> Option<&'static str> {
    let plain = name.rsplit(':').next()?.to_ascii_lowercase();
    let plain = plain.strip_suffix("_t").unwrap_or(&plain);
    let known = NAMES.iter().find(|(words, _)| words.contains(&plain)).map(|(_, name)| *name);
    known.or_else(|| Primitive::of_name(plain).map(Primitive::name))
}

impl Resolver<'_> {
    /// Reports an undefined type, and suggests a similar name.
    pub(super) fn undefined(&mut self, name: &str, place: Span) {
        if self.refused.contains(name) {
            return;
        }
        let is_affordable = self.may_compare(self.order.len() + PRIMITIVES.len(), name);
        let known: &[&str] = if is_affordable { &self.order } else { &[] };
        let same = known.iter().copied().find(|known| known.eq_ignore_ascii_case(name));
        if let Some(same) = same {
            let fault =
                Finding::error("S0301", place, format!("there is no type `{name}`; did you mean {same}?"));
            return self.report(fault.hint(format!("write `{same}`: names are case-sensitive")));
        }
        if let Some((_, habit)) = HABITS.iter().find(|(words, _)| words.contains(&name)) {
            return self
                .report(Finding::error("S0301", place, format!("there is no type `{name}`")).hint(*habit));
        }
        let array = name.strip_suffix(']').and_then(|rest| rest.split_once('['));
        if let Some((element, length)) = array.filter(|(element, _)| Primitive::of_name(element).is_some()) {
            let fault = Finding::error("S0301", place, format!("there is no type `{name}`"));
            return self.report(fault.hint(format!(
                "define it: <type name=\"...\" primitiveType=\"{element}\" length=\"{length}\"/>"
            )));
        }
        if let Some(odd) = Lookalike::in_text(name) {
            let fault = Finding::error("S0301", place, format!("`{name}` has {} in it", odd.what));
            return self.report(fault.hint(format!("write `{}`", odd.plain)));
        }
        let dense: String = name.split_whitespace().collect();
        if dense != name && (self.types.contains_key(dense.as_str()) || Primitive::of_name(&dense).is_some())
        {
            let fault = Finding::error("S0301", place, format!("`{name}` has white space in it"));
            return self.report(fault.hint(format!("write `{dense}`")));
        }
        if let Some((outer, inner)) = name.split_once('.').filter(|(outer, _)| self.types.contains_key(outer))
        {
            let message = format!("`{inner}` of `{outer}` can't be named as a type");
            let fault = Finding::error("S0301", place, message);
            return self.report(fault.hint("name a type that is directly in <types>"));
        }
        if self.messages.contains_key(name) {
            let fault = Finding::error("S0301", place, format!("`{name}` is a message, not a type"));
            let hint =
                "messages can't be parts of others: name a <composite>, or write a <group> of its fields";
            return self.report(fault.hint(hint));
        }
        // Primitive types are in lowercase: another name is hardly one of them.
        let may_be_primitive = is_affordable && name.starts_with(|c: char| c.is_ascii_lowercase());
        let primitive = PRIMITIVES.iter().map(|(name, _)| *name).filter(|_| may_be_primitive);
        let advice = match advice(name, known.iter().copied().chain(primitive)) {
            _ if primitive_like(name).is_some() => {
                format!("; did you mean {}?", primitive_like(name).unwrap_or_default())
            }
            near if !near.is_empty() => near,
            _ => beginning(name, known.iter().copied()),
        };
        let fault = Finding::error("S0301", place, format!("there is no type `{name}`{advice}"));
        self.report(match advice.is_empty() {
            true => fault,
            false => fault.hint("write that name, or define this one in a <types> element"),
        });
    }

    /// Reports an undefined enum in a `valueRef`, and suggests the reference that was meant, or a similar name.
    pub(super) fn undefined_enum(&mut self, name: &str, place: Span, meant: Option<String>) {
        let is_enum = |name: &&str| self.types.get(name).is_some_and(|ty| ty.name == "enum");
        let enums = self.comparable(name).iter().copied().filter(is_enum);
        let near = close_names(name, enums).first().copied();
        let near = near.map_or(String::new(), |near| format!("; did you mean {near}?"));
        let fault = Finding::error("S0301", place, format!("there is no enum `{name}`{near}"));
        self.report(match meant {
            Some(meant) => fault.hint(format!("write valueRef=\"{meant}\"")),
            None => fault.hint("name an <enum>, or define this one in a <types> element"),
        });
    }

    /// Reports an undefined composite, and suggests one of those that there are.
    pub(super) fn undefined_composite(&mut self, name: &str, place: Span, must: &[Role]) {
        if matches!(name, "messageHeader" | "groupSizeEncoding") {
            return self.undefined(name, place);
        }
        let is_composite = |name: &&str| self.types.get(name).is_some_and(|ty| ty.name == "composite");
        let known: Vec<&str> = self.comparable(name).iter().copied().filter(is_composite).collect();
        let advice = match beginning(name, known.iter().copied()) {
            near if !near.is_empty() => near,
            _ => match close_names(name, known).as_slice() {
                [] => String::new(),
                near => format!("; did you mean {}?", near.join(" or ")),
            },
        };
        let (_, wanted) = self.wanted_composite(must);
        let fault = Finding::error("S0301", place, format!("there is no composite `{name}`{advice}"));
        self.report(fault.hint(match advice.is_empty() {
            true => wanted,
            false => "name a <composite>, or define this one in a <types> element".to_string(),
        }));
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

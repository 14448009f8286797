//! Members by which a path chooses elements: `[critical=true]`.

use wireglot_interp::inspect::{oid_name, oid_names};
use wireglot_interp::Tape;
use wireglot_plan::{OidNames, Shape, ShapeId, ShapeKind, SlotPresence};
use wireglot_text::names::advice_or_first;

use crate::texts::to_json;

/// Whether the JSON of a member is the value that a path names; `oids` has names of object identifiers.
pub fn is_value(json: &str, value: &str, oids: &OidNames) -> bool {
    let text = serde_json::from_str::<String>(json);
    let text = text.as_deref().unwrap_or(json);
    text == value || oid_name(text) == Some(value) || oids.find(text).as_deref() == Some(value)
}

/// Whether a member of a record has a default, and that is this value.
pub fn is_default(shape: &Shape, record: ShapeId, member: &str, value: &str) -> bool {
    let ShapeKind::Record { slots, .. } = &shape.get(record).kind else { return false };
    let Some(slot) = slots.iter().find(|slot| slot.name == member) else { return false };
    let SlotPresence::Default(_, default) = &slot.presence else { return false };
    let Ok(tape) = Tape::from_value(shape, slot.shape, default) else { return false };
    tape.root().is_some_and(|default| is_value(&to_json(shape, default), value, &shape.oids))
}

/// Why members of some types can't have this value; `None` if one can.
pub fn impossible(shape: &Shape, types: &[ShapeId], value: &str) -> Option<String> {
    let mut told = types.iter().map(|ty| misfit(shape, *ty, value));
    let first = told.next()?;
    if told.any(|other| other.is_none()) {
        None
    } else {
        first
    }
}

/// Why a member of a type can't have this value.
fn misfit(shape: &Shape, ty: ShapeId, value: &str) -> Option<String> {
    match &shape.get(ty).kind {
        ShapeKind::Boolean if value != "true" && value != "false" => {
            Some(format!("is true or false, not `{value}`"))
        }
        ShapeKind::Enumerated { items, extensible: false }
            if !items.iter().any(|(name, _)| name == value) =>
        {
            let names = items.iter().map(|(name, _)| name.as_str());
            Some(format!("is never `{value}`{}", advice_or_first(value, names)))
        }
        ShapeKind::Integer { .. } if !is_number(value) => Some(format!("is a number, not `{value}`")),
        ShapeKind::Oid if !value.split('.').all(is_number) && !is_name(value, &shape.oids) => {
            let ending = format!("-{value}");
            let near = oid_names().find(|name| name.ends_with(&ending));
            let such = near.map_or("or a name that inspect shows".to_string(), |near| format!("or {near}"));
            Some(format!("is an object identifier, and none is called `{value}`: write its numbers, {such}"))
        }
        _ => None,
    }
}

fn is_number(text: &str) -> bool {
    let digits = text.strip_prefix('-').unwrap_or(text);
    !digits.is_empty() && digits.bytes().all(|octet| octet.is_ascii_digit())
}

/// Whether an object identifier may be shown under a name, perhaps that of one above it and numbers.
fn is_name(value: &str, oids: &OidNames) -> bool {
    let above = value.split('.').next().unwrap_or(value);
    oid_names().any(|name| name == value) || oids.has(above)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_may_be_negative() {
        for (text, is) in [("0", true), ("-12", true), ("", false), ("-", false), ("1x", false)] {
            assert_eq!(is_number(text), is, "{text}");
        }
    }
}

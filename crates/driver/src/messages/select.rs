//! `--select`: selected fields instead of whole values.

use wireglot_interp::{ValueRef, View};

use super::members::{is_default, is_value};
use super::paths::{below, is_chosen, parts, Step};
use super::{Message, Rendering};
use crate::texts::to_json;

/// The selected fields by path.
pub struct Select {
    fields: Vec<FieldPath>,
}

/// A path to a field of a message, or to several.
#[derive(Clone, Debug)]
pub struct FieldPath {
    path: String,
    steps: Vec<Step>,
}

impl FieldPath {
    /// A path in a message, which may start with the message's name.
    ///
    /// # Errors
    /// No value can have the path.
    pub fn new(of: &dyn Message, path: &str) -> Result<FieldPath, String> {
        Ok(FieldPath { path: path.to_string(), steps: below(of, path)? })
    }

    /// The steps of the path.
    pub fn steps(&self) -> &[Step] {
        &self.steps
    }

    /// The JSON of the field of a value; `None` if there is no such field. If the path can lead to several, an array,
    /// with `null` where an optional component is absent, so that the arrays of several components match. Another
    /// alternative of a CHOICE, or other contents of an open type, are passed over.
    fn json(&self, of: &dyn Message, value: ValueRef) -> Option<String> {
        let mut found = Vec::new();
        let several = self.steps.iter().any(Step::is_several);
        Finder { of, found: &mut found }.find(value, &self.steps, false);
        if found.is_empty() && !several {
            return None;
        }
        let shown = |value: Option<ValueRef>| value.map_or("null".into(), |value| to_json(of.shape(), value));
        let values: Vec<String> = found.into_iter().map(shown).collect();
        Some(if several { format!("[{}]", values.join(",")) } else { values.concat() })
    }

    /// The text of the field of a value: JSON, but a string without quotation marks.
    pub fn text(&self, of: &dyn Message, value: ValueRef, rendering: &Rendering) -> Option<String> {
        let json = self.json(of, value)?;
        let json = match rendering.is_empty() {
            true => json,
            false => rendering.show(&format!("{}.{}", of.name(), self.path), &json),
        };
        Some(serde_json::from_str(&json).unwrap_or(json))
    }
}

impl Select {
    /// Selects fields of a message by path, which may start with the message's name; `None` if there are no
    /// paths.
    ///
    /// # Errors
    /// No value can have a path.
    pub fn new(of: &dyn Message, paths: &[String]) -> Result<Option<Select>, String> {
        let mut fields: Vec<FieldPath> = Vec::new();
        for path in paths.iter().map(|path| path.trim()) {
            // RFC 8259, section 4: names within an object should be unique.
            if fields.iter().any(|field| field.path == path) {
                continue;
            }
            if let Some((name, rest)) = path.split_once('=').filter(|(name, _)| !name.contains('[')) {
                return Err(format!(
                    "{path}: `{name}=` names a column of a table: leave it out, and select {rest}"
                ));
            }
            fields.push(FieldPath::new(of, path)?);
        }
        Ok(if fields.is_empty() { None } else { Some(Select { fields }) })
    }

    /// Appends an object with the selected fields of a value.
    pub fn write(&self, of: &dyn Message, value: ValueRef, out: &mut Vec<u8>) {
        out.push(b'{');
        let mut any = false;
        for field in &self.fields {
            let Some(text) = field.json(of, value) else { continue };
            if any {
                out.push(b',');
            }
            any = true;
            out.extend_from_slice(serde_json::json!(field.path).to_string().as_bytes());
            out.push(b':');
            out.extend_from_slice(text.as_bytes());
        }
        out.push(b'}');
    }
}

/// Collects the fields at a path.
struct Finder<'v, 'f> {
    of: &'f dyn Message,
    found: &'f mut Vec<Option<ValueRef<'v>>>,
}

impl<'v> Finder<'v, '_> {
    /// Follows the steps from a value, which is an element of a list, or within one, if `in_list`.
    fn find(&mut self, value: ValueRef<'v>, steps: &[Step], in_list: bool) {
        let Some((step, rest)) = steps.split_first() else { return self.found.push(Some(value)) };
        let of = self.of;
        let next = match (value.view(), step) {
            (View::Open(_, inner) | View::Contained(_, inner), _) => return self.find(inner, steps, in_list),
            (View::List(list), Step::All) => {
                return list.iter().for_each(|element| self.find(element, rest, true));
            }
            (View::List(list), Step::Where { member, value }) => {
                let has = |element: &ValueRef<'v>| has_member(of, *element, member, value);
                return list.iter().filter(has).for_each(|element| self.find(element, rest, true));
            }
            (View::List(list), Step::Index(index)) => list.iter().nth(*index),
            (View::Record(_), Step::Name(name)) => {
                let Some(index) = component(of, value, name) else { return };
                value.child(index)
            }
            (View::Choice(..), Step::Name(name)) => {
                let Some(inner) = child(of, value, name) else { return };
                Some(inner)
            }
            _ => return,
        };
        match next {
            Some(inner) => self.find(inner, rest, in_list),
            None if in_list
                && !steps.iter().any(Step::is_several)
                && !is_chosen(of, value.shape(), steps) =>
            {
                self.found.push(None);
            }
            None => {}
        }
    }
}

/// The named part of a value.
fn child<'v>(of: &dyn Message, value: ValueRef<'v>, name: &str) -> Option<ValueRef<'v>> {
    value.child(component(of, value, name)?)
}

/// The index of the part of that name.
fn component(of: &dyn Message, value: ValueRef, name: &str) -> Option<u32> {
    parts(of, value.shape()).iter().position(|(part, _)| *part == name).map(|index| index as u32)
}

/// Whether the member of a value has this value; one that is absent has its default.
fn has_member(of: &dyn Message, element: ValueRef, member: &str, value: &str) -> bool {
    if let View::Open(_, inner) | View::Contained(_, inner) = element.view() {
        return has_member(of, inner, member, value);
    }
    match child(of, element, member) {
        Some(found) => is_value(&to_json(of.shape(), found), value, &of.shape().oids),
        None => is_default(of.shape(), element.shape(), member, value),
    }
}

//! `--select`: selected fields instead of whole values.

use wireglot_interp::{ValueRef, View};

use super::paths::{below, parts, Step};
use super::Message;
use crate::texts::to_json;

/// The selected fields by path.
pub struct Select {
    fields: Vec<Field>,
}

struct Field {
    path: String,
    steps: Vec<Step>,
}

impl Select {
    /// Selects fields of a message by path, which may start with the message's name; `None` if there are no
    /// paths.
    ///
    /// # Errors
    /// No value can have a path.
    pub fn new(of: &dyn Message, paths: &[String]) -> Result<Option<Select>, String> {
        let mut fields: Vec<Field> = Vec::new();
        for path in paths.iter().map(|path| path.trim()) {
            // RFC 8259, section 4: names within an object should be unique.
            if fields.iter().any(|field| field.path == path) {
                continue;
            }
            let steps = below(of, path)?;
            fields.push(Field { path: path.to_string(), steps });
        }
        Ok(if fields.is_empty() { None } else { Some(Select { fields }) })
    }

    /// Appends an object with the selected fields of a value.
    pub fn write(&self, of: &dyn Message, value: ValueRef, out: &mut Vec<u8>) {
        out.push(b'{');
        let mut any = false;
        for field in &self.fields {
            let mut found = Vec::new();
            find(of, value, &field.steps, &mut found);
            let several = field.steps.contains(&Step::All);
            if found.is_empty() && !several {
                continue;
            }
            if any {
                out.push(b',');
            }
            any = true;
            let values: Vec<String> = found.into_iter().map(|value| to_json(of.shape(), value)).collect();
            let text = if several { format!("[{}]", values.join(",")) } else { values.concat() };
            out.extend_from_slice(serde_json::json!(field.path).to_string().as_bytes());
            out.push(b':');
            out.extend_from_slice(text.as_bytes());
        }
        out.push(b'}');
    }
}

fn find<'v>(of: &dyn Message, value: ValueRef<'v>, steps: &[Step], found: &mut Vec<ValueRef<'v>>) {
    let Some((step, rest)) = steps.split_first() else { return found.push(value) };
    match (value.view(), step) {
        (View::Open(_, inner) | View::Contained(_, inner), _) => find(of, inner, steps, found),
        (View::List(list), Step::Index(index)) => {
            if let Some(element) = list.iter().nth(*index) {
                find(of, element, rest, found);
            }
        }
        (View::List(list), Step::All) => list.iter().for_each(|element| find(of, element, rest, found)),
        (View::Record(_) | View::Choice(..), Step::Name(name)) => {
            let index = parts(of, value.shape()).iter().position(|(part, _)| part == name);
            if let Some(inner) = index.and_then(|index| value.child(index as u32)) {
                find(of, inner, rest, found);
            }
        }
        _ => {}
    }
}

//! The options, where they are allowed, and their values.

use wireglot_model::{Subject, Value};
use wireglot_text::names::close_names;
use wireglot_text::Span;

use super::scope::Entity;
use super::Resolver;
use crate::faults::Finding;
use crate::parse::EXTENSIONS;
use crate::tree::{Expr, ExprKind, Word};

/// The value of an option.
#[derive(Clone, Copy)]
enum Takes {
    /// A number from 0 to this.
    Number(i64),
    Text,
    /// Literally `true` or `false`, since it is looked up before constants exist.
    Flag,
}

/// Whether it belongs to a message or to a file, its name, and its value.
const OPTIONS: [(bool, &str, Takes); 6] = [
    (true, "max_bytes", Takes::Number(i64::MAX)),
    (false, "c.struct_packing_alignment", Takes::Number(8)),
    (false, "c.name_prefix", Takes::Text),
    (false, "go.package_path", Takes::Text),
    (false, "py.module_name", Takes::Text),
    (false, EXTENSIONS, Takes::Flag),
];

impl Resolver<'_> {
    /// Checks an option. A message option goes to `limits` with its position; a file option becomes an
    /// attribute of the module.
    pub(super) fn option(&mut self, name: &Word, value: &Expr, limits: Option<&mut Vec<(u64, Span)>>) {
        let in_message = limits.is_some();
        let known = OPTIONS.iter().find(|(place, n, _)| *place == in_message && *n == name.text);
        let Some((_, _, takes)) = known else {
            let there =
                |in_message| OPTIONS.iter().filter(move |(p, ..)| *p == in_message).map(|(_, n, _)| *n);
            let fault =
                Finding::error("B0409", name.span, format!("the option `{}` is not known here", name.text));
            let hint = match close_names(&name.text, there(in_message)).first() {
                _ if there(!in_message).any(|other| other == name.text) => match in_message {
                    true => "this option belongs to the file: move it out of the message".to_string(),
                    false => "this option belongs to a message: move it into its braces".to_string(),
                },
                Some(near) => format!("did you mean `{near}`?"),
                None if there(in_message).any(|option| option.starts_with(&name.text)) => {
                    let longer = there(in_message).filter(|option| option.starts_with(&name.text));
                    let longer: Vec<String> = longer.map(|option| format!("`{option}`")).collect();
                    format!("did you mean {}?", longer.join(" or "))
                }
                None => {
                    let names: Vec<String> = there(in_message).map(|name| format!("`{name}`")).collect();
                    format!("the options here: {}", names.join(", "))
                }
            };
            self.report(fault.hint(hint));
            return;
        };
        if let (Takes::Text, ExprKind::Name(text)) = (takes, &value.kind) {
            let known = self.scopes.find(text).is_some();
            if !known && self.scopes.suggest(text, |other| matches!(other, Entity::Constant(_))).is_none() {
                let fault = Finding::error("B0410", value.span, "this option takes a string");
                self.report(fault.hint(format!("write it in double quotes: `\"{text}\"`")));
                return;
            }
        }
        let Some(read) = self.evaluate(value) else { return };
        let fits = match (takes, &read) {
            (Takes::Text, read) => matches!(read, Value::String(_)),
            (Takes::Number(most), Value::Integer(n)) => n.to_i64().is_some_and(|n| (0..=*most).contains(&n)),
            (Takes::Number(_), _) => false,
            (Takes::Flag, _) => matches!(value.kind, ExprKind::Boolean(_)),
        };
        if !fits {
            let (wanted, hint) = match (takes, &read) {
                (Takes::Text, Value::Integer(n)) => {
                    ("a string", format!("write it in double quotes: `\"{n}\"`"))
                }
                (Takes::Text, _) => ("a string", "write a text in double quotes: `\"text\"`".to_string()),
                (Takes::Flag, _) => ("true or false", "write the word itself: `true`".to_string()),
                (Takes::Number(i64::MAX), Value::String(text)) if text.parse::<u32>().is_ok() => {
                    ("a number", format!("write it without quotes: `{text}`"))
                }
                (Takes::Number(i64::MAX), _) => ("a number", "write how many, as in `64`".to_string()),
                (Takes::Number(most), _) => ("a number", format!("write a number from 0 to {most}")),
            };
            let fault = Finding::error("B0410", value.span, format!("this option takes {wanted}"));
            self.report(fault.hint(hint));
            return;
        }
        if !self.declare(&name.text, name.span, Entity::Option, None) {
            return;
        }
        match (limits, read) {
            (Some(limits), Value::Integer(n)) => limits.extend(n.to_u64().map(|n| (n, value.span))),
            (_, read) => self.model.attributes.add(Subject::Module(self.module), &name.text, read),
        }
    }
}

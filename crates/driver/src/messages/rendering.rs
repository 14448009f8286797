//! `--render`: shows selected JSON values in human-readable form and reads them back.

use std::collections::HashMap;
use std::sync::Arc;

use wireglot_plan::OidNames;
use wireglot_text::names::close_names;

use super::message::Message;
use super::number_names::NumberNames;
use super::paths::at_points;
use super::readable::{readable, Readable};
use super::renderer::{GivenNames, Kind, Renderer};
use super::targets::{targets, Said, Target};
use crate::texts::TextError;

/// Renders all values in the form that suits their type.
const READABLE: &str = "readable";

/// The rules for rendering values.
#[derive(Debug, Default)]
pub struct Rendering {
    /// By the last name of their paths, in order of precedence.
    rules: HashMap<String, Vec<Rule>>,
    /// The specification's names of object identifiers, if a rule shows them.
    oids: OidNames,
}

/// A renderer for values whose paths end in some names.
#[derive(Debug)]
struct Rule {
    names: Vec<String>,
    said: Said,
    renderer: Renderer,
    /// The names of numbers, if it shows them.
    numbers: Arc<NumberNames>,
}

/// A value that is not in its human-readable form.
#[derive(Debug, PartialEq, Eq)]
pub struct Unreadable {
    /// Its offset in the text.
    pub offset: usize,
    /// The field.
    pub path: String,
    /// The value.
    pub text: String,
    /// What may have been meant.
    pub advice: String,
}

impl From<Unreadable> for TextError {
    fn from(unreadable: Unreadable) -> TextError {
        let Unreadable { offset, path, text, advice } = unreadable;
        TextError {
            code: "render",
            offset,
            path,
            message: format!("`{text}` is not a value that --render would show{advice}"),
            short: false,
        }
    }
}

/// Maps positions in a changed text to the original text: the range of each change in both texts, in order.
#[derive(Debug, Default, PartialEq, Eq)]
pub struct Changes(Vec<Change>);

#[derive(Debug, PartialEq, Eq)]
struct Change {
    /// The range in the original text.
    from: (usize, usize),
    /// The range in the changed text.
    to: (usize, usize),
}

impl Changes {
    /// The position in the original text.
    pub fn back(&self, place: usize) -> usize {
        let before = self.0.partition_point(|change| change.to.0 <= place);
        match before.checked_sub(1).and_then(|last| self.0.get(last)) {
            None => place,
            Some(change) if place < change.to.1 => change.from.0,
            Some(change) => change.from.1 + (place - change.to.1),
        }
    }

    /// Moves an error to its position in the original text.
    pub fn lead(&self, error: TextError) -> TextError {
        TextError { offset: self.back(error.offset), ..error }
    }
}

impl Rendering {
    /// Adds a rule: `path=renderer` or `Type=renderer`.
    ///
    /// # Errors
    /// There is no such renderer, or no such field.
    pub fn add(&mut self, of: &dyn Message, words: &str) -> Result<(), RenderingError> {
        if words.trim() == READABLE {
            for Readable { path: names, renderer, numbers } in readable(of) {
                let Some(last) = names.last().cloned() else { continue };
                self.rules.entry(last).or_default().push(Rule { names, said: 0, renderer, numbers });
            }
            self.oids = of.shape().oids.clone();
            return Ok(());
        }
        let told = |message: &str| RenderingError::Words(format!("{words}: {message}"));
        let (target, word) =
            words.split_once('=').ok_or_else(|| told("write PATH=HOW, such as imsi=tbcd, or readable"))?;
        let Some(renderer) = Renderer::of_word(word.trim()) else {
            let known: Vec<&str> = Renderer::words().collect();
            return Err(told(&format!("choose from {}", known.join(", "))));
        };
        let found = targets(of, target.trim(), renderer);
        let found = found.map_err(|message| RenderingError::Target(format!("{words}: {message}")))?;
        // Among equally specific rules, the last one takes precedence.
        for Target { path: names, said, numbers } in found {
            let Some(last) = names.last().cloned() else { continue };
            let rules = self.rules.entry(last).or_default();
            rules.insert(0, Rule { names, said, renderer, numbers: Arc::new(numbers) });
            rules.sort_by_key(|rule| std::cmp::Reverse(rule.said));
        }
        if renderer == Renderer::OidName {
            self.oids = of.shape().oids.clone();
        }
        Ok(())
    }

    /// Whether there are no rules.
    pub fn is_empty(&self) -> bool {
        self.rules.is_empty()
    }

    /// How values at a path are shown, if a rule says so. The path has names only.
    pub fn at(&self, path: &[&str]) -> Option<Show<'_>> {
        let ends = |names: &[String]| {
            path.len() >= names.len()
                && path[path.len() - names.len()..].iter().zip(names).all(|(a, b)| a == b)
        };
        let rules = path.last().and_then(|last| self.rules.get(*last));
        let rule = rules.into_iter().flatten().find(|rule| ends(&rule.names))?;
        Some(Show { rule, oids: &self.oids })
    }

    /// Renders JSON of a type, or of the field at a path.
    pub fn show(&self, root: &str, json: &str) -> String {
        let shown = self.change(root, json, false, |show, value| Some(show.text(value)));
        shown.map_or_else(|_| json.to_string(), |(shown, _)| shown)
    }

    /// Converts rendered JSON back; also returns the map of positions.
    ///
    /// # Errors
    /// A value is not in its human-readable form.
    pub fn read(&self, root: &str, json: &str) -> Result<(String, Changes), Unreadable> {
        self.change(root, json, true, |show, value| show.rule.renderer.read(value, show.names()).map(Some))
    }

    /// Changes strings and numbers of JSON by their paths; everything else is kept. If `reads`, numbers that
    /// are shown as strings become numbers again.
    fn change(
        &self,
        root: &str,
        json: &str,
        reads: bool,
        change: impl Fn(Show, &str) -> Option<Option<String>>,
    ) -> Result<(String, Changes), Unreadable> {
        let mut out = String::with_capacity(json.len());
        let mut changes = Vec::new();
        let mut open: Vec<Level> = Vec::new();
        let mut at = 0;
        while let Some(&octet) = json.as_bytes().get(at) {
            let end = match octet {
                b'"' => at + string(&json.as_bytes()[at..]),
                b'-' | b'0'..=b'9' => at + number(&json.as_bytes()[at..]),
                _ => at + 1,
            };
            // Non-ASCII characters occur only within strings; elsewhere this is not JSON.
            let Some(token) = json.get(at..end) else {
                out.push_str(json.get(at..).unwrap_or_default());
                return Ok((out, Changes(changes)));
            };
            match octet {
                b'{' => open.push(Level { object: true, key: None, keys: true }),
                b'[' => open.push(Level { object: false, key: None, keys: false }),
                b'}' | b']' => {
                    open.pop();
                }
                b',' => {
                    if let Some(level) = open.last_mut() {
                        level.keys = level.object;
                    }
                }
                b'"' => match open.last_mut().filter(|level| level.keys) {
                    Some(level) => (level.key, level.keys) = (serde_json::from_str(token).ok(), false),
                    None => {
                        if let Some((changed, renderer)) = self.value(root, &open, token, at, &change)? {
                            let begins = out.len();
                            match reads && renderer.kind() == Kind::Integer {
                                true => out.push_str(&changed),
                                false => out.push_str(&serde_json::json!(changed).to_string()),
                            }
                            changes.push(Change { from: (at, end), to: (begins, out.len()) });
                            at = end;
                            continue;
                        }
                    }
                },
                b'-' | b'0'..=b'9' if !reads => {
                    if let Some((changed, _)) = self.value(root, &open, token, at, &change)? {
                        let begins = out.len();
                        out.push_str(&serde_json::json!(changed).to_string());
                        changes.push(Change { from: (at, end), to: (begins, out.len()) });
                        at = end;
                        continue;
                    }
                }
                _ => {}
            }
            out.push_str(token);
            at = end;
        }
        Ok((out, Changes(changes)))
    }

    /// The changed string or number and its renderer; `None` if no rule applies.
    fn value(
        &self,
        root: &str,
        open: &[Level],
        token: &str,
        offset: usize,
        change: &impl Fn(Show, &str) -> Option<Option<String>>,
    ) -> Result<Option<(String, Renderer)>, Unreadable> {
        // The key of a selected field is its whole path.
        let keys = open.iter().filter_map(|level| level.key.as_deref()).flat_map(at_points);
        let keys = keys.map(|key| key.split('[').next().unwrap_or_default());
        let root = at_points(root).map(|step| step.split('[').next().unwrap_or_default());
        let path: Vec<&str> = root.chain(keys).collect();
        let Some(show) = self.at(&path) else { return Ok(None) };
        let is_number = !token.starts_with('"');
        if is_number && show.rule.renderer.kind() != Kind::Integer {
            return Ok(None);
        }
        let text = match is_number {
            true => token.to_string(),
            false => match serde_json::from_str::<String>(token) {
                Ok(text) => text,
                Err(_) => return Ok(None),
            },
        };
        let changed = change(show, &text);
        let changed = changed.ok_or_else(|| {
            let advice = match close_names(&text, show.rule.numbers.all()).as_slice() {
                [] => String::new(),
                close => format!("; did you mean {}?", close.join(" or ")),
            };
            Unreadable { offset, path: path.join("."), text, advice }
        })?;
        Ok(changed.map(|changed| (changed, show.rule.renderer)))
    }
}

/// How values of a field are shown.
#[derive(Clone, Copy, Debug)]
pub struct Show<'r> {
    rule: &'r Rule,
    oids: &'r OidNames,
}

impl<'r> Show<'r> {
    /// A value in human-readable form, from the text of its JSON; `None` if it is shown as it is.
    pub fn text(&self, value: &str) -> Option<String> {
        self.rule.renderer.show(value, self.names())
    }

    fn names(&self) -> GivenNames<'r> {
        GivenNames { oids: self.oids, numbers: &self.rule.numbers }
    }
}

/// An error in a requested rule.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum RenderingError {
    /// The syntax or the renderer's name is wrong.
    Words(String),
    /// It refers to nothing that exists.
    Target(String),
}

impl RenderingError {
    /// The message, with the place of the rule.
    pub fn told(&self, place: &str) -> String {
        let (RenderingError::Words(message) | RenderingError::Target(message)) = self;
        format!("{place} {message}")
    }
}

/// An open object or array.
struct Level {
    object: bool,
    key: Option<String>,
    /// A key comes next.
    keys: bool,
}

/// The length of a number, or of what looks like one.
fn number(text: &[u8]) -> usize {
    let of_number = |octet: &&u8| matches!(octet, b'0'..=b'9' | b'-' | b'+' | b'.' | b'e' | b'E');
    text.iter().take_while(of_number).count().max(1)
}

/// The length of a string.
fn string(text: &[u8]) -> usize {
    let mut escaped = false;
    for (at, octet) in text.iter().enumerate().skip(1) {
        match octet {
            _ if escaped => escaped = false,
            b'\\' => escaped = true,
            b'"' => return at + 1,
            _ => {}
        }
    }
    text.len()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn strings_change_by_their_places() {
        let rules = |rules: &[(&str, Renderer)]| {
            let rule = |(path, renderer): &(&str, Renderer)| {
                let names: Vec<String> = path.split('.').map(String::from).collect();
                let rule = Rule { said: names.len(), names, renderer: *renderer, numbers: Arc::default() };
                (rule.names[rule.names.len() - 1].clone(), vec![rule])
            };
            rules.iter().map(rule).collect()
        };
        let rendering = Rendering {
            rules: rules(&[("imsi", Renderer::Tbcd), ("Call.to.address", Renderer::Ip)]),
            ..Rendering::default()
        };
        let json =
            r#"{"imsi":"6220F1","to":[{"address":"C0000201"},{"imsi":["26"]}], "address": "C0000201"}"#;
        let shown = rendering.show("Call", json);
        assert_eq!(
            shown,
            r#"{"imsi":"26021","to":[{"address":"192.0.2.1"},{"imsi":["62"]}], "address": "C0000201"}"#
        );
        let (read, changes) = rendering.read("Call", &shown).unwrap();
        assert_eq!(read, json);
        for sign in ["{", "imsi", "to", "},", "], ", "}"] {
            let (before, behind) = (shown.rfind(sign).unwrap(), json.rfind(sign).unwrap());
            assert_eq!(changes.back(behind), before, "{sign}");
        }
        // A position within a changed value maps to its start.
        assert_eq!(changes.back(json.find("20F1").unwrap()), shown.find("\"26021").unwrap());
        assert_eq!(rendering.show("Call.to[3].address", "\"C0000201\""), "\"192.0.2.1\"");
        let rendering = Rendering { rules: rules(&[("n", Renderer::Digits)]), ..Rendering::default() };
        let json = r#"{"n":18446744073709551615,"m":18446744073709551615,"n":[7,-9007199254740993,1e3]}"#;
        let shown = rendering.show("Call", json);
        assert_eq!(
            shown,
            r#"{"n":"18446744073709551615","m":18446744073709551615,"n":[7,"-9007199254740993",1e3]}"#
        );
        assert_eq!(rendering.read("Call", &shown).unwrap().0, json);
        let rendering = Rendering { rules: rules(&[("imsi", Renderer::Tbcd)]), ..Rendering::default() };
        let wrong = rendering.read("Call", r#"{"imsi":"x"}"#).unwrap_err();
        assert_eq!((wrong.offset, &*wrong.path, &*wrong.text), (8, "Call.imsi", "x"));
    }
}

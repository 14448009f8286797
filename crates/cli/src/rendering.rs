//! `--render`: some values of JSON are shown as people call them, and read back.

use std::path::Path;

use wireglot_driver::{ShapeKind, Specification};

use crate::exit::Failure;
use crate::records::Place;
use crate::renderer::Renderer;
use crate::report::Report;

/// Which values are shown how.
#[derive(Default)]
pub struct Rendering {
    rules: Vec<(Vec<String>, Renderer)>,
}

/// A value that can't be read as it was to be shown.
#[derive(Debug, PartialEq, Eq)]
pub struct Unreadable {
    /// The octet of the text.
    pub offset: usize,
    /// The field.
    pub path: String,
    /// What it is.
    pub text: String,
}

impl Unreadable {
    /// What to tell of it.
    pub fn report<'r>(&'r self, place: &'r Place) -> Report<'r> {
        let message = format!("`{}` is not as --render would show it", self.text);
        let offset = Some(self.offset as u64);
        Report { code: "render", path: &self.path, offset, message, ..Report::at(place) }
    }
}

impl Rendering {
    /// What was asked for: `path=renderer`, `Type=renderer`, or `@FILE` with one of these a line.
    ///
    /// # Errors
    /// A renderer that there is not, or a file that can't be read.
    pub fn new(of: &Specification, asked: &[String]) -> Result<Rendering, Failure> {
        let mut rendering = Rendering::default();
        for words in asked {
            match words.strip_prefix('@') {
                None => rendering.add(of, words)?,
                Some(file) => {
                    let text = std::fs::read_to_string(Path::new(file));
                    let text = text.map_err(|e| Failure::Io(format!("{file}: {e}")))?;
                    let lines = text.lines().map(|line| line.split('#').next().unwrap_or_default().trim());
                    lines.filter(|line| !line.is_empty()).try_for_each(|line| rendering.add(of, line))?;
                }
            }
        }
        Ok(rendering)
    }

    fn add(&mut self, of: &Specification, words: &str) -> Result<(), Failure> {
        let (target, word) = words
            .split_once('=')
            .ok_or_else(|| Failure::Usage(format!("--render {words}: write PATH=HOW, such as imsi=tbcd")))?;
        let Some(renderer) = Renderer::of_word(word.trim()) else {
            let known: Vec<&str> = Renderer::words().collect();
            return Err(Failure::Usage(format!("--render {words}: there are {}", known.join(", "))));
        };
        let target = target.trim();
        let named = fields_of(of, target);
        match named.is_empty() {
            true => self.rules.push((names(target), renderer)),
            false => self.rules.extend(named.into_iter().map(|field| (vec![field], renderer))),
        }
        Ok(())
    }

    /// Whether nothing was asked for.
    pub fn is_empty(&self) -> bool {
        self.rules.is_empty()
    }

    /// JSON of values of a type, as it is to be shown.
    pub fn show(&self, root: &str, json: &str) -> String {
        let shown = self.change(root, json, |renderer, value| Some(renderer.show(value)));
        shown.unwrap_or_else(|_| json.to_string())
    }

    /// JSON of values of a type, of what was shown.
    ///
    /// # Errors
    /// A value that is not of the form in which it was to be shown.
    pub fn read(&self, root: &str, json: &str) -> Result<String, Unreadable> {
        self.change(root, json, |renderer, value| renderer.read(value).map(Some))
    }

    /// Changes strings of JSON by their places; all else stays as it is.
    fn change(
        &self,
        root: &str,
        json: &str,
        change: impl Fn(Renderer, &str) -> Option<Option<String>>,
    ) -> Result<String, Unreadable> {
        let mut out = String::with_capacity(json.len());
        let mut open: Vec<Level> = Vec::new();
        let mut at = 0;
        while let Some(&octet) = json.as_bytes().get(at) {
            let end = match octet {
                b'"' => at + string(&json.as_bytes()[at..]),
                _ => at + 1,
            };
            // What is not ASCII stands within strings alone; elsewhere it is no JSON.
            let Some(token) = json.get(at..end) else {
                out.push_str(json.get(at..).unwrap_or_default());
                return Ok(out);
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
                        if let Some(changed) = self.value(root, &open, token, at, &change)? {
                            out.push_str(&serde_json::json!(changed).to_string());
                            at = end;
                            continue;
                        }
                    }
                },
                _ => {}
            }
            out.push_str(token);
            at = end;
        }
        Ok(out)
    }

    /// A string as it is changed, if it is.
    fn value(
        &self,
        root: &str,
        open: &[Level],
        token: &str,
        offset: usize,
        change: &impl Fn(Renderer, &str) -> Option<Option<String>>,
    ) -> Result<Option<String>, Unreadable> {
        // A field that was selected has its whole path for a name.
        let keys = open.iter().filter_map(|level| level.key.as_deref()).flat_map(|key| key.split('.'));
        let keys = keys.map(|key| key.split('[').next().unwrap_or_default());
        let path: Vec<&str> = std::iter::once(root).chain(keys).collect();
        let ends = |names: &[String]| {
            path.len() >= names.len()
                && path[path.len() - names.len()..].iter().zip(names).all(|(a, b)| a == b)
        };
        let Some((_, renderer)) = self.rules.iter().rev().find(|(names, _)| ends(names)) else {
            return Ok(None);
        };
        let Ok(text) = serde_json::from_str::<String>(token) else { return Ok(None) };
        change(*renderer, &text).ok_or_else(|| Unreadable { offset, path: path.join("."), text })
    }
}

/// An object or array that is open.
struct Level {
    object: bool,
    key: Option<String>,
    /// A key comes next.
    keys: bool,
}

/// How many octets a string takes.
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

/// The names of a path: those at its end are enough.
fn names(path: &str) -> Vec<String> {
    path.split('.').map(|step| step.split('[').next().unwrap_or_default().to_string()).collect()
}

/// The names of all components and alternatives of a type, and of lists of it.
fn fields_of(of: &Specification, name: &str) -> Vec<String> {
    let shape = of.shape();
    let is = |at: wireglot_driver::ShapeId| shape.get(at).name == name;
    let is = |at| match &shape.get(at).kind {
        ShapeKind::List { element, .. } => is(at) || is(*element),
        _ => is(at),
    };
    let mut fields: Vec<String> = Vec::new();
    for ty in &shape.types {
        match &ty.kind {
            ShapeKind::Record { slots, .. } => {
                fields.extend(slots.iter().filter(|slot| is(slot.shape)).map(|slot| slot.name.clone()));
            }
            ShapeKind::Choice { alternatives, .. } => {
                fields.extend(alternatives.iter().filter(|one| is(one.shape)).map(|one| one.name.clone()));
            }
            _ => {}
        }
    }
    fields.sort();
    fields.dedup();
    fields
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn strings_change_by_their_places() {
        let rule = |path: &str, renderer| (names(path), renderer);
        let rules = vec![rule("imsi", Renderer::Tbcd), rule("Call.to[0].address", Renderer::Ip)];
        let rendering = Rendering { rules };
        let json =
            r#"{"imsi":"6220F1","to":[{"address":"C0000201"},{"imsi":["26"]}], "address": "C0000201"}"#;
        let shown = rendering.show("Call", json);
        assert_eq!(
            shown,
            r#"{"imsi":"26021","to":[{"address":"192.0.2.1"},{"imsi":["62"]}], "address": "C0000201"}"#
        );
        assert_eq!(rendering.read("Call", &shown).as_deref(), Ok(json));
        let wrong = rendering.read("Call", r#"{"imsi":"x"}"#).unwrap_err();
        assert_eq!((wrong.offset, &*wrong.path, &*wrong.text), (8, "Call.imsi", "x"));
    }
}

//! SBE: what the verbs do with a message schema.

use std::path::Path;

use wireglot_driver::names::close_names;
use wireglot_driver::sbe::{compile, Decoded, Schema};
use wireglot_driver::sources::Host;
use wireglot_driver::{LayoutCode, LayoutError, Tape};

use crate::exit::Failure;
use crate::judge::Judgement;
use crate::messages::{self, Wrong};

/// A schema without errors.
pub fn sound(file: &Path, strict: bool) -> Result<Schema, Failure> {
    let schema = compile(file, Host::system())?;
    Judgement::usual(strict).demand(&schema)?;
    Ok(schema)
}

/// Messages of a schema: of one name, or each under the name that its header says.
pub struct Messages {
    schema: Schema,
    name: Option<String>,
}

impl Messages {
    /// A schema without errors, and one of its messages or all.
    pub fn open(file: &Path, strict: bool, name: Option<&str>) -> Result<Messages, Failure> {
        let schema = sound(file, strict)?;
        if let Some(name) = name.filter(|name| schema.blocks.message(name).is_none()) {
            let names = schema.blocks.messages.iter().map(|message| message.name.as_str());
            let near = close_names(name, names);
            let near = if near.is_empty() {
                String::new()
            } else {
                format!("; did you mean {}?", near.join(" or "))
            };
            return Err(Failure::Usage(format!("there is no message `{name}`{near}")));
        }
        Ok(Messages { schema, name: name.map(str::to_string) })
    }

    /// The schema.
    pub fn schema(&self) -> &Schema {
        &self.schema
    }
}

impl messages::Messages for Messages {
    fn decode(&self, octets: &[u8], several: bool) -> Result<(String, usize), Wrong> {
        let (decoded, text) = self.schema.to_json(octets)?;
        let size = self.size(&decoded, octets, several)?;
        match &self.name {
            Some(_) => Ok((text, size)),
            None => Ok((format!("{{\"{}\":{text}}}", decoded.message.name), size)),
        }
    }

    fn encode(&self, text: &str, out: &mut Vec<u8>) -> Result<usize, Wrong> {
        let messages = &self.schema.layout.messages;
        let message = self.name.as_ref().and_then(|name| messages.named(name));
        Ok(self.schema.from_json(message, messages.version, text, out)?)
    }

    /// What the sender's version did not have stays absent; of a newer one, what is known is written.
    fn rewrite(&self, octets: &[u8], several: bool, out: &mut Vec<u8>) -> Result<usize, Wrong> {
        let mut tape = Tape::new();
        let decoded = self.schema.decode(octets, &mut tape)?;
        let size = self.size(&decoded, octets, several)?;
        let version = decoded.version.min(self.schema.layout.messages.version);
        let value = tape.root().ok_or_else(|| Wrong::from(no_room(&decoded)))?;
        let written = self.schema.encode(decoded.message, version, value, out);
        written.map_err(|error| Wrong { size: Some(size), ..error.into() })?;
        Ok(size)
    }
}

/// A message that a tape cannot hold.
fn no_room(decoded: &Decoded) -> LayoutError {
    let path = decoded.message.name.clone();
    LayoutError { code: LayoutCode::Value, bit: 0, path, detail: "it is too long".into() }
}

impl Messages {
    /// Octets that the first message takes.
    fn size(&self, decoded: &Decoded, octets: &[u8], several: bool) -> Result<usize, Wrong> {
        let name = &decoded.message.name;
        let fault = |code, offset: usize, message| Wrong {
            code,
            offset: offset as u64,
            bit: 0,
            path: name.clone(),
            message,
            size: Some(decoded.size),
        };
        if self.name.as_ref().is_some_and(|wanted| wanted != name) {
            return Err(fault("another_message", 0, "this is another message than the one asked for".into()));
        }
        // What a newer sender wrote behind all that is known, and did not count, is skipped.
        let newer = decoded.version > self.schema.layout.messages.version;
        if !several && decoded.size < octets.len() && !newer {
            let message = format!("{} octets are left behind the message", octets.len() - decoded.size);
            return Err(Wrong { size: None, ..fault("left_over", decoded.size, message) });
        }
        Ok(if several { decoded.size } else { octets.len() })
    }
}

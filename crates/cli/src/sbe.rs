//! SBE: what the verbs do with a message schema.

use std::path::Path;

use wireglot_driver::names::close_names;
use wireglot_driver::sbe::{compile, BlockError, Decoded, Schema};
use wireglot_driver::sources::Host;

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

fn wrong(error: BlockError) -> Wrong {
    let message = match error.detail.is_empty() {
        true => error.code.message().to_string(),
        false => format!("{} ({})", error.code.message(), error.detail),
    };
    Wrong {
        code: error.code.word(),
        offset: error.offset as u64,
        bit: 0,
        path: error.path,
        message,
        size: None,
    }
}

impl messages::Messages for Messages {
    fn decode(&self, octets: &[u8], several: bool) -> Result<(String, usize), Wrong> {
        let (decoded, size) = self.first(octets, several)?;
        match &self.name {
            Some(_) => Ok((decoded.text, size)),
            None => Ok((format!("{{\"{}\":{}}}", decoded.name, decoded.text), size)),
        }
    }

    fn encode(&self, text: &str, out: &mut Vec<u8>) -> Result<usize, Wrong> {
        let blocks = &self.schema.blocks;
        let message = self.name.as_ref().and_then(|name| blocks.message(name));
        self.schema.encode(message, blocks.version, text, out).map_err(wrong)
    }

    /// What the sender's version did not have stays absent; of a newer one, what is known is written.
    fn rewrite(&self, octets: &[u8], several: bool, out: &mut Vec<u8>) -> Result<usize, Wrong> {
        let (decoded, size) = self.first(octets, several)?;
        let blocks = &self.schema.blocks;
        let version = decoded.version.min(blocks.version);
        let written = self.schema.encode(blocks.message(&decoded.name), version, &decoded.text, out);
        written.map_err(|error| Wrong { size: Some(size), ..wrong(error) })?;
        Ok(size)
    }
}

impl Messages {
    /// The first message, and octets that it takes.
    fn first(&self, octets: &[u8], several: bool) -> Result<(Decoded, usize), Wrong> {
        let decoded = self.schema.decode(octets).map_err(wrong)?;
        let fault = |code, offset: usize, message| Wrong {
            code,
            offset: offset as u64,
            bit: 0,
            path: decoded.name.clone(),
            message,
            size: Some(decoded.size),
        };
        if self.name.as_ref().is_some_and(|name| *name != decoded.name) {
            return Err(fault("another_message", 0, "this is another message than the one asked for".into()));
        }
        // What a newer sender wrote behind all that is known, and did not count, is skipped.
        let newer = decoded.version > self.schema.blocks.version;
        if !several && decoded.size < octets.len() && !newer {
            let message = format!("{} octets are left behind the message", octets.len() - decoded.size);
            return Err(Wrong { size: None, ..fault("left_over", decoded.size, message) });
        }
        let size = if several { decoded.size } else { octets.len() };
        Ok((decoded, size))
    }
}

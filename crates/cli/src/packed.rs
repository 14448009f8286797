//! bitproto: what the verbs do with a schema whose layout says all.

use std::path::Path;

use wireglot_driver::bitproto::{compile, CompileOptions, Schema};
use wireglot_driver::sources::Host;
use wireglot_driver::LayoutId;

use crate::args::which;
use crate::exit::Failure;
use crate::judge::Judgement;
use crate::messages::{self, Wrong};

/// A schema without errors.
pub fn sound(file: &Path) -> Result<Schema, Failure> {
    let made = compile(file, CompileOptions::default(), Host::system())?;
    Judgement::usual(false).demand(&made)?;
    Ok(made)
}

/// A schema without errors, and a type of it that should have been named.
pub fn schema(file: &Path, ty: Option<&str>) -> Result<(Schema, LayoutId), Failure> {
    let made = sound(file)?;
    let Some(ty) = ty else {
        let messages = made.messages().into_iter().map(|message| made.layout.get(message).path.join("."));
        return Err(which(&messages.collect::<Vec<String>>()));
    };
    let root = made.find(ty).map_err(|unknown| Failure::Usage(unknown.to_string()))?;
    Ok((made, root))
}

/// Messages of one type. Input in a row is cut into messages of the length that this
/// version writes, unless the message is extensible.
pub struct Messages<'s> {
    pub schema: &'s Schema,
    pub root: LayoutId,
}

impl messages::Messages for Messages<'_> {
    fn decode(&self, octets: &[u8], several: bool) -> Result<(String, usize), Wrong> {
        let ty = self.schema.layout.get(self.root);
        let length = ty.octets() as usize;
        let cut = several && ty.fixed && length > 0;
        let size = if cut { length.min(octets.len()) } else { octets.len() };
        match self.schema.to_json(self.root, &octets[..size], false) {
            Ok(text) => Ok((text, size)),
            Err(error) => Err(Wrong { size: Some(size), ..error.into() }),
        }
    }

    fn encode(&self, text: &str, out: &mut Vec<u8>) -> Result<usize, Wrong> {
        Ok(self.schema.from_json(self.root, text, out)?)
    }
}

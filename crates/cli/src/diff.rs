//! `wireglot diff`: two PDUs of a type, compared field by field.

mod documents;
mod sides;
mod table;

use std::path::PathBuf;

use clap::Args;
use wireglot_driver::differences::Difference;
use wireglot_driver::rules::Notation;
use wireglot_driver::{Specification, Tape};

use crate::args::Schema;
use crate::data::{InForm, LimitArgs};
use crate::exit::{Done, Failure};
use crate::messages::Messages;
use crate::records::FrameArgs;
use crate::{packed, sbe};
use sides::{Both, Side};
use table::Table;

/// Compare two PDUs of one type, field by field
///
/// Either side may be octets under any rules or text; what is equal by X.680 is no difference: the
/// order of a SET OF, a default that is written out. Of several PDUs the first is compared with the
/// first, and so on. The exit code is 0 if they are equal, 1 if they differ, 2 if either can't be read,
/// and 3 if the schema is bad.
#[derive(Args)]
#[command(after_help = "Examples:
  wireglot diff -s rocket.asn1 -t Flight -r ber flight.ber flown.ber
  wireglot diff -s rocket.asn1 -t Flight -r ber,json flight.ber flight.json
  wireglot diff -s rocket.asn1 -t Flight -r der --in hex-lines --json flights.hex flown.hex
  wireglot diff -s calls.asn1 -t Call -r ber --block 128 calls.blocks calls.blocks")]
pub struct Diff {
    #[command(flatten)]
    schema: Schema,
    /// The type: Module.Type, or Type; messages of SBE name theirs
    #[arg(short = 't', long = "type", value_name = "TYPE")]
    named: Option<String>,
    /// The rules, of both sides or of each: ber der cer uper aper cuper caper oer coer jer json value
    ///
    /// bitproto and SBE need none; json says that a side is JSON.
    #[arg(short, long, value_name = "LEFT[,RIGHT]")]
    rules: Option<Both<sides::Word>>,
    /// How octets stand in the files, in both or in each: raw, hex, base64, pem, hex-lines or auto
    #[arg(long = "in", value_name = "LEFT[,RIGHT]", default_value = "raw")]
    form: Both<InForm>,
    /// Leave out what the specification does not know
    #[arg(long)]
    drop_unknown: bool,
    /// One JSON object for each difference: pdu, path, left, right
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    frames: FrameArgs,
    #[command(flatten)]
    limits: LimitArgs,
    /// The file of the left side; - is standard input
    left: PathBuf,
    /// The file of the right side
    right: PathBuf,
}

impl Diff {
    pub fn run(self) -> Done {
        if self.left == self.right && self.left.as_os_str() == "-" {
            return Err(Failure::Usage("standard input can be one side alone".into()));
        }
        let text = |word: &sides::Word| matches!(word.0, Notation::Text(_));
        if self.rules.as_ref().is_some_and(|both| text(&both.left) && text(&both.right)) {
            self.frames.refuse_for_text()?;
        }
        let differ = if let Some(file) = self.schema.bitproto() {
            let (schema, root) = packed::schema(file, self.named.as_deref())?;
            self.messages(
                self.named.as_deref().unwrap_or_default(),
                &packed::Messages { schema: &schema, root },
            )?
        } else if let Some(file) = self.schema.sbe() {
            let messages = sbe::Messages::open(file, self.schema.strict, self.named.as_deref())?;
            self.messages(self.named.as_deref().unwrap_or_default(), &messages)?
        } else {
            self.values()?
        };
        match differ {
            true => Err(Failure::Data),
            false => Ok(()),
        }
    }

    /// What each side is.
    fn sides(&self) -> (Side<'_>, Side<'_>) {
        let rules = self.rules.as_ref();
        let side = |path, rules: Option<sides::Word>, form| {
            let (most, framing) = (self.limits.limits().total, self.frames.framing());
            Side { path, rules: rules.map(|word| word.0), form, most, framing }
        };
        let left = side(&self.left, rules.map(|both| both.left), self.form.left);
        let right = side(&self.right, rules.map(|both| both.right), self.form.right);
        (left, right)
    }

    fn values(&self) -> Result<bool, Failure> {
        let name = self.named.as_deref().unwrap_or_default();
        let (left, right) = self.sides();
        for side in [&left, &right] {
            side.notation()?;
        }
        let mut specification: Specification = self.schema.open()?;
        let root = self.schema.find_asked(&mut specification, self.named.as_deref())?.root;
        for side in [&left, &right] {
            if let Some(rules) = side.binary() {
                self.schema.prepare(&mut specification, rules)?;
            }
        }
        let read = |side: &Side| side.values(&specification, root, &self.limits, self.drop_unknown);
        let (left, right) = (read(&left)?, read(&right)?);
        let differences =
            |i: usize| match (left.get(i).and_then(Tape::root), right.get(i).and_then(Tape::root)) {
                (Some(a), Some(b)) => specification.differences(root, a, b),
                (a, b) => alone(name, [a, b].map(|v| v.map(|v| specification.to_json(v, sides::SPELLING)))),
            };
        self.tell(left.len().max(right.len()), differences)
    }

    fn messages(&self, name: &str, messages: &(dyn Messages + Sync)) -> Result<bool, Failure> {
        let (left, right) = self.sides();
        let (left, right) = (left.messages(messages)?, right.messages(messages)?);
        let differences = |i: usize| match (left.get(i), right.get(i)) {
            (Some(a), Some(b)) => documents::differences(name, a, b),
            (a, b) => alone(name, [a, b].map(|v| v.map(serde_json::Value::to_string))),
        };
        self.tell(left.len().max(right.len()), differences)
    }

    /// Prints what differs; says whether anything does.
    fn tell(&self, count: usize, differences: impl Fn(usize) -> Vec<Difference>) -> Result<bool, Failure> {
        if count == 0 {
            let message = "there is nothing to compare: neither side has a PDU";
            return Err(Failure::Usage(message.into()));
        }
        let mut table = Table::new(&self.left, &self.right, count > 1, self.json);
        for i in 0..count {
            table.add(i + 1, differences(i))?;
        }
        table.finish()
    }
}

/// A PDU that one side alone has.
fn alone(name: &str, [left, right]: [Option<String>; 2]) -> Vec<Difference> {
    vec![Difference { path: name.to_string(), left, right }]
}

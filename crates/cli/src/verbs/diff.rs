//! `wireglot diff`: two PDUs of a type, compared field by field.

mod documents;
mod sides;
mod table;

use std::path::PathBuf;

use clap::Args;
use wireglot_driver::differences::Difference;
use wireglot_driver::inputs::InForm;
use wireglot_driver::languages::Feature;
use wireglot_driver::messages::{to_json, Message, MessageRequest};
use wireglot_driver::rules::Notation;
use wireglot_driver::{DecodeOptions, Rules, Tape, Unknowns};

use crate::input::args::Schema;
use crate::input::data::LimitArgs;
use crate::output::exit::{Done, Failure};
use crate::records::FrameArgs;
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
        let language = self.schema.demand(&[("--drop-unknown", Feature::Extensions, self.drop_unknown)])?;
        let (left, right) = self.sides(language.features().contains(&Feature::Rules))?;
        let rules: Vec<Rules> = [&left, &right].into_iter().filter_map(Side::binary).collect();
        let (name, strict) = (self.named.as_deref(), self.schema.strict);
        let asked = MessageRequest { name, rules: &rules, strict, ..MessageRequest::default() };
        let message = &*self.schema.message("diff", &asked)?;
        let differ = match message.has_own_json() {
            true => self.documents(message, &left, &right)?,
            false => self.values(message, &left, &right)?,
        };
        match differ {
            true => Err(Failure::Data),
            false => Ok(()),
        }
    }

    /// What each side is; `chosen` says whether rules have to be said.
    fn sides(&self, chosen: bool) -> Result<(Side<'_>, Side<'_>), Failure> {
        let rules = self.rules.as_ref();
        let side = |path, rules: Option<sides::Word>, form| {
            let (most, framing) = (self.limits.limits().total, self.frames.framing());
            let unknown = if self.drop_unknown { Unknowns::Skip } else { Unknowns::Keep };
            let options = DecodeOptions { unknown, ..self.limits.options() };
            let side = Side { path, rules: rules.map(|word| word.0), form, most, framing, options };
            side.suits(chosen).map(|()| side)
        };
        let left = side(&self.left, rules.map(|both| both.left), self.form.left)?;
        let right = side(&self.right, rules.map(|both| both.right), self.form.right)?;
        Ok((left, right))
    }

    fn values(&self, message: &dyn Message, left: &Side, right: &Side) -> Result<bool, Failure> {
        let name = self.named.as_deref().unwrap_or_default();
        let (left, right) = (left.values(message)?, right.values(message)?);
        let differences =
            |i: usize| match (left.get(i).and_then(Tape::root), right.get(i).and_then(Tape::root)) {
                (Some(a), Some(b)) => message.differences(a, b),
                (a, b) => alone(name, [a, b].map(|v| v.map(|v| to_json(message.shape(), v)))),
            };
        self.tell(left.len().max(right.len()), differences)
    }

    fn documents(&self, message: &dyn Message, left: &Side, right: &Side) -> Result<bool, Failure> {
        let name = self.named.as_deref().unwrap_or_default();
        let (left, right) = (left.documents(message)?, right.documents(message)?);
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

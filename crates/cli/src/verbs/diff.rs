//! `wireglot diff`: compares two PDUs of a type field by field.

mod table;

use std::io::Read;
use std::path::{Path, PathBuf};
use std::str::FromStr;

use clap::Args;
use wireglot_driver::diff::{Compared, Comparison, Side, Unfit};
use wireglot_driver::inputs::InForm;
use wireglot_driver::languages::Feature;
use wireglot_driver::messages::{FieldError, Message, MessageRequest, Reading};
use wireglot_driver::rules::Notation;
use wireglot_driver::texts;
use wireglot_driver::{DecodeOptions, Rules, Unknowns};

use crate::input::args::Schema;
use crate::input::codec_arg::CodecArg;
use crate::input::data::{open, LimitArgs};
use crate::input::guess::Guesses;
use crate::input::missing::{Needs, RulesNeed};
use crate::input::rules_word::RulesWord;
use crate::input::tolerance_args::OpenTypeArgs;
use crate::output::destination::OutputArg;
use crate::output::exit::{Done, Failure};
use crate::output::report::Report;
use crate::records::{stopped, FrameArgs, Terminal};
use table::Table;

/// Compare two messages of one type, field by field
///
/// Each side can be in any encoding or text form. Differences that don't matter in X.680 are ignored: the
/// order of a SET OF, or an encoded default. If a file has several messages, they are compared in order. The
/// exit code is 0 if they are equal, 1 if they differ, 2 if either can't be read, and 3 if the schema is bad.
#[derive(Args)]
#[command(after_help = "Examples:
  wireglot diff old.pem new.pem
  wireglot diff -s rocket.asn1 -t Flight -r ber flight.ber flown.ber
  wireglot diff -s rocket.asn1 -t Flight -r ber,json flight.ber flight.json
  wireglot diff -s orders.xml -r ,json --in hex-lines orders.hex orders.json
  wireglot diff -s rocket.asn1 -t Flight -r der --in hex-lines --json flights.hex flown.hex
  wireglot diff -s calls.asn1 -t Call -r ber --block 128 calls.blocks calls.blocks")]
pub struct Diff {
    #[command(flatten)]
    schema: Schema,
    /// The type: Module.Type or Type; optional for SBE
    #[arg(short = 't', long = "type", value_name = "TYPE")]
    named: Option<String>,
    /// The encoding rules of both sides, or of each: ber der cer uper aper cuper caper oer coer jer json
    /// value xer h248 h248-compact etf
    ///
    /// bitproto and SBE need none; use `,json` if the right side is JSON, `json,` if the left one is, and `json`
    /// for both.
    #[arg(short, long, value_name = "LEFT[,RIGHT]")]
    rules: Option<Both<SideRules>>,
    /// The form of both files, or of each: raw, hex, base64, pem, dump, hex-lines, base64-lines or auto
    #[arg(long = "in", value_name = "LEFT[,RIGHT]", default_value = "auto")]
    form: Both<InForm>,
    /// Omit parts that the specification doesn't know
    #[arg(long)]
    drop_unknown: bool,
    /// Print a JSON object for each difference: pdu, path, left, right
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    output: OutputArg,
    #[command(flatten)]
    frames: FrameArgs,
    #[command(flatten)]
    open_types: OpenTypeArgs,
    #[command(flatten)]
    limits: LimitArgs,
    /// The left file; - is standard input
    left: PathBuf,
    /// The right file
    right: PathBuf,
}

impl Diff {
    pub fn run(mut self) -> Done {
        if self.left == self.right && self.left.as_os_str() == "-" {
            return Err(Failure::Usage("only one side can be standard input".into()));
        }
        let text = |word: &SideRules| matches!(word.0, Some(Notation::Text(_)));
        if self.rules.as_ref().is_some_and(|both| text(&both.left) && text(&both.right)) {
            self.frames.refuse_for_text()?;
        }
        let left = self.opened(&self.left, self.form.left)?;
        let right = self.opened(&self.right, self.form.right)?;
        if self.named.is_none() && self.rules.is_none() && self.is_of_known_types()? {
            self.identify(&left, &right)?;
        }
        self.needs()?;
        let drop_unknown = ("--drop-unknown", Feature::Extensions, self.drop_unknown);
        let language = self.schema.demand(&[drop_unknown, self.open_types.demand()])?;
        let sides = self.sides(language.features().contains(&Feature::Rules))?;
        let rules: Vec<Rules> = [&sides.0, &sides.1].into_iter().filter_map(Side::rules).collect();
        let (name, strict) = (self.named.as_deref(), self.schema.strict);
        let asked = MessageRequest { name, rules: &rules, strict, ..MessageRequest::default() };
        let message = &*self.schema.message("diff", &asked)?;
        let size = left.octets.len() + right.octets.len();
        let notation =
            |side: &Side, opened: &Opened| if opened.begins_as_json() { JSON } else { side.notation };
        let as_json = Both { left: notation(&sides.0, &left), right: notation(&sides.1, &right) }.said();
        let left = self.read(&sides.0, left, message, &as_json)?;
        let right = self.read(&sides.1, right, message, &as_json)?;
        let most = Reading { output: self.limits.output(), ..Reading::default() }.most_text(size);
        let name = self.named.as_deref().unwrap_or_default();
        match self.tell(&Comparison::new(message, name, (left, right), most))? {
            true => Err(Failure::Data),
            false => Ok(()),
        }
    }

    /// Requires the schema, the type and the rules.
    fn needs(&self) -> Done {
        let words = Notation::words().collect();
        let rules = RulesNeed { option: "-r", example: Rules::default().word(), reads: true, words };
        let rules = if self.rules.is_none() { vec![rules] } else { Vec::new() };
        let said = self.rules.as_ref().and_then(|both| both.left.0);
        let said = said.and_then(|notation| CodecArg::Rules(RulesWord(notation)).rules());
        let (said, inputs) = ((self.named.as_deref(), said), std::slice::from_ref(&self.left));
        let ty = self.named.is_none().then_some("-t");
        Needs { schema: &self.schema, ty, rules: &rules, said, inputs, form: self.form.left }.met()
    }

    /// How to read each side; `chosen` says whether rules must be given.
    fn sides(&self, chosen: bool) -> Result<(Side, Side), Failure> {
        let rules = self.rules.as_ref();
        let side = |word: Option<SideRules>, form| {
            let unknown = if self.drop_unknown { Unknowns::Skip } else { Unknowns::Keep };
            let options =
                DecodeOptions { unknown, ..self.open_types.options(&self.limits, self.schema.strict) };
            let notation = word.and_then(|word| word.0);
            suits(notation, chosen).map(|()| Side { notation, form, framing: self.frames.framing(), options })
        };
        let left = side(rules.map(|both| both.left), self.form.left)?;
        let right = side(rules.map(|both| both.right), self.form.right)?;
        Ok((left, right))
    }

    /// The contents of a file.
    fn opened(&self, path: &Path, form: InForm) -> Result<Opened, Failure> {
        let (name, mut input) = open(path, form)?;
        let mut octets = Vec::new();
        input.read_to_end(&mut octets).map_err(|error| Failure::Io(format!("{name}: {error}")))?;
        Ok(Opened { name, octets })
    }

    /// Whether the files may be of well-known types: there is no schema, or it supplements the built-in modules.
    fn is_of_known_types(&self) -> Result<bool, Failure> {
        match self.schema.is_unsaid() {
            true => Ok(true),
            false => self.schema.is_beside(std::slice::from_ref(&self.left), self.form.left),
        }
    }

    /// Sets the schema, the type and the rules to those of the well-known type that both files are of.
    fn identify(&mut self, left: &Opened, right: &Opened) -> Done {
        let mut guesses = Guesses::beside(self.schema.options());
        let (form, other_form) = (self.form.left, self.form.right);
        let one = guesses.only(&left.name, form, &left.octets)?;
        let other = guesses.only(&right.name, other_form, &right.octets)?;
        if one.candidate.ty != other.candidate.ty {
            let (left, right) = ((&left.name, one.told()), (&right.name, other.told()));
            let told = format!("{} {}, but {} {}", left.0, left.1, right.0, right.1);
            return Err(Failure::Usage(format!("only values of one type can be compared: {told}")));
        }
        self.schema = self.schema.with_built_in(one.candidate.set);
        self.named = Some(one.candidate.ty.to_string());
        let [left, right] = [one, other].map(|known| SideRules(Some(Notation::Binary(known.rules))));
        self.rules = Some(Both { left, right });
        Ok(())
    }

    /// The messages of a file; `as_json` are the rules to try if it looks like JSON.
    fn read(
        &self,
        side: &Side,
        Opened { name, octets }: Opened,
        message: &dyn Message,
        as_json: &str,
    ) -> Result<Compared, Failure> {
        side.read(message, &name, octets, &mut Terminal).map_err(|unfit| match unfit {
            Unfit::Stopped(why) => stopped(why, &side.framing),
            Unfit::Refused(refusal) => self.schema.refused("diff", refusal),
            Unfit::Damaged { place, damage, json } => {
                let report = Report::of_damage(&place, &damage);
                match json {
                    true => Failure::Usage(format!(
                        "{} (this looks like JSON: try -r {as_json})",
                        report.sentence()
                    )),
                    false => Failure::Usage(report.sentence()),
                }
            }
            Unfit::NotUtf8(error) => Failure::Usage(format!("{name}: {error}")),
            Unfit::Wrong { place, path, message, offset } => {
                let colon = if path.is_empty() { "" } else { ": " };
                Failure::Usage(format!("{place}: {path}{colon}{message} at octet {offset}"))
            }
        })
    }

    /// Prints the differences; returns whether there are any.
    fn tell(&self, comparison: &Comparison) -> Result<bool, Failure> {
        let count = comparison.count();
        if count == 0 {
            let message = "there is nothing to compare: neither side has a PDU";
            return Err(Failure::Usage(message.into()));
        }
        let mut table = Table::new(&self.left, &self.right, count > 1, self.json, &self.output)?;
        for i in 0..count {
            let told = |error: FieldError| Failure::Usage(format!("{}: {}", error.path, error.message));
            table.add(i + 1, comparison.differences(i).map_err(told)?)?;
        }
        table.finish()
    }
}

/// A file that was read.
struct Opened {
    name: String,
    octets: Vec<u8>,
}

impl Opened {
    /// Whether it begins like a value in JSON.
    fn begins_as_json(&self) -> bool {
        self.octets.trim_ascii_start().starts_with(b"{")
    }
}

/// Rejects rules for a side that do not suit the schema: either they must be given, or the schema determines
/// them.
fn suits(notation: Option<Notation>, chosen: bool) -> Done {
    match (chosen, notation) {
        (true, Some(_)) | (false, None) => Ok(()),
        (false, Some(notation)) if notation.is_json() => Ok(()),
        (true, None) => {
            let example = Both { left: Some(Notation::Binary(Rules::default())), right: JSON }.said();
            Err(Failure::Usage(format!("-r needs the rules of both sides: -r {example}")))
        }
        (false, Some(_)) => {
            let told =
                "messages of this schema have one encoding, without a name: use -r ,json if the right side \
                is JSON, -r json, if the left one is, or no -r";
            Err(Failure::Usage(told.into()))
        }
    }
}

/// The notation of a side in JSON.
const JSON: Option<Notation> = Some(Notation::Text(texts::JSON));

/// The rules of a side; an empty word stands for the encoding of a schema that has only one.
#[derive(Clone, Copy)]
struct SideRules(Option<Notation>);

impl FromStr for SideRules {
    type Err = String;

    fn from_str(word: &str) -> Result<SideRules, String> {
        match word {
            "" => Ok(SideRules(None)),
            word => word.parse::<RulesWord>().map(|rules| SideRules(Some(rules.0))),
        }
    }
}

/// One value for both sides, or one for each, separated by a comma.
#[derive(Clone)]
struct Both<T> {
    left: T,
    right: T,
}

impl<T: FromStr<Err = String> + Clone> FromStr for Both<T> {
    type Err = String;

    fn from_str(words: &str) -> Result<Both<T>, String> {
        let (left, right) = words.split_once(',').unwrap_or((words, words));
        Ok(Both { left: left.parse()?, right: right.parse()? })
    }
}

impl Both<Option<Notation>> {
    /// The value of `-r` that says so.
    fn said(&self) -> String {
        let word = |side: Option<Notation>| side.map_or("", |notation| notation.word());
        match (word(self.left), word(self.right)) {
            (left, right) if left == right => left.to_string(),
            (left, right) => format!("{left},{right}"),
        }
    }
}

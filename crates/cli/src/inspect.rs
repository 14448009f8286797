//! `wireglot inspect`: what each bit of some octets is, and why.

mod table;

use std::io::{Read, Write};
use std::path::{Path, PathBuf};

use clap::Args;
use wireglot_driver::bitproto::is_bitproto;
use wireglot_driver::forms::Form;
use wireglot_driver::inspect::{self, Annotated, Annotation, Part};
use wireglot_driver::pipeline::SchemaFiles;
use wireglot_driver::records::Framing;
use wireglot_driver::sbe::is_sbe;
use wireglot_driver::{DecodeOptions, Rules, Specification};

use crate::args::RulesWord;
use crate::data::{inputs, open, InForm, LimitArgs};
use crate::exit::{complain, Done, Failure};
use crate::packed;
use crate::records::{self, FrameArgs};
use crate::sbe;
use table::{Order, Table};

/// Show what each octet and bit is: place, field, type, value, how long and why
///
/// Of all binary rules of ASN.1 and of messages of bitproto and SBE; of BER, DER and CER also without a
/// specification, where what is guessed says so. Damaged input shows all that was decoded, then the
/// error in its place; the exit code is 1.
#[derive(Args)]
#[command(after_help = "Examples:
  wireglot inspect certificate.der
  wireglot inspect -s pkix.asn1 -t Certificate -r der certificate.der --path Certificate.signature
  wireglot inspect -s rocket.asn1 -t Flight -r uper --in hex flight.hex
  wireglot inspect -s buoy.bitproto -t Report --in hex-lines report.hex --at 7")]
pub struct Inspect {
    /// A schema file, or a folder of which all schema files are taken; repeat it for more
    #[arg(short = 's', long = "schema", value_name = "FILE")]
    schemas: Vec<PathBuf>,
    /// A folder to search for modules that the schemas import; repeat it for more
    #[arg(short = 'I', value_name = "FOLDER")]
    folders: Vec<PathBuf>,
    /// The type: Module.Type, or Type; of bitproto the message; messages of SBE name theirs
    #[arg(short = 't', long = "type", value_name = "TYPE", requires = "schemas")]
    name: Option<String>,
    /// The rules: ber der cer uper aper cuper caper oer coer; bitproto and SBE need none
    #[arg(short, long, value_name = "RULES", default_value = "ber")]
    rules: RulesWord,
    /// How the octets stand in the input: raw, hex, base64, pem, hex-lines or base64-lines
    /// (one PDU a line), or auto
    #[arg(long = "in", value_name = "FORM", default_value = "raw")]
    form: InForm,
    /// A JSON object a line for each span, with stable names
    #[arg(long)]
    json: bool,
    /// Shows so many levels alone; what lies deeper is counted with what is around it
    #[arg(long, value_name = "N")]
    depth: Option<u32>,
    /// Shows what is at this octet alone, and what it is in
    #[arg(long, value_name = "OCTET")]
    at: Option<u64>,
    /// Shows this field and what is in it alone
    #[arg(long, value_name = "PATH")]
    path: Option<String>,
    /// Shows this record of a file alone, counted from 1; places count from its first octet
    #[arg(long, value_name = "N", requires = "name", help_heading = "Files of records")]
    record: Option<u64>,
    #[command(flatten)]
    frames: FrameArgs,
    #[command(flatten)]
    limits: LimitArgs,
    /// Files; none, or -, is standard input
    files: Vec<PathBuf>,
}

/// What octets are read by.
enum By {
    Nothing,
    Layout(Box<wireglot_driver::bitproto::Schema>, wireglot_driver::LayoutId),
    Blocks(Box<wireglot_driver::sbe::Schema>),
    Plan(Box<Specification>, Rules, usize),
}

impl By {
    /// Whether each span has a name; else what lies deeper than another belongs to that.
    fn names_all(&self) -> bool {
        match self {
            By::Nothing => false,
            By::Layout(..) | By::Blocks(_) => true,
            By::Plan(_, rules, _) => !has_tags(*rules),
        }
    }
}

/// Whether encodings have tags and lengths, which say something without a specification.
fn has_tags(rules: Rules) -> bool {
    matches!(rules, Rules::Ber | Rules::Der | Rules::Cer)
}

impl Inspect {
    pub fn run(self) -> Done {
        let by = self.by()?;
        let mut out = std::io::BufWriter::new(anstream::stdout().lock());
        let mut wrong = false;
        for path in inputs(&self.files) {
            let (name, octets) = read(&path)?;
            let form = self.form.settle(&name, &octets);
            let several = matches!(form, Form::Pem | Form::HexLines | Form::Base64Lines);
            for part in form.parts(octets) {
                let place = if several { format!("{name}, line {}", part.line) } else { name.clone() };
                match part.octets {
                    Ok(octets) => wrong |= self.rows(&by, &place, &octets, &mut out)?,
                    Err(error) => {
                        out.flush()?;
                        complain(&format!("{place}: {} at octet {}", error.message, error.offset));
                        wrong = true;
                    }
                }
            }
        }
        out.flush()?;
        match wrong {
            true => Err(Failure::Data),
            false => Ok(()),
        }
    }

    fn by(&self) -> Result<By, Failure> {
        if let ([file], None) = (&self.schemas[..], &self.name) {
            if is_sbe(file) {
                return Ok(By::Blocks(Box::new(sbe::sound(file, false)?)));
            }
        }
        let Some(name) = &self.name else {
            return match &self.schemas[..] {
                [] => self.tags_alone().map(|()| By::Nothing),
                _ => Err(Failure::Usage("which type? say -t Module.Type".into())),
            };
        };
        if let [file] = &self.schemas[..] {
            if is_sbe(file) {
                return Err(Failure::Usage(
                    "messages of SBE say themselves which they are: leave -t out".into(),
                ));
            }
            if is_bitproto(file) {
                let (schema, root) = packed::schema(file, name)?;
                return Ok(By::Layout(Box::new(schema), root));
            }
        }
        let rules = self.rules.plan()?;
        let files =
            SchemaFiles { schemas: self.schemas.clone(), folders: self.folders.clone(), clean: false };
        let mut specification = Specification::open(&files, false)?;
        let found = specification.focus(name).map_err(|unknown| Failure::Usage(unknown.to_string()))?;
        specification.prepare(rules)?;
        Ok(By::Plan(Box::new(specification), rules, found.root))
    }

    /// Whether the rules have tags, which say something without a specification.
    fn tags_alone(&self) -> Done {
        let rules = self.rules.plan()?;
        match has_tags(rules) {
            true => Ok(()),
            false => Err(Failure::Usage(format!(
                "{rules} says nothing without a specification: add -s FILE -t TYPE"
            ))),
        }
    }

    /// One input in octets, or the records in it that are asked for; says whether anything is wrong.
    fn rows(&self, by: &By, place: &str, octets: &[u8], out: &mut impl Write) -> Result<bool, Failure> {
        let framing = self.frames.framing();
        let (By::Plan(specification, rules, root), true) =
            (by, self.record.is_some() || framing != Framing::default())
        else {
            return self.part(by, place, octets, out);
        };
        let options =
            DecodeOptions { limits: self.limits.limits(), trailing: true, ..DecodeOptions::default() };
        let codec = specification.codec(*rules).ok_or(Failure::Schema)?;
        let (mut wrong, mut any) = (false, false);
        for record in records::places(codec, *root, &options, framing, octets)? {
            if self.record.is_some_and(|number| number != record.number) {
                continue;
            }
            any = true;
            let (from, to) = (record.offset + record.lead, record.offset + record.octets);
            let octets = octets.get(from as usize..to as usize).unwrap_or_default();
            wrong |= self.part(by, &format!("{place}, record {}", record.number), octets, out)?;
        }
        match (any, self.record) {
            (false, Some(number)) => Err(Failure::Usage(format!("{place} has no record {number}"))),
            _ => Ok(wrong),
        }
    }

    /// One input in octets; says whether anything is wrong in it.
    fn part(&self, by: &By, place: &str, octets: &[u8], out: &mut impl Write) -> Result<bool, Failure> {
        let made = match by {
            By::Nothing => inspect::unplanned(octets),
            By::Layout(schema, root) => inspect::packed(&schema.layout, *root, octets),
            By::Blocks(schema) => schema.inspect(octets),
            By::Plan(specification, rules, root) => {
                let options = DecodeOptions { limits: self.limits.limits(), ..DecodeOptions::default() };
                let codec = specification.codec(*rules).ok_or(Failure::Schema)?;
                inspect::planned(codec, *root, octets, &options)
            }
        };
        let order = match by {
            By::Layout(..) => Order::LeastFirst,
            _ => Order::MostFirst,
        };
        let table = Table::new(octets, order, &made.spans);
        let shown = self.shown(&made, by.names_all());
        match self.json {
            true => shown.iter().try_for_each(|span| writeln!(out, "{}", table.json(span)))?,
            false => table.print(&shown, made.error.as_ref(), out)?,
        }
        let Some(stop) = &made.error else { return Ok(false) };
        if self.json {
            writeln!(out, "{}", table.json_error(stop))?;
        }
        out.flush()?;
        let colon = if stop.path.is_empty() { "" } else { ": " };
        let bit = if stop.bit.is_multiple_of(8) { String::new() } else { format!(", bit {}", stop.bit % 8) };
        complain(&format!("{place}: {}{colon}{} at octet {}{bit}", stop.path, stop.message, stop.bit / 8));
        Ok(true)
    }

    /// The spans that were asked for.
    fn shown(&self, made: &Annotated, by_path: bool) -> Vec<Annotation> {
        let mut shown: Vec<Annotation> = Vec::new();
        for span in &made.spans {
            let Some(depth) = self.depth.filter(|depth| span.depth > *depth) else {
                shown.push(span.clone());
                continue;
            };
            // What lies deeper than wanted lengthens what is around it.
            let around = cut(&span.path, depth);
            match shown.last_mut().filter(|last| last.path == around && last.part == Part::Header || !by_path)
            {
                Some(last) => last.bits += span.bits,
                None => shown.push(Annotation {
                    path: around.to_string(),
                    depth,
                    part: Part::Header,
                    ty: String::new(),
                    value: None,
                    why: "all that is in it".into(),
                    ..span.clone()
                }),
            }
        }
        let at = |span: &Annotation| {
            self.at.is_none_or(|octet| span.bit < octet * 8 + 8 && octet * 8 < span.bit + span.bits)
        };
        let named = |span: &Annotation| {
            self.path.as_ref().is_none_or(|path| {
                let rest = span.path.strip_prefix(path.as_str());
                rest.is_some_and(|rest| rest.is_empty() || rest.starts_with(['.', '[']))
            })
        };
        shown.retain(|span| at(span) && named(span));
        shown
    }
}

fn read(path: &Path) -> Result<(String, Vec<u8>), Failure> {
    let (name, mut input) = open(path)?;
    let mut octets = Vec::new();
    input.read_to_end(&mut octets).map_err(|error| Failure::Io(format!("{name}: {error}")))?;
    Ok((name, octets))
}

/// The beginning of a path, so many steps below the root.
fn cut(path: &str, steps: u32) -> &str {
    let mut ends = path.match_indices(['.', '[']).map(|(at, _)| at);
    ends.nth(steps as usize).map_or(path, |end| &path[..end])
}

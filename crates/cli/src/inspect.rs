//! `wireglot inspect`: what each bit of some octets is, and why.

mod filter;
mod table;

use std::io::{Read, Write};
use std::ops::Range;
use std::path::PathBuf;

use clap::Args;
use wireglot_driver::bitproto::is_bitproto;
use wireglot_driver::forms::Form;
use wireglot_driver::inspect::{self, Annotated};
use wireglot_driver::pipeline::SchemaFiles;
use wireglot_driver::records::{Framing, Record};
use wireglot_driver::sbe::is_sbe;
use wireglot_driver::{DecodeOptions, LayoutId, Rules, Specification};

use crate::args::{which, RulesWord};
use crate::data::{each_input, InForm, LimitArgs};
use crate::exit::{complain, Done, Failure};
use crate::messages;
use crate::packed;
use crate::records::{self, plan_finder, FrameArgs, Place};
use crate::rendering::Rendering;
use crate::sbe;
use crate::words;
use filter::{gap, Filter};
use table::{Order, Table, Within};

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
  wireglot inspect -s calls.asn1 -t Call --block 128 --record 3 --render imsi=tbcd calls.blocks
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
    #[arg(short, long, value_name = "RULES", default_value = "ber", value_parser = words::plan_rules(), hide_possible_values = true)]
    rules: RulesWord,
    /// How the octets stand in the input: raw, hex, base64, pem, hex-lines or base64-lines
    /// (one PDU a line), or auto
    #[arg(long = "in", value_name = "FORM", default_value = "raw", value_parser = words::forms_in(), hide_possible_values = true)]
    form: InForm,
    /// A JSON object a line for each span, with stable names (docs/inspect.md)
    #[arg(long)]
    json: bool,
    /// Shows so many levels alone; what lies deeper is counted with what is around it
    #[arg(long, value_name = "N")]
    depth: Option<u32>,
    /// Shows what is at this octet alone, as errors of decode name it: counted from 0, from the start of
    /// the file, whatever record that is in; of lines and PEM blocks, from their start
    #[arg(long, value_name = "OCTET")]
    at: Option<u64>,
    /// Shows this field and what is in it alone, such as location.cell or parties[*].number
    #[arg(long, value_name = "PATH")]
    path: Option<String>,
    /// Show values as people call them: PATH=HOW or TYPE=HOW, as for decode; @FILE has one a line;
    /// repeat it for more
    #[arg(long, value_name = "WHAT")]
    render: Vec<String>,
    /// Shows this record of each file alone, counted from 1 as errors of decode count; octets are still
    /// those of the file
    #[arg(long, value_name = "N", requires = "schemas", help_heading = "Files of records")]
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
    Layout(Box<wireglot_driver::bitproto::Schema>, LayoutId),
    Blocks(Box<sbe::Messages>),
    Plan(Box<Specification>, Rules, usize),
}

/// Whether encodings have tags and lengths, which say something without a specification.
fn has_tags(rules: Rules) -> bool {
    matches!(rules, Rules::Ber | Rules::Der | Rules::Cer)
}

impl Inspect {
    pub fn run(self) -> Done {
        let by = self.by()?;
        let mut out = std::io::BufWriter::new(anstream::stdout().lock());
        let mut view = self.view(&by, &mut out)?;
        let mut wrong = false;
        let readings = each_input(&self.files, |name, mut input| {
            let mut octets = Vec::new();
            input.read_to_end(&mut octets)?;
            let form = self.form.settle(&name, &octets);
            let several = matches!(form, Form::Pem | Form::HexLines | Form::Base64Lines);
            let parts = form.parts(octets);
            if several && self.record.is_some_and(|number| number == 0 || number > parts.len() as u64) {
                return Err(no_record(&name, self.record, parts.len()));
            }
            if parts.is_empty() {
                wrong |= self.nothing(&mut view, &name, form)?;
            }
            let alone = parts.len() < 2 || self.record.is_some();
            for (number, part) in (1..).zip(parts) {
                if several && self.record.is_some_and(|wanted| wanted != number) {
                    continue;
                }
                let within = if several { Within::Line(part.line) } else { Within::File };
                let place = Spot { name: &name, within, alone };
                match part.octets {
                    Ok(octets) if several => wrong |= view.part(&place, &octets, 0..octets.len(), None)?,
                    Ok(octets) => wrong |= self.rows(&mut view, &name, &octets)?,
                    Err(error) => {
                        view.out.flush()?;
                        complain(&format!("{place}: {} at octet {}", error.message, error.offset));
                        wrong = true;
                    }
                }
            }
            Ok(())
        })?;
        view.out.flush()?;
        readings.end(wrong)?;
        view.filter.unmet()
    }

    /// An input without octets: of some types that is a value. Says whether it is wrong.
    fn nothing<W: Write>(&self, view: &mut View<W>, name: &str, form: Form) -> Result<bool, Failure> {
        let framed = self.frames.framing() != Framing::default();
        let plain = !framed && !form.is_lines() && form != Form::Pem;
        if plain && matches!(view.by, By::Plan(..)) {
            return self.rows(view, name, &[]);
        }
        let place = Place::of(name);
        let Some(report) = records::nothing(&place, form, framed) else { return Ok(false) };
        view.out.flush()?;
        complain(&format!("{name}: {}", report.message));
        Ok(true)
    }

    fn by(&self) -> Result<By, Failure> {
        if let ([file], None) = (&self.schemas[..], &self.name) {
            if is_sbe(file) {
                return Ok(By::Blocks(Box::new(sbe::Messages::open(file, false, None)?)));
            }
        }
        let name = self.name.as_deref();
        if self.schemas.is_empty() {
            return self.tags_alone().map(|()| By::Nothing);
        }
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
        let name = name.ok_or_else(|| which(&specification.outermost()))?;
        let found = specification.focus(name).map_err(|unknown| Failure::Usage(unknown.to_string()))?;
        specification.prepare(rules)?;
        Ok(By::Plan(Box::new(specification), rules, found.root))
    }

    /// What is needed of an encoding that nothing but tags is known of.
    fn tags_alone(&self) -> Done {
        let rules = self.rules.plan()?;
        let framed = self.frames.framing() != Framing::default();
        let told = |what: &str| Err(Failure::Usage(format!("{what}: add -s FILE -t TYPE")));
        match rules {
            _ if !has_tags(rules) => told(&format!("{rules} says nothing without a specification")),
            _ if self.path.is_some() => told("--path: nothing has a name without a specification"),
            _ if framed => told("--skip, --block, --pad, --prefix: records are found by a specification"),
            _ => Ok(()),
        }
    }

    fn view<'v, W: Write>(&self, by: &'v By, out: &'v mut W) -> Result<View<'v, W>, Failure> {
        let path = self.path.as_deref();
        let told = |message| Failure::Usage(format!("--path {message}"));
        let path = path.map(|path| Filter::wanted(by.checked(), path)).transpose().map_err(told)?;
        let rendering = match by {
            By::Plan(specification, ..) => Rendering::new(specification, &self.render)?,
            _ if self.render.is_empty() => Rendering::default(),
            _ => return Err(Failure::Usage("--render is for ASN.1: it needs -s and -t of one".into())),
        };
        let filter = Filter::new(self.depth, self.at, path, by.names_all());
        let limits = self.limits.limits();
        let options = DecodeOptions { limits, ..DecodeOptions::default() };
        Ok(View { by, options, rendering, filter, json: self.json, out })
    }

    /// Octets of a file, or the records in it that are asked for; says whether anything is wrong.
    fn rows<W: Write>(&self, view: &mut View<W>, name: &str, octets: &[u8]) -> Result<bool, Failure> {
        let framing = self.frames.framing();
        if self.record.is_none() && framing == Framing::default() {
            let place = Spot { name, within: Within::File, alone: true };
            return view.part(&place, octets, 0..octets.len(), None);
        }
        let records = view.records(framing, octets)?;
        if self.record.is_some_and(|wanted| records.iter().all(|record| record.number != wanted)) {
            return Err(no_record(name, self.record, records.len()));
        }
        let (mut wrong, mut end, count) = (false, 0, records.len());
        for (index, record) in records.into_iter().enumerate() {
            if self.record.is_some_and(|wanted| wanted != record.number) {
                continue;
            }
            let from = if self.record.is_some() { record.offset } else { end };
            end = record.offset + record.octets;
            let last = self.record.is_none() && index + 1 == count;
            let until = if last { octets.len() as u64 } else { end };
            let place = Spot { name, within: Within::Record(record.number), alone: self.record.is_some() };
            wrong |= view.part(&place, octets, from as usize..until as usize, Some(&record))?;
        }
        if count == 0 {
            let place = Spot { name, within: Within::File, alone: true };
            wrong |= view.part(&place, octets, 0..octets.len(), None)?;
        }
        Ok(wrong)
    }
}

/// What is to be said where there is no such record.
fn no_record(name: &str, wanted: Option<u64>, count: usize) -> Failure {
    let (wanted, records) = (wanted.unwrap_or(0), if count == 1 { "record" } else { "records" });
    Failure::Usage(format!("{name} has no record {wanted}: there are {count} {records}"))
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

    /// The type by which paths can be checked.
    fn checked(&self) -> Option<(&Specification, usize)> {
        match self {
            By::Plan(specification, _, root) => Some((specification, *root)),
            _ => None,
        }
    }

    fn spans(&self, octets: &[u8], options: &DecodeOptions) -> Result<Annotated, Failure> {
        Ok(match self {
            By::Nothing => inspect::unplanned(octets),
            By::Layout(schema, root) => inspect::packed(&schema.layout, *root, octets),
            By::Blocks(messages) => messages.schema().inspect(octets),
            By::Plan(specification, rules, root) => {
                let codec = specification.codec(*rules).ok_or(Failure::Schema)?;
                inspect::planned(codec, *root, octets, options)
            }
        })
    }
}

/// Where some octets stand, for people.
struct Spot<'s> {
    name: &'s str,
    within: Within,
    /// Nothing else of the file is shown.
    alone: bool,
}

impl std::fmt::Display for Spot<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self.within {
            Within::File => f.write_str(self.name),
            Within::Line(line) => write!(f, "{}, line {line}", self.name),
            Within::Record(number) => write!(f, "{}, record {number}", self.name),
        }
    }
}

/// How octets are shown.
struct View<'v, W> {
    by: &'v By,
    options: DecodeOptions,
    rendering: Rendering,
    filter: Filter,
    json: bool,
    out: &'v mut W,
}

impl<W: Write> View<'_, W> {
    fn records(&self, framing: Framing, octets: &[u8]) -> Result<Vec<Record>, Failure> {
        let total = self.options.limits.total;
        match self.by {
            By::Nothing => Ok(Vec::new()),
            By::Layout(schema, root) => {
                let packed = packed::Messages { schema, root: *root };
                records::places(messages::worker(&packed, framing.prefix.is_none()), framing, total, octets)
            }
            By::Blocks(blocks) => {
                records::places(messages::worker(&**blocks, framing.prefix.is_none()), framing, total, octets)
            }
            By::Plan(specification, rules, root) => {
                let codec = specification.codec(*rules).ok_or(Failure::Schema)?;
                let options = DecodeOptions { trailing: true, ..self.options };
                records::places(plan_finder(codec, *root, &options), framing, total, octets)
            }
        }
    }

    /// Shows a stretch of the octets of a file, with a record in it; says whether anything is wrong.
    fn part(
        &mut self,
        place: &Spot,
        octets: &[u8],
        stretch: Range<usize>,
        record: Option<&Record>,
    ) -> Result<bool, Failure> {
        let inner = match record {
            Some(record) => (record.offset + record.lead) as usize..(record.offset + record.octets) as usize,
            None => stretch.clone(),
        };
        let made = self.by.spans(octets.get(inner.clone()).unwrap_or_default(), &self.options)?;
        let mut made = filter::shifted(made, inner.start as u64 * 8);
        if let Some(record) = record {
            let lead = record.offset as usize..inner.start;
            let around = [
                gap(stretch.start..lead.start, "no record"),
                gap(lead, &format!("how long record {} is", record.number)),
            ];
            made.spans.splice(0..0, around.into_iter().flatten());
            made.spans.extend(gap(inner.end..stretch.end, "no record"));
        }
        let order = match self.by {
            By::Layout(..) => Order::LeastFirst,
            _ => Order::MostFirst,
        };
        let table = Table::new(octets, order, &made.spans, place.within);
        let mut shown = self.filter.shown(&made, octets.len());
        for span in shown.iter_mut().filter(|_| !self.rendering.is_empty()) {
            if let Some(value) = &mut span.value {
                *value = self.rendering.show(&span.path, value);
            }
        }
        let stop = made.error.as_ref();
        match self.json {
            true => shown.iter().try_for_each(|span| writeln!(self.out, "{}", table.json(span)))?,
            false => {
                if !(place.alone || shown.is_empty() && stop.is_none()) {
                    writeln!(self.out, "\u{1b}[1m{place}\u{1b}[0m")?;
                }
                table.print(&shown, stop, self.out)?;
            }
        }
        let Some(stop) = stop else { return Ok(false) };
        if self.json {
            writeln!(self.out, "{}", table.json_error(stop))?;
        }
        self.out.flush()?;
        let colon = if stop.path.is_empty() { "" } else { ": " };
        let bit = if stop.bit.is_multiple_of(8) { String::new() } else { format!(", bit {}", stop.bit % 8) };
        let advice = match Form::guess(octets) {
            form @ (Form::Hex | Form::HexLines | Form::Base64 | Form::Pem)
                if matches!(place.within, Within::File) =>
            {
                format!(" (this looks like {}: try --in {})", form.name(), form.word())
            }
            _ => String::new(),
        };
        let (message, octet) = (&stop.message, stop.bit / 8);
        complain(&format!("{place}: {}{colon}{message}{advice} at octet {octet}{bit}", stop.path));
        Ok(true)
    }
}

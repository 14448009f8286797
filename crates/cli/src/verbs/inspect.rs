//! `wireglot inspect`: what each bit of some octets is, and why.

mod filter;
mod table;

use std::io::{Read, Write};
use std::ops::Range;
use std::path::PathBuf;

use clap::Args;
use wireglot_driver::forms::Form;
use wireglot_driver::inputs::{judged, Damage, InForm, Judged, Notes, OnError, Place, Settings, Whole};
use wireglot_driver::inspect::{Annotated, Stop};
use wireglot_driver::languages::{Feature, Request};
use wireglot_driver::messages::{Finding, Message, MessageRequest, Reading, Rendering};
use wireglot_driver::records::{Framing, Record};
use wireglot_driver::sources::Host;
use wireglot_driver::Rules;

use crate::input::data::{each_input, LimitArgs};
use crate::input::languages::{language_of, languages, refused};
use crate::input::rendering::rendering;
use crate::input::tolerance_args::OpenTypeArgs;
use crate::input::value_parsers;
use crate::output::exit::{note, Done, Failure};
use crate::output::report::{message, Report};
use crate::records::{no_record, stopped, FrameArgs, Terminal};
use filter::{gap, Filter};
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
    #[arg(short, long, value_name = "RULES", default_value = "ber", value_parser = value_parsers::plan_rules(), hide_possible_values = true)]
    rules: Rules,
    /// How the octets stand in the input: raw, hex, base64, pem, hex-lines or base64-lines
    /// (one PDU a line), or auto
    #[arg(long = "in", value_name = "FORM", default_value = "raw", value_parser = value_parsers::forms_in(), hide_possible_values = true)]
    form: InForm,
    /// A JSON object a line for each span, with stable names (docs/inspect.md)
    #[arg(long)]
    json: bool,
    /// Shows so many levels alone; what lies deeper is counted with what is around it
    #[arg(long, value_name = "N", value_parser = value_parsers::number::<u32>)]
    depth: Option<u32>,
    /// Shows what is at this octet alone, as errors of decode name it: counted from 0, from the start of
    /// the file, whatever record that is in; of lines and PEM blocks, from their start
    #[arg(long, value_name = "OCTET", value_parser = value_parsers::number::<u64>)]
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
    #[arg(long, value_name = "N", requires = "schemas", value_parser = value_parsers::count, help_heading = "Files of records")]
    record: Option<u64>,
    #[command(flatten)]
    frames: FrameArgs,
    #[command(flatten)]
    open_types: OpenTypeArgs,
    #[command(flatten)]
    limits: LimitArgs,
    /// Files; none, or -, is standard input
    files: Vec<PathBuf>,
}

impl Inspect {
    pub fn run(self) -> Done {
        let (message, rules) = self.message()?;
        // Colours are taken out of a table where nobody sees them; JSON has none, and keeps all that it has.
        let to: Box<dyn Write> = match self.json {
            true => Box::new(std::io::stdout().lock()),
            false => Box::new(anstream::stdout().lock()),
        };
        let mut out = std::io::BufWriter::new(to);
        let mut view = self.view(&*message, rules, &mut out)?;
        let mut wrong = false;
        let readings = each_input(&self.files, |name, mut input| {
            let mut octets = Vec::new();
            input.read_to_end(&mut octets)?;
            let form = self.form.settle(&name, &octets, &mut Terminal);
            let settings = self.settings(form, &*message);
            let finding = Finding { message: &*message, reading: view.reading };
            let whole = judged(&name, form, octets, &settings, &finding, &mut Terminal);
            let whole = whole.map_err(|why| stopped(why, &settings.framing))?;
            wrong |= self.input(&mut view, &name, form, &whole)?;
            Ok(())
        })?;
        view.out.flush()?;
        readings.end(false)?;
        view.filter.unmet(wrong)?;
        readings.end(wrong)
    }

    /// How records are read: as `decode` reads them that goes on behind errors.
    fn settings(&self, form: Form, message: &dyn Message) -> Settings {
        let framing = self.frames.framing();
        let several = form.is_lines() || framing != Framing::default();
        let whole = message.ends_with_input();
        Settings { framing, whole, several, ..Settings::of(form, self.limits.limits().total) }
    }

    /// All of an input, or the record in it that is asked for; says whether anything is wrong.
    fn input<W: Write>(
        &self,
        view: &mut View<W>,
        name: &str,
        form: Form,
        of: &Whole,
    ) -> Result<bool, Failure> {
        let (records, wanted) = (&of.records, self.record);
        if let Some(wanted) = wanted {
            if records.iter().all(|judged| judged.record.number != wanted) && of.damage.is_none() {
                return Err(no_record(name, wanted, records.len() as u64));
            }
        }
        let several = self.files.len() > 1;
        let alone = wanted.is_some() || records.len() < 2;
        let (mut wrong, mut end) = (false, 0);
        for (index, judged) in records.iter().enumerate() {
            let record = &judged.record;
            if wanted.is_some_and(|wanted| wanted != record.number) {
                continue;
            }
            let from = if wanted.is_some() { record.offset } else { end };
            end = record.offset + record.octets;
            let last = wanted.is_none() && index + 1 == records.len();
            let until = if last { of.octets.len() as u64 } else { end };
            let spot = Spot { place: &judged.place, headed: several || !alone, file: several };
            Terminal.passed_over(&judged.place, &judged.passed);
            wrong |= view.part(&spot, &of.octets, from as usize..until as usize, judged)?;
        }
        let place = Place::of(name);
        let spot = Spot { place: &place, headed: several, file: several };
        if records.is_empty() && !form.is_lines() && form != Form::Pem {
            let spans = gap(0..of.octets.len(), "no record").into_iter().collect();
            view.spans(&spot, &of.octets, &Annotated { spans, error: None })?;
        }
        if of.octets.is_empty() && !wrong && !records.is_empty() {
            note(&format!("{name} has no octets, and a value of its type needs none"));
        }
        if let Some(damage) = &of.damage {
            view.refuse(&spot, damage)?;
            wrong = true;
        }
        Ok(wrong)
    }

    /// What octets are read by, and the rules, unless the schema says them.
    fn message(&self) -> Result<(Box<dyn Message>, Option<Rules>), Failure> {
        let Some(first) = self.schemas.first() else { return self.without_schema() };
        let language = language_of(first)?;
        if self.name.is_some() {
            languages().demand(language, Feature::Typed, "-t", first)?;
        }
        if !self.render.is_empty() {
            languages().demand(language, Feature::Render, "--render", first)?;
        }
        let rules = language.features().contains(&Feature::Rules).then_some(self.rules);
        let request = Request { schemas: &self.schemas, folders: &self.folders, ..Request::default() };
        let asked = MessageRequest {
            name: self.name.as_deref(),
            rules: rules.as_slice(),
            ..MessageRequest::default()
        };
        let message = language.compile(&request, Host::system())?.message(&asked);
        Ok((message.map_err(|refusal| refused("inspect", language, first, refusal))?, rules))
    }

    /// What is known without a schema.
    fn without_schema(&self) -> Result<(Box<dyn Message>, Option<Rules>), Failure> {
        let rules = self.rules;
        let framed = self.frames.framing() != Framing::default();
        let told = |what: &str| Err(Failure::Usage(format!("{what}: add -s FILE -t TYPE")));
        let known = languages().all().find_map(|language| language.without_schema(rules));
        match known {
            None => told(&format!("{rules} says nothing without a specification")),
            _ if self.path.is_some() => told("--path: nothing has a name without a specification"),
            _ if framed => told("--skip, --block, --pad, --prefix: records are found by a specification"),
            _ if !self.render.is_empty() => {
                let having = languages().having(Feature::Render);
                Err(Failure::Usage(format!("--render is for {having}: it needs -s and -t of one")))
            }
            Some(message) => Ok((message, Some(rules))),
        }
    }

    fn view<'v, W: Write>(
        &self,
        message: &'v dyn Message,
        rules: Option<Rules>,
        out: &'v mut W,
    ) -> Result<View<'v, W>, Failure> {
        let path = self.path.as_deref();
        let told = |message| Failure::Usage(format!("--path {message}"));
        let path = path.map(|path| Filter::wanted(message, path)).transpose().map_err(told)?;
        let rendering = rendering(message, &self.render)?;
        let filter = Filter::new(self.depth, self.at, path, message.names_all(rules));
        let several = self.frames.prefix.is_none();
        let reading = Reading {
            rules,
            options: self.open_types.options(&self.limits, false),
            several,
            ..Reading::default()
        };
        Ok(View { message, reading, rendering, filter, json: self.json, out })
    }
}

/// Where some octets stand, for people.
struct Spot<'s> {
    place: &'s Place,
    /// Something else is shown beside them.
    headed: bool,
    /// Other files are.
    file: bool,
}

impl Spot<'_> {
    /// Adds the place to an object.
    fn json(&self, mut object: serde_json::Value) -> serde_json::Value {
        let Place { file, line, record, .. } = self.place;
        if self.file {
            object["file"] = file.as_str().into();
        }
        if let Some(line) = line {
            object["line"] = (*line).into();
        }
        if let Some(record) = record {
            object["record"] = (*record).into();
        }
        object
    }
}

/// How octets are shown.
struct View<'v, W> {
    message: &'v dyn Message,
    reading: Reading,
    rendering: Rendering,
    filter: Filter,
    json: bool,
    out: &'v mut W,
}

impl<W: Write> View<'_, W> {
    /// Shows a stretch of the octets of an input with a record in it, or a line or block; says whether
    /// anything is wrong.
    fn part(
        &mut self,
        spot: &Spot,
        input: &[u8],
        stretch: Range<usize>,
        judged: &Judged,
    ) -> Result<bool, Failure> {
        let made = self.message.inspect(judged.octets(input), &self.reading);
        let (octets, mut made) = match &judged.own {
            Some(own) => (&own[..], made),
            None => (input, within(made, stretch, &judged.record)),
        };
        let unseen = || made.error.take().map(Damage::of_stop);
        let damage = judged.damage.clone().or_else(unseen);
        // A place in a text is none in the octets that are made of it.
        made.error = damage.as_ref().filter(|damage| !damage.is_of_text()).map(stop);
        self.spans(spot, octets, &made)?;
        damage.map_or(Ok(false), |damage| self.refuse(spot, &damage).map(|()| true))
    }

    /// Shows those spans that are asked for.
    fn spans(&mut self, spot: &Spot, octets: &[u8], made: &Annotated) -> Done {
        let order = match self.message.least_first() {
            true => Order::LeastFirst,
            false => Order::MostFirst,
        };
        let table = Table::new(octets, order, &made.spans);
        let mut shown = self.filter.shown(made, octets.len());
        for span in shown.iter_mut().filter(|_| !self.rendering.is_empty()) {
            if let Some(value) = &mut span.value {
                *value = self.rendering.show(&span.path, value);
            }
        }
        if self.json {
            let mut lines = shown.iter();
            return Ok(lines.try_for_each(|span| writeln!(self.out, "{}", spot.json(table.json(span))))?);
        }
        // Where some places alone are asked for, an error elsewhere is told, but not shown.
        let stop = made.error.as_ref().filter(|stop| !shown.is_empty() || self.filter.has(stop));
        if spot.headed && !(shown.is_empty() && stop.is_none()) {
            writeln!(self.out, "\u{1b}[1m{}\u{1b}[0m", spot.place)?;
        }
        Ok(table.print(&shown, stop, self.out)?)
    }

    /// Tells what is wrong.
    fn refuse(&mut self, spot: &Spot, damage: &Damage) -> Done {
        if self.json {
            let mut error = spot.json(table::json_error(&stop(damage)));
            if let (None, Some(members)) = (damage.bad.at, error.as_object_mut()) {
                members.retain(|name, _| name != "offset" && name != "bit");
            }
            let in_text = [("line", damage.line), ("column", damage.bad.column)];
            for (name, number) in in_text {
                if let Some(number) = number {
                    error[name] = number.into();
                }
            }
            writeln!(self.out, "{}", serde_json::json!({ "error": error }))?;
        }
        self.out.flush()?;
        Ok(Report::of_damage(spot.place, damage).say(OnError::Skip, false, self.out)?)
    }
}

/// Where a record is wrong, and what may help.
fn stop(damage: &Damage) -> Stop {
    Stop { message: message(damage), ..damage.stop() }
}

/// Spans of a record, in their places in the input, with what stands around it in a stretch of that.
fn within(made: Annotated, stretch: Range<usize>, record: &Record) -> Annotated {
    let (begin, end) = (record.offset as usize, (record.offset + record.octets) as usize);
    let body = begin + record.length_prefix as usize;
    let mut made = filter::shifted(made, body as u64 * 8);
    let length = format!("how long record {} is", record.number);
    let around = [gap(stretch.start..begin, "no record"), gap(begin..body.min(end), &length)];
    made.spans.splice(0..0, around.into_iter().flatten());
    made.spans.extend(gap(end..stretch.end, "no record"));
    made
}

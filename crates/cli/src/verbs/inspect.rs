//! `wireglot inspect`: what each bit of some octets is, and why.

mod table;

use std::io::{Read, Write};
use std::path::{Path, PathBuf};

use clap::Args;
use wireglot_driver::forms::Form;
use wireglot_driver::inputs::{judged, Damage, InForm, Notes, OnError, Place, Settings, Whole};
use wireglot_driver::inspect::page::{Page, Stretch};
use wireglot_driver::inspect::{json, no_record, pieces, Asked, Filter, Piece, Stop, Unmet};
use wireglot_driver::languages::{Feature, Request};
use wireglot_driver::messages::{Finding, Message, MessageRequest, Reading, Rendering};
use wireglot_driver::records::Framing;
use wireglot_driver::sources::new_file;
use wireglot_driver::Rules;

use crate::input::args::host;
use crate::input::data::{each_input, LimitArgs};
use crate::input::languages::{language_of, languages, refused};
use crate::input::rendering::rendering;
use crate::input::tolerance_args::OpenTypeArgs;
use crate::input::value_parsers;
use crate::output::exit::{note, Done, Failure};
use crate::output::report::{message, Report};
use crate::records::{no_record as none_such, stopped, FrameArgs, Terminal};
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
    /// Includes and imports files wherever they are, not only below the schema's folder and those of -I
    #[arg(long)]
    allow_outside: bool,
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
    #[arg(long, conflicts_with = "html")]
    json: bool,
    /// Writes a page instead, for any browser and without a network: octets and values side by side
    #[arg(long, value_name = "FILE")]
    html: Option<PathBuf>,
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
        if let (Some(file), Kind::Page(page)) = (&self.html, &view.kind) {
            write_page(file, page)?;
        }
        readings.end(false)?;
        unmet(&view.filter, wrong)?;
        readings.end(wrong)
    }

    /// What a page is called: the files, and the type that they are of.
    fn title(&self, message: &dyn Message) -> String {
        let names: Vec<_> = self.files.iter().map(|file| file.display().to_string()).collect();
        let names = if names.is_empty() { "standard input".to_string() } else { names.join(", ") };
        match message.name() {
            "" => names,
            name => format!("{names}: {name}"),
        }
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
        if no_record(of, self.record) {
            return Err(none_such(name, self.record.unwrap_or_default(), of.records.len() as u64));
        }
        for judged in of.records.iter().filter(|judged| !judged.passed.is_empty()) {
            if self.record.is_none_or(|wanted| wanted == judged.record.number) {
                Terminal.passed_over(&judged.place, &judged.passed);
            }
        }
        let (file, mut wrong) = (self.files.len() > 1, false);
        let (message, reading) = (view.message, view.reading);
        pieces(message, &reading, of, &Asked { name, form, record: self.record }, |piece| {
            wrong |= piece.damage.is_some();
            view.piece(&piece, file)
        })?;
        if of.octets.is_empty() && !wrong && !of.records.is_empty() {
            note(&format!("{name} has no octets, and a value of its type needs none"));
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
        let message = language.compile(&request, host(self.allow_outside, &self.folders))?.message(&asked);
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
        let kind = match (self.json, &self.html) {
            (true, _) => Kind::Json,
            (false, Some(_)) => Kind::Page(Page::new(&self.title(message))),
            (false, None) => Kind::Table,
        };
        Ok(View { message, reading, rendering, filter, kind, out })
    }
}

/// Says why nothing was shown.
fn unmet(filter: &Filter, damaged: bool) -> Done {
    let told = match filter.unmet(damaged) {
        None => return Ok(()),
        Some(Unmet::BehindTheEnd { octet, octets }) => {
            let word = if octets == 1 { "octet" } else { "octets" };
            return Err(Failure::Usage(format!("--at {octet}: there are {octets} {word}, counted from 0")));
        }
        Some(Unmet::NoSuchPath { path, advice }) => {
            return Err(Failure::Usage(format!("--path {path}: it is not there{advice}")));
        }
        Some(Unmet::OctetNotShown(octet)) => format!("octet {octet} is not in it"),
        Some(Unmet::NotInTheValue(path)) => format!("{path} is not in it"),
    };
    note(&told);
    Ok(())
}

/// How octets are shown.
struct View<'v, W> {
    message: &'v dyn Message,
    reading: Reading,
    rendering: Rendering,
    filter: Filter,
    kind: Kind,
    out: &'v mut W,
}

/// The form in which spans are shown.
enum Kind {
    Table,
    Json,
    Page(Page),
}

impl<W: Write> View<'_, W> {
    /// Shows those spans of a piece that are asked for, then what is wrong with it; `file` if there are others.
    fn piece(&mut self, piece: &Piece<'_>, file: bool) -> Done {
        let mut made = piece.made.clone();
        if let (Some(stop), Some(damage)) = (&mut made.error, &piece.damage) {
            stop.message = message(damage);
        }
        let mut shown = self.filter.shown(&made, piece.octets.len());
        for span in shown.iter_mut().filter(|_| !self.rendering.is_empty()) {
            if let Some(value) = &mut span.value {
                *value = self.rendering.show(&span.path, value);
            }
        }
        let several = file || piece.one_of_several;
        match &mut self.kind {
            Kind::Json => {
                for span in &shown {
                    let object = placed(piece.place, file, json::span(piece.octets, span));
                    writeln!(self.out, "{object}")?;
                }
            }
            Kind::Table => {
                let order = match self.message.least_first() {
                    true => Order::LeastFirst,
                    false => Order::MostFirst,
                };
                let table = Table::new(piece.octets, order, &made.spans);
                // Where some places alone are asked for, an error elsewhere is told, but not shown.
                let stop = made.error.as_ref().filter(|stop| !shown.is_empty() || self.filter.has(stop));
                if several && !(shown.is_empty() && stop.is_none()) {
                    writeln!(self.out, "\u{1b}[1m{}\u{1b}[0m", piece.place)?;
                }
                table.print(&shown, stop, self.out)?;
            }
            Kind::Page(page) => {
                let title = piece.place.to_string();
                let (octets, shown_octets) = (piece.octets, piece.stretch.clone());
                let least_first = self.message.least_first();
                let stretch = Stretch { title, octets, shown: shown_octets, least_first };
                page.add(&stretch, &shown, made.error.as_ref());
            }
        }
        piece.damage.as_ref().map_or(Ok(()), |damage| self.refuse(piece.place, file, damage))
    }

    /// Tells what is wrong.
    fn refuse(&mut self, place: &Place, file: bool, damage: &Damage) -> Done {
        if matches!(self.kind, Kind::Json) {
            let stop = Stop { message: message(damage), ..damage.stop() };
            let mut error = placed(place, file, json::error(&stop));
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
        Ok(Report::of_damage(place, damage).say(OnError::Skip, false, self.out)?)
    }
}

/// Writes a page to a file, whole or not at all.
fn write_page(file: &Path, page: &Page) -> Done {
    let mut text = Vec::new();
    page.write(&mut text)?;
    new_file::write_file(file, &text).map_err(|error| Failure::Io(format!("{}: {error}", file.display())))
}

/// Adds the place to an object; the file if there are others.
fn placed(place: &Place, file: bool, mut object: serde_json::Value) -> serde_json::Value {
    let Place { file: name, line, record, .. } = place;
    if file {
        object["file"] = name.as_str().into();
    }
    if let Some(line) = line {
        object["line"] = (*line).into();
    }
    if let Some(record) = record {
        object["record"] = (*record).into();
    }
    object
}

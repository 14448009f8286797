//! `wireglot inspect`: explains each bit of an encoding.

mod packets;
mod spots;
mod table;
mod tokens;
mod view;

use std::io::{Read as _, Write};
use std::path::{Path, PathBuf};

use clap::Args;
use wireglot_driver::forms::Form;
use wireglot_driver::identify::{Group, Identity, Known, Looks};
use wireglot_driver::inputs::{judged, reads, reads_encoded, Before, End, InForm, Notes, Reads, Settings};
use wireglot_driver::inspect::page::Page;
use wireglot_driver::inspect::{no_record, pieces, Asked, Filter, Unmet};
use wireglot_driver::languages::{Feature, Request};
use wireglot_driver::messages::{Finding, Message, MessageRequest, Reading};
use wireglot_driver::records::Framing;
use wireglot_driver::rules::Notation;
use wireglot_driver::texts::Text;
use wireglot_driver::Rules;

use crate::input::args::{host, move_schemas, Schema};
use crate::input::capture::CaptureArgs;
use crate::input::containing::ContainingArg;
use crate::input::data::{each_input, LimitArgs};
use crate::input::guess::{self, Guesses};
use crate::input::languages::{language_of, languages, refused};
use crate::input::missing::{Needs, RulesNeed};
use crate::input::rendering::rendering;
use crate::input::rules_word::RulesWord;
use crate::input::text_args::TextArgs;
use crate::input::tolerance_args::OpenTypeArgs;
use crate::input::value_parsers;
use crate::output::destination::OutputArg;
use crate::output::exit::{note, Done, Failure};
use crate::output::page::{only_over_pages, write_page};
use crate::records::{no_record as none_such, stopped, FrameArgs, Terminal};
use view::{Kind, Shown, View, Way};

/// Show what every byte and bit means
///
/// Works with all binary encodings of ASN.1, bitproto, SBE and H.248 text. BER, DER and CER also work without
/// a specification; guesses are then marked. For damaged input, it shows everything before the error, then
/// the error, and exits with 1.
#[derive(Args)]
#[command(after_help = "Examples:
  wireglot inspect server.pem
  wireglot inspect -s pkix.asn1 -t Certificate -r der certificate.der --path Certificate.signature
  wireglot inspect -s rocket.asn1 -t Flight -r uper --in hex flight.hex
  wireglot inspect -s calls.asn1 -t Call --block 128 --record 3 --render imsi=tbcd calls.blocks
  wireglot inspect -s buoy.bitproto -t Report --in hex-lines report.hex --at 7")]
pub struct Inspect {
    /// A schema file, or a folder with schema files; may be repeated
    #[arg(short = 's', long = "schema", value_name = "FILE")]
    schemas: Vec<PathBuf>,
    /// A folder to search for imported modules; may be repeated
    #[arg(short = 'I', value_name = "FOLDER")]
    folders: Vec<PathBuf>,
    /// Extract the modules from published documents (RFCs, 3GPP), without page headers, footers and prose
    #[arg(long)]
    clean: bool,
    /// Allow schemas to include and import any file, not only from their own folder and those of -I
    #[arg(long)]
    allow_outside: bool,
    #[command(flatten)]
    containing: ContainingArg,
    /// The type: Module.Type or Type; for bitproto, the message; optional for SBE
    #[arg(short = 't', long = "type", value_name = "TYPE")]
    name: Option<String>,
    /// The encoding rules: ber der cer uper aper cuper caper oer coer h248 h248-compact etf; bitproto
    /// and SBE need none
    #[arg(short, long, value_name = "RULES", value_parser = value_parsers::shown_rules(), hide_possible_values = true)]
    rules: Option<RulesWord>,
    /// The form of the input: raw, hex, base64, pem, dump (xxd, hexdump, arrays in source code), hex-lines or
    /// base64-lines (one message per line), or auto
    #[arg(long = "in", value_name = "FORM", default_value = "auto", value_parser = value_parsers::forms_in(), hide_possible_values = true)]
    form: InForm,
    /// Show tags only, without recognising well-known types
    #[arg(long, conflicts_with_all = ["schemas", "name"])]
    untyped: bool,
    /// Print a JSON object per line for each span, with stable names (docs/inspect.md)
    #[arg(long, conflicts_with = "html")]
    json: bool,
    /// Write a self-contained HTML page instead, with bytes and values side by side
    #[arg(long, value_name = "FILE", conflicts_with = "whole_file")]
    html: Option<PathBuf>,
    /// Show whole paths instead of indented names
    #[arg(long, conflicts_with_all = ["json", "html"])]
    paths: bool,
    /// Show only N levels; deeper ones are merged into their parent
    #[arg(long, value_name = "N", value_parser = value_parsers::number::<u32>)]
    depth: Option<u32>,
    /// Show only what is at this byte, counted from 0 as in errors: from the start of the file, or of a line
    /// or PEM block
    #[arg(long, value_name = "OCTET", value_parser = value_parsers::number::<u64>)]
    at: Option<u64>,
    /// Show only this field and everything inside it, such as location.cell or parties[*].number
    #[arg(long, value_name = "PATH")]
    path: Option<String>,
    /// Human-readable values, as in decode: PATH=HOW or TYPE=HOW; @FILE has one per line; may be repeated
    #[arg(long, value_name = "WHAT")]
    render: Vec<String>,
    /// Show only this record of each file, numbered from 1 as in errors; offsets still count from the start
    /// of the file
    #[arg(long, value_name = "N", value_parser = value_parsers::count, help_heading = "Files of records")]
    record: Option<u64>,
    #[command(flatten)]
    output: OutputArg,
    #[command(flatten)]
    frames: FrameArgs,
    #[command(flatten)]
    capture: CaptureArgs,
    #[command(flatten)]
    open_types: OpenTypeArgs,
    #[command(flatten)]
    limits: LimitArgs,
    #[command(flatten)]
    texts: TextArgs,
    /// Input files; with none, or -, reads standard input
    files: Vec<PathBuf>,
    /// Schemas that supplement the built-in modules.
    #[arg(skip)]
    beside: Vec<PathBuf>,
}

impl Inspect {
    pub fn run(mut self) -> Done {
        move_schemas(&mut self.schemas, &mut self.files);
        self.html.as_deref().map_or(Ok(()), only_over_pages)?;
        self.texts.suit(&[self.text()])?;
        if !self.schemas.is_empty() && self.name.is_none() {
            let schema = &self.schema(&self.schemas);
            let is_beside = match self.rules {
                Some(_) => false,
                None if self.capture.is_asked() => self.capture.is_beside(schema, &self.files)?,
                None => {
                    schema.is_beside(&self.files, self.form)?
                        || self.capture.is_beside(schema, &self.files)?
                }
            };
            if is_beside {
                self.beside = std::mem::take(&mut self.schemas);
            }
        }
        if !self.schemas.is_empty() && self.name.is_none() {
            let schema = &self.schema(&self.schemas);
            let said = (None, self.plan_rules());
            let (ty, inputs, form) = (Some("-t"), &self.files[..], self.form);
            let rules = [RulesNeed::of_inputs(value_parsers::shown_words())];
            let rules = if self.rules.is_none() { &rules[..] } else { &[] };
            let asks = schema.language()?.features().contains(&Feature::Typed);
            let needs = Needs { schema, ty, rules, said, inputs, form };
            asks.then(|| needs.met()).transpose()?;
        }
        let mut ways = match self.schemas.is_empty() {
            true => Vec::new(),
            false => {
                vec![self.way(
                    String::new(),
                    self.message(&self.schemas, self.name.as_deref(), self.plan_rules())?,
                )?]
            }
        };
        // JSON has no colours, so nothing may be removed from it.
        let mut out = match self.json {
            true => self.output.open()?,
            false => self.output.open_for_tables()?,
        };
        let kind = match (self.json, &self.html) {
            (true, _) => Kind::Json,
            (false, Some(_)) => Kind::Page(Page::new(&self.title(&ways))),
            (false, None) => Kind::Table,
        };
        let mut view = View { kind, paths: self.paths, out: &mut out };
        let mut guesses = Guesses::beside(self.schema(&self.beside).options());
        let mut wrong = false;
        if self.in_packets()? {
            if ways.is_empty() {
                if self.untyped {
                    return Err(needs_schema("--untyped is not for captures and packets"));
                }
                let own = self.schema(&self.beside).options();
                for known in self.capture.identify(&self.files, value_parsers::shown_words(), &own)? {
                    let message = self.known(&known)?;
                    ways.push(self.way(known.options(), message)?);
                }
            }
            let way = ways.first_mut().ok_or_else(|| needs_schema("--pcap"))?;
            let (readings, wrong) = match self.text() {
                Some(text) => self.packets_of_tokens(&mut view, way, text)?,
                None => self.packets(&mut view, &mut ways)?,
            };
            readings.finish(out)?;
            return readings.end(wrong);
        }
        let readings = each_input(&self.files, self.form, |name, mut input| {
            let mut octets = Vec::new();
            input.read_to_end(&mut octets)?;
            if let Some(text) = self.text() {
                let way = ways.first_mut().ok_or_else(|| needs_schema(text.word))?;
                wrong |= self.tokens(&mut view, way, text, &name, &octets)?;
                return Ok(());
            }
            let trial = |octets: &[u8], end: End| match ways.first() {
                Some(_) if self.frames.framing() != Framing::default() => Reads::Not,
                Some(way) if !self.schemas.is_empty() => reads(&*way.message, &way.reading, octets, end),
                _ => reads_encoded(octets, end),
            };
            let form = self.form.settle(&name, &octets, &trial, &mut Terminal);
            if !self.schemas.is_empty() {
                let way = ways.first_mut().ok_or_else(|| Failure::Usage("no way to read".into()))?;
                wrong |= self.input(&mut view, way, (&name, form), (Before::default(), octets))?;
                return Ok(());
            }
            let groups = match self.untyped {
                true => vec![Group::whole(octets, Identity::Unknown(Looks::Unknown))],
                false => guesses.groups(&name, form, octets, (self.frames.skip, self.record))?,
            };
            for group in groups {
                if guess::is_of_others(&group.identity) {
                    return Err(Failure::Input(guess::not_known(&name, form, &group.identity)));
                }
                let at = self.way_of(&mut ways, &name, &group)?;
                wrong |= self.input(&mut view, &mut ways[at], (&name, form), (group.before, group.text))?;
            }
            Ok(())
        })?;
        guesses.end();
        if let (Some(file), Kind::Page(page)) = (&self.html, &view.kind) {
            write_page(file, page)?;
        }
        readings.finish(out)?;
        readings.end(false)?;
        unmet(&ways, wrong)?;
        readings.end(wrong)
    }

    /// The schemas with the options for reading them.
    fn schema(&self, schemas: &[PathBuf]) -> Schema {
        Schema::of(schemas, &self.folders, self.clean, &self.containing, self.allow_outside)
    }

    /// The rules, if they are binary.
    fn plan_rules(&self) -> Option<Rules> {
        match self.rules.map(|word| word.0) {
            Some(Notation::Binary(rules)) => Some(rules),
            Some(Notation::Text(_)) | None => None,
        }
    }

    /// The text form, if the input is text.
    fn text(&self) -> Option<Text> {
        match self.rules.map(|word| word.0) {
            Some(Notation::Text(text)) => Some(text),
            Some(Notation::Binary(_)) | None => None,
        }
    }

    /// The index in `ways` for a group of an input of unknown type: by its identified type, or by tags only.
    fn way_of(&self, ways: &mut Vec<Way>, name: &str, group: &Group) -> Result<usize, Failure> {
        let known = match &group.identity {
            Identity::Known(known) if !self.untyped => Some(known),
            identity => {
                if !self.untyped {
                    guess::tell_unknown(name, identity);
                }
                None
            }
        };
        let options = known.map(Known::options).unwrap_or_default();
        if let Some(at) = ways.iter().position(|way| way.options == options) {
            return Ok(at);
        }
        let message = match known {
            Some(known) => self.known(known)?,
            None => self.without_schema()?,
        };
        ways.push(self.way(options, message)?);
        Ok(ways.len() - 1)
    }

    /// Messages of a well-known type.
    fn known(&self, known: &Known) -> Result<Read, Failure> {
        let set = PathBuf::from(format!("@{}", known.candidate.set));
        let schemas: Vec<PathBuf> = self.beside.iter().cloned().chain([set]).collect();
        self.message(&schemas, Some(known.candidate.ty), self.plan_rules().or(Some(known.rules)))
    }

    /// The title of a page: the files and their type.
    fn title(&self, ways: &[Way]) -> String {
        let names: Vec<_> = self.files.iter().map(|file| file.display().to_string()).collect();
        let names = if names.is_empty() { "standard input".to_string() } else { names.join(", ") };
        match ways.first().map(|way| way.message.name()) {
            None | Some("") => names,
            Some(name) => format!("{names}: {name}"),
        }
    }

    /// How records are read: as by a `decode` that continues after errors.
    fn settings(&self, form: Form, message: &dyn Message) -> Settings {
        let framing = self.frames.framing();
        let several = form.is_lines() || framing != Framing::default();
        let whole = message.ends_with_input();
        Settings { framing, whole, several, ..Settings::of(form, self.limits.limits().total) }
    }

    /// Shows a whole input after some records of its file, or the requested record; returns whether there is any error.
    fn input<W: Write>(
        &self,
        view: &mut View<W>,
        way: &mut Way,
        (name, form): (&str, Form),
        (before, octets): (Before, Vec<u8>),
    ) -> Result<bool, Failure> {
        let settings = Settings { before, ..self.settings(form, &*way.message) };
        let finding = Finding { message: &*way.message, reading: way.reading };
        let of = judged(name, form, octets, &settings, &finding, &mut Terminal);
        let of = of.map_err(|why| stopped(why, &settings.framing))?;
        if no_record(&of, self.record) {
            return Err(none_such(name, self.record.unwrap_or_default(), of.records.len() as u64));
        }
        for judged in of.records.iter().filter(|judged| !judged.passed.is_empty()) {
            if self.record.is_none_or(|wanted| wanted == judged.record.number) {
                Terminal.passed_over(&judged.place, &judged.passed);
            }
        }
        let (file, mut wrong) = (self.files.len() > 1, false);
        let Way { message, reading, shown, .. } = way;
        pieces(&**message, reading, &of, &Asked { name, form, record: self.record }, |piece| {
            wrong |= piece.damage.is_some();
            view.piece(&**message, shown, piece, file)
        })?;
        if of.octets.is_empty() && !wrong && !of.records.is_empty() {
            note(&format!("{name} has no octets, and a value of its type needs none"));
        }
        Ok(wrong)
    }

    /// Messages of a type, and the rules unless the schema determines them.
    fn message(
        &self,
        schemas: &[PathBuf],
        name: Option<&str>,
        rules: Option<Rules>,
    ) -> Result<Read, Failure> {
        let first = schemas.first().map_or(Path::new(""), PathBuf::as_path);
        let language = language_of(first)?;
        let said = [
            ("-t", Feature::Typed, name.is_some()),
            ("--render", Feature::Render, !self.render.is_empty()),
            ("--rules", Feature::Rules, self.rules.is_some()),
            ("--clean", Feature::Modules, self.clean),
            self.open_types.demand(),
        ];
        for (what, feature, _) in said.iter().filter(|(.., said)| *said) {
            languages().demand(language, *feature, what, first)?;
        }
        let has_rules = language.features().contains(&Feature::Rules);
        let rules = has_rules.then_some(rules.unwrap_or_default());
        let request = Request { schemas, folders: &self.folders, clean: self.clean, ..Request::default() };
        let asked = MessageRequest { name, rules: rules.as_slice(), ..MessageRequest::default() };
        let mut made = language.compile(&request, host(self.allow_outside, &self.folders))?;
        self.containing.apply(&mut *made)?;
        let message = made.message(&asked);
        Ok((message.map_err(|refusal| refused("inspect", language, first, refusal))?, rules))
    }

    /// Messages without a schema.
    fn without_schema(&self) -> Result<Read, Failure> {
        let rules = self.plan_rules().unwrap_or_default();
        let framed = self.frames.framing() != Framing::default();
        let told = |what: &str| Err(needs_schema(what));
        let known = languages().all().find_map(|language| language.without_schema(rules));
        match known {
            None => told(&format!("{rules} has no effect without a specification")),
            _ if self.path.is_some() => told("--path: nothing has a name without a specification"),
            _ if self.record.is_some() => told("--record: records are found by a specification"),
            _ if framed => told("--skip, --block, --pad, --prefix: records are found by a specification"),
            _ if !self.render.is_empty() => {
                let having = languages().having(Feature::Render);
                Err(Failure::Usage(format!("--render is for {having}: it needs -s and -t of one")))
            }
            Some(message) => Ok((message, Some(rules))),
        }
    }

    /// How a message is decoded, and what is shown of it.
    fn way(&self, options: String, (message, rules): Read) -> Result<Way, Failure> {
        let path = self.path.as_deref();
        let told = |message| Failure::Usage(format!("--path {message}"));
        let path = path.map(|path| Filter::wanted(&*message, path)).transpose().map_err(told)?;
        let rendering = rendering(&*message, &self.render)?;
        let filter = Filter::new(self.depth, self.at, path, message.names_all(rules));
        let several = self.frames.prefix.is_none();
        let options_of = self.open_types.options(&self.limits, false);
        let output = self.limits.output();
        let reading = Reading { rules, options: options_of, several, output, ..Reading::default() };
        Ok(Way { options, message, reading, shown: Shown { rendering, filter, spots: None } })
    }
}

/// Messages, and the rules unless the schema determines them.
type Read = (Box<dyn Message>, Option<Rules>);

/// The error for a request that needs a specification.
fn needs_schema(what: &str) -> Failure {
    Failure::Usage(format!("{what}: add -s FILE -t TYPE"))
}

/// Reports why nothing was shown.
fn unmet(ways: &[Way], damaged: bool) -> Done {
    // With inputs of several types, one match is enough.
    if ways.iter().any(|way| way.shown.filter.unmet(damaged).is_none()) {
        return Ok(());
    }
    let told = match ways.first().and_then(|way| way.shown.filter.unmet(damaged)) {
        None => return Ok(()),
        Some(Unmet::BehindTheEnd { octet, octets }) => {
            let word = if octets == 1 { "octet" } else { "octets" };
            return Err(Failure::Usage(format!("--at {octet}: there are {octets} {word}, counted from 0")));
        }
        Some(Unmet::NoSuchPath { path, advice }) => {
            return Err(Failure::Usage(format!("--path {path}: there is no such path{advice}")));
        }
        Some(Unmet::OctetNotShown(octet)) => format!("octet {octet} is not in it"),
        Some(Unmet::NotInTheValue(path)) => format!("{path} is not in it"),
    };
    note(&told);
    Ok(())
}

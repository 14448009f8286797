//! `wireglot decode`: decodes bytes to text.

mod groups;
mod tables;

use std::path::PathBuf;

use clap::{Args, ValueEnum};
use wireglot_driver::forms::Form;
use wireglot_driver::identify::Known;
use wireglot_driver::inputs::{InForm, OnError, Packets, Settings};
use wireglot_driver::json::Layout;
use wireglot_driver::languages::{Feature, SchemaLanguage};
use wireglot_driver::messages::{
    listed, Decoding, Finding, InText, Message, MessageRequest, OneOf, Reading, Rendering, Retelling, Select,
    Shown, Values,
};
use wireglot_driver::records::{Framing, Work};
use wireglot_driver::rules::Notation;
use wireglot_driver::texts::{self, Text};
use wireglot_driver::DecodeOptions;

use crate::input::args::Schema;
use crate::input::capture::{self, CaptureArgs};
use crate::input::data::{octets_alone, raw_paths, LimitArgs, OnUnknown, Pdu};
use crate::input::rendering::rendering;
use crate::input::table_args::{shown_as, ShownAs, TableArgs};
use crate::input::text_args::TextArgs;
use crate::input::tolerance_args::ToleranceArgs;
use crate::input::value_parsers;
use crate::output::destination::{Destination, OutputArg};
use crate::output::exit::{note, Done, Failure};
use crate::records::{self, Arguments, FrameArgs, Output, ReadArgs, Way};

/// Decode bytes to JSON
///
/// Reads messages from files or standard input and prints their values. Errors in the data name the field and
/// the byte.
#[derive(Args)]
#[command(after_help = "Examples:
  wireglot decode server.pem
  wireglot decode -s snmp.asn1 -t Message -r ber message.ber
  wireglot decode -s snmp.asn1 -t Message -r ber --in hex-lines messages.hex
  wireglot decode -s calls.asn1 -t Call -r ber --block 128 --lines --render imsi=tbcd calls.blocks
  wireglot decode -s pkix.asn1 -t Certificate -r der --in pem --on-error report certificates.pem")]
pub struct Decode {
    // Must be the first field: see `Arguments`.
    #[command(flatten)]
    arguments: Arguments,
    #[command(flatten)]
    schema: Schema,
    #[command(flatten)]
    pdu: Pdu,
    /// The form of the input: raw, hex, base64, pem, dump (xxd, hexdump, arrays in source code), hex-lines or
    /// base64-lines (one message per line), or auto
    #[arg(long = "in", value_name = "FORM", default_value = "auto", value_parser = value_parsers::forms_in(), hide_possible_values = true)]
    form: InForm,
    /// The form of the output: json (lossless), jer (strictly X.697), xer (X.693), value (ASN.1 value notation), h248
    /// or h248-compact (H.248 text), etf (Erlang terms); or a table: csv, arrow (a stream), parquet
    #[arg(long = "as", value_name = "TEXT", default_value = texts::JSON.word, value_parser = shown_as())]
    shown_as: ShownAs,
    /// Print one value per line (NDJSON), as --in hex-lines does
    #[arg(long)]
    lines: bool,
    /// What to do after a bad message
    #[arg(long, value_name = "WHAT", default_value = "stop", value_parser = value_parsers::on_error())]
    on_error: OnError,
    /// Refuse values that violate their constraints
    #[arg(long)]
    check_constraints: bool,
    /// What to do with extensions that the specification doesn't know
    #[arg(long, value_name = "WHAT", default_value = "keep")]
    unknown: OnUnknown,
    /// Show absent components with their default
    #[arg(long)]
    defaults: bool,
    /// Keep the original bytes of a component, such as Certificate.tbsCertificate (not in PER); @FILE has one
    /// path per line; may be repeated
    #[arg(long, value_name = "PATH")]
    keep_raw: Vec<String>,
    /// Which encodings to accept; by default, der is strict and ber tolerant
    #[arg(long, value_name = "HOW")]
    forms: Option<Strictness>,
    /// Show only these fields, each under its path: --select imsi,location.cell,parties[*].number; or only
    /// the list elements with a given member: extensions[extnID=2.5.29.17]; in tables, name columns with cell=location.cell
    #[arg(long, value_name = "PATHS")]
    select: Vec<String>,
    /// Human-readable values: PATH=HOW or TYPE=HOW, where HOW is tbcd, plmn, bcd-time, ip, text, oid-name,
    /// number-name, utc-time, generalized-time, digits or hex; or readable, for all text, names, times and large integers;
    /// @FILE has one per line; may be repeated
    #[arg(long, value_name = "WHAT")]
    render: Vec<String>,
    #[command(flatten)]
    tolerance: ToleranceArgs,
    #[command(flatten)]
    output: OutputArg,
    #[command(flatten)]
    limits: LimitArgs,
    #[command(flatten)]
    texts: TextArgs,
    #[command(flatten)]
    frames: FrameArgs,
    #[command(flatten)]
    reading: ReadArgs,
    #[command(flatten)]
    capture: CaptureArgs,
    /// Wrap each value in an object that says where it comes from: packet, time, addresses, sequence
    #[arg(long, help_heading = "Captures")]
    meta: bool,
    /// Input files; with none, or -, reads standard input
    files: Vec<PathBuf>,
    // Must be last: options after it would appear under its heading.
    #[command(flatten)]
    table: TableArgs,
}

/// Which encodings are taken.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum Strictness {
    /// Only canonical ones
    Strict,
    /// All that the basic rules allow
    Tolerant,
}

impl Decode {
    pub fn run(mut self) -> Done {
        self.schema.take_from(&mut self.files);
        self.select = self.select.iter().flat_map(|paths| listed(paths)).map(str::to_string).collect();
        if let (ShownAs::Text(_), Some(option)) = (self.shown_as, self.table.said()) {
            return Err(Failure::Usage(format!("{option} is for tables: add --as csv, arrow or parquet")));
        }
        if self.schema.is_unsaid() {
            self.reading.refuse_to_resume()?;
            if !self.in_packets()? {
                return self.identified();
            }
            if self.pdu.is_unsaid() {
                return self.identified_packets();
            }
        }
        if !self.pdu.is_said() && self.schema.language()?.features().contains(&Feature::Rules) {
            if self.in_packets()? {
                if self.pdu.is_unsaid() && self.capture.is_beside(&self.schema, &self.files)? {
                    return self.identified_packets();
                }
                let sample = self.capture.sample(&self.files)?;
                self.pdu.demand_with(&self.schema, (&self.files, InForm::Known(Form::Raw)), sample)?;
            } else if self.pdu.is_unsaid() && self.schema.is_beside(&self.files, self.form)? {
                self.reading.refuse_to_resume()?;
                return self.identified();
            }
        }
        self.pdu.demand(&self.schema, &self.files, self.form)?;
        self.typed()
    }

    /// Decodes inputs of the type and by the rules that were given.
    fn typed(self) -> Done {
        let language = self.demand()?;
        let rules = self.pdu.rules(language);
        let (plan, text) = match rules {
            Some(Notation::Text(text)) => (None, Some(text)),
            Some(Notation::Binary(rules)) => (Some(rules), None),
            None => (None, None),
        };
        self.texts.suit(&[text, self.shown_as.text()])?;
        let keep_raw = raw_paths(if text.is_some() { &[] } else { &self.keep_raw })?;
        let (name, strict) = (self.pdu.named.as_deref(), self.schema.strict);
        let asked = MessageRequest {
            name,
            rules: plan.as_slice(),
            keep_raw: &keep_raw,
            strict,
            ..MessageRequest::default()
        };
        let message = self.schema.message("decode", &asked)?;
        if text.is_some() || self.reading.record.is_some() {
            self.reading.refuse_to_resume()?;
        }
        if let Some(text) = text {
            return self.texts(&*message, text);
        }
        let several = self.tolerance.several(&self.frames.framing());
        let reading = Reading {
            rules: plan,
            options: self.options(),
            several,
            output: self.limits.output(),
            ..Reading::default()
        };
        let text = match self.shown_as {
            ShownAs::Text(text) => text,
            ShownAs::Table(form) => return self.table(&*message, reading, form),
        };
        let shown = self.shown(&self.schema, &*message, text, self.form, &self.select)?;
        let work = Decoding { reading, shown, in_order: false };
        if self.in_packets()? {
            self.reading.refuse_to_resume()?;
            return self.packets(&work, self.opened()?);
        }
        let settings = Settings { whole: message.ends_with_input(), ..self.settings()? };
        let settings = self.tolerance.settle(settings)?;
        let (out, resume) = records::open(self.reading.resume, &self.arguments, &self.output, &self.files)?;
        let mut out = if self.folds() { out.unfolding() } else { out };
        let told = self.told(false);
        let done = records::all(&settings, told, &work, &mut out, &self.files, resume.as_ref());
        let (readings, totals) = done?;
        records::finish(out, resume, &readings)?;
        readings.end(totals.damaged > 0)
    }

    /// Decodes the messages of captures as the types identified.
    fn identified_packets(mut self) -> Done {
        self.texts.suit(&[self.shown_as.text()])?;
        let (words, own) = (Notation::words().collect(), self.schema.options());
        let all = self.capture.identify(&self.files, words, &own)?;
        if let [known] = all.as_slice() {
            return self.typed_as(known);
        }
        let ShownAs::Text(text) = self.shown_as else {
            let types = all.iter().map(Known::options).collect::<Vec<_>>().join(", or ");
            return Err(Failure::Usage(format!("a table has one type: choose it with {types}")));
        };
        self.reading.refuse_to_resume()?;
        let made = all.iter().map(|known| self.known(known)).collect::<Result<Vec<_>, Failure>>()?;
        let has = |message: &dyn Message| Select::new(message, &self.select).is_ok();
        let any = made.iter().any(|(_, message, _)| has(&**message));
        let mut works: Vec<Box<dyn Work + '_>> = Vec::new();
        for ((schema, message, reading), known) in made.iter().zip(&all) {
            let (message, reading) = (&**message, *reading);
            if any && !has(message) {
                let name = known.candidate.name;
                note(&format!("messages of this type are skipped, without the selected fields: {name}"));
                works.push(Box::new(Finding { message, reading }));
                continue;
            }
            let shown = self.shown(schema, message, text, self.form, &self.select)?;
            works.push(Box::new(Decoding { reading, shown, in_order: false }));
        }
        let mut works = works.iter().map(|work| &**work);
        let Some(first) = works.next() else { return Ok(()) };
        let work = OneOf::new(first, works.collect());
        self.packets(&work, self.opened()?)
    }

    /// Decodes captures as a well-known type.
    fn typed_as(mut self, known: &Known) -> Done {
        self.schema = self.schema.with_built_in(known.candidate.set);
        self.pdu.set(known.candidate.ty, known.rules);
        self.typed()
    }

    /// Decodes the messages of captures, or of files that are a packet each.
    fn packets(&self, work: &dyn Work, mut out: Destination) -> Done {
        let packets = self.packets_of(work);
        let told = self.told(false);
        let (readings, totals) = capture::decode(&packets, &self.capture, told, &mut out, &self.files)?;
        readings.finish(out)?;
        readings.end(totals.damaged > 0)
    }

    /// How messages are extracted from captures.
    fn packets_of<'w>(&self, work: &'w dyn Work) -> Packets<'w> {
        let most = self.limits.limits().total;
        Packets {
            jobs: self.reading.jobs(),
            record: self.reading.record,
            meta: self.meta,
            ..self.capture.packets(work, self.on_error, most)
        }
    }

    /// How the run is reported.
    fn told(&self, aside: bool) -> Way<'static> {
        let (totals, file) = (self.reading.totals, self.files.len() > 1);
        Way { totals, aside, shown: self.output.is_terminal(), file, instead: None }
    }

    /// Messages of a well-known type, and how they are read.
    fn known(&self, known: &Known) -> Result<(Schema, Box<dyn Message>, Reading), Failure> {
        let schema = self.schema.with_built_in(known.candidate.set);
        let keep_raw = raw_paths(&self.keep_raw)?;
        let asked = MessageRequest {
            name: Some(known.candidate.ty),
            rules: &[known.rules],
            keep_raw: &keep_raw,
            strict: schema.strict,
            ..MessageRequest::default()
        };
        let message = schema.message("decode", &asked)?;
        let several = self.tolerance.several(&self.frames.framing());
        let reading = Reading {
            rules: Some(known.rules),
            options: self.options(),
            several,
            output: self.limits.output(),
            ..Reading::default()
        };
        Ok((schema, message, reading))
    }

    /// Rejects options that the schema's language does not support.
    fn demand(&self) -> Result<&'static dyn SchemaLanguage, Failure> {
        let [open_types, trailing] = self.tolerance.demands();
        self.schema.demand(&[
            ("--rules", Feature::Rules, self.pdu.has_rules()),
            ("--pcap and --packing", Feature::Captures, self.capture.is_asked()),
            ("--as", Feature::TextForms, matches!(self.shown_as, ShownAs::Text(text) if text != texts::JSON)),
            ("--check-constraints", Feature::Constraints, self.check_constraints),
            ("--unknown", Feature::Extensions, self.unknown != OnUnknown::Keep),
            ("--defaults", Feature::Defaults, self.defaults),
            open_types,
            trailing,
            ("--keep-raw", Feature::Raw, !self.keep_raw.is_empty()),
            ("--forms", Feature::Encodings, self.forms.is_some()),
            (
                "--select without --as csv, arrow or parquet",
                Feature::Select,
                !self.select.is_empty() && self.shows_text(),
            ),
            ("--render", Feature::Render, !self.render.is_empty()),
        ])
    }

    fn settings(&self) -> Result<Settings, Failure> {
        let most = self.limits.limits().total;
        let settings = self.reading.settings(self.form, &self.frames, self.on_error, most)?;
        Ok(Settings { several: settings.several || self.lines, ..settings })
    }

    /// Whether messages are in packets; rejects options for files of records in that case.
    fn in_packets(&self) -> Result<bool, Failure> {
        let raw = matches!(self.form, InForm::Known(Form::Raw) | InForm::Auto);
        let plain = raw && self.frames.framing() == Framing::default();
        let asked = self.capture.is_asked() || (plain && self.capture.is_meant(&self.files));
        match asked {
            true if !plain => Err(Failure::Usage(capture::LAID.into())),
            _ if self.meta && !asked => Err(Failure::Usage("--meta is for captures: add --pcap".into())),
            _ if self.meta && !self.shows_json() => Err(Failure::Usage("--meta is for JSON".into())),
            _ => Ok(asked),
        }
    }

    fn options(&self) -> DecodeOptions {
        DecodeOptions {
            strict: self.forms.map(|forms| forms == Strictness::Strict),
            unknown: self.unknown.into(),
            checks: self.check_constraints,
            defaults: self.defaults,
            ..self.tolerance.options(&self.limits, self.schema.strict)
        }
    }

    fn layout(&self, form: InForm) -> Layout {
        match self.lines || self.meta || matches!(form, InForm::Known(form) if form.is_lines()) {
            true => Layout::Compact,
            false if self.folds() => Layout::Folded,
            false => Layout::Indented,
        }
    }

    fn shows_text(&self) -> bool {
        matches!(self.shown_as, ShownAs::Text(_))
    }

    fn shows_json(&self) -> bool {
        matches!(self.shown_as, ShownAs::Text(text) if text.is_json)
    }

    /// Whether the text is kept with folded line breaks until it is written.
    fn folds(&self) -> bool {
        matches!(self.shown_as, ShownAs::Text(text) if text.folds)
    }

    /// Opens the output for the text of values.
    fn opened(&self) -> Result<Destination, Failure> {
        let out = self.output.open()?;
        Ok(if self.folds() { out.unfolding() } else { out })
    }

    /// Reads values in text and writes them again.
    fn texts(&self, message: &dyn Message, text: Text) -> Done {
        match self.form {
            InForm::Known(form) if !text.is_binary => octets_alone("--in", form, Form::Raw)?,
            _ => {}
        }
        let for_octets = [
            ("--keep-raw", !self.keep_raw.is_empty()),
            ("--forms", self.forms.is_some()),
            ("--defaults", self.defaults),
            ("--check-constraints", self.check_constraints),
        ];
        if let Some((option, _)) = for_octets.into_iter().find(|(_, said)| *said) {
            return Err(Failure::Usage(format!("{option}: only octets have this, and these rules are text")));
        }
        let read = self.schema.text("decode", message, text)?.with(self.texts.settings()?);
        let ShownAs::Text(shown_as) = self.shown_as else {
            return Err(Failure::Usage("--as: only octets become tables, and these rules are text".into()));
        };
        let in_packets = self.in_packets()?;
        if in_packets || text.is_binary {
            let in_text = InText::new(message, Some(read), None, self.limits.limits());
            let shown = self.shown(&self.schema, &in_text, shown_as, self.form, &self.select)?;
            let reading = Reading { output: self.limits.output(), ..Reading::default() };
            let (work, mut out) = (Decoding { reading, shown, in_order: false }, self.opened()?);
            if in_packets {
                return self.packets(&work, out);
            }
            let told = self.told(false);
            let (readings, totals) =
                records::all(&self.settings()?, told, &work, &mut out, &self.files, None)?;
            readings.finish(out)?;
            return readings.end(totals.damaged > 0);
        }
        self.reading.refuse_for_text(&self.frames)?;
        let plain = Rendering::default();
        let values = Values::new(message, read, None, self.limits.limits(), &plain);
        let mut retelling =
            Retelling::new(values, self.shown(&self.schema, message, shown_as, self.form, &self.select)?);
        let mut out = self.opened()?;
        let mut output = Output::new(&mut out, self.on_error, false).of_files(&self.files);
        let (readings, wrong) = records::values(&mut output, &mut retelling, &self.files)?;
        readings.finish(out)?;
        readings.end(wrong)
    }

    /// How values are shown.
    fn shown<'m>(
        &'m self,
        schema: &Schema,
        message: &'m dyn Message,
        text: Text,
        form: InForm,
        select: &[String],
    ) -> Result<Shown<'m>, Failure> {
        let select = Select::new(message, select);
        let shown = Shown {
            message,
            text: schema.text("decode", message, text)?.with(self.texts.settings()?),
            layout: self.layout(form),
            select: select.map_err(|told| Failure::Usage(format!("--select {told}")))?,
            rendering: rendering(message, &self.render)?,
        };
        match (shown.select.is_some() || !shown.rendering.is_empty()) && !text.is_json {
            true => Err(Failure::Usage("--select and --render are for JSON and tables".into())),
            false => Ok(shown),
        }
    }
}

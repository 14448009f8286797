//! Tables of values.

use std::io::{self, Write};

use wireglot_driver::forms::Form;
use wireglot_driver::identify::{Group, Identity, Known};
use wireglot_driver::inputs::{Damage, InForm, OnError, Place, Settings, Totals};
use wireglot_driver::messages::{Bad, Message, MessageRequest, OneType, Reading, Rendering};
use wireglot_driver::records::Work;
use wireglot_table::columns::{Columns, Settings as Shaping, SeveralTypes};
use wireglot_table::provenance::{self, Provenance};
use wireglot_table::select::in_versions;
use wireglot_table::superset::{Superset, Version};
use wireglot_table::tabling::Tabling;
use wireglot_table::versions::{Pattern, Version as OneVersion, VersionedTabling};

use crate::input::capture;
use crate::input::data::Readings;
use crate::input::rendering::rendering;
use crate::input::table_args::{OtherVersion, TableForm};
use crate::output::exit::{note, Done, Failure};
use crate::output::table::Table;
use crate::records::{self, Instead, Resume, Way};

use super::groups::UnknownPart;
use super::Decode;

/// A group of an input of which the type was not given.
struct Held {
    /// The name of the input.
    name: String,
    form: Form,
    group: Group,
    /// Its parts with what is reported of them, if their type is not known.
    unknown: Vec<UnknownPart>,
}

/// Another version of the schema.
struct Other {
    name: String,
    /// Which files are of this version, if their names tell.
    files: Option<Pattern>,
    message: Box<dyn Message>,
}

/// The rows of several groups of one type.
struct HeldRows<'d> {
    decode: &'d Decode,
    held: Vec<Held>,
    /// The number of inputs that they are of.
    inputs: u64,
}

impl HeldRows<'_> {
    /// Writes the rows of all groups.
    fn write(self, work: &dyn Work, told: Way, table: &mut (dyn Write + Send)) -> Result<Totals, Failure> {
        let (decode, mut totals) = (self.decode, Totals::default());
        for Held { name, form, group, unknown } in self.held {
            for part in &unknown {
                totals.damaged += 1;
                decode.say_unknown(part, true, table)?;
                if let Some(instead) = told.instead {
                    let place = Place { record: Some(part.record()), ..part.place.clone() };
                    let bad = Bad { code: "form", message: part.message.clone(), ..Bad::default() };
                    table.write_all(&instead(&place, &Damage::of_input(bad), &part.message))?;
                }
            }
            if !unknown.is_empty() {
                continue;
            }
            let (form, before) = (InForm::Known(form), group.before);
            let settings = Settings { form, before, several: true, ..decode.settings()? };
            let settings = decode.tolerance.settle(settings)?;
            totals = totals + records::held(&settings, work, table, (&name, group.text), told)?;
            if totals.damaged > 0 && decode.on_error == OnError::Stop {
                return Err(Failure::Data);
            }
        }
        if decode.reading.totals || totals.damaged > 0 {
            records::tell_totals(&Totals { inputs: self.inputs, ..totals });
        }
        Ok(totals)
    }

    /// Reports all groups, of which none is of a known type.
    fn say(self) -> Result<Totals, Failure> {
        let mut totals = Totals { inputs: self.inputs, ..Totals::default() };
        for part in self.held.iter().flat_map(|held| &held.unknown) {
            totals.damaged += 1;
            self.decode.say_unknown(part, true, &mut io::sink())?;
        }
        if totals.damaged > 0 {
            records::tell_totals(&totals);
        }
        Ok(totals)
    }
}

impl Decode {
    /// Writes values as rows of a table.
    pub(super) fn table(&self, message: &dyn Message, reading: Reading, form: TableForm) -> Done {
        let shaping = self.table.settings(self.schema.has_built_in());
        if self.in_packets()? {
            self.reading.refuse_to_resume()?;
            return self.rows(message, reading, (form, &shaping), |work, told, table, _| {
                capture::decode(&self.packets_of(work), &self.capture, told, table, &self.files)
            });
        }
        let (whole, ahead) = (message.ends_with_input(), self.reading.record.is_none());
        let settings = Settings { whole, ahead, several: true, ..self.settings()? };
        let settings = self.tolerance.settle(settings)?;
        self.rows(message, reading, (form, &shaping), |work, told, table, resume| {
            records::all(&settings, told, work, table, &self.files, resume)
        })
    }

    /// Writes inputs of unknown type as rows of a table, if all are identified as one type. Parts of unknown type are
    /// bad records.
    pub(super) fn identified_table(&self, form: TableForm) -> Done {
        let mut known: Option<Known> = None;
        let mut rows = HeldRows { decode: self, held: Vec::new(), inputs: 0 };
        let readings = self.each_identified(|name, form, groups| {
            rows.inputs += 1;
            for group in groups {
                let mut unknown = Vec::new();
                match group.identity {
                    Identity::Known(found) => {
                        known.map_or(Ok(()), |first| of_one_type(name, &first, &found))?;
                        // What one of them doesn't follow isn't required of the others.
                        known = known.filter(|first| !first.rules.canonical()).or(Some(found));
                    }
                    _ => unknown = self.unknown_parts((name, form), &group)?,
                }
                rows.held.push(Held { name: name.to_string(), form, group, unknown });
            }
            Ok(())
        })?;
        let Some(known) = known else {
            let totals = rows.say()?;
            return readings.end(totals.damaged > 0);
        };
        let (_, message, reading) = self.known(&known)?;
        let shaping = self.table.settings(true);
        self.rows(&*message, reading, (form, &shaping), |work, told, table, _| {
            Ok((readings, rows.write(work, told, table)?))
        })
    }

    /// The other versions of the schema.
    fn other_versions(&self, reading: Reading) -> Result<Vec<Other>, Failure> {
        let mut others = Vec::new();
        for OtherVersion { schema, files } in self.table.versions.clone() {
            if self.schema.is_unsaid() {
                return Err(Failure::Usage("--versions goes with -s, -t and -r".into()));
            }
            let name = schema.display().to_string();
            let schema = self.schema.with_file(schema);
            if schema.language()?.word() != self.schema.language()?.word() {
                let told = format!("--versions: {name} is {}, and -s is not", schema.language()?.name());
                return Err(Failure::Usage(told));
            }
            let asked = MessageRequest {
                name: self.pdu.named.as_deref(),
                rules: reading.rules.as_slice(),
                strict: schema.strict,
                ..MessageRequest::default()
            };
            others.push(Other { name, files, message: schema.message("decode", &asked)? });
        }
        Ok(others)
    }

    /// The rules by which values of each version are shown. A rule must suit one of them.
    fn renderings(&self, messages: &[&dyn Message], names: &[&str]) -> Result<Vec<Rendering>, Failure> {
        if let [message] = messages {
            return Ok(vec![rendering(*message, &self.render)?]);
        }
        let wrong = |message: &dyn Message, rule: &str| match rule.starts_with('@') {
            true => None,
            false => {
                Rendering::default().add(message, rule).err().map(|wrong| wrong.told("").trim().to_string())
            }
        };
        for rule in &self.render {
            let told: Vec<_> = messages.iter().map_while(|message| wrong(*message, rule)).collect();
            if told.len() == messages.len() {
                let each = names.iter().copied().zip(told.iter().map(String::as_str));
                return Err(Failure::Usage(format!("--render {}", in_versions(each))));
            }
        }
        let rules_of = |message: &&dyn Message| {
            let suits = self.render.iter().filter(|rule| wrong(*message, rule).is_none());
            rendering(*message, &suits.cloned().collect::<Vec<_>>())
        };
        messages.iter().map(rules_of).collect()
    }

    /// Whether something besides the records shows where each one ends.
    fn is_framed(&self) -> bool {
        let in_parts = matches!(self.form, InForm::Known(form) if form.is_lines() || form == Form::Pem);
        in_parts || self.frames.framing().prefix.is_some() || self.capture.is_packed()
    }

    /// Writes the rows that `read` makes of its inputs.
    fn rows(
        &self,
        message: &dyn Message,
        reading: Reading,
        (form, shaping): (TableForm, &Shaping),
        read: impl FnOnce(
            &dyn Work,
            Way,
            &mut (dyn Write + Send),
            Option<&Resume>,
        ) -> Result<(Readings, Totals), Failure>,
    ) -> Done {
        if self.reading.resume && form != TableForm::Csv {
            let form = form.word();
            return Err(Failure::Usage(format!(
                "--resume: --as {form} can't be continued after an interruption, since only its end makes it whole; \
                 use --as csv, or write a file for each input"
            )));
        }
        let others = self.other_versions(reading)?;
        let first_name = self.schema.first().display().to_string();
        let messages: Vec<&dyn Message> =
            std::iter::once(message).chain(others.iter().map(|other| &*other.message)).collect();
        let names: Vec<&str> = std::iter::once(&first_name)
            .chain(others.iter().map(|other| &other.name))
            .map(String::as_str)
            .collect();
        let mut versions = Vec::new();
        let renderings = self.renderings(&messages, &names)?;
        for ((message, rules), name) in messages.iter().zip(renderings).zip(names) {
            let mut columns = Columns::of(*message, shaping).map_err(several_types)?;
            if !self.render.is_empty() {
                columns.render(*message, rules);
            }
            versions.push(Version { name, shape: message.shape(), columns });
        }
        let mut table =
            Superset::of(versions).map_err(|told| Failure::Usage(format!("--versions: {told}")))?;
        let (paths, option) = match self.select.is_empty() {
            true => (None, "--versions:"),
            false => (Some(&self.select[..]), "--select"),
        };
        let outputs = table.outputs(&messages, paths);
        let mut outputs = outputs.map_err(|told| Failure::Usage(format!("{option} {told}")))?;
        let provenance = self.table.provenance();
        let tells = provenance.iter().any(|(source, _)| *source == provenance::Source::Error);
        if tells && self.on_error != OnError::Report {
            return Err(Failure::Usage("--provenance error goes with --on-error report".into()));
        }
        table
            .add_provenance(&mut outputs, &provenance)
            .map_err(|told| Failure::Usage(format!("--provenance: {told}")))?;
        let tabling = |message, columns| Tabling { message, reading, columns, start: 0 };
        let mut made = messages.iter().zip(&table.views).map(|(message, columns)| tabling(*message, columns));
        let (Some(first), Some(columns)) = (made.next(), table.views.first()) else { return Ok(()) };
        let versioned = made.zip(&others).map(|(tabling, other)| OneVersion {
            name: &other.name,
            files: other.files.as_ref(),
            tabling,
        });
        let first = OneVersion { name: &first_name, files: None, tabling: first };
        let work = VersionedTabling::new(first, versioned.collect(), self.is_framed());
        let work = work.map_err(|told| Failure::Usage(format!("--versions: {told}")))?;
        let (mut out, resume) =
            records::open(self.reading.resume, &self.arguments, &self.output, &self.files)?;
        let mut table = match &resume {
            None => Table::new(form, columns, &outputs, &mut out)?,
            Some(resume) => Table::resumable(columns, &outputs, &mut out, resume.has_output())?,
        };
        let work = OneType::new(&work);
        let instead = |place: &Place, damage: &Damage, told: &str| {
            let position = damage.position(place);
            Provenance { file: &place.file, position, raw: None, error: Some(told) }.row(columns)
        };
        let instead: Option<Instead> = if tells { Some(&instead) } else { None };
        let done = read(&work, Way { instead, ..self.told(true) }, &mut table, resume.as_ref());
        let rows = table.finish()?;
        let (readings, totals) = done?;
        let before = resume.as_ref().map_or_else(Totals::default, Resume::totals);
        match resume {
            Some(resume) => resume.finish(out)?,
            // Of inputs that could not be read, there would be nothing but names of columns.
            None if rows > 0 || !readings.had_unread() => out.finish()?,
            None => {}
        }
        let good = totals.good - before.good;
        let all = good + if tells { totals.damaged - before.damaged } else { 0 };
        tell_skipped(all.saturating_sub(rows), work.skipped().into_keys());
        readings.end(totals.damaged > 0)
    }
}

/// The error for messages of several types.
fn several_types(SeveralTypes(types): SeveralTypes) -> Failure {
    let types = types.join(", ");
    Failure::Usage(format!("a table holds messages of one type: choose it with -t ({types})"))
}

/// Reports messages of other types than that of a table.
fn tell_skipped(messages: u64, types: impl Iterator<Item = String>) {
    if messages == 0 {
        return;
    }
    let told = types.map(|name| format!("-t {name}")).collect::<Vec<_>>().join(" or ");
    let what = if messages == 1 { "message of another type" } else { "messages of other types" };
    note(&format!("{messages} {what} skipped; for a table of them, use {told}"));
}

/// Refuses a type that is not that of the others.
fn of_one_type(name: &str, first: &Known, found: &Known) -> Done {
    if first.candidate.ty == found.candidate.ty {
        return Ok(());
    }
    let [first, found] =
        [first, found].map(|known| format!("{} ({})", known.options(), known.candidate.name));
    Err(Failure::Usage(format!(
        "a table has one type, and {name} is of another: decode one with {first}, the other with {found}; \
         --on-error skip leaves out messages of another type"
    )))
}

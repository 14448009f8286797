//! Inputs of unknown type, each decoded as the types identified in it.

use std::collections::btree_map::{BTreeMap, Entry};
use std::io::{Read as _, Write};

use wireglot_driver::forms::{Form, FormError};
use wireglot_driver::identify::{Group, Identity, Known, Looks, Sure};
use wireglot_driver::inputs::{reads_encoded, InForm, OnError, Place, Settings, Totals};
use wireglot_driver::messages::{Decoding, Message, Reading, Select};
use wireglot_driver::texts::Text;

use crate::input::args::Schema;
use crate::input::data::{each_input, Readings};
use crate::input::guess::{self, Guesses};
use crate::input::table_args::ShownAs;
use crate::output::exit::{complain, note, Done, Failure};
use crate::output::report::Report;
use crate::records::{self, Terminal, Way};

use super::Decode;

/// A well-known type in use.
struct Made {
    known: Known,
    schema: Schema,
    message: Box<dyn Message>,
    reading: Reading,
}

/// The well-known types in use, each compiled once.
#[derive(Default)]
struct Types(Vec<Made>);

impl Types {
    /// The position of a type; the number of types if it is new.
    fn position(&self, known: &Known) -> usize {
        self.0.iter().position(|made| made.known.same(known)).unwrap_or(self.0.len())
    }

    /// A type, compiled if it is new.
    fn made(&mut self, decode: &Decode, known: &Known) -> Result<&Made, Failure> {
        let at = self.position(known);
        if at == self.0.len() {
            let (schema, message, reading) = decode.known(known)?;
            self.0.push(Made { known: *known, schema, message, reading });
        }
        Ok(&self.0[at])
    }
}

/// A part of an input that is of unknown type.
pub(super) struct UnknownPart {
    pub place: Place,
    /// What is wrong, with the place.
    pub message: String,
    form: Form,
    /// The error in its text, if that can't be read.
    error: Option<FormError>,
}

impl UnknownPart {
    /// Its number, from 1.
    pub fn record(&self) -> u64 {
        self.place.record.unwrap_or(1)
    }

    fn report(&self) -> Report<'_> {
        let report = Report { code: "form", message: self.message.clone(), ..Report::at(&self.place) };
        let Some(FormError { spot, message }) = &self.error else { return report };
        let message = format!("{message} (read as --in {})", self.form.word());
        Report { line: Some(spot.line), column: Some(spot.column), message, ..report }
    }
}

impl Decode {
    /// Decodes inputs of unknown type, each as the type identified.
    pub(super) fn identified(&self) -> Done {
        self.texts.suit(&[self.shown_as.text()])?;
        let text = match self.shown_as {
            ShownAs::Text(text) => text,
            ShownAs::Table(form) => return self.identified_table(form),
        };
        let mut out = self.opened()?;
        let (mut types, mut lacking) = (Types::default(), Lacking::default());
        let (mut totals, mut inputs) = (Totals::default(), 0);
        let readings = self.each_identified(|name, form, groups| {
            inputs += 1;
            let groups = self.selected(name, groups, &mut types, &mut lacking)?;
            for group in &groups {
                if let Identity::Known(known) = &group.identity {
                    types.made(self, known)?;
                }
            }
            let mut works = Works { decode: self, text, types: &types, made: BTreeMap::new() };
            for group in groups {
                if let Identity::Known(known) = group.identity {
                    totals = totals + works.group(&known, form, &mut out, (name, group))?;
                    continue;
                }
                for part in self.unknown_parts((name, form), &group)? {
                    self.say_unknown(&part, false, &mut out)?;
                    totals.damaged += 1;
                }
            }
            Ok(())
        })?;
        lacking.end()?;
        readings.finish(out)?;
        if self.reading.totals || totals.damaged > 0 {
            records::tell_totals(&Totals { inputs, ..totals });
        }
        readings.end(totals.damaged > 0)
    }

    /// Identifies the type of each input, or of the parts of one.
    pub(super) fn each_identified(
        &self,
        mut then: impl FnMut(&str, Form, Vec<Group>) -> Done,
    ) -> Result<Readings, Failure> {
        let mut guesses = Guesses::beside(self.schema.options());
        let looked_at = (self.frames.skip, self.reading.record);
        let readings = each_input(&self.files, self.form, |name, mut input| {
            let mut octets = Vec::new();
            input.read_to_end(&mut octets)?;
            let form = self.form.settle(&name, &octets, &reads_encoded, &mut Terminal);
            then(&name, form, guesses.groups(&name, form, octets, looked_at)?)
        })?;
        guesses.end();
        Ok(readings)
    }

    /// The parts of a group of unknown type, and what is reported of each. An input that is all of unknown type, and
    /// not damaged, is none that can be read.
    pub(super) fn unknown_parts(
        &self,
        (name, form): (&str, Form),
        group: &Group,
    ) -> Result<Vec<UnknownPart>, Failure> {
        if group.is_whole && !group.unknown_parts(name).any(|(_, identity)| guess::is_damaged(identity)) {
            return Err(Failure::Input(guess::not_known(name, form, &group.identity)));
        }
        let wanted = self.reading.record;
        let parts = group.unknown_parts(name).map(|(place, identity)| UnknownPart {
            message: guess::part_not_known(&place, form, identity),
            error: match identity {
                Identity::Unknown(Looks::Unreadable(error)) => Some(error.clone()),
                _ => None,
            },
            form,
            place,
        });
        Ok(parts.filter(|part| wanted.is_none_or(|wanted| part.record() == wanted)).collect())
    }

    /// Reports a part of unknown type, as a bad record.
    pub(super) fn say_unknown(&self, part: &UnknownPart, aside: bool, out: &mut dyn Write) -> Done {
        match self.on_error {
            OnError::Report => part.report().say(self.on_error, (aside, self.files.len() > 1), out)?,
            OnError::Skip | OnError::Stop => {
                out.flush()?;
                complain(&part.message);
            }
        }
        if self.on_error == OnError::Stop {
            Err(Failure::Data)
        } else {
            Ok(())
        }
    }

    /// The groups of an input that have the selected fields, if the types differ.
    fn selected(
        &self,
        name: &str,
        groups: Vec<Group>,
        types: &mut Types,
        lacking: &mut Lacking,
    ) -> Result<Vec<Group>, Failure> {
        if self.select.is_empty() || self.files.len() < 2 && groups.len() < 2 {
            return Ok(groups);
        }
        let mut kept = Vec::new();
        for group in groups {
            if let Identity::Known(known @ Known { candidate, sure, .. }) = &group.identity {
                if *sure != Sure::Damaged {
                    match Select::new(&*types.made(self, known)?.message, &self.select) {
                        Ok(_) => lacking.any_has = true,
                        Err(why) => {
                            lacking.add(candidate.name, why, name, group.parts);
                            continue;
                        }
                    }
                }
            }
            kept.push(group);
        }
        Ok(kept)
    }
}

/// Records of which the type does not have the selected fields.
#[derive(Default)]
struct Lacking {
    /// Whether any type has them.
    any_has: bool,
    types: BTreeMap<&'static str, Skipped>,
}

/// Skipped records of a type.
struct Skipped {
    /// Why the fields are not selected.
    why: String,
    records: u64,
    /// The last file, and the number of files.
    file: String,
    files: u64,
}

impl Lacking {
    fn add(&mut self, name: &'static str, why: String, file: &str, records: u64) {
        let none = Skipped { why, records: 0, file: String::new(), files: 0 };
        let skipped = self.types.entry(name).or_insert(none);
        skipped.records += records;
        if skipped.file != file {
            (skipped.file, skipped.files) = (file.to_string(), skipped.files + 1);
        }
    }

    /// Reports what was skipped. If no type has the fields, that is an error.
    fn end(&self) -> Done {
        let all = || self.types.values().map(|skipped| skipped.why.as_str());
        if let (false, Some(first)) = (self.any_has, all().next()) {
            let why = all().find(|why| why.contains("did you mean")).unwrap_or(first);
            return Err(Failure::Usage(format!("--select {why}")));
        }
        for (ty, Skipped { records, file, files, .. }) in &self.types {
            let place = if *files == 1 { file.clone() } else { format!("{files} files") };
            let records = if *records == 1 { "1 record".to_string() } else { format!("{records} records") };
            note(&format!("{place}: {records} skipped ({ty}), without the selected fields"));
        }
        Ok(())
    }
}

/// How the groups of an input are decoded, made once for each type.
struct Works<'d> {
    decode: &'d Decode,
    text: Text,
    types: &'d Types,
    /// By the position of the type, and whether the fields are not selected since it lacks them.
    made: BTreeMap<(usize, bool), Decoding<'d>>,
}

impl Works<'_> {
    /// Decodes a group of one type.
    fn group(
        &mut self,
        known: &Known,
        form: Form,
        out: &mut (dyn Write + Send),
        (name, group): (&str, Group),
    ) -> Result<Totals, Failure> {
        let (decode, at) = (self.decode, self.types.position(known));
        let Made { schema, message, reading, .. } = &self.types.0[at];
        let settings = Settings { form: InForm::Known(form), before: group.before, ..decode.settings()? };
        let settings = decode.tolerance.settle(settings)?;
        // What is damaged may be of another type than it looks like, and not have the fields.
        let is_damaged = known.sure == Sure::Damaged;
        let lacks = is_damaged && Select::new(&**message, &decode.select).is_err();
        let work = match self.made.entry((at, lacks)) {
            Entry::Occupied(work) => work.into_mut(),
            Entry::Vacant(place) => {
                let select = if lacks { &[] } else { &decode.select[..] };
                let shown = decode.shown(schema, &**message, self.text, settings.form, select)?;
                place.insert(Decoding { reading: *reading, shown, in_order: false })
            }
        };
        let told = Way { totals: false, ..decode.told(false) };
        let totals = records::held(&settings, work, out, (name, group.text), told)?;
        match totals.damaged > 0 && decode.on_error == OnError::Stop {
            true => Err(Failure::Data),
            false => Ok(totals),
        }
    }
}

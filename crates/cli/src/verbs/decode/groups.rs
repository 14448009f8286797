//! Inputs of unknown type, each decoded as the types identified in it.

use std::collections::btree_map::{BTreeMap, Entry};
use std::io::{Read as _, Write};

use wireglot_driver::forms::Form;
use wireglot_driver::identify::{Group, Identity, Known, Sure};
use wireglot_driver::inputs::{reads_encoded, InForm, OnError, Place, Settings, Totals};
use wireglot_driver::messages::{Decoding, Message, Reading, Select};

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
    /// The position of a type.
    fn find(&self, known: &Known) -> Option<usize> {
        self.0.iter().position(|made| made.known.same(known))
    }

    /// A type, compiled if it is new.
    fn made(&mut self, decode: &Decode, known: &Known) -> Result<&Made, Failure> {
        let at = match self.find(known) {
            Some(at) => at,
            None => {
                let (schema, message, reading) = decode.known(known)?;
                self.0.push(Made { known: *known, schema, message, reading });
                self.0.len() - 1
            }
        };
        Ok(&self.0[at])
    }
}

impl Decode {
    /// Decodes inputs of unknown type, each as the type identified.
    pub(super) fn identified(&self) -> Done {
        if let ShownAs::Table(form) = self.shown_as {
            return self.identified_table(form);
        }
        let mut out = self.opened()?;
        let (mut types, mut totals, mut inputs) = (Types::default(), Totals::default(), 0);
        let readings = self.each_identified(|name, form, groups| {
            inputs += 1;
            let several = groups.len() > 1;
            let groups = self.selected(name, groups, &mut types)?;
            for group in &groups {
                if let Identity::Known(known) = &group.identity {
                    types.made(self, known)?;
                }
            }
            let mut works = Works { decode: self, types: &types, made: BTreeMap::new() };
            for group in groups {
                let done = match group.identity {
                    Identity::Known(known) => works.group(&known, form, &mut out, (name, group)),
                    _ => self.unidentified((name, form), &group, several, &mut out),
                };
                totals = totals + done?;
            }
            Ok(())
        })?;
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
        let readings = each_input(&self.files, |name, mut input| {
            let mut octets = Vec::new();
            input.read_to_end(&mut octets)?;
            let form = self.form.settle(&name, &octets, &reads_encoded, &mut Terminal);
            then(&name, form, guesses.groups(&name, form, octets, looked_at)?)
        })?;
        guesses.end();
        Ok(readings)
    }

    /// Reports a group of unknown type. What is damaged, or one of several groups, is so many bad records; any other
    /// input is none that can be read.
    fn unidentified(
        &self,
        (name, form): (&str, Form),
        group: &Group,
        several: bool,
        out: &mut dyn Write,
    ) -> Result<Totals, Failure> {
        let failure = guess::group_not_known(name, form, group, several);
        let Failure::Input(message) = &failure else { return Err(failure) };
        if !guess::is_damaged(&group.identity) && !several {
            return Err(failure);
        }
        let place = if several { group.place(name) } else { Place::of(name) };
        match self.on_error {
            OnError::Report => {
                let report = Report { code: "form", message: message.clone(), ..Report::at(&place) };
                report.say(self.on_error, (false, self.files.len() > 1), out)?;
            }
            OnError::Skip | OnError::Stop => {
                out.flush()?;
                complain(message);
            }
        }
        match self.on_error {
            OnError::Stop => Err(Failure::Data),
            OnError::Report | OnError::Skip => Ok(Totals { damaged: group.parts, ..Totals::default() }),
        }
    }

    /// The groups of an input that have the selected fields, if any of them has.
    fn selected(&self, name: &str, groups: Vec<Group>, all_types: &mut Types) -> Result<Vec<Group>, Failure> {
        if self.select.is_empty() || groups.len() < 2 {
            return Ok(groups);
        }
        // For each type, why it does not have the fields, and how many records are of it.
        let mut types: BTreeMap<&str, (Option<String>, u64)> = BTreeMap::new();
        for Group { identity, parts, .. } in &groups {
            let Identity::Known(known) = identity else { continue };
            if known.sure == Sure::Damaged {
                continue;
            }
            let (_, count) = match types.entry(known.candidate.name) {
                Entry::Occupied(of) => of.into_mut(),
                Entry::Vacant(of) => {
                    let message = &*all_types.made(self, known)?.message;
                    of.insert((Select::new(message, &self.select).err(), 0))
                }
            };
            *count += parts;
        }
        if !types.values().any(|(missing, _)| missing.is_none()) {
            let all = || types.values().filter_map(|(missing, _)| missing.as_deref());
            let meant = all().find(|missing| missing.contains("did you mean")).or(all().next());
            return meant.map_or(Ok(groups), |missing| Err(Failure::Usage(format!("--select {missing}"))));
        }
        let without = types.iter().filter(|(_, (missing, _))| missing.is_some());
        for (ty, (_, count)) in without {
            let records = if *count == 1 { "record" } else { "records" };
            note(&format!("{name}: {count} {records} skipped ({ty}), without the selected fields"));
        }
        let has = |group: &Group| match &group.identity {
            Identity::Known(known) if known.sure != Sure::Damaged => {
                types.get(known.candidate.name).is_some_and(|(missing, _)| missing.is_none())
            }
            _ => true,
        };
        Ok(groups.into_iter().filter(has).collect())
    }
}

/// How the groups of an input are decoded, made once for each type.
struct Works<'d> {
    decode: &'d Decode,
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
        let decode = self.decode;
        let Some(at) = self.types.find(known) else { return Ok(Totals::default()) };
        let (Made { schema, message, reading, .. }, ShownAs::Text(text)) =
            (&self.types.0[at], decode.shown_as)
        else {
            return Ok(Totals::default());
        };
        let settings = Settings { form: InForm::Known(form), before: group.before, ..decode.settings()? };
        let settings = decode.tolerance.settle(settings)?;
        // What is damaged may be of another type than it looks like, and not have the fields.
        let is_damaged = known.sure == Sure::Damaged;
        let lacks = is_damaged && Select::new(&**message, &decode.select).is_err();
        let work = match self.made.entry((at, lacks)) {
            Entry::Occupied(work) => work.into_mut(),
            Entry::Vacant(place) => {
                let select = if lacks { &[] } else { &decode.select[..] };
                let shown = decode.shown(schema, &**message, text, settings.form, select)?;
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

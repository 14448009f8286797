//! Tables of values.

use std::io::{self, Write};

use wireglot_driver::forms::Form;
use wireglot_driver::identify::{Group, Identity, Known};
use wireglot_driver::inputs::{Damage, InForm, OnError, Place, Settings, Totals};
use wireglot_driver::messages::{Bad, Message, OneType, Reading};
use wireglot_driver::records::Work;
use wireglot_driver::{DecodeOptions, OpenTypes};
use wireglot_table::columns::{Columns, Settings as Shaping, SeveralTypes};
use wireglot_table::provenance::{self, Provenance};
use wireglot_table::select;
use wireglot_table::tabling::Tabling;

use crate::input::capture;
use crate::input::data::Readings;
use crate::input::guess;
use crate::input::rendering::rendering;
use crate::input::table_args::TableForm;
use crate::output::exit::{complain, note, Done, Failure};
use crate::output::table::Table;
use crate::records::{self, Instead, Way};

use super::Decode;

/// A group of an input of unknown type.
struct Held {
    /// The name of the input.
    name: String,
    form: Form,
    group: Group,
    /// What is reported if its type is not known.
    not_known: Option<String>,
}

/// Writes a row for each part of a group that is of unknown type.
fn rows_instead(
    instead: Instead,
    (name, group): (&str, &Group),
    message: String,
    table: &mut (dyn Write + Send),
) -> io::Result<()> {
    let damage = Damage::of_input(Bad { code: "form", message, ..Bad::default() });
    for number in 1..=group.parts {
        let place = Place { record: Some(group.before.records + number), ..Place::of(name) };
        table.write_all(&instead(&place, &damage, &damage.bad.message))?;
    }
    Ok(())
}

impl Decode {
    /// Writes values as rows of a table.
    pub(super) fn table(&self, message: &dyn Message, reading: Reading, form: TableForm) -> Done {
        let shaping = self.table.settings(false);
        if self.in_packets()? {
            return self.rows(message, reading, (form, &shaping), |work, told, table| {
                capture::decode(&self.packets_of(work), &self.capture, told, table, &self.files)
            });
        }
        let (whole, ahead) = (message.ends_with_input(), self.reading.record.is_none());
        let settings = Settings { whole, ahead, several: true, ..self.settings()? };
        let settings = self.tolerance.settle(settings)?;
        self.rows(message, reading, (form, &shaping), |work, told, table| {
            records::all(&settings, told, work, table, &self.files, None)
        })
    }

    /// Writes inputs of unknown type as rows of a table, if all are identified as one type. After an error, parts of
    /// unknown type are reported and left out unless reading stops there.
    pub(super) fn identified_table(&self, form: TableForm) -> Done {
        let mut known: Option<Known> = None;
        let (mut held, mut inputs) = (Vec::new(), 0);
        let readings = self.each_identified(|name, form, groups| {
            inputs += 1;
            let several = groups.len() > 1;
            for group in groups {
                let Identity::Known(found) = group.identity else {
                    let failure = guess::group_not_known(name, form, &group, several);
                    let Failure::Input(message) = &failure else { return Err(failure) };
                    if self.on_error == OnError::Stop || !guess::is_damaged(&group.identity) && !several {
                        return Err(failure);
                    }
                    complain(message);
                    let (name, not_known) = (name.to_string(), Some(message.clone()));
                    held.push(Held { name, form, group, not_known });
                    continue;
                };
                if let Some(first) = known.filter(|first| first.candidate.ty != found.candidate.ty) {
                    let told = [&first, &found]
                        .map(|known| format!("{} ({})", known.options(), known.candidate.name));
                    return Err(Failure::Usage(format!(
                    "a table has one type, and {name} is of another: decode one with {}, the other with {}",
                    told[0], told[1]
                )));
                }
                // What one of them doesn't follow isn't required of the others.
                known = known.filter(|first| !first.rules.canonical()).or(Some(found));
                held.push(Held { name: name.to_string(), form, group, not_known: None });
            }
            Ok(())
        })?;
        let Some(known) = known else { return readings.end(false) };
        let (_, message, reading) = self.known(&known)?;
        let shaping = self.table.settings(true);
        self.rows(&*message, reading, (form, &shaping), |work, told, table| {
            let mut totals = Totals::default();
            for Held { name, form, group, not_known } in held {
                if let Some(message) = not_known {
                    totals.damaged += group.parts;
                    if let Some(instead) = told.instead {
                        rows_instead(instead, (&name, &group), message, table)?;
                    }
                    continue;
                }
                let (form, before) = (InForm::Known(form), group.before);
                let settings = Settings { form, before, several: true, ..self.settings()? };
                let settings = self.tolerance.settle(settings)?;
                totals = totals + records::held(&settings, work, table, (&name, group.text), told)?;
                if totals.damaged > 0 && self.on_error == OnError::Stop {
                    return Ok((readings, totals));
                }
            }
            if self.reading.totals || totals.damaged > 0 {
                records::tell_totals(&Totals { inputs, ..totals });
            }
            Ok((readings, totals))
        })
    }

    /// Writes the rows that `read` makes of its inputs.
    fn rows(
        &self,
        message: &dyn Message,
        reading: Reading,
        (form, shaping): (TableForm, &Shaping),
        read: impl FnOnce(&dyn Work, Way, &mut (dyn Write + Send)) -> Result<(Readings, Totals), Failure>,
    ) -> Done {
        let columns = Columns::of(message, shaping);
        let mut columns = columns.map_err(|SeveralTypes(types)| {
            Failure::Usage(format!(
                "a table holds messages of one type: choose it with -t ({})",
                types.join(", ")
            ))
        })?;
        if !self.render.is_empty() {
            columns.render(message, rendering(message, &self.render)?);
        }
        let mut outputs = match self.select.is_empty() {
            true => select::all(&columns),
            false => {
                let selected = select::select(message, &mut columns, &self.select);
                selected.map_err(|told| Failure::Usage(format!("--select {told}")))?
            }
        };
        let provenance = self.table.provenance();
        let tells = provenance.iter().any(|(source, _)| *source == provenance::Source::Error);
        if tells && self.on_error != OnError::Report {
            return Err(Failure::Usage("--provenance error goes with --on-error report".into()));
        }
        provenance::add(&mut columns, &mut outputs, &provenance)
            .map_err(|told| Failure::Usage(format!("--provenance: {told}")))?;
        // Invalid contents of an open type do not fit its columns.
        let options = DecodeOptions { open_types: OpenTypes::Strict, ..reading.options };
        let work = Tabling { message, reading: Reading { options, ..reading }, columns: &columns, start: 0 };
        let mut out = self.output.open()?;
        let mut table = Table::new(form, &columns, &outputs, &mut out)?;
        let work = OneType::new(&work);
        let instead = |place: &Place, damage: &Damage, told: &str| {
            let position = damage.position(place);
            Provenance { file: &place.file, position, raw: None, error: Some(told) }.row(&columns)
        };
        let instead: Option<Instead> = if tells { Some(&instead) } else { None };
        let done = read(&work, Way { instead, ..self.told(true) }, &mut table);
        let rows = table.finish()?;
        let (readings, totals) = done?;
        // Of inputs that could not be read, there would be nothing but names of columns.
        if rows > 0 || !readings.had_unread() {
            out.finish()?;
        }
        let all = totals.good + if tells { totals.damaged } else { 0 };
        tell_skipped(all.saturating_sub(rows), work.skipped().into_keys());
        readings.end(totals.damaged > 0)
    }
}

/// Reports messages of other types than that of a table.
fn tell_skipped(messages: u64, types: impl Iterator<Item = String>) {
    if messages == 0 {
        return;
    }
    let told = types.map(|name| format!("-t {name}")).collect::<Vec<_>>().join(" or ");
    let what = if messages == 1 { "message of another type" } else { "messages of other types" };
    note(&format!("{messages} {what} skipped; for a table of them, say {told}"));
}

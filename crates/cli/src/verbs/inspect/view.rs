//! Sends the spans of records to a terminal, a program or a page.

use std::io::Write;

use wireglot_driver::inputs::{Damage, OnError, Place};
use wireglot_driver::inspect::page::{Page, Stretch};
use wireglot_driver::inspect::{json, Annotated, Filter, Piece, Stop};
use wireglot_driver::messages::{Message, Reading, Rendering};

use super::spots::{is_blank, Spots};
use super::table::{Order, Table};
use crate::output::exit::Done;
use crate::output::report::{message as told, Report};

/// How messages are decoded, and what is shown of them.
pub struct Way {
    /// The options for this type, which identify the entry.
    pub options: String,
    pub message: Box<dyn Message>,
    pub reading: Reading,
    pub shown: Shown,
}

/// What is shown of a message.
pub struct Shown {
    pub rendering: Rendering,
    pub filter: Filter,
    /// The lines and columns, for text.
    pub spots: Option<Spots>,
}

/// The destination of spans, and their form.
pub struct View<'v, W> {
    pub kind: Kind,
    /// Tables show full paths as names.
    pub paths: bool,
    pub out: &'v mut W,
}

/// The form in which spans are shown.
pub enum Kind {
    Table,
    Json,
    Page(Page),
}

impl<W: Write> View<'_, W> {
    /// Shows the selected spans of a piece, then the error in it; `file` shows the file name, if there are
    /// several.
    pub fn piece(&mut self, message: &dyn Message, of: &mut Shown, piece: Piece<'_>, file: bool) -> Done {
        let Piece { place, octets, stretch, made, damage, one_of_several } = piece;
        let Annotated { spans, mut error } = made;
        if let (Some(stop), Some(damage)) = (&mut error, &damage) {
            stop.message = told(damage);
        }
        let order = match (of.spots, message.least_first()) {
            (Some(spots), _) => Order::Characters(spots),
            (None, true) => Order::LeastFirst,
            (None, false) => Order::MostFirst,
        };
        let table = Table::new(octets, order, &spans, self.paths);
        let mut shown = of.filter.shown(spans, octets.len());
        for span in shown.iter_mut().filter(|_| !of.rendering.is_empty()) {
            if let Some(value) = &mut span.value {
                *value = of.rendering.show(&span.path, value);
            }
        }
        let several = file || one_of_several;
        let (mut spots, end) = (of.spots, stretch.end);
        match &mut self.kind {
            Kind::Json => {
                for span in &shown {
                    let mut object = placed(place, file, json::span(octets, span));
                    if let Some(spots) = &mut spots {
                        spots.say(octets, span, &mut object);
                    }
                    writeln!(self.out, "{object}")?;
                }
            }
            Kind::Table => {
                shown.retain(|span| spots.is_none() || !is_blank(octets, span));
                // If only some positions are selected, an error elsewhere is reported, but not shown.
                let stop = error.as_ref().filter(|stop| !shown.is_empty() || of.filter.has(stop));
                if several && !(shown.is_empty() && stop.is_none()) {
                    writeln!(self.out, "\u{1b}[1m{}\u{1b}[0m", place)?;
                }
                table.print(&shown, stop, self.out)?;
            }
            Kind::Page(page) => {
                let (title, least_first) = (place.to_string(), message.least_first());
                page.add(&Stretch { title, octets, shown: stretch, least_first }, &shown, error.as_ref());
            }
        }
        if let Some(spots) = &mut of.spots {
            spots.to(octets, end);
        }
        damage.as_ref().map_or(Ok(()), |damage| self.refuse(place, file, damage))
    }

    /// Reports an error.
    pub fn refuse(&mut self, place: &Place, file: bool, damage: &Damage) -> Done {
        if matches!(self.kind, Kind::Json) {
            let stop = Stop { message: told(damage), ..damage.stop() };
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
        Ok(Report::of_damage(place, damage).say(OnError::Skip, (false, false), self.out)?)
    }
}

/// Adds the place to an object, with the file name if there are several.
fn placed(place: &Place, file: bool, mut object: serde_json::Value) -> serde_json::Value {
    let Place { file: name, packet, line, record } = place;
    if file {
        object["file"] = name.as_str().into();
    }
    if let Some(packet) = packet {
        object["packet"] = (*packet).into();
    }
    if let Some(line) = line {
        object["line"] = (*line).into();
    }
    if let Some(record) = record {
        object["record"] = (*record).into();
    }
    object
}

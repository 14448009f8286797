//! Shows messages from captures and packets like records.

use std::io::Write;

use wireglot_driver::forms::Form;
use wireglot_driver::inputs::{judged, reads, Damage, End, Hint, InForm, OnError, Place, Reads, Settings};
use wireglot_driver::inspect::{pieces, Asked, Piece};
use wireglot_driver::messages::{Finding, Message, Reading};
use wireglot_driver::records::Framing;

use super::view::{View, Way};
use super::Inspect;
use crate::input::capture::LAID;
use crate::input::data::Readings;
use crate::output::exit::Failure;
use crate::records::{no_record as none_such, stopped, Terminal};

impl Inspect {
    /// Whether messages are in packets; rejects options for files of records in that case.
    pub(super) fn in_packets(&self) -> Result<bool, Failure> {
        let raw = matches!(self.form, InForm::Known(Form::Raw) | InForm::Auto);
        let plain = raw && self.frames.framing() == Framing::default();
        match self.capture.is_asked() || (plain && self.capture.is_meant(&self.files)) {
            true if !plain => Err(Failure::Usage(LAID.into())),
            true if self.html.is_some() => {
                Err(Failure::Usage("--html is for files of records, not for captures and packets".into()))
            }
            asked => Ok(asked),
        }
    }

    /// Shows all messages of captures, or of inputs that are a single packet each; returns whether there is
    /// any error.
    pub(super) fn packets<W: Write>(
        &self,
        view: &mut View<W>,
        ways: &mut [Way],
    ) -> Result<(Readings, bool), Failure> {
        let (messages, mut shown): (Vec<_>, Vec<_>) = ways
            .iter_mut()
            .map(|Way { message, reading, shown, .. }| ((&**message, *reading), shown))
            .unzip();
        let Some((message, reading)) = messages.first().copied() else { return Ok(Default::default()) };
        let finding = Finding { message, reading };
        let packets = self.capture.packets(&finding, OnError::Skip, self.limits.limits().total);
        let (mut number, mut wrong) = (0, false);
        let file = self.files.len() > 1;
        let readings = self.capture.units(&packets, &self.files, |name, unit| {
            let empty = Place { packet: unit.packet, ..Place::of(name) };
            if let Some(bad) = unit.bad {
                wrong = true;
                return view.refuse(&empty, file, &Damage { from: unit.at, ..Damage::of_input(bad) });
            }
            // Of several types, the first that the bytes are of.
            let is_of = |(message, reading): &(&dyn Message, Reading)| {
                reads(*message, reading, &unit.octets, End::Input) != Reads::Not
            };
            let at = if messages.len() > 1 { messages.iter().position(is_of).unwrap_or(0) } else { 0 };
            let Some((&(message, reading), shown)) = messages.get(at).zip(shown.get_mut(at)) else {
                return Ok(());
            };
            let finding = Finding { message, reading };
            let settings = Settings { several: unit.several, ..self.settings(Form::Raw, message) };
            let whole = judged(name, Form::Raw, unit.octets, &settings, &finding, &mut Terminal);
            let mut whole = whole.map_err(|why| stopped(why, &settings.framing))?;
            for judged in &mut whole.records {
                number += 1;
                judged.place = empty.clone();
                judged.record.number = number;
                // Other hints name options for files of records.
                if let Some(damage) = &mut judged.damage {
                    damage.hints.retain(|hint| matches!(hint, Hint::Framed(_) | Hint::Newer(_)));
                }
            }
            whole.records.retain(|judged| self.record.is_none_or(|wanted| wanted == judged.record.number));
            if self.record.is_some() && whole.records.is_empty() {
                return Ok(());
            }
            let asked = Asked { name, form: Form::Raw, record: self.record };
            pieces(message, &reading, &whole, &asked, |piece| {
                wrong |= piece.damage.is_some();
                let place = if whole.records.is_empty() { &empty } else { piece.place };
                view.piece(message, shown, Piece { one_of_several: true, place, ..piece }, file)
            })
        })?;
        self.packets_have(number)?;
        Ok((readings, wrong))
    }

    /// An error if the requested record is not among this many.
    pub(super) fn packets_have(&self, there: u64) -> Result<(), Failure> {
        let name = match &self.files[..] {
            [only] => only.display().to_string(),
            _ => "the input".to_string(),
        };
        match self.record.filter(|wanted| *wanted > there) {
            Some(wanted) => Err(none_such(&name, wanted, there)),
            None => Ok(()),
        }
    }
}

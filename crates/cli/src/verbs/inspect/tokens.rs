//! Shows text messages token by token: those of files, and of captures and packets.

use std::io::Write;

use wireglot_driver::forms::Form;
use wireglot_driver::inputs::{Damage, InForm, OnError, Place};
use wireglot_driver::inspect::{text_pieces, Asked, Piece};
use wireglot_driver::messages::{Finding, InText, Message, MessageText, Reading};
use wireglot_driver::texts::Text;

use super::spots::Spots;
use super::view::{View, Way};
use super::Inspect;
use crate::input::data::{octets_alone, Readings};
use crate::input::languages::{language_of, refused};
use crate::output::exit::Failure;
use crate::records::no_record as none_such;

impl Inspect {
    /// Shows all messages of a text, or the requested one; returns whether there is any error.
    pub(super) fn tokens<W: Write>(
        &self,
        view: &mut View<W>,
        way: &mut Way,
        text: Text,
        name: &str,
        octets: &[u8],
    ) -> Result<bool, Failure> {
        self.frames.refuse_for_text()?;
        if let InForm::Known(form) = self.form {
            octets_alone("--in", form, Form::Raw)?;
        }
        let Way { message, reading, shown, .. } = way;
        let text = self.message_text(&**message, text)?;
        let mut reader = text.with(self.texts.settings()?).reader(None, self.limits.limits());
        shown.spots = (!text.is_binary()).then(Spots::default);
        let (file, mut wrong) = (self.files.len() > 1, false);
        let asked = Asked { name, form: Form::Raw, record: self.record };
        let there = text_pieces(&mut reader, reading, octets, &asked, |piece| {
            wrong |= piece.damage.is_some();
            view.piece(&**message, shown, piece, file)
        })?;
        match self.record.filter(|wanted| *wanted > there) {
            Some(wanted) => Err(none_such(name, wanted, there)),
            None => Ok(wrong),
        }
    }

    /// The text form of a message, which the rules say.
    fn message_text<'m>(&self, message: &'m dyn Message, text: Text) -> Result<MessageText<'m>, Failure> {
        if self.open_types.is_said() {
            return Err(Failure::Usage("--open-types is for octets; these rules are text".into()));
        }
        message.text(text).map_err(|refusal| {
            match self.schemas.first().map(|first| (first, language_of(first))) {
                Some((first, Ok(language))) => refused("inspect", language, first, refusal),
                _ => super::needs_schema(text.word),
            }
        })
    }

    /// All text messages of captures, or of inputs that are a packet each; says whether anything is wrong.
    pub(super) fn packets_of_tokens<W: Write>(
        &self,
        view: &mut View<W>,
        way: &mut Way,
        text: Text,
    ) -> Result<(Readings, bool), Failure> {
        let Way { message, reading, shown, .. } = way;
        let settings = self.texts.settings()?;
        let text = self.message_text(&**message, text)?.with(settings);
        let (mut reader, limits) = (text.reader(None, self.limits.limits()), self.limits.limits());
        let finding = Finding {
            message: &InText::new(&**message, Some(text), None, limits),
            reading: Reading::default(),
        };
        let packets = self.capture.packets(&finding, OnError::Skip, limits.total);
        let (mut number, mut wrong) = (0, false);
        let file = self.files.len() > 1;
        let readings = self.capture.units(&packets, &self.files, |name, unit| {
            let place = Place { packet: unit.packet, ..Place::of(name) };
            if let Some(bad) = unit.bad {
                wrong = true;
                return view.refuse(&place, file, &Damage { from: unit.at, ..Damage::of_input(bad) });
            }
            shown.spots = (!text.is_binary()).then(Spots::default);
            let asked = Asked { name, form: Form::Raw, record: None };
            text_pieces(&mut reader, reading, &unit.octets, &asked, |piece| {
                number += 1;
                if self.record.is_some_and(|wanted| wanted != number) {
                    return Ok(());
                }
                wrong |= piece.damage.is_some();
                view.piece(&**message, shown, Piece { one_of_several: true, place: &place, ..piece }, file)
            })?;
            Ok(())
        })?;
        self.packets_have(number)?;
        Ok((readings, wrong))
    }
}

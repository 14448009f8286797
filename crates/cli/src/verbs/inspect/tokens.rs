//! Shows texts token by token.

use std::io::Write;

use wireglot_driver::forms::Form;
use wireglot_driver::inputs::InForm;
use wireglot_driver::inspect::{text_pieces, Asked};
use wireglot_driver::texts::Text;

use super::spots::Spots;
use super::view::{View, Way};
use super::Inspect;
use crate::input::data::octets_alone;
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
        if self.open_types.is_said() {
            return Err(Failure::Usage("--open-types is for octets; these rules are text".into()));
        }
        let Way { message, shown, .. } = way;
        let text = message.text(text).map_err(|refusal| {
            match self.schemas.first().map(|first| (first, language_of(first))) {
                Some((first, Ok(language))) => refused("inspect", language, first, refusal),
                _ => super::needs_schema(text.word),
            }
        })?;
        let mut reader = text.with(self.texts.settings()?).reader(None, self.limits.limits());
        shown.spots = Some(Spots::default());
        let (file, mut wrong) = (self.files.len() > 1, false);
        let asked = Asked { name, form: Form::Raw, record: self.record };
        let there = text_pieces(&mut reader, octets, &asked, |piece| {
            wrong |= piece.damage.is_some();
            view.piece(&**message, shown, &piece, file)
        })?;
        match self.record.filter(|wanted| *wanted > there) {
            Some(wanted) => Err(none_such(name, wanted, there)),
            None => Ok(wrong),
        }
    }
}

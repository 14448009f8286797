//! Makes rows of what was read in one step: lengths, indices, padding, and the value among them.

use wireglot_rt::{Note, Noted};

use super::super::rows::{presence, Row};
use super::super::stretch::{Fact, Stretch};
use super::super::{Annotation, Part};
use super::{steps, Facts, NO_BITS};
use crate::notation::types::type_text;
use crate::Met;

/// Annotates what was read up to a bit, row by row.
impl Facts<'_> {
    pub(super) fn rows(&mut self, met: Met<'_>, place: u64, notes: &[Note]) {
        let Some(mut stretch) = self.stack.pop() else { return };
        let leaf = self.leaf.take();
        let mut rows = Rows { facts: self, stretch: &mut stretch, met, leaf, told: false, behind: false };
        for (index, note) in notes.iter().enumerate() {
            rows.plain(note.from);
            // A BIT STRING that contains an encoding: the contents follow the first octet.
            let inner = notes.get(index + 1).filter(|next| next.from < note.to);
            match inner {
                Some(inner) => rows.noted(Noted::Unused(0), inner.from),
                None if rows.counts(notes.get(index + 1)) => rows.row(Row::octets(note.what), note.to),
                None => rows.noted(note.what, note.to),
            }
        }
        rows.plain(place);
        rows.untold();
        stretch.cursor = place;
        self.stack.push(stretch);
    }
}

/// Makes the rows of one step.
struct Rows<'r, 's> {
    facts: &'r mut Facts<'s>,
    stretch: &'r mut Stretch,
    met: Met<'r>,
    leaf: Option<Fact>,
    /// Whether the value has been shown.
    told: bool,
    /// Whether the next length continues this one.
    behind: bool,
}

impl Rows<'_, '_> {
    /// Whether a note is the length of the number of elements, which comes before that number
    /// (X.696 17.2).
    fn counts(&self, next: Option<&Note>) -> bool {
        matches!(self.met, Met::Elements(_)) && next.is_some_and(|next| next.what == Noted::Contents)
    }

    /// Annotates bits up to `to` that have no note.
    fn plain(&mut self, to: u64) {
        if to <= self.stretch.cursor {
            return;
        }
        let shape = self.facts.codec.shape();
        let row = match self.met {
            Met::Value | Met::External(..) => return self.value(to),
            Met::Presence(parts) => {
                let record = self.facts.open.last().copied();
                let why = presence(shape, record, parts);
                Row { ty: record.map(|record| type_text(shape, record)), ..Row::new(Part::Presence, why) }
            }
            Met::Elements(count) => Row::elements(count),
            Met::Alternative(choice, alternative) => Row::alternative(shape, choice, alternative),
            Met::Field | Met::Container | Met::Fragments | Met::Fill | Met::Whole => Row::padding(),
            // What the error is in was not decoded.
            Met::Jump | Met::Stopped => {
                self.stretch.cursor = to;
                return;
            }
        };
        self.row(row, to);
    }

    fn noted(&mut self, what: Noted, to: u64) {
        let row = match (what, self.met) {
            (Noted::Contents, Met::Container | Met::Fragments) => {
                self.facts.inside.push((self.stretch.cursor, to));
                self.stretch.cursor = to;
                return;
            }
            (Noted::Contents, _) => return self.plain(to),
            (Noted::Length { more, .. }, Met::External(..)) => {
                if !self.behind {
                    self.untold();
                    self.leaf = self.facts.parts.pop_first().map(|(_, fact)| fact);
                    self.told = false;
                }
                self.behind = more;
                Row::length(what, self.met)
            }
            (Noted::Presence, Met::External(present, _)) => Row::external(present),
            (Noted::Index, Met::External(_, word)) => Row::encoding(word),
            _ => Row::length(what, self.met),
        };
        self.row(row, to);
    }

    /// Annotates bits of the last value.
    fn value(&mut self, to: u64) {
        let row = match &self.leaf {
            Some(fact) if fact.unknown => {
                Row::new(Part::Unknown, "the specification does not know it".into())
            }
            Some(fact) if !self.told => Row {
                ty: Some(fact.ty.clone()),
                value: fact.value.clone(),
                ..Row::new(Part::Value, fact.name.clone().unwrap_or_default())
            },
            Some(fact) => Row { ty: Some(fact.ty.clone()), ..Row::new(Part::Value, "goes on".into()) },
            None => Row::new(Part::Header, String::new()),
        };
        self.told = true;
        self.row(row, to);
    }

    /// Annotates a value that took no bits.
    fn untold(&mut self) {
        let told = self.told || !matches!(self.met, Met::Value | Met::External(..));
        if let Some(fact) = self.leaf.as_ref().filter(|fact| !told && fact.value.is_some()) {
            let (ty, value) = (Some(fact.ty.clone()), fact.value.clone());
            self.row(Row { ty, value, ..Row::new(Part::Value, NO_BITS.into()) }, self.stretch.cursor);
        }
    }

    fn row(&mut self, row: Row, to: u64) {
        let path = match (&self.leaf, self.met) {
            (_, Met::External(..)) if matches!(row.part, Part::Presence | Part::Index) => {
                // The last part is always present; its parent is the EXTERNAL.
                let data = self.facts.parts.last_key_value().map_or("", |(_, fact)| &fact.path);
                data.rsplit_once('.').map_or(String::new(), |(path, _)| path.to_string())
            }
            (Some(fact), _) => fact.path.clone(),
            (None, Met::Elements(_)) => self.facts.of_list(),
            _ => self.facts.path.path(),
        };
        let from = self.stretch.cursor;
        self.stretch.cursor = to;
        let Row { part, ty, value, why } = row;
        let (bits, depth, ty) = (to.saturating_sub(from), steps(&path), ty.unwrap_or_default());
        let span = Annotation { bit: from, bits, depth, part, path, ty, value, known: true, why };
        self.facts.add(self.stretch, span);
    }
}

//! Writes rows on the decoder's fast path, which determines only once where each part of a type goes. What
//! the fast path does not handle, and values as JSON text, are left to the events of a decode. Both fill
//! columns with the same code.

use wireglot_driver::{json, Cells};

use crate::columns::{Column, Place, Target};
use crate::kind::{Content, Kind};
use crate::row::RowWriter;

impl<'c> RowWriter<'c> {
    /// Writes a leaf to its column; `None` if it needs the text of its JSON.
    #[inline(always)]
    fn cell(&mut self, place: Target, write: impl FnOnce(&mut Self, Place, &'c Column)) -> Option<()> {
        let Target::Column(place) = place else { return Some(()) };
        let column = self.columns().get(place);
        if matches!(column.content, Content::Json | Content::Rendered) {
            return None;
        }
        write(self, place, column);
        Some(())
    }

    /// Where a part of a value goes.
    #[inline(always)]
    fn target_of(&self, of: Target, part: u32) -> Target {
        match of {
            Target::Column(place) => {
                self.columns().get(place).targets.get(part as usize).copied().unwrap_or(Target::Nowhere)
            }
            Target::Nowhere => Target::Nowhere,
        }
    }
}

impl Cells for RowWriter<'_> {
    type Place = Target;

    #[inline(always)]
    fn wants(&self, place: Target) -> bool {
        place != Target::Nowhere
    }

    #[inline(always)]
    fn slot(&mut self, record: Target, slot: u32) -> Target {
        self.target_of(record, slot)
    }

    #[inline(always)]
    fn element(&self, list: Target) -> Target {
        self.target_of(list, 0)
    }

    #[inline(always)]
    fn begin_record(&mut self, place: Target) -> Option<()> {
        self.cell(place, RowWriter::record)
    }

    #[inline(always)]
    fn begin_list(&mut self, place: Target) -> Option<()> {
        self.cell(place, |to, place, _| to.item(place))
    }

    #[inline]
    fn begin_choice(&mut self, place: Target, alternative: u32) -> Option<Target> {
        self.cell(place, |to, place, column| to.choice(place, column, alternative))?;
        Some(self.target_of(place, alternative))
    }

    #[inline(always)]
    fn boolean(&mut self, place: Target, value: bool) -> Option<()> {
        self.cell(place, |to, place, _| to.octet(place, u8::from(value)))
    }

    #[inline(always)]
    fn integer(&mut self, place: Target, value: i64) -> Option<()> {
        self.cell(place, |to, place, column| to.integer_of(place, column, value))
    }

    #[inline]
    fn big_integer(&mut self, place: Target, octets: &[u8]) -> Option<()> {
        match place {
            // Its digits require the type.
            Target::Column(place) if self.columns().get(place).kind == Kind::Text => None,
            _ => self.cell(place, |to, place, column| to.big_number(place, column, octets)),
        }
    }

    #[inline]
    fn enumerated(&mut self, place: Target, number: i64) -> Option<()> {
        self.cell(place, |to, place, column| to.named(place, column, number))
    }

    #[inline]
    fn bit_string(&mut self, place: Target, octets: &[u8], bits: u64) -> Option<()> {
        self.cell(place, |to, place, column| to.bits(place, column, octets, bits))
    }

    #[inline(always)]
    fn octets(&mut self, place: Target, octets: &[u8]) -> Option<()> {
        self.cell(place, |to, place, column| to.binary(place, column, octets))
    }

    #[inline]
    fn null(&mut self, place: Target) -> Option<()> {
        self.cell(place, |to, place, _| to.octet(place, 1))
    }

    fn oid(&mut self, place: Target, contents: &[u8], relative: bool) -> Option<()> {
        self.cell(place, |to, place, column| {
            to.characters(place, column, json::arcs(contents, relative).as_bytes());
        })
    }

    #[inline(always)]
    fn characters(&mut self, place: Target, utf8: &[u8]) -> Option<()> {
        self.cell(place, |to, place, column| to.characters(place, column, utf8))
    }
}

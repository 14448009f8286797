//! An output of the fast path other than text: cells whose places are known before anything is read.

use wireglot_plan::ShapeId;

use super::items::Items;
use super::out::Out;
use super::words::{Word, Words};

/// Receives the values of parts that are known in advance, such as the columns of a table.
///
/// Each value goes to a place, which is derived from the place of the enclosing value. Anything that depends
/// only on the type can be stored there once. Values that are not wanted are checked as well. Values have the
/// same form as in a [`Sink`](crate::Sink). `None` hands the whole message to the general path,
/// [`Codec::decode`](crate::Codec::decode) into a sink, regardless of what was received.
pub trait Cells {
    /// Where a value goes.
    type Place: Copy;

    /// Whether values for a place are wanted. If not, they may be passed or left out.
    fn wants(&self, place: Self::Place) -> bool;
    /// The place of a record's slot, whose value comes next.
    fn slot(&mut self, record: Self::Place, slot: u32) -> Self::Place;
    /// The place of a list's elements.
    fn element(&self, list: Self::Place) -> Self::Place;
    /// A record begins.
    fn begin_record(&mut self, place: Self::Place) -> Option<()>;
    /// A list begins.
    fn begin_list(&mut self, place: Self::Place) -> Option<()>;
    /// A choice begins; returns the place of its alternative.
    fn begin_choice(&mut self, place: Self::Place, alternative: u32) -> Option<Self::Place>;
    /// The innermost record ends.
    fn end_record(&mut self) {}
    /// The innermost list ends.
    fn end_list(&mut self) {}
    /// The innermost choice ends.
    fn end_choice(&mut self) {}
    /// The place of what an open type holds.
    fn held(&self, open: Self::Place, actual: ShapeId) -> Self::Place {
        let _ = actual;
        open
    }

    /// BOOLEAN.
    fn boolean(&mut self, place: Self::Place, value: bool) -> Option<()>;
    /// INTEGER that fits into 64 bits.
    fn integer(&mut self, place: Self::Place, value: i64) -> Option<()>;
    /// INTEGER that does not fit: see [`Sink::big_integer`](crate::Sink::big_integer).
    fn big_integer(&mut self, place: Self::Place, octets: &[u8]) -> Option<()>;
    /// ENUMERATED by number; the type lists it.
    fn enumerated(&mut self, place: Self::Place, number: i64) -> Option<()>;
    /// BIT STRING; unused bits are zero.
    fn bit_string(&mut self, place: Self::Place, octets: &[u8], bits: u64) -> Option<()>;
    /// OCTET STRING, or the octets of any encoding.
    fn octets(&mut self, place: Self::Place, octets: &[u8]) -> Option<()>;
    /// NULL.
    fn null(&mut self, place: Self::Place) -> Option<()>;
    /// OBJECT IDENTIFIER or RELATIVE-OID: its contents octets.
    fn oid(&mut self, place: Self::Place, contents: &[u8], relative: bool) -> Option<()>;
    /// The characters of a string or a time, in UTF-8.
    fn characters(&mut self, place: Self::Place, utf8: &[u8]) -> Option<()>;
}

impl<C: Cells> Out for C {
    type Place = C::Place;

    #[inline(always)]
    fn wants(&self, place: Self::Place) -> bool {
        Cells::wants(self, place)
    }

    #[inline(always)]
    fn begin_record(&mut self, place: Self::Place) -> Option<usize> {
        Cells::begin_record(self, place)?;
        Some(0)
    }

    #[inline(always)]
    fn member(&mut self, record: Self::Place, slot: u32, _: &Words, _: Word) -> Self::Place {
        self.slot(record, slot)
    }

    #[inline(always)]
    fn end_record(&mut self, _: usize) {
        Cells::end_record(self);
    }

    #[inline(always)]
    fn begin_list(&mut self, place: Self::Place) -> Option<usize> {
        Cells::begin_list(self, place)?;
        Some(0)
    }

    #[inline(always)]
    fn element(&mut self, list: Self::Place) -> Self::Place {
        Cells::element(self, list)
    }

    #[inline(always)]
    fn end_list(&mut self, _: usize) {
        Cells::end_list(self);
    }

    #[inline(always)]
    fn begin_choice(
        &mut self,
        place: Self::Place,
        alternative: u32,
        _: &Words,
        _: Word,
    ) -> Option<Self::Place> {
        Cells::begin_choice(self, place, alternative)
    }

    #[inline(always)]
    fn end_choice(&mut self) {
        Cells::end_choice(self);
    }

    #[inline(always)]
    fn held(&self, open: Self::Place, actual: ShapeId) -> Self::Place {
        Cells::held(self, open, actual)
    }

    #[inline(always)]
    fn boolean(&mut self, place: Self::Place, value: bool) -> Option<()> {
        Cells::boolean(self, place, value)
    }

    #[inline(always)]
    fn integer(&mut self, place: Self::Place, value: i64) -> Option<()> {
        Cells::integer(self, place, value)
    }

    #[inline(always)]
    fn big_integer(&mut self, place: Self::Place, octets: &[u8]) -> Option<()> {
        Cells::big_integer(self, place, octets)
    }

    #[inline(always)]
    fn enumerated(&mut self, place: Self::Place, items: &Items, _: &Words, number: i64) -> Option<()> {
        items.word(number)?;
        Cells::enumerated(self, place, number)
    }

    #[inline(always)]
    fn bit_string(&mut self, place: Self::Place, octets: &[u8], bits: usize, _: bool) -> Option<()> {
        Cells::bit_string(self, place, octets, bits as u64)
    }

    #[inline(always)]
    fn octets(&mut self, place: Self::Place, octets: &[u8]) -> Option<()> {
        Cells::octets(self, place, octets)
    }

    #[inline(always)]
    fn null(&mut self, place: Self::Place) -> Option<()> {
        Cells::null(self, place)
    }

    #[inline(always)]
    fn oid(&mut self, place: Self::Place, contents: &[u8], relative: bool) -> Option<()> {
        Cells::oid(self, place, contents, relative)
    }

    #[inline(always)]
    fn utf8(&mut self, place: Self::Place, octets: &[u8]) -> Option<()> {
        str::from_utf8(octets).ok()?;
        self.characters(place, octets)
    }

    #[inline(always)]
    fn ascii(&mut self, place: Self::Place, octets: &[u8]) -> Option<()> {
        match octets.is_ascii() {
            true => self.characters(place, octets),
            false => None,
        }
    }
}

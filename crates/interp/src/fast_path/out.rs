//! The output of a fast path.

use wireglot_bigint::BigInt;
use wireglot_plan::ShapeId;

use super::items::Items;
use super::words::{Word, Words};
use crate::json::text::Text;

/// Receives values as a fast path reads them. Each goes to a place derived from that of the enclosing value.
/// `None` leaves the value to the general path.
pub(crate) trait Out {
    /// Where a value goes.
    type Place: Copy;

    /// Whether values for a place are wanted. If not, they need not be passed, but must still be valid.
    fn wants(&self, place: Self::Place) -> bool;

    /// A record begins; returns the argument for its end.
    fn begin_record(&mut self, place: Self::Place) -> Option<usize>;
    /// A member comes next; `word` is its key with a leading comma. Returns the place of its value.
    fn member(&mut self, record: Self::Place, slot: u32, words: &Words, word: Word) -> Self::Place;
    /// A record ends.
    fn end_record(&mut self, begun: usize);
    /// A list begins; returns the argument for its end.
    fn begin_list(&mut self, place: Self::Place) -> Option<usize>;
    /// An element comes next; returns its place.
    fn element(&mut self, list: Self::Place) -> Self::Place;
    /// A list ends.
    fn end_list(&mut self, begun: usize);
    /// A choice and its alternative begin; `word` is the alternative's key with an opening brace. Returns the
    /// place of its value.
    fn begin_choice(
        &mut self,
        place: Self::Place,
        alternative: u32,
        words: &Words,
        word: Word,
    ) -> Option<Self::Place>;
    /// A choice ends.
    fn end_choice(&mut self);
    /// The place of what an open type holds.
    fn held(&self, open: Self::Place, actual: ShapeId) -> Self::Place;

    fn boolean(&mut self, place: Self::Place, value: bool) -> Option<()>;
    fn integer(&mut self, place: Self::Place, value: i64) -> Option<()>;
    /// A number that needs more than 64 bits, in its shortest form.
    fn big_integer(&mut self, place: Self::Place, octets: &[u8]) -> Option<()>;
    fn enumerated(&mut self, place: Self::Place, items: &Items, words: &Words, number: i64) -> Option<()>;
    /// Bits, and whether all values of the type have the same number of them.
    fn bit_string(&mut self, place: Self::Place, octets: &[u8], bits: usize, fixed: bool) -> Option<()>;
    fn octets(&mut self, place: Self::Place, octets: &[u8]) -> Option<()>;
    fn null(&mut self, place: Self::Place) -> Option<()>;
    /// Valid contents octets.
    fn oid(&mut self, place: Self::Place, contents: &[u8], relative: bool) -> Option<()>;
    /// Characters; `None` if they are not UTF-8.
    fn utf8(&mut self, place: Self::Place, octets: &[u8]) -> Option<()>;
    /// Characters; `None` if they are not ASCII.
    fn ascii(&mut self, place: Self::Place, octets: &[u8]) -> Option<()>;
}

/// JSON text has no places; values are appended.
impl Out for Text {
    type Place = ();

    #[inline(always)]
    fn wants(&self, (): ()) -> bool {
        true
    }

    #[inline(always)]
    fn begin_record(&mut self, (): ()) -> Option<usize> {
        Some(self.len())
    }

    #[inline(always)]
    fn member(&mut self, (): (), _: u32, words: &Words, word: Word) {
        words.write(word, self);
    }

    #[inline(always)]
    fn end_record(&mut self, begun: usize) {
        self.close(begun, b'{', b'}');
    }

    #[inline(always)]
    fn begin_list(&mut self, (): ()) -> Option<usize> {
        Some(self.len())
    }

    #[inline(always)]
    fn element(&mut self, (): ()) {
        self.sign(b',');
    }

    #[inline(always)]
    fn end_list(&mut self, begun: usize) {
        self.close(begun, b'[', b']');
    }

    #[inline(always)]
    fn begin_choice(&mut self, (): (), _: u32, words: &Words, word: Word) -> Option<()> {
        words.write(word, self);
        Some(())
    }

    #[inline(always)]
    fn end_choice(&mut self) {
        self.sign(b'}');
    }

    #[inline(always)]
    fn held(&self, (): (), _: ShapeId) {}

    #[inline(always)]
    fn boolean(&mut self, (): (), value: bool) -> Option<()> {
        self.push(if value { "true" } else { "false" });
        Some(())
    }

    #[inline(always)]
    fn integer(&mut self, (): (), value: i64) -> Option<()> {
        Text::integer(self, value);
        Some(())
    }

    fn big_integer(&mut self, (): (), octets: &[u8]) -> Option<()> {
        // An unsigned 64-bit number takes nine octets.
        match octets.split_first_chunk() {
            Some((&[0], digits)) if digits.len() == 8 => {
                self.natural(u64::from_be_bytes(digits.try_into().ok()?));
            }
            _ => self.show(BigInt::from_twos_complement(octets)),
        }
        Some(())
    }

    #[inline(always)]
    fn enumerated(&mut self, (): (), items: &Items, words: &Words, number: i64) -> Option<()> {
        words.write(items.word(number)?, self);
        Some(())
    }

    #[inline(always)]
    fn bit_string(&mut self, (): (), octets: &[u8], bits: usize, fixed: bool) -> Option<()> {
        match fixed {
            true => self.hex(octets),
            false => self.bits(octets, bits),
        }
        Some(())
    }

    #[inline(always)]
    fn octets(&mut self, (): (), octets: &[u8]) -> Option<()> {
        self.hex(octets);
        Some(())
    }

    #[inline(always)]
    fn null(&mut self, (): ()) -> Option<()> {
        self.push("null");
        Some(())
    }

    #[inline(always)]
    fn oid(&mut self, (): (), contents: &[u8], relative: bool) -> Option<()> {
        self.sign(b'"');
        Text::oid(self, contents, relative);
        self.sign(b'"');
        Some(())
    }

    #[inline(always)]
    fn utf8(&mut self, (): (), octets: &[u8]) -> Option<()> {
        self.quoted(str::from_utf8(octets).ok()?);
        Some(())
    }

    #[inline(always)]
    fn ascii(&mut self, (): (), octets: &[u8]) -> Option<()> {
        Text::ascii(self, octets)
    }
}

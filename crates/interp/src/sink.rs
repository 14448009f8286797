//! Sinks receive a decoded value event by event.

use wireglot_plan::{Rules, ShapeId};
use wireglot_rt::{Notes, Real};

use crate::float::from_f64;

/// Receives the events of one or more values.
///
/// A value is one leaf event, or everything from a `begin_` event to its `end_` event. `shape` is the type of
/// the value that the event belongs to.
///
/// | value | events |
/// | --- | --- |
/// | record | `begin_record`, then in any order, each slot at most once: `slot(i)` and a value, or `unknown`; `end_record` |
/// | list | `begin_list`, values, `end_list` |
/// | choice | `begin_choice(alternative)`, a value, `end_choice`; or `unknown_choice` alone |
/// | open type | `begin_open(actual)`, a value of shape `actual`, `end_open`; or `opaque` alone |
/// | string with CONTAINING | `begin_contained`, a value, `end_contained`; or `bit_string` or `octet_string` alone |
/// | anything else | one leaf event |
///
/// Absent slots are not mentioned, unless the decoder was asked to fill in defaults, which then look like any
/// other slot.
pub trait Sink {
    /// BOOLEAN.
    fn boolean(&mut self, shape: ShapeId, value: bool);
    /// INTEGER that fits into 64 bits.
    fn integer(&mut self, shape: ShapeId, value: i64);
    /// INTEGER that does not: two's complement in its shortest form, most significant octet first.
    fn big_integer(&mut self, shape: ShapeId, octets: &[u8]);
    /// ENUMERATED by number; a number that the shape does not list is unknown.
    fn enumerated(&mut self, shape: ShapeId, number: i64);
    /// Unknown ENUMERATED addition, of which PER encodes only the index.
    fn unknown_enumerated(&mut self, shape: ShapeId, index: u64);
    /// BIT STRING: `bits.div_ceil(8)` octets, first bit in the most significant position, unused bits zero.
    fn bit_string(&mut self, shape: ShapeId, octets: &[u8], bits: u64);
    /// OCTET STRING.
    fn octet_string(&mut self, shape: ShapeId, octets: &[u8]);
    /// NULL.
    fn null(&mut self, shape: ShapeId);
    /// OBJECT IDENTIFIER or RELATIVE-OID: well-formed contents octets (X.690 8.19, 8.20).
    fn oid(&mut self, shape: ShapeId, contents: &[u8]);
    /// REAL.
    fn real(&mut self, shape: ShapeId, value: &Real<'_>);
    /// A float. Passed on as a REAL by default.
    fn float(&mut self, shape: ShapeId, value: f64) {
        self.real(shape, &from_f64(value, &mut [0; 8]));
    }
    /// Character strings, OID-IRI, RELATIVE-OID-IRI and all times: their characters.
    fn string(&mut self, shape: ShapeId, text: &str);
    /// An open type or ANY of unknown type: a complete encoding (BER: including tag and length; PER: the
    /// octets of the open type field).
    fn opaque(&mut self, shape: ShapeId, octets: &[u8]);

    /// A record begins.
    fn begin_record(&mut self, shape: ShapeId);
    /// The next value is that of a slot.
    fn slot(&mut self, index: u32);
    /// Something in a record that this version of the schema does not know.
    fn unknown(&mut self, place: Unknown, octets: &[u8]);
    /// The record ends.
    fn end_record(&mut self, shape: ShapeId);

    /// A list begins.
    fn begin_list(&mut self, shape: ShapeId);
    /// Sets the element of the open list that a following fault refers to; that element is already complete.
    /// Ordinary elements come in order and are not announced.
    fn element(&mut self, index: usize) {
        let _ = index;
    }
    /// The list ends.
    fn end_list(&mut self, shape: ShapeId);

    /// A choice begins; the next value is that of the alternative.
    fn begin_choice(&mut self, shape: ShapeId, alternative: u32);
    /// The choice ends.
    fn end_choice(&mut self, shape: ShapeId);
    /// A complete choice whose alternative is unknown: in PER the index among the additions and the octets of
    /// its open type field, in BER the complete encoding.
    fn unknown_choice(&mut self, shape: ShapeId, index: Option<u64>, octets: &[u8]);

    /// An open type begins; the next value has the shape `actual`.
    fn begin_open(&mut self, shape: ShapeId, actual: ShapeId);
    /// The open type ends.
    fn end_open(&mut self, shape: ShapeId);

    /// A BIT STRING or OCTET STRING with CONTAINING begins; the next value is its contents, under `rules`.
    fn begin_contained(&mut self, shape: ShapeId, rules: Rules);
    /// It ends.
    fn end_contained(&mut self, shape: ShapeId);

    /// Reserves the place of a value that comes later, in a `begin_fill`: an open type whose key follows it.
    /// Called only for sinks whose `FILLS` is true; for others, values are first kept on a tape and are
    /// complete.
    fn hole(&mut self, shape: ShapeId) -> Hole {
        let _ = shape;
        Hole(0)
    }
    /// The next value belongs into the hole.
    fn begin_fill(&mut self, hole: Hole) {
        let _ = hole;
    }
    /// The hole is filled.
    fn end_fill(&mut self) {}

    /// Whether holes can be filled.
    const FILLS: bool = false;

    /// Marks this point, because later events may have to be undone; returns a number for the mark.
    fn mark(&mut self) -> usize {
        0
    }
    /// Keeps the events since a mark, and invalidates that mark and later ones.
    fn unmark(&mut self, mark: usize) {
        let _ = mark;
    }
    /// Undoes the events since a mark, and invalidates that mark and later ones.
    fn back_to(&mut self, mark: usize) {
        let _ = mark;
    }

    /// Whether events can be undone. For other sinks, a first decode finds out what would have to be undone.
    const TAKES_BACK: bool = false;

    /// The next octets are given in place of a value because they are not an encoding of its type.
    fn kept(&mut self) {}

    /// Leftover octets after the last value, or after the value in a string, are ignored.
    fn left_over(&mut self) {
        self.kept();
    }

    /// What follows the last value in its field is refused: the error is in that value, not in the next.
    fn refused_after(&mut self) {}

    /// The origin of the octets that come next, which are those of an open type or of a string that should
    /// contain an encoding. They are not valid under other rules. Without this event, the caller vouches for
    /// them.
    fn origin(&mut self, origin: Origin) {
        let _ = origin;
    }

    /// The events up to the next place belong to the encoding that begins here, counted from the start of the
    /// value or of the string that contains it: in BER, DER and CER at this octet, in other rules with its
    /// contents at this bit. Called only for sinks whose `TRACES` is true; under other rules, only for the
    /// parts of an EXTERNAL, which are reported together.
    fn place(&mut self, place: u64) {
        let _ = place;
    }

    /// What was read up to this bit of the value, or of the string that contains it, since the last report.
    /// Called in PER and OER, only for sinks whose `TRACES` is true.
    fn met(&mut self, met: Met<'_>, place: u64, notes: &mut Self::Notes) {
        let _ = (met, place, notes);
    }

    /// The notes that readers record for [`Sink::met`].
    type Notes: Notes;

    /// Whether `place` and `met` are called.
    const TRACES: bool = false;
}

/// The meaning of bits that were read.
#[derive(Clone, Copy, Debug)]
pub enum Met<'m> {
    /// The last leaf, or octets of unknown meaning.
    Value,
    /// Presence bits, one for each of these in order: a slot, or a group or something unknown.
    Presence(&'m [(Option<u32>, bool)]),
    /// The number of elements of a list.
    Elements(u64),
    /// What comes before the contents of an open type field.
    Field,
    /// The index of an alternative of a choice; `None` if it is unknown.
    Alternative(ShapeId, Option<u32>),
    /// Parts of an EXTERNAL: which optional ones are present, and how its data is encoded.
    External(u64, &'static str),
    /// Padding at the end of a field or an encoding.
    Fill,
    /// What comes before the contents of a string that contains the next value.
    Container,
    /// A fragmented field, which is read as one piece from now on.
    Fragments,
    /// The end of a fragmented field.
    Whole,
    /// Nothing: reading continues here.
    Jump,
    /// Nothing: reading stopped because of an error.
    Stopped,
}

/// The origin of octets that are given in place of a value.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Origin {
    /// The rules they were encoded with.
    pub rules: Rules,
    /// Whether they should be of a known type but are not.
    pub kept: bool,
}

/// A place reserved by [`Sink::hole`].
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Hole(pub u32);

/// Where something unknown was found.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Unknown {
    /// At an extension insertion point of a tagged record (BER), given as the point's index in the plan's
    /// group. The octets are one complete encoding.
    Insertion(u32),
    /// An extension addition (PER), given as its index, which is beyond the known ones. The octets are those
    /// of its open type field.
    Addition(u32),
    /// Not a value but the number of additions in the bitmap (PER), if it has more than are known. There are
    /// no octets.
    Bitmap(u32),
    /// Not unknown: the octets of a slot's encoding as received, including tag and length, for slots that a
    /// codec was asked to keep (BER).
    Raw(u32),
}

/// Discards everything, for checking that an encoding is well-formed.
#[derive(Clone, Copy, Default, Debug)]
pub struct Discard;

impl Sink for Discard {
    fn boolean(&mut self, _: ShapeId, _: bool) {}
    fn integer(&mut self, _: ShapeId, _: i64) {}
    fn big_integer(&mut self, _: ShapeId, _: &[u8]) {}
    fn enumerated(&mut self, _: ShapeId, _: i64) {}
    fn unknown_enumerated(&mut self, _: ShapeId, _: u64) {}
    fn bit_string(&mut self, _: ShapeId, _: &[u8], _: u64) {}
    fn octet_string(&mut self, _: ShapeId, _: &[u8]) {}
    fn null(&mut self, _: ShapeId) {}
    fn oid(&mut self, _: ShapeId, _: &[u8]) {}
    fn real(&mut self, _: ShapeId, _: &Real<'_>) {}
    fn float(&mut self, _: ShapeId, _: f64) {}
    fn string(&mut self, _: ShapeId, _: &str) {}
    fn opaque(&mut self, _: ShapeId, _: &[u8]) {}
    fn begin_record(&mut self, _: ShapeId) {}
    fn slot(&mut self, _: u32) {}
    fn unknown(&mut self, _: Unknown, _: &[u8]) {}
    fn end_record(&mut self, _: ShapeId) {}
    fn begin_list(&mut self, _: ShapeId) {}
    fn end_list(&mut self, _: ShapeId) {}
    fn begin_choice(&mut self, _: ShapeId, _: u32) {}
    fn end_choice(&mut self, _: ShapeId) {}
    fn unknown_choice(&mut self, _: ShapeId, _: Option<u64>, _: &[u8]) {}
    fn begin_open(&mut self, _: ShapeId, _: ShapeId) {}
    fn end_open(&mut self, _: ShapeId) {}
    fn begin_contained(&mut self, _: ShapeId, _: Rules) {}
    fn end_contained(&mut self, _: ShapeId) {}
    fn hole(&mut self, _: ShapeId) -> Hole {
        Hole(0)
    }
    const FILLS: bool = true;
    const TAKES_BACK: bool = true;
    type Notes = ();
}

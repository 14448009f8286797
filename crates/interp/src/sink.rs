//! Sinks: where a decoded value goes, event by event.

use wireglot_plan::{Rules, ShapeId};
use wireglot_rt::{Notes, Real};

use crate::float::from_f64;

/// Takes the events of one or more values.
///
/// A value is one leaf event, or what stands between a `begin_` event and its
/// `end_` event. `shape` is the type of the value that the event belongs to.
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
/// Slots that are absent are not mentioned, unless the decoder was asked to
/// fill in defaults: then these come like any other.
pub trait Sink {
    /// BOOLEAN.
    fn boolean(&mut self, shape: ShapeId, value: bool);
    /// INTEGER that fits.
    fn integer(&mut self, shape: ShapeId, value: i64);
    /// INTEGER that does not fit into 64 bits: two's complement, most
    /// significant octet first, as short as can be.
    fn big_integer(&mut self, shape: ShapeId, octets: &[u8]);
    /// ENUMERATED, by number; one that the shape does not list is unknown.
    fn enumerated(&mut self, shape: ShapeId, number: i64);
    /// ENUMERATED addition that only has an index on the wire (PER): unknown.
    fn unknown_enumerated(&mut self, shape: ShapeId, index: u64);
    /// BIT STRING: `bits.div_ceil(8)` octets, first bit uppermost, unused bits zero.
    fn bit_string(&mut self, shape: ShapeId, octets: &[u8], bits: u64);
    /// OCTET STRING.
    fn octet_string(&mut self, shape: ShapeId, octets: &[u8]);
    /// NULL.
    fn null(&mut self, shape: ShapeId);
    /// OBJECT IDENTIFIER or RELATIVE-OID: well-formed contents octets (X.690 8.19, 8.20).
    fn oid(&mut self, shape: ShapeId, contents: &[u8]);
    /// REAL.
    fn real(&mut self, shape: ShapeId, value: &Real<'_>);
    /// A float: as a REAL, unless a sink wants it as it is.
    fn float(&mut self, shape: ShapeId, value: f64) {
        self.real(shape, &from_f64(value, &mut [0; 8]));
    }
    /// Character strings, OID-IRI, RELATIVE-OID-IRI and all times: their characters.
    fn string(&mut self, shape: ShapeId, text: &str);
    /// An open type or ANY that nothing resolves: a whole encoding (BER: tag
    /// and length included; PER: the octets of the open type field).
    fn opaque(&mut self, shape: ShapeId, octets: &[u8]);

    /// A record begins.
    fn begin_record(&mut self, shape: ShapeId);
    /// The next value is that of a slot.
    fn slot(&mut self, index: u32);
    /// Something that this version of the schema does not know, inside a record.
    fn unknown(&mut self, place: Unknown, octets: &[u8]);
    /// The record ends.
    fn end_record(&mut self, shape: ShapeId);

    /// A list begins.
    fn begin_list(&mut self, shape: ShapeId);
    /// The element of the open list that what comes next is about: only ever a fault, of an
    /// element that is already complete. Values come in order and are not announced.
    fn element(&mut self, index: usize) {
        let _ = index;
    }
    /// The list ends.
    fn end_list(&mut self, shape: ShapeId);

    /// A choice begins; the next value is that of the alternative.
    fn begin_choice(&mut self, shape: ShapeId, alternative: u32);
    /// The choice ends.
    fn end_choice(&mut self, shape: ShapeId);
    /// A whole choice whose alternative is unknown: the index among the
    /// additions (PER) and the octets of its open type field, or (BER) the whole encoding.
    fn unknown_choice(&mut self, shape: ShapeId, index: Option<u64>, octets: &[u8]);

    /// An open type begins; the next value has the shape `actual`.
    fn begin_open(&mut self, shape: ShapeId, actual: ShapeId);
    /// The open type ends.
    fn end_open(&mut self, shape: ShapeId);

    /// A BIT STRING or OCTET STRING begins whose contents are the next value, under `rules`.
    fn begin_contained(&mut self, shape: ShapeId, rules: Rules);
    /// It ends.
    fn end_contained(&mut self, shape: ShapeId);

    /// Stands for a value that comes later, in a `begin_fill`: an open type
    /// whose key follows it. Asked only of sinks whose `FILLS` is true: what
    /// goes to others is kept on a tape first and comes complete.
    fn hole(&mut self, shape: ShapeId) -> Hole {
        let _ = shape;
        Hole(0)
    }
    /// The next value belongs where the hole is.
    fn begin_fill(&mut self, hole: Hole) {
        let _ = hole;
    }
    /// The hole is filled.
    fn end_fill(&mut self) {}

    /// Whether holes can be filled.
    const FILLS: bool = false;

    /// Remembers this place, where what comes may have to be taken back from; gives a number for it.
    fn mark(&mut self) -> usize {
        0
    }
    /// What came since a mark that was given stays; that mark and later ones are of no use any more.
    fn unmark(&mut self, mark: usize) {
        let _ = mark;
    }
    /// Forgets what came since a mark, as [`Sink::unmark`] does the mark.
    fn back_to(&mut self, mark: usize) {
        let _ = mark;
    }

    /// Whether what came can be taken back. Sinks that cannot see all of a value at once, after a decode that
    /// looked for what would have to be.
    const TAKES_BACK: bool = false;

    /// What comes next stands there as octets because they are none of the type that they should be of.
    fn kept(&mut self) {}

    /// Behind the value that came last, or that a string holds, octets are left over and passed over.
    fn left_over(&mut self) {
        self.kept();
    }

    /// The octets that come next, those of an open type or of a string that should hold an encoding, came in some
    /// rules: others cannot take them as they are. Where nothing is said, whoever made them vouches for them.
    fn origin(&mut self, origin: Origin) {
        let _ = origin;
    }

    /// What comes next, up to the next place, is what stands in the encoding that begins here, counted
    /// from the start of the value, or of the string that contains it: in BER, DER and CER at this octet,
    /// in others the contents at this bit. Said only to sinks whose `TRACES` is true, and in others
    /// than BER, DER and CER only of the parts of an EXTERNAL, which are told of together.
    fn place(&mut self, place: u64) {
        let _ = place;
    }

    /// What was read up to this bit of the value, or of the string that contains it, and was not told
    /// of before. Said in PER and OER, and only to sinks whose `TRACES` is true.
    fn met(&mut self, met: Met<'_>, place: u64, notes: &mut Self::Notes) {
        let _ = (met, place, notes);
    }

    /// What readers take down for [`Sink::met`].
    type Notes: Notes;

    /// Whether places and what was met are wanted.
    const TRACES: bool = false;
}

/// What bits are that were read.
#[derive(Clone, Copy, Debug)]
pub enum Met<'m> {
    /// Those of the leaf that was told of last, or of the octets that nothing is known of.
    Value,
    /// Presence bits, of these parts in turn: a slot, or a group or something unknown.
    Presence(&'m [(Option<u32>, bool)]),
    /// How many elements a list has.
    Elements(u64),
    /// What comes before the contents of an open type field.
    Field,
    /// Which alternative of a choice follows; `None` is one that is unknown.
    Alternative(ShapeId, Option<u32>),
    /// Parts of an EXTERNAL, which of the optional ones there are, and how its data are encoded.
    External(u64, &'static str),
    /// What fills a field or an encoding up.
    Fill,
    /// What comes before the contents of a string that the next value is in.
    Container,
    /// A field in fragments, which are read as one from now on.
    Fragments,
    /// Its end.
    Whole,
    /// Nothing: reading goes on here.
    Jump,
    /// Nothing any more, because of an error.
    Stopped,
}

/// What octets are that stand for a value.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Origin {
    /// The rules that they came in.
    pub rules: Rules,
    /// Whether it is known what they should hold: they are none of that type.
    pub kept: bool,
}

/// A place that [`Sink::hole`] left open.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Hole(pub u32);

/// Where something unknown stood.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Unknown {
    /// At an extension insertion point of a tagged record (BER): the index of
    /// the point's item in the plan's group. Octets: one whole encoding.
    Insertion(u32),
    /// An extension addition (PER): its index, beyond those that are known.
    /// Octets: those of its open type field.
    Addition(u32),
    /// No value, but how many additions the bitmap counted (PER), where that
    /// is more than are known. Octets: none.
    Bitmap(u32),
    /// Nothing unknown, but the octets of a slot's encoding as they came, tag and length included:
    /// of slots that a codec was asked to keep them of (BER).
    Raw(u32),
}

/// Takes everything and keeps nothing: for checks of well-formedness.
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

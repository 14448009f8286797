//! Reading values from a tape.

use wireglot_plan::{Rules, ShapeId};
use wireglot_rt::Real;

use super::{Link, Tape, UNKNOWN};
use crate::{Origin, Sink, Unknown};

/// A value on a tape. Cheap to copy.
#[derive(Clone, Copy, Debug)]
pub struct ValueRef<'t> {
    pub(crate) tape: &'t Tape,
    pub(crate) node: u32,
}

/// What a value is; the variants correspond to the events of a [`Sink`].
#[derive(Clone, Copy, Debug)]
pub enum View<'t> {
    /// BOOLEAN.
    Boolean(bool),
    /// INTEGER that fits into 64 bits.
    Integer(i64),
    /// INTEGER that does not: two's complement in its shortest form.
    BigInteger(&'t [u8]),
    /// ENUMERATED by number.
    Enumerated(i64),
    /// Unknown ENUMERATED addition by index (PER).
    UnknownEnumerated(u64),
    /// BIT STRING: octets with unused bits zero, and the number of bits.
    BitString(&'t [u8], u64),
    /// OCTET STRING.
    OctetString(&'t [u8]),
    /// NULL.
    Null,
    /// OBJECT IDENTIFIER or RELATIVE-OID: contents octets.
    Oid(&'t [u8]),
    /// REAL.
    Real(Real<'t>),
    /// Character strings, IRIs, times.
    String(&'t str),
    /// An open type of unknown type: a complete encoding.
    Opaque(&'t [u8]),
    /// SEQUENCE, SET and the like.
    Record(RecordRef<'t>),
    /// SEQUENCE OF, SET OF.
    List(ListRef<'t>),
    /// CHOICE: the alternative and its value.
    Choice(u32, ValueRef<'t>),
    /// An unknown alternative: its index (PER only) and octets.
    UnknownChoice(Option<u64>, &'t [u8]),
    /// An open type: the actual type, and the value.
    Open(ShapeId, ValueRef<'t>),
    /// A string with CONTAINING: the rules and the value of its contents.
    Contained(Rules, ValueRef<'t>),
}

impl<'t> ValueRef<'t> {
    /// Its type.
    #[inline]
    pub fn shape(self) -> ShapeId {
        self.tape.shape_of(self.node)
    }

    /// The origin of the octets of an open type, or of a string with CONTAINING that is given as
    /// octets.
    pub fn origin(self) -> Option<Origin> {
        self.tape.origin(self.node)
    }

    /// The value itself.
    pub fn view(self) -> View<'t> {
        self.tape.view(self.node)
    }

    /// The number, if it is an INTEGER that fits into 64 bits.
    #[inline]
    pub(crate) fn small_integer(self) -> Option<i64> {
        self.tape.small_integer(self.node)
    }

    /// The number of the item, if it is an ENUMERATED that the schema knows.
    #[inline]
    pub(crate) fn number_of_item(self) -> Option<i64> {
        self.tape.number_of_item(self.node)
    }

    /// The record, if it is one.
    #[inline]
    pub fn record(self) -> Option<RecordRef<'t>> {
        self.tape.record(self.node).map(|parts| RecordRef { parts })
    }

    /// The value of a slot, if this is a record and has it.
    pub fn slot(self, index: u32) -> Option<ValueRef<'t>> {
        self.record()?.slot(index)
    }

    /// The value of a slot or of the alternative, if this has it. Looks through open types.
    pub fn child(self, index: u32) -> Option<ValueRef<'t>> {
        match self.view() {
            View::Record(record) => record.slot(index),
            View::Choice(alternative, value) if alternative == index => Some(value),
            View::Open(_, value) => value.child(index),
            _ => None,
        }
    }

    /// The elements, if this is a list.
    pub fn elements(self) -> Option<ListRef<'t>> {
        match self.view() {
            View::List(list) => Some(list),
            _ => None,
        }
    }

    /// Plays the value into a sink.
    pub fn play(self, sink: &mut impl Sink) {
        let shape = self.shape();
        if let Some(origin) = self.origin() {
            sink.origin(origin);
        }
        match self.view() {
            View::Boolean(value) => sink.boolean(shape, value),
            View::Integer(value) => sink.integer(shape, value),
            View::BigInteger(octets) => sink.big_integer(shape, octets),
            View::Enumerated(number) => sink.enumerated(shape, number),
            View::UnknownEnumerated(index) => sink.unknown_enumerated(shape, index),
            View::BitString(octets, bits) => sink.bit_string(shape, octets, bits),
            View::OctetString(octets) => sink.octet_string(shape, octets),
            View::Null => sink.null(shape),
            View::Oid(contents) => sink.oid(shape, contents),
            View::Real(value) => sink.real(shape, &value),
            View::String(text) => sink.string(shape, text),
            View::Opaque(octets) => sink.opaque(shape, octets),
            View::Record(record) => {
                sink.begin_record(shape);
                for (index, value) in record.slots() {
                    sink.slot(index);
                    value.play(sink);
                }
                record.parts.kept().for_each(|(place, octets)| sink.unknown(place, octets));
                sink.end_record(shape);
            }
            View::List(list) => {
                sink.begin_list(shape);
                list.iter().for_each(|element| element.play(sink));
                sink.end_list(shape);
            }
            View::Choice(alternative, value) => {
                sink.begin_choice(shape, alternative);
                value.play(sink);
                sink.end_choice(shape);
            }
            View::UnknownChoice(index, octets) => sink.unknown_choice(shape, index, octets),
            View::Open(actual, value) => {
                sink.begin_open(shape, actual);
                value.play(sink);
                sink.end_open(shape);
            }
            View::Contained(rules, value) => {
                sink.begin_contained(shape, rules);
                value.play(sink);
                sink.end_contained(shape);
            }
        }
    }
}

/// A record on a tape.
#[derive(Clone, Copy, Debug)]
pub struct RecordRef<'t> {
    pub(crate) parts: Parts<'t>,
}

impl<'t> RecordRef<'t> {
    /// The value of a slot, if it is present.
    pub fn slot(&self, index: u32) -> Option<ValueRef<'t>> {
        self.parts.by_key(index)
    }

    /// The slots that are present, in order.
    pub fn slots(&self) -> impl DoubleEndedIterator<Item = (u32, ValueRef<'t>)> {
        self.parts.slots()
    }

    /// The octets of a slot as received, if they were kept.
    pub fn raw(&self, slot: u32) -> Option<&'t [u8]> {
        self.parts.raw(slot)
    }

    /// Whether it has any unknown parts or octets kept as received.
    #[inline]
    pub fn has_unknowns(&self) -> bool {
        self.parts.has_unknowns()
    }

    /// The unknown parts, in the order in which they came.
    pub fn unknowns(&self) -> impl DoubleEndedIterator<Item = (Unknown, &'t [u8])> {
        self.parts.unknowns()
    }
}

/// A list on a tape.
#[derive(Clone, Copy, Debug)]
pub struct ListRef<'t> {
    pub(crate) parts: Parts<'t>,
}

impl<'t> ListRef<'t> {
    /// The number of elements.
    pub fn len(&self) -> usize {
        self.parts.len()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The element at a position.
    pub fn get(&self, position: usize) -> Option<ValueRef<'t>> {
        self.parts.at(position)
    }

    /// All elements; the iterator is double-ended.
    pub fn iter(&self) -> impl DoubleEndedIterator<Item = ValueRef<'t>> + ExactSizeIterator {
        self.parts.all()
    }
}

/// Up to this length, a list is searched linearly.
const FEW: usize = 8;

/// The links of a record or list.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Parts<'t> {
    pub(super) tape: &'t Tape,
    pub(super) links: &'t [Link],
}

impl<'t> Parts<'t> {
    /// The number of parts.
    pub(crate) fn len(&self) -> usize {
        self.links.len()
    }

    /// The part at a position.
    pub(crate) fn at(&self, position: usize) -> Option<ValueRef<'t>> {
        self.links.get(position).map(|l| self.tape.value(l.node))
    }

    /// All parts.
    pub(crate) fn all(self) -> impl DoubleEndedIterator<Item = ValueRef<'t>> + ExactSizeIterator {
        self.links.iter().map(move |l| self.tape.value(l.node))
    }

    /// The part with a key. Usually all slots before it are present, so that is tried first. A
    /// linear search is fastest in short lists.
    #[expect(clippy::indexing_slicing, reason = "the search found the position")]
    pub(crate) fn by_key(&self, key: u32) -> Option<ValueRef<'t>> {
        let link = match self.links.get(key as usize) {
            Some(link) if link.key == key => link,
            _ if self.links.len() <= FEW => self.links.iter().find(|l| l.key == key)?,
            _ => &self.links[self.links.binary_search_by_key(&key, |l| l.key).ok()?],
        };
        Some(self.tape.value(link.node))
    }

    /// Slots and their values.
    pub(crate) fn slots(self) -> impl DoubleEndedIterator<Item = (u32, ValueRef<'t>)> {
        let slots = self.links.iter().filter(|l| l.key & UNKNOWN == 0);
        slots.map(move |l| (l.key, self.tape.value(l.node)))
    }

    /// Whether anything comes after the slots.
    #[inline]
    pub(crate) fn has_unknowns(&self) -> bool {
        self.links.last().is_some_and(|l| l.key & UNKNOWN != 0)
    }

    /// Unknown parts and their places.
    pub(crate) fn unknowns(self) -> impl DoubleEndedIterator<Item = (Unknown, &'t [u8])> {
        self.kept().filter(|(place, _)| !matches!(place, Unknown::Raw(_)))
    }

    /// The octets of a slot that were kept.
    pub(crate) fn raw(self, slot: u32) -> Option<&'t [u8]> {
        self.kept().find(|(place, _)| *place == Unknown::Raw(slot)).map(|(_, octets)| octets)
    }

    /// What comes after the slots.
    #[expect(clippy::indexing_slicing, reason = "a partition point is at most the length")]
    pub(crate) fn kept(self) -> impl DoubleEndedIterator<Item = (Unknown, &'t [u8])> {
        let first = self.links.partition_point(|l| l.key & UNKNOWN == 0);
        self.links[first..].iter().filter_map(move |l| self.tape.place(l.node))
    }
}

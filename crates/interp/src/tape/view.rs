//! Access to the values on a tape.

use wireglot_plan::{Rules, ShapeId};
use wireglot_rt::Real;

use super::sink::unpack_origin;
use super::value::{ListRef, Parts, RecordRef, ValueRef, View};
use super::{Kind, Node, Tape, NOTHING};
use crate::{Origin, Unknown};

impl Tape {
    /// The first value.
    pub fn root(&self) -> Option<ValueRef<'_>> {
        self.roots.first().map(|&node| self.value(node))
    }

    /// All values, in order.
    pub fn roots(&self) -> impl DoubleEndedIterator<Item = ValueRef<'_>> {
        self.roots.iter().map(|&node| self.value(node))
    }

    pub(crate) fn nth(&self, position: u32) -> Option<ValueRef<'_>> {
        self.roots.get(position as usize).map(|&node| self.value(node))
    }

    #[inline]
    pub(crate) fn value(&self, node: u32) -> ValueRef<'_> {
        let mut node = node;
        while let Some(Node { kind: Kind::Hole, a, .. }) = self.nodes.get(node as usize) {
            if *a == NOTHING {
                break;
            }
            node = *a;
        }
        ValueRef { tape: self, node }
    }

    /// The parts of a record or list, each a key and a node.
    #[inline]
    pub(crate) fn parts(&self, start: u32, count: u32) -> Parts<'_> {
        let start = start as usize;
        Parts { tape: self, links: self.links.get(start..start + count as usize).unwrap_or_default() }
    }

    /// The number in an INTEGER that fits into 64 bits.
    #[inline]
    pub(crate) fn small_integer(&self, index: u32) -> Option<i64> {
        self.number(index, Kind::Integer)
    }

    /// The number of an ENUMERATED item.
    #[inline]
    pub(crate) fn number_of_item(&self, index: u32) -> Option<i64> {
        self.number(index, Kind::Enumerated)
    }

    #[inline]
    fn number(&self, index: u32, kind: Kind) -> Option<i64> {
        let node = self.nodes.get(index as usize).filter(|node| node.kind == kind)?;
        Some((u64::from(node.a) << 32 | u64::from(node.b)) as i64)
    }

    /// The parts of a record.
    #[inline]
    pub(crate) fn record(&self, index: u32) -> Option<Parts<'_>> {
        let node = self.nodes.get(index as usize).filter(|node| node.kind == Kind::Record)?;
        Some(self.parts(node.a, node.b))
    }

    #[inline]
    pub(crate) fn view(&self, index: u32) -> View<'_> {
        let Some(node) = self.nodes.get(index as usize) else { return View::Opaque(&[]) };
        let number = u64::from(node.a) << 32 | u64::from(node.b);
        match node.kind {
            Kind::Boolean => View::Boolean(number != 0),
            Kind::Integer => View::Integer(number as i64),
            Kind::BigInteger => View::BigInteger(self.slice(node)),
            Kind::Enumerated => View::Enumerated(number as i64),
            Kind::UnknownEnumerated => View::UnknownEnumerated(number),
            Kind::BitString => {
                let octets = self.slice(node);
                View::BitString(octets, octets.len() as u64 * 8 - u64::from(node.detail & 7))
            }
            Kind::OctetString => View::OctetString(self.slice(node)),
            Kind::Null => View::Null,
            Kind::Oid => View::Oid(self.slice(node)),
            Kind::Real => View::Real(unpack_real(node.detail, self.slice(node))),
            Kind::String => {
                let start = node.a as usize;
                View::String(self.text.get(start..start + node.b as usize).unwrap_or_default())
            }
            Kind::Record => View::Record(RecordRef { parts: self.parts(node.a, node.b) }),
            Kind::List => View::List(ListRef { parts: self.parts(node.a, node.b) }),
            Kind::Choice => View::Choice(node.a, self.value(node.b)),
            Kind::UnknownChoice => View::UnknownChoice(None, self.slice(node)),
            Kind::UnknownIndexedChoice => {
                let octets = self.slice(node);
                let (index, octets) = octets.split_first_chunk::<8>().unwrap_or((&[0; 8], &[]));
                View::UnknownChoice(Some(u64::from_be_bytes(*index)), octets)
            }
            Kind::Open => View::Open(ShapeId(node.a), self.value(node.b)),
            Kind::Contained => {
                let rules = Rules::ALL.get(usize::from(node.detail)).copied().unwrap_or_default();
                View::Contained(rules, self.value(node.b))
            }
            Kind::Opaque | Kind::Unknown | Kind::Hole => View::Opaque(match node.kind {
                Kind::Hole => &[],
                _ => self.slice(node),
            }),
        }
    }

    /// The origin of the octets of an open type or string.
    pub(crate) fn origin(&self, index: u32) -> Option<Origin> {
        let node = self.nodes.get(index as usize)?;
        match node.kind {
            Kind::Opaque | Kind::OctetString | Kind::BitString => unpack_origin(node.detail),
            _ => None,
        }
    }

    pub(super) fn place(&self, index: u32) -> Option<(Unknown, &[u8])> {
        let node = self.nodes.get(index as usize)?;
        let place = match node.detail {
            0 => Unknown::Insertion(node.shape),
            1 => Unknown::Addition(node.shape),
            2 => Unknown::Bitmap(node.shape),
            _ => Unknown::Raw(node.shape),
        };
        Some((place, self.slice(node)))
    }
}

fn unpack_real(detail: u8, octets: &[u8]) -> Real<'_> {
    let (exponent, rest) = octets.split_first_chunk::<8>().unwrap_or((&[0; 8], &[]));
    let exponent = i64::from_be_bytes(*exponent);
    let negative = detail & 1 != 0;
    match detail {
        0 => Real::Zero,
        1 => Real::MinusZero,
        2 => Real::PlusInfinity,
        3 => Real::MinusInfinity,
        4 => Real::NotANumber,
        8 | 9 => Real::Binary { negative, mantissa: rest, exponent },
        _ => Real::Decimal { negative, digits: str::from_utf8(rest).unwrap_or_default(), exponent },
    }
}

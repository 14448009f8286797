//! Writes values as terms.

use wireglot_bigint::BigInt;
use wireglot_model::StringKind;
use wireglot_plan::{OpenShape, Shape, ShapeId, ShapeKind, Slot};
use wireglot_rt::Real;

use super::name::Name;
use super::within::Within;
use super::{Dialect, Form, TermWriter, BIT, CONTAINING, OPEN_TYPE, UNKNOWN_ITEM, VERSION};
use crate::names::Numbers;
use crate::{ListRef, RecordRef, ValueRef, View};

/// Writes values as terms into its own buffer.
#[derive(Debug)]
pub struct EtfWriter<'s> {
    pub(super) shape: &'s Shape,
    pub(super) dialect: Box<dyn Dialect + 's>,
    pub(super) out: TermWriter,
    /// The names around the value.
    around: Option<Vec<u8>>,
    /// The default that is being written.
    pub(super) within: Within,
    numbers: Numbers,
}

/// The error says why a value has no term.
pub(super) type Written = Result<(), String>;

impl<'s> EtfWriter<'s> {
    /// A writer of values of `shape`.
    pub fn new(shape: &'s Shape, dialect: Box<dyn Dialect + 's>) -> EtfWriter<'s> {
        EtfWriter {
            shape,
            dialect,
            out: TermWriter::default(),
            around: None,
            within: Within::default(),
            numbers: Numbers::default(),
        }
    }

    /// The terms written since the last [`EtfWriter::clear`].
    pub fn octets(&self) -> &[u8] {
        &self.out.out
    }

    /// Discards the output but keeps the memory.
    pub fn clear(&mut self) {
        self.out.out.clear();
    }

    /// Writes a value as a term.
    ///
    /// # Errors
    /// A part of it has no term.
    pub fn value(&mut self, value: ValueRef) -> Written {
        (self.around, self.within) = (None, Within::default());
        let start = self.out.out.len();
        self.out.out.push(VERSION);
        let shape: &'s Shape = self.shape;
        let ty = value.shape();
        let root = shape.roots.iter().find(|root| root.shape == ty);
        let name =
            root.map_or_else(|| shape.types.get(ty.index()).map_or("", |ty| &ty.name), |r| &r.reference);
        let written = self.term(value, Name::root(name));
        if written.is_err() {
            self.out.out.truncate(start);
        }
        written
    }

    pub(super) fn term(&mut self, value: ValueRef, name: Name<'_>) -> Written {
        let shape: &'s Shape = self.shape;
        let Some(ty) = shape.types.get(value.shape().index()) else { return Ok(()) };
        if let Some(Form::Own(how)) = self.dialect.form(&ty.name, None) {
            return self.dialect.write(how, value, &mut self.out);
        }
        let name = name.of(ty);
        match (value.view(), &ty.kind) {
            (View::Record(record), ShapeKind::Record { slots, .. }) => self.record(record, slots, name)?,
            (View::List(list), kind) => {
                self.list(list, name, matches!(kind, ShapeKind::List { set: true, .. }))?
            }
            (View::Choice(index, value), ShapeKind::Choice { alternatives, .. }) => {
                let Some(alternative) = alternatives.get(index as usize) else { return Ok(()) };
                self.out.tuple(2);
                self.out.atom(&alternative.name)?;
                self.part(&ty.name, &alternative.name, value, name)?;
            }
            (View::Open(_, value), _) => self.term(value, name)?,
            (View::Contained(_, value), _) => {
                self.out.tuple(2);
                self.out.atom(CONTAINING)?;
                self.term(value, name)?;
            }
            (View::Opaque(octets), ShapeKind::Open(OpenShape::Opaque)) => self.octets_term(octets),
            (View::Opaque(octets), _) => {
                self.out.tuple(2);
                self.out.atom(OPEN_TYPE)?;
                self.octets_term(octets);
            }
            (_, kind) => self.scalar(value, kind)?,
        }
        Ok(())
    }

    fn record(&mut self, record: RecordRef, slots: &'s [Slot], name: Name<'_>) -> Written {
        let around = self.around.clone();
        let text = name.text();
        self.out.tuple(slots.len() + 1);
        self.out.atom(&text)?;
        for (index, slot) in slots.iter().enumerate() {
            match record.slot(index as u32) {
                Some(value) => self.part(&text, &slot.name, value, name)?,
                None => self.absent(slot, name)?,
            }
        }
        self.around = around;
        Ok(())
    }

    /// Writes a component or alternative of a type.
    pub(super) fn part(&mut self, ty: &str, part: &str, value: ValueRef, name: Name<'_>) -> Written {
        match self.dialect.form(ty, Some(part)) {
            Some(Form::Name(how)) => self.name(how, value),
            Some(Form::Own(how)) => self.dialect.write(how, value, &mut self.out),
            None => self.term(value, name.part(part)),
        }
    }

    fn name(&mut self, how: &str, value: ValueRef) -> Written {
        let View::OctetString(octets) = value.view() else { return Err("a name is an OCTET STRING".into()) };
        let text = self.dialect.name(how, octets, self.around.as_deref())?;
        self.out.bytes(text.as_bytes());
        if let Some(around) = self.dialect.around(how, octets) {
            self.around = Some(around);
        }
        Ok(())
    }

    fn list(&mut self, list: ListRef, name: Name<'_>, set: bool) -> Written {
        self.listed(list.len(), |writer| {
            list.iter().try_for_each(|element| writer.term(element, name.elements(set)))
        })
    }

    /// Writes a list of that many terms, which `parts` writes.
    pub(super) fn listed(&mut self, count: usize, parts: impl FnOnce(&mut Self) -> Written) -> Written {
        let mut out = std::mem::take(&mut self.out);
        let written = out.list(count, |out| {
            std::mem::swap(&mut self.out, out);
            let written = parts(self);
            std::mem::swap(&mut self.out, out);
            written
        });
        self.out = out;
        written
    }

    fn octets_term(&mut self, octets: &[u8]) {
        match self.dialect.is_legacy() {
            true => self.out.bytes(octets),
            false => self.out.binary(octets),
        }
    }

    fn scalar(&mut self, value: ValueRef, kind: &'s ShapeKind) -> Written {
        let ty = value.shape();
        match value.view() {
            View::Boolean(value) => self.out.atom(if value { "true" } else { "false" })?,
            View::Integer(value) => match self.named(ty, kind, &BigInt::from(value)) {
                Some(name) => self.out.atom(name)?,
                None => self.out.integer(value),
            },
            View::BigInteger(octets) => {
                let value = BigInt::from_twos_complement(octets);
                match self.named(ty, kind, &value) {
                    Some(name) => self.out.atom(name)?,
                    None => self.out.big(&value),
                }
            }
            View::Enumerated(number) => self.enumerated(ty, kind, number)?,
            View::BitString(octets, bits) => self.bits(ty, kind, octets, bits)?,
            View::OctetString(octets) => self.octets_term(octets),
            View::Null => self.out.atom("NULL")?,
            View::Oid(contents) => self.oid(contents, matches!(kind, ShapeKind::RelativeOid)),
            View::Real(value) => self.real(&value)?,
            View::String(text) => self.string(kind, text)?,
            View::UnknownEnumerated(_) => {
                return Err("an item that the type does not list has no number".into())
            }
            View::UnknownChoice(..) => {
                return Err("an alternative that the type does not have has no name".into())
            }
            _ => {}
        }
        Ok(())
    }

    fn enumerated(&mut self, ty: ShapeId, kind: &'s ShapeKind, number: i64) -> Written {
        let item = match kind {
            ShapeKind::Enumerated { items, .. } => self.numbers.name(ty, items, &number),
            _ => None,
        };
        match item {
            Some(name) => self.out.atom(name),
            None => {
                self.out.tuple(2);
                self.out.atom(UNKNOWN_ITEM)?;
                self.out.integer(number);
                Ok(())
            }
        }
    }

    /// Named bits are written as a list of those that are set.
    fn bits(&mut self, ty: ShapeId, kind: &'s ShapeKind, octets: &[u8], bits: u64) -> Written {
        let is_set = |bit: u64| octets.get((bit / 8) as usize).is_some_and(|o| o << (bit % 8) & 0x80 != 0);
        match kind {
            ShapeKind::BitString { named, .. } if !named.is_empty() => {
                let set: Vec<u64> = (0..bits).filter(|bit| is_set(*bit)).collect();
                self.listed(set.len(), |writer| {
                    set.iter().try_for_each(|bit| writer.bit_name(ty, named, *bit))
                })
            }
            _ if self.dialect.is_legacy() => {
                let each: Vec<u8> = (0..bits).map(|bit| u8::from(is_set(bit))).collect();
                self.out.bytes(&each);
                Ok(())
            }
            _ => {
                self.out.bits(octets, bits);
                Ok(())
            }
        }
    }

    fn oid(&mut self, contents: &[u8], relative: bool) {
        let arcs = arcs(contents, relative);
        self.out.tuple(arcs.len());
        arcs.iter().for_each(|arc| self.out.big(arc));
    }

    /// A tuple in base 2; NR3 characters in base 10 (X.690 8.5.8).
    fn real(&mut self, value: &Real<'_>) -> Written {
        match value {
            Real::Zero => self.out.integer(0),
            Real::PlusInfinity => self.out.atom("PLUS-INFINITY")?,
            Real::MinusInfinity => self.out.atom("MINUS-INFINITY")?,
            Real::MinusZero | Real::NotANumber => {
                return Err("Erlang has neither minus zero nor NOT-A-NUMBER".into())
            }
            Real::Binary { negative, mantissa, exponent } => {
                let mantissa = BigInt::from_unsigned(mantissa);
                let mantissa = if *negative { mantissa.negated() } else { mantissa };
                self.out.tuple(3);
                self.out.big(&mantissa);
                self.out.integer(2);
                self.out.integer(*exponent);
            }
            Real::Decimal { negative, digits, exponent } => {
                let sign = if *negative { "-" } else { "" };
                let power = if *exponent == 0 { "+0".into() } else { exponent.to_string() };
                self.out.bytes(format!("{sign}{digits}.E{power}").as_bytes());
            }
        }
        Ok(())
    }

    /// A UTF8String is a binary; every other string is a list of characters, with four octets for those beyond Latin-1.
    fn string(&mut self, kind: &ShapeKind, text: &str) -> Written {
        if let ShapeKind::String { kind: StringKind::Utf8, .. } = kind {
            self.out.binary(text.as_bytes());
            return Ok(());
        }
        let codes: Vec<u32> = text.chars().map(u32::from).collect();
        self.out.list(codes.len(), |out| {
            for code in codes {
                if let Ok(byte) = u8::try_from(code) {
                    out.integer(i64::from(byte));
                    continue;
                }
                out.tuple(4);
                code.to_be_bytes().iter().for_each(|octet| out.integer(i64::from(*octet)));
            }
            Ok(())
        })
    }

    /// Writes a bit as its name.
    pub(super) fn bit_name(&mut self, ty: ShapeId, named: &'s [(String, u32)], bit: u64) -> Written {
        let name = u32::try_from(bit).ok().and_then(|bit| self.numbers.name(ty, named, &bit));
        match name {
            Some(name) => self.out.atom(name),
            None => {
                self.out.tuple(2);
                self.out.atom(BIT)?;
                self.out.integer(bit as i64);
                Ok(())
            }
        }
    }

    /// The name of a number, if the type gives it one.
    fn named(&mut self, ty: ShapeId, kind: &'s ShapeKind, value: &BigInt) -> Option<&'s str> {
        let ShapeKind::Integer { named, .. } = kind else { return None };
        self.numbers.name(ty, named, value)
    }
}

/// The arcs of contents octets (X.690 8.19, 8.20).
fn arcs(contents: &[u8], relative: bool) -> Vec<BigInt> {
    let parts = contents.split_inclusive(|octet| octet & 0x80 == 0);
    let mut arcs: Vec<BigInt> = parts.map(BigInt::from_sevens).collect();
    if let Some(first) = arcs.first().filter(|_| !relative).cloned() {
        let root = first.to_u64().map_or(2, |first| (first / 40).min(2));
        let second = first.minus(&BigInt::from(root * 40));
        arcs.splice(0..1, [BigInt::from(root), second]);
    }
    arcs
}

//! A canonical octet string for each abstract value: two values are equal exactly if their octets are.

use std::collections::HashMap;
use std::sync::OnceLock;

use wireglot_model::TimeKind;
use wireglot_plan::{Shape, ShapeId, ShapeKind, SlotPresence, TableId};
use wireglot_rt::tlv::trimmed;
use wireglot_rt::Real;

use crate::constant::put;
use crate::{Mismatch, RecordRef, Tape, ValueRef, View};
use wireglot_model::times::{canonical_generalized, canonical_time, canonical_utc};

/// The defaults of a shape, on a tape.
#[derive(Debug, Default)]
pub struct Defaults {
    tape: Tape,
    /// Sorted by shape and slot, with the position on the tape.
    slots: Vec<((u32, u32), u32)>,
    canonical: Vec<Box<[u8]>>,
    /// The same with times compared as instants, for defaults that contain times or named bits: those
    /// have several encodings even in DER and CER.
    loose: Vec<Option<Box<[u8]>>>,
    /// For each column of each table, its rows.
    columns: Vec<Vec<OnceLock<Column>>>,
}

/// The rows of a table by the key in a column; `None` if the keys' octets depend on more than their kind.
type Column = Option<HashMap<Box<[u8]>, Vec<u32>>>;

/// How a UTCTime or GeneralizedTime is compared.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Times {
    /// By its characters.
    Characters,
    /// By the instant it denotes, for which canonical rules allow only one form (X.690 11.7, 11.8).
    Instants,
}

impl Defaults {
    /// Puts all defaults of a shape on a tape.
    ///
    /// # Errors
    /// A default is not of its type.
    pub fn new(shape: &Shape) -> Result<Defaults, Mismatch> {
        let mut defaults = Defaults::default();
        let columns = |keys: &Vec<ShapeId>| keys.iter().map(|_| OnceLock::new()).collect();
        defaults.columns = shape.tables.iter().map(|table| columns(&table.keys)).collect();
        for (index, ty) in shape.types.iter().enumerate() {
            let ShapeKind::Record { slots, .. } = &ty.kind else { continue };
            for (number, slot) in slots.iter().enumerate() {
                if let SlotPresence::Default(_, value) = &slot.presence {
                    let known = defaults.tape.count();
                    if let Err(mismatch) = put(shape, slot.shape, value, &mut defaults.tape) {
                        // An open type in the default may contain a type that nothing else refers to
                        // (RFC 4055). Such a default is never filled in.
                        defaults.tape.shorten(known);
                        match mismatch.open {
                            true => continue,
                            false => return Err(mismatch),
                        }
                    }
                    let position = defaults.slots.len() as u32;
                    defaults.slots.push(((index as u32, number as u32), position));
                }
            }
        }
        // A default may contain records with defaults of their own.
        for position in 0..defaults.slots.len() as u32 {
            let mut octets = Vec::new();
            let mut loose = None;
            if let Some(value) = defaults.at(position) {
                canonical(shape, &defaults, value, Times::Characters, &mut octets);
                if is_loose(shape, value) {
                    let mut octets = Vec::new();
                    canonical(shape, &defaults, value, Times::Instants, &mut octets);
                    loose = Some(octets.into());
                }
            }
            defaults.canonical.push(octets.into());
            defaults.loose.push(loose);
        }
        Ok(defaults)
    }

    /// The rows of a table whose key in a column is equal to a value; `None` if any may be.
    pub(crate) fn rows(
        &self,
        shape: &Shape,
        table: TableId,
        column: u32,
        value: ValueRef<'_>,
    ) -> Option<&[u32]> {
        if !is_plain(&shape.get(value.shape()).kind) {
            return None;
        }
        let rows = self.columns.get(table.index())?.get(column as usize)?;
        let rows = rows.get_or_init(|| self.column(shape, table, column as usize)).as_ref()?;
        let mut octets = Vec::new();
        canonical(shape, self, value, Times::Instants, &mut octets);
        Some(rows.get(&octets[..]).map_or(&[], Vec::as_slice))
    }

    fn column(&self, shape: &Shape, table: TableId, column: usize) -> Column {
        let table = shape.table(table);
        let ty = table.keys.get(column).filter(|ty| is_plain(&shape.get(**ty).kind))?;
        let mut rows: HashMap<Box<[u8]>, Vec<u32>> = HashMap::new();
        for (row, at) in table.rows.iter().zip(0..) {
            let tape = Tape::from_value(shape, *ty, row.keys.get(column)?).ok()?;
            let mut octets = Vec::new();
            canonical(shape, self, tape.root()?, Times::Instants, &mut octets);
            rows.entry(octets.into()).or_default().push(at);
        }
        Some(rows)
    }

    /// The default value of a record's slot.
    pub fn get(&self, shape: ShapeId, slot: u32) -> Option<ValueRef<'_>> {
        self.at(self.position(shape, slot)?)
    }

    #[expect(clippy::indexing_slicing, reason = "the search found the position")]
    pub(crate) fn position(&self, shape: ShapeId, slot: u32) -> Option<u32> {
        let found = self.slots.binary_search_by_key(&(shape.0, slot), |(key, _)| *key).ok()?;
        Some(self.slots[found].1)
    }

    /// The key at the end of a path of slots and alternatives. A slot that is absent has its default.
    pub(crate) fn key<'t>(&'t self, value: ValueRef<'t>, path: &[u32]) -> Option<ValueRef<'t>> {
        path.iter().try_fold(value, |mut owner, step| {
            while let View::Open(_, inner) = owner.view() {
                owner = inner;
            }
            owner.child(*step).or_else(|| self.at(self.position(owner.shape(), *step)?))
        })
    }

    pub(crate) fn at(&self, position: u32) -> Option<ValueRef<'_>> {
        self.tape.nth(position)
    }

    /// Whether a value equals the default at a position.
    pub(crate) fn is(&self, position: u32, shape: &Shape, value: ValueRef<'_>, times: Times) -> bool {
        self.at(position).is_some_and(|default| same(shape, self, default, value, times))
    }

    /// Whether a different encoding may still be the default at a position.
    pub(crate) fn is_loose(&self, position: u32) -> bool {
        self.loose(position).is_some()
    }

    fn loose(&self, position: u32) -> Option<&[u8]> {
        self.loose.get(position as usize)?.as_deref()
    }

    /// The canonical octets of the default at a position.
    fn octets(&self, position: u32, times: Times) -> Option<&[u8]> {
        let loose = self.loose(position).filter(|_| times == Times::Instants);
        loose.or(self.canonical.get(position as usize).map(|octets| &**octets))
    }
}

/// Abstract equality (X.680): SET OF in any order, defaults filled in, named bits without trailing
/// zeros. Both values must be of the same type.
pub fn equal(shape: &Shape, defaults: &Defaults, a: ValueRef<'_>, b: ValueRef<'_>) -> bool {
    same(shape, defaults, a, b, Times::Characters)
}

/// The canonical octets of a value. Two values of a type have the same octets exactly if they are
/// [`equal`].
pub fn identity(shape: &Shape, defaults: &Defaults, value: ValueRef<'_>) -> Vec<u8> {
    let mut octets = Vec::new();
    canonical(shape, defaults, value, Times::Characters, &mut octets);
    octets
}

/// Like [`equal`], but compares times as instants.
pub(crate) fn same_instants(shape: &Shape, defaults: &Defaults, a: ValueRef<'_>, b: ValueRef<'_>) -> bool {
    same(shape, defaults, a, b, Times::Instants)
}

fn same(shape: &Shape, defaults: &Defaults, a: ValueRef<'_>, b: ValueRef<'_>, times: Times) -> bool {
    match (a.view(), b.view()) {
        (View::Boolean(a), View::Boolean(b)) => a == b,
        (View::Integer(a), View::Integer(b)) | (View::Enumerated(a), View::Enumerated(b)) => a == b,
        (View::String(left), View::String(right)) => {
            left == right
                || times == Times::Instants
                    && instant(shape, a.shape(), left).is_some_and(|left| {
                        instant(shape, b.shape(), right).is_some_and(|right| left == right)
                    })
        }
        (View::OctetString(a), View::OctetString(b)) | (View::Oid(a), View::Oid(b)) => a == b,
        _ => {
            let (mut left, mut right) = (Vec::new(), Vec::new());
            canonical(shape, defaults, a, times, &mut left);
            canonical(shape, defaults, b, times, &mut right);
            left == right
        }
    }
}

/// The canonical form of a UTCTime or GeneralizedTime; `None` for other strings and for local times.
fn instant(shape: &Shape, id: ShapeId, text: &str) -> Option<String> {
    match shape.get(id).kind {
        ShapeKind::Time(TimeKind::Utc) => canonical_utc(text),
        ShapeKind::Time(TimeKind::Generalized) => canonical_generalized(text),
        ShapeKind::Time(TimeKind::Time) => Some(canonical_time(text)),
        _ => None,
    }
}

/// Whether a value contains a time or named bits.
fn is_loose(shape: &Shape, value: ValueRef<'_>) -> bool {
    match (&shape.get(value.shape()).kind, value.view()) {
        (ShapeKind::BitString { named, .. }, View::BitString(..)) => !named.is_empty(),
        (ShapeKind::Time(kind), _) => matches!(kind, TimeKind::Utc | TimeKind::Generalized | TimeKind::Time),
        (_, View::Record(record)) => record.slots().any(|(_, part)| is_loose(shape, part)),
        (_, View::List(list)) => list.iter().any(|element| is_loose(shape, element)),
        (_, View::Choice(_, part) | View::Open(_, part) | View::Contained(_, part)) => is_loose(shape, part),
        _ => false,
    }
}

fn number(out: &mut Vec<u8>, kind: u8, number: u64) {
    out.push(kind);
    out.extend(number.to_be_bytes());
}

fn octets(out: &mut Vec<u8>, kind: u8, octets: &[u8]) {
    number(out, kind, octets.len() as u64);
    out.extend_from_slice(octets);
}

/// Appends the canonical octets of a value.
#[expect(clippy::indexing_slicing, reason = "out only grew since its length was taken")]
pub(crate) fn canonical(
    shape: &Shape,
    defaults: &Defaults,
    value: ValueRef<'_>,
    times: Times,
    out: &mut Vec<u8>,
) {
    match value.view() {
        View::Boolean(value) => number(out, b'b', u64::from(value)),
        View::Integer(value) => number(out, b'i', value as u64),
        View::BigInteger(digits) => octets(out, b'I', digits),
        View::Enumerated(item) => number(out, b'e', item as u64),
        View::UnknownEnumerated(index) => number(out, b'E', index),
        View::BitString(bits, count) => bit_string(shape, value.shape(), bits, count, out),
        View::OctetString(string) => octets(out, b'o', string),
        View::Null => out.push(b'n'),
        View::Oid(contents) => octets(out, b'O', contents),
        View::Real(value) => real(&value, out),
        View::String(text) => {
            match instant(shape, value.shape(), text).filter(|_| times == Times::Instants) {
                Some(instant) => octets(out, b'S', instant.as_bytes()),
                None => octets(out, b's', text.as_bytes()),
            }
        }
        View::Opaque(encoding) => octets(out, b'?', encoding),
        View::Record(record) => canonical_record(shape, defaults, value.shape(), record, times, out),
        View::List(list) => {
            number(out, b'l', list.len() as u64);
            let start = out.len();
            let mut ends = Vec::new();
            for element in list.iter() {
                canonical(shape, defaults, element, times, out);
                ends.push(out.len() - start);
            }
            if let ShapeKind::List { set: true, .. } = shape.get(value.shape()).kind {
                sort_parts(&mut out[start..], &ends);
            }
        }
        View::Choice(alternative, value) => {
            number(out, b'c', u64::from(alternative));
            canonical(shape, defaults, value, times, out);
        }
        View::UnknownChoice(index, encoding) => {
            number(out, b'C', index.unwrap_or(u64::MAX));
            octets(out, b'?', encoding);
        }
        View::Open(actual, value) => {
            number(out, b'p', u64::from(actual.0));
            canonical(shape, defaults, value, times, out);
        }
        View::Contained(_, value) => {
            out.push(b'k');
            canonical(shape, defaults, value, times, out);
        }
    }
}

fn bit_string(shape: &Shape, id: ShapeId, bits: &[u8], count: u64, out: &mut Vec<u8>) {
    let count = match &shape.get(id).kind {
        // X.680 22.7: trailing zeros of a named bit list are insignificant, even those that a SIZE
        // constraint requires.
        ShapeKind::BitString { named, .. } if !named.is_empty() => trimmed(bits, count, 0),
        _ => count,
    };
    number(out, b'B', count);
    out.extend_from_slice(bits.get(..count.div_ceil(8) as usize).unwrap_or(bits));
}

#[expect(clippy::indexing_slicing, reason = "out only grew since its length was taken")]
fn canonical_record(
    shape: &Shape,
    defaults: &Defaults,
    id: ShapeId,
    record: RecordRef<'_>,
    times: Times,
    out: &mut Vec<u8>,
) {
    out.push(b'r');
    for (slot, value) in record.slots() {
        let start = out.len();
        number(out, b'.', u64::from(slot));
        let from = out.len();
        canonical(shape, defaults, value, times, out);
        let default = defaults.position(id, slot).and_then(|position| defaults.octets(position, times));
        if default == Some(&out[from..]) {
            out.truncate(start);
        }
    }
    for (place, encoding) in record.unknowns() {
        octets(out, b'u', format!("{place:?}").as_bytes());
        octets(out, b'?', encoding);
    }
    out.push(b'R');
}

fn real(value: &Real<'_>, out: &mut Vec<u8>) {
    let mut contents = Vec::new();
    wireglot_rt::tlv::write_real(value, &mut contents);
    octets(out, b'f', &contents);
}

/// Sorts adjacent parts bytewise; `ends` are the offsets where they end.
#[expect(clippy::indexing_slicing, reason = "ends are places in whole, ascending")]
pub(crate) fn sort_parts(whole: &mut [u8], ends: &[usize]) {
    let mut start = 0;
    let mut parts: Vec<&[u8]> = Vec::with_capacity(ends.len());
    for &end in ends {
        parts.push(&whole[start..end]);
        start = end;
    }
    if parts.is_sorted() {
        return;
    }
    parts.sort_unstable();
    let sorted = parts.concat();
    whole[..sorted.len()].copy_from_slice(&sorted);
}

/// Whether the octets of a value depend only on its kind, not on the names and contents that the type gives.
fn is_plain(kind: &ShapeKind) -> bool {
    matches!(
        kind,
        ShapeKind::Integer { .. }
            | ShapeKind::Enumerated { .. }
            | ShapeKind::Oid
            | ShapeKind::RelativeOid
            | ShapeKind::OctetString { contains: None, .. }
            | ShapeKind::String { .. }
    )
}

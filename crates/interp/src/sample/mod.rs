//! Random values of a type, the same for the same seed; used as test input.
//!
//! Values satisfy their constraints as far as trial and error achieves it; recursion ends; open
//! types contain what their keys say.

mod depth;
mod keys;
mod layout;
mod leaf;
mod random;
mod rows;

use std::collections::HashMap;

use wireglot_model::{PresenceConstraint, Real, Value};
use wireglot_plan::{
    Alternative, Check, ComponentCheck, KeyPath, OpenShape, Range, Row, Shape, ShapeId, ShapeKind, Size,
    Slot, SlotPresence, TableId,
};

use crate::check::Checker;
use crate::constant::put;
use crate::{Codec, Sink, Tape};
pub use depth::MOST_SAMPLED;
use keys::{Keyed, Place};
pub use layout::LayoutSampler;
use random::Random;
use rows::{Chosen, Rows};

/// Options for generating values.
#[derive(Debug, Clone, Copy)]
pub struct SampleOptions {
    /// The same seed gives the same values.
    pub seed: u64,
    /// Beyond this depth, optional parts are left out.
    pub depth: u32,
    /// Maximum number of elements, octets or characters beyond the minimum.
    pub length: u64,
}

impl Default for SampleOptions {
    fn default() -> SampleOptions {
        SampleOptions { seed: 0, depth: 6, length: 20 }
    }
}

impl Codec {
    /// A random value of a root (an index into the shape's roots); `None` if there is no such root
    /// or it has no sample.
    pub fn sample(&self, root: usize, options: &SampleOptions) -> Option<Tape> {
        let id = self.shape().roots.get(root)?.shape;
        Sampler::new(self, options).tape(id).ok()
    }
}

/// Why a type has no sample.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Unsampled {
    /// Its values are infinite or nest deeper than [`MOST_SAMPLED`].
    TooDeep,
    /// Its values consist of more than [`MOST_VALUES`].
    TooMany,
    /// A list or string must have this size, which would make the value too large.
    TooLong(u64),
}

/// Generates values of a codec's types.
#[derive(Debug)]
pub struct Sampler<'c> {
    codec: &'c Codec,
    options: SampleOptions,
    random: Random,
    depths: Vec<u32>,
    keyed: Vec<Vec<Keyed>>,
    /// For each value around the current one, the keys that were chosen for it.
    around: Vec<Chosen>,
    rows: Rows<'c>,
    /// The number of values made so far. The more there are, the fewer optional parts are added.
    made: u64,
    /// The number of octets, bits and characters in strings so far.
    units: u64,
    /// The number of values around the current one.
    level: u32,
    /// Why the value is left unfinished. Constraints may demand parts that its least depth doesn't count.
    given_up: Option<Unsampled>,
}

/// Constraints imposed by enclosing values.
type Asked<'a> = Vec<&'a Check>;
/// Keys required inside a value.
type Forced<'a> = Vec<(&'a [u32], &'a Value)>;

/// Maximum number of elements in a list, even if more are required.
const MOST_ELEMENTS: u64 = 100_000;

/// Values that consist of more are not generated.
pub const MOST_VALUES: u64 = 1_000_000;

/// Maximum number of octets, bits and characters in all strings.
const MOST_UNITS: u64 = 1 << 26;

/// From this number of values on, optional parts are left out.
const MANY: u64 = 2_000;

/// How often a value that nests too deeply is replaced by another one. Each has optional parts in fewer levels, the last
/// one has none.
const RETRIES: u32 = 16;

impl<'c> Sampler<'c> {
    /// A generator. Its first value depends only on the seed.
    pub fn new(codec: &'c Codec, options: &SampleOptions) -> Sampler<'c> {
        let shape = codec.shape();
        Sampler {
            codec,
            options: *options,
            random: Random::new(options.seed),
            depths: depth::least_depths(shape),
            keyed: keys::keyed(shape),
            around: Vec::new(),
            rows: Rows::new(shape),
            made: 0,
            units: 0,
            level: 0,
            given_up: None,
        }
    }

    /// The next value of a type.
    ///
    /// # Errors
    /// It has none within the limits.
    pub fn tape(&mut self, id: ShapeId) -> Result<Tape, Unsampled> {
        if self.depths.get(id.index()).is_none_or(|d| *d == u32::MAX) {
            return Err(Unsampled::TooDeep);
        }
        let mut tape = Tape::new();
        let depth = self.options.depth;
        for retry in 0..=RETRIES {
            self.options.depth = depth.min(MOST_SAMPLED) * (RETRIES - retry) / RETRIES;
            tape.clear();
            let spent = if retry == RETRIES { MANY + 1 } else { 0 };
            (self.made, self.units, self.given_up) = (spent, 0, None);
            self.value(id, &Vec::new(), &Vec::new(), &mut tape);
            if self.given_up != Some(Unsampled::TooDeep) {
                break;
            }
        }
        self.options.depth = depth;
        self.given_up.map_or(Ok(tape), Err)
    }

    fn shape(&self) -> &'c Shape {
        self.codec.shape()
    }

    /// Whether optional parts are to be left out.
    fn tired(&self) -> bool {
        self.around.len() as u32 > self.options.depth || self.made > MANY
    }

    /// Gives up the whole value; the first reason counts.
    fn give_up(&mut self, why: Unsampled) {
        self.given_up = self.given_up.or(Some(why));
    }

    /// Makes a value, unless the whole is given up.
    fn value(&mut self, id: ShapeId, asked: &Asked<'_>, forced: &Forced<'_>, out: &mut Tape) {
        if self.level > MOST_SAMPLED {
            self.give_up(Unsampled::TooDeep);
        } else if self.made > MOST_VALUES {
            self.give_up(Unsampled::TooMany);
        }
        if self.given_up.is_none() {
            self.level += 1;
            self.one(id, asked, forced, out);
            self.level -= 1;
        }
    }

    fn one(&mut self, id: ShapeId, asked: &Asked<'_>, forced: &Forced<'_>, out: &mut Tape) {
        self.made += 1;
        let ty = self.shape().get(id);
        if let Some((_, key)) = forced.iter().find(|(path, _)| path.is_empty()) {
            if put(self.shape(), id, key, out).is_ok() {
                return;
            }
        }
        let mut all: Asked<'_> = ty.checks.iter().chain(asked.iter().copied()).collect();
        self.decide(&mut all);
        if let Some(Check::Equal(value)) = all.iter().find(|c| matches!(c, Check::Equal(_))) {
            if put(self.shape(), id, value, out).is_ok() {
                return;
            }
        }
        if let Some(value) = all.iter().find_map(|c| self.of_column(c)) {
            if put(self.shape(), id, &value, out).is_ok() {
                return;
            }
        }
        let excludes = all.iter().any(|c| matches!(c, Check::Not(_)));
        if !excludes {
            return self.parts(id, &all, forced, out);
        }
        // Exclusions can only be met by trial and error.
        let mut trial = Tape::new();
        for _ in 0..16 {
            trial.clear();
            self.parts(id, &all, forced, &mut trial);
            if self.given_up.is_some() {
                return;
            }
            let checker = Checker::new(self.shape(), self.codec.defaults());
            if trial.root().is_some_and(|value| all.iter().all(|check| checker.holds(check, value))) {
                break;
            }
        }
        trial.roots().for_each(|value| value.play(out));
    }

    /// Makes a value that is not determined by a constraint.
    fn parts(&mut self, id: ShapeId, all: &Asked<'_>, forced: &Forced<'_>, out: &mut Tape) {
        let ty = self.shape().get(id);
        match &ty.kind {
            ShapeKind::Record { slots, .. } => self.record(id, slots, all, forced, out),
            ShapeKind::List { element, size, .. } => self.list(id, *element, size, all, out),
            ShapeKind::Choice { alternatives, .. } => self.choice(id, alternatives, all, forced, out),
            ShapeKind::Open(open) => self.open(id, open, out),
            ShapeKind::OctetString { contains: Some(contents), .. }
            | ShapeKind::BitString { contains: Some(contents), .. } => {
                let inner: Asked<'_> = all.iter().filter_map(|c| contents_of(c)).collect();
                if let ShapeKind::Open(open @ OpenShape::Keyed { .. }) =
                    &self.shape().get(contents.shape).kind
                {
                    if self.held(open).is_none() {
                        return self.unknown_contents(id, out);
                    }
                }
                out.begin_contained(id, contents.rules.unwrap_or_default());
                self.value(contents.shape, &inner, &Vec::new(), out);
                out.end_contained(id);
            }
            kind => self.leaf(id, kind, all, out),
        }
    }

    /// Flattens conjunctions, and picks from disjunctions.
    fn decide<'a>(&mut self, all: &mut Asked<'a>) {
        let mut waiting: Asked<'a> = std::mem::take(all);
        while let Some(check) = waiting.pop() {
            match check {
                Check::All(list) => waiting.extend(list),
                Check::Any(list) => waiting.extend(self.random.pick(list)),
                other => all.push(other),
            }
        }
    }

    /// A value from a table's column, in a row with the keys chosen so far.
    fn of_column(&mut self, check: &Check) -> Option<Value> {
        let Check::Column { table, column, keys } = check else { return None };
        let known: Vec<(usize, Value)> =
            keys.iter().filter_map(|(column, path)| Some((*column as usize, self.key(path)?))).collect();
        let row = match known.is_empty() {
            true => self.random.pick(&self.shape().table(*table).rows),
            false => {
                let known: Vec<_> = known.iter().map(|(column, value)| (*column, value)).collect();
                self.random.pick(&self.rows.with(*table, &known)).copied()
            }
        };
        row?.keys.get(*column as usize).cloned()
    }

    /// The value chosen for a key.
    fn key(&self, path: &KeyPath) -> Option<Value> {
        let owner = self.around.len().checked_sub(path.up as usize)?;
        self.around.get(owner)?.get(&path.down).cloned()
    }

    #[expect(
        clippy::indexing_slicing,
        reason = "one entry for each type of the shape; alternatives by their own numbers"
    )]
    fn record(&mut self, id: ShapeId, slots: &[Slot], all: &Asked<'_>, forced: &Forced<'_>, out: &mut Tape) {
        let chosen = self.choose_keys(id, forced);
        self.around.push(chosen.clone());
        let (keys, asked) = (chosen.by_part(), components(all));
        let additions =
            1 + slots.iter().filter_map(|s| s.addition).max().map_or(0, |last| u64::from(last) + 1);
        let newest = if self.tired() { 0 } else { self.random.below(additions) as u32 };
        out.begin_record(id);
        for (index, slot) in slots.iter().enumerate() {
            let index = index as u32;
            let mut inner: Forced<'_> = keys.get(&index).cloned().unwrap_or_default();
            let asked = asked.get(&index).map_or(&[][..], Vec::as_slice);
            let presence = asked.iter().map(|c| c.presence).find(|p| *p != PresenceConstraint::Optional);
            let finite = self.depths[slot.shape.index()] != u32::MAX;
            let there = match (&slot.presence, slot.addition, presence) {
                (_, _, Some(PresenceConstraint::Absent)) => false,
                (SlotPresence::Required, _, _) | (_, _, Some(PresenceConstraint::Present)) => true,
                _ if !finite => false,
                _ if !inner.is_empty() => true,
                (_, Some(addition), _) => addition < newest,
                _ => !self.tired() && self.random.once_in(2),
            };
            if there {
                out.slot(index);
                let checks: Asked<'_> = asked.iter().filter_map(|c| c.check.as_ref()).collect();
                let drawn = if inner.is_empty() { self.key_of_others(slot.shape, index) } else { None };
                inner.extend(drawn.iter().map(|value| (&[][..], value)));
                self.value(slot.shape, &checks, &inner, out);
            }
        }
        out.end_record(id);
        self.around.pop();
    }

    /// A value from its table's column for a slot of the current record, if it has one. It is
    /// recorded, because open types further inside may use this key together with nearer ones.
    fn key_of_others(&mut self, id: ShapeId, slot: u32) -> Option<Value> {
        let value = self.shape().get(id).checks.iter().find_map(|check| self.of_column(check))?;
        self.around.last_mut()?.add(&[slot], &value);
        Some(value)
    }

    /// Chooses a row for each open type with a key in this record; keys outside of it are chosen already.
    #[expect(
        clippy::indexing_slicing,
        reason = "one entry for each type of the shape; alternatives by their own numbers"
    )]
    fn choose_keys(&mut self, id: ShapeId, forced: &Forced<'_>) -> Chosen {
        let mut chosen = Chosen::default();
        forced.iter().for_each(|(path, value)| chosen.add(path, value));
        let tired = self.tired();
        for keyed in self.keyed[id.index()].clone() {
            let depths = &self.depths;
            let depth = |row: &Row| row.shape.map_or(0, |shape| depths[shape.index()]);
            let key = |place: &Place| match place {
                Place::Here(path) => chosen.get(path),
                Place::Outside(up, path) => {
                    self.around.get(self.around.len().checked_sub(*up as usize)?)?.get(path)
                }
                Place::Inside => None,
            };
            let known = keyed.places.iter().enumerate().filter_map(|(at, place)| Some((at, key(place)?)));
            let known: Vec<(usize, &Value)> = known.collect();
            let row = match (known.is_empty(), tired) {
                (true, false) => self.random.pick(self.rows.finite(keyed.table, depth)).copied(),
                (true, true) => self.random.pick(self.rows.shallowest(keyed.table, depth)).copied(),
                (false, _) => {
                    let mut rows = self.rows.with(keyed.table, &known);
                    rows.retain(|row| depth(row) != u32::MAX);
                    if tired {
                        rows.sort_by_key(|row| depth(row));
                        rows.truncate(1);
                    }
                    self.random.pick(&rows).copied()
                }
            };
            let Some(row) = row else { continue };
            for (place, key) in keyed.places.iter().zip(&row.keys) {
                if let Place::Here(path) = place {
                    chosen.add(path, key);
                }
            }
        }
        chosen
    }

    #[expect(
        clippy::indexing_slicing,
        reason = "one entry for each type of the shape; alternatives by their own numbers"
    )]
    fn list(&mut self, id: ShapeId, element: ShapeId, size: &Size, all: &Asked<'_>, out: &mut Tape) {
        let size = self.size(size, all);
        let finite = self.depths[element.index()] != u32::MAX;
        let most = if self.tired() || !finite { 0 } else { self.options.length.min(4) };
        let count = if most == 0 { size.lo } else { leaf::length(&mut self.random, &size, most) };
        let inner: Asked<'_> = all
            .iter()
            .filter_map(|c| match c {
                Check::Element(check) => Some(&**check),
                _ => None,
            })
            .collect();
        self.around.push(Chosen::default());
        out.begin_list(id);
        if count > MOST_ELEMENTS {
            self.give_up(Unsampled::TooLong(count));
        }
        for _ in 0..count {
            if self.given_up.is_some() {
                break;
            }
            self.value(element, &inner, &Vec::new(), out);
        }
        out.end_list(id);
        self.around.pop();
    }

    #[expect(
        clippy::indexing_slicing,
        reason = "one entry for each type of the shape; alternatives by their own numbers"
    )]
    fn choice(
        &mut self,
        id: ShapeId,
        alternatives: &[Alternative],
        all: &Asked<'_>,
        forced: &Forced<'_>,
        out: &mut Tape,
    ) {
        let wanted = forced.iter().filter_map(|(path, _)| path.first().copied()).next();
        let depth = |a: &Alternative| self.depths[a.shape.index()];
        let asked = components(all);
        let has = |i: &u32, presence| {
            asked.get(i).is_some_and(|asked| asked.iter().any(|c| c.presence == presence))
        };
        let mut free: Vec<u32> = (0..alternatives.len() as u32)
            .filter(|i| wanted.is_none_or(|w| w == *i))
            .filter(|i| depth(&alternatives[*i as usize]) != u32::MAX)
            .filter(|i| !has(i, PresenceConstraint::Absent))
            .collect();
        let present = |i: &u32| has(i, PresenceConstraint::Present);
        if free.iter().any(present) {
            free.retain(present);
        }
        if self.tired() {
            free.sort_by_key(|i| depth(&alternatives[*i as usize]));
            free.truncate(1);
        }
        let index = self.random.pick(&free).copied().unwrap_or(0);
        let Some(alternative) = alternatives.get(index as usize) else { return };
        let asked = asked.get(&index).map_or(&[][..], Vec::as_slice);
        let checks = asked.iter().filter_map(|c| c.check.as_ref()).collect();
        self.around.push(Chosen::default());
        out.begin_choice(id, index);
        self.value(alternative.shape, &checks, &below(forced, index), out);
        out.end_choice(id);
        self.around.pop();
    }

    /// The type contained in an open type here, if known.
    #[expect(
        clippy::indexing_slicing,
        reason = "one entry for each type of the shape; alternatives by their own numbers"
    )]
    fn held(&mut self, open: &OpenShape) -> Option<ShapeId> {
        let held = match open {
            OpenShape::Opaque => None,
            OpenShape::Fixed(held) => Some(*held),
            OpenShape::Keyed { table, keys } => self.row(*table, keys),
        };
        held.filter(|held| self.depths[held.index()] != u32::MAX)
    }

    /// A string containing an open type for which there is no row: any octets.
    fn unknown_contents(&mut self, id: ShapeId, out: &mut Tape) {
        let octets = [5, 0];
        match self.shape().get(id).kind {
            ShapeKind::BitString { .. } => out.bit_string(id, &octets, 8 * octets.len() as u64),
            _ => out.octet_string(id, &octets),
        }
    }

    fn open(&mut self, id: ShapeId, open: &OpenShape, out: &mut Tape) {
        match self.held(open) {
            Some(held) => {
                out.begin_open(id, held);
                let around = std::mem::take(&mut self.around);
                self.around.resize_with(around.len() + 1, Chosen::default);
                self.value(held, &Vec::new(), &Vec::new(), out);
                self.around = around;
                out.end_open(id);
            }
            // A NULL in BER; two octets in other rules.
            None => out.opaque(id, &[5, 0]),
        }
    }

    /// The type in the row with the chosen keys.
    fn row(&mut self, table: TableId, keys: &[KeyPath]) -> Option<ShapeId> {
        let values: Option<Vec<Value>> = keys.iter().map(|key| self.key(key)).collect();
        let values = values?;
        let keys: Vec<(usize, &Value)> = values.iter().enumerate().collect();
        self.rows.with(table, &keys).into_iter().find(|row| row.keys == values)?.shape
    }

    /// The part of a size that the constraints allow.
    fn size(&mut self, size: &Size, all: &Asked<'_>) -> Size {
        let ranges: Vec<&Vec<(u64, Option<u64>)>> = all
            .iter()
            .filter_map(|c| match c {
                Check::Size(ranges) => Some(ranges),
                _ => None,
            })
            .collect();
        let mut size = *size;
        for ranges in ranges {
            let cut: Vec<Size> = ranges.iter().filter_map(|range| cut(&size, range)).collect();
            size = self.random.pick(&cut).copied().unwrap_or(size);
        }
        size
    }

    /// Makes a value without parts; tries until its constraints hold.
    fn leaf(&mut self, id: ShapeId, kind: &ShapeKind, all: &Asked<'_>, out: &mut Tape) {
        let mut trial = Tape::new();
        for _ in 0..64 {
            trial.clear();
            self.try_leaf(id, kind, all, &mut trial);
            let checker = Checker::new(self.shape(), self.codec.defaults());
            let holds = |value| all.iter().all(|check| checker.holds(check, value));
            if trial.root().is_some_and(holds) {
                break;
            }
        }
        trial.roots().for_each(|value| value.play(out));
    }

    #[expect(clippy::indexing_slicing, reason = "trimmed only takes bits away")]
    fn try_leaf(&mut self, id: ShapeId, kind: &ShapeKind, all: &Asked<'_>, out: &mut Tape) {
        let most = if self.tired() { 2 } else { self.options.length };
        match kind {
            ShapeKind::Boolean => out.boolean(id, self.random.once_in(2)),
            ShapeKind::Integer { range, .. } => {
                let range = self.range(range, all);
                let value = leaf::integer(&mut self.random, &range);
                leaf::put_integer(out, id, &value);
            }
            ShapeKind::Enumerated { items, .. } => {
                let number = self.random.pick(items).map_or(0, |(_, number)| *number);
                out.enumerated(id, number);
            }
            ShapeKind::BitString { size, named, .. } => {
                let size = self.size(size, all);
                let mut count = self.length(&size, most);
                let octets = leaf::bits(&mut self.random, count);
                if !named.is_empty() {
                    count = wireglot_rt::tlv::trimmed(&octets, count, size.lo);
                }
                out.bit_string(id, &octets[..count.div_ceil(8) as usize], count);
            }
            ShapeKind::OctetString { size, .. } => {
                let size = self.size(size, all);
                let count = self.length(&size, most);
                out.octet_string(id, &leaf::octets(&mut self.random, count));
            }
            ShapeKind::Null => out.null(id),
            ShapeKind::Oid => out.oid(id, &leaf::oid(&mut self.random, false)),
            ShapeKind::RelativeOid => out.oid(id, &leaf::oid(&mut self.random, true)),
            ShapeKind::OidIri => out.string(id, "/ISO/Registration-Authority/19785.CBEFF"),
            ShapeKind::RelativeOidIri => out.string(id, "Registration-Authority/19785.CBEFF"),
            ShapeKind::Real => {
                let form = all.iter().find_map(|c| match c {
                    Check::RealForm(form) => Some(&**form),
                    _ => None,
                });
                let ends: Vec<(&Real, i64)> = all.iter().flat_map(|check| ends(check)).collect();
                match form {
                    Some(form) => leaf::real_of(&mut self.random, form, id, out),
                    None if !ends.is_empty() => leaf::real_near(&mut self.random, &ends, id, out),
                    None => leaf::real(&mut self.random, id, out),
                }
            }
            ShapeKind::String { kind, size } => {
                let size = self.size(size, all);
                let count = self.length(&size, most);
                let alphabet = all.iter().find_map(|c| match c {
                    Check::Alphabet(ranges) => Some(&ranges[..]),
                    _ => None,
                });
                out.string(id, &leaf::text(&mut self.random, *kind, alphabet, count));
            }
            ShapeKind::Time(kind) => out.string(id, &leaf::time(&mut self.random, *kind)),
            _ => {}
        }
    }

    /// The length of a string: nothing if all strings together would be too long.
    fn length(&mut self, size: &Size, most: u64) -> u64 {
        let count = leaf::length(&mut self.random, size, most);
        match count <= MOST_UNITS.saturating_sub(self.units) {
            true => {
                self.units += count;
                count
            }
            false => {
                self.give_up(Unsampled::TooLong(count));
                0
            }
        }
    }

    /// The part of a range that the constraints allow.
    fn range(&mut self, range: &Range, all: &Asked<'_>) -> Range {
        let found = all.iter().find_map(|c| match c {
            Check::Integer(ranges) => Some(ranges),
            _ => None,
        });
        match found.and_then(|ranges| self.random.pick(ranges)) {
            Some((lo, hi)) => Range { lo: lo.clone(), hi: hi.clone() },
            None => range.clone(),
        }
    }
}

fn cut(size: &Size, range: &(u64, Option<u64>)) -> Option<Size> {
    let lo = size.lo.max(range.0);
    let hi = match (size.hi, range.1) {
        (Some(a), Some(b)) => Some(a.min(b)),
        (a, b) => a.or(b),
    };
    hi.is_none_or(|hi| lo <= hi).then_some(Size { lo, hi })
}

/// The constraints on each slot or alternative.
fn components<'a>(all: &Asked<'a>) -> HashMap<u32, Vec<&'a ComponentCheck>> {
    let mut components: HashMap<u32, Vec<&ComponentCheck>> = HashMap::new();
    let lists = all.iter().filter_map(|c| match c {
        Check::Components(list) => Some(list),
        _ => None,
    });
    lists.flatten().for_each(|component| components.entry(component.slot).or_default().push(component));
    components
}

fn contents_of(check: &Check) -> Option<&Check> {
    match check {
        Check::Contents(check) => Some(check),
        _ => None,
    }
}

/// The keys required inside a slot or alternative.
#[expect(clippy::indexing_slicing, reason = "filtered for paths that have a first step")]
fn below<'a>(forced: &Forced<'a>, index: u32) -> Forced<'a> {
    let inside = forced.iter().filter(|(path, _)| path.first() == Some(&index));
    inside.map(|(path, value)| (&path[1..], *value)).collect()
}

/// The bounds of a REAL range, each with the direction that leads into it.
fn ends(check: &Check) -> impl Iterator<Item = (&Real, i64)> {
    let (lo, hi) = match check {
        Check::Real(lo, hi) => (lo.as_ref(), hi.as_ref()),
        _ => (None, None),
    };
    lo.map(|(end, _)| (end, 1)).into_iter().chain(hi.map(|(end, _)| (end, -1)))
}

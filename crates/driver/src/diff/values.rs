//! Compares two values of a type field by field.
//!
//! Values that X.680 considers equal do not differ: the order of a SET OF, a default that is written out.

use wireglot_interp::{equal, identity, Defaults, ListRef, RecordRef, ValueRef, View};
use wireglot_plan::{OpenShape, Shape, ShapeId, ShapeKind};

use super::pairs::{in_any_order, in_order, Elements};
use crate::messages::FieldError;
use crate::texts::to_json;

/// A field that differs between two values.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Difference {
    /// The path of the field, starting with the type's name.
    pub path: String,
    /// The first value's field as JSON; `None` if absent.
    pub left: Option<String>,
    /// The second value's field.
    pub right: Option<String>,
}

/// The size of a difference in JSON without its path and values: the names of its members.
const MEMBERS: usize = 64;

/// The differences between two values, in the order of their type; paths begin with a name. Empty if they are
/// equal.
///
/// # Errors
/// The differences take more than `most` bytes as JSON.
pub fn differences(
    (shape, defaults): (&Shape, &Defaults),
    name: &str,
    (left, right): (ValueRef, ValueRef),
    most: usize,
) -> Result<Vec<Difference>, FieldError> {
    let mut walk = Walk { shape, defaults, path: name.to_string(), found: Vec::new(), left: Some(most) };
    walk.values(left, right);
    match walk.left {
        Some(_) => Ok(walk.found),
        None => Err(FieldError {
            code: "limit_output",
            path: name.to_string(),
            message: format!("the differences take more than {most} octets"),
        }),
    }
}

/// A simultaneous walk through two values.
struct Walk<'s> {
    shape: &'s Shape,
    defaults: &'s Defaults,
    path: String,
    found: Vec<Difference>,
    /// How many more bytes differences may take; `None` once they took too many.
    left: Option<usize>,
}

impl Walk<'_> {
    fn values(&mut self, left: ValueRef, right: ValueRef) {
        match (left.view(), right.view()) {
            (View::Record(a), View::Record(b)) => self.records(left.shape(), a, b),
            (View::List(a), View::List(b)) => self.lists(left.shape(), a, b),
            (View::Choice(a, one), View::Choice(b, other)) if a == b => {
                let name = self.alternative(left.shape(), a);
                self.under(&name, |walk| walk.values(one, other));
            }
            (View::Open(a, one), View::Open(b, other)) if a == b => self.values(one, other),
            (View::Contained(_, one), View::Contained(_, other)) => self.values(one, other),
            _ => {
                if !equal(self.shape, self.defaults, left, right) {
                    self.differ(Some(left), Some(right));
                }
            }
        }
    }

    fn records(&mut self, shape: ShapeId, left: RecordRef, right: RecordRef) {
        let slots = match &self.shape.get(shape).kind {
            ShapeKind::Record { slots, .. } => slots.len() as u32,
            _ => 0,
        };
        for index in 0..slots {
            let (a, b) = (left.slot(index), right.slot(index));
            if a.is_none() && b.is_none() {
                continue;
            }
            let name = self.slot(shape, index);
            self.under(&name, |walk| match (a, b) {
                (Some(a), Some(b)) => walk.values(a, b),
                (one, None) | (None, one) if walk.is_default(shape, index, one) => {}
                (a, b) => walk.differ(a, b),
            });
        }
        if left.has_unknowns() || right.has_unknowns() {
            self.under(".$unknown", |walk| walk.unknowns(left, right));
        }
    }

    /// Compares unknown extensions by their bytes.
    fn unknowns(&mut self, left: RecordRef, right: RecordRef) {
        let octets = |record: RecordRef| -> Vec<Vec<u8>> {
            record.unknowns().map(|(_, octets)| octets.to_vec()).collect()
        };
        let (left, right) = (octets(left), octets(right));
        for (a, b) in in_order([left.len(), right.len()], &Octets([&left, &right])) {
            let hex = |octets: &Vec<u8>| {
                let digits: String = octets.iter().map(|octet| format!("{octet:02X}")).collect();
                format!("\"{digits}\"")
            };
            let index = a.or(b).unwrap_or_default();
            let (left, right) = (a.and_then(|i| left.get(i)).map(hex), b.and_then(|j| right.get(j)).map(hex));
            if left != right {
                self.keep(Difference { path: format!("{}[{index}]", self.path), left, right });
            }
        }
    }

    fn lists(&mut self, shape: ShapeId, left: ListRef, right: ListRef) {
        let ShapeKind::List { element, set, .. } = &self.shape.get(shape).kind else { return };
        let (keys, lists) = (keys(self.shape, *element), [left.iter().collect(), right.iter().collect()]);
        let elements = Values { shape: self.shape, defaults: self.defaults, keys, lists };
        let lengths = elements.lists.each_ref().map(Vec::len);
        let pairs = if *set { in_any_order(lengths, &elements) } else { in_order(lengths, &elements) };
        let [a, b] = &elements.lists;
        for (i, j) in pairs {
            let index = i.or(j).unwrap_or_default();
            self.under(&format!("[{index}]"), |walk| {
                match (i.and_then(|i| a.get(i)), j.and_then(|j| b.get(j))) {
                    (Some(a), Some(b)) => walk.values(*a, *b),
                    (a, b) => walk.differ(a.copied(), b.copied()),
                }
            });
        }
    }

    /// Whether a present component has its default value.
    fn is_default(&self, shape: ShapeId, slot: u32, value: Option<ValueRef>) -> bool {
        value
            .zip(self.defaults.get(shape, slot))
            .is_some_and(|(value, default)| equal(self.shape, self.defaults, value, default))
    }

    fn differ(&mut self, left: Option<ValueRef>, right: Option<ValueRef>) {
        if self.left.is_none() {
            return;
        }
        let json = |value: ValueRef| to_json(self.shape, value);
        let (left, right) = (left.map(json), right.map(json));
        self.keep(Difference { path: self.path.clone(), left, right });
    }

    fn keep(&mut self, difference: Difference) {
        let of = |side: &Option<String>| side.as_ref().map_or(0, String::len);
        let octets = difference.path.len() + of(&difference.left) + of(&difference.right) + MEMBERS;
        self.left = self.left.and_then(|left| left.checked_sub(octets));
        match self.left {
            Some(_) => self.found.push(difference),
            None => self.found.clear(),
        }
    }

    /// Extends the path by one step for the duration of `walk`.
    fn under(&mut self, step: &str, walk: impl FnOnce(&mut Self)) {
        let length = self.path.len();
        self.path.push_str(step);
        walk(self);
        self.path.truncate(length);
    }

    fn slot(&self, shape: ShapeId, index: u32) -> String {
        match &self.shape.get(shape).kind {
            ShapeKind::Record { slots, .. } => {
                slots.get(index as usize).map(|slot| format!(".{}", slot.name))
            }
            _ => None,
        }
        .unwrap_or_default()
    }

    fn alternative(&self, shape: ShapeId, index: u32) -> String {
        match &self.shape.get(shape).kind {
            ShapeKind::Choice { alternatives, .. } => {
                alternatives.get(index as usize).map(|alternative| format!(".{}", alternative.name))
            }
            _ => None,
        }
        .unwrap_or_default()
    }
}

/// The elements of two lists of values.
struct Values<'v> {
    shape: &'v Shape,
    defaults: &'v Defaults,
    /// The positions of the components that are keys.
    keys: Vec<u32>,
    lists: [Vec<ValueRef<'v>>; 2],
}

impl Elements for Values<'_> {
    type Identity = Vec<u8>;
    type Key = Vec<Option<Vec<u8>>>;

    fn same(&self, left: usize, right: usize) -> bool {
        equal(self.shape, self.defaults, self.lists[0][left], self.lists[1][right])
    }

    fn identity(&self, side: usize, at: usize) -> Vec<u8> {
        identity(self.shape, self.defaults, self.lists[side][at])
    }

    fn are_plain(&self) -> bool {
        let is_plain = |value: &ValueRef| {
            !matches!(
                value.view(),
                View::Contained(..) | View::Record(_) | View::Choice(..) | View::List(_) | View::Open(..)
            )
        };
        self.lists[0].first().is_none_or(is_plain)
    }

    fn key(&self, side: usize, at: usize) -> Option<Self::Key> {
        let View::Record(record) = self.lists[side][at].view() else { return None };
        let of = |key: &u32| record.slot(*key).map(|value| identity(self.shape, self.defaults, value));
        (!self.keys.is_empty()).then(|| self.keys.iter().map(of).collect())
    }
}

/// The components of a record that say of which type others are.
fn keys(shape: &Shape, record: ShapeId) -> Vec<u32> {
    let ShapeKind::Record { slots, .. } = &shape.get(record).kind else { return Vec::new() };
    let mut found = Vec::new();
    for slot in slots {
        let (mut held, mut up, mut keys) = (slot.shape, 1, &[][..]);
        for _ in 0..shape.types.len() {
            match &shape.get(held).kind {
                ShapeKind::OctetString { contains: Some(contents), .. }
                | ShapeKind::BitString { contains: Some(contents), .. } => held = contents.shape,
                // The values of an attribute are a list.
                ShapeKind::List { element, .. } if up == 1 => (held, up) = (*element, 2),
                ShapeKind::Open(OpenShape::Keyed { keys: of, .. }) => {
                    keys = of;
                    break;
                }
                _ => break,
            }
        }
        found.extend(keys.iter().filter(|key| key.up == up).filter_map(|key| match key.down.as_slice() {
            [only] => Some(*only),
            _ => None,
        }));
    }
    found.sort_unstable();
    found.dedup();
    found
}

/// The elements of two lists of octets.
struct Octets<'o>([&'o [Vec<u8>]; 2]);

impl<'o> Elements for Octets<'o> {
    type Identity = &'o [u8];
    type Key = ();

    fn same(&self, left: usize, right: usize) -> bool {
        self.0[0][left] == self.0[1][right]
    }

    fn identity(&self, side: usize, at: usize) -> &'o [u8] {
        &self.0[side][at]
    }

    fn are_plain(&self) -> bool {
        false
    }

    fn key(&self, _: usize, _: usize) -> Option<()> {
        None
    }
}

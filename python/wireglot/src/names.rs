//! The names in a shape as Python strings, created once and used as dictionary keys.

use pyo3::prelude::*;
use pyo3::types::{PyDict, PyInt, PyString, PyTuple};
use wireglot_driver::{RecordKind, Shape, ShapeId, ShapeKind, Slot, SlotPresence, Tape};

use crate::form::Options;
use crate::objects::Objects;
use crate::oids::Oids;

/// The names of the parts of all types of a shape.
pub struct Names {
    types: Vec<Named>,
    tables: Vec<Py<PyDict>>,
    /// The object identifiers that were decoded last.
    pub oids: Oids,
}

/// The names of the parts of one type.
enum Named {
    /// A leaf or a list.
    Nothing,
    /// The slots of a record.
    Members(Members),
    /// The alternatives of a choice.
    Alternatives(Words),
    /// Enumeration items, by ascending number.
    Items(Vec<i64>, Words),
}

/// The slots of a record.
pub struct Members {
    /// The record itself.
    pub record: ShapeId,
    pub names: Vec<Py<PyString>>,
    /// The types of what the fast path reads there.
    pub parts: Vec<ShapeId>,
    /// The defaults of those that have one.
    pub defaults: Vec<(usize, Tape)>,
    /// Whether these are all defaults, and none is that of an extension addition, which may be absent as a whole, or of
    /// a SET, whose components come in any order.
    pub are_plain: bool,
    /// A bit for each slot that must be there; `None` if there are more slots than bits.
    pub required: Option<u64>,
}

/// What other types than records have.
static NO_MEMBERS: Members = Members {
    record: ShapeId(0),
    names: Vec::new(),
    parts: Vec::new(),
    defaults: Vec::new(),
    are_plain: true,
    required: None,
};

/// Words and their indices.
pub struct Words {
    words: Vec<Py<PyString>>,
    /// The addresses of the words, in ascending order, and their indices.
    addresses: Vec<(usize, usize)>,
    positions: Py<PyDict>,
}

impl Words {
    fn new<'w>(py: Python<'_>, names: impl Iterator<Item = &'w str>) -> PyResult<Words> {
        let words: Vec<_> = names.map(|name| PyString::intern(py, name).unbind()).collect();
        let positions = PyDict::new(py);
        for (position, word) in words.iter().enumerate() {
            positions.set_item(word, position)?;
        }
        let mut addresses: Vec<_> = words.iter().map(|word| word.as_ptr() as usize).zip(0..).collect();
        addresses.sort_unstable();
        Ok(Words { words, addresses, positions: positions.unbind() })
    }

    /// The word at an index.
    pub fn get<'py>(&self, py: Python<'py>, position: usize) -> Option<Bound<'py, PyString>> {
        self.words.get(position).map(|word| word.bind(py).clone())
    }

    /// The index of a word.
    pub fn position(&self, word: &Bound<'_, PyString>) -> PyResult<Option<usize>> {
        let address = word.as_ptr() as usize;
        if let Ok(found) = self.addresses.binary_search_by_key(&address, |(known, _)| *known) {
            return Ok(self.addresses.get(found).map(|(_, position)| *position));
        }
        let found = self.positions.bind(word.py()).get_item(word)?;
        found.map(|position| position.extract()).transpose()
    }
}

impl Names {
    /// The names of a shape.
    pub fn new(py: Python<'_>, shape: &Shape) -> PyResult<Names> {
        let types: PyResult<Vec<Named>> =
            shape.types.iter().zip(0..).map(|(ty, id)| named(py, shape, ShapeId(id), &ty.kind)).collect();
        let mut names = Names { types: types?, tables: Vec::new(), oids: Oids::default() };
        for table in &shape.tables {
            let rows = PyDict::new(py);
            for row in &table.rows {
                let keys = row
                    .keys
                    .iter()
                    .zip(&table.keys)
                    .map(|(key, &ty)| names.key(py, shape, &Tape::from_value(shape, ty, key).ok()?));
                let Some(keys) = keys.collect::<Option<Vec<_>>>() else { continue };
                let position = row.shape.map_or(-1, |shape| i64::from(shape.0));
                // A key that is a record is unhashable, so its rows are never found.
                drop(match &keys[..] {
                    [key] => rows.set_item(key, position),
                    _ => rows.set_item(PyTuple::new(py, keys)?, position),
                });
            }
            names.tables.push(rows.unbind());
        }
        Ok(names)
    }

    /// A value as the keys of tables are.
    fn key<'py>(&self, py: Python<'py>, shape: &Shape, value: &Tape) -> Option<Bound<'py, PyAny>> {
        let options = Options::default();
        let mut objects = Objects::new(py, self, &options.form, shape);
        value.root()?.play(&mut objects);
        objects.finish().ok()
    }

    /// What an absent member of a record stands for: its default.
    pub fn absent<'py>(
        &self,
        py: Python<'py>,
        shape: &Shape,
        record: ShapeId,
        slot: u32,
    ) -> Option<Bound<'py, PyAny>> {
        let (_, default) =
            self.members(record).defaults.iter().find(|(position, _)| *position == slot as usize)?;
        self.key(py, shape, default)
    }

    /// The slots of a record.
    #[inline]
    pub fn members(&self, record: ShapeId) -> &Members {
        match self.types.get(record.index()) {
            Some(Named::Members(members)) => members,
            _ => &NO_MEMBERS,
        }
    }

    /// The names of a choice's alternatives.
    pub fn alternatives(&self, choice: ShapeId) -> Option<&Words> {
        match self.types.get(choice.index()) {
            Some(Named::Alternatives(words)) => Some(words),
            _ => None,
        }
    }

    /// The name of an item by its number.
    pub fn item<'py>(&self, py: Python<'py>, ty: ShapeId, number: i64) -> Option<Bound<'py, PyString>> {
        let Some(Named::Items(numbers, words)) = self.types.get(ty.index()) else { return None };
        let position = match usize::try_from(number).ok().filter(|at| numbers.get(*at) == Some(&number)) {
            Some(position) => position,
            None => numbers.binary_search(&number).ok()?,
        };
        words.get(py, position)
    }

    /// The number of an item by its name.
    pub fn number(&self, ty: ShapeId, name: &Bound<'_, PyString>) -> PyResult<Option<i64>> {
        let Some(Named::Items(numbers, words)) = self.types.get(ty.index()) else { return Ok(None) };
        Ok(words.position(name)?.and_then(|position| numbers.get(position).copied()))
    }

    /// The contents of an open type according to the row of a table with this key, or with the keys in this
    /// tuple; `None` if there is no such row.
    pub fn row(&self, table: usize, key: &Bound<'_, PyAny>) -> PyResult<Option<ShapeId>> {
        let Some(rows) = self.tables.get(table) else { return Ok(None) };
        // An unhashable key is not in the table.
        let found = rows.bind(key.py()).get_item(key).unwrap_or_default();
        let found: Option<i64> = found.map(|row| row.cast::<PyInt>()?.extract()).transpose()?;
        Ok(found.and_then(|row| u32::try_from(row).ok()).map(ShapeId))
    }
}

/// The type of what the fast path reads for a type: of a string that contains an encoding, only the contents.
pub fn inside(shape: &Shape, mut ty: ShapeId) -> ShapeId {
    loop {
        ty = match &shape.get(ty).kind {
            ShapeKind::BitString { contains: Some(contents), .. }
            | ShapeKind::OctetString { contains: Some(contents), .. } => contents.shape,
            _ => return ty,
        }
    }
}

/// The defaults of slots, without those that depend on an open type.
fn defaults(shape: &Shape, slots: &[Slot]) -> Vec<(usize, Tape)> {
    let each = slots.iter().enumerate().filter_map(|(position, slot)| match &slot.presence {
        SlotPresence::Default(_, value) => Some((position, Tape::from_value(shape, slot.shape, value).ok()?)),
        _ => None,
    });
    each.collect()
}

fn named(py: Python<'_>, shape: &Shape, record: ShapeId, kind: &ShapeKind) -> PyResult<Named> {
    Ok(match kind {
        ShapeKind::Record { slots, kind, .. } => {
            let names = slots.iter().map(|slot| PyString::intern(py, &slot.name).unbind()).collect();
            let bits =
                slots.iter().enumerate().filter(|(_, slot)| matches!(slot.presence, SlotPresence::Required));
            let required = (slots.len() <= 64).then(|| bits.fold(0, |bits, (index, _)| bits | 1 << index));
            let defaults = defaults(shape, slots);
            let all = slots.iter().filter(|slot| matches!(slot.presence, SlotPresence::Default(..)));
            let are_plain = all.clone().count() == defaults.len()
                && all.clone().all(|slot| slot.addition.is_none())
                && (*kind != RecordKind::Set || defaults.is_empty());
            let parts = slots.iter().map(|slot| inside(shape, slot.shape)).collect();
            Named::Members(Members { record, names, parts, defaults, are_plain, required })
        }
        ShapeKind::Choice { alternatives, .. } => {
            Named::Alternatives(Words::new(py, alternatives.iter().map(|one| one.name.as_str()))?)
        }
        ShapeKind::Enumerated { items, .. } => {
            items_of(py, items.iter().map(|(name, number)| (*number, name.as_str())).collect())?
        }
        ShapeKind::Integer { named, .. } if !named.is_empty() => {
            let numbers = named.iter().filter_map(|(name, number)| Some((number.to_i64()?, name.as_str())));
            items_of(py, numbers.collect())?
        }
        _ => Named::Nothing,
    })
}

/// Names of numbers.
fn items_of(py: Python<'_>, mut items: Vec<(i64, &str)>) -> PyResult<Named> {
    items.sort_by_key(|(number, _)| *number);
    let words = Words::new(py, items.iter().map(|(_, name)| *name))?;
    Ok(Named::Items(items.into_iter().map(|(number, _)| number).collect(), words))
}

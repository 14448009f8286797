//! Converts rows to columns.

use crate::columns::{Columns, Place};
use crate::kind::Kind;
use crate::valid::Valid;

/// The values of a column.
#[derive(Debug)]
pub struct Stored {
    /// How an item of a row is stored.
    put: Put,
    /// The enclosing struct column, whose last value the next one belongs to; `None` for an element or the
    /// row.
    around: Option<Place>,
    /// For a list, the column of its elements.
    elements: Place,
    /// Which values are not null, also for structs and lists.
    pub valid: Valid,
    /// Numbers, floats and times, each in the width of the column; booleans in one octet each.
    pub fixed: Vec<u8>,
    /// All text or binary values, concatenated.
    pub data: Vec<u8>,
    /// For each value, where it starts in `data` or, for a list, among its elements.
    pub starts: Vec<i32>,
}

/// The form of an item in a row, and how much of it is stored.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Put {
    Struct,
    List,
    /// A length and that many octets.
    Octets,
    One,
    /// A 64-bit integer, of which this many octets are stored.
    First(u8),
    Eight,
    Sixteen,
    /// A 64-bit float that was made from a 32-bit one.
    Single,
}

impl Put {
    fn of(kind: Kind) -> Put {
        match kind {
            Kind::Struct => Put::Struct,
            Kind::List => Put::List,
            Kind::Text | Kind::Binary => Put::Octets,
            Kind::Boolean => Put::One,
            Kind::Integer { octets: 8, .. } | Kind::Float { single: false } | Kind::Time => Put::Eight,
            Kind::Integer { octets, .. } => Put::First(octets),
            Kind::Float { single: true } => Put::Single,
            Kind::Decimal => Put::Sixteen,
        }
    }
}

impl Stored {
    /// The number of values.
    #[inline]
    pub fn len(&self) -> usize {
        self.valid.len()
    }

    /// Whether there are no values.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }
}

/// Columns that are being filled.
#[derive(Debug)]
pub struct Store {
    columns: Columns,
    stored: Vec<Stored>,
    /// Total size of text and binary values in octets.
    volume: usize,
}

/// The width in octets of a column's values; 0 if it varies.
pub fn width(kind: Kind) -> usize {
    match kind {
        Kind::Boolean => 1,
        Kind::Integer { octets, .. } => usize::from(octets),
        Kind::Decimal => 16,
        Kind::Float { single: true } => 4,
        Kind::Float { single: false } | Kind::Time => 8,
        Kind::Text | Kind::Binary | Kind::Struct | Kind::List => 0,
    }
}

impl Store {
    /// An empty store for rows with these columns.
    pub fn new(columns: Columns) -> Store {
        let stored = columns.all.iter().map(|column| Stored {
            put: Put::of(column.kind),
            around: column.parent.filter(|parent| columns.get(*parent).kind != Kind::List),
            elements: column.children.first().copied().unwrap_or(0),
            valid: Valid::default(),
            fixed: Vec::new(),
            data: Vec::new(),
            starts: Vec::new(),
        });
        Store { stored: stored.collect(), columns, volume: 0 }
    }

    /// The columns.
    pub fn columns(&self) -> &Columns {
        &self.columns
    }

    /// The values of a column. After [`Store::complete`], each column has as many values as its enclosing
    /// struct.
    pub fn values(&self, place: Place) -> &Stored {
        &self.stored[usize::from(place)]
    }

    /// The values of a column, to be taken out.
    pub fn values_mut(&mut self, place: Place) -> &mut Stored {
        &mut self.stored[usize::from(place)]
    }

    /// The number of rows.
    pub fn rows(&self) -> usize {
        self.stored[0].len()
    }

    /// Discards all rows but keeps the memory.
    pub fn clear(&mut self) {
        self.volume = 0;
        for one in &mut self.stored {
            one.valid.clear();
            one.fixed.clear();
            one.data.clear();
            one.starts.clear();
        }
    }

    /// Adds the rows at the start of `rows`, until there are `most` rows, or more than `octets` octets of
    /// text. Returns the rest.
    pub fn add<'r>(&mut self, rows: &'r [u8], most: usize, octets: usize) -> &'r [u8] {
        let mut rest = rows;
        while let Some((place, behind)) = rest.split_first_chunk::<2>() {
            let place = Place::from_le_bytes(*place);
            if place == 0 && (self.rows() >= most || self.volume > octets) {
                return rest;
            }
            rest = self.item(place, behind).unwrap_or_default();
        }
        rest
    }

    /// Adds a value from its item; returns what follows.
    #[inline(always)]
    fn item<'r>(&mut self, place: Place, item: &'r [u8]) -> Option<&'r [u8]> {
        let at = usize::from(place);
        let Stored { put, around, elements, ref valid, .. } = self.stored[at];
        // The enclosing struct has as many values, of which the last is open.
        let due = around.map_or(0, |around| self.stored[usize::from(around)].len().saturating_sub(1));
        if due > valid.len() {
            self.nulls(place, due - valid.len());
        }
        let elements = if put == Put::List { self.stored[usize::from(elements)].len() } else { 0 };
        let one = &mut self.stored[at];
        one.valid.push();
        match put {
            Put::Struct => Some(item),
            Put::List => {
                one.starts.push(elements as i32);
                Some(item)
            }
            Put::Octets => {
                let (length, rest) = item.split_first_chunk::<4>()?;
                let (octets, rest) = rest.split_at_checked(u32::from_le_bytes(*length) as usize)?;
                one.starts.push(one.data.len() as i32);
                one.data.extend_from_slice(octets);
                self.volume += octets.len();
                Some(rest)
            }
            Put::One => fixed::<1, 1>(one, item),
            Put::First(1) => fixed::<8, 1>(one, item),
            Put::First(2) => fixed::<8, 2>(one, item),
            Put::First(_) => fixed::<8, 4>(one, item),
            Put::Eight => fixed::<8, 8>(one, item),
            Put::Sixteen => fixed::<16, 16>(one, item),
            Put::Single => {
                let (octets, rest) = item.split_first_chunk()?;
                one.fixed.extend_from_slice(&(f64::from_le_bytes(*octets) as f32).to_le_bytes());
                Some(rest)
            }
        }
    }

    #[inline(never)]
    fn nulls(&mut self, place: Place, count: usize) {
        let kind = self.columns.get(place).kind;
        let elements = self.stored[usize::from(self.stored[usize::from(place)].elements)].len() as i32;
        let one = &mut self.stored[usize::from(place)];
        one.valid.nulls(count);
        one.fixed.resize(one.fixed.len() + count * width(kind), 0);
        match kind {
            Kind::Text | Kind::Binary => one.starts.resize(one.starts.len() + count, one.data.len() as i32),
            Kind::List => one.starts.resize(one.starts.len() + count, elements),
            _ => {}
        }
    }

    /// Fills each column that is needed with nulls to the length of its enclosing struct.
    pub fn complete(&mut self) {
        for place in 1..self.columns.all.len() as Place {
            if !self.columns.get(place).needed {
                continue;
            }
            let one = self.values(place);
            let due = one.around.map_or(0, |around| self.values(around).len());
            let missing = due.saturating_sub(one.len());
            if missing > 0 {
                self.nulls(place, missing);
            }
        }
    }
}

/// Stores the first `STORED` octets of an item, which has `CAME` octets.
#[inline(always)]
fn fixed<'r, const CAME: usize, const STORED: usize>(one: &mut Stored, item: &'r [u8]) -> Option<&'r [u8]> {
    let (octets, rest) = item.split_first_chunk::<CAME>()?;
    one.fixed.extend_from_slice(octets.first_chunk::<STORED>()?);
    Some(rest)
}

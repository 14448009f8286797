//! Rows to columns.

use crate::columns::{Column, Columns, Place};
use crate::kind::Kind;

/// The values of a column.
#[derive(Debug, Default)]
pub struct Stored {
    /// Which of them are there; of structs and lists too.
    pub valid: Vec<bool>,
    /// Numbers, floats and times, each in as many octets as the column has; of booleans one octet each.
    pub fixed: Vec<u8>,
    /// Of text and octets all of them, one behind another.
    pub data: Vec<u8>,
    /// Where each text begins in `data`, or each list among the elements.
    pub starts: Vec<i32>,
}

impl Stored {
    /// How many values there are.
    pub fn len(&self) -> usize {
        self.valid.len()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.valid.is_empty()
    }
}

/// Columns that are being filled.
#[derive(Debug)]
pub struct Store {
    columns: Columns,
    stored: Vec<Stored>,
    /// Octets of all texts.
    volume: usize,
}

/// Octets of the values of a column in which all have the same number; 0 where not.
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
    /// Room for rows of these columns.
    pub fn new(columns: Columns) -> Store {
        let stored = columns.all.iter().map(|_| Stored::default()).collect();
        Store { columns, stored, volume: 0 }
    }

    /// The columns.
    pub fn columns(&self) -> &Columns {
        &self.columns
    }

    /// The values of a column. After [`Store::complete`] each has as many as what it is part of.
    pub fn values(&self, place: Place) -> &Stored {
        &self.stored[usize::from(place)]
    }

    /// How many rows there are.
    pub fn rows(&self) -> usize {
        self.stored[0].len()
    }

    /// Forgets all rows, and keeps the memory.
    pub fn clear(&mut self) {
        self.volume = 0;
        for one in &mut self.stored {
            one.valid.clear();
            one.fixed.clear();
            one.data.clear();
            one.starts.clear();
        }
    }

    /// Adds the rows that some octets begin with, until there are so many rows, or octets of text in them; gives
    /// what is left.
    pub fn add<'r>(&mut self, rows: &'r [u8], most: usize, octets: usize) -> &'r [u8] {
        let mut rest = rows;
        while let Some((place, behind)) = rest.split_first_chunk::<2>() {
            let place = Place::from_le_bytes(*place);
            if place == 0 && (self.rows() >= most || self.volume > octets) {
                return rest;
            }
            rest = self.item(place, behind);
        }
        rest
    }

    #[inline]
    fn item<'r>(&mut self, place: Place, rest: &'r [u8]) -> &'r [u8] {
        let column = &self.columns.all[usize::from(place)];
        let due = self.due(column);
        let kind = column.kind;
        self.pad(place, due);
        let elements = match kind {
            Kind::List => self.stored[usize::from(column_child(&self.columns, place))].len(),
            _ => 0,
        };
        let one = &mut self.stored[usize::from(place)];
        one.valid.push(true);
        match kind {
            Kind::Struct => rest,
            Kind::List => {
                one.starts.push(elements as i32);
                rest
            }
            Kind::Text | Kind::Binary => {
                let Some((length, rest)) = rest.split_first_chunk::<4>() else { return &[] };
                let (octets, rest) =
                    rest.split_at_checked(u32::from_le_bytes(*length) as usize).unwrap_or((rest, &[]));
                one.starts.push(one.data.len() as i32);
                one.data.extend_from_slice(octets);
                self.volume += octets.len();
                rest
            }
            // A float of 32 bits comes as one of 64, which it was made of.
            Kind::Float { single: true } => {
                let Some((octets, rest)) = rest.split_first_chunk::<8>() else { return &[] };
                one.fixed.extend_from_slice(&(f64::from_le_bytes(*octets) as f32).to_le_bytes());
                rest
            }
            _ => {
                let width = width(kind);
                let came = if matches!(kind, Kind::Integer { .. }) { 8 } else { width };
                let (octets, rest) = rest.split_at_checked(came).unwrap_or((rest, &[]));
                one.fixed.extend_from_slice(octets.get(..width).unwrap_or_default());
                rest
            }
        }
    }

    /// How many values a column should have before the next: as many as what it is part of had, in which the
    /// last is open. Elements of lists come in a row.
    #[inline]
    fn due(&self, column: &Column) -> Option<usize> {
        let parent = column.parent?;
        match self.columns.get(parent).kind {
            Kind::List => None,
            _ => Some(self.stored[usize::from(parent)].len().saturating_sub(1)),
        }
    }

    /// Adds nulls until there are so many values.
    #[inline]
    fn pad(&mut self, place: Place, due: Option<usize>) {
        let missing = due.unwrap_or(0).saturating_sub(self.stored[usize::from(place)].len());
        if missing > 0 {
            self.nulls(place, missing);
        }
    }

    fn nulls(&mut self, place: Place, count: usize) {
        let kind = self.columns.get(place).kind;
        let elements = match kind {
            Kind::List => self.stored[usize::from(column_child(&self.columns, place))].len() as i32,
            _ => 0,
        };
        let one = &mut self.stored[usize::from(place)];
        one.valid.resize(one.valid.len() + count, false);
        one.fixed.resize(one.fixed.len() + count * width(kind), 0);
        match kind {
            Kind::Text | Kind::Binary => one.starts.resize(one.starts.len() + count, one.data.len() as i32),
            Kind::List => one.starts.resize(one.starts.len() + count, elements),
            _ => {}
        }
    }

    /// Gives each column as many values as what it is part of.
    pub fn complete(&mut self) {
        for place in 1..self.columns.all.len() as Place {
            let column = self.columns.get(place);
            let parent = column.parent.filter(|parent| self.columns.get(*parent).kind != Kind::List);
            let due = parent.map(|parent| self.stored[usize::from(parent)].len());
            self.pad(place, due);
        }
    }
}

/// The elements of a list.
fn column_child(columns: &Columns, place: Place) -> Place {
    columns.get(place).children.first().copied().unwrap_or(place)
}

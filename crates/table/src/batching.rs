//! Rows to batches: so many at once that columns are worth their while, and few enough to be held.

use std::io;

use crate::columns::Columns;
use crate::store::Store;

/// Rows of a batch.
const ROWS: usize = 10_000;

/// Octets of text from which on a batch takes no further row.
const OCTETS: usize = 64 << 20;

/// A row without a value in any column.
pub const NO_ROW: &[u8] = &[0, 0];

/// Takes rows, and hands on batches of them.
pub struct Batching {
    store: Store,
}

impl Batching {
    /// Batches of rows of these columns.
    pub fn new(columns: Columns) -> Batching {
        Batching { store: Store::new(columns) }
    }

    /// The rows that are not handed on yet.
    pub fn store(&self) -> &Store {
        &self.store
    }

    /// Takes whole rows; `full` takes the batches that they fill.
    ///
    /// # Errors
    /// Those of `full`.
    pub fn add(&mut self, rows: &[u8], mut full: impl FnMut(&Store) -> io::Result<()>) -> io::Result<()> {
        let mut rest = rows;
        loop {
            rest = self.store.add(rest, ROWS, OCTETS);
            if rest.is_empty() {
                return Ok(());
            }
            self.hand_on(&mut full)?;
        }
    }

    /// Hands on what is left, if there is any.
    ///
    /// # Errors
    /// Those of `last`.
    pub fn finish(mut self, mut last: impl FnMut(&Store) -> io::Result<()>) -> io::Result<()> {
        match self.store.rows() {
            0 => Ok(()),
            _ => self.hand_on(&mut last),
        }
    }

    fn hand_on(&mut self, take: &mut impl FnMut(&Store) -> io::Result<()>) -> io::Result<()> {
        self.store.complete();
        take(&self.store)?;
        self.store.clear();
        Ok(())
    }
}

//! Collects rows into batches, large enough for columns to pay off and small enough for memory.

use std::io;

use crate::columns::Columns;
use crate::store::Store;

/// Maximum number of rows in a batch.
const ROWS: usize = 10_000;

/// Once a batch has this many bytes of text, no more rows are added to it.
const OCTETS: usize = 64 << 20;

/// A row in which all columns are null.
pub const NO_ROW: &[u8] = &[0, 0];

/// Collects rows and passes them on in batches.
pub struct Batching {
    store: Store,
}

impl Batching {
    /// Collects rows with these columns.
    pub fn new(columns: Columns) -> Batching {
        Batching { store: Store::new(columns) }
    }

    /// The rows that have not been passed on.
    pub fn store(&self) -> &Store {
        &self.store
    }

    /// Adds complete rows; `full` receives the batches that are full.
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

    /// Passes on the remaining rows, if there are any.
    ///
    /// # Errors
    /// Those of `last`.
    pub fn finish(mut self, last: impl FnMut(&Store) -> io::Result<()>) -> io::Result<()> {
        self.flush(last)
    }

    /// The same; more rows may follow.
    ///
    /// # Errors
    /// Those of `last`.
    pub fn flush(&mut self, mut last: impl FnMut(&Store) -> io::Result<()>) -> io::Result<()> {
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

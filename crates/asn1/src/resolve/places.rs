//! Positions of names in a list.

use std::collections::HashMap;

/// From this many names on, a hash table is faster than a linear search.
const MANY: usize = 16;

/// Positions of names; of a name that occurs twice, the first.
pub(super) struct Places<'n> {
    names: Vec<&'n str>,
    table: HashMap<&'n str, usize>,
}

impl<'n> Places<'n> {
    pub fn of(names: impl Iterator<Item = &'n str>) -> Places<'n> {
        let names: Vec<&str> = names.collect();
        let table = match names.len() {
            0..MANY => HashMap::new(),
            _ => names.iter().enumerate().rev().map(|(place, name)| (*name, place)).collect(),
        };
        Places { names, table }
    }

    pub fn get(&self, name: &str) -> Option<usize> {
        match self.names.len() {
            0..MANY => self.names.iter().position(|known| *known == name),
            _ => self.table.get(name).copied(),
        }
    }
}

//! Lists whose items are found by their names.

use std::collections::HashMap;
use std::ops::Deref;

/// From this many items on, a hash table is faster than a linear search.
const MANY: usize = 16;

/// Something that has a name.
pub trait Named {
    /// Its name.
    fn name(&self) -> &str;
}

impl<T> Named for (String, T) {
    fn name(&self) -> &str {
        &self.0
    }
}

/// A list of things with names. Of two with the same name, the first is found.
#[derive(Debug, Clone)]
pub struct ByName<T> {
    items: Vec<T>,
    /// The places of the items; empty if there are only a few.
    places: HashMap<String, usize>,
}

impl<T: Named> ByName<T> {
    /// The item with this name.
    pub fn named(&self, name: &str) -> Option<&T> {
        self.items.get(self.place(name)?)
    }

    /// The place of the item with this name.
    pub fn place(&self, name: &str) -> Option<usize> {
        match self.items.len() {
            0..MANY => self.items.iter().position(|item| item.name() == name),
            _ => self.places.get(name).copied(),
        }
    }

    /// The item at a place, whose name must not be changed.
    pub fn get_mut(&mut self, place: usize) -> Option<&mut T> {
        self.items.get_mut(place)
    }
}

impl<T> Default for ByName<T> {
    fn default() -> Self {
        ByName { items: Vec::new(), places: HashMap::new() }
    }
}

impl<T: Named> From<Vec<T>> for ByName<T> {
    fn from(items: Vec<T>) -> Self {
        let mut places = HashMap::new();
        if items.len() >= MANY {
            for (place, item) in items.iter().enumerate() {
                places.entry(item.name().to_owned()).or_insert(place);
            }
        }
        ByName { items, places }
    }
}

impl<T> Deref for ByName<T> {
    type Target = [T];

    fn deref(&self) -> &[T] {
        &self.items
    }
}

impl<'l, T> IntoIterator for &'l ByName<T> {
    type Item = &'l T;
    type IntoIter = std::slice::Iter<'l, T>;

    fn into_iter(self) -> Self::IntoIter {
        self.items.iter()
    }
}

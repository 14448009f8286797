//! State that waits for other packets, in bounded memory: the least recently used entry is given up first.

use std::collections::{BTreeMap, HashMap};
use std::hash::Hash;

/// A map with limits on the number of values and on their total size.
#[derive(Debug)]
pub struct Table<K, V> {
    entries: HashMap<K, Entry<V>>,
    /// Keys by time of last use.
    used: BTreeMap<u64, K>,
    clock: u64,
    most: usize,
    /// The total size of the values in bytes, and its limit.
    weight: usize,
    most_weight: usize,
}

#[derive(Debug)]
struct Entry<V> {
    used: u64,
    weight: usize,
    value: V,
}

impl<K: Hash + Eq + Clone, V> Table<K, V> {
    /// A table with limits on the number of values and on their total size in bytes.
    pub fn new(most: usize, most_weight: usize) -> Table<K, V> {
        Table { entries: HashMap::new(), used: BTreeMap::new(), clock: 0, most, weight: 0, most_weight }
    }

    /// Looks a key up; the value counts as used.
    pub fn value(&mut self, key: &K) -> Option<&mut V> {
        let entry = self.entries.get_mut(key)?;
        self.used.remove(&entry.used);
        self.clock += 1;
        entry.used = self.clock;
        self.used.insert(self.clock, key.clone());
        Some(&mut entry.value)
    }

    /// Looks a key up, and inserts a value if there is none.
    pub fn value_or(&mut self, key: K, make: impl FnOnce() -> V) -> &mut V {
        let (used, clock) = (&mut self.used, &mut self.clock);
        *clock += 1;
        let now = *clock;
        let entry = self.entries.entry(key.clone());
        let entry = entry.or_insert_with(|| Entry { used: now, weight: 0, value: make() });
        used.remove(&entry.used);
        entry.used = now;
        used.insert(now, key);
        &mut entry.value
    }

    /// Removes a value.
    pub fn remove(&mut self, key: &K) -> Option<V> {
        let entry = self.entries.remove(key)?;
        self.used.remove(&entry.used);
        self.weight -= entry.weight;
        Some(entry.value)
    }

    /// Updates the size of a value in bytes.
    pub fn weigh(&mut self, key: &K, weight: usize) {
        if let Some(entry) = self.entries.get_mut(key) {
            self.weight = self.weight - entry.weight + weight;
            entry.weight = weight;
        }
    }

    /// Removes the least recently used value if a limit is exceeded.
    pub fn evict(&mut self) -> Option<(K, V)> {
        let full = self.entries.len() > self.most || self.weight > self.most_weight;
        full.then(|| self.oldest()).flatten()
    }

    /// Removes the least recently used value.
    pub fn oldest(&mut self) -> Option<(K, V)> {
        let (_, key) = self.used.pop_first()?;
        let value = self.remove(&key)?;
        Some((key, value))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_not_used_for_longest_goes_first() {
        let mut table = Table::new(2, 10);
        for key in ["a", "b"] {
            table.value_or(key, || 0);
        }
        assert_eq!(table.evict(), None);
        *table.value(&"a").unwrap() += 1;
        table.value_or("c", || 2);
        assert_eq!(table.evict(), Some(("b", 0)));
        assert_eq!(table.evict(), None);
        table.weigh(&"a", 6);
        table.weigh(&"c", 5);
        assert_eq!(table.evict(), Some(("a", 1)));
        assert_eq!(table.evict(), None);
        assert_eq!(table.oldest(), Some(("c", 2)));
        assert_eq!(table.oldest(), None);
    }
}

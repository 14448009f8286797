//! Names of numbers: named numbers, and the keys of open types.

use std::collections::BTreeMap;

use wireglot_model::Value;
use wireglot_plan::{Shape, ShapeId, ShapeKind, TableId};

/// The names of the numbers that may occur in a field. Numbers with two names, and names for two numbers, are left
/// out, so that what is shown can be read back.
#[derive(Debug, Default, Clone, PartialEq, Eq)]
pub struct NumberNames {
    /// By number; `None` if it has several names.
    names: BTreeMap<String, Option<String>>,
    /// By name; `None` if several numbers have it.
    numbers: BTreeMap<String, Option<String>>,
    /// Whether a number or name was left out.
    ambiguous: bool,
}

impl NumberNames {
    /// Adds a name.
    pub fn add(&mut self, number: String, name: &str) {
        let NumberNames { names, numbers, ambiguous } = self;
        let mut same = |known: &mut Option<String>, new: &str| {
            if known.as_deref() != Some(new) {
                (*known, *ambiguous) = (None, true);
            }
        };
        let named = names.entry(number.clone());
        named.and_modify(|known| same(known, name)).or_insert_with(|| Some(name.to_string()));
        let numbered = numbers.entry(name.to_string());
        numbered.and_modify(|known| same(known, &number)).or_insert(Some(number));
    }

    /// Adds the named numbers of an INTEGER.
    pub fn add_named(&mut self, shape: &Shape, integer: ShapeId) {
        if let ShapeKind::Integer { named, .. } = &shape.get(integer).kind {
            named.iter().for_each(|(name, number)| self.add(number.to_string(), name));
        }
    }

    /// Adds the names of the keys in a column of a table.
    pub fn add_keys(&mut self, shape: &Shape, (table, column): (TableId, usize)) {
        for row in &shape.table(table).rows {
            if let (Some(Value::Integer(number)), Some(Some(name))) =
                (row.keys.get(column), row.names.get(column))
            {
                self.add(number.to_string(), name);
            }
        }
    }

    /// The name of a number.
    pub fn name(&self, number: &str) -> Option<&str> {
        let name = self.names.get(number)?.as_deref()?;
        (self.number(name) == Some(number)).then_some(name)
    }

    /// The number of that name.
    pub fn number(&self, name: &str) -> Option<&str> {
        self.numbers.get(name)?.as_deref()
    }

    /// All names.
    pub fn all(&self) -> impl Iterator<Item = &str> {
        self.numbers.keys().map(String::as_str)
    }

    /// Whether no number has a name.
    pub fn is_empty(&self) -> bool {
        self.names.is_empty()
    }

    /// Whether a number or name was left out.
    pub fn is_ambiguous(&self) -> bool {
        self.ambiguous
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_names_that_can_be_read_back_are_shown() {
        let mut names = NumberNames::default();
        for (number, name) in
            [("1", "one"), ("1", "one"), ("2", "two"), ("2", "deux"), ("3", "some"), ("4", "some")]
        {
            names.add(number.into(), name);
        }
        assert!(names.is_ambiguous());
        let shown: Vec<_> = ["1", "2", "3", "4", "5"].iter().map(|number| names.name(number)).collect();
        assert_eq!(shown, [Some("one"), None, None, None, None]);
        assert_eq!(names.number("two"), Some("2"));
        assert_eq!(names.number("some"), None);
    }
}

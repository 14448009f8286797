//! The items of an ENUMERATED, by number and by name.

use wireglot_plan::ShapeKind;

use super::words::{Table, Word, Words};

/// The items of one type.
#[derive(Debug)]
pub(crate) struct Items {
    /// Sorted by number.
    numbers: Box<[(i64, Word)]>,
    /// Positions in that list.
    names: Table,
}

impl Items {
    /// The items of a type; `None` if it is not an ENUMERATED.
    pub fn new(words: &mut Words, kind: &ShapeKind) -> Option<Items> {
        let ShapeKind::Enumerated { items, .. } = kind else { return None };
        let mut numbers: Box<[(i64, Word)]> =
            items.iter().map(|(name, number)| (*number, words.add(&format!("\"{name}\"")))).collect();
        numbers.sort_by_key(|(number, _)| *number);
        let positions: Vec<(Word, u32)> = numbers.iter().map(|(_, word)| *word).zip(0..).collect();
        let names = Table::new(words, &positions);
        Some(Items { numbers, names })
    }

    /// The name of a number.
    #[inline]
    pub fn word(&self, number: i64) -> Option<Word> {
        // Items are mostly numbered in sequence from 0.
        match self.numbers.get(number as usize) {
            Some((own, word)) if *own == number => Some(*word),
            _ => {
                let at = self.numbers.binary_search_by_key(&number, |(number, _)| *number).ok()?;
                self.numbers.get(at).map(|(_, word)| *word)
            }
        }
    }

    /// All numbers in ascending order.
    pub fn numbers(&self) -> impl Iterator<Item = i64> + '_ {
        self.numbers.iter().map(|(number, _)| *number)
    }

    /// The position of a name's number among all numbers.
    #[inline]
    pub fn position(&self, words: &Words, name: &[u8]) -> Option<usize> {
        self.names.find(words, name).map(|at| at as usize)
    }

    /// The number of a name.
    #[inline]
    pub fn number(&self, words: &Words, name: &[u8]) -> Option<i64> {
        self.numbers.get(self.position(words, name)?).map(|(number, _)| *number)
    }
}

//! Named numbers, named bits, and the numbers of ENUMERATED items (X.680 19, 20, 22).

use std::collections::hash_map::Entry;
use std::collections::HashMap;

use wireglot_bigint::BigInt;
use wireglot_model::Enumerated;
use wireglot_text::Span;

use super::scope::Scope;
use super::Resolver;
use crate::faults::LegalKind;
use crate::tree::{self, EnumerationItem, Name, ValueKind};

/// The highest named bit; a value with it set takes 128 KiB.
const BITS: u64 = 1 << 20;

impl<'t> Resolver<'t> {
    /// NamedNumberList: names and numbers are distinct (X.680 19.4, 19.5).
    pub(super) fn named_numbers(
        &mut self,
        list: &'t [tree::NamedNumber],
        scope: &Scope,
    ) -> Vec<(String, BigInt)> {
        let mut seen = Seen::new(list.len(), number_above(list.iter().map(|item| &item.value)));
        let mut numbers = Vec::with_capacity(list.len());
        for item in list {
            let number = self.integer(&item.value, scope);
            if !self.distinct(&mut seen, &item.name, number.as_ref()) {
                continue;
            }
            if let Some(number) = number {
                numbers.push((item.name.text.to_string(), number));
            }
        }
        numbers
    }

    /// NamedBitList (X.680 22.2, 22.3, 22.4).
    pub(super) fn named_bits(&mut self, list: &'t [tree::NamedNumber], scope: &Scope) -> Vec<(String, u32)> {
        let numbers = self.named_numbers(list, scope);
        let mut bits = Vec::with_capacity(numbers.len());
        for (name, number) in numbers {
            match number.to_u64().filter(|&n| n < BITS) {
                Some(bit) => bits.push((name, bit as u32)),
                None => {
                    let span = list.iter().find(|item| *item.name.text == name).map(|item| item.span);
                    self.fault(span.unwrap_or_default(), LegalKind::BitNumber(number.to_string()));
                }
            }
        }
        bits
    }

    /// Reports a duplicate name or number.
    fn distinct(&mut self, seen: &mut Seen<'t>, name: &'t Name, number: Option<&BigInt>) -> bool {
        self.distinct_name(seen, name) && number.is_none_or(|number| self.distinct_number(seen, name, number))
    }

    /// Reports a duplicate name.
    fn distinct_name(&mut self, seen: &mut Seen<'t>, name: &'t Name) -> bool {
        match seen.names.entry(&name.text) {
            Entry::Occupied(first) => {
                self.fault(name.span, LegalKind::NameTwice(name.text.to_string(), *first.get()));
                false
            }
            Entry::Vacant(free) => {
                free.insert(name.span);
                true
            }
        }
    }

    /// Reports a duplicate number.
    fn distinct_number(&mut self, seen: &mut Seen<'t>, name: &Name, number: &BigInt) -> bool {
        let Some(first) = seen.numbers.insert(number.clone(), name.span) else { return true };
        let free = if self.has_few_faults() { seen.free_number() } else { None };
        self.fault(name.span, LegalKind::NumberTwice(number.to_string(), first, free));
        false
    }

    /// The items of an ENUMERATED with their numbers (X.680 20.3 to 20.6).
    pub(super) fn enumerated(&mut self, items: &'t [EnumerationItem], scope: &Scope) -> Option<Enumerated> {
        let is_marker = |item: &EnumerationItem| matches!(item, EnumerationItem::Extension(_));
        let cut = items.iter().position(is_marker);
        let (root, rest) = items.split_at(cut.unwrap_or(items.len()));
        let numbers = items.iter().filter_map(|item| match item {
            EnumerationItem::Item(_, number) => number.as_ref(),
            EnumerationItem::Extension(_) => None,
        });
        let mut seen = Seen::new(items.len(), number_above(numbers));
        let root = self.enumeration_root(root, &mut seen, scope);
        let implied = self.names.tables[scope.module.index()].tree.extensibility_implied;
        let additions = match cut {
            Some(_) => Some(self.enumeration_additions(rest, &mut seen, scope)),
            None => implied.then(Vec::new),
        };
        Some(Enumerated { root, additions })
    }

    /// Explicit numbers come first; the other items take the remaining ones, from 0.
    fn enumeration_root(
        &mut self,
        items: &'t [EnumerationItem],
        seen: &mut Seen<'t>,
        scope: &Scope,
    ) -> Vec<(String, BigInt)> {
        let mut list: Vec<(&Name, Option<BigInt>)> = Vec::with_capacity(items.len());
        for item in items {
            let EnumerationItem::Item(name, value) = item else { continue };
            if !self.distinct_name(seen, name) {
                continue;
            }
            let number = match value {
                Some(value) => match self.integer(value, scope) {
                    Some(number) => Some(number),
                    None => continue,
                },
                None => None,
            };
            if number.as_ref().is_none_or(|number| self.distinct_number(seen, name, number)) {
                list.push((name, number));
            }
        }
        let mut next = BigInt::zero();
        let one = BigInt::from(1);
        list.into_iter()
            .map(|(name, number)| {
                let number = number.unwrap_or_else(|| {
                    while seen.numbers.contains_key(&next) {
                        next = next.plus(&one);
                    }
                    seen.numbers.insert(next.clone(), name.span);
                    next.clone()
                });
                (name.text.to_string(), number)
            })
            .collect()
    }

    /// Each addition is greater than those before it; without a number it takes the smallest one that is
    /// free.
    fn enumeration_additions(
        &mut self,
        items: &'t [EnumerationItem],
        seen: &mut Seen<'t>,
        scope: &Scope,
    ) -> Vec<(String, BigInt)> {
        let one = BigInt::from(1);
        let mut next = BigInt::zero();
        let mut list = Vec::with_capacity(items.len());
        let mut ordered = true;
        // Only the last addition may have a number above all others.
        let free = seen.free.take();
        for (place, item) in items.iter().enumerate() {
            let EnumerationItem::Item(name, value) = item else { continue };
            seen.free = free.filter(|_| place + 1 == items.len());
            let number = match value {
                Some(value) => match self.integer(value, scope) {
                    Some(number) => number,
                    None => continue,
                },
                None => {
                    while seen.numbers.contains_key(&next) {
                        next = next.plus(&one);
                    }
                    next.clone()
                }
            };
            if !self.distinct(seen, name, Some(&number)) {
                continue;
            }
            if !list.is_empty() && number < next && ordered {
                self.fault(name.span, LegalKind::AdditionOrder(name.text.to_string(), number.to_string()));
                ordered = false;
            }
            if number >= next || list.is_empty() {
                next = number.plus(&one);
            }
            list.push((name.text.to_string(), number));
        }
        list
    }
}

/// A number above all that are written; `None` if some are not known before they are resolved.
fn number_above<'t>(mut values: impl Iterator<Item = &'t tree::Value>) -> Option<u64> {
    values.try_fold(0, |above, value| match &value.kind {
        ValueKind::Number { negative: true, .. } => Some(above),
        ValueKind::Number { digits, .. } => {
            digits.parse::<u64>().ok()?.checked_add(1).map(|next| next.max(above))
        }
        _ => None,
    })
}

/// Names and numbers in use, and their positions.
struct Seen<'t> {
    /// A number above all that are written.
    free: Option<u64>,
    names: HashMap<&'t str, Span>,
    numbers: HashMap<BigInt, Span>,
}

impl Seen<'_> {
    fn new(items: usize, free: Option<u64>) -> Self {
        Seen { free, names: HashMap::with_capacity(items), numbers: HashMap::with_capacity(items) }
    }

    /// A number above all that are written, and above those that items without one have taken.
    fn free_number(&self) -> Option<u64> {
        let last = self.numbers.keys().max().filter(|last| !last.is_negative());
        let above = last.map_or(Some(0), |last| last.to_u64()?.checked_add(1))?;
        Some(above.max(self.free?))
    }
}

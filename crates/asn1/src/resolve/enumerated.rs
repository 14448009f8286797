//! Named numbers, named bits, and the numbers of ENUMERATED items (X.680 19, 20, 22).

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
        let mut seen = Seen { free: number_above(list.iter().map(|item| &item.value)), ..Seen::default() };
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
    fn distinct(&mut self, seen: &mut Seen, name: &Name, number: Option<&BigInt>) -> bool {
        if let Some(&first) = seen.names.get(&*name.text) {
            self.fault(name.span, LegalKind::NameTwice(name.text.to_string(), first));
            return false;
        }
        seen.names.insert(name.text.to_string(), name.span);
        let Some(number) = number else { return true };
        if let Some(first) = seen.numbers.insert(number.clone(), name.span) {
            let free = if self.has_few_faults() { seen.free_number() } else { None };
            let kind = LegalKind::NumberTwice(number.to_string(), first, free);
            self.fault(name.span, kind);
            return false;
        }
        true
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
        let mut seen = Seen { free: number_above(numbers), ..Seen::default() };
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
        seen: &mut Seen,
        scope: &Scope,
    ) -> Vec<(String, BigInt)> {
        let mut list: Vec<(&Name, Option<BigInt>)> = Vec::with_capacity(items.len());
        let mut names: HashMap<&str, Span> = HashMap::new();
        for item in items {
            let EnumerationItem::Item(name, value) = item else { continue };
            if let Some(first) = names.insert(&name.text, name.span) {
                self.fault(name.span, LegalKind::NameTwice(name.text.to_string(), first));
                continue;
            }
            let number = match value {
                Some(value) => match self.integer(value, scope) {
                    Some(number) => Some(number),
                    None => continue,
                },
                None => None,
            };
            if number.is_some() && !self.distinct(seen, name, number.as_ref()) {
                continue;
            }
            list.push((name, number));
        }
        let mut next = BigInt::zero();
        let one = BigInt::from(1);
        list.into_iter()
            .map(|(name, number)| {
                let number = number.unwrap_or_else(|| {
                    while seen.numbers.contains_key(&next) {
                        next = next.plus(&one);
                    }
                    seen.names.insert(name.text.to_string(), name.span);
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
        seen: &mut Seen,
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
#[derive(Default)]
struct Seen {
    /// A number above all that are written.
    free: Option<u64>,
    names: HashMap<String, Span>,
    numbers: HashMap<BigInt, Span>,
}

impl Seen {
    /// A number above all that are written, and above those that items without one have taken.
    fn free_number(&self) -> Option<u64> {
        let last = self.numbers.keys().max().filter(|last| !last.is_negative());
        let above = last.map_or(Some(0), |last| last.to_u64()?.checked_add(1))?;
        Some(above.max(self.free?))
    }
}

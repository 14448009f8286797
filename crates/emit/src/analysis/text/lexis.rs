//! Character sets as bits, and keywords as numbers.

use std::collections::BTreeMap;

use wireglot_grammar::{CharSet, ClassKind, Grammar, Token, TokenId};

/// 2^64 divided by the golden ratio: the multiplier of the runtime's hashes.
const FACTOR: u64 = 0x9e37_79b9_7f4a_7c15;

/// Sets that every grammar has: space, word characters, space and comments, capital letters, first characters of
/// keywords.
const COMMON: usize = 5;

/// The maximum number of sets.
const SETS: usize = 64;

/// The character sets and keywords of a grammar.
#[derive(Debug)]
pub(crate) struct Lexis {
    sets: Vec<CharSet>,
    /// The sets whose characters are skipped many at a time, as tables by half an octet: space and word
    /// characters first.
    pub spans: Vec<[u8; 16]>,
    /// Spellings in lower case, each with its keyword number.
    pub spellings: Vec<(String, u16)>,
    /// The keyword numbers of each token; empty for tokens that are not looked up.
    numbers: Vec<Vec<u16>>,
}

impl Lexis {
    /// Returns `None` if the grammar has more character sets than bits.
    pub fn new(grammar: &Grammar) -> Option<Lexis> {
        let mut gap = grammar.space;
        grammar.comment.into_iter().for_each(|octet| gap.insert(octet));
        let mut upper = CharSet::default();
        (b'A'..=b'Z').for_each(|octet| upper.insert(octet));
        let (spellings, numbers) = keywords(grammar);
        let mut firsts = CharSet::default();
        for first in spellings.iter().filter_map(|(spelling, _)| spelling.bytes().next()) {
            firsts.insert(first);
            firsts.insert(first.to_ascii_uppercase());
        }
        let mut sets = vec![grammar.space, grammar.word, gap, upper, firsts];
        let mut spans =
            vec![halves(|octet| grammar.space.has(octet)), halves(|octet| grammar.word.has(octet))];
        debug_assert_eq!(sets.len(), COMMON);
        for class in &grammar.classes {
            let own = match &class.kind {
                ClassKind::Run { first, rest, second, .. } => {
                    [*first, *rest].into_iter().chain(*second).collect()
                }
                ClassKind::Until(until) => vec![until.ends],
                ClassKind::Quoted => Vec::new(),
            };
            spans.extend(span(&class.kind).filter(|span| !spans.contains(span)));
            own.into_iter().for_each(|set| {
                if !sets.contains(&set) {
                    sets.push(set);
                }
            });
        }
        (sets.len() <= SETS).then_some(Lexis { sets, spans, spellings, numbers })
    }

    /// The bit of a set.
    pub fn bit(&self, set: &CharSet) -> u64 {
        self.sets.iter().position(|known| known == set).map_or(0, |at| 1 << at)
    }

    /// The number of the table for the characters that a class goes on with.
    pub fn span(&self, class: &ClassKind) -> usize {
        span(class).and_then(|span| self.spans.iter().position(|known| *known == span)).unwrap_or(0)
    }

    /// The sets of each byte value, as bits.
    pub fn table(&self) -> Vec<u64> {
        let bits = |octet: u8| {
            let sets = self.sets.iter().enumerate();
            sets.filter(|(_, set)| set.has(octet)).fold(0, |bits, (at, _)| bits | 1 << at)
        };
        (0..=255).map(bits).collect()
    }

    /// The numbers a lookup can return for this keyword; empty if the token is not looked up.
    pub fn numbers(&self, token: TokenId) -> &[u16] {
        self.numbers.get(token.index()).map_or(&[], Vec::as_slice)
    }

    /// The slots of a hash table of the spellings, and the right shift of a hash.
    pub fn index(&self) -> (Vec<u16>, u32) {
        let hashes = self.spellings.iter().map(|(spelling, _)| head(spelling) ^ spelling.len() as u64);
        hash_table(&hashes.collect::<Vec<_>>())
    }
}

/// The characters below 128 that a class goes on with.
fn span(class: &ClassKind) -> Option<[u8; 16]> {
    match class {
        ClassKind::Run { rest, .. } => Some(halves(|octet| rest.has(octet))),
        ClassKind::Until(until) => Some(halves(|octet| !until.ends.has(octet))),
        ClassKind::Quoted => None,
    }
}

/// A set of characters below 128: bit `octet >> 4` of entry `octet & 15`.
fn halves(has: impl Fn(u8) -> bool) -> [u8; 16] {
    std::array::from_fn(|low| {
        let octets = (0..8u8).map(|high| (high, high << 4 | low as u8));
        octets.filter(|(_, octet)| has(*octet)).fold(0, |bits, (high, _)| bits | 1 << high)
    })
}

/// The first eight characters in lower case, packed as the runtime packs them.
pub(crate) fn head(spelling: &str) -> u64 {
    let octets = spelling.bytes().take(8).enumerate();
    octets.fold(0, |head, (at, octet)| head | u64::from(octet | 0x20) << (8 * at))
}

/// The slots of a hash table with linear probing, which hold positions from 1, and the right shift of a hash. A search
/// ends at 0, at the latest behind the last slot that a hash may have.
pub(crate) fn hash_table(hashes: &[u64]) -> (Vec<u16>, u32) {
    let bits = usize::BITS - (hashes.len() * 3 + 1).leading_zeros();
    let mut slots = vec![0u16; (1 << bits) + 1];
    let shift = 64 - bits;
    for (at, hash) in hashes.iter().enumerate() {
        let first = (hash.wrapping_mul(FACTOR) >> shift) as usize;
        let free = slots.iter_mut().skip(first).find(|slot| **slot == 0);
        if let Some(free) = free {
            *free = at as u16 + 1;
        }
        if slots.last() != Some(&0) {
            slots.push(0);
        }
    }
    (slots, shift)
}

/// All spellings of a token, in lower case.
pub(crate) fn spellings(token: &Token) -> Vec<String> {
    let mut all: Vec<String> = Vec::new();
    for spelling in [&token.long, &token.short].into_iter().chain(&token.also) {
        let spelling = spelling.to_ascii_lowercase();
        if !all.contains(&spelling) {
            all.push(spelling);
        }
    }
    all
}

/// Whether a token is always a complete word, so that a lookup finds it.
fn is_looked_up(grammar: &Grammar, token: &Token) -> bool {
    let plain =
        |octet: u8| grammar.word.has(octet) && (octet.is_ascii_alphanumeric() || b"-+*$./".contains(&octet));
    token.ends && spellings(token).iter().all(|spelling| spelling.bytes().all(plain))
}

/// Spellings of the same set of keywords share a number.
fn keywords(grammar: &Grammar) -> (Vec<(String, u16)>, Vec<Vec<u16>>) {
    let mut by_spelling: BTreeMap<String, Vec<usize>> = BTreeMap::new();
    for (at, token) in grammar.tokens.iter().enumerate().filter(|(_, token)| is_looked_up(grammar, token)) {
        spellings(token).into_iter().for_each(|spelling| by_spelling.entry(spelling).or_default().push(at));
    }
    let mut groups: Vec<Vec<usize>> = Vec::new();
    let mut found = Vec::new();
    for (spelling, tokens) in by_spelling {
        let group = groups.iter().position(|group| *group == tokens).unwrap_or_else(|| {
            groups.push(tokens);
            groups.len() - 1
        });
        found.push((spelling, group as u16 + 1));
    }
    let numbers = |token: usize| {
        let mine = groups.iter().enumerate().filter(|(_, group)| group.contains(&token));
        mine.map(|(at, _)| at as u16 + 1).collect()
    };
    let numbers = (0..grammar.tokens.len()).map(numbers).collect();
    (found, numbers)
}

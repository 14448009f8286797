//! Runs of values of whole bytes that `struct` packs and unpacks.

use std::collections::BTreeMap;

use wireglot_plan::{Layout, LayoutItem, LayoutKind, LayoutType};

use super::super::names::Names;

/// Bits of a word: two of the digits of which Python's integers consist.
pub const WORD: u64 = 60;
/// The maximum number of values in a run.
pub const LONGEST: usize = 64;

/// Values that share a word, or a run of values of whole bytes.
#[derive(Default)]
pub struct Word {
    /// Its first bit.
    pub first: u64,
    /// The bit after it.
    pub end: u64,
    /// The number of values.
    pub values: usize,
    /// For a run: the `struct` code of each value.
    pub codes: String,
    /// For a run: the first bit of each value.
    pub begins: Vec<u64>,
}

/// The run at the start of `values`; each has a bit, a width and a code.
pub fn run(values: &[(u64, u64, Option<char>)]) -> Word {
    let mut word = Word::default();
    for &(bit, width, code) in values.iter().take(LONGEST) {
        let Some(code) = code.filter(|_| word.begins.is_empty() || bit == word.end) else { break };
        if word.begins.is_empty() {
            word.first = bit;
        }
        word.end = bit + width;
        word.values += 1;
        word.codes.push(code);
        word.begins.push(bit);
    }
    word
}

/// The `struct` code of a value; enumerations have one only if their number is wanted.
pub fn code(ty: &LayoutType, by_number: bool) -> Option<char> {
    let code = match ty.bits {
        8 => 'B',
        16 => 'H',
        32 => 'I',
        64 => 'Q',
        _ => return None,
    };
    match &ty.kind {
        LayoutKind::Unsigned | LayoutKind::Byte => Some(code),
        LayoutKind::Signed => Some(code.to_ascii_lowercase()),
        LayoutKind::Enumerated(_) if by_number => Some(code),
        _ => None,
    }
}

/// The `struct` methods that a file uses to pack and unpack runs, each created once.
pub struct Runs {
    numbers: BTreeMap<(&'static str, String), usize>,
    /// Appended to the names so that no type has the same name.
    mark: String,
}

impl Runs {
    /// None yet.
    pub fn new(layout: &Layout, module: usize, names: &Names) -> Runs {
        let types = layout.modules[module].items.iter().filter_map(|item| match item {
            LayoutItem::Type(id) => Some(names.ty(*id)),
            LayoutItem::Constant { .. } => None,
        });
        let alike = types.filter(|name| name.starts_with("_pack") || name.starts_with("_unpack"));
        let mark = "_".repeat(alike.map(str::len).max().unwrap_or(0));
        Runs { numbers: BTreeMap::new(), mark }
    }

    /// The name of the method `pack` or `unpack` for these codes.
    pub fn name(&mut self, what: &'static str, codes: &str) -> String {
        let next = self.numbers.len();
        let number = *self.numbers.entry((what, codes.to_string())).or_insert(next);
        format!("_{what}{number}{}", self.mark)
    }

    /// Whether there are no methods.
    pub fn is_empty(&self) -> bool {
        self.numbers.is_empty()
    }

    /// Each method with its codes and its name.
    pub fn all(&self) -> impl Iterator<Item = (&'static str, &str, String)> + '_ {
        let name = |what: &str, number: usize| format!("_{what}{number}{}", self.mark);
        self.numbers.iter().map(move |((what, codes), number)| (*what, codes.as_str(), name(what, *number)))
    }
}

//! Values in a row, each of whole octets, that the module `struct` packs and unpacks.

use std::collections::BTreeMap;

use wireglot_plan::{Layout, LayoutItem, LayoutKind, LayoutType};

use super::super::names::Names;

/// Bits of a word: two of the digits that integers are made of.
pub const WORD: u64 = 60;
/// As many values as that at once.
pub const LONGEST: usize = 64;

/// Values that one word holds, or a run of them that are whole octets.
#[derive(Default)]
pub struct Word {
    /// The bit that it begins at.
    pub first: u64,
    /// The bit behind it.
    pub end: u64,
    /// How many values.
    pub values: usize,
    /// Of a run: what the module `struct` calls each.
    pub codes: String,
    /// Of a run: where each begins.
    pub begins: Vec<u64>,
}

/// The run that values begin with: each a bit, a width and a code.
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

/// What the module `struct` calls a value; an enumeration's only where its number is meant.
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

/// What a file packs and unpacks runs by: methods of the module `struct`, each made once.
pub struct Runs {
    numbers: BTreeMap<(&'static str, String), usize>,
    /// Behind the names, so that no type has one of them.
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

    /// The name of the method `pack` or `unpack` for values of such codes.
    pub fn name(&mut self, what: &'static str, codes: &str) -> String {
        let next = self.numbers.len();
        let number = *self.numbers.entry((what, codes.to_string())).or_insert(next);
        format!("_{what}{number}{}", self.mark)
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.numbers.is_empty()
    }

    /// Each method with its codes and its name.
    pub fn all(&self) -> impl Iterator<Item = (&'static str, &str, String)> + '_ {
        let name = |what: &str, number: usize| format!("_{what}{number}{}", self.mark);
        self.numbers.iter().map(move |((what, codes), number)| (*what, codes.as_str(), name(what, *number)))
    }
}

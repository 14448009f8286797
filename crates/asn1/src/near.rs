//! Finds similar words for `did you mean`.

use crate::keyword::Keyword;

/// The maximum number of suggestions.
const MOST: usize = 3;

/// The maximum number of candidates compared: a hint is not worth more.
const CANDIDATES: usize = 20_000;

/// The maximum number of names that are listed if none is similar.
pub(crate) const LISTED: usize = 8;

/// What may be meant by a name that is not among the ones it should be.
#[derive(Clone, Debug, Default)]
pub struct Near {
    /// Similar names, the most similar first.
    pub close: Vec<String>,
    /// All names, if there are only a few.
    pub all: Vec<String>,
}

impl Near {
    /// What to do: take a similar name, one of all names, or what `advice` says.
    pub(crate) fn advice(&self, advice: &str) -> String {
        match (self.close.as_slice(), self.all.as_slice()) {
            ([], []) => advice.to_owned(),
            ([], all) => format!("{advice}: {}", joined(all, "or")),
            (close, _) => format!("did you mean {}?", joined(close, "or")),
        }
    }
}

/// All names in backquotes, if there are only a few.
pub(crate) fn few_names<'a>(names: impl Iterator<Item = &'a str>) -> Vec<String> {
    let few: Vec<String> = names.take(LISTED + 1).map(str::to_owned).collect();
    if few.len() > LISTED {
        Vec::new()
    } else {
        few
    }
}

/// `a`, `b` and `c`, or with another word before the last.
pub(crate) fn joined(names: &[String], word: &str) -> String {
    let quoted: Vec<String> = names.iter().map(|n| format!("`{n}`")).collect();
    match quoted.as_slice() {
        [] => String::new(),
        [one] => one.clone(),
        [most @ .., last] => format!("{} {word} {last}", most.join(", ")),
    }
}

/// The candidates most similar to `name`: at most a third of its letters differ, or one begins with the other.
pub(crate) fn close_names<'a>(name: &str, candidates: impl Iterator<Item = &'a str>) -> Vec<String> {
    // One letter is similar to every other.
    let limit = if name.len() == 1 { 0 } else { (name.len() / 3).clamp(1, 4) };
    let mut beginnings = Vec::new();
    let begins = |c: &str| {
        let (short, long) = if c.len() < name.len() { (c, name) } else { (name, c) };
        short.len() >= 4 && 2 * short.len() >= long.len() && long.starts_with(short) && short != long
    };
    let mut close: Vec<(usize, &str)> = candidates
        .take(CANDIDATES)
        .inspect(|c| {
            if beginnings.len() < MOST && begins(c) {
                beginnings.push((0, *c));
            }
        })
        .filter(|c| c.len().abs_diff(name.len()) <= limit && *c != name)
        .filter_map(|c| distance(name.as_bytes(), c.as_bytes(), limit).map(|d| (d, c)))
        .collect();
    close.sort();
    close.dedup();
    if close.is_empty() {
        close = beginnings;
    }
    close.into_iter().take(MOST).map(|(_, c)| c.to_owned()).collect()
}

/// These names, the ones most similar to `wanted` first.
pub(crate) fn by_distance(wanted: &str, mut names: Vec<String>) -> Vec<String> {
    names.sort_by_cached_key(|name| distance(wanted.as_bytes(), name.as_bytes(), 64).unwrap_or(64));
    names
}

/// The reserved word for which a word may be a typo: one letter differs, or two if it is long, or only the
/// case does. A short word is similar to many, so it matches none.
pub(crate) fn close_keyword(word: &str) -> Option<Keyword> {
    let capitals = !word.bytes().any(|b| b.is_ascii_lowercase());
    let limit = |keyword: &str| match keyword.len() {
        _ if keyword.eq_ignore_ascii_case(word) => 0,
        // A lower-case identifier is not a typo of an upper-case word.
        0..=6 if !capitals => 0,
        0..=3 => 0,
        4..=7 => 1,
        _ => 2,
    };
    let close = Keyword::ALL.iter().filter(|keyword| keyword.text() != word).filter_map(|keyword| {
        let text = keyword.text();
        Some((distance(word.as_bytes(), text.as_bytes(), limit(text))?, *keyword))
    });
    close.min_by_key(|(distance, keyword)| (*distance, keyword.text())).map(|(_, keyword)| keyword)
}

/// The reserved word for a value, or for the end of a range, for which a word may be a typo.
pub(crate) fn close_value(word: &str) -> Option<Keyword> {
    use Keyword::{False, Max, Min, MinusInfinity, NotANumber, Null, PlusInfinity, True};
    let is_value = |k: &Keyword| {
        matches!(k, True | False | Null | Min | Max | PlusInfinity | MinusInfinity | NotANumber)
    };
    close_keyword(word).filter(is_value)
}

/// The reserved word that is expected, such as "`IDENTIFIED`", if a word may be a typo for it.
pub(crate) fn close_wanted(word: &str, wanted: &str) -> Option<Keyword> {
    let wanted = wanted.trim_matches('`');
    let keyword = Keyword::ALL.iter().find(|keyword| keyword.text() == wanted)?;
    close_names(word, std::iter::once(wanted)).first().map(|_| *keyword)
}

/// ASN.1 names for types of other languages.
const HABITS: &[(&[&str], &str)] = &[
    (&["int", "long", "short", "integer32", "number", "num"], "the type of whole numbers is INTEGER"),
    (
        &[
            "int8", "int16", "int32", "int64", "uint", "uint8", "uint16", "uint32", "uint64", "u8", "u16",
            "u32", "u64",
        ],
        "the type of whole numbers is INTEGER, followed by its range: `INTEGER (0..255)`",
    ),
    (&["bool"], "the type of TRUE and FALSE is BOOLEAN"),
    (&["float", "double", "decimal"], "the type of numbers with a fraction is REAL"),
    (&["string", "str", "text", "varchar"], "the type of text is UTF8String; of octets, OCTET STRING"),
    (&["utf8", "utf-8", "unicode"], "the type of Unicode text is UTF8String"),
    (&["ascii", "ia5"], "the type of ASCII text is IA5String"),
    (&["byte", "bytes", "octets", "blob", "binary", "buffer"], "the type of octets is OCTET STRING"),
    (&["octetstring", "octet-string", "octet"], "the type of octets is two words: OCTET STRING"),
    (&["bitstring", "bit-string", "bits", "bit"], "the type of bits is two words: BIT STRING"),
    (&["char", "character"], "a character is a string of one: `IA5String (SIZE (1))`"),
    (
        &["struct", "record", "message", "object", "class"],
        "a type with named parts is a SEQUENCE: `SEQUENCE { name Type }`",
    ),
    (&["union", "oneof", "variant"], "one of several is a CHOICE: `CHOICE { name Type }`"),
    (&["enum"], "a type of names is an ENUMERATED: `ENUMERATED { red, green }`"),
    (&["sequence-of", "sequenceof"], "SEQUENCE OF is two words, and a type follows: `SEQUENCE OF INTEGER`"),
    (&["set-of", "setof"], "SET OF is two words, and a type follows: `SET OF INTEGER`"),
    (&["list", "array", "vector", "repeated"], "many of a type are a SEQUENCE OF it: `SEQUENCE OF INTEGER`"),
    (
        &["oid", "objectidentifier", "object-identifier"],
        "the type of object identifiers is two words: OBJECT IDENTIFIER",
    ),
    (&["date-time", "datetime", "timestamp"], "a time is a GeneralizedTime or a UTCTime"),
    (&["infinity", "inf", "unbounded", "unlimited"], "a range without an upper end is written `0..MAX`"),
    (&["void", "nil", "none"], "the type without a value is NULL"),
];

/// The ASN.1 name for a type of another language.
pub(crate) fn habit(word: &str) -> Option<&'static str> {
    let word = word.replace('_', "-");
    let named = |words: &&[&str]| words.iter().any(|known| known.eq_ignore_ascii_case(&word));
    HABITS.iter().find(|(words, _)| named(words)).map(|(_, hint)| *hint)
}

/// The edit distance: insertions, deletions, replacements and swaps of adjacent letters, ignoring case;
/// `None` above `limit`.
fn distance(a: &[u8], b: &[u8], limit: usize) -> Option<usize> {
    if a.len() > 64 || b.len() > 64 || a.len().abs_diff(b.len()) > limit {
        return None;
    }
    let same = |x: u8, y: u8| x.eq_ignore_ascii_case(&y);
    let mut above: Vec<usize> = Vec::new();
    let mut row: Vec<usize> = (0..=b.len()).collect();
    for (i, x) in a.iter().enumerate() {
        let mut next = vec![i + 1];
        for (j, y) in b.iter().enumerate() {
            let mut least = (row[j] + usize::from(!same(*x, *y))).min(row[j + 1] + 1).min(next[j] + 1);
            let exchanged = i > 0 && j > 0 && same(*x, b[j - 1]) && same(a[i - 1], *y);
            if exchanged {
                least = least.min(above[j - 1] + 1);
            }
            next.push(least);
        }
        if next.iter().min().is_some_and(|&least| least > limit + 1) {
            return None;
        }
        above = std::mem::replace(&mut row, next);
    }
    row.last().copied().filter(|&d| d <= limit)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn proposes_the_closest_first() {
        let names = ["Foo", "foo", "Fooo", "Bar", "Identifier", "Indentifier"];
        assert_eq!(close_names("Fo0", names.into_iter()), ["Foo", "foo"]);
        assert!(close_names("x", ["y", "z"].into_iter()).is_empty());
        assert_eq!(close_names("Identifer", names.into_iter()), ["Identifier", "Indentifier"]);
        assert!(close_names("Quux", names.into_iter()).is_empty());
    }

    #[test]
    fn slips_of_reserved_words() {
        let rows = [
            ("SEQUNCE", "SEQUENCE"),
            ("OPTONAL", "OPTIONAL"),
            ("INTEGRE", "INTEGER"),
            ("Integer", "INTEGER"),
            ("optional", "OPTIONAL"),
            ("BOOLEN", "BOOLEAN"),
            ("OCTECT", "OCTET"),
            ("DEFAUT", "DEFAULT"),
            ("UTF8string", "UTF8String"),
            ("PrintableStrng", "PrintableString"),
            ("ENUMERTED", "ENUMERATED"),
        ];
        for (word, keyword) in rows {
            assert_eq!(close_keyword(word).map(Keyword::text), Some(keyword), "{word}");
        }
        let none = ["Set1", "SEAT", "Tag", "Data", "OR", "Sequel", "ID", "Dates", "MINI", "Tome", "Sized"];
        none.iter().for_each(|word| assert_eq!(close_keyword(word).map(Keyword::text), None, "{word}"));
    }
}

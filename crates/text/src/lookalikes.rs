//! Characters that can't be told from others by looking: invisible ones, letters of other scripts, dashes.

/// Letters of other scripts, and the Latin ones that they look like.
const LETTERS: [(&str, &str); 2] = [
    ("\u{430}\u{435}\u{43e}\u{440}\u{441}\u{443}\u{445}\u{455}\u{456}\u{458}", "aeopcyxsij"),
    (
        "\u{410}\u{412}\u{415}\u{41a}\u{41c}\u{41d}\u{41e}\u{420}\u{421}\u{422}\u{425}\u{391}\u{392}\u{395}\u{396}\u{397}\u{399}\u{39a}\u{39c}\u{39d}\u{39f}\u{3a1}\u{3a4}\u{3a5}\u{3a7}\u{3bf}",
        "ABEKMHOPCTXABEZHIKMNOPTYXo",
    ),
];

/// A text with such a character.
#[derive(Debug)]
pub struct Lookalike {
    /// The first of these characters in words.
    pub what: String,
    /// The text as it was probably meant.
    pub plain: String,
}

impl Lookalike {
    /// Finds such a character in a name or number.
    pub fn in_text(text: &str) -> Option<Lookalike> {
        let (odd, (kind, _)) = text.chars().find_map(|c| Some((c, meant(c)?)))?;
        let plain = text.chars().filter_map(|c| match meant(c) {
            Some((_, plain)) => plain,
            None => Some(c),
        });
        let plain = plain.collect::<String>().trim().to_string();
        Some(Lookalike { what: format!("{kind} (U+{:04X})", u32::from(odd)), plain })
    }
}

/// What a character is, and the one that was probably meant, if any; `None` for ordinary characters.
pub fn meant(c: char) -> Option<(&'static str, Option<char>)> {
    match c {
        '\u{ad}'
        | '\u{200b}'..='\u{200f}'
        | '\u{202a}'..='\u{202e}'
        | '\u{2060}'..='\u{206f}'
        | '\u{feff}' => Some(("an invisible character", None)),
        '\u{a0}' | '\u{202f}' => Some(("a no-break space", Some(' '))),
        '\u{2000}'..='\u{200a}' | '\u{205f}' | '\u{3000}' => Some(("a wide space", Some(' '))),
        '\u{2010}'..='\u{2015}' | '\u{2212}' => Some(("a dash", Some('-'))),
        '\u{ff01}'..='\u{ff5e}' => Some(("a full-width character", char::from_u32(u32::from(c) - 0xfee0))),
        _ => LETTERS.iter().find_map(|(from, to)| {
            let at = from.chars().position(|letter| letter == c)?;
            Some(("a letter of another alphabet", to.chars().nth(at)))
        }),
    }
}

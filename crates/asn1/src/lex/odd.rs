//! Characters that word processors, printers and other scripts use in place of plain ones.

use crate::token::TokenKind;

/// The hyphen, and the dashes, minus signs and bullets that replace it in printed texts.
pub(super) fn is_hyphen(c: char) -> bool {
    matches!(
        c,
        '-' | '\u{ad}' | '\u{2d7}' | '\u{2010}'
            ..='\u{2015}' | '\u{2043}' | '\u{2212}' | '\u{fe58}' | '\u{fe63}' | '\u{ff0d}'
    )
}

/// White space of other scripts, no-break spaces, zero-width characters, and the old end-of-file mark.
pub(super) fn is_space(c: char) -> bool {
    matches!(
        c,
        '\0' | '\u{1a}'
            | '\u{85}'
            | '\u{a0}'
            | '\u{1680}'
            | '\u{180e}'
            | '\u{2000}'..='\u{200f}'
            | '\u{2028}'..='\u{202f}'
            | '\u{205f}'..='\u{206f}'
            | '\u{3000}'
            | '\u{feff}'
    )
}

/// Double quotation marks: curly, low, angled, primes, full-width.
pub(super) fn is_double_quote(c: char) -> bool {
    matches!(c, '\u{201c}'..='\u{201f}' | '\u{ab}' | '\u{bb}' | '\u{2033}' | '\u{ff02}')
}

/// Single quotation marks: curly, low, accents, primes, full-width.
pub(super) fn is_single_quote(c: char) -> bool {
    matches!(c, '\u{2018}'..='\u{201b}' | '`' | '\u{b4}' | '\u{2032}' | '\u{ff07}')
}

/// A character for two or three full stops, and what it is read as.
pub(super) fn dots(c: char) -> Option<(TokenKind, &'static str)> {
    match c {
        '\u{2025}' => Some((TokenKind::Range, "..")),
        '\u{2026}' => Some((TokenKind::Ellipsis, "...")),
        _ => None,
    }
}

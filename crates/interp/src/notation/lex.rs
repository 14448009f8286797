//! Tokens of values (X.680 12), with matching braces.

use std::borrow::Cow;

use super::NotationError;

/// A token and its offset.
#[derive(Debug, Clone, Copy)]
pub struct Token<'t> {
    pub kind: Kind,
    pub text: &'t str,
    pub offset: usize,
    /// For an opening brace, the index of the closing one.
    pub mate: u32,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    /// A reference, an identifier, a reserved word, or a word after `$`.
    Word,
    /// A number with its sign, point and exponent.
    Number,
    /// The text between quotation marks, as written.
    Text,
    /// The digits of a bstring, including white space.
    Bits,
    /// The digits of an hstring.
    Hex,
    Open,
    Close,
    Comma,
    Colon,
    /// Any other character.
    Mark,
    /// The end.
    End,
}

/// The tokens of the value at the start of a text, followed by an end token; also returns the length
/// of the value in octets.
///
/// A value ends where no brace is open and no colon, comma or sign requires more.
///
/// # Errors
/// A brace, string or comment is left open, or there is no value.
#[expect(clippy::indexing_slicing, reason = "an open brace is a token of the list")]
pub fn tokens(text: &str) -> Result<(Vec<Token<'_>>, usize), NotationError> {
    let mut lexer = Lexer { text, at: 0 };
    let (mut list, mut open) = (Vec::<Token>::new(), Vec::new());
    let mut end = 0;
    loop {
        lexer.white()?;
        if open.is_empty() && list.last().is_some_and(|last| !goes_on(last, lexer.rest())) {
            break;
        }
        let Some(mut token) = lexer.token()? else { break };
        let index = list.len() as u32;
        match token.kind {
            Kind::Open => open.push(index),
            Kind::Close => match open.pop() {
                Some(start) => list[start as usize].mate = index,
                None => return Err(fault(token.offset, "a brace that closes nothing")),
            },
            Kind::Colon | Kind::Comma if list.is_empty() => {
                return Err(fault(token.offset, "a value is expected"));
            }
            _ => token.mate = index,
        }
        list.push(token);
        end = lexer.at;
    }
    if let Some(start) = open.pop() {
        return Err(fault(list[start as usize].offset, "the brace is never closed"));
    }
    if list.is_empty() {
        return Err(fault(0, "a value is expected"));
    }
    list.push(Token { kind: Kind::End, text: "", offset: end, mate: 0 });
    Ok((list, end))
}

/// Whether a value that could end here continues: after a colon or the words of a type, or before a
/// colon.
fn goes_on(last: &Token, rest: &str) -> bool {
    let word = |word: &str| rest.strip_prefix(word).is_some_and(|r| !r.starts_with(in_word));
    match last.kind {
        Kind::Colon | Kind::Comma | Kind::Mark => true,
        Kind::Word if last.text == "CONTAINING" => true,
        Kind::Word if matches!(last.text, "SEQUENCE" | "SET") && word("OF") => true,
        Kind::Word if last.text == "OF" => true,
        Kind::Word if rest.starts_with(['.', '{']) => true,
        Kind::Word => {
            let two = ["STRING", "IDENTIFIER", "PDV"].into_iter().any(word);
            two && matches!(last.text, "OCTET" | "BIT" | "CHARACTER" | "OBJECT" | "EMBEDDED")
                || rest.starts_with(':')
        }
        _ => rest.starts_with(':'),
    }
}

fn in_word(c: char) -> bool {
    c.is_ascii_alphanumeric() || c == '-'
}

fn fault(offset: usize, message: &str) -> NotationError {
    NotationError { code: "notation_syntax", offset, path: String::new(), message: message.into() }
}

struct Lexer<'t> {
    text: &'t str,
    at: usize,
}

impl<'t> Lexer<'t> {
    fn rest(&self) -> &'t str {
        self.text.get(self.at..).unwrap_or_default()
    }

    /// Skips white space and comments (X.680 12.6).
    fn white(&mut self) -> Result<(), NotationError> {
        loop {
            let rest = self.rest();
            let bare = rest.trim_start();
            self.at += rest.len() - bare.len();
            if let Some(comment) = bare.strip_prefix("--") {
                let line = comment.find('\n').map_or(comment.len(), |at| at + 1);
                let pair = comment.find("--").map_or(comment.len(), |at| at + 2);
                self.at += 2 + line.min(pair);
            } else if bare.starts_with("/*") {
                self.at += block_comment(bare).ok_or_else(|| fault(self.at, "the comment has no end"))?;
            } else {
                return Ok(());
            }
        }
    }

    fn token(&mut self) -> Result<Option<Token<'t>>, NotationError> {
        let (rest, offset) = (self.rest(), self.at);
        let Some(first) = rest.chars().next() else { return Ok(None) };
        let (kind, text, length) = match first {
            '{' => (Kind::Open, &rest[..1], 1),
            '}' => (Kind::Close, &rest[..1], 1),
            ',' => (Kind::Comma, &rest[..1], 1),
            ':' => (Kind::Colon, &rest[..1], 1),
            '"' => {
                let length =
                    quoted(rest).ok_or_else(|| fault(offset, "the quotation mark is never closed"))?;
                (Kind::Text, &rest[1..length - 1], length)
            }
            '\'' => digits(rest).ok_or_else(|| fault(offset, "a bstring or hstring has no end"))?,
            '$' | 'a'..='z' | 'A'..='Z' => {
                let length = word(rest);
                (Kind::Word, &rest[..length], length)
            }
            '-' | '0'..='9' => match number(rest) {
                0 => return Err(fault(offset, "a number is expected")),
                length => (Kind::Number, &rest[..length], length),
            },
            other => (Kind::Mark, &rest[..other.len_utf8()], other.len_utf8()),
        };
        self.at += length;
        Ok(Some(Token { kind, text, offset, mate: 0 }))
    }
}

/// The length of a block comment; block comments nest.
#[expect(clippy::indexing_slicing, reason = "the loop ends before the last octets")]
fn block_comment(text: &str) -> Option<usize> {
    let (mut depth, mut at) = (0usize, 0);
    let octets = text.as_bytes();
    while at + 1 < octets.len() {
        match &octets[at..at + 2] {
            b"/*" => (depth, at) = (depth + 1, at + 2),
            b"*/" => (depth, at) = (depth - 1, at + 2),
            _ => at += 1,
        }
        if depth == 0 {
            return Some(at);
        }
    }
    None
}

/// The length up to and including the closing quotation mark, which is not doubled.
fn quoted(text: &str) -> Option<usize> {
    let mut at = 1;
    loop {
        at += text.get(at..)?.find('"')? + 1;
        match text.as_bytes().get(at) {
            Some(b'"') => at += 1,
            _ => return Some(at),
        }
    }
}

fn digits(text: &str) -> Option<(Kind, &str, usize)> {
    let end = text.get(1..)?.find('\'')? + 1;
    let kind = match text.as_bytes().get(end + 1)? {
        b'B' => Kind::Bits,
        b'H' => Kind::Hex,
        _ => return None,
    };
    Some((kind, &text[1..end], end + 2))
}

/// The length of a word. It has no double hyphen, which starts a comment, and no hyphen at the end.
#[expect(clippy::indexing_slicing, reason = "the loop ends before the last octets")]
fn word(text: &str) -> usize {
    let octets = text.as_bytes();
    let mut at = 1;
    while at < octets.len() {
        let hyphen = octets[at] == b'-' && octets.get(at + 1).is_some_and(u8::is_ascii_alphanumeric);
        if !(octets[at].is_ascii_alphanumeric() || hyphen) {
            break;
        }
        at += 1;
    }
    at
}

/// The length of a number: sign, digits, point, digits, exponent (X.680 12.8, 12.9).
fn number(text: &str) -> usize {
    let octets = text.as_bytes();
    let run = |from: usize| octets.iter().skip(from).take_while(|o| o.is_ascii_digit()).count();
    let start = usize::from(octets.first() == Some(&b'-'));
    let whole = run(start);
    if whole == 0 {
        return 0;
    }
    let mut at = start + whole;
    if octets.get(at) == Some(&b'.') && octets.get(at + 1) != Some(&b'.') {
        at += 1 + run(at + 1);
    }
    if matches!(octets.get(at), Some(b'e' | b'E')) {
        let sign = usize::from(matches!(octets.get(at + 1), Some(b'-' | b'+')));
        let power = run(at + 1 + sign);
        if power > 0 {
            at += 1 + sign + power;
        }
    }
    at
}

/// The characters of a cstring: a doubled quotation mark is one, and white space around line ends is
/// dropped (X.680 12.14).
pub fn characters(text: &str) -> Cow<'_, str> {
    if !text.contains(['"', '\n', '\r']) {
        return Cow::Borrowed(text);
    }
    let lines = text.split('\n').enumerate();
    let last = text.matches('\n').count();
    let parts = lines.map(|(i, line)| {
        let line = if i > 0 { line.trim_start() } else { line };
        if i < last {
            line.trim_end()
        } else {
            line
        }
    });
    Cow::Owned(parts.collect::<String>().replace("\"\"", "\""))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn words(text: &str) -> Vec<String> {
        tokens(text).unwrap().0.iter().map(|t| format!("{:?} {}", t.kind, t.text)).collect()
    }

    #[test]
    fn a_value_ends_where_nothing_is_open() {
        let (_, taken) = tokens("{ a 1 -- one -- , b '0F'H } { }").unwrap();
        assert_eq!(taken, 27);
        assert_eq!(tokens("x : y : 5 TRUE").unwrap().1, 9);
        assert_eq!(tokens("SEQUENCE OF INTEGER : { 1 } 2").unwrap().1, 27);
        assert!(tokens("{ a 1").is_err() && tokens("}").is_err() && tokens(" ").is_err());
    }

    #[test]
    fn words_numbers_and_strings() {
        assert_eq!(
            words("{a-b -1.5e-3, \"x\"\"y\" 'A f'H--c--}"),
            ["Open {", "Word a-b", "Number -1.5e-3", "Comma ,", "Text x\"\"y", "Hex A f", "Close }", "End "]
        );
        assert_eq!(characters("x\"\"y"), "x\"y");
        assert_eq!(characters("one  \n   two"), "onetwo");
    }
}

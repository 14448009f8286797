//! Lexical faults, `A01xx`.

use wireglot_diag::{Code, Diagnostic, Fault, Severity};
use wireglot_text::Span;

/// A lexical fault and its position.
#[derive(Clone, Debug)]
pub struct LexFault {
    /// The position.
    pub span: Span,
    /// The fault.
    pub kind: LexKind,
}

/// A lexical fault.
#[derive(Clone, Debug)]
pub enum LexKind {
    /// A character that is not part of any token.
    Character(char),
    /// `/*` without `*/`.
    CommentNotClosed,
    /// An unclosed `"` or `'`.
    StringNotClosed(char),
    /// `'42'B`: the string in hexadecimal, if its digits allow it.
    NotBinary(Option<String>),
    /// `'XY'H`, or another letter that is not a hexadecimal digit; what is meant, if that is known.
    NotHexadecimal(Option<String>),
    /// `'01'` without a letter after it.
    NoBase,
    /// `'01'b`: the letter as it should be.
    LowerBase(char),
    /// Text in single quotation marks, such as it should be.
    TextInSingleQuotes(String),
    /// `word-`.
    HyphenAtEnd,
    /// `007`.
    LeadingZeros,
    /// A dash inserted by a word processor.
    OddHyphen(char),
    /// A dash that was read as a minus or comment, where neither makes sense.
    MistakenHyphen(char),
    /// A dash that was read as the beginning of a comment.
    OddComment(char),
    /// ```` ``` ````: a line of Markdown.
    Fence,
    /// A dash instead of the dots of a range.
    OddRange(char),
    /// A character for two or three full stops; what it is read as.
    OddDots(char, &'static str),
    /// A no-break space, byte order mark or similar.
    OddSpace(char),
    /// Curly quotes, and the mark that they stand for.
    OddQuote(char, char),
    /// `"0101"B`.
    TextQuotes,
    /// `a_b`.
    Underscore,
    /// `-----`: a comment that closes itself and leaves one hyphen over.
    OddDashes,
}

impl Fault for LexFault {
    fn describe(&self) -> Diagnostic {
        let make =
            |code, severity, message: String| Diagnostic::new(Code(code), severity, self.span, message);
        let error = |code, message: String| make(code, Severity::Error, message);
        let tolerance = |code, message: String| make(code, Severity::Tolerance, message);
        match &self.kind {
            LexKind::Character(c) => error("A0101", format!("the character {} has no meaning in ASN.1", show(*c)))
                .hint(match c {
                    '?' => "a component that may be left out is written `count INTEGER OPTIONAL`",
                    '#' => "a comment begins with `--`, or goes between `/*` and `*/`",
                    _ => "names take letters, digits and hyphens only; remove the character",
                }),
            LexKind::CommentNotClosed => error("A0102", "this comment never ends".into())
                .label("opened here")
                .hint("close it with `*/`; comments of this kind nest, each `/*` needs its own"),
            LexKind::StringNotClosed(quote) => error("A0103", "this string is not closed".into())
                .label("opened here")
                .hint(format!("close it with `{quote}`; inside a string, a quotation mark is written twice")),
            LexKind::NotBinary(hexadecimal) => error("A0104", "a binary string has the digits 0 and 1".into())
                .hint(match hexadecimal {
                    Some(text) => format!("in hexadecimal, with an H: `{text}`"),
                    None => "remove it".into(),
                }),
            LexKind::NotHexadecimal(meant) => {
                error("A0105", "a hexadecimal string has the digits 0 to 9 and A to F".into()).hint(match meant {
                    Some(text) => format!("write `{text}`"),
                    None => "remove it; text goes in double quotation marks".into(),
                })
            }
            LexKind::TextInSingleQuotes(meant) => error("A0106", "text goes in double quotation marks".into())
                .hint(format!("write `{meant}`")),
            LexKind::NoBase => error("A0106", "the string lacks its base".into())
                .label("B or H is expected after the closing quotation mark")
                .hint("write '0101'B for bits and '5A'H for hexadecimal digits; text goes in double quotation marks"),
            LexKind::LowerBase(letter) => {
                tolerance("A0115", "the letter after the digits is a capital".into())
                    .hint(format!("write `{letter}`"))
            }
            LexKind::HyphenAtEnd => tolerance("A0107", "a word may not end with a hyphen".into())
                .label("read without it")
                .hint("remove the hyphen"),
            LexKind::LeadingZeros => tolerance("A0108", "a number may not begin with 0".into())
                .label("read as decimal")
                .hint("remove the leading zeros"),
            LexKind::OddHyphen(c) => {
                tolerance("A0109", format!("{} is not the hyphen of ASN.1", show(*c))).hint("write `-`")
            }
            LexKind::MistakenHyphen(c) => error("A0109", format!("{} is not the hyphen of ASN.1", show(*c)))
                .label("read as the beginning of a comment or as a minus, nothing fits")
                .hint("write `-` in a name or before a number, `--` before a comment, `..` in a range"),
            LexKind::OddComment(c) => tolerance("A0109", format!("{} is not the hyphen of ASN.1", show(*c)))
                .label("read as the beginning of a comment")
                .hint("write `--`"),
            LexKind::Fence => error("A0101", "this line of Markdown has no meaning in ASN.1".into())
                .hint("remove the line"),
            LexKind::OddRange(c) => tolerance("A0109", format!("{} is not the sign of a range", show(*c)))
                .label("read as `..`")
                .hint("write `..`"),
            LexKind::OddDots(c, meant) => tolerance("A0114", format!("{} is not a row of full stops", show(*c)))
                .label(format!("read as `{meant}`"))
                .hint(format!("write `{meant}`")),
            LexKind::OddSpace(c) => tolerance("A0110", format!("{} is not white space in ASN.1", show(*c)))
                .label("read as a space")
                .hint("write a plain space"),
            LexKind::OddQuote('\'', _) => tolerance("A0111", "these quotation marks are doubled".into())
                .label("read as an empty string")
                .hint("write one mark on either side"),
            LexKind::OddQuote(c, meant) => {
                tolerance("A0111", format!("{} is not a quotation mark of ASN.1", show(*c)))
                    .hint(format!("write `{meant}`"))
            }
            LexKind::TextQuotes => tolerance("A0111", "digits go in single quotation marks".into())
                .label("read as if they did")
                .hint("write '0101'B or '5A'H"),
            LexKind::Underscore => tolerance("A0112", "names have no underscores in ASN.1".into())
                .hint("write a hyphen in its place"),
            LexKind::OddDashes => tolerance("A0113", "this row of hyphens ends its own comment and leaves one over".into())
                .label("read as a comment to the end of the line")
                .hint("two hyphens open a comment and the next two close it: take one or add one"),
        }
    }
}

/// A character as a message shows it.
fn show(c: char) -> String {
    if c.is_ascii_graphic() && c != '`' {
        format!("`{c}`")
    } else {
        format!("U+{:04X}", c as u32)
    }
}

//! A cursor over JSON text (RFC 8259).

use std::borrow::Cow;

use wireglot_text::conflicts;

/// The kind of a value.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    /// `null`.
    Null,
    /// `false`.
    False,
    /// `true`.
    True,
    /// A number.
    Number,
    /// A string without escapes.
    String,
    /// A string with escapes.
    EscapedString,
    /// An array; its elements follow.
    Array,
    /// An object; names and values follow by turns.
    Object,
}

/// Text that is not JSON.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SyntaxError {
    /// The offset in octets where it stops being JSON.
    pub offset: usize,
    /// What is wrong there, and what to do.
    pub message: &'static str,
}

type Taken<T = ()> = Result<T, SyntaxError>;

/// A text and a place in it.
#[derive(Debug, Clone)]
pub(crate) struct Cursor<'t> {
    text: &'t str,
    /// The position of the next octet.
    pub at: usize,
}

/// A string as written, without its quotation marks.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Quoted<'t> {
    /// The text between the quotation marks.
    pub raw: &'t str,
    /// Whether it has escapes.
    pub escaped: bool,
}

impl<'t> Quoted<'t> {
    /// The characters, with escapes resolved.
    #[inline]
    pub fn text(&self) -> Cow<'t, str> {
        match self.escaped {
            false => Cow::Borrowed(self.raw),
            true => Cow::Owned(unescape(self.raw)),
        }
    }
}

const ONES: u64 = u64::MAX / 0xff;
const HIGH: u64 = ONES << 7;

/// The number of characters before the first that ends the string or needs care.
#[inline]
fn plain(text: &[u8]) -> usize {
    // Eight octets at a time: the lowest set bit marks the first octet found.
    let zero = |word: u64| word.wrapping_sub(ONES) & !word & HIGH;
    let mut rest = text;
    while let Some((word, behind)) = rest.split_first_chunk::<8>() {
        let word = u64::from_le_bytes(*word);
        let control = word.wrapping_sub(ONES * 0x20) & !word & HIGH;
        let found = control | zero(word ^ (ONES * 0x22)) | zero(word ^ (ONES * 0x5c));
        if found != 0 {
            return text.len() - rest.len() + found.trailing_zeros() as usize / 8;
        }
        rest = behind;
    }
    let special = |octet: &u8| matches!(octet, 0..b' ' | b'"' | b'\\');
    text.len() - rest.len() + rest.iter().position(special).unwrap_or(rest.len())
}

impl<'t> Cursor<'t> {
    /// A cursor at the start of a text.
    pub fn new(text: &'t str) -> Cursor<'t> {
        Cursor { text, at: 0 }
    }

    /// A cursor at another position in the same text.
    pub fn moved(&self, at: usize) -> Cursor<'t> {
        Cursor { text: self.text, at }
    }

    #[cold]
    pub fn error(&self, message: &'static str) -> SyntaxError {
        SyntaxError { offset: self.at, message }
    }

    /// The text from `start` up to the cursor.
    pub fn since(&self, start: usize) -> &'t str {
        self.text.get(start..self.at).unwrap_or_default()
    }

    /// The next octet.
    #[inline]
    pub fn peek(&self) -> Option<u8> {
        self.text.as_bytes().get(self.at).copied()
    }

    /// Skips white space; peeks at the next octet.
    #[inline]
    pub fn white(&mut self) -> Option<u8> {
        loop {
            match self.peek() {
                Some(b' ' | b'\t' | b'\n' | b'\r') => self.at += 1,
                other => return other,
            }
        }
    }

    /// The kind of the value at the cursor.
    #[inline]
    pub fn kind(&mut self) -> Taken<Kind> {
        Ok(match self.white() {
            Some(b'{') => Kind::Object,
            Some(b'[') => Kind::Array,
            Some(b'"') => Kind::String,
            Some(b'-' | b'0'..=b'9') => Kind::Number,
            Some(b'n') => Kind::Null,
            Some(b't') => Kind::True,
            Some(b'f') => Kind::False,
            None => return Err(self.error("the text ends where a value is expected")),
            Some(b']') if self.back_to_comma() => {
                return Err(self.error("a value is expected: remove this comma: no value follows"));
            }
            Some(octet) => return Err(self.error(self.no_value(octet))),
        })
    }

    /// Skips the opening bracket of the array or object at the cursor. Returns whether it has any
    /// contents; if not, skips the closing bracket too.
    #[inline]
    pub fn enter(&mut self, close: u8) -> Taken<bool> {
        self.at += 1;
        match self.white() {
            Some(octet) if octet == close => {
                self.at += 1;
                Ok(false)
            }
            _ => Ok(true),
        }
    }

    /// After a member or element: whether a comma and another one follow. If not, skips the closing
    /// bracket.
    #[inline]
    pub fn more(&mut self, close: u8) -> Taken<bool> {
        match self.white() {
            Some(b',') => {
                self.at += 1;
                Ok(true)
            }
            Some(octet) if octet == close => {
                self.at += 1;
                Ok(false)
            }
            found => Err(self.error(match found {
                Some(b'"') if close == b'}' && !self.is_member() => {
                    "`,` or `}` is expected: text is one string, with each `\"` in it written \\\""
                }
                Some(_) if conflicts::is_marker(self.since_here()) => conflicts::ADVICE,
                Some(b'\'') if self.is_after_digit() => "the digits of a number are not grouped: remove `'`",
                _ => no_end(close, found),
            })),
        }
    }

    /// Whether a member's name is here.
    #[cold]
    fn is_member(&self) -> bool {
        self.clone().name().is_ok()
    }

    #[cold]
    fn is_after_digit(&self) -> bool {
        let before = self.at.checked_sub(1).and_then(|at| self.text.as_bytes().get(at));
        before.is_some_and(u8::is_ascii_digit)
    }

    /// Reads a member's name and skips the colon.
    pub fn name(&mut self) -> Taken<Quoted<'t>> {
        if self.white() != Some(b'"') {
            let message = self.no_name();
            return Err(match self.peek() == Some(b'}') && self.back_to_comma() {
                true => self.error("the name of a member is expected: remove this comma: no member follows"),
                false => self.error(message),
            });
        }
        let name = self.string()?;
        self.colon()?;
        Ok(name)
    }

    /// Goes back to the comma before the cursor, if there is one, since it is what has to be removed.
    #[cold]
    fn back_to_comma(&mut self) -> bool {
        let before = self.text.get(..self.at).unwrap_or_default().trim_end();
        if before.ends_with(',') {
            self.at = before.len() - 1;
        }
        before.ends_with(',')
    }

    /// The message for what starts no value.
    #[cold]
    fn no_value(&self, octet: u8) -> &'static str {
        match (self.before(), octet) {
            (_, _) if conflicts::is_marker(self.since_here()) => conflicts::ADVICE,
            (Some(b':'), b',' | b'}' | b']') => "the value of this member is missing",
            (Some(b':'), b':') => "a value is expected: remove one of the colons",
            (None, b',') => "a value is expected: remove this comma: no commas separate the values of a file",
            _ => no_value(octet, self.since_here()),
        }
    }

    /// The message for what is no name of a member.
    #[cold]
    fn no_name(&self) -> &'static str {
        let rest = self.since_here();
        match (self.before(), self.peek()) {
            (_, None) => "the text ends inside an object: `}` is missing",
            _ if conflicts::is_marker(rest) => conflicts::ADVICE,
            (Some(b'{'), Some(b',')) => "the name of a member is expected: remove this comma",
            (Some(b'{'), Some(b'{')) if is_placeholder(rest) => PLACEHOLDER,
            _ => no_name(self.peek(), rest),
        }
    }

    /// The last octet before the cursor that is not white space.
    #[cold]
    fn before(&self) -> Option<u8> {
        self.text.get(..self.at).unwrap_or_default().trim_end().bytes().last()
    }

    #[inline]
    fn colon(&mut self) -> Taken {
        if self.white() != Some(b':') {
            return Err(self.error("`:` is expected after the name of a member"));
        }
        self.at += 1;
        Ok(())
    }

    /// If a member's name is `name`, written without escapes, skips it and the colon.
    #[inline]
    pub fn is_name(&mut self, name: &str) -> Taken<bool> {
        let rest = self.text.as_bytes().get(self.at..).unwrap_or_default();
        // Check the quotation marks first: they rule out names of another length.
        let ends = rest.get(name.len() + 1) == Some(&b'"') && rest.first() == Some(&b'"');
        if !ends || rest.get(1..=name.len()) != Some(name.as_bytes()) {
            return Ok(false);
        }
        self.at += name.len() + 2;
        self.colon()?;
        Ok(true)
    }

    /// Reads a string.
    #[inline]
    pub fn string(&mut self) -> Taken<Quoted<'t>> {
        let start = self.at + 1;
        let mut escaped = false;
        self.at = start;
        loop {
            self.at += plain(self.text.as_bytes().get(self.at..).unwrap_or_default());
            match self.peek() {
                Some(b'"') => break,
                Some(b'\\') => {
                    escaped = true;
                    self.escape()?;
                }
                Some(octet) => return Err(self.error(no_control(octet))),
                None => return Err(self.error("the text ends inside a string")),
            }
        }
        let raw = self.since(start);
        self.at += 1;
        Ok(Quoted { raw, escaped })
    }

    fn escape(&mut self) -> Taken {
        match self.text.as_bytes().get(self.at + 1) {
            Some(b'"' | b'\\' | b'/' | b'b' | b'f' | b'n' | b'r' | b't') => {
                self.at += 2;
                return Ok(());
            }
            Some(b'u') => {}
            Some(b'x') => return Err(self.error("unknown escape: `\\x41` is written `\\u0041`")),
            Some(b'U') => {
                return Err(
                    self.error("unknown escape: write the character itself, or `\\u` and four digits")
                );
            }
            Some(b'\'') => return Err(self.error("unknown escape: `'` needs no backslash")),
            _ => return Err(self.error("unknown escape: a backslash itself is written `\\\\`")),
        }
        match self.unit(self.at) {
            Some(0xd800..0xdc00) if matches!(self.unit(self.at + 6), Some(0xdc00..0xe000)) => self.at += 12,
            Some(0xd800..0xe000) => {
                return Err(
                    self.error("half of a surrogate pair: after \\ud800 to \\udbff comes \\udc00 to \\udfff")
                );
            }
            Some(_) => self.at += 6,
            None => return Err(self.error("`\\u` takes four hexadecimal digits")),
        }
        Ok(())
    }

    /// The code unit of the escape `\uXXXX` at an offset.
    fn unit(&self, at: usize) -> Option<u32> {
        let digits = self.text.as_bytes().get(at..at + 6)?.strip_prefix(b"\\u")?;
        digits.iter().try_fold(0, |unit, digit| Some(unit << 4 | char::from(*digit).to_digit(16)?))
    }

    /// Reads an integer of at most 18 digits. For any other number, and if it is malformed, reads
    /// nothing; [`Cursor::number`] then returns the number or the error.
    #[inline]
    pub fn short_integer(&mut self) -> Option<i64> {
        let rest = self.text.as_bytes().get(self.at..)?;
        let negative = rest.first() == Some(&b'-');
        let digits = rest.get(usize::from(negative)..)?;
        let mut value = 0;
        let mut count = 0;
        while let Some(digit @ b'0'..=b'9') = digits.get(count) {
            if count == 18 {
                return None;
            }
            value = value * 10 + i64::from(digit & 15);
            count += 1;
        }
        let zeros = digits.first() == Some(&b'0') && count > 1;
        if count == 0 || zeros || digits.get(count).is_some_and(|octet| goes_on(*octet)) {
            return None;
        }
        self.at += count + usize::from(negative);
        Some(if negative { -value } else { value })
    }

    /// Reads a number.
    pub fn number(&mut self) -> Taken<&'t str> {
        let start = self.at;
        if self.peek() == Some(b'-') {
            self.at += 1;
        }
        match self.peek() {
            Some(b'0') => self.at += 1,
            _ => self.digits()?,
        }
        if self.peek() == Some(b'.') {
            self.at += 1;
            self.digits()?;
        }
        if matches!(self.peek(), Some(b'e' | b'E')) {
            self.at += 1;
            if matches!(self.peek(), Some(b'+' | b'-')) {
                self.at += 1;
            }
            self.digits()?;
        }
        self.ends(start)?;
        Ok(self.since(start))
    }

    fn digits(&mut self) -> Taken {
        let start = self.at;
        if self.peek() == Some(b'I') {
            let rest = self.text.get(self.at..).unwrap_or_default();
            let is_infinite = ["Infinity", "INF"].iter().any(|word| rest.starts_with(word));
            return Err(self.error(if is_infinite { NOT_FINITE } else { NO_DIGIT }));
        }
        while matches!(self.peek(), Some(b'0'..=b'9')) {
            self.at += 1;
        }
        if self.at == start {
            return Err(self.error(NO_DIGIT));
        }
        Ok(())
    }

    /// The text from here on.
    #[cold]
    fn since_here(&self) -> &'t str {
        self.text.get(self.at..).unwrap_or_default()
    }

    /// Reads a word: `null`, `true` or `false`.
    pub fn word(&mut self, word: &str) -> Taken {
        if !self.text.as_bytes().get(self.at..).unwrap_or_default().starts_with(word.as_bytes()) {
            let octet = self.peek().unwrap_or_default();
            return Err(self.error(match self.no_value(octet) {
                TEXT => "a value is expected: words are null, true and false, text goes in quotes",
                message => message,
            }));
        }
        let start = self.at;
        self.at += word.len();
        self.ends(start)
    }

    /// Checks that a number or word, which starts at `start`, ends here: `012` is not a 0 and a 12.
    fn ends(&self, start: usize) -> Taken {
        match self.peek() {
            Some(b'0'..=b'9') => Err(self.error(
                "a number cannot start with 0: remove the zero, or put hexadecimal digits in double quotes",
            )),
            Some(b'x' | b'X') => Err(self.error("numbers are decimal in JSON: there is no `0x`")),
            Some(b'o' | b'O') => Err(self.error("numbers are decimal in JSON: there is no `0o`")),
            Some(b'_') => Err(self.error("the digits of a number are not grouped: remove `_`")),
            Some(octet) if octet.is_ascii_alphabetic() && self.is_suffix(start) => {
                Err(self.error("a number has no suffix or unit: remove it"))
            }
            Some(octet) if goes_on(octet) => {
                Err(self.error("this is not a JSON value: text and hexadecimal digits go in double quotes"))
            }
            _ => Ok(()),
        }
    }

    /// Whether letters such as `UL` and `n` are all that follows a number. After one with a sign or a point, any
    /// letters are: it can't be hexadecimal digits.
    #[cold]
    fn is_suffix(&self, start: usize) -> bool {
        let before = self.at.checked_sub(1).and_then(|at| self.text.as_bytes().get(at));
        let is_number = self.since(start).contains(['-', '.']);
        let rest = self.since_here();
        let suffix =
            rest.find(|c: char| !c.is_alphanumeric()).and_then(|end| rest.get(..end)).unwrap_or(rest);
        let is_one =
            matches!(suffix.to_ascii_lowercase().as_str(), "u" | "l" | "ul" | "lu" | "ll" | "ull" | "n");
        let letters = is_number && suffix.bytes().all(|octet| octet.is_ascii_alphabetic());
        (is_one || letters) && before.is_some_and(u8::is_ascii_digit)
    }
}

/// The message for a control character in a string.
#[cold]
fn no_control(octet: u8) -> &'static str {
    match octet {
        b'\n' | b'\r' => {
            "the string doesn't end on its line: add the closing `\"`, or write a line break as \\n"
        }
        b'\t' => "write a tab in a string as \\t",
        _ => "write a control character in a string as \\u and four hexadecimal digits",
    }
}

/// Quotation marks that word processors put in place of plain ones.
const TYPOGRAPHIC: [char; 5] = ['\u{201c}', '\u{201d}', '\u{201e}', '\u{2018}', '\u{2019}'];

/// The message for a number that ends too early.
const NO_DIGIT: &str = "a digit is expected after `-`, `.` or `e`";

/// The message for a number that is infinite or none.
pub(crate) const NOT_FINITE: &str = "a value is expected: JSON has no NaN and no infinity; for a float write \"NaN\", \"Infinity\" or \"-Infinity\"";

const TEXT: &str = "a value is expected: text goes in double quotes";

const PLACEHOLDER: &str = "a value is expected: this looks like a placeholder that was not filled in";

/// Minus signs and dashes that word processors put in place of `-`.
const DASHES: [char; 3] = ['\u{2212}', '\u{2013}', '\u{2014}'];

/// The first characters of a text, as many as a name may have.
fn beginning(text: &str) -> &str {
    text.char_indices().nth(100).map_or(text, |(end, _)| text.get(..end).unwrap_or(text))
}

/// Whether a text is the rest of a placeholder such as `{{ name }}`, from its second bracket on.
fn is_placeholder(text: &str) -> bool {
    let inside = beginning(text).strip_prefix('{').and_then(|text| text.split_once("}}"));
    inside.is_some_and(|(name, _)| {
        let name = name.trim();
        !name.is_empty() && name.chars().all(|c| c.is_ascii_alphanumeric() || matches!(c, '_' | '.' | '-'))
    })
}

/// What follows the word or number at the start of a text.
fn after_word(text: &str) -> Option<&str> {
    let text = beginning(text);
    let end = text.find(|c: char| !c.is_ascii_alphanumeric() && c != '_' && c != '-')?;
    text.get(end..).filter(|_| end > 0)
}

/// The message for an octet that starts no value, with the text from there on.
#[cold]
fn no_value(octet: u8, text: &str) -> &'static str {
    const NOTHING: &str =
        "a value is expected: leave out a member that has no value, or write null for a NULL";
    let word =
        text.find(|c: char| !c.is_ascii_alphabetic()).map_or(text, |end| text.get(..end).unwrap_or(""));
    match octet {
        _ if ["None", "Null", "NULL", "Nil", "nil", "NIL", "undefined"].contains(&word) => NOTHING,
        b']' | b'}' => "a value is expected: this bracket closes nothing, or the value before it is missing",
        b',' => "a value is expected: write one comma between values, and none between the records of a file",
        b'\'' => "a value is expected: text goes in double quotes, not single ones",
        b'T' | b'F' if ["True", "TRUE", "False", "FALSE"].contains(&word) => {
            "a value is expected: write true and false in lowercase"
        }
        b'N' | b'I' if ["NaN", "Infinity", "Inf", "INF"].contains(&word) => NOT_FINITE,
        _ if ["yes", "Yes", "YES", "on", "On", "ON"].contains(&word) => {
            "a value is expected: write true, or put the text in double quotes"
        }
        _ if ["no", "No", "NO", "off", "Off", "OFF"].contains(&word) => {
            "a value is expected: write false, or put the text in double quotes"
        }
        b'+' => "a value is expected: a number has no `+` in front",
        b'.' if text.starts_with("...") => "a value is expected: `...` stands for nothing: write all values",
        b'.' => "a value is expected: a number has a digit before its point",
        b'`' if text.starts_with("```") => "a value is expected: remove the marks of Markdown",
        b'`' => TEXT,
        b'&' => "a value is expected: this is HTML or XML: write `\"` itself",
        b'(' => "a value is expected: an array goes in square brackets",
        b'$' | b'%' => PLACEHOLDER,
        b'@' => "a value is expected, not the name of a file",
        _ if text.starts_with(DASHES) => "a value is expected: write `-` for a minus sign",
        b';' => "a value is expected: remove the semicolon",
        b'/' | b'#' => "a value is expected: JSON has no comments",
        b'<' => "a value is expected: this looks like XML, and JSON is read here",
        b'>' => "a value is expected: remove the `>` that a mail program put there",
        _ if text.starts_with(TYPOGRAPHIC) => "a value is expected: write plain double quotes, `\"`",
        _ if text.starts_with('\u{a0}') => {
            "a value is expected: this is a no-break space (U+00A0): write a plain one"
        }
        _ if text.starts_with('\u{feff}') => {
            "a value is expected: this is a byte order mark (U+FEFF): remove it"
        }
        _ if text.starts_with('\u{200b}') => {
            "a value is expected: this is a zero width space (U+200B): remove it"
        }
        b'a'..=b'z' | b'A'..=b'Z' if after_word(text).is_some_and(|rest| rest.starts_with(':')) => {
            "JSON is read here: an object goes in braces, with the names of its members in double quotes"
        }
        b'a'..=b'z' | b'A'..=b'Z' => TEXT,
        _ => "a value is expected",
    }
}

/// The message for an octet where an array or object should continue or end.
#[cold]
fn no_end(close: u8, found: Option<u8>) -> &'static str {
    match (close, found) {
        (b'}', None) => "the text ends inside an object: `}` is missing",
        (_, None) => "the text ends inside an array: `]` is missing",
        (_, Some(b'/' | b'#')) => "JSON has no comments: remove this",
        (b']', Some(b':')) => "`]` is missing: the array is not closed before the name of this member",
        (b'}', Some(b']')) => "`,` or `}` is expected: the object is not closed before this",
        (b']', Some(b'}')) => "`,` or `]` is expected: the array is not closed before this",
        (b'}', Some(b'"' | b'{' | b'[' | b'0'..=b'9')) => {
            "`,` or `}` is expected: is a comma missing before this?"
        }
        (_, Some(b'"' | b'{' | b'[' | b'0'..=b'9')) => {
            "`,` or `]` is expected: is a comma missing before this?"
        }
        (_, Some(b'+')) => "JSON has no `+`: write the whole value",
        (_, Some(b';')) => "remove the semicolon: members and elements are separated by commas",
        (b'}', Some(b'a'..=b'z' | b'A'..=b'Z')) => {
            "`,` or `}` is expected: is a closing `\"` missing before this, or a `\"` in the text not written \\\"?"
        }
        (_, Some(b'a'..=b'z' | b'A'..=b'Z')) => {
            "`,` or `]` is expected: is a closing `\"` missing before this, or a `\"` in the text not written \\\"?"
        }
        (b'}', Some(_)) => "`,` or `}` is expected",
        (_, Some(_)) => "`,` or `]` is expected",
    }
}

/// The message for an octet where a member's name should start.
#[cold]
fn no_name(found: Option<u8>, text: &str) -> &'static str {
    match found {
        Some(b'/' | b'#') => "the name of a member is expected: JSON has no comments",
        Some(b'0'..=b'9') if after_word(text).is_some_and(|rest| rest.trim_start().starts_with(':')) => {
            "the name of a member goes in double quotes, even if it is a number"
        }
        Some(b'0'..=b'9') => {
            "the name of a member is expected, in double quotes: a number has a decimal point, and no commas"
        }
        Some(b'\'') => "the name of a member is expected, in double quotes, not single ones",
        Some(0xe2) => "the name of a member is expected, in plain double quotes, `\"`",
        Some(b',') => "the name of a member is expected: remove one of the commas",
        Some(b'>') => "the name of a member is expected: remove the `>` that a mail program put there",
        Some(b'{') => "the name of a member is expected: an array goes in square brackets",
        Some(b'.') if text.starts_with("...") => "`...` stands for nothing: write all members",
        Some(b'a'..=b'z') if after_word(text).is_some_and(is_value) => {
            "the name of a member is expected: JSON is read here, not ASN.1 value notation"
        }
        _ => "the name of a member is expected, in double quotes",
    }
}

/// Whether a text begins with white space and a value.
fn is_value(text: &str) -> bool {
    let value = text.trim_start();
    value.len() < text.len() && value.starts_with(|c: char| c.is_ascii_alphanumeric() || "\"'{-".contains(c))
}

/// Whether an octet directly after a number or word makes it invalid.
fn goes_on(octet: u8) -> bool {
    matches!(octet, b'0'..=b'9' | b'+' | b'-' | b'.' | b'_' | b'a'..=b'z' | b'A'..=b'Z' | 0x80..)
}

/// Resolves the escapes of a string, which have been checked.
#[expect(clippy::indexing_slicing, reason = "the cursor saw that each backslash has a character behind it")]
fn unescape(raw: &str) -> String {
    let mut text = String::with_capacity(raw.len());
    let mut rest = raw;
    while let Some(at) = rest.find('\\') {
        text.push_str(&rest[..at]);
        let unit =
            |at: usize| rest.get(at..at + 4).and_then(|h| u32::from_str_radix(h, 16).ok()).unwrap_or(0);
        let (character, taken) = match rest.as_bytes()[at + 1] {
            b'b' => ('\u{8}', 2),
            b'f' => ('\u{c}', 2),
            b'n' => ('\n', 2),
            b'r' => ('\r', 2),
            b't' => ('\t', 2),
            b'u' => match unit(at + 2) {
                high @ 0xd800..0xdc00 => {
                    let code =
                        0x10000 + ((high - 0xd800) << 10) + (unit(at + 8).wrapping_sub(0xdc00) & 0x3ff);
                    (char::from_u32(code).unwrap_or(char::REPLACEMENT_CHARACTER), 12)
                }
                code => (char::from_u32(code).unwrap_or(char::REPLACEMENT_CHARACTER), 6),
            },
            other => (char::from(other), 2),
        };
        text.push(character);
        rest = &rest[at + taken..];
    }
    text.push_str(rest);
    text
}

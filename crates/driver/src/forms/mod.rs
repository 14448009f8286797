//! The forms of binary data in files: raw, hexadecimal, Base64, PEM, one PDU per line.

pub mod digits;
mod dump;

mod part;
pub mod pem;
mod text_lines;

use std::io::Read;

use digits::{Digits, Octets};
use pem::Blocks;
use text_lines::Lines;

use crate::identify::is_encoded;

pub use part::{FormError, Part, Spot};

/// How bytes are written in a file.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Form {
    /// Raw bytes.
    Raw,
    /// Hexadecimal digits; white space, `:`, `-`, a leading `0x` and the quotation marks of `'3003'H` are skipped.
    Hex,
    /// Base64 or base64url (RFC 4648, sections 4 and 5); white space is skipped.
    Base64,
    /// Base64 blocks between `-----BEGIN` and `-----END` lines (RFC 7468); anything outside is skipped.
    Pem,
    /// Hexadecimal digits, one PDU per line.
    HexLines,
    /// Base64, one PDU per line.
    Base64Lines,
    /// As tools print them: hexadecimal digits with offsets and characters, C arrays and escaped strings.
    Dump,
}

impl Form {
    /// All forms, in the order in which lists show them.
    pub const ALL: [Form; 7] =
        [Form::Raw, Form::Hex, Form::Base64, Form::Pem, Form::HexLines, Form::Base64Lines, Form::Dump];

    /// The name on the command line.
    pub fn word(self) -> &'static str {
        match self {
            Form::Raw => "raw",
            Form::Hex => "hex",
            Form::Base64 => "base64",
            Form::Pem => "pem",
            Form::HexLines => "hex-lines",
            Form::Base64Lines => "base64-lines",
            Form::Dump => "dump",
        }
    }

    /// A human-readable name.
    pub fn name(self) -> &'static str {
        match self {
            Form::Raw => "octets as they are",
            Form::Hex => "hexadecimal digits",
            Form::Base64 => "Base64",
            Form::Pem => "PEM",
            Form::HexLines => "lines of hexadecimal digits",
            Form::Base64Lines => "lines of Base64",
            Form::Dump => "a dump with offsets, or an array",
        }
    }

    /// Guesses the form of a file from its contents.
    pub fn guess(input: &[u8]) -> Form {
        let text = unmarked(input).trim_ascii();
        let is = |test: fn(&u8) -> bool| !text.is_empty() && text.iter().all(test);
        if has_pem(text) {
            return Form::Pem;
        }
        if dump::is_dump(text) {
            return Form::Dump;
        }
        let digits = text.strip_prefix(b"0x").unwrap_or(text);
        if digits.len() < text.len() && !digits.is_empty() && digits.iter().all(is_hex) || is_quoted(text) {
            return Form::Hex;
        }
        if is_dashed(text) {
            return if text.contains(&b'\n') { Form::HexLines } else { Form::Hex };
        }
        if is(|b| b.is_ascii_hexdigit() || b.is_ascii_whitespace() || *b == b':') {
            if is_wrapped(text) {
                return Form::Hex;
            }
            let mut lines = text.split(|b| *b == b'\n').map(|l| l.trim_ascii());
            let even = lines.all(|l| !l.is_empty() && l.len() % 2 == 0 && !l.contains(&b' '));
            let several = text.contains(&b'\n');
            return if several && even { Form::HexLines } else { Form::Hex };
        }
        if let Some(form) = among_words(text) {
            return form;
        }
        if is(|b| b.is_ascii_alphanumeric() || b.is_ascii_whitespace() || b"+/=-_".contains(b)) {
            let characters = text.iter().filter(|b| !b.is_ascii_whitespace()).count();
            // RFC 4648, section 4: groups are complete. The words of natural text rarely add up to a multiple
            // of four. In base64url, they may be incomplete, and words may be joined as in text.
            let is_plain = characters % 4 == 0 && !text.iter().any(|b| b"-_".contains(b));
            let is_base64 = is_plain || Digits::several().all(text).is_ok_and(|octets| is_encoded(&octets));
            return if is_base64 { Form::Base64 } else { Form::Raw };
        }
        Form::Raw
    }

    /// The bytes of an input, in parts that hold whole PDUs: one part, except for PEM (one per block) and
    /// hex-lines (one per line). Empty if the text holds no bytes.
    pub fn parts(self, input: Vec<u8>) -> Vec<Part> {
        let length = input.len();
        let one = |octets: Result<Vec<u8>, FormError>| match octets {
            Ok(octets) if octets.is_empty() => Vec::new(),
            octets => vec![Part { offset: 0, line: 1, text: length, label: String::new(), octets }],
        };
        let text = unmarked(&input);
        match self {
            Form::Raw => one(Ok(input)),
            Form::Hex => one(Digits::hex(Spot::START).all(text)),
            Form::Base64 => one(Digits::several().all(text)),
            Form::Pem => pem_blocks(text),
            Form::Dump => Form::dumps(text).unwrap_or_else(|| one(dump::octets(text))),
            Form::HexLines => lines(text, Digits::hex),
            Form::Base64Lines => lines(text, Digits::base64),
        }
    }

    /// A reader of the bytes of `hex` and `base64`, in which the whole input is one text.
    pub fn read<R: Read>(self, input: R) -> Option<Octets<R>> {
        match self {
            Form::Hex => Some(Octets::new(input, Digits::hex(Spot::START))),
            Form::Base64 => Some(Octets::new(input, Digits::several())),
            Form::Raw | Form::Pem | Form::HexLines | Form::Base64Lines | Form::Dump => None,
        }
    }

    /// Guesses the form from the beginning of a longer file.
    pub fn guess_beginning(input: &[u8]) -> Form {
        // The last line may continue; Base64 lines consist of complete groups all the same.
        let lines = input.iter().rposition(|octet| *octet == b'\n').map_or(input.len(), |at| at + 1);
        Form::guess(input.get(..lines).unwrap_or_default())
    }

    /// The bytes of a text that holds one PDU.
    ///
    /// # Errors
    /// The text is not of this form, or holds no PDU or more than one.
    pub fn octets(self, text: &[u8]) -> Result<Vec<u8>, FormError> {
        match self {
            Form::Raw => Ok(text.to_vec()),
            Form::Hex | Form::HexLines => Digits::hex(Spot::START).all(unmarked(text)),
            Form::Base64 | Form::Base64Lines => Digits::base64(Spot::START).all(unmarked(text)),
            Form::Dump if dump::sections(unmarked(text)).len() > 1 => {
                Err(FormError::new(Spot::START, "several dumps, each with offsets of its own"))
            }
            Form::Dump => dump::octets(unmarked(text)),
            Form::Pem => match <[Part; 1]>::try_from(pem_blocks(unmarked(text))) {
                Ok([part]) => part.octets,
                Err(_) => Err(FormError::new(Spot::START, "not one PEM block")),
            },
        }
    }

    /// The dumps of a text with several, each a PDU with offsets of its own.
    pub(crate) fn dumps(text: &[u8]) -> Option<Vec<Part>> {
        let sections = dump::sections(unmarked(text));
        (sections.len() > 1).then(|| dump::parts(&sections))
    }

    /// Whether each line is one PDU.
    pub fn is_lines(self) -> bool {
        matches!(self, Form::HexLines | Form::Base64Lines)
    }

    /// The unit that is always one PDU, whatever it contains: a line, or a PEM block. In other forms only the
    /// bytes themselves show where a PDU ends.
    pub fn part(self) -> Option<&'static str> {
        match self {
            Form::HexLines | Form::Base64Lines => Some("line"),
            Form::Pem => Some("block"),
            Form::Raw | Form::Hex | Form::Base64 | Form::Dump => None,
        }
    }

    /// Appends one PDU to an output. `label` names a PEM block.
    pub fn write(self, out: &mut Vec<u8>, octets: &[u8], label: &str) {
        match self {
            Form::Raw => out.extend_from_slice(octets),
            Form::Hex | Form::HexLines => {
                push_hex(out, octets);
                out.push(b'\n');
            }
            Form::Base64 | Form::Base64Lines => {
                push_base64(out, octets);
                out.push(b'\n');
            }
            Form::Dump => dump::write(out, octets),
            Form::Pem => {
                let mut text = Vec::new();
                push_base64(&mut text, octets);
                out.extend_from_slice(format!("-----BEGIN {label}-----\n").as_bytes());
                for line in text.chunks(64) {
                    out.extend_from_slice(line);
                    out.push(b'\n');
                }
                out.extend_from_slice(format!("-----END {label}-----\n").as_bytes());
            }
        }
    }
}

impl std::str::FromStr for Form {
    type Err = String;

    fn from_str(word: &str) -> Result<Form, String> {
        let all = Form::ALL.map(Form::word).join(", ");
        Form::ALL.into_iter().find(|form| form.word() == word).ok_or(format!("the forms are {all}"))
    }
}

/// The byte order mark that Windows programs write before text (RFC 3629, section 6); not part of the text.
pub const MARK: &[u8] = "\u{feff}".as_bytes();

/// What may occur in a text of hexadecimal digits, after `0x`.
fn is_hex(octet: &u8) -> bool {
    octet.is_ascii_hexdigit() || octet.is_ascii_whitespace() || *octet == b':'
}

/// Whether a text is digits in the notation of ASN.1: `'3003'H`.
fn is_quoted(text: &[u8]) -> bool {
    let inner = text.strip_prefix(b"'").and_then(|text| text.strip_suffix(b"'H"));
    inner.is_some_and(|digits| !digits.is_empty() && digits.iter().all(is_hex))
}

/// The form of a text of which at least half is hexadecimal digits, with words among them: comments, times, or
/// damage. The words are errors where they stand, since what is read must not be guessed.
fn among_words(text: &[u8]) -> Option<Form> {
    let is_printed = |text: &str| !text.chars().any(|c| c.is_control() && !c.is_ascii_whitespace());
    let text = std::str::from_utf8(text).ok().filter(|text| is_printed(text))?;
    let is_digits = |word: &&str| word.len().is_multiple_of(2) && word.bytes().all(|b| b.is_ascii_hexdigit());
    let (mut all, mut digits, mut longest, mut has_number) = (0, 0, 0, false);
    for word in text.split_ascii_whitespace() {
        all += word.len();
        if is_digits(&word) {
            digits += word.len();
            longest = longest.max(word.len());
            has_number |= word.bytes().any(|b| b.is_ascii_digit());
        }
    }
    let is_mostly = has_number && digits >= LEAST_DIGITS && digits * 2 >= all;
    is_mostly.then_some(if longest > 2 { Form::HexLines } else { Form::Hex })
}

/// The least number of digits that are taken for data among words.
const LEAST_DIGITS: usize = 8;

/// Whether each line is pairs of digits with `-` between them, as .NET prints bytes.
fn is_dashed(text: &[u8]) -> bool {
    let is_pair = |pair: &[u8]| pair.len() == 2 && pair.iter().all(u8::is_ascii_hexdigit);
    let mut lines = text.split(|octet| *octet == b'\n').map(<[u8]>::trim_ascii);
    lines.all(|line| line.contains(&b'-') && line.split(|octet| *octet == b'-').all(is_pair))
}

/// The number of digits that `xxd -p` and others write per line by default, and a divisor of those that they are told
/// to.
const WRAPPED: usize = 60;
const WIDTH: usize = 16;

/// Whether one text of digits spans several lines, as `xxd -p` writes it, as far as that can be known without
/// the type: the lines are full, and some line is not a complete value.
fn is_wrapped(text: &[u8]) -> bool {
    full_lines(text).is_some_and(|lines| !lines.iter().all(|line| is_encoded(line)))
}

/// The bytes of each line of a text of digits in which all lines but the last are as long as `xxd -p` writes
/// them, so that they may be one value or several. If that length is not the default, the last line has to be
/// shorter: values of one size are more common.
pub(crate) fn full_lines(text: &[u8]) -> Option<Vec<Vec<u8>>> {
    let text = unmarked(text).trim_ascii();
    let lines: Vec<&[u8]> = text.split(|octet| *octet == b'\n').map(<[u8]>::trim_ascii).collect();
    let (last, full) = lines.split_last()?;
    let width = full.first().map_or(0, |line| line.len());
    let is_width =
        width == WRAPPED && last.len() <= width || width.is_multiple_of(WIDTH) && last.len() < width;
    if !is_width
        || full.iter().any(|line| line.len() != width)
        || lines.iter().any(|line| !line.iter().all(u8::is_ascii_hexdigit))
    {
        return None;
    }
    lines.iter().map(|line| Digits::hex(Spot::START).all(line).ok()).collect()
}

/// Whether a text has a PEM block, possibly after explanatory lines.
fn has_pem(text: &[u8]) -> bool {
    const BEGIN: &[u8] = b"-----BEGIN ";
    let begins = text.split(|octet| *octet == b'\n').any(|line| line.trim_ascii_start().starts_with(BEGIN));
    text.starts_with(BEGIN) || begins && std::str::from_utf8(text).is_ok()
}

/// Removes a leading byte order mark.
pub(crate) fn unmarked(text: &[u8]) -> &[u8] {
    text.strip_prefix(MARK).unwrap_or(text)
}

/// The non-empty lines of a text.
fn lines(text: &[u8], digits: fn(Spot) -> Digits) -> Vec<Part> {
    let all = Lines::of(text).enumerate();
    let filled = all.filter(|(_, (_, line))| !line.trim_ascii().is_empty());
    let part = |(index, (offset, text)): (usize, (usize, &[u8]))| {
        let line = index + 1;
        let octets = digits(Spot { offset, line, column: 1 }).all(text);
        Part { offset, line, text: text.len(), label: String::new(), octets }
    };
    filled.map(part).collect()
}

/// PEM blocks. A block is damaged if the next one begins within it or it never ends.
fn pem_blocks(text: &[u8]) -> Vec<Part> {
    // Reading a text in memory cannot fail.
    Blocks::new(text).map_while(Result::ok).collect()
}

fn push_hex(out: &mut Vec<u8>, octets: &[u8]) {
    const DIGITS: &[u8; 16] = b"0123456789abcdef";
    for octet in octets {
        out.extend_from_slice(&[DIGITS[usize::from(octet >> 4)], DIGITS[usize::from(octet & 15)]]);
    }
}

fn push_base64(out: &mut Vec<u8>, octets: &[u8]) {
    const CHARACTERS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    for chunk in octets.chunks(3) {
        let mut three = [0; 3];
        three[..chunk.len()].copy_from_slice(chunk);
        let window = u32::from_be_bytes([0, three[0], three[1], three[2]]);
        for i in 0..4 {
            out.push(match i <= chunk.len() {
                true => CHARACTERS[(window >> (18 - 6 * i)) as usize & 63],
                false => b'=',
            });
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn forms_go_both_ways() {
        for length in 0..70 {
            let octets: Vec<u8> = (0..length).map(|i: u8| i.wrapping_mul(37)).collect();
            for form in Form::ALL {
                let mut text = Vec::new();
                form.write(&mut text, &octets, "X");
                let parts: Vec<_> = form.parts(text).into_iter().map(|part| part.octets.unwrap()).collect();
                let none = form != Form::Pem && octets.is_empty();
                let wanted = if none { vec![] } else { vec![octets.clone()] };
                assert_eq!(parts, wanted, "{form:?}");
            }
        }
    }

    #[test]
    fn texts_of_base64_stand_behind_one_another() {
        let mut text = Vec::new();
        [&b"a"[..], b"bcd", b"ef"].iter().for_each(|octets| Form::Base64.write(&mut text, octets, ""));
        let parts: Vec<_> = Form::Base64.parts(text).into_iter().map(|part| part.octets).collect();
        assert_eq!(parts, [Ok(b"abcdef".to_vec())]);
    }

    #[test]
    fn faults_have_places() {
        // The line at which a part begins, and byte, line and column of the error.
        let faults = |form: Form, text: &[u8]| -> Vec<(usize, (usize, usize, usize))> {
            let parts = form.parts(text.to_vec()).into_iter();
            let spot = |Spot { offset, line, column }| (offset, line, column);
            parts.filter_map(|part| Some((part.line, spot(part.octets.err()?.spot)))).collect()
        };
        assert_eq!(faults(Form::Hex, b"0x01 0g"), [(1, (6, 1, 7))]);
        assert_eq!(faults(Form::Hex, b"012"), [(1, (3, 1, 4))]);
        assert_eq!(faults(Form::Hex, b"01\n2g"), [(1, (4, 2, 2))]);
        assert_eq!(faults(Form::HexLines, b"01\n\n0\n02\n0g"), [(3, (5, 3, 2)), (5, (10, 5, 2))]);
        assert_eq!(faults(Form::Base64, b"AA==A"), [(1, (4, 1, 5))]);
        assert_eq!(faults(Form::Base64, b"AA==\nAA==A"), [(1, (9, 2, 5))]);
        let pem = b"x\n-----BEGIN X-----\nAA$A\n-----END X-----\n-----BEGIN X-----\n-----BEGIN X-----\n";
        assert_eq!(faults(Form::Pem, pem), [(2, (22, 3, 3)), (5, (41, 5, 1)), (6, (59, 6, 1))]);
        let other = b"-----BEGIN X-----\nAAAA\n-----END Y-----\n";
        assert_eq!(faults(Form::Pem, other), [(1, (23, 3, 1))]);
        assert_eq!(Form::Pem.parts(b"MAMCAQE=".to_vec()), []);
    }

    #[test]
    fn a_byte_order_mark_is_no_part_of_a_text() {
        for form in Form::ALL {
            let mut text = Vec::new();
            form.write(&mut text, &[0x30, 0x00], "X");
            let marked = [MARK, &text].concat();
            let raw = form == Form::Raw;
            let wanted = if raw { marked.clone() } else { vec![0x30, 0x00] };
            let parts: Vec<_> = form.parts(marked.clone()).into_iter().map(|part| part.octets).collect();
            assert_eq!(parts, [Ok(wanted.clone())], "{form:?}");
            assert_eq!(form.octets(&marked), Ok(wanted), "{form:?}");
            assert_eq!(Form::guess(&marked), if raw { Form::Raw } else { Form::guess(&text) }, "{form:?}");
        }
    }

    #[test]
    fn guesses_are_told_by_looks() {
        let rows: [(&[u8], Form); 17] = [
            (b"0000   30 03 02 01 01   0....", Form::Dump),
            (b"unsigned char a[] = { 0x30, 0x03 };", Form::Dump),
            (b"subject=CN = x\n-----BEGIN X-----\n", Form::Pem),
            (b"hello", Form::Raw),
            (b"3003020101", Form::Hex),
            (b"30 03\n02 01 01", Form::Hex),
            (b"3003\n0201\n", Form::HexLines),
            (b"0000  30 03 02 01\n0004  01\n\n0000  30 03 02 01 01\n", Form::Dump),
            (b"MAMCAQE=", Form::Base64),
            (b"-----BEGIN X-----\n", Form::Pem),
            (b"0\x03\x02\x01\x01", Form::Raw),
            // Words among digits are errors, not a reason to read the characters as data.
            (b"# a log\n3003020101\n3003020102\n", Form::HexLines),
            (b"12:00:01 RX 3003020101300302010130030201013003020101", Form::HexLines),
            (b"3003020101 # first", Form::HexLines),
            (b"30 03 02 01 01 # first", Form::Hex),
            (b"the dead beef of a facade.", Form::Raw),
            (b"{\"a\":3003020101}", Form::Raw),
        ];
        for (input, form) in rows {
            assert_eq!(Form::guess(input), form);
        }
    }

    #[test]
    fn values_are_told_from_text_where_base64_is_incomplete() {
        let rows: [(&[u8], Form); 6] = [
            (b"MAkEBwAA__79_P8", Form::Base64),
            (b"MAYCAQUEAQA", Form::Base64),
            (b"MAYCAQUEAQA=", Form::Base64),
            (b"well-known", Form::Raw),
            (b"well-known-x", Form::Raw),
            (b"hello world", Form::Raw),
        ];
        for (text, form) in rows {
            assert_eq!(Form::guess(text), form, "{}", String::from_utf8_lossy(text));
        }
    }

    #[test]
    fn prose_around_dumps_is_skipped() {
        let text = b"Sending 2 bytes\n0000: 05 00    ..\n\nReceived 3 bytes\n0000: 01 01 FF    ...\n";
        let parts: Vec<_> = Form::Dump.parts(text.to_vec()).into_iter().map(|p| (p.line, p.octets)).collect();
        assert_eq!(parts, [(2, Ok(vec![5, 0])), (5, Ok(vec![1, 1, 0xff]))]);
    }

    #[test]
    fn dumps_that_begin_again_are_parts_of_their_own() {
        let text = b"0000  30 03 02 01\n0004  01\n\n0000  30 03 02\n";
        let parts: Vec<_> = Form::Dump.parts(text.to_vec()).into_iter().map(|p| (p.line, p.octets)).collect();
        assert_eq!(parts, [(1, Ok(vec![0x30, 3, 2, 1, 1])), (4, Ok(vec![0x30, 3, 2]))]);
        assert_eq!(Form::dumps(b"0000  30 03 02 01\n0004  01\n"), None);
        let dumps = Form::dumps(b"0000  30 03\n0002  01\n0000  30\n0005  01\n").unwrap();
        let [good, wrong] = dumps.try_into().unwrap();
        assert_eq!(good.octets, Ok(vec![0x30, 3, 1]));
        assert_eq!(wrong.after(2).octets.unwrap_err().spot.line, 5);
    }

    #[test]
    fn full_lines_are_one_value_unless_each_is_one() {
        let value = |length: u8| [&[0x04, length - 2][..], &vec![0; usize::from(length) - 2]].concat();
        let text = |octets: &[u8]| {
            let mut text = Vec::new();
            for line in octets.chunks(30) {
                push_hex(&mut text, line);
                text.push(b'\n');
            }
            text
        };
        assert_eq!(Form::guess(&text(&value(60))), Form::Hex);
        assert_eq!(Form::guess(&text(&value(70))), Form::Hex);
        assert_eq!(Form::guess(&text(&[value(30), value(30)].concat())), Form::HexLines);
        assert_eq!(Form::guess(&text(&[value(30), value(12)].concat())), Form::HexLines);
        // xxd -p -c 16
        assert_eq!(Form::guess(b"04120000000000000000000000000000\n00000000\n"), Form::Hex);
        assert_eq!(Form::guess(b"01020304050607\n0a0b0c0d\n"), Form::HexLines);
    }
}

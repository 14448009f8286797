//! Bytes as tools print them for human readers: with offsets before and characters after them (`xxd`,
//! `hexdump -C`, `od`, `tcpdump`, Wireshark), or as C arrays and strings.
//!
//! An offset gives the number of bytes before its line. It is checked, and never taken for data.

mod arrays;
mod rows;

use super::part::{FormError, Part, Spot};
use arrays::{escapes, is_literal, is_numbers, literals, numbers};
use rows::{begins, lines, radix, Radix};

pub use rows::sections;

/// The kind of dump.
#[derive(Debug, Clone, PartialEq, Eq)]
enum Kind {
    /// Lines that begin with an offset; an error if its radix can't be told.
    Offsets(Result<Radix, FormError>),
    /// Comma-separated numbers, possibly in braces.
    Numbers,
    /// Characters such as `\x30`.
    Escapes,
    /// Literals of Python: `b'0\x81'`.
    Literals,
}

/// Whether a text is a dump.
pub fn is_dump(text: &[u8]) -> bool {
    kind(text).is_some()
}

/// The bytes of a dump.
///
/// # Errors
/// It is not a dump, or contradicts itself.
pub fn octets(text: &[u8]) -> Result<Vec<u8>, FormError> {
    match kind(text) {
        Some(Kind::Offsets(radix)) => {
            let (start, section) = sections(text).into_iter().next().unwrap_or((Spot::START, text));
            radix.and_then(|radix| lines(section, radix)).map_err(|error| placed(error, start))
        }
        Some(Kind::Numbers) => numbers(text),
        Some(Kind::Escapes) => escapes(text),
        Some(Kind::Literals) => literals(text),
        None if text.trim_ascii().is_empty() => Ok(Vec::new()),
        // Contradictory offsets are reported with their line.
        None if begins(text) => lines(text, Radix::Hex),
        None => Err(FormError::new(Spot::START, "no offset, array or escaped string begins here")),
    }
}

fn kind(text: &[u8]) -> Option<Kind> {
    let trimmed = text.trim_ascii();
    let quoted = trimmed.iter().position(|octet| !b"b\"'".contains(octet)).unwrap_or(0);
    if trimmed.get(quoted..).is_some_and(|rest| rest.starts_with(b"\\x")) {
        return Some(Kind::Escapes);
    }
    if is_literal(trimmed) {
        return Some(Kind::Literals);
    }
    if is_numbers(trimmed) {
        return Some(Kind::Numbers);
    }
    let first = sections(text).first().map_or(text, |(_, section)| *section);
    radix(first).map(Kind::Offsets)
}

/// The bytes of several dumps.
pub fn parts(sections: &[(Spot, &[u8])]) -> Vec<Part> {
    let part = |(start, text): &(Spot, &[u8])| {
        let octets = octets(text).map_err(|error| placed(error, *start));
        Part { offset: start.offset, line: start.line, text: text.len(), label: String::new(), octets }
    };
    sections.iter().map(part).collect()
}

/// An error in a section that starts at a position.
fn placed(error: FormError, start: Spot) -> FormError {
    let Spot { offset, line, column } = error.spot;
    let spot = Spot { offset: offset + start.offset, line: line + start.line - 1, column };
    FormError { spot, ..error }
}

/// Writes bytes as `hexdump -C` does.
pub fn write(out: &mut Vec<u8>, octets: &[u8]) {
    for (row, line) in octets.chunks(16).enumerate() {
        let digits: String = line
            .iter()
            .enumerate()
            .map(|(at, octet)| format!("{}{octet:02x} ", if at % 8 == 0 { " " } else { "" }))
            .collect();
        let shown = |octet: &u8| if (0x20..0x7f).contains(octet) { char::from(*octet) } else { '.' };
        let characters: String = line.iter().map(shown).collect();
        out.extend_from_slice(format!("{:08x} {digits:50} |{characters}|\n", row * 16).as_bytes());
    }
    if !octets.is_empty() {
        out.extend_from_slice(format!("{:08x}\n", octets.len()).as_bytes());
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dumps_are_told_from_digits() {
        for text in [
            &b"3003 0201 05"[..],
            b"30 03 02 01 05",
            b"0000 0001",
            b"0x3003020105",
            b"30030201\n05000000",
            b"0102 0304\n0506 0708\n",
            b"MAMCAQU=",
            b"hello, world",
            b"",
        ] {
            assert!(!is_dump(text), "{}", String::from_utf8_lossy(text));
        }
    }

    #[test]
    fn an_offset_that_does_not_follow_is_an_error() {
        let text = b"0000  30 03 02 01\n0004  05 30 03 02\n0007  01 05\n";
        assert_eq!(octets(text).unwrap_err().spot.line, 2);
        let text = b"00000000  30 03 02 01  |0...|\n00000004  05 30 03 02  |.0..|\n0000000a  01 05  |..|\n";
        assert_eq!(octets(text).unwrap_err().spot.line, 2);
        let text = b"0000  30 03 02 01\n0004  05 30 03\n0008  02 01 05 30\n000c  01 05\n";
        assert!(is_dump(text));
        assert_eq!(octets(text).unwrap_err().message, "this line has 3 bytes, the offsets say 4");
        let words = b"0000000 0330 0102 0005\n0000005\n";
        assert!(octets(words).unwrap_err().message.contains("words"));
    }

    /// Dumps of one message, as tools write them.
    #[test]
    fn dumps_of_all_tools_are_read() {
        let message = b"\x30\x29\x02\x01\x00\x04\x06public\xa0\x1c\x02\x04\x7a\xd0\xb7\xe8";
        let rows = [
            // od -A d -t x1
            "0000000 30 29 02 01 00 04 06 70 75 62 6c 69 63 a0 1c 02\n0000016 04 7a d0 b7 e8\n0000021\n",
            // od -t x1
            "0000000 30 29 02 01 00 04 06 70 75 62 6c 69 63 a0 1c 02\n0000020 04 7a d0 b7 e8\n0000025\n",
            // od -A x -t x1
            "000000 30 29 02 01 00 04 06 70 75 62 6c 69 63 a0 1c 02\n000010 04 7a d0 b7 e8\n000015\n",
            // od -t x1z
            "0000000 30 29 02 01 00 04 06 70 75 62 6c 69 63 a0 1c 02  >0).....public...<\n\
             0000020 04 7a d0 b7 e8                                   >.z...<\n0000025\n",
            // od -A d -t x1z
            "0000000 30 29 02 01 00 04 06 70 75 62 6c 69 63 a0 1c 02  >0).....public...<\n\
             0000016 04 7a d0 b7 e8                                   >.z...<\n0000021\n",
            // snmpget -d
            "\nSending 21 bytes to UDP: [127.0.0.1]:161->[0.0.0.0]:0\n\
             0000: 30 29 02 01  00 04 06 70  75 62 6C 69  63 A0 1C 02    0).....public...\n\
             0016: 04 7A D0 B7  E8                                       .z...\n\n",
            // tcpdump -X and -x
            "12:34:56.789012 IP 10.0.0.1.40000 > 10.0.0.2.161:  GetRequest(28)\n\
             \t0x0000:  3029 0201 0004 0670 7562 6c69 63a0 1c02  0).....public...\n\
             \t0x0010:  047a d0b7 e8                             .z...\n",
            "\t0x0000:  3029 0201 0004 0670 7562 6c69 63a0 1c02\n\t0x0010:  047a d0b7 e8\n",
            // Wireshark's hex dump, escaped string and C array
            "0000   30 29 02 01 00 04 06 70 75 62 6c 69 63 a0 1c 02   0).....public...\n\
             0010   04 7a d0 b7 e8                                    .z...\n",
            "\"\\x30\\x29\\x02\\x01\\x00\\x04\\x06\\x70\\x75\\x62\\x6c\\x69\\x63\\xa0\\x1c\\x02\" \\\n\
             \"\\x04\\x7a\\xd0\\xb7\\xe8\"\n",
            "static const unsigned char pkt1[21] = {\n\
             0x30, 0x29, 0x02, 0x01, 0x00, 0x04, 0x06, 0x70, /* 0).....p */\n\
             0x75, 0x62, 0x6c, 0x69, 0x63, 0xa0, 0x1c, 0x02, /* ublic... */\n\
             0x04, 0x7a, 0xd0, 0xb7, 0xe8 /* .z... */\n};\n",
        ];
        for text in rows {
            assert!(is_dump(text.as_bytes()), "{text}");
            assert_eq!(octets(text.as_bytes()), Ok(message.to_vec()), "{text}");
        }
    }

    #[test]
    fn words_are_refused() {
        let rows = [
            // hexdump
            "0000000 2930 0102 0400 7006 6275 696c a063 021c\n0000010 7a04 b7d0 00e8\n0000015\n",
            // od
            "0000000 024460 000402 002000 070006 061165 064554 120143 001034\n0000020 075004 133720 000350\n0000025\n",
            // od -A x -t x4
            "000000 01022930 70060400 696c6275 021ca063\n000010 b7d07a04 000000e8\n000015\n",
            // xxd -e
            "00000000: 01022930 70060400 696c6275 021ca063  0).....public...\n\
             00000010: b7d07a04       e8                    .z...\n",
        ];
        for text in rows {
            assert!(is_dump(text.as_bytes()), "{text}");
            assert_eq!(
                octets(text.as_bytes()).map_err(|error| error.message),
                Err(rows::WORDS.into()),
                "{text}"
            );
        }
    }

    #[test]
    fn lines_that_are_repeated_are_there() {
        let text = b"00000000  00 00 00 00 00 00 00 00  00 00 00 00 00 00 00 00  |................|\n*\n00000030  01  |.|\n00000031\n";
        let mut wanted = vec![0; 48];
        wanted.push(1);
        assert_eq!(octets(text), Ok(wanted));
        let huge = b"00000000  00 00  |..|\n*\nffffffff0000  01  |.|\n";
        assert!(octets(huge).is_err());
    }

    /// Offsets of `od` are octal unless it is told otherwise, whatever `*` hides.
    #[test]
    fn repeated_lines_are_counted_in_the_radix_of_the_offsets() {
        let row = "00 01 02 03 04 05 06 07 08 09 0a 0b 0c 0d 0e 0f";
        let dump =
            |offsets: [&str; 3]| format!("{} {row}\n*\n{} 10 11\n{}\n", offsets[0], offsets[1], offsets[2]);
        for offsets in [
            ["0000000", "0000120", "0000122"],
            ["0000000", "0000080", "0000082"],
            ["000000", "000050", "000052"],
            ["00000000", "00000050", "00000052"],
        ] {
            assert_eq!(octets(dump(offsets).as_bytes()).map(|octets| octets.len()), Ok(82), "{offsets:?}");
        }
        let whole = format!("0000000 {row}\n*\n0000120\n");
        assert_eq!(octets(whole.as_bytes()).map(|octets| octets.len()), Ok(80));
        // 112 octets, or 160.
        let either = format!("0000000 {row}\n*\n0000160\n");
        assert!(octets(either.as_bytes()).unwrap_err().message.contains("octal or decimal"));
        let zeros =
            "00000000  00 00 00 00 00 00 00 00  00 00 00 00 00 00 00 00  |................|\n*\n00000030\n";
        assert_eq!(octets(zeros.as_bytes()), Ok(vec![0; 48]));
    }

    /// A missing line, and one that is not part of the dump, are errors, and never data.
    #[test]
    fn lines_that_do_not_follow_are_reported() {
        let row = "00 01 02 03 04 05 06 07 08 09 0a 0b 0c 0d 0e 0f";
        for (text, line) in [
            (format!("0000  {row}\n0020  {row}\n0040  {row}\n"), 1),
            (format!("0000  {row}\nreply:\n0010  {row}\n"), 2),
        ] {
            assert_eq!(octets(text.as_bytes()).unwrap_err().spot.line, line, "{text}");
        }
        let text = format!("0000  {row}\nreply:\n0010  {row}\n");
        assert!(is_dump(text.as_bytes()));
        let text = format!("bad checksum\n0000  {row}\n\nbad checksum\n");
        assert_eq!(octets(text.as_bytes()).map(|octets| octets.len()), Ok(16));
    }

    #[test]
    fn binary_digits_are_read_as_bits() {
        let text = "00000000: 00110000 00000011 00000010 00000001 00000101 00110000  0....0\n00000006: 00000011  .\n";
        assert_eq!(octets(text.as_bytes()), Ok(vec![0x30, 3, 2, 1, 5, 0x30, 3]));
        let text = "00000000: 00000001 00000010 00000011                             ...\n";
        assert_eq!(octets(text.as_bytes()), Ok(vec![1, 2, 3]));
        // xxd -g 4
        let text = "00000000: 00000001 00000010                      ........\n";
        assert_eq!(octets(text.as_bytes()), Ok(vec![0, 0, 0, 1, 0, 0, 0, 0x10]));
    }

    #[test]
    fn arrays_are_read_as_their_language_means() {
        for (text, wanted) in [
            ("{ 060, 0x03, 02, 1, 0 }", vec![0x30, 3, 2, 1, 0]),
            ("byte[] a = { 48, -1, -128 };", vec![0x30, 0xff, 0x80]),
            ("let a = { 0x30u8, 3u8 };", vec![0x30, 3]),
            ("[48, 3, 2, 1, -1]", vec![0x30, 3, 2, 1, 0xff]),
            ("<<48,3,2,1,5>>", vec![0x30, 3, 2, 1, 5]),
            (r"b'0\x03\x02\x01\n'", vec![0x30, 3, 2, 1, 10]),
            (r#"b"it's \\\t\r" "#, b"it's \\\t\r".to_vec()),
            ("b'0\\x03'\nb'a'", b"0\x03a".to_vec()),
        ] {
            assert_eq!(octets(text.as_bytes()), Ok(wanted), "{text}");
        }
        assert!(octets(b"{ 08, 1 }").is_err());
        for text in [r"b'0\x3'", r"b'\q'", "b'a' b"] {
            assert!(!is_dump(text.as_bytes()) || octets(text.as_bytes()).is_err(), "{text}");
        }
    }

    #[test]
    fn what_is_written_is_read() {
        for length in 0..70u8 {
            let made: Vec<u8> = (0..length).map(|octet| octet.wrapping_mul(37)).collect();
            let mut text = Vec::new();
            write(&mut text, &made);
            if length > 0 {
                assert_eq!(octets(&text), Ok(made), "{}", String::from_utf8_lossy(&text));
            }
        }
    }
}

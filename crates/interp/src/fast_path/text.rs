//! Reads JSON text written in the usual way. Everything else returns `None`: invalid text, and text
//! that needs more care, such as escapes in strings.

/// Maximum number of digits, since longer numbers take more than linear time.
const MOST: usize = 200;

const ONES: u64 = u64::MAX / 0xff;
const HIGH: u64 = ONES << 7;

/// A text and a position in it.
#[derive(Debug)]
pub(super) struct TextIn<'t> {
    text: &'t [u8],
    /// The position of the next octet.
    pub at: usize,
}

impl<'t> TextIn<'t> {
    /// A reader at the start of a text.
    pub fn new(text: &'t str) -> TextIn<'t> {
        TextIn { text: text.as_bytes(), at: 0 }
    }

    /// The rest of the text.
    #[inline(always)]
    pub fn rest(&self) -> &'t [u8] {
        self.text.get(self.at..).unwrap_or_default()
    }

    /// The next eight octets, padded with zeros past the end.
    #[inline(always)]
    pub fn head(&self) -> u64 {
        match self.rest().first_chunk::<8>() {
            Some(chunk) => u64::from_le_bytes(*chunk),
            None => self.rest().iter().rev().fold(0, |head, octet| head << 8 | u64::from(*octet)),
        }
    }

    /// Skips white space; peeks at the next octet.
    #[inline(always)]
    pub fn next(&mut self) -> Option<u8> {
        loop {
            match *self.text.get(self.at)? {
                b' ' | b'\t' | b'\n' | b'\r' => self.at += 1,
                octet => return Some(octet),
            }
        }
    }

    /// Skips one punctuation character.
    #[inline(always)]
    pub fn sign(&mut self, sign: u8) -> Option<()> {
        if self.next()? != sign {
            return None;
        }
        self.at += 1;
        Some(())
    }

    /// Skips a punctuation character if it comes next.
    #[inline(always)]
    pub fn is(&mut self, sign: u8) -> Option<bool> {
        let is = self.next()? == sign;
        self.at += usize::from(is);
        Some(is)
    }

    /// After a member or element: whether a comma and another one follow. If not, skips the closing
    /// bracket.
    #[inline(always)]
    pub fn more(&mut self, close: u8) -> Option<bool> {
        let octet = self.next()?;
        self.at += 1;
        match octet {
            b',' => Some(true),
            octet if octet == close => Some(false),
            _ => None,
        }
    }

    /// Skips a word that ends here.
    #[inline]
    fn word(&mut self, word: &[u8]) -> Option<()> {
        if !self.rest().starts_with(word) {
            return None;
        }
        self.at += word.len();
        self.ends()
    }

    /// `Some` if a number or word ends here.
    #[inline(always)]
    fn ends(&self) -> Option<()> {
        ends(self.text.get(self.at)).then_some(())
    }

    /// Skips a member's name and colon, written exactly like `key`.
    #[inline]
    pub fn key(&mut self, key: &str) -> Option<()> {
        self.next()?;
        if !self.rest().starts_with(key.as_bytes()) {
            return None;
        }
        self.at += key.len();
        Some(())
    }

    /// Skips `null`.
    #[inline]
    pub fn null(&mut self) -> Option<()> {
        self.next()?;
        self.word(b"null")
    }

    /// Reads `true` or `false`.
    #[inline]
    pub fn boolean(&mut self) -> Option<bool> {
        let value = self.next()? == b't';
        self.word(if value { b"true" } else { b"false" })?;
        Some(value)
    }

    /// Reads an integer of at most 18 digits, without an exponent.
    #[inline]
    pub fn integer(&mut self) -> Option<i64> {
        let negative = self.next()? == b'-';
        let start = self.at + usize::from(negative);
        let digits = self.text.get(start..)?;
        let mut value = 0;
        let mut count = 0;
        while let Some(digit @ b'0'..=b'9') = digits.get(count) {
            if count == 18 {
                return None;
            }
            value = value * 10 + i64::from(digit & 15);
            count += 1;
        }
        if count == 0 || count > 1 && digits.first() == Some(&b'0') {
            return None;
        }
        let end = start + count;
        if !ends(self.text.get(end)) {
            return None;
        }
        self.at = end;
        Some(if negative { -value } else { value })
    }

    /// Reads an integer as text, of limited length.
    pub fn digits(&mut self) -> Option<&'t str> {
        let negative = self.next()? == b'-';
        let rest = self.rest();
        let sign = usize::from(negative);
        let count =
            rest.get(sign..)?.iter().take(MOST + 1).take_while(|octet| octet.is_ascii_digit()).count();
        if count == 0 || count > MOST || count > 1 && rest.get(sign) == Some(&b'0') {
            return None;
        }
        self.at += sign + count;
        self.ends()?;
        str::from_utf8(rest.get(..sign + count)?).ok()
    }

    /// Reads a string that has no escapes, without its quotation marks.
    #[inline]
    pub fn string(&mut self) -> Option<&'t [u8]> {
        self.sign(b'"')?;
        let start = self.at;
        let mut rest = self.rest();
        let zero = |word: u64| word.wrapping_sub(ONES) & !word & HIGH;
        // Eight octets at a time: the lowest set bit marks the first octet found.
        while let Some((word, behind)) = rest.split_first_chunk::<8>() {
            let word = u64::from_le_bytes(*word);
            let control = word.wrapping_sub(ONES * 0x20) & !word & HIGH;
            let found = control | zero(word ^ (ONES * 0x22)) | zero(word ^ (ONES * 0x5c));
            if found != 0 {
                let end = self.text.len() - rest.len() + found.trailing_zeros() as usize / 8;
                return self.until(start, end);
            }
            rest = behind;
        }
        let special = |octet: &u8| matches!(octet, 0..b' ' | b'"' | b'\\');
        let end = self.text.len() - rest.len() + rest.iter().position(special)?;
        self.until(start, end)
    }

    /// The text up to a quotation mark.
    #[inline(always)]
    fn until(&mut self, start: usize, end: usize) -> Option<&'t [u8]> {
        if self.text.get(end) != Some(&b'"') {
            return None;
        }
        self.at = end + 1;
        self.text.get(start..end)
    }

    /// Appends the octets of a string of hexadecimal digits.
    #[inline]
    pub fn hex(&mut self, out: &mut Vec<u8>) -> Option<()> {
        self.sign(b'"')?;
        let mut rest = self.rest();
        // Eight digits at a time; any other character is found by the loop after it.
        while let Some((digits, behind)) = rest.split_first_chunk::<8>() {
            let Some(octets) = four_octets(u64::from_be_bytes(*digits)) else { break };
            out.extend_from_slice(&octets.to_be_bytes());
            rest = behind;
        }
        while let [high, low, behind @ ..] = rest {
            let (true, true) = (high.is_ascii_hexdigit(), low.is_ascii_hexdigit()) else { break };
            let worth = |digit: u8| (digit & 15) + (digit >> 6) * 9;
            out.push(worth(*high) << 4 | worth(*low));
            rest = behind;
        }
        if rest.first() != Some(&b'"') {
            return None;
        }
        self.at = self.text.len() - rest.len() + 1;
        Some(())
    }
}

impl TextIn<'_> {
    /// Reads bits as octets, from `start` of `out` on, the last one padded with zeros in the text: hexadecimal
    /// digits if the size is fixed, otherwise `value` and `length` (X.697 24). Returns the number
    /// of bits.
    pub fn bits(&mut self, fixed: Option<u64>, out: &mut Vec<u8>, start: usize) -> Option<usize> {
        let count = match self.next()? {
            b'"' => {
                self.hex(out)?;
                usize::try_from(fixed?).ok()?
            }
            _ => {
                self.sign(b'{')?;
                self.key("\"value\":")?;
                self.hex(out)?;
                self.sign(b',')?;
                self.key("\"length\":")?;
                let count = usize::try_from(self.integer()?).ok()?;
                self.sign(b'}')?;
                count
            }
        };
        if out.len() - start != count.div_ceil(8) {
            return None;
        }
        if !count.is_multiple_of(8) {
            let kept = 0xff << (8 - count % 8);
            if out.last()? & !kept != 0 {
                return None;
            }
        }
        Some(count)
    }
}

/// Decodes eight hexadecimal digits into four octets at once; `None` if any is not a digit.
#[inline(always)]
fn four_octets(digits: u64) -> Option<u32> {
    let letters = digits >> 6 & ONES;
    let worth = (digits & (ONES * 15)) + letters * 9;
    // Converting the values back must give the same digits, except for case. The case bits are
    // checked because without them control characters would pass for digits.
    let back = worth + ONES * 0x30 + letters * 0x27;
    let cased = (digits >> 5 | digits >> 6) & ONES;
    let above_nine = (worth + ONES * 6) >> 4 & ONES;
    if back != digits | (ONES * 0x20) || cased != ONES || above_nine != letters || worth & (ONES * 0xf0) != 0
    {
        return None;
    }
    let pairs = (worth | worth >> 4) & 0x00ff_00ff_00ff_00ff;
    let fours = (pairs | pairs >> 8) & 0x0000_ffff_0000_ffff;
    Some((fours | fours >> 16) as u32)
}

/// Whether a number or word ends before an octet or the end of the text.
#[inline(always)]
fn ends(octet: Option<&u8>) -> bool {
    matches!(octet, Some(b',' | b'}' | b']' | b' ' | b'\n' | b'\r' | b'\t') | None)
}

/// Appends the contents octets of dotted arcs, each below 2 ^ 56.
pub(super) fn arcs(text: &[u8], relative: bool, out: &mut Vec<u8>) -> Option<()> {
    let mut first = None;
    let mut count = usize::from(relative) * 2;
    let mut at = 0;
    loop {
        let (mut arc, start) = (0u64, at);
        while let Some(digit @ b'0'..=b'9') = text.get(at) {
            arc = arc * 10 + u64::from(digit & 15);
            at += 1;
            if at - start > 16 {
                return None;
            }
        }
        if at == start || at - start > 1 && text.get(start) == Some(&b'0') {
            return None;
        }
        match (count, first) {
            (0, _) => first = Some(arc),
            (1, Some(root)) => match (root, arc) {
                (0 | 1, 0..40) | (2, _) => push_arc(root * 40 + arc, out),
                _ => return None,
            },
            _ => push_arc(arc, out),
        }
        count += 1;
        match text.get(at) {
            Some(b'.') => at += 1,
            Some(_) => return None,
            None => return (count >= 2 + usize::from(relative)).then_some(()),
        }
    }
}

#[inline]
fn push_arc(arc: u64, out: &mut Vec<u8>) {
    if arc < 0x80 {
        return out.push(arc as u8);
    }
    let groups = (64 - arc.leading_zeros()).div_ceil(7);
    for group in (1..groups).rev() {
        out.push((arc >> (group * 7)) as u8 | 0x80);
    }
    out.push(arc as u8 & 0x7f);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parts_of_text() {
        assert_eq!(TextIn::new(" -12,").integer(), Some(-12));
        assert_eq!(TextIn::new("999999999999999999").integer(), Some(999_999_999_999_999_999));
        for wrong in ["01", "-", "1.0", "1e3", "9999999999999999999", "", "1x"] {
            assert_eq!(TextIn::new(wrong).integer(), None, "{wrong}");
        }
        assert_eq!(TextIn::new("\"abcdefghijkl\"").string(), Some(&b"abcdefghijkl"[..]));
        for wrong in ["\"a\\n\"", "\"a", "\"abcdefghijk\n\"", "a\""] {
            assert_eq!(TextIn::new(wrong).string(), None, "{wrong}");
        }
        let hex = |text: &str| {
            let mut out = Vec::new();
            TextIn::new(text).hex(&mut out).map(|()| out)
        };
        assert_eq!(hex("\"\""), Some(vec![]));
        assert_eq!(hex("\"00ffA5\""), Some(vec![0, 0xff, 0xa5]));
        assert_eq!(
            hex("\"0123456789abcdefABCDEF\""),
            Some(b"\x01\x23\x45\x67\x89\xab\xcd\xef\xab\xcd\xef".to_vec())
        );
        for wrong in ["\"0\"", "\"00"] {
            assert_eq!(hex(wrong), None, "{wrong}");
        }
        for octet in (0..128u8).filter(|octet| *octet != b'"') {
            for text in ["\"*0\"", "\"0*\"", "\"*00000000000\"", "\"000000*00000\"", "\"0000000*0000\""] {
                let text = text.replace('*', &char::from(octet).to_string());
                assert_eq!(hex(&text).is_some(), octet.is_ascii_hexdigit(), "{text:?}");
            }
        }
    }

    #[test]
    fn arcs_are_those_of_the_contents() {
        let rows: [(&[u8], bool, Option<&[u8]>); 9] = [
            (b"1.2.840", false, Some(&[0x2a, 0x86, 0x48])),
            (b"2.999.3", false, Some(&[0x88, 0x37, 0x03])),
            (b"0.0", false, Some(&[0])),
            (b"8571.3", true, Some(&[0xc2, 0x7b, 3])),
            (b"8571", true, Some(&[0xc2, 0x7b])),
            (b"1.40", false, None),
            (b"3.1", false, None),
            (b"1", false, None),
            (b"1..2", false, None),
        ];
        for (text, relative, contents) in rows {
            let mut out = Vec::new();
            let read = arcs(text, relative, &mut out).map(|()| &out[..]);
            assert_eq!(read, contents, "{}", String::from_utf8_lossy(text));
        }
    }
}

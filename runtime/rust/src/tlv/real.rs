//! REAL contents (X.690 8.5, 11.3); PER and OER use them as well.

use alloc::format;
use alloc::vec::Vec;

use crate::{ErrorCode, Fault, Real};

use super::Form;

/// Reads a REAL (X.690 8.5) of at most `limit` octets. `scratch` receives its digits or mantissa.
///
/// # Errors
/// `real_form`, `real_exponent` (beyond 64 bits), `limit_integer_octets`; `real_canonical` in
/// canonical form.
pub fn real<'s>(
    contents: &[u8],
    form: Form,
    limit: usize,
    scratch: &'s mut Vec<u8>,
) -> Result<Real<'s>, Fault> {
    if contents.len() > limit {
        return Err(Fault::of(ErrorCode::LimitIntegerOctets, limit as u64));
    }
    scratch.clear();
    match contents {
        [] => Ok(Real::Zero),
        [first, rest @ ..] if first & 0x80 != 0 => binary(*first, rest, form, scratch),
        [first, rest @ ..] if first & 0x40 == 0 => decimal(*first, rest, form, scratch),
        // X.690 8.5.9.
        [0x40] => Ok(Real::PlusInfinity),
        [0x41] => Ok(Real::MinusInfinity),
        [0x42] => Ok(Real::NotANumber),
        [0x43] => Ok(Real::MinusZero),
        _ => Err(Fault::new(ErrorCode::RealForm)),
    }
}

/// X.690 8.5.7; in canonical form 11.3.1.
#[expect(
    clippy::indexing_slicing,
    reason = "an exponent has an octet; position found the other, or it is the end"
)]
fn binary<'s>(first: u8, rest: &[u8], form: Form, scratch: &'s mut Vec<u8>) -> Result<Real<'s>, Fault> {
    let malformed = || Fault::new(ErrorCode::RealForm);
    let (count, rest) = match first & 3 {
        3 => {
            let (&count, rest) = rest.split_first().ok_or_else(malformed)?;
            (usize::from(count), rest)
        }
        n => (usize::from(n) + 1, rest),
    };
    if count == 0 || count >= rest.len() {
        return Err(malformed());
    }
    let (exponent_octets, mantissa) = rest.split_at(count);
    let short = super::integer::shortest(exponent_octets);
    if short.len() > 8 {
        return Err(Fault::new(ErrorCode::RealExponent));
    }
    let sign = i64::from(short[0] as i8 >> 7);
    let exponent = short.iter().fold(sign, |n, &b| n << 8 | i64::from(b));
    let (base_bits, scale) = (first >> 4 & 3, first >> 2 & 3);
    let base_bits = *[1i64, 3, 4].get(usize::from(base_bits)).ok_or_else(malformed)?;
    let significant = mantissa.iter().position(|&b| b != 0).unwrap_or(mantissa.len());
    let odd = mantissa.last().is_some_and(|b| b & 1 == 1);
    let minimal = short.len() == count && (first & 3 != 3 || count > 3);
    if form == Form::Canonical && !(base_bits == 1 && scale == 0 && odd && significant == 0 && minimal) {
        return Err(Fault::new(ErrorCode::RealCanonical));
    }
    let mantissa = &mantissa[significant..];
    if mantissa.is_empty() {
        return Ok(Real::Zero);
    }
    scratch.extend_from_slice(mantissa);
    let shift = make_odd(scratch);
    let exponent = exponent.checked_mul(base_bits).and_then(|e| e.checked_add(i64::from(scale)));
    let exponent = exponent.and_then(|e| e.checked_add(shift as i64));
    let exponent = exponent.ok_or(Fault::new(ErrorCode::RealExponent))?;
    Ok(Real::Binary { negative: first & 0x40 != 0, mantissa: scratch, exponent })
}

/// Shifts a magnitude right until it is odd; returns the number of bits.
fn make_odd(magnitude: &mut Vec<u8>) -> u64 {
    let kept = magnitude.iter().rposition(|&b| b != 0).map_or(0, |at| at + 1);
    let dropped = (magnitude.len() - kept) as u64 * 8;
    magnitude.truncate(kept);
    let bits = magnitude.last().map_or(0, |b| b.trailing_zeros());
    if bits > 0 {
        let mut carry = 0u8;
        for octet in magnitude.iter_mut() {
            let next = *octet << (8 - bits);
            *octet = *octet >> bits | carry;
            carry = next;
        }
        if magnitude.first() == Some(&0) {
            magnitude.remove(0);
        }
    }
    dropped + u64::from(bits)
}

/// X.690 8.5.8: characters of ISO 6093; in canonical form 11.3.2.
#[expect(clippy::indexing_slicing, reason = "take_while counted octets of the text")]
fn decimal<'s>(first: u8, text: &[u8], form: Form, scratch: &'s mut Vec<u8>) -> Result<Real<'s>, Fault> {
    let malformed = Fault::new(ErrorCode::RealForm);
    let representation = first & 0x3f;
    if !(1..=3).contains(&representation) {
        return Err(malformed);
    }
    let characters = text;
    let spaces = text.iter().take_while(|&&b| b == b' ').count();
    let (negative, text) = sign(&text[spaces..]);
    let whole = text.iter().take_while(|b| b.is_ascii_digit()).count();
    let (whole, rest) = text.split_at(whole);
    let (fraction, rest) = match rest {
        [b'.' | b',', rest @ ..] if representation > 1 => {
            rest.split_at(rest.iter().take_while(|b| b.is_ascii_digit()).count())
        }
        _ => (&[][..], rest),
    };
    let written = match rest {
        [b'E' | b'e', rest @ ..] if representation == 3 => parse_exponent(rest)?,
        // ISO 6093: only NR3 has an exponent, and it must have one.
        [] if representation < 3 => 0,
        _ => return Err(malformed),
    };
    if whole.is_empty() && fraction.is_empty() {
        return Err(malformed);
    }
    scratch.extend(whole.iter().chain(fraction).skip_while(|&&b| b == b'0'));
    let kept = scratch.iter().rposition(|&b| b != b'0').map_or(0, |at| at + 1);
    let dropped = scratch.len() - kept;
    scratch.truncate(kept);
    let exponent = written.checked_add(dropped as i64 - fraction.len() as i64);
    let exponent = exponent.ok_or(Fault::new(ErrorCode::RealExponent))?;
    let digits = core::str::from_utf8(scratch).unwrap_or_default();
    let value = match digits.is_empty() {
        true => Real::Zero,
        false => Real::Decimal { negative, digits, exponent },
    };
    if form == Form::Canonical && !is_canonical_decimal(&value, first, characters) {
        return Err(Fault::new(ErrorCode::RealCanonical));
    }
    Ok(value)
}

fn sign(text: &[u8]) -> (bool, &[u8]) {
    match text {
        [b'-', rest @ ..] => (true, rest),
        [b'+', rest @ ..] => (false, rest),
        _ => (false, text),
    }
}

fn parse_exponent(text: &[u8]) -> Result<i64, Fault> {
    let (negative, digits) = sign(text);
    if digits.is_empty() || !digits.iter().all(u8::is_ascii_digit) {
        return Err(Fault::new(ErrorCode::RealForm));
    }
    let fold = |n: i64, b: &u8| n.checked_mul(10)?.checked_add(i64::from(b - b'0'));
    let magnitude = digits.iter().try_fold(0i64, fold).ok_or(Fault::new(ErrorCode::RealExponent))?;
    Ok(if negative { -magnitude } else { magnitude })
}

/// Whether the characters are in the form that 11.3.2 requires.
fn is_canonical_decimal(value: &Real<'_>, first: u8, characters: &[u8]) -> bool {
    let &Real::Decimal { negative, digits, exponent } = value else { return false };
    let unsigned = match characters {
        [b'-', rest @ ..] if negative => rest,
        _ if negative => return false,
        _ => characters,
    };
    first == 3 && unsigned == canonical_tail(digits, exponent).as_bytes()
}

fn canonical_tail(digits: &str, exponent: i64) -> alloc::string::String {
    match exponent {
        0 => format!("{digits}.E+0"),
        _ => format!("{digits}.E{exponent}"),
    }
}

/// Appends the contents octets of a REAL in canonical form (X.690 11.3).
pub fn write_real(value: &Real<'_>, contents: &mut Vec<u8>) {
    match *value {
        Real::Zero => {}
        Real::PlusInfinity => contents.push(0x40),
        Real::MinusInfinity => contents.push(0x41),
        Real::NotANumber => contents.push(0x42),
        Real::MinusZero => contents.push(0x43),
        Real::Binary { negative, mantissa, exponent } => {
            let octets = exponent.to_be_bytes();
            let short = super::integer::shortest(&octets);
            let first = 0x80 | if negative { 0x40 } else { 0 };
            match short.len() {
                n @ 1..=3 => contents.push(first | (n as u8 - 1)),
                n => contents.extend([first | 3, n as u8]),
            }
            contents.extend_from_slice(short);
            contents.extend_from_slice(mantissa);
        }
        Real::Decimal { negative, digits, exponent } => {
            contents.push(3);
            if negative {
                contents.push(b'-');
            }
            contents.extend_from_slice(canonical_tail(digits, exponent).as_bytes());
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(contents: &[u8], form: Form) -> Result<Vec<u8>, ErrorCode> {
        let mut scratch = Vec::new();
        let value = real(contents, form, 1000, &mut scratch).map_err(|f| f.code)?;
        let mut written = Vec::new();
        write_real(&value, &mut written);
        Ok(written)
    }

    #[test]
    fn every_form_becomes_the_canonical_one() {
        let rows: &[(&[u8], &[u8])] = &[
            (&[], &[]),
            (&[0x43], &[0x43]),
            (&[0x80, 0x00, 0x01], &[0x80, 0x00, 0x01]),
            // 10 * 2^0 = 5 * 2^1
            (&[0x80, 0x00, 0x0a], &[0x80, 0x01, 0x05]),
            // base 8, 16 and scale factors (X.690 8.5.7)
            (&[0x90, 0x01, 0x01], &[0x80, 0x03, 0x01]),
            (&[0xa0, 0x01, 0x01], &[0x80, 0x04, 0x01]),
            (&[0x8c, 0x00, 0x01], &[0x80, 0x03, 0x01]),
            (&[0xc1, 0xff, 0xff, 0x01, 0x00], &[0xc0, 0x07, 0x01]),
            (&[0x83, 0x04, 0, 0, 0, 5, 0x03], &[0x80, 0x05, 0x03]),
            (b"\x01  00120", b"\x0312.E1"),
            (b"\x02-1.50", b"\x03-15.E-1"),
            (b"\x03 +1,5e+3", b"\x0315.E2"),
            (b"\x01+0", b""),
        ];
        for (contents, wanted) in rows {
            assert_eq!(read(contents, Form::Basic).as_deref(), Ok(*wanted), "{contents:x?}");
            let canonical = read(contents, Form::Canonical);
            assert_eq!(canonical.is_ok(), contents == wanted, "{contents:x?}");
        }
        assert_eq!(read(b"\x031.E+0", Form::Canonical).as_deref(), Ok(&b"\x031.E+0"[..]));
        assert_eq!(read(b"\x031.E0", Form::Canonical), Err(ErrorCode::RealCanonical));
        assert_eq!(read(b"\x03+1.E+0", Form::Canonical), Err(ErrorCode::RealCanonical));
    }

    #[test]
    fn malformed() {
        let rows: &[&[u8]] = &[
            &[0x80],
            &[0x80, 1],
            &[0xb0, 1, 1],
            &[0x83, 0, 1],
            &[0x44],
            &[0x04, b'1'],
            b"\x01",
            b"\x011.5",
            b"\x031.5",
        ];
        for contents in rows {
            assert_eq!(read(contents, Form::Basic), Err(ErrorCode::RealForm), "{contents:x?}");
        }
        let long = [0x83, 9, 1, 0, 0, 0, 0, 0, 0, 0, 0, 1];
        assert_eq!(read(&long, Form::Basic), Err(ErrorCode::RealExponent));
        assert_eq!(read(b"\x031E99999999999999999999", Form::Basic), Err(ErrorCode::RealExponent));
    }
}

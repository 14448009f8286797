//! BOOLEAN, INTEGER and NULL.

use crate::{ErrorCode, Fault};

use super::Form;

/// Reads a BOOLEAN (X.690 8.2, 11.1).
///
/// # Errors
/// `boolean_length`; `boolean_value` in canonical form.
#[inline]
pub fn boolean(contents: &[u8], form: Form) -> Result<bool, Fault> {
    match *contents {
        [0] => Ok(false),
        [octet] if octet == 0xff || form == Form::Basic => Ok(true),
        [octet] => Err(Fault::of(ErrorCode::BooleanValue, u64::from(octet))),
        _ => Err(Fault::of(ErrorCode::BooleanLength, contents.len() as u64)),
    }
}

/// Checks a NULL (X.690 8.8).
///
/// # Errors
/// `null_length`.
#[inline]
pub fn null(contents: &[u8]) -> Result<(), Fault> {
    match contents.len() {
        0 => Ok(()),
        n => Err(Fault::of(ErrorCode::NullLength, n as u64)),
    }
}

/// An INTEGER.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Integer<'b> {
    /// One that fits into 64 bits.
    Small(i64),
    /// Any other, in the fewest two's complement octets.
    Big(&'b [u8]),
}

impl<'b> Integer<'b> {
    /// Converts two's complement octets, any number of them; none is zero.
    #[inline]
    pub fn from_octets(octets: &'b [u8]) -> Integer<'b> {
        if octets.len() <= 8 {
            let sign = octets.first().map_or(0, |&b| i64::from(b as i8 >> 7));
            return Integer::Small(octets.iter().fold(sign, |n, &b| n << 8 | i64::from(b)));
        }
        match shortest(octets) {
            short if short.len() <= 8 => Integer::from_octets(short),
            long => Integer::Big(long),
        }
    }
}

/// Drops leading octets that only repeat the sign (X.690 8.3.2).
#[expect(clippy::indexing_slicing, reason = "the pattern has two octets")]
pub(crate) fn shortest(octets: &[u8]) -> &[u8] {
    let mut rest = octets;
    while let [first, second, ..] = *rest {
        let sign = (second as i8 >> 7) as u8;
        if first != sign {
            break;
        }
        rest = &rest[1..];
    }
    rest
}

/// Reads an INTEGER (X.690 8.3) of at most `limit` octets.
///
/// # Errors
/// `integer_empty`, `integer_form` (8.3.2 applies to BER as well), `limit_integer_octets`.
#[inline]
pub fn integer(contents: &[u8], limit: usize) -> Result<Integer<'_>, Fault> {
    match *contents {
        [] => return Err(Fault::new(ErrorCode::IntegerEmpty)),
        [first, second, ..] if first == (second as i8 >> 7) as u8 => {
            return Err(Fault::new(ErrorCode::IntegerForm));
        }
        _ => {}
    }
    if contents.len() > limit {
        return Err(Fault::of(ErrorCode::LimitIntegerOctets, limit as u64));
    }
    Ok(Integer::from_octets(contents))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn integers_of_any_length() {
        // X.690 8.3.
        let rows: &[(&[u8], Integer)] = &[
            (&[0], Integer::Small(0)),
            (&[0x7f], Integer::Small(127)),
            (&[0x80], Integer::Small(-128)),
            (&[0xff, 0x7f], Integer::Small(-129)),
            (&[0, 0x80], Integer::Small(128)),
            (&[0, 0x80, 0, 0, 0, 0, 0, 0, 0], Integer::Big(&[0, 0x80, 0, 0, 0, 0, 0, 0, 0])),
            (&[0x80, 0, 0, 0, 0, 0, 0, 0], Integer::Small(i64::MIN)),
        ];
        for (octets, wanted) in rows {
            assert_eq!(integer(octets, 100), Ok(*wanted));
        }
        let code = |octets| integer(octets, 3).unwrap_err().code;
        assert_eq!(code(&[]), ErrorCode::IntegerEmpty);
        assert_eq!(code(&[0, 1]), ErrorCode::IntegerForm);
        assert_eq!(code(&[0xff, 0x80]), ErrorCode::IntegerForm);
        assert_eq!(code(&[1, 2, 3, 4]), ErrorCode::LimitIntegerOctets);
    }

    #[test]
    fn booleans() {
        // X.690 8.2.2, 11.1.
        assert_eq!(boolean(&[1], Form::Basic), Ok(true));
        assert_eq!(boolean(&[0xff], Form::Canonical), Ok(true));
        assert_eq!(boolean(&[0], Form::Canonical), Ok(false));
        assert_eq!(boolean(&[1], Form::Canonical).unwrap_err().code, ErrorCode::BooleanValue);
        assert_eq!(boolean(&[], Form::Basic).unwrap_err().code, ErrorCode::BooleanLength);
    }
}

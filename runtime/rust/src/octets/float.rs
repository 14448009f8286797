//! REAL as binary32 and binary64 (X.696 12.2, 12.3).

use alloc::vec::Vec;

use crate::{ErrorCode, Fault, Real};

/// Reads a number of 4 or 8 octets; `scratch` holds its mantissa.
///
/// # Errors
/// `wrong_value` for any other number of octets.
pub fn read_float<'s>(octets: &[u8], scratch: &'s mut Vec<u8>) -> Result<Real<'s>, Fault> {
    let value = match (<[u8; 4]>::try_from(octets), <[u8; 8]>::try_from(octets)) {
        (Ok(octets), _) => f64::from(f32::from_be_bytes(octets)),
        (_, Ok(octets)) => f64::from_be_bytes(octets),
        _ => return Err(Fault::new(ErrorCode::WrongValue)),
    };
    let bits = value.to_bits();
    let (negative, exponent) = (bits >> 63 != 0, (bits >> 52 & 0x7ff) as i64);
    let fraction = bits & ((1 << 52) - 1);
    let (mut mantissa, mut exponent) = match exponent {
        0x7ff if fraction != 0 => return Ok(Real::NotANumber),
        0x7ff if negative => return Ok(Real::MinusInfinity),
        0x7ff => return Ok(Real::PlusInfinity),
        0 => (fraction, -1074),
        _ => (fraction | 1 << 52, exponent - 1075),
    };
    if mantissa == 0 {
        return Ok(if negative { Real::MinusZero } else { Real::Zero });
    }
    exponent += i64::from(mantissa.trailing_zeros());
    mantissa >>= mantissa.trailing_zeros();
    let octets = mantissa.to_be_bytes();
    scratch.clear();
    scratch.extend_from_slice(octets.get((mantissa.leading_zeros() / 8) as usize..).unwrap_or_default());
    Ok(Real::Binary { negative, mantissa: scratch, exponent })
}

/// Writes a number of `width` 4 or 8 octets.
///
/// # Errors
/// `wrong_value` if the format cannot hold the value exactly.
pub fn write_float(value: &Real<'_>, width: usize, out: &mut Vec<u8>) -> Result<(), Fault> {
    let wrong = Fault::new(ErrorCode::WrongValue);
    let number = match value {
        Real::Zero => 0.0,
        Real::MinusZero => -0.0,
        Real::PlusInfinity => f64::INFINITY,
        Real::MinusInfinity => f64::NEG_INFINITY,
        Real::NotANumber => f64::NAN,
        Real::Binary { negative, mantissa, exponent } => {
            let magnitude = binary64(mantissa, *exponent).ok_or(wrong)?;
            if *negative {
                -magnitude
            } else {
                magnitude
            }
        }
        // Base 10 is not a value of a type that is restricted to base 2.
        Real::Decimal { .. } => return Err(wrong),
    };
    match width {
        4 if number.is_nan() || f64::from(number as f32) == number => {
            out.extend_from_slice(&(number as f32).to_be_bytes());
            Ok(())
        }
        8 => {
            out.extend_from_slice(&number.to_be_bytes());
            Ok(())
        }
        _ => Err(wrong),
    }
}

/// `mantissa * 2 ^ exponent`, if binary64 holds it exactly.
fn binary64(mantissa: &[u8], exponent: i64) -> Option<f64> {
    if mantissa.len() > 7 {
        return None;
    }
    let mantissa = mantissa.iter().fold(0u64, |number, octet| number << 8 | u64::from(*octet));
    let top = i64::from(64 - mantissa.leading_zeros()) + exponent;
    let exact = mantissa < 1 << 53 && (-1074..=1023).contains(&exponent) && top <= 1024;
    if !exact {
        return None;
    }
    // In two steps, because a power of two below the normal numbers cannot be a factor.
    let power = |e: i64| f64::from_bits(((e + 1023) as u64) << 52);
    Some(match exponent < -1022 {
        true => mantissa as f64 * power(-1022) * power(exponent + 1022),
        false => mantissa as f64 * power(exponent),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn floats_come_back() {
        for value in [1.0, -1.5, 0.1, f64::MAX, f64::MIN_POSITIVE, 5e-324, -0.0, 0.0, f64::INFINITY] {
            let (mut scratch, mut out) = (Vec::new(), Vec::new());
            let real = read_float(&value.to_be_bytes(), &mut scratch).unwrap();
            write_float(&real, 8, &mut out).unwrap();
            assert_eq!(out, value.to_be_bytes());
        }
    }

    #[test]
    fn binary32_holds_what_it_can() {
        let (mut scratch, mut out) = (Vec::new(), Vec::new());
        let tenth = read_float(&0.1f64.to_be_bytes(), &mut scratch).unwrap();
        assert!(write_float(&tenth, 4, &mut out).is_err());
        let half = read_float(&0.5f64.to_be_bytes(), &mut scratch).unwrap();
        write_float(&half, 4, &mut out).unwrap();
        assert_eq!(out, 0.5f32.to_be_bytes());
    }
}

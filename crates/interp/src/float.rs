//! IEEE 754 floats to and from values of REAL.

use wireglot_rt::Real;

/// A float as a REAL, with its mantissa in `room`. NaN payloads are lost.
pub(crate) fn from_f64(value: f64, room: &mut [u8; 8]) -> Real<'_> {
    if value.is_nan() {
        return Real::NotANumber;
    }
    match (value == 0.0, value.is_infinite(), value.is_sign_negative()) {
        (true, _, false) => return Real::Zero,
        (true, _, true) => return Real::MinusZero,
        (_, true, false) => return Real::PlusInfinity,
        (_, true, true) => return Real::MinusInfinity,
        _ => {}
    }
    let bits = value.to_bits();
    let (power, fraction) = ((bits >> 52 & 0x7ff) as i64, bits & ((1 << 52) - 1));
    let (mantissa, exponent) = match power {
        0 => (fraction, -1074),
        _ => (fraction | 1 << 52, power - 1075),
    };
    let even = mantissa.trailing_zeros();
    *room = (mantissa >> even).to_be_bytes();
    let first = room.iter().position(|octet| *octet != 0).unwrap_or(0);
    Real::Binary {
        negative: value.is_sign_negative(),
        mantissa: room.get(first..).unwrap_or_default(),
        exponent: exponent + i64::from(even),
    }
}

/// The float nearest to a REAL; ties go to the even mantissa.
pub fn to_f64(value: &Real<'_>) -> f64 {
    match value {
        Real::Zero => 0.0,
        Real::MinusZero => -0.0,
        Real::PlusInfinity => f64::INFINITY,
        Real::MinusInfinity => f64::NEG_INFINITY,
        Real::NotANumber => f64::NAN,
        Real::Binary { negative, mantissa, exponent } => {
            let near = scaled(mantissa, *exponent);
            if *negative {
                -near
            } else {
                near
            }
        }
        Real::Decimal { negative, digits, exponent } => {
            let sign = if *negative { "-" } else { "" };
            format!("{sign}{digits}e{exponent}").parse().unwrap_or(f64::NAN)
        }
    }
}

/// A mantissa times a power of two, rounded once.
fn scaled(mantissa: &[u8], exponent: i64) -> f64 {
    let leading = mantissa.first().map_or(0, |first| i64::from(first.leading_zeros()));
    let bits = mantissa.len() as i64 * 8 - leading;
    let top = bits.saturating_add(exponent);
    if top > 1024 {
        return f64::INFINITY;
    }
    if top < -1080 {
        return 0.0;
    }
    // The top octets, followed by one bit that is set if any lower bit is.
    const WINDOW: usize = 9;
    let window = mantissa.iter().take(WINDOW).fold(0u128, |window, octet| window << 8 | u128::from(*octet));
    let lost = mantissa.len().saturating_sub(WINDOW) as i64 * 8;
    let below = mantissa.iter().skip(WINDOW).any(|octet| *octet != 0);
    let window = window << 1 | u128::from(below);
    let exponent = exponent.saturating_add(lost - 1);
    // The number of mantissa bits that a float has at this exponent.
    let length = i64::from(128 - window.leading_zeros());
    let precision = (top + 1074).clamp(0, 53);
    let drop = (length - precision).max(0) as u32;
    let half = if drop == 0 { 0 } else { 1u128 << (drop - 1) };
    let mut kept = window >> drop;
    let rest = window - (kept << drop);
    if drop > 0 && (rest > half || rest == half && kept & 1 == 1) {
        kept += 1;
    }
    // The number has at most 53 bits, so both steps are exact.
    let exponent = exponent + i64::from(drop);
    let half = exponent / 2;
    kept as f64 * 2f64.powi(half as i32) * 2f64.powi((exponent - half) as i32)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_real_between_two_floats_is_rounded_once() {
        // 2^53 + 1 is a tie, and a bit far below decides it.
        let mut mantissa = vec![0x20, 0, 0, 0, 0, 0, 1];
        let real = |mantissa: &[u8]| to_f64(&Real::Binary { negative: false, mantissa, exponent: 0 });
        assert_eq!(real(&mantissa), 9_007_199_254_740_992.0);
        mantissa.extend([0, 0, 0, 0, 0, 1]);
        let real = Real::Binary { negative: false, mantissa: &mantissa, exponent: -48 };
        assert_eq!(to_f64(&real), 9_007_199_254_740_994.0);
    }

    #[test]
    fn floats_come_back() {
        let rows = [1.0, -0.1, 5e-324, f64::MAX, f64::MIN_POSITIVE, -0.0, 0.0, f64::INFINITY, 1e300, 3.5];
        for value in rows {
            assert_eq!(to_f64(&from_f64(value, &mut [0; 8])).to_bits(), value.to_bits(), "{value:e}");
        }
        assert!(to_f64(&from_f64(f64::NAN, &mut [0; 8])).is_nan());
    }
}

//! Floats of IEEE 754 as values of REAL, and back.

use wireglot_rt::Real;

/// A float as a REAL, whose mantissa stands in `room`. What NaN says beyond being none is lost.
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

/// The float that a REAL is; of one that is none, a near one.
pub(crate) fn to_f64(value: &Real<'_>) -> f64 {
    match value {
        Real::Zero => 0.0,
        Real::MinusZero => -0.0,
        Real::PlusInfinity => f64::INFINITY,
        Real::MinusInfinity => f64::NEG_INFINITY,
        Real::NotANumber => f64::NAN,
        Real::Binary { negative, mantissa, exponent } => {
            let (kept, dropped) = mantissa.split_at(mantissa.len().min(8));
            let whole = kept.iter().fold(0u64, |number, octet| number << 8 | u64::from(*octet));
            let exponent = exponent.saturating_add(8 * dropped.len() as i64);
            let near = scaled(whole as f64, exponent.clamp(-3000, 3000));
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

/// `value * 2 ^ exponent`, in steps that stay exact as long as the result is.
fn scaled(value: f64, exponent: i64) -> f64 {
    let (mut value, mut rest) = (value, exponent);
    while rest != 0 {
        let step = rest.clamp(-1000, 900);
        value *= 2f64.powi(step as i32);
        rest -= step;
    }
    value
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn floats_come_back() {
        let rows = [1.0, -0.1, 5e-324, f64::MAX, f64::MIN_POSITIVE, -0.0, 0.0, f64::INFINITY, 1e300, 3.5];
        for value in rows {
            assert_eq!(to_f64(&from_f64(value, &mut [0; 8])).to_bits(), value.to_bits(), "{value:e}");
        }
        assert!(to_f64(&from_f64(f64::NAN, &mut [0; 8])).is_nan());
    }
}

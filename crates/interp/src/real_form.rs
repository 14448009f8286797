//! REAL under WITH COMPONENTS: mantissa, base and exponent (X.680 21.5).

use wireglot_bigint::BigInt;
use wireglot_plan::RealForm;
use wireglot_rt::Real;

/// A union of closed ranges; `None` means unbounded.
type Ranges = [(Option<BigInt>, Option<BigInt>)];

/// Maximum number of representations that are tried; each has a mantissa one digit longer.
const WAYS: i64 = 256;

/// Whether a value can be written with a mantissa, base and exponent in the required ranges. Zero
/// and values that are not finite have no such parts.
pub(crate) fn has(value: &Real<'_>, form: &RealForm) -> bool {
    let (negative, mantissa, base, exponent) = match *value {
        Real::Binary { negative, mantissa, exponent } => {
            (negative, Some(BigInt::from_unsigned(mantissa)), 2, exponent)
        }
        Real::Decimal { negative, digits, exponent } => {
            (negative, BigInt::from_decimal(digits), 10, exponent)
        }
        _ => return true,
    };
    let Some(mantissa) = mantissa else { return true };
    if !within(&BigInt::from(i64::from(base)), &form.base) {
        return false;
    }
    let mut mantissa = if negative { mantissa.negated() } else { mantissa };
    // The mantissa has no factor left to move into the exponent, so the exponent can only decrease
    // from here.
    let greatest = form.exponent.last().and_then(|(_, hi)| hi.as_ref()).and_then(BigInt::to_i64);
    let shift = greatest.map_or(0, |hi| exponent.saturating_sub(hi).max(0));
    if shift > WAYS {
        return false;
    }
    for way in 0..shift + WAYS {
        let Some(exponent) = exponent.checked_sub(way) else { return false };
        if way >= shift
            && within(&mantissa, &form.mantissa)
            && within(&BigInt::from(exponent), &form.exponent)
        {
            return true;
        }
        mantissa = mantissa.scaled(base, 0);
    }
    false
}

fn within(number: &BigInt, ranges: &Ranges) -> bool {
    let fits = |(lo, hi): &(Option<BigInt>, Option<BigInt>)| {
        lo.as_ref().is_none_or(|lo| lo <= number) && hi.as_ref().is_none_or(|hi| number <= hi)
    };
    ranges.iter().any(fits)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn form(mantissa: (i64, i64), base: i64, exponent: (i64, i64)) -> RealForm {
        let range = |(lo, hi): (i64, i64)| vec![(Some(BigInt::from(lo)), Some(BigInt::from(hi)))];
        RealForm { mantissa: range(mantissa), base: range((base, base)), exponent: range(exponent) }
    }

    fn binary(mantissa: &[u8], exponent: i64) -> Real<'_> {
        Real::Binary { negative: false, mantissa, exponent }
    }

    #[test]
    fn binary32_has_its_values() {
        let single = form((-16_777_215, 16_777_215), 2, (-149, 104));
        assert!(has(&binary(&[1], 127), &single));
        assert!(!has(&binary(&[1], 128), &single));
        assert!(has(&binary(&[1], -149), &single));
        assert!(!has(&binary(&[1], -150), &single));
        assert!(!has(&binary(&[1, 0, 0, 1], 0), &single));
        assert!(has(&Real::PlusInfinity, &single) && has(&Real::Zero, &single));
    }

    #[test]
    fn the_base_tells_values_apart() {
        let decimal = form((0, 10), 10, (0, 3));
        assert!(!has(&binary(&[1], 0), &decimal));
        assert!(has(&Real::Decimal { negative: false, digits: "1", exponent: 4 }, &decimal));
        assert!(!has(&Real::Decimal { negative: true, digits: "1", exponent: 0 }, &decimal));
        assert!(!has(&Real::Decimal { negative: false, digits: "11", exponent: 0 }, &decimal));
    }
}

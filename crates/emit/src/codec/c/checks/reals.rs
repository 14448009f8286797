//! Constraints of REAL.

use wireglot_bigint::BigInt;
use wireglot_model::Real;
use wireglot_plan::RealForm;

use crate::analysis::contents::real;
use crate::analysis::storage::{Slice, Storage};
use crate::codec::c::checks::satisfies::spans;
use crate::codec::c::constants::literal;
use crate::codec::c::statements::context::C;
use crate::codec::c::walk::Place;
use crate::lang::c::expr::Expr;

/// An end of a range; `true` if it is excluded.
type End = Option<(Real, bool)>;

/// Ends with larger exponents are not checked.
const FAR: i64 = 4096;

/// The bits kept of a fraction that isn't finite in base 2.
const PRECISION: i64 = 128;

impl C<'_> {
    /// Whether the number at a place is between two ends.
    pub fn real_between(&self, place: &Place, lo: &End, hi: &End) -> Expr {
        let Some(kind) = self.kind_of_real(place) else { return Expr::Known(true) };
        Expr::all([(lo, "from"), (hi, "upto")].map(|(end, test)| {
            let end = end.as_ref().and_then(|(number, open)| Some((in_both_bases(number)?, *open)));
            end.map_or(Expr::Known(true), |((decimal, binary, exact), open)| {
                let (decimal, binary) = (literal(&real(&decimal)), literal(&real(&binary)));
                let end = format!("wg_real_end_of({decimal}, {binary}, {exact}, {open})");
                Expr::of(format!("wg_{kind}_{test}({}, {end})", self.slice(place)))
            })
        }))
    }

    /// Whether the number at a place can be written with such a mantissa, base and exponent.
    pub fn has_parts(&self, place: &Place, form: &RealForm) -> Expr {
        let parts = [&form.mantissa, &form.base, &form.exponent].map(|ranges| spans(ranges));
        match (parts, self.kind_of_real(place)) {
            ([Some(mantissa), Some(base), Some(exponent)], Some(kind)) => {
                let form = self.tables.form([&mantissa, &base, &exponent]);
                Expr::of(format!("wg_{kind}_has({}, {form})", self.slice(place)))
            }
            _ => Expr::Known(true),
        }
    }

    /// The kind of number at a place, as in the names of the runtime's functions for it.
    fn kind_of_real(&self, place: &Place) -> Option<&'static str> {
        match self.layout.storage(place.shape) {
            Storage::Double => Some("double"),
            Storage::Octets(Slice::Real, _) => Some("real"),
            _ => None,
        }
    }
}

/// A number in base 10 and in base 2, and whether the latter is exact; if not, it is rounded toward zero.
fn in_both_bases(number: &Real) -> Option<(Real, Real, bool)> {
    let Real::Finite { mantissa, base, exponent } = number else {
        return Some((number.clone(), number.clone(), true));
    };
    let exponent = exponent.to_i64().filter(|exponent| exponent.abs() <= FAR)?;
    let finite = |mantissa: BigInt, base: u32, exponent: i64| Real::Finite {
        mantissa,
        base,
        exponent: BigInt::from(exponent),
    };
    let times = |factor: u32, count: i64| (0..count).fold(mantissa.clone(), |n, _| n.scaled(factor, 0));
    Some(match (*base, exponent) {
        (10, 0..) => (number.clone(), finite(times(10, exponent), 2, 0), true),
        (10, _) => {
            // Enough bits that [`PRECISION`] of them remain after the division.
            let bits = PRECISION - 4 * exponent;
            let scaled = times(2, bits);
            let negative = scaled.is_negative();
            let magnitude = if negative { scaled.negated() } else { scaled };
            let divided = (0..-exponent).fold((magnitude, true), |(n, exact), _| {
                let (n, rest) = n.divided(10);
                (n, exact && rest == 0)
            });
            let mantissa = if negative { divided.0.negated() } else { divided.0 };
            (number.clone(), finite(mantissa, 2, -bits), divided.1)
        }
        (_, 0..) => (finite(times(2, exponent), 10, 0), number.clone(), true),
        _ => (finite(times(5, -exponent), 10, exponent), number.clone(), true),
    })
}

//! Random leaves.

use wireglot_bigint::BigInt;
use wireglot_model::{StringKind, TimeKind};
use wireglot_plan::{Range, RealForm, ShapeId, Size};
use wireglot_rt::tlv::{push_arc, push_first_arcs};
use wireglot_rt::Real;

use super::random::Random;
use crate::linked::tlv_leaf::repertoire;
use crate::Sink;

/// An integer in a range, often a bound.
pub(super) fn integer(random: &mut Random, range: &Range) -> BigInt {
    let small = |n: u64| BigInt::from(n);
    match (&range.lo, &range.hi) {
        (Some(lo), Some(hi)) => {
            let span = hi.minus(lo);
            match random.below(6) {
                0 => lo.clone(),
                1 => hi.clone(),
                2 if !span.is_zero() => lo.plus(&small(1)),
                _ => match span.to_u64() {
                    Some(span) => lo.plus(&small(random.below(span.saturating_add(1)))),
                    None => lo.plus(&small(random.next())),
                },
            }
        }
        (Some(lo), None) => lo.plus(&magnitude(random)),
        (None, Some(hi)) => hi.minus(&magnitude(random)),
        (None, None) => match random.once_in(2) {
            true => magnitude(random),
            false => magnitude(random).negated(),
        },
    }
}

/// From zero to some hundred bits.
#[expect(clippy::indexing_slicing, reason = "random numbers are below the length")]
fn magnitude(random: &mut Random) -> BigInt {
    match random.below(8) {
        0 => BigInt::zero(),
        1 => BigInt::from([1u64, 127, 128, 255, 256, 32768][random.below(6) as usize]),
        2 => BigInt::from_unsigned(&octets(random, 17)),
        _ => BigInt::from(random.next() >> random.below(64)),
    }
}

pub(super) fn put_integer(sink: &mut impl Sink, shape: ShapeId, value: &BigInt) {
    match value.to_i64() {
        Some(small) => sink.integer(shape, small),
        None => sink.big_integer(shape, &value.to_twos_complement()),
    }
}

/// A length within a size: mostly short, sometimes a bound.
pub(super) fn length(random: &mut Random, size: &Size, most: u64) -> u64 {
    let hi = size.hi.unwrap_or(size.lo + most).min(size.lo + most);
    match random.below(8) {
        0 => size.lo,
        1 => hi,
        2 if size.hi.is_some_and(|hi| hi <= 300) => size.hi.unwrap_or(hi),
        _ => size.lo + random.below((hi - size.lo).min(8) + 1),
    }
}

pub(super) fn octets(random: &mut Random, count: u64) -> Vec<u8> {
    (0..count).map(|_| random.next() as u8).collect()
}

/// `count` bits; unused bits are zero.
pub(super) fn bits(random: &mut Random, count: u64) -> Vec<u8> {
    let mut octets = octets(random, count.div_ceil(8));
    if let (true, Some(last)) = (!count.is_multiple_of(8), octets.last_mut()) {
        *last &= 0xffu8 << (8 - count % 8);
    }
    octets
}

pub(super) fn oid(random: &mut Random, relative: bool) -> Vec<u8> {
    let mut contents = Vec::new();
    if !relative {
        let first = random.below(3);
        let second = if first < 2 { random.below(40) } else { random.below(1000) };
        push_first_arcs(&mut contents, first, &second.to_be_bytes());
    }
    for _ in 0..random.below(5) + u64::from(relative) {
        let arc = random.next() >> random.below(64);
        push_arc(&mut contents, &arc.to_be_bytes());
    }
    contents
}

#[expect(clippy::indexing_slicing, reason = "position found the octet, or it is the first")]
pub(super) fn real(random: &mut Random, shape: ShapeId, sink: &mut impl Sink) {
    let mantissa = (random.next() >> random.below(60) | 1).to_be_bytes();
    let first = mantissa.iter().position(|&b| b != 0).unwrap_or(0);
    let exponent = random.below(200) as i64 - 100;
    let negative = random.once_in(2);
    let value = match random.below(10) {
        0 => Real::Zero,
        1 => Real::PlusInfinity,
        2 => Real::MinusInfinity,
        3 | 4 => Real::Decimal { negative, digits: "125", exponent },
        _ => Real::Binary { negative, mantissa: &mantissa[first..], exponent },
    };
    sink.real(shape, &value);
}

/// A REAL at a bound of a range, or near it in the direction of the step.
pub(super) fn real_near(
    random: &mut Random,
    ends: &[(&wireglot_model::Real, i64)],
    shape: ShapeId,
    sink: &mut impl Sink,
) {
    let picked = random.pick(ends).copied();
    let Some((wireglot_model::Real::Finite { mantissa, base, exponent }, step)) = picked else {
        return real(random, shape, sink);
    };
    let digits = random.below(6) as u32;
    let scale = base.saturating_pow(digits);
    let away = BigInt::from(step * random.below(4 * u64::from(scale)) as i64);
    let mantissa = mantissa.scaled(scale, 0).plus(&away);
    let exponent = exponent.minus(&BigInt::from(u64::from(digits)));
    let value = wireglot_model::Real::Finite { mantissa, base: *base, exponent };
    crate::constant::put_real(shape, &value, sink);
}

/// A REAL whose mantissa, base and exponent are in the required ranges.
pub(super) fn real_of(random: &mut Random, form: &RealForm, shape: ShapeId, sink: &mut impl Sink) {
    let mut part = |ranges: &[(Option<BigInt>, Option<BigInt>)], lo: i64, hi: i64| {
        let (from, to) = random.pick(ranges).cloned().unwrap_or_default();
        let (lo, hi) = (from.unwrap_or(BigInt::from(lo)), to.unwrap_or(BigInt::from(hi)));
        integer(random, &Range { lo: Some(lo.clone()), hi: Some(hi.max(lo)) })
    };
    let mantissa = part(&form.mantissa, -1_000_000, 1_000_000);
    let exponent = part(&form.exponent, -100, 100);
    let base = match part(&form.base, 2, 10) > BigInt::from(5i64) {
        true => 10,
        false => 2,
    };
    let value = wireglot_model::Real::Finite { mantissa, base, exponent };
    crate::constant::put_real(shape, &value, sink);
}

/// Characters of a string type, or from ranges of code points.
pub(super) fn text(
    random: &mut Random,
    kind: StringKind,
    alphabet: Option<&[(u32, u32)]>,
    count: u64,
) -> String {
    let full: &[(u32, u32)] = match kind {
        StringKind::Numeric => &[(48, 57), (32, 32)],
        StringKind::Printable => &[(65, 90), (97, 122), (48, 57)],
        StringKind::Ia5 | StringKind::Visible => &[(32, 126)],
        StringKind::Utf8 => &[(32, 126), (0xa1, 0x2ff), (0x1_f600, 0x1_f64f)],
        StringKind::Universal => &[(32, 126), (0x1_f600, 0x1_f64f)],
        StringKind::Bmp => &[(32, 126), (0x400, 0x4ff)],
        _ => &[(32, 126), (0xa1, 0xff)],
    };
    let ranges = alphabet.filter(|ranges| !ranges.is_empty()).unwrap_or(full);
    let repertoire = repertoire(kind);
    let mut text = String::new();
    for _ in 0..count {
        for attempt in 0..64 {
            let &(lo, hi) = random.pick(ranges).unwrap_or(&(32, 32));
            let span = u64::from(hi - lo).min(0x10_ffff);
            let code = lo + random.below(span + 1) as u32;
            let found = char::from_u32(code).filter(|c| repertoire.contains(*c));
            if let Some(character) = found.or((attempt == 63).then_some(' ')) {
                text.push(character);
                break;
            }
        }
    }
    text
}

/// A time in its canonical form.
pub(super) fn time(random: &mut Random, kind: TimeKind) -> String {
    let mut two = |lo: u64, hi: u64| format!("{:02}", lo + random.below(hi - lo + 1));
    let (year, month, day) = (two(0, 99), two(1, 12), two(1, 28));
    let (hour, minute, second) = (two(0, 23), two(0, 59), two(0, 59));
    match kind {
        TimeKind::Utc => format!("{year}{month}{day}{hour}{minute}{second}Z"),
        TimeKind::Generalized => format!("20{year}{month}{day}{hour}{minute}{second}Z"),
        TimeKind::Time | TimeKind::DateTime => {
            format!("20{year}-{month}-{day}T{hour}:{minute}:{second}")
        }
        TimeKind::Date => format!("20{year}-{month}-{day}"),
        TimeKind::TimeOfDay => format!("{hour}:{minute}:{second}"),
        TimeKind::Duration => format!("P{}DT{}H", random.below(100), random.below(24)),
    }
}

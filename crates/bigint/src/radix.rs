//! Converts numbers from one radix to another in subquadratic time, by divide and conquer with
//! Karatsuba multiplication. Digits are least significant first; a radix is at most 2 ** 32.

/// The radix of limbs.
pub(crate) const BINARY: u64 = 1 << 32;
/// Nine decimal digits in one digit.
pub(crate) const DECIMAL: u64 = 1_000_000_000;

/// Up to this many digits are converted one by one.
const FEW: usize = 64;
/// Below this many digits, schoolbook multiplication is used.
const SHORT: usize = 32;

/// The digits in radix `TO` of a number in radix `FROM`, without leading zeros.
pub(crate) fn convert<const FROM: u64, const TO: u64>(digits: &[u32]) -> Vec<u32> {
    // FROM to the power of FEW, 2 * FEW, 4 * FEW and so on.
    let mut powers: Vec<Vec<u32>> = Vec::new();
    while FEW << powers.len() < digits.len() {
        let next = match powers.last() {
            None => (0..FEW).fold(vec![1], |mut power, _| {
                multiply_add::<TO>(&mut power, FROM, 0);
                power
            }),
            Some(last) => trimmed(multiply::<TO>(last, last)),
        };
        powers.push(next);
    }
    part::<FROM, TO>(digits, &powers)
}

/// Converts a part; `powers` are the only ones that it may need.
fn part<const FROM: u64, const TO: u64>(digits: &[u32], powers: &[Vec<u32>]) -> Vec<u32> {
    let Some((power, lesser)) = powers.split_last() else {
        let mut out = Vec::new();
        digits.iter().rev().for_each(|digit| multiply_add::<TO>(&mut out, FROM, *digit));
        return out;
    };
    let middle = FEW << lesser.len();
    if digits.len() <= middle {
        return part::<FROM, TO>(digits, lesser);
    }
    let (low, high) = digits.split_at(middle);
    let mut out = multiply::<TO>(&part::<FROM, TO>(high, lesser), power);
    let low = part::<FROM, TO>(low, lesser);
    out.resize(out.len().max(low.len()) + 1, 0);
    add_at::<TO>(&mut out, &low, 0);
    trimmed(out)
}

fn trimmed(mut digits: Vec<u32>) -> Vec<u32> {
    while digits.last() == Some(&0) {
        digits.pop();
    }
    digits
}

fn multiply_add<const RADIX: u64>(digits: &mut Vec<u32>, factor: u64, addend: u32) {
    let mut carry = u64::from(addend);
    for digit in digits.iter_mut() {
        let n = u64::from(*digit) * factor + carry;
        *digit = (n % RADIX) as u32;
        carry = n / RADIX;
    }
    while carry != 0 {
        digits.push((carry % RADIX) as u32);
        carry /= RADIX;
    }
}

/// The product, with as many digits as both factors together.
fn multiply<const RADIX: u64>(a: &[u32], b: &[u32]) -> Vec<u32> {
    let (short, long) = if a.len() < b.len() { (a, b) } else { (b, a) };
    let mut out = vec![0; a.len() + b.len()];
    if short.len() < SHORT {
        for (at, digit) in short.iter().enumerate() {
            let mut carry = 0;
            let (sums, over) = out[at..].split_at_mut(long.len());
            for (sum, other) in sums.iter_mut().zip(long) {
                let n = u64::from(*digit) * u64::from(*other) + u64::from(*sum) + carry;
                *sum = (n % RADIX) as u32;
                carry = n / RADIX;
            }
            over[0] = carry as u32;
        }
        return out;
    }
    if short.len() < long.len() {
        for (at, part) in long.chunks(short.len()).enumerate() {
            add_at::<RADIX>(&mut out, &multiply::<RADIX>(short, part), at * short.len());
        }
        return out;
    }
    let half = short.len() / 2;
    let ((low, high), (other_low, other_high)) = (a.split_at(half), b.split_at(half));
    let lows = multiply::<RADIX>(low, other_low);
    let highs = multiply::<RADIX>(high, other_high);
    let mut middle = multiply::<RADIX>(&sum::<RADIX>(low, high), &sum::<RADIX>(other_low, other_high));
    subtract::<RADIX>(&mut middle, &lows);
    subtract::<RADIX>(&mut middle, &highs);
    out[..lows.len()].copy_from_slice(&lows);
    out[2 * half..].copy_from_slice(&highs);
    add_at::<RADIX>(&mut out, &trimmed(middle), half);
    out
}

/// Adds digits from a position on; there must be room for the sum.
fn add_at<const RADIX: u64>(digits: &mut [u32], others: &[u32], at: usize) {
    let mut carry = 0;
    for (index, digit) in digits[at..].iter_mut().enumerate() {
        if index >= others.len() && carry == 0 {
            return;
        }
        let n = u64::from(*digit) + u64::from(others.get(index).copied().unwrap_or(0)) + carry;
        *digit = (n % RADIX) as u32;
        carry = n / RADIX;
    }
}

fn sum<const RADIX: u64>(a: &[u32], b: &[u32]) -> Vec<u32> {
    let mut out = vec![0; a.len().max(b.len()) + 1];
    out[..a.len()].copy_from_slice(a);
    add_at::<RADIX>(&mut out, b, 0);
    out
}

/// Subtracts a number that is not greater.
fn subtract<const RADIX: u64>(digits: &mut [u32], others: &[u32]) {
    let mut borrow = 0;
    for (at, digit) in digits.iter_mut().enumerate() {
        if at >= others.len() && borrow == 0 {
            return;
        }
        let other = others.get(at).copied().unwrap_or(0);
        let n = u64::from(*digit) + RADIX - u64::from(other) - borrow;
        *digit = (n % RADIX) as u32;
        borrow = u64::from(n < RADIX);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Converts digit by digit.
    fn slowly<const FROM: u64, const TO: u64>(digits: &[u32]) -> Vec<u32> {
        let mut out = Vec::new();
        digits.iter().rev().for_each(|digit| multiply_add::<TO>(&mut out, FROM, *digit));
        out
    }

    #[test]
    fn halves_give_what_digits_give() {
        for count in [0, 1, 63, 64, 65, 127, 128, 129, 200, 1000, 4097] {
            let mut state = count as u32;
            let mut next = || {
                state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
                state
            };
            let mixed: Vec<u32> = (0..count).map(|_| next()).collect();
            for digits in [mixed, vec![u32::MAX; count], [vec![0; count], vec![1]].concat()] {
                let decimal = convert::<BINARY, DECIMAL>(&digits);
                assert_eq!(decimal, slowly::<BINARY, DECIMAL>(&digits), "{count}");
                assert_eq!(convert::<DECIMAL, BINARY>(&decimal), trimmed(digits), "{count}");
            }
        }
    }
}

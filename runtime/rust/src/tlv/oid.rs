//! OBJECT IDENTIFIER and RELATIVE-OID contents (X.690 8.19, 8.20).

use alloc::vec::Vec;

use crate::{ErrorCode, Fault};

/// Checks OBJECT IDENTIFIER contents: at least one subidentifier, each in its shortest form, at
/// most `limit` octets in total.
///
/// # Errors
/// `oid_form`, `limit_integer_octets`.
pub fn oid(contents: &[u8], limit: usize) -> Result<(), Fault> {
    relative_oid(contents, limit)
}

/// Checks RELATIVE-OID contents in the same way.
///
/// # Errors
/// `oid_form`, `limit_integer_octets`.
pub fn relative_oid(contents: &[u8], limit: usize) -> Result<(), Fault> {
    if contents.len() > limit {
        return Err(Fault::of(ErrorCode::LimitIntegerOctets, limit as u64));
    }
    if contents.last().is_none_or(|last| last & 0x80 != 0) {
        return Err(Fault::new(ErrorCode::OidForm).at_octet(contents.len()));
    }
    // X.690 8.19.2: a subidentifier does not start with 0x80.
    let mut first = true;
    for (at, &octet) in contents.iter().enumerate() {
        if first && octet == 0x80 {
            return Err(Fault::new(ErrorCode::OidForm).at_octet(at));
        }
        first = octet & 0x80 == 0;
    }
    Ok(())
}

/// An arc of an object identifier.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Arc<'b> {
    /// One that fits into 64 bits.
    Small(u64),
    /// Any other, as its subidentifier, seven bits per octet. If it is the second arc under 2, 80
    /// is added.
    Big(&'b [u8]),
}

/// An iterator over the arcs of well-formed contents.
#[derive(Clone, Debug)]
pub struct Arcs<'b> {
    rest: &'b [u8],
    second: Option<Arc<'b>>,
    first: bool,
}

impl<'b> Arcs<'b> {
    /// The arcs of an OBJECT IDENTIFIER; its first subidentifier encodes two of them.
    pub fn of_oid(contents: &'b [u8]) -> Arcs<'b> {
        Arcs { rest: contents, second: None, first: true }
    }

    /// The arcs of a RELATIVE-OID.
    pub fn of_relative_oid(contents: &'b [u8]) -> Arcs<'b> {
        Arcs { rest: contents, second: None, first: false }
    }
}

impl<'b> Iterator for Arcs<'b> {
    type Item = Arc<'b>;

    #[expect(clippy::indexing_slicing, reason = "ten octets have a first")]
    fn next(&mut self) -> Option<Arc<'b>> {
        if let Some(second) = self.second.take() {
            return Some(second);
        }
        let length = self.rest.iter().position(|b| b & 0x80 == 0)? + 1;
        let (octets, rest) = self.rest.split_at(length);
        self.rest = rest;
        let fits = octets.len() < 10 || (octets.len() == 10 && octets[0] == 0x81);
        let arc = match fits {
            true => Arc::Small(octets.iter().fold(0, |n, b| n << 7 | u64::from(b & 0x7f))),
            false => Arc::Big(octets),
        };
        if !self.first {
            return Some(arc);
        }
        // X.690 8.19.4: 40 * first + second, where first is 0, 1 or 2.
        self.first = false;
        let (first, second) = match arc {
            Arc::Small(n) => ((n / 40).min(2), Arc::Small(n - (n / 40).min(2) * 40)),
            big => (2, big),
        };
        self.second = Some(second);
        Some(Arc::Small(first))
    }
}

/// Appends a subidentifier, given as its magnitude, most significant octet first.
#[expect(
    clippy::indexing_slicing,
    reason = "position found the octet, or it is the end; bits are counted from the length"
)]
pub fn push_arc(contents: &mut Vec<u8>, magnitude: &[u8]) {
    let start = magnitude.iter().position(|&b| b != 0).unwrap_or(magnitude.len());
    let significant = &magnitude[start..];
    let bits = match significant.first() {
        Some(first) => significant.len() * 8 - first.leading_zeros() as usize,
        None => 1,
    };
    let bit = |at: usize| match significant.len().checked_sub(at / 8 + 1) {
        Some(index) => significant[index] >> (at % 8) & 1,
        None => 0,
    };
    for group in (0..bits.div_ceil(7)).rev() {
        let septet = (0..7).rev().fold(0, |n, i| n << 1 | bit(group * 7 + i));
        contents.push(septet | if group > 0 { 0x80 } else { 0 });
    }
}

/// Appends the first two arcs of an OBJECT IDENTIFIER; the second is given as a magnitude. Returns
/// `false` if these arcs are not allowed (X.660: at most 39 under 0 and 1).
#[expect(
    clippy::indexing_slicing,
    reason = "position found the octet, or it is the end; bits are counted from the length"
)]
pub fn push_first_arcs(contents: &mut Vec<u8>, first: u64, second: &[u8]) -> bool {
    let start = second.iter().position(|&b| b != 0).unwrap_or(second.len());
    let small = match &second[start..] {
        [] => Some(0),
        [one] => Some(*one),
        _ => None,
    };
    if first > 2 || (first < 2 && small.is_none_or(|n| n > 39)) {
        return false;
    }
    let mut sum: Vec<u8> = Vec::with_capacity(second.len() + 1);
    let mut carry = first as u16 * 40;
    for &octet in second[start..].iter().rev() {
        carry += u16::from(octet);
        sum.push(carry as u8);
        carry >>= 8;
    }
    sum.push(carry as u8);
    sum.reverse();
    push_arc(contents, &sum);
    true
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn arcs_both_ways() {
        // X.690 8.19.5, and first arcs at their bounds.
        let rows: &[(&[u8], &[u64])] = &[
            (&[0x88, 0x37, 0x03], &[2, 999, 3]),
            (&[0x2a, 0x86, 0x48], &[1, 2, 840]),
            (&[0], &[0, 0]),
            (&[0x27], &[0, 39]),
            (&[0x28], &[1, 0]),
            (&[0x50], &[2, 0]),
            (&[0x78], &[2, 40]),
        ];
        for (contents, arcs) in rows {
            assert_eq!(oid(contents, 10), Ok(()));
            assert!(Arcs::of_oid(contents).eq(arcs.iter().map(|&n| Arc::Small(n))));
            let mut written = Vec::new();
            assert!(push_first_arcs(&mut written, arcs[0], &arcs[1].to_be_bytes()));
            arcs[2..].iter().for_each(|n| push_arc(&mut written, &n.to_be_bytes()));
            assert_eq!(written, *contents);
        }
        assert!(!push_first_arcs(&mut Vec::new(), 1, &[40]));
        assert!(!push_first_arcs(&mut Vec::new(), 3, &[0]));
    }

    #[test]
    fn malformed() {
        for contents in [&[][..], &[0x80, 1], &[0x2a, 0x86], &[0x2a, 0x80, 1]] {
            assert_eq!(oid(contents, 10).unwrap_err().code, ErrorCode::OidForm);
        }
    }
}

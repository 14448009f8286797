//! Numbers at bit positions of octets.

/// Loads the number in `width` bits, at most 64, starting at `bit`; missing octets count as zero. A
/// big-endian number must start and end on octet boundaries.
#[inline]
pub(crate) fn load(octets: &[u8], bit: u64, width: u64, big_endian: bool) -> u64 {
    let (at, shift) = ((bit / 8) as usize, bit % 8);
    let rest = octets.get(at..).unwrap_or_default();
    if width + shift > 64 || width == 0 {
        return load_wide(rest, shift, width);
    }
    let word = match rest.first_chunk::<8>() {
        Some(word) => *word,
        None => {
            let mut word = [0; 8];
            word.iter_mut().zip(rest).for_each(|(to, from)| *to = *from);
            word
        }
    };
    match big_endian {
        true => u64::from_be_bytes(word) >> (64 - width),
        false => u64::from_le_bytes(word) >> shift & (u64::MAX >> (64 - width)),
    }
}

/// Loads a number that spans nine octets, or one of width 0.
#[cold]
fn load_wide(rest: &[u8], shift: u64, width: u64) -> u64 {
    if width == 0 {
        return 0;
    }
    let mut wide = [0; 16];
    wide.iter_mut().zip(rest.iter().take(9)).for_each(|(to, from)| *to = *from);
    (u128::from_le_bytes(wide) >> shift) as u64 & (u64::MAX >> (64 - width))
}

/// Stores the lowest `width` bits of a number into octets that are zero there.
#[inline]
pub(super) fn store(octets: &mut [u8], bit: u64, width: u64, big_endian: bool, number: u64) {
    let at = (bit / 8) as usize;
    if width == 0 {
        return;
    }
    if big_endian {
        let count = (width / 8) as usize;
        let all = number.to_be_bytes();
        let low = all.iter().skip(8 - count.min(8));
        octets.iter_mut().skip(at).take(count).zip(low).for_each(|(to, from)| *to = *from);
        return;
    }
    let shift = bit % 8;
    let word = u128::from(number & (u64::MAX >> (64 - width))) << shift;
    let count = ((width + shift).div_ceil(8)) as usize;
    let parts = word.to_le_bytes();
    octets.iter_mut().skip(at).take(count).zip(parts).for_each(|(to, from)| *to |= from);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_stored_is_loaded() {
        let number = 0x1234_5678_9abc_def1u64;
        for bit in 0..20 {
            for width in 1..=64 {
                let mut octets = [0; 12];
                store(&mut octets, bit, width, false, number);
                let low = number & (u64::MAX >> (64 - width));
                assert_eq!(load(&octets, bit, width, false), low, "{width} bits at {bit}");
                let set: u32 = octets.iter().map(|octet| octet.count_ones()).sum();
                assert_eq!(set, low.count_ones());
            }
        }
        for size in 1..=8 {
            let mut octets = [0; 10];
            store(&mut octets, 8, size * 8, true, number);
            assert_eq!(load(&octets, 8, size * 8, true), number & (u64::MAX >> (64 - size * 8)));
            assert_eq!(octets[size as usize], 0xf1);
        }
    }

    #[test]
    fn what_is_not_there_is_zero() {
        assert_eq!(load(&[0xff], 4, 8, false), 0x0f);
        assert_eq!(load(&[], 0, 64, false), 0);
        assert_eq!(load(&[1], 80, 3, true), 0);
        let mut octets = [0; 1];
        store(&mut octets, 4, 8, false, 0xff);
        assert_eq!(octets, [0xf0]);
    }
}

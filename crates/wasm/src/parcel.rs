//! What goes through the door either way: sections of octets, of which the first is JSON.
//!
//! How many sections there are and how long each is stands in front, in 32 bits each, the lowest octet first; then the sections,
//! each from a multiple of 8 octets on, so that a script can lay arrays of numbers over them.

/// Each section begins at a multiple of so many octets.
const ALIGN: usize = 8;

/// Puts sections into one stretch of octets.
pub fn packed(sections: &[Vec<u8>]) -> Vec<u8> {
    let word = |number: usize| u32::try_from(number).unwrap_or(u32::MAX).to_le_bytes();
    let mut made = Vec::new();
    made.extend(word(sections.len()));
    sections.iter().for_each(|section| made.extend(word(section.len())));
    for section in sections {
        made.resize(made.len().next_multiple_of(ALIGN), 0);
        made.extend(section);
    }
    made
}

/// Takes sections out; `None` if the octets end too early.
pub fn unpacked(octets: &[u8]) -> Option<Vec<&[u8]>> {
    let word = |index: usize| -> Option<usize> {
        let from = index.checked_mul(4)?;
        let word = octets.get(from..from.checked_add(4)?)?;
        usize::try_from(u32::from_le_bytes(word.try_into().ok()?)).ok()
    };
    let count = word(0)?;
    let mut at = count.checked_add(1)?.checked_mul(4)?;
    let mut sections = Vec::new();
    for index in 0..count {
        at = at.checked_next_multiple_of(ALIGN)?;
        let end = at.checked_add(word(index + 1)?)?;
        sections.push(octets.get(at..end)?);
        at = end;
    }
    Some(sections)
}

/// Numbers as a script reads them, the lowest octet first.
pub fn numbers(all: impl IntoIterator<Item = u32>) -> Vec<u8> {
    all.into_iter().flat_map(u32::to_le_bytes).collect()
}

/// Numbers that may be larger, as the floating point numbers that scripts have.
pub fn places(all: impl IntoIterator<Item = u64>) -> Vec<u8> {
    all.into_iter().flat_map(|place| (place as f64).to_le_bytes()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sections_go_both_ways() {
        for sections in [vec![], vec![b"".to_vec()], vec![b"{}".to_vec(), vec![1; 9], vec![], vec![2]]] {
            let octets = packed(&sections);
            assert_eq!(unpacked(&octets).unwrap(), sections);
            for end in 0..octets.len() {
                assert!(unpacked(&octets[..end]).is_none_or(|fewer| fewer.len() <= sections.len()));
            }
        }
    }

    #[test]
    fn lengths_that_lead_nowhere_are_none() {
        assert_eq!(unpacked(&[0xff; 64]), None);
        assert_eq!(unpacked(&[1, 0, 0, 0, 0xff, 0xff, 0xff, 0xff]), None);
    }
}

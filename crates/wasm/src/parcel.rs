//! The format of requests and answers: byte sections, the first of which is JSON.
//!
//! A parcel starts with the number of sections and the length of each, as 32-bit little-endian numbers. The
//! sections follow, each aligned to 8 bytes, so that a script can map typed arrays onto them.

/// The alignment of sections in bytes.
const ALIGN: usize = 8;

/// Packs sections into one byte array.
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

/// Unpacks sections; `None` if the bytes are truncated.
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

/// Numbers as a script reads them, little-endian.
pub fn numbers(all: impl IntoIterator<Item = u32>) -> Vec<u8> {
    all.into_iter().flat_map(u32::to_le_bytes).collect()
}

/// Larger numbers, as the doubles that scripts use.
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

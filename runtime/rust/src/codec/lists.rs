//! Compares lists with constants of the schema.

use alloc::vec;

/// Whether a list has `count` elements, and each equals the constant at its position.
pub fn same_list<T>(list: &[T], count: usize, equals: impl Fn(usize, &T) -> bool) -> bool {
    list.len() == count && list.iter().enumerate().all(|(index, element)| equals(index, element))
}

/// Whether a list has `count` elements, and they equal the constants in some order.
pub fn same_set<T>(list: &[T], count: usize, equals: impl Fn(usize, &T) -> bool) -> bool {
    if list.len() != count {
        return false;
    }
    let mut found = vec![false; count];
    (0..count).all(|constant| {
        let mut left = found.iter_mut().zip(list);
        match left.find(|(found, element)| !**found && equals(constant, element)) {
            Some((found, _)) => {
                *found = true;
                true
            }
            None => false,
        }
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_sets_have_no_order() {
        let constants = [1, 2, 2];
        let equals = |index: usize, element: &u8| constants.get(index) == Some(element);
        let rows: [(&[u8], bool, bool); 5] = [
            (&[1, 2, 2], true, true),
            (&[2, 1, 2], false, true),
            (&[1, 1, 2], false, false),
            (&[1, 2], false, false),
            (&[1, 2, 2, 2], false, false),
        ];
        for (list, in_order, in_any_order) in rows {
            assert_eq!(same_list(list, 3, equals), in_order, "{list:?}");
            assert_eq!(same_set(list, 3, equals), in_any_order, "{list:?}");
        }
    }
}

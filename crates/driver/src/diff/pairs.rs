//! Pairs the elements of two lists that are to be compared with each other.

use std::collections::{HashMap, HashSet};
use std::hash::Hash;
use std::ops::Range;

/// Positions in two lists; `None` where one list has no counterpart.
pub type Pair = (Option<usize>, Option<usize>);

/// What distinguishes the elements of two lists. A side is 0 for the left list, 1 for the right one.
pub trait Elements {
    /// What is the same in equal elements, and only in these.
    type Identity: Hash + Eq;
    /// What says which element is meant, whatever else it holds.
    type Key: Hash + Eq + Clone;

    /// Whether two elements are equal.
    fn same(&self, left: usize, right: usize) -> bool;

    /// The identity of an element.
    fn identity(&self, side: usize, at: usize) -> Self::Identity;

    /// Whether they are numbers and the like, which rather change than move if there are as many.
    fn are_plain(&self) -> bool;

    /// The key of an element; `None` if such elements have none.
    fn key(&self, side: usize, at: usize) -> Option<Self::Key>;
}

/// Pairs the elements of two ordered lists of these lengths, without those that both have in the same order. Elements
/// with keys are paired by key, others by position between equal elements.
pub fn in_order<E: Elements>([left, right]: [usize; 2], elements: &E) -> Vec<Pair> {
    let short = left.min(right);
    let head = (0..short).take_while(|i| elements.same(*i, *i)).count();
    let tail = (0..short - head).take_while(|i| elements.same(left - 1 - i, right - 1 - i)).count();
    let (left, right) = (head..left - tail, head..right - tail);
    let mut pairs = Vec::new();
    // One element and another are compared whatever they are: of what nests deep, no identity is needed.
    let is_clear = left.is_empty() || right.is_empty() || left.len() + right.len() == 2;
    if is_clear || left.len() == right.len() && elements.are_plain() {
        by_key((left, right), elements, &mut pairs);
        return pairs;
    }
    for (left, right, _) in between((left, right), |side, at| Some(elements.identity(side, at))) {
        by_key((left, right), elements, &mut pairs);
    }
    pairs
}

/// Pairs the elements that two unordered lists of these lengths do not have in common.
pub fn in_any_order<E: Elements>([left, right]: [usize; 2], elements: &E) -> Vec<Pair> {
    let mut there: HashMap<E::Identity, Vec<usize>> = HashMap::new();
    for at in (0..right).rev() {
        there.entry(elements.identity(1, at)).or_default().push(at);
    }
    let is_alone = |at: &usize| there.get_mut(&elements.identity(0, *at)).and_then(Vec::pop).is_none();
    let left: Vec<usize> = (0..left).filter(is_alone).collect();
    let mut right: Vec<usize> = there.into_values().flatten().collect();
    right.sort_unstable();
    let mut numbered = Numbered::default();
    let mut keyed: HashMap<(E::Key, usize), usize> =
        right.iter().filter_map(|at| Some((numbered.next(elements.key(1, *at)?), *at))).collect();
    if keyed.is_empty() {
        let longer = left.len().max(right.len());
        return (0..longer).map(|k| (left.get(k).copied(), right.get(k).copied())).collect();
    }
    let mut numbered = Numbered::default();
    let paired: Vec<Pair> = left
        .into_iter()
        .map(|at| (Some(at), elements.key(0, at).and_then(|key| keyed.remove(&numbered.next(key)))))
        .collect();
    let taken: HashSet<usize> = paired.iter().filter_map(|(_, at)| *at).collect();
    let rest = right.into_iter().filter(|at| !taken.contains(at)).map(|at| (None, Some(at)));
    paired.into_iter().chain(rest).collect()
}

/// Pairs the elements between two equal ones.
fn by_key<E: Elements>((left, right): (Range<usize>, Range<usize>), elements: &E, pairs: &mut Vec<Pair>) {
    let has_keys =
        |side, range: &Range<usize>| range.clone().next().and_then(|at| elements.key(side, at)).is_some();
    if !has_keys(0, &left) && !has_keys(1, &right) {
        let at = |range: &Range<usize>, k| range.clone().nth(k);
        pairs.extend((0..left.len().max(right.len())).map(|k| (at(&left, k), at(&right, k))));
        return;
    }
    let mut numbered = [Numbered::default(), Numbered::default()];
    let mark = |side: usize, at| Some(numbered.get_mut(side)?.next(elements.key(side, at)?));
    for (left, right, meeting) in between((left, right), mark) {
        pairs.extend(left.map(|at| (Some(at), None)));
        pairs.extend(right.map(|at| (None, Some(at))));
        pairs.extend(meeting.map(|(i, j)| (Some(i), Some(j))));
    }
}

/// Numbers what is equal, so that each is there once.
struct Numbered<K>(HashMap<K, usize>);

impl<K> Default for Numbered<K> {
    fn default() -> Self {
        Numbered(HashMap::new())
    }
}

impl<K: Hash + Eq + Clone> Numbered<K> {
    fn next(&mut self, key: K) -> (K, usize) {
        let number = self.0.entry(key.clone()).or_default();
        *number += 1;
        (key, *number)
    }
}

/// Divides two ranges at the elements that both have in the same order, and each only once: what is before each, and
/// where it is; at the end what is after them.
fn between<M: Hash + Eq>(
    (left, right): (Range<usize>, Range<usize>),
    mark: impl FnMut(usize, usize) -> Option<M>,
) -> Vec<(Range<usize>, Range<usize>, Option<(usize, usize)>)> {
    let (mut sections, mut from) = (Vec::new(), (left.start, right.start));
    for (i, j) in meetings((&left, &right), mark) {
        sections.push((from.0..i, from.1..j, Some((i, j))));
        from = (i + 1, j + 1);
    }
    sections.push((from.0..left.end, from.1..right.end, None));
    sections
}

/// The longest sequence of positions, rising on both sides, of marks that occur once on each.
fn meetings<M: Hash + Eq>(
    (left, right): (&Range<usize>, &Range<usize>),
    mut mark: impl FnMut(usize, usize) -> Option<M>,
) -> Vec<(usize, usize)> {
    let mut marks: HashMap<M, [Vec<usize>; 2]> = HashMap::new();
    for (side, range) in [left, right].into_iter().enumerate() {
        for at in range.clone() {
            if let Some(mark) = mark(side, at) {
                marks.entry(mark).or_default()[side].push(at);
            }
        }
    }
    let once = marks.values().filter_map(|at| match at.each_ref().map(Vec::as_slice) {
        [[left], [right]] => Some((*left, *right)),
        _ => None,
    });
    let mut both: Vec<(usize, usize)> = once.collect();
    both.sort_unstable();
    // Longest increasing subsequence: for each length, the sequence with the least last position.
    let (mut ends, mut before): (Vec<usize>, Vec<Option<usize>>) = (Vec::new(), Vec::new());
    for (at, (_, j)) in both.iter().enumerate() {
        let length = ends.partition_point(|end| both[*end].1 < *j);
        before.push(length.checked_sub(1).map(|shorter| ends[shorter]));
        match ends.get_mut(length) {
            Some(end) => *end = at,
            None => ends.push(at),
        }
    }
    let mut found: Vec<_> =
        std::iter::successors(ends.last().copied(), |at| before[*at]).map(|at| both[at]).collect();
    found.reverse();
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Words, of which the first letter is the key if it is a capital.
    struct Words<'w>([Vec<&'w str>; 2]);

    impl<'w> Words<'w> {
        fn of(left: &'w str, right: &'w str) -> Words<'w> {
            Words([left, right].map(|text| text.split_whitespace().collect()))
        }

        fn lengths(&self) -> [usize; 2] {
            [self.0[0].len(), self.0[1].len()]
        }
    }

    impl<'w> Elements for Words<'w> {
        type Identity = &'w str;
        type Key = char;

        fn same(&self, left: usize, right: usize) -> bool {
            self.0[0][left] == self.0[1][right]
        }

        fn identity(&self, side: usize, at: usize) -> &'w str {
            self.0[side][at]
        }

        fn are_plain(&self) -> bool {
            self.0[0].iter().any(|word| word.starts_with(|c: char| c.is_ascii_digit()))
        }

        fn key(&self, side: usize, at: usize) -> Option<char> {
            self.0[side][at].chars().next().filter(char::is_ascii_uppercase)
        }
    }

    fn ordered(left: &str, right: &str) -> Vec<Pair> {
        let words = Words::of(left, right);
        in_order(words.lengths(), &words)
    }

    fn unordered(left: &str, right: &str) -> Vec<Pair> {
        let words = Words::of(left, right);
        in_any_order(words.lengths(), &words)
    }

    #[test]
    fn lists_are_paired_between_equal_elements() {
        assert_eq!(ordered("a b c", "a b c"), []);
        assert_eq!(ordered("a b c", "a x b c"), [(None, Some(1))]);
        assert_eq!(ordered("a a b", "a b"), [(Some(1), None)]);
        assert_eq!(ordered("a b c", "a x c"), [(Some(1), Some(1))]);
        assert_eq!(ordered("", "a b"), [(None, Some(0)), (None, Some(1))]);
        assert_eq!(
            ordered("a b c d e", "x b d y"),
            [(Some(0), Some(0)), (Some(2), None), (Some(4), Some(3))]
        );
        assert_eq!(ordered("a b", "b a"), [(Some(0), None), (None, Some(1))]);
        assert_eq!(ordered("1 2", "2 3"), [(Some(0), Some(0)), (Some(1), Some(1))]);
        assert_eq!(ordered("1 2", "2 3 4"), [(Some(0), None), (None, Some(1)), (None, Some(2))]);
    }

    #[test]
    fn elements_with_keys_are_paired_by_key() {
        assert_eq!(
            ordered("A1 B1 C1", "X A2 B1 C2"),
            [(None, Some(0)), (Some(0), Some(1)), (Some(2), Some(3))]
        );
        assert_eq!(ordered("A1", "B1"), [(Some(0), None), (None, Some(0))]);
        assert_eq!(ordered("A1 A2", "A3 A4"), [(Some(0), Some(0)), (Some(1), Some(1))]);
        assert_eq!(unordered("A1 B1", "C1 B2 A1"), [(Some(1), Some(1)), (None, Some(0))]);
        assert_eq!(unordered("A1 A2", "A3 A4"), [(Some(0), Some(0)), (Some(1), Some(1))]);
    }

    #[test]
    fn sets_are_paired_by_what_they_have_alone() {
        assert_eq!(unordered("a b c a", "a a c b"), []);
        assert_eq!(unordered("a b x", "y b a"), [(Some(2), Some(0))]);
        assert_eq!(unordered("a a", "a"), [(Some(1), None)]);
    }
}

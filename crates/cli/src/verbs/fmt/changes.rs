//! A line-by-line diff of two texts.

use std::fmt::Write;
use std::ops::Range;

/// The number of context lines around a change.
const CONTEXT: usize = 3;

/// The maximum number of differing lines. If there are more, everything between the first and the last
/// difference is shown as replaced.
const MOST: usize = 1000;

/// Lines of the old text, and the lines of the new one that replace them.
type Change = (Range<usize>, Range<usize>);

/// The changes as a coloured unified diff; empty for equal texts.
pub fn diff(name: &str, before: &str, after: &str) -> String {
    let (old, new): (Vec<&str>, Vec<&str>) = (before.lines().collect(), after.lines().collect());
    let changes = changes(&old, &new);
    let mut out = String::new();
    if changes.is_empty() {
        return out;
    }
    let _ = write!(out, "\u{1b}[1m--- {name}\n+++ {name}\u{1b}[0m\n");
    for hunk in hunks(&changes) {
        write_hunk(&mut out, hunk, &old, &new);
    }
    out
}

/// Groups changes that are close enough to be shown together.
fn hunks(changes: &[Change]) -> Vec<&[Change]> {
    changes.chunk_by(|one, next| next.0.start - one.0.end <= 2 * CONTEXT).collect()
}

fn write_hunk(out: &mut String, hunk: &[Change], old: &[&str], new: &[&str]) {
    let (Some(first), Some(last)) = (hunk.first(), hunk.last()) else { return };
    let above = first.0.start.min(CONTEXT);
    let below = (old.len() - last.0.end).min(CONTEXT);
    let shown = first.0.start - above..last.0.end + below;
    let place = |from: usize, to: usize| format!("{},{}", from + usize::from(to > from), to - from);
    let _ = writeln!(
        out,
        "\u{1b}[36m@@ -{} +{} @@\u{1b}[0m",
        place(shown.start, shown.end),
        place(first.1.start - above, last.1.end + below)
    );
    let mut at = shown.start;
    for (gone, come) in hunk {
        old[at..gone.start].iter().for_each(|line| _ = writeln!(out, " {line}"));
        old[gone.clone()].iter().for_each(|line| _ = writeln!(out, "\u{1b}[31m-{line}\u{1b}[0m"));
        new[come.clone()].iter().for_each(|line| _ = writeln!(out, "\u{1b}[32m+{line}\u{1b}[0m"));
        at = gone.end;
    }
    old[at..shown.end].iter().for_each(|line| _ = writeln!(out, " {line}"));
}

/// The minimal changes by the greedy algorithm of Myers; a single change if there are too many.
fn changes(old: &[&str], new: &[&str]) -> Vec<Change> {
    let head = old.iter().zip(new).take_while(|(a, b)| a == b).count();
    let (old, new) = (&old[head..], &new[head..]);
    let tail = old.iter().rev().zip(new.iter().rev()).take_while(|(a, b)| a == b).count();
    let (old, new) = (&old[..old.len() - tail], &new[..new.len() - tail]);
    let found = match steps(old, new) {
        Some(steps) => changes_of(&steps, old.len(), new.len()),
        None => vec![(0..old.len(), 0..new.len())],
    };
    let moved = |range: Range<usize>| range.start + head..range.end + head;
    found.into_iter().map(|(gone, come)| (moved(gone), moved(come))).collect()
}

/// For each number of differing lines, how far each diagonal reaches in the old text; `None` if too many
/// lines differ.
fn steps(old: &[&str], new: &[&str]) -> Option<Vec<Vec<usize>>> {
    let mut steps: Vec<Vec<usize>> = Vec::new();
    for d in 0..=MOST.min(old.len() + new.len()) {
        let mut reach = vec![0; d + 1];
        for k in 0..=d {
            // Diagonal `k` stands for `2k - d` more lines deleted than inserted.
            let mut x = match steps.last() {
                None => 0,
                Some(last) => come_to(last, k, d).0,
            };
            // y = x - (2k - d), which is negative or beyond the text for diagonals outside it.
            while let (Some(a), Some(b)) = (old.get(x), (x + d).checked_sub(2 * k).and_then(|y| new.get(y))) {
                if a != b {
                    break;
                }
                x += 1;
            }
            reach[k] = x;
            if x >= old.len() && x + d == 2 * k + new.len() {
                reach.truncate(k + 1);
                steps.push(reach);
                return Some(steps);
            }
        }
        steps.push(reach);
    }
    None
}

/// How far diagonal `k` of `d` is reached from the previous step, and whether by deleting a line.
fn come_to(last: &[usize], k: usize, d: usize) -> (usize, bool) {
    let added = last.get(k).filter(|_| k < d).copied();
    let gone = k.checked_sub(1).and_then(|k| last.get(k)).map(|x| x + 1);
    match (added, gone) {
        (Some(added), Some(gone)) if gone > added => (gone, true),
        (None, Some(gone)) => (gone, true),
        (added, _) => (added.unwrap_or(0), false),
    }
}

/// Follows the steps back; returns the changes in order.
fn changes_of(steps: &[Vec<usize>], old: usize, new: usize) -> Vec<Change> {
    let (mut x, mut y) = (old, new);
    let mut changes: Vec<Change> = Vec::new();
    for d in (1..steps.len()).rev() {
        let k = (x + d - y) / 2;
        let (from, gone) = come_to(&steps[d - 1], k, d);
        let at = if gone { (from - 1, from + d - 2 * k) } else { (from, from + d - 1 - 2 * k) };
        let change = if gone { (at.0..from, at.1..at.1) } else { (at.0..at.0, at.1..at.1 + 1) };
        match changes.last_mut() {
            Some(next) if change.0.end == next.0.start && change.1.end == next.1.start => {
                (next.0.start, next.1.start) = (change.0.start, change.1.start);
            }
            _ => changes.push(change),
        }
        (x, y) = at;
    }
    changes.reverse();
    changes
}

#[cfg(test)]
mod tests {
    use super::*;

    fn told(old: &str, new: &str) -> Vec<Change> {
        let lines = |text: &'static str| text.split("").filter(|c| !c.is_empty()).collect::<Vec<_>>();
        changes(&lines(old.to_string().leak()), &lines(new.to_string().leak()))
    }

    /// Applies the changes to the old text.
    fn applied(old: &str, new: &str) -> String {
        let (mut made, mut at) = (String::new(), 0);
        for (gone, come) in told(old, new) {
            made += &old[at..gone.start];
            made += &new[come];
            at = gone.end;
        }
        made + &old[at..]
    }

    #[test]
    fn changes_lead_from_one_text_to_the_other() {
        let rows =
            [("", ""), ("abc", "abc"), ("abc", ""), ("", "abc"), ("abcabba", "cbabac"), ("xay", "xby")];
        for (old, new) in rows {
            assert_eq!(applied(old, new), new, "{old} {new}");
        }
        assert_eq!(told("abc", "abxc"), [(2..2, 2..3)]);
        assert_eq!(told("abxc", "abc"), [(2..3, 2..2)]);
        assert_eq!(told("xay", "xby"), [(1..2, 1..2)]);
    }
}

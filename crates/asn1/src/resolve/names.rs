//! Names that are close to one that is not there: for `did you mean`.

use super::Resolver;

/// How many are proposed at most.
const MOST: usize = 3;

/// How many candidates are looked at: a hint is not worth more.
const CANDIDATES: usize = 20_000;

impl Resolver<'_> {
    /// Names to propose instead of one that is not there. After the first hundred
    /// faults there are none: looking for them takes longer than all the rest.
    pub(super) fn close_names<'a>(
        &self,
        name: &str,
        candidates: impl Iterator<Item = &'a str>,
    ) -> Vec<String> {
        match self.faults.len() {
            0..=100 => close_names(name, candidates),
            _ => Vec::new(),
        }
    }
}

/// The candidates that are closest to `name`: at most a third of its letters away.
fn close_names<'a>(name: &str, candidates: impl Iterator<Item = &'a str>) -> Vec<String> {
    let limit = (name.len() / 3).clamp(1, 4);
    let mut close: Vec<(usize, &str)> = candidates
        .take(CANDIDATES)
        .filter(|c| c.len().abs_diff(name.len()) <= limit && *c != name)
        .filter_map(|c| distance(name.as_bytes(), c.as_bytes(), limit).map(|d| (d, c)))
        .collect();
    close.sort();
    close.dedup();
    close.into_iter().take(MOST).map(|(_, c)| c.to_owned()).collect()
}

/// How many letters have to be put in, taken out or changed, a change of case
/// counting nothing; `None` above `limit`.
fn distance(a: &[u8], b: &[u8], limit: usize) -> Option<usize> {
    if a.len() > 64 || b.len() > 64 {
        return None;
    }
    let mut row: Vec<usize> = (0..=b.len()).collect();
    for (i, x) in a.iter().enumerate() {
        let mut diagonal = i;
        if let Some(first) = row.first_mut() {
            *first = i + 1;
        }
        for (j, y) in b.iter().enumerate() {
            let changed = diagonal + usize::from(!x.eq_ignore_ascii_case(y));
            diagonal = row[j + 1];
            row[j + 1] = changed.min(row[j] + 1).min(row[j + 1] + 1);
        }
        if row.iter().min().is_some_and(|&least| least > limit) {
            return None;
        }
    }
    row.last().copied().filter(|&d| d <= limit)
}

#[cfg(test)]
mod tests {
    use super::close_names;

    #[test]
    fn proposes_the_closest_first() {
        let names = ["Foo", "foo", "Fooo", "Bar", "Identifier", "Indentifier"];
        assert_eq!(close_names("Fo0", names.into_iter()), ["Foo", "foo"]);
        assert_eq!(close_names("Identifer", names.into_iter()), ["Identifier", "Indentifier"]);
        assert!(close_names("Quux", names.into_iter()).is_empty());
    }
}

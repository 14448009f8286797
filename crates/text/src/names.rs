//! Suggestions for misspelled names.

/// The names nearest to `wanted`, at most three, nearest first. The distance is at most half of its
/// length, and at most four letters.
pub fn close_names<'n>(wanted: &str, names: impl IntoIterator<Item = &'n str>) -> Vec<&'n str> {
    // A long text is not a misspelled name, and could take a lot of time.
    if wanted.len() > 100 {
        return Vec::new();
    }
    let lower = wanted.to_lowercase();
    let mut found: Vec<(usize, &str)> = names
        .into_iter()
        .filter_map(|name| {
            let distance = match name.eq_ignore_ascii_case(wanted) {
                true => 0,
                false => distance(&lower, &name.to_lowercase(), (wanted.len() / 2 + 1).min(4))?,
            };
            Some((distance, name))
        })
        .collect();
    found.sort();
    found.dedup();
    found.into_iter().take(3).map(|(_, name)| name).collect()
}

/// The number of names that are listed if none is near.
const FEW: usize = 8;

/// What to add after "there is no `wanted`": the names that may have been meant, or all names if there
/// are only a few.
pub fn advice<'n>(wanted: &str, names: impl IntoIterator<Item = &'n str>) -> String {
    let names: Vec<&str> = names.into_iter().collect();
    match close_names(wanted, names.iter().copied()).as_slice() {
        [] if names.is_empty() || names.len() > FEW => String::new(),
        [] => format!("; it has {}", names.join(", ")),
        close => format!("; did you mean {}?", close.join(" or ")),
    }
}

/// The number of letters to insert, delete or change; `None` if it is more than `most`.
fn distance(a: &str, b: &str, most: usize) -> Option<usize> {
    let (a, b): (Vec<char>, Vec<char>) = (a.chars().collect(), b.chars().collect());
    if a.len().abs_diff(b.len()) > most {
        return None;
    }
    let mut row: Vec<usize> = (0..=b.len()).collect();
    for (i, x) in a.iter().enumerate() {
        let mut diagonal = std::mem::replace(&mut row[0], i + 1);
        for (j, y) in b.iter().enumerate() {
            let changed = diagonal + usize::from(x != y);
            diagonal = row[j + 1];
            row[j + 1] = changed.min(diagonal + 1).min(row[j] + 1);
        }
    }
    row.last().copied().filter(|&d| d <= most)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn near_names_come_first() {
        let names = ["Message", "Messages", "Massage", "Pdu", "message"];
        assert_eq!(close_names("Mesage", names), ["Message", "message", "Massage"]);
        assert!(close_names("Xyz", names).is_empty());
    }
}

//! Names that a user may have meant.

/// The names nearest to `wanted`, at most three, the nearest first. None is
/// further than half of its length, or four letters.
pub fn close_names<'n>(wanted: &str, names: impl IntoIterator<Item = &'n str>) -> Vec<&'n str> {
    // No name is meant by what is longer than any: whoever writes a text may write much of it.
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

/// How many names are listed where none is near.
const FEW: usize = 8;

/// What to say behind "there is no `wanted`": the names that may have been meant, or all if they are few.
pub fn advice<'n>(wanted: &str, names: impl IntoIterator<Item = &'n str>) -> String {
    let names: Vec<&str> = names.into_iter().collect();
    match close_names(wanted, names.iter().copied()).as_slice() {
        [] if names.is_empty() || names.len() > FEW => String::new(),
        [] => format!("; it has {}", names.join(", ")),
        close => format!("; did you mean {}?", close.join(" or ")),
    }
}

/// How many letters must be put in, taken out or changed; `None` if more than `most`.
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

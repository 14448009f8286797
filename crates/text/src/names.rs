//! Suggestions for misspelled names.

use crate::lookalikes::Lookalike;

/// The names nearest to `wanted`, at most three, nearest first. The distance is at most a third of its
/// length, or half of it if the first letter is the same, and at most four letters. Names that are much less near than the first are left out.
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
                false => {
                    let name = name.to_lowercase();
                    let begins_so = lower.chars().next() == name.chars().next();
                    let limit = if begins_so { wanted.len() / 2 + 1 } else { wanted.len().div_ceil(3) };
                    distance(&lower, &name, limit.min(4))?
                }
            };
            Some((distance, name))
        })
        .collect();
    found.sort();
    found.dedup();
    let nearest = found.first().map_or(0, |(distance, _)| *distance);
    found.retain(|(distance, _)| *distance <= nearest.max(2 * usize::from(nearest == 1)));
    found.into_iter().take(3).map(|(_, name)| name).collect()
}

/// The number of names that are listed if none is near.
const FEW: usize = 8;

/// What to add after "there is no `wanted`": the names that may have been meant, or all names if there
/// are only a few.
pub fn advice<'n>(wanted: &str, names: impl IntoIterator<Item = &'n str>) -> String {
    if let Some(odd) = Lookalike::in_text(wanted) {
        return format!(": it has {} in it", odd.what);
    }
    let names: Vec<&str> = names.into_iter().collect();
    match close_names(wanted, names.iter().copied()).as_slice() {
        [] if names.is_empty() || names.len() > FEW => String::new(),
        [] => format!("; it has {}", names.join(", ")),
        close => format!("; did you mean {}?", close.join(" or ")),
    }
}

/// The same, but of many names the first ones are listed.
pub fn advice_or_first<'n>(wanted: &str, names: impl IntoIterator<Item = &'n str>) -> String {
    let names: Vec<&str> = names.into_iter().collect();
    match advice(wanted, names.iter().copied()) {
        none if none.is_empty() && names.len() > FEW => {
            format!("; it has {}, ... ({} in all)", names[..FEW].join(", "), names.len())
        }
        advice => advice,
    }
}

/// The number of letters to insert, delete, change or swap with the next; `None` if it is more than `most`.
fn distance(a: &str, b: &str, most: usize) -> Option<usize> {
    let (a, b): (Vec<char>, Vec<char>) = (a.chars().collect(), b.chars().collect());
    if a.len().abs_diff(b.len()) > most {
        return None;
    }
    let mut above: Vec<usize> = Vec::new();
    let mut row: Vec<usize> = (0..=b.len()).collect();
    for (i, x) in a.iter().enumerate() {
        let mut next = vec![i + 1];
        for (j, y) in b.iter().enumerate() {
            let mut least = (row[j] + usize::from(x != y)).min(row[j + 1] + 1).min(next[j] + 1);
            if i > 0 && j > 0 && *x == b[j - 1] && a[i - 1] == *y {
                least = least.min(above[j - 1] + 1);
            }
            next.push(least);
        }
        above = std::mem::replace(&mut row, next);
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
        assert_eq!(close_names("MESSAGE", names), ["Message", "message"]);
        assert!(close_names("Xyz", names).is_empty());
        assert_eq!(close_names("bre", ["ber", "der", "oer"]), ["ber"]);
        assert_eq!(close_names("Flite", ["Flight", "State"]), ["Flight"]);
        assert!(close_names("text", ["legs", "note"]).is_empty());
    }
}

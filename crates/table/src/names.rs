//! Column names.

use std::collections::HashSet;

/// How names from a schema become column names.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Naming {
    /// Unchanged.
    #[default]
    AsIs,
    /// Lower-case words separated by underscores: `served_imsi`.
    Snake,
}

impl Naming {
    /// The column name for a name.
    pub fn name(self, name: &str) -> String {
        match self {
            Naming::AsIs => name.to_string(),
            Naming::Snake => snake(name),
        }
    }
}

/// `servedIMSI` and `served-IMSI` are `served_imsi`; `HTTPServer2` is `http_server2`.
fn snake(name: &str) -> String {
    let letters: Vec<char> = name.chars().collect();
    let mut out = String::with_capacity(name.len() + 4);
    for (at, letter) in letters.iter().enumerate() {
        if !letter.is_alphanumeric() {
            out.push('_');
            continue;
        }
        let before = at.checked_sub(1).and_then(|at| letters.get(at));
        let small_behind = letters.get(at + 1).is_some_and(|letter| letter.is_lowercase());
        let begins = letter.is_uppercase()
            && before.is_some_and(|before| {
                before.is_lowercase() || before.is_numeric() || before.is_uppercase() && small_behind
            });
        if begins && !out.ends_with('_') {
            out.push('_');
        }
        out.extend(letter.to_lowercase());
    }
    out
}

/// Makes a name that differs from those of its neighbours. Case is ignored, since many tools are
/// case-insensitive.
pub fn unique(name: String, taken: &mut HashSet<String>) -> String {
    let mut made = name;
    while !taken.insert(made.to_lowercase()) {
        made.push('_');
    }
    made
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_told_by_their_capitals() {
        let cases =
            [("servedIMSI", "served_imsi"), ("e-RAB-ID", "e_rab_id"), ("HTTPServer2", "http_server2")];
        for (name, wanted) in cases {
            assert_eq!(snake(name), wanted);
        }
    }

    #[test]
    fn names_that_differ_in_capitals_alone_are_told_apart() {
        let mut taken = HashSet::new();
        assert_eq!(unique("Id".into(), &mut taken), "Id");
        assert_eq!(unique("ID".into(), &mut taken), "ID_");
    }
}

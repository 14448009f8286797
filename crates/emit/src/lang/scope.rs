//! Names already taken.

use std::collections::{HashMap, HashSet};

/// The names of one scope; each can be claimed once.
#[derive(Debug, Default, Clone)]
pub struct Scope {
    taken: HashSet<String>,
    /// How many alternatives to a taken name have been tried, so that claiming one name many times stays linear.
    tried: HashMap<String, usize>,
}

impl Scope {
    /// A scope with some names taken from the start.
    pub fn with(taken: impl IntoIterator<Item = impl Into<String>>) -> Scope {
        Scope { taken: taken.into_iter().map(Into::into).collect(), ..Scope::default() }
    }

    /// Whether a name is taken.
    pub fn has(&self, name: &str) -> bool {
        self.taken.contains(name)
    }

    /// All names that are taken.
    pub fn names(&self) -> impl Iterator<Item = &str> {
        self.taken.iter().map(String::as_str)
    }

    /// Takes names, even if they are not free.
    pub fn take(&mut self, names: impl IntoIterator<Item = impl Into<String>>) {
        self.taken.extend(names.into_iter().map(Into::into));
    }

    /// Claims the first candidate for which all names `made` from it (including itself) are free and not
    /// reserved words, and takes those names.
    pub fn claim(
        &mut self,
        mut candidates: impl Iterator<Item = String>,
        made: impl Fn(&str) -> Vec<String>,
        is_word: impl Fn(&str) -> bool,
    ) -> String {
        let free = |name: &String| made(name).iter().all(|name| !self.has(name) && !is_word(name));
        let first = candidates.next().unwrap_or_default();
        let name = if free(&first) {
            first
        } else {
            let tried = self.tried.get(&first).copied().unwrap_or(0);
            let mut others = candidates.enumerate().skip(tried);
            let (index, name) = others.find(|(_, name)| free(name)).unwrap_or_default();
            self.tried.insert(first, index);
            name
        };
        self.take(made(&name));
        name
    }
}

/// A name, then the same with more and more `_` appended.
pub fn underscored(name: String) -> impl Iterator<Item = String> {
    std::iter::successors(Some(name), |name| Some(format!("{name}_")))
}

/// A name, then another one, then that one with numbers appended: from 2 if it is the same name, otherwise
/// from 3.
pub fn numbered(name: String, other: String, mark: &'static str) -> impl Iterator<Item = String> {
    let first = if name == other { None } else { Some(other.clone()) };
    let from = if first.is_none() { 2 } else { 3 };
    std::iter::once(name).chain(first).chain(Numbers { name: other, mark, next: from })
}

/// A name with numbers appended. Skipping is free.
struct Numbers {
    name: String,
    mark: &'static str,
    next: usize,
}

impl Iterator for Numbers {
    type Item = String;

    fn next(&mut self) -> Option<String> {
        self.nth(0)
    }

    fn nth(&mut self, skipped: usize) -> Option<String> {
        let number = self.next + skipped;
        self.next = number + 1;
        Some(format!("{}{}{number}", self.name, self.mark))
    }
}

/// A name that begins with a letter: if it doesn't, `front` is prepended.
pub fn lettered(name: String, front: char) -> String {
    match name.starts_with(|first: char| first.is_ascii_alphabetic()) {
        true => name,
        false => format!("{front}{name}"),
    }
}

#[cfg(test)]
mod tests {
    use super::{lettered, numbered, underscored, Scope};

    #[test]
    fn a_name_takes_what_is_made_of_it() {
        let mut scope = Scope::with(["a_set"]);
        let made = |name: &str| vec![name.to_string(), format!("{name}_set")];
        let is_word = |name: &str| name == "b";
        let mut claim = |name: &str| scope.claim(underscored(name.to_string()), made, is_word);
        assert_eq!(["a", "b", "c", "c_set"].map(&mut claim), ["a_", "b_", "c", "c_set_"]);
    }

    #[test]
    fn taken_names_are_numbered() {
        let mut scope = Scope::default();
        let mut claim = |name: &str| {
            let candidates = numbered(name.to_string(), name.to_string(), "_");
            scope.claim(candidates, |name| vec![name.to_string()], |_| false)
        };
        assert_eq!(["a", "a", "a_2", "a"].map(&mut claim), ["a", "a_2", "a_2_2", "a_3"]);
        let other: Vec<String> = numbered("a".to_string(), "M-a".to_string(), "").take(4).collect();
        assert_eq!(other, ["a", "M-a", "M-a3", "M-a4"]);
    }

    #[test]
    fn names_begin_with_a_letter() {
        assert_eq!(["", "1", "A1"].map(|name| lettered(name.into(), 'X')), ["X", "X1", "A1"]);
    }
}

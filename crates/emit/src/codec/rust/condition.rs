//! Conditions in Rust, which may be known when the code is generated.

/// A condition.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Condition {
    Always,
    Never,
    /// One that the code tests.
    If(String),
}

use Condition::{Always, If, Never};

impl Condition {
    /// As an expression.
    pub fn text(self) -> String {
        match self {
            Always => "true".to_string(),
            Never => "false".to_string(),
            If(test) => test,
        }
    }

    /// Whether all conditions hold.
    pub fn all(conditions: impl IntoIterator<Item = Condition>) -> Condition {
        let mut tests = Vec::new();
        for condition in conditions {
            match condition {
                Always => {}
                Never => return Never,
                If(test) => tests.push(test),
            }
        }
        match tests.is_empty() {
            true => Always,
            false => If(tests.join(" && ")),
        }
    }

    /// Whether an `Option<&T>` has a value `x` for which this holds.
    pub fn some(self, option: &str) -> Condition {
        match self {
            Always => If(format!("{option}.is_some()")),
            Never => Never,
            If(test) => If(format!("{option}.is_some_and(|x| {test})")),
        }
    }

    /// The same of an `Option<T>`, which stays where it is.
    pub fn some_in(self, place: &str) -> Condition {
        match self {
            If(_) => self.some(&format!("{place}.as_ref()")),
            known => known.some(place),
        }
    }

    /// Whether an `Option<T>` has no value, or one for which this holds.
    pub fn none_or(self, place: &str) -> Condition {
        match self {
            Always => Always,
            Never => If(format!("{place}.is_none()")),
            If(test) => If(format!("{place}.as_ref().is_none_or(|x| {test})")),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::Condition::{self, Always, If, Never};

    #[test]
    fn what_is_known_is_not_tested() {
        let test = || If("*x".to_string());
        let texts = |conditions: [Condition; 3]| conditions.map(Condition::text);
        assert_eq!(
            texts([test(), Always, Never].map(|one| one.some_in("v"))),
            ["v.as_ref().is_some_and(|x| *x)", "v.is_some()", "false"]
        );
        assert_eq!(
            texts([test(), Always, Never].map(|one| one.none_or("v"))),
            ["v.as_ref().is_none_or(|x| *x)", "true", "v.is_none()"]
        );
        assert_eq!(
            texts([[test(), Always], [Always, Always], [test(), Never]].map(Condition::all)),
            ["*x", "true", "false"]
        );
    }
}

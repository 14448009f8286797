//! Names in messages.

use crate::near::joined;

/// The maximum number of names in a message.
const MOST: usize = 20;

/// The first names of a list that may be as long as the specification.
#[derive(Clone, Debug)]
pub struct FirstNames {
    names: Vec<String>,
    /// Whether there are more.
    more: bool,
}

impl FirstNames {
    /// Takes no more than it needs.
    pub(crate) fn of<'a>(mut names: impl Iterator<Item = &'a str>) -> FirstNames {
        let first = names.by_ref().take(MOST).map(str::to_owned).collect();
        FirstNames { names: first, more: names.next().is_some() }
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.names.is_empty()
    }

    /// The names in backquotes.
    pub(crate) fn shown(&self) -> String {
        match self.more {
            false => joined(&self.names, "and"),
            true => {
                let quoted: Vec<String> = self.names.iter().map(|name| format!("`{name}`")).collect();
                format!("{} and others", quoted.join(", "))
            }
        }
    }
}

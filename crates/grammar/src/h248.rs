//! The text form of H.248.

use std::sync::OnceLock;

use crate::{Analysis, Grammar};

/// The source of the table.
pub const TABLE: &str = include_str!("../tables/h248.grammar");

/// The source of the table of packages and their items.
pub const PACKAGES: &str = include_str!("../tables/h248.packages");

/// The grammar and its analysis; `None` only if the table is invalid, which a test rules out.
pub fn grammar() -> Option<&'static (Grammar, Analysis)> {
    static GRAMMAR: OnceLock<Option<(Grammar, Analysis)>> = OnceLock::new();
    let made = GRAMMAR.get_or_init(|| {
        let grammar = Grammar::parse(TABLE).ok()?;
        let analysis = Analysis::new(&grammar);
        Some((grammar, analysis))
    });
    made.as_ref()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn two_tokens_decide_everywhere() {
        let grammar = Grammar::parse(TABLE).unwrap();
        let conflicts = Analysis::new(&grammar).conflicts;
        let told: Vec<String> =
            conflicts.iter().map(|c| format!("{} (line {}): {}", c.rule, c.line, c.message)).collect();
        assert!(told.is_empty(), "{}", told.join("\n"));
    }
}

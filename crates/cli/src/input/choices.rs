//! Options for choices that only some encoding rules leave to a writer.

use wireglot_driver::rules::Notation;
use wireglot_driver::Rules;

use crate::output::exit::{Done, Failure};

/// Something that rules may leave to a writer.
#[derive(Clone, Copy)]
pub enum Choice {
    /// The form of lengths and strings.
    Forms,
    /// Whether the trailing zeros of named bits are written.
    NamedBits,
    /// Whether a component is written as it was received.
    Raw,
}

impl Choice {
    /// Whether the rules leave it to a writer.
    fn is_of(self, rules: Rules) -> bool {
        match self {
            Choice::Forms => rules.has_tags() && !rules.canonical(),
            Choice::NamedBits => rules.has_tags(),
            Choice::Raw => !rules.packs_bits(),
        }
    }
}

/// Rejects options without effect on what a notation writes; each comes with whether it was given. A notation is
/// unknown if the schema determines the encoding.
pub fn demand(notation: Option<Notation>, said: &[(&str, Choice, bool)]) -> Done {
    let Some(notation) = notation else { return Ok(()) };
    let has = |choice: Choice| matches!(notation, Notation::Binary(rules) if choice.is_of(rules));
    let Some((option, choice, _)) = said.iter().find(|(_, choice, said)| *said && !has(*choice)) else {
        return Ok(());
    };
    let having = Rules::ALL.into_iter().filter(|rules| choice.is_of(*rules)).map(Rules::word);
    let having = having.collect::<Vec<_>>().join(", ");
    Err(Failure::Usage(format!("{option} is for {having}; it means nothing in {}", notation.word())))
}

//! Options for what only some encoding rules leave to the sender.

use wireglot_driver::rules::Notation;
use wireglot_driver::Rules;

use crate::output::exit::{Done, Failure};

/// What a sender may choose; X.690 10 and 11 call it a sender's option.
#[derive(Clone, Copy)]
pub enum SendersOption {
    /// The form of lengths and strings.
    Forms,
    /// Whether the trailing zeros of named bits are written.
    NamedBits,
    /// Whether a component is written as it was received.
    Raw,
}

impl SendersOption {
    /// Whether the rules leave it to the sender.
    fn is_of(self, rules: Rules) -> bool {
        match self {
            SendersOption::Forms => rules.has_tags() && !rules.canonical(),
            SendersOption::NamedBits => rules.has_tags(),
            SendersOption::Raw => !rules.packs_bits(),
        }
    }
}

/// Rejects options without effect on what a notation writes; each comes with whether it was given. A notation is
/// unknown if the schema determines the encoding.
pub fn demand(notation: Option<Notation>, said: &[(&str, SendersOption, bool)]) -> Done {
    let Some(notation) = notation else { return Ok(()) };
    let has = |option: SendersOption| matches!(notation, Notation::Binary(rules) if option.is_of(rules));
    let Some((word, option, _)) = said.iter().find(|(_, option, said)| *said && !has(*option)) else {
        return Ok(());
    };
    let having = Rules::ALL.into_iter().filter(|rules| option.is_of(*rules)).map(Rules::word);
    let having = having.collect::<Vec<_>>().join(", ");
    Err(Failure::Usage(format!("{word} is for {having}; it has no effect in {}", notation.word())))
}

//! What generated code asks of the row of a rule set.

use wireglot_plan::{Lengths, Rules};

/// What functions of the runtimes for these rules are called after.
pub fn family(rules: Rules) -> &'static str {
    match (rules.has_tags(), rules.packs_bits()) {
        (true, _) => "tlv",
        (_, true) => "bits",
        _ => "octets",
    }
}

/// Whether fields take whole octets, without tags.
pub fn takes_octets(rules: Rules) -> bool {
    !rules.has_tags() && !rules.packs_bits()
}

/// Whether constructed encodings end with a mark, and long strings go in segments.
pub fn has_end_marks(rules: Rules) -> bool {
    rules.lengths() == Lengths::Indefinite
}

/// Whether a reader refuses all forms but one where it comes to them.
pub fn refuses_forms(rules: Rules) -> bool {
    rules.canonical() && !rules.packs_bits() && !has_end_marks(rules)
}

/// Whether a decoder writes what it read once more, to compare it with the one encoding that a value has. Rules
/// with definite lengths need none of that: their readers see to it as they read.
pub fn compares(rules: Rules) -> bool {
    rules.canonical() && rules.lengths() != Lengths::Definite
}

/// Whether an encoder may check values as it writes them: there is nothing to write again, and what was written
/// before a refusal costs little.
pub fn may_check_inline(rules: Rules) -> bool {
    !compares(rules) && !takes_octets(rules)
}

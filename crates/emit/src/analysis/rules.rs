//! Properties of rule sets that generated code depends on.

use wireglot_plan::{Lengths, Rules};

/// The prefix of runtime function names for these rules.
pub fn family(rules: Rules) -> &'static str {
    match (rules.has_tags(), rules.packs_bits()) {
        (true, _) => "tlv",
        (_, true) => "bits",
        _ => "octets",
    }
}

/// Whether fields take whole octets and have no tags.
pub fn takes_octets(rules: Rules) -> bool {
    !rules.has_tags() && !rules.packs_bits()
}

/// Whether constructed encodings end with an end marker and long strings are segmented.
pub fn has_end_marks(rules: Rules) -> bool {
    rules.lengths() == Lengths::Indefinite
}

/// Whether a reader rejects non-canonical forms as it meets them.
pub fn refuses_forms(rules: Rules) -> bool {
    rules.canonical() && !rules.packs_bits() && !has_end_marks(rules)
}

/// Whether a decoder re-encodes what it read and compares the result with the input, as a value has only one
/// encoding. Rules with definite lengths don't need this: their readers check while reading.
pub fn compares(rules: Rules) -> bool {
    rules.canonical() && rules.lengths() != Lengths::Definite
}

/// Whether an encoder may check values while writing them: nothing is re-encoded, and output written before a
/// rejection costs little.
pub fn may_check_inline(rules: Rules) -> bool {
    !compares(rules) && !takes_octets(rules)
}

//! Round-trip test: a random value of every type.

use wireglot_interp::json::Spelling;
use wireglot_interp::{DecodeOptions, EncodeOptions, Tape};
use wireglot_plan::Rules;

use super::specification::Specification;

/// Draws a value of every named type, encodes and decodes it, and compares the result. Returns failures by
/// type. Rules that were not prepared are skipped.
pub fn round_trips(specification: &Specification, rules: Rules, seed: u64) -> Vec<String> {
    let Some(mut sampler) = specification.sampler(rules, seed) else { return Vec::new() };
    let mut wrong = Vec::new();
    for (root, named) in specification.shape().roots.iter().enumerate() {
        let went = match sampler.tape(named.shape) {
            Ok(tape) => one(specification, rules, root, &tape),
            Err(_) => Err("no value of it was found".into()),
        };
        if let Err(why) = went {
            wrong.push(format!("{}.{} in {rules}: {why}", named.module, named.reference));
        }
    }
    wrong
}

fn one(specification: &Specification, rules: Rules, root: usize, tape: &Tape) -> Result<(), String> {
    let value = tape.root().ok_or("no value was drawn")?;
    let mut octets = Vec::new();
    let options = EncodeOptions { checks: false, ..EncodeOptions::default() };
    let shown = || cut(specification.to_json(value, Spelling::Json));
    specification
        .encode(rules, root, value, &options, &mut octets)
        .map_err(|e| format!("not encoded: {e}: {}", shown()))?;
    let back = specification
        .decode(rules, root, &octets, &DecodeOptions::default())
        .map_err(|e| format!("not decoded: {e}: {}", shown()))?;
    match back.root() {
        Some(back) if specification.equal(value, back) => Ok(()),
        back => {
            let back = back.map_or_else(String::new, |back| cut(specification.to_json(back, Spelling::Json)));
            Err(format!("{} came back as {back}", shown()))
        }
    }
}

/// The maximum size in bytes of a value shown in a message.
const SHOWN: usize = 2000;

/// Truncates a text for a message.
fn cut(mut text: String) -> String {
    if text.len() > SHOWN {
        let octets = text.len();
        let end = (0..=SHOWN).rev().find(|at| text.is_char_boundary(*at)).unwrap_or(0);
        text.truncate(end);
        text.push_str(&format!("... ({octets} octets)"));
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn long_values_are_cut() {
        assert_eq!(cut("x".repeat(SHOWN)).len(), SHOWN);
        assert!(cut("\u{e9}".repeat(SHOWN)).len() < SHOWN + 30);
    }
}

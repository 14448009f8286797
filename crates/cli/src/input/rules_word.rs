//! Parses the name of a set of rules.

use wireglot_driver::names::close_names;
use wireglot_driver::rules::{common_name, Notation};

/// Rules that are available in this build.
#[derive(Clone, Copy)]
pub struct RulesWord(pub Notation);

impl std::str::FromStr for RulesWord {
    type Err = String;

    fn from_str(word: &str) -> Result<RulesWord, String> {
        let notation = Notation::from_word(&word.to_ascii_lowercase()).map(RulesWord);
        notation.ok_or_else(|| the_rules_are(word, Notation::words()))
    }
}

/// Lists the available rules in place of an unknown name. Most differ only in their first letter, so an
/// unknown name is no hint at any of them.
pub fn the_rules_are<'a>(word: &str, all: impl Iterator<Item = &'a str>) -> String {
    let all: Vec<&str> = all.collect();
    let lower = word.to_ascii_lowercase();
    if let Some(each) = common_name(&lower) {
        return each.to_string();
    }
    let close = close_names(&lower, all.iter().copied());
    let near = close.into_iter().find(|name| name.get(..1) == lower.get(..1));
    let meant = near.map(|name| format!("; did you mean {name}?")).unwrap_or_default();
    format!("the rules are {}{meant}", all.join(", "))
}

#[cfg(test)]
mod tests {
    use super::{the_rules_are, RulesWord};

    #[test]
    fn rules_are_known_in_capitals_too() {
        let known = ["BER", "Uper", "der"].map(|word| word.parse::<RulesWord>().map(|word| word.0.word()));
        assert_eq!(known, ["ber", "uper", "der"].map(Ok));
    }

    #[test]
    fn other_rules_are_not_taken_for_the_nearest() {
        let all = ["ber", "der", "cer", "uper", "aper", "oer", "jer"];
        let told = |word| the_rules_are(word, all.into_iter());
        for (word, meant) in [
            ("xer", None),
            ("gser", None),
            ("upr", Some("uper")),
            ("UPR", Some("uper")),
            ("berr", Some("ber")),
        ] {
            let told = told(word);
            match meant {
                None => assert!(!told.contains("did you mean"), "{word}: {told}"),
                Some(name) => assert!(told.ends_with(&format!("; did you mean {name}?")), "{word}: {told}"),
            }
        }
    }
}

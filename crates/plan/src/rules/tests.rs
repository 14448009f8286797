use std::collections::HashSet;

use super::*;

#[test]
fn words_and_identifiers_name_one_row_each() {
    let mut seen = HashSet::new();
    for rules in Rules::ALL {
        assert!(seen.insert(rules.word()), "{rules}: another row has this word");
        assert_eq!(Rules::from_word(rules.word()), Some(rules));
        assert_eq!(Rules::from_identifier(rules.row().identifier), Some(rules));
    }
    assert_eq!(Rules::from_word(""), None);
    assert_eq!(Rules::from_identifier(&[2, 1]), None);
}

#[test]
fn basic_and_canonical_rules_are_of_the_same_family() {
    for rules in Rules::ALL {
        for other in [rules.basic(), rules.canonical_form()] {
            assert_eq!(
                (other.family(), other.aligned()),
                (rules.family(), rules.aligned()),
                "{rules}: {other}"
            );
        }
        assert_eq!(rules.basic().basic(), rules.basic(), "{rules}");
        assert!(!rules.basic().canonical(), "{rules}: {}", rules.basic());
        assert!(rules.canonical_form().canonical(), "{rules}: {}", rules.canonical_form());
    }
}

#[test]
fn cells_of_a_row_agree() {
    for rules in Rules::ALL {
        assert_eq!(rules.has_tags(), rules.family() == Family::Tlv, "{rules}: lengths");
        assert!(rules.has_tags() || rules.segment().is_none(), "{rules}: segments of strings without tags");
        assert!(rules.packs_bits() || !rules.aligned(), "{rules}: octets are always aligned");
        let fixed = matches!(rules.lengths(), Lengths::Definite | Lengths::Indefinite);
        assert!(!rules.has_tags() || fixed == rules.canonical(), "{rules}: lengths");
    }
}

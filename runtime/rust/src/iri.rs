//! Valid characters of an OID-IRI or RELATIVE-OID-IRI (X.680 34, X.660 7.5).

/// Whether a text is an OID-IRI: labels, each after a slash.
#[must_use]
pub fn is_oid_iri(text: &str) -> bool {
    text.strip_prefix('/').is_some_and(is_relative_oid_iri)
}

/// Whether a text is a RELATIVE-OID-IRI: labels separated by slashes.
#[must_use]
pub fn is_relative_oid_iri(text: &str) -> bool {
    text.split('/').all(is_label)
}

/// Whether a label is valid: an integer without leading zeros, or letters, digits and some marks,
/// with no hyphen at the start, at the end, or as third and fourth character.
fn is_label(label: &str) -> bool {
    if !label.is_empty() && label.bytes().all(|b| b.is_ascii_digit()) {
        return label == "0" || !label.starts_with('0');
    }
    let good = |c: char| c.is_ascii_alphanumeric() || "-._~".contains(c) || c >= '\u{a0}';
    let hyphens = label.starts_with('-') || label.ends_with('-') || label.get(2..4) == Some("--");
    !label.is_empty() && label.chars().all(good) && !hyphens
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn labels_stand_behind_slashes() {
        for text in ["/ISO/Registration-Authority/19785.CBEFF", "/Joint-ISO-ITU-T/0/\u{e9}t\u{e9}"] {
            assert!(is_oid_iri(text) && is_relative_oid_iri(&text[1..]), "{text}");
            assert!(!is_relative_oid_iri(text) && !is_oid_iri(&text[1..]), "{text}");
        }
        for text in ["", "/", "/a//b", "/a/", "/01", "/a b", "/-a", "/a-", "/ab--c", "/a?"] {
            assert!(!is_oid_iri(text), "{text}");
        }
    }
}

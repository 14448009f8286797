//! Names that a specification gives to object identifiers.

use std::collections::BTreeMap;

use wireglot_bigint::BigInt;

/// Names of object identifiers, from value assignments.
#[derive(Debug, Default, Clone)]
pub struct OidNames {
    /// By dotted decimal numbers.
    names: BTreeMap<String, String>,
}

/// Identifiers with more arcs get no name; RFC 2578 3.5 does not allow them.
const ARCS: usize = 128;

impl OidNames {
    /// Adds a name, unless the identifier has one.
    pub fn add(&mut self, arcs: &[BigInt], name: &str) {
        if arcs.len() <= ARCS {
            let dotted: Vec<String> = arcs.iter().map(BigInt::to_string).collect();
            self.names.entry(dotted.join(".")).or_insert_with(|| name.to_string());
        }
    }

    /// Whether any identifier has this name.
    pub fn has(&self, name: &str) -> bool {
        self.names.values().any(|known| known == name)
    }

    /// The name of an identifier given in dotted decimal: its own, or that of its nearest named ancestor followed by
    /// the remaining numbers, such as `acmeTemperature.0`.
    pub fn find(&self, dotted: &str) -> Option<String> {
        if let Some(name) = self.names.get(dotted) {
            return Some(name.clone());
        }
        let ends: Vec<usize> = dotted.match_indices('.').take(ARCS).map(|(end, _)| end).collect();
        ends.into_iter().rev().find_map(|end| {
            let (above, rest) = dotted.split_at_checked(end)?;
            self.names.get(above).map(|name| format!("{name}{rest}"))
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_nearest_name_counts() {
        let mut names = OidNames::default();
        let arcs = |arcs: &[i64]| arcs.iter().map(|arc| BigInt::from(*arc)).collect::<Vec<_>>();
        names.add(&arcs(&[1, 3, 6]), "dod");
        names.add(&arcs(&[1, 3, 6, 1, 9]), "acme");
        names.add(&arcs(&[1, 3, 6, 1, 9]), "other");
        assert_eq!(names.find("1.3.6.1.9").as_deref(), Some("acme"));
        assert_eq!(names.find("1.3.6.1.9.4.0").as_deref(), Some("acme.4.0"));
        assert_eq!(names.find("1.3.6.1.90").as_deref(), Some("dod.1.90"));
        assert_eq!(names.find("1.3"), None);
        names.add(&vec![BigInt::from(1i64); ARCS + 1], "long");
        assert_eq!(names.find(&vec!["1"; ARCS + 1].join(".")), None);
        assert_eq!(
            names.find(&format!("1.3.6{}", ".1".repeat(100_000))).map(|name| name.len()),
            Some(200_003)
        );
    }
}

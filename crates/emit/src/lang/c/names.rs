//! Names of C: types, members, constants.
//!
//! | in the schema | in C |
//! | --- | --- |
//! | hyphen, dot, brace, other signs | one underscore |
//! | `Type.component[]` | `Type_component_item` |
//! | a keyword of C or C++, or what a header has | an underscore behind it |
//! | a name that is taken | `_2`, `_3`, ... behind it |

use std::collections::HashSet;

use crate::lang::c::library::is_in_a_header;
use crate::lang::cpp::reserved::reserved_in_cpp;

const RESERVED: &[&str] = reserved_in_cpp!();

/// A name as C can have it.
pub fn word(name: &str) -> String {
    let mut out = String::new();
    let name = name.replace("[]", ".item");
    for c in name.chars() {
        match c.is_ascii_alphanumeric() {
            true => out.push(c),
            false if out.ends_with('_') => {}
            false => out.push('_'),
        }
    }
    let out = out.trim_matches('_').to_string();
    match out.chars().next() {
        Some(c) if c.is_ascii_digit() => format!("_{out}"),
        Some(_) if RESERVED.contains(&out.as_str()) || is_in_a_header(&out) => format!("{out}_"),
        Some(_) => out,
        None => "unnamed".to_string(),
    }
}

/// Names that are taken in one scope.
#[derive(Debug, Default)]
pub struct Scope {
    taken: HashSet<String>,
}

impl Scope {
    /// A scope in which these are taken.
    pub fn with(taken: &[&str]) -> Scope {
        Scope { taken: taken.iter().map(|s| s.to_string()).collect() }
    }

    /// Whether a name is taken.
    pub fn has(&self, name: &str) -> bool {
        self.taken.contains(name)
    }

    /// A member's name, with an underscore behind it if all see another thing of that name: in C++ it
    /// would change what the name means.
    pub fn beside(&self, name: String) -> String {
        match self.has(&name) {
            true => format!("{name}_"),
            false => name,
        }
    }

    /// Whether a name is free, and those that generated code makes of it.
    pub fn is_free(&self, name: &str, endings: &[String]) -> bool {
        !self.has(name) && !endings.iter().any(|e| self.has(&format!("{name}_{e}")))
    }

    /// The name, or with a number behind it.
    pub fn claim(&mut self, name: String) -> String {
        self.claim_all(name, &[])
    }

    /// The same of a name that is the beginning of others: all of them are taken then.
    pub fn claim_all(&mut self, name: String, endings: &[String]) -> String {
        let mut candidate = name.clone();
        let mut number = 1;
        while !self.is_free(&candidate, endings) {
            number += 1;
            candidate = format!("{name}_{number}");
        }
        self.taken.extend(endings.iter().map(|e| format!("{candidate}_{e}")));
        self.taken.insert(candidate.clone());
        candidate
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words() {
        let rows = [
            ("request-id", "request_id"),
            ("ProtocolIE-Field{{S1SetupRequestIEs}}", "ProtocolIE_Field_S1SetupRequestIEs"),
            ("Rsp.items[]", "Rsp_items_item"),
            ("default", "default_"),
            ("stdin", "stdin_"),
            ("SEEK-SET", "SEEK_SET_"),
            ("uint8-t", "uint8_t_"),
            ("wg-octets", "wg_octets_"),
            ("2", "_2"),
        ];
        for (name, wanted) in rows {
            assert_eq!(word(name), wanted);
        }
    }

    #[test]
    fn a_name_takes_what_is_made_of_it() {
        let mut scope = Scope::default();
        let endings = ["unknown".to_string()];
        assert_eq!(scope.claim_all("a".to_string(), &endings), "a");
        assert_eq!(scope.claim("a_unknown".to_string()), "a_unknown_2");
        assert_eq!(scope.claim("b_unknown".to_string()), "b_unknown");
        assert_eq!(scope.claim_all("b".to_string(), &endings), "b_2");
    }

    #[test]
    fn taken_names_are_numbered() {
        let mut scope = Scope::default();
        let names: Vec<String> = ["a", "a", "a_2", "a"].iter().map(|n| scope.claim(n.to_string())).collect();
        assert_eq!(names, ["a", "a_2", "a_2_2", "a_3"]);
    }
}

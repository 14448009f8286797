//! C names of types, members and constants.
//!
//! | in the schema | in C |
//! | --- | --- |
//! | hyphen, dot, brace, other signs | one underscore |
//! | `Type.component[]` | `Type_component_item` |
//! | a keyword of C or C++, or a name from a header | with an underscore appended |
//! | a name that is taken | with `_2`, `_3`, ... appended |

use crate::lang::c::library::is_in_a_header;
use crate::lang::cpp::reserved::reserved_in_cpp;
use crate::lang::scope::{numbered, Scope};

const RESERVED: &[&str] = reserved_in_cpp!();

/// Converts a name to a C identifier.
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

/// Claims a name, with a number appended if necessary, such that it and its derived names (with `_` and an
/// ending) are free.
pub fn claim(scope: &mut Scope, name: String, endings: &[String]) -> String {
    scope.claim(numbered(name.clone(), name, "_"), |name| made(name, endings), |_| false)
}

/// Whether a name and its derived names are free.
pub fn is_free(scope: &Scope, name: &str, endings: &[String]) -> bool {
    !made(name, endings).iter().any(|name| scope.has(name))
}

fn made(name: &str, endings: &[String]) -> Vec<String> {
    std::iter::once(name.to_string()).chain(endings.iter().map(|ending| format!("{name}_{ending}"))).collect()
}

/// A member name, with an underscore appended if the enclosing scope uses it: in C++ the member would change
/// the meaning of that name.
pub fn beside(scope: &Scope, name: String) -> String {
    match scope.has(&name) {
        true => format!("{name}_"),
        false => name,
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
        assert_eq!(claim(&mut scope, "a".to_string(), &endings), "a");
        assert_eq!(claim(&mut scope, "a_unknown".to_string(), &[]), "a_unknown_2");
        assert_eq!(claim(&mut scope, "b_unknown".to_string(), &[]), "b_unknown");
        assert_eq!(claim(&mut scope, "b".to_string(), &endings), "b_2");
    }
}

//! Names of escapes and of their members.

use wireglot_plan::{Rules, JSON_ESCAPES};

use super::text::Text;

/// An unresolved open type.
pub const OPAQUE: &str = JSON_ESCAPES[0];
/// The octets of an OCTET STRING with CONTAINING.
pub const OCTETS: &str = JSON_ESCAPES[1];
/// The bits of a BIT STRING with CONTAINING.
pub const BITS: &str = JSON_ESCAPES[2];
/// An unknown ENUMERATED number.
pub const NUMBER: &str = JSON_ESCAPES[3];
/// An unknown ENUMERATED addition.
pub const INDEX: &str = JSON_ESCAPES[4];
/// An unknown alternative, or the unknown parts of a record.
pub const UNKNOWN: &str = JSON_ESCAPES[5];
/// The octets of components as received.
pub const RAW: &str = JSON_ESCAPES[6];
/// A REAL of base 2.
pub const BASE2: &str = JSON_ESCAPES[7];
/// A REAL of base 10 (X.697 23).
pub const BASE10: &str = "base10Value";
/// The encoding rules of octets.
pub const RULES: &str = "rules";

/// Writes the member [`RULES`], if the rules are known; the object is open.
pub(super) fn in_rules(out: &mut Text, gap: &str, rules: Option<Rules>) {
    if let Some(rules) = rules {
        out.show(format_args!("\"{RULES}\":{gap}\"{rules}\",{gap}"));
    }
}

/// Writes octets, in an object with their rules if these are known.
pub(super) fn octets(out: &mut Text, gap: &str, rules: Option<Rules>, octets: &[u8]) {
    let Some(rules) = rules else { return out.hex(octets) };
    out.sign(b'{');
    in_rules(out, gap, Some(rules));
    out.show(format_args!("\"octets\":{gap}"));
    out.hex(octets);
    out.sign(b'}');
}

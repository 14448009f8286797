//! Names of escapes, and of members inside them.

/// An unresolved open type.
pub const OPAQUE: &str = "$opaque";
/// The octets of an OCTET STRING with CONTAINING.
pub const OCTETS: &str = "$octets";
/// The bits of a BIT STRING with CONTAINING.
pub const BITS: &str = "$bits";
/// An unknown ENUMERATED number.
pub const NUMBER: &str = "$number";
/// An unknown ENUMERATED addition.
pub const INDEX: &str = "$index";
/// An unknown alternative, or the unknown parts of a record.
pub const UNKNOWN: &str = "$unknown";
/// The octets of components as they came.
pub const RAW: &str = "$raw";
/// A REAL of base 2.
pub const BASE2: &str = "$base2";
/// A REAL of base 10 (X.697 23).
pub const BASE10: &str = "base10Value";

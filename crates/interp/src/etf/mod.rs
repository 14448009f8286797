//! Values as Erlang terms in the external term format, in the form that modules of Erlang's ASN.1 compiler (asn1ct)
//! use, driven by the shape alone.
//!
//! A SEQUENCE is a tuple that begins with the name of its type, a CHOICE `{Name, Value}`, an absent component
//! `asn1_NOVALUE`. An application whose terms differ from that has a [`Dialect`].

mod defaults;
mod dialect;
mod inflate;
mod leaf;
mod mark;
mod name;
mod out;
mod read;
mod scan;
mod spans;
mod within;
mod write;

use std::fmt;

pub use dialect::{Asn1ct, Dialect, Form};
pub use out::TermWriter;
pub use read::EtfReader;
pub use scan::Term;
pub use spans::TermSpans;
pub use write::EtfWriter;

/// Why octets are not a value of the expected type.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct EtfError {
    /// `etf_syntax`, `etf_value`, `etf_member`, `etf_missing` or `etf_limit`.
    pub code: &'static str,
    /// Octets from the start of the term.
    pub offset: usize,
    /// The path of the value, starting with the type's name.
    pub path: String,
    /// What is wrong.
    pub message: String,
    /// More octets might complete the term.
    pub short: bool,
}

impl fmt::Display for EtfError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {} at octet {}", self.path, self.message, self.offset)
    }
}

impl std::error::Error for EtfError {}

/// The first octet of every term.
const VERSION: u8 = 131;
/// The second octet of a compressed term.
const COMPRESSED: u8 = 80;

/// An absent component.
const NO_VALUE: &str = "asn1_NOVALUE";
/// A component with its default.
const DEFAULT: &str = "asn1_DEFAULT";
/// An open type whose type is unknown.
const OPEN_TYPE: &str = "asn1_OPENTYPE";
/// A value inside a string with CONTAINING. asn1ct has no form for it and keeps the octets.
const CONTAINING: &str = "CONTAINING";
/// An item that an ENUMERATED does not list.
const UNKNOWN_ITEM: &str = "asn1_enum";
/// A bit without a name.
const BIT: &str = "bit";

/// The tags of terms.
mod tag {
    pub const NEW_FLOAT: u8 = 70;
    pub const BIT_BINARY: u8 = 77;
    pub const SMALL_INTEGER: u8 = 97;
    pub const INTEGER: u8 = 98;
    pub const FLOAT: u8 = 99;
    pub const ATOM: u8 = 100;
    pub const SMALL_TUPLE: u8 = 104;
    pub const LARGE_TUPLE: u8 = 105;
    pub const NIL: u8 = 106;
    pub const STRING: u8 = 107;
    pub const LIST: u8 = 108;
    pub const BINARY: u8 = 109;
    pub const SMALL_BIG: u8 = 110;
    pub const LARGE_BIG: u8 = 111;
    pub const SMALL_ATOM: u8 = 115;
    pub const ATOM_UTF8: u8 = 118;
    pub const SMALL_ATOM_UTF8: u8 = 119;
}

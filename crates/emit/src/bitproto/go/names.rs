//! Go names.

use wireglot_plan::LayoutKind;
use wireglot_text::cases::{pascal, snake};

use super::super::names::Style;
use crate::lang::go::reserved::reserved_in_go;
use crate::lang::scope::lettered;

/// Names for Go.
pub struct GoStyle;

/// An exported name.
fn exported(name: &str) -> String {
    lettered(pascal(name), 'X')
}

impl Style for GoStyle {
    fn type_name(&self, _: &str, path: &[String], kind: &LayoutKind) -> String {
        match kind {
            LayoutKind::Enumerated(_) => path.join("_"),
            _ => exported(&path.join("_")),
        }
    }

    fn value_name(&self, _: &str, path: &[String]) -> String {
        snake(&path.join("_")).to_ascii_uppercase()
    }

    fn constant_name(&self, _: &str, name: &str) -> String {
        name.to_ascii_uppercase()
    }

    fn field_name(&self, name: &str) -> String {
        exported(name)
    }

    fn prefix_option(&self) -> &'static str {
        ""
    }

    fn companions(&self, name: &str, kind: &LayoutKind) -> Vec<String> {
        match kind {
            LayoutKind::Record { .. } => vec![length_constant(name)],
            _ => Vec::new(),
        }
    }

    fn reserved(&self) -> &'static [&'static str] {
        RESERVED
    }

    fn reserved_fields(&self) -> &'static [&'static str] {
        METHODS
    }

    fn one_scope(&self) -> bool {
        false
    }
}

/// The constant for a message's length in bytes.
pub fn length_constant(message: &str) -> String {
    format!("BYTES_LENGTH_{}", snake(message).to_ascii_uppercase())
}

/// Methods of every message, whose names fields can't have.
const METHODS: &[&str] = &["Size", "String", "Encode", "EncodeTo", "Decode", "DecodeFrom", "DecodePadded"];

/// Keywords, predeclared identifiers, and imported packages.
pub const RESERVED: &[&str] = reserved_in_go![
    "any",
    "bool",
    "byte",
    "complex64",
    "complex128",
    "error",
    "float32",
    "float64",
    "int",
    "int8",
    "int16",
    "int32",
    "int64",
    "rune",
    "string",
    "uint",
    "uint8",
    "uint16",
    "uint32",
    "uint64",
    "uintptr",
    "true",
    "false",
    "iota",
    "nil",
    "append",
    "cap",
    "clear",
    "close",
    "complex",
    "copy",
    "delete",
    "imag",
    "len",
    "make",
    "max",
    "min",
    "new",
    "panic",
    "print",
    "println",
    "real",
    "recover",
    "binary",
    "errors",
    "io",
    "json",
    "math",
    "strconv",
    "_",
];

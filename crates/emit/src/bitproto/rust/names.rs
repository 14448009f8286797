//! Rust names.

use wireglot_plan::LayoutKind;
use wireglot_text::cases::{pascal, snake};

use super::super::names::Style;
use crate::lang::rust::reserved::reserved_in_rust;
use crate::lang::scope::lettered;

/// Names for Rust.
pub struct RustStyle;

impl Style for RustStyle {
    fn type_name(&self, _: &str, path: &[String], _: &LayoutKind) -> String {
        lettered(pascal(&path.join("_")), 'X')
    }

    fn value_name(&self, _: &str, path: &[String]) -> String {
        snake(&path.join("_")).to_ascii_uppercase()
    }

    fn constant_name(&self, _: &str, name: &str) -> String {
        name.to_ascii_uppercase()
    }

    fn field_name(&self, name: &str) -> String {
        name.to_string()
    }

    fn prefix_option(&self) -> &'static str {
        ""
    }

    fn companions(&self, _: &str, _: &LayoutKind) -> Vec<String> {
        Vec::new()
    }

    fn reserved(&self) -> &'static [&'static str] {
        RESERVED
    }

    fn reserved_fields(&self) -> &'static [&'static str] {
        KEYWORDS
    }

    fn one_scope(&self) -> bool {
        false
    }
}

/// Keywords, and `_`.
const KEYWORDS: &[&str] = reserved_in_rust!["Self"];

/// `Self`, and names that generated files use themselves.
const RESERVED: &[&str] = &[
    "Self",
    "Error",
    "Reader",
    "Result",
    "Ok",
    "Err",
    "Option",
    "Some",
    "None",
    "Default",
    "Clone",
    "Copy",
    "Debug",
    "Eq",
    "PartialEq",
    "_",
];

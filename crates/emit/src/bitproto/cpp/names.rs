//! C++ names.

use wireglot_plan::LayoutKind;
use wireglot_text::cases::{pascal, snake};

use super::super::c::RESERVED;
use super::super::names::Style;
use crate::lang::c::reserved::is_macro;
use crate::lang::scope::lettered;

/// Names for C++.
pub struct CppStyle;

impl Style for CppStyle {
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
        match MEMBERS.contains(&name) {
            true => format!("{name}_"),
            false => name.to_string(),
        }
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
        RESERVED
    }

    fn is_macro(&self, name: &str) -> bool {
        is_macro(name)
    }

    fn one_scope(&self) -> bool {
        true
    }
}

/// The namespace of a module. `Result` and `Span` are beside it in namespace bitproto.
pub fn namespace(module: &str) -> String {
    match RESERVED.contains(&module) || ["std", "Result", "Span"].contains(&module) {
        true => format!("{module}_"),
        false => module.to_string(),
    }
}

/// Members that all messages have.
const MEMBERS: [&str; 5] = ["encode", "decode", "decode_padded", "json", "bytes_length"];

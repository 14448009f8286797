//! How C names things.

use wireglot_plan::LayoutKind;
use wireglot_text::cases::{pascal, snake};

use super::super::names::{lettered, Style};
use crate::reserved::reserved_in_c;

/// C, and C++ which includes the header.
pub struct CStyle;

impl Style for CStyle {
    fn type_name(&self, prefix: &str, path: &[String], _: &LayoutKind) -> String {
        lettered(pascal(&format!("{prefix}{}", path.join("_"))))
    }

    fn value_name(&self, prefix: &str, path: &[String]) -> String {
        snake(&format!("{prefix}{}", path.join("_"))).to_ascii_uppercase()
    }

    fn constant_name(&self, prefix: &str, name: &str) -> String {
        format!("{prefix}{name}").to_ascii_uppercase()
    }

    fn field_name(&self, name: &str) -> String {
        name.to_string()
    }

    fn prefix_option(&self) -> &'static str {
        "c.name_prefix"
    }

    fn companions(&self, name: &str, kind: &LayoutKind) -> Vec<String> {
        if !matches!(kind, LayoutKind::Record { .. }) {
            return Vec::new();
        }
        let mut names = vec![length_macro(name)];
        for verb in ["Encode", "Decode", "Json"] {
            names.push(format!("{verb}{name}"));
            names.push(format!("{verb}{name}_n"));
        }
        names.push(format!("Decode{name}_pad"));
        names
    }

    fn reserved(&self) -> &'static [&'static str] {
        RESERVED
    }

    fn reserved_fields(&self) -> &'static [&'static str] {
        RESERVED
    }

    fn one_scope(&self) -> bool {
        true
    }
}

/// The macro with a message's length in octets.
pub fn length_macro(message: &str) -> String {
    format!("BYTES_LENGTH_{}", snake(message).to_ascii_uppercase())
}

/// Words of C, and names that the generated files use themselves.
pub const RESERVED: &[&str] = reserved_in_c!(
    "int8_t",
    "int16_t",
    "int32_t",
    "int64_t",
    "uint8_t",
    "uint16_t",
    "uint32_t",
    "uint64_t",
    "size_t",
    "BITPROTO_OPTIMIZATION_MODE",
    "BITPROTO_OK",
    "BITPROTO_SHORT",
    "BITPROTO_BAD_AHEAD",
    "BITPROTO_WIDE",
    "BpAt",
    "BpIsBig",
    "BpGet",
    "BpGetLong",
    "BpPut",
    "BpPutLong",
    "BpCut",
    "BpPaste",
    "BpSigned",
    "BpReader",
    "BpTake",
    "BpSkip",
    "BpText",
    "BpJsonText",
    "BpJsonUnsigned",
    "BpJsonSigned",
    "BpJsonBool",
    "BpDigits",
);

//! How C names things.

use wireglot_plan::LayoutKind;
use wireglot_text::cases::{pascal, snake};

use super::super::names::Style;

/// C, and C++ which includes the header.
pub struct CStyle;

impl Style for CStyle {
    fn type_name(&self, prefix: &str, path: &[String], _: &LayoutKind) -> String {
        pascal(&format!("{prefix}{}", path.join("_")))
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

/// Keywords of C and C++, macros of the headers that are included, and names
/// that the generated files use themselves.
const RESERVED: &[&str] = &[
    "alignas",
    "alignof",
    "and",
    "and_eq",
    "asm",
    "auto",
    "bitand",
    "bitor",
    "bool",
    "break",
    "case",
    "catch",
    "char",
    "char16_t",
    "char32_t",
    "char8_t",
    "class",
    "co_await",
    "co_return",
    "co_yield",
    "compl",
    "concept",
    "const",
    "const_cast",
    "consteval",
    "constexpr",
    "constinit",
    "continue",
    "decltype",
    "default",
    "delete",
    "do",
    "double",
    "dynamic_cast",
    "else",
    "enum",
    "explicit",
    "export",
    "extern",
    "false",
    "float",
    "for",
    "friend",
    "goto",
    "if",
    "inline",
    "int",
    "linux",
    "long",
    "mutable",
    "namespace",
    "new",
    "noexcept",
    "not",
    "not_eq",
    "nullptr",
    "offsetof",
    "operator",
    "or",
    "or_eq",
    "private",
    "protected",
    "public",
    "register",
    "reinterpret_cast",
    "requires",
    "restrict",
    "return",
    "short",
    "signed",
    "sizeof",
    "static",
    "static_assert",
    "static_cast",
    "struct",
    "switch",
    "template",
    "this",
    "thread_local",
    "throw",
    "true",
    "try",
    "typedef",
    "typeid",
    "typename",
    "typeof",
    "union",
    "unix",
    "unsigned",
    "using",
    "virtual",
    "void",
    "volatile",
    "wchar_t",
    "while",
    "xor",
    "xor_eq",
    "NULL",
    "EOF",
    "INT8_MAX",
    "INT8_MIN",
    "INT16_MAX",
    "INT16_MIN",
    "INT32_MAX",
    "INT32_MIN",
    "INT64_MAX",
    "INT64_MIN",
    "UINT8_MAX",
    "UINT16_MAX",
    "UINT32_MAX",
    "UINT64_MAX",
    "SIZE_MAX",
    "PTRDIFF_MAX",
    "PTRDIFF_MIN",
    "INTPTR_MAX",
    "INTPTR_MIN",
    "UINTPTR_MAX",
    "INTMAX_MAX",
    "INTMAX_MIN",
    "UINTMAX_MAX",
    "WCHAR_MAX",
    "WCHAR_MIN",
    "WINT_MAX",
    "WINT_MIN",
    "SIG_ATOMIC_MAX",
    "SIG_ATOMIC_MIN",
    "BITPROTO_OPTIMIZATION_MODE",
    "BITPROTO_OK",
    "BITPROTO_SHORT",
    "BITPROTO_BAD_AHEAD",
    "BITPROTO_WIDE",
    "BpGet",
    "BpPut",
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
];

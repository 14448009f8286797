//! C names.

use wireglot_plan::{Layout, LayoutField, LayoutId, LayoutKind};
use wireglot_text::cases::{pascal, snake};

use super::super::names::{Names, Style};
use crate::lang::c::reserved::is_integer_macro;
use crate::lang::c::reserved::reserved_in_c;
use crate::lang::cpp::reserved::reserved_in_cpp;
use crate::lang::scope::lettered;

/// Names for C, and for C++ programs that include the header.
pub struct CStyle;

impl Style for CStyle {
    fn type_name(&self, prefix: &str, path: &[String], _: &LayoutKind) -> String {
        lettered(pascal(&format!("{prefix}{}", path.join("_"))), 'X')
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
        FIELDS
    }

    fn is_macro(&self, name: &str) -> bool {
        is_integer_macro(name)
    }

    fn one_scope(&self) -> bool {
        true
    }
}

/// The macro for a message's length in bytes.
pub fn length_macro(message: &str) -> String {
    format!("BYTES_LENGTH_{}", snake(message).to_ascii_uppercase())
}

/// Adds the names that generated files use themselves to a list of reserved words.
macro_rules! with_own {
    ($list:ident: $($more:literal),*) => {
        $list!(
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
            $($more),*
        )
    };
}

/// Names reserved in C or C++.
pub const RESERVED: &[&str] = with_own!(reserved_in_cpp:
    "int8_t",
    "int16_t",
    "int32_t",
    "int64_t",
    "uint8_t",
    "uint16_t",
    "uint32_t",
    "uint64_t",
    "size_t"
);

/// Names that fields can't have in C. Type names and C++ keywords are allowed, since the original bitproto
/// compiler keeps them.
const FIELDS: &[&str] = with_own!(reserved_in_c:);

/// The C++ name of a field whose C name is reserved in C++.
pub fn in_cpp(names: &Names, fields: &[LayoutField], id: LayoutId, position: usize) -> Option<String> {
    let mut name = names.field(id, position).to_string();
    if !RESERVED.contains(&name.as_str()) {
        return None;
    }
    let taken: Vec<&str> = (0..fields.len()).map(|other| names.field(id, other)).collect();
    while taken.contains(&name.as_str()) {
        name.push('_');
    }
    Some(name)
}

/// Adds a note for each field with a different name in C++.
pub fn notes(layout: &Layout, module: usize, names: &mut Names) {
    for id in crate::bitproto::names::messages(layout, module) {
        let LayoutKind::Record { fields, .. } = &layout.get(id).kind else { continue };
        for (position, field) in fields.iter().enumerate() {
            if let Some(other) = in_cpp(names, fields, id, position) {
                names.notes.push(format!("the field `{}` is called `{other}` in C++", field.name));
            }
        }
    }
}

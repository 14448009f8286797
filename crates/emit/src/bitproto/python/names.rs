//! Python names.

use wireglot_plan::LayoutKind;
use wireglot_text::cases::snake;

use super::super::names::Style;
use crate::lang::python::reserved::reserved_in_python;

/// Names for Python.
pub struct PythonStyle;

impl Style for PythonStyle {
    fn type_name(&self, _: &str, path: &[String], _: &LayoutKind) -> String {
        path.join("_")
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

    fn companions(&self, name: &str, kind: &LayoutKind) -> Vec<String> {
        match kind {
            LayoutKind::Alias(_) => vec![format!("bp_default_factory_{name}")],
            LayoutKind::Enumerated(_) => vec![name_map(name), members(name)],
            _ => Vec::new(),
        }
    }

    fn reserved(&self) -> &'static [&'static str] {
        RESERVED
    }

    fn reserved_fields(&self) -> &'static [&'static str] {
        ATTRIBUTES
    }

    fn one_scope(&self) -> bool {
        false
    }
}

/// The name of the map from an enumeration's values to their names.
pub fn name_map(name: &str) -> String {
    format!("_{}_VALUE_TO_NAME_MAP", name.to_ascii_uppercase())
}

/// The name of the function that returns an enumeration's member for a number.
pub fn members(name: &str) -> String {
    format!("_{name}_of")
}

/// A module-level expression for use in a class, where a field may hide its first name.
pub fn inside_class(text: &str, is_field: impl Fn(&str) -> bool) -> String {
    let (first, rest) = text.split_at(text.find('.').unwrap_or(text.len()));
    match is_field(first) {
        true => format!("globals()[\"{first}\"]{rest}"),
        false => text.to_string(),
    }
}

/// Keywords, and attributes of every message.
const ATTRIBUTES: &[&str] = reserved_in_python![
    "BYTES_LENGTH",
    "encode",
    "decode",
    "decode_padded",
    "to_dict",
    "to_json",
    "dict_factory",
    "_get",
    "_put",
    "_Enum",
    "_field",
    "_names",
    "_made",
    "_read",
    "_is_own",
    "_codec",
    "classmethod",
    "staticmethod",
    "__init__",
    "__repr__",
    "__eq__",
    "__dict__",
    "__class__",
    "__slots__",
    "__doc__",
    "__module__",
    "__hash__",
    "__annotations__",
    "__dataclass_fields__",
    "__dataclass_params__",
    "__match_args__",
    "__post_init__",
    "__weakref__",
    "self",
];

/// Keywords, and names that generated files use themselves.
pub const RESERVED: &[&str] = reserved_in_python![
    "__dict__",
    "__name__",
    "Any",
    "ClassVar",
    "Dict",
    "IntEnum",
    "List",
    "Optional",
    "Tuple",
    "Union",
    "ValueError",
    "annotations",
    "asdict",
    "bool",
    "bytearray",
    "bytes",
    "classmethod",
    "dataclass",
    "enumerate",
    "int",
    "json",
    "len",
    "list",
    "map",
    "max",
    "min",
    "object",
    "range",
    "staticmethod",
    "str",
    "struct",
    "sum",
    "super",
    "type",
    "unique",
    "zip",
    "_Enum",
    "_Message",
    "_Reader",
    "_bits32",
    "_bits64",
    "_float32",
    "_float64",
    "_join",
    "_split",
    "_field",
    "_Struct",
    "_codec",
    "_error",
    "_from_bytes",
    "_masked",
    "_named",
    "_native",
    "_new",
];

#[cfg(test)]
mod tests {
    use super::inside_class;

    #[test]
    fn a_field_does_not_hide_the_module_of_an_enumeration() {
        let fields = ["gps", "mode"];
        let inside = |text| inside_class(text, |name| fields.contains(&name));
        assert_eq!(inside("gps.Mode.MODE_OFF"), "globals()[\"gps\"].Mode.MODE_OFF");
        assert_eq!(inside("Mode.MODE_OFF"), "Mode.MODE_OFF");
        assert_eq!(inside("_Mode_of"), "_Mode_of");
    }
}

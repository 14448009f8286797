//! Reserved words of C, and names that its headers define.

use std::collections::HashSet;
use std::sync::LazyLock;

/// Macros of C and C++ headers that no pattern covers.
const MACROS: &str = include_str!("macros.txt");

/// Names that C and POSIX headers declare at file scope, and macros. Generated code can't use them there,
/// whichever headers a program includes.
pub fn libc() -> impl Iterator<Item = &'static str> {
    include_str!("libc.txt").split_whitespace().chain(MACROS.split_whitespace())
}

/// Whether C or C++ headers define a macro with this name, which would replace it everywhere.
pub fn is_macro(name: &str) -> bool {
    static NAMES: LazyLock<HashSet<&str>> = LazyLock::new(|| MACROS.split_whitespace().collect());
    NAMES.contains(name) || is_integer_macro(name)
}

/// Whether `stdint.h` or `inttypes.h` defines a macro with this name, or may do so in a later edition.
pub fn is_integer_macro(name: &str) -> bool {
    let ends = |ends: &[&str]| ends.iter().any(|end| name.ends_with(end));
    let other = ["PTRDIFF_", "SIZE_", "SIG_ATOMIC_", "WCHAR_", "WINT_"];
    let format = name.strip_prefix("PRI").or_else(|| name.strip_prefix("SCN"));
    let width = format.and_then(|rest| rest.strip_prefix(['d', 'i', 'o', 'u', 'x', 'X'])).unwrap_or_default();
    let width = width.strip_prefix("LEAST").or_else(|| width.strip_prefix("FAST")).unwrap_or(width);
    name.strip_prefix('U').unwrap_or(name).starts_with("INT") && ends(&["_MAX", "_MIN", "_WIDTH", "_C"])
        || other.iter().any(|other| name.starts_with(other)) && ends(&["_MAX", "_MIN", "_WIDTH"])
        || ["8", "16", "32", "64", "MAX", "PTR"].contains(&width)
}

/// Keywords of C up to C23, macros of the headers that output includes, and any more that are given.
macro_rules! reserved_in_c {
    ($($more:literal),* $(,)?) => {
        &[
            "alignas",
            "alignof",
            "asm",
            "auto",
            "bool",
            "break",
            "case",
            "char",
            "const",
            "constexpr",
            "continue",
            "default",
            "do",
            "double",
            "else",
            "enum",
            "errno",
            "extern",
            "false",
            "float",
            "for",
            "goto",
            "if",
            "inline",
            "int",
            "linux",
            "long",
            "nullptr",
            "offsetof",
            "register",
            "restrict",
            "return",
            "short",
            "signed",
            "sizeof",
            "static",
            "static_assert",
            "struct",
            "switch",
            "thread_local",
            "true",
            "typedef",
            "typeof",
            "union",
            "unix",
            "unsigned",
            "void",
            "volatile",
            "while",
            "_Alignas",
            "_Alignof",
            "_Atomic",
            "_BitInt",
            "_Bool",
            "_Complex",
            "_Generic",
            "_Imaginary",
            "_Noreturn",
            "_Static_assert",
            "_Thread_local",
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
            $($more),*
        ]
    };
}

pub(crate) use reserved_in_c;

#[cfg(test)]
mod tests {
    use super::{is_integer_macro, is_macro, libc};

    #[test]
    fn headers_have_what_they_declare() {
        let known: Vec<&str> = libc().collect();
        let wanted = ["index", "time", "log", "y0", "signal", "NULL", "stdin"];
        assert!(wanted.iter().all(|name| known.contains(name)));
        assert!(["std", "wireglot", "orders"].iter().all(|name| !known.contains(name)));
    }

    #[test]
    fn macros_of_integers_follow_patterns() {
        let macros =
            ["INT64_MAX", "UINT_FAST8_MAX", "INT16_C", "INTPTR_WIDTH", "PRIu64", "SCNxFAST8", "SIZE_MAX"];
        assert!(macros.iter().all(|name| is_integer_macro(name) && is_macro(name)));
        assert!(["INTERVAL", "INT64_MAX_", "PRICE", "SIZE", "PRI", "PRIX", "PRIu64_"]
            .iter()
            .all(|name| !is_macro(name)));
    }
}

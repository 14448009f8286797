//! Reserved words of C++.

/// Keywords of C and of C++ up to C++20, macros of their headers, and any more that are given: for code that
/// both compile.
macro_rules! reserved_in_cpp {
    ($($more:literal),* $(,)?) => {
        crate::lang::c::reserved::reserved_in_c![
            "and",
            "and_eq",
            "bitand",
            "bitor",
            "catch",
            "char16_t",
            "char32_t",
            "char8_t",
            "class",
            "co_await",
            "co_return",
            "co_yield",
            "compl",
            "concept",
            "const_cast",
            "consteval",
            "constinit",
            "decltype",
            "delete",
            "dynamic_cast",
            "explicit",
            "export",
            "friend",
            "mutable",
            "namespace",
            "new",
            "noexcept",
            "not",
            "not_eq",
            "operator",
            "or",
            "or_eq",
            "private",
            "protected",
            "public",
            "reinterpret_cast",
            "requires",
            "static_cast",
            "template",
            "this",
            "throw",
            "try",
            "typeid",
            "typename",
            "using",
            "virtual",
            "wchar_t",
            "xor",
            "xor_eq",
            $($more),*
        ]
    };
}

pub(crate) use reserved_in_cpp;

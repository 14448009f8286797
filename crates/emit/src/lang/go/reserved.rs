//! Reserved words of Go.

/// Keywords of Go, names that can't be declared at package level, and any more that are given.
macro_rules! reserved_in_go {
    ($($more:literal),* $(,)?) => {
        &[
            "break",
            "case",
            "chan",
            "const",
            "continue",
            "default",
            "defer",
            "else",
            "fallthrough",
            "for",
            "func",
            "go",
            "goto",
            "if",
            "import",
            "interface",
            "map",
            "package",
            "range",
            "return",
            "select",
            "struct",
            "switch",
            "type",
            "var",
            "init",
            "main",
            $($more),*
        ]
    };
}

pub(crate) use reserved_in_go;

//! Words that Go keeps for itself.

/// Keywords of Go, and names that no package-level name may be, with more behind them.
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

//! Words that Python keeps for itself.

/// Keywords of Python, and `__debug__`, with more behind them.
macro_rules! reserved_in_python {
    ($($more:literal),* $(,)?) => {
        &[
            "False",
            "None",
            "True",
            "and",
            "as",
            "assert",
            "async",
            "await",
            "break",
            "class",
            "continue",
            "def",
            "del",
            "elif",
            "else",
            "except",
            "finally",
            "for",
            "from",
            "global",
            "if",
            "import",
            "in",
            "is",
            "lambda",
            "nonlocal",
            "not",
            "or",
            "pass",
            "raise",
            "return",
            "try",
            "while",
            "with",
            "yield",
            "__debug__",
            $($more),*
        ]
    };
}

pub(crate) use reserved_in_python;

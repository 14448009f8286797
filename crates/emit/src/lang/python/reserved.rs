//! Reserved words of Python.

/// Keywords of Python, `__debug__`, and any more that are given.
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

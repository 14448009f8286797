//! Optional features of schema languages.

/// A feature that only some schema languages have.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Feature {
    /// A specification may consist of several files; folders are searched for imports.
    Modules,
    /// The encoding rules are chosen by the user, not by the schema.
    Rules,
    /// Options can add the types that strings contain.
    Containing,
    /// Style rules.
    Style,
    /// The output of compiler stages can be shown.
    Stages,
    /// The schema fixes the layout of messages.
    Charts,
    /// Two versions of a schema can be compared.
    Versions,
    /// Readers may treat missing bytes at the end as zero.
    Padding,
    /// Schema files can be formatted.
    Format,
    /// Random values can be drawn.
    Samples,
    /// Messages do not identify their type: it has to be named.
    Typed,
    /// Values have several text forms.
    TextForms,
    /// Values may violate constraints, which can be checked.
    Constraints,
    /// Values may hold extensions that the schema does not define.
    Extensions,
    /// Bytes left over after a message can be skipped.
    Trailing,
    /// Absent components may have a default.
    Defaults,
    /// The encoding of components can be kept.
    Raw,
    /// A value may have several encodings, some of which can be preferred or rejected.
    Encodings,
    /// Selected fields of a value can be shown.
    Select,
    /// Values can be shown in human-readable form.
    Render,
    /// Messages can be read from network captures or packets.
    Captures,
}

//! What a schema language may have beyond compiling.

/// What some schema languages have and others have not.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Feature {
    /// A specification may be several files; what they import is searched in folders.
    Modules,
    /// The rules of encoding are chosen by whoever encodes, not by the schema.
    Rules,
    /// Rules of style.
    Style,
    /// Stages of the compiler whose output can be shown.
    Stages,
    /// Where the parts of messages stand is fixed by the schema.
    Charts,
    /// Two versions of a schema can be compared.
    Versions,
    /// Readers may take octets that are missing at the end for zero.
    Padding,
    /// Schema files can be formatted.
    Format,
    /// Random values can be drawn.
    Samples,
    /// Octets do not say which type they are of: it has to be named.
    Typed,
    /// Values can be text in several forms.
    TextForms,
    /// Values may break constraints, which are looked at on their way.
    Constraints,
    /// Values may hold extensions that the schema does not know.
    Extensions,
    /// Absent components may have a default.
    Defaults,
    /// The octets of components can be kept.
    Raw,
    /// A value may have several encodings, of which some are chosen or refused.
    Encodings,
    /// Values can be shown in part.
    Select,
    /// Values can be shown in human-readable form.
    Render,
    /// Messages stand in captures of networks, or in packets.
    Captures,
}

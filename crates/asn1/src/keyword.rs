//! The reserved words of X.680 12.38, and those of X.208 that are still in use (ANY, DEFINED, MACRO).

/// Declares the enum and its spellings from one table.
macro_rules! keywords {
    ($($name:ident = $text:literal,)*) => {
        /// A reserved word.
        #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
        #[repr(u8)]
        #[allow(missing_docs)]
        pub enum Keyword {
            $($name,)*
        }

        impl Keyword {
            /// All reserved words, in numerical order.
            pub const ALL: &'static [Keyword] = &[$(Keyword::$name,)*];

            /// Its spelling.
            pub fn text(self) -> &'static str {
                match self {
                    $(Keyword::$name => $text,)*
                }
            }
        }
    };
}

keywords! {
    Absent = "ABSENT",
    All = "ALL",
    Any = "ANY",
    Application = "APPLICATION",
    Automatic = "AUTOMATIC",
    Begin = "BEGIN",
    Bit = "BIT",
    BmpString = "BMPString",
    Boolean = "BOOLEAN",
    By = "BY",
    Character = "CHARACTER",
    Choice = "CHOICE",
    Class = "CLASS",
    Component = "COMPONENT",
    Components = "COMPONENTS",
    Constrained = "CONSTRAINED",
    Containing = "CONTAINING",
    Date = "DATE",
    DateTime = "DATE-TIME",
    Default = "DEFAULT",
    Defined = "DEFINED",
    Definitions = "DEFINITIONS",
    Descendants = "DESCENDANTS",
    Duration = "DURATION",
    Embedded = "EMBEDDED",
    Encoded = "ENCODED",
    EncodingControl = "ENCODING-CONTROL",
    End = "END",
    Enumerated = "ENUMERATED",
    Except = "EXCEPT",
    Explicit = "EXPLICIT",
    Exports = "EXPORTS",
    Extensibility = "EXTENSIBILITY",
    External = "EXTERNAL",
    False = "FALSE",
    From = "FROM",
    GeneralString = "GeneralString",
    GeneralizedTime = "GeneralizedTime",
    GraphicString = "GraphicString",
    Ia5String = "IA5String",
    Identifier = "IDENTIFIER",
    Implicit = "IMPLICIT",
    Implied = "IMPLIED",
    Imports = "IMPORTS",
    Includes = "INCLUDES",
    Instance = "INSTANCE",
    Instructions = "INSTRUCTIONS",
    Integer = "INTEGER",
    Intersection = "INTERSECTION",
    Iso646String = "ISO646String",
    Macro = "MACRO",
    Max = "MAX",
    Min = "MIN",
    MinusInfinity = "MINUS-INFINITY",
    NotANumber = "NOT-A-NUMBER",
    Null = "NULL",
    NumericString = "NumericString",
    Object = "OBJECT",
    Octet = "OCTET",
    Of = "OF",
    OidIri = "OID-IRI",
    Optional = "OPTIONAL",
    ObjectDescriptor = "ObjectDescriptor",
    Pattern = "PATTERN",
    Pdv = "PDV",
    PlusInfinity = "PLUS-INFINITY",
    Present = "PRESENT",
    Private = "PRIVATE",
    PrintableString = "PrintableString",
    Real = "REAL",
    RelativeOid = "RELATIVE-OID",
    RelativeOidIri = "RELATIVE-OID-IRI",
    Sequence = "SEQUENCE",
    Set = "SET",
    Settings = "SETTINGS",
    Size = "SIZE",
    String = "STRING",
    Successors = "SUCCESSORS",
    Syntax = "SYNTAX",
    T61String = "T61String",
    Tags = "TAGS",
    Time = "TIME",
    TimeOfDay = "TIME-OF-DAY",
    True = "TRUE",
    TeletexString = "TeletexString",
    Union = "UNION",
    Unique = "UNIQUE",
    Universal = "UNIVERSAL",
    UtcTime = "UTCTime",
    Utf8String = "UTF8String",
    UniversalString = "UniversalString",
    VideotexString = "VideotexString",
    VisibleString = "VisibleString",
    With = "WITH",
}

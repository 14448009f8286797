//! What elements are called that have no identifier: by the type of their value (X.680 16.2 and 12.36).

use wireglot_model::{StringKind, TimeKind};
use wireglot_plan::{RecordKind, Shape, ShapeId, ShapeKind};

/// The name of a type: its reference, or if it has none what it is.
pub fn type_name(shape: &Shape, ty: ShapeId) -> &str {
    let Some(ty) = shape.types.get(ty.index()) else { return "ANY" };
    match ty.name.contains(['.', '[']) {
        true => built_in(&ty.kind),
        false => ty.name.split(|c: char| !c.is_ascii_alphanumeric() && c != '-').next().unwrap_or_default(),
    }
}

/// Whether a root is a value of the type under that name: aliases share it.
pub fn is_name_of(shape: &Shape, name: &str, ty: ShapeId) -> bool {
    name == type_name(shape, ty)
        || shape.types.get(ty.index()).is_some_and(|ty| name == built_in(&ty.kind))
        || shape.roots.iter().any(|root| root.shape == ty && root.reference == name)
}

/// Whether such values stand in a list as they are, without an element of their own (X.680 26.3).
pub fn is_bare_in_list(kind: &ShapeKind) -> bool {
    matches!(kind, ShapeKind::Boolean | ShapeKind::Enumerated { .. } | ShapeKind::Choice { .. })
}

fn built_in(kind: &ShapeKind) -> &'static str {
    match kind {
        ShapeKind::Boolean => "BOOLEAN",
        ShapeKind::Integer { .. } => "INTEGER",
        ShapeKind::Enumerated { .. } => "ENUMERATED",
        ShapeKind::BitString { .. } => "BIT_STRING",
        ShapeKind::OctetString { .. } => "OCTET_STRING",
        ShapeKind::Null => "NULL",
        ShapeKind::Oid => "OBJECT_IDENTIFIER",
        ShapeKind::RelativeOid => "RELATIVE_OID",
        ShapeKind::OidIri => "OID_IRI",
        ShapeKind::RelativeOidIri => "RELATIVE_OID_IRI",
        ShapeKind::Real | ShapeKind::Float { .. } => "REAL",
        ShapeKind::String { kind, .. } => string(*kind),
        ShapeKind::Time(kind) => time(*kind),
        ShapeKind::Record { kind, .. } => match kind {
            RecordKind::Sequence => "SEQUENCE",
            RecordKind::Set => "SET",
            RecordKind::External => "EXTERNAL",
            RecordKind::EmbeddedPdv => "EMBEDDED_PDV",
            RecordKind::CharacterString => "CHARACTER_STRING",
        },
        ShapeKind::List { set: false, .. } => "SEQUENCE_OF",
        ShapeKind::List { set: true, .. } => "SET_OF",
        ShapeKind::Choice { .. } => "CHOICE",
        ShapeKind::Open(_) => "ANY",
    }
}

fn string(kind: StringKind) -> &'static str {
    match kind {
        StringKind::Utf8 => "UTF8String",
        StringKind::Numeric => "NumericString",
        StringKind::Printable => "PrintableString",
        StringKind::Teletex => "TeletexString",
        StringKind::Videotex => "VideotexString",
        StringKind::Ia5 => "IA5String",
        StringKind::Graphic => "GraphicString",
        StringKind::Visible => "VisibleString",
        StringKind::General => "GeneralString",
        StringKind::Universal => "UniversalString",
        StringKind::Bmp => "BMPString",
        StringKind::ObjectDescriptor => "ObjectDescriptor",
    }
}

fn time(kind: TimeKind) -> &'static str {
    match kind {
        TimeKind::Utc => "UTCTime",
        TimeKind::Generalized => "GeneralizedTime",
        TimeKind::Time => "TIME",
        TimeKind::Date => "DATE",
        TimeKind::TimeOfDay => "TIME_OF_DAY",
        TimeKind::DateTime => "DATE_TIME",
        TimeKind::Duration => "DURATION",
    }
}

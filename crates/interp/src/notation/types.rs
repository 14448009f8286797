//! Types before the values of open types (X.681 14.6): writes them, and compares them on input.

use std::fmt::Write;

use wireglot_model::{StringKind, TimeKind};
use wireglot_plan::{RecordKind, Shape, ShapeId, ShapeKind, SlotPresence};

/// Maximum length of the text of an unnamed type, since a parameterized type may contain itself.
const LONGEST: usize = 2000;

/// A type as in X.680 17.1: its name or, if it has none, its definition without tags and constraints.
pub fn type_text(shape: &Shape, ty: ShapeId) -> String {
    let mut text = String::new();
    write_type(&mut text, shape, ty);
    text
}

/// Whether the words before a value, without white space, may denote a type: its name or its definition,
/// with or without the names of its items. A name that the shape does not have may be another name of the
/// type.
pub fn names_type(shape: &Shape, words: &str, ty: ShapeId) -> bool {
    let squeezed = |text: &str| text.split_whitespace().collect::<String>();
    if words == squeezed(&type_text(shape, ty)) {
        return true;
    }
    let Some(kind) = shape.types.get(ty.index()).map(|ty| &ty.kind) else { return false };
    let same = |other: &ShapeKind| !has_parts(kind) && kind_words(kind) == kind_words(other);
    if let Some(rest) = words.strip_prefix(&squeezed(kind_words(kind))) {
        if rest.is_empty() || rest.starts_with(['{', '(']) || matches!(kind, ShapeKind::List { .. }) {
            return true;
        }
    }
    if words.contains(['{', '(']) || is_built_in(words) {
        return false;
    }
    let name = words.rsplit('.').next().unwrap_or_default();
    let mut known = shape.types.iter().enumerate().filter(|(_, other)| other.name == name).peekable();
    known.peek().is_none() || known.any(|(index, other)| index == ty.index() || same(&other.kind))
}

fn has_parts(kind: &ShapeKind) -> bool {
    use ShapeKind::*;
    matches!(kind, Record { .. } | List { .. } | Choice { .. } | Enumerated { .. })
}

/// Whether words denote a built-in type. Such a word in capitals cannot be a reference (X.680 12.38).
fn is_built_in(words: &str) -> bool {
    const WORDS: [&str; 36] = [
        "ANY",
        "BITSTRING",
        "BMPString",
        "BOOLEAN",
        "CHARACTERSTRING",
        "CHOICE",
        "DATE",
        "DATE-TIME",
        "DURATION",
        "EMBEDDEDPDV",
        "ENUMERATED",
        "EXTERNAL",
        "GeneralString",
        "GeneralizedTime",
        "GraphicString",
        "IA5String",
        "INTEGER",
        "NULL",
        "NumericString",
        "OBJECTIDENTIFIER",
        "OCTETSTRING",
        "OID-IRI",
        "ObjectDescriptor",
        "PrintableString",
        "REAL",
        "RELATIVE-OID",
        "RELATIVE-OID-IRI",
        "SEQUENCE",
        "SET",
        "TIME",
        "TIME-OF-DAY",
        "TeletexString",
        "UTCTime",
        "UTF8String",
        "UniversalString",
        "VisibleString",
    ];
    WORDS.contains(&words) || words.starts_with("SEQUENCEOF") || words.starts_with("SETOF")
}

fn write_type(out: &mut String, shape: &Shape, ty: ShapeId) {
    let Some(ty) = shape.types.get(ty.index()).filter(|_| out.len() < LONGEST) else {
        return out.push_str("NULL");
    };
    if ty.name.bytes().all(|octet| octet.is_ascii_alphanumeric() || octet == b'-') {
        return out.push_str(&ty.name);
    }
    out.push_str(kind_words(&ty.kind));
    match &ty.kind {
        ShapeKind::Integer { named, .. } if !named.is_empty() => {
            braces(out, named, |out, (name, number)| write_item(out, name, number));
        }
        ShapeKind::BitString { named, .. } if !named.is_empty() => {
            braces(out, named, |out, (name, bit)| write_item(out, name, bit));
        }
        ShapeKind::Enumerated { items, .. } => {
            braces(out, items, |out, (name, number)| write_item(out, name, number));
        }
        ShapeKind::Record { kind: RecordKind::Sequence | RecordKind::Set, slots, .. } => {
            braces(out, slots, |out, slot| {
                out.push_str(&slot.name);
                out.push(' ');
                write_type(out, shape, slot.shape);
                if !matches!(slot.presence, SlotPresence::Required) {
                    out.push_str(" OPTIONAL");
                }
            });
        }
        ShapeKind::Choice { alternatives, .. } => braces(out, alternatives, |out, alternative| {
            out.push_str(&alternative.name);
            out.push(' ');
            write_type(out, shape, alternative.shape);
        }),
        ShapeKind::List { element, .. } => {
            out.push(' ');
            write_type(out, shape, *element);
        }
        _ => {}
    }
}

fn braces<T>(out: &mut String, list: &[T], write: impl Fn(&mut String, &T)) {
    out.push_str(" {");
    for (index, part) in list.iter().enumerate() {
        out.push_str(if index > 0 { ", " } else { " " });
        write(out, part);
    }
    out.push_str(" }");
}

fn write_item(out: &mut String, name: &str, number: impl std::fmt::Display) {
    let _ = write!(out, "{name}({number})");
}

/// The X.680 keywords of a kind of type.
pub(crate) fn kind_words(kind: &ShapeKind) -> &'static str {
    match kind {
        ShapeKind::Boolean => "BOOLEAN",
        ShapeKind::Integer { .. } => "INTEGER",
        ShapeKind::Enumerated { .. } => "ENUMERATED",
        ShapeKind::BitString { .. } => "BIT STRING",
        ShapeKind::OctetString { .. } => "OCTET STRING",
        ShapeKind::Null => "NULL",
        ShapeKind::Oid => "OBJECT IDENTIFIER",
        ShapeKind::RelativeOid => "RELATIVE-OID",
        ShapeKind::OidIri => "OID-IRI",
        ShapeKind::RelativeOidIri => "RELATIVE-OID-IRI",
        ShapeKind::Real | ShapeKind::Float { .. } => "REAL",
        ShapeKind::String { kind, .. } => string_words(*kind),
        ShapeKind::Time(kind) => time_words(*kind),
        ShapeKind::Record { kind, .. } => match kind {
            RecordKind::Sequence => "SEQUENCE",
            RecordKind::Set => "SET",
            RecordKind::External => "EXTERNAL",
            RecordKind::EmbeddedPdv => "EMBEDDED PDV",
            RecordKind::CharacterString => "CHARACTER STRING",
        },
        ShapeKind::List { set: false, .. } => "SEQUENCE OF",
        ShapeKind::List { .. } => "SET OF",
        ShapeKind::Choice { .. } => "CHOICE",
        ShapeKind::Open(_) => "ANY",
    }
}

fn time_words(kind: TimeKind) -> &'static str {
    match kind {
        TimeKind::Utc => "UTCTime",
        TimeKind::Generalized => "GeneralizedTime",
        TimeKind::Time => "TIME",
        TimeKind::Date => "DATE",
        TimeKind::TimeOfDay => "TIME-OF-DAY",
        TimeKind::DateTime => "DATE-TIME",
        TimeKind::Duration => "DURATION",
    }
}

fn string_words(kind: StringKind) -> &'static str {
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

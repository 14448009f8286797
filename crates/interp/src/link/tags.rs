//! Tags and leaves of the `tlv` family, as they run.

use wireglot_model::{StringKind, Tag as ModelTag, TagClass};
use wireglot_plan as plan;
use wireglot_plan::Tlv;
use wireglot_rt::tlv::{Repertoire, Tag};

use crate::program::*;

/// A tag of the model as one of the runtime.
pub(crate) fn tag_of(tag: ModelTag) -> Tag {
    let class = match tag.class {
        TagClass::Universal => 0,
        TagClass::Application => 1,
        TagClass::Context => 2,
        TagClass::Private => 3,
    };
    Tag::new(class, tag.number)
}

/// X.690 8.1.2.2, 8.1.2.5.
pub(super) fn identifier(tag: Tag, form: plan::Form) -> Option<u8> {
    let primitive = matches!(form, plan::Form::Primitive | plan::Form::Either);
    let short = primitive && tag.number() < 0x1f;
    short.then(|| tag.class() << 6 | tag.number() as u8)
}

pub(super) fn tags_of(first: &plan::First) -> Tags {
    match first {
        plan::First::Any => Tags::Any,
        plan::First::Tags(tags) => match tags[..] {
            [one] => Tags::One(tag_of(one)),
            _ => Tags::Some(tags.iter().map(|t| tag_of(*t)).collect()),
        },
    }
}

pub(super) fn tlv_leaf(leaf: &Tlv) -> TlvLeaf {
    match leaf {
        Tlv::Boolean => TlvLeaf::Boolean,
        Tlv::Integer => TlvLeaf::Integer,
        Tlv::Enumerated { numbers, extensible } => {
            TlvLeaf::Enumerated((!extensible).then(|| numbers.as_slice().into()))
        }
        Tlv::Real => TlvLeaf::Real,
        Tlv::BitString { named } => TlvLeaf::BitString { named: *named, min: 0 },
        Tlv::OctetString | Tlv::Any | Tlv::External => TlvLeaf::OctetString,
        Tlv::Null => TlvLeaf::Null,
        Tlv::Oid => TlvLeaf::Oid,
        Tlv::RelativeOid => TlvLeaf::RelativeOid,
        Tlv::Iri => TlvLeaf::Text(Repertoire::Utf8),
        Tlv::String(kind) => TlvLeaf::Text(repertoire(*kind)),
        Tlv::UtcTime => TlvLeaf::UtcTime,
        Tlv::GeneralizedTime => TlvLeaf::GeneralizedTime,
        Tlv::Time => TlvLeaf::Time,
        Tlv::Date => TlvLeaf::Date,
        Tlv::TimeOfDay => TlvLeaf::TimeOfDay,
        Tlv::DateTime => TlvLeaf::DateTime,
        Tlv::Duration => TlvLeaf::Duration,
    }
}

/// The characters of a string type.
pub(crate) fn repertoire(kind: StringKind) -> Repertoire {
    match kind {
        StringKind::Utf8 => Repertoire::Utf8,
        StringKind::Numeric => Repertoire::Numeric,
        StringKind::Printable => Repertoire::Printable,
        StringKind::Ia5 => Repertoire::Ia5,
        StringKind::Visible => Repertoire::Visible,
        StringKind::Universal => Repertoire::Universal,
        StringKind::Bmp => Repertoire::Bmp,
        _ => Repertoire::Octets,
    }
}

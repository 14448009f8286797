//! Tags in the runtime's form.

use wireglot_model::{Tag as ModelTag, TagClass};
use wireglot_plan as plan;
use wireglot_rt::tlv::Tag;

use crate::linked::program::*;

/// Converts a tag of the model to a tag of the runtime.
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

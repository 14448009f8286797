//! Leaves: methods of readers and writers, with their arguments.

use wireglot_bigint::BigInt;
use wireglot_model::{StringKind, Tag, TagClass};
use wireglot_plan::{Bits, Leaf, Octets, Tlv};

use super::text::list;

/// A leaf's method, and its arguments besides tag and value.
pub(super) struct Method {
    pub name: &'static str,
    pub args: Vec<String>,
}

impl Method {
    fn new(name: &'static str, args: Vec<String>) -> Method {
        Method { name, args }
    }

    fn plain(name: &'static str) -> Method {
        Method::new(name, Vec::new())
    }

    /// The call that reads.
    pub fn read(&self, tag: Option<Tag>) -> String {
        let args: Vec<String> = tag.map(self::tag).into_iter().chain(self.args.iter().cloned()).collect();
        format!("r.{}({})", self.name, args.join(", "))
    }

    /// The call that writes.
    pub fn write(&self, tag: Option<Tag>, value: &str) -> String {
        let value = std::iter::once(value.to_string());
        let args = tag.map(self::tag).into_iter().chain(value).chain(self.args.iter().cloned());
        format!("w.{}({})", self.name, args.collect::<Vec<_>>().join(", "))
    }
}

/// A tag as an argument.
pub(super) fn tag(tag: Tag) -> String {
    match tag.class {
        TagClass::Universal => format!("Tag::universal({})", tag.number),
        class => format!("Tag::new({}, {})", class_number(class), tag.number),
    }
}

/// A tag as a pattern.
pub(super) fn tag_pattern(tag: Tag) -> String {
    format!("({}, {})", class_number(tag.class), tag.number)
}

fn class_number(class: TagClass) -> u8 {
    match class {
        TagClass::Universal => 0,
        TagClass::Application => 1,
        TagClass::Context => 2,
        TagClass::Private => 3,
    }
}

/// A size constraint, as visible to PER.
pub(super) fn size(lo: u64, hi: Option<u64>) -> String {
    match (lo, hi.filter(|hi| *hi < 65536)) {
        (0, None) => "Size::ANY".to_string(),
        (lo, hi) => format!("Size {{ lo: {lo}, hi: {hi:?} }}"),
    }
}

/// Octets as a constant.
pub(super) fn octets(octets: &[u8]) -> String {
    let list: Vec<String> = octets.iter().map(u8::to_string).collect();
    format!("&[{}]", list.join(", "))
}

pub(super) fn repertoire(kind: StringKind) -> String {
    let of = match kind {
        StringKind::Utf8 => "Utf8",
        StringKind::Numeric => "Numeric",
        StringKind::Printable => "Printable",
        StringKind::Ia5 => "Ia5",
        StringKind::Visible => "Visible",
        StringKind::Universal => "Universal",
        StringKind::Bmp => "Bmp",
        _ => "Octets",
    };
    format!("Repertoire::{of}")
}

fn numbers(numbers: &[i64]) -> String {
    format!("&[{}]", list(&numbers.iter().map(i64::to_string).collect::<Vec<_>>()))
}

/// The method of a leaf that reads values, or writes them; `None` if there is none.
pub(super) fn method(leaf: &Leaf, writes: bool) -> Option<Method> {
    match leaf {
        Leaf::Tlv(leaf) => tlv(leaf),
        Leaf::Bits(leaf) => bits(leaf, writes),
        Leaf::Octets(leaf) => whole_octets(leaf),
    }
}

fn tlv(leaf: &Tlv) -> Option<Method> {
    Some(match leaf {
        Tlv::Iri => Method::new("text", vec!["Repertoire::Utf8".to_string()]),
        Tlv::String(kind) => Method::new("text", vec![repertoire(*kind)]),
        Tlv::External => return None,
        other => Method::plain(other.name()),
    })
}

fn bits(leaf: &Bits, writes: bool) -> Option<Method> {
    Some(match leaf {
        Bits::Integer { lo, hi } => integer(lo.as_ref(), hi.as_ref()),
        Bits::Enumerated { root, additions } => {
            let additions = additions.as_ref().map(|list| format!("Some({})", numbers(list)));
            Method::new("enumerated", vec![numbers(root), additions.unwrap_or("None".to_string())])
        }
        Bits::BitString { named, lo, hi } => {
            let name = if *named && writes { "named_bits" } else { "bit_string" };
            Method::new(name, vec![size(*lo, *hi)])
        }
        Bits::OctetString { lo, hi } => Method::new("octet_string", vec![size(*lo, *hi)]),
        Bits::Iri | Bits::Utf8String => Method::new("text", vec!["Repertoire::Utf8".to_string()]),
        Bits::EscapedString => Method::new("text", vec!["Repertoire::Octets".to_string()]),
        Bits::KnownMultiplier { alphabet, bits, top, lo, hi } => {
            let characters = alphabet.iter().filter_map(|&c| char::from_u32(c));
            let characters: Vec<String> = characters.map(|c| format!("{c:?}")).collect();
            let args = vec![format!("&[{}]", list(&characters)), bits.to_string(), top.to_string()];
            Method::new("characters", args.into_iter().chain([size(*lo, *hi)]).collect())
        }
        Bits::Rest => Method::plain("any"),
        Bits::External | Bits::Predefined { .. } => return None,
        Bits::SmallNumber | Bits::SmallLength | Bits::Length { .. } => return None,
        other => Method::plain(other.name()),
    })
}

fn integer(lo: Option<&BigInt>, hi: Option<&BigInt>) -> Method {
    match (lo, hi) {
        (Some(lo), Some(hi)) => {
            let span = hi.minus(lo);
            match (lo.to_i64(), span.to_u64()) {
                (Some(lo), Some(span)) => Method::new("constrained", vec![lo.to_string(), span.to_string()]),
                _ => {
                    let args = [lo, &span].map(|n| octets(&n.to_twos_complement()));
                    Method::new("wide", args.into())
                }
            }
        }
        (Some(lo), None) => Method::new("from_least", vec![octets(&lo.to_twos_complement())]),
        _ => Method::plain("unconstrained"),
    }
}

fn whole_octets(leaf: &Octets) -> Option<Method> {
    let sized = |size: &Option<u64>| format!("{size:?}");
    Some(match leaf {
        Octets::Integer { width: Some(width), signed, .. } => {
            Method::new("whole", vec![width.to_string(), signed.to_string()])
        }
        Octets::Integer { signed: true, .. } => Method::plain("signed"),
        Octets::Integer { .. } => Method::plain("unsigned"),
        Octets::Float { width } => Method::new("float", vec![width.to_string()]),
        Octets::BitString { size, .. } => Method::new("bit_string", vec![sized(size)]),
        Octets::OctetString { size } => Method::new("octet_string", vec![sized(size)]),
        Octets::Iri => Method::new("text", vec!["Repertoire::Utf8".to_string(), "None".to_string()]),
        Octets::String { kind, size } => {
            let each = match kind {
                StringKind::Bmp => 2,
                StringKind::Universal => 4,
                _ => 1,
            };
            Method::new("text", vec![repertoire(*kind), sized(&size.map(|size| size.saturating_mul(each)))])
        }
        Octets::Rest => Method::plain("any"),
        Octets::External | Octets::Quantity | Octets::Bitmap => return None,
        other => Method::plain(other.name()),
    })
}

/// The method of a string that holds an encoding.
pub(super) fn holding(leaf: &Leaf) -> Option<Method> {
    let method = method(leaf, false)?;
    let name = if method.name == "bit_string" { "holding_bits" } else { "holding_octets" };
    Some(Method { name, args: method.args })
}

/// Whether a leaf reads its tag together with its contents.
pub(super) fn takes_tag(body: &wireglot_plan::Node) -> bool {
    match &body.op {
        wireglot_plan::Op::Leaf(leaf) => leaf.name() != "any",
        wireglot_plan::Op::Contained(_) => true,
        _ => false,
    }
}

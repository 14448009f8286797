//! Values without parts, as events.

use wireglot_plan::layout::Constant;
use wireglot_plan::{Layout, LayoutId, LayoutKind, LayoutType, ShapeId};

use crate::Sink;

/// A value without parts.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Leaf<'a> {
    /// The bits of a number.
    Raw(u64),
    /// A number given by the schema.
    Float(f64),
    /// Characters, one per octet.
    Text(&'a [u8]),
}

impl<'a> Leaf<'a> {
    /// A constant of the schema.
    pub(crate) fn constant(constant: &'a Constant) -> Leaf<'a> {
        use wireglot_plan::layout::Number;
        match constant {
            Constant::Number(Number::Integer(number)) => Leaf::Raw(*number as u64),
            Constant::Number(Number::Float(number)) => Leaf::Float(*number),
            Constant::Text(octets) => Leaf::Text(octets),
        }
    }

    /// Passes it to a sink as a value of that type, which must not be an alias.
    #[inline]
    pub(crate) fn show<S: Sink>(self, layout: &Layout, id: LayoutId, sink: &mut S) {
        let (ty, shape) = (layout.get(id), ShapeId(id.0));
        match self {
            Leaf::Raw(raw) => number(ty, shape, raw, sink),
            Leaf::Float(number) => sink.float(shape, number),
            Leaf::Text(octets) => text(shape, octets, sink),
        }
    }
}

#[inline]
fn number<S: Sink>(ty: &LayoutType, shape: ShapeId, raw: u64, sink: &mut S) {
    match &ty.kind {
        LayoutKind::Boolean => sink.boolean(shape, raw != 0),
        LayoutKind::Float if ty.bits == 32 => sink.float(shape, f32::from_bits(raw as u32).into()),
        LayoutKind::Float => sink.float(shape, f64::from_bits(raw)),
        LayoutKind::Char => text(shape, &[raw as u8], sink),
        LayoutKind::Set(_) => {
            let octets = raw.reverse_bits().to_be_bytes();
            let octets = octets.get(..(ty.bits / 8) as usize).unwrap_or(&octets);
            sink.bit_string(shape, octets, ty.bits);
        }
        LayoutKind::Enumerated(_) => match i64::try_from(ty.scalar.integer(raw, ty.bits)) {
            Ok(number) => sink.enumerated(shape, number),
            Err(_) => unsigned(shape, raw, sink),
        },
        _ => match i64::try_from(ty.scalar.integer(raw, ty.bits)) {
            Ok(number) => sink.integer(shape, number),
            Err(_) => unsigned(shape, raw, sink),
        },
    }
}

/// Passes on an unsigned 64-bit number that does not fit into a signed one.
fn unsigned<S: Sink>(shape: ShapeId, number: u64, sink: &mut S) {
    let mut octets = [0; 9];
    octets.iter_mut().skip(1).zip(number.to_be_bytes()).for_each(|(to, from)| *to = from);
    sink.big_integer(shape, &octets);
}

/// Passes on characters, one per octet.
pub(crate) fn text<S: Sink>(shape: ShapeId, octets: &[u8], sink: &mut S) {
    match str::from_utf8(octets) {
        Ok(text) if octets.is_ascii() => sink.string(shape, text),
        _ => sink.string(shape, &octets.iter().map(|octet| char::from(*octet)).collect::<String>()),
    }
}

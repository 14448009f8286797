//! The shape of a layout's values.

use wireglot_bigint::BigInt;
use wireglot_model::{StringKind, Value};
use wireglot_plan::layout::{Block, Constant, Number, Presence, Scalar};
use wireglot_plan::{
    JerForm, Layout, LayoutField, LayoutKind, LayoutType, LayoutValue, Range, RecordKind, Shape, ShapeId,
    ShapeKind, ShapeRoot, ShapeType, Size, Slot, SlotPresence,
};
use wireglot_text::Span;

/// The shape of all types of a layout, with the same indexes, followed by those of its messages.
pub fn shape(layout: &Layout) -> Shape {
    let mut shaper = Shaper { layout, shape: Shape::default() };
    for ty in &layout.types {
        let kind = shaper.kind(ty);
        let name = ty.path.join(".");
        let module = layout.modules.get(ty.module).map_or("", |module| module.name.as_str());
        shaper.add(name.clone(), module, kind, &ty.doc, ty.span);
        if !name.is_empty() && layout.messages.all.is_empty() {
            let shape = ShapeId(shaper.shape.types.len() as u32 - 1);
            shaper.shape.roots.push(ShapeRoot { module: module.to_string(), reference: name, shape });
        }
    }
    for message in &layout.messages.all {
        let root =
            ShapeRoot { module: String::new(), reference: message.name.clone(), shape: message.block.shape };
        shaper.shape.roots.push(root);
        shaper.block(&message.name, &message.block, (&message.doc, message.span));
    }
    shaper.shape
}

struct Shaper<'l> {
    layout: &'l Layout,
    shape: Shape,
}

fn exactly(count: u64) -> Size {
    Size { lo: count, hi: Some(count) }
}

/// Characters of one octet each; the standards do not specify the character set.
fn text(size: Size) -> ShapeKind {
    ShapeKind::String { kind: StringKind::General, size }
}

impl Shaper<'_> {
    fn add(&mut self, name: String, module: &str, kind: ShapeKind, doc: &Option<String>, span: Span) {
        self.shape.types.push(ShapeType {
            name,
            module: module.to_string(),
            kind,
            jer: JerForm::default(),
            checks: Vec::new(),
            span,
            doc: doc.clone(),
        });
    }

    fn kind(&self, ty: &LayoutType) -> ShapeKind {
        match &ty.kind {
            LayoutKind::Boolean => ShapeKind::Boolean,
            LayoutKind::Unsigned | LayoutKind::Signed | LayoutKind::Byte => {
                ShapeKind::Integer { range: range(ty.scalar, ty.bits), named: Vec::new() }
            }
            LayoutKind::Float => ShapeKind::Float { single: ty.bits == 32 },
            LayoutKind::Char => text(exactly(1)),
            LayoutKind::Text => text(Size { lo: 0, hi: Some(ty.bits / 8) }),
            LayoutKind::Enumerated(values) => {
                let item = |value: &LayoutValue| (value.name.clone(), value.value as i64);
                ShapeKind::Enumerated { items: values.iter().map(item).collect(), extensible: true }
            }
            LayoutKind::Set(bits) => ShapeKind::BitString {
                named: bits.iter().map(|bit| (bit.name.clone(), bit.value as u32)).collect(),
                size: exactly(ty.bits),
                fixed: true,
                contains: None,
            },
            LayoutKind::Alias(inner) => self.shape.get(self.layout.shape(*inner)).kind.clone(),
            LayoutKind::Array { element, count, .. } => ShapeKind::List {
                element: self.layout.shape(*element),
                name: None,
                size: exactly(*count),
                set: false,
            },
            LayoutKind::Record { fields, .. } => record(self.slots(fields)),
        }
    }

    fn slots(&self, fields: &[LayoutField]) -> Vec<Slot> {
        let mut optional = 0;
        fields.iter().map(|field| self.slot(field, &mut optional)).collect()
    }

    fn slot(&self, field: &LayoutField, optional: &mut u32) -> Slot {
        let (shape, presence) = match &field.presence {
            Presence::Constant(ty, value) => {
                let value = constant(value, self.layout.resolved(*ty));
                let presence = value.map(|value| SlotPresence::Default(next(optional), value));
                (self.layout.shape(*ty), presence.unwrap_or_else(|| SlotPresence::Optional(next(optional))))
            }
            Presence::Always if field.since == 0 => (self.layout.shape(field.ty), SlotPresence::Required),
            _ => (self.layout.shape(field.ty), SlotPresence::Optional(next(optional))),
        };
        slot(&field.name, (shape, presence), &field.doc, field.span)
    }

    /// A block of a message or group, and all groups and data in it, in the order of their shapes.
    fn block(&mut self, name: &str, block: &Block, (doc, span): (&Option<String>, Span)) {
        let mut optional = 0;
        let mut slots: Vec<Slot> = block.fields.iter().map(|field| self.slot(field, &mut optional)).collect();
        for group in &block.groups {
            let presence = SlotPresence::Optional(next(&mut optional));
            slots.push(slot(&group.name, (group.shape, presence), &group.doc, group.span));
        }
        for data in &block.data {
            let presence = SlotPresence::Optional(next(&mut optional));
            slots.push(slot(&data.name, (data.shape, presence), &data.doc, data.span));
        }
        self.add(name.to_string(), "", record(slots), doc, span);
        for group in &block.groups {
            let name = format!("{name}.{}", group.name);
            let list =
                ShapeKind::List { element: group.block.shape, name: None, size: Size::default(), set: false };
            self.add(name.clone(), "", list, &group.doc, group.span);
            self.block(&format!("{name}[]"), &group.block, (&group.doc, group.span));
        }
        for data in &block.data {
            let kind = match data.element.0 {
                Scalar::Char => text(Size::default()),
                _ => ShapeKind::OctetString { size: Size::default(), contains: None },
            };
            self.add(format!("{name}.{}", data.name), "", kind, &data.doc, data.span);
        }
    }
}

fn next(optional: &mut u32) -> u32 {
    *optional += 1;
    *optional - 1
}

fn record(slots: Vec<Slot>) -> ShapeKind {
    ShapeKind::Record { kind: RecordKind::Sequence, slots, extensible: false }
}

fn slot(name: &str, (shape, presence): (ShapeId, SlotPresence), doc: &Option<String>, span: Span) -> Slot {
    Slot { name: name.to_string(), shape, presence, addition: None, needed: false, span, doc: doc.clone() }
}

fn range(scalar: Scalar, bits: u64) -> Range {
    let Some((lo, hi)) = scalar.range(bits) else { return Range::default() };
    Range { lo: Some(BigInt::from(lo)), hi: Some(BigInt::from(hi)) }
}

/// A constant as the value of a slot; `None` for floats, which are not exact as written.
fn constant(constant: &Constant, ty: &LayoutType) -> Option<Value> {
    match (constant, &ty.kind) {
        (Constant::Text(octets), _) => Some(Value::String(octets.iter().map(|o| char::from(*o)).collect())),
        (Constant::Number(Number::Integer(number)), LayoutKind::Enumerated(values)) => {
            let value = values.iter().find(|value| value.value == *number as u64)?;
            Some(Value::Enumerated(value.name.clone()))
        }
        (Constant::Number(Number::Integer(number)), LayoutKind::Char) => {
            Some(Value::String(char::from(*number as u8).to_string()))
        }
        (Constant::Number(Number::Integer(number)), _) => Some(Value::Integer(BigInt::from(*number))),
        (Constant::Number(Number::Float(_)), _) => None,
    }
}

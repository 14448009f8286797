//! SBE: the schema itself says where everything is, so lowering only converts it to a layout.

use wireglot_model::sbe::{
    self, Body, CompositeMember, Data, EncodingId, EncodingKind, Field, Group, Message, MessageSchema, Notes,
    Primitive, Simple,
};
use wireglot_plan::layout::{
    Block, Constant, LayoutData, LayoutGroup, LayoutMessage, Messages, Number, Part, Prefix, Presence,
    Scalar, SBE,
};
use wireglot_plan::{Layout, LayoutField, LayoutId, LayoutKind, LayoutType, LayoutValue, ShapeId};
use wireglot_text::Span;

/// The layout of a schema without errors.
pub fn sbe(schema: &MessageSchema) -> Layout {
    let layout = Layout { conventions: SBE, ..Layout::default() };
    let mut planner = Planner { schema, layout, ids: Vec::with_capacity(schema.encodings.len()), shapes: 0 };
    for encoding in &schema.encodings {
        let id = planner.encoding(encoding);
        planner.ids.push(id);
    }
    planner.shapes = planner.layout.types.len() as u32;
    planner.layout.messages = Messages {
        id: schema.id,
        version: schema.version,
        big_endian: schema.big_endian,
        header: schema.header.as_ref().map(|prefix| planner.prefix(prefix)),
        group: schema.default_dimension.as_ref().map(|prefix| planner.prefix(prefix)),
        data: schema.default_data.as_ref().map(|prefix| planner.prefix(prefix)),
        all: schema.messages.iter().map(|message| planner.message(message)).collect(),
    };
    planner.layout
}

struct Planner<'s> {
    schema: &'s MessageSchema,
    layout: Layout,
    /// The type of each encoding.
    ids: Vec<LayoutId>,
    /// The number of shapes so far: of all types, then of blocks, groups and data.
    shapes: u32,
}

fn doc(notes: &Notes) -> Option<String> {
    (!notes.doc.is_empty()).then(|| notes.doc.clone())
}

fn scalar(primitive: Primitive) -> Scalar {
    match primitive {
        Primitive::Char => Scalar::Char,
        Primitive::Float | Primitive::Double => Scalar::Float,
        _ if primitive.is_unsigned() => Scalar::Unsigned,
        _ => Scalar::Signed,
    }
}

fn kind(scalar: Scalar) -> LayoutKind {
    match scalar {
        Scalar::Char => LayoutKind::Char,
        Scalar::Float => LayoutKind::Float,
        Scalar::Unsigned => LayoutKind::Unsigned,
        Scalar::Signed => LayoutKind::Signed,
    }
}

impl Planner<'_> {
    fn id(&self, id: EncodingId) -> LayoutId {
        self.ids[id.0 as usize]
    }

    fn add(&mut self, ty: LayoutType) -> LayoutId {
        self.layout.types.push(ty);
        LayoutId(self.layout.types.len() as u32 - 1)
    }

    fn encoding(&mut self, encoding: &sbe::Encoding) -> LayoutId {
        let ty = |kind, bits, primitive, null| LayoutType {
            path: vec![encoding.name.clone()],
            module: 0,
            kind,
            bits,
            fixed: true,
            scalar: scalar(primitive),
            null,
            doc: doc(&encoding.notes),
            span: encoding.span,
        };
        let bits = encoding.size * 8;
        match &encoding.kind {
            EncodingKind::Simple(simple) => {
                let (kind, bits) = self.simple(simple, encoding.span);
                self.add(ty(kind, bits, simple.primitive, Some(simple.null)))
            }
            EncodingKind::Enum { primitive, values, null } => {
                let values = values.iter().map(|value| LayoutValue {
                    name: value.name.clone(),
                    value: value.value as u64,
                    doc: doc(&value.notes),
                });
                self.add(ty(LayoutKind::Enumerated(values.collect()), bits, *primitive, Some(*null)))
            }
            EncodingKind::Set { primitive, choices } => {
                let values = choices.iter().map(|choice| LayoutValue {
                    name: choice.name.clone(),
                    value: choice.bit.into(),
                    doc: doc(&choice.notes),
                });
                self.add(ty(LayoutKind::Set(values.collect()), bits, *primitive, None))
            }
            EncodingKind::Composite(members) => {
                let fields = members.iter().map(|member| self.member(member)).collect();
                let kind = LayoutKind::Record { fields, extensible: false };
                self.add(ty(kind, bits, Primitive::Uint8, None))
            }
        }
    }

    /// The kind of a type and its size in bits; for a constant, the size it would have.
    fn simple(&mut self, simple: &Simple, span: Span) -> (LayoutKind, u64) {
        let (scalar, each) = (scalar(simple.primitive), simple.primitive.size() * 8);
        let kind = match (scalar, simple.length) {
            (_, 1) => kind(scalar),
            (Scalar::Char, _) => LayoutKind::Text,
            (_, count) => {
                let element = self.plain(simple.primitive, span);
                LayoutKind::Array { element, count, extensible: false }
            }
        };
        (kind, each * simple.length)
    }

    /// An unnamed primitive type.
    fn plain(&mut self, primitive: Primitive, span: Span) -> LayoutId {
        let scalar = scalar(primitive);
        self.add(LayoutType {
            path: Vec::new(),
            module: 0,
            kind: kind(scalar),
            bits: primitive.size() * 8,
            fixed: true,
            scalar,
            null: None,
            doc: None,
            span,
        })
    }

    fn member(&self, member: &CompositeMember) -> LayoutField {
        let encoding = self.schema.get(member.encoding);
        let presence = match &encoding.kind {
            EncodingKind::Simple(simple) => &simple.presence,
            _ => &sbe::Presence::Required,
        };
        LayoutField {
            name: member.name.clone(),
            number: 0,
            ty: self.id(member.encoding),
            offset: member.offset * 8,
            presence: self.presence(member.encoding, presence),
            since: member.notes.since,
            in_place: member.name == encoding.name,
            doc: doc(&member.notes),
            span: member.span,
        }
    }

    fn field(&self, field: &Field) -> LayoutField {
        LayoutField {
            name: field.name.clone(),
            number: field.id as i64,
            ty: self.id(field.encoding),
            offset: field.offset * 8,
            presence: self.presence(field.encoding, &field.presence),
            since: field.notes.since,
            in_place: field.name == self.schema.get(field.encoding).name,
            doc: doc(&field.notes),
            span: field.span,
        }
    }

    fn presence(&self, encoding: EncodingId, presence: &sbe::Presence) -> Presence {
        let constant = match presence {
            sbe::Presence::Required => return Presence::Always,
            sbe::Presence::Optional => return Presence::Null,
            sbe::Presence::Constant(constant) => constant,
        };
        match constant {
            sbe::Constant::Number(Number::Integer(number)) if self.is_text(encoding) => {
                Presence::Constant(self.id(encoding), Constant::Text(vec![*number as u8]))
            }
            sbe::Constant::Number(number) => {
                let ty = match self.layout.get(self.id(encoding)).kind {
                    // A valueRef gives one value, regardless of the length of its type.
                    LayoutKind::Array { element, .. } => element,
                    _ => self.id(encoding),
                };
                Presence::Constant(ty, Constant::Number(*number))
            }
            sbe::Constant::Text(octets) => {
                Presence::Constant(self.id(encoding), Constant::Text(octets.clone()))
            }
            sbe::Constant::Enumerated(id, position) => {
                let number = match &self.schema.get(*id).kind {
                    EncodingKind::Enum { values, .. } => values.get(*position).map_or(0, |value| value.value),
                    _ => 0,
                };
                Presence::Constant(self.id(*id), Constant::Number(Number::Integer(number)))
            }
        }
    }

    /// Whether a type is an array of characters.
    fn is_text(&self, encoding: EncodingId) -> bool {
        let kind = &self.schema.get(encoding).kind;
        matches!(kind, EncodingKind::Simple(simple) if simple.primitive == Primitive::Char && simple.length != 1)
    }

    fn prefix(&self, prefix: &sbe::Prefix) -> Prefix {
        let part =
            |part: &sbe::Part| Part { offset: part.offset, length: part.primitive.size(), max: part.max };
        Prefix {
            record: self.id(prefix.composite),
            length: prefix.size,
            parts: prefix.parts.iter().map(|(role, known)| (*role, part(known))).collect(),
            constants: prefix.constants.clone(),
        }
    }

    fn next_shape(&mut self) -> ShapeId {
        self.shapes += 1;
        ShapeId(self.shapes - 1)
    }

    fn message(&mut self, message: &Message) -> LayoutMessage {
        LayoutMessage {
            name: message.name.clone(),
            id: message.id,
            block: self.block(&message.body),
            doc: doc(&message.notes),
            span: message.span,
        }
    }

    fn block(&mut self, body: &Body) -> Block {
        let fields: Vec<LayoutField> = body.fields.iter().map(|field| self.field(field)).collect();
        let newest = self.layout.newest(&fields);
        let newest = (newest, self.layout.least(&fields, newest));
        Block {
            length: body.block_length,
            shape: self.next_shape(),
            newest,
            fields,
            groups: body.groups.iter().map(|group| self.group(group)).collect(),
            data: body.data.iter().map(|data| self.data(data)).collect(),
        }
    }

    fn group(&mut self, group: &Group) -> LayoutGroup {
        LayoutGroup {
            name: group.name.clone(),
            prefix: self.prefix(&group.dimension),
            shape: self.next_shape(),
            block: self.block(&group.body),
            since: group.notes.since,
            doc: doc(&group.notes),
            span: group.span,
        }
    }

    fn data(&mut self, data: &Data) -> LayoutData {
        LayoutData {
            name: data.name.clone(),
            prefix: self.prefix(&data.length),
            element: (scalar(data.element.primitive), data.element.primitive.size() * 8),
            charset: data.element.charset.clone(),
            since: data.notes.since,
            shape: self.next_shape(),
            doc: doc(&data.notes),
            span: data.span,
        }
    }
}

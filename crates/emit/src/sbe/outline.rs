//! An outline of a schema in output order: the walk over a model that languages with tables of facts share.
//! Each language adds its names and syntax.

use wireglot_model::sbe::{
    self, Constant, EncodingId, EncodingKind, Message, MessageSchema, Notes, Number, Prefix, Presence,
    Primitive, Role,
};

use super::facts::{self, is_constant, is_flat, member_presence, Prefixes, Steps};

/// A schema.
pub struct Outline<'b> {
    /// Its model.
    pub blocks: &'b MessageSchema,
    /// The prefixes of messages, groups and data, each once.
    pub prefixes: Prefixes<'b>,
    /// Enumerations, sets and composites used in blocks; members come before the composites that use them.
    pub types: Vec<(EncodingId, Type<'b>)>,
    /// Messages and group entries; inner ones come before those that contain them.
    pub bodies: Vec<Body<'b>>,
    /// Size of the largest block or composite in bytes, up to the end of its last value.
    pub most: u64,
}

/// A type with a declaration.
pub enum Type<'b> {
    /// One of several values.
    Enum(Primitive, &'b [sbe::EnumValue]),
    /// Named bits.
    Set(Primitive, &'b [sbe::SetChoice]),
    /// Consecutive members.
    Composite(Vec<Slot<'b>>),
}

/// The kind of a value in a block.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum What {
    /// A number or a character.
    Number(Primitive),
    /// A text of this many characters.
    Text(u64),
    /// An array of this many numbers.
    Array(Primitive, u64),
    /// A value of an enumeration.
    Enum(EncodingId, Primitive),
    /// A set of named bits.
    Set(EncodingId, Primitive),
    /// A composite.
    Composite(EncodingId),
}

/// A value in a block: a field, or a member of a composite.
pub struct Slot<'b> {
    /// Its name.
    pub name: &'b str,
    /// Its kind.
    pub what: What,
    /// Its offset.
    pub offset: u64,
    /// Its size in bytes in the version that added it.
    pub size: u64,
    /// Whether its null number means that it is absent.
    pub optional: bool,
    /// The number that means null, even if it is not optional.
    pub null: Number,
    /// The value from the schema, if it is constant.
    pub constant: Option<&'b Constant>,
    /// Its versions and documentation.
    pub notes: &'b Notes,
}

impl Slot<'_> {
    /// Whether none of it is on the wire.
    pub fn is_empty(&self) -> bool {
        self.constant.is_some() || matches!(self.what, What::Array(_, 0))
    }

    /// The type of a constant that is one number or character, whatever length its type has.
    pub fn constant_number(&self) -> Option<Primitive> {
        match (self.constant?, self.what) {
            (Constant::Number(_), What::Number(primitive) | What::Array(primitive, _)) => Some(primitive),
            (Constant::Number(_), What::Enum(_, primitive) | What::Set(_, primitive)) => Some(primitive),
            (Constant::Number(_), What::Text(_)) => Some(Primitive::Char),
            _ => None,
        }
    }

    /// Whether a reader may find it absent.
    pub fn may_be_absent(&self) -> bool {
        self.constant.is_none() && (self.optional || self.notes.since > 0)
    }
}

/// A block and the parts after it.
pub struct Body<'b> {
    /// The names of the message and of the groups down to this one.
    pub path: Vec<&'b str>,
    /// Its model.
    pub model: &'b sbe::Body,
    /// Its documentation.
    pub doc: &'b str,
    /// The template id, or the id of the group.
    pub id: u64,
    /// Its nesting depth in groups.
    pub at: usize,
    /// The depth of groups in its message.
    pub depth: usize,
    /// The message, if it is one.
    pub message: Option<&'b Message>,
    /// The index of its prefix.
    pub prefix: usize,
    /// Whether it is an entry of a fixed size.
    pub flat: bool,
    /// Its fields.
    pub slots: Vec<Slot<'b>>,
    /// Its groups and data.
    pub parts: Vec<Part<'b>>,
    /// The minimum size of the block in bytes.
    pub least: Steps,
    /// The numbers of groups and of data fields, if the prefix counts them.
    pub counted: (Steps, Steps),
    /// The non-zero numbers of a new block.
    pub nulls: Vec<(u64, Primitive, Number, u64)>,
}

/// A group or data field after a block.
pub struct Part<'b> {
    /// Its name.
    pub name: &'b str,
    /// The index of the body of its entries; `None` for data.
    pub entry: Option<usize>,
    /// Whether its data is text.
    pub is_text: bool,
    /// The index of its prefix.
    pub prefix: usize,
    /// The total size of the prefixes of later parts that exist in every version, in bytes.
    pub behind: u64,
    /// Its versions and documentation.
    pub notes: &'b Notes,
}

impl<'b> Outline<'b> {
    /// The outline of a schema.
    pub fn new(blocks: &'b MessageSchema) -> Outline<'b> {
        let mut outline = Outline {
            blocks,
            prefixes: Prefixes::of(blocks),
            types: types(blocks),
            bodies: Vec::new(),
            most: 0,
        };
        if let Some(header) = &blocks.header {
            for message in &blocks.messages {
                let mut walk =
                    Walk { outline: &mut outline, depth: facts::depth(&message.body), path: Vec::new() };
                walk.path.push(&message.name);
                walk.body(&message.body, header, (message.id, &message.notes.doc), Some(message));
            }
        }
        let blocks_of = outline.bodies.iter().map(|body| body.least.last().map_or(0, |step| step.1));
        let composites = outline.types.iter().map(|(id, _)| blocks.get(*id).size);
        outline.most = blocks_of.chain(composites).max().unwrap_or(0);
        outline
    }

    /// Bytes that a block of zeros needs for any body, including empty parts after the block.
    pub fn zeros(&self) -> u64 {
        let led = |body: &Body| body.parts.iter().map(|part| self.prefixes[part.prefix].size).sum::<u64>();
        self.bodies.iter().map(led).max().unwrap_or(0).max(self.most).max(1)
    }
}

struct Walk<'o, 'b> {
    outline: &'o mut Outline<'b>,
    depth: usize,
    path: Vec<&'b str>,
}

impl<'b> Walk<'_, 'b> {
    /// Lists a body after those of its groups. Returns its index.
    fn body(
        &mut self,
        model: &'b sbe::Body,
        prefix: &'b Prefix,
        (id, doc): (u64, &'b str),
        message: Option<&'b Message>,
    ) -> usize {
        let blocks = self.outline.blocks;
        let mut parts = Vec::new();
        let mut flat = message.is_none();
        for group in &model.groups {
            self.path.push(&group.name);
            let entry = self.body(&group.body, &group.dimension, (group.id, &group.notes.doc), None);
            self.path.pop();
            if let Some(body) = self.outline.bodies.get_mut(entry) {
                body.flat = is_flat(group);
            }
            parts.push(self.part(&group.name, Some(entry), &group.dimension, &group.notes, false));
        }
        for data in &model.data {
            let is_text = data.element.primitive == Primitive::Char;
            parts.push(self.part(&data.name, None, &data.length, &data.notes, is_text));
        }
        let mut behind = 0;
        for part in parts.iter_mut().rev() {
            part.behind = behind;
            behind += if part.notes.since == 0 { self.outline.prefixes[part.prefix].size } else { 0 };
        }
        flat &= parts.is_empty();
        let slots = model.fields.iter().map(|field| {
            slot(blocks, &field.name, field.encoding, field.offset, &field.presence, &field.notes)
        });
        let says = |role| prefix.part(role).is_some() || prefix.constant(role).is_some();
        let counts = |role, steps: Steps| if says(role) { steps } else { Vec::new() };
        self.outline.bodies.push(Body {
            path: self.path.clone(),
            model,
            doc,
            id,
            at: self.path.len() - 1,
            depth: self.depth,
            message,
            prefix: self.prefix(prefix),
            flat,
            slots: slots.collect(),
            parts,
            least: facts::least(blocks, model),
            counted: (
                counts(Role::NumGroups, facts::groups(model)),
                counts(Role::NumVarDataFields, facts::data(model)),
            ),
            nulls: facts::nulls(blocks, model),
        });
        self.outline.bodies.len() - 1
    }

    fn part(
        &self,
        name: &'b str,
        entry: Option<usize>,
        prefix: &Prefix,
        notes: &'b Notes,
        is_text: bool,
    ) -> Part<'b> {
        Part { name, entry, is_text, prefix: self.prefix(prefix), behind: 0, notes }
    }

    fn prefix(&self, wanted: &Prefix) -> usize {
        self.outline.prefixes.number(wanted).unwrap_or(0)
    }
}

fn types(blocks: &MessageSchema) -> Vec<(EncodingId, Type<'_>)> {
    let composites = facts::composites(blocks);
    let mut found = Vec::new();
    for (index, encoding) in blocks.encodings.iter().enumerate() {
        let id = EncodingId(index as u32);
        match &encoding.kind {
            EncodingKind::Simple(_) => {}
            EncodingKind::Enum { primitive, values, .. } => found.push((id, Type::Enum(*primitive, values))),
            EncodingKind::Set { primitive, choices } => found.push((id, Type::Set(*primitive, choices))),
            EncodingKind::Composite(_) if !composites.contains(&id) => {}
            EncodingKind::Composite(members) => {
                let slots = members.iter().map(|member| {
                    let presence = member_presence(blocks, member.encoding);
                    slot(blocks, &member.name, member.encoding, member.offset, presence, &member.notes)
                });
                found.push((id, Type::Composite(slots.collect())));
            }
        }
    }
    found
}

fn slot<'b>(
    blocks: &'b MessageSchema,
    name: &'b str,
    id: EncodingId,
    offset: u64,
    presence: &'b Presence,
    notes: &'b Notes,
) -> Slot<'b> {
    let (what, null) = match &blocks.get(id).kind {
        EncodingKind::Simple(simple) => match (simple.primitive, simple.length) {
            // A text constant may also have one character.
            (Primitive::Char, length) if length != 1 => (What::Text(length), Number::Integer(0)),
            (primitive, 1) => (What::Number(primitive), simple.null),
            (primitive, _) if is_constant(presence) => (What::Number(primitive), simple.null),
            (primitive, length) => (What::Array(primitive, length), simple.null),
        },
        EncodingKind::Enum { primitive, null, .. } => (What::Enum(id, *primitive), *null),
        EncodingKind::Set { primitive, .. } => (What::Set(id, *primitive), Number::Integer(0)),
        EncodingKind::Composite(_) => (What::Composite(id), Number::Integer(0)),
    };
    // Arrays, sets and composites have no null value.
    let single = matches!(what, What::Number(_) | What::Text(_) | What::Enum(..));
    let optional = *presence == Presence::Optional && single;
    let constant = match presence {
        Presence::Constant(constant) => Some(constant),
        _ => None,
    };
    let size = facts::first_size(blocks, id);
    Slot { name, what, offset, size, optional, null, constant, notes }
}

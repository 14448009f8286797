//! Facts about a layout that every language needs, derived from the model.

use std::collections::{HashMap, HashSet};
use std::ops::Deref;

use wireglot_model::sbe::{
    Body, EncodingId, EncodingKind, Group, Message, MessageSchema, Number, Prefix, Presence, Primitive, Role,
};

/// A number that grows with the sender's version: pairs of a version and the number from that version on, in
/// rising order, the first for version 0.
pub type Steps = Vec<(u64, u64)>;

/// The minimum block size for senders of each version, in bytes. Trailing members of a composite may have
/// been added after it.
pub fn least(blocks: &MessageSchema, body: &Body) -> Steps {
    let mut ends = Vec::new();
    for field in &body.fields {
        if !is_constant(&field.presence) {
            value_ends(blocks, field.encoding, field.offset, field.notes.since, &mut ends);
        }
    }
    rising(ends, |most, end| most.max(end))
}

/// The minimum size of an encoding in any version, in bytes: later members of composites may be missing.
pub fn first_size(blocks: &MessageSchema, id: EncodingId) -> u64 {
    let mut ends = Vec::new();
    value_ends(blocks, id, 0, 0, &mut ends);
    ends.into_iter().filter(|(since, _)| *since == 0).map(|(_, end)| end).max().unwrap_or(0)
}

/// The ends of values in a block, each with the version that added it.
fn value_ends(blocks: &MessageSchema, id: EncodingId, offset: u64, since: u64, ends: &mut Steps) {
    let encoding = blocks.get(id);
    match &encoding.kind {
        EncodingKind::Composite(members) => {
            for member in members {
                let since = since.max(member.notes.since);
                value_ends(blocks, member.encoding, offset + member.offset, since, ends);
            }
        }
        _ => ends.push((since, offset + encoding.size)),
    }
}

/// The number of groups in messages of each version.
pub fn groups(body: &Body) -> Steps {
    rising(body.groups.iter().map(|group| (group.notes.since, 1)).collect(), |sum, one| sum + one)
}

/// The number of data fields in messages of each version.
pub fn data(body: &Body) -> Steps {
    rising(body.data.iter().map(|data| (data.notes.since, 1)).collect(), |sum, one| sum + one)
}

fn rising(mut found: Steps, add: impl Fn(u64, u64) -> u64) -> Steps {
    found.sort_by_key(|(since, _)| *since);
    let mut steps = vec![(0, 0)];
    for (since, amount) in found {
        let (from, so_far) = *steps.last().unwrap_or(&(0, 0));
        let now = add(so_far, amount);
        match now == so_far {
            true => {}
            false if since == from => steps.last_mut().into_iter().for_each(|last| last.1 = now),
            false => steps.push((since, now)),
        }
    }
    steps
}

/// The initial non-zero numbers of a block, each with offset, type, value and count. Optional values and
/// those of later versions are initially null; all others are zero and omitted.
pub fn nulls(blocks: &MessageSchema, body: &Body) -> Vec<(u64, Primitive, Number, u64)> {
    let mut found = Vec::new();
    for field in body.fields.iter().filter(|field| !is_constant(&field.presence)) {
        let null = field.presence == Presence::Optional || field.notes.since > 0;
        value_nulls(blocks, field.encoding, null, field.offset, &mut found);
    }
    found.retain(|(_, _, number, _)| *number != Number::Integer(0));
    found
}

fn value_nulls(
    blocks: &MessageSchema,
    id: EncodingId,
    null: bool,
    offset: u64,
    found: &mut Vec<(u64, Primitive, Number, u64)>,
) {
    match &blocks.get(id).kind {
        EncodingKind::Simple(simple) if null => {
            let count = if simple.primitive == Primitive::Char { 1 } else { simple.length };
            found.push((offset, simple.primitive, simple.null, count));
        }
        EncodingKind::Enum { primitive, null: number, .. } if null => {
            found.push((offset, *primitive, *number, 1));
        }
        EncodingKind::Composite(members) => {
            for member in members {
                let own = member_presence(blocks, member.encoding);
                let null = null || *own == Presence::Optional || member.notes.since > 0;
                if !is_constant(own) {
                    value_nulls(blocks, member.encoding, null, offset + member.offset, found);
                }
            }
        }
        _ => {}
    }
}

/// The nesting depth of groups.
pub fn depth(body: &Body) -> usize {
    body.groups.iter().map(|group| 1 + depth(&group.body)).max().unwrap_or(0)
}

/// Whether the value is fixed by the schema.
pub fn is_constant(presence: &Presence) -> bool {
    matches!(presence, Presence::Constant(_))
}

/// The presence of a composite's member; only simple types have one.
pub fn member_presence(blocks: &MessageSchema, id: EncodingId) -> &Presence {
    match &blocks.get(id).kind {
        EncodingKind::Simple(simple) => &simple.presence,
        _ => &Presence::Required,
    }
}

/// Whether all entries of a group have the same size for every sender: nothing follows their blocks, and
/// newer senders cannot say otherwise.
pub fn is_flat(group: &Group) -> bool {
    let counts = |role| group.dimension.part(role).is_some() || group.dimension.constant(role).is_some();
    let counted = counts(Role::NumGroups) || counts(Role::NumVarDataFields);
    group.body.groups.is_empty() && group.body.data.is_empty() && !counted
}

/// Different prefixes, numbered from 0.
#[derive(Default, Debug)]
pub struct Prefixes<'b> {
    all: Vec<&'b Prefix>,
    /// Their numbers by their composites. A composite has a prefix for each use that gives its members other roles.
    numbers: HashMap<EncodingId, Vec<usize>>,
}

impl<'b> Prefixes<'b> {
    /// All prefixes used in a schema, the message header first.
    pub fn of(blocks: &'b MessageSchema) -> Prefixes<'b> {
        let defaults = [&blocks.header, &blocks.default_dimension, &blocks.default_data];
        let mut all: Vec<&Prefix> = defaults.into_iter().flatten().collect();
        blocks.messages.iter().for_each(|message| body_prefixes(&message.body, &mut all));
        let mut prefixes = Prefixes::default();
        all.into_iter().for_each(|prefix| prefixes.add(prefix));
        prefixes
    }

    fn add(&mut self, prefix: &'b Prefix) {
        if self.number(prefix).is_none() {
            self.numbers.entry(prefix.composite).or_default().push(self.all.len());
            self.all.push(prefix);
        }
    }

    /// The number of a prefix.
    pub fn number(&self, prefix: &Prefix) -> Option<usize> {
        let of_composite = self.numbers.get(&prefix.composite)?;
        of_composite.iter().copied().find(|number| self.all.get(*number) == Some(&prefix))
    }
}

impl<'b> Deref for Prefixes<'b> {
    type Target = [&'b Prefix];

    fn deref(&self) -> &[&'b Prefix] {
        &self.all
    }
}

fn body_prefixes<'b>(body: &'b Body, all: &mut Vec<&'b Prefix>) {
    for group in &body.groups {
        all.push(&group.dimension);
        body_prefixes(&group.body, all);
    }
    all.extend(body.data.iter().map(|data| &data.length));
}

/// The header bytes written for the schema's own version, if every byte of the header has a defined meaning.
pub fn header_octets(blocks: &MessageSchema, message: &Message) -> Option<Vec<u8>> {
    let header = blocks.header.as_ref()?;
    let mut octets = vec![None; usize::try_from(header.size).ok()?];
    for (role, part) in &header.parts {
        let number = match role {
            Role::BlockLength => message.body.block_length,
            Role::TemplateId => message.id,
            Role::SchemaId => blocks.id,
            Role::Version => blocks.version,
            Role::NumGroups => message.body.groups.len() as u64,
            Role::NumVarDataFields => message.body.data.len() as u64,
            Role::NumInGroup | Role::Length => return None,
        };
        let size = part.primitive.size() as usize;
        for index in 0..size {
            let shift = 8 * if blocks.big_endian { size - 1 - index } else { index };
            *octets.get_mut(part.offset as usize + index)? = Some((number >> shift) as u8);
        }
    }
    octets.into_iter().collect()
}

/// Composites used in blocks; others are only prefixes of messages, groups and data.
pub fn composites(blocks: &MessageSchema) -> HashSet<EncodingId> {
    let mut found = HashSet::new();
    blocks.messages.iter().for_each(|message| body_composites(blocks, &message.body, &mut found));
    found
}

fn body_composites(blocks: &MessageSchema, body: &Body, found: &mut HashSet<EncodingId>) {
    body.fields.iter().for_each(|field| value_composites(blocks, field.encoding, found));
    body.groups.iter().for_each(|group| body_composites(blocks, &group.body, found));
}

fn value_composites(blocks: &MessageSchema, id: EncodingId, found: &mut HashSet<EncodingId>) {
    if let EncodingKind::Composite(members) = &blocks.get(id).kind {
        if found.insert(id) {
            members.iter().for_each(|member| value_composites(blocks, member.encoding, found));
        }
    }
}

/// Whether an encoding has members or values, and therefore a declaration.
pub fn is_declared(kind: &EncodingKind) -> bool {
    !matches!(kind, EncodingKind::Simple(_))
}

/// The maximum count or length that a prefix can hold.
pub fn most(prefix: &Prefix) -> u64 {
    let counter = prefix.part(Role::Length).or(prefix.part(Role::NumInGroup));
    counter.map_or(0, |part| part.max.min(part.primitive.range().map_or(0, |(_, max)| max as u64)))
}

/// The choices of a set, each with its bit.
pub fn choices(blocks: &MessageSchema, id: EncodingId) -> impl Iterator<Item = (&str, u64)> {
    let choices = match &blocks.get(id).kind {
        EncodingKind::Set { choices, .. } => choices.as_slice(),
        _ => &[],
    };
    choices.iter().map(|choice| (choice.name.as_str(), 1 << choice.bit))
}

/// Whether values of an enumeration may be negative.
pub fn is_signed(blocks: &MessageSchema, id: EncodingId) -> bool {
    match &blocks.get(id).kind {
        EncodingKind::Enum { primitive, .. } => *primitive != Primitive::Char && !primitive.is_unsigned(),
        _ => false,
    }
}

/// The bytes of a number, as an unsigned integer.
pub fn bits(number: Number, primitive: Primitive) -> u64 {
    let raw = match (number, primitive) {
        (Number::Integer(number), Primitive::Float) => u64::from((number as f32).to_bits()),
        (Number::Integer(number), Primitive::Double) => (number as f64).to_bits(),
        (Number::Integer(number), _) => number as u64,
        (Number::Float(number), Primitive::Float) => u64::from((number as f32).to_bits()),
        (Number::Float(number), _) => number.to_bits(),
    };
    match primitive.size() {
        8 => raw,
        size => raw & ((1 << (8 * size)) - 1),
    }
}

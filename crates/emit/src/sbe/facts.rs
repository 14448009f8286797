//! What every language needs to know of a layout, beyond what the model says by itself.

use std::collections::HashSet;

use wireglot_model::sbe::{
    Body, EncodingId, EncodingKind, Group, Message, MessageSchema, Number, Prefix, Presence, Primitive, Role,
};

/// Something that grows with the version of the sender: from which version on it is how much, the
/// version rising, the first one 0.
pub type Steps = Vec<(u64, u64)>;

/// Octets that senders of each version give to a block at least. The last members of a composite
/// may have come later than it.
pub fn least(blocks: &MessageSchema, body: &Body) -> Steps {
    let mut ends = Vec::new();
    for field in &body.fields {
        if !is_constant(&field.presence) {
            value_ends(blocks, field.encoding, field.offset, field.notes.since, &mut ends);
        }
    }
    rising(ends, |most, end| most.max(end))
}

/// Octets that an encoding takes at least, whatever the version: later members of composites may be missing.
pub fn first_size(blocks: &MessageSchema, id: EncodingId) -> u64 {
    let mut ends = Vec::new();
    value_ends(blocks, id, 0, 0, &mut ends);
    ends.into_iter().filter(|(since, _)| *since == 0).map(|(_, end)| end).max().unwrap_or(0)
}

/// Where values end that are in a block from a version on.
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

/// How many groups senders of each version write.
pub fn groups(body: &Body) -> Steps {
    rising(body.groups.iter().map(|group| (group.notes.since, 1)).collect(), |sum, one| sum + one)
}

/// How many data senders of each version write.
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

/// Numbers that a block has before anything is set: of each its offset, what it is, and how many of it
/// stand there. Optional values are null, and so are those of later versions; all others are zero,
/// which is left out.
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

/// How deep groups stand in each other.
pub fn depth(body: &Body) -> usize {
    body.groups.iter().map(|group| 1 + depth(&group.body)).max().unwrap_or(0)
}

/// Whether the schema says the value.
pub fn is_constant(presence: &Presence) -> bool {
    matches!(presence, Presence::Constant(_))
}

/// The presence of a composite's member, which only a simple type says.
pub fn member_presence(blocks: &MessageSchema, id: EncodingId) -> &Presence {
    match &blocks.get(id).kind {
        EncodingKind::Simple(simple) => &simple.presence,
        _ => &Presence::Required,
    }
}

/// Whether entries of a group are all of one size, whoever the sender is: nothing stands behind
/// their blocks, and newer senders cannot say that something does.
pub fn is_flat(group: &Group) -> bool {
    let counts = |role| group.dimension.part(role).is_some() || group.dimension.constant(role).is_some();
    let counted = counts(Role::NumGroups) || counts(Role::NumVarDataFields);
    group.body.groups.is_empty() && group.body.data.is_empty() && !counted
}

/// All prefixes that a schema uses, each once: its header first.
pub fn prefixes(blocks: &MessageSchema) -> Vec<&Prefix> {
    let defaults = [&blocks.header, &blocks.default_dimension, &blocks.default_data];
    let mut found: Vec<&Prefix> = Vec::new();
    let mut all: Vec<&Prefix> = defaults.into_iter().flatten().collect();
    blocks.messages.iter().for_each(|message| body_prefixes(&message.body, &mut all));
    for prefix in all {
        if !found.contains(&prefix) {
            found.push(prefix);
        }
    }
    found
}

fn body_prefixes<'b>(body: &'b Body, all: &mut Vec<&'b Prefix>) {
    for group in &body.groups {
        all.push(&group.dimension);
        body_prefixes(&group.body, all);
    }
    all.extend(body.data.iter().map(|data| &data.length));
}

/// The octets of the header that a sender of the schema's own version writes, where the header has
/// no others than those that mean something.
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

/// Composites that stand in blocks; others only lead messages, groups and data.
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

/// Whether an encoding has members or values, and with that a declaration.
pub fn is_declared(kind: &EncodingKind) -> bool {
    !matches!(kind, EncodingKind::Simple(_))
}

/// The greatest number of entries or octets that a prefix can say.
pub fn most(prefix: &Prefix) -> u64 {
    let counter = prefix.part(Role::Length).or(prefix.part(Role::NumInGroup));
    counter.map_or(0, |part| part.max.min(part.primitive.range().map_or(0, |(_, max)| max as u64)))
}

/// The names of a set's choices, each with its bit.
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

/// The octets of a number, as an unsigned one.
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

//! What a message of one version holds.

use wireglot_model::blocks::{Blocks, Body, EncodingId, EncodingKind, Notes, Presence};

/// Whether senders of a version write it.
pub(super) fn there(notes: &Notes, version: u64) -> bool {
    notes.since <= version
}

/// Octets that senders of a version give to a value at least: the last members of a
/// composite may have come later.
pub(super) fn size(blocks: &Blocks, id: EncodingId, version: u64) -> u64 {
    let encoding = blocks.get(id);
    match &encoding.kind {
        EncodingKind::Composite(members) => {
            let known = members.iter().filter(|member| there(&member.notes, version));
            known.map(|member| member.offset + size(blocks, member.encoding, version)).max().unwrap_or(0)
        }
        _ => encoding.size,
    }
}

/// Octets that senders of a version give to a block at least.
pub(super) fn block(blocks: &Blocks, body: &Body, version: u64) -> u64 {
    let written = |presence: &Presence| !matches!(presence, Presence::Constant(_));
    let known = body.fields.iter().filter(|f| there(&f.notes, version) && written(&f.presence));
    known.map(|field| field.offset + size(blocks, field.encoding, version)).max().unwrap_or(0)
}

/// How many groups and how many data senders of a version write.
pub(super) fn counts(body: &Body, version: u64) -> (u64, u64) {
    let groups = body.groups.iter().filter(|group| there(&group.notes, version)).count();
    let data = body.data.iter().filter(|data| there(&data.notes, version)).count();
    (groups as u64, data as u64)
}

//! What senders of a version write.

use super::{Block, Layout, LayoutField, LayoutId, LayoutKind};

impl LayoutField {
    /// Whether senders of a version write this field.
    #[inline]
    pub fn is_sent(&self, version: u64) -> bool {
        self.since <= version && !self.is_constant()
    }
}

impl Layout {
    /// The last version that added any of these fields or a part of one.
    pub fn newest(&self, fields: &[LayoutField]) -> u64 {
        let of = |field: &LayoutField| match &self.get(field.ty).kind {
            LayoutKind::Record { fields, .. } => field.since.max(self.newest(fields)),
            _ => field.since,
        };
        fields.iter().map(of).max().unwrap_or(0)
    }

    /// Minimum length in octets of these fields as written by senders of a version. The last fields
    /// of a record may have been added later.
    pub fn least(&self, fields: &[LayoutField], version: u64) -> u64 {
        let sent = fields.iter().filter(|field| field.is_sent(version));
        sent.map(|field| field.offset / 8 + self.least_of(field.ty, version)).max().unwrap_or(0)
    }

    fn least_of(&self, id: LayoutId, version: u64) -> u64 {
        let ty = self.get(id);
        match &ty.kind {
            LayoutKind::Record { fields, .. } => self.least(fields, version),
            _ => ty.octets(),
        }
    }

    /// Minimum length in octets of a block as written by senders of a version.
    pub fn least_block(&self, block: &Block, version: u64) -> u64 {
        let (newest, length) = block.newest;
        match version >= newest {
            true => length,
            false => self.least(&block.fields, version),
        }
    }
}

impl Block {
    /// The numbers of groups and of data fields that senders of a version write.
    pub fn counts(&self, version: u64) -> (u64, u64) {
        let groups = self.groups.iter().filter(|group| group.since <= version).count();
        let data = self.data.iter().filter(|data| data.since <= version).count();
        (groups as u64, data as u64)
    }
}

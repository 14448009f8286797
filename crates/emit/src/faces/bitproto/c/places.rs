//! Parts of a message as expressions of C.

use wireglot_plan::{Layout, LayoutId, LayoutKind};

use super::super::names::Names;
use super::super::steps::{storage, Leaf, Segment};

/// What expressions are made from.
#[derive(Debug, Clone, Copy)]
pub struct Places<'l> {
    /// The layout.
    pub layout: &'l Layout,
    /// Its names.
    pub names: &'l Names,
}

/// The variable of a loop.
pub fn counter(depth: usize) -> String {
    match ["i", "j", "k", "n"].get(depth) {
        Some(name) => (*name).to_string(),
        None => format!("i{depth}"),
    }
}

impl Places<'_> {
    /// A part of the message that `m` points to.
    pub fn part(&self, place: &[Segment]) -> String {
        format!("m->{}", self.chain(place))
    }

    /// Fields and indexes, as they stand behind a struct.
    pub fn chain(&self, place: &[Segment]) -> String {
        let mut text = String::new();
        for segment in place {
            match segment {
                Segment::Field(record, position, _) => {
                    text.push_str(if text.is_empty() { "" } else { "." });
                    text.push_str(self.names.field(*record, *position));
                }
                Segment::Counted(depth) => text.push_str(&format!("[{}]", counter(*depth))),
                Segment::Numbered(number) => text.push_str(&format!("[{number}]")),
            }
        }
        text
    }

    /// The address of a part as octets, from the start of the whole struct on.
    pub fn address(&self, message: LayoutId, place: &[Segment]) -> String {
        let mut text = "(unsigned char *)m".to_string();
        let mut ty = message;
        let mut rest = place;
        while !rest.is_empty() {
            let counted = rest.iter().position(|s| matches!(s, Segment::Counted(_))).unwrap_or(rest.len());
            if counted > 0 {
                let whole = self.type_name(ty);
                text.push_str(&format!(" + offsetof({whole}, {})", self.chain(&rest[..counted])));
                ty = self.follow(ty, &rest[..counted]);
            }
            rest = &rest[counted..];
            if let Some((segment, behind)) = rest.split_first() {
                ty = self.follow(ty, &[*segment]);
                if let Segment::Counted(depth) = segment {
                    text.push_str(&format!(" + {} * sizeof({})", counter(*depth), self.type_name(ty)));
                }
                rest = behind;
            }
        }
        text
    }

    /// The type at the end of a way.
    fn follow(&self, from: LayoutId, way: &[Segment]) -> LayoutId {
        way.iter().fold(from, |ty, segment| match (segment, &self.layout.resolved(ty).kind) {
            (Segment::Field(_, _, field), _) => field.ty,
            (_, LayoutKind::Array { element, .. }) => *element,
            _ => ty,
        })
    }

    /// A type, for anything but an unnamed array.
    pub fn type_name(&self, id: LayoutId) -> String {
        let ty = self.layout.get(id);
        match &ty.kind {
            LayoutKind::Record { .. } => format!("struct {}", self.names.ty(id)),
            LayoutKind::Alias(_) | LayoutKind::Enumerated(_) => self.names.ty(id).to_string(),
            LayoutKind::Boolean => "bool".to_string(),
            LayoutKind::Byte => "unsigned char".to_string(),
            LayoutKind::Signed => format!("int{}_t", storage(ty.bits)),
            _ => format!("uint{}_t", storage(ty.bits)),
        }
    }

    /// A leaf's value as the lowest bits of a word that has no others.
    pub fn word_of(&self, leaf: &Leaf) -> String {
        let part = self.part(&leaf.place);
        let (width, full) = (leaf.width(), leaf.storage() == leaf.width());
        match () {
            () if leaf.is_boolean() => format!("(uint64_t){part}"),
            () if full && leaf.is_signed() && width < 64 => format!("(uint64_t)(uint{width}_t){part}"),
            () if full => format!("(uint64_t){part}"),
            () => format!("((uint64_t){part} & {})", mask(width)),
        }
    }

    /// The assignment of a leaf from a word, from that bit on; bits behind it may be set.
    pub fn take(&self, leaf: &Leaf, word: &str, bit: u64) -> String {
        let part = self.part(&leaf.place);
        let (width, full) = (leaf.width(), leaf.storage() == leaf.width());
        let down = if bit == 0 { word.to_string() } else { format!("{word} >> {bit}") };
        let ty = self.type_name(leaf.written);
        let value = match () {
            () if leaf.is_boolean() => format!("({down} & 1) != 0"),
            () if full => format!("({ty})({down})"),
            () if leaf.is_signed() && 64 - width == bit => format!("({ty})((int64_t){word} >> {bit})"),
            () if leaf.is_signed() => {
                let up = 64 - width - bit;
                let high = if up == 0 { word.to_string() } else { format!("({word} << {up})") };
                format!("({ty})((int64_t){high} >> {})", 64 - width)
            }
            () if bit + width == 64 => format!("({ty})({down})"),
            () => format!("({ty})({down} & {})", mask(width)),
        };
        format!("{part} = {value};")
    }

    /// The assignment of a leaf from a word that holds it alone.
    pub fn take_alone(&self, leaf: &Leaf, word: &str) -> String {
        let part = self.part(&leaf.place);
        let ty = self.type_name(leaf.written);
        match () {
            () if leaf.is_boolean() => format!("{part} = {word} != 0;"),
            () if leaf.is_signed() && leaf.width() < leaf.storage() => {
                let sign = format!("0x{:x}u", 1u64 << (leaf.width() - 1));
                format!("{part} = ({ty})(({word} ^ {sign}) - {sign});")
            }
            () => format!("{part} = ({ty}){word};"),
        }
    }
}

/// A word of so many ones.
pub fn mask(width: u64) -> String {
    format!("0x{:x}u", u64::MAX >> (64 - width.clamp(1, 64)))
}

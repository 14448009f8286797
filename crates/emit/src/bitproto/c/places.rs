//! Parts of a message as C expressions. Writing to a string can't fail, so the results of `write!` are
//! ignored.

use std::borrow::Cow;
use std::fmt::Write;

use wireglot_plan::{Layout, LayoutId, LayoutKind};

use super::super::names::Names;
use super::super::steps::{storage, Leaf, Segment};

/// The context of expressions.
#[derive(Debug, Clone, Copy)]
pub struct Places<'l> {
    /// The layout.
    pub layout: &'l Layout,
    /// Its names.
    pub names: &'l Names,
    /// Whether structs are packed if a schema option says so.
    pub packing: bool,
}

/// The variable of a loop at the given depth.
pub fn counter(depth: usize) -> String {
    match ["i", "j", "k", "n"].get(depth) {
        Some(name) => (*name).to_string(),
        None => format!("i{depth}"),
    }
}

impl Places<'_> {
    /// Whether a part may be unaligned, so that no pointer to it may be used.
    pub fn is_packed(&self, place: &[Segment]) -> bool {
        place.iter().any(|segment| match segment {
            Segment::Field(record, ..) => self.is_packed_record(*record),
            _ => false,
        })
    }

    /// Whether the members of a record may be unaligned.
    pub fn is_packed_record(&self, record: LayoutId) -> bool {
        self.packing_of(record) > 0
    }

    /// The packing alignment of a record's members; 0 if they are not packed.
    pub fn packing_of(&self, record: LayoutId) -> u64 {
        let module = self.layout.get(record).module;
        match self.packing {
            true => self.layout.modules[module].number("c.struct_packing_alignment") as u64,
            false => 0,
        }
    }

    /// The expression for a part of the message that `m` points to.
    pub fn part(&self, place: &[Segment]) -> String {
        let mut text = String::with_capacity(64);
        self.add_part(place, &mut text);
        text
    }

    /// Appends that expression to a text.
    pub fn add_part(&self, place: &[Segment], text: &mut String) {
        text.push_str("m->");
        self.add_chain(place, text);
    }

    /// Field names and indexes, as written after a struct.
    pub fn chain(&self, place: &[Segment]) -> String {
        let mut text = String::with_capacity(64);
        self.add_chain(place, &mut text);
        text
    }

    fn add_chain(&self, place: &[Segment], text: &mut String) {
        for (index, segment) in place.iter().enumerate() {
            match segment {
                Segment::Field(record, position, _) => {
                    text.push_str(if index == 0 { "" } else { "." });
                    text.push_str(self.names.field(*record, *position));
                }
                Segment::Counted(depth) => {
                    let _ = write!(text, "[{}]", counter(*depth));
                }
                Segment::Numbered(number) => {
                    let _ = write!(text, "[{number}]");
                }
            }
        }
    }

    /// The address of a part as a byte pointer, relative to the whole struct.
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

    /// The type at the end of a path.
    fn follow(&self, from: LayoutId, way: &[Segment]) -> LayoutId {
        way.iter().fold(from, |ty, segment| match (segment, &self.layout.resolved(ty).kind) {
            (Segment::Field(_, _, field), _) => field.ty,
            (_, LayoutKind::Array { element, .. }) => *element,
            _ => ty,
        })
    }

    /// The name of any type except an unnamed array.
    pub fn type_name(&self, id: LayoutId) -> String {
        let ty = self.layout.get(id);
        match &ty.kind {
            LayoutKind::Record { .. } => format!("struct {}", self.names.ty(id)),
            LayoutKind::Alias(_) | LayoutKind::Enumerated(_) => self.names.ty(id).to_string(),
            LayoutKind::Boolean => "bool".to_string(),
            LayoutKind::Byte => "unsigned char".to_string(),
            LayoutKind::Float => if ty.bits == 32 { "float" } else { "double" }.to_string(),
            LayoutKind::Signed => format!("int{}_t", storage(ty.bits)),
            _ => format!("uint{}_t", storage(ty.bits)),
        }
    }

    /// The type name for a cast, borrowed if the type has a name.
    fn cast(&self, leaf: &Leaf) -> Cow<'_, str> {
        match &leaf.ty.kind {
            LayoutKind::Enumerated(_) => Cow::Borrowed(self.names.ty(leaf.written)),
            _ => Cow::Owned(self.type_name(leaf.written)),
        }
    }

    /// Appends a leaf's value as the lowest bits of a word whose other bits are zero.
    pub fn word_of(&self, leaf: &Leaf, bare: bool, bits: u64, out: &mut String) {
        let (width, full) = (leaf.width(), leaf.storage() == leaf.width());
        let masked = !full && !leaf.is_boolean();
        if masked && !bare {
            out.push('(');
        }
        let _ = write!(out, "(uint{bits}_t)");
        if leaf.is_float() {
            self.add_bits(leaf, out);
            return;
        }
        if full && leaf.is_signed() && width < bits {
            let _ = write!(out, "(uint{width}_t)");
        }
        self.add_part(&leaf.place, out);
        if masked {
            out.push_str(" & ");
            add_mask(width, out);
        }
        if masked && !bare {
            out.push(')');
        }
    }

    /// Appends the bits of a float.
    pub fn add_bits(&self, leaf: &Leaf, out: &mut String) {
        let _ = write!(out, "BpBits{}(", leaf.width());
        self.add_part(&leaf.place, out);
        out.push(')');
    }

    /// Appends an assignment to a leaf from bit `bit` of a word of `bits` bits; higher bits may be set.
    pub fn take(&self, leaf: &Leaf, word: &str, bit: u64, bits: u64, out: &mut String) {
        let (width, full) = (leaf.width(), leaf.storage() == leaf.width());
        self.add_part(&leaf.place, out);
        let down = |out: &mut String| match bit {
            0 => out.push_str(word),
            _ => {
                let _ = write!(out, "{word} >> {bit}");
            }
        };
        if leaf.is_float() {
            let _ = write!(out, " = BpFloat{width}((uint{width}_t)(");
            down(out);
            out.push_str("));");
            return;
        }
        if leaf.is_boolean() {
            out.push_str(" = (");
            down(out);
            out.push_str(" & 1) != 0;");
            return;
        }
        let _ = write!(out, " = ({})(", self.cast(leaf));
        match () {
            () if full || (!leaf.is_signed() && bit + width == bits) => down(out),
            () if leaf.is_signed() => {
                let (up, by) = (bits - width - bit, bits - width);
                let _ = match up {
                    0 => write!(out, "(int{bits}_t){word} >> {by}"),
                    _ => write!(out, "(int{bits}_t)({word} << {up}) >> {by}"),
                };
            }
            () => {
                down(out);
                out.push_str(" & ");
                add_mask(width, out);
            }
        }
        out.push_str(");");
    }

    /// Appends an assignment to a leaf from a word that holds only the leaf.
    pub fn take_alone(&self, leaf: &Leaf, word: &str, out: &mut String) {
        self.add_part(&leaf.place, out);
        let _ = match () {
            () if leaf.is_boolean() => write!(out, " = {word} != 0;"),
            () if leaf.is_float() => write!(out, " = BpFloat{}({word});", leaf.width()),
            () if leaf.is_signed() && leaf.width() < leaf.storage() => {
                let sign = 1u64 << (leaf.width() - 1);
                write!(out, " = ({})(({word} ^ {sign:#x}u) - {sign:#x}u);", self.cast(leaf))
            }
            () => write!(out, " = ({}){word};", self.cast(leaf)),
        };
    }
}

/// Appends a mask of `width` ones.
fn add_mask(width: u64, out: &mut String) {
    let _ = write!(out, "{:#x}u", u64::MAX >> (64 - width.clamp(1, 64)));
}

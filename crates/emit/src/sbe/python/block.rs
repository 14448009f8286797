//! A block as a `struct` format: the position of each value, and how it is read and written.

use wireglot_model::sbe::{Constant, EncodingId, EncodingKind, Notes, Number, Presence, Primitive, Simple};

use super::super::facts::{is_constant, member_presence};
use super::File;
use crate::lang::python::text::{characters, letter, literal};

/// The values of a format, with their positions and types.
#[derive(Default)]
pub struct Layout {
    /// Offset, format, size in bytes and number of values, in schema order.
    leaves: Vec<(u64, String, u64, usize)>,
    /// The index of the first unpacked value of each leaf.
    slots: Vec<usize>,
}

impl Layout {
    /// The format of a block of `size` bytes. Also sets the index of each leaf's values.
    pub fn format(&mut self, big_endian: bool, size: u64) -> String {
        let mut order: Vec<usize> = (0..self.leaves.len()).collect();
        order.sort_by_key(|leaf| self.leaves[*leaf].0);
        self.slots = vec![0; self.leaves.len()];
        let (mut at, mut slot) = (0, 0);
        let mut format = String::from(if big_endian { ">" } else { "<" });
        for leaf in order {
            let (offset, form, octets, values) = &self.leaves[leaf];
            if *offset > at {
                format.push_str(&format!("{}x", offset - at));
            }
            format.push_str(form);
            at = offset + octets;
            self.slots[leaf] = slot;
            slot += values;
        }
        if size > at {
            format.push_str(&format!("{}x", size - at));
        }
        format
    }

    fn slot(&self, leaf: usize) -> usize {
        self.slots.get(leaf).copied().unwrap_or(0)
    }

    /// The values to pack, in block order.
    pub fn packed(&self, mut values: Vec<String>) -> Vec<String> {
        let mut order: Vec<usize> = (0..self.leaves.len().min(values.len())).collect();
        order.sort_by_key(|leaf| self.leaves[*leaf].0);
        order.into_iter().map(|leaf| std::mem::take(&mut values[leaf])).collect()
    }
}

/// The type and the default value of a member.
pub struct Member {
    pub ty: String,
    pub default: String,
}

impl File<'_> {
    /// Adds a value of a block to a layout.
    pub(super) fn leaves(&self, id: EncodingId, presence: &Presence, offset: u64, layout: &mut Layout) {
        if is_constant(presence) {
            return;
        }
        let encoding = self.blocks.get(id);
        let (format, values) = match &encoding.kind {
            EncodingKind::Composite(members) => {
                for member in members {
                    let own = member_presence(self.blocks, member.encoding);
                    self.leaves(member.encoding, own, offset + member.offset, layout);
                }
                return;
            }
            EncodingKind::Simple(simple) => match (simple.primitive, simple.length) {
                (Primitive::Char, 1) => ("c".to_string(), 1),
                (Primitive::Char, length) => (format!("{length}s"), 1),
                (primitive, 1) => (letter(primitive).to_string(), 1),
                (primitive, length) => (format!("{length}{}", letter(primitive)), length as usize),
            },
            EncodingKind::Enum { primitive, .. } | EncodingKind::Set { primitive, .. } => {
                (stored(*primitive).to_string(), 1)
            }
        };
        layout.leaves.push((offset, format, encoding.size, values));
    }

    /// The expression for a value in `v`, the unpacked values. `leaf` counts leaves.
    pub(super) fn read(
        &self,
        id: EncodingId,
        presence: &Presence,
        notes: &Notes,
        layout: &Layout,
        leaf: &mut usize,
    ) -> String {
        let null = *presence == Presence::Optional;
        let read = match &self.blocks.get(id).kind {
            EncodingKind::Composite(members) => {
                let parts: Vec<String> = members
                    .iter()
                    .filter_map(|member| {
                        let own = member_presence(self.blocks, member.encoding);
                        let read = || self.read(member.encoding, own, &member.notes, layout, leaf);
                        (!is_constant(own)).then(read)
                    })
                    .collect();
                format!("_T_{}({})", self.names.ty(id), parts.join(", "))
            }
            other => {
                let slot = layout.slot(*leaf);
                *leaf += 1;
                let v = format!("v[{slot}]");
                match other {
                    EncodingKind::Simple(simple) => read_simple(simple, null, &v, slot),
                    EncodingKind::Enum { primitive, null: number, .. } => {
                        let found = format!("_E_{}({v}, {v})", self.names.ty(id));
                        unless_null(null, &v, *number, *primitive, &found)
                    }
                    _ => format!("_T_{}({v})", self.names.ty(id)),
                }
            }
        };
        match notes.since {
            0 => read,
            since => format!("(({read}) if version >= {since} else None)"),
        }
    }

    /// The expressions to pack for a value, one per leaf.
    pub(super) fn write(
        &self,
        id: EncodingId,
        presence: &Presence,
        notes: &Notes,
        value: &str,
        out: &mut Vec<String>,
    ) {
        let nullable = *presence == Presence::Optional || notes.since > 0;
        let or_null = |null: String, value: &str, written: String| match nullable {
            true => format!("({null} if {value} is None else {written})"),
            false => written,
        };
        let written = match &self.blocks.get(id).kind {
            EncodingKind::Composite(members) => {
                let value = match notes.since {
                    0 => value.to_string(),
                    _ => format!("(_N_{} if {value} is None else {value})", self.names.ty(id)),
                };
                for member in members {
                    let own = member_presence(self.blocks, member.encoding);
                    if !is_constant(own) {
                        let given = self.member_name(id, &member.name);
                        self.write(member.encoding, own, &member.notes, &format!("{value}.{given}"), out);
                    }
                }
                return;
            }
            EncodingKind::Simple(simple) => {
                let number = literal(simple.null, simple.primitive);
                match (simple.primitive, simple.length) {
                    (Primitive::Char, 1) => {
                        or_null(format!("bytes(({number},))"), value, format!("_char({value})"))
                    }
                    (Primitive::Char, length) if nullable => format!("_fit({value} or \"\", {length})"),
                    (Primitive::Char, length) => format!("_fit({value}, {length})"),
                    (_, 1) => or_null(number, value, value.to_string()),
                    (_, length) if notes.since > 0 => {
                        format!("*([{number}] * {length} if {value} is None else _list({value}, {length}))")
                    }
                    (_, length) => format!("*_list({value}, {length})"),
                }
            }
            EncodingKind::Enum { primitive, null, .. } => {
                or_null(literal(*null, *primitive), value, value.to_string())
            }
            EncodingKind::Set { .. } => match notes.since {
                0 => value.to_string(),
                _ => or_null("0".into(), value, value.to_string()),
            },
        };
        out.push(written);
    }

    /// The type and the default value of a member.
    pub(super) fn member(&self, id: EncodingId, presence: &Presence, notes: &Notes) -> Member {
        if let Presence::Constant(constant) = presence {
            return self.constant(id, constant);
        }
        let (ty, default, may_be_null) = match &self.blocks.get(id).kind {
            EncodingKind::Simple(simple) => match (simple.primitive, simple.length) {
                (Primitive::Char, 1) => ("str".to_string(), "\"\\0\"".to_string(), true),
                (Primitive::Char, _) => ("str".into(), "\"\"".into(), true),
                (primitive, 1) if primitive.is_float() => ("float".into(), "0.0".into(), true),
                (_, 1) => ("int".into(), "0".into(), true),
                (primitive, length) => {
                    let (ty, zero) = if primitive.is_float() { ("float", "0.0") } else { ("int", "0") };
                    (
                        format!("List[{ty}]"),
                        format!("field(default_factory=lambda: [{zero}] * {length})"),
                        false,
                    )
                }
            },
            EncodingKind::Enum { .. } => (format!("Union[_T_{}, int]", self.names.ty(id)), "0".into(), true),
            EncodingKind::Set { .. } => {
                let ty = self.names.ty(id);
                (format!("_T_{ty}"), format!("field(default_factory=lambda: _T_{ty}(0))"), false)
            }
            EncodingKind::Composite(_) => {
                let ty = self.names.ty(id);
                (format!("_T_{ty}"), format!("field(default_factory=lambda: _T_{ty}())"), false)
            }
        };
        let optional = notes.since > 0 || may_be_null && *presence == Presence::Optional;
        match optional {
            true => Member { ty: format!("Optional[{ty}]"), default: "None".into() },
            false => Member { ty, default },
        }
    }

    /// The value of a member when the whole composite is absent.
    pub(super) fn absent(&self, id: EncodingId, presence: &Presence, notes: &Notes) -> String {
        if *presence == Presence::Optional && self.member(id, presence, notes).default == "None"
            || notes.since > 0
        {
            return "None".into();
        }
        match &self.blocks.get(id).kind {
            EncodingKind::Simple(simple) => match (simple.primitive, simple.length, simple.null) {
                (Primitive::Char, 1, Number::Integer(number)) => format!("chr({number})"),
                (Primitive::Char, _, _) => "\"\"".into(),
                (primitive, 1, number) => literal(number, primitive),
                (primitive, length, number) => format!("[{}] * {length}", literal(number, primitive)),
            },
            EncodingKind::Enum { primitive, null, .. } => literal(*null, *primitive),
            EncodingKind::Set { .. } => format!("_T_{}(0)", self.names.ty(id)),
            EncodingKind::Composite(_) => format!("_N_{}", self.names.ty(id)),
        }
    }

    fn constant(&self, id: EncodingId, constant: &Constant) -> Member {
        let primitive = match &self.blocks.get(id).kind {
            EncodingKind::Simple(simple) => simple.primitive,
            _ => Primitive::Uint8,
        };
        let (ty, default) = match constant {
            Constant::Number(Number::Integer(octet)) if primitive == Primitive::Char => {
                ("str".to_string(), characters(&[*octet as u8]))
            }
            Constant::Number(number) => {
                let ty = if primitive.is_float() { "float" } else { "int" };
                (ty.into(), literal(*number, primitive))
            }
            Constant::Text(octets) => ("str".into(), characters(octets)),
            Constant::Enumerated(id, position) => {
                let ty = self.names.ty(*id);
                let value = match &self.blocks.get(*id).kind {
                    EncodingKind::Enum { values, .. } => values.get(*position).map_or(0, |value| value.value),
                    _ => 0,
                };
                (format!("_T_{ty}"), format!("_T_{ty}({value})"))
            }
        };
        Member { ty, default }
    }
}

/// The format letter of an enumeration or set.
pub fn stored(primitive: Primitive) -> char {
    match primitive {
        Primitive::Char => 'B',
        _ => letter(primitive),
    }
}

fn unless_null(null: bool, v: &str, number: Number, primitive: Primitive, found: &str) -> String {
    match number {
        _ if !null => found.into(),
        Number::Float(number) if number.is_nan() => format!("(None if {v} != {v} else {found})"),
        number => format!("(None if {v} == {} else {found})", literal(number, primitive)),
    }
}

fn read_simple(simple: &Simple, null: bool, v: &str, slot: usize) -> String {
    match (simple.primitive, simple.length) {
        (Primitive::Char, 1) => {
            let found = format!("{v}.decode(\"latin-1\")");
            match simple.null {
                Number::Integer(number) if null => format!("(None if {v}[0] == {number} else {found})"),
                _ => found,
            }
        }
        (Primitive::Char, _) if null => format!("_text_or_null({v})"),
        (Primitive::Char, _) => format!("_text({v})"),
        (primitive, 1) => unless_null(null, v, simple.null, primitive, v),
        (_, length) => format!("list(v[{slot}:{}])", slot + length as usize),
    }
}

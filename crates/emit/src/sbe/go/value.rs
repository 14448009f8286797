//! Accessors that read one value of a block.

use wireglot_model::sbe::{
    Constant, EncodingId, EncodingKind, EnumValue, Notes, Number, Presence, Primitive, Simple,
};

use super::super::facts::member_presence;
use super::File;
use crate::lang::go::text::{comment, function, literal, number_type, quoted_octets as quoted};

/// Where the values of a view are.
pub struct Place {
    /// The receiver of its methods.
    pub receiver: String,
    /// The bytes that senders of every version write, as a pointer to an array.
    pub always: &'static str,
    /// All bytes of the block, as a slice.
    pub all: &'static str,
    /// The sender's version.
    pub version: &'static str,
    /// Whether everything is read from the slice.
    pub is_late: bool,
}

impl Place {
    pub fn composite(name: &str) -> Place {
        let receiver = format!("(v {name})");
        Place { receiver, always: "v.p", all: "", version: "", is_late: false }
    }

    pub fn late_composite(name: &str) -> Place {
        let receiver = format!("(v {name})");
        Place { receiver, always: "", all: "v.b", version: "v.version", is_late: true }
    }
}

/// How a method reads a value.
struct Reading {
    /// Its type.
    ty: String,
    /// The statements that set `value` from the bytes with the given name.
    set: Vec<String>,
    /// The condition for not being null.
    there: String,
}

impl File<'_> {
    /// Whether parts of a value were added after it.
    pub(super) fn is_late(&self, id: EncodingId) -> bool {
        match &self.blocks.get(id).kind {
            EncodingKind::Composite(members) => {
                members.iter().any(|member| member.notes.since > 0 || self.is_late(member.encoding))
            }
            _ => false,
        }
    }

    /// Whether an accessor also returns whether the value is present.
    pub(super) fn is_optional(&self, id: EncodingId, presence: &Presence, notes: &Notes) -> bool {
        let null = *presence == Presence::Optional
            && match &self.blocks.get(id).kind {
                EncodingKind::Simple(simple) => simple.primitive == Primitive::Char || simple.length == 1,
                EncodingKind::Enum { .. } => true,
                _ => false,
            };
        !matches!(presence, Presence::Constant(_)) && (null || notes.since > 0)
    }

    /// The accessor of a value.
    pub(super) fn accessor(
        &mut self,
        place: &Place,
        given: &str,
        id: EncodingId,
        presence: &Presence,
        notes: &Notes,
        offset: u64,
    ) {
        if let Presence::Constant(constant) = presence {
            let (ty, value) = self.constant(id, constant);
            comment(&mut self.w, &format!("{given} is a constant."), &notes.doc);
            let receiver = place.receiver.replace("(v ", "(");
            return function(&mut self.w, &format!("{receiver} {given}() {ty}"), &format!("return {value}"));
        }
        let optional = self.is_optional(id, presence, notes);
        let null = *presence == Presence::Optional;
        let what = match (null && optional, notes.since) {
            (false, 0) => format!("{given} is the value of the field."),
            (true, 0) => format!("{given} is the value of the field, unless it is null."),
            (_, since) => {
                format!("{given} is the value of the field, if it is present: added in version {since}.")
            }
        };
        comment(&mut self.w, &what, &notes.doc);
        let late = place.is_late || notes.since > 0;
        let octets = if late || self.is_late(id) { place.all } else { place.always };
        let reading = self.reading(id, null, if late { "b" } else { octets }, place, offset);
        let Reading { ty, set, there } = reading;
        let receiver = &place.receiver;
        if let (false, false, [only]) = (late, optional, set.as_slice()) {
            let value = only.trim_start_matches("value = ");
            return function(&mut self.w, &format!("{receiver} {given}() {ty}"), &format!("return {value}"));
        }
        let results = if optional { format!("value {ty}, ok bool") } else { format!("value {ty}") };
        self.w.open(format!("func {receiver} {given}() ({results}) {{"));
        if late {
            let end = offset + self.least_size(id);
            self.w.line(format!("b := {octets}"));
            let version = match notes.since {
                0 => String::new(),
                since => format!("{} < {since} || ", place.version),
            };
            self.w.open(format!("if {version}len(b) < {end} {{"));
            self.w.line(if optional { "return value, false" } else { "return value" });
            self.w.close("}");
        }
        set.iter().for_each(|line| self.w.line(line));
        let there = if null && optional && !there.is_empty() { there } else { "true".into() };
        self.w.line(if optional { format!("return value, {there}") } else { "return value".into() });
        self.w.close("}\n");
    }

    /// Bytes of a value in the version that added it.
    fn least_size(&self, id: EncodingId) -> u64 {
        let encoding = self.blocks.get(id);
        match &encoding.kind {
            EncodingKind::Composite(members) => members
                .iter()
                .filter(|member| member.notes.since == 0)
                .filter(|member| {
                    !matches!(member_presence(self.blocks, member.encoding), Presence::Constant(_))
                })
                .map(|member| member.offset + self.least_size(member.encoding))
                .max()
                .unwrap_or(0),
            _ => encoding.size,
        }
    }

    fn reading(&self, id: EncodingId, null: bool, octets: &str, place: &Place, offset: u64) -> Reading {
        let encoding = self.blocks.get(id);
        let end = offset + encoding.size;
        match &encoding.kind {
            EncodingKind::Simple(simple) => self.simple(simple, octets, offset),
            EncodingKind::Enum { primitive, null: number, .. } => {
                let (ty, load) = (self.names.ty(id), self.order.load_at(*primitive, octets, offset));
                let there =
                    if null { format!("value != {}", literal(*number, *primitive)) } else { String::new() };
                Reading { ty: ty.into(), set: vec![format!("value = {ty}({load})")], there }
            }
            EncodingKind::Set { primitive, .. } => {
                let (ty, load) = (self.names.ty(id), self.order.load_at(*primitive, octets, offset));
                Reading { ty: ty.into(), set: vec![format!("value = {ty}({load})")], there: String::new() }
            }
            EncodingKind::Composite(_) => {
                let ty = self.names.ty(id);
                let made = match self.is_late(id) {
                    true => format!("{ty}{{sbeWithin({octets}, {offset}, {end}), {}}}", place.version),
                    false => format!("{ty}{{(*[{}]byte)({octets}[{offset}:{end}])}}", encoding.size),
                };
                Reading { ty: ty.into(), set: vec![format!("value = {made}")], there: String::new() }
            }
        }
    }

    fn simple(&self, simple: &Simple, octets: &str, offset: u64) -> Reading {
        let primitive = simple.primitive;
        let ty = number_type(primitive);
        let end = offset + primitive.size() * simple.length;
        match (primitive, simple.length) {
            (_, 1) => {
                let there = match simple.null {
                    Number::Float(number) if number.is_nan() => match primitive {
                        Primitive::Float => "!math.IsNaN(float64(value))".to_string(),
                        _ => "!math.IsNaN(value)".to_string(),
                    },
                    number => format!("value != {}", literal(number, primitive)),
                };
                let load = self.order.load_at(primitive, octets, offset);
                Reading { ty: ty.into(), set: vec![format!("value = {load}")], there }
            }
            (Primitive::Char, _) => Reading {
                ty: "[]byte".into(),
                set: vec![format!("value = sbeCut({octets}[{offset}:{end}:{end}])")],
                there: "len(value) > 0".into(),
            },
            (Primitive::Uint8, _) => Reading {
                ty: "[]byte".into(),
                set: vec![format!("value = {octets}[{offset}:{end}:{end}]")],
                there: String::new(),
            },
            (_, length) => {
                let size = primitive.size();
                let (from, to) = match size {
                    1 => (format!("{offset}+i"), String::new()),
                    _ => (format!("{offset}+{size}*i "), format!(" {}+{size}*i", offset + size)),
                };
                let load = self.order.load(primitive, octets, &from, &to);
                let set = vec!["for i := range value {".into(), format!("    value[i] = {load}"), "}".into()];
                Reading { ty: format!("[{length}]{ty}"), set, there: String::new() }
            }
        }
    }

    /// The type and the value of a constant.
    fn constant(&self, id: EncodingId, constant: &Constant) -> (String, String) {
        let primitive = match &self.blocks.get(id).kind {
            EncodingKind::Simple(simple) => simple.primitive,
            EncodingKind::Enum { primitive, .. } | EncodingKind::Set { primitive, .. } => *primitive,
            EncodingKind::Composite(_) => Primitive::Uint8,
        };
        match constant {
            Constant::Number(number) => (number_type(primitive).into(), literal(*number, primitive)),
            Constant::Text(octets) => ("string".into(), quoted(octets)),
            Constant::Enumerated(id, position) => {
                let value =
                    enum_values(&self.blocks.get(*id).kind).get(*position).map_or(0, |value| value.value);
                (self.names.ty(*id).into(), value.to_string())
            }
        }
    }
}

/// The values of an enumeration.
fn enum_values(kind: &EncodingKind) -> &[EnumValue] {
    match kind {
        EncodingKind::Enum { values, .. } => values,
        _ => &[],
    }
}

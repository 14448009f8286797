//! What views of messages, entries and composites have in common: accessors, the member list, and visiting
//! members.

use wireglot_model::sbe::{EncodingId, EncodingKind, Notes, Number, Presence, Primitive, Simple};

use super::value::enum_primitive;
use super::File;
use crate::lang::c::lines::{packed, returning, statement};
use crate::lang::c::text::quoted;
use crate::lang::cpp::text::{comment, literal};

/// An entry of the member list.
pub struct Member<'m> {
    /// Its name in the schema.
    pub name: &'m str,
    /// Its name in C++.
    pub given: String,
    /// Its id.
    pub id: u64,
    /// Its kind.
    pub kind: MemberKind,
    /// Its offset in the block, if it is a field.
    pub offset: u64,
    /// Its size in bytes, if it is a field.
    pub size: u64,
    /// The version that added it.
    pub since: u64,
    /// The version that deprecated it.
    pub deprecated: u64,
    /// Its element type and count, if it is a field without members.
    pub ty: Option<(String, u64)>,
}

/// The kind of a member.
#[derive(Clone, Copy)]
#[allow(missing_docs)]
pub enum MemberKind {
    Field,
    Constant,
    Group,
    Data,
}

impl MemberKind {
    fn word(self) -> &'static str {
        match self {
            MemberKind::Field => "field",
            MemberKind::Constant => "constant",
            MemberKind::Group => "group",
            MemberKind::Data => "data",
        }
    }
}

impl File<'_> {
    /// The accessor of a value in a block.
    pub(super) fn accessor(
        &mut self,
        given: &str,
        encoding: EncodingId,
        presence: &Presence,
        notes: &Notes,
        offset: u64,
    ) {
        comment(&mut self.w, &notes.doc);
        let reading = self.values().reading(encoding, presence, notes, offset);
        let head = match (reading.constant, reading.later) {
            (true, _) => format!("static constexpr {} {given}() noexcept", reading.given()),
            (false, false) => format!("{} {given}() const noexcept", reading.given()),
            (false, true) => {
                let ty = &reading.ty;
                format!("template <class T_ = {ty}> std::optional<T_> {given}() const noexcept")
            }
        };
        returning(&mut self.w, &head, &reading.expression);
    }

    /// The member list as constants. It is a template, so compilers process it only if it is used.
    pub(super) fn members(&mut self, members: &[Member]) {
        if members.is_empty() {
            return;
        }
        self.w.open("template <class M_ = wg::Member> static constexpr M_ members[] = {");
        for member in members {
            let (name, id, offset) = (quoted(member.name.as_bytes()), member.id, member.offset);
            let versions = match (member.since, member.deprecated) {
                (0, 0) => String::new(),
                (since, 0) => format!(", {since}"),
                (since, deprecated) => format!(", {since}, {deprecated}"),
            };
            let what = match &member.ty {
                Some((ty, 1)) if versions.is_empty() => format!("{ty}, {offset}"),
                Some((ty, count)) => format!("{ty}, {offset}, {count}{versions}"),
                None => format!("wg::Kind::{}, {offset}, {}{versions}", member.kind.word(), member.size),
            };
            statement(&mut self.w, &format!("{{{name}, {id}, {what}}},"));
        }
        self.w.close("};");
    }

    /// The element type of a field and the count; none for composites and constants.
    pub(super) fn made_of(&self, id: EncodingId, presence: &Presence) -> Option<(String, u64)> {
        if let Presence::Constant(_) = presence {
            return None;
        }
        let optional = if *presence == Presence::Optional { ".optional()" } else { "" };
        match &self.blocks.get(id).kind {
            EncodingKind::Simple(simple) => {
                let ty = type_name(simple.primitive);
                Some((format!("{ty}{optional}{}", limits(simple)), simple.length))
            }
            EncodingKind::Enum { primitive, null, .. } => {
                let other = if *null == primitive.null() {
                    String::new()
                } else {
                    format!(".null({})", typed(*null, enum_primitive(*primitive)))
                };
                Some((format!("{}.enumeration(){optional}{other}", type_name(*primitive)), 1))
            }
            EncodingKind::Set { primitive, .. } => Some((format!("{}.set()", type_name(*primitive)), 1)),
            EncodingKind::Composite(_) => None,
        }
    }

    /// The function that passes all members of a view to a visitor. The view is a template parameter, so
    /// compilers process the accessors only if it is used.
    pub(super) fn visit(&mut self, members: &[Member]) {
        if members.is_empty() {
            self.w.line("template <class S_, class V_> static void visit_(const S_ &, V_ &) {}");
            return;
        }
        self.w.open("template <class S_, class V_> static void visit_(const S_ &of_, V_ &to_) {");
        let shown: Vec<String> =
            members.iter().map(|member| format!("to_(of_.{}());", member.given)).collect();
        packed(&mut self.w, &shown);
        self.w.close("}");
    }
}

/// The runtime's name of a type.
fn type_name(primitive: Primitive) -> &'static str {
    match primitive {
        Primitive::Char => "wg::character",
        Primitive::Int8 => "wg::i8",
        Primitive::Int16 => "wg::i16",
        Primitive::Int32 => "wg::i32",
        Primitive::Int64 => "wg::i64",
        Primitive::Uint8 => "wg::u8",
        Primitive::Uint16 => "wg::u16",
        Primitive::Uint32 => "wg::u32",
        Primitive::Uint64 => "wg::u64",
        Primitive::Float => "wg::f32",
        Primitive::Double => "wg::f64",
    }
}

/// The limits and null value of a type that differ from the defaults of its primitive.
fn limits(simple: &Simple) -> String {
    let null = (simple.null != simple.primitive.null()).then_some(simple.null);
    let all: [(&str, Option<Number>); 3] = [("null", null), ("min", simple.min), ("max", simple.max)];
    let said = all.into_iter().filter_map(|(word, number)| Some((word, number?)));
    said.map(|(word, number)| format!(".{word}({})", typed(number, simple.primitive))).collect()
}

/// A number with exactly its type.
fn typed(number: Number, primitive: Primitive) -> String {
    format!("{}({})", crate::lang::cpp::text::number_type(primitive), literal(number, primitive))
}

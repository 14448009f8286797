//! What views of messages, entries and composites have in common: accessors, the list of members, and
//! showing them to visitors.

use wireglot_model::sbe::{EncodingId, EncodingKind, Notes, Number, Presence, Primitive, Simple};

use super::value::enum_primitive;
use super::File;
use crate::lang::c::lines::{packed, returning, statement};
use crate::lang::c::text::quoted;
use crate::lang::cpp::text::{comment, literal};

/// A member as it is listed.
pub struct Member<'m> {
    /// Its name in the schema.
    pub name: &'m str,
    /// Its name in C++.
    pub given: String,
    /// Its number.
    pub id: u64,
    /// What it is.
    pub kind: MemberKind,
    /// Where it begins in its block, if it is a field.
    pub offset: u64,
    /// Octets that it takes, if it is a field.
    pub size: u64,
    /// The version that brought it.
    pub since: u64,
    /// The version from which on it is deprecated.
    pub deprecated: u64,
    /// What it is made of, and how many of that, if it is a field without members of its own.
    pub ty: Option<(String, u64)>,
}

/// What a member is.
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

    /// The list of members, as facts: a template, so that only who asks for it has compilers look at it.
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

    /// What a field is made of, and how many of that; none of composites and constants.
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

    /// The function that shows all members of a view to a visitor. What the view is, it takes from its parameter, so
    /// that only who asks for it has compilers look at what accessors give.
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

/// What the runtime calls a type.
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

/// What a type says otherwise than the standard does of its primitive.
fn limits(simple: &Simple) -> String {
    let null = (simple.null != simple.primitive.null()).then_some(simple.null);
    let all: [(&str, Option<Number>); 3] = [("null", null), ("min", simple.min), ("max", simple.max)];
    let said = all.into_iter().filter_map(|(word, number)| Some((word, number?)));
    said.map(|(word, number)| format!(".{word}({})", typed(number, simple.primitive))).collect()
}

/// A number of exactly its type.
fn typed(number: Number, primitive: Primitive) -> String {
    format!("{}({})", crate::lang::cpp::text::number_type(primitive), literal(number, primitive))
}

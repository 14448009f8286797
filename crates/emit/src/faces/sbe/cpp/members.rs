//! What views of messages, entries and composites have in common: accessors, the list of members, and
//! showing them to visitors.

use wireglot_model::blocks::{EncodingId, Notes, Presence};

use super::text::{comment, quoted, returning, statement};
use super::File;

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
        let head = match reading.constant {
            true => format!("static constexpr {} {given}() noexcept", reading.given()),
            false => format!("{} {given}() const noexcept", reading.given()),
        };
        returning(&mut self.w, &head, &reading.expression);
    }

    /// The list of members, as facts.
    pub(super) fn members(&mut self, members: &[Member]) {
        if members.is_empty() {
            return;
        }
        self.w.open("static constexpr wg::Member members[] = {");
        for member in members {
            let since = if member.since > 0 { format!(", {}", member.since) } else { String::new() };
            let line = format!(
                "{{{}, {}, wg::Kind::{}, {}, {}{since}}},",
                quoted(member.name.as_bytes()),
                member.id,
                member.kind.word(),
                member.offset,
                member.size,
            );
            statement(&mut self.w, &line);
        }
        self.w.close("};");
    }

    /// The function that shows all members to a visitor.
    pub(super) fn visit(&mut self, members: &[Member]) {
        if members.is_empty() {
            self.w.line("template <class V> void visit_(V &) const {}");
            return;
        }
        self.w.open("template <class V> void visit_(V &visitor) const {");
        self.w.line("const auto *at_ = Facts_::members;");
        for member in members {
            statement(&mut self.w, &format!("visitor(*at_++, {}());", member.given));
        }
        self.w.close("}");
    }
}

//! Views of messages and of group entries.

use wireglot_model::sbe::{Body, Data, Group, Message, Notes, Prefix, Primitive, Role};

use super::super::facts::{self, is_constant, is_flat, Steps};
use super::super::names::Scope;
use super::members::{Member, MemberKind};
use super::names::{capital, RESERVED};
use super::prefixes::says;
use super::values::VALUES;
use super::writers::FIELDS;
use super::File;
use super::Written;
use super::HOT;
use crate::lang::c::lines::{returning, statement};
use crate::lang::c::text::quoted;
use crate::lang::cpp::text::comment;

/// A body that gets a view.
struct Viewed<'b> {
    /// The name of its class.
    class: String,
    /// The name of the message or group in the schema.
    name: &'b str,
    id: u64,
    body: &'b Body,
    prefix: &'b Prefix,
    message: Option<&'b Message>,
    flat: bool,
    /// Its nesting depth in groups.
    at: usize,
    /// The depth of groups in its message.
    depth: usize,
}

impl<'f> File<'f> {
    pub(super) fn messages(&mut self) {
        let blocks = self.blocks;
        let Some(header) = &blocks.header else { return };
        for (message, class) in blocks.messages.iter().zip(self.names.messages.clone()) {
            let (name, id, body) = (&message.name, message.id, &message.body);
            comment(&mut self.w, &message.notes.doc);
            let depth = facts::depth(body);
            let message = Some(message);
            self.view(&Viewed {
                class: class.clone(),
                name,
                id,
                body,
                prefix: header,
                message,
                flat: false,
                at: 0,
                depth,
            });
            self.w.line("");
            let bodies = std::mem::take(&mut self.bodies);
            self.w.line(format!("// The writer of `{class}`."));
            bodies.iter().for_each(|body| self.writer(body));
            self.values_of(bodies);
            self.w.line("");
        }
    }

    fn view(&mut self, viewed: &Viewed<'f>) {
        let Viewed { class, body, .. } = viewed;
        let body: &'f Body = body;
        let parts = body.groups.len() + body.data.len();
        let base = match (viewed.message, viewed.flat) {
            (Some(_), _) => format!("wg::Message<{class}, {parts}>"),
            (None, true) => "wg::FlatEntry".to_string(),
            (None, false) => format!("wg::Entry<{class}, {parts}>"),
        };
        self.w.line(format!("class {class} : public {base} {{"));
        self.w.open("public:");
        if viewed.flat {
            self.w.line("using wg::FlatEntry::FlatEntry;");
        }
        let own =
            ["Message", "Entry", "FlatEntry", "Fields", "Writer", "Values", "MessageWriter", "BodyWriter"];
        // Definitions outside the class name it by its path from the message on.
        let named = [Some(class), self.path.first()].into_iter().flatten().cloned();
        let mut scope = Scope::with(own.into_iter().map(String::from).chain(named)).in_cpp();
        let mut claim = |notes: &mut Vec<String>, wanted: &str, what: &str| {
            scope.claim(wanted, RESERVED, &format!("{what} of {class}"), notes)
        };
        let mut listed = Vec::new();
        for field in &body.fields {
            let given = claim(&mut self.notes, &field.name, "the field");
            let kind = if is_constant(&field.presence) { MemberKind::Constant } else { MemberKind::Field };
            let size = if is_constant(&field.presence) { 0 } else { self.blocks.get(field.encoding).size };
            let (name, id, offset, since) = (&field.name, field.id, field.offset, field.notes.since);
            let deprecated = field.notes.deprecated.unwrap_or_default();
            let ty = self.made_of(field.encoding, &field.presence);
            listed.push(Member { name, given, id, kind, offset, size, since, deprecated, ty });
        }
        for group in &body.groups {
            let given = claim(&mut self.notes, &group.name, "the group");
            listed.push(part(&group.name, given, group.id, MemberKind::Group, &group.notes));
        }
        for data in &body.data {
            let given = claim(&mut self.notes, &data.name, "the data");
            listed.push(part(&data.name, given, data.id, MemberKind::Data, &data.notes));
        }
        let mut entries = Vec::new();
        for group in &body.groups {
            let wanted = format!("{}Entry", capital(&group.name));
            let entry = claim(&mut Vec::new(), &wanted, "the entry");
            self.w.line(format!("// An entry of `{}`.", group.name));
            let (name, id, body, prefix) = (&group.name, group.id, &group.body, &group.dimension);
            let flat = is_flat(group);
            let (at, depth) = (viewed.at + 1, viewed.depth);
            self.path.push(class.clone());
            self.view(&Viewed {
                class: entry.clone(),
                name,
                id,
                body,
                prefix,
                message: None,
                flat,
                at,
                depth,
            });
            self.path.pop();
            self.w.line("");
            entries.push(entry);
        }
        for (field, member) in body.fields.iter().zip(&listed) {
            self.accessor(&member.given, field.encoding, &field.presence, &field.notes, field.offset);
        }
        let (groups, data) = listed[body.fields.len()..].split_at(body.groups.len());
        for (index, ((group, entry), member)) in body.groups.iter().zip(&entries).zip(groups).enumerate() {
            self.group(class, group, entry, &member.given, index);
        }
        for (index, (data, member)) in body.data.iter().zip(data).enumerate() {
            self.data(data, &member.given, body.groups.len() + index);
        }
        self.w.line("");
        self.facts(viewed, &listed);
        self.parts(body, &entries);
        self.visit(&listed);
        self.w.line(FIELDS);
        self.w.line(VALUES);
        let writer = match viewed.message {
            Some(_) => format!("wg::MessageWriter<{class}, {}>", viewed.depth),
            None => format!("wg::BodyWriter<{class}, {}, {}>", viewed.at, viewed.depth),
        };
        let writer = match parts {
            0 if viewed.message.is_none() => format!("using Writer = {writer};"),
            _ => format!("template <class> class Writer_; using Writer = Writer_<{writer}>;"),
        };
        statement(&mut self.w, &writer);
        self.w.back();
        self.w.line("};");
        let mut path = self.path.clone();
        path.push(class.clone());
        let given = listed.into_iter().map(|member| member.given).collect();
        self.bodies.push(Written { path: path.join("::"), body, at: viewed.at, given, entries });
    }

    fn group(&mut self, class: &str, group: &Group, entry: &str, given: &str, index: usize) {
        comment(&mut self.w, &group.notes.doc);
        if is_flat(group) {
            // A template, so compilers process the entries of a group only if it is used.
            self.w.line(format!("template <class T_ = {entry}>"));
            let head = format!("{HOT} wg::FlatGroup<T_> {given}() const noexcept");
            returning(&mut self.w, &head, &format!("flat_<{index}, T_>()"));
            return;
        }
        let range = format!("wg::Group<{class}, {index}>");
        returning(
            &mut self.w,
            &format!("{HOT} {range} {given}() const & noexcept"),
            &format!("group_<{index}>()"),
        );
        self.w.line(format!(
            "{range} {given}() const && = delete; // the view must outlive the loop over the entries"
        ));
    }

    fn data(&mut self, data: &Data, given: &str, index: usize) {
        comment(&mut self.w, &data.notes.doc);
        let (ty, read) = match data.element.primitive {
            Primitive::Char => ("std::string_view", format!("data_<{index}>().text()")),
            _ => ("wg::Octets", format!("data_<{index}>()")),
        };
        let (ty, read) = match data.notes.since {
            0 => (ty.to_string(), read),
            since => (
                format!("std::optional<{ty}>"),
                format!("there_({since}) ? std::optional<{ty}>({read}) : std::nullopt"),
            ),
        };
        returning(&mut self.w, &format!("{HOT} {ty} {given}() const noexcept"), &read);
    }

    fn parts(&mut self, body: &Body, entries: &[String]) {
        let since = |since: u64| if since > 0 { format!(", {since}") } else { String::new() };
        let groups = body.groups.iter().zip(entries);
        let mut parts: Vec<String> = groups
            .map(|(group, entry)| format!("wg::Repeated<{entry}{}>", since(group.notes.since)))
            .collect();
        for data in &body.data {
            let length = self.names.prefix(&data.length);
            parts.push(format!("wg::Variable<schema_::{length}{}>", since(data.notes.since)));
        }
        statement(&mut self.w, &format!("using Parts_ = wg::Parts<{}>;", parts.join(", ")));
    }

    fn facts(&mut self, viewed: &Viewed, members: &[Member]) {
        let blocks = self.blocks;
        self.w.open("struct Facts_ {");
        self.w.line("using Schema = schema_::Schema_;");
        self.w.line(format!("using Prefix = schema_::{};", self.names.prefix(viewed.prefix)));
        let name = quoted(viewed.name.as_bytes());
        self.w.line(format!("static constexpr std::string_view name = {name};"));
        self.w.line(format!("static constexpr std::uint64_t id = {};", viewed.id));
        let length = viewed.body.block_length;
        self.w.line(format!("static constexpr std::uint32_t block_length = {length};"));
        self.steps("least", &facts::least(blocks, viewed.body));
        if says(viewed.prefix, Role::NumGroups) {
            self.steps("groups", &facts::groups(viewed.body));
        }
        if says(viewed.prefix, Role::NumVarDataFields) {
            self.steps("data", &facts::data(viewed.body));
        }
        match viewed.message {
            Some(message) => {
                let (since, ended) = (message.notes.since, message.notes.deprecated.unwrap_or_default());
                self.w.line(format!("static constexpr std::uint32_t since = {since}, deprecated = {ended};"));
            }
            None => self.w.line(format!("static constexpr unsigned depth = {};", viewed.at)),
        }
        self.members(members);
        self.w.close("};");
    }

    /// A number that grows with the version.
    fn steps(&mut self, word: &str, steps: &Steps) {
        let parameter = if steps.len() > 1 { "std::uint32_t version" } else { "std::uint32_t" };
        let head = format!("static constexpr std::uint32_t {word}({parameter}) noexcept");
        let mut what = String::new();
        for (since, amount) in steps.iter().rev() {
            match since {
                0 => what.push_str(&amount.to_string()),
                _ => what.push_str(&format!("version >= {since} ? {amount} : ")),
            }
        }
        returning(&mut self.w, &head, &what);
    }
}

fn part<'m>(name: &'m str, given: String, id: u64, kind: MemberKind, notes: &Notes) -> Member<'m> {
    let (since, deprecated) = (notes.since, notes.deprecated.unwrap_or_default());
    Member { name, given, id, kind, offset: 0, size: 0, since, deprecated, ty: None }
}

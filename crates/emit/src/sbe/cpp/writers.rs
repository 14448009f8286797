//! Writers of blocks: setters for their fields, followed by groups and data. Both are templates whose
//! parameter does not affect what is written, so compilers process them only if they are used.

use wireglot_model::sbe::{Body, CompositeMember, EncodingId, EncodingKind, Presence, Primitive};

use super::super::facts::{self, is_constant, member_presence};
use super::value::enum_primitive;
use super::File;
use super::Written;
use super::HOT;
use crate::lang::c::lines::{returning, statement};
use crate::lang::cpp::text::{literal, number_type};

/// The declaration of a view's field setters.
pub const FIELDS: &str = "template <class = void> class Fields;";

/// Members that message writers have themselves.
const OWN: [&str; 2] = ["status", "finish"];

impl File<'_> {
    /// The setters and the writer of a body.
    pub(super) fn writer(&mut self, written: &Written) {
        let Written { path, body, at, given, entries } = written;
        self.w.line(format!("template <class> class {path}::Fields : public wg::Block {{"));
        self.w.open("public:");
        self.w.line("using wg::Block::Block;");
        for (field, given) in body.fields.iter().zip(given) {
            self.setter(given, field.encoding, &field.presence, field.offset);
        }
        self.clear(body);
        self.w.back();
        self.w.line("};");
        self.w.line("");
        if *at > 0 && body.groups.is_empty() && body.data.is_empty() {
            return;
        }
        self.w.line(format!("template <class B_> class {path}::Writer_ : public B_ {{"));
        self.w.open("public:");
        self.w.line("using B_::B_;");
        // A field takes precedence over a writer member of the same name.
        for (field, given) in body.fields.iter().zip(given) {
            if OWN.contains(&given.as_str()) && !is_constant(&field.presence) {
                self.w.line(format!("using B_::Fields::{given};"));
            }
        }
        let parts = given.get(body.fields.len()..).unwrap_or_default();
        let (groups, data) = parts.split_at(entries.len());
        // A group writer points to the message writer, which must outlive it; so do entries.
        let stays = if *at == 0 { "& " } else { "" };
        for (index, given) in groups.iter().enumerate() {
            let head = format!("{HOT} auto {given}(std::size_t due = 0) {stays}noexcept");
            returning(&mut self.w, &head, &format!("B_::template group_<{index}>(due)"));
        }
        for (index, (data, given)) in body.data.iter().zip(data).enumerate() {
            let ty =
                if data.element.primitive == Primitive::Char { "std::string_view" } else { "wg::Octets" };
            let part = entries.len() + index;
            self.doing(
                &format!("{HOT} void {given}({ty} octets) noexcept"),
                &[&format!("B_::template data_<{part}>(octets);")],
            );
        }
        self.w.back();
        self.w.line("};");
        self.w.line("");
    }

    /// The setters of a composite.
    pub(super) fn composite_fields(&mut self, name: &str, members: &[CompositeMember], given: &[String]) {
        self.w.line(format!("template <class> class {name}::Fields : public wg::Block {{"));
        self.w.open("public:");
        self.w.line("using wg::Block::Block;");
        for (member, given) in members.iter().zip(given) {
            let presence = member_presence(self.blocks, member.encoding);
            self.setter(given, member.encoding, presence, member.offset);
        }
        self.w.back();
        self.w.line("};");
        self.w.line("");
    }

    /// The setter of a value; none for constants.
    fn setter(&mut self, given: &str, id: EncodingId, presence: &Presence, offset: u64) {
        if is_constant(presence) {
            return;
        }
        let big = self.blocks.big_endian;
        let order = self.values().order();
        let optional = *presence == Presence::Optional;
        let named = self.names.ty(id);
        let number = |ty: &str, null: String| match optional {
            true => (format!("std::optional<{ty}> value"), format!("{order}_({offset}, value, {null})")),
            false => (format!("{ty} value"), format!("{order}_({offset}, value)")),
        };
        let (parameter, what) = match &self.blocks.get(id).kind {
            EncodingKind::Simple(simple) => match (simple.primitive, simple.length) {
                (primitive, 1) => number(number_type(primitive), literal(simple.null, primitive)),
                (Primitive::Char, length) => {
                    let (ty, text) = match optional {
                        true => ("std::optional<std::string_view>", "value.value_or(std::string_view())"),
                        false => ("std::string_view", "value"),
                    };
                    (format!("{ty} value"), format!("text_({offset}, {length}, {text})"))
                }
                (primitive, length) => {
                    let array =
                        format!("array_<{}, {length}, {big}>({offset}, values);", number_type(primitive));
                    let head = format!("template <class T_> Fields &{given}(const T_ &values) noexcept");
                    return self.doing(&head, &[&array, "return *this;"]);
                }
            },
            EncodingKind::Enum { primitive, null, .. } => {
                number(&named, literal(*null, enum_primitive(*primitive)))
            }
            EncodingKind::Set { .. } => {
                (format!("{named} value"), format!("{order}_({offset}, value.bits())"))
            }
            EncodingKind::Composite(_) => {
                let head = format!("{named}::Fields<> {given}() noexcept");
                let at = if offset == 0 { "p_".to_string() } else { format!("p_ + {offset}") };
                return returning(&mut self.w, &head, &format!("{named}::Fields<>({at}, fault_())"));
            }
        };
        let head = format!("Fields &{given}({parameter}) noexcept");
        returning(&mut self.w, &head, &format!("{what}, *this"));
    }

    /// The function that sets everything to its initial value.
    fn clear(&mut self, body: &Body) {
        let (length, big) = (body.block_length, self.blocks.big_endian);
        if length == 0 {
            return self.w.line("static void clear_(wg::Octet *) noexcept {}");
        }
        let nulls: Vec<String> = facts::nulls(self.blocks, body)
            .into_iter()
            .map(|(offset, primitive, number, count)| {
                let (size, bits) = (primitive.size(), facts::bits(number, primitive));
                let count = if count == 1 { String::new() } else { format!(", {count}") };
                format!("{{{offset}, {size}, {bits:#x}u{count}}}")
            })
            .collect();
        let head = "static void clear_(wg::Octet *at) noexcept";
        if nulls.is_empty() {
            return self.doing(head, &[&format!("wg::zero<{length}>(at);")]);
        }
        self.w.open(format!("{head} {{"));
        let nulls = nulls.join(", ");
        let blank = format!("static constexpr auto blank = wg::blank<{length}, {big}>({{{nulls}}});");
        statement(&mut self.w, &blank);
        self.w.line(format!("wg::copy<{length}>(at, blank.octets);"));
        self.w.close("}");
    }

    /// A function of a few statements, on one line if it fits.
    fn doing(&mut self, head: &str, statements: &[&str]) {
        crate::lang::c::lines::doing(&mut self.w, head, statements);
    }
}

//! Classes that own the values of a message: filled from a view, and written back.

use wireglot_model::sbe::{CompositeMember, EncodingId, EncodingKind, Notes, Presence, Primitive};

use super::super::facts::{is_constant, member_presence};
use super::File;
use super::Written;
use crate::lang::c::lines::packed;

/// The declaration of a view's value class. It is a template whose members depend on its parameter, so
/// compilers process it only if values are used.
pub const VALUES: &str = "template <class> struct Values_; using Values = Values_<void>;";

/// How a value is written back into a block.
enum Back {
    /// With a setter that takes the value.
    Setter,
    /// With a setter, if there is a value.
    Present,
    /// With the setters of a composite.
    Inner { present: bool },
}

impl File<'_> {
    /// The value class of a composite.
    pub(super) fn composite_values(&mut self, name: &str, members: &[CompositeMember], given: &[String]) {
        self.owned.open(format!("template <class T_> struct {name}::Values_ {{"));
        let mut lines = Vec::new();
        for (member, given) in members.iter().zip(given) {
            let presence = member_presence(self.blocks, member.encoding);
            lines.extend(self.value(given, member.encoding, presence, &member.notes));
        }
        self.both(lines);
    }

    /// The value classes for the views of a message, inner ones first.
    pub(super) fn values_of(&mut self, bodies: Vec<Written>) {
        for Written { path, body, given, entries, .. } in bodies {
            self.owned.open(format!("template <class T_> struct {path}::Values_ {{"));
            let mut lines = Vec::new();
            for (field, given) in body.fields.iter().zip(&given) {
                lines.extend(self.value(given, field.encoding, &field.presence, &field.notes));
            }
            let (groups, data) = given.get(body.fields.len()..).unwrap_or_default().split_at(entries.len());
            for (entry, given) in entries.iter().zip(groups) {
                self.owned.line(format!("std::vector<{path}::{entry}::Values_<T_>> {given};"));
                let back = format!("wg::give({given}, to_.{given}({given}.size()));");
                lines.push((given.clone(), back));
            }
            for (data, given) in body.data.iter().zip(data) {
                let is_text = data.element.primitive == Primitive::Char;
                let ty = if is_text { "std::string" } else { "std::vector<wg::Octet>" };
                self.owned.line(format!("{ty} {given};"));
                lines.push((given.clone(), format!("to_.{given}({given});")));
            }
            self.both(lines);
        }
    }

    /// The functions that fill values from a view and write them back.
    fn both(&mut self, lines: Vec<(String, String)>) {
        let w = &mut self.owned;
        if !lines.is_empty() {
            w.line("");
        }
        match lines.is_empty() {
            true => {
                w.line("template <class V_> void from_(const V_ &) {}");
                w.line("template <class W_> void to_(W_ &) const {}");
            }
            false => {
                let taken: Vec<String> =
                    lines.iter().map(|(given, _)| format!("wg::take({given}, of_.{given}());")).collect();
                w.open("template <class V_> void from_(const V_ &of_) {");
                packed(w, &taken);
                w.close("}");
                let given: Vec<String> = lines.into_iter().map(|(_, back)| back).collect();
                w.open("template <class W_> void to_(W_ &to_) const {");
                packed(w, &given);
                w.close("}");
            }
        }
        w.close("};\n");
    }

    /// Declares a value. Returns its name and how it is written back; nothing for constants.
    fn value(
        &mut self,
        given: &str,
        id: EncodingId,
        presence: &Presence,
        notes: &Notes,
    ) -> Option<(String, String)> {
        if is_constant(presence) {
            return None;
        }
        let reading = self.values().reading(id, presence, notes, 0);
        let later = notes.since > 0;
        let (ty, back) = match &self.blocks.get(id).kind {
            EncodingKind::Simple(simple) if simple.primitive == Primitive::Char && simple.length != 1 => {
                ("std::string".to_string(), Back::Setter)
            }
            EncodingKind::Simple(simple) if simple.length != 1 => {
                let element = crate::lang::cpp::text::number_type(simple.primitive);
                (format!("std::array<{element}, {}>", simple.length), Back::Setter)
            }
            EncodingKind::Composite(_) => {
                (format!("{}::Values_<T_>", reading.ty), Back::Inner { present: later })
            }
            _ => (reading.ty.clone(), Back::Setter),
        };
        // Only these setters accept absent values.
        let nullable = *presence == Presence::Optional
            && match &self.blocks.get(id).kind {
                EncodingKind::Simple(simple) => simple.length == 1 || simple.primitive == Primitive::Char,
                EncodingKind::Enum { .. } => true,
                _ => false,
            };
        let back = match back {
            Back::Setter if reading.optional && !nullable => Back::Present,
            other => other,
        };
        let is_number = match &self.blocks.get(id).kind {
            EncodingKind::Simple(simple) => simple.length == 1 || simple.primitive == Primitive::Char,
            _ => false,
        };
        match reading.optional {
            true if is_number => self.owned.line(format!("std::optional<{ty}> {given};")),
            true => self.owned.line(format!("wg::Optional<{ty}, T_> {given};")),
            false => self.owned.line(format!("{ty} {given}{{}};")),
        }
        let line = match back {
            Back::Setter => format!("to_.{given}({given});"),
            Back::Present => format!("if ({given}) {{ to_.{given}(*{given}); }}"),
            Back::Inner { present: false } => format!("wg::give({given}, to_.{given}());"),
            Back::Inner { present: true } => format!("if ({given}) {{ wg::give(*{given}, to_.{given}()); }}"),
        };
        Some((given.to_string(), line))
    }
}

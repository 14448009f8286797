//! Views of messages, entries and composites, with their accessors.

use wireglot_model::sbe::{Constant, EncodingId, Number, Primitive};

use super::super::outline::{Body, Part, Slot, What};
use super::File;
use crate::lang::c::lines::{doing, returning};
use crate::lang::c::text::{comment, literal, number_type, quoted, stored};

impl File<'_> {
    /// The views of all messages; views of entries come before the views that contain them.
    pub(super) fn readers(&mut self) {
        for (index, body) in self.outline.bodies.iter().enumerate() {
            let ty = &self.names.bodies[index].ty;
            match body.message {
                Some(_) => comment(&mut self.w, body.doc),
                None => {
                    let path = body.path.join(".");
                    comment(&mut self.w, &format!("The entries of `{path}`, one at a time. {}", body.doc));
                }
            }
            self.w.open(format!("typedef struct {ty} {{"));
            let kept = match (body.message, body.flat) {
                (Some(_), _) => ["wg_sbe_view view;", "wg_sbe_fault fault;"].as_slice(),
                (None, true) => &["wg_sbe_flat view;"],
                (None, false) => &["wg_sbe_view view;", "wg_sbe_group group;"],
            };
            kept.iter().for_each(|member| self.w.line(member));
            self.w.close(format!("}} {ty};\n"));
            if body.message.is_some() {
                self.message(ty, body);
            }
            let given = self.names.bodies[index].slots.clone();
            for (slot, given) in body.slots.iter().zip(&given) {
                self.accessor(ty, "v->view", slot, given);
            }
            for (position, part) in body.parts.iter().enumerate() {
                self.part(index, position, part);
            }
            self.w.line("");
        }
    }

    fn message(&mut self, ty: &str, body: &Body) {
        let version = self.blocks.version;
        self.w.line(format!("#define {}_ID UINT64_C({})", ty.to_ascii_uppercase(), body.id));
        self.w.line(format!("#define {}_VERSION UINT64_C({version})\n", ty.to_ascii_uppercase()));
        self.w.line("/* Makes a view of the message at the start of the buffer. */");
        let head = format!("WG_SBE_HOT wg_sbe_status {ty}_wrap({ty} *v, const void *data, size_t size)");
        let what = format!("wg_sbe_wrap(&{ty}_facts_, &v->view, &v->fault, data, size)");
        returning(&mut self.w, &head, &what);
        self.w.line("/* The first error so far. */");
        let head = format!("static inline wg_sbe_status {ty}_status(const {ty} *v)");
        returning(&mut self.w, &head, "wg_sbe_status_of(&v->fault)");
        self.w.line("/* The sender's schema version. */");
        returning(
            &mut self.w,
            &format!("static inline uint32_t {ty}_version(const {ty} *v)"),
            "v->view.version",
        );
        self.w.line("/* The length of the message in bytes; reads all of it. 0 if it is invalid. */");
        let head = format!("static inline size_t {ty}_length({ty} *v)");
        returning(&mut self.w, &head, &format!("wg_sbe_length(&{ty}_facts_, &v->view, &v->fault)"));
        self.w.line("/* Checks a whole message; returns the first error. */");
        self.w.open(format!("static inline wg_sbe_status {ty}_validate(const void *data, size_t size) {{"));
        self.w.line(format!("{ty} v;"));
        self.w.line(format!("if ({ty}_wrap(&v, data, size).code == WG_SBE_OK) (void){ty}_length(&v);"));
        self.w.line(format!("return {ty}_status(&v);"));
        self.w.close("}\n");
    }

    /// The expression for the fault pointer, given `v`.
    pub(super) fn fault(body: &Body) -> &'static str {
        if body.message.is_some() {
            "&v->fault"
        } else {
            "v->group.fault"
        }
    }

    fn part(&mut self, owner: usize, position: usize, part: &Part) {
        let body = &self.outline.bodies[owner];
        let (ty, given) = (&self.names.bodies[owner].ty, &self.names.bodies[owner].parts[position]);
        comment(&mut self.w, &part.notes.doc);
        if part.notes.since > 0 {
            let head = format!("static inline bool {ty}_has_{given}(const {ty} *v)");
            returning(&mut self.w, &head, &format!("v->view.version >= {}u", part.notes.since));
        }
        let from = format!("&{ty}_facts_, {position}, &v->view, {}", Self::fault(body));
        let Some(entry) = part.entry else {
            let data = match body.message.is_some() {
                true => format!("wg_sbe_data({from})"),
                false => format!("wg_sbe_entry_data(&{ty}_facts_, {position}, &v->view, &v->group)"),
            };
            let (kind, what) = match part.is_text {
                true => ("wg_sbe_text", format!("wg_sbe_as_text({data})")),
                false => ("wg_sbe_octets", data),
            };
            return returning(&mut self.w, &format!("WG_SBE_HOT {kind} {ty}_{given}({ty} *v)"), &what);
        };
        let (inner, flat) = (&self.names.bodies[entry].ty, self.outline.bodies[entry].flat);
        let zeros = format!("{}_zeros_", self.names.space);
        self.w.open(format!("WG_SBE_HOT {inner} {ty}_open_{given}({ty} *v) {{"));
        self.w.line(format!("{inner} group;"));
        self.w.line(match flat {
            true => format!("group.view = wg_sbe_flat_group({from});"),
            false => format!("group.group = wg_sbe_open_group({from}, &group.view);"),
        });
        self.w.line("return group;");
        self.w.close("}");
        let next = match flat {
            true => format!("wg_sbe_flat_next(&v->view, {zeros})"),
            false => format!("wg_sbe_next(&{ty}_facts_, {position}, &v->view, &v->group)"),
        };
        returning(&mut self.w, &format!("WG_SBE_HOT bool {inner}_next({inner} *v)"), &next);
        if flat {
            let head = format!("WG_SBE_HOT bool {inner}_at({inner} *v, size_t index)");
            returning(&mut self.w, &head, &format!("wg_sbe_flat_at(&v->view, index, {zeros})"));
        }
        let count = if flat { "v->view.count" } else { "v->group.count" };
        returning(&mut self.w, &format!("static inline size_t {inner}_count(const {inner} *v)"), count);
    }

    /// The accessor of a value in a block. `view` holds the block position and version.
    pub(super) fn accessor(&mut self, ty: &str, view: &str, slot: &Slot, given: &str) {
        comment(&mut self.w, &slot.notes.doc);
        if let Some(constant) = slot.constant {
            return self.constant(ty, slot, given, constant);
        }
        let of = if view.contains("->") { format!("const {ty} *v") } else { format!("{ty} v") };
        let offset = if slot.offset == 0 { String::new() } else { format!(" + {}", slot.offset) };
        let at = format!("{view}.p{offset}");
        let since = slot.notes.since;
        let there = format!("{view}.version >= {since}u");
        let late = |read: String, absent: &str| match since {
            0 => read,
            _ => format!("{there} ? {read} : {absent}"),
        };
        let null = format!("{ty}_{given}_NULL").to_ascii_uppercase();
        let size = format!("{ty}_{given}_SIZE").to_ascii_uppercase();
        let zeros = format!("{}_zeros_", self.names.space);
        let head = |kind: &str| format!("static inline {kind} {ty}_{given}({of})");
        let mut has = Vec::new();
        match slot.what {
            What::Number(primitive) => {
                let (kind, word) = number_type(primitive);
                let read = late(format!("wg_sbe_get_{word}({at}, {})", self.big()), &null);
                self.define_null(slot, &null, primitive, kind);
                returning(&mut self.w, &head(kind), &read);
            }
            What::Enum(id, primitive) => {
                let (name, primitive) = (self.names.ty(id), stored(primitive));
                let (_, word) = number_type(primitive);
                let read = late(format!("wg_sbe_get_{word}({at}, {})", self.big()), &null);
                self.define_null(slot, &null, primitive, name);
                returning(&mut self.w, &head(name), &read);
            }
            What::Set(id, primitive) => {
                let (name, (_, word)) = (self.names.ty(id), number_type(stored(primitive)));
                let read = late(format!("wg_sbe_get_{word}({at}, {})", self.big()), &format!("({name})0"));
                returning(&mut self.w, &head(name), &read);
            }
            What::Text(length) => {
                self.w.line(format!("#define {size} {length}u"));
                let from = if since == 0 { at } else { format!("{there} ? {at} : {zeros}") };
                let length = if since == 0 { size } else { format!("{there} ? {size} : 0u") };
                returning(&mut self.w, &head("wg_sbe_text"), &format!("wg_sbe_get_text({from}, {length})"));
                has.extend(slot.optional.then(|| format!("{ty}_{given}(v).size != 0")));
            }
            What::Array(primitive, length) => {
                let (kind, word) = number_type(primitive);
                self.w.line(format!("#define {size} {length}u"));
                self.w.line("/* An element; 0 if the index is out of range. */");
                let there = if since == 0 { String::new() } else { format!(" && {there}") };
                let read = format!("wg_sbe_get_{word}({at} + index * {}, {})", primitive.size(), self.big());
                let what = format!("index < {size}{there} ? {read} : ({kind})0");
                let head = format!("static inline {kind} {ty}_{given}({of}, size_t index)");
                match length {
                    // Compilers warn about comparing an unsigned number with 0.
                    0 => doing(
                        &mut self.w,
                        &head,
                        &["(void)v;", "(void)index;", &format!("return ({kind})0;")],
                    ),
                    _ => returning(&mut self.w, &head, &what),
                }
            }
            What::Composite(id) => {
                let name = self.names.ty(id);
                let at = if since == 0 { at } else { format!("{there} ? {at} : {zeros}") };
                let statements = [
                    format!("{name} made;"),
                    format!("made.view.p = {at};"),
                    format!("made.view.version = {view}.version;"),
                    "return made;".into(),
                ];
                doing(&mut self.w, &head(name), &statements.each_ref().map(String::as_str));
            }
        }
        if slot.may_be_absent() {
            let read = format!("{ty}_{given}(v)");
            match slot.what {
                What::Number(_) | What::Enum(..) if slot.optional => has.push(match slot.null {
                    Number::Float(null) if null.is_nan() => format!("{read} == {read}"),
                    _ => format!("{read} != {null}"),
                }),
                _ => {}
            }
            if since > 0 {
                has.insert(0, there);
            }
            let head = format!("static inline bool {ty}_has_{given}({of})");
            returning(&mut self.w, &head, &has.join(" && "));
        }
    }

    fn define_null(&mut self, slot: &Slot, null: &str, primitive: Primitive, kind: &str) {
        if slot.may_be_absent() {
            self.w.line(format!("#define {null} (({kind}){})", literal(slot.null, primitive)));
        }
    }

    fn constant(&mut self, ty: &str, slot: &Slot, given: &str, constant: &Constant) {
        let primitive = match slot.what {
            What::Number(primitive) | What::Array(primitive, _) => primitive,
            What::Enum(_, primitive) | What::Set(_, primitive) => stored(primitive),
            What::Text(_) => Primitive::Char,
            What::Composite(_) => Primitive::Uint8,
        };
        let (kind, what) = match constant {
            Constant::Number(number) => (number_type(primitive).0.to_string(), literal(*number, primitive)),
            Constant::Text(octets) => {
                let statements = [
                    format!("const wg_sbe_text text = {{{}, {}}};", quoted(octets), octets.len()),
                    "return text;".into(),
                ];
                let head = format!("static inline wg_sbe_text {ty}_{given}(void)");
                return doing(&mut self.w, &head, &statements.each_ref().map(String::as_str));
            }
            Constant::Enumerated(id, position) => {
                let (name, members) = (self.names.ty(*id), self.names.members(*id));
                (name.to_string(), members.get(*position).cloned().unwrap_or_else(|| "0".into()))
            }
        };
        returning(&mut self.w, &format!("static inline {kind} {ty}_{given}(void)"), &what);
    }

    /// The enumeration whose value a constant is, if any.
    pub(super) fn enumerated(slot: &Slot) -> Option<EncodingId> {
        match slot.constant {
            Some(Constant::Enumerated(id, _)) => Some(*id),
            _ => None,
        }
    }
}

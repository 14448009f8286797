//! Writers of messages: setters for fields, followed by groups and data.

use super::super::outline::{Body, Part, Slot, Type, What};
use super::File;
use crate::lang::c::lines::{doing, returning};
use crate::lang::c::text::{number_type, stored};

impl File<'_> {
    pub(super) fn writers(&mut self) {
        for (id, ty) in &self.outline.types {
            let Type::Composite(slots) = ty else { continue };
            let name = self.names.ty(*id);
            self.w.line(format!("/* Sets the members of `{}`. */", self.blocks.get(*id).name));
            self.w.line(format!("typedef struct {name}_writer {{ wg_sbe_writing at; }} {name}_writer;\n"));
            for (slot, given) in slots.iter().zip(self.names.members(*id)) {
                self.setter(name, &format!("{name}_writer w"), "w.at", slot, given);
            }
            self.w.line("");
        }
        for index in 0..self.outline.bodies.len() {
            self.writer(index);
        }
    }

    fn writer(&mut self, index: usize) {
        let body = &self.outline.bodies[index];
        let ty = &self.names.bodies[index].ty;
        match body.message {
            Some(_) => self.message_writer(ty, body),
            None => {
                self.w
                    .line(format!("/* Writes entries of `{}`, one after the other. */", body.path.join(".")));
                self.w.line(format!("typedef struct {ty}_writer {{ wg_sbe_writing at; }} {ty}_writer;\n"));
                self.w.line("/* Begins the next entry; returns false after an error. */");
                let what = format!("wg_sbe_add(&{ty}_facts_, &w->at, {})", body.at);
                returning(&mut self.w, &format!("WG_SBE_HOT bool {ty}_add({ty}_writer *w)"), &what);
                self.w.line("/* Sets fields of an existing entry; `pen` belongs to the message's writer. */");
                let head = format!("WG_SBE_HOT {ty}_writer {ty}_edit(const {ty} *v, wg_sbe_pen *pen)");
                let what =
                    format!("made.at = wg_sbe_edit_entry(&{ty}_facts_, pen, v->view.p, v->view.version);");
                doing(&mut self.w, &head, &[&format!("{ty}_writer made;"), &what, "return made;"]);
            }
        }
        for (slot, given) in body.slots.iter().zip(&self.names.bodies[index].slots) {
            self.setter(ty, &format!("{ty}_writer *w"), "w->at", slot, given);
        }
        for (position, part) in body.parts.iter().enumerate() {
            self.part_writer(index, position, part);
        }
        self.w.line("");
    }

    fn message_writer(&mut self, ty: &str, body: &Body) {
        self.w.line("/* Writes a message; do not move it before the message is finished. */");
        self.w.open(format!("typedef struct {ty}_writer {{"));
        self.w.line("wg_sbe_writing at;");
        self.w.line("wg_sbe_pen pen;");
        self.w.line(format!("wg_sbe_level levels[{}];", body.depth + 1));
        self.w.close(format!("}} {ty}_writer;\n"));
        self.w.line(
            "/* Begins a message: its optional fields are null, all others zero until they are set. */",
        );
        self.w.open(format!("WG_SBE_HOT void {ty}_begin({ty}_writer *w, void *data, size_t size) {{"));
        self.w.line("w->at.pen = &w->pen;");
        self.w.line("w->at.group = NULL;");
        self.w.line(format!("w->at.p = wg_sbe_begin(&{ty}_facts_, &w->pen, w->levels, data, size);"));
        self.w.close("}");
        self.w
            .line("/* Sets fields of an existing message; `data` must be the buffer that the view reads. */");
        let head =
            format!("WG_SBE_HOT void {ty}_edit({ty}_writer *w, const {ty} *v, void *data, size_t size)");
        let what = format!("w->at = wg_sbe_edit(&{ty}_facts_, &w->pen, w->levels, data, size, &v->view);");
        doing(&mut self.w, &head, &[&what]);
        self.w.line("/* The first error so far. */");
        let head = format!("static inline wg_sbe_status {ty}_writer_status(const {ty}_writer *w)");
        returning(&mut self.w, &head, "wg_sbe_pen_status(&w->pen)");
        self.w.line("/* Ends the message; returns its length in bytes, or 0 after an error. */");
        let head = format!("WG_SBE_HOT size_t {ty}_finish({ty}_writer *w)");
        returning(&mut self.w, &head, "wg_sbe_finish(&w->pen)");
    }

    fn part_writer(&mut self, owner: usize, position: usize, part: &Part) {
        let body = &self.outline.bodies[owner];
        let (ty, given) = (&self.names.bodies[owner].ty, &self.names.bodies[owner].parts[position]);
        let from = format!("&{ty}_facts_, {position}, w->at.pen, {}, w->at.p", body.at);
        match part.entry {
            Some(entry) => {
                let inner = &self.names.bodies[entry].ty;
                let head =
                    format!("WG_SBE_HOT {inner}_writer {ty}_write_{given}({ty}_writer *w, size_t due)");
                let statements = [
                    format!("{inner}_writer group;"),
                    format!("group.at = wg_sbe_write_group({from}, due);"),
                    "return group;".into(),
                ];
                doing(&mut self.w, &head, &statements.each_ref().map(String::as_str));
            }
            None => {
                let kind = if part.is_text { "char" } else { "void" };
                let head = format!(
                    "WG_SBE_HOT void {ty}_set_{given}({ty}_writer *w, const {kind} *data, size_t size)"
                );
                doing(&mut self.w, &head, &[&format!("wg_sbe_write_data({from}, data, size);")]);
            }
        }
    }

    /// The setter of a value; none for constants. `at` is the position of the block in `w`.
    fn setter(&mut self, ty: &str, of: &str, at: &str, slot: &Slot, given: &str) {
        if slot.constant.is_some() {
            return;
        }
        let (offset, big) = (slot.offset, self.big());
        let named = |kind: &str| format!("WG_SBE_HOT void {ty}_set_{given}({of}, {kind} value)");
        let place = format!("uint8_t *p = wg_sbe_place(&{at});");
        let to = if offset == 0 { "p".to_string() } else { format!("p + {offset}") };
        let put = |word: &str| format!("if (p != NULL) wg_sbe_put_{word}({to}, {big}, value);");
        let (head, what) = match slot.what {
            What::Number(primitive) => {
                let (kind, word) = number_type(primitive);
                (named(kind), put(word))
            }
            What::Enum(id, primitive) | What::Set(id, primitive) => {
                (named(self.names.ty(id)), put(number_type(stored(primitive)).1))
            }
            What::Text(length) => (
                format!("static inline void {ty}_set_{given}({of}, const char *text, size_t size)"),
                format!("if (p != NULL) wg_sbe_put_text({to}, {at}.pen, {length}, text, size);"),
            ),
            What::Array(primitive, length) => {
                let ((kind, word), size) = (number_type(primitive), primitive.size());
                let put = format!("wg_sbe_put_{word}({to} + index * {size}, {big}, value);");
                let fail = format!("wg_sbe_pen_fail({at}.pen, WG_SBE_TOO_MANY);");
                let head = format!("static inline void {ty}_set_{given}({of}, size_t index, {kind} value)");
                let (test, store) =
                    (format!("if (index >= {length}u) {fail}"), format!("else if (p != NULL) {put}"));
                return match length {
                    0 => doing(&mut self.w, &head, &["(void)index;", "(void)value;", &fail]),
                    _ => doing(&mut self.w, &head, &[&place, &test, &store]),
                };
            }
            What::Composite(id) => {
                let name = self.names.ty(id);
                let head = format!("WG_SBE_HOT {name}_writer {ty}_set_{given}({of})");
                let statements = [
                    format!("{name}_writer made;"),
                    format!("made.at = wg_sbe_inside(&{at}, {offset});"),
                    "return made;".into(),
                ];
                return doing(&mut self.w, &head, &statements.each_ref().map(String::as_str));
            }
        };
        doing(&mut self.w, &head, &[&place, &what]);
    }
}

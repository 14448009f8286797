//! Writers: setters of blocks, followed by groups and data in order.

use wireglot_model::sbe::{EncodingId, EncodingKind, Notes, Presence, Primitive};

use super::super::facts::is_constant;
use super::names::Node;
use super::views::Kind;
use super::File;
use crate::lang::go::text::{columns, comment, function, number_type};

impl File<'_> {
    /// The writer of a body.
    pub(super) fn writer(&mut self, node: &Node) {
        let Node { writer, view, body, level, table, .. } = node;
        let is_message = node.message.is_some();
        match (node.message, node.group) {
            (Some(message), _) => {
                comment(&mut self.w, &format!("{writer} writes the message {}.", message.name), "");
                self.w.line(format!("type {writer} struct{{ sbePen }}\n"));
                self.w.line(
                    "// Wrap begins a message: optional fields are null, all others zero until they are set.",
                );
                self.w.open(format!("func (w *{writer}) Wrap(octets []byte) {{"));
                let own = self.own(body);
                self.w.line(format!("w.begin(octets, {}, &{table}, {own})", message.id));
                self.w.close("}\n");
            }
            (None, Some(group)) => {
                let what =
                    format!("{writer} writes the entries of {}; Next begins each of them.", group.name);
                comment(&mut self.w, &what, "");
                self.w.open(format!("type {writer} struct {{"));
                let rows = [["pen", "*sbePen"], ["group", "int"], ["entry", "int"]];
                columns(&mut self.w, &rows.map(|row| row.map(String::from).to_vec()));
                self.w.close("}\n");
                self.w.line(
                    "// Next begins an entry: optional fields are null, all others zero until they are set.",
                );
                let next = format!("w.entry = w.pen.next({level}, w.group)");
                function(&mut self.w, &format!("(w *{writer}) Next()"), &next);
            }
            (None, None) => {}
        }
        self.place_of_writer(writer, body.block_length, is_message);
        for (field, given) in body.fields.iter().zip(node.fields()) {
            let (id, presence, notes) = (field.encoding, &field.presence, &field.notes);
            self.setter(writer, is_message, given, id, presence, notes, field.offset);
        }
        let (pen, entry) = places(is_message);
        for (index, ((group, given), child)) in
            body.groups.iter().zip(node.groups()).zip(&node.children).enumerate()
        {
            let child = self.names.nodes[*child].writer.clone();
            comment(&mut self.w, &format!("{given} begins the group {}.", group.name), "");
            self.w.open(format!("func (w *{writer}) {given}() {child} {{"));
            let opened = format!("{}.open({level}, {entry}, {index})", pen.trim_start_matches('&'));
            self.w.line(format!("return {child}{{{pen}, {opened}, -1}}"));
            self.w.close("}\n");
        }
        for (index, (data, given)) in body.data.iter().zip(node.data()).enumerate() {
            let part = body.groups.len() + index;
            comment(&mut self.w, &format!("Set{given} writes the data {}.", data.name), "");
            self.w.open(format!("func (w *{writer}) Set{given}(octets []byte) {{"));
            self.w.line(format!("{}.data({level}, {entry}, {part}, octets)", pen.trim_start_matches('&')));
            self.w.close("}\n");
        }
        self.editing(node);
        let by = if is_message { "*" } else { "" };
        self.w.line("// Copy writes everything from a view.");
        self.w.open(format!("func (w *{writer}) Copy(v {by}{view}) {{"));
        for (field, given) in body.fields.iter().zip(node.fields()) {
            if !is_constant(&field.presence) {
                self.copy_member(given, field.encoding, &field.presence, &field.notes);
            }
        }
        for (index, given) in node.groups().iter().enumerate() {
            let to = format!("to{}", index + 1);
            self.w.line(format!("{to} := w.{given}()"));
            self.w.open(format!("for entry := range v.{given}().All() {{"));
            self.w.line(format!("{to}.Next()"));
            self.w.line(format!("{to}.Copy(entry)"));
            self.w.close("}");
        }
        for (data, given) in body.data.iter().zip(node.data()) {
            match data.notes.since {
                0 => self.w.line(format!("w.Set{given}(v.{given}())")),
                _ => {
                    self.w.open(format!("if octets, ok := v.{given}(); ok {{"));
                    self.w.line(format!("w.Set{given}(octets)"));
                    self.w.close("}");
                }
            }
        }
        self.w.close("}\n");
    }

    /// The method of a view that begins in-place editing of fields.
    fn editing(&mut self, node: &Node) {
        let Node { writer, view, table, .. } = node;
        let block = node.body.block_length;
        if node.message.is_some() {
            let text = "
                // Edit returns a writer that sets fields of the message in place. Nothing can be added.
                func (v *$view$) Edit() $writer$ {
                    var w $writer$
                    w.edit(&v.sbeState, v.starts[0], &$table$)
                    return w
                }
            ";
            self.w.block(&[("view", view), ("writer", writer), ("table", table)], text);
            return self.w.line("");
        }
        let whole = self.message_of(node).writer.clone();
        let entry = match self.kind(node) {
            Kind::Deep => "v.m.octets[v.at:]",
            _ => "v.octets",
        };
        self.w.line(
            "// Edit sets fields of the entry in place, with the writer that Edit of the message returned.",
        );
        let head = format!("(v {view}) Edit(w *{whole}) {writer}");
        let made = format!("return {writer}{{&w.sbePen, -1, w.place({entry}, {block})}}");
        function(&mut self.w, &head, &made);
    }

    /// The method that returns the open block; an error if there is none.
    pub(super) fn place_of_writer(&mut self, writer: &str, size: u64, is_message: bool) {
        let (pen, entry) = places(is_message);
        let by = if is_message || writer_is_pointer(writer, self) { "*" } else { "" };
        self.w.block(
            &[
                ("writer", writer),
                ("size", &size.to_string()),
                ("pen", pen.trim_start_matches('&')),
                ("entry", entry),
                ("by", by),
            ],
            "
            func (w $by$$writer$) block() *[$size$]byte {
                if octets, at := $pen$.octets, uint($entry$); at < uint(len(octets)) {
                    return (*[$size$]byte)(octets[at:])
                }
                $pen$.fail(SbeWrongOrder)
                return nil
            }
            ",
        );
        self.w.line("");
    }

    /// The setter of a value; none for constants.
    #[allow(clippy::too_many_arguments)]
    pub(super) fn setter(
        &mut self,
        writer: &str,
        is_message: bool,
        given: &str,
        id: EncodingId,
        presence: &Presence,
        notes: &Notes,
        offset: u64,
    ) {
        if is_constant(presence) {
            return;
        }
        let (pen, entry) = places(is_message);
        let by = if is_message || writer_is_pointer(writer, self) { "*" } else { "" };
        let receiver = format!("(w {by}{writer})");
        let encoding = self.blocks.get(id);
        let end = offset + encoding.size;
        let place = pen.trim_start_matches('&');
        if let EncodingKind::Composite(_) = encoding.kind {
            let ty = format!("{}Writer", self.names.ty(id));
            comment(&mut self.w, &format!("{given} sets the members of the field."), &notes.doc);
            let made = format!("return {ty}{{{pen}, sbeBehind({entry}, {offset})}}");
            return function(&mut self.w, &format!("{receiver} {given}() {ty}"), &made);
        }
        let (ty, stores) = match &encoding.kind {
            EncodingKind::Simple(simple) => match (simple.primitive, simple.length) {
                (primitive, 1) => (
                    number_type(primitive).to_string(),
                    vec![self.order.store_at(primitive, "p", offset, "value")],
                ),
                (Primitive::Char, _) => {
                    ("[]byte".into(), vec![format!("{place}.text(p[{offset}:{end}], value)")])
                }
                (Primitive::Uint8, _) => {
                    ("[]byte".into(), vec![format!("{place}.list(p[{offset}:{end}], value)")])
                }
                (primitive, length) => {
                    let size = primitive.size();
                    let (from, to) = match size {
                        1 => (format!("{offset}+i"), String::new()),
                        _ => (format!("{offset}+{size}*i"), format!("{}+{size}*i", offset + size)),
                    };
                    let store = self.order.store(primitive, "p", &from, &to, "one");
                    let store =
                        vec!["for i, one := range value {".into(), format!("    {store}"), "}".into()];
                    (format!("[{length}]{}", number_type(primitive)), store)
                }
            },
            EncodingKind::Enum { primitive, .. } | EncodingKind::Set { primitive, .. } => {
                let stored = if *primitive == Primitive::Char { Primitive::Uint8 } else { *primitive };
                (self.names.ty(id).to_string(), vec![self.order.store_at(stored, "p", offset, "value")])
            }
            EncodingKind::Composite(_) => return,
        };
        comment(&mut self.w, &format!("Set{given} sets the field."), &notes.doc);
        self.w.open(format!("func {receiver} Set{given}(value {ty}) {{"));
        self.w.open("if p := w.block(); p != nil {");
        stores.iter().for_each(|line| self.w.line(line));
        self.w.close("}");
        self.w.close("}\n");
    }

    /// Sets a member from the member of a view.
    pub(super) fn copy_member(&mut self, given: &str, id: EncodingId, presence: &Presence, notes: &Notes) {
        let set = match &self.blocks.get(id).kind {
            EncodingKind::Composite(_) => format!("w.{given}().Copy"),
            _ => format!("w.Set{given}"),
        };
        if !self.is_optional(id, presence, notes) {
            return self.w.line(format!("{set}(v.{given}())"));
        }
        self.w.open(format!("if value, ok := v.{given}(); ok {{"));
        self.w.line(format!("{set}(value)"));
        self.w.close("}");
    }
}

/// The pen of a writer, and the start of its block.
fn places(is_message: bool) -> (&'static str, &'static str) {
    match is_message {
        true => ("&w.sbePen", "w.levels[0].entry"),
        false => ("w.pen", "w.entry"),
    }
}

/// Writers of composites are small and refer to one position, so they are values.
fn writer_is_pointer(writer: &str, file: &File) -> bool {
    file.names.nodes.iter().any(|node| node.writer == writer)
}

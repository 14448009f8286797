//! C++17: one header for a schema. It uses the runtime headers, which are written with it.

mod members;
mod names;
mod prefixes;
mod runtime;
mod types;
mod value;
mod values;
mod views;
mod writers;

use self::runtime::RUNTIME;
use wireglot_model::sbe::{Body, MessageSchema};

use self::names::Names;
use self::value::Values;
use super::{Generated, Options};
use crate::lang::c::lines::statement;
use crate::lang::cpp::text::comment;
use crate::{OutputFile, Writer};

/// The macro for functions that are always inlined, so that their checks are resolved at the call.
const HOT: &str = "WIREGLOT_SBE_HOT";

/// `STEM.hpp` for a schema, and the runtime.
pub(super) fn files(blocks: &MessageSchema, options: &Options) -> Generated {
    let names = Names::new(blocks, options);
    let mut file = File {
        blocks,
        names: &names,
        notes: Vec::new(),
        w: Writer::new(),
        owned: Writer::new(),
        path: Vec::new(),
        bodies: Vec::new(),
    };
    file.all(&options.stem);
    let mut notes = file.notes;
    let files = [("", file.w), ("_values", file.owned)];
    let mut files: Vec<OutputFile> = files
        .into_iter()
        .map(|(what, w)| OutputFile { name: format!("{}{what}.hpp", options.stem), text: w.into_text() })
        .collect();
    for (name, text) in RUNTIME {
        files.push(OutputFile { name: name.into(), text: text.into() });
    }
    notes.splice(0..0, names.notes.iter().cloned());
    Generated { files, notes }
}

/// A body whose view has been written.
pub struct Written<'b> {
    /// Its class, qualified from the namespace on.
    pub path: String,
    /// The body.
    pub body: &'b Body,
    /// Its nesting depth in groups.
    pub at: usize,
    /// The names of its fields, groups and data.
    pub given: Vec<String>,
    /// The classes of the entries of its groups.
    pub entries: Vec<String>,
}

/// The header of a schema.
struct File<'f> {
    blocks: &'f MessageSchema,
    names: &'f Names<'f>,
    notes: Vec<String>,
    w: Writer,
    /// The section of value classes.
    owned: Writer,
    /// The enclosing views.
    path: Vec<String>,
    /// The views of the current message already written, inner ones first.
    bodies: Vec<Written<'f>>,
}

impl<'f> File<'f> {
    fn values(&self) -> Values<'f> {
        Values { blocks: self.blocks, names: self.names }
    }

    fn all(&mut self, stem: &str) {
        let space = self.names.space.join("::");
        let doc = &self.blocks.doc;
        let (guard, owned_guard) = (self.guard(""), self.guard("_VALUES"));
        open(&mut self.w, doc, &guard, &["wireglot/sbe/write.hpp"]);
        self.w.line(format!("namespace {space} {{\n"));
        self.w.line("namespace wg = ::wireglot::sbe;");
        self.w.line(format!("namespace schema_ = ::{space};\n"));
        let own = format!("{stem}.hpp");
        open(&mut self.owned, doc, &owned_guard, &[&own, "wireglot/sbe/values.hpp"]);
        self.owned.line(format!("namespace {space} {{\n"));
        self.prefixes();
        self.schema();
        self.types();
        self.messages();
        self.dispatch();
        let end = format!("}} // namespace {space}\n\n#endif");
        self.w.line(&end);
        self.owned.line(&end);
    }

    fn guard(&self, what: &str) -> String {
        let mut guard = format!("WIREGLOT_SBE_{}{what}_HPP", self.names.space.join("_").to_ascii_uppercase());
        // A package may have the name of a runtime header: `json`.
        while RUNTIME.iter().any(|(_, text)| text.contains(&format!("#ifndef {guard}\n"))) {
            guard.push('_');
        }
        guard
    }

    fn dispatch(&mut self) {
        let classes: Vec<String> =
            self.names.messages.iter().map(|class| format!("schema_::{class}")).collect();
        self.w.line("// All messages.");
        statement(&mut self.w, &format!("using Messages_ = wg::Views<{}>;\n", classes.join(", ")));
        self.w.line(
            "// Calls a visitor with a view of the message at the start of the buffer; returns the first error.",
        );
        if self.blocks.messages.is_empty() {
            let head = "template <class V> wg::Result<void> dispatch(wg::Octets octets, V &&)";
            return self.w.line(format!("{head} {{ return wg::not_shown<Schema_>(octets); }}\n"));
        }
        self.w.open("template <class V> wg::Result<void> dispatch(wg::Octets octets, V &&visitor) {");
        self.w.line("switch (wg::template_of<Schema_>(octets)) {");
        for (message, class) in self.blocks.messages.iter().zip(&self.names.messages) {
            let shown = format!("case {}u: return wg::show<schema_::{class}>(octets, visitor);", message.id);
            self.w.line(shown);
        }
        self.w.line("default: return wg::not_shown<Schema_>(octets);");
        self.w.line("}");
        self.w.close("}\n");
    }
}

/// The beginning of a header.
fn open(w: &mut Writer, doc: &str, guard: &str, includes: &[&str]) {
    w.line("// Code generated by wireglot. DO NOT EDIT.");
    comment(w, doc);
    w.line(format!("\n#ifndef {guard}\n#define {guard} 1\n"));
    includes.iter().for_each(|name| w.line(format!("#include \"{name}\"")));
    w.line("");
}

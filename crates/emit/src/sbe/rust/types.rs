//! Enumerations, sets and composites.

use wireglot_model::sbe::{EncodingId, EnumValue, Primitive, SetChoice};

use super::super::outline::Type;
use super::File;
use crate::lang::rust::text::{character, comment, number_type, quoted};

/// The derived traits of types that are a number.
const DERIVED: &str = "#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]";

impl File<'_> {
    /// All types; members come before the composites that use them.
    pub(super) fn types(&mut self) {
        for (id, ty) in &self.outline.types {
            let (name, doc) = (self.names.ty(*id), &self.blocks.get(*id).notes.doc);
            let what = match ty {
                Type::Enum(..) => "An enumeration; values without a name are kept.",
                Type::Set(..) => "A set.",
                Type::Composite(_) => "A composite in a block.",
            };
            comment(&mut self.w, "///", if doc.trim().is_empty() { what } else { doc });
            match ty {
                Type::Enum(primitive, values) => self.enumeration(*id, *primitive, values),
                Type::Set(primitive, choices) => self.set(*id, *primitive, choices),
                Type::Composite(slots) => {
                    self.w.line("#[derive(Clone, Copy, Debug)]");
                    self.w.open(format!("pub struct {name}<'a> {{"));
                    let base = slots.iter().filter(|slot| slot.constant.is_none() && slot.notes.since == 0);
                    let base = base.map(|slot| slot.offset + slot.size).max().unwrap_or(0);
                    self.w.line(format!("base: &'a [u8; {base}],"));
                    self.w.line("block: &'a [u8],");
                    self.w.line("version: u32,");
                    self.w.close("}\n");
                    self.w.open(format!("impl<'a> {name}<'a> {{"));
                    let given = self.names.members(*id);
                    slots.iter().zip(given).for_each(|(slot, given)| self.accessor("self", slot, given));
                    self.w.close("}\n");
                }
            }
        }
    }

    fn enumeration(&mut self, id: EncodingId, primitive: Primitive, values: &[EnumValue]) {
        let name = self.names.ty(id);
        let ty = number_type(primitive);
        self.w.line(DERIVED);
        self.w.line(format!("pub struct {name}(pub {ty});\n"));
        self.w.open(format!("impl {name} {{"));
        for (value, given) in values.iter().zip(self.names.members(id)) {
            let doc = if value.notes.doc.trim().is_empty() {
                format!("`{}`", value.name)
            } else {
                value.notes.doc.clone()
            };
            comment(&mut self.w, "///", &doc);
            let number = match primitive {
                Primitive::Char => character(value.value),
                _ => value.value.to_string(),
            };
            self.w.line(format!("pub const {given}: {name} = {name}({number});"));
        }
        self.w.line("\n/// The schema's name for the value, if it has one.");
        self.w.open("pub fn name(self) -> Option<&'static str> {");
        self.w.open("match self {");
        for (value, given) in values.iter().zip(self.names.members(id)) {
            self.w.line(format!("{name}::{given} => Some({}),", quoted(&value.name)));
        }
        self.w.line("_ => None,");
        self.w.close("}");
        self.w.close("}");
        self.w.close("}\n");
    }

    fn set(&mut self, id: EncodingId, primitive: Primitive, choices: &[SetChoice]) {
        let name = self.names.ty(id);
        self.w.line(DERIVED);
        self.w.line(format!("pub struct {name}(pub {});\n", number_type(primitive)));
        self.w.open(format!("impl {name} {{"));
        for (choice, given) in choices.iter().zip(self.names.members(id)) {
            let mask = format!("{:#x}", 1u128 << choice.bit);
            let doc = if choice.notes.doc.trim().is_empty() {
                format!("`{}`", choice.name)
            } else {
                choice.notes.doc.clone()
            };
            comment(&mut self.w, "///", &doc);
            self.function(&format!("{given}(self) -> bool"), &format!("self.0 & {mask} != 0"));
            self.w.line(format!("/// The set, with `{}` added or removed.", choice.name));
            let what = format!("{name}(if on {{ self.0 | {mask} }} else {{ self.0 & !{mask} }})");
            self.function(&format!("with_{given}(self, on: bool) -> {name}"), &what);
        }
        self.w.close("}\n");
    }
}

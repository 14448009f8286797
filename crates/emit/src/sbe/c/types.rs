//! Enumerations, sets and composites.

use wireglot_model::sbe::{EncodingId, EnumValue, Number, Primitive, SetChoice};

use super::super::outline::Type;
use super::File;
use crate::lang::c::text::{comment, literal, number_type, quoted, stored};

impl File<'_> {
    /// All types; members come before the composites that use them.
    pub(super) fn types(&mut self) {
        for (id, ty) in &self.outline.types {
            let name = self.names.ty(*id);
            comment(&mut self.w, &self.blocks.get(*id).notes.doc);
            match ty {
                Type::Enum(primitive, values) => self.enumeration(*id, *primitive, values),
                Type::Set(primitive, choices) => self.set(*id, *primitive, choices),
                Type::Composite(slots) => {
                    self.w.line(format!("typedef struct {name} {{ wg_sbe_composite view; }} {name};\n"));
                    let given = self.names.members(*id);
                    slots
                        .iter()
                        .zip(given)
                        .for_each(|(slot, given)| self.accessor(name, "v.view", slot, given));
                    self.w.line("");
                }
            }
        }
    }

    fn enumeration(&mut self, id: EncodingId, primitive: Primitive, values: &[EnumValue]) {
        let name = self.names.ty(id);
        let kept = stored(primitive);
        self.w.line(format!("typedef {} {name};", number_type(kept).0));
        for (value, given) in values.iter().zip(self.names.members(id)) {
            comment(&mut self.w, &value.notes.doc);
            let number = match u8::try_from(value.value) {
                Ok(octet) if primitive == Primitive::Char && octet.is_ascii_graphic() => match octet {
                    b'\'' | b'\\' => format!("'\\{}'", char::from(octet)),
                    _ => format!("'{}'", char::from(octet)),
                },
                _ if primitive.size() < 4 => value.value.to_string(),
                _ => literal(Number::Integer(value.value), kept),
            };
            self.w.line(format!("#define {given} (({name}){number})"));
        }
        self.w.line("\n/* The schema's name for a value; null if it has none. */");
        self.w.open(format!("static inline const char *{name}_name({name} value) {{"));
        if values.is_empty() {
            self.w.line("(void)value;");
            self.w.line("return NULL;");
        } else {
            self.w.line("switch (value) {");
            for (value, given) in values.iter().zip(self.names.members(id)) {
                self.w.line(format!("case {given}: return {};", quoted(value.name.as_bytes())));
            }
            self.w.line("default: return NULL;");
            self.w.line("}");
        }
        self.w.close("}\n");
    }

    fn set(&mut self, id: EncodingId, primitive: Primitive, choices: &[SetChoice]) {
        let name = self.names.ty(id);
        self.w.line(format!("typedef {} {name};", number_type(stored(primitive)).0));
        for (choice, given) in choices.iter().zip(self.names.members(id)) {
            comment(&mut self.w, &choice.notes.doc);
            let mask = 1u128 << choice.bit;
            self.w.line(format!("#define {given} (({name})UINT64_C(0x{mask:x}))"));
        }
        self.w.line("");
    }
}

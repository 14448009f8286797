//! Tables from which the native module encodes and decodes messages.

use wireglot_plan::{LayoutField, LayoutId, LayoutKind, LayoutType};

use super::file::File;
use super::names::members;

impl File<'_> {
    /// The table of a message.
    pub fn table(
        &mut self,
        id: LayoutId,
        name: &str,
        ty: &LayoutType,
        fields: &[LayoutField],
        extensible: bool,
    ) {
        let rows = fields.iter().enumerate().map(|(position, field)| {
            let held = self.held(id, position, field, "");
            let by_number = matches!(self.layout.resolved(field.ty).kind, LayoutKind::Enumerated(_));
            let part =
                if by_number { number('u', self.layout.resolved(field.ty)) } else { self.row(field.ty) };
            format!("(\"{}\", {part})", &held[1..])
        });
        let rows: Vec<String> = rows.collect();
        let comma = if rows.len() == 1 { "," } else { "" };
        let rows = rows.join(", ");
        self.w.line(format!("_native({name}, {}, {}, ({rows}{comma}))", ty.bits, truth(extensible)));
        self.w.line("");
    }

    /// The row for a type, in the format of the native module.
    fn row(&self, id: LayoutId) -> String {
        let base = self.layout.base(id);
        let ty = self.layout.get(base);
        match &ty.kind {
            LayoutKind::Boolean => "(\"b\",)".to_string(),
            LayoutKind::Signed => number('i', ty),
            LayoutKind::Float => format!("(\"f\", {0}, _bits{0}, _float{0})", ty.bits),
            LayoutKind::Enumerated(_) => {
                let of = self.named(ty.module, &members(self.names.ty(base)));
                format!("(\"e\", {}, {of})", ty.bits)
            }
            LayoutKind::Record { .. } => format!("(\"m\", {})", self.type_of(base)),
            LayoutKind::Array { element, count, extensible } => match self.is_byte(*element) {
                true => format!("(\"y\", {count}, {})", truth(*extensible)),
                false => format!("(\"a\", {count}, {}, {})", truth(*extensible), self.row(*element)),
            },
            _ => number('u', ty),
        }
    }
}

fn number(code: char, ty: &LayoutType) -> String {
    format!("(\"{code}\", {})", ty.bits)
}

fn truth(value: bool) -> &'static str {
    match value {
        true => "True",
        false => "False",
    }
}

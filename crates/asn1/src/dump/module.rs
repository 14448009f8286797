//! Modules, assignments and classes.

use super::Page;
use crate::tree::{
    Assignment, AssignmentKind, Class, ClassField, Exports, FieldGovernor, FieldPresence, Import, Module,
    Name, Setting, Symbol, SyntaxItem,
};

impl Page {
    pub(super) fn module(&mut self, module: &Module) {
        let extensible = if module.extensibility_implied { ", extensibility implied" } else { "" };
        let head = format!("module {} ({:?} tags{extensible})", module.name.text, module.tag_default);
        self.node(module.span, head, |p| {
            if let Some(oid) = &module.oid {
                p.line(oid.span, format!("oid {}", p.squeezed(oid.span)));
            }
            if let Some(iri) = &module.iri {
                p.line(iri.span, format!("iri {:?}", iri.text));
            }
            if let Exports::Symbols(list) = &module.exports {
                p.line(module.span, format!("exports {}", symbols(list)));
            }
            module.imports.iter().for_each(|import| p.import(import));
            module.assignments.iter().for_each(|assignment| p.assignment(assignment));
            for section in &module.encoding_controls {
                p.line(section.span, format!("encoding control {}", section.reference.text));
            }
        });
    }

    fn import(&mut self, import: &Import) {
        let oid = import.oid.as_ref().map_or(String::new(), |oid| format!(" {}", self.squeezed(oid.span)));
        let selection = import.selection.map_or(String::new(), |selection| format!(" with {selection:?}"));
        let text = format!("import {} from {}{oid}{selection}", symbols(&import.symbols), import.module.text);
        self.line(import.span, text);
    }

    fn assignment(&mut self, assignment: &Assignment) {
        let sort = match &assignment.kind {
            AssignmentKind::Type(_) => "type",
            AssignmentKind::Class(_) => "class",
            AssignmentKind::Value { .. } => "value",
            AssignmentKind::Set { .. } => "set",
            AssignmentKind::Macro => "macro",
            AssignmentKind::MacroUse { .. } => "macro use",
            AssignmentKind::Error => "error",
        };
        self.node(assignment.span, format!("{sort} {}", assignment.name.text), |p| {
            for parameter in assignment.parameters.iter().flatten() {
                p.node(parameter.span, format!("parameter {}", parameter.name.text), |p| {
                    parameter.governor.iter().for_each(|ty| p.ty(ty));
                });
            }
            match &assignment.kind {
                AssignmentKind::Type(ty) => p.ty(ty),
                AssignmentKind::Class(class) => p.class(class),
                AssignmentKind::Value { governor, value } => {
                    p.ty(governor);
                    p.value(value);
                }
                AssignmentKind::Set { governor, body } => {
                    p.ty(governor);
                    p.line(body.span, format!("set {}", p.squeezed(body.span)));
                }
                AssignmentKind::MacroUse { name, value } => {
                    p.node(name.span, format!("of {}", name.text), |p| value.iter().for_each(|v| p.value(v)));
                }
                AssignmentKind::Macro | AssignmentKind::Error => {}
            }
        });
    }

    fn class(&mut self, class: &Class) {
        class.fields.iter().for_each(|field| self.class_field(field));
        if let Some(syntax) = &class.syntax {
            self.line(syntax.span, format!("syntax {}", syntax_items(syntax.list.items())));
        }
    }

    fn class_field(&mut self, field: &ClassField) {
        let unique = if field.unique.is_some() { " unique" } else { "" };
        let presence = match &field.presence {
            FieldPresence::Mandatory => "",
            FieldPresence::Optional(_) => " optional",
            FieldPresence::Default(..) => " default",
        };
        self.node(field.span, format!("field &{}{unique}{presence}", field.name.text), |p| {
            match &field.governor {
                FieldGovernor::None => {}
                FieldGovernor::Type(ty) => p.ty(ty),
                FieldGovernor::Field(path) => p.line(field.span, field_path(path)),
            }
            match &field.presence {
                FieldPresence::Default(Setting::Type(ty), _) => p.ty(ty),
                FieldPresence::Default(Setting::Value(value), _) => p.value(value),
                FieldPresence::Default(Setting::Set(set), _) => p.line(set.span, p.squeezed(set.span)),
                FieldPresence::Mandatory | FieldPresence::Optional(_) => {}
            }
        });
    }
}

/// `&a.&B`.
pub(super) fn field_path(path: &[Name]) -> String {
    path.iter().map(|name| format!("&{}", name.text)).collect::<Vec<_>>().join(".")
}

fn symbols(list: &[Symbol]) -> String {
    let shown =
        |symbol: &Symbol| format!("{}{}", symbol.name.text, if symbol.parameterized { "{}" } else { "" });
    list.iter().map(shown).collect::<Vec<_>>().join(", ")
}

fn syntax_items(items: &[SyntaxItem]) -> String {
    let shown = |item: &SyntaxItem| match item {
        SyntaxItem::Literal(word) => word.text.to_string(),
        SyntaxItem::Field(field) => format!("&{}", field.text),
        SyntaxItem::Optional(inner, _) => format!("[{}]", syntax_items(inner.items())),
    };
    items.iter().map(shown).collect::<Vec<_>>().join(" ")
}

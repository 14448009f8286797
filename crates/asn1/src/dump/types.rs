//! Types, components and references.

use super::module::field_path;
use super::Page;
use crate::tree::{
    Component, ComponentItem, Components, EnumerationItem, Exception, ExtensionMarker, NamedNumber, Presence,
    Reference, Tag, Type, TypeKind,
};

impl Page {
    pub(super) fn ty(&mut self, ty: &Type) {
        let tags: String = ty.tags.iter().map(|tag| self.tag(tag) + " ").collect();
        let head = match &ty.kind {
            TypeKind::Selection(name, _) => format!("{} <", name.text),
            TypeKind::Any(Some(by)) => format!("Any defined by {}", by.text),
            TypeKind::InstanceOf(class) => format!("InstanceOf {}", self.reference(class)),
            TypeKind::Reference(reference) => self.reference(reference),
            TypeKind::Field(of, path) | TypeKind::BareField(of, path) => {
                format!("{}.{}", self.reference(of), field_path(path))
            }
            TypeKind::Restricted(kind) => format!("{kind:?}String"),
            TypeKind::Time(kind) => format!("{kind:?}"),
            TypeKind::SequenceOf(element) | TypeKind::SetOf(element) => {
                let name = element.name.as_ref().map_or("", |name| &name.text);
                format!("{} {name}", kind_name(&ty.kind))
            }
            kind => kind_name(kind).into(),
        };
        self.node(ty.span, format!("{tags}{head}"), |p| {
            p.type_body(&ty.kind);
            ty.constraints.iter().for_each(|constraint| p.constraint(constraint));
        });
    }

    fn type_body(&mut self, kind: &TypeKind) {
        match kind {
            TypeKind::Integer(numbers) | TypeKind::BitString(numbers) => {
                numbers.iter().for_each(|number| self.named_number(number));
            }
            TypeKind::Enumerated(items) => items.iter().for_each(|item| self.enumeration_item(item)),
            TypeKind::Sequence(body) | TypeKind::Set(body) | TypeKind::Choice(body) => self.components(body),
            TypeKind::SequenceOf(element) | TypeKind::SetOf(element) => self.ty(&element.ty),
            TypeKind::Selection(_, ty) => self.ty(ty),
            _ => {}
        }
    }

    fn tag(&self, tag: &Tag) -> String {
        let mode = tag.mode.map_or(String::new(), |mode| format!(" {mode:?}"));
        if let Some(instruction) = &tag.instruction {
            return format!("[{instruction:?}]{mode}");
        }
        match &tag.encoding_reference {
            Some(reference) => format!("[{}: not used]{mode}", reference.text),
            None => format!("[{:?} {}]{mode}", tag.class, self.squeezed(tag.number.span)),
        }
    }

    fn named_number(&mut self, number: &NamedNumber) {
        let value = self.squeezed(number.value.span);
        self.line(number.span, format!("{}({value})", number.name.text));
    }

    fn enumeration_item(&mut self, item: &EnumerationItem) {
        match item {
            EnumerationItem::Item(name, None) => self.line(name.span, &name.text),
            EnumerationItem::Item(name, Some(value)) => {
                self.line(name.span, format!("{}({})", name.text, self.squeezed(value.span)));
            }
            EnumerationItem::Extension(marker) => self.extension(marker),
        }
    }

    fn extension(&mut self, marker: &ExtensionMarker) {
        self.node(marker.span, "...", |p| marker.exception.iter().for_each(|e| p.exception(e)));
    }

    pub(super) fn exception(&mut self, exception: &Exception) {
        self.node(exception.span, "exception", |p| {
            exception.ty.iter().for_each(|ty| p.ty(ty));
            p.value(&exception.value);
        });
    }

    fn components(&mut self, body: &Components) {
        body.items.iter().for_each(|item| self.component_item(item));
    }

    fn component_item(&mut self, item: &ComponentItem) {
        match item {
            ComponentItem::Component(component) => self.component(component),
            ComponentItem::ComponentsOf(ty, span) => self.node(*span, "components of", |p| p.ty(ty)),
            ComponentItem::Extension(marker) => self.extension(marker),
            ComponentItem::Group(group) => {
                let version =
                    group.version.as_ref().map_or(String::new(), |version| format!(" {}:", version.text));
                self.node(group.span, format!("[[{version}"), |p| {
                    group.items.iter().for_each(|item| p.component_item(item));
                });
            }
        }
    }

    fn component(&mut self, component: &Component) {
        let presence = match &component.presence {
            Presence::Mandatory => "",
            Presence::Optional(_) => " optional",
            Presence::Default(..) => " default",
        };
        self.node(component.span, format!("{}{presence}", component.name.text), |p| {
            p.ty(&component.ty);
            if let Presence::Default(value, _) = &component.presence {
                p.value(value);
            }
        });
    }

    /// `M.T {a, b}`, with the parameters as written.
    pub(super) fn reference(&self, reference: &Reference) -> String {
        let module = reference.module.as_ref().map_or(String::new(), |module| format!("{}.", module.text));
        let arguments = reference.arguments.as_ref().map_or(String::new(), |list| {
            let list: Vec<String> = list.iter().map(|argument| self.squeezed(argument.span)).collect();
            format!(" {{{}}}", list.join(" , "))
        });
        format!("{module}{}{arguments}", reference.name.text)
    }
}

/// The name shown for a type without further details.
fn kind_name(kind: &TypeKind) -> &'static str {
    match kind {
        TypeKind::Boolean => "Boolean",
        TypeKind::Integer(_) => "Integer",
        TypeKind::Enumerated(_) => "Enumerated",
        TypeKind::Real => "Real",
        TypeKind::BitString(_) => "BitString",
        TypeKind::OctetString => "OctetString",
        TypeKind::Null => "Null",
        TypeKind::Sequence(_) => "Sequence",
        TypeKind::Set(_) => "Set",
        TypeKind::SequenceOf(_) => "SequenceOf",
        TypeKind::SetOf(_) => "SetOf",
        TypeKind::Choice(_) => "Choice",
        TypeKind::ObjectIdentifier => "ObjectIdentifier",
        TypeKind::RelativeOid => "RelativeOid",
        TypeKind::OidIri => "OidIri",
        TypeKind::RelativeOidIri => "RelativeOidIri",
        TypeKind::External => "External",
        TypeKind::EmbeddedPdv => "EmbeddedPdv",
        TypeKind::CharacterString => "CharacterString",
        TypeKind::ObjectDescriptor => "ObjectDescriptor",
        TypeKind::Any(_) => "Any",
        TypeKind::Error => "error",
        TypeKind::Selection(..)
        | TypeKind::Restricted(_)
        | TypeKind::Time(_)
        | TypeKind::InstanceOf(_)
        | TypeKind::Reference(_)
        | TypeKind::Field(..)
        | TypeKind::BareField(..) => "",
    }
}

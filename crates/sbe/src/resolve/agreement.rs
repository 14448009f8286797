//! Compares what fields and types say about presence, meaning and null values.

use super::Resolver;
use crate::faults::Finding;
use crate::xml::Element;

impl Resolver<'_> {
    /// Compares a field with its type.
    pub(super) fn check_agreement(&mut self, field: &Element) {
        let (name, type_name) = (field.value("name"), field.value("type"));
        let own_constant = field.value("presence") == "constant";
        let Some(ty) = self.types.get(type_name).copied() else {
            return self.check_reference(field, own_constant);
        };
        let presence = ty.value("presence");
        self.check_reference(field, own_constant || presence == "constant");
        let word = field.value("presence");
        let is_contrary = match (word, presence) {
            ("required", "optional") | ("required" | "optional", "constant") => ty.name == "type",
            _ => false,
        };
        if is_contrary {
            let message = format!("`{name}` is {word}, and its type `{type_name}` is {presence}");
            let fault = Finding::tolerance("S0510", field.place("presence"), message);
            let hint = match presence {
                "constant" => "remove the presence: what a type says to be constant is so",
                _ => "remove the presence, or name a type that is not optional",
            };
            self.report(fault.also(ty.place("presence"), "of the type").hint(hint));
        }
        let (own, other) = (field.value("semanticType"), ty.value("semanticType"));
        if !own.is_empty() && !other.is_empty() && own != other {
            let message =
                format!("`{name}` has the semantic type {own}, and its type `{type_name}` has {other}");
            let fault = Finding::tolerance("S0510", field.place("semanticType"), message);
            let fault = fault.also(ty.place("semanticType"), "of the type");
            self.report(fault.hint(format!("write {other}, or remove one of the two")));
        }
    }

    /// Reports a `valueRef` on what is not constant.
    pub(super) fn check_reference(&mut self, element: &Element, is_constant: bool) {
        let Some(reference) = element.attribute("valueRef").filter(|_| !is_constant) else { return };
        let message = "`valueRef` means nothing without presence=\"constant\": it is ignored";
        let fault = Finding::tolerance("S0512", reference.name_span, message);
        self.report(fault.hint("add presence=\"constant\", or remove it"));
    }

    /// Reports the null value of a type that is never null. Parts of composites may be null with the composite.
    pub(super) fn check_null(&mut self, ty: &Element) {
        let Some(null) = ty.attribute("nullValue") else { return };
        let name = ty.value("name");
        let is_named = self.types.get(name).is_some_and(|named| std::ptr::eq(*named, ty));
        let message = match ty.value("presence") {
            "constant" => "a constant has no null value".to_string(),
            "optional" => return,
            _ if !is_named || self.nullable.contains(name) => return,
            _ => format!("`{name}` is not optional, and so has no null value"),
        };
        let fault = Finding::tolerance("S0511", null.name_span, message);
        self.report(match ty.value("presence") {
            "constant" => fault.hint("remove it"),
            _ => fault.hint("add presence=\"optional\", or remove it"),
        });
    }
}

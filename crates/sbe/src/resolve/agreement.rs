//! Compares what fields and types say about presence, meaning and null values (SBE 1.0, "Schema validation": presence
//! mismatch, semanticType mismatch, nullValue specified for non-null encoding).

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
        let is_contrary = ty.name == "type" && word != presence;
        if is_contrary && !word.is_empty() && !presence.is_empty() {
            let message = format!("`{name}` is {word}, but its type `{type_name}` is {presence}");
            let fault = Finding::tolerance("S0510", field.place("presence"), message);
            let hint = match presence {
                "constant" => "remove `presence`: the type is already constant".to_string(),
                _ => format!("remove `presence` from one of the two, or name a type that is {word}"),
            };
            self.report(fault.also(ty.place("presence"), "of the type").hint(hint));
        }
        let (own, other) = (field.value("semanticType"), ty.value("semanticType"));
        // Names of FIX types match in any case (SBE 1.0, "Capitalization").
        if !own.is_empty() && !other.is_empty() && !own.eq_ignore_ascii_case(other) {
            let message =
                format!("`{name}` has the semantic type {own}, but its type `{type_name}` has {other}");
            let fault = Finding::tolerance("S0510", field.place("semanticType"), message);
            let fault = fault.also(ty.place("semanticType"), "of the type");
            self.report(fault.hint(format!("write {other}, or remove one of the two")));
        }
    }

    /// Reports a `valueRef` on what is not constant.
    pub(super) fn check_reference(&mut self, element: &Element, is_constant: bool) {
        let Some(reference) = element.attribute("valueRef").filter(|_| !is_constant) else { return };
        let message = "`valueRef` has no effect without presence=\"constant\"";
        let fault = Finding::ignored("S0512", reference.name_span, message);
        self.report(fault.hint("add presence=\"constant\", or remove it"));
    }

    /// Reports the null value of a type that is never null. Parts of composites may be null with the composite.
    pub(super) fn check_null(&mut self, ty: &Element) {
        let Some(null) = ty.attribute("nullValue") else { return };
        let name = ty.value("name");
        let is_named = self.types.get(name).is_some_and(|named| std::ptr::eq(*named, ty));
        let message = match ty.value("presence") {
            "constant" => "a constant has no null value".to_string(),
            "required" => format!("`{name}` is required, and so has no null value"),
            "optional" => return,
            _ if !is_named || self.nullable.contains(name) => return,
            _ => format!("`{name}` is not optional, and so has no null value"),
        };
        let fault = Finding::tolerance("S0511", null.name_span, message);
        self.report(match ty.value("presence") {
            "constant" => fault.hint("remove it"),
            "required" => fault.hint("write presence=\"optional\", or remove it"),
            _ => fault.hint("add presence=\"optional\", or remove it"),
        });
    }
}

//! The effect of JER encoding instructions: X.697 15, 16 and 18.

use std::collections::HashSet;

use wireglot_model::{Instruction, Kind, Model, NewName, TypeId};
use wireglot_plan::{JerForm, ShapeKind, JSON_ESCAPES};
use wireglot_text::Span;

use super::kinds::numbered;
use super::shaper::Shaper;
use crate::fault::Fault;

/// A TEXT instruction with its source location: the item, or `None` for all, and the new name.
type Text<'m> = (Span, Option<&'m str>, &'m NewName);

impl Shaper<'_> {
    /// The effect of a type's instructions.
    pub(super) fn jer(&mut self, ty: TypeId, base: TypeId, kind: &ShapeKind) -> JerForm {
        let model = self.model;
        let mut form = JerForm::default();
        if model.instructions.is_empty() {
            return form;
        }
        let (mut at, mut texts): (_, Vec<Text<'_>>) = (Some(ty), Vec::new());
        while let Some(link) = at {
            let span = model.ty(link).span;
            match model.instructions.get(&link) {
                Some(Instruction::Base64) if matches!(kind, ShapeKind::OctetString { .. }) => {
                    form.base64 = true;
                }
                Some(Instruction::Base64) => self.misplaced("BASE64 is for an OCTET STRING", span),
                Some(Instruction::Text { item, name }) => texts.push((span, item.as_deref(), name)),
                Some(Instruction::Name(_)) | None => {}
            }
            at = model.ty(link).kind.inner();
        }
        form.names = match (kind, texts.first()) {
            (ShapeKind::Enumerated { items, .. }, Some(_)) => self.items(items, &texts),
            (_, Some((span, ..))) => {
                self.misplaced("TEXT is for an ENUMERATED", *span);
                Vec::new()
            }
            (_, None) => self.member_names(base),
        };
        form
    }

    /// The texts of items. Outer instructions take precedence.
    fn items(&mut self, items: &[(String, i64)], texts: &[Text<'_>]) -> Vec<String> {
        let mut names: Vec<String> = items.iter().map(|(identifier, _)| identifier.clone()).collect();
        for (span, wanted, new) in texts.iter().rev() {
            let mut any = wanted.is_none();
            for ((identifier, _), name) in items.iter().zip(&mut names) {
                if wanted.is_none_or(|wanted| wanted == identifier) {
                    *name = new.of(identifier);
                    any = true;
                }
            }
            if !any {
                self.misplaced("TEXT names no item of this ENUMERATED", *span);
            }
        }
        let mut seen = HashSet::new();
        if let (false, Some((span, ..))) = (names.iter().all(|name| seen.insert(name)), texts.first()) {
            self.misplaced("two items have the same text", *span);
        }
        names
    }

    /// The names of members or alternatives, if any of them differs from its identifier.
    fn member_names(&mut self, base: TypeId) -> Vec<String> {
        let model = self.model;
        let components = match &model.ty(base).kind {
            Kind::Sequence(members) | Kind::Set(members) | Kind::Choice(members) => members,
            _ => return Vec::new(),
        };
        let (mut names, mut any, mut seen) = (Vec::new(), false, HashSet::new());
        for (component, _) in numbered(components) {
            let new = name_of(model, component.ty);
            any |= new.is_some();
            let name = new.map_or_else(|| component.name.clone(), |new| new.of(&component.name));
            if any && seen.contains(&name) {
                self.misplaced("two members have the same name", component.span);
            }
            if new.is_some() && JSON_ESCAPES.contains(&name.as_str()) {
                self.misplaced("this name marks an escape in JSON", component.span);
            }
            seen.insert(name.clone());
            names.push(name);
        }
        if any {
            names
        } else {
            Vec::new()
        }
    }

    /// Reports a NAME on a type that is not a component.
    pub(super) fn no_component(&mut self, ty: TypeId) {
        if name_of(self.model, ty).is_some() {
            self.misplaced("NAME is for a component or alternative", self.model.ty(ty).span);
        }
    }

    fn misplaced(&mut self, what: &'static str, span: Span) {
        self.faults.report(&Fault::Instruction { what, span });
    }
}

/// The NAME before a component's type, ignoring those of types that it refers to by name.
fn name_of(model: &Model, ty: TypeId) -> Option<&NewName> {
    let mut at = ty;
    loop {
        if let Some(Instruction::Name(name)) = model.instructions.get(&at) {
            return Some(name);
        }
        match model.ty(at).kind {
            Kind::Reference(inner) | Kind::Tagged { inner, .. } if model.ty(inner).name.is_none() => {
                at = inner;
            }
            _ => return None,
        }
    }
}
